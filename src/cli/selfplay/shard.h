/* shard.h - games of self-play on disc: positions between two rounds, and what became of them.
 *
 * A shard is a header and `count` samples, all little endian. A sample is the image of the state
 * (azj_classic or azj_duel, as this version lays it out) and a label. A shard is written under
 * another name, synced and renamed, so that what has the right name is whole; its checksum, of
 * header and samples, tells what a disc has done to it since.
 */
#ifndef CLI_SELFPLAY_SHARD_H
#define CLI_SELFPLAY_SHARD_H

#include <azulejo/rules.h>
#include <stdbool.h>
#include <stdint.h>

enum { SHARD_VERSION = 3 };

typedef struct shard_label {
    int16_t final[AZJ_SEATS_MAX]; /* scores at the end of the game */
    float win[AZJ_SEATS_MAX];     /* what each seat won: 1, a share, 0 */
    float value[AZJ_SEATS_MAX];   /* chances that the search sees, mean over deals to come, … */
    float score[AZJ_SEATS_MAX];   /* … and final scores that it expects */
} shard_label;

typedef struct shard_sample {
    azj_state state;
    shard_label label;
} shard_sample;

typedef struct shard_header {
    char magic[8]; /* "AZJ-PLAY" */
    uint16_t version;
    uint8_t rules, players;
    uint16_t state_bytes, label_bytes;
    uint64_t seed;     /* of the run */
    uint32_t number;   /* of the shard in it */
    uint32_t games;    /* played for it */
    uint32_t count;    /* samples */
    uint32_t nodes;    /* a move */
    uint32_t deals;    /* searched for a value */
    uint32_t look;     /* nodes of each of those searches, at most */
    uint64_t first;    /* number of its first game in the run */
    uint64_t way;      /* stands for all else that decides what it holds */
    uint64_t checksum; /* of the header without this, and of the samples: FNV-1a, 64 bits */
} shard_header;

typedef struct shard {
    shard_header head;
    shard_sample *sample;
    uint32_t room;
} shard;

void shard_clear(shard *s);
void shard_free(shard *s);

/* NULL when memory is short. */
shard_sample *shard_add(shard *s);

/* 0, or errno. */
int shard_write(shard *s, const char *path);

typedef enum shard_state {
    SHARD_WHOLE,
    SHARD_MISSING,
    SHARD_DAMAGED, /* cut, changed, or with positions that cannot be */
    SHARD_UNUSABLE /* cannot be read, or is of another version: it may be whole */
} shard_state;

/* `why` says in words what is wrong. */
shard_state shard_read(shard *s, const char *path, const char **why);

/* The same for its header alone, without the checksum. */
shard_state shard_read_header(shard_header *h, const char *path, const char **why);

#endif
