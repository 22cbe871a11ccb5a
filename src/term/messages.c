/* messages.c - messages with their variables filled in: see messages.h. */
#include "term/messages.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Languages ---- */

bool msg_read_language(const char *name, msg_lang *lang)
{
    for (int i = 0; i < LANG_NB; i++) {
        const size_t length = strlen(msg_languages[i]);
        if (strncmp(name, msg_languages[i], length) == 0 &&
            (!name[length] || strchr("_-.@", name[length]))) {
            *lang = (msg_lang)i;
            return true;
        }
    }
    return false;
}

void msg_put_languages(buf *b)
{
    for (int i = 0; i < LANG_NB; i++) {
        buf_text(b, i == 0 ? "" : i + 1 < LANG_NB ? ", " : " or ");
        buf_text(b, msg_languages[i]);
    }
}

msg_lang msg_environment(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    msg_lang lang = LANG_EN;
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            msg_read_language(value, &lang);
            break;
        }
    }
    return lang;
}

/* ---- Variables ---- */

#define ARG_OFFSET(name) offsetof(msg_args, name),
static const size_t number_offsets[] = {ARG_NUMBERS(ARG_OFFSET)};
static const size_t string_offsets[] = {ARG_STRINGS(ARG_OFFSET)};
enum { NUMBER_NB = sizeof number_offsets / sizeof *number_offsets };

static bool is_number(unsigned variable)
{
    return variable < NUMBER_NB;
}

static int number_of(const msg_args *args, unsigned variable)
{
    return *(const int *)((const char *)args + number_offsets[variable]);
}

static const char *string_of(const msg_args *args, unsigned variable)
{
    const char *text =
        *(const char *const *)((const char *)args + string_offsets[variable - NUMBER_NB]);
    return text ? text : "";
}

/* ---- The compiled form (tools/messages.awk) ---- */

enum { VARIABLE = 1, MESSAGE, SELECT, VARIANT, TEXT, DEFAULT, END };

typedef struct msg_printer {
    buf *out;
    msg_lang lang;
    const msg_args *args;
} msg_printer;

static bool begins_part(char c)
{
    return c >= VARIABLE && c <= END;
}

/* The plural category of English, Dutch and German; tests/scripts/messages.sh refuses others. */
static bool is_category(int number, const char *key, size_t length)
{
    return length == 3 && strncmp(key, "one", 3) == 0 && number == 1;
}

static bool matches(const msg_printer *p, unsigned variable, const char *key, size_t length)
{
    char text[16];
    if (!is_number(variable)) {
        const char *value = string_of(p->args, variable);
        return strlen(value) == length && strncmp(value, key, length) == 0;
    }
    const int number = number_of(p->args, variable);
    buf b = buf_on(text, sizeof text);
    buf_number(&b, number);
    buf_end(&b);
    return (strlen(text) == length && strncmp(text, key, length) == 0) ||
           is_category(number, key, length);
}

/* The end of the text at `at`: its variant's or the message's. */
static const char *text_end(const char *at)
{
    for (unsigned depth = 0; *at; at++) {
        if (*at == SELECT) {
            depth++;
        } else if (depth == 0 && (*at == VARIANT || *at == DEFAULT || *at == END)) {
            return at;
        } else if (*at == END) {
            depth--;
        }
        if (*at == VARIABLE || *at == SELECT)
            at++;
        else if (*at == MESSAGE)
            at += 2;
    }
    return at;
}

static const char *put_text(const msg_printer *p, const char *at);

/* `at` is the first variant; returns what follows the select. */
static const char *put_select(const msg_printer *p, unsigned variable, const char *at)
{
    const char *chosen = NULL, *fallback = NULL;
    for (const char *text; *at != END; at = text_end(text)) {
        const char *key = at + 1;
        text = strchr(key, TEXT) + 1;
        if (!chosen && matches(p, variable, key, (size_t)(text - 1 - key)))
            chosen = text;
        if (*at == DEFAULT)
            fallback = text;
    }
    put_text(p, chosen ? chosen : fallback);
    return at + 1;
}

static const char *put_part(const msg_printer *p, const char *at)
{
    const unsigned first = (unsigned)(unsigned char)at[1] - ' ';
    switch (*at) {
    case VARIABLE:
        if (is_number(first))
            buf_number(p->out, number_of(p->args, first));
        else
            buf_text(p->out, string_of(p->args, first));
        return at + 2;
    case MESSAGE:
        put_text(p, msg_table[p->lang][64 * first + (unsigned char)at[2] - ' ']);
        return at + 3;
    default:
        return put_select(p, first, at + 2);
    }
}

/* Writes the text of a message or variant; returns its end. */
static const char *put_text(const msg_printer *p, const char *at)
{
    while (*at && *at != VARIANT && *at != DEFAULT && *at != END) {
        if (begins_part(*at))
            at = put_part(p, at);
        else
            buf_char(p->out, *at++);
    }
    return at;
}

/* ---- Doors ---- */

void msg_put(buf *b, msg_lang lang, msg_key key, const msg_args *args)
{
    static const msg_args none;
    put_text(&(msg_printer){b, lang, args ? args : &none}, msg_table[lang][key]);
}

const char *msg_text(msg_lang lang, msg_key key)
{
    return msg_table[lang][key];
}

const char *msg_colour(unsigned colour)
{
    static const char letters[AZJ_COLOUR_NB][2] = {"B", "Y", "R", "K", "T"};
    return colour < AZJ_COLOUR_NB ? letters[colour] : "other";
}

/* LINE_FULL is said by `refusal-line-full`. */
static bool is_refusal(const char *name, const char *code)
{
    static const char family[] = "refusal-";
    if (strncmp(name, family, sizeof family - 1) != 0)
        return false;
    for (name += sizeof family - 1; *name && *code; name++, code++)
        if (*name != (*code == '_' ? '-' : tolower((unsigned char)*code)))
            return false;
    return !*name && !*code;
}

void msg_put_fault(buf *b, msg_lang lang, const azj_fault *fault)
{
    char from[8];
    buf digits = buf_on(from, sizeof from);
    buf_unsigned(&digits, fault->from);
    buf_end(&digits);
    const msg_args args = {.from = from,
                           .line = fault->line,
                           .column = fault->column,
                           .number = fault->number,
                           .limit = fault->limit,
                           .seat = fault->seat,
                           .colour = msg_colour(fault->colour),
                           .other = msg_colour(fault->other)};
    msg_key key = MSG_REFUSAL_NOT_LEGAL;
    for (int i = 0; i < MSG_NB; i++)
        if (is_refusal(msg_names[i], azj_error_name(fault->code)))
            key = (msg_key)i;
    msg_put(b, lang, key, &args);
}
