/* screen_menu.c - the start menu: rules, players, who sits where, language. */
#include "base/clock.h"
#include "term/screen.h"

#include <stdio.h>

enum { ITEM_RULES, ITEM_PLAYERS, ITEM_SEAT, ITEM_LANGUAGE = ITEM_SEAT + AZJ_SEATS_MAX, ITEM_START };
enum { ROW_FIRST = 5, COLUMN_VALUE = 28 };

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

static void change_item(play_setup *p, int item, int by)
{
    if (item == ITEM_RULES)
        p->game.rules = (azj_rules)(((int)p->game.rules + by + AZJ_RULES_NB) % AZJ_RULES_NB);
    else if (item == ITEM_PLAYERS)
        p->game.players = 2 + (unsigned)((int)p->game.players - 2 + by + 3) % 3;
    else if (item == ITEM_LANGUAGE)
        p->lang = (msg_lang)(((int)p->lang + by + LANG_NB) % LANG_NB);
    else if (item < ITEM_LANGUAGE)
        change_seat(&p->seats[item - ITEM_SEAT], by);
    if (p->game.rules == AZJ_DUEL)
        p->game.players = 2;
}

static bool is_shown(const play_setup *p, int item)
{
    return item < ITEM_SEAT || item >= ITEM_LANGUAGE || item - ITEM_SEAT < (int)p->game.players;
}

static void put_label(buf *b, const play_setup *p, int item)
{
    static const msg_key labels[] = {[ITEM_RULES] = MSG_RULE_SET,
                                     [ITEM_PLAYERS] = MSG_PLAYERS,
                                     [ITEM_LANGUAGE] = MSG_LANGUAGE,
                                     [ITEM_START] = MSG_START_GAME};
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

static void put_value(buf *b, const play_setup *p, int item)
{
    if (item == ITEM_RULES)
        msg_put(b, p->lang, describe_rules_key(p->game.rules), NULL);
    else if (item == ITEM_PLAYERS)
        buf_unsigned(b, p->game.players);
    else if (item == ITEM_LANGUAGE)
        msg_put(b, p->lang, MSG_LANGUAGE_NAME, NULL);
    else if (item < ITEM_LANGUAGE)
        put_seat(b, p, &p->seats[item - ITEM_SEAT]);
}

/* A row of tiles above the menu: what the game is made of. */
static void draw_title(canvas *c)
{
    static const char name[] = "AZULEJO";
    for (int i = 0; name[i]; i++)
        scene_piece(c, 2, 4 + 4 * i, 3, STYLE_TILE + (unsigned)i % 5, (uint32_t)name[i], MARK_NONE);
}

static void draw_item(canvas *c, int y, const play_setup *p, int item, bool here)
{
    char label[64], value[96];
    buf l = buf_on(label, sizeof label), v = buf_on(value, sizeof value);
    put_label(&l, p, item);
    put_value(&v, p, item);
    buf_end(&l);
    buf_end(&v);
    const unsigned style = here ? STYLE_CURSOR : STYLE_PLAIN;
    if (here)
        canvas_fill(c, y, 3, 62, style, ' ');
    canvas_put(c, y, 4, style, here ? '>' : ' ');
    canvas_text(c, y, 6, 20, style, label);
    if (item == ITEM_START)
        return;
    canvas_put(c, y, COLUMN_VALUE - 2, style, here ? 0x2190 : ' ');
    const int end = COLUMN_VALUE + canvas_text(c, y, COLUMN_VALUE, 34, style, value);
    canvas_put(c, y, end + 1, style, here ? 0x2192 : ' ');
}

static void draw_menu(play_screen *s, int here)
{
    int width, height;
    terminal_size(&width, &height);
    canvas_begin(&s->canvas, width, height, s->setup->unicode);
    if (width < TERM_WIDTH_MIN || height < TERM_HEIGHT_MIN) {
        panel_too_small(&s->canvas, s->setup);
    } else {
        draw_title(&s->canvas);
        int y = ROW_FIRST;
        for (int item = 0; item <= ITEM_START; item++)
            if (is_shown(s->setup, item)) {
                draw_item(&s->canvas, y, s->setup, item, item == here);
                y += item == ITEM_LANGUAGE || item == ITEM_PLAYERS ? 2 : 1;
            }
        panel_keys(&s->canvas, s->setup, MSG_KEYS_SETUP);
    }
    terminal_paint(&s->canvas);
}

static int neighbour(const play_setup *p, int item, int by)
{
    do
        item = (item + by + ITEM_START + 1) % (ITEM_START + 1);
    while (!is_shown(p, item));
    return item;
}

bool screen_menu(play_screen *s)
{
    static bool before;
    if (before) /* another game: other tiles */
        s->setup->seed += (uint64_t)clock_wall_ms();
    before = true;
    for (int here = ITEM_START;;) {
        draw_menu(s, here);
        const int key = terminal_key(-1);
        if (key == 'q' || key == TERM_STOP || key == TERM_ESCAPE)
            return false;
        if (key == TERM_ENTER) /* in every row, as the last line says */
            return true;
        if (key == TERM_UP || key == TERM_DOWN)
            here = neighbour(s->setup, here, key == TERM_UP ? -1 : 1);
        else if (key == TERM_LEFT || key == TERM_RIGHT || key == ' ')
            change_item(s->setup, here, key == TERM_LEFT ? -1 : 1);
    }
}
