/* lines.h - bytes in, whole lines out, in bounded memory.
 *
 *     read into proto_lines_room() -> proto_lines_took(n) -> proto_lines_next() until NONE
 *
 * A line of more than PROTO_LINE_MAX bytes is reported once, as LONG, and its bytes are dropped as
 * they arrive, so a peer that never sends a line feed needs no memory.
 */
#ifndef PROTO_LINES_H
#define PROTO_LINES_H

#include "proto/words.h"

typedef enum proto_line_kind {
    PROTO_LINE_NONE, /* read more */
    PROTO_LINE,      /* without its LF, and without a CR before it */
    PROTO_LINE_LONG
} proto_line_kind;

typedef struct proto_lines {
    size_t start, end; /* what is read and not yet given out */
    size_t seen;       /* no LF in start .. seen */
    bool dropping;     /* inside a line that was reported as LONG */
    char bytes[PROTO_LINE_MAX];
} proto_lines;

void proto_lines_init(proto_lines *l);

/* Where the next bytes go and how many fit: at least one, once proto_lines_next gave NONE. Moves
 * the kept bytes, so lines returned earlier become invalid. */
char *proto_lines_room(proto_lines *l, size_t *size);
void proto_lines_took(proto_lines *l, size_t count);

proto_line_kind proto_lines_next(proto_lines *l, proto_word *line);

#endif
