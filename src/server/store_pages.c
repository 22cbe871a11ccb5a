/* store_pages.c - see store_pages.h. */
#include "server/store_pages.h"

#include <string.h>

enum {
    PAGE = WAL_PAGE,
    INNER_PAGE = 2,
    LEAF_PAGE = 10,
    LOCAL_MAX = (PAGE - 12) * 64 / 255 - 23, /* of a payload in the page itself */
    LOCAL_MIN = (PAGE - 12) * 32 / 255 - 23,
    PAYLOAD_MAX = STORE_KEY_MAX + STORE_ROW_MAX + 64,
    CELL_MIN = 4,
    COLUMNS = 4 /* key, n, data, sum */
};

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

/* How many bytes a column of this kind has; texts and blobs are known by their length. */
static uint32_t column_length(uint32_t kind)
{
    static const uint8_t fixed[12] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    return kind < 12 ? fixed[kind] : (kind - 12) / 2;
}

/* Row numbers need up to 32 bits without a sign; SQLite stores those above 2^31 in 6 bytes. */
static uint32_t column_number(const uint8_t *at, uint32_t kind)
{
    const uint32_t length = column_length(kind);
    if (kind == 9)
        return 1;
    return length > 4 ? wal_number(at + length - 4, 4) : wal_number(at, length);
}

static bool parse_payload(const uint8_t *at, uint32_t length, page_row *row)
{
    const uint8_t *end = at + length, *column[COLUMNS], *kinds;
    uint32_t head, kind[COLUMNS];
    char key[STORE_KEY_MAX] = "";
    uint8_t sum[STORE_SUM_BYTES];
    if (!(kinds = take_varint(at, end, &head)) || head > length)
        return false;
    const uint8_t *data = at + head;
    for (unsigned i = 0; i < COLUMNS; i++) {
        kinds = take_varint(kinds, at + head, &kind[i]);
        if (!kinds || column_length(kind[i]) > (size_t)(end - data))
            return false;
        column[i] = data;
        data += column_length(kind[i]);
    }
    const size_t key_length = column_length(kind[0]), data_length = column_length(kind[2]);
    if (kind[0] < 13 || kind[2] < 12 || kind[3] != 12 + 2 * STORE_SUM_BYTES ||
        key_length >= sizeof key || data_length > STORE_ROW_MAX || data != end)
        return false;
    memcpy(key, column[0], key_length);
    *row = (page_row){.key = column[0],
                      .key_length = key_length,
                      .n = column_number(column[1], kind[1]),
                      .data = column[2],
                      .length = data_length};
    store_sum(key, row->n, (const char *)row->data, data_length, sum);
    return strlen(key) == key_length && memcmp(sum, column[3], sizeof sum) == 0;
}

static uint32_t local_length(uint32_t length)
{
    const uint32_t some = LOCAL_MIN + (length - LOCAL_MIN) % (PAGE - 4);
    if (length <= LOCAL_MAX)
        return length;
    return some <= LOCAL_MAX ? some : LOCAL_MIN;
}

/* The rest of a payload that is too long for its page. */
static bool gather_rest(const page_reader *r, uint32_t page, uint8_t *out, uint32_t length)
{
    while (length) {
        const uint32_t piece = length < PAGE - 4 ? length : PAGE - 4;
        const uint8_t *at = r->page(r->context, page);
        if (!at)
            return false;
        memcpy(out, at + 4, piece);
        page = wal_number(at, 4);
        out += piece;
        length -= piece;
    }
    return true;
}

/* A payload that begins in a page, `length` bytes long. Returns how many bytes of it and of the
 * link to its rest are in the page; 0: it is not whole. */
static uint32_t parse_stored(page_reader *r, const uint8_t *payload, const uint8_t *end,
                             uint32_t length, page_row *row)
{
    const uint32_t local = local_length(length), link = local < length ? 4 : 0;
    if ((size_t)(end - payload) < local + link)
        return 0;
    if (!link)
        return parse_payload(payload, length, row) ? local : 0;
    memcpy(r->scratch, payload, local);
    if (!gather_rest(r, wal_number(payload + local, 4), r->scratch + local, length - local) ||
        !parse_payload(r->scratch, length, row))
        return 0;
    row->is_copied = true;
    return local + link;
}

/* Returns the bytes that the cell takes in its page; 0: it is not whole. */
static uint32_t parse_cell(page_reader *r, const uint8_t *page, uint32_t place, page_row *row)
{
    uint32_t length;
    const uint8_t *payload = take_varint(page + place, page + PAGE, &length);
    const uint32_t stored =
        payload && length <= PAYLOAD_MAX ? parse_stored(r, payload, page + PAGE, length, row) : 0;
    if (!stored)
        return 0;
    const uint32_t begin = (uint32_t)(payload - page);
    r->found[begin / 8] |= (uint8_t)(1u << begin % 8);
    return begin - place + stored;
}

int page_row_compare(const page_row *a, const page_row *b)
{
    const size_t shorter = a->key_length < b->key_length ? a->key_length : b->key_length;
    const int order = memcmp(a->key, b->key, shorter);
    if (order || a->key_length != b->key_length)
        return order ? order : a->key_length < b->key_length ? -1 : 1;
    return (a->n > b->n) - (a->n < b->n);
}

/* Bytes of the free blocks; UINT32_MAX: their list is damaged. */
static uint32_t free_bytes(const uint8_t *page)
{
    uint32_t total = page[7], last = 0;
    for (uint32_t at = wal_number(page + 1, 2); at; at = wal_number(page + at, 2)) {
        if (at <= last || at + 4 > PAGE)
            return UINT32_MAX;
        last = at;
        total += wal_number(page + at + 2, 2);
    }
    return total;
}

static bool read_cells(page_reader *r, const uint8_t *page, bool inner, page_report *report)
{
    const uint32_t first = inner ? 12 : 8, skip = inner ? 4 : 0, cells = wal_number(page + 3, 2);
    const uint32_t begin = wal_number(page + 5, 2);
    uint32_t used = 0;
    bool in_order = true;
    page_row row, last = {0};
    uint8_t last_key[STORE_KEY_MAX];
    for (uint32_t i = 0; i < cells && first + 2 * i + 2 <= PAGE; i++) {
        const uint32_t place = wal_number(page + first + 2 * i, 2);
        const uint32_t size = place + skip < PAGE ? parse_cell(r, page, place + skip, &row) : 0;
        if (!size)
            continue;
        used += size + skip < CELL_MIN ? CELL_MIN : size + skip;
        in_order = in_order && (!report->rows || page_row_compare(&last, &row) < 0);
        report->rows++;
        if (!r->take(r->context, &row))
            return false;
        memcpy(last_key, row.key, row.key_length);
        last = (page_row){.key = last_key, .key_length = row.key_length, .n = row.n};
    }
    report->cells = cells;
    const uint32_t unused = free_bytes(page);
    report->is_whole = in_order && report->rows == cells && first + 2 * cells <= begin &&
                       unused <= PAGE && used + unused == PAGE - begin;
    return true;
}

/* The length of a row that begins at `at`, by the head of its own columns. */
static bool payload_length(const uint8_t *at, const uint8_t *end, uint32_t *length)
{
    uint32_t head, kind = 0;
    const uint8_t *kinds = take_varint(at, end, &head);
    if (!kinds || head > (size_t)(end - at))
        return false;
    *length = head;
    for (unsigned i = 0; i < COLUMNS; i++) {
        kinds = take_varint(kinds, at + head, &kind);
        if (!kinds || column_length(kind) > PAYLOAD_MAX)
            return false;
        *length += column_length(kind);
    }
    return kinds == at + head && kind == 12 + 2 * STORE_SUM_BYTES && *length <= PAYLOAD_MAX;
}

/* Rows to which no place leads, because the place or the length before the row is damaged. Deleted
 * rows are not found: the server has SQLite overwrite them with zeros. */
static bool scan_page(page_reader *r, const uint8_t *page, page_report *report)
{
    page_row row;
    uint32_t length, stored;
    for (uint32_t at = 8; at < PAGE; at++) {
        if ((r->found[at / 8] >> at % 8 & 1u) || !payload_length(page + at, page + PAGE, &length))
            continue;
        stored = parse_stored(r, page + at, page + PAGE, length, &row);
        if (!stored)
            continue;
        row.is_unlisted = true;
        report->rows++;
        if (!r->take(r->context, &row))
            return false;
        at += stored - 1;
    }
    if (report->cells < report->rows)
        report->cells = report->rows;
    return true;
}

/* A page whose kind is damaged may still have whole rows: it is tried as either. */
bool page_read(page_reader *r, const uint8_t *at, page_report *report)
{
    page_report inner = {0};
    *report = (page_report){0};
    memset(r->found, 0, sizeof r->found);
    if (memcmp(at, "SQLite format 3", 16) == 0)
        return true;
    if (at[0] != INNER_PAGE && !read_cells(r, at, false, report))
        return false;
    if (at[0] != LEAF_PAGE && !report->is_whole && !read_cells(r, at, true, &inner))
        return false;
    report->is_leaf = inner.rows <= report->rows;
    if (!report->is_leaf)
        *report = inner;
    if (!report->is_whole && !scan_page(r, at, report))
        return false;
    report->is_tree = at[0] == LEAF_PAGE || at[0] == INNER_PAGE || report->rows > 0;
    return true;
}
