#include <stdlib.h>
#include <string.h>

#include "faces.h"
#include "include/typesetting.h"
#include "libraries.h"

static int32_t signed_at(const uint8_t *table, unsigned length, unsigned offset)
{
    return offset + 2 <= length ? (int16_t)(table[offset] << 8 | table[offset + 1]) : 0;
}

static const uint8_t *table_bytes(hb_blob_t *blob, unsigned *length)
{
    *length = CALL(hb_blob_get_length)(blob);
    return (const uint8_t *)CALL(hb_blob_get_data)(blob, NULL);
}

typesetting_face *typesetting_face_open(const char *path, uint32_t index)
{
    hb_blob_t *blob = CALL(hb_blob_create_from_file_or_fail)(path);
    if (blob == NULL)
        return NULL;
    typesetting_face *result = NULL;
    if (index < CALL(hb_face_count)(blob))
        result = calloc(1, sizeof *result);
    if (result != NULL) {
        result->face = CALL(hb_face_create)(blob, index);
        CALL(hb_face_make_immutable)(result->face);
        result->font = CALL(hb_font_create)(result->face);
        CALL(hb_font_make_immutable)(result->font);
        hb_blob_t *cff = CALL(hb_face_reference_table)(result->face, HB_TAG('C', 'F', 'F', ' '));
        result->has_cff = CALL(hb_blob_get_length)(cff) > 0;
        CALL(hb_blob_destroy)(cff);
    }
    CALL(hb_blob_destroy)(blob);
    return result;
}

void typesetting_face_close(typesetting_face *face)
{
    if (face == NULL)
        return;
    CALL(hb_font_destroy)(face->font);
    CALL(hb_face_destroy)(face->face);
    free(face);
}

typesetting_face_facts typesetting_face_get_facts(const typesetting_face *face)
{
    typesetting_face_facts facts = {0};
    unsigned length;
    facts.units_per_em = (int32_t)CALL(hb_face_get_upem)(face->face);
    hb_font_extents_t extents = {0};
    CALL(hb_font_get_h_extents)(face->font, &extents);
    facts.ascender = extents.ascender;
    facts.descender = extents.descender;
    hb_position_t position;
    facts.cap_height = CALL(hb_ot_metrics_get_position)(face->font, HB_OT_METRICS_TAG_CAP_HEIGHT, &position)
        ? position : extents.ascender * 2 / 3;
    /* OpenType 1.9, tables head, post and OS/2: fixed places of their fields. */
    hb_blob_t *blob = CALL(hb_face_reference_table)(face->face, HB_TAG('h', 'e', 'a', 'd'));
    const uint8_t *bytes = table_bytes(blob, &length);
    facts.x_min = signed_at(bytes, length, 36);
    facts.y_min = signed_at(bytes, length, 38);
    facts.x_max = signed_at(bytes, length, 40);
    facts.y_max = signed_at(bytes, length, 42);
    CALL(hb_blob_destroy)(blob);
    blob = CALL(hb_face_reference_table)(face->face, HB_TAG('p', 'o', 's', 't'));
    bytes = table_bytes(blob, &length);
    facts.italic_angle = signed_at(bytes, length, 4) + (uint16_t)signed_at(bytes, length, 6) / 65536.0;
    facts.is_fixed_pitch = signed_at(bytes, length, 12) != 0 || signed_at(bytes, length, 14) != 0;
    CALL(hb_blob_destroy)(blob);
    blob = CALL(hb_face_reference_table)(face->face, HB_TAG('O', 'S', '/', '2'));
    bytes = table_bytes(blob, &length);
    facts.weight = signed_at(bytes, length, 4);
    CALL(hb_blob_destroy)(blob);
    facts.has_cff = face->has_cff;
    facts.has_bitmaps = CALL(hb_ot_color_has_png)(face->face);
    unsigned size = sizeof facts.postscript_name;
    CALL(hb_ot_name_get_utf8)(
        face->face, HB_OT_NAME_ID_POSTSCRIPT_NAME, NULL, &size, facts.postscript_name);
    return facts;
}

uint32_t typesetting_face_glyph(const typesetting_face *face, uint32_t code_point)
{
    hb_codepoint_t glyph = 0;
    return CALL(hb_font_get_nominal_glyph)(face->font, code_point, &glyph) ? glyph : 0;
}

int32_t typesetting_face_advance(const typesetting_face *face, uint32_t glyph)
{
    return CALL(hb_font_get_glyph_h_advance)(face->font, glyph);
}

typesetting_png typesetting_face_png(const typesetting_face *face, uint32_t glyph)
{
    hb_blob_t *blob = CALL(hb_ot_color_glyph_reference_png)(face->font, glyph);
    unsigned length;
    const uint8_t *bytes = table_bytes(blob, &length);
    return (typesetting_png){bytes, length, blob};
}

void typesetting_png_release(typesetting_png png) { CALL(hb_blob_destroy)(png.owner); }

uint8_t *typesetting_subset(
    const typesetting_face *face, const uint32_t *glyphs, size_t glyph_count, uint32_t *new_glyphs, size_t *byte_count)
{
    hb_subset_input_t *input = CALL(hb_subset_input_create_or_fail)();
    if (input == NULL)
        return NULL;
    hb_set_t *wanted = CALL(hb_subset_input_glyph_set)(input);
    for (size_t i = 0; i < glyph_count; i++)
        CALL(hb_set_add)(wanted, glyphs[i]);
    CALL(hb_subset_input_set_flags)(input, HB_SUBSET_FLAGS_NO_HINTING);
    /* A PDF needs the outlines and their widths; text is already shaped (ISO 32000-1, 9.9). */
    static const hb_tag_t unused[] = {
        HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S'), HB_TAG('G', 'D', 'E', 'F'), HB_TAG('c', 'm', 'a', 'p'),
        HB_TAG('n', 'a', 'm', 'e'), HB_TAG('p', 'o', 's', 't'), HB_TAG('O', 'S', '/', '2'), HB_TAG('D', 'S', 'I', 'G'),
        HB_TAG('V', 'O', 'R', 'G'), HB_TAG('v', 'h', 'e', 'a'), HB_TAG('v', 'm', 't', 'x'), HB_TAG('B', 'A', 'S', 'E'),
        HB_TAG('g', 'a', 's', 'p'), HB_TAG('m', 'e', 't', 'a'), HB_TAG('S', 'T', 'A', 'T'), HB_TAG('M', 'A', 'T', 'H')};
    hb_set_t *dropped = CALL(hb_subset_input_set)(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        CALL(hb_set_add)(dropped, unused[i]);
    CALL(hb_set_clear)(CALL(hb_subset_input_set)(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG));

    uint8_t *result = NULL;
    hb_subset_plan_t *plan = CALL(hb_subset_plan_create_or_fail)(face->face, input);
    hb_face_t *subset = plan == NULL ? NULL : CALL(hb_subset_plan_execute_or_fail)(plan);
    if (subset != NULL) {
        const hb_map_t *numbers = CALL(hb_subset_plan_old_to_new_glyph_mapping)(plan);
        for (size_t i = 0; i < glyph_count; i++) {
            hb_codepoint_t number = CALL(hb_map_get)(numbers, glyphs[i]);
            new_glyphs[i] = number == HB_MAP_VALUE_INVALID ? 0 : number;
        }
        hb_blob_t *blob = face->has_cff
            ? CALL(hb_face_reference_table)(subset, HB_TAG('C', 'F', 'F', ' '))
            : CALL(hb_face_reference_blob)(subset);
        unsigned length;
        const uint8_t *bytes = table_bytes(blob, &length);
        result = length == 0 ? NULL : malloc(length);
        if (result != NULL)
            memcpy(result, bytes, length);
        *byte_count = length;
        CALL(hb_blob_destroy)(blob);
        CALL(hb_face_destroy)(subset);
    }
    if (plan != NULL)
        CALL(hb_subset_plan_destroy)(plan);
    CALL(hb_subset_input_destroy)(input);
    return result;
}

void typesetting_free(void *bytes) { free(bytes); }
