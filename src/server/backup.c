/* backup.c - see backup.h. */
#include "server/backup.h"

#include "server/check.h"
#include "server/disc.h"
#include "server/migrate.h"
#include "server/store_read.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool backup_failed(const char *path, const char *why, char error[STORE_ERROR_MAX])
{
    snprintf(error, STORE_ERROR_MAX, "%.300s: %.150s", path, why);
    return false;
}

static bool fail_errno(const char *path, char error[STORE_ERROR_MAX])
{
    return backup_failed(path, strerror(errno), error);
}

static bool exists(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0;
}

static void name_first(void *context, const char *line)
{
    char *first = context;
    if (!first[0])
        snprintf(first, STORE_ERROR_MAX, "%s", line);
}

/* A reader leaves an empty log beside a file that was made for one. */
static void remove_log(const char *path)
{
    char name[BACKUP_PATH_MAX + 8];
    snprintf(name, sizeof name, "%s-wal", path);
    unlink(name);
    snprintf(name, sizeof name, "%s-shm", path);
    unlink(name);
}

/* Of a copy that nobody else uses. Games of another format than the present one are not played. */
static bool check_file(const char *path, void (*wrong)(void *, const char *), void *context,
                       bool games, uint64_t *rows, unsigned *format, char error[STORE_ERROR_MAX])
{
    check_figures f = {0};
    uint64_t counted = 0;
    store *s = store_open_reader(path, error);
    if (!s)
        return false;
    *format = migrate_format(s);
    games = games && *format == FORMAT_NEWEST;
    bool good = check_rows(s, wrong, context, &f, error) && store_reader_count(s, &counted, error);
    if (good && games)
        good = check_games(s, wrong, context, &f, error);
    store_close(s);
    remove_log(path);
    *rows = f.rows;
    if (!good)
        return false;
    if (counted != f.rows)
        return backup_failed(path, "some rows have no readable key", error);
    return f.wrong == 0 || backup_failed(path, "it is damaged", error);
}

/* ---- Making ---- */
static bool vacuum_into(const char *data, const char *part, const char *to,
                        char error[STORE_ERROR_MAX])
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    bool good = sqlite3_open_v2(data, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
    if (good) {
        sqlite3_busy_timeout(db, 5000);
        good = sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &q, NULL) == SQLITE_OK &&
               sqlite3_bind_text(q, 1, part, -1, SQLITE_STATIC) == SQLITE_OK &&
               sqlite3_step(q) == SQLITE_DONE;
    }
    const int code = db ? sqlite3_errcode(db) : SQLITE_NOMEM;
    if (!good && code == SQLITE_FULL) /* only the copy is written */
        backup_failed(to, "there is no space left for the copy", error);
    else if (!good && (code == SQLITE_IOERR || code == SQLITE_CANTOPEN))
        snprintf(error, STORE_ERROR_MAX, "%.180s: %.100s, while copying it to %.180s", data,
                 sqlite3_errmsg(db), to);
    else if (!good)
        backup_failed(data, db ? sqlite3_errmsg(db) : "no memory", error);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return good;
}

/* link() fails where the name is taken, so nothing is ever replaced. */
static bool give_name(const char *from, const char *to, char error[STORE_ERROR_MAX])
{
    return (link(from, to) == 0 || fail_errno(to, error)) && unlink(from) == 0 &&
           (disc_sync_folder_of(to) || fail_errno(to, error));
}

bool backup_make(const char *data, const char *to, uint64_t *rows, char error[STORE_ERROR_MAX])
{
    char part[BACKUP_PATH_MAX], first[STORE_ERROR_MAX] = "";
    unsigned format;
    if (exists(to))
        return backup_failed(to, "it is there already", error);
    if ((size_t)snprintf(part, sizeof part, "%s.part-%d", to, (int)getpid()) >= sizeof part)
        return backup_failed(to, "the name is too long", error);
    const int fd = disc_make_private(part);
    if (fd < 0)
        return fail_errno(part, error);
    close(fd);
    bool good = vacuum_into(data, part, to, error) &&
                check_file(part, name_first, first, false, rows, &format, error) &&
                (disc_sync(part) || fail_errno(part, error)) && give_name(part, to, error);
    if (!good && first[0])
        backup_failed(data, first, error);
    if (!good)
        unlink(part);
    return good;
}

/* ---- Putting back ---- */
/* A file beside a log is no finished backup: its newest rows would be left behind. */
static bool is_whole(const char *copy, char error[STORE_ERROR_MAX])
{
    char log[BACKUP_PATH_MAX];
    struct stat s;
    if (stat(copy, &s) != 0)
        return fail_errno(copy, error);
    if (!S_ISREG(s.st_mode))
        return backup_failed(copy, "it is no regular file", error);
    snprintf(log, sizeof log, "%s-wal", copy);
    if (stat(log, &s) == 0 && s.st_size > 0)
        return backup_failed(
            copy, "it has a log beside it (-wal), so it is no backup but a file in use", error);
    return true;
}

/* The present file gets its second name first, and keeps the old one until the copy replaces it: a
 * crash on the way never leaves the server without a file, which it would make anew and empty. */
static bool keep_file(const char *data, const char *aside, char error[STORE_ERROR_MAX])
{
    if (link(data, aside) == 0)
        return true;
    const bool no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS;
    return (no_links && rename(data, aside) == 0) || fail_errno(aside, error);
}

/* The log must not stay: beside the restored file it would be taken for that file's own. */
static bool move_aside(const char *data, const char *aside, char error[STORE_ERROR_MAX])
{
    static const char *const endings[] = {"-wal", "-shm", "-mark"};
    char from[BACKUP_PATH_MAX], to[BACKUP_PATH_MAX];
    if (!keep_file(data, aside, error))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        if ((size_t)snprintf(from, sizeof from, "%s%s", data, endings[i]) >= sizeof from ||
            (size_t)snprintf(to, sizeof to, "%s%s", aside, endings[i]) >= sizeof to)
            return backup_failed(data, "the name is too long", error);
        if (exists(from) && rename(from, to) != 0)
            return fail_errno(from, error);
    }
    return true;
}

/* The lock of the server (store_open.c) is on the file itself: while it is held, none can start.
 * Where there is no file there is nothing to lock. */
static int take_lock(const char *data, char error[STORE_ERROR_MAX])
{
    const int fd = exists(data) ? open(data, O_RDWR | O_CLOEXEC) : open("/dev/null", O_RDONLY);
    if (fd < 0)
        fail_errno(data, error);
    else if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        backup_failed(data, "a server uses it: stop that first", error);
    else
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static void aside_name(const char *data, char aside[BACKUP_PATH_MAX])
{
    struct tm t;
    char when[32];
    const time_t now = time(NULL);
    gmtime_r(&now, &t);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &t);
    for (unsigned i = 0; i < 100; i++) {
        if (i == 0)
            snprintf(aside, BACKUP_PATH_MAX, "%.1000s.before-restore-%s", data, when);
        else
            snprintf(aside, BACKUP_PATH_MAX, "%.1000s.before-restore-%s-%u", data, when, i);
        if (!exists(aside))
            return;
    }
}

static bool check_copy(const char *copy, const char *part, void (*wrong)(void *, const char *),
                       void *context, unsigned *format, char error[STORE_ERROR_MAX])
{
    uint64_t rows;
    if (!check_file(part, wrong, context, true, &rows, format, error))
        return backup_failed(copy, "it is damaged, and nothing was changed", error);
    return *format <= FORMAT_NEWEST ||
           backup_failed(copy, "a newer azulejo made it, and nothing was changed", error);
}

/* Root restores for the user whose server it is. */
static void keep_owner(const char *data, const char *part)
{
    struct stat s;
    if (geteuid() == 0 && stat(data, &s) == 0 && chown(part, s.st_uid, s.st_gid) != 0)
        return; /* then the server says that it cannot open it */
}

bool backup_restore(const char *copy, const char *data, void (*wrong)(void *, const char *),
                    void *context, char aside[BACKUP_PATH_MAX], unsigned *format,
                    char error[STORE_ERROR_MAX])
{
    char real[PATH_MAX], part[BACKUP_PATH_MAX];
    aside[0] = 0;
    if (!realpath(data, real)) /* the file need not be there */
        snprintf(real, sizeof real, "%s", data);
    if ((size_t)snprintf(part, sizeof part, "%.1050s.restore-%d", real, (int)getpid()) >=
        sizeof part - 32)
        return backup_failed(data, "the name is too long", error);
    const int lock = is_whole(copy, error) ? take_lock(real, error) : -1;
    const char *failed = lock >= 0 ? disc_copy(copy, part) : NULL;
    bool good = lock >= 0 && (!failed || fail_errno(failed, error));
    if (good) {
        good = check_copy(copy, part, wrong, context, format, error);
        if (good) {
            keep_owner(real, part);
            if (exists(real))
                aside_name(real, aside);
            good = (!aside[0] || move_aside(real, aside, error)) &&
                   (rename(part, real) == 0 || fail_errno(part, error)) &&
                   (disc_sync_folder_of(real) || fail_errno(real, error));
        }
        if (!good)
            unlink(part);
    }
    if (lock >= 0)
        close(lock);
    return good;
}
