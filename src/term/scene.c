/* scene.c - what drawing both games needs: see scene.h. */
#include "term/scene.h"

#include <azulejo/text.h>

int scene_draw(canvas *c, const play_scene *s)
{
    return s->view.head.rules == AZJ_DUEL ? scene_draw_duel(c, s) : scene_draw_classic(c, s);
}

/* ---- Pieces ---- */

void scene_piece(canvas *c, int y, int x, int width, unsigned style, uint32_t letter,
                 scene_mark mark)
{
    static const char before[][4] = {" >+'", " [( "}, after[] = " ])'";
    if (mark == MARK_PICK || mark == MARK_GHOST)
        style |= STYLE_LIT;
    if (width == 1) {
        canvas_put(c, y, x, mark == MARK_NEW ? style | STYLE_STRONG : style, letter);
        return;
    }
    canvas_put(c, y, x, style, (uint32_t)before[width == 3][mark]);
    canvas_put(c, y, x + 1, style, letter);
    if (width == 3)
        canvas_put(c, y, x + 2, style, (uint32_t)after[mark]);
}

void scene_tile(canvas *c, int y, int x, int width, unsigned colour, scene_mark mark)
{
    const uint32_t letter = (uint32_t)azj_colour_letter(colour);
    if (mark == MARK_GHOST)
        scene_piece(c, y, x, width, STYLE_SPACE + colour, letter | 32u, mark);
    else
        scene_piece(c, y, x, width, STYLE_TILE + colour, letter, mark);
}

void scene_place(canvas *c, int y, int x, int width, unsigned style, uint32_t letter)
{
    canvas_put(c, y, x + (width > 1), style, letter ? letter : 0xb7);
}

void scene_pattern_line(canvas *c, int y, int right, const scene_line *l)
{
    const unsigned held = l->held & 15u, colour = l->held >> 4;
    const unsigned before = (l->before >> 4) == colour ? l->before & 15u : 0;
    for (unsigned i = 0; i < l->line; i++) {
        const int x = right - (int)(i + 1) * l->width;
        if (i < held)
            scene_tile(c, y, x, l->width, colour, i >= before ? MARK_NEW : MARK_NONE);
        else if (i < held + l->ghosts)
            scene_tile(c, y, x, l->width, l->colour, MARK_GHOST);
        else
            scene_place(c, y, x, l->width, STYLE_DIM, 0);
    }
}

/* ---- Names and counts ---- */

void scene_name(canvas *c, int y, int x, int width, const play_scene *s, unsigned seat)
{
    char name[2 * PLAY_NAME_MAX], score[16];
    const bool turn = s->view.head.seat == seat;
    buf b = buf_on(name, sizeof name), n = buf_on(score, sizeof score);
    play_full_name(&b, s->setup, seat);
    buf_end(&b);
    buf_number(&n, s->scores[seat]);
    const int digits = (int)buf_end(&n);
    if (canvas_columns(c, name) > width - digits - 2 && s->setup->seats[seat].bot) {
        b = buf_on(name, sizeof name);
        play_name(&b, s->setup, seat);
        buf_end(&b);
    }
    const unsigned style = STYLE_TITLE | (turn ? STYLE_STRONG : 0);
    canvas_put(c, y, x, style, turn ? 0x25b8 : ' ');
    canvas_text(c, y, x + 1, width - digits - 2, style, name);
    canvas_text(c, y, x + width - digits, digits, style, score);
}

int scene_counts(canvas *c, int y, int x, const play_scene *s, msg_key key, azj_tiles tiles)
{
    char text[32];
    const int from = x;
    buf b = buf_on(text, sizeof text);
    msg_put(&b, s->setup->lang, key, NULL);
    buf_char(&b, ' ');
    buf_unsigned(&b, azj_tiles_total(tiles));
    buf_text(&b, ": ");
    buf_end(&b);
    x += canvas_text(c, y, x, 30, STYLE_PLAIN, text);
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++) {
        buf n = buf_on(text, sizeof text);
        buf_unsigned(&n, azj_tiles_count(tiles, colour));
        buf_end(&n);
        scene_tile(c, y, x, 1, colour, MARK_NONE);
        x += 1 + canvas_text(c, y, x + 1, 3, STYLE_PLAIN, text) + 1;
    }
    return x - from;
}

/* ---- The pick ---- */

bool scene_picks(const play_scene *s, unsigned seat, azj_move_kind kind)
{
    return s->pick && s->view.head.seat == seat && azj_move_kind_of(s->pick) == kind;
}

static unsigned moon_tiles(const azj_duel *d, unsigned colour)
{
    unsigned n = azj_tiles_count(d->large_moon, colour);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        unsigned top = 0;
        for (unsigned stack = d->moon[f]; stack; stack >>= 3)
            top = stack & 7u;
        n += top == colour + 1;
    }
    return n;
}

unsigned scene_taken(const play_scene *s)
{
    const unsigned from = azj_move_from(s->pick), colour = azj_move_colour(s->pick);
    switch (azj_move_kind_of(s->pick)) {
    case AZJ_TAKE:
        return azj_tiles_count(from ? s->view.classic.factory[from - 1] : s->view.classic.centre,
                               colour);
    case AZJ_SUN:
        return azj_tiles_count(from ? s->view.duel.sun[from - 1] : s->view.duel.large_sun, colour);
    case AZJ_MOON:
        return moon_tiles(&s->view.duel, colour);
    default:
        return 0;
    }
}
