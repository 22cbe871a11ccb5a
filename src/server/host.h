/* host.h - which names of this server a request may use (its Host, RFC 9110, 7.2).
 *
 * A foreign page can give its own DNS name our address and then speak to us as if it were from the
 * same site (DNS rebinding); the Host of such a request is the foreign name. So without a setting
 * `origin` only names are accepted that cannot be somebody else's in the public DNS, and with it
 * only the origin's.
 */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

#include <stdbool.h>

/* Is this "name", "name:port", "1.2.3.4:port" or "[::1]:port", as RFC 3986 writes them? */
bool host_is_wellformed(const char *host);

/* An address of IPv4 or IPv6, localhost or a name in .localhost, with any port. */
bool host_is_direct(const char *host);

/* That, a name of one label, or one in .local, .lan, .internal or .home.arpa. */
bool host_is_private(const char *host);

/* Is it the host of the origin ("https://azul.example"), with any port? A proxy may leave the port
 * out. */
bool host_is_of_origin(const char *host, const char *origin);

/* "https://host" or "http://host:port" with nothing after it. */
bool host_origin_ok(const char *origin);

#endif
