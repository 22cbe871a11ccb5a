/* texts.c - sentences in three languages: see texts.h. */
#include "term/texts.h"

#include <azulejo/text.h>
#include <stdlib.h>
#include <string.h>

#define ROW(key, en, nl, de) [TEXT_##key] = {en, nl, de},
static const char *const sentences[PLAY_TEXT_NB][PLAY_LANG_NB] = {PLAY_TEXTS(ROW)};
#undef ROW

#define ROW(code, nl, de) [AZJ_E_##code] = {nl, de},
static const char *const faults[AZJ_ERROR_NB][PLAY_LANG_NB - 1] = {PLAY_FAULT_TEXTS(ROW)};
#undef ROW

static const char *const language_names[PLAY_LANG_NB] = {"en", "nl", "de"};

/* ---- Languages ----------------------------------------------------------------------------- */

bool texts_language(const char *name, play_lang *lang)
{
    for (int i = 0; i < PLAY_LANG_NB; i++)
        if (strncmp(name, language_names[i], 2) == 0 && (!name[2] || strchr("_-.@", name[2]))) {
            *lang = (play_lang)i;
            return true;
        }
    return false;
}

const char *texts_language_name(play_lang lang)
{
    return language_names[lang];
}

play_lang texts_environment(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    play_lang lang = PLAY_EN;
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            texts_language(value, &lang);
            break;
        }
    }
    return lang;
}

const char *texts_template(play_lang lang, play_text key)
{
    return sentences[key][lang];
}

const char *texts_colour(play_lang lang, unsigned colour)
{
    return colour < AZJ_COLOUR_NB ? sentences[TEXT_BLUE + colour][lang] : "?";
}

/* ---- Filling ------------------------------------------------------------------------------- */

static void put_signed(buf *b, int number)
{
    if (number > 0)
        buf_char(b, '+');
    buf_number(b, number);
}

static void put_value(buf *b, play_lang lang, char name, const play_values *v)
{
    switch (name) {
    case 'n':
        buf_number(b, v->n);
        break;
    case 'm':
        buf_number(b, v->m);
        break;
    case 'k':
        buf_number(b, v->k);
        break;
    case 'p':
        put_signed(b, v->p);
        break;
    case 'c':
        buf_text(b, texts_colour(lang, v->c));
        break;
    case 'd':
        buf_text(b, texts_colour(lang, v->d));
        break;
    default:
        buf_text(b, name == 's' ? v->s : v->t);
    }
}

static void put_filled(buf *b, play_lang lang, const char *sentence, const play_values *values)
{
    for (const char *at = sentence; *at; at++) {
        if (at[0] == '{' && at[1] && at[2] == '}') {
            put_value(b, lang, at[1], values);
            at += 2;
        } else {
            buf_char(b, *at);
        }
    }
}

void texts_put(buf *b, play_lang lang, play_text key, const play_values *values)
{
    static const play_values none;
    put_filled(b, lang, sentences[key][lang], values ? values : &none);
}

void texts_put_fault(buf *b, play_lang lang, const azj_fault *fault)
{
    const char *sentence = lang == PLAY_EN ? NULL : faults[fault->code][lang - 1];
    char number[16];
    buf digits = buf_on(number, sizeof number);
    buf_number(&digits, fault->number);
    buf_end(&digits);
    if (sentence) {
        const play_values v = {.m = fault->from,
                               .n = fault->line,
                               .k = fault->column,
                               .c = fault->colour,
                               .d = fault->other,
                               .t = number};
        put_filled(b, lang, sentence, &v);
        return;
    }
    char text[AZJ_FAULT_TEXT_MAX];
    azj_fault_text(fault, text, sizeof text);
    buf_text(b, text);
}
