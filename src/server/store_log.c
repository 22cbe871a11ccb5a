/* store_log.c - see store_log.h. */
#define _GNU_SOURCE /* sync_file_range */
#include "server/store_log.h"

#include "base/clock.h"
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TICK_MS = 1000,
    WAKE_FRAMES = 2048,    /* 8 MB: the thread need not wait for its second */
    RESTART_FRAMES = 4096, /* 16 MB: the committing thread helps … */
    REST_FRAMES = 256,     /* … as soon as the rest is too short to be noticed … */
    FULL_FRAMES = 8192,    /* … or the log is this long */
    STEP_BYTES = 1 << 20,
    STEP_US = 200,
    PAUSE_US = 2000,
    HELP_MS = 250,          /* after a try in vain: a reader may hold the log for long */
    FAILURE_LOG_MS = 10000, /* between two lines about failing */
    BUSY_MS = 5000
};

uint64_t log_now_ms(void)
{
    return clock_mono_ms() + 1; /* never 0 */
}

/* With the mutex held. A mark that cannot be written protects less, but states nothing false. */
static void write_mark(store_log *l, bool synchronise)
{
    struct stat s;
    if (fstat(l->place->lock, &s) == 0)
        mark_bind(&l->place->mark, &s);
    if (mark_write(l->place->mark_file, &l->place->mark, synchronise) ||
        log_now_ms() - l->logged_ms < FAILURE_LOG_MS)
        return;
    l->logged_ms = log_now_ms();
    log_event(LOG_WARN, "mark-failed", "cause=\"%s\"", strerror(errno));
}

static bool read_salts(store_log *l, wal_salts *salts)
{
    uint8_t head[WAL_HEAD];
    char name[STORE_NAME_MAX];
    if (l->file < 0) {
        place_name(l->place, "-wal", name);
        l->file = open(name, O_RDONLY | O_CLOEXEC);
    }
    return l->file >= 0 && pread(l->file, head, sizeof head, 0) == sizeof head &&
           wal_head_salts(head, salts);
}

void log_committed(store_log *l)
{
    wal_salts salts;
    mark *m = &l->place->mark;
    const bool known = read_salts(l, &salts);
    pthread_mutex_lock(&l->mutex);
    if (known) {
        if (salts.one != m->salts.one || salts.two != m->salts.two)
            m->moved = 0; /* the log has begun again */
        m->state = l->is_durable ? MARK_CONFIRMED : MARK_LOOSE;
        m->salts = salts;
        m->frames = l->frames;
        if (l->is_durable)
            write_mark(l, false);
    }
    l->oldest_ms = l->oldest_ms ? l->oldest_ms : log_now_ms();
    if (l->frames - m->moved > WAKE_FRAMES)
        pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->mutex);
}

/* ---- Moving the log into the file ---- */
static void note_failure(store_log *l, sqlite3 *db)
{
    l->failures++;
    if (log_now_ms() - l->logged_ms < FAILURE_LOG_MS)
        return;
    l->logged_ms = log_now_ms();
    log_event(LOG_ERROR, "checkpoint-failed", "failures=%llu cause=\"%s\"",
              (unsigned long long)l->failures, sqlite3_errmsg(db));
}

typedef enum moved { ALL_MOVED, SOME_MOVED, NOT_MOVED } moved;

/* SQLite synchronises the main file only once all is moved, which under load the committing thread
 * does: it would wait for all pages since the last time. So the other thread synchronises what it
 * has moved, in steps: a synchronisation of the log waits for all that the disc has got before it.
 * A fault of the disc is SQLite's to find: it is reported to every descriptor. */
static void sync_in_steps(int fd)
{
#ifdef __linux__
    static const unsigned HOW =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    struct stat s;
    for (off_t at = 0; fstat(fd, &s) == 0 && at < s.st_size; at += STEP_BYTES) {
        const uint64_t start = clock_mono_us();
        if (sync_file_range(fd, at, STEP_BYTES, HOW) != 0)
            break;
        if (clock_mono_us() - start > STEP_US) /* there was something to write */
            clock_sleep_us(PAUSE_US);
    }
#endif
    fdatasync(fd);
}

/* Never waits for a reader (who keeps some of it from being moved) or for the other thread (who
 * moves it just now): that is no failure. */
static moved checkpoint(store_log *l, sqlite3 *db)
{
    int log = 0, done = 0;
    mark *m = &l->place->mark;
    pthread_mutex_lock(&l->mutex);
    const wal_salts salts = m->salts;
    const uint64_t start = log_now_ms();
    m->is_checkpointing = true;
    write_mark(l, false);
    pthread_mutex_unlock(&l->mutex);
    const int rc = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &log, &done);
    pthread_mutex_lock(&l->mutex);
    m->is_checkpointing = false;
    write_mark(l, false);
    pthread_mutex_unlock(&l->mutex);
    if (db == l->keeper && rc == SQLITE_OK && done > 0)
        sync_in_steps(l->place->lock);
    pthread_mutex_lock(&l->mutex);
    if (rc == SQLITE_OK && done > 0) {
        const bool same = m->salts.one == salts.one && m->salts.two == salts.two;
        l->checkpoints++;
        if (same && (uint32_t)done <= m->frames) /* the log did not begin again meanwhile */
            m->moved = (uint32_t)done;
        if (m->frames)
            l->oldest_ms = same && done >= log && (uint32_t)done >= m->frames ? 0 : start;
    } else if (rc != SQLITE_OK && rc != SQLITE_BUSY && rc != SQLITE_LOCKED) {
        note_failure(l, db);
    }
    write_mark(l, false);
    pthread_mutex_unlock(&l->mutex);
    return rc != SQLITE_OK ? NOT_MOVED : done >= log ? ALL_MOVED : SOME_MOVED;
}

/* The mark says first that the log may be gone. If SQLite fails on the way, that stays true until
 * the next commit. */
static bool empty_log(store_log *l)
{
    mark *m = &l->place->mark;
    struct stat s;
    wal_salts ignored;
    if (!read_salts(l, &ignored) && (l->file < 0 || fstat(l->file, &s) != 0 || s.st_size == 0))
        return true;
    pthread_mutex_lock(&l->mutex);
    const mark before = *m;
    m->state = l->is_durable ? MARK_MOVING : MARK_LOOSE;
    write_mark(l, true);
    pthread_mutex_unlock(&l->mutex);
    sqlite3_busy_timeout(l->writer, 0);
    const int rc =
        sqlite3_wal_checkpoint_v2(l->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(l->writer, BUSY_MS);
    pthread_mutex_lock(&l->mutex);
    if (rc == SQLITE_OK) {
        l->checkpoints++;
        l->frames = 0;
        l->oldest_ms = 0;
        m->state = l->is_durable ? MARK_EMPTY : MARK_LOOSE;
        m->frames = m->moved = 0;
    } else if (rc == SQLITE_BUSY || rc == SQLITE_LOCKED) {
        m->state = before.state;
    } else {
        note_failure(l, l->writer);
    }
    write_mark(l, false);
    pthread_mutex_unlock(&l->mutex);
    return rc == SQLITE_OK;
}

bool log_tend(store_log *l, store_tend_when when)
{
    if (when != STORE_BETWEEN)
        return empty_log(l);
    pthread_mutex_lock(&l->mutex);
    const uint32_t moved_frames = l->place->mark.moved;
    pthread_mutex_unlock(&l->mutex);
    const bool short_rest = l->frames - moved_frames < REST_FRAMES;
    if (l->frames < RESTART_FRAMES || !(short_rest || l->frames >= FULL_FRAMES) ||
        log_now_ms() - l->tried_ms < HELP_MS)
        return true;
    const moved result = checkpoint(l, l->writer);
    l->tried_ms = result == SOME_MOVED ? log_now_ms() : 0;
    return result == ALL_MOVED;
}

static void *keep_log_short(void *context)
{
    store_log *l = context;
    pthread_mutex_lock(&l->mutex);
    while (!l->is_ending) {
        const struct timespec until = clock_deadline(TICK_MS);
        pthread_cond_timedwait(&l->wake, &l->mutex, &until);
        if (l->is_ending || !l->oldest_ms)
            continue;
        pthread_mutex_unlock(&l->mutex);
        checkpoint(l, l->keeper);
        pthread_mutex_lock(&l->mutex);
    }
    pthread_mutex_unlock(&l->mutex);
    return NULL;
}

/* ---- Beginning and end ---- */
static int on_log(void *context, sqlite3 *db, const char *name, int frames)
{
    (void)db;
    (void)name;
    ((store_log *)context)->frames = (uint32_t)frames;
    return SQLITE_OK;
}

void log_init(store_log *l, store_place *place, bool durable)
{
    *l = (store_log){.place = place, .is_durable = durable, .file = -1};
    l->frames = place->mark.frames;
    l->oldest_ms = l->frames > place->mark.moved ? log_now_ms() : 0;
    pthread_mutex_init(&l->mutex, NULL);
    clock_cond_init(&l->wake);
}

/* A connection that has never read has no log open, and its checkpoints do nothing. */
bool log_start(store_log *l, sqlite3 *writer, char error[STORE_ERROR_MAX])
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    l->writer = writer;
    sqlite3_wal_hook(writer, on_log, l); /* instead of SQLite's own checkpoints */
    if (sqlite3_open_v2(l->place->path, &l->keeper, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(l->keeper, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL) !=
            SQLITE_OK) {
        snprintf(error, STORE_ERROR_MAX, "cannot read %.200s: %s", l->place->path,
                 sqlite3_errmsg(l->keeper));
        return false;
    }
    l->runs = pthread_create(&l->thread, NULL, keep_log_short, l) == 0;
    if (!l->runs)
        snprintf(error, STORE_ERROR_MAX, "cannot start a thread");
    return l->runs;
}

void log_stop(store_log *l)
{
    if (l->runs) {
        pthread_mutex_lock(&l->mutex);
        l->is_ending = true;
        pthread_cond_signal(&l->wake);
        pthread_mutex_unlock(&l->mutex);
        pthread_join(l->thread, NULL);
        if (l->place->mark.state == MARK_CONFIRMED) {
            l->place->mark.state = MARK_MOVING;
            write_mark(l, true);
        }
    }
    sqlite3_close(l->keeper);
    l->keeper = NULL;
}

void log_end(store_log *l, bool was_open)
{
    char name[STORE_NAME_MAX];
    struct stat s;
    place_name(l->place, "-wal", name);
    if (was_open && (stat(name, &s) != 0 || s.st_size == 0)) {
        l->place->mark.state = MARK_CLEAN;
        l->place->mark.frames = l->place->mark.moved = 0;
        write_mark(l, true);
    }
    if (l->file >= 0)
        close(l->file);
    pthread_mutex_destroy(&l->mutex);
    pthread_cond_destroy(&l->wake);
}

static uint64_t size_of(const store_place *p, const char *end)
{
    char name[STORE_NAME_MAX];
    struct stat s;
    place_name(p, end, name);
    return stat(name, &s) == 0 ? (uint64_t)s.st_size : 0;
}

void log_figures(store_log *l, store_figures *f)
{
    f->data_bytes = size_of(l->place, "");
    f->log_bytes = size_of(l->place, "-wal");
    pthread_mutex_lock(&l->mutex);
    f->log_age_ms = l->oldest_ms ? log_now_ms() - l->oldest_ms : 0;
    f->checkpoints = l->checkpoints;
    f->checkpoint_failures = l->failures;
    pthread_mutex_unlock(&l->mutex);
}
