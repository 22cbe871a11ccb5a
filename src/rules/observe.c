/* observe.c - encodes a seat's view as a row of bytes, in the layout of azulejo/batch.h. */
#include "rules/observe.h"
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

/* Eight groups of two bits as eight bytes. */
static inline uint64_t spread_twos(uint64_t x)
{
    x = (x & 0xff) | (x & 0xff00) << 24;
    x = (x & 0x0000000f0000000f) | (x & 0x000000f0000000f0) << 12;
    return (x & 0x0003000300030003) | (x & 0x000c000c000c000c) << 6;
}

static uint8_t *put_chips(uint8_t *out, azj_chips chips)
{
    out = put_bytes(out, spread_twos(chips), 8);
    return put_bytes(out, spread_twos(chips >> 16), AZJ_DUEL_FACES - 8);
}

/* Spaces with a number from 0 to 7 each, as three sets: those where its bits 0, 1 and 2 are set. */
typedef struct numbers {
    uint64_t bit[3];
} numbers;

/* The numbers of up to six spaces from `first` on, a byte each. */
static inline uint64_t row_of(const numbers *n, unsigned first, unsigned width)
{
    const unsigned all = (1u << width) - 1;
    return spread[n->bit[0] >> first & all] | spread[n->bit[1] >> first & all] << 1 |
           spread[n->bit[2] >> first & all] << 2;
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
    const numbers wall = {{b->wall[0] | b->wall[2] | b->wall[4], b->wall[1] | b->wall[2],
                           b->wall[3] | b->wall[4]}}; /* colour + 1 */
    for (unsigned row = 0; row < 25; row += 5)
        out = put_bytes(out, row_of(&wall, row, 5), 5);
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

static uint8_t *put_dome(uint8_t *out, const azj_duel_board *b)
{
    const uint64_t *t = b->tile, *c = b->space;
    const uint64_t six = b->joker | b->special_space, seven = b->special_space;
    const numbers tiles = {
        {t[0] | t[2] | t[4], t[1] | t[2] | b->special, t[3] | t[4] | b->special}};
    const numbers spaces = {{c[0] | c[2] | c[4] | seven, c[1] | c[2] | six, c[3] | c[4] | six}};
    for (unsigned i = 0; i < 36; i += 6) {
        put_bytes(out + i, row_of(&tiles, i, 6), 6);
        put_bytes(out + 36 + i, row_of(&spaces, i, 6), 6);
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
    memset(out, 0, AZJ_DUEL_PLATES);
    for (unsigned i = 0; i < count; i++)
        out[i] = (uint8_t)((plate[i] & AZJ_PILE_PLATE) + 1u);
    return out + AZJ_DUEL_PLATES;
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

/* Everything but the boards; returns where they begin. */
static uint8_t *put_duel_table(uint8_t *out, const azj_state *state, unsigned seat)
{
    azj_duel view;
    azj_duel_view(&state->duel, seat, &view);
    out = put_head(out, &state->head, seat, view.start_tile);
    for (unsigned t = 0; t < 4; t++)
        *out++ = view.tablets >> (2 * t) & 3u;
    *out++ = view.pile_count;
    out = put_tiles(out, view.bag);
    out = put_tiles(out, view.tower);
    out = put_factories(out, &view);
    for (unsigned i = 0; i < 3; i++)
        *out++ = view.display[i] == AZJ_NO_PLATE ? 0 : (uint8_t)(view.display[i] + 1);
    out = put_plates(out, view.pile, view.pile_count);
    out = put_plates(out, view.drawn, view.drawn_count);
    return put_chips(out, view.supply);
}

void azj_observe(const azj_state *s, unsigned seat, uint8_t *observation)
{
    if (s->head.rules == AZJ_DUEL) { /* nothing of the boards is hidden */
        uint8_t *boards = put_duel_table(observation, s, seat);
        put_duel_board(boards, &s->duel.board[seat]);
        put_duel_board(boards + AZJ_OBS_DUEL_BOARD, &s->duel.board[1 - seat]);
    } else { /* the classic family hides only the order of the bag, which no state has */
        observe_classic(&s->classic, &s->head, seat, observation);
    }
}

/* ---- All seats ---- */

/* The boards of seat 0's row in the order of seat `seat`. */
static void turn_boards(uint8_t *to, const uint8_t *from, size_t board, unsigned seat,
                        unsigned seats)
{
    memcpy(to, from + seat * board, (seats - seat) * board);
    memcpy(to + (seats - seat) * board, from, seat * board);
}

void observe_seats(const azj_state *s, uint8_t *rows, size_t row_size)
{
    enum { TABLE = AZJ_OBS_CLASSIC - AZJ_SEATS_MAX * AZJ_OBS_CLASSIC_BOARD };
    const unsigned seats = s->head.players;
    azj_observe(s, 0, rows);
    for (unsigned seat = 1; seat < seats; seat++) {
        uint8_t *row = rows + seat * row_size;
        if (s->head.rules == AZJ_DUEL) {
            uint8_t *boards = put_duel_table(row, s, seat);
            turn_boards(boards, rows + (boards - row), AZJ_OBS_DUEL_BOARD, seat, seats);
        } else {
            memcpy(row, rows, AZJ_OBS_CLASSIC);
            put_head(row, &s->head, seat, s->classic.marker);
            turn_boards(row + TABLE, rows + TABLE, AZJ_OBS_CLASSIC_BOARD, seat, seats);
        }
    }
}
