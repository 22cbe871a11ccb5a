/* forms.h - which of our text forms a file holds, for the verbs that take any of them. */
#ifndef CLI_FORMS_H
#define CLI_FORMS_H

#include "cli/options.h"

#include <azulejo/text.h>

enum { CLI_FILE_MAX = 1 << 30 };

typedef enum cli_form {
    CLI_RECORD_TEXT,
    CLI_RECORD_JSON,
    CLI_POSITION_TEXT,
    CLI_POSITION_JSON
} cli_form;

cli_form cli_form_of(const char *text, size_t length);

/* Reads --to: "text" or "json". */
bool cli_read_form_option(cli_args *a, const char *text, int *json);

/* The next game of a text that has one (azj_record_more). */
azj_error cli_next_game(cli_form form, const char *text, size_t length, size_t *at, azj_record *r,
                        azj_text_fault *fault);

/* The next position of a file: text has one a line; JSON one a line, or one over many lines.
 * `line`, 1 to begin with, is kept beside `at`. False at the end. */
bool cli_next_position(cli_form form, const char *text, size_t length, size_t *at, unsigned *line,
                       azj_state *s, azj_text_fault *fault);

#endif
