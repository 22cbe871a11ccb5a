/* host.c - see host.h. */
#include "server/host.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

enum { NAME_MAX_BYTES = 256 };

/* The name or the address alone, without brackets, port and the dot of the DNS root. False: it is
 * not well formed. */
static bool split(const char *host, char name[NAME_MAX_BYTES], bool *six)
{
    *six = host[0] == '[';
    const char *from = host + *six;
    const size_t length = strcspn(from, *six ? "]" : ":");
    const char *rest = from + length;
    if (!length || length >= NAME_MAX_BYTES || (*six && *rest++ != ']'))
        return false;
    if (*rest && (*rest != ':' || strspn(rest + 1, "0123456789") != strlen(rest + 1)))
        return false;
    memcpy(name, from, length);
    name[length] = 0;
    if (!*six && length > 1 && name[length - 1] == '.')
        name[length - 1] = 0;
    return true;
}

/* The characters of a name in a URI; their meaning does not matter here. */
static bool is_name(const char *name)
{
    for (const char *at = name; *at; at++)
        if (!strchr(LETTERS, *at) && !strchr("-._~!$&'()*+,;=%", *at))
            return false;
    return true;
}

/* The characters of the names that people use. Browsers decode %2e before they send a name, so a
 * name with a % is not accepted. */
static bool is_plain(const char *name)
{
    for (const char *at = name; *at; at++)
        if (!strchr(LETTERS, *at) && !strchr("-._", *at))
            return false;
    return true;
}

static bool is_address(const char *name, bool six)
{
    unsigned char bytes[16];
    return inet_pton(six ? AF_INET6 : AF_INET, name, bytes) == 1;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcasecmp(name + n - m, end) == 0;
}

bool host_is_wellformed(const char *host)
{
    char name[NAME_MAX_BYTES];
    bool six;
    return split(host, name, &six) && (six ? is_address(name, true) : is_name(name));
}

bool host_is_direct(const char *host)
{
    char name[NAME_MAX_BYTES];
    bool six;
    return split(host, name, &six) &&
           (is_address(name, six) ||
            (!six && (strcasecmp(name, "localhost") == 0 || ends_with(name, ".localhost"))));
}

bool host_is_private(const char *host)
{
    static const char *const ends[] = {".local", ".lan", ".internal", ".home.arpa"};
    char name[NAME_MAX_BYTES];
    bool six;
    if (host_is_direct(host))
        return true;
    if (!split(host, name, &six) || six || !is_plain(name))
        return false;
    if (!strchr(name, '.'))
        return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_with(name, ends[i]))
            return true;
    return false;
}

static const char *host_in(const char *origin)
{
    return strncasecmp(origin, "https://", 8) == 0  ? origin + 8
           : strncasecmp(origin, "http://", 7) == 0 ? origin + 7
                                                    : NULL;
}

bool host_is_of_origin(const char *host, const char *origin)
{
    char name[NAME_MAX_BYTES], own[NAME_MAX_BYTES];
    bool six, own_six;
    const char *at = host_in(origin);
    return at && split(host, name, &six) && split(at, own, &own_six) && six == own_six &&
           strcasecmp(name, own) == 0;
}

bool host_origin_ok(const char *origin)
{
    const char *host = host_in(origin);
    return host && host_is_wellformed(host);
}
