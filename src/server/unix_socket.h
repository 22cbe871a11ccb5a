/* unix_socket.h - the socket beside the data file, by which a host administers a running server. */
#ifndef SERVER_UNIX_SOCKET_H
#define SERVER_UNIX_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest path that such a socket can have. */
enum { UNIX_SOCKET_PATH_MAX = 107 };

/* The path FILE.admin, with FILE resolved by realpath. False: no such file, or the path is too long
 * for a socket; `error` says which. */
bool unix_socket_path(const char *file, char out[UNIX_SOCKET_PATH_MAX + 1], char *error,
                      size_t size);

/* Makes the socket with mode 0600 and removes one that an earlier server has left. The caller must
 * hold the lock of the data file. -1: `error` says why. */
int unix_socket_listen(const char *path, char *error, size_t size);

/* -1: nobody listens there. */
int unix_socket_connect(const char *path);

/* The user of the process at the other end, as the kernel reports it. */
bool unix_socket_peer(int fd, uint32_t *user_id);

#endif
