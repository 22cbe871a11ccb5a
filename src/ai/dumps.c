/* dumps.c - moves that put tiles on the floor although a line would take them: see dumps.h. */
#include "ai/dumps.h"

#include <string.h>

static bool takes_tiles(azj_move move)
{
    const azj_move_kind kind = azj_move_kind_of(move);
    return kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON;
}

bool dumps_is(const azj_state *s, azj_move move)
{
    if (!takes_tiles(move) || azj_move_to(move) != 0)
        return false;
    const azj_move to_line_1 = azj_move_moon(0, 1) - azj_move_moon(0, 0);
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        if (azj_legal(s, move + line * to_line_1, NULL) == AZJ_E_OK)
            return true;
    return false;
}

size_t dumps_leave_out(const azj_state *s, azj_move *moves, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!dumps_is(s, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

void dumps_put_back(azj_engine *e)
{
    azj_line *line = e->info.line;
    const unsigned seat = e->root.head.seat;
    const float margin = 0.01f * (float)e->config->skill.dump_margin;
    if (margin <= 0 || e->only || e->info.lines == 0 || !dumps_is(&e->root, line[0].move[0]))
        return;
    for (unsigned i = 1; i < e->info.lines && line[i].win[seat] >= line[0].win[seat] - margin; i++)
        if (!dumps_is(&e->root, line[i].move[0])) {
            const azj_line tidy = line[i];
            memmove(&line[1], &line[0], i * sizeof *line);
            line[0] = tidy;
            return;
        }
}

bool dumps_is_packed(const round_move *moves, unsigned n, round_move move)
{
    for (unsigned i = 0; i < n; i++)
        if (round_to(move) == 0 && moves[i] >> 3 == move >> 3 && round_to(moves[i]) != 0)
            return true;
    return false;
}

unsigned dumps_leave_out_packed(round_move *moves, unsigned n)
{
    bool takes[(AZJ_CLASSIC_FACTORIES_MAX + 1) << 3] = {false}; /* by source and colour: a line */
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        takes[moves[i] >> 3] = takes[moves[i] >> 3] || round_to(moves[i]) != 0;
    for (unsigned i = 0; i < n; i++)
        if (round_to(moves[i]) != 0 || !takes[moves[i] >> 3])
            moves[kept++] = moves[i];
    return kept;
}
