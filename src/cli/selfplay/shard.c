/* shard.c - games of self-play on disc: see shard.h. */
#include "cli/selfplay/shard.h"
#include "base/checksum.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static uint64_t sum_samples(const shard *s)
{
    uint64_t sum = CHECKSUM_START;
    for (uint32_t i = 0; i < s->head.count; i++) {
        sum = checksum_add(sum, &s->sample[i].state, s->head.state_bytes);
        sum = checksum_add(sum, &s->sample[i].label, s->head.label_bytes);
    }
    return sum;
}

static size_t state_bytes(unsigned rules)
{
    return rules == AZJ_DUEL ? sizeof(azj_duel) : sizeof(azj_classic);
}

static bool put(const shard *s, FILE *to)
{
    bool good = fwrite(&s->head, sizeof s->head, 1, to) == 1;
    for (uint32_t i = 0; i < s->head.count && good; i++)
        good = fwrite(&s->sample[i].state, s->head.state_bytes, 1, to) == 1 &&
               fwrite(&s->sample[i].label, s->head.label_bytes, 1, to) == 1;
    return good && fflush(to) == 0 && fsync(fileno(to)) == 0;
}

int shard_write(shard *s, const char *path)
{
    char part[PATH_ROOM];
    if ((size_t)snprintf(part, sizeof part, "%s.part", path) >= sizeof part)
        return ENAMETOOLONG;
    memcpy(s->head.magic, MAGIC, sizeof MAGIC);
    s->head.version = SHARD_VERSION;
    s->head.state_bytes = (uint16_t)state_bytes(s->head.rules);
    s->head.label_bytes = sizeof(shard_label);
    s->head.checksum = sum_samples(s);
    FILE *to = fopen(part, "wb");
    if (!to)
        return errno;
    const bool good = put(s, to);
    const int why = errno;
    if (fclose(to) != 0 || !good || rename(part, path) != 0) {
        const int later = good ? errno : why;
        unlink(part);
        return later;
    }
    return 0;
}

static const char *read_head(shard_header *h, FILE *from)
{
    if (fread(h, sizeof *h, 1, from) != 1 || memcmp(h->magic, MAGIC, sizeof MAGIC) != 0)
        return "it is no shard of self-play";
    if (h->version != SHARD_VERSION)
        return "it is of another version";
    if (h->rules >= AZJ_RULES_NB || h->state_bytes != state_bytes(h->rules) ||
        h->label_bytes != sizeof(shard_label) || h->count > SAMPLES_MAX)
        return "its header is damaged, or it was written by another version";
    return NULL;
}

static const char *get(shard *s, FILE *from)
{
    const char *wrong = read_head(&s->head, from);
    const uint32_t count = wrong ? 0 : s->head.count;
    s->head.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        shard_sample *at = shard_add(s);
        if (!at)
            return "memory is short";
        if (fread(&at->state, s->head.state_bytes, 1, from) != 1 ||
            fread(&at->label, s->head.label_bytes, 1, from) != 1)
            return "it ends too early";
    }
    if (!wrong && (fgetc(from) != EOF || sum_samples(s) != s->head.checksum))
        return "its checksum does not fit: it is damaged";
    return wrong;
}

const char *shard_read(shard *s, const char *path)
{
    FILE *from = fopen(path, "rb");
    if (!from)
        return strerror(errno);
    const char *wrong = get(s, from);
    fclose(from);
    return wrong;
}
