/* canvas.c - a grid of characters with styles: see canvas.h. */
#include "term/canvas.h"
#include "term/glyphs.h"

#include <limits.h>
#include <string.h>

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

void canvas_begin(canvas *c, int width, int height, bool unicode)
{
    c->width = at_most(width, CANVAS_WIDTH_MAX);
    c->height = at_most(height, CANVAS_HEIGHT_MAX);
    c->unicode = unicode;
    for (int y = 0; y < c->height; y++)
        canvas_fill(c, y, 0, c->width, STYLE_PLAIN, ' ');
}

/* A single sign where only ASCII can be shown. */
static uint32_t plain_ascii(uint32_t ch)
{
    const char *plain = ch < 128 ? NULL : glyph_ascii(ch);
    return ch < 128 ? ch : plain ? (uint32_t)plain[0] : '?';
}

void canvas_put(canvas *c, int y, int x, unsigned style, uint32_t ch)
{
    if (y < 0 || y >= c->height || x < 0 || x >= c->width)
        return;
    c->cells[y][x] = (canvas_cell){c->unicode ? ch : plain_ascii(ch), (uint8_t)style};
}

void canvas_fill(canvas *c, int y, int x, int width, unsigned style, uint32_t ch)
{
    for (int i = 0; i < width; i++)
        canvas_put(c, y, x + i, style, ch);
}

/* ---- Text ---- */

int canvas_columns(const canvas *c, const char *text)
{
    int n = 0;
    glyphs g = glyphs_of(text, c->unicode);
    for (glyph ch; glyphs_next(&g, &ch);)
        n += ch.width;
    return n;
}

/* A wide character leaves its second cell empty, without a blank. */
static void put_glyph(canvas *c, int y, int x, unsigned style, glyph g)
{
    canvas_put(c, y, x, style, g.ch);
    if (g.width > 1 && y >= 0 && y < c->height && x >= 0 && x + 1 < c->width)
        c->cells[y][x + 1] = (canvas_cell){0, (uint8_t)style};
}

int canvas_text(canvas *c, int y, int x, int width, unsigned style, const char *text)
{
    const bool cut = canvas_columns(c, text) > width;
    const int room = cut ? width - 1 : width; /* the last column says that there is more */
    int n = 0;
    glyphs g = glyphs_of(text, c->unicode);
    for (glyph ch; glyphs_next(&g, &ch) && n + ch.width <= room; n += ch.width)
        put_glyph(c, y, x + n, style, ch);
    if (cut && width > 0)
        canvas_put(c, y, x + n++, style, 0x2026);
    return n;
}

/* ---- Several rows ---- */

/* Bytes of the text that fit in a row, broken at a blank where possible, and what to skip. */
static size_t row_length(const canvas *c, const char *text, int width, size_t *skip)
{
    size_t blank = 0, length = 0;
    int n = 0;
    glyphs g = glyphs_of(text, c->unicode);
    while (*g.text && *g.text != '\n') {
        const bool is_blank = *g.text == ' ';
        glyph ch;
        do {
            if (!glyphs_next(&g, &ch))
                break;
            n += ch.width;
        } while (*g.more);
        if (n > width)
            break;
        if (is_blank)
            blank = length;
        length = (size_t)(g.text - text);
    }
    const char next = text[length];
    *skip = next == '\n' || next == ' ';
    if (!next || *skip || !blank)
        return length ? length : (size_t)(g.text - text); /* wider than any row: cut */
    *skip = 1;
    return blank;
}

/* Draws with `draw`, counts without. */
static int wrap(const canvas *c, canvas *draw, int y, int x, int width, int height, unsigned style,
                const char *text)
{
    int rows = 0;
    for (; *text && rows < height; rows++) {
        size_t skip;
        const size_t length = row_length(c, text, width, &skip);
        char row[4 * CANVAS_WIDTH_MAX];
        const size_t n = length < sizeof row ? length : sizeof row - 1;
        memcpy(row, text, n);
        row[n] = '\0';
        if (draw)
            canvas_text(draw, y + rows, x, width, style, row);
        text += length + skip;
    }
    return rows;
}

int canvas_wrap(canvas *c, int y, int x, int width, int height, unsigned style, const char *text)
{
    return wrap(c, c, y, x, width, height, style, text);
}

int canvas_rows(const canvas *c, int width, const char *text)
{
    return wrap(c, NULL, 0, 0, width, INT_MAX, 0, text);
}
