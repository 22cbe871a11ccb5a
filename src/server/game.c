/* game.c - the life of a game: how each event changes it, and what can be asked. */
#include "server/game.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In older stores events of stand-ins and of players who are out name no bot. They mean this one, a
 * number of azj_former_level_name. */
enum { OLD_STANDIN_LEVEL = 4 };

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
    free(g->summaries);
    free(g->scores);
    free(g->moves);
    g->events = NULL;
    g->summaries = NULL;
    g->scores = NULL;
    g->moves = NULL;
}

/* ---- Names ---- */
/* ---- Names, as the protocol has them ---- */
const char *game_error_name(game_error e)
{
    static const char *const names[] = {
#define GAME_ERROR(code, text) #code,
#include "server/protocol.def"
    };
    return names[e];
}

const char *game_error_text(game_error e)
{
    static const char *const texts[] = {
#define GAME_ERROR(code, text) text,
#include "server/protocol.def"
    };
    return texts[e];
}

const char *game_event_name(unsigned kind)
{
    static const char *const names[] = {
#define EVENT(code, name, fields, meaning) #name,
#include "server/protocol.def"
    };
    return kind < GAME_EVENT_NB ? names[kind] : "?";
}

const char *game_phase_name(unsigned phase)
{
    static const char *const names[] = {"open", "live", "over"};
    return phase <= GAME_OVER ? names[phase] : "?";
}

const char *game_cause_name(unsigned cause)
{
    static const char *const names[] = {
#define CAUSE(code, name, meaning) #name,
#include "server/protocol.def"
    };
    return cause < GAME_CAUSE_NB ? names[cause] : "?";
}

const char *game_phrase_name(unsigned phrase)
{
    static const char *const names[] = {
#define PHRASE(name) #name,
#include "server/protocol.def"
    };
    return phrase < sizeof names / sizeof *names ? names[phrase] : NULL;
}

/* ---- Asking ---- */
uint64_t game_hash(const azj_state *s)
{
    char text[AZJ_POSITION_TEXT_MAX];
    uint8_t sum[crypto_generichash_BYTES_MIN];
    uint64_t hash = 0;
    const size_t length = azj_position_text(s, text, sizeof text);
    crypto_generichash(sum, sizeof sum, (const uint8_t *)text, length, NULL, 0);
    for (unsigned i = 0; i < 8; i++)
        hash = hash << 8 | sum[i];
    return hash ? hash : 1;
}

bool game_is_full(const game *g)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_EMPTY)
            return false;
    return true;
}

bool game_is_bots_only(const game *g)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_PERSON && !g->seat[i].out && !g->seat[i].standin)
            return false;
    return true;
}

/* How often the person's seat was freed for this reason, before the start. */
static unsigned times_freed(const game *g, const char *person, game_leave why)
{
    const game_event *sits[AZJ_SEATS_MAX] = {NULL};
    unsigned count = 0;
    for (uint32_t i = 0; i < g->n && g->phase == GAME_OPEN; i++) {
        const game_event *e = &g->events[i];
        if (e->kind == GAME_SIT)
            sits[e->seat] = e;
        if (e->kind == GAME_LEAVE && e->value == (uint8_t)why && sits[e->seat])
            count += game_is_sitting(sits[e->seat], person);
    }
    return count;
}

bool game_was_removed(const game *g, const char *person)
{
    return times_freed(g, person, GAME_REMOVED) > 0;
}

unsigned game_seat_of(const game *g, const char *person)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_PERSON && strcmp(g->seat[i].person, person) == 0)
            return i;
    return AZJ_NOBODY;
}

bool game_is_sitting(const game_event *e, const char *person)
{
    const size_t n = strlen(person);
    return e->kind == GAME_SIT && strncmp(e->text, person, n) == 0 && e->text[n] == ' ';
}

bool game_may_sit(const game *g, const char *person, bool invited)
{
    unsigned own = 0;
    for (uint32_t i = 0; g->phase == GAME_OPEN && i < g->n; i++)
        own += game_is_sitting(&g->events[i], person);
    return own < GAME_OWN_SITS_MAX && times_freed(g, person, GAME_LATE) < GAME_LATE_MAX &&
           g->sits < (invited ? GAME_SITS_MAX : GAME_FREE_SITS_MAX);
}

bool game_is_over_budget(const game *g)
{
    return g->phase == GAME_LIVE && g->n - g->begun >= GAME_CHAT_EVENTS_MAX;
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

bool game_waits_for(const game *g, unsigned seat)
{
    if (seat >= g->options.rules.players || plays_itself(&g->seat[seat]))
        return false;
    return g->phase == GAME_LIVE ? g->state.head.seat == seat
                                 : g->phase == GAME_OPEN && !g->seat[seat].ready;
}

/* The time up to which the running clock has run. */
static uint64_t clock_time(const game *g, uint64_t now_ms)
{
    const unsigned seat = g->clock.running;
    const bool stands =
        seat < AZJ_SEATS_MAX && g->seat[seat].kind == GAME_PERSON && plays_itself(&g->seat[seat]);
    return stands ? g->clock.since_ms : now_ms;
}

uint32_t game_left_ms(const game *g, unsigned seat, uint64_t now_ms)
{
    return clocks_left(&g->clock, &g->options.clock, seat, clock_time(g, now_ms));
}

uint32_t game_spent_ms(const game *g, uint64_t now_ms)
{
    return g->options.clock.kind == CLOCKS_NONE ? 0
                                                : clocks_spent(&g->clock, clock_time(g, now_ms));
}

const char *game_bot_name_to_move(const game *g)
{
    const game_seat *s = &g->seat[g->state.head.seat];
    return s->bot ? s->bot : azj_former_level_name(OLD_STANDIN_LEVEL);
}

const char *game_event_bot(const game_event *e)
{
    return e->text[0] ? azj_bot_kept(e->text, strlen(e->text)) : azj_former_level_name(e->value);
}

bool game_all_would_rematch(const game *g)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_PERSON &&
            (!(g->rematch >> i & 1u) || strcmp(g->seat[i].person, GAME_FORGOTTEN) == 0))
            return false;
    return g->phase == GAME_OVER && g->rematch && !g->next[0];
}

bool game_is_last_for_rematch(const game *g, unsigned seat)
{
    for (unsigned i = 0; i < g->options.rules.players; i++)
        if (i != seat && g->seat[i].kind == GAME_PERSON && !(g->rematch >> i & 1u))
            return false;
    return true;
}

void game_replay(const game *g, uint32_t ply, azj_state *s, uint32_t *deals)
{
    uint32_t i = 0;
    *deals = 0;
    if (g->phase != GAME_OPEN && ply >= g->dealt_ply) {
        *s = g->dealt;
        *deals = g->dealt_deals;
        i = g->dealt_ply;
    } else {
        azj_new(s, &g->options.rules);
        fair_deal(g->seed, g->options.shuffle, s, deals);
    }
    for (; i < ply; i++) {
        azj_apply(s, g->moves[i].move, NULL);
        fair_deal(g->seed, g->options.shuffle, s, deals);
    }
}

/* ---- Applying, one function a kind ---- */
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
    g->sits++;
    return true;
}

static bool apply_bot(game *g, const game_event *e)
{
    game_seat *s = &g->seat[e->seat];
    const char *bot = game_event_bot(e);
    if (g->phase != GAME_OPEN || s->kind != GAME_EMPTY || !bot)
        return false;
    *s = (game_seat){.kind = GAME_BOT_SEAT, .bot = bot, .ready = true};
    g->sits++;
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

/* Moves are replayed from here, because none is ever taken back across a deal. */
static void keep_dealt(game *g)
{
    g->dealt = g->state;
    g->dealt_ply = g->ply;
    g->dealt_deals = g->deals;
}

/* An event of a table that is being migrated has no hash yet. */
static bool hash_agrees(const game *g, const game_event *e)
{
    return !e->hash || game_hash(&g->state) == e->hash;
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
    keep_dealt(g);
    g->phase = GAME_LIVE;
    g->begun = e->n;
    clocks_run(&g->clock, g->state.head.seat, now_ms);
    return hash_agrees(g, e);
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

static bool keep_scores(game *g, const azj_events *scores, game_move_summary *summary)
{
    if (g->scores_nb + scores->count > g->scores_room) {
        const uint32_t room = 2 * g->scores_room + scores->count + 8;
        azj_event *kept = realloc(g->scores, room * sizeof *kept);
        if (!kept)
            return false;
        g->scores = kept;
        g->scores_room = room;
    }
    summary->first = g->scores_nb;
    summary->count = (uint16_t)scores->count;
    if (scores->count)
        memcpy(g->scores + g->scores_nb, scores->at, scores->count * sizeof *scores->at);
    g->scores_nb += scores->count;
    return true;
}

/* Makes the move and notes what it did. The round and the number of tiles are known before it only.
 * */
static bool play_move(game *g, const game_event *e, game_move_summary *summary)
{
    azj_events scores;
    azj_state s = g->state;
    scores.count = 0;
    if (azj_play(&s, e->move, NULL, &scores) != AZJ_E_OK)
        return false;
    summary->round = g->state.head.round;
    summary->taken = (uint8_t)azj_taken(&g->state, e->move);
    g->state = s;
    return keep_scores(g, &scores, summary);
}

static bool apply_move(game *g, const game_event *e, uint64_t now_ms, game_move_summary *summary)
{
    const uint32_t deals = g->deals;
    if (g->phase != GAME_LIVE || e->ply != g->ply || e->seat != g->state.head.seat)
        return false;
    if (!play_move(g, e, summary) || !keep_move(g, e))
        return false;
    fair_deal(g->seed, g->options.shuffle, &g->state, &g->deals);
    if (g->deals != deals)
        keep_dealt(g);
    memcpy(g->clock.left_ms, e->left_ms, sizeof g->clock.left_ms);
    clocks_run(&g->clock, g->state.head.seat, now_ms);
    drop_offer(g);
    return hash_agrees(g, e);
}

static bool apply_takeback(game *g, const game_event *e, uint64_t now_ms)
{
    if (g->phase != GAME_LIVE || e->ply >= g->ply)
        return false;
    g->ply = e->ply;
    game_replay(g, g->ply, &g->state, &g->deals);
    if (g->ply < g->dealt_ply)
        keep_dealt(g);
    memcpy(g->clock.left_ms, e->left_ms, sizeof g->clock.left_ms);
    clocks_run(&g->clock, g->state.head.seat, now_ms);
    drop_offer(g);
    return hash_agrees(g, e);
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

/* A bot plays on in the seat. The time that its person has used of the turn stays used. */
static bool hold_seat(game *g, const game_event *e, uint64_t now_ms)
{
    if (e->seat == g->clock.running)
        clocks_hold(&g->clock, e->spent_ms, now_ms);
    return g->phase == GAME_LIVE;
}

static bool apply_out(game *g, const game_event *e, uint64_t now_ms)
{
    g->seat[e->seat].out = true;
    g->seat[e->seat].bot = e->text[0] ? game_event_bot(e) : NULL;
    if (g->offer != GAME_OFFER_NONE && g->offer_seat == e->seat)
        drop_offer(g); /* no seat is left that agrees with the offer */
    return hold_seat(g, e, now_ms);
}

static bool apply_standin(game *g, const game_event *e, uint64_t now_ms)
{
    g->seat[e->seat].standin = true;
    g->seat[e->seat].bot = game_event_bot(e);
    return hold_seat(g, e, now_ms);
}

static bool apply_back(game *g, const game_event *e, uint64_t now_ms)
{
    g->seat[e->seat].standin = false;
    if (e->seat == g->clock.running) /* the clock of another seat goes on unchanged */
        clocks_hold(&g->clock, g->clock.spent_ms, now_ms);
    return g->phase == GAME_LIVE;
}

/* After the end the clocks keep showing the present values. */
static bool apply_end(game *g, const game_event *e)
{
    const unsigned running = g->clock.running;
    if (g->phase != GAME_LIVE)
        return false;
    if (running < AZJ_SEATS_MAX && g->options.clock.kind != CLOCKS_NONE) {
        clocks_hold(&g->clock, e->spent_ms, 0);
        g->clock.left_ms[running] = clocks_left(&g->clock, &g->options.clock, running, 0);
    }
    g->phase = GAME_OVER;
    g->cause = e->value;
    g->winners = e->flag;
    clocks_run(&g->clock, AZJ_NOBODY, 0);
    drop_offer(g);
    return true;
}

static bool apply_kind(game *g, const game_event *e, uint64_t now_ms, game_move_summary *summary)
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
        return apply_move(g, e, now_ms, summary);
    case GAME_OFFER:
        return apply_offer(g, e);
    case GAME_ANSWER:
        return apply_answer(g, e);
    case GAME_TAKEBACK:
        return apply_takeback(g, e, now_ms);
    case GAME_OUT:
        return apply_out(g, e, now_ms);
    case GAME_STANDIN:
        return apply_standin(g, e, now_ms);
    case GAME_BACK:
        return apply_back(g, e, now_ms);
    case GAME_END:
        return apply_end(g, e);
    case GAME_PHRASE:
        g->phrases[e->seat]++;
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

static bool keep_event(game *g, const game_event *e, const game_move_summary *summary)
{
    if (g->n == g->events_room) {
        const uint32_t room = g->events_room ? 2 * g->events_room : 16;
        game_event *events = realloc(g->events, room * sizeof *events);
        if (events)
            g->events = events;
        game_move_summary *summaries =
            events ? realloc(g->summaries, room * sizeof *summaries) : NULL;
        if (!summaries)
            return false;
        g->summaries = summaries;
        g->events_room = room;
    }
    g->summaries[g->n] = *summary;
    g->events[g->n++] = *e;
    return true;
}

bool game_apply(game *g, const game_event *e, uint64_t now_ms)
{
    game_move_summary summary = {0};
    if (e->n != g->n + 1 || e->seat >= AZJ_SEATS_MAX)
        return false;
    return apply_kind(g, e, now_ms, &summary) && keep_event(g, e, &summary);
}
