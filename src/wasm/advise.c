/* advise.c - a hint with its reason: the move, and what it gains over another one. */
#include "ai/reason.h"
#include "wasm/internal.h"

enum { NODES_CLASSIC = 400, NODES_DUEL = 60, SAMPLES = 3 };

/* A move of the request that is legal in the position; 0: none is given. */
static azj_move read_legal(json_reader *r, const char *key, const azj_state *s)
{
    const uint32_t node = json_optional(r, 0, key);
    if (!node)
        return 0;
    const azj_move move = read_move(r, node, (azj_rules)s->head.rules);
    if (!json_bad(r) && azj_legal(s, move, NULL))
        json_fail(r, node, "a legal move");
    return move;
}

/* The search's choice, and the best other line. */
static azj_error search_moves(azj_engine *e, const azj_state *s, const azj_limits *limits,
                              azj_move *move, azj_move *second)
{
    azj_info info;
    azj_error error = azj_engine_set(e, s);
    if (!error)
        error = azj_engine_go(e, limits, &info);
    if (error)
        return error;
    *move = info.line[0].move[0];
    *second = info.lines > 1 ? info.line[1].move[0] : 0;
    return AZJ_E_OK;
}

static void put_advice(json_writer *out, azj_move move, azj_move other, bool obvious,
                       const reason_report *why)
{
    answer_begin(out, true);
    put_move(out, "move", move);
    if (other)
        put_move(out, "other", other);
    json_write_flag(out, "obvious", obvious);
    json_write_array(out, "reasons");
    for (uint32_t i = 0; i < why->count; i++)
        reason_write(out, NULL, &why->at[i]);
    json_write_array_end(out);
    json_write_object_end(out);
}

/* {"do":"advise","position":VIEW,"timeMs":700,"seed":"7"} -> {"ok":true,"move":…,"other":…,
 * "obvious":true,"reasons":[{"kind":"floor","seat":0,"size":5.0}]}. Without "move" the search
 * chooses it. Without "other" that is the obvious move, or where that one is chosen ("obvious") the
 * second best. */
void search_advise(json_reader *r, json_writer *out)
{
    azj_state s;
    azj_move second = 0;
    reason_report why = {0};
    json_object(r, 0, "do position move other timeMs nodes seed");
    const uint32_t time = json_optional(r, 0, "timeMs"), nodes = json_optional(r, 0, "nodes");
    const azj_limits limits = {.time_ms = time ? json_number(r, time, 0, 3600000) : 0,
                               .nodes = nodes ? json_number(r, nodes, 0, 2000000000) : 0};
    const uint64_t seed = read_seed(r, json_optional(r, 0, "seed"));
    if (json_bad(r) || !read_position(r, out, json_key(r, 0, "position"), &s))
        return;
    azj_move move = read_legal(r, "move", &s), other = read_legal(r, "other", &s);
    if (json_bad(r))
        return;
    azj_engine *e = search_engine("strong", seed, 2);
    azj_error error = e ? AZJ_E_OK : AZJ_E_NO_MEMORY;
    if (!error && !move)
        error = search_moves(e, &s, &limits, &move, &second);
    const azj_move obvious = error ? 0 : reason_obvious(&s);
    if (!other)
        other = move == obvious ? second : obvious;
    const uint64_t to_the_end = s.head.rules == AZJ_DUEL ? NODES_DUEL : NODES_CLASSIC;
    const reason_limits play_on = {.nodes = to_the_end, .samples = SAMPLES, .seed = seed};
    if (!error && other && other != move)
        error = reason_find(e, &s, move, other, &play_on, &why);
    if (error)
        answer_fault(out, &(azj_fault){.code = error});
    else
        put_advice(out, move, other, move == obvious, &why);
}
