/* duel_sight.c - what tiles and plates would add to a board of Duel: see duel_sight.h. */
#include "ai/duel_sight.h"

#define NET_SHARE 0.6f /* of a network's opinion of tiles and plates; the rest is by hand */

/* Lines that are full now will be empty behind the round. */
static void see(const duel_sight *k, unsigned seat, const azj_duel_board *b, net_board *seen)
{
    azj_duel s = k->root;
    s.board[seat] = *b;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        if (duel_line_count(b, line) == line)
            s.board[seat].line[line - 1] = 0;
    duel_see_board(&s, k->net, seat, k->left, seen);
}

/* A lead by the network's opinion, in points, as if the round ended with this board. */
static float net_worth(const duel_sight *k, unsigned seat, const azj_duel_board *b)
{
    net_board mine;
    net_value v[2];
    see(k, seat, b, &mine);
    const net_board *const boards[2] = {seat == 0 ? &mine : &k->board[0],
                                        seat == 1 ? &mine : &k->board[1]};
    duel_judge(k->net, boards, k->root.starter, k->left, v);
    return (float)(v[seat].logit - v[seat ^ 1u].logit) / (1024 * duel_weight[k->left].scale);
}

static float worth(const duel_sight *k, unsigned seat, const azj_duel_board *b)
{
    const float by_hand = duel_board_value(b, k->root.tablets, k->left);
    return duel_by_net(k) ? by_hand + NET_SHARE * (net_worth(k, seat, b) - by_hand) : by_hand;
}

/* A tile on a cell, with what follows from it, whatever its colour. */
static void fill_cell(azj_duel_board *b, unsigned cell)
{
    const uint64_t plate = DUEL_PLATE(duel_slot_of(cell)), bit = UINT64_C(1) << cell;
    unsigned colour = 0;
    while (colour < AZJ_COLOUR_NB - 1 && !(b->space[colour] & bit))
        colour++;
    b->score = (int16_t)(b->score + (int)duel_cell_points(azj_duel_filled(b), cell));
    b->tile[colour] |= bit;
    const uint64_t special = b->special_space & plate & ~b->special;
    if (special && (azj_duel_filled(b) & plate) == (plate & ~special)) {
        b->special |= special;
        b->score = (int16_t)(b->score + duel_value.special[bits_first(special) / 6]);
    }
}

static void see_cells(duel_sight *k, unsigned seat)
{
    const azj_duel_board *now = &k->root.board[seat];
    const uint64_t filled = azj_duel_filled(now);
    for (unsigned cell = 0; cell < 36; cell++) {
        azj_duel_board b = *now;
        if (filled >> cell & 1)
            continue;
        fill_cell(&b, cell);
        k->points[seat][cell] = (uint8_t)duel_cell_points(filled, cell);
        k->cell[seat][cell] = worth(k, seat, &b) - k->now[seat];
    }
}

static void see_lines(duel_sight *k, unsigned seat)
{
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        azj_duel_board b = k->root.board[seat];
        b.line[line - 1] = 0;
        const float empty = net_worth(k, seat, &b);
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            for (unsigned have = 1; have < line; have++) {
                b.line[line - 1] = (uint8_t)(c << 4 | have);
                k->kept[seat][line - 1][c][have] = net_worth(k, seat, &b) - empty;
            }
    }
}

void duel_see_plate(duel_sight *k, unsigned seat, unsigned plate)
{
    float *best = &k->best_plate[seat][plate];
    if (k->seen[seat] >> plate & 1u)
        return;
    k->seen[seat] |= 1u << plate;
    *best = -100;
    for (unsigned way = 0; way < DUEL_PLATE_WAYS; way++) {
        azj_duel_board b = k->root.board[seat];
        if (b.plate[way / 4] != DUEL_EMPTY_SLOT)
            continue;
        duel_lay_plate(&b, plate, way / 4 + 1, way % 4);
        const float gain = worth(k, seat, &b) - k->now[seat];
        k->plate[seat][plate][way] = gain;
        *best = gain > *best ? gain : *best;
    }
}

void duel_sight_begin(duel_sight *k, const azj_duel *s)
{
    k->left = AZJ_DUEL_ROUNDS - s->round;
    k->root = *s;
    for (unsigned seat = 0; seat < 2 && duel_by_net(k); seat++)
        see(k, seat, &s->board[seat], &k->board[seat]);
    for (unsigned seat = 0; seat < 2; seat++) {
        k->seen[seat] = 0;
        k->now[seat] = worth(k, seat, &s->board[seat]);
        see_cells(k, seat);
        if (duel_by_net(k))
            see_lines(k, seat);
    }
}
