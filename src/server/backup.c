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

/* What SQLite leaves beside a copy: an empty log after reading a file that was made with one, a
 * journal where writing failed or was cut off. */
static void remove_log(const char *path)
{
    static const char *const ends[] = {"-wal", "-shm", "-journal"};
    char name[BACKUP_PATH_MAX + 16];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

/* Checks a copy that nobody else uses. Games of another format than the present one are not
 * replayed. */
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

static bool has_no_links(int why)
{
    return why == EPERM || why == EOPNOTSUPP || why == ENOSYS;
}

/* link() fails where the name is taken, so nothing is ever replaced. The file systems of memory
 * sticks have no links. */
static bool give_name(const char *from, const char *to, char error[STORE_ERROR_MAX])
{
    bool good = link(from, to) == 0;
    if (good)
        good = unlink(from) == 0;
    else if (has_no_links(errno) && !exists(to))
        good = rename(from, to) == 0;
    return (good && disc_sync_folder_of(to)) || fail_errno(to, error);
}

/* What a killed backup leaves: nothing, or a database that nobody else can reach by another name.
 * Its first page may not have been written yet. */
static bool is_unfinished_copy(int fd, const char *part)
{
    static const char header[16] = "SQLite format 3", unwritten[16];
    char start[sizeof header];
    struct stat opened, named;
    if (fstat(fd, &opened) != 0 || lstat(part, &named) != 0 || !S_ISREG(opened.st_mode) ||
        opened.st_ino != named.st_ino || opened.st_dev != named.st_dev || opened.st_nlink != 1)
        return false;
    return opened.st_size == 0 || (pread(fd, start, sizeof start, 0) == sizeof start &&
                                   (memcmp(start, header, sizeof header) == 0 ||
                                    memcmp(start, unwritten, sizeof unwritten) == 0));
}

/* Makes the file of the copy, empty, private and locked against another backup, or takes the one
 * that a killed backup has left. -1 after an error. */
static int open_part(const char *part, char error[STORE_ERROR_MAX])
{
    int fd = disc_make_private(part);
    if (fd < 0 && errno == EEXIST)
        fd = open(part, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        fail_errno(part, error);
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        backup_failed(part, "another program is using it", error);
    else if (!is_unfinished_copy(fd, part))
        backup_failed(part, "it is there already, and no unfinished backup", error);
    else if (fchmod(fd, 0600) != 0 || ftruncate(fd, 0) != 0)
        fail_errno(part, error);
    else
        return fd;
    close(fd);
    return -1;
}

bool backup_make(const char *data, const char *to, uint64_t *rows, char error[STORE_ERROR_MAX])
{
    char part[BACKUP_PATH_MAX], first[STORE_ERROR_MAX] = "";
    unsigned format;
    if (exists(to))
        return backup_failed(to, "it is there already", error);
    if ((size_t)snprintf(part, sizeof part, "%s.part", to) >= sizeof part)
        return backup_failed(to, "the name is too long", error);
    const int locked = open_part(part, error);
    if (locked < 0)
        return false;
    remove_log(part);
    bool good = vacuum_into(data, part, to, error) &&
                check_file(part, name_first, first, false, rows, &format, error) &&
                (disc_sync(part) || fail_errno(part, error)) && give_name(part, to, error);
    if (!good && first[0])
        backup_failed(data, first, error);
    if (!good) {
        unlink(part);
        remove_log(part);
    }
    close(locked);
    return good;
}

/* ---- Putting back ---- */
/* A file with a log beside it is no finished backup: its newest rows are in the log. */
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

/* The present file first gets a second name and keeps its own until the copy replaces it, so a
 * crash in between never leaves the server without a file; it would create an empty one. */
static bool keep_file(const char *data, const char *aside, char error[STORE_ERROR_MAX])
{
    if (!exists(data) || link(data, aside) == 0)
        return true;
    return (has_no_links(errno) && rename(data, aside) == 0) || fail_errno(aside, error);
}

static const char *const endings[] = {"-wal", "-shm", "-mark"};

/* The log must be removed: SQLite would apply it to the restored file. */
static bool move_aside(const char *data, const char *aside, char error[STORE_ERROR_MAX])
{
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

/* The server locks the file itself (store_open.c); while we hold that lock, no server can start.
 * Without a file there is nothing to lock. A device is refused: root could replace it by a file,
 * and the whole machine would lack it. */
static int take_lock(const char *data, char error[STORE_ERROR_MAX])
{
    struct stat s;
    if (!exists(data))
        return open("/dev/null", O_RDONLY | O_CLOEXEC);
    const bool is_file = stat(data, &s) == 0 && S_ISREG(s.st_mode);
    const int fd = open(data, (is_file ? O_RDWR : O_RDONLY | O_NONBLOCK) | O_CLOEXEC);
    if (fd < 0)
        fail_errno(data, error);
    else if (!is_file)
        backup_failed(data, "it is no regular file", error);
    else if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        backup_failed(data, "a server uses it: stop that first", error);
    else
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
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

/* Where there is a data file its lock keeps other restores away, so a copy that lies there is what
 * a killed one has left. */
static bool name_part(const char *real, char part[BACKUP_PATH_MAX])
{
    const int n =
        exists(real) ? snprintf(part, BACKUP_PATH_MAX, "%.1050s.restoring", real)
                     : snprintf(part, BACKUP_PATH_MAX, "%.1050s.restoring-%d", real, (int)getpid());
    return (size_t)n < BACKUP_PATH_MAX - 32;
}

bool backup_restore(const char *copy, const char *data, void (*wrong)(void *, const char *),
                    void *context, char aside[BACKUP_PATH_MAX], unsigned *format,
                    char error[STORE_ERROR_MAX])
{
    char real[PATH_MAX], part[BACKUP_PATH_MAX];
    aside[0] = 0;
    if (!realpath(data, real)) /* the file need not be there */
        snprintf(real, sizeof real, "%s", data);
    if (!name_part(real, part))
        return backup_failed(data, "the name is too long", error);
    const int lock = is_whole(copy, error) ? take_lock(real, error) : -1;
    if (lock >= 0)
        disc_remove_data(part);
    const char *failed = lock >= 0 ? disc_copy(copy, part) : NULL;
    bool good = lock >= 0 && (!failed || fail_errno(failed, error));
    if (good) {
        good = check_copy(copy, part, wrong, context, format, error);
        if (good) {
            disc_give_to_owner_of(part, real);
            if (disc_has_data(real))
                good = (disc_spare_name(real, "before-restore", aside, BACKUP_PATH_MAX) ||
                        fail_errno(real, error)) &&
                       move_aside(real, aside, error);
            good = good && (rename(part, real) == 0 || fail_errno(part, error)) &&
                   (disc_sync_folder_of(real) || fail_errno(real, error));
        }
        if (!good)
            unlink(part);
    }
    if (lock >= 0)
        close(lock);
    return good;
}
