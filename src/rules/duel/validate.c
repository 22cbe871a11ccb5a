/* validate.c - checks that a position is possible.
 *
 * It checks that the pieces are complete, that every part is valid, and that play can continue;
 * not that the position can be reached from a set-up (a player may compose a problem). Views are
 * valid, too: their unknowns must be exactly the missing pieces.
 */
#include "rules/duel/internal.h"

static azj_error duel_fault(azj_fault *why, azj_fault f)
{
    if (why != NULL)
        *why = f;
    return f.code;
}

#define FAULT(...) return duel_fault(why, (azj_fault){__VA_ARGS__})

enum { SCORE_MAX = 1000 }; /* far above what 36 spaces and four tablets can give */

/* ---- The head ---- */

static int is_decision(const azj_duel *s)
{
    return s->phase != AZJ_PHASE_DEAL && s->phase != AZJ_PHASE_OVER;
}

static azj_error check_seats(const azj_duel *s, azj_fault *why)
{
    const int starter_open = s->phase == AZJ_PHASE_DEAL && s->round == 1;
    if (s->viewer > 1 && s->viewer != AZJ_SPECTATOR && s->viewer != AZJ_VIEW_ALL)
        FAULT(.code = AZJ_E_BAD_SEAT, .number = s->viewer);
    if (s->starter > 1 && !(starter_open && s->starter == AZJ_NOBODY))
        FAULT(.code = AZJ_E_BAD_STARTER, .number = s->starter);
    if (is_decision(s) ? s->seat > 1 : s->seat != AZJ_NOBODY)
        FAULT(.code = AZJ_E_BAD_SEAT, .number = s->seat);
    if (s->start_tile > 1 && s->start_tile != AZJ_NOBODY)
        FAULT(.code = AZJ_E_BAD_MARKER);
    /* D12, D13: nobody can have the start tile before the large sun is taken. */
    if (s->start_tile != AZJ_NOBODY && s->large_sun != 0)
        FAULT(.code = AZJ_E_BAD_MARKER);
    return AZJ_E_OK;
}

static azj_error check_head(const azj_duel *s, azj_fault *why)
{
    azj_duel scratch;
    if (s->rules != AZJ_DUEL)
        FAULT(.code = AZJ_E_BAD_RULES);
    if (s->players != 2)
        FAULT(.code = AZJ_E_BAD_PLAYERS, .number = s->players);
    if (s->phase > AZJ_PHASE_RETURN)
        FAULT(.code = AZJ_E_BAD_PHASE);
    if (s->round < 1 || s->round > AZJ_DUEL_ROUNDS)
        FAULT(.code = AZJ_E_BAD_ROUND, .number = s->round);
    if (azj_duel_new(&scratch, s->tablets, AZJ_NOBODY) != AZJ_E_OK)
        FAULT(.code = AZJ_E_BAD_TABLETS);
    if (s->phase != AZJ_PHASE_TILING && s->line != 0)
        FAULT(.code = AZJ_E_BAD_STATE);
    if (s->phase != AZJ_PHASE_DEAL && s->step != 0)
        FAULT(.code = AZJ_E_BAD_STATE);
    for (unsigned i = 0; i < sizeof s->pad; i++)
        if (s->pad[i] != 0)
            FAULT(.code = AZJ_E_BAD_STATE);
    return check_seats(s, why);
}

/* ---- Factories and tiles ---- */

static int lanes_fit(azj_tiles tiles)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (azj_tiles_count(tiles, c) > duel_value.tiles_of_colour)
            return 0;
    return tiles >> (8 * AZJ_COLOUR_NB) == 0;
}

/* The tiles of a row of pieces, 3 bits each; 0 is no piece, and no piece may follow it. */
static int read_pieces(unsigned pieces, azj_tiles *sum)
{
    for (; pieces != 0; pieces >>= 3) {
        const unsigned piece = pieces & 7u;
        if (piece == 0 || piece > AZJ_COLOUR_NB)
            return 0;
        *sum += azj_tiles_of(1, piece - 1);
    }
    return 1;
}

static azj_error check_factory(const azj_duel *s, unsigned small, azj_tiles *sum, azj_fault *why)
{
    const azj_tiles sun = s->sun[small];
    const uint8_t from = (uint8_t)(small + 1);
    if (!lanes_fit(sun) || azj_tiles_total(sun) > duel_value.small)
        FAULT(.code = AZJ_E_BAD_FACTORY, .from = from, .number = (int32_t)azj_tiles_total(sun),
              .limit = duel_value.small);
    *sum += sun;
    if (s->moon[small] >> 9 != 0 || (sun != 0 && s->moon[small] != 0) ||
        !read_pieces(s->moon[small], sum))
        FAULT(.code = AZJ_E_BAD_MOON, .from = from);
    return AZJ_E_OK;
}

static azj_error check_factories(const azj_duel *s, azj_tiles *sum, azj_fault *why)
{
    if (!lanes_fit(s->large_sun) || azj_tiles_total(s->large_sun) > duel_value.large)
        FAULT(.code = AZJ_E_BAD_FACTORY, .number = (int32_t)azj_tiles_total(s->large_sun),
              .limit = duel_value.large);
    if (!lanes_fit(s->large_moon) || azj_tiles_total(s->large_moon) >= duel_value.large ||
        (s->large_sun != 0 && s->large_moon != 0))
        FAULT(.code = AZJ_E_BAD_MOON);
    *sum += s->large_sun + s->large_moon;
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        const azj_error error = check_factory(s, f, sum, why);
        if (error != AZJ_E_OK)
            return error;
    }
    return AZJ_E_OK;
}

static azj_error check_tiles(const azj_duel *s, azj_tiles sum, azj_fault *why)
{
    if (!lanes_fit(s->bag) || !lanes_fit(s->tower))
        FAULT(.code = AZJ_E_BAD_STATE);
    sum += s->bag + s->tower;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (azj_tiles_count(sum, c) != duel_value.tiles_of_colour)
            FAULT(.code = AZJ_E_BAD_TILES, .colour = (uint8_t)c,
                  .number = (int32_t)azj_tiles_count(sum, c), .limit = duel_value.tiles_of_colour);
    return AZJ_E_OK;
}

/* ---- Boards ---- */

static azj_error check_lines(const azj_duel *s, unsigned seat, azj_tiles *sum, azj_fault *why)
{
    const azj_duel_board *b = &s->board[seat];
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned count = duel_line_count(b, line), colour = duel_line_colour(b, line);
        if (count > line || colour >= AZJ_COLOUR_NB || (count == 0 && colour != 0))
            FAULT(.code = AZJ_E_BAD_LINE, .seat = (uint8_t)seat, .line = (uint8_t)line);
        *sum += azj_tiles_of(count, colour);
    }
    return AZJ_E_OK;
}

static azj_error bad_cell(uint64_t cells, unsigned seat, azj_fault *why)
{
    const unsigned at = bits_first(cells) < 36 ? bits_first(cells) : 35;
    FAULT(.code = AZJ_E_BAD_DOME, .seat = (uint8_t)seat, .line = (uint8_t)(at / 6 + 1),
          .column = (uint8_t)(at % 6 + 1));
}

/* The spaces of a board follow from its plates. */
static azj_error check_plates_laid(const azj_duel *s, unsigned seat, azj_fault *why)
{
    const azj_duel_board *b = &s->board[seat];
    azj_duel_board laid = {0};
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++) {
        if (b->plate[i] == DUEL_EMPTY_SLOT)
            continue;
        if (b->plate[i] >> 2 >= AZJ_DUEL_PLATES)
            FAULT(.code = AZJ_E_BAD_PLATES);
        duel_lay_plate(&laid, b->plate[i] >> 2, i + 1, b->plate[i] & 3u);
    }
    if (memcmp(laid.space, b->space, sizeof b->space) != 0 || laid.joker != b->joker ||
        laid.special_space != b->special_space)
        FAULT(.code = AZJ_E_BAD_STATE);
    return AZJ_E_OK;
}

/* D17, D19: tiles on spaces that take them, one each, and special tiles exactly where the other
 * three spaces of their plate are filled. */
static azj_error check_dome(const azj_duel *s, unsigned seat, azj_tiles *sum, azj_fault *why)
{
    const azj_duel_board *b = &s->board[seat];
    uint64_t filled = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        const uint64_t wrong = b->tile[c] & (filled | ~(b->space[c] | b->joker));
        if (wrong != 0)
            return bad_cell(wrong, seat, why);
        filled |= b->tile[c];
        *sum += azj_tiles_of(bits_count(b->tile[c]), c);
    }
    uint64_t special = 0;
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++) {
        const uint64_t plate = DUEL_PLATE(i + 1);
        const uint64_t cell = b->special_space & plate;
        if (cell != 0 && (filled & plate) == (plate & ~cell))
            special |= cell;
    }
    if (special != b->special)
        return bad_cell(special ^ b->special, seat, why);
    return AZJ_E_OK;
}

static azj_error check_broken(const azj_duel *s, unsigned seat, azj_tiles *sum, azj_fault *why)
{
    const unsigned broken = s->board[seat].broken, count = broken >> 12;
    const unsigned pieces = broken & 0xfffu;
    if (count > AZJ_DUEL_BROKEN || pieces >> (3 * count) != 0 ||
        (count > 0 && pieces >> (3 * count - 3) == 0) || !read_pieces(pieces, sum))
        FAULT(.code = AZJ_E_BAD_BROKEN, .seat = (uint8_t)seat);
    return AZJ_E_OK;
}

static azj_error check_board(const azj_duel *s, unsigned seat, azj_tiles *sum, azj_fault *why)
{
    const azj_duel_board *b = &s->board[seat];
    if (b->score < 0 || b->score > SCORE_MAX)
        FAULT(.code = AZJ_E_BAD_SCORE, .seat = (uint8_t)seat, .number = b->score);
    if (b->passed > 1)
        FAULT(.code = AZJ_E_BAD_PASSED, .seat = (uint8_t)seat);
    if ((b->pad[0] | b->pad[1]) != 0)
        FAULT(.code = AZJ_E_BAD_STATE);
    azj_error error = check_lines(s, seat, sum, why);
    if (error == AZJ_E_OK)
        error = check_plates_laid(s, seat, why);
    if (error == AZJ_E_OK)
        error = check_dome(s, seat, sum, why);
    return error == AZJ_E_OK ? check_broken(s, seat, sum, why) : error;
}

/* ---- Chips ---- */

static int at_most_two_each(azj_chips chips)
{
    return chips >> (2 * AZJ_DUEL_FACES) == 0 && (chips & (chips >> 1) & DUEL_CHIPS_LOW) == 0;
}

/* A view shows a chip on a factory exactly if it is face up. */
static int chip_fits(const azj_duel *s, unsigned small)
{
    const unsigned chip = s->chip[small];
    if (chip == AZJ_NO_CHIP)
        return 1;
    if (s->viewer != AZJ_VIEW_ALL && !azj_duel_face_up(s, small))
        return chip == AZJ_CHIP_UNKNOWN;
    return chip < AZJ_DUEL_FACES;
}

static azj_error check_chip_count(const azj_duel *s, azj_fault *why)
{
    unsigned count[AZJ_DUEL_FACES] = {0}, unknown = 0;
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        if (!chip_fits(s, f))
            FAULT(.code = AZJ_E_BAD_CHIPS);
        if (s->chip[f] < AZJ_DUEL_FACES)
            count[s->chip[f]]++;
        unknown += s->chip[f] == AZJ_CHIP_UNKNOWN;
    }
    const azj_chips heap[5] = {s->supply, s->board[0].chips, s->board[0].spent, s->board[1].chips,
                               s->board[1].spent};
    for (unsigned i = 0; i < 5; i++) {
        if (!at_most_two_each(heap[i]))
            FAULT(.code = AZJ_E_BAD_CHIPS);
        for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
            count[f] += azj_chips_count(heap[i], f);
    }
    for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
        if (count[f] != 2)
            FAULT(.code = AZJ_E_BAD_CHIPS);
    if (unknown > duel_chips_total(s->supply))
        FAULT(.code = AZJ_E_BAD_CHIPS);
    return AZJ_E_OK;
}

/* D14: each player takes at most two chips per round (AZJ_DUEL_PAYMENTS_MAX depends on this), and
 * the players must have enough takes left for the chips on the factories. */
static azj_error check_chips_taken(const azj_duel *s, azj_fault *why)
{
    unsigned takes = 0, lying = 0;
    for (unsigned i = 0; i < 2; i++) {
        const azj_duel_board *b = &s->board[i];
        const unsigned own = duel_chips_total(b->chips) + duel_chips_total(b->spent);
        if (b->taken > duel_value.chips || b->taken > own)
            FAULT(.code = AZJ_E_BAD_TAKEN, .seat = (uint8_t)i, .number = b->taken);
        const unsigned most = duel_value.chips * (s->round - 1u) + b->taken;
        if (own > most)
            FAULT(.code = AZJ_E_BAD_CHIPS_HELD, .seat = (uint8_t)i, .number = (int32_t)own,
                  .limit = (int32_t)most);
        takes += duel_value.chips - b->taken;
    }
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        lying += s->chip[f] != AZJ_NO_CHIP;
    if (lying > takes)
        FAULT(.code = AZJ_E_BAD_CHIPS);
    return AZJ_E_OK;
}

/* ---- Plates ---- */

typedef struct plate_count {
    uint32_t seen;       /* a bit per plate */
    unsigned twice;      /* how often one came again */
    unsigned total;      /* all, seen or not */
    unsigned unknown[3]; /* S, J, either */
} plate_count;

static void count_plate(plate_count *n, unsigned plate)
{
    n->total++;
    if (plate >= AZJ_PLATE_UNKNOWN_S) {
        n->unknown[plate - AZJ_PLATE_UNKNOWN_S]++;
        return;
    }
    n->twice += n->seen >> plate & 1;
    n->seen |= 1u << plate;
}

/* Checks that the entry shows exactly what the viewer knows. */
static int shows_what_is_known(const azj_duel *s, unsigned entry, int drawn, int top)
{
    const unsigned plate = entry & AZJ_PILE_PLATE;
    if (s->viewer == AZJ_VIEW_ALL)
        return plate < AZJ_DUEL_PLATES;
    if (s->viewer == AZJ_SPECTATOR && entry & (AZJ_PILE_KNOWN_0 | AZJ_PILE_KNOWN_1))
        return 0;
    const int in_hand = drawn && s->seat == s->viewer && s->phase != AZJ_PHASE_DRAW;
    if (in_hand || (s->viewer <= 1 && entry & duel_known_to(s->viewer)))
        return plate < AZJ_DUEL_PLATES;
    if (drawn || top || entry & AZJ_PILE_BACK)
        return plate == AZJ_PLATE_UNKNOWN_S || plate == AZJ_PLATE_UNKNOWN_J;
    return plate == AZJ_PLATE_UNKNOWN;
}

/* Checks the entries of the pile or of the drawn plates. */
static int count_row(plate_count *n, const azj_duel *s, const uint8_t *row, unsigned count)
{
    const int drawn = row == s->drawn;
    for (unsigned i = 0; i < AZJ_DUEL_PLATES; i++) {
        if (i >= count && row[i] != 0)
            return 0;
        if (i < count && !shows_what_is_known(s, row[i], drawn, i == 0))
            return 0;
        if (i < count)
            count_plate(n, row[i] & AZJ_PILE_PLATE);
    }
    return 1;
}

static int plates_add_up(const plate_count *n, unsigned expected)
{
    const unsigned special = 9 - bits_count(n->seen & 0x1ff), joker = 9 - bits_count(n->seen >> 9);
    return n->twice == 0 && n->total == expected && n->unknown[0] <= special &&
           n->unknown[1] <= joker;
}

static azj_error check_plates(const azj_duel *s, azj_fault *why)
{
    plate_count n = {0};
    for (unsigned i = 0; i < 3; i++) {
        if (s->display[i] == AZJ_NO_PLATE)
            continue;
        if (s->display[i] >= AZJ_DUEL_PLATES)
            FAULT(.code = AZJ_E_BAD_DISPLAY);
        count_plate(&n, s->display[i]);
    }
    for (unsigned i = 0; i < 2 * AZJ_DUEL_SLOTS; i++) {
        const unsigned plate = s->board[i >= AZJ_DUEL_SLOTS].plate[i % AZJ_DUEL_SLOTS];
        if (plate != DUEL_EMPTY_SLOT)
            count_plate(&n, plate >> 2);
    }
    if (s->pile_count > AZJ_DUEL_PLATES || !count_row(&n, s, s->pile, s->pile_count))
        FAULT(.code = AZJ_E_BAD_PLATES);
    if (s->drawn_count > AZJ_DUEL_PLATES || !count_row(&n, s, s->drawn, s->drawn_count))
        FAULT(.code = AZJ_E_BAD_DRAWN);
    const int dealing = s->phase == AZJ_PHASE_DEAL && s->step == DUEL_STEP_PLATES;
    if (!plates_add_up(&n, dealing ? s->pile_count : AZJ_DUEL_PLATES))
        FAULT(.code = AZJ_E_BAD_PLATES);
    return AZJ_E_OK;
}

/* ---- The phase ---- */

static int plates_on(const azj_duel_board *b)
{
    int count = 0;
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        count += b->plate[i] != DUEL_EMPTY_SLOT;
    return count;
}

/* D9, D16: two tokens per round, none in the last; before the tiling every usable token is
 * spent. */
static azj_error check_tokens(const azj_duel *s, unsigned seat, azj_fault *why)
{
    const unsigned tokens = s->board[seat].tokens;
    const unsigned most = s->round < AZJ_DUEL_ROUNDS ? duel_value.tokens : 0;
    const int fresh = s->phase == AZJ_PHASE_SETUP || s->phase == AZJ_PHASE_DEAL;
    const int late = s->phase == AZJ_PHASE_TILING || s->phase == AZJ_PHASE_OVER;
    if (tokens > most)
        FAULT(.code = AZJ_E_MANY_TOKENS, .seat = (uint8_t)seat, .number = (int32_t)tokens,
              .limit = (int32_t)most);
    if ((fresh && tokens < most) || (late && duel_can_take_plate(s, seat)))
        FAULT(.code = AZJ_E_BAD_TOKENS, .seat = (uint8_t)seat);
    return AZJ_E_OK;
}

/* D8, D9: each plate except the first has cost a token; during a draw the plate is paid for and
 * not yet laid. Fewer plates are accepted: a composed position need not show all. */
static azj_error check_plates_paid(const azj_duel *s, unsigned seat, azj_fault *why)
{
    const int past = duel_value.tokens * (s->round - 1);
    const int spent = s->round < AZJ_DUEL_ROUNDS ? duel_value.tokens - s->board[seat].tokens : 0;
    const int in_hand =
        s->seat == seat && (s->phase == AZJ_PHASE_DRAW || s->phase == AZJ_PHASE_KEEP);
    const int before_set_up = s->phase == AZJ_PHASE_DEAL && s->round == 1;
    const int most = before_set_up ? 0 : 1 + past + spent - in_hand;
    if (plates_on(&s->board[seat]) > most)
        FAULT(.code = AZJ_E_BAD_PLATES_LAID, .seat = (uint8_t)seat,
              .number = plates_on(&s->board[seat]), .limit = most);
    return AZJ_E_OK;
}

/* D9, D10: plates are drawn only inside action A. */
static azj_error check_drawn(const azj_duel *s, azj_fault *why)
{
    const unsigned n = s->drawn_count;
    int fits = n == 0;
    if (s->phase == AZJ_PHASE_DRAW)
        fits = n >= 1 && s->pile_count > 0 && s->board[s->seat].score > 0;
    if (s->phase == AZJ_PHASE_KEEP)
        fits = n >= 1;
    if (s->phase == AZJ_PHASE_RETURN)
        fits = n >= 2;
    if (!fits)
        FAULT(.code = AZJ_E_BAD_DRAWN);
    return AZJ_E_OK;
}

/* D8: no board has a plate before the first choice; before the starter's choice only the other
 * board has one. */
static azj_error check_setup(const azj_duel *s, azj_fault *why)
{
    const int first = plates_on(&s->board[s->starter ^ 1]);
    if (s->round != 1 || plates_on(&s->board[s->starter]) != 0 || first != (s->seat == s->starter))
        FAULT(.code = AZJ_E_BAD_PHASE);
    for (unsigned i = 0; i < 2; i++)
        if (s->board[i].passed)
            FAULT(.code = AZJ_E_BAD_PASSED, .seat = (uint8_t)i);
    for (unsigned i = 0; i < 3; i++)
        if (s->display[i] == AZJ_NO_PLATE)
            FAULT(.code = AZJ_E_BAD_DISPLAY);
    return AZJ_E_OK;
}

/* D16: a seat that has passed has no action; the seat to move has one. */
static azj_error check_acquisition(const azj_duel *s, azj_fault *why)
{
    for (unsigned i = 0; i < 2; i++)
        if (s->board[i].passed &&
            (duel_can_act(s, i) || (s->phase != AZJ_PHASE_OFFER && s->seat == i)))
            FAULT(.code = AZJ_E_BAD_PASSED, .seat = (uint8_t)i);
    if (s->phase == AZJ_PHASE_OFFER && !duel_can_act(s, s->seat))
        FAULT(.code = AZJ_E_BAD_OFFER);
    return AZJ_E_OK;
}

/* Lines that were tiled before the current line need no more tiling. */
static azj_error check_tiled(const azj_duel *s, unsigned seat, unsigned lines, azj_fault *why)
{
    const azj_duel_board *b = &s->board[seat];
    for (unsigned line = 1; line <= lines; line++) {
        const unsigned count = duel_line_count(b, line);
        const uint64_t free = duel_free(b, line, duel_line_colour(b, line));
        if (count != 0 && (free != 0 ? count == line : duel_row_complete(b, line)))
            FAULT(.code = AZJ_E_BAD_LINE, .seat = (uint8_t)seat, .line = (uint8_t)line);
    }
    return AZJ_E_OK;
}

static azj_error check_tiling(const azj_duel *s, azj_fault *why)
{
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        if (s->chip[f] != AZJ_NO_CHIP)
            FAULT(.code = AZJ_E_BAD_PHASE);
    if (!duel_no_tiles(s))
        FAULT(.code = AZJ_E_BAD_PHASE);
    if (s->phase == AZJ_PHASE_OVER)
        return AZJ_E_OK;
    if (s->line < 1 || s->line > AZJ_DUEL_LINES || !duel_is_choice(&s->board[s->seat], s->line))
        FAULT(.code = AZJ_E_BAD_CHOICE, .seat = s->seat, .line = s->line);
    const azj_error error = check_tiled(s, s->seat, s->line - 1u, why);
    if (error != AZJ_E_OK || s->seat == s->starter)
        return error;
    return check_tiled(s, s->starter, AZJ_DUEL_LINES, why);
}

/* Checks that the next step of the deal has something to deal and fits the round. */
static int step_fits(const azj_duel *s)
{
    azj_outcome out[AZJ_OUTCOMES_MAX];
    if (s->step > DUEL_STEP_STARTER || azj_duel_outcomes(s, out) == 0)
        return 0;
    if (s->step == DUEL_STEP_STARTER)
        return s->round == 1 && s->starter == AZJ_NOBODY;
    if (s->step >= DUEL_STEP_CHIPS)
        return s->chip[s->step - DUEL_STEP_CHIPS] == AZJ_NO_CHIP;
    if (s->step >= DUEL_STEP_SMALL)
        return azj_tiles_total(s->sun[s->step - DUEL_STEP_SMALL]) < duel_value.small;
    return s->step == DUEL_STEP_LARGE ? azj_tiles_total(s->large_sun) < duel_value.large
                                      : s->round == 1;
}

/* A deal has an outcome, and the pieces of later steps are not dealt yet. */
static azj_error check_deal(const azj_duel *s, azj_fault *why)
{
    int later = s->large_moon != 0 || s->start_tile != AZJ_NOBODY;
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        later |= s->moon[f] != 0 || (s->step < DUEL_STEP_SMALL + f && s->sun[f] != 0);
        later |= s->step < DUEL_STEP_CHIPS + f && s->chip[f] != AZJ_NO_CHIP;
    }
    for (unsigned i = 0; i < 2; i++)
        later |= s->board[i].passed || s->board[i].taken;
    if (later || !step_fits(s))
        FAULT(.code = AZJ_E_BAD_PHASE);
    return AZJ_E_OK;
}

static azj_error check_phase(const azj_duel *s, azj_fault *why)
{
    switch (s->phase) {
    case AZJ_PHASE_DEAL:
        return check_deal(s, why);
    case AZJ_PHASE_SETUP:
        return check_setup(s, why);
    case AZJ_PHASE_TILING:
    case AZJ_PHASE_OVER:
        return check_tiling(s, why);
    default:
        return check_acquisition(s, why);
    }
}

/* ---- All of it ---- */

static azj_error check_pieces(const azj_duel *s, azj_fault *why)
{
    azj_tiles sum = 0;
    azj_error error = check_factories(s, &sum, why);
    for (unsigned i = 0; i < 2 && error == AZJ_E_OK; i++)
        error = check_board(s, i, &sum, why);
    if (error == AZJ_E_OK)
        error = check_tiles(s, sum, why);
    if (error == AZJ_E_OK)
        error = check_chip_count(s, why);
    if (error == AZJ_E_OK)
        error = check_chips_taken(s, why);
    return error == AZJ_E_OK ? check_plates(s, why) : error;
}

azj_error azj_duel_validate(const azj_duel *s, azj_fault *why)
{
    azj_error error = check_head(s, why);
    if (error == AZJ_E_OK)
        error = check_pieces(s, why);
    for (unsigned i = 0; i < 2 && error == AZJ_E_OK; i++)
        error = check_tokens(s, i, why);
    for (unsigned i = 0; i < 2 && error == AZJ_E_OK; i++)
        error = check_plates_paid(s, i, why);
    if (error == AZJ_E_OK)
        error = check_drawn(s, why);
    return error == AZJ_E_OK ? check_phase(s, why) : error;
}
