/* derive.c - computes the derived fields of a state: see derive.h. */
#include "text/derive.h"
#include "rules/classic/internal.h"
#include "rules/duel/internal.h"

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

void text_derive_duel(azj_duel *s)
{
    for (unsigned p = 0; p < 2; p++)
        for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++) {
            const unsigned placed = s->board[p].plate[slot];
            if (placed >> 2 != AZJ_NO_PLATE)
                duel_lay_plate(&s->board[p], placed >> 2, slot + 1, placed & 3u);
        }
}
