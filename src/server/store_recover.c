/* store_recover.c - saves from a damaged SQLite file what is whole.
 *
 * Nothing in the file is believed: every page is looked at, whether the tree still leads to it or
 * not, and a row counts when its own checksum is right. So this needs neither the file's head nor
 * its root. Format: the description of SQLite's file format; numbers are big-endian, pages are of
 * the size that this program makes its files with.
 *
 *   page of the tree: kind, 2 free, count of cells (2), … ; from byte 8 (leaf) or 12 (inner) on the
 *                     places of the cells, 2 bytes each
 *   cell:             inner pages: a page (4); payload's length; payload; where it is too long, the
 *                     page (4) with the rest, which begins with the page of the rest (4)
 *   payload:          length of the head, kinds of the columns; the columns
 */
#include "server/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,
    INNER_PAGE = 2,
    LEAF_PAGE = 10,
    LOCAL_MAX = (PAGE - 12) * 64 / 255 - 23, /* of a payload in the page itself */
    LOCAL_MIN = (PAGE - 12) * 32 / 255 - 23,
    PAYLOAD_MAX = STORE_KEY_MAX + STORE_ROW_MAX + 64,
    LOG_HEAD = 32, /* the write-ahead log: a head, then frames of a head and a page */
    FRAME_HEAD = 24,
    FRAME = FRAME_HEAD + PAGE,
    COLUMNS = 4, /* key, n, data, sum */
    GROUP = 256  /* rows a commit */
};

typedef struct bytes {
    uint8_t *at;
    size_t length;
} bytes;

typedef struct recovery {
    bytes file;
    store *into;
    store_op ops[GROUP];
    char *data[GROUP];
    size_t waiting;
    size_t *rows; /* saved */
    char *error;
} recovery;

/* ---- Reading ----------------------------------------------------------------------------------
 */
static bool read_all(const char *path, bytes *b, char error[STORE_ERROR_MAX])
{
    FILE *f = fopen(path, "rb");
    long length = -1;
    *b = (bytes){NULL, 0};
    if (f && fseek(f, 0, SEEK_END) == 0 && (length = ftell(f)) >= 0 && fseek(f, 0, SEEK_SET) == 0) {
        b->at = malloc((size_t)length + 1);
        b->length = (size_t)length;
    }
    const bool good = b->at && fread(b->at, 1, b->length, f) == b->length;
    if (!good)
        snprintf(error, STORE_ERROR_MAX, "cannot read %.200s: %s", path, strerror(errno));
    if (f)
        fclose(f);
    return good;
}

static uint32_t number(const uint8_t *at, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | at[i];
    return value;
}

/* Seven bits a byte, the highest first; NULL: it does not end before `end`, or is no length. */
static const uint8_t *take_varint(const uint8_t *at, const uint8_t *end, uint32_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < 4 && at < end; i++) {
        *value = *value << 7 | (*at & 0x7fu);
        if (!(*at++ & 0x80u))
            return at;
    }
    return NULL;
}

/* ---- The write-ahead log ----------------------------------------------------------------------
 */
/* How many frames are of the newest log and end with a whole commit. */
static size_t frames_committed(const bytes *log)
{
    size_t committed = 0;
    for (size_t i = 0; LOG_HEAD + (i + 1) * FRAME <= log->length; i++) {
        const uint8_t *frame = log->at + LOG_HEAD + i * FRAME;
        if (memcmp(frame + 8, log->at + LOG_HEAD + 8, 8) != 0)
            break; /* what is left of an older one */
        if (number(frame + 4, 4))
            committed = i + 1;
    }
    return committed;
}

/* What was stored last stands in the log, not in the file. */
static bool put_log(bytes *file, const bytes *log)
{
    const size_t frames = frames_committed(log);
    const size_t room = file->length / PAGE + frames + 1; /* no page is farther behind the file */
    uint8_t *at = realloc(file->at, room * PAGE);
    if (!at)
        return false;
    memset(at + file->length, 0, room * PAGE - file->length);
    file->at = at;
    file->length = room * PAGE;
    for (size_t i = 0; i < frames; i++) {
        const uint8_t *frame = log->at + LOG_HEAD + i * FRAME;
        const uint32_t page = number(frame, 4);
        if (page >= 1 && page <= room)
            memcpy(file->at + (size_t)(page - 1) * PAGE, frame + FRAME_HEAD, PAGE);
    }
    return true;
}

/* ---- Rows -------------------------------------------------------------------------------------
 */
static bool flush(recovery *r)
{
    const bool good = r->waiting == 0 || store_commit(r->into, r->ops, r->waiting, r->error);
    for (size_t i = 0; i < r->waiting; i++)
        free(r->data[i]);
    r->waiting = 0;
    return good;
}

static bool keep_row(recovery *r, const char *key, uint32_t n, const uint8_t *data, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy)
        return false;
    memcpy(copy, data, length);
    r->data[r->waiting] = copy;
    store_op *op = &r->ops[r->waiting++];
    snprintf(op->key, sizeof op->key, "%s", key);
    op->n = n;
    op->data = copy;
    op->length = length;
    (*r->rows)++;
    return r->waiting < GROUP || flush(r);
}

/* How many bytes a column of this kind has; texts and blobs are told by their length. */
static uint32_t column_length(uint32_t kind)
{
    static const uint8_t fixed[12] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    return kind < 12 ? fixed[kind] : (kind - 12) / 2;
}

static uint32_t column_number(const uint8_t *at, uint32_t kind)
{
    const uint32_t length = column_length(kind);
    if (kind == 9)
        return 1;
    return length > 4 ? number(at + length - 4, 4) : number(at, length);
}

/* True unless storing failed; a payload that is no whole row is passed over. */
static bool take_payload(recovery *r, const uint8_t *at, uint32_t length)
{
    const uint8_t *end = at + length, *column[COLUMNS], *kinds;
    uint32_t head, kind[COLUMNS];
    char key[STORE_KEY_MAX] = "";
    uint8_t sum[STORE_SUM_BYTES];
    if (!(kinds = take_varint(at, end, &head)) || head > length)
        return true;
    const uint8_t *data = at + head;
    for (unsigned i = 0; i < COLUMNS; i++) {
        kinds = take_varint(kinds, at + head, &kind[i]);
        if (!kinds || column_length(kind[i]) > (size_t)(end - data))
            return true;
        column[i] = data;
        data += column_length(kind[i]);
    }
    const size_t key_length = column_length(kind[0]), data_length = column_length(kind[2]);
    if (kind[0] < 13 || kind[2] < 12 || kind[3] != 12 + 2 * STORE_SUM_BYTES ||
        key_length >= sizeof key || data_length > STORE_ROW_MAX)
        return true;
    memcpy(key, column[0], key_length);
    const uint32_t n = column_number(column[1], kind[1]);
    store_sum(key, n, (const char *)column[2], data_length, sum);
    const bool whole = strlen(key) == key_length && memcmp(sum, column[3], sizeof sum) == 0;
    return !whole || keep_row(r, key, n, column[2], data_length);
}

/* ---- Cells and pages --------------------------------------------------------------------------
 */
/* The rest of a payload that is too long for its page. */
static bool gather_rest(const recovery *r, uint32_t page, uint8_t *out, uint32_t length)
{
    while (length) {
        const uint32_t piece = length < PAGE - 4 ? length : PAGE - 4;
        if (page < 1 || page > r->file.length / PAGE)
            return false;
        const uint8_t *at = r->file.at + (size_t)(page - 1) * PAGE;
        memcpy(out, at + 4, piece);
        page = number(at, 4);
        out += piece;
        length -= piece;
    }
    return true;
}

static uint32_t local_length(uint32_t length)
{
    const uint32_t some = LOCAL_MIN + (length - LOCAL_MIN) % (PAGE - 4);
    if (length <= LOCAL_MAX)
        return length;
    return some <= LOCAL_MAX ? some : LOCAL_MIN;
}

static bool take_cell(recovery *r, const uint8_t *at, const uint8_t *end)
{
    uint8_t payload[PAYLOAD_MAX];
    uint32_t length;
    at = take_varint(at, end, &length);
    if (!at || length > PAYLOAD_MAX)
        return true;
    const uint32_t local = local_length(length);
    if ((size_t)(end - at) < local + (local < length ? 4u : 0u))
        return true;
    memcpy(payload, at, local);
    if (local < length && !gather_rest(r, number(at + local, 4), payload + local, length - local))
        return true;
    return take_payload(r, payload, length);
}

static bool take_cells(recovery *r, const uint8_t *page, bool inner)
{
    const uint32_t first = inner ? 12 : 8, skip = inner ? 4 : 0, cells = number(page + 3, 2);
    for (uint32_t i = 0; i < cells && first + 2 * i + 2 <= PAGE; i++) {
        const uint32_t place = number(page + first + 2 * i, 2) + skip;
        if (place < PAGE && !take_cell(r, page + place, page + PAGE))
            return false;
    }
    return true;
}

/* A page whose kind is damaged may still have whole rows: it is tried as either. */
static bool take_page(recovery *r, const uint8_t *page)
{
    return (page[0] == INNER_PAGE || take_cells(r, page, false)) &&
           (page[0] == LEAF_PAGE || take_cells(r, page, true));
}

bool store_recover_sqlite(const char *path, store *into, size_t *rows, char error[STORE_ERROR_MAX])
{
    char name[1100], ignored[STORE_ERROR_MAX];
    bytes log;
    recovery *r = calloc(1, sizeof *r);
    *rows = 0;
    snprintf(error, STORE_ERROR_MAX, "no memory");
    if (!r)
        return false;
    r->into = into;
    r->rows = rows;
    r->error = error;
    snprintf(name, sizeof name, "%s-wal", path);
    bool good = read_all(path, &r->file, error);
    if (!read_all(name, &log, ignored))
        log.length = 0;
    good = good && put_log(&r->file, &log);
    for (size_t at = PAGE; good && at < r->file.length; at += PAGE) /* the first has no rows */
        good = take_page(r, r->file.at + at);
    good = flush(r) && good;
    free(log.at);
    free(r->file.at);
    free(r);
    return good;
}
