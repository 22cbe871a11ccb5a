/* observe.c - encodes a seat's view as a row of bytes, in the layout of azulejo/batch.h. */
#include "base/bits.h"

#include <azulejo/batch.h>
#include <string.h>

size_t azj_observation_size(azj_rules rules)
{
    return rules == AZJ_DUEL ? AZJ_OBS_DUEL : AZJ_OBS_CLASSIC;
}

static uint8_t *put_tiles(uint8_t *out, azj_tiles tiles)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        *out++ = (uint8_t)azj_tiles_count(tiles, c);
    return out;
}

static uint8_t *put_chips(uint8_t *out, azj_chips chips)
{
    for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
        *out++ = (uint8_t)azj_chips_count(chips, f);
    return out;
}

static uint8_t *put_lines(uint8_t *out, const uint8_t *line, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++) {
        *out++ = line[i] ? (uint8_t)((line[i] >> 4) + 1) : 0;
        *out++ = line[i] & 15u;
    }
    return out;
}

static uint8_t capped(int score)
{
    return (uint8_t)(score > 255 ? 255 : score);
}

/* A seat counted from the observer on, plus one; 0 for nobody. */
static uint8_t relative(unsigned seat, unsigned observer, unsigned players)
{
    return (uint8_t)(seat == AZJ_NOBODY ? 0u : (seat + players - observer) % players + 1);
}

static uint8_t *put_head(uint8_t *out, const azj_head *h, unsigned observer, unsigned first_seat)
{
    *out++ = h->phase;
    *out++ = h->line;
    *out++ = h->round;
    *out++ = relative(h->seat, observer, h->players);
    *out++ = relative(first_seat, observer, h->players);
    return out;
}

/* ---- Classic ---- */

static uint8_t *put_classic_board(uint8_t *out, const azj_classic_board *b)
{
    *out++ = capped(b->score);
    out = put_lines(out, b->line, AZJ_CLASSIC_LINES);
    for (unsigned at = 0; at < 25; at++) {
        uint8_t tile = 0;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            tile |= (uint8_t)((b->wall[c] >> at & 1u) * (c + 1));
        *out++ = tile;
    }
    for (unsigned i = 0; i < AZJ_CLASSIC_FLOOR; i++)
        *out++ = (uint8_t)azj_classic_floor_piece(b, i);
    return out;
}

static void observe_classic(const azj_classic *s, const azj_head *head, unsigned seat, uint8_t *out)
{
    out = put_head(out, head, seat, s->marker);
    out = put_tiles(out, s->bag);
    out = put_tiles(out, s->lid);
    out = put_tiles(out, s->centre);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        out = put_tiles(out, s->factory[f]);
    for (unsigned p = 0; p < s->players; p++)
        out = put_classic_board(out, &s->board[(seat + p) % s->players]);
    memset(out, 0, (size_t)(AZJ_SEATS_MAX - s->players) * AZJ_OBS_CLASSIC_BOARD);
}

/* ---- Duel ---- */

static uint8_t *put_dome(uint8_t *out, const azj_duel_board *b)
{
    uint8_t *space = out + 36;
    for (unsigned at = 0; at < 36; at++) {
        unsigned tile = (unsigned)(b->special >> at & 1u) * 6;
        unsigned shows = (unsigned)(b->joker >> at & 1u) * 6;
        shows |= (unsigned)(b->special_space >> at & 1u) * 7;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            tile |= (unsigned)(b->tile[c] >> at & 1u) * (c + 1);
            shows |= (unsigned)(b->space[c] >> at & 1u) * (c + 1);
        }
        *out++ = (uint8_t)tile;
        *space++ = (uint8_t)shows;
    }
    return space;
}

static uint8_t *put_duel_board(uint8_t *out, const azj_duel_board *b)
{
    *out++ = capped(b->score);
    out = put_lines(out, b->line, AZJ_DUEL_LINES);
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++) {
        const unsigned plate = b->plate[i] >> 2;
        *out++ = plate == AZJ_NO_PLATE ? 0 : (uint8_t)(plate + 1);
        *out++ = b->plate[i] & 3u;
    }
    out = put_dome(out, b);
    *out++ = (uint8_t)(b->broken >> 12);
    *out++ = b->tokens;
    *out++ = b->taken;
    *out++ = b->passed;
    out = put_chips(out, b->chips);
    return put_chips(out, b->spent);
}

static uint8_t *put_plates(uint8_t *out, const uint8_t *plate, unsigned count)
{
    for (unsigned i = 0; i < AZJ_DUEL_PLATES; i++)
        *out++ = i < count ? (uint8_t)((plate[i] & AZJ_PILE_PLATE) + 1u) : 0;
    return out;
}

static uint8_t *put_factories(uint8_t *out, const azj_duel *s)
{
    out = put_tiles(out, s->large_sun);
    out = put_tiles(out, s->large_moon);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        out = put_tiles(out, s->sun[f]);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        for (unsigned i = 0; i < 3; i++)
            *out++ = (uint8_t)(s->moon[f] >> (3 * i) & 7u);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        *out++ = s->chip[f] == AZJ_NO_CHIP        ? 0
                 : s->chip[f] == AZJ_CHIP_UNKNOWN ? 11
                                                  : (uint8_t)(s->chip[f] + 1);
    return out;
}

static void observe_duel(const azj_duel *s, const azj_head *head, unsigned seat, uint8_t *out)
{
    out = put_head(out, head, seat, s->start_tile);
    for (unsigned t = 0; t < 4; t++)
        *out++ = s->tablets >> (2 * t) & 3u;
    *out++ = s->pile_count;
    out = put_tiles(out, s->bag);
    out = put_tiles(out, s->tower);
    out = put_factories(out, s);
    for (unsigned i = 0; i < 3; i++)
        *out++ = s->display[i] == AZJ_NO_PLATE ? 0 : (uint8_t)(s->display[i] + 1);
    out = put_plates(out, s->pile, s->pile_count);
    out = put_plates(out, s->drawn, s->drawn_count);
    out = put_chips(out, s->supply);
    out = put_duel_board(out, &s->board[seat]);
    put_duel_board(out, &s->board[1 - seat]);
}

void azj_observe(const azj_state *s, unsigned seat, uint8_t *observation)
{
    azj_state view;
    azj_view(s, seat, &view);
    if (s->head.rules == AZJ_DUEL)
        observe_duel(&view.duel, &view.head, seat, observation);
    else
        observe_classic(&view.classic, &view.head, seat, observation);
}
