/* report.c - the results of a match as text and as JSON. */
#include "cli/json_out.h"
#include "cli/match/results.h"

#include <inttypes.h>
#include <math.h>

void match_elo_text(double elo, char *text, size_t size)
{
    if (isinf(elo))
        snprintf(text, size, "%sinf", elo < 0 ? "-" : "+");
    else
        snprintf(text, size, "%+.1f", fabs(elo) < 0.05 ? 0 : elo); /* no -0.0 */
}

static double percent_of(double part, double of)
{
    return of > 0 ? 100 * part / of : 0;
}

static double each(double sum, uint64_t count)
{
    return count ? sum / (double)count : 0;
}

/* The sum of all pairings of a player with others. */
static match_duel against_all(const match_results *r, unsigned player)
{
    match_duel sum = {0, 0, 0};
    for (unsigned other = 0; other < r->config->count; other++) {
        const match_duel *d = &r->against[player][other];
        sum.games += d->games;
        sum.score += d->score;
        sum.margin += d->margin;
    }
    return sum;
}

/* ---- Text ---- */

static void print_title(const match_results *r, FILE *out)
{
    const match_config *c = r->config;
    char limits[MATCH_LIMITS_MAX];
    match_common_limits_text(c, limits, sizeof limits);
    fprintf(
        out,
        "%s, %u seats, %s, %s%s: %" PRIu64 " of %" PRIu64 " games, every deal played %u times\n\n",
        azj_rules_name(c->game.rules), c->game.players, match_format_text(c->format), limits,
        c->cpu_time ? " (working time)" : "", r->played, r->schedule->games, r->schedule->seats);
}

static void print_positions(const match_config *c, FILE *out)
{
    if (c->starts)
        fprintf(out, "from the positions of %s (%" PRIu64 ")\n\n", c->positions_path, c->starts);
}

static void print_players(const match_results *r, const stats_interval *rating, FILE *out)
{
    fprintf(out, "%-20s %7s %6s %6s %6s %7s %16s %7s %7s %9s %9s\n", "player", "games", "won",
            "shared", "lost", "score", "Elo (95 %)", "points", "margin", "ms/move", "slowest");
    for (unsigned i = 0; i < r->config->count; i++) {
        const match_tally *t = &r->tally[i];
        const match_duel all = against_all(r, i);
        char elo[32] = "", bar[16] = "";
        if (rating && r->groups > 1) {
            match_elo_text(rating[i].value, bar, sizeof bar);
            snprintf(elo, sizeof elo, "%s ±%.0f", bar, (rating[i].high - rating[i].low) / 2);
        }
        fprintf(out,
                "%-20s %7" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64
                " %6.1f%% %*s %7.1f %+7.1f %9.2f "
                "%9.2f\n",
                r->config->player[i].name, t->games, t->won, t->shared, t->lost,
                percent_of(all.score, (double)all.games), elo[0] ? 17 : 16, elo,
                each(t->points, t->games), each(all.margin, all.games),
                each((double)t->time_us / 1e3, t->decisions), (double)t->slowest_us / 1e3);
    }
}

/* Nodes a second, of the players that report nodes. */
static void print_speeds(const match_results *r, FILE *out)
{
    const char *join = "thousand nodes a second: ";
    for (unsigned i = 0; i < r->config->count; i++) {
        const match_tally *t = &r->tally[i];
        if (!t->nodes_us)
            continue;
        fprintf(out, "%s%s %.1f", join, r->config->player[i].name,
                1e3 * (double)t->nodes / (double)t->nodes_us);
        join = ", ";
    }
    fputs(join[0] == ',' ? "\n" : "", out);
}

/* The limits of each player, where they differ. */
static void print_limits(const match_results *r, FILE *out)
{
    char limits[MATCH_LIMITS_MAX];
    for (unsigned i = 0; i < r->config->count && !match_limits_common(r->config); i++) {
        match_limits_text(match_player_limits(r->config, i), limits, sizeof limits);
        fprintf(out, "%s%s: %s%s", i ? "; " : "limits: ", r->config->player[i].name, limits,
                i + 1 < r->config->count ? "" : "\n");
    }
}

static void print_faults(const match_results *r, FILE *out)
{
    for (unsigned i = 0; i < r->config->count; i++) {
        const match_tally *t = &r->tally[i];
        const char *join = "lost by fault: ";
        for (unsigned cause = PROTO_CAUSE_NORMAL + 1; cause < PROTO_CAUSE_NB; cause++) {
            if (!t->faults[cause])
                continue;
            if (join[0] == 'l')
                fprintf(out, "%s ", r->config->player[i].name);
            fprintf(out, "%s%" PRIu64 " %s", join, t->faults[cause],
                    proto_cause_word((proto_cause)cause));
            join = ", ";
        }
        if (join[0] == ',')
            fprintf(out, " (last: %s)\n", t->why);
    }
}

static void print_cross(const match_results *r, FILE *out)
{
    const unsigned n = r->config->count;
    if (n < 3)
        return;
    fprintf(out, "\n%-20s", "score against");
    for (unsigned j = 0; j < n; j++)
        fprintf(out, " %10.10s", r->config->player[j].name);
    fputc('\n', out);
    for (unsigned i = 0; i < n; i++) {
        fprintf(out, "%-20s", r->config->player[i].name);
        for (unsigned j = 0; j < n; j++) {
            const match_duel *d = &r->against[i][j];
            if (d->games)
                fprintf(out, " %9.1f%%", percent_of(d->score, (double)d->games));
            else
                fprintf(out, " %10s", "-");
        }
        fputc('\n', out);
    }
}

static void print_two(const match_results *r, FILE *out)
{
    const match_config *c = r->config;
    const stats_interval elo = stats_elo(&r->pairs), margin = match_results_margin(r);
    char value[16], low[16], high[16];
    if (c->count != 2 || r->groups == 0)
        return;
    match_elo_text(elo.value, value, sizeof value);
    match_elo_text(elo.low, low, sizeof low);
    match_elo_text(elo.high, high, sizeof high);
    fprintf(out, "\n%s against %s: Elo %s, 95 %% between %s and %s (%" PRIu64 " groups of games)\n",
            c->player[0].name, c->player[1].name, value, low, high, r->groups);
    const stats_interval normal = stats_normalised_elo(&r->pairs, r->schedule->seats);
    fprintf(out, "normalised Elo %+.1f, 95 %% between %+.1f and %+.1f\n", normal.value, normal.low,
            normal.high);
    fprintf(out, "margin %+.2f points, 95 %% between %+.2f and %+.2f\n", margin.value, margin.low,
            margin.high);
    if (c->game.players == 2)
        fprintf(out,
                "pairs that scored 0, 0.5, 1, 1.5, 2: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                " %" PRIu64 "\n",
                r->pairs.times[0], r->pairs.times[1], r->pairs.times[2], r->pairs.times[3],
                r->pairs.times[4]);
}

/* One against a table: the player's share of the wins, and the share that equal strength would
 * give. */
static void print_alone(const match_results *r, FILE *out)
{
    const match_config *c = r->config;
    if (c->format != MATCH_ONE)
        return;
    fputc('\n', out);
    for (unsigned i = 1; i < c->count; i++) {
        const stats_interval share = stats_score(&r->alone[i]);
        fprintf(out,
                "%s alone at a table of %s: %.1f %% of the wins, 95 %% between %.1f and %.1f; fair "
                "%.1f (%" PRIu64 " groups of games)\n",
                c->player[0].name, c->player[i].name, 100 * share.value, 100 * share.low,
                100 * share.high, 100.0 / c->game.players, r->alone[i].count);
    }
}

static const char *verdict_text(const match_results *r)
{
    static const char *const words[] = {"undecided", "elo0 accepted", "elo1 accepted"};
    return words[stats_sprt_verdict(&r->config->test, &r->pairs)];
}

static void print_sprt(const match_results *r, FILE *out)
{
    const stats_sprt *t = &r->config->test;
    if (r->config->sprt)
        fprintf(out, "SPRT of elo0 %g against elo1 %g: LLR %.2f in %.2f to %.2f, %s\n", t->elo0,
                t->elo1, stats_llr(&r->pairs, t->elo0, t->elo1), stats_lower(t), stats_upper(t),
                verdict_text(r));
}

void match_report_text(const match_results *r, FILE *out)
{
    stats_interval rating[MATCH_PLAYERS_MAX];
    const bool rated = match_results_rate(r, rating);
    print_title(r, out);
    print_positions(r->config, out);
    print_players(r, rated ? rating : NULL, out);
    print_limits(r, out);
    print_speeds(r, out);
    print_cross(r, out);
    print_alone(r, out);
    print_two(r, out);
    print_sprt(r, out);
    print_faults(r, out);
    fprintf(out,
            "\nrunner's own overhead: %.2f us of work a move (%.2f us by the clock), %" PRIu64
            " moves\n",
            each((double)r->overhead_cpu_ns / 1e3, r->moves),
            each((double)r->overhead_ns / 1e3, r->moves), r->moves);
}

/* ---- JSON ---- */

/* Room for a player with its spec: an argument of at most 128 KiB with every byte escaped. */
enum { JSON_PART_MAX = 1 << 20 };

static void put_interval(json_writer *w, const char *key, stats_interval i)
{
    json_write_object(w, key);
    json_out_real(w, "value", i.value);
    json_out_real(w, "low", i.low);
    json_out_real(w, "high", i.high);
    json_write_object_end(w);
}

static void put_faults(json_writer *w, const match_tally *t)
{
    json_write_object(w, "faults");
    for (unsigned cause = PROTO_CAUSE_NORMAL + 1; cause < PROTO_CAUSE_NB; cause++)
        json_write_unsigned(w, proto_cause_word((proto_cause)cause), t->faults[cause]);
    json_write_object_end(w);
    json_write_string(w, "last_fault", t->why);
}

/* One entry per player: the score against it; 0 games against itself. */
static void put_against(json_writer *w, const match_results *r, unsigned i)
{
    json_write_array(w, "against");
    for (unsigned j = 0; j < r->config->count; j++) {
        const match_duel *d = &r->against[i][j];
        json_write_object(w, NULL);
        json_write_unsigned(w, "games", d->games);
        json_out_real(w, "score", d->score);
        json_out_real(w, "margin", d->margin);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void put_player(json_writer *w, const match_results *r, unsigned i,
                       const stats_interval *rating)
{
    const match_tally *t = &r->tally[i];
    const match_duel all = against_all(r, i);
    char limits[MATCH_LIMITS_MAX];
    match_limits_text(match_player_limits(r->config, i), limits, sizeof limits);
    json_write_object(w, NULL);
    json_write_string(w, "name", r->config->player[i].name);
    json_write_string(w, "spec", r->config->player[i].spec);
    json_write_string(w, "limits", limits);
    json_write_unsigned(w, "games", t->games);
    json_write_unsigned(w, "won", t->won);
    json_write_unsigned(w, "shared", t->shared);
    json_write_unsigned(w, "lost", t->lost);
    json_out_real(w, "score", all.games ? all.score / (double)all.games : 0.5);
    json_out_real(w, "mean_points", each(t->points, t->games));
    json_out_real(w, "mean_margin", each(all.margin, all.games));
    json_out_real(w, "mean_floor", each((double)t->floor, t->games));
    json_out_real(w, "mean_dumps", each((double)t->dumps, t->games));
    json_write_unsigned(w, "decisions", t->decisions);
    json_write_unsigned(w, "time_us", t->time_us);
    json_write_unsigned(w, "slowest_us", t->slowest_us);
    json_write_unsigned(w, "nodes", t->nodes);
    json_write_unsigned(w, "nodes_us", t->nodes_us);
    put_interval(w, "elo", rating[i]);
    put_faults(w, t);
    put_against(w, r, i);
    json_write_object_end(w);
}

static void put_sprt(json_writer *w, const match_results *r)
{
    const stats_sprt *t = &r->config->test;
    json_write_object(w, "sprt");
    json_out_real(w, "elo0", t->elo0);
    json_out_real(w, "elo1", t->elo1);
    json_out_real(w, "alpha", t->alpha);
    json_out_real(w, "beta", t->beta);
    json_out_real(w, "llr", stats_llr(&r->pairs, t->elo0, t->elo1));
    json_out_real(w, "lower", stats_lower(t));
    json_out_real(w, "upper", stats_upper(t));
    json_write_string(w, "verdict", verdict_text(r));
    json_write_object_end(w);
}

static void put_two(json_writer *w, const match_results *r)
{
    json_write_object(w, "two");
    put_interval(w, "score", stats_score(&r->pairs));
    put_interval(w, "elo", stats_elo(&r->pairs));
    put_interval(w, "normalised_elo", stats_normalised_elo(&r->pairs, r->schedule->seats));
    put_interval(w, "margin", match_results_margin(r));
    json_write_array(w, "groups");
    for (unsigned i = 0; i < r->pairs.values; i++) {
        json_write_array(w, NULL);
        json_out_real(w, NULL, r->pairs.value[i]);
        json_write_unsigned(w, NULL, r->pairs.times[i]);
        json_write_array_end(w);
    }
    json_write_array_end(w);
    if (r->config->sprt)
        put_sprt(w, r);
    json_write_object_end(w);
}

/* One entry per table. */
static void put_alone(json_writer *w, const match_results *r)
{
    json_write_array(w, "alone");
    for (unsigned i = 1; i < r->config->count; i++) {
        json_write_object(w, NULL);
        json_write_string(w, "table", r->config->player[i].name);
        json_write_unsigned(w, "groups", r->alone[i].count);
        put_interval(w, "share", stats_score(&r->alone[i]));
        json_out_real(w, "fair", 1.0 / r->config->game.players);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void put_match(json_writer *w, const match_results *r)
{
    const match_config *c = r->config;
    char limits[MATCH_LIMITS_MAX];
    match_common_limits_text(c, limits, sizeof limits);
    json_write_string(w, "rules", azj_rules_name(c->game.rules));
    json_write_unsigned(w, "seats", c->game.players);
    json_write_string(w, "format", match_format_text(c->format));
    json_write_string(w, "limits", limits);
    json_write_flag(w, "cpu_time", c->cpu_time);
    json_write_string_begin(w, "seed"); /* a string: not every JSON reader has 64-bit integers */
    buf_unsigned(w->out, c->seed);
    json_write_string_end(w);
    if (c->starts)
        json_write_unsigned(w, "positions", c->starts);
    json_write_unsigned(w, "games", r->played);
    json_write_unsigned(w, "planned", r->schedule->games);
    json_write_unsigned(w, "groups", r->groups);
    json_write_unsigned(w, "moves", r->moves);
    json_out_real(w, "overhead_us", each((double)r->overhead_ns / 1e3, r->moves));
    json_out_real(w, "overhead_cpu_us", each((double)r->overhead_cpu_ns / 1e3, r->moves));
}

void match_report_json(const match_results *r, FILE *out)
{
    stats_interval rating[MATCH_PLAYERS_MAX] = {{0}};
    static char part[JSON_PART_MAX];
    buf b = buf_on(part, sizeof part);
    json_writer w = json_write_on(&b);
    match_results_rate(r, rating);
    json_write_object(&w, NULL);
    put_match(&w, r);
    json_write_array(&w, "players");
    for (unsigned i = 0; i < r->config->count; i++) {
        put_player(&w, r, i, rating);
        json_out_print(&w, out);
    }
    json_write_array_end(&w);
    if (r->config->count == 2)
        put_two(&w, r);
    if (r->config->format == MATCH_ONE)
        put_alone(&w, r);
    json_write_object_end(&w);
    buf_char(&b, '\n');
    json_out_print(&w, out);
}
