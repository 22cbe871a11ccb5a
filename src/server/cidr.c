/* cidr.c - see cidr.h. */
#include "server/cidr.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOUR_BITS = 96, SIX_KNOWN_BITS = 64, ALL_BITS = 128 };

static const uint8_t MAPPED[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_mapped(const cidr *c)
{
    return memcmp(c->bytes, MAPPED, sizeof MAPPED) == 0;
}

/* cidr_parse gives a range of IPv6 at most SIX_KNOWN_BITS. */
static bool is_four(const cidr *c)
{
    return c->bits >= FOUR_BITS;
}

static void clear_behind(cidr *c)
{
    for (unsigned i = 0; i < ALL_BITS; i++)
        if (i >= c->bits)
            c->bytes[i / 8] &= (uint8_t) ~(0x80u >> i % 8);
}

/* One to three digits and nothing else. */
static bool parse_bits(const char *text, unsigned max, unsigned *bits)
{
    const size_t n = strlen(text);
    if (n < 1 || n > 3 || strspn(text, "0123456789") != n)
        return false;
    *bits = (unsigned)strtoul(text, NULL, 10);
    return *bits <= max;
}

bool cidr_parse(const char *text, cidr *range)
{
    char address[INET6_ADDRSTRLEN];
    const size_t n = strcspn(text, "/");
    unsigned bits = ALL_BITS;
    if (n >= sizeof address)
        return false;
    memcpy(address, text, n);
    address[n] = 0;
    memcpy(range->bytes, MAPPED, sizeof MAPPED);
    if (inet_pton(AF_INET, address, range->bytes + sizeof MAPPED) == 1) {
        if (text[n] && !parse_bits(text + n + 1, ALL_BITS - FOUR_BITS, &bits))
            return false;
        bits += text[n] ? FOUR_BITS : 0;
    } else if (inet_pton(AF_INET6, address, range->bytes) == 1) {
        if (text[n] && !parse_bits(text + n + 1, ALL_BITS, &bits))
            return false;
        if (is_mapped(range) && bits < FOUR_BITS)
            return false; /* reaches beyond the mapped addresses, so it is no range of IPv4 */
        if (!is_mapped(range) && bits > SIX_KNOWN_BITS)
            bits = SIX_KNOWN_BITS;
    } else {
        return false;
    }
    range->bits = (uint8_t)bits;
    clear_behind(range);
    return true;
}

bool cidr_contains(const cidr *outer, const cidr *inner)
{
    const unsigned whole = outer->bits / 8, rest = outer->bits % 8;
    const uint8_t mask = (uint8_t)(0xff00u >> rest);
    if (is_four(outer) != is_four(inner))
        return false; /* ::/64 contains the bytes of all mapped addresses, but stands for none of
                         them */
    if (outer->bits > inner->bits || memcmp(outer->bytes, inner->bytes, whole) != 0)
        return false;
    return rest == 0 || ((outer->bytes[whole] ^ inner->bytes[whole]) & mask) == 0;
}

bool cidr_is_too_wide(const cidr *range)
{
    return is_four(range) ? range->bits < FOUR_BITS + 8 : range->bits < 16;
}

void cidr_text(const cidr *range, char out[CIDR_MAX])
{
    char address[INET6_ADDRSTRLEN] = "";
    if (!is_four(range)) {
        inet_ntop(AF_INET6, range->bytes, address, sizeof address);
        snprintf(out, CIDR_MAX, "%s/%u", address, range->bits);
        return;
    }
    inet_ntop(AF_INET, range->bytes + sizeof MAPPED, address, sizeof address);
    if (range->bits == ALL_BITS)
        snprintf(out, CIDR_MAX, "%s", address);
    else
        snprintf(out, CIDR_MAX, "%s/%u", address, range->bits - FOUR_BITS);
}
