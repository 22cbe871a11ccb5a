/* scan.h - reading the text forms: an offset in bounded text and the first fault.
 *
 * As in json_read.h, the first fault is kept and every later read returns 0, so the fault is
 * checked once at the end of a form.
 */
#ifndef TEXT_SCAN_H
#define TEXT_SCAN_H

#include "text/forms.h"

#include <stdbool.h>

typedef struct scan {
    const char *text;
    size_t length;
    size_t at;
    azj_text_fault fault;
} scan;

static inline scan scan_on(const char *text, size_t length)
{
    return (scan){.text = text, .length = length, .fault = {.code = AZJ_E_OK}};
}

static inline bool scan_bad(const scan *s)
{
    return s->fault.code != AZJ_E_OK;
}

static inline bool scan_is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The next byte; -1 at the end and after a fault. */
static inline int scan_peek(const scan *s)
{
    return s->at < s->length && !scan_bad(s) ? (unsigned char)s->text[s->at] : -1;
}

/* Records "expected …" at this place. Returns 0. */
unsigned scan_fail(scan *s, const char *expected);

bool scan_char(scan *s, char c);                   /* takes c if it is next */
void scan_want(scan *s, char c, const char *what); /* must be next */
bool scan_word(scan *s, const char *word);         /* takes the word if it is next */
void scan_finish(scan *s);                         /* nothing may follow */

/* A decimal number without leading zeros. */
unsigned scan_number(scan *s, unsigned min, unsigned max, const char *what);
unsigned scan_colour(scan *s);
unsigned scan_plate(scan *s, bool unknown_too);
unsigned scan_face(scan *s);
azj_chips scan_faces(scan *s); /* "B,BR,BR", at least one, sorted */
uint32_t scan_sequence(scan *s, unsigned max, bool marker, unsigned *count); /* may be empty */

unsigned text_read_plate_at(scan *s, unsigned *turn, unsigned *slot); /* "S3/1@5" */
unsigned text_read_tablets(scan *s);                                  /* "a1,b1,c1" */

/* Copies the fault, if there is one, to the caller's struct unless that is NULL; returns its
 * code. */
azj_error scan_end(const scan *s, azj_text_fault *fault);

#endif
