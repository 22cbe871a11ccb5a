/* seat.c - a player in a game: see seat.h. */
#include "cli/match/seat.h"
#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_US = 5000000 }; /* for what needs no thinking */

void match_seat_init(match_seat *s, const match_config *c, const match_player *p)
{
    memset(s, 0, sizeof *s);
    s->config = c;
    s->player = p;
}

void match_seat_release(match_seat *s)
{
    azj_engine_free(s->engine);
    if (s->client)
        client_end(s->client);
    free(s->client);
    s->engine = NULL;
    s->client = NULL;
}

static bool seat_fault(match_seat *s, proto_cause fault, const char *why)
{
    s->fault = fault;
    snprintf(s->why, sizeof s->why, "%s", why);
    return false;
}

static bool client_failed(match_seat *s)
{
    return seat_fault(s, s->client->fault, s->client->why);
}

/* ---- A new game ---- */

/* A new engine for each game, so that the result does not depend on which worker plays it. */
static bool begin_built_in(match_seat *s, uint64_t seed)
{
    azj_engine_free(s->engine);
    s->engine =
        azj_engine_new(&(azj_engine_options){.bot = s->player->bot,
                                             .memory_bytes = (size_t)s->player->memory_mb << 20,
                                             .seed = seed,
                                             .threads = s->player->threads,
                                             .now_us = s->config->cpu_time ? clock_engine_thread_us
                                                                           : clock_engine_us},
                       NULL);
    return s->engine || seat_fault(s, PROTO_CAUSE_CRASH, "out of memory");
}

static bool send_settings(match_seat *s)
{
    const match_player *p = s->player;
    for (unsigned i = 0; i < p->settings; i++)
        if (!client_set(s->client, p->setting[i].name, p->setting[i].value,
                        clock_mono_us() + ANSWER_US))
            return client_failed(s);
    return true;
}

static bool start_client(match_seat *s)
{
    const uint64_t deadline = clock_mono_us() + 1000u * s->config->start_ms;
    if (!s->client)
        s->client = calloc(1, sizeof *s->client);
    if (!s->client)
        return seat_fault(s, PROTO_CAUSE_CRASH, "out of memory");
    if (client_runs(s->client))
        return true;
    if (!client_start(s->client, s->player->command, !s->config->show_stderr, deadline))
        return client_failed(s);
    return send_settings(s);
}

static bool begin_client(match_seat *s, uint64_t seed)
{
    char number[24];
    proto_reply reply;
    const uint64_t deadline = clock_mono_us() + ANSWER_US;
    if (!start_client(s) || (s->settings_changed && !send_settings(s)))
        return false;
    s->settings_changed = false;
    const uint64_t most = s->client->seed_max;
    snprintf(number, sizeof number, "%" PRIu64, seed > most ? seed % (most + 1) : seed);
    if (s->client->has_seed && !client_set(s->client, "seed", number, deadline))
        return client_failed(s);
    if (!client_ask(s->client, "clear", PROTO_R_OK, deadline, &reply))
        return client_failed(s);
    return true;
}

bool match_seat_begin(match_seat *s, uint64_t seed)
{
    return s->player->command ? begin_client(s, seed) : begin_built_in(s, seed);
}

/* ---- A move ---- */

/* Own points minus those of the best other seat. */
static float margin_of(const double *score, unsigned seats, unsigned own)
{
    double best = -INFINITY;
    for (unsigned seat = 0; seat < seats; seat++)
        if (seat != own && score[seat] > best)
            best = score[seat];
    return (float)(score[own] - best);
}

static float expected_margin(const azj_line *line, unsigned seats, unsigned own)
{
    double score[AZJ_SEATS_MAX];
    for (unsigned seat = 0; seat < seats; seat++)
        score[seat] = (double)line->score[seat];
    return margin_of(score, seats, own);
}

static bool move_built_in(match_seat *s, match_turn *t)
{
    azj_limits limits = t->go.limits;
    azj_info info;
    limits.clock_ms = t->go.clocks ? t->go.clock_ms[t->seat] : 0;
    t->asked_cpu_ns = clock_thread_ns();
    t->asked_ns = clock_mono_ns();
    azj_error e = azj_engine_set(s->engine, t->view);
    if (!e)
        e = azj_engine_go(s->engine, &limits, &info);
    t->answered_ns = clock_mono_ns();
    t->answered_cpu_ns = clock_thread_ns();
    t->used_us = (s->config->cpu_time ? t->answered_cpu_ns - t->asked_cpu_ns
                                      : t->answered_ns - t->asked_ns) /
                 1000u;
    t->move = e ? 0 : info.line[0].move[0];
    t->nodes = e ? 0 : info.nodes;
    t->eval = e ? NAN : expected_margin(&info.line[0], t->view->head.players, t->seat);
    return !e || seat_fault(s, PROTO_CAUSE_CRASH, azj_error_template(e));
}

/* Sending and reading count as the runner's overhead; waiting does not. What the engine does with
 * the position before its ok is no thinking time, but bounded as every answer is. */
static bool move_client(match_seat *s, match_turn *t)
{
    const match_config *c = s->config;
    const uint64_t patience = t->allowed_us + 1000u * (c->margin_ms + c->stall_ms);
    const unsigned seats = t->view->head.players;
    proto_info info = {.scores = 0};
    t->asked_ns = t->answered_ns = clock_mono_ns();
    t->asked_cpu_ns = t->answered_cpu_ns = 0;
    uint64_t go_ns;
    if (!client_position(s->client, t->view, t->asked_ns / 1000u + ANSWER_US) ||
        !client_go(s->client, &t->go, clock_mono_us() + patience, &go_ns))
        return client_failed(s);
    const bool answered = client_answer(s->client, (azj_rules)t->view->head.rules,
                                        go_ns / 1000u + patience, &t->move, &info);
    t->answered_ns = clock_mono_ns();
    t->used_us = (t->answered_ns - go_ns) / 1000u;
    t->nodes = info.nodes;
    t->eval = info.scores == seats ? margin_of(info.score, seats, t->seat) : NAN;
    return answered || client_failed(s);
}

bool match_seat_move(match_seat *s, match_turn *t)
{
    return s->player->command ? move_client(s, t) : move_built_in(s, t);
}

/* ---- The end ---- */

void match_seat_result(match_seat *s, const proto_result *r)
{
    char line[256];
    proto_reply reply;
    buf b = buf_on(line, sizeof line);
    if (!s->client || !client_runs(s->client))
        return;
    proto_put_result(&b, r);
    buf_end(&b);
    line[strcspn(line, "\n")] = '\0';
    client_ask(s->client, line, PROTO_R_OK, clock_mono_us() + ANSWER_US, &reply);
}
