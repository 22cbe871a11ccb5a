/* azulejo/text.h - moves, positions and games written down: text and JSON.
 *
 * Moves, positions and games each have one text form for people (docs/notation.md) and one JSON
 * form for programs. Each form has a printer and a reader, and parse(print(x)) equals x.
 *
 * Printers fill a bounded buffer, end it with a 0 and return the length of the whole text; a
 * result of `size` or more means that the text was truncated. Buffers of the sizes below are
 * always large enough. Readers take a length (no terminating 0 is needed) and read no byte after
 * it. They refuse bad text with an error code and an azj_text_fault: the byte offset and a
 * sentence that says what was expected there. A reader checks the syntax only and azj_validate
 * (azulejo/rules.h) checks whether the position is possible; azj_position_read does both. Nothing
 * here prints, opens a file or keeps a global. Only records use the heap.
 */
#ifndef AZULEJO_TEXT_H
#define AZULEJO_TEXT_H

#include <azulejo/api.h>
#include <azulejo/rules.h>
#include <stddef.h>

enum {
    AZJ_MOVE_TEXT_MAX = 128,
    AZJ_MOVE_JSON_MAX = 256,
    AZJ_MOVE_WORDS_MAX = 256,
    AZJ_POSITION_TEXT_MAX = 1024,
    AZJ_POSITION_JSON_MAX = 4096,
    AZJ_EVENT_TEXT_MAX = 256,
    AZJ_EVENT_JSON_MAX = 512,
    AZJ_FAULT_TEXT_MAX = 160,
    AZJ_FAULT_JSON_MAX = 512
};

/* The part of a record that could not be read. Front ends in other languages select their own
 * sentences by it; the English sentence says exactly what was expected. */
typedef enum azj_text_part {
    AZJ_PART_NONE, /* no record, or not known */
    AZJ_PART_TAG,
    AZJ_PART_DEAL,
    AZJ_PART_MOVE,
    AZJ_PART_NOTE,
    AZJ_PART_END,
    AZJ_PART_CUT, /* the text stops before the line that begins with end */
    AZJ_PART_NB
} azj_text_part;

/* Where reading stopped and why. */
typedef struct azj_text_fault {
    azj_error code;  /* AZJ_E_SYNTAX …, or what the rules find wrong with what was read */
    size_t offset;   /* bytes before the fault */
    unsigned line;   /* of a record, from 1; 0 elsewhere */
    unsigned column; /* bytes, from 1 */
    char text[AZJ_FAULT_TEXT_MAX]; /* an English sentence without its full stop */
    azj_text_part part;            /* of a record */
    azj_fault why;                 /* where the rules refuse what was read; else its code is OK */
} azj_text_fault;

/* AZJ_JSON_TRACE omits the knowledge of the plates in the pile, for which the form of `azulejo
 * trace` has no key. Without it the JSON form holds the whole state. */
enum { AZJ_JSON_WHOLE = 0, AZJ_JSON_TRACE = 1 };

AZJ_API_BEGIN

/* ---- Moves: "3B2", "cBf", "2B3:KY", "S3/1@5" … ----
 * The same letters may mean different moves in different games, so reading needs the rule set.
 * `fault` may be NULL everywhere. */
size_t azj_move_text(azj_move move, char *out, size_t size);
size_t azj_move_json(azj_move move, char *out, size_t size);
size_t azj_move_words(azj_move move, char *out, size_t size); /* "blue from factory 3 to line 2" */
azj_error azj_move_parse(azj_rules rules, const char *text, size_t length, azj_move *move,
                         azj_text_fault *fault);
azj_error azj_move_parse_json(azj_rules rules, const char *text, size_t length, azj_move *move,
                              azj_text_fault *fault);

/* ---- Positions and views: one line, or one JSON object ---- */
size_t azj_position_text(const azj_state *s, char *out, size_t size);
size_t azj_position_json(const azj_state *s, unsigned how, char *out, size_t size);
azj_error azj_position_parse(const char *text, size_t length, azj_state *s, azj_text_fault *fault);
azj_error azj_position_parse_json(const char *text, size_t length, azj_state *s,
                                  azj_text_fault *fault);

/* Reads either form, with white space around it, and checks that the position is possible.
 * Programs should use this reader. */
azj_error azj_position_read(const char *text, size_t length, azj_state *s, azj_text_fault *fault);

/* ---- Score events and faults ---- */
size_t azj_event_json(azj_rules rules, const azj_event *event, char *out, size_t size);

/* "blue at row 3, column 2: 3 across and 2 down", without seat and points. */
size_t azj_event_text(azj_rules rules, const azj_event *event, char *out, size_t size);

/* The sentence of a fault with its placeholders filled: "line 3 already holds red". */
size_t azj_fault_text(const azj_fault *fault, char *out, size_t size);
size_t azj_fault_json(const azj_fault *fault, char *out, size_t size);

/* ---- Records (.azr): whole games ----
 * A record checks every step against the rules as it is added; `now` is the state after the last
 * one. Chance outcomes are recorded, so a replay does not need our generator.
 *
 *     azj_record r;
 *     azj_record_init(&r);
 *     azj_record_begin(&r, &(azj_options){.rules = AZJ_GREY, .players = 2, .starter = AZJ_NOBODY});
 *     azj_record_tag(&r, "Seat0", "Ann");
 *     azj_record_deal(&r, &rng);
 *     azj_record_move(&r, move, &why, NULL);  azj_record_note(&r, "clk", "298.5");  …
 *     azj_record_end(&r, azj_winners(&r.now), "normal");
 *     azj_record_text(&r, out, size);
 *     azj_record_free(&r);
 *
 * Strings are offsets into `pool`; offset 0 is the empty string. Every array has a maximum. */
enum {
    AZJ_RECORD_TAGS_MAX = 256,
    AZJ_RECORD_STEPS_MAX = 1 << 16,
    AZJ_RECORD_NOTES_MAX = 1 << 16,
    AZJ_RECORD_POOL_MAX = 4 << 20
};

typedef struct azj_record_tag_entry {
    uint32_t name, value;
} azj_record_tag_entry;

typedef struct azj_record_step {
    azj_move move;       /* 0: chance went its way */
    azj_outcome outcome; /* when `move` is 0; its weight is not kept */
} azj_record_step;

/* A note like "clk" "298.5" about the step before it; the name "comment" is free text. */
typedef struct azj_record_note_entry {
    uint32_t after; /* how many steps stand before it; 0: about the game */
    uint32_t name, value;
} azj_record_note_entry;

typedef struct azj_record {
    azj_state start; /* before the first step */
    azj_state now;   /* after the last one */
    azj_record_tag_entry *tags;
    azj_record_step *steps;
    azj_record_note_entry *notes;
    char *pool;
    uint32_t tag_count, step_count, note_count, pool_size;
    uint32_t tag_room, step_room, note_room, pool_room;
    uint32_t cause;  /* why the game ended, 0 while it goes on */
    uint8_t winners; /* a bit a seat; 0: no result */
} azj_record;

/* An empty record owns no memory; freeing leaves it empty. */
void azj_record_init(azj_record *r);
void azj_record_free(azj_record *r);

/* Starts a game (dropping what the record held) from the options or from a given position. */
azj_error azj_record_begin(azj_record *r, const azj_options *options);
azj_error azj_record_begin_at(azj_record *r, const azj_state *start);

/* Sets a tag: a name of letters and digits with a capital first, a value of one line of UTF-8. The
 * tags that azj_record_begin and azj_record_end write (Azulejo, Rules, Players, Tablets, Starter,
 * Position, Result, Scores, Termination) are refused with AZJ_E_SYNTAX. */
azj_error azj_record_tag(azj_record *r, const char *name, const char *value);
const char *azj_record_tag_value(const azj_record *r, const char *name); /* NULL: not there */

/* The checked steps. `why` and `events` may be NULL. */
azj_error azj_record_move(azj_record *r, azj_move move, azj_fault *why, azj_events *events);
azj_error azj_record_chance(azj_record *r, azj_outcome outcome);
azj_error azj_record_deal(azj_record *r, azj_rng *rng); /* samples until somebody must decide */
azj_error azj_record_note(azj_record *r, const char *name, const char *value);

/* Ends the game: "normal" when the rules ended it, else resigned, time, illegal, crash, stall,
 * protocol, abandoned, unfinished … with winners 0 for no result. */
azj_error azj_record_end(azj_record *r, unsigned winners, const char *cause);

/* Repeats step `index` on the state in which it was made. `events` may be NULL. */
void azj_record_replay(const azj_record *r, uint32_t index, azj_state *s, azj_events *events);

AZJ_INLINE const char *azj_record_string(const azj_record *r, uint32_t offset)
{
    return offset ? r->pool + offset : "";
}

/* The printers of a record measure with size 0. The JSON form is one line without its end. */
size_t azj_record_text(const azj_record *r, char *out, size_t size);
size_t azj_record_json(const azj_record *r, char *out, size_t size);

/* Reads the game that starts at byte *at of a text of one or more games, and moves *at to the byte
 * after it. After a fault the record holds the game up to the fault, and *at is where
 * azj_record_skip must start to look for the next game. `r` must be initialised. */
azj_error azj_record_parse(const char *text, size_t length, size_t *at, azj_record *r,
                           azj_text_fault *fault);
azj_error azj_record_parse_json(const char *text, size_t length, size_t *at, azj_record *r,
                                azj_text_fault *fault);

/* Skips white space; returns whether another game follows. */
int azj_record_more(const char *text, size_t length, size_t *at);

/* After a fault: moves *at to the next game of the text form, or to the end. */
void azj_record_skip(const char *text, size_t length, size_t *at);

/* ---- Names ---- */
char azj_colour_letter(unsigned colour);      /* B Y R K T, '?' for what is no colour */
const char *azj_colour_name(unsigned colour); /* "blue" … */
const char *azj_phase_name(unsigned phase);   /* "offer" … */
const char *azj_event_name(unsigned kind);    /* "tile" … */
const char *azj_face_name(unsigned face);     /* "BR" …, "?" for AZJ_CHIP_UNKNOWN */
const char *azj_plate_name(unsigned plate);   /* "S3" …, "S?", "J?", "?" */

AZJ_API_END

#endif
