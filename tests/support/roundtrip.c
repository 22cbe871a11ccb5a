/* roundtrip.c - see roundtrip.h. */
#include "roundtrip.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef size_t printer(const azj_record *, char *, size_t);
typedef azj_error parser(const char *, size_t, size_t *, azj_record *, azj_text_fault *);

void roundtrip_free(roundtrip *t)
{
    azj_record_free(&t->game);
    azj_record_free(&t->back);
    free(t->first);
    free(t->second);
}

static const char *wrong(roundtrip *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static const char *wrong(roundtrip *t, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(t->wrong, sizeof t->wrong, format, values);
    va_end(values);
    return t->wrong;
}

/* ---- Moves ---- */

/* Games repeat their moves: a cache skips moves that were checked recently. */
static int checked_before(azj_rules rules, azj_move move)
{
    static azj_move seen[2][1 << 16];
    azj_move *place = &seen[rules == AZJ_DUEL][(move * 2654435761u) >> 16];
    const int before = *place == move;
    *place = move;
    return before;
}

const char *roundtrip_move(roundtrip *t, azj_rules rules, azj_move move)
{
    char text[AZJ_MOVE_JSON_MAX];
    azj_text_fault fault = {0};
    azj_move back = 0;
    t->moves++;
    if (checked_before(rules, move))
        return NULL;
    size_t length = azj_move_text(move, text, AZJ_MOVE_TEXT_MAX);
    if (length >= AZJ_MOVE_TEXT_MAX ||
        azj_move_parse(rules, text, length, &back, &fault) != AZJ_E_OK || back != move)
        return wrong(t, "move %s: %s", text, fault.text);
    length = azj_move_json(move, text, sizeof text);
    if (length >= sizeof text ||
        azj_move_parse_json(rules, text, length, &back, &fault) != AZJ_E_OK || back != move)
        return wrong(t, "move %s: %s", text, fault.text);
    return NULL;
}

/* ---- Positions ---- */

const char *roundtrip_position(roundtrip *t, const azj_state *s)
{
    char text[AZJ_POSITION_JSON_MAX];
    azj_text_fault fault = {0};
    azj_fault why = {0};
    azj_state back;
    size_t length = azj_position_text(s, text, AZJ_POSITION_TEXT_MAX);
    if (length >= AZJ_POSITION_TEXT_MAX ||
        azj_position_parse(text, length, &back, &fault) != AZJ_E_OK)
        return wrong(t, "%s: byte %zu: %s", text, fault.offset, fault.text);
    if (!azj_equal(s, &back))
        return wrong(t, "not the same: %s", text);
    if (azj_validate(&back, &why) != AZJ_E_OK)
        return wrong(t, "%s: %s", text, azj_error_name(why.code));
    length = azj_position_json(s, AZJ_JSON_WHOLE, text, sizeof text);
    if (length >= sizeof text || azj_position_parse_json(text, length, &back, &fault) != AZJ_E_OK)
        return wrong(t, "%s: byte %zu: %s", text, fault.offset, fault.text);
    if (!azj_equal(s, &back))
        return wrong(t, "not the same: %s", text);
    return NULL;
}

const char *roundtrip_view(roundtrip *t, const azj_state *s, unsigned viewer)
{
    azj_state view;
    azj_view(s, viewer < s->head.players ? viewer : AZJ_SPECTATOR, &view);
    t->views++;
    return roundtrip_position(t, &view);
}

static const char *check_state(roundtrip *t, roundtrip_depth depth)
{
    const azj_state *s = &t->game.now;
    const unsigned viewers = s->head.players + 1u; /* the spectator too */
    if (depth == ROUNDTRIP_RECORD)
        return NULL;
    const char *bad = roundtrip_position(t, s);
    if (!bad && depth == ROUNDTRIP_ONE_VIEW)
        bad = roundtrip_view(t, s, (unsigned)(t->positions % viewers));
    for (unsigned i = 0; !bad && depth == ROUNDTRIP_ALL_VIEWS && i < viewers; i++)
        bad = roundtrip_view(t, s, i);
    t->positions++;
    return bad;
}

/* ---- Records ---- */

/* Prints into a growing buffer; returns 0 if memory is short. */
static size_t print(printer *p, const azj_record *r, char **text, size_t *room)
{
    const size_t length = p(r, *text, *room);
    if (length < *room)
        return length;
    free(*text);
    *room = 2 * length + 1;
    *text = malloc(*room);
    return *text ? p(r, *text, *room) : 0;
}

static int same_strings(const azj_record *a, uint32_t x, const azj_record *b, uint32_t y)
{
    return strcmp(azj_record_string(a, x), azj_record_string(b, y)) == 0;
}

static int same_record(const azj_record *a, const azj_record *b)
{
    if (!azj_equal(&a->start, &b->start) || !azj_equal(&a->now, &b->now) ||
        a->step_count != b->step_count || a->tag_count != b->tag_count ||
        a->note_count != b->note_count || a->winners != b->winners ||
        !same_strings(a, a->cause, b, b->cause))
        return 0;
    for (uint32_t i = 0; i < a->tag_count; i++)
        if (!same_strings(a, a->tags[i].name, b, b->tags[i].name) ||
            !same_strings(a, a->tags[i].value, b, b->tags[i].value))
            return 0;
    for (uint32_t i = 0; i < a->note_count; i++)
        if (a->notes[i].after != b->notes[i].after ||
            !same_strings(a, a->notes[i].name, b, b->notes[i].name) ||
            !same_strings(a, a->notes[i].value, b, b->notes[i].value))
            return 0;
    return a->step_count == 0 || memcmp(a->steps, b->steps, a->step_count * sizeof *a->steps) == 0;
}

/* parse(print(r)) is r, and printing that again gives the same bytes. */
static const char *check_form(roundtrip *t, const azj_record *r, printer *p, parser *parse)
{
    azj_text_fault fault = {0};
    size_t at = 0;
    const size_t length = print(p, r, &t->first, &t->first_room);
    t->bytes += length;
    if (!length || parse(t->first, length, &at, &t->back, &fault) != AZJ_E_OK)
        return wrong(t, "record, line %u, column %u: %s", fault.line, fault.column, fault.text);
    if (!same_record(r, &t->back))
        return wrong(t, "record: another game came back");
    if (print(p, &t->back, &t->second, &t->second_room) != length ||
        memcmp(t->first, t->second, length) != 0)
        return wrong(t, "record: printed otherwise the second time");
    return NULL;
}

const char *roundtrip_record(roundtrip *t, const azj_record *r)
{
    const char *bad = check_form(t, r, azj_record_text, azj_record_parse);
    t->records++;
    return bad ? bad : check_form(t, r, azj_record_json, azj_record_parse_json);
}

/* ---- Games ---- */

static void add_notes(azj_record *r, azj_rng *rng)
{
    static const char *const comments[] = {
        "well played",       "a } and a \\ and a \"",
        "two\nlines\tand é", "",
        "[clk 5] {x",        "a\n[Azulejo \"1\"]\n[Rules \"duel\"]"};
    if (azj_rng_below(rng, 6) == 0)
        azj_record_note(r, "clk", "298.5");
    if (azj_rng_below(rng, 9) == 0)
        azj_record_note(r, "eval", "+3.25 -1.5");
    if (azj_rng_below(rng, 9) == 0)
        azj_record_note(r, "comment", comments[azj_rng_below(rng, 6)]);
}

/* Checks only some of the positions within a deal: a deal has twenty per round. */
static const char *deal(roundtrip *t, azj_rng *rng, roundtrip_depth depth)
{
    const char *bad = NULL;
    azj_record *r = &t->game;
    while (!bad && r->now.head.phase == AZJ_PHASE_DEAL) {
        if (azj_rng_below(rng, 8) == 0)
            bad = check_state(t, depth);
        if (azj_record_chance(r, azj_sample(&r->now, rng)) != AZJ_E_OK)
            return wrong(t, "an outcome is refused");
        if (azj_rng_below(rng, 40) == 0)
            add_notes(r, rng);
    }
    return bad;
}

static const char *step(roundtrip *t, azj_rng *rng, roundtrip_depth depth)
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_record *r = &t->game;
    const size_t count = azj_moves(&r->now, moves);
    const char *bad = check_state(t, depth);
    for (size_t i = 0; depth && !bad && i < count; i++)
        bad = roundtrip_move(t, (azj_rules)r->now.head.rules, moves[i]);
    if (bad)
        return bad;
    if (azj_record_move(r, moves[azj_rng_below(rng, (uint32_t)count)], NULL, NULL) != AZJ_E_OK)
        return wrong(t, "a legal move is refused");
    add_notes(r, rng);
    return deal(t, rng, depth);
}

static const char *play(roundtrip *t, azj_rng *rng, unsigned most, roundtrip_depth depth)
{
    add_notes(&t->game, rng);
    const char *bad = deal(t, rng, depth);
    while (!bad && t->game.now.head.phase != AZJ_PHASE_OVER && most--)
        bad = step(t, rng, depth);
    return bad;
}

static azj_error add_tags(azj_record *r)
{
    azj_error e = azj_record_tag(r, "Seat0", "Ann \"the \\ tiler\" é");
    if (e == AZJ_E_OK)
        e = azj_record_tag(r, "Date", "2026-11-15");
    return e == AZJ_E_OK ? azj_record_tag(r, "FavouriteCheese", "brie") : e;
}

static azj_error end(azj_record *r)
{
    const int over = r->now.head.phase == AZJ_PHASE_OVER;
    return azj_record_end(r, over ? azj_winners(&r->now) : 2, over ? "normal" : "time");
}

const char *roundtrip_game(roundtrip *t, azj_rules rules, unsigned players, uint64_t seed,
                           roundtrip_depth depth)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    azj_options o = {(uint8_t)rules, (uint8_t)players, AZJ_NOBODY, 0};
    if (rules == AZJ_DUEL)
        o.tablets = (uint8_t)azj_duel_random_tablets(&rng);
    if (azj_rng_below(&rng, 2))
        o.starter = (uint8_t)azj_rng_below(&rng, players);
    const int cut = azj_rng_below(&rng, 8) == 0, middle = azj_rng_below(&rng, 8) == 0;
    t->games++;
    if (azj_record_begin(&t->game, &o) != AZJ_E_OK)
        return wrong(t, "the game does not begin");
    const char *bad = middle ? play(t, &rng, 20, ROUNDTRIP_RECORD) : NULL;
    if (middle && !bad && azj_record_begin_at(&t->game, &t->game.now) != AZJ_E_OK)
        return wrong(t, "the position in the middle is refused");
    if (!bad && add_tags(&t->game) != AZJ_E_OK)
        return wrong(t, "a tag is refused");
    if (!bad)
        bad = play(t, &rng, cut ? 20 : 1000000, depth);
    if (!bad)
        bad = check_state(t, depth);
    if (!bad && end(&t->game) != AZJ_E_OK)
        return wrong(t, "the end is refused");
    return bad ? bad : roundtrip_record(t, &t->game);
}
