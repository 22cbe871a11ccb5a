/* record_json_read.c - reads a game from one line of JSON, checked step by step.
 *
 * As in the text form, everything before the first fault is kept.
 */
#include "text/json_read.h"
#include "text/record.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 1 << 20 };

typedef struct reader {
    json_reader j;
    azj_record *r;
    unsigned round; /* whose deal has been announced */
    char *value;    /* room for any string of this line */
    size_t room;
} reader;

static void fail_with(reader *rd, uint32_t node, const azj_fault *why)
{
    if (json_bad(&rd->j))
        return;
    rd->j.fault.code = why->code;
    rd->j.fault.offset = rd->j.doc.nodes[node].start;
    azj_fault_text(why, rd->j.fault.text, sizeof rd->j.fault.text);
}

static void fail_if(reader *rd, uint32_t node, azj_error e)
{
    const azj_fault why = {.code = e};
    if (e != AZJ_E_OK)
        fail_with(rd, node, &why);
}

/* Every string of the line fits rd->value. */
static size_t read_string(reader *rd, uint32_t node, const char *what)
{
    return json_word(&rd->j, node, rd->value, rd->room, what);
}

/* ---- Tags and notes ---- */

static void read_tag(reader *rd, uint32_t key)
{
    char name[RECORD_TAG_NAME_MAX + 1];
    const size_t name_length =
        json_word(&rd->j, key, name, sizeof name, "a tag's name of at most 32 characters");
    const size_t length = read_string(rd, key + 1, "the tag's value, a string");
    if (json_bad(&rd->j))
        return;
    if (!record_tag_name_ok(name, name_length))
        json_fail(&rd->j, key, "a tag's name, letters and digits with a capital first");
    else if (azj_record_tag_value(rd->r, name))
        json_fail(&rd->j, key, "each tag only once");
    else if (length >= RECORD_TAG_VALUE_MAX)
        json_fail(&rd->j, key + 1, "a value of at most 1023 bytes");
    else if (record_value_good(rd->value, length, "", "") < length)
        json_fail(&rd->j, key + 1, RECORD_TAG_WANTED);
    else
        fail_if(rd, key, record_add_tag(rd->r, name, name_length, rd->value, length));
}

static void read_tags(reader *rd, uint32_t node)
{
    json_reader *j = &rd->j;
    if (json_bad(j))
        return;
    if (json_type_of(j, node) != JSON_OBJECT) {
        json_fail(j, node, "an object of tags");
        return;
    }
    uint32_t at = node + 1;
    uint32_t places[AZJ_RECORD_TAGS_MAX];
    for (unsigned i = 0; !json_bad(j) && i < json_count(j, node); i++) {
        if (i < AZJ_RECORD_TAGS_MAX)
            places[i] = at + 1;
        read_tag(rd, at);
        at = json_after(j, at + 1);
    }
    uint32_t tag = rd->r->tag_count;
    const char *expected = NULL;
    if (json_bad(j))
        return;
    const azj_error e = record_begin_by_tags(rd->r, &tag, &expected);
    if (expected)
        json_fail(j, tag < rd->r->tag_count ? places[tag] : node, expected);
    fail_if(rd, node, e);
}

static void read_note(reader *rd, uint32_t node)
{
    json_reader *j = &rd->j;
    if (json_type_of(j, node) != JSON_OBJECT || json_count(j, node) != 1) {
        json_fail(j, node, "a note like {\"clk\":\"298.5\"}");
        return;
    }
    char name[RECORD_NOTE_NAME_MAX + 1];
    const size_t name_length =
        json_word(j, node + 1, name, sizeof name, "a note's name of at most 16 characters");
    const size_t length = read_string(rd, node + 2, "the note's value, a string");
    const bool comment = strcmp(name, RECORD_COMMENT) == 0;
    if (json_bad(j))
        return;
    if (!record_note_name_ok(name, name_length))
        json_fail(j, node + 1, "a note's name, small letters, digits and _");
    else if (length >= (comment ? RECORD_COMMENT_MAX : RECORD_NOTE_VALUE_MAX))
        json_fail(j, node + 2, comment ? "at most 65535 bytes" : "at most 1023 bytes");
    else if (record_value_good(rd->value, length, comment ? "" : "[]", comment ? "\n\t" : "") <
             length)
        json_fail(j, node + 2, comment ? RECORD_COMMENT_WANTED : RECORD_NOTE_WANTED);
    else
        fail_if(rd, node, record_add_note(rd->r, name, name_length, rd->value, length));
}

static void read_notes(reader *rd, uint32_t object)
{
    const uint32_t node = json_optional(&rd->j, object, "notes");
    if (!node)
        return;
    uint32_t at = json_array(&rd->j, node, 1, AZJ_RECORD_NOTES_MAX);
    for (unsigned i = 0; !json_bad(&rd->j) && i < json_count(&rd->j, node); i++) {
        read_note(rd, at);
        at = json_after(&rd->j, at);
    }
}

/* ---- Steps ---- */

static void add_outcome_at(reader *rd, uint32_t node, unsigned kind, unsigned value)
{
    if (json_bad(&rd->j))
        return;
    if (rd->round != rd->r->now.head.round) {
        json_fail(&rd->j, node, "the number of the round before its deal");
        return;
    }
    const azj_error e = azj_record_chance(rd->r, (azj_outcome){(uint8_t)kind, (uint8_t)value, 0});
    if (e == AZJ_E_NOT_A_MOVE)
        json_fail(&rd->j, node, "an outcome that is possible here");
    else
        fail_if(rd, node, e);
}

static void read_tiles(reader *rd, uint32_t node)
{
    const size_t length = read_string(rd, node, "a string of tiles");
    for (size_t i = 0; i < length; i++) {
        const unsigned colour = text_colour(rd->value[i]);
        if (colour == AZJ_COLOUR_NB)
            json_fail(&rd->j, node, "tiles B Y R K T");
        add_outcome_at(rd, node, AZJ_OUTCOME_TILE, colour);
    }
    if (length == 0)
        json_fail(&rd->j, node, "a tile at least");
}

static void read_list(reader *rd, uint32_t node, unsigned kind)
{
    json_reader *j = &rd->j;
    uint32_t at = json_array(j, node, 1, 20);
    for (unsigned i = 0; !json_bad(j) && i < json_count(j, node); i++, at = json_after(j, at))
        add_outcome_at(rd, at, kind,
                       kind == AZJ_OUTCOME_PLATE ? json_plate(j, at, false) : json_face(j, at));
}

static void read_move(reader *rd, uint32_t node)
{
    const azj_move move = json_read_move(&rd->j, node, (azj_rules)rd->r->now.head.rules);
    if (json_bad(&rd->j))
        return;
    azj_fault why = {0};
    why.code = azj_record_move(rd->r, move, &why, NULL);
    if (why.code != AZJ_E_OK)
        fail_with(rd, node, &why);
}

static void read_round(reader *rd, uint32_t node)
{
    const unsigned round = rd->r->now.head.round;
    const bool dealing = rd->r->now.head.phase == AZJ_PHASE_DEAL;
    if (json_number(&rd->j, node, 1, 99) != round || !dealing || rd->round == round)
        json_fail(&rd->j, node, "the number of the round that is dealt now");
    rd->round = round;
}

static void read_step(reader *rd, uint32_t node)
{
    static const char *const kinds[] = {"starter", "tiles", "plates", "chips", "move", "round"};
    json_reader *j = &rd->j;
    if (json_type_of(j, node) != JSON_OBJECT) {
        json_fail(j, node, "a step: an object");
        return;
    }
    unsigned kind = 0;
    uint32_t value = 0;
    for (; kind < 6 && !value; kind++)
        value = json_optional(j, node, kinds[kind]);
    if (!value) {
        json_fail(j, node, "round, starter, tiles, plates, chips or move");
        return;
    }
    const char *key = kinds[kind - 1];
    char keys[24];
    buf b = buf_on(keys, sizeof keys);
    buf_text(&b, key);
    buf_text(&b, key[0] == 'r' ? "" : " notes");
    buf_end(&b);
    json_object(j, node, keys);
    if (key[0] == 'm')
        read_move(rd, value);
    else if (key[0] == 'r')
        read_round(rd, value);
    else if (key[0] == 's')
        add_outcome_at(rd, value, AZJ_OUTCOME_STARTER, json_number(j, value, 0, 3));
    else if (key[0] == 't')
        read_tiles(rd, value);
    else
        read_list(rd, value, key[0] == 'p' ? AZJ_OUTCOME_PLATE : AZJ_OUTCOME_CHIP);
    read_notes(rd, node);
}

static void read_steps(reader *rd, uint32_t node)
{
    uint32_t at = json_array(&rd->j, node, 0, AZJ_RECORD_STEPS_MAX);
    for (unsigned i = 0; !json_bad(&rd->j) && i < json_count(&rd->j, node); i++) {
        read_step(rd, at);
        at = json_after(&rd->j, at);
    }
}

/* ---- The end ---- */

static unsigned read_winners(reader *rd, uint32_t node)
{
    json_reader *j = &rd->j;
    unsigned winners = 0;
    uint32_t at = json_array(j, node, 0, AZJ_SEATS_MAX);
    for (unsigned i = 0; !json_bad(j) && i < json_count(j, node); i++, at = json_after(j, at)) {
        const unsigned seat = json_number(j, at, 0, AZJ_SEATS_MAX - 1);
        if (winners >> seat)
            json_fail(j, at, "the winners in rising order");
        winners |= 1u << seat;
    }
    return winners;
}

static void read_end(reader *rd, uint32_t node)
{
    json_reader *j = &rd->j;
    const unsigned players = rd->r->now.head.players;
    int scores[AZJ_SEATS_MAX] = {0};
    json_object(j, node, "winners scores cause");
    const unsigned winners = read_winners(rd, json_key(j, node, "winners"));
    uint32_t at = json_array(j, json_key(j, node, "scores"), players, players);
    for (unsigned i = 0; !json_bad(j) && i < players; i++, at = json_after(j, at))
        scores[i] = (int)json_number(j, at, 0, 999);
    const size_t length = read_string(rd, json_key(j, node, "cause"), "the cause of the end");
    if (json_bad(j))
        return;
    static const char *const keys[] = {"winners", "scores", "cause"};
    const char *expected;
    record_end_part part;
    const azj_error e =
        record_end_read(rd->r, winners, scores, rd->value, length, &expected, &part);
    if (expected)
        json_fail(j, json_key(j, node, keys[part]), expected);
    fail_if(rd, node, e);
}

static void read_game(reader *rd)
{
    json_reader *j = &rd->j;
    json_object(j, 0, "tags notes steps end");
    read_tags(rd, json_key(j, 0, "tags"));
    read_notes(rd, 0);
    read_steps(rd, json_key(j, 0, "steps"));
    read_end(rd, json_key(j, 0, "end"));
}

/* Returns whether the value was closed, in a text that may be damaged later. */
static bool is_whole(const reader *rd, uint32_t node)
{
    const json_node *n = &rd->j.doc.nodes[node];
    return n->type < JSON_ARRAY || n->end > n->start;
}

static void read_whole_steps(reader *rd, uint32_t node)
{
    uint32_t at = node + 1;
    for (unsigned i = 0; !json_bad(&rd->j) && i < json_count(&rd->j, node); i++) {
        if (!is_whole(rd, at))
            return;
        read_step(rd, at);
        at = json_after(&rd->j, at);
    }
}

/* The text is not valid JSON: reads the complete values before the fault. Of two faults the first
 * one is reported. */
static void read_intact(reader *rd)
{
    json_reader *j = &rd->j;
    const azj_text_fault broken = j->fault;
    j->fault.code = AZJ_E_OK;
    const bool object = j->doc.count > 0 && json_type_of(j, 0) == JSON_OBJECT;
    const uint32_t tags = object ? json_optional(j, 0, "tags") : 0;
    if (tags && is_whole(rd, tags)) {
        const uint32_t notes = json_optional(j, 0, "notes"), steps = json_optional(j, 0, "steps");
        read_tags(rd, tags);
        if (notes && is_whole(rd, notes))
            read_notes(rd, 0);
        if (steps && json_type_of(j, steps) == JSON_ARRAY)
            read_whole_steps(rd, steps);
    }
    if (!json_bad(j) || j->fault.offset > broken.offset)
        j->fault = broken;
}

/* One game of JSON, its offsets counted from the line's start. */
static azj_error read_line(const char *line, size_t length, azj_record *r, azj_text_fault *fault)
{
    const size_t most = length / 2 + 2;
    const uint32_t max = most < NODES_MAX ? (uint32_t)most : NODES_MAX;
    json_node *nodes = malloc(max * sizeof *nodes);
    reader rd = {.r = r, .value = malloc(length + 1), .room = length + 1};
    rd.j.fault = (azj_text_fault){.code = AZJ_E_NO_MEMORY, .text = "out of memory"};
    if (nodes && rd.value && json_begin(&rd.j, line, length, nodes, max))
        read_game(&rd);
    else if (nodes && rd.value)
        read_intact(&rd);
    free(nodes);
    free(rd.value);
    return json_end(&rd.j, fault);
}

static size_t end_of_line(const char *text, size_t at, size_t length)
{
    const char *newline = at < length ? memchr(text + at, '\n', length - at) : NULL;
    return newline ? (size_t)(newline - text) : length;
}

/* The line feed after the game, or the end of the text. A game has one line; if its object is not
 * closed there (another program has formatted it), it continues until a line begins with the next
 * object. */
static size_t end_of_game(const char *text, size_t start, size_t length)
{
    size_t end = end_of_line(text, start, length), last = end;
    while (last > start && (text[last - 1] == ' ' || text[last - 1] == '\r'))
        last--;
    if (last > start && text[last - 1] == '}')
        return end;
    while (end + 1 < length && text[start] == '{' && text[end + 1] != '{')
        end = end_of_line(text, end + 1, length);
    return end;
}

azj_error azj_record_parse_json(const char *text, size_t length, size_t *at, azj_record *r,
                                azj_text_fault *fault)
{
    azj_text_fault found = {.code = AZJ_E_OK};
    const size_t start = *at, end = end_of_game(text, start, length);
    record_clear(r);
    const azj_error e = read_line(text + start, end - start, r, &found);
    *at = end < length ? end + 1 : end;
    if (e != AZJ_E_OK) {
        found.offset += start;
        record_locate(&found, text);
    }
    if (fault)
        *fault = found;
    return e;
}
