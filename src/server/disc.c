/* disc.c - files that must be on disc: see disc.h. */
#include "server/disc.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Closing must not overwrite errno. */
static bool close_as(int fd, bool good)
{
    const int why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return good;
}

static bool sync_path(const char *path, int flags)
{
    const int fd = open(path, flags | O_CLOEXEC);
    return close_as(fd, fd >= 0 && fsync(fd) == 0);
}

bool disc_sync(const char *path)
{
    return sync_path(path, O_RDWR);
}

bool disc_sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    if ((size_t)snprintf(folder, sizeof folder, "%s", path) >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    return sync_path(slash ? folder : ".", O_RDONLY | O_DIRECTORY);
}

int disc_make_private(const char *path)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0 && fchmod(fd, 0600) == 0)
        return fd;
    close_as(fd, false);
    return -1;
}

/* Returns the name of the file that failed, NULL if none did. */
static const char *copy_bytes(const char *from, int in, const char *to, int out)
{
    char piece[1 << 16];
    ssize_t n;
    while ((n = read(in, piece, sizeof piece)) > 0)
        for (ssize_t done = 0, w; done < n; done += w)
            if ((w = write(out, piece + done, (size_t)(n - done))) <= 0)
                return to;
    return n != 0 ? from : fsync(out) != 0 ? to : NULL;
}

/* Opened without blocking, because opening a pipe that has no writer would wait for ever. */
const char *disc_copy(const char *from, const char *to)
{
    const int in = open(from, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const int out = in < 0 ? -1 : disc_make_private(to);
    const char *failed = in < 0 ? from : out < 0 ? to : copy_bytes(from, in, to, out);
    close_as(in, close_as(out, true));
    if (failed && out >= 0) {
        const int why = errno;
        unlink(to);
        errno = why;
    }
    return failed;
}

void disc_give_to_owner_of(const char *path, const char *like)
{
    char folder[PATH_MAX];
    struct stat s;
    if (geteuid() != 0)
        return;
    if (lstat(like, &s) != 0) {
        snprintf(folder, sizeof folder, "%s", like);
        char *slash = strrchr(folder, '/');
        if (slash)
            slash[slash == folder] = 0;
        if (stat(slash ? folder : ".", &s) != 0)
            return;
    }
    if (lchown(path, s.st_uid, s.st_gid) != 0)
        return;
}

static const char *const data_ends[] = {"", "-wal", "-shm", "-mark"};
enum { DATA_ENDS = sizeof data_ends / sizeof *data_ends };

bool disc_has_data(const char *path)
{
    char name[PATH_MAX];
    struct stat s;
    for (size_t i = 0; i < DATA_ENDS; i++)
        if ((size_t)snprintf(name, sizeof name, "%s%s", path, data_ends[i]) < sizeof name &&
            lstat(name, &s) == 0)
            return true;
    return false;
}

bool disc_spare_name(const char *path, const char *word, char *name, size_t size)
{
    enum { ATTEMPTS = 100 };
    char when[32];
    struct tm utc;
    const time_t now = (time_t)(clock_wall_ms() / 1000);
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &utc);
    int n = snprintf(name, size, "%s.%s-%s", path, word, when);
    for (unsigned i = 1; n >= 0 && (size_t)n < size && i < ATTEMPTS; i++) {
        if (!disc_has_data(name))
            return true;
        n = snprintf(name, size, "%s.%s-%s.%u", path, word, when, i);
    }
    errno = EEXIST;
    return false;
}

void disc_remove_data(const char *path)
{
    char name[PATH_MAX];
    for (size_t i = 0; i < DATA_ENDS; i++)
        if ((size_t)snprintf(name, sizeof name, "%s%s", path, data_ends[i]) < sizeof name)
            unlink(name);
}
