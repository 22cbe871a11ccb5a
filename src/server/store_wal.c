/* store_wal.c - see store_wal.h. Format: "The Write-Ahead Log" in the description of SQLite's file
 * format. */
#include "server/store_wal.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x377f0682, VERSION = 3007000 }; /* the lowest bit of the magic: big-endian sums */

typedef struct sum {
    uint32_t a, b;
} sum;

uint32_t wal_number(const uint8_t *at, unsigned bytes)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

static uint32_t word(const uint8_t *at, bool big)
{
    return big ? wal_number(at, 4)
               : (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static sum sum_on(sum s, const uint8_t *at, size_t length, bool big)
{
    for (size_t i = 0; i + 8 <= length; i += 8) {
        s.a += word(at + i, big) + s.b;
        s.b += word(at + i + 4, big) + s.a;
    }
    return s;
}

static sum stored_sum(const uint8_t *at)
{
    return (sum){wal_number(at, 4), wal_number(at + 4, 4)};
}

static bool same_sum(sum x, sum y)
{
    return x.a == y.a && x.b == y.b;
}

static wal_salts salts_at(const uint8_t *at)
{
    return (wal_salts){wal_number(at, 4), wal_number(at + 4, 4)};
}

bool wal_is_later(uint32_t one, uint32_t before)
{
    return (int32_t)(one - before) > 0;
}

static bool is_big(const uint8_t *head)
{
    return wal_number(head, 4) == MAGIC + 1u;
}

bool wal_head_salts(const uint8_t head[WAL_HEAD], wal_salts *salts)
{
    *salts = salts_at(head + 16);
    return (wal_number(head, 4) & ~1u) == MAGIC && wal_number(head + 4, 4) == VERSION &&
           wal_number(head + 8, 4) == WAL_PAGE &&
           same_sum(sum_on((sum){0, 0}, head, 24, is_big(head)), stored_sum(head + 24));
}

static const uint8_t *frame_at(const wal *w, uint32_t frame)
{
    return w->at + WAL_HEAD + (size_t)(frame - 1) * WAL_FRAME;
}

const uint8_t *wal_page(const wal *w, uint32_t frame)
{
    return frame_at(w, frame) + WAL_FRAME_HEAD;
}

/* The salts that most frames have, by cancelling each against a different one. */
static wal_salts usual_salts(const wal *w)
{
    wal_salts usual = {0, 0};
    uint32_t votes = 0;
    for (uint32_t i = 1; i <= w->count; i++) {
        const wal_salts s = salts_at(frame_at(w, i) + 8);
        if (!votes)
            usual = s;
        votes += s.one == usual.one && s.two == usual.two ? 1u : UINT32_MAX;
    }
    return usual;
}

/* Judges the frames in order. A frame whose own stored sum alone is damaged is intact too: then the
 * next one goes on from the sum that it should have had. */
static void judge_frames(wal *w)
{
    const bool big = w->length >= WAL_HEAD && w->has_head && is_big(w->at);
    sum stored = w->length >= WAL_HEAD ? stored_sum(w->at + 24) : (sum){0, 0}, computed = stored;
    for (uint32_t i = 1; i <= w->count; i++) {
        const uint8_t *at = frame_at(w, i);
        wal_frame *f = &w->frame[i - 1], *before = i > 1 ? f - 1 : NULL;
        const wal_salts s = salts_at(at + 8);
        const bool ours = s.one == w->salts.one && s.two == w->salts.two;
        const sum mine = stored_sum(at + 16);
        sum next[2] = {sum_on(sum_on(stored, at, 8, big), at + WAL_FRAME_HEAD, WAL_PAGE, big),
                       sum_on(sum_on(computed, at, 8, big), at + WAL_FRAME_HEAD, WAL_PAGE, big)};
        const bool follows = same_sum(next[0], mine), follows_computed = same_sum(next[1], mine);
        const bool is_next = !before || before->state == WAL_INTACT;
        if (before && before->state == WAL_BROKEN && follows_computed && !follows)
            before->state = WAL_INTACT;
        *f = (wal_frame){wal_number(at, 4), wal_number(at + 4, 4), WAL_FOREIGN};
        if ((follows && (ours || is_next)) || (follows_computed && ours))
            f->state = WAL_INTACT;
        else if (ours)
            f->state = WAL_BROKEN;
        if (w->has_head && w->chained == i - 1 && ours && follows)
            w->chained = i;
        if (w->chained == i && f->pages)
            w->valid = i;
        computed = f->state == WAL_INTACT ? mine : next[0];
        stored = mine;
    }
}

static void find_commits(wal *w)
{
    uint32_t commit_behind = 0;
    for (uint32_t i = 1; i <= w->count; i++) {
        const wal_frame *f = &w->frame[i - 1];
        if (f->state != WAL_INTACT)
            continue;
        w->commits_follow = w->commits_follow || commit_behind;
        if (f->pages)
            w->last_commit = i;
        if (f->pages && i > w->chained)
            commit_behind = i;
    }
}

bool wal_read(wal *w, const uint8_t *bytes, size_t length, const wal_salts *expected)
{
    *w = (wal){.at = bytes, .length = length};
    w->count = length > WAL_HEAD ? (uint32_t)((length - WAL_HEAD) / WAL_FRAME) : 0;
    w->frame = calloc(w->count + 1u, sizeof *w->frame);
    if (!w->frame)
        return false;
    w->has_head = length >= WAL_HEAD && wal_head_salts(bytes, &w->salts);
    if (!w->has_head)
        w->salts = expected ? *expected : usual_salts(w);
    judge_frames(w);
    find_commits(w);
    return true;
}

void wal_release(wal *w)
{
    free(w->frame);
    *w = (wal){0};
}
