/* words.c - a protocol line as words: see words.h. */
#include "proto/words.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_blanks(proto_words *line)
{
    while (line->at < line->end && is_blank(*line->at))
        line->at++;
}

bool proto_next(proto_words *line, proto_word *word)
{
    skip_blanks(line);
    word->at = line->at;
    while (line->at < line->end && !is_blank(*line->at))
        line->at++;
    word->length = (size_t)(line->at - word->at);
    return word->length > 0;
}

proto_word proto_rest(proto_words *line)
{
    skip_blanks(line);
    const char *last = line->end;
    while (last > line->at && is_blank(last[-1]))
        last--;
    const proto_word rest = {line->at, (size_t)(last - line->at)};
    line->at = line->end;
    return rest;
}

bool proto_ended(proto_words line)
{
    skip_blanks(&line);
    return line.at == line.end;
}

bool proto_is(proto_word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

bool proto_number(proto_word word, uint64_t max, uint64_t *value)
{
    uint64_t n = 0;
    if (word.length == 0)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        const unsigned digit = (unsigned)(unsigned char)word.at[i] - '0';
        if (digit > 9 || n > (max - digit) / 10 || digit > max)
            return false;
        n = 10 * n + digit;
    }
    *value = n;
    return true;
}

bool proto_decimal(proto_word word, double *value)
{
    enum { DIGITS_MAX = 15 };
    const bool minus = word.length > 0 && word.at[0] == '-';
    double n = 0, unit = 1;
    bool point = false;
    size_t digits = 0;
    for (size_t i = minus; i < word.length; i++) {
        const char c = word.at[i];
        if (c == '.' && !point && digits > 0) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9' || ++digits > DIGITS_MAX)
            return false;
        n = 10 * n + (c - '0');
        unit = point ? 10 * unit : 1;
    }
    if (digits == 0 || word.at[word.length - 1] == '.')
        return false;
    *value = (minus ? -n : n) / unit;
    return true;
}

bool proto_next_number(proto_words *line, uint64_t max, uint64_t *value)
{
    proto_word word;
    return proto_next(line, &word) && proto_number(word, max, value);
}

int proto_which(proto_word word, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (proto_is(word, names[i]))
            return i;
    return -1;
}
