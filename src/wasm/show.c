/* show.c - a position as the page draws it. Everything a person sees comes out of a seat's view. */
#include "rules/duel/internal.h"
#include "wasm/internal.h"

static void put_empty(json_writer *out, const char *key)
{
    json_write_array(out, key);
    json_write_array_end(out);
}

/* The spaces that score together, row by row. */
static void put_run(json_writer *out, uint64_t cells, unsigned width)
{
    json_write_array(out, "run");
    for (unsigned i = 0; i < width * width; i++) {
        if (!(cells >> i & 1u))
            continue;
        json_write_array(out, NULL);
        json_write_number(out, NULL, i / width + 1);
        json_write_number(out, NULL, i % width + 1);
        json_write_array_end(out);
    }
    json_write_array_end(out);
}

static void put_preview(json_writer *out, const azj_state *s, azj_move move)
{
    const azj_preview p = azj_preview_move(s, move);
    json_write_object(out, "preview");
    json_write_number(out, "taken", p.taken);
    json_write_number(out, "overflow", p.overflow);
    json_write_number(out, "pointsNow", p.points_now);
    json_write_number(out, "change", p.change);
    if (p.row) {
        json_write_array(out, "cell");
        json_write_number(out, NULL, p.row);
        json_write_number(out, NULL, p.column);
        json_write_array_end(out);
        put_run(out, p.run, s->head.rules == AZJ_DUEL ? 6 : 5);
    }
    json_write_object_end(out);
}

static void put_legal(json_writer *out, const azj_state *view)
{
    static azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(view, moves);
    json_write_array(out, "legal");
    for (size_t i = 0; i < n; i++) {
        char text[AZJ_MOVE_TEXT_MAX];
        azj_move_text(moves[i], text, sizeof text);
        json_write_object(out, NULL);
        put_move(out, "move", moves[i]);
        json_write_string(out, "text", text);
        put_preview(out, view, moves[i]);
        json_write_object_end(out);
    }
    json_write_array_end(out);
}

static void put_winners(json_writer *out, const azj_state *s)
{
    const unsigned winners = azj_winners(s);
    json_write_array(out, "winners");
    for (unsigned p = 0; p < s->head.players; p++)
        if (winners >> p & 1u)
            json_write_number(out, NULL, p);
    json_write_array_end(out);
}

static void put_standing(json_writer *out, const azj_state *s)
{
    azj_events events;
    json_write_array(out, "standing");
    for (unsigned p = 0; p < s->head.players; p++) {
        azj_standing(s, p, &events);
        put_events(out, NULL, (azj_rules)s->head.rules, &events);
    }
    json_write_array_end(out);
}

/* The state after `step` steps of the record (all: the present). */
static azj_state state_at(const azj_record *r, uint32_t step)
{
    azj_state s = r->start;
    if (step >= r->step_count)
        return r->now;
    for (uint32_t i = 0; i < step; i++)
        azj_record_replay(r, i, &s, NULL);
    return s;
}

static uint32_t plies_of(const azj_record *r)
{
    uint32_t plies = 0;
    for (uint32_t i = 0; i < r->step_count; i++)
        plies += r->steps[i].move != 0;
    return plies;
}

/* How many steps stand before decision `ply`, the deal before it included. */
static uint32_t step_of_ply(const azj_record *r, uint32_t ply)
{
    uint32_t step = 0;
    for (; step < r->step_count; step++)
        if (r->steps[step].move && ply-- == 0)
            break;
    return step;
}

/* The state that a request is about: "position", or "record" with "ply":N, as it was before
 * decision N. `plies`: how many decisions the record holds. */
static bool read_state(json_reader *r, json_writer *out, azj_state *s, uint32_t *plies)
{
    azj_record game;
    const uint32_t position = json_optional(r, 0, "position"), ply = json_optional(r, 0, "ply");
    const unsigned at = ply ? json_number(r, ply, 0, AZJ_RECORD_STEPS_MAX) : 0;
    *plies = 0;
    if (json_bad(r))
        return false;
    if (position)
        return read_position(r, out, position, s);
    if (!read_record(r, out, &game))
        return false;
    *s = ply ? state_at(&game, step_of_ply(&game, at)) : game.now;
    *plies = plies_of(&game);
    azj_record_free(&game);
    return true;
}

/* {"do":"state","record":"…","ply":N,"seat":0} or {"do":"state","position":POSITION}: as seat 0
 * sees it; without a seat as it was given. */
void show_state(json_reader *r, json_writer *out)
{
    azj_state s;
    uint32_t plies;
    json_object(r, 0, "do record game position seat ply");
    const uint32_t seat = json_optional(r, 0, "seat");
    const unsigned viewer = seat ? json_number(r, seat, 0, AZJ_SEATS_MAX - 1) : AZJ_VIEW_ALL;
    if (json_bad(r) || !read_state(r, out, &s, &plies))
        return;
    if (viewer < s.head.players && s.head.viewer == AZJ_VIEW_ALL)
        azj_view(&s, viewer, &s);
    answer_begin(out, true);
    put_position(out, "position", &s, AZJ_JSON_WHOLE);
    put_position_text(out, "text", &s);
    json_write_number(out, "plies", plies);
    if (viewer == AZJ_VIEW_ALL || viewer == s.head.seat)
        put_legal(out, &s);
    else
        put_empty(out, "legal");
    put_standing(out, &s);
    put_winners(out, &s);
    json_write_object_end(out);
}

/* {"do":"explain","record":"…","move":"3B2"}, or a "position": the refusal of an illegal move, or
 * the preview of a legal one. It plays nothing. */
void show_explain(json_reader *r, json_writer *out)
{
    azj_state s;
    azj_fault why = {0};
    uint32_t plies;
    json_object(r, 0, "do record game position ply move");
    if (json_bad(r) || !read_state(r, out, &s, &plies))
        return;
    const azj_move move = read_move(r, json_key(r, 0, "move"), (azj_rules)s.head.rules);
    if (json_bad(r))
        return;
    if (azj_legal(&s, move, &why)) {
        answer_fault(out, &why);
        return;
    }
    answer_begin(out, true);
    put_preview(out, &s, move);
    json_write_object_end(out);
}

static void put_entry(json_writer *out, const azj_state *before, azj_move move, uint32_t ply,
                      const azj_events *events)
{
    char text[AZJ_MOVE_TEXT_MAX];
    azj_move_text(move, text, sizeof text);
    json_write_object(out, NULL);
    json_write_number(out, "ply", ply);
    json_write_number(out, "round", before->head.round);
    json_write_number(out, "seat", before->head.seat);
    put_move(out, "move", move);
    json_write_string(out, "text", text);
    json_write_number(out, "count", azj_preview_move(before, move).taken);
    put_events(out, "events", (azj_rules)before->head.rules, events);
    json_write_object_end(out);
}

/* {"do":"log","record":"…","from":N}: decisions from ply N on, with their score events. */
void show_log(json_reader *r, json_writer *out)
{
    azj_record game;
    uint32_t ply = 0;
    json_object(r, 0, "do record game from");
    const uint32_t from_node = json_optional(r, 0, "from");
    const unsigned from = from_node ? json_number(r, from_node, 0, AZJ_RECORD_STEPS_MAX) : 0;
    if (json_bad(r) || !read_record(r, out, &game))
        return;
    azj_state s = game.start;
    answer_begin(out, true);
    json_write_array(out, "log");
    for (uint32_t i = 0; i < game.step_count; i++) {
        const azj_state before = s;
        const azj_move move = game.steps[i].move;
        azj_events events = {0};
        azj_record_replay(&game, i, &s, &events);
        if (move && ply++ >= from)
            put_entry(out, &before, move, ply - 1, &events);
    }
    json_write_array_end(out);
    json_write_object_end(out);
    azj_record_free(&game);
}

/* ---- Components: what is printed on boards and plates ---- */

static void put_wall(json_writer *out, const azj_classic_variant *v, azj_rules rules)
{
    json_write_array(out, "wall");
    for (unsigned row = 0; row < 5; row++) {
        char cells[6] = {0};
        for (unsigned c = 0; c < 5; c++) {
            const unsigned printed = v->printed[5 * row + c];
            const unsigned fixed = (c + 5 - row) % 5; /* C14 */
            cells[c] = rules == AZJ_CLASSIC ? azj_colour_letter(fixed)
                       : printed            ? azj_colour_letter(printed - 1)
                                            : '.';
        }
        json_write_string(out, NULL, cells);
    }
    json_write_array_end(out);
}

static void put_classic_components(json_writer *out, azj_rules rules)
{
    const azj_classic_variant *v = &azj_classic_variants[rules];
    put_wall(out, v, rules);
    json_write_flag(out, "doubled", v->doubled);
    json_write_array(out, "penalties");
    for (unsigned i = 0; i < AZJ_CLASSIC_FLOOR; i++)
        json_write_number(out, NULL, -(int)v->floor_cost[i]);
    json_write_array_end(out);
    json_write_object(out, "plates");
    json_write_object_end(out);
    put_empty(out, "special");
    json_write_array(out, "bonuses");
    for (unsigned i = 0; i < AZJ_BONUS_NB; i++)
        json_write_number(out, NULL, v->bonus[i]);
    json_write_array_end(out);
}

static char space_letter(unsigned space)
{
    return space == AZJ_SPACE_JOKER     ? 'J'
           : space == AZJ_SPACE_SPECIAL ? 'S'
                                        : azj_colour_letter(space);
}

static void put_duel_components(json_writer *out)
{
    put_empty(out, "wall");
    json_write_flag(out, "doubled", false);
    json_write_array(out, "penalties"); /* of one, two … broken tiles together */
    for (unsigned count = 1; count <= AZJ_DUEL_BROKEN; count++)
        json_write_number(out, NULL, -duel_value.broken[count]);
    json_write_array_end(out);
    json_write_object(out, "plates");
    for (unsigned plate = 0; plate < AZJ_DUEL_PLATES; plate++) {
        char front[6] = {0, 0, '/', 0, 0, 0};
        for (unsigned place = 0; place < 4; place++)
            front[place + (place > 1)] = space_letter(azj_duel_plate_space(plate, 0, place));
        json_write_string(out, azj_plate_name(plate), front);
    }
    json_write_object_end(out);
    json_write_array(out, "special");
    for (unsigned row = 0; row < AZJ_DUEL_LINES; row++)
        json_write_number(out, NULL, duel_value.special[row]);
    json_write_array_end(out);
    put_empty(out, "bonuses");
}

/* {"do":"components","rules":"duel"} */
void show_components(json_reader *r, json_writer *out)
{
    json_object(r, 0, "do rules");
    const uint32_t node = json_key(r, 0, "rules");
    for (unsigned i = 0; i < AZJ_RULES_NB; i++) {
        if (!node || !json_is(r, node, azj_rules_name((azj_rules)i)))
            continue;
        answer_begin(out, true);
        if (i == AZJ_DUEL)
            put_duel_components(out);
        else
            put_classic_components(out, (azj_rules)i);
        json_write_object_end(out);
        return;
    }
    json_fail(r, node, "a rule set");
}
