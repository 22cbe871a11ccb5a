/* detect.c - the form of a text: see detect.h. */
#include "text/detect.h"
#include "text/record.h"
#include "text/scan.h"

#include <string.h>

/* The tags of a game are searched in this many bytes after lines that belong to no game. */
enum { TAGS_WITHIN = 64 << 10 };

/* The byte after the string whose opening quote is at `at`. */
static size_t string_end(const char *text, size_t length, size_t at)
{
    for (at++; at < length && text[at] != '"'; at++)
        at += text[at] == '\\';
    return at < length ? at + 1 : length;
}

static bool is_record_key(const char *text, size_t length)
{
    static const char *const keys[] = {"\"tags\"", "\"steps\""};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (length == strlen(keys[i]) && memcmp(text, keys[i], length) == 0)
            return true;
    return false;
}

/* Returns whether the JSON object, which may be truncated, has a key that only a record has. */
static bool has_record_key(const char *text, size_t length)
{
    size_t depth = 0;
    for (size_t at = 0; at < length;) {
        const size_t end = text[at] == '"' ? string_end(text, length, at) : at + 1;
        size_t after = end;
        while (after < length && scan_is_space(text[after]))
            after++;
        if (text[at] == '"' && depth == 1 && after < length && text[after] == ':' &&
            is_record_key(text + at, end - at))
            return true;
        depth += text[at] == '{' || text[at] == '[';
        if ((text[at] == '}' || text[at] == ']') && --depth == 0)
            return false;
        at = end;
    }
    return false;
}

/* Returns whether the tags of a game begin on one of the first lines. */
static bool has_tags(const char *text, size_t length)
{
    static const char mark[] = "\n" RECORD_MARK;
    const size_t size = sizeof mark - 1;
    for (size_t i = 0; i + size <= length && i < TAGS_WITHIN; i++)
        if (memcmp(text + i, mark, size) == 0)
            return true;
    return false;
}

text_form text_form_of(const char *text, size_t length)
{
    size_t at = 0;
    if (!azj_record_more(text, length, &at) || text[at] == '[')
        return TEXT_FORM_RECORD;
    if (text[at] != '{')
        return has_tags(text + at, length - at) ? TEXT_FORM_RECORD : TEXT_FORM_POSITION;
    return has_record_key(text + at, length - at) ? TEXT_FORM_RECORD_JSON : TEXT_FORM_POSITION_JSON;
}

azj_error text_next_game(text_form form, const char *text, size_t length, size_t *at, azj_record *r,
                         azj_text_fault *fault)
{
    return (form == TEXT_FORM_RECORD_JSON ? azj_record_parse_json : azj_record_parse)(text, length,
                                                                                      at, r, fault);
}
