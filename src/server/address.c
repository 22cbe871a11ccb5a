/* address.c - see address.h. */
#include "server/address.h"

#include <arpa/inet.h>
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
    out[strcspn(out, "%")] = 0; /* the network card of a local one */
    if (inet_pton(AF_INET6, out, &a) == 1 && !IN6_IS_ADDR_LOOPBACK(&a))
        group_of_ipv6(&a, out);
}
