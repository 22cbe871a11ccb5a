/* record_text.c - a game as text: tags, rounds with their deals, moves, the end.
 * Grammar: docs/notation.md. */
#include "text/record.h"

#include <string.h>

enum { LINE_WIDTH = 96 };

typedef struct writer {
    buf out;
    size_t line_start; /* where the present line begins */
} writer;

static void new_line(writer *w)
{
    buf_char(&w->out, '\n');
    w->line_start = w->out.length;
}

/* Writes a space, or a line feed if a word of that many bytes does not fit on the line. */
static void begin_word(writer *w, size_t length)
{
    const size_t used = w->out.length - w->line_start;
    if (used == 0)
        return;
    if (used + 1 + length > LINE_WIDTH)
        new_line(w);
    else
        buf_char(&w->out, ' ');
}

static void put_word(writer *w, const char *text, size_t length)
{
    begin_word(w, length);
    buf_bytes(&w->out, text, length);
}

/* ---- Tags and notes ---- */

static void put_escaped(buf *b, const char *text, char special)
{
    const size_t mark = strlen(RECORD_MARK);
    for (const char *at = text; *at; at++) {
        const bool header = at > text && at[-1] == '\n' && strncmp(at, RECORD_MARK, mark) == 0;
        if (*at == special || *at == '\\' || header)
            buf_char(b, '\\');
        buf_char(b, *at);
    }
}

static void put_tags(writer *w, const azj_record *r)
{
    for (uint32_t i = 0; i < r->tag_count; i++) {
        buf_char(&w->out, '[');
        buf_text(&w->out, azj_record_string(r, r->tags[i].name));
        buf_text(&w->out, " \"");
        put_escaped(&w->out, azj_record_string(r, r->tags[i].value), '"');
        buf_text(&w->out, "\"]");
        new_line(w);
    }
    new_line(w);
}

static void put_comment(writer *w, const char *text)
{
    begin_word(w, strlen(text) + 2);
    buf_char(&w->out, '{');
    put_escaped(&w->out, text, '}');
    buf_char(&w->out, '}');
    const char *last = strrchr(text, '\n');
    if (last)
        w->line_start = w->out.length - strlen(last);
}

/* Writes the notes of step `after`, from note `i` on; returns the first note after them. */
static uint32_t put_notes(writer *w, const azj_record *r, uint32_t i, uint32_t after)
{
    for (; i < r->note_count && r->notes[i].after == after; i++) {
        const char *name = azj_record_string(r, r->notes[i].name);
        const char *value = azj_record_string(r, r->notes[i].value);
        if (strcmp(name, RECORD_COMMENT) == 0) {
            put_comment(w, value);
            continue;
        }
        begin_word(w, strlen(name) + strlen(value) + 3);
        buf_char(&w->out, '[');
        buf_text(&w->out, name);
        buf_char(&w->out, ' ');
        buf_text(&w->out, value);
        buf_char(&w->out, ']');
    }
    return i;
}

/* ---- Steps ---- */

static void put_outcome(buf *b, azj_outcome o, bool first)
{
    switch (o.kind) {
    case AZJ_OUTCOME_STARTER:
        buf_text(b, "starter=");
        buf_unsigned(b, o.value);
        break;
    case AZJ_OUTCOME_TILE:
        buf_char(b, azj_colour_letter(o.value));
        break;
    case AZJ_OUTCOME_PLATE:
        buf_text(b, first ? "" : ",");
        buf_text(b, azj_plate_name(o.value));
        break;
    default:
        buf_text(b, first ? "$" : ",");
        buf_text(b, azj_face_name(o.value));
    }
}

/* Writes a group of the deal as one word; returns the step after it. */
static uint32_t put_group(writer *w, const azj_record *r, uint32_t i, azj_state *s, uint32_t note)
{
    char word[128];
    buf b = buf_on(word, sizeof word);
    const uint32_t first = i, end = record_group(r, i, s, note);
    for (; i < end; i++)
        put_outcome(&b, r->steps[i].outcome, i == first);
    put_word(w, word, b.length < sizeof word ? b.length : sizeof word);
    return end;
}

static void put_round(writer *w, unsigned round)
{
    char word[16];
    buf b = buf_on(word, sizeof word);
    buf_text(&b, "round ");
    buf_unsigned(&b, round);
    if (w->out.length > w->line_start)
        new_line(w);
    put_word(w, word, b.length);
}

static void put_steps(writer *w, const azj_record *r)
{
    azj_state s = r->start;
    unsigned round = 0;
    uint32_t note = put_notes(w, r, 0, 0);
    bool dealt = false;
    for (uint32_t i = 0; i < r->step_count;) {
        const azj_record_step step = r->steps[i];
        if (step.move) {
            char word[AZJ_MOVE_TEXT_MAX];
            const size_t length = azj_move_text(step.move, word, sizeof word);
            if (dealt)
                new_line(w);
            put_word(w, word, length);
            azj_apply(&s, step.move, NULL);
            i++;
        } else {
            if (s.head.round != round)
                put_round(w, round = s.head.round);
            i = put_group(w, r, i, &s, note);
        }
        dealt = !step.move;
        note = put_notes(w, r, note, i);
    }
}

static void put_end(writer *w, const azj_record *r)
{
    if (w->out.length > w->line_start)
        new_line(w);
    buf_text(&w->out, "end ");
    record_put_winners(&w->out, r->winners);
    buf_char(&w->out, ' ');
    record_put_scores(&w->out, &r->now);
    buf_char(&w->out, ' ');
    buf_text(&w->out, r->cause ? azj_record_string(r, r->cause) : "unfinished");
    new_line(w);
}

size_t azj_record_text(const azj_record *r, char *out, size_t size)
{
    writer w = {.out = buf_on(out, size)};
    put_tags(&w, r);
    put_steps(&w, r);
    put_end(&w, r);
    return buf_end(&w.out);
}
