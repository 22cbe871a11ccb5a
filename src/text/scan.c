/* scan.c - reading the text forms: see scan.h. */
#include "text/scan.h"

#include <string.h>

unsigned scan_fail(scan *s, const char *expected)
{
    if (scan_bad(s))
        return 0;
    s->fault.code = AZJ_E_SYNTAX;
    s->fault.offset = s->at;
    buf b = buf_on(s->fault.text, sizeof s->fault.text);
    buf_text(&b, "expected ");
    buf_text(&b, expected);
    buf_end(&b);
    return 0;
}

azj_error scan_end(const scan *s, azj_text_fault *fault)
{
    if (fault)
        *fault = s->fault;
    return s->fault.code;
}

bool scan_char(scan *s, char c)
{
    if (scan_peek(s) != (unsigned char)c)
        return false;
    s->at++;
    return true;
}

void scan_want(scan *s, char c, const char *what)
{
    if (!scan_char(s, c))
        scan_fail(s, what);
}

bool scan_word(scan *s, const char *word)
{
    const size_t length = strlen(word);
    if (scan_bad(s) || s->length - s->at < length || memcmp(s->text + s->at, word, length) != 0)
        return false;
    s->at += length;
    return true;
}

void scan_finish(scan *s)
{
    if (!scan_bad(s) && s->at < s->length)
        scan_fail(s, "nothing more");
}

unsigned scan_number(scan *s, unsigned min, unsigned max, const char *what)
{
    const size_t start = s->at;
    unsigned number = 0;
    for (int c; c = scan_peek(s), c >= '0' && c <= '9' && number <= max; s->at++)
        number = number * 10 + (unsigned)(c - '0');
    const size_t digits = s->at - start;
    if (digits > 0 && number >= min && number <= max && (digits == 1 || s->text[start] != '0'))
        return number;
    if (!scan_bad(s))
        s->at = start;
    return scan_fail(s, what);
}

unsigned scan_colour(scan *s)
{
    const int c = scan_peek(s);
    const unsigned colour = c > 0 ? text_colour((char)c) : AZJ_COLOUR_NB;
    if (colour == AZJ_COLOUR_NB)
        return scan_fail(s, "a colour: B, Y, R, K or T");
    s->at++;
    return colour;
}

unsigned scan_plate(scan *s, bool unknown_too)
{
    const size_t left = s->length - s->at;
    const size_t size = scan_peek(s) == '?' ? 1 : left < 2 ? left : 2;
    const unsigned plate = scan_bad(s) ? AZJ_NO_PLATE : text_plate(s->text + s->at, size);
    if (plate >= AZJ_DUEL_PLATES && !(unknown_too && plate <= AZJ_PLATE_UNKNOWN))
        return scan_fail(s, "a plate: S1 to S9 or J1 to J9");
    s->at += size;
    return plate;
}

unsigned scan_face(scan *s)
{
    for (size_t size = 2; size > 0 && !scan_bad(s); size--) {
        const unsigned face =
            s->length - s->at < size ? AZJ_DUEL_FACES : text_face(s->text + s->at, size);
        if (face < AZJ_DUEL_FACES) {
            s->at += size;
            return face;
        }
    }
    return scan_fail(s, "a chip's face: B, BK, BR, K, R, RT, T, Y, YK or YT");
}

azj_chips scan_faces(scan *s)
{
    azj_chips chips = 0;
    unsigned last = 0;
    do {
        const size_t start = s->at;
        const unsigned face = scan_face(s);
        if (scan_bad(s))
            return 0;
        if (face < last || azj_chips_count(chips, face) == 3) {
            s->at = start;
            return scan_fail(s, face < last ? "the faces sorted" : "at most three of a face");
        }
        chips += 1u << (2 * face);
        last = face;
    } while (scan_char(s, ','));
    return chips;
}

uint32_t scan_sequence(scan *s, unsigned max, bool marker, unsigned *count)
{
    uint32_t pieces = 0;
    *count = 0;
    for (int c; c = scan_peek(s), c > 0; s->at++) {
        const unsigned colour = text_colour((char)c);
        const bool is_marker = marker && c == 'M';
        if (colour == AZJ_COLOUR_NB && !is_marker)
            break;
        if (*count == max)
            return scan_fail(s, "fewer tiles");
        pieces |= (is_marker ? (unsigned)AZJ_CLASSIC_MARKER : colour + 1) << (3 * (*count)++);
    }
    return pieces;
}
