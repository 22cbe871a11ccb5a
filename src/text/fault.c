/* fault.c - faults in words and in JSON.
 *
 * The English templates of azulejo/error.h hold {placeholders} named after the fields of
 * azj_fault; only the fields that a code's template names are valid, so only these are printed.
 */
#include "text/forms.h"

#include <string.h>

static const char *const fields[] = {"seat",   "from",  "line",   "column",
                                     "colour", "other", "number", "limit"};
enum { FIELD_NB = sizeof fields / sizeof *fields };

static int32_t field_value(const azj_fault *f, unsigned field)
{
    const int32_t values[FIELD_NB] = {f->seat,   f->from,  f->line,   f->column,
                                      f->colour, f->other, f->number, f->limit};
    return values[field];
}

static int is_colour(unsigned field)
{
    return fields[field][0] == 'c' ? fields[field][3] == 'o' : fields[field][0] == 'o';
}

/* The field whose placeholder begins at `at`, FIELD_NB if none does. */
static unsigned placeholder(const char *at)
{
    for (unsigned i = 0; *at == '{' && i < FIELD_NB; i++) {
        const size_t length = strlen(fields[i]);
        if (strncmp(at + 1, fields[i], length) == 0 && at[1 + length] == '}')
            return i;
    }
    return FIELD_NB;
}

static void put_sentence(buf *b, const azj_fault *fault)
{
    for (const char *at = azj_error_template(fault->code); *at; at++) {
        const unsigned field = placeholder(at);
        if (field == FIELD_NB) {
            buf_char(b, *at);
            continue;
        }
        if (is_colour(field))
            buf_text(b, azj_colour_name((unsigned)field_value(fault, field)));
        else
            buf_number(b, field_value(fault, field));
        at += strlen(fields[field]) + 1;
    }
}

size_t azj_fault_text(const azj_fault *fault, char *out, size_t size)
{
    buf b = buf_on(out, size);
    put_sentence(&b, fault);
    return buf_end(&b);
}

static void put_field(json_writer *w, const azj_fault *fault, unsigned field)
{
    if (!is_colour(field)) {
        json_write_number(w, fields[field], field_value(fault, field));
        return;
    }
    json_write_string_begin(w, fields[field]);
    buf_char(w->out, azj_colour_letter((unsigned)field_value(fault, field)));
    json_write_string_end(w);
}

size_t azj_fault_json(const azj_fault *fault, char *out, size_t size)
{
    char sentence[AZJ_FAULT_TEXT_MAX];
    buf b = buf_on(out, size);
    json_writer w = json_write_on(&b);
    azj_fault_text(fault, sentence, sizeof sentence);
    json_write_object(&w, NULL);
    json_write_string(&w, "code", azj_error_name(fault->code));
    json_write_string(&w, "text", sentence);
    unsigned seen = 0;
    for (const char *at = azj_error_template(fault->code); *at; at++) {
        const unsigned field = placeholder(at);
        if (field == FIELD_NB || seen >> field & 1u)
            continue;
        seen |= 1u << field;
        put_field(&w, fault, field);
    }
    json_write_object_end(&w);
    return buf_end(&b);
}
