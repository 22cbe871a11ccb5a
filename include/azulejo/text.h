/* azulejo/text.h - moves, positions and games written down: text and JSON.
 *
 * Each thing has one text form for people (docs/notation.md) and one JSON form for programs, each
 * with a printer and a reader, and parse(print(x)) is x.
 *
 * Printers fill a bounded buffer, end it with a 0 and return the length that the whole text
 * has; a return of `size` or more means that it was cut. Buffers of the sizes below never are.
 * Readers take a length (no 0 needed), read no byte behind it, and refuse with an error code and
 * an azj_text_fault: the byte and a sentence that says what was expected there. What can be
 * written and what is possible are two steps: a reader checks the writing only, azj_validate
 * (azulejo/rules.h) the sense; azj_position_read does both.
 * Nothing here prints, opens a file or keeps a global. Only records use the heap.
 */
#ifndef AZULEJO_TEXT_H
#define AZULEJO_TEXT_H

#include <azulejo/rules.h>
#include <stddef.h>

enum {
    AZJ_MOVE_TEXT_MAX = 128,
    AZJ_MOVE_JSON_MAX = 256,
    AZJ_POSITION_TEXT_MAX = 1024,
    AZJ_POSITION_JSON_MAX = 4096,
    AZJ_EVENT_TEXT_MAX = 256,
    AZJ_EVENT_JSON_MAX = 512,
    AZJ_FAULT_TEXT_MAX = 160,
    AZJ_FAULT_JSON_MAX = 512
};

/* Where reading stopped and why. */
typedef struct azj_text_fault {
    azj_error code;  /* AZJ_E_SYNTAX …, or what the rules find wrong with what was read */
    size_t offset;   /* bytes before the fault */
    unsigned line;   /* of a record, from 1; 0 elsewhere */
    unsigned column; /* bytes, from 1 */
    char text[AZJ_FAULT_TEXT_MAX]; /* an English sentence without its full stop */
} azj_text_fault;

/* AZJ_JSON_TRACE leaves out what the form of `azulejo trace` has no key for: who knows which
 * plates of the pile. Without it the JSON form holds the whole state. */
enum { AZJ_JSON_WHOLE = 0, AZJ_JSON_TRACE = 1 };

#pragma GCC visibility push(default)

/* ---- Moves: "3B2", "cBf", "2B3:KY", "S3/1@5" … ------------------------------------------------
 * The same letters may mean different moves in different games, so reading needs the rule set;
 * nothing else. `fault` may be NULL everywhere. */
size_t azj_move_text(azj_move move, char *out, size_t size);
size_t azj_move_json(azj_move move, char *out, size_t size);
azj_error azj_move_parse(azj_rules rules, const char *text, size_t length, azj_move *move,
                         azj_text_fault *fault);
azj_error azj_move_parse_json(azj_rules rules, const char *text, size_t length, azj_move *move,
                              azj_text_fault *fault);

/* ---- Positions and views: one line, or one JSON object ---------------------------------------*/
size_t azj_position_text(const azj_state *s, char *out, size_t size);
size_t azj_position_json(const azj_state *s, unsigned how, char *out, size_t size);
azj_error azj_position_parse(const char *text, size_t length, azj_state *s, azj_text_fault *fault);
azj_error azj_position_parse_json(const char *text, size_t length, azj_state *s,
                                  azj_text_fault *fault);

/* Either form, with white space around it, and possible: what a program should read. */
azj_error azj_position_read(const char *text, size_t length, azj_state *s, azj_text_fault *fault);

/* ---- Score events and faults -----------------------------------------------------------------*/
size_t azj_event_json(azj_rules rules, const azj_event *event, char *out, size_t size);

/* "blue at row 3, column 2: 3 across and 2 down", without seat and points. */
size_t azj_event_text(azj_rules rules, const azj_event *event, char *out, size_t size);

/* The sentence of a fault with its placeholders filled: "line 3 already holds red". */
size_t azj_fault_text(const azj_fault *fault, char *out, size_t size);
size_t azj_fault_json(const azj_fault *fault, char *out, size_t size);

/* ---- Names -----------------------------------------------------------------------------------*/
char azj_colour_letter(unsigned colour);      /* B Y R K T, '?' for what is no colour */
const char *azj_colour_name(unsigned colour); /* "blue" … */
const char *azj_phase_name(unsigned phase);   /* "offer" … */
const char *azj_event_name(unsigned kind);    /* "tile" … */
const char *azj_face_name(unsigned face);     /* "BR" …, "?" for AZJ_CHIP_UNKNOWN */
const char *azj_plate_name(unsigned plate);   /* "S3" …, "S?", "J?", "?" */

#pragma GCC visibility pop

#endif
