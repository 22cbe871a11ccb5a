/* test_server_wal.c - the log without SQLite, the mark, and what a start does with a damaged log.
 *
 * A process that ends without closing its store leaves the files as a crash does. */
#include "check.h"
#include "server/game_json.h"
#include "server/store.h"
#include "server/store_mark.h"
#include "server/store_recover.h"
#include "server/store_wal.h"

#include <fcntl.h>
#include <glob.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[256];

typedef struct image {
    uint8_t *at;
    size_t length;
} image;

static const char *beside(const char *end)
{
    static char name[300];
    snprintf(name, sizeof name, "%s%s", path, end);
    return name;
}

static image load(const char *end)
{
    image i = {NULL, 0};
    FILE *f = fopen(beside(end), "rb");
    if (!f)
        return i;
    fseek(f, 0, SEEK_END);
    i.length = (size_t)ftell(f);
    i.at = malloc(i.length + 1);
    rewind(f);
    assert_int_equal(fread(i.at, 1, i.length, f), i.length);
    fclose(f);
    return i;
}

/* Into the same inode, with the same time: a disc that decays changes neither. */
static void save(const char *end, image i)
{
    struct stat s;
    const bool there = stat(beside(end), &s) == 0;
    const int fd = open(beside(end), O_CREAT | O_RDWR | O_TRUNC, 0600);
    assert_int_equal(write(fd, i.at, i.length), i.length);
    if (there)
        futimens(fd, (struct timespec[]){s.st_atim, s.st_mtim});
    close(fd);
}

/* ---- A store that crashed ---- */
static store *open_with(bool accept_loss, char error[STORE_ERROR_MAX])
{
    return store_open_sqlite(
        path, &(store_options){.durable = true, .accept_loss = accept_loss, .no_check = true},
        error);
}

static void commit_event(store *s, uint32_t n)
{
    char error[STORE_ERROR_MAX], text[200], tail[32];
    store_op ops[3] = {{.key = "event/T", .n = n, .data = text, .is_new = true},
                       {.key = "event/T", .n = UINT32_MAX, .data = tail},
                       {.key = "table/T", .data = "{}", .length = 2}};
    ops[0].length = (size_t)snprintf(text, sizeof text, "{\"event\":%u,\"rest\":\"%0120u\"}", n, n);
    ops[1].length = (size_t)snprintf(tail, sizeof tail, "{\"n\":%u}", n);
    assert_true(store_commit(s, ops, 3, error));
}

/* Commits events first … last and ends without closing. */
static void crash_after(uint32_t first, uint32_t last)
{
    const pid_t child = fork();
    if (child == 0) {
        char error[STORE_ERROR_MAX];
        store *s = open_with(false, error);
        for (uint32_t n = first; s && n <= last; n++)
            commit_event(s, n);
        _exit(s ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void new_crash(uint32_t events)
{
    static int number;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/wal-%d-%d.db", folder ? folder : "/tmp", (int)getpid(),
             number++);
    crash_after(1, events);
}

static bool count_event(void *context, const store_row *row)
{
    assert_true(row->intact);
    *(uint32_t *)context += row->n != UINT32_MAX;
    return true;
}

static uint32_t events_in(store *s)
{
    char error[STORE_ERROR_MAX];
    uint32_t count = 0;
    assert_true(store_scan(s, "event/T", count_event, &count, error));
    return count;
}

static size_t kept_files(void)
{
    glob_t g;
    glob(beside(".damaged-*"), 0, NULL, &g);
    const size_t count = g.gl_pathc;
    globfree(&g);
    return count;
}

static void remove_all(void)
{
    glob_t g;
    glob(beside("*"), 0, NULL, &g);
    for (size_t i = 0; i < g.gl_pathc; i++)
        unlink(g.gl_pathv[i]);
    globfree(&g);
}

static void must_open(uint32_t events, size_t kept)
{
    char error[STORE_ERROR_MAX] = "";
    store *s = open_with(false, error);
    if (!s)
        fprintf(stderr, "%s\n", error);
    assert_non_null(s);
    assert_int_equal(events_in(s), events);
    assert_int_equal(kept_files(), kept);
    store_close(s);
}

/* Refused, with everything as it was; with accept_loss it opens and has at most `most`. */
static void must_refuse(uint32_t at_most)
{
    char error[STORE_ERROR_MAX] = "";
    const image log = load("-wal"), file = load("");
    assert_null(open_with(false, error));
    assert_non_null(strstr(error, "is damaged"));
    assert_non_null(strstr(error, "--accept-loss 1"));
    assert_non_null(strstr(error, "azulejo recover"));
    const image log_after = load("-wal"), file_after = load("");
    assert_int_equal(log.length, log_after.length);
    assert_int_equal(file.length, file_after.length);
    if (log.length)
        assert_memory_equal(log.at, log_after.at, log.length);
    if (file.length)
        assert_memory_equal(file.at, file_after.at, file.length);
    assert_int_equal(kept_files(), 0);
    store *s = open_with(true, error);
    assert_non_null(s);
    assert_true(events_in(s) <= at_most);
    assert_true(store_is_damaged(s));
    store_close(s);
    assert_true(kept_files() > 0);
    s = open_with(false, error); /* and that was it */
    assert_non_null(s);
    store_close(s);
    free(log.at);
    free(file.at);
    free(log_after.at);
    free(file_after.at);
}

/* ---- The log ---- */
static void frames_are_judged_one_by_one(void **unused)
{
    (void)unused;
    wal w;
    new_crash(40);
    image log = load("-wal");
    assert_true(wal_read(&w, log.at, log.length, NULL));
    const uint32_t count = w.count;
    assert_true(w.has_head && count > 40);
    assert_int_equal(w.valid, count);
    assert_int_equal(w.last_commit, count);
    assert_false(w.commits_follow);
    wal_release(&w);
    for (uint32_t f = 1; f <= count; f++) {
        static const size_t offsets[] = {0, 5, 9, 18, 24, 2000, 4119};
        const size_t offset = offsets[f % 7];
        uint8_t *at = log.at + WAL_HEAD + (size_t)(f - 1) * WAL_FRAME + offset;
        *at ^= 0x10;
        assert_true(wal_read(&w, log.at, log.length, NULL));
        assert_true(w.valid < f);
        assert_int_equal(w.chained, f - 1);
        for (uint32_t i = 1; i <= count; i++)
            if (i != f) /* all others are known to be whole */
                assert_int_equal(w.frame[i - 1].state, WAL_INTACT);
        /* a damaged salt or sum leaves the content right; of the last one nobody can know */
        if ((offset == 9 || offset == 18) && f < count)
            assert_int_equal(w.frame[f - 1].state, WAL_INTACT);
        else if (offset != 9)
            assert_int_equal(w.frame[f - 1].state, WAL_BROKEN);
        wal_release(&w);
        *at ^= 0x10;
    }
    log.at[17] ^= 1; /* the head: salt 1 */
    assert_true(wal_read(&w, log.at, log.length, NULL));
    assert_false(w.has_head);
    assert_int_equal(w.valid, 0);
    assert_int_equal(w.last_commit, count);
    assert_true(w.commits_follow);
    wal_release(&w);
    assert_true(wal_read(&w, log.at, 20, NULL));
    assert_int_equal(w.count, 0);
    wal_release(&w);
    free(log.at);
    remove_all();
}

static void salts_go_round(void **unused)
{
    (void)unused;
    assert_true(wal_is_later(6, 5));
    assert_false(wal_is_later(5, 5));
    assert_false(wal_is_later(4, 5));
    assert_true(wal_is_later(3, UINT32_MAX - 3));
    assert_false(wal_is_later(UINT32_MAX - 3, 3));
}

/* ---- The mark ---- */
static void the_mark_survives_a_torn_write(void **unused)
{
    (void)unused;
    struct stat s = {.st_dev = 3, .st_ino = 4}, other = {.st_dev = 3, .st_ino = 5};
    mark m = {.state = MARK_CONFIRMED, .salts = {7, 8}}, found;
    bool damaged;
    snprintf(path, sizeof path, "%s/mark-%d", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (int)getpid());
    mark_read(path, &s, &found, &damaged);
    assert_int_equal(found.state, MARK_NONE);
    assert_false(damaged);
    const int fd = mark_open(path);
    mark_bind(&m, &s);
    for (m.frames = 1; m.frames <= 5; m.frames++)
        assert_true(mark_write(fd, &m, m.frames == 5));
    mark_read(path, &s, &found, &damaged);
    assert_int_equal(found.frames, 5);
    assert_int_equal(found.salts.two, 8);
    mark_read(path, &other, &found, &damaged); /* of another file: nothing is known */
    assert_int_equal(found.state, MARK_NONE);
    assert_false(damaged);
    image i = load("");
    const size_t newest = found.sequence % 2 * MARK_SLOT;
    i.at[newest + 300] ^= 1;
    save("", i);
    mark_read(path, &s, &found, &damaged);
    assert_int_equal(found.frames, 4);
    i.at[(MARK_SLOT - newest) + 500] ^= 1;
    save("", i);
    mark_read(path, &s, &found, &damaged);
    assert_int_equal(found.state, MARK_NONE);
    assert_true(damaged);
    free(i.at);
    close(fd);
    unlink(path);
}

/* ---- Starting after a crash ---- */
static void flip(const char *end, size_t at, unsigned bit)
{
    image i = load(end);
    assert_true(at < i.length);
    i.at[at] ^= (uint8_t)(1u << bit);
    save(end, i);
    free(i.at);
}

static size_t frame_place(uint32_t frame)
{
    return WAL_HEAD + (size_t)(frame - 1) * WAL_FRAME;
}

static void a_crash_is_no_damage(void **unused)
{
    (void)unused;
    new_crash(30);
    must_open(30, 0);
    must_open(30, 0); /* after an end in order too */
    crash_after(31, 60);
    crash_after(61, 61);
    must_open(61, 0);
    remove_all();
}

/* One bit in a frame that a later one supersedes: repaired, all is there, the old files are kept.
 */
static void a_superseded_frame_is_repaired(void **unused)
{
    (void)unused;
    new_crash(30);
    flip("-wal", frame_place(8) + 3000, 3);
    must_open(30, 3);
    must_open(30, 3);
    remove_all();
}

/* The head of the log: SQLite would take it for empty. */
static void a_damaged_head_is_repaired(void **unused)
{
    (void)unused;
    for (size_t at = 0; at < WAL_HEAD; at += 5) {
        new_crash(20);
        flip("-wal", at, 2);
        must_open(20, 3);
        remove_all();
    }
}

static void lost_commits_are_refused(void **unused)
{
    (void)unused;
    wal w;
    new_crash(30);
    image log = load("-wal");
    assert_true(wal_read(&w, log.at, log.length, NULL));
    const uint32_t count = w.count;
    wal_release(&w);
    const size_t lengths[] = {
        0, 10, WAL_HEAD, frame_place(count / 2), frame_place(count), frame_place(count) + 700};
    free(log.at);
    remove_all();
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        new_crash(30);
        log = load("-wal");
        log.length = lengths[i];
        save("-wal", log);
        must_refuse(29);
        free(log.at);
        remove_all();
    }
    new_crash(30);
    unlink(beside("-wal"));
    must_refuse(0);
    remove_all();
    new_crash(30); /* the last frame, which nothing supersedes: the row that is new is cut off */
    flip("-wal", frame_place(count) + WAL_FRAME_HEAD + 3, 4); /* its count of cells */
    char error[STORE_ERROR_MAX];
    store *s = open_with(false, error);
    assert_true(s == NULL || events_in(s) == 30); /* refused, or nothing is missing */
    if (s)
        store_close(s);
    remove_all();
}

/* Without a mark the log speaks for itself: a commit that another one follows was on disc. */
static void without_a_mark(void **unused)
{
    (void)unused;
    new_crash(30);
    unlink(beside("-mark"));
    flip("-wal", frame_place(8) + 3000, 3);
    must_open(30, 2);
    remove_all();
    new_crash(30); /* both slots damaged, the log whole */
    flip("-mark", 100, 1);
    flip("-mark", 600, 1);
    must_open(30, 0);
    remove_all();
}

/* Another program that opened the file after the crash has moved the log and removed it. */
static void moved_by_another_program(void **unused)
{
    (void)unused;
    char command[600];
    new_crash(30);
    snprintf(command, sizeof command,
             "python3 -c \"import sqlite3; d = sqlite3.connect('%s'); d.execute('SELECT * FROM "
             "rows').fetchall(); "
             "d.close()\"",
             path);
    assert_int_equal(system(command), 0);
    assert_int_not_equal(access(beside("-wal"), F_OK), 0);
    must_open(30, 0);
    remove_all();
}

/* A backup that was put in place, under the old name or over the old bytes, is no damage. */
static void a_backup_in_place(void **unused)
{
    (void)unused;
    for (int over = 0; over < 2; over++) {
        new_crash(20);
        must_open(20, 0);
        const image backup = load("");
        crash_after(21, 40);
        unlink(beside("-wal"));
        unlink(beside("-shm"));
        if (!over)
            unlink(path);
        usleep(20000); /* the file's time must be another one */
        const int fd = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
        assert_int_equal(write(fd, backup.at, backup.length), backup.length);
        close(fd);
        must_open(20, 0);
        free(backup.at);
        remove_all();
    }
}

/* The file itself is cut, empty or gone, and the log is not: SQLite would remove the log. */
static void an_empty_file_with_a_log(void **unused)
{
    (void)unused;
    new_crash(30);
    save("", (image){(uint8_t *)(uintptr_t) "", 0});
    must_open(30, 3); /* this log has every page, so nothing is missing */
    remove_all();
    new_crash(20);
    must_open(20, 0);
    save("", (image){(uint8_t *)(uintptr_t) "", 0});
    must_refuse(0); /* this one has none any more */
    remove_all();
    new_crash(200);
    must_open(200, 0);
    crash_after(201, 202);
    assert_int_equal(truncate(path, 8192), 0);
    must_refuse(201);
    remove_all();
}

/* ---- Power cuts ---- */
/* The last commit was not synchronised: any of its sectors may be missing, and the mark is the one
 * before it. That is no damage, and the commits before it are there. */
static void a_power_cut_is_no_damage(void **unused)
{
    (void)unused;
    const int tries = getenv("AZJ_TEST_QUICK") ? 5 : 40;
    for (int i = 0; i < tries; i++) {
        char error[STORE_ERROR_MAX];
        const uint32_t events = 5 + randombytes_uniform(30);
        new_crash(events);
        const image before = load("-wal"), mark_before = load("-mark");
        crash_after(events + 1, events + 1);
        image after = load("-wal");
        size_t first = before.length / 512 * 512;
        for (size_t at = first; at < after.length; at += 512)
            if (randombytes_uniform(2)) {
                const size_t size = after.length - at < 512 ? after.length - at : 512;
                for (size_t k = at; k < at + size; k++)
                    after.at[k] = k < before.length ? before.at[k] : 0;
            }
        save("-wal", after);
        save("-mark", mark_before);
        store *s = open_with(false, error);
        assert_non_null(s);
        const uint32_t found = events_in(s);
        assert_true(found == events || found == events + 1);
        assert_int_equal(kept_files(), 0);
        commit_event(s, found + 1);
        store_close(s);
        must_open(found + 1, 0);
        free(before.at);
        free(mark_before.at);
        free(after.at);
        remove_all();
    }
}

/* A crash between the steps of a replacement. */
static void a_crash_while_replacing(void **unused)
{
    (void)unused;
    char error[STORE_ERROR_MAX];
    struct stat s;
    mark m;
    bool damaged;
    new_crash(30);
    flip("-wal", frame_place(8) + 3000, 3);
    char new[300];
    snprintf(new, sizeof new, "%s.recovered", path);
    recovery *r = recovery_read(path, error);
    assert_non_null(r);
    assert_true(recovery_get_facts(r).is_lossless);
    assert_true(recovery_write(r, new, error));
    recovery_free(r);
    assert_int_equal(stat(path, &s), 0);
    mark_read(beside("-mark"), &s, &m, &damaged);
    assert_int_equal(stat(new, &s), 0);
    mark_bind(&m, &s);
    m.state = MARK_REPLACING;
    const int fd = mark_open(beside("-mark"));
    assert_true(mark_write(fd, &m, true));
    close(fd);
    must_open(30, 3); /* it has not got its name yet: the old slot of the mark still counts */
    remove_all();
}

/* The mark names the new file: the old log beside it must not be applied. */
static void a_crash_after_replacing(void **unused)
{
    (void)unused;
    char error[STORE_ERROR_MAX], new[300];
    struct stat s;
    mark m;
    bool damaged;
    new_crash(30);
    snprintf(new, sizeof new, "%s.recovered", path);
    recovery *r = recovery_read(path, error);
    assert_non_null(r);
    assert_true(recovery_write(r, new, error));
    recovery_free(r);
    assert_int_equal(stat(path, &s), 0);
    mark_read(beside("-mark"), &s, &m, &damaged);
    assert_int_equal(stat(new, &s), 0);
    mark_bind(&m, &s);
    m.state = MARK_REPLACING;
    const int fd = mark_open(beside("-mark"));
    assert_true(mark_write(fd, &m, true));
    close(fd);
    assert_int_equal(rename(new, path), 0); /* and the old log is still there */
    assert_true(access(beside("-wal"), F_OK) == 0);
    must_open(30, 0);
    remove_all();
}

/* ---- Recovering ---- */
static void drop_line(void *context, const char *line)
{
    (void)line;
    (*(size_t *)context)++;
}

static size_t recovered_rows(size_t *missing)
{
    char error[STORE_ERROR_MAX];
    recovery *r = recovery_read(path, error);
    assert_non_null(r);
    size_t lines = 0;
    *missing = recovery_missing(r, drop_line, &lines);
    assert_int_equal(lines, *missing);
    const size_t rows = recovery_get_facts(r).rows;
    recovery_free(r);
    return rows;
}

/* Newer frames win, deleted rows stay deleted, gaps are named. */
static void recovery_takes_the_newest(void **unused)
{
    (void)unused;
    size_t missing;
    new_crash(30);
    assert_int_equal(recovered_rows(&missing), 32); /* 30 events, the tail, the table */
    assert_int_equal(missing, 0);
    const pid_t child = fork();
    if (child == 0) {
        char error[STORE_ERROR_MAX];
        store *s = open_with(false, error);
        const store_op put = {.key = "link/L", .data = "{}", .length = 2};
        const store_op drop[] = {{.key = "event/T", .n = 12}, {.key = "link/L"}};
        _exit(s && store_commit(s, &put, 1, error) && store_commit(s, drop, 2, error) ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(recovered_rows(&missing), 31);
    assert_int_equal(missing, 1); /* the gap */
    /* Older pages do not bring the link back, but the event: its table is there, so it was not
     * deleted in earnest. */
    flip("-wal", frame_place(4) + 2000, 1);
    assert_int_equal(recovered_rows(&missing), 32);
    remove_all();
}

/* Every page is in the log: the file may be anything. */
static void recovery_needs_no_file(void **unused)
{
    (void)unused;
    size_t missing;
    new_crash(30);
    save("", (image){(uint8_t *)(uintptr_t) "", 0});
    assert_int_equal(recovered_rows(&missing), 32);
    image file = load("");
    free(file.at);
    uint8_t noise[4096];
    randombytes_buf(noise, sizeof noise);
    save("", (image){noise, sizeof noise});
    assert_int_equal(recovered_rows(&missing), 32);
    remove_all();
}

static void must_recover(const uint8_t pages[2 * 4096], size_t rows)
{
    size_t missing;
    save("", (image){(uint8_t *)(uintptr_t)pages, 2 * 4096});
    assert_int_equal(recovered_rows(&missing), rows);
}

/* What leads to a row in its page is damaged, and the row is not. */
static void recovery_finds_rows_without_their_place(void **unused)
{
    (void)unused;
    uint8_t pages[2 * 4096] = "SQLite format 3", *page = pages + 4096;
    size_t missing;
    new_crash(12);
    const image log = load("-wal");
    for (size_t at = 32; at + 24 + 4096 <= log.length; at += 24 + 4096)
        if (wal_number(log.at + at, 4) == 2)
            memcpy(page, log.at + at + 24, 4096);
    free(log.at);
    remove_all();
    save("", (image){pages, sizeof pages});
    const size_t rows = recovered_rows(&missing);
    assert_true(rows > 5 && page[0] == 10 && wal_number(page + 3, 2) == rows);
    for (size_t i = 0; i < rows; i++) {
        const size_t place = wal_number(page + 8 + 2 * i, 2);
        for (unsigned bit = 0; bit < 8; bit++) {
            const uint8_t mask = (uint8_t)(1u << bit);
            const size_t at[] = {8 + 2 * i, 9 + 2 * i, place, place + (page[place] >> 7)};
            for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
                page[at[k]] ^= mask;
                must_recover(pages, rows);
                page[at[k]] ^= mask;
            }
        }
    }
    memset(page, 0, 8 + 2 * rows);
    must_recover(pages, rows);
    remove_all();
}

/* Lines that say of a table what it lacks, for certain. */
static void count_tables(void *context, const char *line)
{
    *(size_t *)context += strstr(line, "table=") && !strstr(line, "may be missing");
}

static void must_recover_all_of_table(uint32_t events)
{
    char error[STORE_ERROR_MAX], new[320];
    size_t named = 0;
    recovery *r = recovery_read(path, error);
    assert_non_null(r);
    assert_true(recovery_missing(r, count_tables, &named) > 0); /* the frames */
    assert_int_equal(named, 0);
    snprintf(new, sizeof new, "%s.new", path);
    assert_true(recovery_write(r, new, error));
    recovery_free(r);
    store *s = store_open_sqlite(new, &(store_options){.durable = true}, error);
    assert_non_null(s);
    char tail[32];
    size_t length;
    uint32_t counted;
    assert_int_equal(store_get(s, "event/T", UINT32_MAX, tail, sizeof tail, &length), STORE_FOUND);
    assert_true(game_tail_read(&counted, tail, length) && counted == events);
    assert_int_equal(events_in(s), events);
    store_close(s);
}

static void garble_frames(uint32_t first, uint32_t last)
{
    image log = load("-wal");
    randombytes_buf(log.at + frame_place(first), frame_place(last + 1) - frame_place(first));
    save("-wal", log);
    free(log.at);
}

static uint32_t frames_now(void)
{
    const image log = load("-wal");
    free(log.at);
    return (uint32_t)((log.length - WAL_HEAD) / WAL_FRAME);
}

static void commit_with_link(uint32_t n, size_t size)
{
    const pid_t child = fork();
    if (child == 0) {
        static char large[24000];
        char error[STORE_ERROR_MAX], tail[32];
        memset(large, 'x', sizeof large);
        store *s = open_with(false, error);
        const store_op ops[] = {
            {.key = "event/T", .n = n, .data = large, .length = 120, .is_new = true},
            {.key = "event/T",
             .n = UINT32_MAX,
             .data = tail,
             .length = (size_t)snprintf(tail, sizeof tail, "{\"n\":%u}", n)},
            {.key = "link/L", .data = large, .length = size}};
        _exit(s && store_commit(s, ops, 3, error) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A confirmed event whose own frames are gone stands in a commit that was on disc and not confirmed
 * yet: such a commit counts with all its rows, as it does in a log without damage. */
static void recovery_takes_whole_commits_after_the_mark(void **unused)
{
    (void)unused;
    new_crash(19);
    const uint32_t before = frames_now();
    crash_after(20, 20);
    const uint32_t damaged = frames_now();
    crash_after(21, 22);
    const uint32_t confirmed = frames_now();
    const image mark_before = load("-mark");
    commit_with_link(23, 500);
    save("-mark", mark_before);
    assert_true(before < damaged && damaged + 1 < confirmed && confirmed < frames_now());
    garble_frames(before + 1, damaged);
    size_t missing;
    assert_int_equal(recovered_rows(&missing), 23 + 2 + 1);
    must_recover_all_of_table(23);
    free(mark_before.at);
    remove_all();
}

/* The link's new pages are the last frames; one of them does not come to the disc. */
static void commit_torn(uint32_t n)
{
    const uint32_t confirmed = frames_now();
    const image mark_before = load("-mark");
    commit_with_link(n, 24000);
    save("-mark", mark_before);
    image log = load("-wal");
    assert_true(frames_now() > confirmed + 2);
    log.length -= WAL_FRAME;
    save("-wal", log);
    free(log.at);
    free(mark_before.at);
}

/* The same in a commit that is not whole: nobody knows which of the events was confirmed, and what
 * is there is saved and counted, so that the game can be loaded. */
static void recovery_takes_events_of_a_torn_commit(void **unused)
{
    (void)unused;
    new_crash(19);
    commit_with_link(20, 12000);
    const uint32_t before = frames_now();
    crash_after(21, 21);
    const uint32_t confirmed = frames_now();
    commit_torn(22);
    garble_frames(before + 1, confirmed);
    must_recover_all_of_table(22);
    remove_all();
}

/* Where every confirmed frame is there or superseded, what was not confirmed stays away. */
static void recovery_drops_a_torn_commit_where_nothing_is_lost(void **unused)
{
    (void)unused;
    new_crash(19);
    commit_with_link(20, 12000);
    commit_torn(21);
    flip("-wal", frame_place(8) + 3000, 3); /* a later frame has this page, too */
    must_open(20, 3);
    remove_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_judged_one_by_one),
        cmocka_unit_test(salts_go_round),
        cmocka_unit_test(the_mark_survives_a_torn_write),
        cmocka_unit_test(a_crash_is_no_damage),
        cmocka_unit_test(a_superseded_frame_is_repaired),
        cmocka_unit_test(a_damaged_head_is_repaired),
        cmocka_unit_test(lost_commits_are_refused),
        cmocka_unit_test(without_a_mark),
        cmocka_unit_test(moved_by_another_program),
        cmocka_unit_test(a_backup_in_place),
        cmocka_unit_test(an_empty_file_with_a_log),
        cmocka_unit_test(a_power_cut_is_no_damage),
        cmocka_unit_test(a_crash_while_replacing),
        cmocka_unit_test(a_crash_after_replacing),
        cmocka_unit_test(recovery_takes_the_newest),
        cmocka_unit_test(recovery_needs_no_file),
        cmocka_unit_test(recovery_finds_rows_without_their_place),
        cmocka_unit_test(recovery_takes_whole_commits_after_the_mark),
        cmocka_unit_test(recovery_takes_events_of_a_torn_commit),
        cmocka_unit_test(recovery_drops_a_torn_commit_where_nothing_is_lost),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
