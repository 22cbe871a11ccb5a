/* components.c - the printed components of Azul Duel.
 *
 * The whole program uses these values. "Rulebook" is the publisher's text; values that it shows
 * only in pictures come from one public implementation that is consistent in itself (see
 * docs/rules.md).
 */
#include "rules/duel/internal.h"

enum { B, Y, R, K, T, J, S };

/* D3: top left, top right, bottom left, bottom right. Source: public implementation. */
const uint8_t duel_plate[AZJ_DUEL_PLATES][4] = {
    {Y, K, T, S}, {K, S, T, R}, {S, K, R, B}, /* S1 S2 S3 */
    {Y, B, K, S}, {T, R, B, S}, {Y, S, K, R}, /* S4 S5 S6 */
    {B, K, S, T}, {S, T, Y, B}, {S, Y, B, R}, /* S7 S8 S9 */
    {J, B, T, K}, {T, R, B, J}, {K, Y, R, J}, /* J1 J2 J3 */
    {T, Y, J, K}, {Y, R, J, B}, {T, K, R, J}, /* J4 J5 J6 */
    {R, T, Y, J}, {T, B, J, Y}, {R, J, B, K}, /* J7 J8 J9 */
};

#define C(colour) (1u << (colour))
/* D4: the faces in the order of their names; two chips of each. Source: public implementation. */
const uint8_t duel_face[AZJ_DUEL_FACES] = {
    C(B), C(B) | C(K), C(B) | C(R), C(K), C(R), C(R) | C(T), C(T), C(Y), C(Y) | C(K), C(Y) | C(T),
};

#define F(face) (3u << (2 * (face)))
/* The same by colour: which faces show it. */
const azj_chips duel_colour_faces[AZJ_COLOUR_NB] = {
    F(0) | F(1) | F(2), /* B BK BR */
    F(7) | F(8) | F(9), /* Y YK YT */
    F(2) | F(4) | F(5), /* BR R RT */
    F(1) | F(3) | F(8), /* BK K YK */
    F(5) | F(6) | F(9), /* RT T YT */
};

/* D2: six rows of six spaces, three plate slots across and down. */
const uint8_t duel_slot_base[AZJ_DUEL_SLOTS] = {0, 2, 4, 12, 14, 16, 24, 26, 28};
const uint8_t duel_place_cell[4] = {0, 1, 6, 7};

const duel_values duel_value = {
    .tiles_of_colour = 13, /* D1, rulebook */
    .score = 5,            /* D1, rulebook */
    .large = 5,            /* D7, rulebook */
    .small = 4,
    .tokens = 2,                   /* D9, rulebook */
    .chips = 2,                    /* D14, rulebook */
    .start_tile = 2,               /* D6, rulebook */
    .broken = {0, 1, 3, 6, 10},    /* D6: by number of tiles; rulebook's examples fix 3 and 6 */
    .special = {1, 2, 3, 4, 5, 6}, /* D6: the board's right side; an example fixes row 2 */
    .row = 3,                      /* D5 a-I, rulebook */
    .colours = 4,                  /* D5 a-II, rulebook */
    .column = 7,                   /* D5 b-I, rulebook */
    .border = 1,                   /* D5 b-II, rulebook */
    .diagonal = 10,                /* D5 c-I, rulebook */
    .upper_corner = 3,             /* D5 c-II: the values are the rulebook's, which corner has */
    .lower_corner = 8,             /*          which is from the public implementation */
    .joker = 2,                    /* D5 d-I, rulebook */
    .no_special = 3,               /* D5 d-II, rulebook */
};

unsigned azj_duel_face_colours(unsigned face)
{
    return duel_face[face];
}

unsigned azj_duel_plate_space(unsigned plate, unsigned turn, unsigned place)
{
    /* Clockwise round a plate: top left, top right, bottom right, bottom left. A quarter turn
     * moves each space one step clockwise. */
    static const uint8_t round_of_place[4] = {0, 1, 3, 2};
    static const uint8_t place_of_round[4] = {0, 1, 3, 2};
    return duel_plate[plate][place_of_round[(round_of_place[place] + 4 - turn) & 3]];
}
