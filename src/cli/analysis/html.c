/* html.c - a judged game as one self-contained page: graphs of the chances and of the scores, the
 * worst moves, and every move in a table. No script, nothing to load; light and dark. */
#include "cli/analysis/report.h"

#include <stdio.h>

/* A graph, with room for its scale on the left and the rounds above. */
enum { WIDTH = 900, HEIGHT = 240, LEFT = 46, TOP = 20, RIGHT = 8, BOTTOM = 8 };

static const char STYLE[] =
    ":root{color-scheme:light dark;--ink:#222;--page:#fdfcf8;--sheet:#fff;--rule:#ddd8cc;"
    "--faint:#6a665c;--bad:#f6dcd4;--poor:#faf0d0;--link:#1a4f8f;"
    "--s0:#1f5fa8;--s1:#b3402a;--s2:#3b7d3b;--s3:#7a4fa0}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e8e4da;--page:#191a1c;--sheet:#222427;"
    "--rule:#3b3d41;--faint:#a5a196;--bad:#5a2f26;--poor:#4c4220;--link:#8ab8ee;"
    "--s0:#74aef0;--s1:#f08a70;--s2:#86c886;--s3:#c39ae8}}\n"
    "body{font:16px/1.45 system-ui,sans-serif;margin:1.5rem auto;max-width:62rem;"
    "padding:0 1rem;color:var(--ink);background:var(--page)}\n"
    "a{color:var(--link)}\n"
    ".graph{width:100%;height:auto;background:var(--sheet);border:1px solid var(--rule)}\n"
    ".graph text{font-size:12px;fill:var(--faint)}\n"
    ".graph .scale{stroke:var(--rule)}\n"
    ".key{width:3rem;height:.8rem}\n"
    "polyline,.key line{fill:none;stroke-width:2.5}\n"
    /* told apart by dash as well as by colour */
    ".s0{stroke:var(--s0)}.s1{stroke:var(--s1);stroke-dasharray:8 4}"
    ".s2{stroke:var(--s2);stroke-dasharray:2 4}.s3{stroke:var(--s3);stroke-dasharray:10 3 2 3}\n"
    ".graph circle{fill:var(--sheet);stroke-width:2.5;stroke-dasharray:none}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\n"
    "th,td{text-align:right;padding:.15rem .5rem;border-bottom:1px solid var(--rule);"
    "white-space:nowrap}\n"
    "th:nth-child(-n+4),td:nth-child(-n+4),th:last-child,td:last-child{text-align:left}\n"
    ".bad{background:var(--bad)}.poor{background:var(--poor)}\n"
    "code{font-size:.95em}\n";

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

static void put_name(const report *r, unsigned seat)
{
    char name[64];
    escaped(report_name(r, seat, name));
}

static void head(const report *r)
{
    const char *rules = azj_rules_name((azj_rules)r->record->start.head.rules);
    printf("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<title>Analysis of a game of %s</title>\n<style>\n%s</style></head><body>\n"
           "<h1>Analysis of a game of %s</h1>\n<p>",
           rules, STYLE, rules);
    for (unsigned p = 0; p < report_players(r); p++) {
        printf("%s", p ? ", " : "");
        put_name(r, p);
        if (r->end.head.phase == AZJ_PHASE_OVER)
            printf(" %d%s", azj_score(&r->end, p),
                   azj_winners(&r->end) >> p & 1u ? " (winner)" : "");
    }
    printf(". Judged by <code>%s</code> with %llu nodes a move.</p>\n", r->bot,
           (unsigned long long)r->nodes);
}

/* ---- Graphs
 * ------------------------------------------------------------------------------------*/

/* What a graph shows of a move for a seat, between 0 and `most`. */
typedef struct graph {
    const report *r;
    const char *title, *unit;
    bool chances;
    double most;
    double step; /* between two lines of the scale */
} graph;

static double value_of(const graph *g, uint32_t i, unsigned seat)
{
    const azj_line *l = &g->r->move[i].played;
    return g->chances ? 100 * (double)l->win[seat] : (double)l->score[seat];
}

static double x_of(const graph *g, uint32_t i)
{
    const double room = WIDTH - LEFT - RIGHT;
    return LEFT + (g->r->moves > 1 ? room * i / (g->r->moves - 1) : 0);
}

static double y_of(const graph *g, double value)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / g->most);
}

static void scale(const graph *g)
{
    for (double v = 0; v <= g->most + 0.01; v += g->step)
        printf("<line class=\"scale\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
               "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f%s</text>\n",
               LEFT, y_of(g, v), WIDTH - RIGHT, y_of(g, v), LEFT - 5, y_of(g, v) + 4, v, g->unit);
}

static void rounds(const graph *g)
{
    for (uint32_t i = 0; i < g->r->moves; i++) {
        if (i > 0 && g->r->move[i].round == g->r->move[i - 1].round)
            continue;
        const double x = i ? (x_of(g, i) + x_of(g, i - 1)) / 2 : LEFT;
        printf("<line class=\"scale\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>"
               "<text x=\"%.1f\" y=\"14\">%s%u</text>\n",
               x, TOP, x, HEIGHT - BOTTOM, x + 2, i ? "" : "round ", g->r->move[i].round);
    }
}

/* The seat's curve, with a mark for each of its worst moves. */
static void curve(const graph *g, unsigned seat)
{
    uint32_t at[REPORT_WORST];
    const unsigned n = report_worst(g->r, seat, at);
    printf("<polyline class=\"s%u\" points=\"", seat);
    for (uint32_t i = 0; i < g->r->moves; i++)
        printf("%.1f,%.1f ", x_of(g, i), y_of(g, value_of(g, i, seat)));
    printf("\"/>\n");
    for (unsigned i = 0; g->chances && i < n; i++)
        printf("<a href=\"#m%u\"><circle class=\"s%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\">"
               "<title>move %u lost %.1f %%</title></circle></a>\n",
               at[i] + 1, seat, x_of(g, at[i]), y_of(g, value_of(g, at[i], seat)), at[i] + 1,
               100 * (double)g->r->move[at[i]].loss);
}

static void put_graph(const graph *g)
{
    printf(
        "<h2>%s</h2>\n<svg class=\"graph\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s of "
        "each player after every move\">\n",
        g->title, WIDTH, HEIGHT, g->title);
    scale(g);
    rounds(g);
    for (unsigned p = 0; p < report_players(g->r); p++)
        curve(g, p);
    printf("</svg>\n");
}

static void keys(const report *r)
{
    printf("<p>");
    for (unsigned p = 0; p < report_players(r); p++) {
        printf("<svg class=\"key\" viewBox=\"0 0 48 12\"><line class=\"s%u\" x1=\"0\" y1=\"6\" "
               "x2=\"48\" y2=\"6\"/></svg> ",
               p);
        put_name(r, p);
        printf(" &nbsp; ");
    }
    printf("</p>\n");
}

static void graphs(const report *r)
{
    const graph chances = {r, "Chances to win", " %", true, 100, 25};
    graph scores = {r, "Expected final scores", "", false, 20, 20};
    for (uint32_t i = 0; i < r->moves; i++)
        for (unsigned p = 0; p < report_players(r); p++)
            while (value_of(&scores, i, p) > scores.most)
                scores.most += scores.step;
    put_graph(&chances);
    keys(r);
    put_graph(&scores);
}

/* ---- Moves ------------------------------------------------------------------------------------
 */

static void worst(const report *r, unsigned seat)
{
    uint32_t at[REPORT_WORST];
    char line[1024], words[AZJ_MOVE_WORDS_MAX], better[AZJ_MOVE_WORDS_MAX];
    const unsigned n = report_worst(r, seat, at);
    printf("<h3>");
    put_name(r, seat);
    printf("</h3>\n<p>Lost %.2f %% a move.</p>\n<ol>\n", 100 * report_mean_loss(r, seat));
    for (unsigned i = 0; i < n; i++) {
        const report_move *m = &r->move[at[i]];
        azj_move_words(m->move, words, sizeof words);
        azj_move_words(m->best.move[0], better, sizeof better);
        report_line(&m->best, line, sizeof line);
        printf("<li><a href=\"#m%u\">Move %u</a>, %s: lost %.1f %%.<br>Better: %s "
               "(<code>%s</code>)</li>\n",
               at[i] + 1, at[i] + 1, words, 100 * (double)m->loss, better, line);
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
    printf("<tr id=\"m%u\"%s><td>%u</td><td>%u</td><td>", i + 1, mark, i + 1, m->round);
    put_name(r, m->seat);
    printf("</td><td><code>%s</code></td>", text);
    for (unsigned p = 0; p < report_players(r); p++)
        printf("<td>%.1f %%</td><td>%.1f</td>", 100 * (double)m->played.win[p],
               (double)m->played.score[p]);
    if (m->loss >= REPORT_LOSS)
        printf("<td>%.1f %%</td><td><code>%s</code></td></tr>\n", 100 * (double)m->loss, better);
    else
        printf("<td></td><td></td></tr>\n");
}

static void table(const report *r)
{
    printf(
        "<h2>Every move</h2>\n<p>Chance to win and expected final score after each move; what it "
        "lost against the best one.</p>\n<div class=\"wide\"><table><thead><tr><th>move</th>"
        "<th>round</th><th>player</th><th>played</th>");
    for (unsigned p = 0; p < report_players(r); p++) {
        printf("<th colspan=\"2\">");
        put_name(r, p);
        printf("</th>");
    }
    printf("<th>loss</th><th>better</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < r->moves; i++)
        row(r, i);
    printf("</tbody></table></div>\n");
}

void report_html(const report *r)
{
    head(r);
    graphs(r);
    printf("<h2>The worst moves</h2>\n");
    for (unsigned p = 0; p < report_players(r); p++)
        worst(r, p);
    table(r);
    printf("</body></html>\n");
}
