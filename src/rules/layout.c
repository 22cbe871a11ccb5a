/* layout.c - the fields of observations as a table: what observe.c and batch.c write, described.
 * tests/unit/test_layout.c compares it with them. */
#include <azulejo/layout.h>

/* X(name, rows, columns, meaning), in the order of the bytes. */
#define HEAD(X)                                              \
    X("phase", 1, 1, "azj_phase")                            \
    X("line", 1, 1, "tiling: the line to place now, else 0") \
    X("round", 1, 1, "from 1")                               \
    X("mover", 1, 1, "who decides: 1 + seat, 0 nobody")

#define CLASSIC(X)                                                  \
    HEAD(X)                                                         \
    X("marker", 1, 1, "who has the marker: 1 + seat, 0 the centre") \
    X("bag", 1, 5, "tiles by colour")                               \
    X("lid", 1, 5, "tiles by colour")                               \
    X("centre", 1, 5, "tiles by colour")                            \
    X("factories", 9, 5, "tiles by factory and colour")

#define CLASSIC_BOARD(X)                                              \
    X("score", 1, 1, "at most 255")                                   \
    X("lines", 5, 2, "by line: colour + 1 or 0, and number of tiles") \
    X("wall", 5, 5, "by row and column: colour + 1, 0 empty")         \
    X("floor", 1, 7, "pieces from the left: colour + 1, 6 the marker, 0 none")

#define DUEL(X)                                                                         \
    HEAD(X)                                                                             \
    X("start_tile", 1, 1, "who has the start tile: 1 + seat, 0 the large factory")      \
    X("tablets", 1, 4, "sides of the tablets a to d: 0 unused, 1 or 2")                 \
    X("pile_count", 1, 1, "dome plates in the pile")                                    \
    X("bag", 1, 5, "tiles by colour")                                                   \
    X("tower", 1, 5, "tiles by colour")                                                 \
    X("large_sun", 1, 5, "tiles by colour")                                             \
    X("large_moon", 1, 5, "tiles by colour")                                            \
    X("suns", 4, 5, "small factories: tiles by colour")                                 \
    X("moons", 4, 3, "small factories: the stack from the bottom, colour + 1, 0 none")  \
    X("chips", 1, 4, "on the small factories: face + 1, 11 face down, 0 none")          \
    X("display", 1, 3, "dome plates: plate + 1, 0 none")                                \
    X("pile", 1, 18, "from the top: plate + 1, 19 to 21 unknown, 0 none")               \
    X("drawn", 1, 18, "plates drawn in this turn: plate + 1, 19 to 21 unknown, 0 none") \
    X("unseen_chips", 1, 10, "by face: chips whose face was not seen")

#define DUEL_BOARD(X)                                                                  \
    X("score", 1, 1, "at most 255")                                                    \
    X("lines", 6, 2, "by line: colour + 1 or 0, and number of tiles")                  \
    X("plates", 9, 2, "by slot: plate + 1 or 0, and its turn")                         \
    X("tiles", 6, 6, "by row and column: colour + 1, 6 special, 0 empty")              \
    X("spaces", 6, 6, "by row and column: colour + 1, 6 joker, 7 special, 0 no plate") \
    X("broken", 1, 1, "broken tiles")                                                  \
    X("tokens", 1, 1, "tokens left this round")                                        \
    X("chips_taken", 1, 1, "chips taken this round")                                   \
    X("passed", 1, 1, "1: passed")                                                     \
    X("chips", 1, 10, "by face: chips that can be spent")                              \
    X("spent", 1, 10, "by face: chips spent")

#define STEPS(X)                                                  \
    X("chosen_plate", 1, 1, "steps: plate + 1, 0 none")           \
    X("chosen_factory", 1, 1, "steps: the factory of a sun")      \
    X("chosen_colour", 1, 1, "steps: colour + 1, 0 none")         \
    X("chosen_target", 1, 1, "steps: line + 1, 1 broken, 0 none") \
    X("chosen_column", 1, 1, "steps: the column of a dome tile")  \
    X("chosen_chips", 1, 10, "steps: chips chosen to pay, by face")

typedef struct row {
    const char *name;
    uint32_t rows, columns;
    const char *meaning;
} row;

#define ROW(name, rows, columns, meaning) {name, rows, columns, meaning},
#define END        \
    {              \
        0, 0, 0, 0 \
    }

static const row classic_table[] = {CLASSIC(ROW) END};
static const row classic_board[] = {CLASSIC_BOARD(ROW) END};
static const row duel_table[] = {DUEL(ROW) END};
static const row duel_board[] = {DUEL_BOARD(ROW) END};
static const row chosen_steps[] = {STEPS(ROW) END};

#define BYTES(name, rows, columns, meaning) +(rows) * (columns)
AZJ_STATIC_ASSERT(0 CLASSIC(BYTES) + AZJ_SEATS_MAX * (0 CLASSIC_BOARD(BYTES)) == AZJ_OBS_CLASSIC,
                  "an observation of the classic family is described to its last byte");
AZJ_STATIC_ASSERT(0 DUEL(BYTES) + 2 * (0 DUEL_BOARD(BYTES)) == AZJ_OBS_DUEL,
                  "an observation of Duel is described to its last byte");
AZJ_STATIC_ASSERT(0 STEPS(BYTES) == AZJ_OBS_STEPS, "and what is chosen of a move");

typedef struct field_list {
    azj_obs_field *field;
    unsigned count;
    uint32_t offset;
} field_list;

static void add_rows(field_list *list, const row *rows, int seat)
{
    for (; rows->name; rows++) {
        list->field[list->count++] = (azj_obs_field){.name = rows->name,
                                                     .meaning = rows->meaning,
                                                     .seat = seat,
                                                     .offset = list->offset,
                                                     .rows = rows->rows,
                                                     .columns = rows->columns};
        list->offset += rows->rows * rows->columns;
    }
}

unsigned azj_observation_fields(azj_rules rules, azj_numbering numbering, azj_obs_field *fields)
{
    field_list list = {fields, 0, 0};
    if ((unsigned)rules >= AZJ_RULES_NB || (unsigned)numbering > AZJ_NUMBER_STEPS)
        return 0;
    const int duel = rules == AZJ_DUEL;
    add_rows(&list, duel ? duel_table : classic_table, -1);
    for (int seat = 0; seat < (duel ? 2 : AZJ_SEATS_MAX); seat++)
        add_rows(&list, duel ? duel_board : classic_board, seat);
    if (duel && numbering == AZJ_NUMBER_STEPS)
        add_rows(&list, chosen_steps, -1);
    return list.count;
}
