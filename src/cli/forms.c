/* forms.c - which of our text forms a file holds: see forms.h. */
#include "cli/forms.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The first key of a JSON object tells a record from a position. */
static bool starts_with_tags(const char *text, size_t length)
{
    static const char key[] = "\"tags\"";
    size_t at = 1;
    while (at < length && is_space(text[at]))
        at++;
    return length - at >= sizeof key - 1 && memcmp(text + at, key, sizeof key - 1) == 0;
}

cli_form cli_form_of(const char *text, size_t length)
{
    size_t at = 0;
    if (!azj_record_more(text, length, &at) || text[at] == '[')
        return CLI_RECORD_TEXT;
    if (text[at] != '{')
        return CLI_POSITION_TEXT;
    return starts_with_tags(text + at, length - at) ? CLI_RECORD_JSON : CLI_POSITION_JSON;
}

bool cli_read_form_option(cli_args *a, const char *text, int *json)
{
    *json = strcmp(text, "json") == 0;
    if (*json || strcmp(text, "text") == 0)
        return true;
    return cli_wrong(a, "--to takes text or json, not \"%s\"", text);
}

azj_error cli_next_game(cli_form form, const char *text, size_t length, size_t *at, azj_record *r,
                        azj_text_fault *fault)
{
    return (form == CLI_RECORD_JSON ? azj_record_parse_json : azj_record_parse)(text, length, at, r,
                                                                                fault);
}

/* Behind the line at `at`; JSON runs on until a line begins with another object. */
static size_t end_of_position(cli_form form, const char *text, size_t length, size_t at)
{
    for (;;) {
        const char *newline = memchr(text + at, '\n', length - at);
        if (!newline)
            return length;
        at = (size_t)(newline - text) + 1;
        if (form == CLI_POSITION_TEXT || (at < length && text[at] == '{'))
            return at;
    }
}

/* Line and column of a fault in the position at text + start, whose own line is `line`. */
static void locate(azj_text_fault *fault, const char *text, size_t start, unsigned line)
{
    size_t line_start = start;
    while (line_start > 0 && text[line_start - 1] != '\n')
        line_start--;
    fault->offset += start;
    fault->line = line;
    for (size_t i = start; i < fault->offset; i++)
        if (text[i] == '\n') {
            fault->line++;
            line_start = i + 1;
        }
    fault->column = (unsigned)(fault->offset - line_start) + 1;
}

static unsigned count_lines(const char *text, size_t from, size_t to)
{
    unsigned count = 0;
    for (size_t i = from; i < to; i++)
        count += text[i] == '\n';
    return count;
}

bool cli_next_position(cli_form form, const char *text, size_t length, size_t *at, unsigned *line,
                       azj_state *s, azj_text_fault *fault)
{
    const size_t before = *at;
    fault->code = AZJ_E_OK;
    if (!azj_record_more(text, length, at))
        return false;
    const size_t start = *at;
    *line += count_lines(text, before, start);
    *at = end_of_position(form, text, length, start);
    if (azj_position_read(text + start, *at - start, s, fault) != AZJ_E_OK)
        locate(fault, text, start, *line);
    *line += count_lines(text, start, *at);
    return true;
}
