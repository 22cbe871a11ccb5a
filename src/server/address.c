/* address.c - see address.h. */
#include "server/address.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void group_of_ipv6(struct in6_addr *a, char out[ADDRESS_MAX])
{
    char text[INET6_ADDRSTRLEN];
    if (IN6_IS_ADDR_V4MAPPED(a)) {
        inet_ntop(AF_INET, &a->s6_addr[12], out, ADDRESS_MAX);
        return;
    }
    memset(&a->s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, a, text, sizeof text);
    snprintf(out, ADDRESS_MAX, "%.43s/64", text);
}

void address_group(const char *text, char out[ADDRESS_MAX])
{
    struct in6_addr a;
    snprintf(out, ADDRESS_MAX, "%s", text);
    out[strcspn(out, "%")] = 0; /* the network interface of a link-local address */
    if (inet_pton(AF_INET6, out, &a) == 1 && !IN6_IS_ADDR_LOOPBACK(&a))
        group_of_ipv6(&a, out);
}

static bool is_address(const char *text)
{
    struct in6_addr a;
    char bare[ADDRESS_MAX];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(text, "%"), text);
    return inet_pton(AF_INET6, bare, &a) == 1 || inet_pton(AF_INET, bare, &a) == 1;
}

/* 192.0.2.7:5678 or [2001:db8::7]:5678, without what is not the address. */
static void drop_port(char *text)
{
    if (text[0] == '[') {
        const size_t n = strcspn(text + 1, "]");
        memmove(text, text + 1, n);
        text[n] = 0;
    } else if (strchr(text, ':') == strrchr(text, ':')) {
        text[strcspn(text, ":")] = 0;
    }
}

void address_forwarded(const char *header, char out[ADDRESS_MAX])
{
    char text[ADDRESS_MAX + 8]; /* with a port */
    const char *last = strrchr(header, ',');
    last = last ? last + 1 : header;
    last += strspn(last, " \t");
    const size_t n = strcspn(last, " \t");
    out[0] = 0;
    if (n >= sizeof text)
        return;
    snprintf(text, sizeof text, "%.*s", (int)n, last);
    if (!is_address(text))
        drop_port(text);
    if (is_address(text))
        snprintf(out, ADDRESS_MAX, "%.47s", text);
}
