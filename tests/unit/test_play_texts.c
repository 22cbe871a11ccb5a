/* The terminal client speaks three languages: every sentence in each, with the same placeholders.
 */
#include "check.h"
#include "term/canvas.h"
#include "term/texts.h"

#include <string.h>

/* The placeholders of a sentence as a set of letters. */
static uint32_t placeholders(const char *text)
{
    uint32_t set = 0;
    for (; *text; text++)
        if (text[0] == '{' && text[1] >= 'a' && text[1] <= 'z' && text[2] == '}')
            set |= 1u << (text[1] - 'a');
    return set;
}

static void test_every_language_has_every_sentence(void **state)
{
    (void)state;
    for (int key = 0; key < PLAY_TEXT_NB; key++) {
        const char *english = texts_template(PLAY_EN, (play_text)key);
        for (int lang = 0; lang < PLAY_LANG_NB; lang++) {
            const char *text = texts_template((play_lang)lang, (play_text)key);
            assert_non_null(text);
            assert_true(*text);
            if (placeholders(text) != placeholders(english))
                fail_msg("\"%s\" and \"%s\" differ in placeholders", english, text);
        }
    }
}

/* A line of keys must not be cut on the smallest screen. */
static void test_keys_fit_the_smallest_screen(void **state)
{
    (void)state;
    for (int key = TEXT_KEYS_CHOOSE; key <= TEXT_KEYS_CLOSE; key++)
        for (int lang = 0; lang < PLAY_LANG_NB; lang++) {
            const char *text = texts_template((play_lang)lang, (play_text)key);
            for (int unicode = 0; unicode < 2; unicode++) { /* "ue" for ü takes more room */
                static canvas c;
                canvas_begin(&c, 80, 24, unicode);
                if (canvas_columns(&c, text) > (unicode ? 76 : 78))
                    fail_msg("\"%s\" has %d columns", text, canvas_columns(&c, text));
            }
        }
}

static void test_values_fill_a_sentence(void **state)
{
    (void)state;
    char text[128];
    buf b = buf_on(text, sizeof text);
    texts_put(&b, PLAY_DE, TEXT_FROM_FACTORY, &(play_values){.n = 2, .c = AZJ_BLUE, .m = 3});
    buf_end(&b);
    assert_string_equal(text, "2× Blau von Manufaktur 3");
    b = buf_on(text, sizeof text);
    texts_put(&b, PLAY_EN, TEXT_PREVIEW_NOW, &(play_values){.p = 4});
    buf_end(&b);
    assert_string_equal(text, "+4 now");
}

/* Every reason for which the rules can refuse a move is said in Dutch and German. */
static void test_refusals_are_translated(void **state)
{
    (void)state;
    char english[256], other[256];
    for (int code = AZJ_E_GAME_OVER; code < AZJ_E_BAD_RULES; code++) {
        if (code == AZJ_E_DEAL_FIRST)
            continue; /* the client deals by itself */
        const azj_fault fault = {.code = (azj_error)code, .line = 3, .from = 2, .column = 4};
        for (int lang = PLAY_NL; lang <= PLAY_DE; lang++) {
            buf e = buf_on(english, sizeof english), o = buf_on(other, sizeof other);
            texts_put_fault(&e, PLAY_EN, &fault);
            texts_put_fault(&o, (play_lang)lang, &fault);
            buf_end(&e);
            buf_end(&o);
            assert_string_not_equal(english, other);
            assert_null(strchr(other, '{'));
        }
    }
}

static void test_languages_by_name(void **state)
{
    (void)state;
    play_lang lang = PLAY_EN;
    assert_true(texts_language("nl_BE.UTF-8", &lang));
    assert_int_equal(lang, PLAY_NL);
    assert_true(texts_language("de", &lang));
    assert_int_equal(lang, PLAY_DE);
    assert_false(texts_language("nld", &lang));
    assert_false(texts_language("fr_FR", &lang));
    assert_false(texts_language("", &lang));
    assert_int_equal(lang, PLAY_DE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_language_has_every_sentence),
        cmocka_unit_test(test_keys_fit_the_smallest_screen),
        cmocka_unit_test(test_values_fill_a_sentence),
        cmocka_unit_test(test_refusals_are_translated),
        cmocka_unit_test(test_languages_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
