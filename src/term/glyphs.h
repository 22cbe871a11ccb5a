/* glyphs.h - text as a terminal shows it: characters with their columns, or ASCII where the
 * terminal has nothing else.
 *
 *     glyphs g = glyphs_of(text, unicode);
 *     for (glyph ch; glyphs_next(&g, &ch);) …
 */
#ifndef TERM_GLYPHS_H
#define TERM_GLYPHS_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct glyph {
    uint32_t ch;
    int width; /* columns: 1 or 2 */
} glyph;

typedef struct glyphs {
    const char *text; /* what has not been read */
    const char *more; /* ASCII that stands for the last character, still to come */
    bool unicode;
} glyphs;

static inline glyphs glyphs_of(const char *text, bool unicode)
{
    return (glyphs){text, "", unicode};
}

/* The next one; false at the end. A name from outside may hold anything: what cannot be shown is a
 * question mark, and what takes no room is left out. */
bool glyphs_next(glyphs *g, glyph *ch);

/* ASCII for a character: "ae" for ä; NULL where there is none. */
const char *glyph_ascii(uint32_t ch);

/* The text with ASCII only; its line ends stay. */
void glyphs_put_ascii(buf *b, const char *text);

#endif
