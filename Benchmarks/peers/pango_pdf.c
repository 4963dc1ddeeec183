/* The peer of the PDF benchmark: the same entries set by Pango and written by Cairo, with what Cairo can do
 * of a tagged file: structure tags, an outline of years, months and entries, and internal and external links.
 *
 * Usage: pango_pdf LANGUAGE FONT INPUT OUTPUT
 * INPUT holds records of "YYYY-MM-DD\n", one paragraph a line, ended by a form feed.
 */
#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double width = 419.528, height = 595.276; /* A5 in points */
static const double margin = 54;

static cairo_surface_t *surface;
static cairo_t *context;
static PangoLayout *heading, *body;
static double y;
static int page;

static void end_page(void) {
    char number[16];
    snprintf(number, sizeof number, "%d", ++page);
    pango_layout_set_text(heading, number, -1);
    cairo_move_to(context, width - margin, height - margin / 2 - 12);
    pango_cairo_show_layout(context, heading);
    cairo_show_page(context);
    y = margin;
}

/* Shows the layout line by line, so that a paragraph can go on on the next page. */
static void show(PangoLayout *layout, const char *tag) {
    int count = pango_layout_get_line_count(layout);
    bool open = false; /* Cairo 1.16 crashes on a tag that crosses a page or holds nothing. */
    for (int i = 0; i < count; i++) {
        PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
        PangoRectangle logical;
        pango_layout_line_get_extents(line, NULL, &logical);
        double line_height = (double)logical.height / PANGO_SCALE;
        if (y + line_height > height - margin) {
            if (open) cairo_tag_end(context, tag);
            open = false;
            end_page();
        }
        if (!open) cairo_tag_begin(context, tag, NULL);
        open = true;
        cairo_move_to(context, margin + (double)logical.x / PANGO_SCALE, y - (double)logical.y / PANGO_SCALE);
        pango_cairo_show_layout_line(context, line);
        y += line_height;
    }
    if (open) cairo_tag_end(context, tag);
}

static int outline(int parent, const char *title, const char *destination) {
    char attributes[64];
    snprintf(attributes, sizeof attributes, "dest='%s'", destination);
    return cairo_pdf_surface_add_outline(surface, parent, title, attributes, 0);
}

static PangoLayout *layout_of(const char *font, double points, const char *language, bool justified) {
    PangoLayout *layout = pango_cairo_create_layout(context);
    PangoFontDescription *description = pango_font_description_from_string(font);
    pango_font_description_set_absolute_size(description, points * PANGO_SCALE);
    pango_layout_set_font_description(layout, description);
    pango_font_description_free(description);
    pango_context_set_language(pango_layout_get_context(layout), pango_language_from_string(language));
    pango_layout_set_width(layout, (int)((width - 2 * margin) * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_justify(layout, justified);
    return layout;
}

int main(int argc, char **argv) {
    if (argc != 5) return 64;
    FILE *input = fopen(argv[3], "rb");
    if (!input) return 66;
    surface = cairo_pdf_surface_create(argv[4], width, height);
    context = cairo_create(surface);
    char bold[128];
    snprintf(bold, sizeof bold, "%s Bold", argv[2]);
    body = layout_of(argv[2], 10, argv[1], true);
    heading = layout_of(bold, 12, argv[1], false);
    y = margin;

    char *text = NULL;
    size_t capacity = 0;
    ssize_t length;
    char year[5] = "", month[8] = "", previous[32] = "";
    int year_outline = 0, month_outline = 0;
    for (int entry = 0; (length = getdelim(&text, &capacity, '\f', input)) > 10; entry++) {
        text[length - 1] = 0;
        char *paragraph = strchr(text, '\n');
        if (!paragraph) break;
        *paragraph++ = 0;
        char destination[32], attributes[64];
        snprintf(destination, sizeof destination, "e%d", entry);
        snprintf(attributes, sizeof attributes, "name='%s'", destination);
        if (y + 100 > height - margin) end_page();
        cairo_tag_begin(context, CAIRO_TAG_DEST, attributes);
        if (strncmp(year, text, 4) != 0) {
            memcpy(year, text, 4);
            year_outline = outline(CAIRO_PDF_OUTLINE_ROOT, year, destination);
            pango_layout_set_text(heading, year, -1);
            show(heading, "H1");
        }
        if (strncmp(month, text, 7) != 0) {
            memcpy(month, text, 7);
            month_outline = outline(year_outline, month, destination);
            pango_layout_set_text(heading, month, -1);
            show(heading, "H2");
        }
        outline(month_outline, text, destination);
        pango_layout_set_text(heading, text, -1);
        show(heading, "H3");
        cairo_tag_end(context, CAIRO_TAG_DEST);
        for (char *end; paragraph && *paragraph; paragraph = end) {
            end = strchr(paragraph, '\n');
            if (end) *end++ = 0;
            pango_layout_set_text(body, paragraph, -1);
            show(body, "P");
            y += 4;
        }
        /* One internal and one external link an entry, as in the book beside it. */
        snprintf(attributes, sizeof attributes, "dest='%s'", *previous ? previous : destination);
        if (y + 60 > height - margin) end_page();
        cairo_tag_begin(context, CAIRO_TAG_LINK, attributes);
        pango_layout_set_text(heading, "the day before", -1);
        show(heading, "P");
        cairo_tag_end(context, CAIRO_TAG_LINK);
        cairo_tag_begin(context, CAIRO_TAG_LINK, "uri='https://example.org/'");
        pango_layout_set_text(heading, "elsewhere", -1);
        show(heading, "P");
        cairo_tag_end(context, CAIRO_TAG_LINK);
        strcpy(previous, destination);
    }
    end_page();
    free(text);
    fclose(input);
    cairo_destroy(context);
    cairo_surface_finish(surface);
    bool failed = cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return failed;
}
