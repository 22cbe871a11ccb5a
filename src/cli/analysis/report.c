/* report.c - a judged game as text and as JSON: see report.h. */
#include "cli/analysis/report.h"
#include "base/json.h"
#include "cli/json_out.h"
#include "text/tags.h"

#include <stdio.h>
#include <string.h>

unsigned report_worst(const report *r, unsigned seat, uint32_t worst[REPORT_WORST])
{
    unsigned n = 0;
    for (uint32_t i = 0; i < r->moves; i++) {
        const report_move *m = &r->move[i];
        if (m->seat != seat || m->loss < REPORT_LOSS)
            continue;
        unsigned at = n < REPORT_WORST ? n++ : n;
        for (; at > 0 && r->move[worst[at - 1]].loss < m->loss; at--)
            if (at < REPORT_WORST)
                worst[at] = worst[at - 1];
        if (at < REPORT_WORST)
            worst[at] = i;
    }
    return n;
}

/* The mean loss of a seat's moves. */
static double mean_loss(const report *r, unsigned seat)
{
    double sum = 0;
    unsigned n = 0;
    for (uint32_t i = 0; i < r->moves; i++)
        if (r->move[i].seat == seat) {
            sum += (double)r->move[i].loss;
            n++;
        }
    return n ? sum / n : 0;
}

static report_verdict verdict_of(const report_move *m)
{
    if (m->exact)
        return REPORT_SOLVED;
    if (!m->looked_again)
        return REPORT_UNCHECKED;
    return m->loss_again >= m->loss / 2 ? REPORT_CONFIRMED : REPORT_DOUBTFUL;
}

static bool same_names(const report *r, unsigned a, unsigned b)
{
    const char *one = azj_record_tag_value(r->record, tags_seat(a));
    const char *other = azj_record_tag_value(r->record, tags_seat(b));
    return one && other && strcmp(one, other) == 0;
}

/* The name of a seat by the record's tags, or "seat 0" …, in fewer than `size` bytes; seats of the
 * same name get a number. */
static const char *seat_name(const report *r, unsigned seat, char *out, size_t size)
{
    const char *name = azj_record_tag_value(r->record, tags_seat(seat));
    char number[8] = "";
    unsigned same = 0, before = 0;
    if (!name || !*name) {
        snprintf(out, size, "seat %u", seat);
        return out;
    }
    for (unsigned other = 0; other < report_players(r); other++) {
        same += same_names(r, seat, other);
        before += other < seat && same_names(r, seat, other);
    }
    if (same > 1)
        snprintf(number, sizeof number, "#%u", before + 1);
    snprintf(out, size, "%.*s%s", (int)utf8_fit(name, strlen(name), size - strlen(number)), name,
             number);
    return out;
}

/* The moves of a line in notation, separated by spaces. */
static void line_text(const azj_line *line, char *out, size_t size)
{
    char text[AZJ_MOVE_TEXT_MAX];
    buf b = buf_on(out, size);
    for (uint32_t i = 0; i < line->length; i++) {
        azj_move_text(line->move[i], text, sizeof text);
        if (i)
            buf_char(&b, ' ');
        buf_text(&b, text);
    }
    buf_end(&b);
}

/* ---- Text ---- */

enum { NAME_COLUMNS = 12, SCORE_COLUMNS = 14 };

/* The width of the moves' column: a payment in Duel may be long. */
static int move_columns(const report *r)
{
    char text[AZJ_MOVE_TEXT_MAX];
    size_t most = strlen("played    ");
    for (uint32_t i = 0; i < r->moves; i++) {
        const size_t length = azj_move_text(r->move[i].move, text, sizeof text);
        most = length > most ? length : most;
    }
    return (int)most;
}

static void text_move(const report *r, uint32_t i, int columns)
{
    const report_move *m = &r->move[i];
    char text[AZJ_MOVE_TEXT_MAX], better[AZJ_MOVE_TEXT_MAX], name[NAME_COLUMNS + 1];
    azj_move_text(m->move, text, sizeof text);
    azj_move_text(m->best.move[0], better, sizeof better);
    printf("%4u %5u  %-*s  %-*s", i + 1, m->round, NAME_COLUMNS,
           seat_name(r, m->seat, name, sizeof name), columns, text);
    for (unsigned p = 0; p < report_players(r); p++)
        printf("  %5.1f %%  %5.1f", 100 * (double)m->played.win[p], (double)m->played.score[p]);
    if (m->loss >= REPORT_LOSS)
        printf("  %5.1f %%  %s", 100 * (double)m->loss, better);
    else
        printf("%s", m->exact ? "         " : "");
    printf("%s\n", m->exact ? "  (solved)" : "");
}

/* The name of each player stands above its two columns: its chance and its expected score. */
static void text_head(const report *r, int columns)
{
    char name[SCORE_COLUMNS + 1];
    printf(
        "Chance to win and expected final score after each move; what the move lost, and a better "
        "one.\n\nmove round  %-*s  %-*s",
        NAME_COLUMNS, "player", columns, "played");
    for (unsigned p = 0; p < report_players(r); p++)
        printf("  %*s", SCORE_COLUMNS, seat_name(r, p, name, sizeof name));
    printf("     loss  better\n");
}

/* How sure the verdict is, in words. */
static void text_verdict(const report_move *m)
{
    switch (verdict_of(m)) {
    case REPORT_SOLVED:
        printf(" (solved)");
        break;
    case REPORT_CONFIRMED:
        printf(" (confirmed: %.1f %% with %d times the nodes)", 100 * (double)m->loss_again,
               REPORT_AGAIN);
        break;
    case REPORT_DOUBTFUL:
        printf(" (doubtful: only %.1f %% with %d times the nodes)", 100 * (double)m->loss_again,
               REPORT_AGAIN);
        break;
    default:
        break;
    }
}

static void text_worst(const report *r, unsigned seat)
{
    uint32_t worst[REPORT_WORST];
    char name[REPORT_NAME_MAX], line[1024], words[AZJ_MOVE_WORDS_MAX], better[AZJ_MOVE_WORDS_MAX];
    const unsigned n = report_worst(r, seat, worst);
    printf("\n%s: lost %.2f %% a move\n", seat_name(r, seat, name, sizeof name),
           100 * mean_loss(r, seat));
    for (unsigned i = 0; i < n; i++) {
        const report_move *m = &r->move[worst[i]];
        azj_move_words(m->move, words, sizeof words);
        azj_move_words(m->best.move[0], better, sizeof better);
        line_text(&m->best, line, sizeof line);
        printf("  move %u, %s, lost %.1f %%", worst[i] + 1, words, 100 * (double)m->loss);
        text_verdict(m);
        printf("\n    better: %s (%s)\n", better, line);
    }
}

void report_text(const report *r)
{
    const unsigned players = report_players(r);
    printf("%s, %u players, judged by %s with %llu nodes a move\n\n",
           azj_rules_name((azj_rules)r->record->start.head.rules), players, r->bot,
           (unsigned long long)r->nodes);
    const int columns = move_columns(r);
    text_head(r, columns);
    for (uint32_t i = 0; i < r->moves; i++)
        text_move(r, i, columns);
    if (r->fault->code)
        printf("the record is damaged here (line %u): %s\n", r->fault->line, r->fault->text);
    for (unsigned p = 0; p < players; p++)
        text_worst(r, p);
}

/* ---- JSON ---- */

static void json_floats(json_writer *w, const char *key, const float *value, unsigned players)
{
    json_write_array(w, key);
    for (unsigned p = 0; p < players; p++)
        json_out_fixed(w, NULL, (double)value[p], 4);
    json_write_array_end(w);
}

static void json_move(json_writer *w, const report *r, uint32_t i)
{
    const report_move *m = &r->move[i];
    const unsigned players = report_players(r);
    char text[AZJ_MOVE_TEXT_MAX], line[1024];
    azj_move_text(m->move, text, sizeof text);
    line_text(&m->best, line, sizeof line);
    json_write_object(w, NULL);
    json_write_unsigned(w, "number", i + 1);
    json_write_unsigned(w, "round", m->round);
    json_write_unsigned(w, "seat", m->seat);
    json_write_string(w, "move", text);
    json_floats(w, "win", m->played.win, players);
    json_floats(w, "score", m->played.score, players);
    json_out_fixed(w, "loss", (double)m->loss, 4);
    json_write_flag(w, "exact", m->exact);
    if (m->looked_again)
        json_out_fixed(w, "lossAgain", (double)m->loss_again, 4);
    if (verdict_of(m) != REPORT_UNCHECKED)
        json_write_flag(w, "sure", verdict_of(m) != REPORT_DOUBTFUL);
    json_write_string(w, "best", line);
    json_floats(w, "bestWin", m->best.win, players);
    json_floats(w, "bestScore", m->best.score, players);
    json_write_object_end(w);
}

static void json_seat(json_writer *w, const report *r, unsigned seat)
{
    uint32_t worst[REPORT_WORST];
    char name[REPORT_NAME_MAX];
    const unsigned n = report_worst(r, seat, worst);
    json_write_object(w, NULL);
    json_write_string(w, "name", seat_name(r, seat, name, sizeof name));
    json_out_fixed(w, "meanLoss", mean_loss(r, seat), 5);
    json_write_array(w, "worst");
    for (unsigned i = 0; i < n; i++)
        json_write_unsigned(w, NULL, worst[i] + 1);
    json_write_array_end(w);
    json_write_object_end(w);
}

/* How the game ended, or how it stands if there are no winners yet. */
static void json_end(json_writer *w, const report *r)
{
    json_write_object(w, "end");
    json_write_array(w, "winners");
    for (unsigned p = 0; p < report_players(r); p++)
        if (r->record->winners >> p & 1u)
            json_write_unsigned(w, NULL, p);
    json_write_array_end(w);
    json_write_array(w, "scores");
    for (unsigned p = 0; p < report_players(r); p++)
        json_write_number(w, NULL, azj_score(&r->end, p));
    json_write_array_end(w);
    json_write_object_end(w);
}

void report_json(const report *r)
{
    char part[8192]; /* longer than a move with its line, or a seat with its name */
    buf b = buf_on(part, sizeof part);
    json_writer w = json_write_on(&b);
    const unsigned players = report_players(r);
    json_write_object(&w, NULL);
    json_write_string(&w, "rules", azj_rules_name((azj_rules)r->record->start.head.rules));
    json_write_unsigned(&w, "players", players);
    json_write_string(&w, "bot", r->bot);
    json_write_unsigned(&w, "nodes", r->nodes);
    json_write_array(&w, "moves");
    for (uint32_t i = 0; i < r->moves; i++) {
        json_move(&w, r, i);
        buf_char(&b, '\n');
        json_out_print(&w, stdout);
    }
    json_write_array_end(&w);
    json_write_array(&w, "seats");
    for (unsigned p = 0; p < players; p++) {
        json_seat(&w, r, p);
        buf_char(&b, '\n');
        json_out_print(&w, stdout);
    }
    json_write_array_end(&w);
    json_end(&w, r);
    if (r->fault->code) {
        json_write_object(&w, "damage");
        json_write_unsigned(&w, "line", r->fault->line);
        json_write_unsigned(&w, "column", r->fault->column);
        json_write_string(&w, "what", r->fault->text);
        json_write_object_end(&w);
    }
    json_write_object_end(&w);
    buf_char(&b, '\n');
    json_out_print(&w, stdout);
}
