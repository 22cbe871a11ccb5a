/* unix_socket.c - see unix_socket.h. */
#define _GNU_SOURCE /* struct ucred */
#include "server/unix_socket.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static const char ENDING[] = ".admin";

bool unix_socket_path(const char *file, char out[UNIX_SOCKET_PATH_MAX + 1], char *error,
                      size_t size)
{
    char real[PATH_MAX];
    if (!realpath(file, real)) {
        snprintf(error, size, "%.200s: %s", file, strerror(errno));
        return false;
    }
    const size_t length = strlen(real) + sizeof ENDING - 1;
    if (length > UNIX_SOCKET_PATH_MAX) {
        snprintf(error, size,
                 "the socket beside the data file would have a name of %zu bytes, and %d are "
                 "possible: give the data file a shorter path",
                 length, UNIX_SOCKET_PATH_MAX);
        return false;
    }
    snprintf(out, UNIX_SOCKET_PATH_MAX + 1, "%.101s%s", real, ENDING);
    return true;
}

static int open_socket(int flags)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
}

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    snprintf(a.sun_path, sizeof a.sun_path, "%.107s", path);
    return a;
}

static bool remove_old(const char *path)
{
    struct stat found;
    if (lstat(path, &found) != 0)
        return true;
    if (S_ISSOCK(found.st_mode))
        return unlink(path) == 0;
    errno = EEXIST;
    return false;
}

int unix_socket_listen(const char *path, char *error, size_t size)
{
    const struct sockaddr_un own = address_of(path);
    const int fd = remove_old(path) ? open_socket(SOCK_NONBLOCK) : -1;
    const mode_t before =
        umask(0177); /* other users can never connect, not even before the chmod */
    const bool bound = fd >= 0 && bind(fd, (const struct sockaddr *)&own, sizeof own) == 0;
    umask(before);
    if (bound && listen(fd, SOMAXCONN) == 0)
        return fd;
    snprintf(error, size, "%.200s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

int unix_socket_connect(const char *path)
{
    const struct sockaddr_un to = address_of(path);
    const int fd = open_socket(0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool unix_socket_peer(int fd, uint32_t *user_id)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return false;
    *user_id = peer.uid;
    return true;
}
