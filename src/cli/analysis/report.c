/* report.c - a judged game as text and as JSON: see report.h. */
#include "cli/analysis/report.h"
#include "cli/json_out.h"
#include "text/tags.h"

#include <stdio.h>

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

double report_mean_loss(const report *r, unsigned seat)
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

const char *report_name(const report *r, unsigned seat, char out[64])
{
    const char *name = azj_record_tag_value(r->record, tags_seat(seat));
    if (name && *name)
        return name;
    snprintf(out, 64, "seat %u", seat);
    return out;
}

void report_line(const azj_line *line, char *out, size_t size)
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

static void text_move(const report *r, uint32_t i)
{
    const report_move *m = &r->move[i];
    char text[AZJ_MOVE_TEXT_MAX], better[AZJ_MOVE_TEXT_MAX], name[64];
    azj_move_text(m->move, text, sizeof text);
    azj_move_text(m->best.move[0], better, sizeof better);
    printf("%4u %5u  %-12.12s  %-10s", i + 1, m->round, report_name(r, m->seat, name), text);
    for (unsigned p = 0; p < report_players(r); p++)
        printf("  %5.1f %%  %5.1f", 100 * (double)m->played.win[p], (double)m->played.score[p]);
    if (m->loss >= REPORT_LOSS)
        printf("  %5.1f %%  %s", 100 * (double)m->loss, better);
    else
        printf("%s", m->exact ? "         " : "");
    printf("%s\n", m->exact ? "  (solved)" : "");
}

/* The name of each player stands above its two columns: its chance and its expected score. */
static void text_head(const report *r)
{
    char name[64];
    printf(
        "Chance to win and expected final score after each move; what the move lost, and a better "
        "one.\n\nmove round  %-12s  %-10s",
        "player", "played");
    for (unsigned p = 0; p < report_players(r); p++)
        printf("  %14.14s", report_name(r, p, name));
    printf("     loss  better\n");
}

static void text_worst(const report *r, unsigned seat)
{
    uint32_t worst[REPORT_WORST];
    char name[64], line[1024], words[AZJ_MOVE_WORDS_MAX], better[AZJ_MOVE_WORDS_MAX];
    const unsigned n = report_worst(r, seat, worst);
    printf("\n%s: lost %.2f %% a move\n", report_name(r, seat, name),
           100 * report_mean_loss(r, seat));
    for (unsigned i = 0; i < n; i++) {
        const report_move *m = &r->move[worst[i]];
        azj_move_words(m->move, words, sizeof words);
        azj_move_words(m->best.move[0], better, sizeof better);
        report_line(&m->best, line, sizeof line);
        printf("  move %u, %s, lost %.1f %%\n    better: %s (%s)\n", worst[i] + 1, words,
               100 * (double)m->loss, better, line);
    }
}

void report_text(const report *r)
{
    const unsigned players = report_players(r);
    printf("%s, %u players, judged by %s with %llu nodes a move\n\n",
           azj_rules_name((azj_rules)r->record->start.head.rules), players, r->bot,
           (unsigned long long)r->nodes);
    text_head(r);
    for (uint32_t i = 0; i < r->moves; i++)
        text_move(r, i);
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
    report_line(&m->best, line, sizeof line);
    json_write_object(w, NULL);
    json_write_unsigned(w, "number", i + 1);
    json_write_unsigned(w, "round", m->round);
    json_write_unsigned(w, "seat", m->seat);
    json_write_string(w, "move", text);
    json_floats(w, "win", m->played.win, players);
    json_floats(w, "score", m->played.score, players);
    json_out_fixed(w, "loss", (double)m->loss, 4);
    json_write_flag(w, "exact", m->exact);
    json_write_string(w, "best", line);
    json_floats(w, "bestWin", m->best.win, players);
    json_floats(w, "bestScore", m->best.score, players);
    json_write_object_end(w);
}

static void json_seat(json_writer *w, const report *r, unsigned seat)
{
    uint32_t worst[REPORT_WORST];
    char name[64];
    const unsigned n = report_worst(r, seat, worst);
    json_write_object(w, NULL);
    json_write_string(w, "name", report_name(r, seat, name));
    json_out_fixed(w, "meanLoss", report_mean_loss(r, seat), 5);
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
    json_write_object_end(&w);
    buf_char(&b, '\n');
    json_out_print(&w, stdout);
}
