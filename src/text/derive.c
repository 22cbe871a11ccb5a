/* derive.c - what a state keeps twice for speed: see derive.h. */
#include "text/derive.h"
#include "rules/classic/internal.h"

static void open_lines(azj_classic_board *b)
{
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++)
        classic_reopen_line(b, line);
}

void text_derive_classic(azj_classic *s)
{
    s->dealt = 0;
    for (unsigned p = 0; p < s->players; p++)
        open_lines(&s->board[p]);
    if (s->phase == AZJ_PHASE_DEAL)
        for (unsigned f = 0; f < azj_classic_factories(s->players); f++)
            s->dealt = (uint8_t)(s->dealt + azj_tiles_total(s->factory[f]));
}

/* The spaces of the plates on a dome, by what they take (D2, D3). */
static void lay_spaces(azj_duel_board *b, unsigned slot, unsigned plate, unsigned turn)
{
    const unsigned corner = 12 * (slot / 3) + 2 * (slot % 3);
    for (unsigned place = 0; place < 4; place++) {
        const uint64_t cell = UINT64_C(1) << (corner + 6 * (place / 2) + place % 2);
        const unsigned space = azj_duel_plate_space(plate, turn, place);
        if (space == AZJ_SPACE_JOKER)
            b->joker |= cell;
        else if (space == AZJ_SPACE_SPECIAL)
            b->special_space |= cell;
        else
            b->space[space] |= cell;
    }
}

void text_derive_duel(azj_duel *s)
{
    for (unsigned p = 0; p < 2; p++)
        for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++) {
            const unsigned placed = s->board[p].plate[slot];
            if (placed >> 2 != AZJ_NO_PLATE)
                lay_spaces(&s->board[p], slot, placed >> 2, placed & 3u);
        }
}
