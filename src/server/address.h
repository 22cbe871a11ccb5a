/* address.h - which addresses count as one visitor. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

enum { ADDRESS_MAX = 48 };

/* The address as limits count it: IPv4 as it is (inside IPv6 too), IPv6 by its first 64 bits, of
 * which a customer has at least one whole network. This machine, and what is no address, stay as
 * they are written. */
void address_group(const char *text, char out[ADDRESS_MAX]);

/* The last address of X-Forwarded-For. Some proxies append a port, which would make each
 * connection a visitor of its own. "": there is none. */
void address_forwarded(const char *header, char out[ADDRESS_MAX]);

#endif
