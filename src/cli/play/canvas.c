/* canvas.c - a grid of characters with styles: see canvas.h. */
#include "cli/play/canvas.h"
#include "base/buf.h"

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

/* What stands for a character where only ASCII can be shown. */
static uint32_t plain_ascii(uint32_t ch)
{
    static const struct {
        uint32_t from;
        char to;
    } table[] = {{0xb7, '.'},   {0xd7, 'x'},   {0x2026, '~'}, {0x2190, '<'}, {0x2191, '^'},
                 {0x2192, '>'}, {0x2193, 'v'}, {0x2500, '-'}, {0x2502, '|'}, {0x253c, '+'},
                 {0x25b8, '>'}, {0x25c6, '*'}, {0x263c, '*'}, {0x263e, '('}, {0x250c, '+'},
                 {0x2510, '+'}, {0x2514, '+'}, {0x2518, '+'}, {0xfc, 'u'},   {0xe4, 'a'},
                 {0xf6, 'o'},   {0xdf, 's'},   {0xdc, 'U'},   {0xc4, 'A'},   {0xd6, 'O'},
                 {0xeb, 'e'}};
    if (ch < 128)
        return ch;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].from == ch)
            return (uint32_t)table[i].to;
    return '?';
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

/* ---- UTF-8 --------------------------------------------------------------------------------- */

/* The next character; our own texts are well formed, a name from outside may not be. */
static uint32_t next_char(const char **text)
{
    const unsigned char *p = (const unsigned char *)*text;
    const unsigned more = p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 1 : p[0] < 0xf0 ? 2 : 3;
    uint32_t ch = more ? p[0] & (0x3fu >> more) : p[0];
    for (unsigned i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *text += 1;
            return '?';
        }
        ch = ch << 6 | (p[i] & 0x3f);
    }
    *text += more + 1;
    return ch < ' ' || (ch >= 0x7f && ch < 0xa0) || ch >= 0x2e80 ? '?' : ch; /* wide ones too */
}

int canvas_columns(const char *text)
{
    int n = 0;
    for (; *text; n++)
        next_char(&text);
    return n;
}

int canvas_text(canvas *c, int y, int x, int width, unsigned style, const char *text)
{
    const int all = canvas_columns(text);
    int n = 0;
    for (; *text && n < width; n++) {
        const uint32_t ch = next_char(&text);
        canvas_put(c, y, x + n, style, n + 1 == width && all > width ? 0x2026 : ch);
    }
    return n;
}

/* ---- Several rows -------------------------------------------------------------------------- */

/* Bytes of the text that fit in a row, broken at a blank where possible, and what to skip. */
static size_t row_length(const char *text, int width, size_t *skip)
{
    size_t blank = 0;
    const char *at = text;
    for (int n = 0; n < width && *at && *at != '\n'; n++) {
        if (*at == ' ')
            blank = (size_t)(at - text);
        next_char(&at);
    }
    const size_t length = (size_t)(at - text);
    *skip = *at == '\n' || *at == ' ';
    if (!*at || *skip || !blank)
        return length;
    *skip = 1;
    return blank;
}

int canvas_wrap(canvas *c, int y, int x, int width, int height, unsigned style, const char *text)
{
    int rows = 0;
    for (; *text && rows < height; rows++) {
        size_t skip;
        const size_t length = row_length(text, width, &skip);
        char row[4 * CANVAS_WIDTH_MAX];
        const size_t n = length < sizeof row ? length : sizeof row - 1;
        memcpy(row, text, n);
        row[n] = '\0';
        if (c)
            canvas_text(c, y + rows, x, width, style, row);
        text += length + skip;
    }
    return rows;
}

int canvas_rows(int width, const char *text)
{
    return canvas_wrap(NULL, 0, 0, width, INT_MAX, 0, text);
}

static void put_utf8(buf *b, uint32_t ch)
{
    if (ch < 0x80) {
        buf_char(b, (char)ch);
    } else if (ch < 0x800) {
        buf_char(b, (char)(0xc0 | ch >> 6));
        buf_char(b, (char)(0x80 | (ch & 0x3f)));
    } else {
        buf_char(b, (char)(0xe0 | ch >> 12));
        buf_char(b, (char)(0x80 | (ch >> 6 & 0x3f)));
        buf_char(b, (char)(0x80 | (ch & 0x3f)));
    }
}

size_t canvas_row_text(const canvas *c, int y, char *out, size_t size)
{
    buf b = buf_on(out, size);
    int last = c->width;
    while (last > 0 && c->cells[y][last - 1].ch == ' ')
        last--;
    for (int x = 0; x < last; x++)
        put_utf8(&b, c->cells[y][x].ch);
    return buf_end(&b);
}
