#include "decode.h"

#include <stdlib.h>
#include <webp/decode.h>

/* The first frame is all that libwebp's simple decoder gives; an animation counts as broken there. */
int decode_webp(buffer_t input, picture_t *picture) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return FAILED;
    if (WebPGetFeatures(input.bytes, input.count, &config.input) != VP8_STATUS_OK) return BROKEN;
    int status = size_status(config.input.width, config.input.height);
    if (status != DONE) return status;
    int width = config.input.width, height = config.input.height;
    if (!config.input.has_alpha) {
        config.output.colorspace = MODE_RGB;
        if (WebPDecode(input.bytes, input.count, &config) != VP8_STATUS_OK) return BROKEN;
        picture->pixels = config.output.u.RGBA.rgba;
        picture->stride = config.output.u.RGBA.stride;
    } else {
        config.output.colorspace = MODE_RGBA;
        if (WebPDecode(input.bytes, input.count, &config) != VP8_STATUS_OK) return BROKEN;
        uint8_t *pixels = malloc((size_t)width * height * 3);
        if (pixels == NULL) return TOO_LARGE;
        for (int y = 0; y < height; y++) {
            const uint8_t *row = config.output.u.RGBA.rgba + (size_t)y * config.output.u.RGBA.stride;
            uint8_t *target = pixels + (size_t)y * width * 3;
            for (int x = 0; x < width * 3; x++) {
                unsigned alpha = row[x / 3 * 4 + 3];
                target[x] = (uint8_t)((row[x / 3 * 4 + x % 3] * alpha + 255 * (255 - alpha)) / 255);
            }
        }
        picture->pixels = pixels;
        picture->stride = width * 3;
    }
    picture->width = width;
    picture->height = height;
    return DONE;
}
