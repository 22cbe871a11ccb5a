/* html.c - a judged game as one self-contained page: a graph of the chances, the worst moves, and
 * every move in a table. No script, nothing to load. */
#include "cli/analysis/report.h"

#include <stdio.h>

enum { GRAPH_WIDTH = 900, GRAPH_HEIGHT = 260 };

/* Told apart by dash as well as by colour. */
static const struct {
    const char *colour, *dash;
} strokes[AZJ_SEATS_MAX] = {
    {"#1f5fa8", "none"}, {"#b3402a", "8 4"}, {"#3b7d3b", "2 4"}, {"#7a4fa0", "10 3 2 3"}};

static void escaped(const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", stdout);
            break;
        case '>':
            fputs("&gt;", stdout);
            break;
        case '&':
            fputs("&amp;", stdout);
            break;
        case '"':
            fputs("&quot;", stdout);
            break;
        default:
            putchar(*text);
        }
}

static void head(const report *r)
{
    const char *rules = azj_rules_name((azj_rules)r->record->start.head.rules);
    printf("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<title>Analysis of a game of %s</title>\n<style>\n"
           "body{font:16px/1.45 system-ui,sans-serif;margin:1.5rem auto;max-width:60rem;"
           "padding:0 1rem;color:#222;background:#fdfcf8}\n"
           "svg{width:100%%;height:auto;background:#fff;border:1px solid #ccc}\n"
           "table{border-collapse:collapse;width:100%%;font-variant-numeric:tabular-nums}\n"
           "th,td{text-align:right;padding:.15rem .5rem;border-bottom:1px solid #e4e0d6}\n"
           "th:nth-child(-n+4),td:nth-child(-n+4){text-align:left}\n"
           ".bad{background:#f6dcd4}.poor{background:#faf0d0}\n"
           "code{font-size:.95em}\n</style></head><body>\n<h1>Analysis of a game of %s</h1>\n",
           rules, rules);
    printf("<p>%u players, judged by <code>%s</code> with %llu nodes a move.</p>\n",
           r->record->start.head.players, r->bot, (unsigned long long)r->nodes);
}

static double x_of(const report *r, uint32_t i)
{
    return r->moves > 1 ? (double)i * GRAPH_WIDTH / (r->moves - 1) : 0;
}

static void rounds_of_graph(const report *r)
{
    for (uint32_t i = 1; i < r->moves; i++)
        if (r->move[i].round != r->move[i - 1].round) {
            const double x = (x_of(r, i) + x_of(r, i - 1)) / 2;
            printf("<line x1=\"%.1f\" y1=\"0\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>"
                   "<text x=\"%.1f\" y=\"12\" font-size=\"11\" fill=\"#666\">%u</text>\n",
                   x, x, GRAPH_HEIGHT, x + 3, r->move[i].round);
        }
}

static void curve(const report *r, unsigned seat)
{
    printf("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\" stroke-dasharray=\"%s\" "
           "points=\"",
           strokes[seat].colour, strokes[seat].dash);
    for (uint32_t i = 0; i < r->moves; i++)
        printf("%.1f,%.1f ", x_of(r, i), GRAPH_HEIGHT * (1 - (double)r->move[i].played.win[seat]));
    printf("\"/>\n");
}

static void graph(const report *r)
{
    const unsigned players = r->record->start.head.players;
    char name[64];
    printf(
        "<h2>Chances to win</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"chance to "
        "win of each seat after every move\">\n<line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\" "
        "stroke=\"#bbb\"/>\n",
        GRAPH_WIDTH, GRAPH_HEIGHT, GRAPH_HEIGHT / 2, GRAPH_WIDTH, GRAPH_HEIGHT / 2);
    rounds_of_graph(r);
    for (unsigned p = 0; p < players; p++)
        curve(r, p);
    printf("</svg>\n<p>");
    for (unsigned p = 0; p < players; p++) {
        printf("<svg style=\"width:3rem;height:.8rem;border:0;background:none\" viewBox=\"0 0 48 "
               "12\"><line x1=\"0\" y1=\"6\" x2=\"48\" y2=\"6\" stroke=\"%s\" stroke-width=\"3\" "
               "stroke-dasharray=\"%s\"/></svg> ",
               strokes[p].colour, strokes[p].dash);
        escaped(report_name(r, p, name));
        printf(" &nbsp; ");
    }
    printf("</p>\n");
}

static void worst(const report *r, unsigned seat)
{
    uint32_t at[REPORT_WORST];
    char name[64], line[1024], words[AZJ_MOVE_WORDS_MAX];
    const unsigned n = report_worst(r, seat, at);
    printf("<h3>");
    escaped(report_name(r, seat, name));
    printf("</h3>\n<p>Lost %.2f %% a move.</p>\n<ol>\n", 100 * report_mean_loss(r, seat));
    for (unsigned i = 0; i < n; i++) {
        const report_move *m = &r->move[at[i]];
        azj_move_words(m->move, words, sizeof words);
        report_line(&m->best, line, sizeof line);
        printf("<li><a href=\"#m%u\">Move %u</a>, %s: lost %.1f %%. Better: <code>%s</code></li>\n",
               at[i] + 1, at[i] + 1, words, 100 * (double)m->loss, line);
    }
    printf("</ol>\n");
}

static void row(const report *r, uint32_t i)
{
    const report_move *m = &r->move[i];
    char text[AZJ_MOVE_TEXT_MAX], better[AZJ_MOVE_TEXT_MAX];
    azj_move_text(m->move, text, sizeof text);
    azj_move_text(m->best.move[0], better, sizeof better);
    const char *mark = m->loss > 0.1f ? " class=\"bad\"" : m->loss > 0.03f ? " class=\"poor\"" : "";
    printf("<tr id=\"m%u\"%s><td>%u</td><td>%u</td><td>%u</td><td><code>%s</code></td>", i + 1,
           mark, i + 1, m->round, m->seat, text);
    for (unsigned p = 0; p < r->record->start.head.players; p++)
        printf("<td>%.1f %%</td><td>%.1f</td>", 100 * (double)m->played.win[p],
               (double)m->played.score[p]);
    if (m->loss >= 0.0005f)
        printf("<td>%.1f %%</td><td><code>%s</code></td></tr>\n", 100 * (double)m->loss, better);
    else
        printf("<td></td><td></td></tr>\n");
}

static void table(const report *r)
{
    const unsigned players = r->record->start.head.players;
    printf("<h2>Every move</h2>\n<table><thead><tr><th>move</th><th>round</th><th>seat</th>"
           "<th>played</th>");
    for (unsigned p = 0; p < players; p++)
        printf("<th>chance %u</th><th>score %u</th>", p, p);
    printf("<th>loss</th><th>better</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < r->moves; i++)
        row(r, i);
    printf("</tbody></table>\n");
}

void report_html(const report *r)
{
    head(r);
    graph(r);
    printf("<h2>The worst moves</h2>\n");
    for (unsigned p = 0; p < r->record->start.head.players; p++)
        worst(r, p);
    table(r);
    printf("</body></html>\n");
}
