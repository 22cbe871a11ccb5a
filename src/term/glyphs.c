/* glyphs.c - text as a terminal shows it: see glyphs.h. */
#include "term/glyphs.h"

#include <stdlib.h>
#include <wchar.h>

/* ---- ASCII ---- */

/* The letters of Latin-1; German has its own way to do without dots. */
static const char LATIN[64][3] = {
    "A", "A", "A", "A", "Ae", "A", "Ae", "C", "E", "E", "E", "E", "I",  "I", "I",  "I",
    "D", "N", "O", "O", "O",  "O", "Oe", "x", "O", "U", "U", "U", "Ue", "Y", "Th", "ss",
    "a", "a", "a", "a", "ae", "a", "ae", "c", "e", "e", "e", "e", "i",  "i", "i",  "i",
    "d", "n", "o", "o", "o",  "o", "oe", "/", "o", "u", "u", "u", "ue", "y", "th", "y"};

const char *glyph_ascii(uint32_t ch)
{
    static const struct {
        uint32_t from;
        char to[2];
    } signs[] = {{0xa0, " "},   {0xb7, "."},    {0x2013, "-"},  {0x2014, "-"},  {0x2018, "'"},
                 {0x2019, "'"}, {0x201c, "\""}, {0x201d, "\""}, {0x201e, "\""}, {0x2026, "~"},
                 {0x2190, "<"}, {0x2191, "^"},  {0x2192, ">"},  {0x2193, "v"},  {0x2500, "-"},
                 {0x2502, "|"}, {0x250c, "+"},  {0x2510, "+"},  {0x2514, "+"},  {0x2518, "+"},
                 {0x253c, "+"}, {0x25b8, ">"},  {0x25c6, "*"},  {0x263c, "*"},  {0x263e, "("}};
    if (ch >= 0xc0 && ch < 0x100)
        return LATIN[ch - 0xc0];
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].from == ch)
            return signs[i].to;
    return NULL;
}

/* ---- UTF-8 ---- */

/* Our own texts are well formed, but a name from outside may not be. */
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
    return ch < ' ' || (ch >= 0x7f && ch < 0xa0) ? '?' : ch;
}

/* The columns of a character, -1 if it cannot be shown. Before U+0300 all have one, and a locale
 * that knows no more is not asked. */
static int columns_of(uint32_t ch)
{
    if (ch < 0x300)
        return 1;
    return MB_CUR_MAX > 1 ? wcwidth((wchar_t)ch) : ch < 0x2e80 ? 1 : -1;
}

static glyph shown_glyph(uint32_t ch)
{
    const int width = columns_of(ch);
    return width < 0 ? (glyph){'?', 1} : (glyph){ch, width};
}

bool glyphs_next(glyphs *g, glyph *ch)
{
    do {
        if (*g->more) {
            *ch = (glyph){(uint32_t)*g->more++, 1};
            return true;
        }
        if (!*g->text)
            return false;
        *ch = shown_glyph(next_char(&g->text));
        if (!g->unicode && ch->ch >= 128 && ch->width > 0) {
            const char *plain = glyph_ascii(ch->ch);
            g->more = plain ? plain : "?";
            ch->width = 0;
        }
    } while (ch->width == 0);
    return true;
}

void glyphs_put_ascii(buf *b, const char *text)
{
    glyphs g = glyphs_of(text, false);
    for (glyph ch;;) {
        if (!*g.more && *g.text == '\n') {
            buf_char(b, *g.text++);
            continue;
        }
        if (!glyphs_next(&g, &ch))
            return;
        buf_char(b, (char)ch.ch);
    }
}
