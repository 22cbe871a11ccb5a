/* advice.c - a hint in words: see advice.h. */
#include "term/advice.h"
#include "term/describe.h"

#include <azulejo/text.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int win_percent(const azj_line *line, unsigned seat)
{
    return (int)lround(100 * (double)line->win[seat]);
}

/* The move as advice, without the full stop at its end. */
static void put_bare(char *text, size_t size, msg_lang lang, azj_move move)
{
    buf b = buf_on(text, size);
    describe_advice(&b, lang, move);
    buf_end(&b);
    const size_t length = strlen(text);
    if (length && text[length - 1] == '.')
        text[length - 1] = '\0';
    if (azj_move_kind_of(move) == AZJ_PLATE && length + 2 < size) { /* words do not say which */
        char notation[AZJ_MOVE_TEXT_MAX];
        azj_move_text(move, notation, sizeof notation);
        snprintf(text + strlen(text), size - strlen(text), " [%s]", notation);
    }
}

/* The messages of a reason: for a gain of one's own, and for a rival's loss. Where row, column,
 * colour or tablet is not known it is about a bonus. */
static msg_key reason_key(const reason *r, bool own)
{
    static const msg_key keys[REASON_KIND_NB][2] = {
        [REASON_POINTS] = {MSG_WHY_POINTS_OWN, MSG_WHY_POINTS_RIVAL},
        [REASON_FLOOR] = {MSG_WHY_FLOOR_OWN, MSG_WHY_FLOOR_RIVAL},
        [REASON_START] = {MSG_WHY_START_OWN, MSG_WHY_START_RIVAL},
        [REASON_ROW] = {MSG_WHY_ROW_OWN, MSG_WHY_ROW_RIVAL},
        [REASON_COLUMN] = {MSG_WHY_COLUMN_OWN, MSG_WHY_COLUMN_RIVAL},
        [REASON_COLOUR] = {MSG_WHY_COLOUR_OWN, MSG_WHY_COLOUR_RIVAL},
        [REASON_TABLET] = {MSG_WHY_TABLET_OWN, MSG_WHY_TABLET_RIVAL},
        [REASON_SPECIAL] = {MSG_WHY_SPECIAL_OWN, MSG_WHY_SPECIAL_RIVAL},
        [REASON_LINES] = {MSG_WHY_LINES_OWN, MSG_WHY_LINES_RIVAL},
        [REASON_SHAPE] = {MSG_WHY_SHAPE_OWN, MSG_WHY_SHAPE_RIVAL},
        [REASON_PLATES] = {MSG_WHY_PLATES_OWN, MSG_WHY_PLATES_RIVAL},
        [REASON_CHIPS] = {MSG_WHY_CHIPS_OWN, MSG_WHY_CHIPS_RIVAL}};
    const bool named = r->kind == REASON_ROW || r->kind == REASON_COLUMN ||
                       r->kind == REASON_COLOUR || r->kind == REASON_TABLET;
    if (named && r->number == 0)
        return own ? MSG_WHY_BONUS_OWN : MSG_WHY_BONUS_RIVAL;
    return keys[r->kind][own ? 0 : 1];
}

static void put_reason(buf *b, const play_game *g, const reason *r, unsigned mover)
{
    char name[2 * PLAY_NAME_MAX];
    const char tablet[] = {(char)('a' + (r->number ? r->number - 1 : 0)), '\0'};
    const int points = (int)lround((double)r->size);
    buf n = buf_on(name, sizeof name);
    play_name(&n, g->setup, r->seat);
    buf_end(&n);
    msg_put(b, g->setup->lang, reason_key(r, r->seat == mover),
            &(msg_args){.who = name,
                        .points = points > 1 ? points : 1,
                        .n = r->number,
                        .colour = msg_colour(r->number ? r->number - 1u : AZJ_COLOUR_NB),
                        .tablet = tablet,
                        .game = g->setup->game.rules == AZJ_DUEL ? "duel" : "classic"});
}

void advice_put(buf *b, const play_game *g)
{
    const play_thinker *t = &g->thinker;
    const msg_lang lang = g->setup->lang;
    const unsigned seat = t->view.head.seat;
    char move[ADVICE_PART_MAX], why[ADVICE_PART_MAX];
    if (!t->explain || t->error || t->info.lines == 0)
        return;
    msg_put(b, lang, MSG_HINT_CHANCE,
            &(msg_args){.n = win_percent(&t->info.line[0], seat),
                        .points = (int)lround((double)t->info.line[0].score[seat])});
    buf_char(b, '\n');
    if (t->why.count > 0) {
        buf w = buf_on(why, sizeof why);
        put_reason(&w, g, &t->why.at[0], seat);
        buf_end(&w);
        put_bare(move, sizeof move, lang, t->other);
        msg_put(b, lang, MSG_WHY_THAN, &(msg_args){.move = move, .why = why});
        buf_char(b, '\n');
    }
    for (uint32_t i = 1; i < t->info.lines && i <= 2; i++) {
        put_bare(move, sizeof move, lang, t->info.line[i].move[0]);
        msg_put(b, lang, MSG_HINT_ALSO,
                &(msg_args){.move = move, .n = win_percent(&t->info.line[i], seat)});
        buf_char(b, '\n');
    }
}
