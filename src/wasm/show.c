/* show.c - a position as the page draws it. Everything a person sees comes out of a seat's view. */
#include "wasm/internal.h"

#include <string.h>

static void put_preview(buf *out, const azj_state *s, azj_move move)
{
    const azj_preview p = azj_preview_move(s, move);
    put_key(out, "preview");
    buf_char(out, '{');
    put_number(out, "taken", p.taken);
    put_number(out, "overflow", p.overflow);
    put_number(out, "pointsNow", p.points_now);
    put_number(out, "pointsRound", p.points_round);
    buf_char(out, '}');
}

static void put_legal(buf *out, const azj_state *view)
{
    static azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(view, moves);
    put_key(out, "legal");
    buf_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        char text[AZJ_MOVE_TEXT_MAX];
        azj_move_text(moves[i], text, sizeof text);
        put_key(out, NULL);
        buf_char(out, '{');
        put_move(out, "move", moves[i]);
        put_string(out, "text", text);
        put_preview(out, view, moves[i]);
        buf_char(out, '}');
    }
    buf_char(out, ']');
}

static void put_winners(buf *out, const azj_state *s)
{
    const unsigned winners = azj_winners(s);
    put_key(out, "winners");
    buf_char(out, '[');
    for (unsigned p = 0; p < s->head.players; p++)
        if (winners >> p & 1u)
            put_number(out, NULL, p);
    buf_char(out, ']');
}

static void put_standing(buf *out, const azj_state *s)
{
    azj_events events;
    put_key(out, "standing");
    buf_char(out, '[');
    for (unsigned p = 0; p < s->head.players; p++) {
        azj_standing(s, p, &events);
        put_events(out, NULL, (azj_rules)s->head.rules, &events);
    }
    buf_char(out, ']');
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

/* {"do":"state","seat":0} as seat 0 sees it; without a seat as the referee does; "ply":N as it was
 * before decision N. */
void show_state(json_reader *r, buf *out)
{
    const azj_record *game = game_now();
    json_object(r, 0, "do seat ply");
    const uint32_t seat = json_optional(r, 0, "seat"), ply = json_optional(r, 0, "ply");
    const unsigned viewer = seat ? json_number(r, seat, 0, AZJ_SEATS_MAX - 1) : AZJ_VIEW_ALL;
    const unsigned at = ply ? json_number(r, ply, 0, AZJ_RECORD_STEPS_MAX) : 0;
    if (json_bad(r))
        return;
    if (!game) {
        answer_wrong(out, "there is no game on the table");
        return;
    }
    azj_state s = ply ? state_at(game, step_of_ply(game, at)) : game->now;
    if (viewer < s.head.players)
        azj_view(&s, viewer, &s);
    buf_text(out, "{\"ok\":true");
    put_position(out, "position", &s, AZJ_JSON_WHOLE);
    put_position_text(out, "text", &s);
    put_number(out, "plies", plies_of(game));
    if (viewer == AZJ_VIEW_ALL || viewer == s.head.seat)
        put_legal(out, &s);
    else
        buf_text(out, ",\"legal\":[]");
    put_standing(out, &s);
    put_winners(out, &s);
    buf_char(out, '}');
}

static void put_entry(buf *out, const azj_state *before, azj_move move, uint32_t ply,
                      const azj_events *events)
{
    char text[AZJ_MOVE_TEXT_MAX];
    azj_move_text(move, text, sizeof text);
    put_key(out, NULL);
    buf_char(out, '{');
    put_number(out, "ply", ply);
    put_number(out, "round", before->head.round);
    put_number(out, "seat", before->head.seat);
    put_move(out, "move", move);
    put_string(out, "text", text);
    put_number(out, "count", azj_preview_move(before, move).taken);
    put_events(out, "events", (azj_rules)before->head.rules, events);
    buf_char(out, '}');
}

/* {"do":"log","from":N}: decisions from ply N on, with their score events. */
void show_log(json_reader *r, buf *out)
{
    const azj_record *game = game_now();
    json_object(r, 0, "do from");
    const uint32_t from_node = json_optional(r, 0, "from");
    const unsigned from = from_node ? json_number(r, from_node, 0, AZJ_RECORD_STEPS_MAX) : 0;
    if (json_bad(r))
        return;
    if (!game) {
        answer_wrong(out, "there is no game on the table");
        return;
    }
    azj_state s = game->start;
    uint32_t ply = 0;
    buf_text(out, "{\"ok\":true,\"log\":[");
    for (uint32_t i = 0; i < game->step_count; i++) {
        const azj_state before = s;
        const azj_move move = game->steps[i].move;
        azj_events events = {0};
        azj_record_replay(game, i, &s, &events);
        if (move && ply++ >= from)
            put_entry(out, &before, move, ply - 1, &events);
    }
    buf_text(out, "]}");
}

/* ---- Components: what is printed on boards and plates ------------------------*/

static void put_wall(buf *out, const azj_classic_variant *v, azj_rules rules)
{
    put_key(out, "wall");
    buf_char(out, '[');
    for (unsigned row = 0; row < 5; row++) {
        char cells[6] = {0};
        for (unsigned c = 0; c < 5; c++) {
            const unsigned printed = v->printed[5 * row + c];
            const unsigned fixed = (c + 5 - row) % 5; /* C14 */
            cells[c] = rules == AZJ_CLASSIC ? azj_colour_letter(fixed)
                       : printed            ? azj_colour_letter(printed - 1)
                                            : '.';
        }
        put_string(out, NULL, cells);
    }
    buf_char(out, ']');
}

static void put_classic_components(buf *out, azj_rules rules)
{
    const azj_classic_variant *v = &azj_classic_variants[rules];
    put_wall(out, v, rules);
    buf_text(out, v->doubled ? ",\"doubled\":true" : ",\"doubled\":false");
    put_key(out, "penalties");
    buf_char(out, '[');
    for (unsigned i = 0; i < AZJ_CLASSIC_FLOOR; i++)
        put_number(out, NULL, -(int)v->floor_cost[i]);
    buf_text(out, "],\"plates\":{},\"special\":[]");
    put_key(out, "bonuses");
    buf_char(out, '[');
    put_number(out, NULL, v->row_bonus);
    put_number(out, NULL, v->column_bonus);
    put_number(out, NULL, v->colour_bonus);
    buf_char(out, ']');
}

static char space_letter(unsigned space)
{
    return space == AZJ_SPACE_JOKER     ? 'J'
           : space == AZJ_SPACE_SPECIAL ? 'S'
                                        : azj_colour_letter(space);
}

static void put_duel_components(buf *out)
{
    buf_text(out, ",\"wall\":[],\"doubled\":false,\"penalties\":[-1,-3,-6,-10],\"plates\":{");
    for (unsigned plate = 0; plate < AZJ_DUEL_PLATES; plate++) {
        char front[6] = {0, 0, '/', 0, 0, 0};
        for (unsigned place = 0; place < 4; place++)
            front[place + (place > 1)] = space_letter(azj_duel_plate_space(plate, 0, place));
        put_string(out, azj_plate_name(plate), front);
    }
    buf_text(out, "},\"special\":[1,2,3,4,5,6],\"bonuses\":[]");
}

/* {"do":"components","rules":"duel"} */
void show_components(json_reader *r, buf *out)
{
    json_object(r, 0, "do rules");
    const uint32_t node = json_key(r, 0, "rules");
    for (unsigned i = 0; i < AZJ_RULES_NB; i++) {
        if (!node || !json_is(r, node, azj_rules_name((azj_rules)i)))
            continue;
        buf_text(out, "{\"ok\":true");
        if (i == AZJ_DUEL)
            put_duel_components(out);
        else
            put_classic_components(out, (azj_rules)i);
        buf_char(out, '}');
        return;
    }
    json_fail(r, node, "a rule set");
}
