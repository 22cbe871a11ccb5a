/* store_recover.c - see store_recover.h.
 *
 * Versions of a page are ordered by the number of their frame. The main file has the versions up to
 * frame `moved` (the mark says how far); later frames are newer, earlier ones older than it.
 */
#include "server/store_recover.h"

#include "server/disc.h"
#include "server/game_json.h"
#include "server/store_names.h"
#include "server/store_recovery.h"
#include "server/store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { PAGE = WAL_PAGE };

static const char EVENT[] = "event/";

/* ---- Reading ---- */
/* Sectors that the disc cannot read count as zeros: a checksum will tell. */
static bool read_all(const char *path, bytes *b, char error[STORE_ERROR_MAX])
{
    struct stat s;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *b = (bytes){NULL, 0};
    if (fd >= 0 && fstat(fd, &s) == 0) {
        b->length = (size_t)s.st_size;
        b->at = calloc(1, b->length + PAGE);
    }
    for (size_t at = 0; b->at && at < b->length;) {
        const size_t wanted = b->length - at < PAGE ? b->length - at : PAGE;
        const ssize_t got = pread(fd, b->at + at, wanted, (off_t)at);
        at += got > 0 ? (size_t)got : wanted;
    }
    const int why = errno;
    if (!b->at)
        snprintf(error, STORE_ERROR_MAX, "cannot read %.200s: %s", path, strerror(why));
    if (fd >= 0)
        close(fd);
    errno = why;
    return b->at != NULL;
}

static bool grow_list(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    const size_t more = 2 * *room + 64;
    void *at = realloc(*(void **)list, more * size);
    if (!at)
        return false;
    *(void **)list = at;
    *room = more;
    return true;
}

/* The newest image of a page that is to be believed, for rows that go on elsewhere. */
static const uint8_t *page_image(void *context, uint32_t page)
{
    recovery *r = context;
    if (page < 1 || page > r->pages)
        return NULL;
    r->rests++;
    if (r->intact[page] > r->mark.moved || page > r->main_pages)
        return r->intact[page] ? wal_page(&r->wal, r->intact[page]) : NULL;
    return r->file.at + (size_t)(page - 1) * PAGE;
}

static bool keep_copy(recovery *r, page_row *found)
{
    uint8_t *copy = malloc(found->key_length + found->length + 1);
    if (!copy || !grow_list(&r->copies, r->copies_nb, &r->copies_room, sizeof *r->copies)) {
        free(copy);
        return false;
    }
    r->copies[r->copies_nb++] = copy;
    memcpy(copy, found->key, found->key_length);
    memcpy(copy + found->key_length, found->data, found->length);
    found->key = copy;
    found->data = copy + found->key_length;
    return true;
}

bool recovery_is_event(const page_row *found)
{
    return found->key_length > strlen(EVENT) && memcmp(found->key, EVENT, strlen(EVENT)) == 0;
}

/* Frames after the confirmed ones may hold copies of confirmed events; nothing else of them
 * counts. */
static bool take_row(void *context, const page_row *found)
{
    recovery *r = context;
    row new = {*found, r->order, r->page, r->is_current, r->is_beyond};
    if (r->is_beyond && (!recovery_is_event(found) || found->n == NAMES_TAIL))
        return true;
    if (!grow_list(&r->rows, r->rows_nb, &r->rows_room, sizeof *r->rows) ||
        (found->is_copied && !keep_copy(r, &new.found)))
        return false;
    r->rows[r->rows_nb++] = new;
    if (found->is_unlisted)
        return true;
    if (!r->first.key)
        r->first = new.found;
    r->last = new.found;
    return true;
}

static bool read_image(recovery *r, uint32_t page, const uint8_t *at, uint32_t order, bool current,
                       page_report *report)
{
    r->page = page;
    r->order = order;
    r->is_current = current;
    r->first = r->last = (page_row){0};
    return page_read(&r->reader, at, report);
}

/* ---- Which version of a page counts ---- */
static bool add_range(recovery *r, page_row first, page_row last)
{
    if (!first.key || !last.key)
        return true;
    if (!grow_list(&r->ranges, r->ranges_nb, &r->ranges_room, sizeof *r->ranges))
        return false;
    r->ranges[r->ranges_nb++] = (range){first, last};
    return true;
}

/* The page that was read last is intact and the newest. */
static bool trust_page(recovery *r, uint32_t page, const uint8_t *at, const page_report *p)
{
    if (!p->is_whole)
        return true;
    if (p->is_leaf) {
        if (!add_range(r, r->first, r->last))
            return false;
        r->leaf[page] = r->first.key ? r->ranges_nb : 0;
        return true;
    }
    if (!grow_list(&r->inner, r->inner_nb, &r->inner_room, sizeof *r->inner))
        return false;
    r->inner[r->inner_nb++] = (inner_page){at, r->rows_nb - p->rows, p->cells};
    return true;
}

/* A row that was deleted may have stood between the last row of a leaf and the row above that. */
static bool join_children(recovery *r, const inner_page *p)
{
    for (uint32_t k = 0; k <= p->cells; k++) { /* the last child stands in the page's head */
        const uint8_t *at = k < p->cells ? p->at + wal_number(p->at + 12 + 2 * k, 2) : p->at + 8;
        const uint32_t child = wal_number(at, 4);
        const size_t leaf = child <= r->pages ? r->leaf[child] : 0;
        if (!leaf)
            continue;
        const range own = r->ranges[leaf - 1];
        if (!add_range(r, k > 0 ? r->rows[p->first_row + k - 1].found : own.first,
                       k < p->cells ? r->rows[p->first_row + k].found : own.last))
            return false;
    }
    return true;
}

static bool join_ranges(recovery *r)
{
    for (size_t i = 0; i < r->inner_nb; i++)
        if (!join_children(r, &r->inner[i]))
            return false;
    return true;
}

static bool add_damaged(recovery *r, uint32_t page, uint32_t frame, const page_report *p)
{
    if (!grow_list(&r->damaged, r->damaged_nb, &r->damaged_room, sizeof *r->damaged))
        return false;
    r->suspect[page] = true;
    r->damaged[r->damaged_nb++] = (damaged_page){page, frame, p->cells, p->rows, r->first, r->last};
    return true;
}

/* The newest version is broken: its whole rows count, those of the version before it fill in. */
static bool read_broken(recovery *r, uint32_t page, uint32_t frame)
{
    page_report p;
    if (!read_image(r, page, wal_page(&r->wal, frame), frame, true, &p))
        return false;
    if (p.is_whole || page == 1)
        return true;
    r->facts.lost_frames++;
    return add_damaged(r, page, frame, &p);
}

/* A page that is not of the tree may be a free one; but if the log has it too, that must be the
 * same. */
static bool read_main(recovery *r, uint32_t page, bool *whole)
{
    page_report p;
    const uint8_t *at = r->file.at + (size_t)(page - 1) * PAGE;
    const uint32_t frame = r->intact[page];
    if (!read_image(r, page, at, r->mark.moved, true, &p))
        return false;
    *whole = page == 1 || p.is_whole ||
             (!p.is_tree && (!frame || memcmp(at, wal_page(&r->wal, frame), PAGE) == 0));
    r->rowless += !p.is_tree && page > 1;
    return (r->broken[page] > r->mark.moved || trust_page(r, page, at, &p)) &&
           (*whole || add_damaged(r, page, 0, &p));
}

static bool read_current(recovery *r, uint32_t page)
{
    const uint32_t frame = r->intact[page], broken = r->broken[page], moved = r->mark.moved;
    const bool superseded = broken <= frame || broken <= moved;
    page_report p;
    bool whole = false;
    if (!superseded && !read_broken(r, page, broken))
        return false;
    if (frame > moved) {
        if (!read_image(r, page, wal_page(&r->wal, frame), frame, true, &p) ||
            (superseded && !trust_page(r, page, wal_page(&r->wal, frame), &p)))
            return false;
        r->rowless += !p.is_tree && page > 1;
        return true;
    }
    if (page <= r->main_pages && !read_main(r, page, &whole))
        return false;
    if (frame && !whole)
        return read_image(r, page, wal_page(&r->wal, frame), frame, true, &p);
    r->facts.missing_pages += page > r->main_pages && !frame && superseded;
    return true;
}

/* Older versions, and frames whose page is not known any more. */
static bool read_older(recovery *r)
{
    page_report p;
    for (uint32_t i = 1; i <= r->wal.count; i++) {
        const wal_frame *f = &r->wal.frame[i - 1];
        const bool known = f->page >= 1 && f->page <= r->pages;
        r->is_beyond = f->state != WAL_FOREIGN && i > r->limit;
        if (known && (i == r->intact[f->page] || i == r->broken[f->page]))
            continue;
        const bool current = f->state == WAL_BROKEN && !known && i > r->mark.moved && !r->is_beyond;
        const uint32_t order = f->state == WAL_FOREIGN || r->is_beyond ? 0 : i;
        if (!read_image(r, known ? f->page : 0, wal_page(&r->wal, i), order, current, &p))
            return false;
        r->facts.lost_frames += current && !p.is_whole;
        r->suspect[0] = r->suspect[0] || (current && !p.is_whole);
    }
    r->is_beyond = false;
    for (uint32_t page = 2; page <= r->main_pages; page++)
        if (r->intact[page] > r->mark.moved &&
            !read_image(r, page, r->file.at + (size_t)(page - 1) * PAGE, 0, false, &p))
            return false;
    return true;
}

static void find_versions(recovery *r)
{
    for (uint32_t i = 1; i <= r->wal.count && i <= r->limit; i++) {
        const wal_frame *f = &r->wal.frame[i - 1];
        if (f->page < 1 || f->page > r->pages || f->state == WAL_FOREIGN)
            continue;
        (f->state == WAL_INTACT ? r->intact : r->broken)[f->page] = i;
    }
    for (uint32_t i = r->mark.moved + 1; i <= r->limit; i++) /* that are not there at all */
        r->facts.absent_frames += i > r->wal.count || r->wal.frame[i - 1].state == WAL_FOREIGN;
    r->facts.lost_frames += r->facts.absent_frames;
}

uint32_t recovery_unknown_pages(const recovery *r)
{
    const uint8_t *head = r->pages && r->intact[1] ? wal_page(&r->wal, r->intact[1]) : r->file.at;
    if (r->file.length < PAGE || memcmp(head, "SQLite format 3", 16) != 0)
        return UINT32_MAX;
    const uint32_t lock_page = r->pages > (1u << 30) / PAGE; /* that SQLite leaves out */
    const uint32_t known = wal_number(head + 36, 4) + r->rests + lock_page;
    return r->rowless > known ? r->rowless - known : 0;
}

/* ---- The best version of each row ---- */
static int compare_rows(const void *x, const void *y)
{
    const row *a = *(row *const *)x, *b = *(row *const *)y;
    const int order = page_row_compare(&a->found, &b->found);
    if (order || a->is_current != b->is_current)
        return order ? order : b->is_current - a->is_current;
    if (a->order != b->order)
        return a->order < b->order ? 1 : -1;
    return a->found.is_unlisted - b->found.is_unlisted;
}

static int compare_ranges(const void *x, const void *y)
{
    return page_row_compare(&((const range *)x)->first, &((const range *)y)->first);
}

/* An intact leaf covers its key, and does not have it: it was deleted. */
static bool was_deleted(const recovery *r, const page_row *found)
{
    size_t low = 0, high = r->ranges_nb;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (page_row_compare(&r->ranges[middle].first, found) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && page_row_compare(found, &r->ranges[low - 1].last) <= 0;
}

/* Is it an event of a table whose own row is there? Events are deleted with their table only. */
static bool belongs_to_table(const recovery *r, row *const *sorted, const page_row *found)
{
    char key[STORE_KEY_MAX];
    if (!recovery_is_event(found))
        return false;
    const int length =
        snprintf(key, sizeof key, "table/%.*s", (int)(found->key_length - strlen(EVENT)),
                 (const char *)found->key + strlen(EVENT));
    const page_row wanted = {.key = (const uint8_t *)key, .key_length = (size_t)length};
    size_t low = 0, high = r->rows_nb;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (page_row_compare(&sorted[middle]->found, &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->rows_nb && page_row_compare(&sorted[low]->found, &wanted) == 0;
}

/* After damage an intact leaf may be of a time before rows moved elsewhere: that it does not have
 * an event proves nothing. */
static bool is_kept(const recovery *r, row *const *sorted, const row *one)
{
    return one->is_current || !was_deleted(r, &one->found) ||
           belongs_to_table(r, sorted, &one->found);
}

static uint32_t count_in(const page_row *found)
{
    uint32_t count = 0;
    return names_tail((const char *)found->data, found->length, &count) ? count : 0;
}

static bool is_same_key(const row *a, const row *b)
{
    return a->found.key_length == b->found.key_length &&
           memcmp(a->found.key, b->found.key, a->found.key_length) == 0;
}

/* The newest version of the row that counts the events may be lost, and later events not. */
static bool raise_tail(recovery *r, row *tail, uint32_t count)
{
    char text[32];
    page_row raised = tail->found;
    raised.data = (const uint8_t *)text;
    raised.length = game_tail_write(count, text, sizeof text);
    if (!keep_copy(r, &raised))
        return false;
    tail->found = raised;
    tail->is_current = false;
    return true;
}

/* The rows of one table: its events by their numbers, then the row that counts them. Of a commit
 * that was never whole an event stays if it is counted. Where that row may be lost, it also stays
 * if it follows the others. Returns how many stay. */
static size_t settle_events(recovery *r, row **group, size_t count, bool *good)
{
    row *tail = group[count - 1]->found.n == NAMES_TAIL ? group[count - 1] : NULL;
    const recovery_facts *f = &r->facts;
    const bool is_uncertain = f->lost_frames || f->missing_pages || f->damaged_pages;
    const uint32_t counted = tail ? count_in(&tail->found) : 0;
    uint32_t last = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t n = group[i]->found.n;
        last += n == last + 1;
        if (!group[i]->is_beyond || n <= counted || (is_uncertain && n <= last))
            group[kept++] = group[i];
    }
    if (tail && is_uncertain && last > counted)
        *good = *good && raise_tail(r, tail, last);
    return kept;
}

static bool settle_tables(recovery *r)
{
    bool good = true;
    size_t kept = 0;
    for (size_t i = 0, end; i < r->final_nb; i = end) {
        end = i + 1;
        if (recovery_is_event(&r->final[i]->found))
            while (end < r->final_nb && is_same_key(r->final[i], r->final[end]))
                end++;
        const size_t count = recovery_is_event(&r->final[i]->found)
                                 ? settle_events(r, r->final + i, end - i, &good)
                                 : end - i;
        memmove(r->final + kept, r->final + i, count * sizeof *r->final);
        kept += count;
    }
    r->final_nb = kept;
    return good;
}

static bool choose_rows(recovery *r)
{
    row **all = malloc((r->rows_nb + 1) * sizeof *all);
    row **sorted = malloc((r->rows_nb + 1) * sizeof *sorted);
    if (!all || !sorted) {
        free(all);
        free(sorted);
        return false;
    }
    for (size_t i = 0; i < r->rows_nb; i++)
        all[i] = &r->rows[i];
    qsort(all, r->rows_nb, sizeof *all, compare_rows);
    memcpy(sorted, all, r->rows_nb * sizeof *all);
    if (r->ranges_nb)
        qsort(r->ranges, r->ranges_nb, sizeof *r->ranges, compare_ranges);
    for (size_t i = 1; i < r->ranges_nb; i++) /* one may lie within another */
        if (page_row_compare(&r->ranges[i].last, &r->ranges[i - 1].last) < 0)
            r->ranges[i].last = r->ranges[i - 1].last;
    r->final = all;
    for (size_t i = 0; i < r->rows_nb; i++) {
        row *last = r->final_nb ? all[r->final_nb - 1] : NULL;
        if (last && page_row_compare(&last->found, &all[i]->found) == 0) {
            if (last->found.n == NAMES_TAIL && count_in(&last->found) < count_in(&all[i]->found))
                all[r->final_nb - 1] = all[i];
        } else if (is_kept(r, sorted, all[i])) {
            all[r->final_nb++] = all[i];
        }
    }
    free(sorted);
    const bool good = settle_tables(r);
    r->facts.rows = r->final_nb;
    return good;
}

/* ---- All of it ---- */
static void open_mark(recovery *r, const char *path)
{
    char name[1100];
    bool damaged;
    snprintf(name, sizeof name, "%s-mark", path);
    if (stat(path, &r->stat) == 0)
        mark_read(name, &r->stat, &r->mark, &damaged);
    r->had_pages = mark_pages(name, &r->stat, &r->mark);
    if (r->mark.state != MARK_CONFIRMED && r->mark.state != MARK_MOVING)
        r->mark = (mark){0};
}

/* Commits that were not confirmed yet, but are whole: a log without damage has them, too. */
static uint32_t commits_after(const wal *w, uint32_t confirmed)
{
    uint32_t last = confirmed;
    for (uint32_t i = confirmed + 1; i <= w->count && w->frame[i - 1].state == WAL_INTACT; i++)
        if (w->frame[i - 1].pages)
            last = i;
    return last;
}

/* What the mark says holds for one log only. Of another one, or one that is not there, all is lost
 * that was not in the file, unless the log had been moved or has begun again since. */
static void compare_mark(recovery *r, const char *path)
{
    const wal *w = &r->wal;
    const mark m = r->mark;
    const bool same = w->salts.one == m.salts.one && w->salts.two == m.salts.two;
    const bool other = w->has_head ? !same : w->count == 0;
    r->facts.present = w->count;
    r->facts.valid = w->valid;
    if (m.state && other) {
        r->mark = (mark){0};
        if (!(w->has_head && wal_is_later(w->salts.one, m.salts.one)) &&
            !mark_allows_no_log(&m, &r->stat, path)) {
            r->facts.confirmed = m.frames;
            r->facts.absent_frames = r->facts.lost_frames = m.frames - m.moved;
        }
    }
    if (r->mark.state)
        r->facts.confirmed = m.frames;
    r->limit = !r->mark.state ? w->last_commit : commits_after(w, m.frames);
    r->facts.first_bad = w->chained < r->limit ? w->chained + 1 : 0;
}

/* How many pages the file had after the last commit; 0: nobody knows. */
static uint32_t pages_promised(const recovery *r)
{
    const uint8_t *head = r->file.at;
    for (uint32_t i = r->limit < r->wal.count ? r->limit : r->wal.count; i > 0; i--)
        if (r->wal.frame[i - 1].state == WAL_INTACT && r->wal.frame[i - 1].pages)
            return r->wal.frame[i - 1].pages;
    const bool valid = r->file.length >= 100 && memcmp(head, "SQLite format 3", 16) == 0 &&
                       memcmp(head + 24, head + 92, 4) == 0;
    return valid ? wal_number(head + 28, 4) : 0;
}

static bool read_everything(recovery *r)
{
    const uint32_t promised = pages_promised(r);
    r->main_pages = (uint32_t)((r->file.length + PAGE - 1) / PAGE);
    r->pages = r->main_pages + r->wal.count + 1 < promised ? r->main_pages + r->wal.count + 1
               : promised > r->main_pages                  ? promised
                                                           : r->main_pages;
    r->facts.missing_pages = promised > r->pages                    ? promised - r->pages
                             : promised == 0 && r->file.length == 0 ? r->had_pages
                                                                    : 0;
    r->facts.missing_pages += r->file.length % PAGE != 0 && r->main_pages <= promised;
    r->intact = calloc(r->pages + 1u, sizeof *r->intact);
    r->broken = calloc(r->pages + 1u, sizeof *r->broken);
    r->leaf = calloc(r->pages + 1u, sizeof *r->leaf);
    r->suspect = calloc(r->pages + 1u, sizeof *r->suspect);
    if (!r->intact || !r->broken || !r->leaf || !r->suspect)
        return false;
    find_versions(r);
    for (uint32_t page = 1; page <= r->pages; page++)
        if (!read_current(r, page))
            return false;
    r->facts.damaged_pages = (uint32_t)r->damaged_nb;
    const bool damage = r->facts.damaged_pages || r->facts.missing_pages || r->facts.lost_frames ||
                        r->facts.first_bad || recovery_unknown_pages(r);
    if (damage && !read_older(r))
        return false;
    /* Where frames are lost, a page and the one above it may be of different times. */
    if ((r->facts.lost_frames == 0 && !join_ranges(r)) || !choose_rows(r))
        return false;
    r->facts.is_lossless = r->facts.lost_frames == 0 && r->facts.missing_pages == 0;
    return true;
}

/* The file, its log and a list of all rows are in memory at the same time: 1.6 times the size was
 * measured. False: this machine has not so much, and the system would kill us on the way. `error`
 * is set in any case, for memory that is short all the same. */
static bool has_memory(const char *path, const char *log, char error[STORE_ERROR_MAX])
{
    struct stat s;
    struct sysinfo i;
    uint64_t size = stat(path, &s) == 0 ? (uint64_t)s.st_size : 0;
    size += stat(log, &s) == 0 ? (uint64_t)s.st_size : 0;
    snprintf(
        error, STORE_ERROR_MAX,
        "there is not enough memory to save what is whole of %.200s: about %llu MB are needed. "
        "Do it on a machine with more, or add swap",
        path, (unsigned long long)(size / 500000 + 1));
    return sysinfo(&i) != 0 ||
           size / 2 * 3 <= ((uint64_t)i.totalram + (uint64_t)i.totalswap) * i.mem_unit;
}

recovery *recovery_read(const char *path, char error[STORE_ERROR_MAX])
{
    char name[1100], why[STORE_ERROR_MAX];
    snprintf(name, sizeof name, "%s-wal", path);
    recovery *r = has_memory(path, name, error) ? calloc(1, sizeof *r) : NULL;
    if (!r)
        return NULL;
    r->reader.page = page_image;
    r->reader.take = take_row;
    r->reader.context = r;
    if (!read_all(path, &r->file, why)) {
        if (errno != ENOMEM)
            memcpy(error, why, sizeof why);
        recovery_free(r);
        return NULL;
    }
    read_all(name, &r->log, why); /* there need not be one */
    open_mark(r, path);
    if (wal_read(&r->wal, r->log.at, r->log.length, r->mark.state ? &r->mark.salts : NULL)) {
        compare_mark(r, path);
        if (read_everything(r))
            return r;
    }
    recovery_free(r);
    return NULL;
}

void recovery_free(recovery *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->copies_nb; i++)
        free(r->copies[i]);
    free(r->copies);
    free(r->final);
    free(r->damaged);
    free(r->ranges);
    free(r->inner);
    free(r->leaf);
    free(r->suspect);
    free(r->rows);
    free(r->intact);
    free(r->broken);
    wal_release(&r->wal);
    free(r->log.at);
    free(r->file.at);
    free(r);
}

recovery_facts recovery_get_facts(const recovery *r)
{
    return r->facts;
}

/* ---- Writing ---- */
static bool write_rows(const recovery *r, sqlite3_stmt *put)
{
    for (size_t i = 0; i < r->final_nb; i++) {
        const page_row *p = &r->final[i]->found;
        char key[STORE_KEY_MAX];
        uint8_t sum[STORE_SUM_BYTES];
        snprintf(key, sizeof key, "%.*s", (int)p->key_length, (const char *)p->key);
        store_sum(key, p->n, (const char *)p->data, p->length, sum);
        sqlite3_bind_text(put, 1, key, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int64(put, 2, p->n);
        sqlite3_bind_blob64(put, 3, p->length ? (const void *)p->data : "", p->length,
                            SQLITE_STATIC);
        sqlite3_bind_blob(put, 4, sum, sizeof sum, SQLITE_TRANSIENT);
        if (sqlite3_step(put) != SQLITE_DONE)
            return false;
        sqlite3_reset(put);
    }
    return true;
}

/* Nobody sees the file before it is whole, so it needs no journal. */
bool recovery_write(const recovery *r, const char *path, char error[STORE_ERROR_MAX])
{
    sqlite3 *db = NULL;
    sqlite3_stmt *put = NULL;
    const int fd = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0) {
        snprintf(error, STORE_ERROR_MAX, "cannot make %.200s: %s", path, strerror(errno));
        return false;
    }
    close(fd);
    bool good =
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK &&
        sqlite3_exec(db,
                     "PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                     "BEGIN;" STORE_SCHEMA,
                     NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, STORE_INSERT, -1, &put, NULL) == SQLITE_OK && write_rows(r, put);
    sqlite3_finalize(put);
    good = good && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!good)
        snprintf(error, STORE_ERROR_MAX, "cannot write %.200s: %s", path, sqlite3_errmsg(db));
    sqlite3_close(db);
    if (good && !disc_sync(path)) {
        snprintf(error, STORE_ERROR_MAX, "cannot write %.200s: %s", path, strerror(errno));
        good = false;
    }
    if (!good)
        unlink(path);
    return good;
}
