/* store_open.c - see store_open.h. */
#include "server/store_open.h"

#include "server/disc.h"
#include "server/log.h"
#include "server/store_recover.h"
#include "server/store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { NAMED_MAX = 100 }; /* missing things in the log; the rest is counted */

void place_name(const store_place *p, const char *end, char out[STORE_NAME_MAX])
{
    snprintf(out, STORE_NAME_MAX, "%s%s", p->path, end);
}

/* Opening the file again would end the same, and may read all of it each time. */
static bool refuse_for_good(const store_options *options)
{
    if (options->needs_host)
        *options->needs_host = true;
    return false;
}

/* ---- Lock and mode ---- */
/* Names may change hands between two calls; the file that is locked must be the one that the name
 * leads to afterwards. */
static bool is_same_file(int fd, const char *path)
{
    struct stat ours, named;
    return fstat(fd, &ours) == 0 && stat(path, &named) == 0 && ours.st_dev == named.st_dev &&
           ours.st_ino == named.st_ino;
}

static bool is_beside(const store_place *p, const char *end)
{
    char name[STORE_NAME_MAX];
    struct stat s;
    place_name(p, end, name);
    return stat(name, &s) == 0 && s.st_size > 0;
}

static bool has_our_table(const uint8_t page[WAL_PAGE])
{
    static const char table[] = STORE_TABLE;
    for (size_t at = 0; at + sizeof table <= WAL_PAGE; at++)
        if (memcmp(page + at, table, sizeof table - 1) == 0)
            return true;
    return false;
}

/* A host who names the wrong file must not find it changed. A file of ours whose head is damaged
 * has a log or a mark beside it, and a table of ours is on the first page, or still in the log. */
static bool is_foreign(const store_place *p, char error[STORE_ERROR_MAX])
{
    uint8_t page[WAL_PAGE] = {0};
    const ssize_t length = pread(p->lock, page, sizeof page, 0);
    const bool is_sqlite = length >= 16 && memcmp(page, "SQLite format 3", 16) == 0;
    const bool has_tables = page[103] || page[104]; /* cells of the page */
    if (length <= 0 || is_beside(p, "-wal") || is_beside(p, "-mark") ||
        (is_sqlite && (!has_tables || has_our_table(page))))
        return false;
    snprintf(
        error, STORE_ERROR_MAX,
        "%.140s is no data file of azulejo: %s. Nothing was changed. If it is one and damaged: "
        "azulejo recover %.140s NEW",
        p->path, is_sqlite ? "it has tables of another program" : "it is no SQLite file", p->path);
    return true;
}

static bool is_regular(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

static bool lock_file(store_place *p, const char *path, char error[STORE_ERROR_MAX])
{
    char real[PATH_MAX];
    p->lock = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600); /* it holds secrets */
    if (p->lock < 0)
        snprintf(error, STORE_ERROR_MAX, "cannot open %.200s: %s", path, strerror(errno));
    else if (flock(p->lock, LOCK_EX | LOCK_NB) != 0)
        snprintf(error, STORE_ERROR_MAX, "another server uses %.200s", path);
    else if (!is_regular(p->lock) || !realpath(path, real) || strlen(real) >= sizeof p->path ||
             !is_same_file(p->lock, real))
        snprintf(error, STORE_ERROR_MAX, "%.200s is no file that can be used", path);
    else {
        snprintf(p->path, sizeof p->path, "%s", real);
        return true;
    }
    return false;
}

/* A user who can create links in the folder must not choose the file that is written to, and a
 * pipe would block the start. */
static bool has_odd_file(const store_place *p, char error[STORE_ERROR_MAX])
{
    static const char *const ends[] = {"-wal", "-shm", "-mark"};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[STORE_NAME_MAX];
        struct stat s;
        place_name(p, ends[i], name);
        if (lstat(name, &s) != 0 || S_ISREG(s.st_mode))
            continue;
        snprintf(error, STORE_ERROR_MAX,
                 "%.300s is %s, and must be a file of its own. Nothing was changed. Find out who "
                 "made it, and remove it",
                 name, S_ISLNK(s.st_mode) ? "a symbolic link" : "no regular file");
        return true;
    }
    return false;
}

static void check_modes(const store_place *p)
{
    static const char *const ends[] = {"", "-wal", "-mark"};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[STORE_NAME_MAX];
        struct stat s;
        place_name(p, ends[i], name);
        if (stat(name, &s) != 0 || !(s.st_mode & 077))
            continue;
        const bool mended = s.st_uid == geteuid() && chmod(name, 0600) == 0;
        log_event(LOG_WARN, "file-mode", "file=\"%s\" mode=%04o others could use it: %s", name,
                  (unsigned)s.st_mode & 07777u,
                  mended ? "now 0600" : "it is not ours to change, set it to 0600");
    }
}

/* ---- Judging the log ---- */
typedef struct log_image {
    uint8_t *at;
    size_t length;
    wal wal;
} log_image;

static bool read_log(const store_place *p, log_image *l)
{
    char name[STORE_NAME_MAX];
    struct stat s;
    place_name(p, "-wal", name);
    *l = (log_image){0};
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &s) == 0) {
        l->length = (size_t)s.st_size;
        l->at = calloc(1, l->length + 1);
    }
    for (size_t at = 0; l->at && at < l->length;) { /* what cannot be read counts as zeros */
        const size_t wanted = l->length - at < WAL_FRAME ? l->length - at : WAL_FRAME;
        const ssize_t got = pread(fd, l->at + at, wanted, (off_t)at);
        at += got > 0 ? (size_t)got : wanted;
    }
    if (fd >= 0)
        close(fd);
    const bool speaks = p->mark.state == MARK_CONFIRMED || p->mark.state == MARK_MOVING;
    return (fd < 0 || l->at) && wal_read(&l->wal, l->at, l->length, speaks ? &p->mark.salts : NULL);
}

static void release_log(log_image *l)
{
    wal_release(&l->wal);
    free(l->at);
    *l = (log_image){0};
}

/* NULL: it is as it should be. */
static const char *judge_log(const store_place *p, const wal *w, const struct stat *file)
{
    const mark *m = &p->mark;
    const bool speaks = m->state == MARK_CONFIRMED || m->state == MARK_MOVING;
    const bool same = w->salts.one == m->salts.one && w->salts.two == m->salts.two;
    if (m->state == MARK_LOOSE)
        return NULL;
    if (!speaks || (w->has_head && !same && wal_is_later(w->salts.one, m->salts.one)))
        return w->commits_follow ? "commits follow a damaged frame" : NULL;
    if (w->has_head && same)
        return w->valid < m->frames ? "confirmed frames are damaged or missing" : NULL;
    if (mark_allows_no_log(m, file, p->path))
        return w->commits_follow ? "commits follow a damaged head" : NULL;
    if (w->length == 0)
        return "the log is missing";
    return w->has_head ? "it is another log" : "the head of the log is damaged";
}

/* Pages that neither the file nor its log has; SQLite would take such a file for an empty one, or
 * find out much later. */
static const char *judge_file(const store_place *p, const wal *w, const struct stat *file)
{
    uint8_t head[100] = {0};
    char name[STORE_NAME_MAX];
    const uint64_t pages = (uint64_t)file->st_size / WAL_PAGE;
    place_name(p, "-mark", name);
    if (file->st_size == 0) /* SQLite takes it for new, and removes the log */
        return w->last_commit                     ? "the file is empty and its log is not"
               : mark_pages(name, file, &p->mark) ? "the file is empty or gone, and was not"
                                                  : NULL;
    const uint32_t promised = w->valid ? w->frame[w->valid - 1].pages : 0;
    if (w->valid) {
        uint64_t missing = promised > pages ? promised - pages : 0;
        uint8_t *seen = missing ? calloc(1, promised + 1u) : NULL;
        for (uint32_t i = 1; seen && i <= w->valid; i++)
            if (w->frame[i - 1].page > pages && w->frame[i - 1].page <= promised &&
                !seen[w->frame[i - 1].page]++)
                missing--;
        free(seen);
        return missing ? "pages of the file are missing" : NULL;
    }
    if (pread(p->lock, head, sizeof head, 0) != sizeof head ||
        memcmp(head, "SQLite format 3", 16) != 0)
        return NULL; /* SQLite says so itself */
    return memcmp(head + 24, head + 92, 4) == 0 && wal_number(head + 28, 4) > pages
               ? "pages of the file are missing"
               : NULL;
}

/* ---- Putting a repaired file in place ---- */
/* A second name, or where the file system has none, or `copy` is wanted, a copy. */
static bool keep_file(const char *from, const char *to, bool copy)
{
    if (access(from, F_OK) != 0)
        return errno == ENOENT; /* nothing to keep */
    return (!copy && link(from, to) == 0) || !disc_copy(from, to);
}

/* FILE.damaged-20260102-030405, with -wal and -mark beside it; never over another one. */
static bool keep_damaged(const store_place *p, char kept[STORE_NAME_MAX])
{
    static const char *const ends[] = {"", "-wal", "-mark"};
    char from[STORE_NAME_MAX], to[STORE_NAME_MAX + 16];
    bool good = disc_spare_name(p->path, "damaged", kept, STORE_NAME_MAX);
    for (unsigned i = 0; good && i < sizeof ends / sizeof *ends; i++) {
        place_name(p, ends[i], from);
        snprintf(to, sizeof to, "%s%s", kept, ends[i]);
        good = keep_file(from, to, i == 2); /* the mark is written to, the others are not */
    }
    return good && disc_sync_folder_of(p->path);
}

static bool remove_log(const store_place *p)
{
    static const char *const ends[] = {"-wal", "-shm"};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[STORE_NAME_MAX];
        place_name(p, ends[i], name);
        if (unlink(name) != 0 && errno != ENOENT)
            return false;
    }
    return disc_sync_folder_of(p->path);
}

/* The mark names the new file before that takes the old one's name: a program that finds it in
 * place knows that the log beside it is the old one's. */
static bool replace_file(store_place *p, const char *new, char error[STORE_ERROR_MAX])
{
    char name[STORE_NAME_MAX];
    struct stat s;
    const int lock = open(new, O_RDWR | O_CLOEXEC);
    place_name(p, "-mark", name);
    const int mark_file = mark_open(name);
    disc_give_to_owner_of(name, p->path);
    disc_give_to_owner_of(new, p->path);
    bool good =
        lock >= 0 && mark_file >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &s) == 0;
    if (good) {
        mark m = p->mark; /* its slot stays, should the old file stay in place */
        mark_bind(&m, &s);
        m.state = MARK_REPLACING;
        good = mark_write(mark_file, &m, true) && disc_sync_folder_of(p->path) &&
               rename(new, p->path) == 0 && disc_sync_folder_of(p->path) && remove_log(p);
        m.state = MARK_EMPTY;
        good = good && mark_write(mark_file, &m, true);
        p->mark = m;
    }
    if (!good)
        snprintf(error, STORE_ERROR_MAX, "cannot replace %.200s: %s", p->path, strerror(errno));
    if (mark_file >= 0)
        close(mark_file);
    if (good)
        close(p->lock);
    else if (lock >= 0)
        close(lock);
    p->lock = good ? lock : p->lock;
    return good;
}

typedef struct naming {
    size_t named;
} naming;

static void name_missing(void *context, const char *line)
{
    naming *n = context;
    if (n->named++ < NAMED_MAX)
        log_event(LOG_ERROR, "missing", "%s", line);
}

static void refuse_file(const store_place *p, const char *cause, const recovery_facts *f,
                        const naming *n, char error[STORE_ERROR_MAX])
{
    snprintf(error, STORE_ERROR_MAX,
             "%.100s is damaged: %.60s (%u frames of the log confirmed, %u valid, %u lost; %zu "
             "lines above name what is missing). Nothing was changed. Put a backup in place, or "
             "save what "
             "is whole: azulejo recover %.100s NEW, or start with what is left: --accept-loss 1",
             p->path, cause, f->confirmed, f->valid, f->lost_frames, n->named, p->path);
}

static bool repair(store_place *p, const char *cause, const store_options *options,
                   char error[STORE_ERROR_MAX])
{
    char new[STORE_NAME_MAX], kept[STORE_NAME_MAX];
    naming n = {0};
    recovery *r = recovery_read(p->path, error);
    if (!r)
        return refuse_for_good(options);
    const recovery_facts f = recovery_get_facts(r);
    log_event(
        LOG_ERROR, "damaged-log",
        "file=\"%s\" cause=\"%s\" confirmed=%u valid=%u present=%u first-bad=%u lost=%u rows=%zu",
        p->path, cause, f.confirmed, f.valid, f.present, f.first_bad, f.lost_frames, f.rows);
    recovery_missing(r, name_missing, &n);
    if (n.named > NAMED_MAX)
        log_event(LOG_ERROR, "missing", "and %zu more", n.named - NAMED_MAX);
    place_name(p, "-recovering", new);
    unlink(new);
    const bool is_wanted = f.is_lossless || options->accept_loss;
    if (!is_wanted) {
        refuse_file(p, cause, &f, &n, error);
        refuse_for_good(options);
    }
    bool good = is_wanted && recovery_write(r, new, error);
    recovery_free(r);
    if (!good)
        return false;
    if (!keep_damaged(p, kept)) {
        snprintf(error, STORE_ERROR_MAX, "%.150s is damaged and cannot be kept beside itself: %s",
                 p->path, strerror(errno));
        unlink(new);
        return false;
    }
    good = replace_file(p, new, error);
    p->has_loss = good && !f.is_lossless;
    if (good)
        log_event(LOG_WARN, "repaired-log", "file=\"%s\" rows=%zu loss=%s damaged-file=\"%s\"",
                  p->path, f.rows, f.is_lossless ? "none" : "accepted", kept);
    return good;
}

/* ---- All of it ---- */
/* What stands after the last commit is of no use, and would be mistaken for commits of this log
 * once its place is half overwritten. */
static void cut_torn_end(const store_place *p, const log_image *l)
{
    char name[STORE_NAME_MAX];
    bool torn = false;
    for (uint32_t i = l->wal.valid + 1; i <= l->wal.count; i++)
        torn = torn || l->wal.frame[i - 1].state != WAL_FOREIGN;
    place_name(p, "-wal", name);
    const int fd = torn ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    if (ftruncate(fd, WAL_HEAD + (off_t)l->wal.valid * WAL_FRAME) != 0 || fsync(fd) != 0)
        log_event(LOG_WARN, "log-end", "cause=\"%s\"", strerror(errno));
    close(fd);
}

/* What is found there now counts as confirmed, so it must be on disc. */
static bool confirm_log(store_place *p, const log_image *l, bool durable)
{
    char name[STORE_NAME_MAX];
    struct stat s;
    mark *m = &p->mark;
    const bool same = m->state == MARK_CONFIRMED && l->wal.salts.one == m->salts.one &&
                      l->wal.salts.two == m->salts.two;
    place_name(p, "-wal", name);
    const int fd = l->wal.valid ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    const bool on_disc = fd < 0 || fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    m->moved = same ? m->moved : 0;
    m->state = !durable ? MARK_LOOSE : l->wal.valid && on_disc ? MARK_CONFIRMED : MARK_EMPTY;
    m->salts = l->wal.salts;
    m->frames = l->wal.valid;
    m->is_checkpointing = false;
    if (fstat(p->lock, &s) != 0)
        return false;
    mark_bind(m, &s);
    return mark_write(p->mark_file, m, true);
}

static bool inspect(store_place *p, const store_options *options, char error[STORE_ERROR_MAX])
{
    char name[STORE_NAME_MAX];
    struct stat s;
    bool damaged, good = true;
    log_image l;
    place_name(p, "-mark", name);
    snprintf(error, STORE_ERROR_MAX, "cannot read %.200s: %s", p->path, strerror(errno));
    if (fstat(p->lock, &s) != 0)
        return false;
    mark_read(name, &s, &p->mark, &damaged);
    if (damaged)
        log_event(LOG_WARN, "damaged-mark", "file=\"%s\" the log is judged without it", name);
    if (p->mark.state == MARK_REPLACING && !remove_log(p))
        return false;
    if (!read_log(p, &l)) {
        snprintf(error, STORE_ERROR_MAX, "cannot read the log of %.200s", p->path);
        release_log(&l);
        return false;
    }
    const char *cause = judge_log(p, &l.wal, &s);
    cause = cause ? cause : judge_file(p, &l.wal, &s);
    if (cause) {
        release_log(&l);
        good = repair(p, cause, options, error) && read_log(p, &l);
    } else if (p->mark.state == MARK_CONFIRMED) {
        cut_torn_end(p, &l);
    }
    p->mark_file = good ? mark_open(name) : -1;
    disc_give_to_owner_of(name, p->path);
    if (good && (p->mark_file < 0 || !confirm_log(p, &l, options->durable))) {
        snprintf(error, STORE_ERROR_MAX, "cannot write %.200s: %s", name, strerror(errno));
        good = false;
    }
    release_log(&l);
    return good;
}

bool place_open(store_place *p, const char *path, const store_options *options,
                char error[STORE_ERROR_MAX])
{
    struct stat s;
    const bool is_new = access(path, F_OK) != 0 && errno == ENOENT;
    *p = (store_place){.lock = -1, .mark_file = -1};
    if (lock_file(p, path, error)) {
        if (has_odd_file(p, error) || is_foreign(p, error))
            refuse_for_good(options);
        else {
            check_modes(p);
            if (inspect(p, options, error))
                return true;
        }
    }
    if (is_new && p->path[0] && fstat(p->lock, &s) == 0 && s.st_size == 0)
        unlink(p->path); /* nothing is changed */
    place_close(p);
    return false;
}

void place_close(store_place *p)
{
    if (p->mark_file >= 0)
        close(p->mark_file);
    if (p->lock >= 0)
        close(p->lock);
    p->mark_file = p->lock = -1;
}
