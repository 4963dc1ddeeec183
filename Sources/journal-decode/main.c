/* Turns one picture into JPEG, with nothing but memory at hand.

   journal-decode picture      HEIC, AVIF, TIFF or WebP on standard input, JPEG on standard output
   journal-decode upright N    JPEG in, the same JPEG turned by EXIF orientation N (2...8) without loss out

   Memory is left to the end of the process, which is near. */
#include "decode.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>
#include <unistd.h>

int size_status(int64_t width, int64_t height) {
    if (width < 1 || height < 1) return BROKEN;
    if (width > 65500 || height > 65500) return TOO_LARGE; /* what JPEG can hold */
    return width * height <= MAXIMUM_PIXELS ? DONE : TOO_LARGE;
}

int put(const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, count);
        if (written <= 0) return FAILED;
        bytes += written;
        count -= (size_t)written;
    }
    return DONE;
}

static int take_input(buffer_t *input) {
    size_t room = 1 << 20;
    input->bytes = malloc(room);
    if (input->bytes == NULL) return FAILED;
    for (;;) {
        ssize_t count = read(STDIN_FILENO, input->bytes + input->count, room - input->count);
        if (count < 0) return FAILED;
        if (count == 0) return DONE;
        input->count += (size_t)count;
        if (input->count > MAXIMUM_BYTES) return TOO_LARGE;
        if (input->count == room) {
            room *= 2;
            uint8_t *more = realloc(input->bytes, room);
            if (more == NULL) return TOO_LARGE;
            input->bytes = more;
        }
    }
}

/* The file with its colour profile as APP2 segments behind the first two bytes (ICC.1:2010, annex B.4). */
static int put_with_profile(const uint8_t *jpeg, size_t size, buffer_t profile) {
    enum { PART = 65519 };
    size_t parts = (profile.count + PART - 1) / PART;
    if (parts == 0 || parts > 255) return put(jpeg, size);
    int status = put(jpeg, 2);
    for (size_t part = 0; part < parts && status == DONE; part++) {
        size_t count = profile.count - part * PART > PART ? PART : profile.count - part * PART;
        uint8_t head[18] = {0xff, 0xe2, (uint8_t)((count + 16) >> 8), (uint8_t)(count + 16)};
        memcpy(head + 4, "ICC_PROFILE", 12);
        head[16] = (uint8_t)(part + 1);
        head[17] = (uint8_t)parts;
        status = put(head, sizeof head);
        if (status == DONE) status = put(profile.bytes + part * PART, count);
    }
    return status == DONE ? put(jpeg + 2, size - 2) : status;
}

static int convert(buffer_t input) {
    picture_t picture = {0};
    int status = BROKEN;
    if (input.count > 12 && memcmp(input.bytes, "RIFF", 4) == 0) {
        status = decode_webp(input, &picture);
    } else if (input.count > 12 && memcmp(input.bytes + 4, "ftyp", 4) == 0) {
        status = decode_heif(input, &picture);
    } else if (input.count > 8 && (memcmp(input.bytes, "II", 2) == 0 || memcmp(input.bytes, "MM", 2) == 0)) {
        status = decode_tiff(input, &picture);
    }
    if (status != DONE) return status;
    tjhandle encoder = tjInitCompress();
    unsigned char *jpeg = NULL;
    unsigned long size = 0;
    if (encoder == NULL || tjCompress2(encoder, picture.pixels, picture.width, picture.stride, picture.height,
                                       TJPF_RGB, &jpeg, &size, TJSAMP_420, 90, TJFLAG_ACCURATEDCT) != 0) {
        return FAILED;
    }
    return put_with_profile(jpeg, size, picture.profile);
}

static int turn(buffer_t input, int orientation) {
    static const int operations[] = {0,           0,           TJXOP_HFLIP,      TJXOP_ROT180, TJXOP_VFLIP,
                                     TJXOP_TRANSPOSE, TJXOP_ROT90, TJXOP_TRANSVERSE, TJXOP_ROT270};
    tjhandle transformer = tjInitTransform();
    if (transformer == NULL) return FAILED;
    int width = 0, height = 0, subsampling = 0, colors = 0;
    if (tjDecompressHeader3(transformer, input.bytes, input.count, &width, &height, &subsampling, &colors) != 0) {
        return BROKEN;
    }
    int status = size_status(width, height);
    if (status != DONE) return status;
    tjtransform transform = {0};
    transform.op = operations[orientation];
    transform.options = TJXOPT_TRIM; /* a part of a block at the edge cannot be turned */
    unsigned char *jpeg = NULL;
    unsigned long size = 0;
    if (tjTransform(transformer, input.bytes, input.count, 1, &jpeg, &size, &transform, 0) != 0) return BROKEN;
    return put(jpeg, size);
}

int main(int count, char **words) {
    int orientation = 0;
    if (count == 3 && strcmp(words[1], "upright") == 0 && words[2][1] == 0 && words[2][0] >= '2' &&
        words[2][0] <= '8') {
        orientation = words[2][0] - '0';
    } else if (count != 2 || strcmp(words[1], "picture") != 0) {
        static const char usage[] = "usage: journal-decode picture | upright N\n";
        return write(STDERR_FILENO, usage, sizeof usage - 1) < 0 ? FAILED : USAGE;
    }
    int status = enter_sandbox();
    buffer_t input = {0};
    if (status == DONE) status = take_input(&input);
    if (status == DONE) status = orientation == 0 ? convert(input) : turn(input, orientation);
    return status;
}
