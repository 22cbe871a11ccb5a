/* draw.c - classic positions as pictures: see draw.h. */
#include "draw.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "BYRKT";

static unsigned colour_of(char letter)
{
    const char *at = strchr(letters, letter);
    if (!letter || !at) {
        fprintf(stderr, "draw: '%c' is no tile\n", letter);
        abort();
    }
    return (unsigned)(at - letters);
}

void draw_table(azj_classic *s, azj_rules rules, unsigned players, const char *table)
{
    unsigned factory = 0;
    int in_centre = 0;
    if (azj_classic_new(s, rules, players, 0))
        abort();
    s->phase = AZJ_PHASE_OFFER;
    s->seat = 0;
    s->marker = 0;
    for (const char *c = table; *c; c++) {
        if (*c == ' ') {
            factory += !in_centre && c[1] != ' ' && c[1] != '|' && c[1] != 0;
        } else if (*c == '|') {
            in_centre = 1;
        } else if (*c == 'M') {
            s->marker = AZJ_NOBODY;
        } else if (in_centre) {
            s->centre += azj_tiles_of(1, colour_of(*c));
        } else if (*c != '-') { /* "-" is an empty factory */
            s->factory[factory] += azj_tiles_of(1, colour_of(*c));
        }
    }
}

static void draw_line(azj_classic_board *b, unsigned row, const char *cells)
{
    for (unsigned i = 0; i < 5; i++)
        if (cells[i] != ' ' && cells[i] != '.')
            b->line[row] = (uint8_t)(colour_of(cells[i]) << 4 | ((b->line[row] & 15u) + 1u));
}

static void draw_wall(azj_classic_board *b, unsigned row, const char *cells)
{
    for (unsigned i = 0; i < 5; i++)
        if (cells[i] != '.')
            b->wall[colour_of(cells[i])] |= 1u << (5 * row + i);
}

static void draw_floor(azj_classic_board *b, const char *pieces)
{
    for (unsigned i = 0; pieces[i] && pieces[i] != '\n'; i++) {
        const unsigned piece =
            pieces[i] == 'M' ? (unsigned)AZJ_CLASSIC_MARKER : colour_of(pieces[i]) + 1;
        b->floor += 1u << 24 | piece << (3 * i);
    }
}

static void reopen(azj_classic_board *b)
{
    for (unsigned line = 1; line <= 5; line++)
        for (unsigned c = 0; c < 5; c++) {
            const unsigned have = azj_classic_line_count(b, line);
            const int fits = !have || (azj_classic_line_colour(b, line) == c && have < line);
            const int open = fits && !(b->wall[c] & 31u << (5 * (line - 1)));
            b->open[c] =
                (uint8_t)((b->open[c] & ~(1u << (line - 1))) | (unsigned)open << (line - 1));
        }
}

void draw_board(azj_classic *s, unsigned seat, const char *picture)
{
    azj_classic_board *b = &s->board[seat];
    const char *line = picture;
    memset(b, 0, sizeof *b);
    for (unsigned row = 0; row < 5; row++, line += 13) {
        draw_line(b, row, line);
        draw_wall(b, row, line + 7);
    }
    if (strncmp(line, "floor ", 6) == 0)
        draw_floor(b, line + 6);
    reopen(b);
}

void draw_lid(azj_classic *s, const char *tiles)
{
    for (; *tiles; tiles++)
        s->lid += azj_tiles_of(1, colour_of(*tiles));
}

static azj_tiles board_tiles(const azj_classic_board *b)
{
    azj_tiles tiles = 0;
    for (unsigned c = 0; c < 5; c++)
        tiles += azj_tiles_of((unsigned)__builtin_popcount(b->wall[c]), c);
    for (unsigned i = 1; i <= 5; i++)
        tiles += azj_tiles_of(azj_classic_line_count(b, i), azj_classic_line_colour(b, i));
    for (unsigned i = 0; i < azj_classic_floor_count(b); i++)
        if (azj_classic_floor_piece(b, i) != AZJ_CLASSIC_MARKER)
            tiles += azj_tiles_of(1, azj_classic_floor_piece(b, i) - 1);
    return tiles;
}

void draw_done(azj_classic *s)
{
    azj_fault why = {0};
    s->bag = 20 * AZJ_TILES_ONE - s->lid - s->centre;
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        s->bag -= s->factory[f];
    for (unsigned p = 0; p < s->players; p++)
        s->bag -= board_tiles(&s->board[p]);
    if (azj_classic_validate(s, &why)) {
        fprintf(stderr, "draw: impossible position: %s\n", azj_error_name(why.code));
        abort();
    }
}

static void show_row(const azj_classic_board *b, unsigned row, char *out)
{
    const unsigned have = b->line[row] & 15u;
    for (unsigned i = 0; i < 5; i++)
        out[i] = i < 4 - row ? ' ' : i >= 5 - have ? letters[b->line[row] >> 4] : '.';
    out[5] = out[6] = ' ';
    for (unsigned i = 0; i < 5; i++) {
        out[7 + i] = '.';
        for (unsigned c = 0; c < 5; c++)
            if (b->wall[c] >> (5 * row + i) & 1u)
                out[7 + i] = letters[c];
    }
    out[12] = '\n';
}

void draw_show(const azj_classic *s, unsigned seat, char picture[DRAW_MAX])
{
    const azj_classic_board *b = &s->board[seat];
    char *out = picture;
    for (unsigned row = 0; row < 5; row++, out += 13)
        show_row(b, row, out);
    memcpy(out, "floor ", 6);
    out += 6;
    for (unsigned i = 0; i < azj_classic_floor_count(b); i++)
        *out++ = "?BYRKTM"[azj_classic_floor_piece(b, i)];
    *out++ = '\n';
    *out = 0;
}

azj_error draw_play(azj_classic *s, const char *move, azj_fault *why, azj_events *events)
{
    const unsigned from = move[0] == 'c' ? 0 : (unsigned)(move[0] - '0');
    const unsigned to = move[2] == 'f' ? 0 : (unsigned)(move[2] - '0');
    const azj_move m = azj_move_take(from, colour_of(move[1]), to);
    const azj_error e = azj_classic_legal(s, m, why);
    if (!e)
        azj_classic_apply(s, m, events);
    return e;
}

void draw_dump(azj_classic *s, azj_events *events)
{
    while (s->phase == AZJ_PHASE_OFFER) {
        azj_move moves[AZJ_CLASSIC_MOVES_MAX];
        const size_t n = azj_classic_moves(s, moves);
        for (size_t i = 0; i < n; i++)
            if (azj_move_to(moves[i]) == 0) {
                azj_classic_apply(s, moves[i], events);
                break;
            }
    }
}
