/* record_json.c - a game as one line of JSON: the mirror of the text form. */
#include "text/record.h"

#include <string.h>

static void put_string(buf *b, const azj_record *r, uint32_t offset)
{
    const char *text = azj_record_string(r, offset);
    buf_json_string(b, text, strlen(text));
}

static void put_tags(buf *b, const azj_record *r)
{
    buf_text(b, "{\"tags\":{");
    for (uint32_t i = 0; i < r->tag_count; i++) {
        if (i)
            buf_char(b, ',');
        put_string(b, r, r->tags[i].name);
        buf_char(b, ':');
        put_string(b, r, r->tags[i].value);
    }
    buf_char(b, '}');
}

/* ,"notes":[{"clk":"298.5"}], if there are any behind step `after`; returns the note behind. */
static uint32_t put_notes(buf *b, const azj_record *r, uint32_t i, uint32_t after)
{
    const uint32_t first = i;
    for (; i < r->note_count && r->notes[i].after == after; i++) {
        buf_text(b, i == first ? ",\"notes\":[{" : ",{");
        put_string(b, r, r->notes[i].name);
        buf_char(b, ':');
        put_string(b, r, r->notes[i].value);
        buf_char(b, '}');
    }
    if (i > first)
        buf_char(b, ']');
    return i;
}

/* ---- Chance --------------------------------------------------------------------------------- */

static void put_outcome(buf *b, azj_outcome o, bool first)
{
    if (o.kind == AZJ_OUTCOME_TILE) {
        buf_char(b, azj_colour_letter(o.value));
        return;
    }
    if (o.kind == AZJ_OUTCOME_STARTER) {
        buf_unsigned(b, o.value);
        return;
    }
    buf_text(b, first ? "\"" : ",\"");
    buf_text(b, o.kind == AZJ_OUTCOME_PLATE ? azj_plate_name(o.value) : azj_face_name(o.value));
    buf_char(b, '"');
}

/* {"tiles":"BYRK" without its end */
static uint32_t put_group(buf *b, const azj_record *r, uint32_t i, azj_state *s, uint32_t note)
{
    static const char *const open[] = {"{\"starter\":", "{\"tiles\":\"", "{\"plates\":[",
                                       "{\"chips\":["};
    static const char *const close[] = {"", "\"", "]", "]"};
    const unsigned kind = r->steps[i].outcome.kind;
    const uint32_t first = i, end = record_group(r, i, s, note);
    buf_text(b, open[kind]);
    for (; i < end; i++)
        put_outcome(b, r->steps[i].outcome, i == first);
    buf_text(b, close[kind]);
    return end;
}

/* ---- The game ------------------------------------------------------------------------------- */

static void put_steps(buf *b, const azj_record *r)
{
    azj_state s = r->start;
    unsigned round = 0;
    uint32_t note = put_notes(b, r, 0, 0);
    buf_text(b, ",\"steps\":[");
    for (uint32_t i = 0; i < r->step_count;) {
        if (i)
            buf_char(b, ',');
        if (!r->steps[i].move && s.head.round != round) {
            round = s.head.round;
            buf_text(b, "{\"round\":");
            buf_unsigned(b, round);
            buf_text(b, "},");
        }
        if (r->steps[i].move) {
            buf_text(b, "{\"move\":");
            json_put_move(b, r->steps[i].move);
            azj_record_replay(r, i++, &s, NULL);
        } else {
            i = put_group(b, r, i, &s, note);
        }
        note = put_notes(b, r, note, i);
        buf_char(b, '}');
    }
    buf_char(b, ']');
}

static void put_end(buf *b, const azj_record *r)
{
    unsigned n = 0;
    buf_text(b, ",\"end\":{\"winners\":[");
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++)
        if (r->winners >> seat & 1u) {
            buf_text(b, n++ ? "," : "");
            buf_unsigned(b, seat);
        }
    buf_text(b, "],\"scores\":[");
    for (unsigned seat = 0; seat < r->now.head.players; seat++) {
        buf_text(b, seat ? "," : "");
        buf_number(b, azj_score(&r->now, seat));
    }
    buf_text(b, "],\"cause\":");
    if (r->cause)
        put_string(b, r, r->cause);
    else
        buf_text(b, "\"unfinished\"");
    buf_text(b, "}}");
}

size_t azj_record_json(const azj_record *r, char *out, size_t size)
{
    buf b = buf_on(out, size);
    put_tags(&b, r);
    put_steps(&b, r);
    put_end(&b, r);
    return buf_end(&b);
}
