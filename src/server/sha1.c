/* sha1.c - see sha1.h (FIPS 180-4). */
#include "server/sha1.h"

#include <assert.h>
#include <string.h>

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static uint32_t mix_block(unsigned round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5a827999u;
    case 1:
        return (b ^ c ^ d) + 0x6ed9eba1u;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
    default:
        return (b ^ c ^ d) + 0xca62c1d6u;
    }
}

static void add_block(uint32_t h[5], const uint8_t block[64])
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (unsigned i = 0; i < 80; i++) {
        const uint32_t next = rotate(a, 5) + mix_block(i, b, c, d) + e + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

void sha1(const char *text, size_t length, uint8_t sum[SHA1_BYTES])
{
    uint32_t h[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    uint8_t blocks[128] = {0};
    assert(length <= SHA1_TEXT_MAX);
    const size_t end = length < 56 ? 64 : 128;
    memcpy(blocks, text, length);
    blocks[length] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        blocks[end - 1 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    for (size_t at = 0; at < end; at += 64)
        add_block(h, blocks + at);
    for (unsigned i = 0; i < SHA1_BYTES; i++)
        sum[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}
