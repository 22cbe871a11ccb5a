/* shard.h - files of self-play games: positions between two rounds, and their results.
 *
 * A shard is a header and `count` samples, all little endian. A sample is the image of the state
 * (azj_classic or azj_duel, as this version lays it out) and a label. A shard is written under a
 * temporary name, synced and renamed, so a file with the final name is complete. The checksum of
 * header and samples detects later damage.
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
    float value[AZJ_SEATS_MAX];   /* chances of winning by search, mean over deals of the next
                                     round */
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
    uint64_t way;      /* a number for all other settings that determine the contents */
    uint64_t checksum; /* of the header without this, and of the samples: FNV-1a, 64 bits */
} shard_header;

typedef struct shard {
    shard_header head;
    shard_sample *sample;
    uint32_t room;
} shard;

void shard_clear(shard *s);
void shard_free(shard *s);

/* Returns NULL if memory is short. */
shard_sample *shard_add(shard *s);

/* Returns 0 or errno. */
int shard_write(shard *s, const char *path);

/* The bytes of its file, of malloc; returns 0 or errno. */
int shard_to_bytes(shard *s, char **bytes, size_t *length);

typedef enum shard_state {
    SHARD_WHOLE,
    SHARD_MISSING,
    SHARD_DAMAGED, /* truncated, changed, or with impossible positions */
    SHARD_UNUSABLE /* unreadable or of another version, but possibly complete */
} shard_state;

/* `why` says in words what is wrong. */
shard_state shard_read(shard *s, const char *path, const char **why);

/* The same for the bytes of a file. */
shard_state shard_from_bytes(shard *s, const char *bytes, size_t length, const char **why);

/* The same for its header alone, without the checksum. */
shard_state shard_read_header(shard_header *h, const char *path, const char **why);

#endif
