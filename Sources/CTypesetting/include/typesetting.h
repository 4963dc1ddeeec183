/* Fonts, shaping, line breaks, text direction and deflate for the Typesetting target.
 *
 * Plain functions only: HarfBuzz and ICU headers stay in the .c files, because ICU's types clash with
 * the toolchain's own once Foundation is imported. The libraries are loaded at the first call of
 * typesetting_load, so that a command which sets no type does not pay for them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loads the libraries. NULL when all are there; otherwise a static sentence about what is missing.
 * Must have returned NULL before any other function here is called. Safe to call again. */
const char *typesetting_load(void);

/* A font file opened for reading; mapped, not copied. */
typedef struct typesetting_face typesetting_face;

typedef struct {
    int32_t units_per_em;
    /* Font units, y upwards. */
    int32_t ascender, descender, cap_height;
    int32_t x_min, y_min, x_max, y_max;
    /* Degrees counter-clockwise from the vertical, as in the table `post`. */
    double italic_angle;
    /* usWeightClass of OS/2: 400 is regular, 700 bold. */
    int32_t weight;
    bool has_cff;
    bool has_bitmaps;
    bool is_fixed_pitch;
    char postscript_name[64];
} typesetting_face_facts;

/* NULL when the file cannot be read or is no font. `index` counts the fonts of a collection from 0. */
typesetting_face *typesetting_face_open(const char *path, uint32_t index);
void typesetting_face_close(typesetting_face *face);
typesetting_face_facts typesetting_face_get_facts(const typesetting_face *face);
/* Glyph of a code point; 0 when the font has none. */
uint32_t typesetting_face_glyph(const typesetting_face *face, uint32_t code_point);
/* Horizontal advance in font units. */
int32_t typesetting_face_advance(const typesetting_face *face, uint32_t glyph);

/* The largest PNG strike of a glyph (table CBDT). `bytes` stays valid until typesetting_png_release. */
typedef struct {
    const uint8_t *bytes;
    size_t count;
    void *owner;
} typesetting_png;
typesetting_png typesetting_face_png(const typesetting_face *face, uint32_t glyph);
void typesetting_png_release(typesetting_png png);

typedef struct {
    uint32_t glyph;
    /* Byte offset into the shaped text of the first character this glyph stands for. */
    uint32_t cluster;
    /* Font units. */
    int32_t advance, x_offset, y_offset;
} typesetting_glyph;

/* Buffers that are used again from call to call; one per thread. */
typedef struct typesetting_shaper typesetting_shaper;
typesetting_shaper *typesetting_shaper_make(void);
void typesetting_shaper_free(typesetting_shaper *shaper);

/* Glyphs in visual order, valid until the next call. `language` is a BCP 47 tag or NULL; the script is
 * guessed from the text when `script` (an ISO 15924 tag as four bytes, most significant first) is 0. */
const typesetting_glyph *typesetting_shape(
    typesetting_shaper *shaper, const typesetting_face *face, const uint8_t *utf8, size_t byte_count,
    bool right_to_left, uint32_t script, const char *language, size_t *count);

/* ISO 15924 tag of a character's script as four bytes: 'Zyyy' for common, 'Zinh' for inherited. */
uint32_t typesetting_script(uint32_t code_point);

/* A font program that holds only `glyphs` (a bare CFF table when the font has one, else TrueType), to be
 * freed with typesetting_free; NULL on failure. `new_glyphs[i]` is the number of glyphs[i] in it. */
uint8_t *typesetting_subset(
    const typesetting_face *face, const uint32_t *glyphs, size_t glyph_count, uint32_t *new_glyphs, size_t *byte_count);
void typesetting_free(void *bytes);

/* Embedding levels of each UTF-16 unit (UAX #9). `base` is 0 or 1, or -1 to take the first strong
 * character's direction. Returns the paragraph's level, or -1 on failure. */
int typesetting_levels(const uint16_t *utf16, int32_t count, int base, uint8_t *levels);

/* Sets bit 1 of flags[i] where a line may be broken before unit i, bit 2 where a grapheme begins, for
 * 0 <= i < count. `locale` is an ICU locale such as "ja@lb=strict". False on failure. */
enum { typesetting_may_break = 1, typesetting_begins_grapheme = 2 };
bool typesetting_boundaries(
    typesetting_shaper *shaper, const char *locale, const uint16_t *utf16, int32_t count, uint8_t *flags);

bool typesetting_is_emoji(uint32_t code_point);
bool typesetting_has_emoji_presentation(uint32_t code_point);
bool typesetting_is_ignorable(uint32_t code_point);
/* Unicode name, or a name such as <private-use-E000>; number of bytes written without the final 0. */
int32_t typesetting_name(uint32_t code_point, char *name, int32_t capacity);

/* zlib streams (RFC 1950). The deflater may be used by one thread at a time. */
typedef struct typesetting_deflater typesetting_deflater;
typesetting_deflater *typesetting_deflater_make(int level);
void typesetting_deflater_free(typesetting_deflater *deflater);
size_t typesetting_deflate_bound(typesetting_deflater *deflater, size_t count);
size_t typesetting_deflate(
    typesetting_deflater *deflater, const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
/* Number of bytes written, or 0 when the stream is damaged or does not fit. */
size_t typesetting_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);
