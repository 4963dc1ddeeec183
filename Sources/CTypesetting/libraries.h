#pragma once

#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb-subset.h>
#include <harfbuzz/hb.h>
#include <libdeflate.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>

/* Every function of the libraries that this target calls. Each is named here as
 * its library's manual spells it; ## keeps ICU's renaming macros away from the members' names. */
#define FOR_EACH_HARFBUZZ(X) \
    X(hb_blob_create_from_file_or_fail) X(hb_blob_destroy) X(hb_blob_get_data) X(hb_blob_get_length) \
    X(hb_buffer_add_utf8) X(hb_buffer_clear_contents) X(hb_buffer_create) X(hb_buffer_destroy) \
    X(hb_buffer_get_glyph_infos) X(hb_buffer_get_glyph_positions) X(hb_buffer_guess_segment_properties) \
    X(hb_buffer_set_cluster_level) X(hb_buffer_set_direction) X(hb_buffer_set_language) \
    X(hb_buffer_set_script) X(hb_face_count) X(hb_face_create) X(hb_face_destroy) X(hb_face_get_upem) \
    X(hb_face_make_immutable) X(hb_face_reference_blob) X(hb_face_reference_table) X(hb_font_create) \
    X(hb_font_destroy) X(hb_font_get_glyph_h_advance) X(hb_font_get_h_extents) \
    X(hb_font_get_nominal_glyph) X(hb_font_make_immutable) X(hb_language_from_string) X(hb_map_get) \
    X(hb_ot_color_glyph_reference_png) X(hb_ot_color_has_png) X(hb_ot_metrics_get_position) \
    X(hb_ot_name_get_utf8) X(hb_set_add) X(hb_set_clear) X(hb_set_invert) X(hb_set_del) \
    X(hb_script_from_iso15924_tag) X(hb_script_to_iso15924_tag) X(hb_shape) X(hb_unicode_funcs_get_default) \
    X(hb_unicode_script)

#define FOR_EACH_SUBSET(X) \
    X(hb_subset_input_create_or_fail) X(hb_subset_input_destroy) X(hb_subset_input_glyph_set) \
    X(hb_subset_input_set) X(hb_subset_input_set_flags) X(hb_subset_plan_create_or_fail) \
    X(hb_subset_plan_destroy) X(hb_subset_plan_execute_or_fail) X(hb_subset_plan_old_to_new_glyph_mapping)

#define FOR_EACH_ICU(X) \
    X(u_charName) X(u_hasBinaryProperty) X(ubidi_close) X(ubidi_getLevels) X(ubidi_getParaLevel) \
    X(ubidi_openSized) X(ubidi_setPara) X(ubrk_close) X(ubrk_first) X(ubrk_next) X(ubrk_open) X(ubrk_setText)

#define FOR_EACH_DEFLATE(X) \
    X(libdeflate_alloc_compressor) X(libdeflate_alloc_decompressor) X(libdeflate_free_compressor) \
    X(libdeflate_free_decompressor) X(libdeflate_zlib_compress) X(libdeflate_zlib_compress_bound) \
    X(libdeflate_zlib_decompress)

#define DECLARE_ENTRY(name) __typeof__(&name) name##_entry;
typedef struct {
    FOR_EACH_HARFBUZZ(DECLARE_ENTRY)
    FOR_EACH_SUBSET(DECLARE_ENTRY)
    FOR_EACH_ICU(DECLARE_ENTRY)
    FOR_EACH_DEFLATE(DECLARE_ENTRY)
} typesetting_entries;
#undef DECLARE_ENTRY

extern typesetting_entries typesetting_library;

/* Calls through the table: CALL(hb_shape)(...). */
#define CALL(name) typesetting_library.name##_entry
