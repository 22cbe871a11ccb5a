/* listener.h - the TCP socket on which the server accepts connections. */
#ifndef SERVER_LISTENER_H
#define SERVER_LISTENER_H

#include "server/transport.h"

/* Listens on a name or an address (NULL or "": all of this machine) and a port (0: any free one).
 * -1: `error` says why not. */
int listener_open(const char *host, uint16_t port, char error[TRANSPORT_ERROR_MAX]);
uint16_t listener_port(int fd);

/* Accepts one connection and gives the address of the other end (address.h). -1: errno says why
 * not. */
int listener_accept(int listener, char address[TRANSPORT_ADDRESS_MAX]);
/* True if errno says that accepting works again only when files or memory become free. */
bool listener_out_of_files(void);

#endif
