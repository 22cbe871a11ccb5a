/* record.c - whole games in memory: every step checked as it is added. See azulejo/text.h. */
#include "text/record.h"
#include "base/json.h"
#include "text/scan.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

void azj_record_init(azj_record *r)
{
    memset(r, 0, sizeof *r);
}

void azj_record_free(azj_record *r)
{
    free(r->tags);
    free(r->steps);
    free(r->notes);
    free(r->pool);
    azj_record_init(r);
}

void record_clear(azj_record *r)
{
    r->tag_count = r->step_count = r->note_count = r->pool_size = 0;
    r->cause = 0;
    r->winners = 0;
    memset(&r->start, 0, sizeof r->start);
    r->now = r->start;
}

/* Makes room for `more` elements of `size` bytes after `count`. */
static azj_error grow_array(void *array, uint32_t *room, uint32_t count, uint32_t more, size_t size)
{
    void **at = array;
    if (count + more <= *room)
        return AZJ_E_OK;
    uint32_t wanted = *room ? *room : 64;
    while (wanted < count + more)
        wanted *= 2;
    void *bigger = realloc(*at, wanted * size);
    if (!bigger)
        return AZJ_E_NO_MEMORY;
    *at = bigger;
    *room = wanted;
    return AZJ_E_OK;
}

/* Stores a copy of a string; returns its offset, which is never 0. */
static azj_error keep_string(azj_record *r, const char *text, size_t length, uint32_t *offset)
{
    if (length + 2 > AZJ_RECORD_POOL_MAX - (size_t)r->pool_size)
        return AZJ_E_MUCH_TEXT;
    const azj_error e = grow_array(&r->pool, &r->pool_room, r->pool_size, (uint32_t)length + 2, 1);
    if (e != AZJ_E_OK)
        return e;
    if (r->pool_size == 0)
        r->pool[r->pool_size++] = '\0';
    *offset = r->pool_size;
    memcpy(r->pool + r->pool_size, text, length);
    r->pool_size += (uint32_t)length;
    r->pool[r->pool_size++] = '\0';
    return AZJ_E_OK;
}

void record_unescape(azj_record *r, uint32_t offset)
{
    char *to = r->pool + offset;
    for (const char *from = to; *from; from++) {
        if (*from == '\\' && from[1])
            from++;
        if (*from != '\r')
            *to++ = *from;
    }
    *to++ = '\0';
    r->pool_size = (uint32_t)(to - r->pool);
}

static azj_error add_step(azj_record *r, azj_record_step step)
{
    if (r->step_count == AZJ_RECORD_STEPS_MAX)
        return AZJ_E_MANY_STEPS;
    const azj_error e = grow_array(&r->steps, &r->step_room, r->step_count, 1, sizeof *r->steps);
    if (e == AZJ_E_OK)
        r->steps[r->step_count++] = step;
    return e;
}

azj_error record_add_tag(azj_record *r, const char *name, size_t name_length, const char *value,
                         size_t value_length)
{
    azj_record_tag_entry tag;
    if (r->tag_count == AZJ_RECORD_TAGS_MAX)
        return AZJ_E_MANY_TAGS;
    azj_error e = grow_array(&r->tags, &r->tag_room, r->tag_count, 1, sizeof *r->tags);
    if (e == AZJ_E_OK)
        e = keep_string(r, name, name_length, &tag.name);
    if (e == AZJ_E_OK)
        e = keep_string(r, value, value_length, &tag.value);
    if (e == AZJ_E_OK)
        r->tags[r->tag_count++] = tag;
    return e;
}

azj_error record_add_note(azj_record *r, const char *name, size_t name_length, const char *value,
                          size_t value_length)
{
    azj_record_note_entry note = {.after = r->step_count};
    if (r->note_count == AZJ_RECORD_NOTES_MAX)
        return AZJ_E_MANY_NOTES;
    azj_error e = grow_array(&r->notes, &r->note_room, r->note_count, 1, sizeof *r->notes);
    if (e == AZJ_E_OK)
        e = keep_string(r, name, name_length, &note.name);
    if (e == AZJ_E_OK)
        e = keep_string(r, value, value_length, &note.value);
    if (e == AZJ_E_OK)
        r->notes[r->note_count++] = note;
    return e;
}

/* ---- Is the writing in order? ---- */

static bool is_name(const char *name, size_t length, size_t max, char first, char last)
{
    if (length == 0 || length > max || name[0] < first || name[0] > last)
        return false;
    for (size_t i = 1; i < length; i++) {
        const char c = name[i];
        const bool lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
        if (!lower && !digit && c != '_' && !(first == 'A' && c >= 'A' && c <= 'Z'))
            return false;
    }
    return true;
}

bool record_tag_name_ok(const char *name, size_t length)
{
    return is_name(name, length, RECORD_TAG_NAME_MAX, 'A', 'Z');
}

bool record_note_name_ok(const char *name, size_t length)
{
    return is_name(name, length, RECORD_NOTE_NAME_MAX, 'a', 'z');
}

/* The character of `bytes` bytes at `at`: C0, DEL, or C1 (0xc2 0x80 to 0xc2 0x9f)? */
static bool is_control(const char *at, size_t bytes)
{
    const unsigned char c = (unsigned char)at[0];
    return c < 0x20 || c == 0x7f || (bytes == 2 && c == 0xc2 && (unsigned char)at[1] < 0xa0);
}

size_t record_value_good(const char *value, size_t length, const char *forbidden,
                         const char *controls)
{
    size_t good = 0;
    while (good < length) {
        const size_t bytes = utf8_length(value + good, length - good);
        const char c = value[good];
        if (!bytes || !c || strchr(forbidden, c) ||
            (is_control(value + good, bytes) && !strchr(controls, c)))
            break;
        good += bytes;
    }
    return good;
}

/* ---- Tags ---- */

static azj_record_tag_entry *find_tag(const azj_record *r, const char *name)
{
    for (uint32_t i = 0; i < r->tag_count; i++)
        if (strcmp(r->pool + r->tags[i].name, name) == 0)
            return &r->tags[i];
    return NULL;
}

const char *azj_record_tag_value(const azj_record *r, const char *name)
{
    const azj_record_tag_entry *tag = find_tag(r, name);
    return tag ? r->pool + tag->value : NULL;
}

static azj_error set_tag(azj_record *r, const char *name, const char *value)
{
    azj_record_tag_entry *tag = find_tag(r, name);
    if (tag)
        return keep_string(r, value, strlen(value), &tag->value);
    return record_add_tag(r, name, strlen(name), value, strlen(value));
}

static bool is_reserved(const char *name)
{
    static const char *const names[] = {"Azulejo",  "Rules",  "Players", "Tablets",    "Starter",
                                        "Position", "Result", "Scores",  "Termination"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

azj_error azj_record_tag(azj_record *r, const char *name, const char *value)
{
    const size_t length = strlen(value);
    if (!record_tag_name_ok(name, strlen(name)) || is_reserved(name) ||
        record_value_good(value, length, "", "") < length)
        return AZJ_E_SYNTAX;
    return length < RECORD_TAG_VALUE_MAX ? set_tag(r, name, value) : AZJ_E_TOO_LONG;
}

/* ---- Beginning ---- */

static azj_error set_seat_tag(azj_record *r, const char *name, unsigned number)
{
    const char digit[] = {(char)('0' + number), '\0'};
    return set_tag(r, name, digit);
}

/* The tags of rules and set-up. */
static azj_error write_setup(azj_record *r, const azj_state *s)
{
    azj_error e = set_tag(r, "Azulejo", "1");
    if (e == AZJ_E_OK)
        e = set_tag(r, "Rules", azj_rules_name((azj_rules)s->head.rules));
    if (e == AZJ_E_OK)
        e = set_seat_tag(r, "Players", s->head.players);
    if (e == AZJ_E_OK && s->head.rules == AZJ_DUEL) {
        char text[16];
        buf b = buf_on(text, sizeof text);
        text_put_tablets(&b, s->duel.tablets);
        buf_end(&b);
        e = set_tag(r, "Tablets", text);
    }
    return e;
}

azj_error azj_record_begin(azj_record *r, const azj_options *options)
{
    record_clear(r);
    azj_error e = azj_new(&r->start, options);
    if (e != AZJ_E_OK)
        return e;
    r->now = r->start;
    e = write_setup(r, &r->start);
    if (e == AZJ_E_OK && options->starter != AZJ_NOBODY)
        e = set_seat_tag(r, "Starter", options->starter);
    return e;
}

azj_error azj_record_begin_at(azj_record *r, const azj_state *start)
{
    char text[AZJ_POSITION_TEXT_MAX];
    const azj_state copy = *start; /* may be r->now */
    azj_error e = azj_validate(&copy, NULL);
    if (e != AZJ_E_OK)
        return e;
    if (copy.head.viewer != AZJ_VIEW_ALL)
        return AZJ_E_BAD_STATE;
    record_clear(r);
    r->start = r->now = copy;
    e = write_setup(r, &copy);
    azj_position_text(&copy, text, sizeof text);
    return e == AZJ_E_OK ? set_tag(r, "Position", text) : e;
}

/* ---- Beginning by tags ---- */

/* A tag's index, or tag_count if it is missing. */
static uint32_t tag_index(const azj_record *r, const char *name)
{
    const azj_record_tag_entry *tag = find_tag(r, name);
    return tag ? (uint32_t)(tag - r->tags) : r->tag_count;
}

/* A digit from min to max as the tag's value, or `missing` where there is no such tag. */
static unsigned tag_digit(const azj_record *r, const char *name, unsigned min, unsigned max,
                          unsigned missing)
{
    const char *value = azj_record_tag_value(r, name);
    if (!value)
        return missing;
    const unsigned digit = (unsigned)(unsigned char)value[0] - '0';
    return value[0] && !value[1] && digit >= min && digit <= max ? digit : 254;
}

static unsigned tag_tablets(const azj_record *r)
{
    const char *value = azj_record_tag_value(r, "Tablets");
    if (!value)
        return 0;
    scan s = scan_on(value, strlen(value));
    const unsigned tablets = text_read_tablets(&s);
    scan_finish(&s);
    return scan_bad(&s) ? 255 : tablets;
}

static azj_error refuse_tag(const azj_record *r, const char *name, const char *why, uint32_t *tag,
                            const char **expected)
{
    *tag = tag_index(r, name);
    *expected = why;
    return AZJ_E_SYNTAX;
}

/* Stores a sentence about the tag Position with the record's strings. */
static const char *position_wanted(azj_record *r, const azj_text_fault *fault)
{
    char text[AZJ_FAULT_TEXT_MAX];
    uint32_t offset;
    buf b = buf_on(text, sizeof text);
    buf_text(&b, "a position in the text form");
    if (fault && fault->code == AZJ_E_SYNTAX) {
        buf_text(&b, "; in its byte ");
        buf_unsigned(&b, fault->offset + 1);
        buf_text(&b, " ");
        buf_text(&b, fault->text);
    } else if (fault) {
        buf_text(&b, " that is possible: ");
        buf_text(&b, fault->text);
    }
    return keep_string(r, text, buf_end(&b) < sizeof text ? b.length : sizeof text - 1, &offset)
               ? "a position in the text form"
               : r->pool + offset;
}

static azj_error begin_at_tag(azj_record *r, const azj_options *o, uint32_t *tag,
                              const char **expected)
{
    const char *position = azj_record_tag_value(r, "Position");
    azj_state s;
    azj_text_fault fault;
    if (*position == '{' || azj_position_read(position, strlen(position), &s, &fault) != AZJ_E_OK)
        return refuse_tag(r, "Position", position_wanted(r, *position == '{' ? NULL : &fault), tag,
                          expected);
    if (s.head.viewer != AZJ_VIEW_ALL)
        return refuse_tag(r, "Position", "a whole position, not a view", tag, expected);
    if (s.head.rules != o->rules || s.head.players != o->players ||
        (o->tablets && s.duel.tablets != o->tablets))
        return refuse_tag(r, "Position", "a position that fits the tags Rules, Players and Tablets",
                          tag, expected);
    r->start = r->now = s;
    return AZJ_E_OK;
}

azj_error record_begin_by_tags(azj_record *r, uint32_t *tag, const char **expected)
{
    const char *rules = azj_record_tag_value(r, "Rules");
    const char *version = azj_record_tag_value(r, "Azulejo");
    azj_options o = {.starter = (uint8_t)tag_digit(r, "Starter", 0, 3, AZJ_NOBODY)};
    o.rules = (uint8_t)(rules ? text_rules(rules, strlen(rules)) : AZJ_RULES_NB);
    o.players = (uint8_t)tag_digit(r, "Players", 2, 4, 254);
    const unsigned tablets = tag_tablets(r);
    o.tablets = (uint8_t)tablets;
    if (!version || strcmp(version, "1") != 0)
        return refuse_tag(r, "Azulejo", "the tag [Azulejo \"1\"]", tag, expected);
    if (o.rules == AZJ_RULES_NB)
        return refuse_tag(r, "Rules", "the tag Rules: classic, grey, crystal1, crystal2 or duel",
                          tag, expected);
    if (o.players == 254 || (o.rules == AZJ_DUEL && o.players != 2))
        return refuse_tag(r, "Players", "the tag Players: 2, 3 or 4 (duel 2)", tag, expected);
    if (tablets == 255 || (tablets && o.rules != AZJ_DUEL))
        return refuse_tag(r, "Tablets", "tablets like a1,b2,c1, in a game of duel", tag, expected);
    if (o.starter != AZJ_NOBODY && o.starter >= o.players)
        return refuse_tag(r, "Starter", "the tag Starter: a seat of this game", tag, expected);
    if (azj_record_tag_value(r, "Position"))
        return begin_at_tag(r, &o, tag, expected);
    const azj_error e = azj_new(&r->start, &o);
    r->now = r->start;
    return e;
}

/* ---- Steps ---- */

azj_error azj_record_move(azj_record *r, azj_move move, azj_fault *why, azj_events *events)
{
    const azj_state before = r->now;
    azj_error e = azj_play(&r->now, move, why, events);
    if (e == AZJ_E_OK && (e = add_step(r, (azj_record_step){.move = move})) != AZJ_E_OK)
        r->now = before;
    return e;
}

azj_error azj_record_chance(azj_record *r, azj_outcome outcome)
{
    azj_outcome possible[AZJ_OUTCOMES_MAX];
    const size_t count = azj_outcomes(&r->now, possible);
    for (size_t i = 0; i < count; i++) {
        if (possible[i].kind != outcome.kind || possible[i].value != outcome.value)
            continue;
        outcome.weight = 0;
        const azj_error e = add_step(r, (azj_record_step){.outcome = outcome});
        if (e == AZJ_E_OK)
            azj_resolve(&r->now, possible[i]);
        return e;
    }
    return AZJ_E_NOT_A_MOVE;
}

azj_error azj_record_deal(azj_record *r, azj_rng *rng)
{
    azj_error e = AZJ_E_OK;
    while (e == AZJ_E_OK && r->now.head.phase == AZJ_PHASE_DEAL)
        e = azj_record_chance(r, azj_sample(&r->now, rng));
    return e;
}

azj_error azj_record_note(azj_record *r, const char *name, const char *value)
{
    const size_t length = strlen(value), name_length = strlen(name);
    const bool comment = strcmp(name, RECORD_COMMENT) == 0;
    if (!record_note_name_ok(name, name_length) ||
        record_value_good(value, length, comment ? "" : "[]", comment ? "\n\t" : "") < length)
        return AZJ_E_SYNTAX;
    if (length >= (comment ? RECORD_COMMENT_MAX : RECORD_NOTE_VALUE_MAX))
        return AZJ_E_TOO_LONG;
    return record_add_note(r, name, name_length, value, length);
}

void azj_record_replay(const azj_record *r, uint32_t index, azj_state *s, azj_events *events)
{
    if (r->steps[index].move)
        azj_apply(s, r->steps[index].move, events);
    else
        azj_resolve(s, r->steps[index].outcome);
}

/* Which heap a chance outcome belongs to: a factory's number, or the kind of thing dealt. */
static unsigned heap_of(const azj_state *s, azj_outcome o)
{
    if (o.kind != AZJ_OUTCOME_TILE)
        return 100u + o.kind;
    return s->head.rules == AZJ_DUEL ? s->duel.step : s->classic.dealt / 4u;
}

/* D7: returns whether the large factory is dealt again after its tiles were put back. */
static bool starts_anew(const azj_state *s, azj_outcome o)
{
    return s->head.rules == AZJ_DUEL && o.kind == AZJ_OUTCOME_TILE && s->duel.step == 1 &&
           s->duel.large_sun == 0;
}

uint32_t record_group(const azj_record *r, uint32_t first, azj_state *s, uint32_t note)
{
    const unsigned heap = heap_of(s, r->steps[first].outcome), round = s->head.round;
    uint32_t i = first;
    for (;;) {
        azj_record_replay(r, i++, s, NULL);
        const bool noted = note < r->note_count && r->notes[note].after == i;
        if (noted || i == r->step_count || r->steps[i].move || s->head.round != round)
            return i;
        const azj_outcome next = r->steps[i].outcome;
        if (heap_of(s, next) != heap || starts_anew(s, next))
            return i;
    }
}

/* ---- Ending ---- */

void record_put_winners(buf *b, unsigned winners)
{
    unsigned n = 0;
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++)
        if (winners >> seat & 1u) {
            if (n++)
                buf_char(b, '+');
            buf_unsigned(b, seat);
        }
    if (!n)
        buf_char(b, '*');
}

void record_put_scores(buf *b, const azj_state *s)
{
    for (unsigned seat = 0; seat < s->head.players; seat++) {
        if (seat)
            buf_char(b, '-');
        buf_number(b, azj_score(s, seat));
    }
}

static bool end_is_possible(const azj_record *r, unsigned winners, bool normal)
{
    const bool over = r->now.head.phase == AZJ_PHASE_OVER;
    return normal == over && !(winners >> r->now.head.players) &&
           (!over || winners == azj_winners(&r->now));
}

static azj_error write_end(azj_record *r, unsigned winners, const char *cause, size_t length)
{
    r->winners = (uint8_t)winners;
    return keep_string(r, cause, length, &r->cause);
}

azj_error azj_record_end(azj_record *r, unsigned winners, const char *cause)
{
    char result[16], scores[32];
    if (!is_name(cause, strlen(cause), RECORD_CAUSE_MAX, 'a', 'z') ||
        !end_is_possible(r, winners, strcmp(cause, "normal") == 0))
        return AZJ_E_BAD_STATE;
    buf b = buf_on(result, sizeof result);
    record_put_winners(&b, winners);
    buf_end(&b);
    b = buf_on(scores, sizeof scores);
    record_put_scores(&b, &r->now);
    buf_end(&b);
    azj_error e = set_tag(r, "Result", result);
    if (e == AZJ_E_OK)
        e = set_tag(r, "Scores", scores);
    if (e == AZJ_E_OK)
        e = set_tag(r, "Termination", cause);
    return e == AZJ_E_OK ? write_end(r, winners, cause, strlen(cause)) : e;
}

/* Returns whether the tag is missing or agrees with the end. */
static bool tag_agrees(const azj_record *r, const char *name, const char *text, size_t length)
{
    const char *value = azj_record_tag_value(r, name);
    return !value || (strlen(value) == length && memcmp(value, text, length) == 0);
}

static bool tags_agree(const azj_record *r, unsigned winners, const char *cause, size_t length)
{
    char text[32];
    buf b = buf_on(text, sizeof text);
    record_put_winners(&b, winners);
    if (!tag_agrees(r, "Result", text, buf_end(&b)))
        return false;
    b = buf_on(text, sizeof text);
    record_put_scores(&b, &r->now);
    return tag_agrees(r, "Scores", text, buf_end(&b)) &&
           tag_agrees(r, "Termination", cause, length);
}

static const char *wrong_scores(const azj_record *r, const int *scores)
{
    for (unsigned seat = 0; seat < r->now.head.players; seat++)
        if (scores[seat] != azj_score(&r->now, seat))
            return "the scores that the moves lead to";
    return NULL;
}

static const char *wrong_cause(const char *cause, size_t length)
{
    return is_name(cause, length, RECORD_CAUSE_MAX, 'a', 'z')
               ? NULL
               : "the cause of the end, like normal, resigned, time or unfinished";
}

static const char *wrong_end(const azj_record *r, unsigned winners, const char *cause,
                             size_t length)
{
    static const char *const among[] = {[2] = "winners among the seats 0 and 1",
                                        [3] = "winners among the seats 0 to 2",
                                        [4] = "winners among the seats 0 to 3"};
    if (winners >> r->now.head.players)
        return among[r->now.head.players];
    if (!end_is_possible(r, winners, length == 6 && memcmp(cause, "normal", 6) == 0))
        return r->now.head.phase == AZJ_PHASE_OVER
                   ? "the winners that the moves lead to and the cause normal"
                   : "more moves, or another cause than normal";
    return tags_agree(r, winners, cause, length)
               ? NULL
               : "the same as in the tags Result, Scores and Termination";
}

azj_error record_end_read(azj_record *r, unsigned winners, const int *scores, const char *cause,
                          size_t length, const char **expected, record_end_part *part)
{
    *part = RECORD_END_CAUSE;
    *expected = wrong_cause(cause, length);
    if (!*expected) {
        *part = RECORD_END_SCORES;
        *expected = wrong_scores(r, scores);
    }
    if (!*expected) {
        *part = RECORD_END_WINNERS;
        *expected = wrong_end(r, winners, cause, length);
    }
    return *expected ? AZJ_E_SYNTAX : write_end(r, winners, cause, length);
}

/* ---- Places in a text ---- */

void record_locate(azj_text_fault *fault, const char *text)
{
    fault->line = 1;
    fault->column = 1;
    for (size_t i = 0; i < fault->offset; i++) {
        fault->column++;
        if (text[i] == '\n') {
            fault->line++;
            fault->column = 1;
        }
    }
}

int azj_record_more(const char *text, size_t length, size_t *at)
{
    static const char bom[] = "\xef\xbb\xbf";
    if (*at == 0 && length >= 3 && memcmp(text, bom, 3) == 0)
        *at = 3;
    while (*at < length && strchr(" \t\r\n", text[*at]) && text[*at])
        ++*at;
    return *at < length;
}

/* The first line of the block of tags that ends with the line at `at`. A block that reaches back
 * to `from` belongs to the damaged game: then the result is `at`. */
static size_t first_tag(const char *text, size_t from, size_t at)
{
    size_t first = at;
    for (size_t line = at; line > 0;) {
        line--;
        while (line > 0 && text[line - 1] != '\n')
            line--;
        if (text[line] != '[' || text[line + 1] < 'A' || text[line + 1] > 'Z')
            break;
        first = line;
        if (first <= from)
            return at;
    }
    return first;
}

void azj_record_skip(const char *text, size_t length, size_t *at)
{
    static const char mark[] = "\n" RECORD_MARK;
    const size_t size = sizeof mark - 1;
    for (size_t i = *at; i + size <= length; i++)
        if (memcmp(text + i, mark, size) == 0) {
            *at = first_tag(text, *at, i + 1);
            return;
        }
    *at = length;
}
