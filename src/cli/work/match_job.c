/* match_job.c - the games of a match as jobs: a group (all rotations of a deal) is a piece.
 *
 * What all groups have in common is an object with the game, the limits and the players; a player
 * is a line of words. Only built-in bots can be written so: a worker starts no program. A result
 * is the lines that the games have in the log (match/log.h), and the owner plays every move of
 * them again.
 */
#include "base/json_write.h"
#include "cli/match/game.h"
#include "cli/match/log.h"
#include "cli/match/log_line.h"
#include "cli/match/share.h"
#include "cli/work/crew.h"
#include "cli/work/gather.h"
#include "server/fields.h"

#include <azulejo/text.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYER_LINE_MAX = 160, SEED_DIGITS = 16, MEMORY_MB_MAX = 4096, RESULT_FIRST = 1 << 16 };
static const uint64_t THOUGHT_NODES_MAX = 1000000000000u; /* of one move */

/* ---- The match as text ---- */
static void write_player(json_writer *w, const match_player *p)
{
    char line[PLAYER_LINE_MAX];
    const azj_limits *l = &p->limits;
    snprintf(line, sizeof line, "%s %u %" PRIu64 " %u %u %u %u %" PRIu64 " %u", p->bot,
             p->own_limits, p->memory_mb, p->threads, l->time_ms, l->clock_ms, l->increment_ms,
             l->nodes, l->depth);
    json_write_string(w, NULL, line);
}

static size_t write_spec(const match_config *c, char *out, size_t size)
{
    char seed[SEED_DIGITS + 1], limits[PLAYER_LINE_MAX];
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    const azj_limits *l = &c->limits;
    snprintf(seed, sizeof seed, "%016" PRIx64, c->seed);
    snprintf(limits, sizeof limits, "%u %u %u %" PRIu64 " %u", l->time_ms, l->clock_ms,
             l->increment_ms, l->nodes, l->depth);
    json_write_string(&w, "rules", azj_rules_name(c->game.rules));
    json_write_unsigned(&w, "seats", c->game.players);
    json_write_unsigned(&w, "tablets", c->game.tablets);
    json_write_flag(&w, "random_tablets", c->game.random_tablets);
    json_write_unsigned(&w, "format", c->format);
    json_write_unsigned(&w, "deals", c->deals);
    json_write_string(&w, "seed", seed);
    json_write_string(&w, "limits", limits);
    json_write_unsigned(&w, "margin_ms", c->margin_ms);
    json_write_flag(&w, "cpu_time", c->cpu_time);
    json_write_array(&w, "players");
    for (unsigned i = 0; i < c->count; i++)
        write_player(&w, &c->player[i]);
    json_write_array_end(&w);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_limits(proto_words *words, azj_limits *l)
{
    uint64_t value[5];
    for (unsigned i = 0; i < 5; i++)
        if (!proto_next_number(words, i == 3 ? THOUGHT_NODES_MAX : UINT32_MAX, &value[i]))
            return false;
    *l = (azj_limits){.time_ms = (uint32_t)value[0],
                      .clock_ms = (uint32_t)value[1],
                      .increment_ms = (uint32_t)value[2],
                      .nodes = value[3],
                      .depth = (uint32_t)value[4]};
    return true;
}

static bool read_player(const fields *f, uint32_t at, match_player *p)
{
    char line[PLAYER_LINE_MAX];
    uint64_t own, threads;
    proto_word bot;
    if (json_string(&f->doc, at, line, sizeof line) < 0)
        return false;
    proto_words words = {line, line + strlen(line)};
    if (!proto_next(&words, &bot) || bot.length >= sizeof p->bot ||
        !azj_bot_find(bot.at, bot.length) || !proto_next_number(&words, 1, &own) ||
        !proto_next_number(&words, MEMORY_MB_MAX, &p->memory_mb) ||
        !proto_next_number(&words, AZJ_THREADS_MAX, &threads) || !read_limits(&words, &p->limits) ||
        proto_next(&words, &bot))
        return false;
    snprintf(p->bot, sizeof p->bot, "%.*s", (int)strcspn(line, " "), line);
    p->own_limits = own;
    p->threads = (uint32_t)threads;
    return match_limits_any(&p->limits) == p->own_limits;
}

static bool read_players(const fields *f, match_config *c)
{
    const uint32_t at = fields_find(f, 0, "players");
    const json_node *list = &f->nodes[at];
    if (!at || list->type != JSON_ARRAY || list->count < 2 || list->count > MATCH_PLAYERS_MAX)
        return false;
    for (c->count = 0; c->count < list->count; c->count++)
        if (f->nodes[at + 1 + c->count].type != JSON_STRING ||
            !read_player(f, at + 1 + c->count, &c->player[c->count]))
            return false;
    return true;
}

static bool read_game(const fields *f, match_config *c)
{
    char rules[16];
    int64_t seats, tablets;
    if (!fields_text(f, 0, "rules", rules, sizeof rules) ||
        !fields_number(f, 0, "seats", 2, AZJ_SEATS_MAX, &seats) ||
        !fields_number(f, 0, "tablets", 0, UINT16_MAX, &tablets) ||
        !fields_flag(f, 0, "random_tablets", &c->game.random_tablets))
        return false;
    unsigned rule = 0;
    while (rule < AZJ_RULES_NB && strcmp(azj_rules_name((azj_rules)rule), rules) != 0)
        rule++;
    c->game.rules = (azj_rules)rule;
    c->game.players = (unsigned)seats;
    c->game.tablets = (unsigned)tablets;
    if (rule == AZJ_RULES_NB)
        return false;
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    const azj_options options = cli_game_options(&c->game, &rng);
    return azj_new(&s, &options) == AZJ_E_OK;
}

static bool read_spec(const job *j, match_config *c)
{
    char seed[SEED_DIGITS + 1], limits[PLAYER_LINE_MAX], *end;
    int64_t format, deals, margin;
    fields f;
    if (!fields_parse(&f, j->spec, j->spec_length) || !read_game(&f, c) ||
        !fields_number(&f, 0, "format", 0, MATCH_FORMATS - 1, &format) ||
        !fields_number(&f, 0, "deals", 1, UINT32_MAX, &deals) ||
        !fields_text(&f, 0, "seed", seed, sizeof seed) ||
        strspn(seed, "0123456789abcdef") != SEED_DIGITS ||
        !fields_text(&f, 0, "limits", limits, sizeof limits) ||
        !fields_number(&f, 0, "margin_ms", 0, UINT32_MAX, &margin) ||
        !fields_flag(&f, 0, "cpu_time", &c->cpu_time) || !read_players(&f, c))
        return false;
    proto_words words = {limits, limits + strlen(limits)};
    c->format = (match_format)format;
    c->deals = (uint64_t)deals;
    c->seed = strtoull(seed, &end, 16);
    c->margin_ms = (uint64_t)margin;
    return read_limits(&words, &c->limits);
}

/* ---- A group as text ---- */
typedef struct group_work {
    uint64_t group;
    uint64_t games; /* a bit for each that is wanted */
    bool has_start;
    azj_state start;
} group_work;

static size_t write_work(const match_share *m, uint64_t group, char *out, size_t size)
{
    const match_schedule *s = m->schedule;
    const match_config *c = m->config;
    char text[AZJ_POSITION_TEXT_MAX];
    uint64_t games = 0;
    for (unsigned i = 0; i < s->seats; i++)
        games |= (uint64_t)m->is_wanted(m->context, group * s->seats + i) << i;
    if (!games)
        return 0;
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_unsigned(&w, "group", group);
    json_write_unsigned(&w, "games", games);
    if (c->starts) {
        azj_position_text(&c->start[match_deal(s, group * s->seats) % c->starts], text,
                          sizeof text);
        json_write_string(&w, "start", text);
    }
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_start(const fields *f, const match_config *c, group_work *work)
{
    char text[AZJ_POSITION_TEXT_MAX];
    azj_text_fault fault;
    work->has_start = fields_find(f, 0, "start") != FIELDS_NONE;
    return !work->has_start ||
           (fields_text(f, 0, "start", text, sizeof text) &&
            azj_position_read(text, strlen(text), &work->start, &fault) == AZJ_E_OK &&
            work->start.head.rules == c->game.rules &&
            work->start.head.players == c->game.players &&
            work->start.head.phase != AZJ_PHASE_OVER);
}

static bool read_work(const job *j, const match_config *c, const match_schedule *s,
                      group_work *work)
{
    int64_t group, games;
    fields f;
    if (!fields_parse(&f, j->data, j->length) ||
        !fields_number(&f, 0, "group", 0, (int64_t)(s->games / s->seats) - 1, &group) ||
        !fields_number(&f, 0, "games", 1, (1 << s->seats) - 1, &games) || !read_start(&f, c, work))
        return false;
    work->group = (uint64_t)group;
    work->games = (uint64_t)games;
    return true;
}

/* ---- Playing ---- */
typedef struct group_playing {
    match_config config;
    match_schedule schedule;
    match_table table;
    match_moves moves;
    group_work work;
    char line[LOG_LINE_MAX];
} group_playing;

static bool add_line(crew_result *r, const buf *line)
{
    char *more = realloc(r->bytes, r->length + line->length);
    if (!more)
        return false;
    memcpy(more + r->length, line->at, line->length);
    r->bytes = more;
    r->length += line->length;
    return true;
}

static crew_end play_group(group_playing *p, crew_result *result)
{
    match_game g;
    crew_end end = CREW_DONE;
    for (unsigned i = 0; i < p->schedule.seats && end == CREW_DONE; i++) {
        buf b = buf_on(p->line, sizeof p->line);
        if (!(p->work.games >> i & 1u))
            continue;
        if (!match_play(&p->table, p->work.group * p->schedule.seats + i, &g, &p->moves))
            end = CREW_STOPPED;
        else if (!match_log_line(&b, &g, &p->moves) || !add_line(result, &b))
            end = CREW_REFUSED;
    }
    return end;
}

crew_end match_job_run(const job *j, crew_engines *engines, const atomic_bool *stop,
                       crew_result *result, char why[CREW_WHY_MAX])
{
    (void)engines;
    group_playing *p = calloc(1, sizeof *p);
    crew_end end = CREW_REFUSED;
    snprintf(why, CREW_WHY_MAX, p ? "no group of a match between built-in bots" : "out of memory");
    if (p) {
        match_config_init(&p->config);
        if (read_spec(j, &p->config) && match_schedule_init(&p->schedule, &p->config) &&
            read_work(j, &p->config, &p->schedule, &p->work)) {
            p->config.start = &p->work.start;
            p->config.starts = p->work.has_start;
            match_table_init(&p->table, &p->config, &p->schedule, stop);
            end = play_group(p, result);
            match_table_release(&p->table);
        }
        match_schedule_release(&p->schedule);
    }
    free(p);
    return end;
}

/* ---- The match ---- */
typedef struct group_taking {
    cli_args *args;
    const match_share *share;
    log_line line;
    match_moves moves;
} group_taking;

static size_t write_piece(void *context, uint64_t piece, char *out, size_t size)
{
    const group_taking *t = context;
    return write_work(t->share, piece, out, size);
}

static bool share_continues(void *context)
{
    const group_taking *t = context;
    return t->share->may_continue(t->share->context);
}

/* It goes into the log, and onto the terminal. */
static bool is_printable(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return !*text;
}

/* A game of the group that is wanted, and that follows from its deal and its moves. */
static bool read_result(group_taking *t, uint64_t group, const char *text, size_t length,
                        match_game *g, char *why)
{
    const match_share *m = t->share;
    uint8_t who[AZJ_SEATS_MAX];
    snprintf(why, MATCH_WHY_MAX, "it is no line of a log");
    if (!log_line_parse(&t->line, text, length) ||
        !log_line_game(&t->line, m->schedule->seats, g) ||
        !log_line_moves(&t->line, m->config->game.rules, g, &t->moves) || !is_printable(g->why))
        return false;
    snprintf(why, MATCH_WHY_MAX, "it is another game");
    if (g->index >= m->schedule->games || match_schedule_group(m->schedule, g->index) != group ||
        !m->is_wanted(m->context, g->index))
        return false;
    match_schedule_seats(m->schedule, g->index, who);
    return memcmp(who, g->who, m->schedule->seats) == 0 &&
           match_game_verify(m->config, m->schedule, g, &t->moves, why);
}

static bool take_group(void *context, uint64_t group, const char *result, size_t length)
{
    group_taking *t = context;
    const match_share *m = t->share;
    const char *at = result, *end = result + length;
    char why[MATCH_WHY_MAX];
    match_game g;
    while (at < end) {
        const char *lf = memchr(at, '\n', (size_t)(end - at));
        const char *stop = lf ? lf : end;
        if (!read_result(t, group, at, (size_t)(stop - at), &g, why))
            return cli_failed(t->args, "the result of group %" PRIu64 " cannot be used: %s", group,
                              why);
        if (!m->hand_in(m->context, &g, &t->moves))
            return false;
        at = lf ? lf + 1 : end;
    }
    for (unsigned i = 0; i < m->schedule->seats; i++)
        if (m->is_wanted(m->context, group * m->schedule->seats + i))
            return cli_failed(t->args, "the result of group %" PRIu64 " has not all games", group);
    return true;
}

bool match_share_run(cli_args *a, const match_share *m)
{
    const match_config *c = m->config;
    group_taking *t = calloc(1, sizeof *t);
    char *spec = malloc(JOBS_TEXT_MAX);
    if (!t || !spec) {
        cli_failed(a, "out of memory");
    } else {
        *t = (group_taking){.args = a, .share = m};
        const gather g = {.store = c->store,
                          .kind = "match",
                          .spec = spec,
                          .spec_length = write_spec(c, spec, JOBS_TEXT_MAX),
                          .pieces = m->schedule->games / m->schedule->seats,
                          .threads = c->only_workers ? 0 : c->concurrency,
                          .context = t,
                          .write = write_piece,
                          .take = take_group,
                          .may_continue = share_continues};
        gather_run(a, &g);
    }
    free(spec);
    free(t);
    return !a->stop;
}
