/* store_recovery.h - what the files of the recovery share (store_recover.h): all rows that were
 * found in a damaged file and its log, and where. */
#ifndef SERVER_STORE_RECOVERY_H
#define SERVER_STORE_RECOVERY_H

#include "server/store_pages.h"
#include "server/store_recover.h"

#include <sys/stat.h>

typedef struct bytes {
    uint8_t *at;
    size_t length;
} bytes;

typedef struct row {
    page_row found;
    uint32_t order;  /* the frame that it was found in */
    uint32_t page;   /* 0: not known */
    bool is_current; /* in the newest version of its page */
    bool is_beyond;  /* in a frame after the last one that was confirmed */
} row;

typedef struct range { /* of keys that intact pages cover: what is not on them is not there */
    page_row first, last;
} range;

typedef struct inner_page { /* that is intact: between two of its rows there is one child */
    const uint8_t *at;
    size_t first_row;
    uint32_t cells;
} inner_page;

typedef struct damaged_page {
    uint32_t page, frame, cells, rows;
    page_row first, last; /* that are whole; key NULL: none is */
} damaged_page;

struct recovery {
    bytes file, log;
    struct stat stat;
    wal wal;
    mark mark;                         /* of this log; else all zero */
    uint32_t had_pages;                /* of the file when the mark was written; 0: not known */
    uint32_t pages, main_pages, limit; /* `limit`: the last frame that counts */
    uint32_t *intact, *broken;         /* by page: the last frame of each state; 0: none */
    row *rows;
    size_t rows_nb, rows_room;
    range *ranges;
    size_t ranges_nb, ranges_room;
    inner_page *inner;
    size_t inner_nb, inner_room;
    bool
        *suspect; /* by page: rows of its newest version are lost; 0: of pages that are not known */
    size_t *leaf; /* by page: of an intact leaf the number of its range, from 1 on; else 0 */
    uint32_t rests, rowless; /* pages that rows go on in; pages that are not of the tree */
    damaged_page *damaged;
    size_t damaged_nb, damaged_room;
    void **copies; /* of rows that were put together from several pages */
    size_t copies_nb, copies_room;
    row **final; /* into rows: the best version of each, by key */
    size_t final_nb;
    recovery_facts facts;
    /* for the page that is being read */
    page_reader reader;
    uint32_t order, page;
    bool is_current, is_beyond;
    page_row first, last;
};

/* Pages without rows beyond the free ones and the rests of rows: they had some. UINT32_MAX: the
 * head of the file, which counts the free ones, is damaged. */
uint32_t recovery_unknown_pages(const recovery *r);

bool recovery_is_event(const page_row *found);

#endif
