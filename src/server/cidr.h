/* cidr.h - ranges of addresses, as a host writes them: 192.0.2.7, 192.0.2.0/24, 2001:db8::/32. */
#ifndef SERVER_CIDR_H
#define SERVER_CIDR_H

#include <stdbool.h>
#include <stdint.h>

enum { CIDR_MAX = 52 };

typedef struct cidr {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d; the bits after the prefix are 0 */
    uint8_t bits;      /* of those 16 bytes: an IPv4 /24 has 120 */
} cidr;

/* Reads an address or ADDRESS/BITS. The server knows a visitor of IPv6 by the first 64 bits
 * (address.h), so a longer prefix, or none, means those 64. False: no address. */
bool cidr_parse(const char *text, cidr *range);

/* Is all of `inner` in `outer`? A range of IPv6 contains no address of IPv4, and the other way
 * round. */
bool cidr_contains(const cidr *outer, const cidr *inner);

/* True if the range covers so much of the network that it must be a mistake: at least /8 of IPv4 or
 * /16 of IPv6 is needed. */
bool cidr_is_too_wide(const cidr *range);

/* The range as it is stored and shown: a single IPv4 address without its /32. */
void cidr_text(const cidr *range, char out[CIDR_MAX]);

#endif
