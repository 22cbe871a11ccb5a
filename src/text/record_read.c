/* record_read.c - reads a game from text, checked step by step. Grammar: docs/notation.md.
 *
 * Everything before the first fault is kept, so a damaged record is usable up to it.
 */
#include "text/record.h"
#include "text/scan.h"

#include <string.h>

typedef struct reader {
    scan s;
    azj_record *r;
    size_t start;       /* of the game */
    size_t version;     /* the offset of its tag Azulejo; the end of the text: not seen yet */
    unsigned round;     /* whose deal has been announced */
    azj_text_part part; /* that is being read */
} reader;

static void skip_space(scan *s)
{
    while (scan_is_space(scan_peek(s)))
        s->at++;
}

/* Reports a refusal by the rules, or a lack of memory, at an offset. */
static void fail_with(scan *s, size_t at, const azj_fault *why)
{
    if (scan_bad(s))
        return;
    s->fault.code = why->code;
    s->fault.offset = at;
    s->fault.why = *why;
    azj_fault_text(why, s->fault.text, sizeof s->fault.text);
}

static void fail_if(scan *s, size_t at, azj_error e)
{
    const azj_fault why = {.code = e};
    if (e != AZJ_E_OK)
        fail_with(s, at, &why);
}

/* A run of bytes up to white space or a bracket. */
static size_t word_length(const scan *s)
{
    size_t n = 0;
    while (s->at + n < s->length) {
        const char c = s->text[s->at + n];
        if (scan_is_space(c) || c == '[' || c == '{')
            break;
        n++;
    }
    return n;
}

/* ---- Bracketed text ---- */

typedef struct quoted {
    char close;
    const char *escapes;   /* characters that a backslash may escape; NULL: it is a plain
                              character */
    const char *forbidden; /* forbidden characters, and the allowed control characters */
    const char *controls;
    size_t max;           /* limit of its bytes without the backslashes */
    const char *unclosed; /* what is expected where it does not end */
    const char *escape;   /* … after a backslash */
    const char *wanted;   /* … where a character is out of order */
} quoted;

static const quoted TAG_VALUE = {'"',
                                 "\"\\",
                                 "",
                                 "",
                                 RECORD_TAG_VALUE_MAX,
                                 "a quote that ends the value, on its line and within 1023 bytes",
                                 "\\\" or \\\\: a backslash stands before these only",
                                 RECORD_TAG_WANTED};
static const quoted NOTE_VALUE = {']',
                                  NULL,
                                  "[]",
                                  "",
                                  RECORD_NOTE_VALUE_MAX,
                                  "\"]\" that ends the note, on its line and within 1023 bytes",
                                  NULL,
                                  RECORD_NOTE_WANTED};
static const quoted COMMENT = {'}',
                               "}\\[",
                               "",
                               "\n\t\r",
                               RECORD_COMMENT_MAX,
                               "\"}\" that ends this comment, within 65535 bytes",
                               "\\}, \\\\ or \\[: a backslash stands before these only",
                               RECORD_COMMENT_WANTED};

static bool has_lines(const quoted *q)
{
    return strchr(q->controls, '\n') != NULL;
}

/* A one-line text ends with its line, and every text ends before the next game. */
static bool runs_on(scan *s, const quoted *q)
{
    static const char mark[] = "\n" RECORD_MARK;
    const size_t size = sizeof mark - 1;
    if (scan_peek(s) != '\n')
        return false;
    return !has_lines(q) || (s->length - s->at >= size && memcmp(s->text + s->at, mark, size) == 0);
}

/* Consumes a character, with the backslash before it. */
static void take_quoted(scan *s, const quoted *q)
{
    if (q->escapes && scan_char(s, '\\')) {
        const int c = scan_peek(s);
        if (c <= 0 || !strchr(q->escapes, c)) {
            s->at--;
            scan_fail(s, q->escape);
        }
    }
    if (!scan_bad(s))
        s->at++;
}

/* Consumes bytes up to and including the closing one; returns how many precede it. */
static size_t read_quoted(scan *s, const quoted *q)
{
    const size_t start = s->at;
    for (size_t n = 1; !scan_bad(s) && !scan_char(s, q->close); n++) {
        if (scan_peek(s) >= 0 && n < q->max && !runs_on(s, q)) {
            take_quoted(s, q);
            continue;
        }
        if (has_lines(q)) /* the start of the text is more helpful than its end */
            s->at = start - 1;
        scan_fail(s, q->unclosed);
    }
    if (scan_bad(s))
        return 0;
    const size_t length = s->at - start - 1;
    const size_t good = record_value_good(s->text + start, length, q->forbidden, q->controls);
    if (good < length) {
        s->at = start + good;
        scan_fail(s, q->wanted);
    }
    return length;
}

static size_t name_length(const scan *s)
{
    size_t n = 0;
    while (s->at + n < s->length && s->text[s->at + n] != ' ' && n <= RECORD_TAG_NAME_MAX)
        n++;
    return n;
}

/* ---- Tags ---- */

#define ANOTHER_GAME "the line that begins with end, before the tags of another game"

static bool has_tag(const azj_record *r, const char *name, size_t length)
{
    for (uint32_t i = 0; i < r->tag_count; i++) {
        const char *other = azj_record_string(r, r->tags[i].name);
        if (strncmp(other, name, length) == 0 && !other[length])
            return true;
    }
    return false;
}

static void read_tag(reader *rd)
{
    scan *s = &rd->s;
    const size_t start = ++s->at, length = name_length(s);
    const char *name = s->text + start;
    if (!record_tag_name_ok(name, length)) {
        scan_fail(s, "a tag's name, letters and digits with a capital first");
        return;
    }
    const bool version = scan_word(s, "Azulejo ");
    s->at = version ? start - 1 : start;
    if (has_tag(rd->r, name, length)) {
        scan_fail(s, version ? ANOTHER_GAME : "each tag only once");
        return;
    }
    if (version)
        rd->version = start - 1;
    s->at = start + length;
    scan_want(s, ' ', "a space and the tag's value");
    scan_want(s, '"', "the tag's value in quotes");
    const size_t at = s->at;
    const size_t size = read_quoted(s, &TAG_VALUE);
    scan_want(s, ']', "]");
    if (scan_bad(s))
        return;
    const azj_error e = record_add_tag(rd->r, name, length, s->text + at, size);
    fail_if(s, start, e);
    if (e == AZJ_E_OK)
        record_unescape(rd->r, rd->r->tags[rd->r->tag_count - 1].value);
}

static bool at_tag(const scan *s)
{
    return s->at + 1 < s->length && s->text[s->at] == '[' && s->text[s->at + 1] >= 'A' &&
           s->text[s->at + 1] <= 'Z';
}

static void read_tags(reader *rd)
{
    scan *s = &rd->s;
    size_t places[AZJ_RECORD_TAGS_MAX + 1];
    rd->part = AZJ_PART_TAG;
    if (!at_tag(s))
        scan_fail(s, "the tag [Azulejo \"1\"], with which a game begins");
    while (!scan_bad(s) && at_tag(s)) {
        if (rd->r->tag_count < AZJ_RECORD_TAGS_MAX)
            places[rd->r->tag_count] = s->at;
        read_tag(rd);
        skip_space(s);
    }
    if (scan_bad(s))
        return;
    uint32_t tag = rd->r->tag_count;
    const char *expected = NULL;
    const azj_error e = record_begin_by_tags(rd->r, &tag, &expected);
    if (e == AZJ_E_OK)
        return;
    if (tag < rd->r->tag_count)
        s->at = places[tag];
    if (expected)
        scan_fail(s, expected);
    else
        fail_if(s, s->at, e);
}

/* ---- Notes ---- */

static void add_note(reader *rd, const char *name, size_t name_size, size_t at, size_t size)
{
    if (!scan_bad(&rd->s))
        fail_if(&rd->s, at, record_add_note(rd->r, name, name_size, rd->s.text + at, size));
}

static void read_comment(reader *rd)
{
    scan *s = &rd->s;
    const size_t at = ++s->at;
    const size_t size = read_quoted(s, &COMMENT);
    add_note(rd, RECORD_COMMENT, strlen(RECORD_COMMENT), at, size);
    if (!scan_bad(s))
        record_unescape(rd->r, rd->r->notes[rd->r->note_count - 1].value);
}

static void read_note(reader *rd)
{
    scan *s = &rd->s;
    const size_t start = ++s->at, length = name_length(s);
    const char *name = s->text + start;
    if (!record_note_name_ok(name, length) ||
        (length == strlen(RECORD_COMMENT) && memcmp(name, RECORD_COMMENT, length) == 0)) {
        scan_fail(s, "a note like [clk 298.5]");
        return;
    }
    s->at += length;
    scan_want(s, ' ', "a space and the note's value");
    const size_t at = s->at;
    const size_t size = read_quoted(s, &NOTE_VALUE);
    add_note(rd, name, length, at, size);
}

/* ---- Chance ---- */

static void add_outcome(reader *rd, size_t at, unsigned kind, unsigned value)
{
    static const char *const impossible[] = {
        "a seat that can start", "a colour that the bag still has",
        "a plate that is not yet in the pile", "a chip that is still in the supply"};
    scan *s = &rd->s;
    if (scan_bad(s))
        return;
    const azj_error e = azj_record_chance(rd->r, (azj_outcome){(uint8_t)kind, (uint8_t)value, 0});
    if (e == AZJ_E_NOT_A_MOVE) {
        s->at = at;
        scan_fail(s, impossible[kind]);
    } else {
        fail_if(s, at, e);
    }
}

static bool dealing(const reader *rd)
{
    return !scan_bad(&rd->s) && rd->r->now.head.phase == AZJ_PHASE_DEAL;
}

/* Reads the next outcome of the current word; `kind` is what the rules expect. */
static void read_outcome(reader *rd, unsigned kind, bool first)
{
    scan *s = &rd->s;
    const size_t at = s->at;
    switch (kind) {
    case AZJ_OUTCOME_STARTER:
        if (!scan_word(s, "starter="))
            scan_fail(s, "starter= and a seat");
        add_outcome(rd, at, kind, scan_number(s, 0, 3, "a seat"));
        break;
    case AZJ_OUTCOME_TILE:
        add_outcome(rd, at, kind, scan_colour(s));
        break;
    case AZJ_OUTCOME_PLATE:
        if (!first)
            scan_want(s, ',', "a comma or a space");
        add_outcome(rd, s->at, kind, scan_plate(s, false));
        break;
    default:
        scan_want(s, first ? '$' : ',',
                  first ? "\"$\" and the face of a chip" : "a comma or a space");
        add_outcome(rd, s->at, kind, scan_face(s));
    }
}

/* A word of the deal: some outcomes of one kind. */
static void read_deal_word(reader *rd)
{
    scan *s = &rd->s;
    const size_t end = s->at + word_length(s);
    for (bool first = true; dealing(rd) && s->at < end; first = false) {
        azj_outcome possible[AZJ_OUTCOMES_MAX];
        azj_outcomes(&rd->r->now, possible);
        read_outcome(rd, possible[0].kind, first);
    }
    if (!scan_bad(s) && s->at < end)
        scan_fail(s, "the end of the deal: the table is full");
}

static void read_round(reader *rd)
{
    scan *s = &rd->s;
    const unsigned round = rd->r->now.head.round;
    skip_space(s);
    const size_t at = s->at;
    if (scan_number(s, 1, 99, "the number of the round") != round && !scan_bad(s)) {
        s->at = at;
        scan_fail(s, "the number of the round that comes next");
    }
    rd->round = round;
}

/* ---- Moves and the end ---- */

static void read_move(reader *rd)
{
    scan *s = &rd->s;
    const size_t at = s->at, length = word_length(s);
    azj_move move;
    azj_text_fault fault;
    if (azj_move_parse((azj_rules)rd->r->now.head.rules, s->text + at, length, &move, &fault)) {
        s->fault = fault;
        s->fault.offset += at;
        return;
    }
    azj_fault why = {0};
    why.code = azj_record_move(rd->r, move, &why, NULL);
    if (why.code != AZJ_E_OK)
        fail_with(s, at, &why);
    s->at += length;
}

static unsigned read_winners(scan *s)
{
    unsigned winners = 0;
    if (scan_char(s, '*'))
        return 0;
    do {
        const unsigned seat = scan_number(s, 0, 3, "the winners, like 0 or 0+2, or *");
        if (winners >> seat)
            scan_fail(s, "the winners in rising order");
        winners |= 1u << seat;
    } while (scan_char(s, '+'));
    return winners;
}

static void read_scores(reader *rd, int *scores)
{
    scan *s = &rd->s;
    for (unsigned seat = 0; seat < rd->r->now.head.players; seat++) {
        if (seat)
            scan_want(s, '-', "\"-\" and the score of the next seat");
        scores[seat] = (int)scan_number(s, 0, 999, "the scores, like 34-21");
    }
    if (!scan_is_space(scan_peek(s)))
        scan_fail(s, "a space and the cause of the end");
}

static void read_end(reader *rd)
{
    scan *s = &rd->s;
    rd->part = AZJ_PART_END;
    int scores[AZJ_SEATS_MAX] = {0};
    size_t at[3]; /* where each part stands */
    const char *expected;
    record_end_part part;
    skip_space(s);
    at[RECORD_END_WINNERS] = s->at;
    const unsigned winners = read_winners(s);
    skip_space(s);
    at[RECORD_END_SCORES] = s->at;
    read_scores(rd, scores);
    skip_space(s);
    at[RECORD_END_CAUSE] = s->at;
    const size_t length = word_length(s);
    if (length == 0)
        scan_fail(s, "the cause of the end, like normal, resigned, time or unfinished");
    if (scan_bad(s))
        return;
    const azj_error e =
        record_end_read(rd->r, winners, scores, s->text + s->at, length, &expected, &part);
    if (expected) {
        s->at = at[part];
        scan_fail(s, expected);
    }
    fail_if(s, at[RECORD_END_WINNERS], e);
    s->at += length;
}

/* ---- Bodies ---- */

/* Consumes the word if it is the next one; returns whether it was. */
static bool take_word(scan *s, const char *word)
{
    return word_length(s) == strlen(word) && scan_word(s, word);
}

static azj_text_part part_at(const reader *rd, int next)
{
    if (next < 0 || at_tag(&rd->s))
        return AZJ_PART_CUT;
    if (next == '{' || next == '[')
        return AZJ_PART_NOTE;
    return dealing(rd) ? AZJ_PART_DEAL : AZJ_PART_MOVE;
}

static void read_item(reader *rd)
{
    scan *s = &rd->s;
    const int c = scan_peek(s);
    rd->part = part_at(rd, c);
    if (c == '{')
        read_comment(rd);
    else if (at_tag(s))
        scan_fail(s, ANOTHER_GAME);
    else if (c == '[')
        read_note(rd);
    else if (c < 0)
        scan_fail(s, dealing(rd) ? "the deal, or the line that begins with end"
                                 : "a move, or the line that begins with end");
    else if (dealing(rd) && rd->round == rd->r->now.head.round)
        read_deal_word(rd);
    else if (dealing(rd) && take_word(s, "round"))
        read_round(rd);
    else if (dealing(rd))
        scan_fail(s, "round and its number, or end");
    else
        read_move(rd);
}

static void read_game(reader *rd)
{
    scan *s = &rd->s;
    read_tags(rd);
    for (;;) {
        skip_space(s);
        if (scan_bad(s))
            return;
        if (take_word(s, "end")) {
            read_end(rd);
            return;
        }
        read_item(rd);
    }
}

/* Where the search for the next game starts after a fault. A fault on a line of tags means that
 * this game was truncated and the line belongs to the next one: then the search starts at the end
 * of the line before. */
static size_t look_from(const reader *rd)
{
    const char *text = rd->s.text;
    const size_t fault = rd->s.fault.offset;
    size_t line = fault;
    while (line > rd->start && text[line - 1] != '\n')
        line--;
    return line > rd->start && line > rd->version ? line - 1 : fault;
}

azj_error azj_record_parse(const char *text, size_t length, size_t *at, azj_record *r,
                           azj_text_fault *fault)
{
    reader rd = {.s = scan_on(text, length), .r = r, .start = *at, .version = length};
    rd.s.at = *at;
    record_clear(r);
    read_game(&rd);
    if (scan_bad(&rd.s)) {
        rd.s.fault.part = rd.part;
        record_locate(&rd.s.fault, text);
    }
    *at = scan_bad(&rd.s) ? look_from(&rd) : rd.s.at;
    return scan_end(&rd.s, fault);
}
