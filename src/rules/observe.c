/* observe.c - encodes a seat's view as a row of bytes, in the layout of azulejo/batch.h. */
#include "base/bits.h"

#include <azulejo/batch.h>
#include <string.h>

size_t azj_observation_size(azj_rules rules)
{
    return rules == AZJ_DUEL ? AZJ_OBS_DUEL : AZJ_OBS_CLASSIC;
}

/* The low n bytes of a word, lowest first, whatever the machine's byte order. */
static inline uint8_t *put_bytes(uint8_t *out, uint64_t bytes, unsigned n)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &bytes, n);
#else
    for (unsigned i = 0; i < n; i++)
        out[i] = (uint8_t)(bytes >> (8 * i));
#endif
    return out + n;
}

static inline uint8_t *put_tiles(uint8_t *out, azj_tiles tiles)
{
    return put_bytes(out, tiles, AZJ_COLOUR_NB); /* a byte a colour already */
}

/* Six bits as six bytes of 0 or 1. */
#define SPREAD(n)                                                                  \
    (((n)&1u) | (uint64_t)((n) >> 1 & 1u) << 8 | (uint64_t)((n) >> 2 & 1u) << 16 | \
     (uint64_t)((n) >> 3 & 1u) << 24 | (uint64_t)((n) >> 4 & 1u) << 32 |           \
     (uint64_t)((n) >> 5 & 1u) << 40)
#define SPREAD_4(n) SPREAD(n), SPREAD((n) + 1), SPREAD((n) + 2), SPREAD((n) + 3)
#define SPREAD_16(n) SPREAD_4(n), SPREAD_4((n) + 4), SPREAD_4((n) + 8), SPREAD_4((n) + 12)
static const uint64_t spread[64] = {SPREAD_16(0u), SPREAD_16(16u), SPREAD_16(32u), SPREAD_16(48u)};

/* Eight groups of three bits as eight bytes. */
static inline uint64_t spread_threes(uint64_t x)
{
    x = (x & 0xfff) | (x & 0xfff000) << 20;
    x = (x & 0x0000003f0000003f) | (x & 0x00000fc000000fc0) << 10;
    return (x & 0x0007000700070007) | (x & 0x0038003800380038) << 5;
}

static uint8_t *put_chips(uint8_t *out, azj_chips chips)
{
    for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
        *out++ = (uint8_t)azj_chips_count(chips, f);
    return out;
}

static uint8_t *put_lines(uint8_t *out, const uint8_t *line, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++, out += 2) {
        out[0] = (uint8_t)((line[i] >> 4) + (line[i] != 0));
        out[1] = line[i] & 15u;
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
    const unsigned from_me = seat >= observer ? seat - observer : seat + players - observer;
    return (uint8_t)(seat == AZJ_NOBODY ? 0u : from_me + 1);
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
    for (unsigned row = 0; row < 25; row += 5) {
        uint64_t tiles = 0;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            tiles += spread[b->wall[c] >> row & 31u] * (c + 1);
        out = put_bytes(out, tiles, 5);
    }
    return put_bytes(out, spread_threes(b->floor & 0x1fffff), AZJ_CLASSIC_FLOOR);
}

static void observe_classic(const azj_classic *s, const azj_head *head, unsigned seat, uint8_t *out)
{
    out = put_head(out, head, seat, s->marker);
    out = put_tiles(out, s->bag);
    out = put_tiles(out, s->lid);
    out = put_tiles(out, s->centre);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        out = put_tiles(out, s->factory[f]);
    for (unsigned p = 0; p < s->players; p++) {
        out = put_classic_board(out, &s->board[seat]);
        seat = seat + 1u == s->players ? 0 : seat + 1u;
    }
    memset(out, 0, (size_t)(AZJ_SEATS_MAX - s->players) * AZJ_OBS_CLASSIC_BOARD);
}

/* ---- Duel ---- */

static inline unsigned dome_row(uint64_t cells, unsigned row)
{
    return (unsigned)(cells >> (6 * row)) & 63u;
}

static uint8_t *put_dome(uint8_t *out, const azj_duel_board *b)
{
    for (unsigned row = 0; row < AZJ_DUEL_LINES; row++) {
        uint64_t tiles = spread[dome_row(b->special, row)] * 6;
        uint64_t spaces = spread[dome_row(b->joker, row)] * 6;
        spaces += spread[dome_row(b->special_space, row)] * 7;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            tiles += spread[dome_row(b->tile[c], row)] * (c + 1);
            spaces += spread[dome_row(b->space[c], row)] * (c + 1);
        }
        put_bytes(out + 6 * row, tiles, 6);
        put_bytes(out + 36 + 6 * row, spaces, 6);
    }
    return out + 72;
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
    if (s->head.rules == AZJ_DUEL) {
        azj_duel view;
        azj_duel_view(&s->duel, seat, &view);
        observe_duel(&view, &s->head, seat, observation);
    } else { /* the classic family hides only the order of the bag, which no state has */
        observe_classic(&s->classic, &s->head, seat, observation);
    }
}
