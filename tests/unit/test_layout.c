/* test_layout.c - what the library says about itself: the fields of observations, compared with the
 * observations of random games; the sizes of types; the functions that stand in headers. */
#include "check.h"

#include <azulejo/azulejo.h>
#include <string.h>

typedef struct seen {
    azj_obs_field field[AZJ_OBS_FIELDS_MAX];
    unsigned count;
    uint8_t bytes[AZJ_OBS_DUEL];
} seen;

/* The bytes of a field. */
static const uint8_t *bytes_of(const seen *o, const char *name, int seat)
{
    for (unsigned i = 0; i < o->count; i++)
        if (strcmp(o->field[i].name, name) == 0 && o->field[i].seat == seat)
            return o->bytes + o->field[i].offset;
    fail_msg("no field %s of seat %d", name, seat);
    return NULL;
}

static void check_tiles(const seen *o, const char *name, unsigned row, azj_tiles tiles)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        assert_int_equal(bytes_of(o, name, -1)[5 * row + c], azj_tiles_count(tiles, c));
}

static void check_lines(const seen *o, int seat, const uint8_t *line, unsigned lines)
{
    const uint8_t *shown = bytes_of(o, "lines", seat);
    for (unsigned i = 0; i < lines; i++) {
        assert_int_equal(shown[2 * i], line[i] ? (line[i] >> 4) + 1 : 0);
        assert_int_equal(shown[2 * i + 1], line[i] & 15);
    }
}

static void check_classic(const seen *o, const azj_classic *s, unsigned observer)
{
    check_tiles(o, "bag", 0, s->bag);
    check_tiles(o, "lid", 0, s->lid);
    check_tiles(o, "centre", 0, s->centre);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        check_tiles(o, "factories", f, s->factory[f]);
    for (unsigned i = 0; i < s->players; i++) {
        const azj_classic_board *b = &s->board[(observer + i) % s->players];
        const uint8_t *wall = bytes_of(o, "wall", (int)i), *floor = bytes_of(o, "floor", (int)i);
        assert_int_equal(bytes_of(o, "score", (int)i)[0], b->score);
        check_lines(o, (int)i, b->line, AZJ_CLASSIC_LINES);
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            for (unsigned cell = 0; cell < 25; cell++)
                assert_int_equal(wall[cell] == c + 1, b->wall[c] >> cell & 1u);
        for (unsigned piece = 0; piece < AZJ_CLASSIC_FLOOR; piece++)
            assert_int_equal(floor[piece], azj_classic_floor_piece(b, piece));
    }
}

static void check_dome(const seen *o, int seat, const azj_duel_board *b)
{
    const uint8_t *tiles = bytes_of(o, "tiles", seat), *spaces = bytes_of(o, "spaces", seat);
    for (unsigned cell = 0; cell < 36; cell++) {
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            assert_int_equal(tiles[cell] == c + 1, b->tile[c] >> cell & 1u);
            assert_int_equal(spaces[cell] == c + 1, b->space[c] >> cell & 1u);
        }
        assert_int_equal(tiles[cell] == 6, b->special >> cell & 1u);
        assert_int_equal(spaces[cell] == 6, b->joker >> cell & 1u);
        assert_int_equal(spaces[cell] == 7, b->special_space >> cell & 1u);
    }
}

static void check_duel_board(const seen *o, int seat, const azj_duel_board *b)
{
    assert_int_equal(bytes_of(o, "score", seat)[0], b->score);
    check_lines(o, seat, b->line, AZJ_DUEL_LINES);
    check_dome(o, seat, b);
    assert_int_equal(bytes_of(o, "broken", seat)[0], b->broken >> 12);
    assert_int_equal(bytes_of(o, "tokens", seat)[0], b->tokens);
    assert_int_equal(bytes_of(o, "chips_taken", seat)[0], b->taken);
    assert_int_equal(bytes_of(o, "passed", seat)[0], b->passed);
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++)
        assert_int_equal(bytes_of(o, "plates", seat)[2 * slot],
                         ((b->plate[slot] >> 2) + 1) % (AZJ_NO_PLATE + 1));
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++) {
        assert_int_equal(bytes_of(o, "chips", seat)[face], azj_chips_count(b->chips, face));
        assert_int_equal(bytes_of(o, "spent", seat)[face], azj_chips_count(b->spent, face));
    }
}

static void check_duel(const seen *o, const azj_duel *s, unsigned observer)
{
    check_tiles(o, "bag", 0, s->bag);
    check_tiles(o, "tower", 0, s->tower);
    check_tiles(o, "large_sun", 0, s->large_sun);
    check_tiles(o, "large_moon", 0, s->large_moon);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        check_tiles(o, "suns", f, s->sun[f]);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(bytes_of(o, "moons", -1)[3 * f + i], s->moon[f] >> (3 * i) & 7);
    }
    assert_int_equal(bytes_of(o, "pile_count", -1)[0], s->pile_count);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(bytes_of(o, "display", -1)[i], (s->display[i] + 1) % (AZJ_NO_PLATE + 1));
    for (unsigned i = 0; i < AZJ_DUEL_PLATES; i++)
        assert_int_equal(bytes_of(o, "drawn", -1)[i] != 0, i < s->drawn_count);
    for (int i = 0; i < 2; i++)
        check_duel_board(o, i, &s->board[(observer + (unsigned)i) % 2]);
}

static void check_position(seen *o, const azj_state *s)
{
    for (unsigned seat = 0; seat < s->head.players; seat++) {
        azj_observe(s, seat, o->bytes);
        assert_int_equal(bytes_of(o, "phase", -1)[0], s->head.phase);
        assert_int_equal(bytes_of(o, "line", -1)[0], s->head.line);
        assert_int_equal(bytes_of(o, "round", -1)[0], s->head.round);
        assert_int_equal(bytes_of(o, "mover", -1)[0],
                         1 + (s->head.seat + s->head.players - seat) % s->head.players);
        if (s->head.rules == AZJ_DUEL)
            check_duel(o, &s->duel, seat);
        else
            check_classic(o, &s->classic, seat);
    }
}

static void fields_are_what_is_observed(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 20);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2u : 4u); players++) {
            seen o;
            azj_state s;
            azj_move moves[AZJ_MOVES_MAX];
            o.count = azj_observation_fields((azj_rules)rules, AZJ_NUMBER_MOVES, o.field);
            azj_new(&s, &(azj_options){(uint8_t)rules, (uint8_t)players, AZJ_NOBODY, 0});
            for (azj_deal(&s, &rng); s.head.phase != AZJ_PHASE_OVER; azj_deal(&s, &rng)) {
                check_position(&o, &s);
                azj_apply(&s, moves[azj_rng_below(&rng, (uint32_t)azj_moves(&s, moves))], NULL);
            }
        }
}

static void fields_have_no_gaps(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned numbering = 0; numbering <= AZJ_NUMBER_STEPS; numbering++) {
            azj_obs_field field[AZJ_OBS_FIELDS_MAX];
            const unsigned count =
                azj_observation_fields((azj_rules)rules, (azj_numbering)numbering, field);
            uint32_t end = 0;
            azj_batch b = {.games = 1,
                           .options = {(uint8_t)rules, 2, AZJ_NOBODY, 0},
                           .numbering = (uint8_t)numbering};
            azj_batch_check(&b);
            assert_in_range(count, 1, AZJ_OBS_FIELDS_MAX);
            for (unsigned i = 0; i < count; i++) {
                assert_int_equal(field[i].offset, end);
                assert_true(field[i].meaning[0] != 0);
                end += field[i].rows * field[i].columns;
            }
            assert_int_equal(end, b.observation_size);
        }
    azj_obs_field none[AZJ_OBS_FIELDS_MAX];
    assert_int_equal(azj_observation_fields(AZJ_RULES_NB, AZJ_NUMBER_MOVES, none), 0);
    assert_int_equal(azj_observation_fields(AZJ_DUEL, (azj_numbering)2, none), 0);
}

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(azj_sizeof("azj_state"), sizeof(azj_state));
    assert_int_equal(azj_sizeof("azj_batch"), sizeof(azj_batch));
    assert_int_equal(azj_sizeof("azj_info"), sizeof(azj_info));
    assert_int_equal(azj_sizeof("azj_nothing"), 0);
    assert_int_equal(azj_sizeof(NULL), 0);
    unsigned types = 0;
    while (azj_type_of(types)) {
        assert_int_equal(azj_sizeof(azj_type_of(types)->name), azj_type_of(types)->size);
        types++;
    }
    assert_true(types > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fields_are_what_is_observed),
                                       cmocka_unit_test(fields_have_no_gaps),
                                       cmocka_unit_test(sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
