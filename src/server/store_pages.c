/* store_pages.c - see store_pages.h. */
#include "server/store_pages.h"

#include "server/store_wal.h"

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
    *row = (page_row){column[0], key_length,  column_number(column[1], kind[1]),
                      column[2], data_length, false};
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

/* Returns the bytes that the cell takes in its page; 0: it is not whole. */
static uint32_t parse_cell(page_reader *r, const uint8_t *at, const uint8_t *end, page_row *row)
{
    uint32_t length;
    const uint8_t *payload = take_varint(at, end, &length);
    if (!payload || length > PAYLOAD_MAX)
        return 0;
    const uint32_t local = local_length(length), link = local < length ? 4 : 0;
    if ((size_t)(end - payload) < local + link)
        return 0;
    const uint32_t size = (uint32_t)(payload - at) + local + link;
    if (!link)
        return parse_payload(payload, length, row) ? size : 0;
    memcpy(r->scratch, payload, local);
    if (!gather_rest(r, wal_number(payload + local, 4), r->scratch + local, length - local) ||
        !parse_payload(r->scratch, length, row))
        return 0;
    row->is_copied = true;
    return size;
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
        const uint32_t size =
            place + skip < PAGE ? parse_cell(r, page + place + skip, page + PAGE, &row) : 0;
        if (!size)
            continue;
        used += size + skip < CELL_MIN ? CELL_MIN : size + skip;
        in_order = in_order && (!report->rows || page_row_compare(&last, &row) < 0);
        report->rows++;
        if (!r->take(r->context, &row))
            return false;
        memcpy(last_key, row.key, row.key_length);
        last = (page_row){last_key, row.key_length, row.n, NULL, 0, false};
    }
    report->cells = cells;
    const uint32_t unused = free_bytes(page);
    report->is_whole = in_order && report->rows == cells && first + 2 * cells <= begin &&
                       unused <= PAGE && used + unused == PAGE - begin;
    return true;
}

/* A page whose kind is damaged may still have whole rows: it is tried as either. */
bool page_read(page_reader *r, const uint8_t *at, page_report *report)
{
    page_report inner = {0};
    *report = (page_report){0};
    if (memcmp(at, "SQLite format 3", 16) == 0)
        return true;
    if (at[0] != INNER_PAGE && !read_cells(r, at, false, report))
        return false;
    if (at[0] != LEAF_PAGE && !report->is_whole && !read_cells(r, at, true, &inner))
        return false;
    report->is_leaf = inner.rows <= report->rows;
    if (!report->is_leaf)
        *report = inner;
    report->is_tree = at[0] == LEAF_PAGE || at[0] == INNER_PAGE || report->rows > 0;
    return true;
}
