#pragma once
#include <stddef.h>
#include <stdint.h>

/* Statuses, after sysexits(3) where it has one. */
enum { DONE = 0, USAGE = 64, BROKEN = 65, TOO_LARGE = 66, FAILED = 70 };

enum { MAXIMUM_BYTES = 200 << 20, MAXIMUM_PIXELS = 100 * 1000 * 1000 };

typedef struct {
    uint8_t *bytes;
    size_t count;
} buffer_t;

/* A picture in memory: rows from the top, 3 bytes a pixel, red first. */
typedef struct {
    uint8_t *pixels;
    int width;
    int height;
    int stride;
    buffer_t profile; /* ICC; count 0 when there is none */
} picture_t;

/* Gives up everything but reading, writing and memory; must come before the first byte of input. */
int enter_sandbox(void);

/* Each returns a status and, when DONE, a picture whose memory lives until the process ends. */
int decode_heif(buffer_t input, picture_t *picture);
int decode_tiff(buffer_t input, picture_t *picture);
int decode_webp(buffer_t input, picture_t *picture);

/* Whether a picture of this size may be decoded. */
int size_status(int64_t width, int64_t height);

/* Writes all of it to standard output. */
int put(const uint8_t *bytes, size_t count);
