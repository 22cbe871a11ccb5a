/* play.c - duties of a player: positions, thinking, reports. */
#include "base/clock.h"
#include "cli/conform/conform.h"

#include <azulejo/text.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MARGIN = 4, /* a move may be late by 1/MARGIN of patience_us */
    EVERY = 5,  /* the engine is asked at every fifth decision */
};

/* ---- Games ---- */

/* Plays a random game and calls `visit` at every decision. */
static bool walk_game(conform *c, azj_rules rules, unsigned players, uint64_t seed,
                      conform_visit *visit, void *context)
{
    azj_state s;
    azj_rng rng;
    azj_move moves[AZJ_MOVES_MAX];
    azj_rng_seed(&rng, seed);
    if (azj_new(&s, &(azj_options){.rules = (uint8_t)rules,
                                   .players = (uint8_t)players,
                                   .starter = AZJ_NOBODY}))
        return false;
    for (azj_deal(&s, &rng); s.head.phase != AZJ_PHASE_OVER; azj_deal(&s, &rng)) {
        if (!visit(c, &s, context))
            return false;
        const size_t n = azj_moves(&s, moves);
        azj_apply(&s, moves[azj_rng_below(&rng, (uint32_t)n)], NULL);
    }
    return true;
}

static bool read_ok(conform *c, const char *request)
{
    proto_reply r;
    if (!conform_read(c, c->patience_us, &r))
        return false;
    if (r.kind != PROTO_R_OK)
        conform_broken(c, "%s was answered with \"%s\", not with ok", request, c->last);
    return r.kind == PROTO_R_OK;
}

bool conform_position(conform *c, const azj_state *s)
{
    azj_state view;
    azj_move moves[AZJ_MOVES_MAX];
    buf b = buf_on(c->out, sizeof c->out);
    azj_view(s, s->head.seat, &view);
    proto_put_position(&b, &view);
    if (c->needs_moves)
        proto_put_moves(&b, "moves", moves, azj_moves(s, moves));
    buf_end(&b);
    return conform_send(c, c->out) && read_ok(c, "position") &&
           (!c->needs_moves || read_ok(c, "moves"));
}

/* ---- Reports and moves ---- */

static void bad_info(conform *c, const char *what)
{
    if (!c->bad_info[0])
        snprintf(c->bad_info, sizeof c->bad_info, "%s", what);
}

static void check_line(conform *c, const azj_state *s, proto_word line)
{
    proto_words words = proto_words_of(line);
    proto_word word;
    azj_move move;
    if (!proto_next(&words, &word))
        return;
    if (azj_move_parse((azj_rules)s->head.rules, word.at, word.length, &move, NULL) ||
        azj_legal(s, move, NULL))
        bad_info(c, "the first move of a line is not legal");
}

static void check_info(conform *c, const azj_state *s, const proto_info *info)
{
    double sum = 0;
    c->infos++;
    for (unsigned i = 0; i < info->wins; i++) {
        sum += info->win[i];
        if (info->win[i] < 0 || info->win[i] > 1)
            bad_info(c, "a chance is not between 0 and 1");
    }
    if (info->wins && info->wins != s->head.players)
        bad_info(c, "win has not one number for each seat");
    if (info->wins && fabs(sum - 1) > 0.01)
        bad_info(c, "the chances do not add up to 1");
    if (info->scores && info->scores != s->head.players)
        bad_info(c, "score has not one number for each seat");
    check_line(c, s, info->line);
}

/* Reads reports and then a move within `us`; the move must be legal. */
static bool expect_bestmove(conform *c, const azj_state *s, uint64_t us, azj_move *move)
{
    proto_reply r;
    char text[64];
    azj_fault fault;
    const uint64_t start = clock_mono_us();
    do {
        const uint64_t used = clock_mono_us() - start;
        if (used > us || !conform_read(c, us - used, &r)) {
            if (used > us)
                conform_broken(c, "no move within %.2f s", (double)us / 1e6);
            return false;
        }
        if (r.kind == PROTO_R_INFO)
            check_info(c, s, &r.info);
    } while (r.kind == PROTO_R_INFO);
    const uint64_t used = clock_mono_us() - start;
    conform_count_move(c);
    c->slowest_us = used > c->slowest_us ? used : c->slowest_us;
    snprintf(text, sizeof text, "%.*s", (int)(r.key.length < 40 ? r.key.length : 40), r.key.at);
    if (r.kind != PROTO_R_BESTMOVE)
        conform_broken(c, "go was not answered with bestmove");
    else if (azj_move_parse((azj_rules)s->head.rules, r.key.at, r.key.length, move, NULL))
        conform_broken(c, "bestmove %s is no move", text);
    else if (azj_legal(s, *move, &fault)) {
        char why[AZJ_FAULT_TEXT_MAX];
        azj_fault_text(&fault, why, sizeof why);
        conform_broken(c, "bestmove %s is not legal: %s", text, why);
    } else
        return true;
    return false;
}

/* Sends a position and `go` with these limits; expects a legal move in time. */
static bool asks(conform *c, const azj_state *s, const char *go, uint64_t us)
{
    azj_move move;
    return conform_position(c, s) && conform_send(c, go) && conform_send(c, "\n") &&
           expect_bestmove(c, s, us + c->patience_us / MARGIN, &move);
}

/* ---- Positions ---- */

bool conform_plays(const conform *c, azj_rules rules, unsigned players)
{
    return (c->rules >> rules & 1u) && (rules != AZJ_DUEL || players == 2) &&
           proto_seats_allow(&c->seats, rules, players);
}

void conform_walk_first(conform *c, uint64_t seed, conform_visit *visit, void *context)
{
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= AZJ_SEATS_MAX; players++)
            if (conform_plays(c, (azj_rules)rules, players)) {
                walk_game(c, (azj_rules)rules, players, seed, visit, context);
                return;
            }
}

static conform_verdict refuses_go_first(conform *c)
{
    if (!conform_start(c))
        return CONFORM_BROKEN;
    return conform_refused(c, "go time 10", "state") ? CONFORM_KEPT : CONFORM_BROKEN;
}

static bool takes_position(conform *c, const azj_state *s, void *context)
{
    (void)context;
    return conform_position(c, s);
}

/* Tries every rule set that it plays with every number of seats. */
static conform_verdict all_games(conform *c, conform_visit *visit, uint64_t seed)
{
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        for (unsigned players = 2; players <= AZJ_SEATS_MAX; players++) {
            unsigned count = 0;
            if (!conform_plays(c, (azj_rules)rules, players))
                continue;
            if (!walk_game(c, (azj_rules)rules, players, seed, visit, &count)) {
                char why[CONFORM_WHY_MAX];
                memcpy(why, c->why, sizeof why);
                return conform_broken(c, "%s, %u seats: %.200s", azj_rules_name((azj_rules)rules),
                                      players, why);
            }
        }
    }
    return CONFORM_KEPT;
}

static conform_verdict takes_positions(conform *c)
{
    return all_games(c, takes_position, 11);
}

static conform_verdict refuses_nonsense(conform *c)
{
    if (c->needs_moves)
        return CONFORM_ABSENT; /* an engine need not parse positions */
    return conform_refused(c, "position nonsense", "position") && conform_alive(c) ? CONFORM_KEPT
                                                                                   : CONFORM_BROKEN;
}

/* ---- Thinking ---- */

static bool plays(conform *c, const azj_state *s, void *context)
{
    unsigned *count = context;
    return (*count)++ % EVERY != 0 || asks(c, s, "go time 20", c->patience_us);
}

static conform_verdict plays_games(conform *c)
{
    return all_games(c, plays, 12);
}

/* Asks for moves in the first positions of a game, with the limits in the context. */
typedef struct asking {
    const char *go;
    uint64_t us;
    unsigned left;
} asking;

static bool ask_some(conform *c, const azj_state *s, void *context)
{
    asking *a = context;
    return a->left-- > 0 && asks(c, s, a->go, a->us);
}

static conform_verdict asked(conform *c, const char *go, uint64_t us, unsigned times)
{
    asking a = {go, us, times};
    c->why[0] = '\0';
    c->slowest_us = 0;
    conform_walk_first(c, 13, ask_some, &a);
    return c->why[0] ? CONFORM_BROKEN : CONFORM_KEPT;
}

static conform_verdict keeps_time(conform *c)
{
    const conform_verdict v = asked(c, "go time 100", 100000, 5);
    if (v == CONFORM_KEPT)
        snprintf(c->why, sizeof c->why, "slowest %.1f ms", (double)c->slowest_us / 1e3);
    return v;
}

/* One clock for each seat. */
static bool ask_clock(conform *c, const azj_state *s, void *context)
{
    asking *a = context;
    char go[64];
    size_t n = (size_t)snprintf(go, sizeof go, "go clock");
    for (unsigned seat = 0; seat < s->head.players; seat++)
        n += (size_t)snprintf(go + n, sizeof go - n, " 500");
    snprintf(go + n, sizeof go - n, " inc 10");
    return a->left-- > 0 && asks(c, s, go, a->us);
}

static conform_verdict keeps_clock(conform *c)
{
    asking a = {NULL, 500000, 3};
    c->why[0] = '\0';
    conform_walk_first(c, 13, ask_clock, &a);
    return c->why[0] ? CONFORM_BROKEN : CONFORM_KEPT;
}

static conform_verdict takes_nodes(conform *c)
{
    return asked(c, "go nodes 50", c->patience_us, 2);
}

static conform_verdict takes_depth(conform *c)
{
    return asked(c, "go depth 1", c->patience_us, 2);
}

static conform_verdict reports_well(conform *c)
{
    if (c->bad_info[0])
        return conform_broken(c, "%s", c->bad_info);
    if (c->infos == 0)
        return CONFORM_ABSENT;
    snprintf(c->why, sizeof c->why, "%u reports", c->infos);
    return CONFORM_KEPT;
}

/* ---- While it thinks: what comes may be the move already ---- */

/* Reads up to `count` answers other than reports and passes each to `take`. */
typedef struct thinking {
    bool moved; /* bestmove has come */
    bool pong, ok, busy;
} thinking;

static bool hear(conform *c, const azj_state *s, uint64_t us, thinking *t)
{
    proto_reply r;
    const uint64_t start = clock_mono_us();
    do {
        if (!conform_read(c, us, &r))
            return false;
        if (r.kind == PROTO_R_INFO)
            check_info(c, s, &r.info);
        if (r.kind == PROTO_R_INFO && clock_mono_us() - start > us) {
            conform_broken(c, "reports, but no answer within %.1f s", (double)us / 1e6);
            return false;
        }
    } while (r.kind == PROTO_R_INFO);
    t->moved = t->moved || r.kind == PROTO_R_BESTMOVE;
    t->pong = t->pong || r.kind == PROTO_R_PONG;
    t->ok = t->ok || r.kind == PROTO_R_OK;
    t->busy = t->busy || (r.kind == PROTO_R_ERROR && proto_is(r.key, "busy"));
    return true;
}

static bool stops(conform *c, const azj_state *s, void *context)
{
    thinking *t = context;
    if (!conform_position(c, s) || !conform_send(c, "go infinite\n"))
        return false;
    clock_sleep_us(100000);
    if (!conform_send(c, "stop\n"))
        return false;
    while (!t->moved || !t->ok)
        if (!hear(c, s, c->patience_us / 2, t))
            break;
    return false;
}

static conform_verdict answers_stop(conform *c)
{
    thinking t = {0};
    c->why[0] = '\0';
    conform_walk_first(c, 14, stops, &t);
    if (c->why[0])
        return CONFORM_BROKEN;
    return conform_if(c, t.moved && t.ok, "stop wants an ok and a bestmove");
}

static bool pings(conform *c, const azj_state *s, void *context)
{
    thinking *t = context;
    if (!conform_position(c, s) || !conform_send(c, "go time 10000\n"))
        return false;
    clock_sleep_us(50000);
    if (!conform_send(c, "ping thinking\n"))
        return false;
    while (!t->pong)
        if (!hear(c, s, c->patience_us / 4, t))
            break;
    return false;
}

static conform_verdict answers_ping(conform *c)
{
    thinking t = {0};
    c->why[0] = '\0';
    conform_walk_first(c, 15, pings, &t);
    return c->why[0] ? CONFORM_BROKEN : conform_if(c, t.pong, "no pong");
}

static bool bothers(conform *c, const azj_state *s, void *context)
{
    thinking *t = context;
    if (!conform_position(c, s) || !conform_send(c, "go time 10000\n"))
        return false;
    clock_sleep_us(50000);
    if (!conform_send(c, "clear\n"))
        return false;
    while (!t->ok && !t->busy)
        if (!hear(c, s, c->patience_us / 4, t))
            break;
    return false;
}

/* If the move came first, the search had ended and `clear` may be answered. */
static conform_verdict is_busy(conform *c)
{
    thinking t = {0};
    c->why[0] = '\0';
    conform_walk_first(c, 16, bothers, &t);
    if (c->why[0])
        return CONFORM_BROKEN;
    if (t.moved && t.ok)
        return CONFORM_ABSENT;
    return conform_if(c, t.busy, "clear was not answered with error busy");
}

/* ---- Same seed, same move ---- */

static bool think_twice(conform *c, const azj_state *s, void *context)
{
    azj_move *move = context;
    proto_reply r;
    for (unsigned i = 0; i < 2; i++)
        if (!conform_ask(c, "set seed 5", PROTO_R_OK, &r) ||
            !conform_ask(c, "clear", PROTO_R_OK, &r) || !conform_position(c, s) ||
            !conform_send(c, "go nodes 50\n") || !expect_bestmove(c, s, c->patience_us, &move[i]))
            return false;
    return false;
}

static conform_verdict repeats(conform *c)
{
    azj_move move[2] = {0, 0};
    bool seed = false;
    for (unsigned i = 0; i < c->options; i++)
        seed = seed || strcmp(c->option[i].name, "seed") == 0;
    if (!seed)
        return CONFORM_ABSENT;
    c->why[0] = '\0';
    conform_walk_first(c, 17, think_twice, move);
    if (c->why[0])
        return CONFORM_BROKEN;
    return conform_if(c, move[0] == move[1], "two different moves");
}

/* ---- The lists ---- */

static const conform_duty positions[] = {
    {"refuses go before any position", refuses_go_first},
    {"accepts every position of a game, in all that it plays", takes_positions},
    {"refuses nonsense as a position", refuses_nonsense},
    {NULL, NULL}};

static const conform_duty thinks[] = {{"plays legal moves, in all that it plays", plays_games},
                                      {"keeps to the time of a move", keeps_time},
                                      {"keeps to a clock", keeps_clock},
                                      {"accepts a limit of nodes", takes_nodes},
                                      {"accepts a limit of depth", takes_depth},
                                      {"stops when asked to", answers_stop},
                                      {"answers ping while it thinks", answers_ping},
                                      {"refuses other requests while it thinks", is_busy},
                                      {"plays the same move with the same seed", repeats},
                                      {"reports well", reports_well},
                                      {NULL, NULL}};

const conform_part conform_play[] = {{"Positions", positions}, {"Thinking", thinks}, {NULL, NULL}};
