/* test_proto_lines.c - bytes to lines, lines to words. */
#include "check.h"
#include "proto/lines.h"

#include <azulejo/rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines ---- */

/* Feeds the text in pieces of at most `piece` bytes and writes down what comes out: "[line]", or
 * "<long>". */
static void feed(const char *text, size_t length, size_t piece, char *shown, size_t size)
{
    proto_lines *l = malloc(sizeof *l);
    size_t at = 0, out = 0;
    proto_lines_init(l);
    while (at < length) {
        size_t room;
        char *to = proto_lines_room(l, &room);
        size_t n = length - at < piece ? length - at : piece;
        assert_true(room > 0);
        n = n < room ? n : room;
        memcpy(to, text + at, n);
        proto_lines_took(l, n);
        at += n;
        proto_word line;
        for (proto_line_kind kind; (kind = proto_lines_next(l, &line)) != PROTO_LINE_NONE;)
            out += (size_t)(kind == PROTO_LINE
                                ? snprintf(shown + out, size - out, "[%.*s]",
                                           (int)(line.length < 30 ? line.length : 30), line.at)
                                : snprintf(shown + out, size - out, "<long>"));
    }
    shown[out] = '\0';
    free(l);
}

static void check_feed(const char *text, size_t length, const char *wanted)
{
    static const size_t pieces[] = {1, 2, 3, 7, 1000, 65536, 1000000};
    char shown[1000];
    for (unsigned i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        feed(text, length, pieces[i], shown, sizeof shown);
        assert_string_equal(shown, wanted);
    }
}

static void test_lines_in_any_pieces(void **state)
{
    static const char text[] = "one\ntwo words\r\n\n\r\nhalf";
    (void)state;
    check_feed(text, strlen(text), "[one][two words][][]");
}

static void test_longest_and_too_long(void **state)
{
    (void)state;
    for (int more = -1; more <= 1; more++) {
        const size_t length = (size_t)(PROTO_LINE_MAX - 1 + more); /* with its LF: at the limit */
        char *text = malloc(length + 10);
        memset(text, 'x', length);
        memcpy(text + length, "\nnext\n", 6);
        check_feed(text, length + 6,
                   more <= 0 ? "[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx][next]" : "<long>[next]");
        free(text);
    }
}

/* Ten megabytes without an end: reported once, and the line after them is read. */
static void test_ten_megabytes(void **state)
{
    const size_t length = 10000000;
    char shown[100], *text = malloc(length + 10);
    (void)state;
    memset(text, 'x', length);
    memcpy(text + length, "\nping\n", 6);
    feed(text, length + 6, 65536, shown, sizeof shown);
    assert_string_equal(shown, "<long>[ping]");
    free(text);
}

/* ---- Words ---- */

static proto_word word_of(const char *text)
{
    return (proto_word){text, strlen(text)};
}

static void test_words(void **state)
{
    proto_words line = proto_words_of(word_of("  set  name the rest of it  "));
    proto_word word;
    (void)state;
    assert_true(proto_next(&line, &word) && proto_is(word, "set"));
    assert_false(proto_ended(line));
    assert_true(proto_next(&line, &word) && proto_is(word, "name") && !proto_is(word, "nam"));
    word = proto_rest(&line);
    assert_true(proto_is(word, "the rest of it"));
    assert_true(proto_ended(line) && !proto_next(&line, &word));
}

static void test_numbers(void **state)
{
    static const char *const wrong[] = {
        "", "-1", "+1", "1.0", "x", "1x", "18446744073709551616", "99999999999999999999999"};
    uint64_t n;
    (void)state;
    assert_true(proto_number(word_of("18446744073709551615"), UINT64_MAX, &n) && n == UINT64_MAX);
    assert_true(proto_number(word_of("007"), 7, &n) && n == 7);
    assert_true(proto_number(word_of("0"), 0, &n) && n == 0);
    assert_false(proto_number(word_of("8"), 7, &n));
    assert_false(proto_number(word_of("256"), 255, &n));
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(proto_number(word_of(wrong[i]), UINT64_MAX, &n));
}

static void test_decimals(void **state)
{
    static const char *const wrong[] = {
        "", "-", ".", ".5", "5.", "1e3", "nan", "inf", "1..2", "--1", "1234567890123456"};
    double x;
    (void)state;
    assert_true(proto_decimal(word_of("0.61"), &x) && x == 0.61);
    assert_true(proto_decimal(word_of("-43.25"), &x) && x == -43.25);
    assert_true(proto_decimal(word_of("12"), &x) && x == 12);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(proto_decimal(word_of(wrong[i]), &x));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_in_any_pieces),
        cmocka_unit_test(test_longest_and_too_long),
        cmocka_unit_test(test_ten_megabytes),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_decimals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
