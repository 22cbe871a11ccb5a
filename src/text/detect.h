/* detect.h - detects the form of a text: a record or a position, as text or as JSON. */
#ifndef TEXT_DETECT_H
#define TEXT_DETECT_H

#include <azulejo/text.h>
#include <stdbool.h>

typedef enum text_form {
    TEXT_FORM_RECORD,
    TEXT_FORM_RECORD_JSON,
    TEXT_FORM_POSITION,
    TEXT_FORM_POSITION_JSON
} text_form;

static inline bool text_form_is_record(text_form form)
{
    return form <= TEXT_FORM_RECORD_JSON;
}

/* The form of the first entry of a text, which may be damaged or truncated. White space alone
 * counts as a record without games. */
text_form text_form_of(const char *text, size_t length);

/* Reads the next game of a record in this form, by azj_record_parse or azj_record_parse_json. */
azj_error text_next_game(text_form form, const char *text, size_t length, size_t *at, azj_record *r,
                         azj_text_fault *fault);

#endif
