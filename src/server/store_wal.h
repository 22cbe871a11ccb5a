/* store_wal.h - reads SQLite's write-ahead log without SQLite, and judges each of its frames.
 *
 * SQLite takes the frames up to the first one whose checksum is wrong and forgets the rest. The
 * checksum of a frame goes on from the one before it, so after a damaged frame all look wrong;
 * here the chain is taken up again from the number that the damaged frame has stored, and later
 * frames that are intact are known as such. Frames are counted from 1, as SQLite does.
 *
 *   head (32):   magic, version, page size, checkpoints, salt 1, salt 2, checksum (8)
 *   frame (24):  page, pages of the file after a commit or 0, salt 1, salt 2, checksum (8); then
 * the page
 */
#ifndef SERVER_STORE_WAL_H
#define SERVER_STORE_WAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WAL_HEAD = 32, WAL_FRAME_HEAD = 24, WAL_PAGE = 4096, WAL_FRAME = WAL_FRAME_HEAD + WAL_PAGE };

typedef struct wal_salts {
    uint32_t one, two; /* `one` grows by 1 each time that the log begins again, `two` is random */
} wal_salts;

/* FOREIGN: of an older log; it stands where this one has not come yet. */
typedef enum wal_state { WAL_FOREIGN, WAL_BROKEN, WAL_INTACT } wal_state;

typedef struct wal_frame {
    uint32_t page;  /* of a broken frame: perhaps not true */
    uint32_t pages; /* of the file after it, if it ends a commit; else 0 */
    wal_state state;
} wal_frame;

typedef struct wal {
    const uint8_t *at;
    size_t length;
    bool has_head; /* magic, page size and checksum are right */
    wal_salts salts;
    uint32_t count;       /* whole frames in the file */
    wal_frame *frame;     /* count of them; frame i at index i - 1 */
    uint32_t chained;     /* frames from the first one on that SQLite accepts too */
    uint32_t valid;       /* the last commit that SQLite would find; 0: none */
    uint32_t last_commit; /* the last intact commit, after whatever damage */
    bool commits_follow;  /* a commit and something later follow the first bad frame: it was no torn
                             end, because every commit is synchronised before the next one begins */
} wal;

/* `bytes` must outlive the result. `expected`: salts to assume if the head is damaged; NULL: those
 * of most frames. False: no memory. */
bool wal_read(wal *w, const uint8_t *bytes, size_t length, const wal_salts *expected);
void wal_release(wal *w);

const uint8_t *wal_page(const wal *w, uint32_t frame);

/* Does a log with salt `one` follow one with salt `before`? */
bool wal_is_later(uint32_t one, uint32_t before);

/* The salts in the head of a log; false: it is damaged or no head. */
bool wal_head_salts(const uint8_t head[WAL_HEAD], wal_salts *salts);

/* Of an image of a file or page: big-endian, at most 4 bytes. */
uint32_t wal_number(const uint8_t *at, unsigned bytes);

#endif
