/* shard.c - files of self-play games: see shard.h. */
#include "cli/selfplay/shard.h"
#include "base/checksum.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[8] = "AZJ-PLAY";

enum { SAMPLES_MAX = 1 << 22, PATH_ROOM = 4096 };

void shard_clear(shard *s)
{
    memset(&s->head, 0, sizeof s->head);
}

void shard_free(shard *s)
{
    free(s->sample);
    *s = (shard){0};
}

shard_sample *shard_add(shard *s)
{
    if (s->head.count == s->room) {
        const uint32_t room = s->room ? 2 * s->room : 1024;
        shard_sample *more = realloc(s->sample, room * sizeof *more);
        if (!more)
            return NULL;
        s->sample = more;
        s->room = room;
    }
    shard_sample *at = &s->sample[s->head.count++];
    memset(at, 0, sizeof *at);
    return at;
}

static uint64_t sum_all(const shard *s)
{
    shard_header h = s->head;
    h.checksum = 0;
    uint64_t sum = checksum_add(CHECKSUM_START, &h, sizeof h);
    for (uint32_t i = 0; i < h.count; i++) {
        sum = checksum_add(sum, &s->sample[i].state, h.state_bytes);
        sum = checksum_add(sum, &s->sample[i].label, h.label_bytes);
    }
    return sum;
}

static size_t state_bytes(unsigned rules)
{
    return rules == AZJ_DUEL ? sizeof(azj_duel) : sizeof(azj_classic);
}

static bool write_all(const shard *s, FILE *to)
{
    bool good = fwrite(&s->head, sizeof s->head, 1, to) == 1;
    for (uint32_t i = 0; i < s->head.count && good; i++)
        good = fwrite(&s->sample[i].state, s->head.state_bytes, 1, to) == 1 &&
               fwrite(&s->sample[i].label, s->head.label_bytes, 1, to) == 1;
    return good && fflush(to) == 0;
}

static bool write_shard(const shard *s, FILE *to)
{
    return write_all(s, to) && fsync(fileno(to)) == 0;
}

static void seal(shard *s)
{
    memcpy(s->head.magic, MAGIC, sizeof MAGIC);
    s->head.version = SHARD_VERSION;
    s->head.state_bytes = (uint16_t)state_bytes(s->head.rules);
    s->head.label_bytes = sizeof(shard_label);
    s->head.checksum = sum_all(s);
}

int shard_to_bytes(shard *s, char **bytes, size_t *length)
{
    seal(s);
    *bytes = NULL;
    FILE *to = open_memstream(bytes, length);
    const bool good = to && write_all(s, to);
    if (to && fclose(to) == 0 && good)
        return 0;
    free(*bytes);
    *bytes = NULL;
    return ENOMEM;
}

int shard_write(shard *s, const char *path)
{
    char part[PATH_ROOM];
    if ((size_t)snprintf(part, sizeof part, "%s.part", path) >= sizeof part)
        return ENAMETOOLONG;
    seal(s);
    FILE *to = fopen(part, "wb");
    if (!to)
        return errno;
    const bool good = write_shard(s, to);
    const int why = errno;
    if (fclose(to) != 0 || !good || rename(part, path) != 0) {
        const int later = good ? errno : why;
        unlink(part);
        return later;
    }
    return 0;
}

static bool has_our_shape(const shard_header *h)
{
    return h->rules < AZJ_RULES_NB && h->players >= 2 && h->players <= AZJ_SEATS_MAX &&
           (h->rules != AZJ_DUEL || h->players == 2) && h->state_bytes == state_bytes(h->rules) &&
           h->label_bytes == sizeof(shard_label) && h->count <= SAMPLES_MAX;
}

static shard_state wrong(shard_state state, const char **why, const char *text)
{
    *why = text;
    return state;
}

static shard_state read_head(shard_header *h, FILE *from, const char **why)
{
    if (fread(h, sizeof *h, 1, from) != 1 || memcmp(h->magic, MAGIC, sizeof MAGIC) != 0)
        return wrong(SHARD_DAMAGED, why, "it is no shard of self-play");
    if (h->version != SHARD_VERSION)
        return wrong(SHARD_UNUSABLE, why, "it is of another version");
    if (!has_our_shape(h))
        return wrong(SHARD_DAMAGED, why, "its header is damaged");
    return SHARD_WHOLE;
}

static shard_state read_samples(shard *s, uint32_t count, FILE *from, const char **why)
{
    while (s->head.count < count) {
        shard_sample *at = shard_add(s);
        if (!at)
            return wrong(SHARD_UNUSABLE, why, "memory is short");
        if (fread(&at->state, s->head.state_bytes, 1, from) != 1 ||
            fread(&at->label, s->head.label_bytes, 1, from) != 1)
            return wrong(SHARD_DAMAGED, why, "it ends too early");
    }
    return SHARD_WHOLE;
}

static bool can_be(const shard *s, const azj_state *at)
{
    return at->head.rules == s->head.rules && at->head.players == s->head.players &&
           at->head.phase == AZJ_PHASE_DEAL && azj_validate(at, NULL) == AZJ_E_OK;
}

static shard_state read_all(shard *s, FILE *from, const char **why)
{
    shard_state state = read_head(&s->head, from, why);
    const uint32_t count = s->head.count;
    if (state)
        return state;
    s->head.count = 0;
    if ((state = read_samples(s, count, from, why)))
        return state;
    if (fgetc(from) != EOF || sum_all(s) != s->head.checksum)
        return wrong(SHARD_DAMAGED, why, "its checksum does not fit: it is damaged");
    for (uint32_t i = 0; i < count; i++)
        if (!can_be(s, &s->sample[i].state))
            return wrong(SHARD_DAMAGED, why, "it holds a position that cannot be");
    return SHARD_WHOLE;
}

/* Refuses a pipe or a device with the name of a shard: reading it could block. */
static shard_state open_file(const char *path, FILE **file, const char **why)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return wrong(errno == ENOENT ? SHARD_MISSING : SHARD_UNUSABLE, why, strerror(errno));
    if (!S_ISREG(s.st_mode))
        return wrong(SHARD_UNUSABLE, why, "it is no file");
    *file = fopen(path, "rb");
    return *file ? SHARD_WHOLE : wrong(SHARD_UNUSABLE, why, strerror(errno));
}

shard_state shard_read(shard *s, const char *path, const char **why)
{
    FILE *from;
    shard_state state = open_file(path, &from, why);
    if (state)
        return state;
    state = read_all(s, from, why);
    fclose(from);
    return state;
}

shard_state shard_from_bytes(shard *s, const char *bytes, size_t length, const char **why)
{
    char none[1] = "";
    FILE *from = fmemopen(length ? (void *)(uintptr_t)bytes : none, length ? length : 1, "rb");
    if (!from)
        return wrong(SHARD_UNUSABLE, why, "memory is short");
    const shard_state state = read_all(s, from, why);
    fclose(from);
    return state;
}

shard_state shard_read_header(shard_header *h, const char *path, const char **why)
{
    FILE *from;
    shard_state state = open_file(path, &from, why);
    if (state)
        return state;
    state = read_head(h, from, why);
    fclose(from);
    return state;
}
