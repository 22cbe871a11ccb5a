/* store_pages.h - finds the rows in pages of a SQLite file, without the tree that leads to them.
 *
 * Nothing is believed: a row counts when its own checksum is right. Format: the description of
 * SQLite's file format; numbers are big-endian, pages are of the size that this program makes its
 * files with.
 *
 *   page of the tree: kind, first free block (2), count of cells (2), where the cells begin (2),
 *                     fragments (1); from byte 8 (leaf) or 12 (inner) on the places of the cells,
 *                     2 bytes each
 *   cell:             inner pages: a page (4); payload's length; payload; where it is too long, the
 *                     page (4) with the rest, which begins with the page of the rest (4)
 *   payload:          length of the head, kinds of the columns; the columns
 */
#ifndef SERVER_STORE_PAGES_H
#define SERVER_STORE_PAGES_H

#include "server/store.h"
#include "server/store_wal.h"

typedef struct page_row {
    const uint8_t *key; /* not ended by 0 */
    size_t key_length;
    uint32_t n;
    const uint8_t *data;
    size_t length;
    bool is_copied;   /* `key` and `data` are in `scratch`, which the next row overwrites */
    bool is_unlisted; /* the page does not say where it is; found by its own bytes */
} page_row;

/* What a page is: of the tree (its rows may be damaged), or something without rows. */
typedef struct page_report {
    bool is_tree;
    bool is_leaf;
    bool is_whole; /* a tree page on which every byte of every cell is accounted for and right */
    uint32_t cells, rows;
} page_report;

typedef struct page_reader {
    const uint8_t *(*page)(void *context, uint32_t number); /* NULL: there is none */
    bool (*take)(void *context, const page_row *row);       /* false stops: no memory */
    void *context;
    uint8_t scratch[STORE_KEY_MAX + STORE_ROW_MAX + 64];
    uint8_t found[WAL_PAGE / 8]; /* by byte of the page: a row that was found begins there */
} page_reader;

/* All whole rows of a page. `at` is a page's image; of page 1 nothing is taken. False: stopped. */
bool page_read(page_reader *r, const uint8_t *at, page_report *report);

/* By key, then number. */
int page_row_compare(const page_row *a, const page_row *b);

#endif
