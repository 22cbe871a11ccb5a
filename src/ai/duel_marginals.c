/* duel_marginals.c - the value that tiles and plates would add to a Duel board: see
 * duel_marginals.h. */
#include "ai/duel_marginals.h"

/* The network's weight in the value of tiles and plates; the rest is the hand-made evaluation.
 * Chosen by matches of 300 games: lab/bots-duel.md. */
#define NET_WEIGHT 0.6f

/* Lines that are full now will be empty after the round. */
static void accumulate_board(const duel_marginals *k, unsigned seat, const azj_duel_board *b,
                             net_accumulator *out)
{
    azj_duel s = k->root;
    s.board[seat] = *b;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        if (duel_line_count(b, line) == line)
            s.board[seat].line[line - 1] = 0;
    duel_net_accumulate(&s, k->net, seat, k->left, out);
}

/* The network's value of the lead if the round ended with this board, in points. */
static float net_lead(const duel_marginals *k, unsigned seat, const azj_duel_board *b)
{
    net_accumulator mine;
    net_value v[2];
    accumulate_board(k, seat, b, &mine);
    const net_accumulator *const boards[2] = {seat == 0 ? &mine : &k->board[0],
                                              seat == 1 ? &mine : &k->board[1]};
    duel_net_evaluate(k->net, boards, k->root.starter, k->left, v);
    return (float)(v[seat].logit - v[seat ^ 1u].logit) / (1024 * duel_weight[k->left].scale);
}

static float board_value(const duel_marginals *k, unsigned seat, const azj_duel_board *b)
{
    const float by_hand = duel_board_value(b, k->root.tablets, k->left);
    return duel_marginals_use_net(k) ? by_hand + NET_WEIGHT * (net_lead(k, seat, b) - by_hand)
                                     : by_hand;
}

/* Places a tile on a cell, whatever its colour, and the special tile that it completes. */
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

static void compute_cells(duel_marginals *k, unsigned seat)
{
    const azj_duel_board *now = &k->root.board[seat];
    const uint64_t filled = azj_duel_filled(now);
    for (unsigned cell = 0; cell < 36; cell++) {
        azj_duel_board b = *now;
        if (filled >> cell & 1)
            continue;
        fill_cell(&b, cell);
        k->points[seat][cell] = (uint8_t)duel_cell_points(filled, cell);
        k->cell[seat][cell] = board_value(k, seat, &b) - k->board_value[seat];
    }
}

static void compute_lines(duel_marginals *k, unsigned seat)
{
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        azj_duel_board b = k->root.board[seat];
        b.line[line - 1] = 0;
        const float empty = net_lead(k, seat, &b);
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            for (unsigned have = 1; have < line; have++) {
                b.line[line - 1] = (uint8_t)(c << 4 | have);
                k->line[seat][line - 1][c][have] = net_lead(k, seat, &b) - empty;
            }
    }
}

/* Adds a placement of a plate and its value, in order. */
static void add_placement(duel_marginals *k, unsigned seat, unsigned plate, unsigned placement,
                          float gain)
{
    uint8_t *order = k->order[seat][plate];
    const float *value = k->plate[seat][plate];
    unsigned at = k->placements[seat][plate]++;
    k->plate[seat][plate][placement] = gain;
    for (; at > 0 && value[order[at - 1]] < gain; at--)
        order[at] = order[at - 1];
    order[at] = (uint8_t)placement;
}

void duel_marginals_add_plate(duel_marginals *k, unsigned seat, unsigned plate)
{
    float *best = &k->best_plate[seat][plate];
    if (k->plates_done[seat] >> plate & 1u)
        return;
    k->plates_done[seat] |= 1u << plate;
    k->placements[seat][plate] = 0;
    *best = DUEL_NO_PLATE;
    for (unsigned placement = 0; placement < DUEL_PLACEMENTS; placement++) {
        azj_duel_board b = k->root.board[seat];
        if (b.plate[placement / 4] != DUEL_EMPTY_SLOT)
            continue;
        duel_lay_plate(&b, plate, placement / 4 + 1, placement % 4);
        const float gain = board_value(k, seat, &b) - k->board_value[seat];
        add_placement(k, seat, plate, placement, gain);
        *best = gain > *best ? gain : *best;
    }
}

static void list_spaces(duel_marginals *k)
{
    for (unsigned plate = 0; plate < AZJ_DUEL_PLATES; plate++)
        for (unsigned turn = 0; turn < 4; turn++)
            for (unsigned half = 0; half < 2; half++)
                k->spaces[plate][turn][half] =
                    (uint8_t)(1u << azj_duel_plate_space(plate, turn, 2 * half) |
                              1u << azj_duel_plate_space(plate, turn, 2 * half + 1));
}

void duel_marginals_init(duel_marginals *k, const azj_duel *s)
{
    list_spaces(k);
    k->left = AZJ_DUEL_ROUNDS - s->round;
    k->root = *s;
    for (unsigned seat = 0; seat < 2 && duel_marginals_use_net(k); seat++)
        accumulate_board(k, seat, &s->board[seat], &k->board[seat]);
    for (unsigned seat = 0; seat < 2; seat++) {
        k->plates_done[seat] = 0;
        k->board_value[seat] = board_value(k, seat, &s->board[seat]);
        compute_cells(k, seat);
        if (duel_marginals_use_net(k))
            compute_lines(k, seat);
    }
}
