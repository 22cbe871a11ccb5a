/* screen_menu.c - the start menu: rules, players, tablets, who sits where, language; games of the
 * working folder to resume or to look at. */
#include "base/clock.h"
#include "term/screen.h"

#include <stdio.h>

enum {
    ITEM_RULES,
    ITEM_PLAYERS,
    ITEM_TABLETS, /* Duel */
    ITEM_SEAT,
    ITEM_LANGUAGE = ITEM_SEAT + AZJ_SEATS_MAX,
    ITEM_START,
    ITEM_RESUME,
    ITEM_REPLAY,
    ITEM_NB
};
enum { ROW_FIRST = 5, COLUMN_VALUE = 28 };

/* The files of the working folder, and which of them the two last rows name; -1: there is none. */
typedef struct menu_files {
    saved_game list[SAVED_MAX];
    int count, resume, replay;
} menu_files;

/* A person, then the levels, in a circle. */
static void change_seat(play_seat *seat, int by)
{
    const int now = seat->bot ? (int)play_level(seat) : 0;
    const int choices = (int)azj_level_count() + 1;
    const int next = (now + by + choices) % choices;
    seat->bot = next > 0;
    if (next > 0)
        snprintf(seat->level, sizeof seat->level, "%s", azj_level_name((unsigned)next));
}

/* The tablets that the menu offers, 2 bits each: three or four of one side; 0: drawn. Others, from
 * the command line, are kept until they are changed. */
static const unsigned tablet_sets[] = {0x15, 0x2a, 0x55, 0xaa, 0};

static void change_tablets(play_rules *game, int by)
{
    const int count = (int)(sizeof tablet_sets / sizeof tablet_sets[0]);
    const unsigned now = game->random_tablets ? 0 : game->tablets;
    int at = 0;
    while (at < count && tablet_sets[at] != now)
        at++;
    at = at == count ? 0 : (at + by + count) % count;
    game->random_tablets = tablet_sets[at] == 0;
    if (tablet_sets[at])
        game->tablets = tablet_sets[at];
}

static void change_item(play_setup *p, int item, int by)
{
    if (item == ITEM_RULES)
        p->game.rules = (azj_rules)(((int)p->game.rules + by + AZJ_RULES_NB) % AZJ_RULES_NB);
    else if (item == ITEM_PLAYERS)
        p->game.players = 2 + (unsigned)((int)p->game.players - 2 + by + 3) % 3;
    else if (item == ITEM_TABLETS)
        change_tablets(&p->game, by);
    else if (item == ITEM_LANGUAGE)
        p->lang = (msg_lang)(((int)p->lang + by + LANG_NB) % LANG_NB);
    else if (item < ITEM_LANGUAGE)
        change_seat(&p->seats[item - ITEM_SEAT], by);
    if (p->game.rules == AZJ_DUEL)
        p->game.players = 2;
}

/* The next file from `at` on that can be chosen, in a circle; -1: none. */
static int next_file(const menu_files *f, int at, int by, bool unfinished)
{
    for (int tried = 0; tried < f->count; tried++) {
        at = (at + by + f->count) % f->count;
        if (f->list[at].unfinished || !unfinished)
            return at;
    }
    return -1;
}

static void find_files(menu_files *f)
{
    f->count = (int)saved_list(f->list);
    f->resume = next_file(f, f->count - 1, 1, true);
    f->replay = next_file(f, f->count - 1, 1, false);
}

static bool is_file(int item)
{
    return item == ITEM_RESUME || item == ITEM_REPLAY;
}

/* The file of a row; NULL: there is none. */
static const saved_game *file_of(const menu_files *f, int item)
{
    const int at = item == ITEM_RESUME ? f->resume : f->replay;
    return at < 0 ? NULL : &f->list[at];
}

static void change_file(menu_files *f, int item, int by)
{
    if (item == ITEM_RESUME)
        f->resume = next_file(f, f->resume, by, true);
    else
        f->replay = next_file(f, f->replay, by, false);
}

static bool is_shown(const play_setup *p, int item)
{
    if (item == ITEM_TABLETS)
        return p->game.rules == AZJ_DUEL;
    return item < ITEM_SEAT || item >= ITEM_LANGUAGE || item - ITEM_SEAT < (int)p->game.players;
}

static void put_label(buf *b, const play_setup *p, int item)
{
    static const msg_key labels[] = {
        [ITEM_RULES] = MSG_RULE_SET,    [ITEM_PLAYERS] = MSG_PLAYERS,
        [ITEM_TABLETS] = MSG_TABLETS,   [ITEM_LANGUAGE] = MSG_LANGUAGE,
        [ITEM_START] = MSG_START_GAME,  [ITEM_RESUME] = MSG_MENU_RESUME,
        [ITEM_REPLAY] = MSG_MENU_REPLAY};
    if (item >= ITEM_SEAT && item < ITEM_LANGUAGE)
        msg_put(b, p->lang, MSG_SEAT, &(msg_args){.n = item - ITEM_SEAT + 1});
    else
        msg_put(b, p->lang, labels[item], NULL);
}

static void put_seat(buf *b, const play_setup *p, const play_seat *seat)
{
    const unsigned level = play_level(seat);
    if (!seat->bot)
        msg_put(b, p->lang, MSG_PERSON, NULL);
    else if (level)
        msg_put(b, p->lang, MSG_BOT_OF_LEVEL,
                &(msg_args){.who = azj_bot_title(seat->level), .n = (int)level});
    else
        buf_text(b, azj_bot_title(seat->level));
}

/* "a1, b1, c1" */
static void put_tablets(buf *b, const play_setup *p)
{
    if (p->game.random_tablets)
        msg_put(b, p->lang, MSG_TABLETS_RANDOM, NULL);
    for (unsigned t = 0, n = 0; t < 4 && !p->game.random_tablets; t++) {
        const unsigned side = p->game.tablets >> (2 * t) & 3u;
        if (!side)
            continue;
        buf_text(b, n++ ? ", " : "");
        buf_char(b, (char)('a' + t));
        buf_unsigned(b, side);
    }
}

static void put_value(buf *b, const play_setup *p, const menu_files *f, int item)
{
    if (is_file(item) && file_of(f, item))
        buf_text(b, file_of(f, item)->name);
    else if (is_file(item))
        msg_put(b, p->lang, MSG_MENU_NO_FILE, NULL);
    else if (item == ITEM_RULES)
        msg_put(b, p->lang, describe_rules_key(p->game.rules), NULL);
    else if (item == ITEM_PLAYERS)
        buf_unsigned(b, p->game.players);
    else if (item == ITEM_TABLETS)
        put_tablets(b, p);
    else if (item == ITEM_LANGUAGE)
        msg_put(b, p->lang, MSG_LANGUAGE_NAME, NULL);
    else if (item < ITEM_LANGUAGE)
        put_seat(b, p, &p->seats[item - ITEM_SEAT]);
}

/* A row of tiles above the menu, as decoration. */
static void draw_title(canvas *c)
{
    static const char name[] = "AZULEJO";
    for (int i = 0; name[i]; i++)
        scene_piece(c, 2, 4 + 4 * i, 3, STYLE_TILE + (unsigned)i % 5, (uint32_t)name[i], MARK_NONE);
}

static void draw_item(canvas *c, int y, const play_setup *p, const menu_files *f, int item,
                      bool here)
{
    char label[64], value[SAVED_NAME_MAX];
    buf l = buf_on(label, sizeof label), v = buf_on(value, sizeof value);
    put_label(&l, p, item);
    put_value(&v, p, f, item);
    buf_end(&l);
    buf_end(&v);
    const unsigned style = here ? STYLE_CURSOR : STYLE_PLAIN;
    if (here)
        canvas_fill(c, y, 3, 62, style, ' ');
    canvas_put(c, y, 4, style, here ? '>' : ' ');
    canvas_text(c, y, 6, 20, style, label);
    if (item == ITEM_START)
        return;
    const bool arrows = here && (!is_file(item) || file_of(f, item));
    canvas_put(c, y, COLUMN_VALUE - 2, style, arrows ? 0x2190 : ' ');
    const int end = COLUMN_VALUE + canvas_text(c, y, COLUMN_VALUE, 34, style, value);
    canvas_put(c, y, end + 1, style, arrows ? 0x2192 : ' ');
}

/* What the chosen file holds: "Azul · Ann 12, Rita 20". */
static void draw_file(canvas *c, int y, const play_setup *p, const saved_game *file)
{
    char text[SAVED_ABOUT_MAX + 64];
    buf b = buf_on(text, sizeof text);
    msg_put(&b, p->lang, describe_rules_key(file->rules), NULL);
    buf_text(&b, " · ");
    buf_text(&b, file->about);
    buf_end(&b);
    canvas_text(c, y, 6, c->width - 8, STYLE_DIM, text);
}

/* The last row about the game itself; a gap follows it. */
static int last_of_game(const play_setup *p)
{
    return is_shown(p, ITEM_TABLETS) ? ITEM_TABLETS : ITEM_PLAYERS;
}

static void draw_menu(play_screen *s, const menu_files *f, int here)
{
    int width, height;
    terminal_size(&width, &height);
    canvas_begin(&s->canvas, width, height, s->setup->unicode);
    if (width < TERM_WIDTH_MIN || height < TERM_HEIGHT_MIN) {
        panel_too_small(&s->canvas, s->setup);
    } else {
        draw_title(&s->canvas);
        int y = ROW_FIRST;
        for (int item = 0; item < ITEM_NB; item++)
            if (is_shown(s->setup, item)) {
                draw_item(&s->canvas, y, s->setup, f, item, item == here);
                y += item == ITEM_LANGUAGE || item == last_of_game(s->setup) ? 2 : 1;
            }
        if (is_file(here) && file_of(f, here))
            draw_file(&s->canvas, y + 1, s->setup, file_of(f, here));
        panel_keys(&s->canvas, s->setup, is_file(here) ? MSG_KEYS_SETUP_FILE : MSG_KEYS_SETUP);
    }
    terminal_paint(&s->canvas);
}

static int neighbour(const play_setup *p, int item, int by)
{
    do
        item = (item + by + ITEM_NB) % ITEM_NB;
    while (!is_shown(p, item));
    return item;
}

/* Enter: in a row of a file that file is opened, in all others a new game starts. Returns whether
 * the menu ends. */
static bool enter(play_screen *s, const menu_files *f, int here)
{
    const saved_game *file = is_file(here) ? file_of(f, here) : NULL;
    if (!is_file(here))
        return true;
    if (!file)
        return false;
    s->end.wish = here == ITEM_RESUME ? WISH_RESUME : WISH_REPLAY;
    snprintf(s->end.file, sizeof s->end.file, "%s", file->name);
    return true;
}

bool screen_menu(play_screen *s)
{
    static bool before;
    static menu_files files;
    if (before) /* another game: other tiles */
        s->setup->seed += (uint64_t)clock_wall_ms();
    before = true;
    find_files(&files);
    for (int here = ITEM_START;;) {
        draw_menu(s, &files, here);
        const int key = terminal_key(-1);
        if (key == 'q' || key == TERM_STOP || key == TERM_ESCAPE)
            return false;
        if (key == TERM_ENTER && enter(s, &files, here))
            return s->end.wish == WISH_NONE;
        if (key == TERM_UP || key == TERM_DOWN)
            here = neighbour(s->setup, here, key == TERM_UP ? -1 : 1);
        else if ((key == TERM_LEFT || key == TERM_RIGHT) && is_file(here))
            change_file(&files, here, key == TERM_LEFT ? -1 : 1);
        else if ((key == TERM_LEFT || key == TERM_RIGHT || key == ' ') && here < ITEM_START)
            change_item(s->setup, here, key == TERM_LEFT ? -1 : 1);
    }
}
