/* The messages of the terminal client: the .ftl files of the page and its own, with their
 * variables, references and selects, in every language. */
#include "check.h"
#include "term/canvas.h"
#include "term/describe.h"
#include "term/messages.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <stdio.h>
#include <string.h>

static char text[1024];

static const char *put(msg_lang lang, msg_key key, msg_args args)
{
    buf b = buf_on(text, sizeof text);
    msg_put(&b, lang, key, &args);
    assert_true(buf_end(&b) < sizeof text);
    return text;
}

static void test_variables_and_references(void **state)
{
    (void)state;
    assert_string_equal(put(LANG_EN, MSG_PLAYER, (msg_args){.n = 12}), "Player 12");
    assert_string_equal(
        put(LANG_DE, MSG_TAKE_FACTORY, (msg_args){.n = 3, .count = 2, .colour = "B"}),
        "Manufaktur 3: 2 blaue Fliesen");
    assert_string_equal(put(LANG_EN, MSG_PREVIEW_NOW, (msg_args){.change = "+4"}), "+4 now");
}

static void test_plurals(void **state)
{
    (void)state;
    assert_string_equal(put(LANG_EN, MSG_POINTS, (msg_args){.points = 1}), "1 point");
    assert_string_equal(put(LANG_EN, MSG_POINTS, (msg_args){.points = 0}), "0 points");
    assert_string_equal(put(LANG_NL, MSG_POINTS, (msg_args){.points = 21}), "21 punten");
}

/* A number chooses the variant of that number before its plural category. */
static void test_selects(void **state)
{
    (void)state;
    msg_args args = {.who = "Ann", .count = 2, .colour = "T", .from = "X", .to = "Y"};
    assert_string_equal(put(LANG_EN, MSG_LOG_TAKE, args), "Ann took 2 turquoise tiles from X → Y.");
    assert_string_equal(put(LANG_DE, MSG_LOG_TAKE, args),
                        "Ann hat 2 türkise Fliesen X genommen → Y.");
    args.who = "Du";
    assert_string_equal(put(LANG_DE, MSG_LOG_TAKE, args),
                        "Du hast 2 türkise Fliesen X genommen → Y.");
    args.count = 1;
    args.colour = "?"; /* the default variant */
    assert_string_equal(put(LANG_EN, MSG_LOG_TAKE, args), "Du took 1 no tile from X → Y.");
    args.count = 0;
    args.who = "";
    args.colour = "K";
    assert_string_equal(put(LANG_EN, MSG_LOG_TAKE, args), " take black from X → Y.");
    args =
        (msg_args){.who = "Ann", .colour = "R", .row = 4, .h = 3, .v = 2, .times = 2, .points = 10};
    assert_string_equal(
        put(LANG_EN, MSG_EVENT_TILE_BOTH, args),
        "Ann: red tile in row 4, 3 in a row and 2 in a column, doubled: 10 points.");
    args.times = 1;
    assert_string_equal(put(LANG_NL, MSG_EVENT_TILE_ROW, args),
                        "Ann: rode tegel in rij 4, 3 naast elkaar: 10 punten.");
}

/* Lines keep the indentation that not all of them have. */
static void test_text_of_many_lines(void **state)
{
    (void)state;
    const char *help = msg_text(LANG_EN, MSG_HELP_LINES);
    assert_int_equal(strncmp(help, "Type the number", 15), 0);
    assert_non_null(strstr(help, "line 2.\n  back   one"));
    assert_string_equal(help + strlen(help) - 20, "quit   stop the game");
    assert_non_null(strstr(msg_text(LANG_EN, MSG_HELP_SCREEN), "game\n\nCapitals"));
    assert_non_null(strstr(msg_text(LANG_EN, MSG_HELP_SCREEN), "{?} bonus chip"));
    assert_string_equal(msg_text(LANG_EN, MSG_PROMPT), "Number, move or command (help): ");
}

/* Whatever the values, every message of every language comes to an end and to something. */
static void test_every_message_is_said(void **state)
{
    (void)state;
    const msg_args args = {.n = 1, .points = 2, .count = 3, .who = "You", .face = "B"};
    for (int lang = 0; lang < LANG_NB; lang++)
        for (int key = 0; key < MSG_NB; key++) {
            assert_true(*put((msg_lang)lang, (msg_key)key, args));
            put((msg_lang)lang, (msg_key)key, (msg_args){0}); /* no values: nothing is read amiss */
        }
}

/* A line of keys must not be cut on the smallest screen. */
static void test_keys_fit_the_smallest_screen(void **state)
{
    (void)state;
    for (int key = 0; key < MSG_NB; key++)
        for (int lang = 0; strncmp(msg_names[key], "keys-", 5) == 0 && lang < LANG_NB; lang++)
            for (int unicode = 0; unicode < 2; unicode++) { /* "ue" for ü takes more room */
                static canvas c;
                const char *keys = msg_text((msg_lang)lang, (msg_key)key);
                canvas_begin(&c, 80, 24, unicode);
                if (canvas_columns(&c, keys) > (unicode ? 76 : 78))
                    fail_msg("\"%s\" has %d columns", keys, canvas_columns(&c, keys));
            }
}

static void say_fault(msg_lang lang, const azj_fault *fault, char *out, size_t size)
{
    buf b = buf_on(out, size);
    msg_put_fault(&b, lang, fault);
    assert_true(buf_end(&b) < size);
}

/* The page calls a level what the program calls it, in every language. */
static void test_level_names(void **state)
{
    (void)state;
    unsigned messages = 0;
    for (unsigned key = 0; key < MSG_NB; key++)
        messages += strncmp(msg_names[key], "bot-level-", 10) == 0;
    assert_int_equal(messages, azj_level_count());
    for (unsigned level = 1; level <= azj_level_count(); level++) {
        char name[32];
        const msg_key key = MSG_BOT_LEVEL_1 + level - 1;
        snprintf(name, sizeof name, "bot-level-%u", level);
        assert_string_equal(msg_names[key], name);
        for (unsigned lang = 0; lang < LANG_NB; lang++)
            assert_string_equal(put((msg_lang)lang, key, (msg_args){0}),
                                azj_bot_title(azj_level_name(level)));
    }
}

/* Every reason to refuse a move has its own sentence in every language. */
static void test_refusals(void **state)
{
    (void)state;
    char said[256];
    const azj_fault holds = {.code = AZJ_E_LINE_HOLDS, .line = 2, .other = AZJ_BLUE};
    say_fault(LANG_NL, &holds, said, sizeof said);
    assert_string_equal(said, "In lijn 2 ligt al blauw, en een lijn heeft maar één kleur.");
    for (int code = AZJ_E_GAME_OVER; code < AZJ_E_BAD_RULES; code++)
        for (int lang = 0; lang < LANG_NB; lang++) {
            const azj_fault fault = {.code = (azj_error)code, .line = 3, .from = 2, .column = 4};
            say_fault((msg_lang)lang, &fault, said, sizeof said);
            if (strcmp(said, msg_text((msg_lang)lang, MSG_REFUSAL_NOT_LEGAL)) == 0)
                fail_msg("%s is not explained", azj_error_name((azj_error)code));
        }
}

static void test_languages_by_name(void **state)
{
    (void)state;
    msg_lang lang = LANG_EN;
    assert_true(msg_read_language("nl_BE.UTF-8", &lang));
    assert_int_equal(lang, LANG_NL);
    assert_true(msg_read_language("de", &lang));
    assert_int_equal(lang, LANG_DE);
    assert_false(msg_read_language("nld", &lang));
    assert_false(msg_read_language("fr_FR", &lang));
    assert_false(msg_read_language("", &lang));
    assert_int_equal(lang, LANG_DE);
    buf b = buf_on(text, sizeof text);
    msg_put_languages(&b);
    buf_end(&b);
    assert_string_equal(text, "en, de or nl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables_and_references),
        cmocka_unit_test(test_plurals),
        cmocka_unit_test(test_selects),
        cmocka_unit_test(test_text_of_many_lines),
        cmocka_unit_test(test_every_message_is_said),
        cmocka_unit_test(test_keys_fit_the_smallest_screen),
        cmocka_unit_test(test_level_names),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_languages_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
