/* record.c - see record.h. */
#include "server/record.h"

#include "text/tags.h"

#include <azulejo/engine.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static azj_error tag_hex(azj_record *r, const char *name, const uint8_t bytes[FAIR_BYTES])
{
    char hex[2 * FAIR_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, FAIR_BYTES);
    return azj_record_tag(r, name, hex);
}

/* Who sits where, in the standard tags: "bot:NAME" for a bot, so that every program that opens the
 * record knows one. */
static azj_error tag_seats(azj_record *r, const game *g)
{
    record_tags tags = {0};
    char kind[AZJ_SEATS_MAX][GAME_NAME_MAX + 16];
    for (unsigned i = 0; i < g->options.rules.players; i++) {
        const game_seat *s = &g->seat[i];
        const bool bot = s->kind == GAME_BOT_SEAT;
        const char *name = bot ? s->bot : s->name;
        buf b = buf_on(kind[i], sizeof kind[i]);
        tags.seat[i] = bot ? azj_bot_title(name) : name;
        tags_put_kind(&b, bot, name);
        buf_end(&b);
        tags.kind[i] = kind[i];
    }
    return tags_add(r, &tags);
}

static azj_error tag_contribution(azj_record *r, const game *g, unsigned i)
{
    char name[24];
    snprintf(name, sizeof name, "Contribution%u", i);
    return tag_hex(r, name, g->seat[i].contribution);
}

static azj_error put_tags(azj_record *r, const game *g)
{
    uint8_t commitment[FAIR_BYTES];
    fair_commit(g->secret, commitment);
    azj_error e = azj_record_tag(r, "Table", g->id);
    if (g->options.shuffle > 1) {
        char version[12];
        snprintf(version, sizeof version, "%u", g->options.shuffle);
        e = e ? e : azj_record_tag(r, "Shuffle", version);
    }
    e = e ? e : tag_hex(r, "Commitment", commitment);
    if (g->phase == GAME_OVER)
        e = e ? e : tag_hex(r, "Secret", g->secret);
    e = e ? e : tag_seats(r, g);
    for (unsigned i = 0; i < g->options.rules.players; i++)
        e = e ? e : tag_contribution(r, g, i);
    return e;
}

static azj_error put_deal(azj_record *r, const game *g, uint32_t *deals)
{
    azj_rng rng;
    if (r->now.head.phase != AZJ_PHASE_DEAL)
        return AZJ_E_OK;
    fair_rng(g->seed, g->options.shuffle, (*deals)++, &rng);
    return azj_record_deal(r, &rng);
}

azj_error record_of_game(const game *g, azj_record *r)
{
    uint32_t deals = 0;
    azj_error e = azj_record_begin(r, &g->options.rules);
    e = e ? e : put_tags(r, g);
    e = e ? e : put_deal(r, g, &deals);
    for (uint32_t i = 0; i < g->ply && !e; i++) {
        e = azj_record_move(r, g->moves[i].move, NULL, NULL);
        e = e ? e : put_deal(r, g, &deals);
    }
    if (!e && g->phase == GAME_OVER)
        e = azj_record_end(r, g->winners, game_cause_name(g->cause));
    return e;
}

/* ---- Checking ---- */
static bool get_hex(const azj_record *r, const char *tag, uint8_t bytes[FAIR_BYTES],
                    char error[RECORD_ERROR_MAX])
{
    const char *hex = azj_record_tag_value(r, tag);
    size_t length = 0;
    if (hex && sodium_hex2bin(bytes, FAIR_BYTES, hex, strlen(hex), NULL, &length, NULL) == 0 &&
        length == FAIR_BYTES)
        return true;
    snprintf(error, RECORD_ERROR_MAX, "the tag %s is missing or not 64 hexadecimal digits", tag);
    return false;
}

/* A record without the tag is of version 1. */
static bool get_version(const azj_record *r, unsigned *version, char error[RECORD_ERROR_MAX])
{
    const char *text = azj_record_tag_value(r, "Shuffle");
    *version = 1;
    if (!text)
        return true;
    if (text[0] >= '1' && text[0] <= '0' + FAIR_VERSION && !text[1]) {
        *version = (unsigned)(text[0] - '0');
        return true;
    }
    snprintf(error, RECORD_ERROR_MAX,
             "the tag Shuffle must be a version from 1 to %d, not \"%.40s\"", FAIR_VERSION, text);
    return false;
}

static bool get_seed(const azj_record *r, const uint8_t *noted, uint8_t seed[FAIR_BYTES],
                     char error[RECORD_ERROR_MAX])
{
    uint8_t secret[FAIR_BYTES], promised[FAIR_BYTES], commitment[FAIR_BYTES];
    uint8_t contribution[AZJ_SEATS_MAX][FAIR_BYTES];
    if (!get_hex(r, "Commitment", promised, error) || !get_hex(r, "Secret", secret, error))
        return false;
    if (noted && memcmp(noted, promised, FAIR_BYTES) != 0) {
        snprintf(error, RECORD_ERROR_MAX, "the record's commitment is not the one that was noted");
        return false;
    }
    fair_commit(secret, commitment);
    if (memcmp(commitment, promised, FAIR_BYTES) != 0) {
        snprintf(error, RECORD_ERROR_MAX, "the secret is not the one that was committed to");
        return false;
    }
    for (unsigned i = 0; i < r->start.head.players; i++) {
        char tag[24];
        snprintf(tag, sizeof tag, "Contribution%u", i);
        if (!get_hex(r, tag, contribution[i], error))
            return false;
    }
    fair_seed(secret, contribution, r->start.head.players, seed);
    return true;
}

bool record_verify(const azj_record *r, const uint8_t *noted, unsigned *version,
                   char error[RECORD_ERROR_MAX])
{
    uint8_t seed[FAIR_BYTES];
    azj_state s = r->start;
    uint32_t deals = 0;
    azj_rng rng;
    if (!get_version(r, version, error) || !get_seed(r, noted, seed, error))
        return false;
    for (uint32_t i = 0; i < r->step_count; i++) {
        const azj_record_step *step = &r->steps[i];
        if (!step->move) {
            if (i == 0 || r->steps[i - 1].move) /* a deal begins */
                fair_rng(seed, *version, deals++, &rng);
            const azj_outcome fair = azj_sample(&s, &rng);
            if (fair.kind != step->outcome.kind || fair.value != step->outcome.value) {
                snprintf(error, RECORD_ERROR_MAX, "deal %u (step %u) is not what the seeds give",
                         deals, i + 1);
                return false;
            }
        }
        azj_record_replay(r, i, &s, NULL);
    }
    return true;
}
