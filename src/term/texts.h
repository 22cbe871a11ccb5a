/* texts.h - what the terminal client says, in English, Dutch and German.
 *
 *     texts_put(&b, PLAY_NL, TEXT_FROM_FACTORY, &(play_values){.n = 2, .c = AZJ_BLUE, .m = 3});
 *
 * The sentences themselves: texts_list.h.
 */
#ifndef TERM_TEXTS_H
#define TERM_TEXTS_H

#include "base/buf.h"
#include "term/texts_list.h"

#include <azulejo/rules.h>
#include <stdbool.h>

typedef enum play_lang { PLAY_EN, PLAY_NL, PLAY_DE, PLAY_LANG_NB } play_lang;

#define PLAY_TEXT_KEY(key, en, nl, de) TEXT_##key,
typedef enum play_text { PLAY_TEXTS(PLAY_TEXT_KEY) PLAY_TEXT_NB } play_text;
#undef PLAY_TEXT_KEY

/* What fills the placeholders of the same names. */
typedef struct play_values {
    int n, m, k, p;
    unsigned c, d; /* colours */
    const char *s, *t;
} play_values;

/* "nl", "nl_BE.UTF-8" … */
bool texts_language(const char *name, play_lang *lang);
const char *texts_language_name(play_lang lang); /* "en", "nl", "de" */

/* The language that the environment asks for: LC_ALL, LC_MESSAGES, LANG; else English. */
play_lang texts_environment(void);

/* The sentence with its placeholders. */
const char *texts_template(play_lang lang, play_text key);
const char *texts_colour(play_lang lang, unsigned colour);

void texts_put(buf *b, play_lang lang, play_text key, const play_values *values);
void texts_put_fault(buf *b, play_lang lang, const azj_fault *fault);

#endif
