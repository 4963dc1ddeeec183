#include "include/typesetting.h"
#include "libraries.h"

struct libdeflate_compressor;

static struct libdeflate_compressor *compressor(typesetting_deflater *deflater)
{
    return (struct libdeflate_compressor *)deflater;
}

typesetting_deflater *typesetting_deflater_make(int level)
{
    return (typesetting_deflater *)CALL(libdeflate_alloc_compressor)(level);
}

void typesetting_deflater_free(typesetting_deflater *deflater)
{
    if (deflater != NULL)
        CALL(libdeflate_free_compressor)(compressor(deflater));
}

size_t typesetting_deflate_bound(typesetting_deflater *deflater, size_t count)
{
    return CALL(libdeflate_zlib_compress_bound)(compressor(deflater), count);
}

size_t typesetting_deflate(
    typesetting_deflater *deflater, const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity)
{
    return CALL(libdeflate_zlib_compress)(compressor(deflater), bytes, count, output, capacity);
}

size_t typesetting_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity)
{
    struct libdeflate_decompressor *decompressor = CALL(libdeflate_alloc_decompressor)();
    if (decompressor == NULL)
        return 0;
    size_t written = 0;
    if (CALL(libdeflate_zlib_decompress)(decompressor, bytes, count, output, capacity, &written) != LIBDEFLATE_SUCCESS)
        written = 0;
    CALL(libdeflate_free_decompressor)(decompressor);
    return written;
}
