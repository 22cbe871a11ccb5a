/* record_json.c - a game as one line of JSON: the mirror of the text form. */
#include "text/record.h"

#include <string.h>

static void put_member(json_writer *w, const azj_record *r, uint32_t name, uint32_t value)
{
    const char *key = azj_record_string(r, name), *text = azj_record_string(r, value);
    json_write_string(w, NULL, key); /* a name may need escapes; json_write_key has none */
    buf_char(w->out, ':');
    buf_json_string(w->out, text, strlen(text));
}

static void put_tags(json_writer *w, const azj_record *r)
{
    json_write_object(w, "tags");
    for (uint32_t i = 0; i < r->tag_count; i++)
        put_member(w, r, r->tags[i].name, r->tags[i].value);
    json_write_object_end(w);
}

/* "notes":[{"clk":"298.5"}], if there are any after step `after`; returns the next note. */
static uint32_t put_notes(json_writer *w, const azj_record *r, uint32_t i, uint32_t after)
{
    if (i >= r->note_count || r->notes[i].after != after)
        return i;
    json_write_array(w, "notes");
    for (; i < r->note_count && r->notes[i].after == after; i++) {
        json_write_object(w, NULL);
        put_member(w, r, r->notes[i].name, r->notes[i].value);
        json_write_object_end(w);
    }
    json_write_array_end(w);
    return i;
}

/* ---- Chance ---- */

/* The members of a step that is chance: tiles together, plates together, chips together. */
static uint32_t put_group(json_writer *w, const azj_record *r, uint32_t i, azj_state *s,
                          uint32_t note)
{
    const unsigned kind = r->steps[i].outcome.kind;
    const uint32_t first = i, end = record_group(r, i, s, note);
    if (kind == AZJ_OUTCOME_STARTER) {
        json_write_unsigned(w, "starter", r->steps[first].outcome.value);
    } else if (kind == AZJ_OUTCOME_TILE) {
        json_write_string_begin(w, "tiles");
        for (; i < end; i++)
            buf_char(w->out, azj_colour_letter(r->steps[i].outcome.value));
        json_write_string_end(w);
    } else {
        const bool plates = kind == AZJ_OUTCOME_PLATE;
        json_write_array(w, plates ? "plates" : "chips");
        for (; i < end; i++) {
            const unsigned value = r->steps[i].outcome.value;
            json_write_string(w, NULL, plates ? azj_plate_name(value) : azj_face_name(value));
        }
        json_write_array_end(w);
    }
    return end;
}

/* ---- The game ---- */

static void put_round(json_writer *w, unsigned round)
{
    json_write_object(w, NULL);
    json_write_unsigned(w, "round", round);
    json_write_object_end(w);
}

static void put_steps(json_writer *w, const azj_record *r)
{
    azj_state s = r->start;
    unsigned round = 0;
    uint32_t note = put_notes(w, r, 0, 0);
    json_write_array(w, "steps");
    for (uint32_t i = 0; i < r->step_count;) {
        if (!r->steps[i].move && s.head.round != round) {
            round = s.head.round;
            put_round(w, round);
        }
        json_write_object(w, NULL);
        if (r->steps[i].move) {
            json_put_move(w, "move", r->steps[i].move);
            azj_record_replay(r, i++, &s, NULL);
        } else {
            i = put_group(w, r, i, &s, note);
        }
        note = put_notes(w, r, note, i);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void put_end(json_writer *w, const azj_record *r)
{
    json_write_object(w, "end");
    json_write_array(w, "winners");
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++)
        if (r->winners >> seat & 1u)
            json_write_unsigned(w, NULL, seat);
    json_write_array_end(w);
    json_write_array(w, "scores");
    for (unsigned seat = 0; seat < r->now.head.players; seat++)
        json_write_number(w, NULL, azj_score(&r->now, seat));
    json_write_array_end(w);
    json_write_string(w, "cause", r->cause ? azj_record_string(r, r->cause) : "unfinished");
    json_write_object_end(w);
}

size_t azj_record_json(const azj_record *r, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_on(&b);
    json_write_object(&w, NULL);
    put_tags(&w, r);
    put_steps(&w, r);
    put_end(&w, r);
    json_write_object_end(&w);
    return buf_end(&b);
}
