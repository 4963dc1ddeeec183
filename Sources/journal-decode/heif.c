#include "decode.h"

#include <libheif/heif.h>
#include <stdlib.h>

/* libheif applies rotation, mirroring and cropping of the file itself. */
int decode_heif(buffer_t input, picture_t *picture) {
    struct heif_context *context = heif_context_alloc();
    if (context == NULL) return FAILED;
    heif_context_set_max_decoding_threads(context, 0);
    struct heif_error error =
        heif_context_read_from_memory_without_copy(context, input.bytes, input.count, NULL);
    if (error.code != heif_error_Ok) return BROKEN;
    struct heif_image_handle *handle = NULL;
    error = heif_context_get_primary_image_handle(context, &handle);
    if (error.code != heif_error_Ok) return BROKEN;
    int status = size_status(heif_image_handle_get_width(handle), heif_image_handle_get_height(handle));
    if (status != DONE) return status;

    struct heif_image *image = NULL;
    error = heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL);
    if (error.code != heif_error_Ok) return BROKEN;
    picture->width = heif_image_get_primary_width(image);
    picture->height = heif_image_get_primary_height(image);
    picture->pixels = heif_image_get_plane(image, heif_channel_interleaved, &picture->stride);
    if (picture->pixels == NULL) return BROKEN;

    size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    if (size > 0 && size < (16 << 20)) {
        uint8_t *profile = malloc(size);
        if (profile != NULL && heif_image_handle_get_raw_color_profile(handle, profile).code == heif_error_Ok) {
            picture->profile = (buffer_t){profile, size};
        }
    }
    return size_status(picture->width, picture->height);
}
