/* What the full screen draws, looked at as text: nothing missing, nothing outside, no overlap. */
#include "check.h"
#include "term/panel.h"

#include <azulejo/text.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_utf8(buf *b, uint32_t ch)
{
    if (ch < 0x80) {
        buf_char(b, (char)ch);
    } else if (ch < 0x800) {
        buf_char(b, (char)(0xc0 | ch >> 6));
        buf_char(b, (char)(0x80 | (ch & 0x3f)));
    } else {
        if (ch >= 0x10000)
            buf_char(b, (char)(0xf0 | ch >> 18));
        buf_char(b, (char)(ch >= 0x10000 ? 0x80 | (ch >> 12 & 0x3f) : 0xe0 | ch >> 12));
        buf_char(b, (char)(0x80 | (ch >> 6 & 0x3f)));
        buf_char(b, (char)(0x80 | (ch & 0x3f)));
    }
}

/* Row `y` as UTF-8, without the blanks at its end. */
static size_t row_text(const canvas *c, int y, char *out, size_t size)
{
    buf b = buf_on(out, size);
    int last = c->width;
    while (last > 0 && c->cells[y][last - 1].ch == ' ')
        last--;
    for (int x = 0; x < last; x++)
        if (c->cells[y][x].ch) /* not the second cell of a wide one */
            put_utf8(&b, c->cells[y][x].ch);
    return buf_end(&b);
}

static canvas screen;

static play_setup setup_of(azj_rules rules, unsigned players)
{
    play_setup p = {.lang = LANG_EN, .unicode = true};
    p.game = (play_rules){.rules = rules, .players = players};
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++) {
        p.seats[seat].bot = seat > 0;
        memcpy(p.seats[seat].level, "regular", sizeof "regular");
    }
    return p;
}

/* How many capitals of a colour stand in the rows. */
static unsigned letters(char letter, int from, int to)
{
    unsigned n = 0;
    for (int y = from; y < to; y++)
        for (int x = 0; x < screen.width; x++) {
            const canvas_cell *cell = &screen.cells[y][x];
            const unsigned role = cell->style & STYLE_ROLE;
            n += cell->ch == (uint32_t)letter && role >= STYLE_TILE && role < STYLE_SPACE;
        }
    return n;
}

static void scene_of(play_scene *scene, const play_setup *p, const azj_state *s)
{
    memset(scene, 0, sizeof *scene);
    scene->setup = p;
    scene->view = scene->since = *s;
    for (unsigned seat = 0; seat < s->head.players; seat++)
        scene->scores[seat] = azj_score(s, seat);
}

/* Tiles on factories, lines, walls and floors, of a colour. */
static unsigned classic_tiles(const azj_classic *s, unsigned colour)
{
    unsigned n = 0;
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++)
        n += azj_tiles_count(s->factory[f], colour);
    for (unsigned seat = 0; seat < s->players; seat++) {
        const azj_classic_board *b = &s->board[seat];
        for (unsigned line = 1; line <= 5; line++)
            n += azj_classic_line_colour(b, line) == colour ? azj_classic_line_count(b, line) : 0;
        for (unsigned i = 0; i < azj_classic_floor_count(b); i++)
            n += azj_classic_floor_piece(b, i) == colour + 1;
        n += (unsigned)__builtin_popcount(b->wall[colour]);
    }
    return n + (azj_tiles_count(s->centre, colour) > 0); /* the centre shows one and a number */
}

static void check_classic(const play_setup *p, const azj_state *s)
{
    play_scene scene;
    scene_of(&scene, p, s);
    canvas_begin(&screen, 80, 24, true);
    const int below = scene_draw(&screen, &scene);
    assert_true(below <= 15);
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++) {
        /* Row 1 names each colour twice: bag and lid. */
        const unsigned drawn = letters(azj_colour_letter(colour), 2, below);
        assert_int_equal(drawn, classic_tiles(&s->classic, colour));
        assert_int_equal(letters(azj_colour_letter(colour), 1, 2), 2);
    }
}

/* Tiles on suns, tops of moons, lines, domes and broken spaces; chips too. */
static unsigned duel_tiles(const azj_duel *s, unsigned colour)
{
    unsigned n = azj_tiles_count(s->large_sun, colour) + azj_tiles_count(s->large_moon, colour);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        unsigned top = 0;
        for (unsigned stack = s->moon[f]; stack; stack >>= 3)
            top = stack & 7u;
        n += azj_tiles_count(s->sun[f], colour) + (top == colour + 1);
        n += azj_duel_face_up(s, f) && azj_duel_face_colours(s->chip[f]) >> colour & 1u;
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        const azj_duel_board *b = &s->board[seat];
        for (unsigned line = 0; line < 6; line++)
            n +=
                b->line[line] && (unsigned)(b->line[line] >> 4) == colour ? b->line[line] & 15u : 0;
        for (unsigned i = 0; i < (unsigned)b->broken >> 12; i++)
            n += (b->broken >> (3 * i) & 7u) == colour + 1;
        n += (unsigned)__builtin_popcountll(b->tile[colour]);
    }
    return n;
}

static unsigned chips_held(const azj_duel *s)
{
    unsigned n = 0;
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
            n += azj_chips_count(s->board[seat].chips, face);
    return n;
}

static void check_duel(const play_setup *p, const azj_state *s)
{
    play_scene scene;
    scene_of(&scene, p, s);
    canvas_begin(&screen, 80, 24, true);
    const int below = scene_draw(&screen, &scene);
    assert_int_equal(below, 15);
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB && chips_held(&s->duel) == 0; colour++)
        assert_int_equal(letters(azj_colour_letter(colour), 2, below),
                         duel_tiles(&s->duel, colour));
}

static void play_and_check(azj_rules rules, unsigned players, uint64_t seed)
{
    const play_setup p = setup_of(rules, players);
    azj_state s;
    azj_rng rng;
    azj_move moves[AZJ_MOVES_MAX];
    azj_rng_seed(&rng, seed);
    azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = (uint8_t)players, .starter = 0});
    azj_deal(&s, &rng);
    for (;;) {
        (rules == AZJ_DUEL ? check_duel : check_classic)(&p, &s);
        if (s.head.phase == AZJ_PHASE_OVER)
            return;
        const size_t n = azj_moves(&s, moves);
        azj_apply(&s, moves[azj_rng_below(&rng, (uint32_t)n)], NULL);
        azj_deal(&s, &rng);
    }
}

static void test_every_tile_is_on_the_smallest_screen(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        play_and_check(AZJ_CLASSIC, players, players);
        play_and_check(AZJ_CRYSTAL1, players, players);
    }
    play_and_check(AZJ_DUEL, 2, 3);
}

/* Whatever the size, drawing stays inside the canvas and ASCII stays ASCII. */
static void test_any_size_is_safe(void **state)
{
    (void)state;
    azj_state s;
    azj_rng rng;
    play_scene scene;
    char row[4 * CANVAS_WIDTH_MAX + 1];
    for (int rules = 0; rules < AZJ_RULES_NB; rules++) {
        const play_setup p = setup_of((azj_rules)rules, 2);
        azj_rng_seed(&rng, 1);
        azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = 2, .starter = 0});
        azj_deal(&s, &rng);
        scene_of(&scene, &p, &s);
        for (int size = 1; size < 300; size += 13) {
            canvas_begin(&screen, size, size / 3 + 1, false);
            scene_draw(&screen, &scene);
            panel_top(&screen, &p, &s);
            panel_help(&screen, &p, MSG_HELP_SCREEN);
            panel_too_small(&screen, &p);
            for (int y = 0; y < screen.height; y++) {
                row_text(&screen, y, row, sizeof row);
                for (const char *at = row; *at; at++)
                    assert_true(*at > 0);
            }
        }
    }
}

static void test_a_pick_shows_source_and_target(void **state)
{
    (void)state;
    const play_setup p = setup_of(AZJ_CLASSIC, 2);
    azj_state s;
    play_scene scene;
    char row[512];
    azj_new(&s, &(azj_options){.rules = AZJ_CLASSIC, .players = 2, .starter = 0});
    azj_rng rng;
    azj_rng_seed(&rng, 5); /* factory 1: B B R K */
    azj_deal(&s, &rng);
    const unsigned blue = azj_tiles_count(s.classic.factory[0], AZJ_BLUE);
    assert_int_equal(blue, 2);
    scene_of(&scene, &p, &s);
    scene.pick = azj_move_take(1, AZJ_BLUE, 1);
    scene.asks = CHOICE_TARGET;
    canvas_begin(&screen, 80, 24, true);
    scene_draw(&screen, &scene);
    row_text(&screen, 4, row, sizeof row);
    assert_non_null(strstr(row, "[B][B]"));
    row_text(&screen, 7, row, sizeof row); /* one fits in line 1 … */
    assert_non_null(strstr(row, "(b)"));
    row_text(&screen, 12, row, sizeof row); /* … and one falls */
    assert_non_null(strstr(row, "(b)"));
}

/* Every step of a scoring: what is still to come is still to be seen, and the sums are right. */
static void check_scoring(const play_game *g)
{
    for (uint32_t now = 0; now < g->events.count; now++) {
        play_scene s;
        unsigned away = 0, to_come = 0, seats = g->before.head.players;
        scoring_scene(g, &s, now);
        for (uint32_t i = now + 1; i < g->events.count; i++)
            to_come += g->events.at[i].kind <= AZJ_EVENT_SPECIAL;
        for (unsigned seat = 0; seat < seats; seat++)
            away += (unsigned)__builtin_popcountll(s.away[seat]);
        assert_int_equal(away, to_come);
        assert_int_equal(s.scores[g->events.at[now].seat], g->events.at[now].score);
        if (now + 1 == g->events.count)
            for (unsigned seat = 0; seat < seats; seat++)
                assert_int_equal(s.scores[seat], azj_score(&g->settled, seat));
        canvas_begin(&screen, 80, 24, true);
        scene_draw(&screen, &s);
    }
}

/* Before the first point of a round the boards look as after the last take. */
static void check_lines_before(const play_game *g)
{
    play_scene s;
    if (g->events.count == 0 || g->before.head.phase != AZJ_PHASE_OFFER ||
        g->before.head.rules == AZJ_DUEL || g->events.at[0].kind != AZJ_EVENT_TILE)
        return;
    scoring_scene(g, &s, 0);
    const azj_event *first = &g->events.at[0];
    for (unsigned seat = 0; seat < g->before.head.players; seat++)
        for (unsigned line = 0; line < 5; line++) {
            const azj_move last = g->steps[g->step_count - 1].move;
            const bool touched = (seat == g->before.head.seat && line + 1 == azj_move_to(last)) ||
                                 (seat == first->seat && line + 1 == first->row);
            if (!touched)
                assert_int_equal(s.view.classic.board[seat].line[line],
                                 g->before.classic.board[seat].line[line]);
        }
}

static void test_scoring_goes_step_by_step(void **state)
{
    (void)state;
    static play_game game;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++) {
        play_setup p = setup_of((azj_rules)rules, 2);
        azj_move moves[AZJ_MOVES_MAX];
        azj_rng rng;
        azj_rng_seed(&rng, 2);
        p.game.tablets = AZJ_TABLETS_FIRST_GAME;
        assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
        while (play_state(&game)->head.phase != AZJ_PHASE_OVER) {
            const size_t n = azj_moves(play_state(&game), moves);
            play_make(&game, moves[azj_rng_below(&rng, (uint32_t)n)], NULL);
            check_scoring(&game);
            if (rules == AZJ_CLASSIC)
                check_lines_before(&game);
        }
        play_free(&game);
    }
}

static void test_text_is_cut_and_wrapped(void **state)
{
    (void)state;
    char row[256];
    canvas_begin(&screen, 20, 6, true);
    assert_int_equal(canvas_text(&screen, 0, 0, 5, 0, "größer"), 5);
    row_text(&screen, 0, row, sizeof row);
    assert_string_equal(row, "größ…");
    assert_int_equal(canvas_rows(&screen, 10, "one two three four"), 2);
    canvas_wrap(&screen, 1, 0, 10, 4, 0, "one two three four");
    row_text(&screen, 1, row, sizeof row);
    assert_string_equal(row, "one two");
    row_text(&screen, 2, row, sizeof row);
    assert_string_equal(row, "three four");
    canvas_text(&screen, 5, 0, 20, 0, "\xff\xc3 \x1b[2J"); /* a name from outside */
    row_text(&screen, 5, row, sizeof row);
    assert_null(strchr(row, '\x1b'));
}

static void expect_row(int y, const char *wanted)
{
    char row[512];
    row_text(&screen, y, row, sizeof row);
    assert_string_equal(row, wanted);
}

/* Without Unicode German is written as on a typewriter, and what is wide takes two columns. */
static void test_signs_of_other_languages(void **state)
{
    (void)state;
    canvas_begin(&screen, 24, 6, false);
    assert_int_equal(canvas_columns(&screen, "Größe übt Äpfel ë"), 21);
    canvas_text(&screen, 0, 0, 24, 0, "Größe übt Äpfel ë");
    expect_row(0, "Groesse uebt Aepfel e");
    canvas_text(&screen, 1, 0, 6, 0, "Größe");
    expect_row(1, "Groes~");
    assert_int_equal(canvas_wrap(&screen, 2, 0, 8, 3, 0, "für Größe"), 2);
    expect_row(2, "fuer");
    expect_row(3, "Groesse");
    assert_non_null(setlocale(LC_ALL, "C.UTF-8"));
    canvas_begin(&screen, 24, 6, true);
    assert_int_equal(canvas_columns(&screen, "青い e\u0301🀄"), 8);
    canvas_text(&screen, 0, 0, 24, 0, "青い e\u0301🀄.");
    expect_row(0, "青い e🀄.");
    assert_int_equal(screen.cells[0][8].ch, '.');
    assert_int_equal(canvas_text(&screen, 1, 0, 4, 0, "青いタ"), 3);
    expect_row(1, "青…");
    setlocale(LC_ALL, "C");
}

/* The longest names leave the rest of the first line as it is. */
static void test_long_names_fit_the_header(void **state)
{
    (void)state;
    static const char *const names[] = {"Maximiliane Friederike von und zu Hohenberg",
                                        "青いタイルが大好きな人です", "ÄÖÜäöüßÄÖÜäöüßÄÖÜäöüß"};
    setlocale(LC_ALL, "C.UTF-8");
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned lang = 0; lang < LANG_NB; lang++)
            for (unsigned i = 0; i < 6; i++) {
                play_setup p = {.lang = (msg_lang)lang, .unicode = i % 2};
                p.game = (play_rules){
                    .rules = (azj_rules)rules, .players = 2, .tablets = AZJ_TABLETS_FIRST_GAME};
                snprintf(p.seats[0].name, sizeof p.seats[0].name, "%s", names[i / 2]);
                snprintf(p.seats[1].name, sizeof p.seats[1].name, "%s", names[i / 2]);
                static play_game game;
                char before[512], row[512];
                assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
                azj_state none = *play_state(&game);
                none.head.seat = AZJ_NOBODY;
                canvas_begin(&screen, 80, 24, p.unicode);
                panel_top(&screen, &p, &none);
                const size_t length = row_text(&screen, 0, before, sizeof before);
                canvas_begin(&screen, 80, 24, p.unicode);
                panel_top(&screen, &p, play_state(&game));
                row_text(&screen, 0, row, sizeof row);
                if (strncmp(row, before, length) != 0 || strncmp(row + length, "  ", 2) != 0 ||
                    screen.cells[0][78].ch != ' ')
                    fail_msg("%s", row);
                play_free(&game);
            }
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_tile_is_on_the_smallest_screen),
        cmocka_unit_test(test_any_size_is_safe),
        cmocka_unit_test(test_a_pick_shows_source_and_target),
        cmocka_unit_test(test_scoring_goes_step_by_step),
        cmocka_unit_test(test_text_is_cut_and_wrapped),
        cmocka_unit_test(test_signs_of_other_languages),
        cmocka_unit_test(test_long_names_fit_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
