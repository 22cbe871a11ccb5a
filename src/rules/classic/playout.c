/* playout.c - random moves and random games without lists of moves.
 *
 * The loop of a playout keeps the stages of a round apart: all takes, then the tiling, then the
 * deal. On a GPU the threads of a group run in step, so that they make the rare, long stages
 * together.
 */
#include "rules/classic/internal.h"

/* The take with this number; 60 numbers a word. */
static azj_move nth_take(const uint64_t word[5], unsigned n)
{
    unsigned i = 0;
    for (unsigned here; n >= (here = bits_count(word[i])); i++)
        n -= here;
    const unsigned action = 60 * i + bits_select(word[i], n);
    return azj_move_take(action / 30, action / 6 % 5, action % 6);
}

static azj_move draw_take(const azj_classic *s, azj_rng *rng)
{
    uint64_t word[5];
    unsigned total = 0;
    classic_offer_words(s, word);
    for (unsigned i = 0; i < 5; i++)
        total += bits_count(word[i]);
    return nth_take(word, azj_rng_below(rng, total));
}

static azj_move draw_place(const azj_classic *s, azj_rng *rng)
{
    const unsigned colour = azj_classic_line_colour(&s->board[s->seat], s->line);
    const unsigned columns = azj_classic_columns(s, s->seat, s->line, colour);
    const unsigned n = azj_rng_below(rng, bits_count(columns));
    return azj_move_place(s->line, bits_select(columns, n) + 1);
}

azj_move azj_classic_draw(const azj_classic *s, azj_rng *rng)
{
    return s->phase == AZJ_PHASE_OFFER ? draw_take(s, rng) : draw_place(s, rng);
}

uint32_t azj_classic_playout(azj_classic *s, azj_rng *deal, azj_rng *policy, uint32_t plies)
{
    uint32_t made = 0;
    azj_classic_deal(s, deal);
    while (s->phase != AZJ_PHASE_OVER && made < plies) {
        for (; s->phase == AZJ_PHASE_OFFER; made++) {
            classic_take(s, draw_take(s, policy));
            if (classic_offer_is_empty(s)) {
                made++;
                break;
            }
            s->seat = (uint8_t)classic_next_seat(s, s->seat);
        }
        if (s->phase == AZJ_PHASE_OFFER)
            classic_tile_from(s, s->starter, 1, NULL);
        for (; s->phase == AZJ_PHASE_TILING; made++)
            azj_classic_apply(s, draw_place(s, policy), NULL);
        azj_classic_deal(s, deal);
    }
    return made;
}
