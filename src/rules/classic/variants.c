/* variants.c - the table of the classic family's components and rulings.
 *
 * A value that differs from the box is corrected here, in one line; docs/rules.md explains each
 * ruling. Sources:
 *   base game   floor line and bonuses: the rulebook's text and examples (C13, C18)
 *   crystal     printed spaces: a public implementation and a photograph of the board (C21);
 *               floor line: a review's listing, its second space confirmed by two more (C23);
 *               bonuses and doubling: the rulebook (C22, C24)
 * The coloured wall (C14) is computed by classic_fixed_column().
 */
#include "rules/classic/internal.h"

#define BLUE (AZJ_BLUE + 1)
#define YELLOW (AZJ_YELLOW + 1)
#define RED (AZJ_RED + 1)
#define BLACK (AZJ_BLACK + 1)
#define TURQ (AZJ_TURQUOISE + 1)
#define AT(row, column) (5 * ((row)-1) + (column)-1)
#define BIT(row, column) (1u << AT(row, column))

#define BASE_FLOOR .floor_cost = {1, 1, 2, 2, 2, 3, 3}, .floor_total = {0, 1, 2, 4, 6, 8, 11, 14}
#define CRYSTAL_FLOOR .floor_cost = {1, 0, 1, 2, 1, 2, 3}, .floor_total = {0, 1, 1, 2, 4, 5, 7, 10}
#define BASE_BONUSES .bonus = {[AZJ_BONUS_ROW] = 2, [AZJ_BONUS_COLUMN] = 7, [AZJ_BONUS_COLOUR] = 10}

const azj_classic_variant azj_classic_variants[4] = {
    [AZJ_CLASSIC] = {.name = "classic", BASE_FLOOR, BASE_BONUSES},
    [AZJ_GREY] = {.name = "grey", .choose_column = 1, BASE_FLOOR, BASE_BONUSES},
    [AZJ_CRYSTAL1] = {.name = "crystal1",
                      .choose_column = 1,
                      .printed = {[AT(1, 4)] = BLACK,
                                  [AT(2, 1)] = TURQ,
                                  [AT(3, 3)] = YELLOW,
                                  [AT(4, 5)] = BLUE,
                                  [AT(5, 2)] = RED},
                      .doubled = BIT(1, 4) | BIT(2, 1) | BIT(3, 3) | BIT(4, 5) | BIT(5, 2),
                      CRYSTAL_FLOOR,
                      BASE_BONUSES},
    [AZJ_CRYSTAL2] =
        {.name = "crystal2",
         .choose_column = 1,
         .printed = {[AT(2, 2)] = BLUE,
                     [AT(2, 4)] = RED,
                     [AT(3, 3)] = TURQ,
                     [AT(4, 2)] = BLACK,
                     [AT(4, 4)] = YELLOW},
         CRYSTAL_FLOOR,
         .bonus = {[AZJ_BONUS_ROW] = 3, [AZJ_BONUS_COLUMN] = 10, [AZJ_BONUS_COLOUR] = 12}},
};
