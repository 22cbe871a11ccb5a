/* messages.h - what the terminal client says, in the languages of web/src/text.
 *
 *     msg_put(&b, LANG_NL, MSG_PLAYER, &(msg_args){.n = 2});
 *
 * A key is the name of a Fluent message: MSG_PLAYER is `player`. The page's messages and those that
 * only the terminal has (web/src/text/terminal) are compiled into a table by tools/messages.awk.
 */
#ifndef TERM_MESSAGES_H
#define TERM_MESSAGES_H

#include "base/buf.h"
#include "message_keys.h"
#include "term/message_args.h"

#include <azulejo/rules.h>
#include <stdbool.h>

/* What fills the variables of a message. A colour is given by its letter: msg_colour. */
#define ARG_FIELD(name) int name;
#define ARG_FIELD_STRING(name) const char *name;
typedef struct msg_args {
    ARG_NUMBERS(ARG_FIELD)
    ARG_STRINGS(ARG_FIELD_STRING)
} msg_args;
#undef ARG_FIELD
#undef ARG_FIELD_STRING

/* The codes of the languages, and the table that tools/messages.awk makes. */
extern const char *const msg_languages[LANG_NB];
extern const char *const msg_names[MSG_NB];
extern const char *const msg_table[LANG_NB][MSG_NB];

/* Reads "nl", "nl_BE.UTF-8" …; false: there is no such language, and *lang is left alone. */
bool msg_read_language(const char *name, msg_lang *lang);

/* "en, nl or de": all codes, for a sentence. */
void msg_put_languages(buf *b);

/* The language that the environment asks for: LC_ALL, LC_MESSAGES, LANG; else English. */
msg_lang msg_environment(void);

/* Writes a message; `args` may be NULL when it has no variables. */
void msg_put(buf *b, msg_lang lang, msg_key key, const msg_args *args);

/* The text of a message that has no variables. */
const char *msg_text(msg_lang lang, msg_key key);

/* "B" …: the letter of a colour, as messages want it; "other" for none. */
const char *msg_colour(unsigned colour);

/* Why the rules refuse a move. */
void msg_put_fault(buf *b, msg_lang lang, const azj_fault *fault);

#endif
