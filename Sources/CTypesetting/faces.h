#pragma once

#include "libraries.h"

struct typesetting_face {
    hb_face_t *face;
    hb_font_t *font;
    bool has_cff;
};
