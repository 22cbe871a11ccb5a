/* store_mark.c - see store_mark.h. A slot is a row of big-endian 64-bit numbers and their BLAKE2b.
 */
#include "server/store_mark.h"

#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS = 12, SUM = 16, SUM_AT = MARK_SLOT - SUM };

static const uint64_t MAGIC = 0x617a6a6d61726b31; /* "azjmark1" */

static uint64_t written_ns_of(const struct stat *file)
{
    return (uint64_t)file->st_mtim.tv_sec * 1000000000u + (uint64_t)file->st_mtim.tv_nsec;
}

void mark_bind(mark *m, const struct stat *file)
{
    m->device = (uint64_t)file->st_dev;
    m->inode = (uint64_t)file->st_ino;
    m->pages = (uint32_t)((uint64_t)file->st_size / WAL_PAGE);
    m->written_ns = written_ns_of(file);
}

static bool belongs_to(const mark *m, const struct stat *file)
{
    return m->device == (uint64_t)file->st_dev && m->inode == (uint64_t)file->st_ino;
}

static void put_number(uint8_t *at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> (56 - 8 * i));
}

static uint64_t get_number(const uint8_t *at)
{
    return (uint64_t)wal_number(at, 4) << 32 | wal_number(at + 4, 4);
}

static void encode(const mark *m, uint8_t slot[MARK_SLOT])
{
    const uint64_t numbers[NUMBERS] = {
        MAGIC,    m->sequence,         (uint64_t)m->state, m->salts.one, m->salts.two,  m->frames,
        m->moved, m->is_checkpointing, m->device,          m->inode,     m->written_ns, m->pages};
    memset(slot, 0, MARK_SLOT);
    for (unsigned i = 0; i < NUMBERS; i++)
        put_number(slot + 8 * i, numbers[i]);
    crypto_generichash(slot + SUM_AT, SUM, slot, SUM_AT, NULL, 0);
}

static bool decode_slot(const uint8_t *slot, mark *m)
{
    uint8_t sum[SUM];
    uint64_t n[NUMBERS];
    crypto_generichash(sum, SUM, slot, SUM_AT, NULL, 0);
    for (unsigned i = 0; i < NUMBERS; i++)
        n[i] = get_number(slot + 8 * i);
    if (memcmp(sum, slot + SUM_AT, SUM) != 0 || n[0] != MAGIC || n[2] >= MARK_STATE_NB)
        return false;
    *m = (mark){.state = (mark_state)n[2],
                .sequence = n[1],
                .salts = {(uint32_t)n[3], (uint32_t)n[4]},
                .frames = (uint32_t)n[5],
                .moved = (uint32_t)n[6],
                .is_checkpointing = n[7] != 0,
                .device = n[8],
                .inode = n[9],
                .written_ns = n[10],
                .pages = (uint32_t)n[11]};
    return true;
}

static ssize_t read_slots(const char *path, uint8_t bytes[MARK_BYTES])
{
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    memset(bytes, 0, MARK_BYTES);
    const ssize_t length = fd >= 0 ? pread(fd, bytes, MARK_BYTES, 0) : 0;
    if (fd >= 0)
        close(fd);
    return length;
}

uint32_t mark_pages(const char *path, const struct stat *file, const mark *m)
{
    uint8_t bytes[MARK_BYTES];
    mark newest = *m, found;
    memset(bytes, 0, sizeof bytes);
    if (m->state == MARK_NONE && file->st_size == 0)
        read_slots(path, bytes);
    for (size_t at = 0; at < MARK_BYTES; at += MARK_SLOT)
        if (decode_slot(bytes + at, &found) &&
            (newest.state == MARK_NONE || found.sequence > newest.sequence))
            newest = found;
    return newest.state == MARK_LOOSE ? 0 : newest.pages;
}

void mark_read(const char *path, const struct stat *file, mark *m, bool *damaged)
{
    uint8_t bytes[MARK_BYTES];
    const ssize_t length = read_slots(path, bytes);
    uint64_t sequence = 0;
    mark found;
    *m = (mark){0};
    for (size_t at = 0; at < MARK_BYTES; at += MARK_SLOT) {
        if (!decode_slot(bytes + at, &found))
            continue;
        if (belongs_to(&found, file) && found.sequence > m->sequence)
            *m = found;
        sequence = found.sequence > sequence ? found.sequence : sequence;
    }
    *damaged = length > 0 && sequence == 0;
    m->sequence = sequence;
}

bool mark_allows_no_log(const mark *m, const struct stat *file, const char *path)
{
    char index[PATH_MAX];
    if (m->state != MARK_CONFIRMED || m->moved >= m->frames)
        return true;
    if (!m->is_checkpointing)
        return m->written_ns != written_ns_of(file);
    return (size_t)snprintf(index, sizeof index, "%s-shm", path) < sizeof index &&
           access(index, F_OK) != 0;
}

int mark_open(const char *path)
{
    return open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
}

bool mark_write(int fd, mark *m, bool synchronise)
{
    uint8_t slot[MARK_SLOT];
    m->sequence++;
    encode(m, slot);
    return pwrite(fd, slot, sizeof slot, (off_t)(m->sequence % 2 * MARK_SLOT)) == MARK_SLOT &&
           (!synchronise || fdatasync(fd) == 0);
}
