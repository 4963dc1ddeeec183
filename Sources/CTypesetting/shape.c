#include <stdlib.h>
#include <string.h>

#include "faces.h"
#include "include/typesetting.h"
#include "libraries.h"

struct typesetting_shaper {
    hb_buffer_t *buffer;
    typesetting_glyph *glyphs;
    size_t capacity;
    char locale[32];
    UBreakIterator *lines;
    UBreakIterator *graphemes;
};

typesetting_shaper *typesetting_shaper_make(void)
{
    typesetting_shaper *shaper = calloc(1, sizeof *shaper);
    if (shaper != NULL)
        shaper->buffer = CALL(hb_buffer_create)();
    return shaper;
}

void typesetting_shaper_free(typesetting_shaper *shaper)
{
    if (shaper == NULL)
        return;
    CALL(hb_buffer_destroy)(shaper->buffer);
    if (shaper->lines != NULL)
        CALL(ubrk_close)(shaper->lines);
    if (shaper->graphemes != NULL)
        CALL(ubrk_close)(shaper->graphemes);
    free(shaper->glyphs);
    free(shaper);
}

const typesetting_glyph *typesetting_shape(
    typesetting_shaper *shaper, const typesetting_face *face, const uint8_t *utf8, size_t byte_count,
    bool right_to_left, uint32_t script, const char *language, size_t *count)
{
    hb_buffer_t *buffer = shaper->buffer;
    CALL(hb_buffer_clear_contents)(buffer);
    /* Marks keep a cluster of their own, so that each Arabic glyph can name its own character. */
    CALL(hb_buffer_set_cluster_level)(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
    CALL(hb_buffer_add_utf8)(buffer, (const char *)utf8, (int)byte_count, 0, (int)byte_count);
    CALL(hb_buffer_set_direction)(buffer, right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    if (script != 0)
        CALL(hb_buffer_set_script)(buffer, CALL(hb_script_from_iso15924_tag)(script));
    /* Always a language: HarfBuzz would take the process locale's. */
    CALL(hb_buffer_set_language)(buffer, CALL(hb_language_from_string)(language ? language : "und", -1));
    CALL(hb_buffer_guess_segment_properties)(buffer);
    CALL(hb_shape)(face->font, buffer, NULL, 0);
    unsigned length;
    const hb_glyph_info_t *infos = CALL(hb_buffer_get_glyph_infos)(buffer, &length);
    const hb_glyph_position_t *positions = CALL(hb_buffer_get_glyph_positions)(buffer, &length);
    *count = 0;
    if (length > shaper->capacity) {
        typesetting_glyph *grown = realloc(shaper->glyphs, length * 2 * sizeof *grown);
        if (grown == NULL)
            return shaper->glyphs;
        shaper->glyphs = grown;
        shaper->capacity = length * 2;
    }
    for (unsigned i = 0; i < length; i++)
        shaper->glyphs[i] = (typesetting_glyph){
            infos[i].codepoint, infos[i].cluster, positions[i].x_advance, positions[i].x_offset,
            positions[i].y_offset};
    *count = length;
    return shaper->glyphs;
}

uint32_t typesetting_script(uint32_t code_point)
{
    hb_script_t script = CALL(hb_unicode_script)(CALL(hb_unicode_funcs_get_default)(), code_point);
    return CALL(hb_script_to_iso15924_tag)(script);
}

int typesetting_levels(const uint16_t *utf16, int32_t count, int base, uint8_t *levels)
{
    UErrorCode status = U_ZERO_ERROR;
    UBiDi *bidi = CALL(ubidi_openSized)(count, 0, &status);
    int result = -1;
    if (U_SUCCESS(status)) {
        CALL(ubidi_setPara)(bidi, utf16, count, base < 0 ? UBIDI_DEFAULT_LTR : (UBiDiLevel)base, NULL, &status);
        const UBiDiLevel *found = CALL(ubidi_getLevels)(bidi, &status);
        if (U_SUCCESS(status)) {
            memcpy(levels, found, (size_t)count);
            result = CALL(ubidi_getParaLevel)(bidi);
        }
        CALL(ubidi_close)(bidi);
    }
    return result;
}

static bool mark(UBreakIterator *iterator, const uint16_t *utf16, int32_t count, uint8_t *flags, uint8_t bit)
{
    UErrorCode status = U_ZERO_ERROR;
    CALL(ubrk_setText)(iterator, utf16, count, &status);
    if (U_FAILURE(status))
        return false;
    for (int32_t at = CALL(ubrk_first)(iterator); at != UBRK_DONE; at = CALL(ubrk_next)(iterator))
        if (at < count)
            flags[at] |= bit;
    return true;
}

bool typesetting_boundaries(
    typesetting_shaper *shaper, const char *locale, const uint16_t *utf16, int32_t count, uint8_t *flags)
{
    UErrorCode status = U_ZERO_ERROR;
    if (shaper->lines == NULL || strcmp(shaper->locale, locale) != 0) {
        if (shaper->lines != NULL)
            CALL(ubrk_close)(shaper->lines);
        strncpy(shaper->locale, locale, sizeof shaper->locale - 1);
        shaper->lines = CALL(ubrk_open)(UBRK_LINE, shaper->locale, NULL, 0, &status);
    }
    if (shaper->graphemes == NULL && U_SUCCESS(status))
        shaper->graphemes = CALL(ubrk_open)(UBRK_CHARACTER, "", NULL, 0, &status);
    if (U_FAILURE(status))
        return false;
    memset(flags, 0, (size_t)count);
    return mark(shaper->lines, utf16, count, flags, typesetting_may_break)
        && mark(shaper->graphemes, utf16, count, flags, typesetting_begins_grapheme);
}

bool typesetting_is_emoji(uint32_t code_point)
{
    return CALL(u_hasBinaryProperty)((UChar32)code_point, UCHAR_EMOJI);
}

bool typesetting_has_emoji_presentation(uint32_t code_point)
{
    return CALL(u_hasBinaryProperty)((UChar32)code_point, UCHAR_EMOJI_PRESENTATION);
}

bool typesetting_is_ignorable(uint32_t code_point)
{
    return CALL(u_hasBinaryProperty)((UChar32)code_point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

int32_t typesetting_name(uint32_t code_point, char *name, int32_t capacity)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = CALL(u_charName)((UChar32)code_point, U_EXTENDED_CHAR_NAME, name, capacity, &status);
    return U_SUCCESS(status) ? length : 0;
}
