/* listener.c - see listener.h. */
#include "server/listener.h"

#include "server/address.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_on(const struct addrinfo *a)
{
    const int one = 1, fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static void describe_error(int why, uint16_t port, char error[TRANSPORT_ERROR_MAX])
{
    const char *text = strerror(why);
    if (why == EADDRINUSE)
        text = "the address is in use; another program listens there";
    else if (why == EADDRNOTAVAIL)
        text = "the address is not one of this machine";
    else if (why == EAFNOSUPPORT)
        text = "this machine has no such kind of address (IPv6 may be switched off)";
    else if ((why == EACCES || why == EPERM) && port && port < 1024)
        text = "permission denied; a port below 1024 needs root or CAP_NET_BIND_SERVICE";
    snprintf(error, TRANSPORT_ERROR_MAX, "%s", text);
}

/* A name may have several addresses; the first that works is taken. */
static int listen_on_any(const struct addrinfo *found, uint16_t port,
                         char error[TRANSPORT_ERROR_MAX])
{
    int fd = -1, why = EADDRNOTAVAIL;
    for (const struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = listen_on(a);
        if (fd < 0 && (why == EADDRNOTAVAIL || why == EAFNOSUPPORT))
            why = errno; /* any other error says more than these two */
    }
    if (fd < 0)
        describe_error(why, port, error);
    return fd;
}

int listener_open(const char *host, uint16_t number, char error[TRANSPORT_ERROR_MAX])
{
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%u", number);
    const int wrong = getaddrinfo(host && host[0] ? host : NULL, port, &hints, &found);
    if (wrong) {
        snprintf(error, TRANSPORT_ERROR_MAX, "this is not an address, nor a name that has one (%s)",
                 gai_strerror(wrong));
        return -1;
    }
    const int fd = listen_on_any(found, number, error);
    freeaddrinfo(found);
    return fd;
}

uint16_t listener_port(int fd)
{
    struct sockaddr_storage own = {0};
    socklen_t size = sizeof own;
    char port[8] = "0";
    getsockname(fd, (struct sockaddr *)&own, &size);
    getnameinfo((struct sockaddr *)&own, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    return (uint16_t)strtoul(port, NULL, 10);
}

bool listener_out_of_files(void)
{
    return errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
}

int listener_accept(int listener, char address[TRANSPORT_ADDRESS_MAX])
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    char text[TRANSPORT_ADDRESS_MAX] = "";
    const int fd = accept(listener, (struct sockaddr *)&from, &size);
    if (fd < 0)
        return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    getnameinfo((struct sockaddr *)&from, size, text, sizeof text, NULL, 0, NI_NUMERICHOST);
    address_group(text, address);
    return fd;
}
