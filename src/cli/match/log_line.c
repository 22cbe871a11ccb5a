/* log_line.c - a line of a log, read: see log_line.h. */
#include "cli/match/log_line.h"

#include <azulejo/text.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

bool log_line_parse(log_line *l, const char *text, size_t length)
{
    return json_parse(&l->doc, text, length, l->node, LOG_NODES_MAX);
}

/* Stores the key; returns false. */
static bool wrong_key(log_line *l, const char *key)
{
    if (!l->wrong)
        l->wrong = key;
    return false;
}

/* The value of a key of the line's object, or 0. */
uint32_t log_line_find(const log_line *l, const char *key)
{
    const json_node *top = &l->node[0];
    const size_t length = strlen(key);
    if (top->type != JSON_OBJECT)
        return 0;
    for (uint32_t i = 1; i < top->next;) {
        const json_node *k = &l->node[i];
        if (k->end - k->start == length && memcmp(l->doc.text + k->start, key, length) == 0)
            return i + 1;
        i = l->node[i + 1].next;
    }
    return 0;
}

static bool get_number(log_line *l, const char *key, uint64_t max, uint64_t *value)
{
    int64_t n;
    const uint32_t at = log_line_find(l, key);
    if (!at || !json_integer(&l->doc, at, &n) || n < 0 || (uint64_t)n > max)
        return wrong_key(l, key);
    *value = (uint64_t)n;
    return true;
}

/* Reads one number per seat, from 0 to `max`. */
static bool get_row(log_line *l, const char *key, unsigned count, int64_t max, int64_t *value)
{
    const uint32_t at = log_line_find(l, key);
    if (!at || l->node[at].type != JSON_ARRAY || l->node[at].count != count)
        return wrong_key(l, key);
    for (unsigned i = 0; i < count; i++)
        if (!json_integer(&l->doc, at + 1 + i, &value[i]) || value[i] < 0 || value[i] > max)
            return wrong_key(l, key);
    return true;
}

static bool get_seats(log_line *l, unsigned seats, match_game *g)
{
    int64_t who[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX], place[AZJ_SEATS_MAX];
    int64_t decisions[AZJ_SEATS_MAX], time[AZJ_SEATS_MAX], slowest[AZJ_SEATS_MAX];
    g->seats = seats;
    if (!get_row(l, "players", seats, MATCH_PLAYERS_MAX - 1, who) ||
        !get_row(l, "scores", seats, INT16_MAX, score) ||
        !get_row(l, "places", seats, seats - 1, place) ||
        !get_row(l, "decisions", seats, MATCH_MOVES_MAX, decisions) ||
        !get_row(l, "time_us", seats, INT64_MAX, time) ||
        !get_row(l, "slowest_us", seats, INT64_MAX, slowest))
        return false;
    for (unsigned i = 0; i < seats; i++) {
        g->who[i] = (uint8_t)who[i];
        g->score[i] = (int)score[i];
        g->place[i] = (uint8_t)place[i];
        g->decisions[i] = (uint32_t)decisions[i];
        g->time_us[i] = (uint64_t)time[i];
        g->slowest_us[i] = (uint64_t)slowest[i];
    }
    return true;
}

/* Nodes, which logs of older versions do not have. */
static bool get_nodes(log_line *l, match_game *g)
{
    int64_t nodes[AZJ_SEATS_MAX], us[AZJ_SEATS_MAX];
    if (!log_line_find(l, "nodes"))
        return true;
    if (!get_row(l, "nodes", g->seats, INT64_MAX, nodes) ||
        !get_row(l, "nodes_us", g->seats, INT64_MAX, us))
        return false;
    for (unsigned i = 0; i < g->seats; i++) {
        g->nodes[i] = (uint64_t)nodes[i];
        g->nodes_us[i] = (uint64_t)us[i];
    }
    return true;
}

static bool get_winners(log_line *l, match_game *g)
{
    int64_t seat[AZJ_SEATS_MAX];
    const uint32_t at = log_line_find(l, "winners");
    const unsigned count = at ? l->node[at].count : 0;
    if (!at || count > g->seats || !get_row(l, "winners", count, g->seats - 1, seat))
        return wrong_key(l, "winners");
    for (unsigned i = 0; i < count; i++)
        g->winners |= 1u << seat[i];
    return true;
}

static bool get_cause(log_line *l, match_game *g)
{
    char word[16];
    uint64_t fault = AZJ_NOBODY;
    const uint32_t cause = log_line_find(l, "cause"), why = log_line_find(l, "why"),
                   seat = log_line_find(l, "fault");
    if (!cause || !why || !seat || json_string(&l->doc, cause, word, sizeof word) < 0 ||
        (l->node[seat].type != JSON_NULL && !get_number(l, "fault", AZJ_SEATS_MAX - 1, &fault)))
        return wrong_key(l, "cause, why or fault");
    g->cause = proto_cause_of((proto_word){word, strlen(word)});
    g->fault = (unsigned)fault;
    if (json_string(&l->doc, why, g->why, sizeof g->why) < 0)
        g->why[0] = '\0';
    const bool fits = g->cause == PROTO_CAUSE_NORMAL
                          ? g->fault == AZJ_NOBODY
                          : g->cause != PROTO_CAUSE_NB && g->fault < g->seats;
    return fits || wrong_key(l, "cause or fault");
}

bool log_line_game(log_line *l, unsigned seats, match_game *g)
{
    memset(g, 0, sizeof *g);
    l->wrong = NULL;
    if (!get_number(l, "game", INT64_MAX, &g->index) || !get_seats(l, seats, g) ||
        !get_nodes(l, g) || !get_winners(l, g) || !get_cause(l, g) ||
        !get_number(l, "wall_us", INT64_MAX, &g->wall_us) ||
        !get_number(l, "overhead_ns", INT64_MAX, &g->overhead_ns) ||
        !get_number(l, "overhead_cpu_ns", INT64_MAX, &g->overhead_cpu_ns))
        return false;
    return true;
}

/* The words of a string; none if the key is missing. */
static proto_words get_words(const log_line *l, const char *key)
{
    const uint32_t at = log_line_find(l, key);
    const json_node *n = &l->node[at];
    if (!at || n->type != JSON_STRING)
        return (proto_words){"", ""};
    return (proto_words){l->doc.text + n->start, l->doc.text + n->end};
}

bool log_line_moves(log_line *l, azj_rules rules, match_game *g, match_moves *moves)
{
    proto_words words = get_words(l, "moves"), times = get_words(l, "times_ms");
    proto_words evals = get_words(l, "evals"), nodes = get_words(l, "nodes_by_move");
    proto_word word, eval;
    uint64_t ms;
    double value;
    for (g->moves = 0; proto_next(&words, &word); g->moves++) {
        if (g->moves == MATCH_MOVES_MAX || !proto_next_number(&times, UINT32_MAX, &ms) ||
            !proto_next(&evals, &eval) ||
            azj_move_parse(rules, word.at, word.length, &moves->move[g->moves], NULL))
            return wrong_key(l, "moves, times_ms or evals");
        if (!proto_next_number(&nodes, UINT64_MAX, &moves->nodes[g->moves]))
            moves->nodes[g->moves] = 0; /* an older log */
        moves->time_ms[g->moves] = (uint32_t)ms;
        moves->eval[g->moves] = proto_decimal(eval, &value) ? (float)value : NAN;
    }
    return (!proto_next(&times, &word) && !proto_next(&evals, &word)) ||
           wrong_key(l, "moves, times_ms or evals");
}
