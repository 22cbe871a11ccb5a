/* lines.c - bytes in, whole lines out: see lines.h. */
#include "proto/lines.h"

#include <string.h>

void proto_lines_init(proto_lines *l)
{
    l->start = l->end = l->seen = 0;
    l->dropping = false;
}

char *proto_lines_room(proto_lines *l, size_t *size)
{
    if (l->start > 0) {
        memmove(l->bytes, l->bytes + l->start, l->end - l->start);
        l->end -= l->start;
        l->seen -= l->start;
        l->start = 0;
    }
    *size = sizeof l->bytes - l->end;
    return l->bytes + l->end;
}

void proto_lines_took(proto_lines *l, size_t count)
{
    l->end += count;
}

static proto_line_kind without_end(proto_lines *l)
{
    l->seen = l->end;
    if (!l->dropping && l->end - l->start < sizeof l->bytes)
        return PROTO_LINE_NONE;
    const bool first = !l->dropping;
    l->dropping = true;
    l->start = l->seen = l->end;
    return first ? PROTO_LINE_LONG : PROTO_LINE_NONE;
}

proto_line_kind proto_lines_next(proto_lines *l, proto_word *line)
{
    for (;;) {
        const char *lf = memchr(l->bytes + l->seen, '\n', l->end - l->seen);
        if (!lf)
            return without_end(l);
        const size_t end = (size_t)(lf - l->bytes);
        *line = (proto_word){l->bytes + l->start, end - l->start};
        if (line->length > 0 && lf[-1] == '\r')
            line->length--;
        l->start = l->seen = end + 1;
        if (!l->dropping)
            return PROTO_LINE;
        l->dropping = false; /* the tail of a long line */
    }
}
