/* game.c - the life of a game: how each event changes it, and what can be asked. */
#include "server/game.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STANDIN_LEVEL = 4 };

void game_init(game *g, const char *id, const game_options *options,
               const uint8_t secret[FAIR_BYTES])
{
    memset(g, 0, sizeof *g);
    snprintf(g->id, sizeof g->id, "%s", id);
    g->options = *options;
    memcpy(g->secret, secret, FAIR_BYTES);
    azj_new(&g->state, &options->rules);
    clocks_begin(&g->clock, &options->clock);
    g->offer_seat = AZJ_NOBODY;
}

void game_release(game *g)
{
    free(g->events);
    free(g->moves);
    g->events = NULL;
    g->moves = NULL;
}

/* ---- Names ----------------------------------------------------------------------------------- */
const char *game_error_name(game_error e)
{
#define NAME(name, text) #name,
    static const char *const names[] = {GAME_ERRORS(NAME)};
#undef NAME
    return names[e];
}

const char *game_error_text(game_error e)
{
#define TEXT(name, text) text,
    static const char *const texts[] = {GAME_ERRORS(TEXT)};
#undef TEXT
    return texts[e];
}

const char *game_event_name(unsigned kind)
{
#define NAME(name, text) text,
    static const char *const names[] = {GAME_EVENTS(NAME)};
#undef NAME
    return kind < GAME_EVENT_NB ? names[kind] : "?";
}

const char *game_cause_name(unsigned cause)
{
    static const char *const names[] = {"normal", "resigned", "time", "agreed", "abandoned"};
    return cause < GAME_CAUSE_NB ? names[cause] : "?";
}

/* The page has their words in each language. */
const char *game_phrase_name(unsigned phrase)
{
    static const char *const names[] = {"hello", "good-luck",  "thanks", "well-played", "nice-move",
                                        "oops",  "one-moment", "sorry",  "play-again",  "goodbye"};
    return phrase < sizeof names / sizeof *names ? names[phrase] : NULL;
}

/* ---- Asking ---------------------------------------------------------------------------------- */
unsigned game_seat_of(const game *g, const char *person)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_PERSON && strcmp(g->seat[i].person, person) == 0)
            return i;
    return AZJ_NOBODY;
}

static bool plays_itself(const game_seat *s)
{
    return s->kind == GAME_BOT_SEAT || s->out || s->standin;
}

bool game_bot_to_move(const game *g)
{
    const unsigned seat = g->state.head.seat;
    return g->phase == GAME_LIVE && seat < g->options.rules.players && plays_itself(&g->seat[seat]);
}

unsigned game_level_to_move(const game *g)
{
    const game_seat *s = &g->seat[g->state.head.seat];
    return s->kind == GAME_BOT_SEAT ? s->level : STANDIN_LEVEL;
}

bool game_all_would_rematch(const game *g)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_PERSON && !(g->rematch >> i & 1u))
            return false;
    return g->phase == GAME_OVER && g->rematch && !g->next[0];
}

void game_replay(const game *g, uint32_t ply, azj_state *s, uint32_t *deals)
{
    *deals = 0;
    azj_new(s, &g->options.rules);
    fair_deal(g->seed, s, deals);
    for (uint32_t i = 0; i < ply; i++) {
        azj_apply(s, g->moves[i].move, NULL);
        fair_deal(g->seed, s, deals);
    }
}

/* ---- Applying, one function a kind ------------------------------------------------------------
 */
static bool apply_sit(game *g, const game_event *e)
{
    game_seat *s = &g->seat[e->seat];
    const char *space = strchr(e->text, ' ');
    if (g->phase != GAME_OPEN || s->kind != GAME_EMPTY || !space ||
        space - e->text >= GAME_PERSON_MAX)
        return false;
    *s = (game_seat){.kind = GAME_PERSON};
    memcpy(s->person, e->text, (size_t)(space - e->text));
    snprintf(s->name, sizeof s->name, "%.32s", space + 1);
    return true;
}

static bool apply_bot(game *g, const game_event *e)
{
    game_seat *s = &g->seat[e->seat];
    if (g->phase != GAME_OPEN || s->kind != GAME_EMPTY)
        return false;
    *s = (game_seat){.kind = GAME_BOT_SEAT, .level = e->value, .ready = true};
    return true;
}

static bool apply_leave(game *g, const game_event *e)
{
    if (g->phase != GAME_OPEN)
        return false;
    g->seat[e->seat] = (game_seat){0};
    return true;
}

static bool apply_ready(game *g, const game_event *e)
{
    game_seat *s = &g->seat[e->seat];
    size_t length;
    if (g->phase != GAME_OPEN || s->kind != GAME_PERSON ||
        sodium_hex2bin(s->contribution, FAIR_BYTES, e->text, strlen(e->text), NULL, &length,
                       NULL) != 0 ||
        length != FAIR_BYTES)
        return false;
    s->ready = true;
    return true;
}

static bool apply_start(game *g, const game_event *e, uint64_t now_ms)
{
    uint8_t contribution[AZJ_SEATS_MAX][FAIR_BYTES];
    if (g->phase != GAME_OPEN)
        return false;
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        memcpy(contribution[i], g->seat[i].contribution, FAIR_BYTES);
    fair_seed(g->secret, contribution, g->options.rules.players, g->seed);
    game_replay(g, 0, &g->state, &g->deals);
    g->phase = GAME_LIVE;
    clocks_run(&g->clock, g->state.head.seat, now_ms);
    return azj_hash(&g->state) == e->hash;
}

static void drop_offer(game *g)
{
    g->offer = GAME_OFFER_NONE;
    g->offer_seat = AZJ_NOBODY;
    g->offer_agreed = 0;
}

static bool keep_move(game *g, const game_event *e)
{
    if (g->ply == g->moves_room) {
        const uint32_t room = g->moves_room ? 2 * g->moves_room : 32;
        game_move *moves = realloc(g->moves, room * sizeof *moves);
        if (!moves)
            return false;
        g->moves = moves;
        g->moves_room = room;
    }
    g->moves[g->ply++] = (game_move){e->move, e->n, e->seat};
    memset(g->offered, 0, sizeof g->offered);
    return true;
}

static bool apply_move(game *g, const game_event *e, uint64_t now_ms, azj_events *scores)
{
    if (g->phase != GAME_LIVE || e->ply != g->ply || e->seat != g->state.head.seat)
        return false;
    if (azj_play(&g->state, e->move, NULL, scores) != AZJ_E_OK || !keep_move(g, e))
        return false;
    fair_deal(g->seed, &g->state, &g->deals);
    memcpy(g->clock.left_ms, e->left_ms, sizeof g->clock.left_ms);
    clocks_run(&g->clock, g->state.head.seat, now_ms);
    drop_offer(g);
    return azj_hash(&g->state) == e->hash;
}

static bool apply_takeback(game *g, const game_event *e, uint64_t now_ms)
{
    if (g->phase != GAME_LIVE || e->ply >= g->ply)
        return false;
    g->ply = e->ply;
    game_replay(g, g->ply, &g->state, &g->deals);
    memcpy(g->clock.left_ms, e->left_ms, sizeof g->clock.left_ms);
    clocks_run(&g->clock, g->state.head.seat, now_ms);
    drop_offer(g);
    return azj_hash(&g->state) == e->hash;
}

static bool apply_offer(game *g, const game_event *e)
{
    g->offer = e->value;
    g->offer_seat = e->seat;
    g->offer_ply = e->ply;
    g->offer_agreed = (uint8_t)(1u << e->seat);
    g->offered[e->seat] |= (uint8_t)(1u << e->value);
    return g->phase == GAME_LIVE;
}

static bool apply_answer(game *g, const game_event *e)
{
    if (e->flag)
        g->offer_agreed |= (uint8_t)(1u << e->seat);
    else
        drop_offer(g);
    return g->phase == GAME_LIVE;
}

static bool apply_end(game *g, const game_event *e)
{
    if (g->phase != GAME_LIVE)
        return false;
    g->phase = GAME_OVER;
    g->cause = e->value;
    g->winners = e->flag;
    clocks_run(&g->clock, AZJ_NOBODY, 0);
    drop_offer(g);
    return true;
}

static bool apply_kind(game *g, const game_event *e, uint64_t now_ms, azj_events *scores)
{
    switch (e->kind) {
    case GAME_SIT:
        return apply_sit(g, e);
    case GAME_LEAVE:
        return apply_leave(g, e);
    case GAME_BOT:
        return apply_bot(g, e);
    case GAME_READY:
        return apply_ready(g, e);
    case GAME_START:
        return apply_start(g, e, now_ms);
    case GAME_MOVE:
        return apply_move(g, e, now_ms, scores);
    case GAME_OFFER:
        return apply_offer(g, e);
    case GAME_ANSWER:
        return apply_answer(g, e);
    case GAME_TAKEBACK:
        return apply_takeback(g, e, now_ms);
    case GAME_OUT:
        g->seat[e->seat].out = true;
        return g->phase == GAME_LIVE;
    case GAME_STANDIN:
        g->seat[e->seat].standin = true;
        return g->phase == GAME_LIVE;
    case GAME_BACK:
        g->seat[e->seat].standin = false;
        if (e->seat == g->state.head.seat) /* another one's clock goes on as it was */
            clocks_run(&g->clock, e->seat, now_ms);
        return g->phase == GAME_LIVE;
    case GAME_END:
        return apply_end(g, e);
    case GAME_PHRASE:
        g->phrases++;
        return true;
    case GAME_REMATCH:
        g->rematch |= (uint8_t)(1u << e->seat);
        return g->phase == GAME_OVER;
    case GAME_NEXT:
        snprintf(g->next, sizeof g->next, "%.15s", e->text);
        return g->phase == GAME_OVER;
    default:
        return false;
    }
}

static bool keep_event(game *g, const game_event *e)
{
    if (g->n == g->events_room) {
        const uint32_t room = g->events_room ? 2 * g->events_room : 16;
        game_event *events = realloc(g->events, room * sizeof *events);
        if (!events)
            return false;
        g->events = events;
        g->events_room = room;
    }
    g->events[g->n++] = *e;
    return true;
}

bool game_apply(game *g, const game_event *e, uint64_t now_ms, azj_events *scores)
{
    if (scores)
        scores->count = 0;
    if (e->n != g->n + 1 || e->seat >= AZJ_SEATS_MAX)
        return false;
    return apply_kind(g, e, now_ms, scores) && keep_event(g, e);
}
