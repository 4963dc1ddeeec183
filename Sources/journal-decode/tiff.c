#include "decode.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/* libtiff reads from memory through these. */
typedef struct {
    buffer_t input;
    uint64_t position;
} memory_t;

static tmsize_t read_memory(thandle_t handle, void *target, tmsize_t size) {
    memory_t *memory = handle;
    if (size < 0 || memory->position >= memory->input.count) return 0;
    size_t count = memory->input.count - (size_t)memory->position;
    if (count > (size_t)size) count = (size_t)size;
    memcpy(target, memory->input.bytes + memory->position, count);
    memory->position += count;
    return (tmsize_t)count;
}

static tmsize_t write_nothing(thandle_t handle, void *source, tmsize_t size) {
    (void)handle, (void)source, (void)size;
    return 0;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
    memory_t *memory = handle;
    uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory->position : memory->input.count;
    memory->position = base + offset;
    return memory->position;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_memory(thandle_t handle) { return ((memory_t *)handle)->input.count; }

/* Page 1 alone, turned upright by libtiff; see-through parts become white. */
int decode_tiff(buffer_t input, picture_t *picture) {
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
    memory_t memory = {input, 0};
    TIFF *file = TIFFClientOpen("input", "rm", &memory, read_memory, write_nothing, seek_memory, close_nothing,
                                size_of_memory, NULL, NULL);
    if (file == NULL) return BROKEN;
    uint32_t width = 0, height = 0;
    if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width) || !TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height)) {
        return BROKEN;
    }
    int status = size_status(width, height);
    if (status != DONE) return status;
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    if (orientation < 1 || orientation > 8) orientation = ORIENTATION_TOPLEFT;

    size_t count = (size_t)width * height;
    uint32_t *raster = malloc(count * sizeof *raster);
    uint8_t *pixels = malloc(count * 3);
    if (raster == NULL || pixels == NULL) return TOO_LARGE;
    /* Asking for the file's own orientation gives the rows as they are stored. */
    if (!TIFFReadRGBAImageOriented(file, width, height, raster, orientation, 0)) return BROKEN;

    int turned = orientation >= 5;
    uint32_t out_width = turned ? height : width, out_height = turned ? width : height;
    for (uint32_t y = 0; y < out_height; y++) {
        for (uint32_t x = 0; x < out_width; x++) {
            uint32_t sx = x, sy = y;
            switch (orientation) {
            case 2: sx = width - 1 - x; break;
            case 3: sx = width - 1 - x, sy = height - 1 - y; break;
            case 4: sy = height - 1 - y; break;
            case 5: sx = y, sy = x; break;
            case 6: sx = y, sy = height - 1 - x; break;
            case 7: sx = width - 1 - y, sy = height - 1 - x; break;
            case 8: sx = width - 1 - y, sy = x; break;
            default: break;
            }
            uint32_t pixel = raster[(size_t)sy * width + sx];
            uint32_t alpha = TIFFGetA(pixel);
            uint8_t *target = pixels + ((size_t)y * out_width + x) * 3;
            /* libtiff multiplies colours by alpha already. */
            target[0] = (uint8_t)(TIFFGetR(pixel) + 255 - alpha > 255 ? 255 : TIFFGetR(pixel) + 255 - alpha);
            target[1] = (uint8_t)(TIFFGetG(pixel) + 255 - alpha > 255 ? 255 : TIFFGetG(pixel) + 255 - alpha);
            target[2] = (uint8_t)(TIFFGetB(pixel) + 255 - alpha > 255 ? 255 : TIFFGetB(pixel) + 255 - alpha);
        }
    }
    uint32_t size = 0;
    void *profile = NULL;
    if (TIFFGetField(file, TIFFTAG_ICCPROFILE, &size, &profile) && size > 0 && size < (16 << 20)) {
        uint8_t *copy = malloc(size);
        if (copy != NULL) {
            memcpy(copy, profile, size);
            picture->profile = (buffer_t){copy, size};
        }
    }
    free(raster);
    picture->pixels = pixels;
    picture->width = (int)out_width;
    picture->height = (int)out_height;
    picture->stride = (int)out_width * 3;
    return DONE;
}
