/* game_decide.c - commands become events, or are refused with a reason. Nothing here changes
 * the game. */
#include "server/game.h"

#include <azulejo/engine.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* The weakest level, so that leaving never improves a position. */
enum { STANDIN_LEVEL = 1 };

/* Plays on for a player who is out and cannot win any more: strong enough to be a fair rival for
 * the others. */
static unsigned level_of_rest(void)
{
    return (azj_level_count() + 1) / 2;
}

static unsigned players(const game *g)
{
    return g->options.rules.players;
}

static game_event *add_event(const game *g, game_batch *b, game_event_kind kind, unsigned seat,
                             game_time t)
{
    game_event *e = &b->at[b->count++];
    memset(e, 0, sizeof *e);
    e->n = g->n + b->count;
    e->kind = (uint8_t)kind;
    e->seat = (uint8_t)seat;
    e->at_ms = t.at_ms;
    e->game_ms = t.now_ms;
    return e;
}

static bool is_seat(const game *g, unsigned seat)
{
    return seat < players(g);
}

/* ---- Before the start ---- */
static unsigned first_empty(const game *g)
{
    for (unsigned i = 0; i < players(g); i++)
        if (g->seat[i].kind == GAME_EMPTY)
            return i;
    return AZJ_NOBODY;
}

game_error game_decide_sit(const game *g, unsigned seat, const char *person, const char *name,
                           game_time t, game_batch *b)
{
    b->count = 0;
    if (game_seat_of(g, person) != AZJ_NOBODY)
        return GAME_E_SEATED;
    if (g->phase != GAME_OPEN)
        return GAME_E_NOT_OPEN;
    if (seat == AZJ_NOBODY)
        seat = first_empty(g);
    if (seat == AZJ_NOBODY)
        return GAME_E_SEAT_TAKEN;
    if (!is_seat(g, seat))
        return GAME_E_NO_SEAT;
    if (g->seat[seat].kind != GAME_EMPTY)
        return GAME_E_SEAT_TAKEN;
    if (game_was_removed(g, person))
        return GAME_E_REMOVED;
    if (!game_may_sit(g, person, true))
        return GAME_E_TOO_MUCH;
    game_event *e = add_event(g, b, GAME_SIT, seat, t);
    snprintf(e->text, sizeof e->text, "%s %.32s", person, name);
    return GAME_E_OK;
}

game_error game_decide_leave(const game *g, unsigned seat, game_leave why, game_time t,
                             game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat) || g->seat[seat].kind == GAME_EMPTY)
        return GAME_E_NOT_SEATED;
    if (g->phase != GAME_OPEN)
        return GAME_E_NOT_OPEN;
    add_event(g, b, GAME_LEAVE, seat, t)->value = (uint8_t)why;
    return GAME_E_OK;
}

/* True if all seats are taken and all persons but the one in seat `but` are ready. */
static bool can_start(const game *g, unsigned but)
{
    for (unsigned i = 0; i < players(g); i++)
        if (g->seat[i].kind == GAME_EMPTY || (i != but && !g->seat[i].ready))
            return false;
    return true;
}

/* The first position's hash needs the seed, so it is worked out on a copy. */
static void add_start(const game *g, game_batch *b, unsigned seat,
                      const uint8_t contribution[FAIR_BYTES], game_time t)
{
    uint8_t all[AZJ_SEATS_MAX][FAIR_BYTES], seed[FAIR_BYTES];
    azj_state s;
    uint32_t deals = 0;
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        memcpy(all[i], i == seat ? contribution : g->seat[i].contribution, FAIR_BYTES);
    fair_seed(g->secret, all, players(g), seed);
    azj_new(&s, &g->options.rules);
    fair_deal(seed, g->options.shuffle, &s, &deals);
    add_event(g, b, GAME_START, 0, t)->hash = game_hash(&s);
}

/* An older program, which knows levels by number only, plays on with one of about this strength. */
static void name_bot(game_event *e, const char *bot)
{
    const unsigned level = azj_level_of(bot);
    snprintf(e->text, sizeof e->text, "%s", bot);
    e->value = 1;
    while (e->value < AZJ_FORMER_LEVELS && e->value * azj_level_count() < level * AZJ_FORMER_LEVELS)
        e->value++;
}

game_error game_decide_bot(const game *g, unsigned seat, const char *bot, game_time t,
                           game_batch *b)
{
    b->count = 0;
    if (g->phase != GAME_OPEN)
        return GAME_E_NOT_OPEN;
    if (!is_seat(g, seat))
        return GAME_E_NO_SEAT;
    if (g->seat[seat].kind != GAME_EMPTY)
        return GAME_E_SEAT_TAKEN;
    if (!bot)
        return GAME_E_BAD_LEVEL;
    if (g->sits >= GAME_SITS_MAX)
        return GAME_E_TOO_MUCH;
    name_bot(add_event(g, b, GAME_BOT, seat, t), bot);
    return GAME_E_OK;
}

game_error game_decide_ready(const game *g, unsigned seat, const uint8_t contribution[FAIR_BYTES],
                             game_time t, game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat))
        return GAME_E_NOT_SEATED;
    if (g->seat[seat].ready)
        return GAME_E_AGAIN;
    if (g->phase != GAME_OPEN)
        return GAME_E_NOT_OPEN;
    game_event *e = add_event(g, b, GAME_READY, seat, t);
    sodium_bin2hex(e->text, sizeof e->text, contribution, FAIR_BYTES);
    if (can_start(g, seat))
        add_start(g, b, seat, contribution, t);
    return GAME_E_OK;
}

game_error game_decide_start(const game *g, game_time t, game_batch *b)
{
    b->count = 0;
    if (g->phase != GAME_OPEN || !can_start(g, AZJ_NOBODY))
        return GAME_E_NOT_OPEN;
    add_start(g, b, AZJ_NOBODY, NULL, t);
    return GAME_E_OK;
}

/* ---- The end ---- */
static void add_end(const game *g, game_batch *b, game_cause cause, unsigned winners, game_time t)
{
    game_event *e = add_event(g, b, GAME_END, 0, t);
    e->value = (uint8_t)cause;
    e->flag = (uint8_t)winners;
    sodium_bin2hex(e->text, sizeof e->text, g->secret, FAIR_BYTES);
}

/* … in the middle of somebody's turn. */
static void add_stop(const game *g, game_batch *b, game_cause cause, unsigned winners, game_time t)
{
    add_end(g, b, cause, winners, t);
    b->at[b->count - 1].spent_ms = game_spent_ms(g, t.now_ms);
}

/* The best of the seats in `among` by points, ties shared. */
static unsigned leaders(const azj_state *s, unsigned among)
{
    unsigned best = 0;
    int most = -1;
    for (unsigned i = 0; i < s->head.players; i++) {
        const int score = azj_score(s, i);
        if (!(among >> i & 1u) || score < most)
            continue;
        best = score > most ? 1u << i : best | 1u << i;
        most = score;
    }
    return best;
}

static unsigned seats_in(const game *g)
{
    unsigned in = 0;
    for (unsigned i = 0; i < players(g); i++)
        in |= g->seat[i].out ? 0 : 1u << i;
    return in;
}

/* A player who has left the game cannot win it, whatever the bot in the seat achieves. */
static unsigned final_winners(const game *g, const azj_state *s)
{
    const unsigned winners = azj_winners(s) & seats_in(g);
    return winners ? winners : leaders(s, seats_in(g));
}

static bool person_among(const game *g, unsigned seats)
{
    for (unsigned i = 0; i < players(g); i++)
        if ((seats >> i & 1u) && g->seat[i].kind == GAME_PERSON)
            return true;
    return false;
}

/* The seats whose people must agree. */
static unsigned voters(const game *g)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < players(g); i++)
        if (g->seat[i].kind == GAME_PERSON && !g->seat[i].out)
            seats |= 1u << i;
    return seats;
}

/* Time that was used stays used, but an undone move keeps no increment; else clocks could be filled
 * up. A player who would have nothing left has a second to move. */
static void take_increments(const game *g, uint32_t ply, uint32_t left_ms[AZJ_SEATS_MAX])
{
    const uint32_t increment = g->options.clock.increment_ms, least = 1000;
    for (uint32_t i = ply; i < g->ply && g->options.clock.kind == CLOCKS_TOTAL; i++) {
        uint32_t *left = &left_ms[g->moves[i].seat];
        if (*left > least)
            *left = *left > increment + least ? *left - increment : least;
    }
}

/* `out`: seats that leave the game in this batch. */
static void add_agreed(const game *g, game_batch *b, unsigned out, unsigned what, uint32_t ply,
                       game_time t)
{
    if (what == GAME_OFFER_DRAW) {
        add_stop(g, b, GAME_AGREED, seats_in(g) & ~out, t);
        return;
    }
    azj_state s;
    uint32_t deals;
    game_replay(g, ply, &s, &deals);
    game_event *e = add_event(g, b, GAME_TAKEBACK, 0, t);
    e->ply = ply;
    e->hash = game_hash(&s);
    memcpy(e->left_ms, g->clock.left_ms, sizeof e->left_ms);
    const unsigned running = g->clock.running;
    if (running < AZJ_SEATS_MAX && g->options.clock.kind == CLOCKS_TOTAL)
        e->left_ms[running] = game_left_ms(g, running, t.now_ms);
    take_increments(g, ply, e->left_ms);
}

/* One seat is out: between two the game is over, among more a bot plays on in that seat. */
static void add_out(const game *g, game_batch *b, unsigned seat, game_cause cause, game_time t)
{
    const unsigned left = seats_in(g) & ~(1u << seat);
    game_event *e = add_event(g, b, GAME_OUT, seat, t);
    snprintf(e->text, sizeof e->text, "%s", azj_level_name(level_of_rest()));
    e->value = (uint8_t)cause;
    e->spent_ms = game_spent_ms(g, t.now_ms);
    if ((left & (left - 1)) == 0 || !person_among(g, left))
        add_stop(g, b, cause, leaders(&g->state, left), t);
    else if (g->offer != GAME_OFFER_NONE && g->offer_seat != seat &&
             (voters(g) & ~(g->offer_agreed | 1u << seat)) == 0)
        add_agreed(g, b, 1u << seat, g->offer, g->offer_ply,
                   t); /* all who are still in the game have agreed */
}

game_error game_decide_resign(const game *g, unsigned seat, game_time t, game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat) || g->seat[seat].out)
        return GAME_E_NOT_SEATED;
    if (g->phase != GAME_LIVE)
        return GAME_E_NOT_LIVE;
    add_out(g, b, seat, GAME_RESIGNED, t);
    return GAME_E_OK;
}

game_error game_decide_time(const game *g, game_time t, game_batch *b)
{
    b->count = 0;
    if (g->phase != GAME_LIVE || !clocks_expired(&g->clock, &g->options.clock, t.now_ms) ||
        game_bot_to_move(g))
        return GAME_E_NOT_LIVE;
    add_out(g, b, g->clock.running, GAME_TIME, t);
    return GAME_E_OK;
}

/* What the clock of the seat shows after its move. A bot in a person's seat uses none of the
 * person's time and earns none, so a person who comes back has the time that was left. */
static uint32_t left_after(const game *g, unsigned seat, uint64_t now_ms)
{
    const game_seat *s = &g->seat[seat];
    const bool for_person = s->kind == GAME_PERSON && (s->out || s->standin);
    if (g->options.clock.kind == CLOCKS_NONE)
        return 0;
    if (s->out || (for_person && g->options.clock.kind == CLOCKS_TOTAL))
        return game_left_ms(g, seat, now_ms);
    return clocks_after_move(&g->clock, &g->options.clock, now_ms);
}

/* ---- Moves ---- */
/* All moves of bots have this id, which no client may use. */
static bool is_bot(const char *id)
{
    return strcmp(id, "bot") == 0;
}

/* The move that this seat has sent with this id; NULL: none yet. */
static const game_event *sent_before(const game *g, unsigned seat, const char *id)
{
    for (uint32_t i = g->n; i-- > g->begun;)
        if (g->events[i].kind == GAME_MOVE && g->events[i].seat == seat &&
            strcmp(g->events[i].text, id) == 0)
            return &g->events[i];
    return NULL;
}

/* A resend of a stored move is confirmed again, even if the move has been taken back since; it is
 * not played a second time. */
static game_error check_version(const game *g, unsigned seat, uint32_t ply, const char *id)
{
    const game_event *sent = is_bot(id) ? NULL : sent_before(g, seat, id);
    if (sent)
        return sent->ply == ply ? GAME_E_AGAIN : GAME_E_STALE;
    if (g->phase != GAME_LIVE)
        return GAME_E_NOT_LIVE;
    if (ply != g->ply)
        return GAME_E_STALE;
    return seat == g->state.head.seat ? GAME_E_OK : GAME_E_NOT_YOUR_TURN;
}

bool game_taken_back_since(const game *g, uint32_t n)
{
    for (uint32_t i = g->n; i > n; i--)
        if (g->events[i - 1].kind == GAME_TAKEBACK)
            return true;
    return false;
}

game_error game_decide_move(const game *g, unsigned seat, uint32_t ply, const char *id,
                            azj_move move, game_time t, game_batch *b, azj_fault *why)
{
    azj_state s = g->state;
    uint32_t deals = g->deals;
    b->count = 0;
    if (!is_seat(g, seat))
        return GAME_E_NOT_SEATED;
    const game_error version = check_version(g, seat, ply, id);
    if (version != GAME_E_OK)
        return version;
    if (game_decide_time(g, t, b) == GAME_E_OK)
        return GAME_E_TIME_UP;
    if (g->n - g->begun >= GAME_EVENTS_MAX &&
        !is_bot(id)) /* a game without an end can still be resigned */
        return GAME_E_TOO_MUCH;
    if (azj_play(&s, move, why, NULL) != AZJ_E_OK)
        return GAME_E_ILLEGAL;
    fair_deal(g->seed, g->options.shuffle, &s, &deals);
    game_event *e = add_event(g, b, GAME_MOVE, seat, t);
    e->ply = ply;
    e->move = move;
    e->hash = game_hash(&s);
    memcpy(e->left_ms, g->clock.left_ms, sizeof e->left_ms);
    e->left_ms[seat] = left_after(g, seat, t.now_ms);
    snprintf(e->text, sizeof e->text, "%.32s", id);
    if (s.head.phase == AZJ_PHASE_OVER)
        add_end(g, b, GAME_NORMAL, final_winners(g, &s), t);
    return GAME_E_OK;
}

/* ---- Offers ---- */
/* True if the move may have shown somebody something that was hidden. */
static bool reveals(const azj_state *before, azj_move move, const azj_state *after)
{
    if (after->head.phase == AZJ_PHASE_DEAL || after->head.phase == AZJ_PHASE_OVER)
        return true;
    if (before->head.rules != AZJ_DUEL)
        return false;
    if (before->head.phase != AZJ_PHASE_OFFER && before->head.phase != AZJ_PHASE_TILING)
        return true; /* set-up shows new plates; drawn plates were seen */
    if (azj_move_kind_of(move) == AZJ_DRAW)
        return true;
    for (unsigned i = 0; i < AZJ_DUEL_SMALL; i++)
        if (azj_duel_face_up(&after->duel, i) && !azj_duel_face_up(&before->duel, i))
            return true; /* D14: a chip was turned up */
    return false;
}

static bool can_go_back(const game *g, uint32_t ply)
{
    azj_state s;
    uint32_t deals;
    if (ply < g->dealt_ply)
        return false; /* a deal has followed */
    game_replay(g, ply, &s, &deals);
    for (uint32_t i = ply; i < g->ply; i++) {
        const azj_state before = s;
        azj_apply(&s, g->moves[i].move, NULL);
        if (reveals(&before, g->moves[i].move, &s))
            return false;
    }
    return true;
}

static bool last_own_ply(const game *g, unsigned seat, uint32_t *ply)
{
    for (uint32_t i = g->ply; i-- > 0;)
        if (g->moves[i].seat == seat) {
            *ply = i;
            return true;
        }
    return false;
}

static bool bots_play(const game *g)
{
    for (unsigned i = 0; i < players(g); i++)
        if (g->seat[i].kind == GAME_BOT_SEAT)
            return true;
    return false;
}

game_error game_decide_offer(const game *g, unsigned seat, game_offer what, game_time t,
                             game_batch *b)
{
    uint32_t ply = 0;
    b->count = 0;
    if (!is_seat(g, seat) || g->seat[seat].out)
        return GAME_E_NOT_SEATED;
    if (g->phase != GAME_LIVE)
        return GAME_E_NOT_LIVE;
    if (g->offer != GAME_OFFER_NONE || (g->offered[seat] >> what & 1u))
        return GAME_E_OFFERED;
    if (what == GAME_OFFER_DRAW && bots_play(g))
        return GAME_E_NO_DRAW;
    if (what == GAME_OFFER_TAKEBACK && (!last_own_ply(g, seat, &ply) || !can_go_back(g, ply)))
        return GAME_E_NO_TAKEBACK;
    game_event *e = add_event(g, b, GAME_OFFER, seat, t);
    e->value = (uint8_t)what;
    e->ply = ply;
    if (voters(g) == 1u << seat) /* bots agree to everything */
        add_agreed(g, b, 0, what, ply, t);
    return GAME_E_OK;
}

game_error game_decide_answer(const game *g, unsigned seat, bool yes, game_time t, game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat) || g->seat[seat].out)
        return GAME_E_NOT_SEATED;
    if (g->offer == GAME_OFFER_NONE || g->phase != GAME_LIVE)
        return GAME_E_NO_OFFER;
    if (yes && (g->offer_agreed >> seat & 1u))
        return GAME_E_AGAIN;
    add_event(g, b, GAME_ANSWER, seat, t)->flag = yes;
    if (yes && (voters(g) & ~(g->offer_agreed | 1u << seat)) == 0)
        add_agreed(g, b, 0, g->offer, g->offer_ply, t);
    return GAME_E_OK;
}

/* ---- Leaving and coming back ---- */
game_error game_decide_away(const game *g, unsigned seat, unsigned by, game_time t, game_batch *b)
{
    const bool by_bot = g->options.leaver == GAME_LEAVER_BOT, claimed = by != AZJ_NOBODY;
    b->count = 0;
    if (g->phase != GAME_LIVE)
        return GAME_E_NOT_LIVE;
    if (claimed && (!is_seat(g, by) || g->seat[by].out))
        return GAME_E_NOT_SEATED;
    if (!is_seat(g, seat) || g->seat[seat].kind != GAME_PERSON || g->seat[seat].out ||
        g->seat[seat].standin || claimed == by_bot || by == seat)
        return GAME_E_NO_CLAIM;
    if (by_bot) {
        game_event *e = add_event(g, b, GAME_STANDIN, seat, t);
        e->spent_ms = game_spent_ms(g, t.now_ms);
        name_bot(e, azj_level_name(STANDIN_LEVEL));
    } else
        add_out(g, b, seat, GAME_ABANDONED, t);
    return GAME_E_OK;
}

game_error game_decide_back(const game *g, unsigned seat, game_time t, game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat))
        return GAME_E_NOT_SEATED;
    if (g->phase != GAME_LIVE || !g->seat[seat].standin || g->seat[seat].out)
        return GAME_E_AGAIN;
    add_event(g, b, GAME_BACK, seat, t);
    return GAME_E_OK;
}

/* ---- Words and the next game ---- */
game_error game_decide_phrase(const game *g, unsigned seat, unsigned phrase, game_time t,
                              game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat))
        return GAME_E_NOT_SEATED;
    if (!game_phrase_name(phrase))
        return GAME_E_BAD_PHRASE;
    if (g->phrases[seat] >= GAME_PHRASES_MAX)
        return GAME_E_TOO_MUCH;
    add_event(g, b, GAME_PHRASE, seat, t)->value = (uint8_t)phrase;
    return GAME_E_OK;
}

game_error game_decide_rematch(const game *g, unsigned seat, game_time t, game_batch *b)
{
    b->count = 0;
    if (!is_seat(g, seat))
        return GAME_E_NOT_SEATED;
    if (g->phase != GAME_OVER)
        return GAME_E_NOT_OVER;
    if (g->rematch >> seat & 1u)
        return GAME_E_AGAIN;
    add_event(g, b, GAME_REMATCH, seat, t);
    return GAME_E_OK;
}

game_error game_decide_next(const game *g, const char *id, game_time t, game_batch *b)
{
    b->count = 0;
    if (!game_all_would_rematch(g))
        return GAME_E_NOT_OVER;
    game_event *e = add_event(g, b, GAME_NEXT, 0, t);
    snprintf(e->text, sizeof e->text, "%.15s", id);
    return GAME_E_OK;
}

game_error game_decide_close(const game *g, game_time t, game_batch *b)
{
    b->count = 0;
    if (g->phase != GAME_LIVE)
        return GAME_E_NOT_LIVE;
    add_stop(g, b, GAME_CLOSED, 0, t);
    return GAME_E_OK;
}
