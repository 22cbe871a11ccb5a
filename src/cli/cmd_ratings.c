/* cmd_ratings.c - `azulejo ratings`: one rating list from the logs of many matches. */
#include "cli/json_out.h"
#include "cli/match/ratings.h"
#include "cli/match/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "usage: azulejo ratings LOG... [OPTION]...\n"
    "\n"
    "One rating list from the logs of many matches (`azulejo match`) of one rule set. A\n"
    "player is the same in two logs if its name, its text on the command line and its limits are.\n"
    "\n"
    "  --by-name          the name alone makes a player\n"
    "  --anchor NAME[=E]  give this player E Elo (default 0) and count the others from it\n"
    "  --json FILE        the list as JSON (- : standard output, instead of the text)\n"
    "  --help, --version\n";

enum { ELO_MAX = 10000, JSON_PART_MAX = 1 << 18 };

typedef struct list_options {
    const char *anchor; /* NULL: the mean of all is 0 */
    size_t anchor_length;
    double anchor_elo;
    const char *json_path;
} list_options;

/* A name may contain "=" itself, so the number follows the last one. */
static bool read_anchor(cli_args *a, const char *text, void *options)
{
    list_options *o = options;
    const char *equals = strrchr(text, '=');
    double elo = 0;
    o->anchor = text;
    o->anchor_length = strlen(text);
    if (equals && proto_decimal((proto_word){equals + 1, strlen(equals + 1)}, &elo)) {
        o->anchor_length = (size_t)(equals - text);
        o->anchor_elo = elo;
    }
    return (o->anchor_length > 0 && elo >= -ELO_MAX && elo <= ELO_MAX) ||
           cli_wrong(a, "--anchor takes a player's name, or NAME=ELO with at most %d", ELO_MAX);
}

/* Moves all ratings so that the anchor has its Elo; false after a message if there is none. */
static bool apply_anchor(cli_args *a, ratings *r, const list_options *o)
{
    unsigned i = 0;
    if (!o->anchor)
        return true;
    while (i < r->count && (strlen(r->player[i].name) != o->anchor_length ||
                            memcmp(r->player[i].name, o->anchor, o->anchor_length) != 0))
        i++;
    if (i == r->count)
        return cli_wrong(a, "--anchor: no player is called \"%.*s\"", (int)o->anchor_length,
                         o->anchor);
    const double by = o->anchor_elo - r->player[i].elo.value;
    for (unsigned k = 0; k < r->count; k++) {
        r->player[k].elo.value += by;
        r->player[k].elo.low += by;
        r->player[k].elo.high += by;
    }
    return true;
}

static int compare_players(const void *a, const void *b)
{
    const rated_player *x = a, *y = b;
    return (x->elo.value < y->elo.value) - (x->elo.value > y->elo.value);
}

static double share(double part, double of)
{
    return of > 0 ? part / of : 0;
}

/* ---- Text ---- */

static void print_list(const ratings *r)
{
    printf("%s: %zu games in %u groups, %u logs\n\n", azj_rules_name(r->rules), r->games, r->groups,
           r->logs);
    printf("%4s %-20s %16s %7s %6s %6s %6s %7s %7s\n", "rank", "player", "Elo (95 %)", "games",
           "won", "shared", "lost", "score", "points");
    for (unsigned i = 0; i < r->count; i++) {
        const rated_player *p = &r->player[i];
        char value[16], elo[32];
        match_elo_text(p->elo.value, value, sizeof value);
        if (r->groups > 1)
            snprintf(elo, sizeof elo, "%s ±%.0f", value, (p->elo.high - p->elo.low) / 2);
        else
            snprintf(elo, sizeof elo, "%s", value);
        printf("%4u %-20s %*s %7" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6.1f%% %7.1f\n",
               i + 1, p->name, r->groups > 1 ? 17 : 16, elo, p->games, p->won, p->shared, p->lost,
               100 * share(p->score, p->rivals), share(p->points, (double)p->games));
    }
}

static void print_notes(const ratings *r)
{
    printf("\n");
    for (unsigned i = 0; i < r->count; i++)
        printf("%s: %s, %s\n", r->player[i].name, r->player[i].spec, r->player[i].limits);
    if (r->twice)
        printf("%" PRIu64 " games that stand in two logs are counted once\n", r->twice);
    for (unsigned pool = 0; r->pools > 1 && pool < r->pools; pool++) {
        const char *join = pool ? "; "
                                : "no games connect these players, so their ratings cannot "
                                  "be compared: ";
        for (unsigned i = 0; i < r->count; i++)
            if (r->player[i].pool == pool) {
                printf("%s%s", join, r->player[i].name);
                join = ", ";
            }
    }
    fputs(r->pools > 1 ? "\n" : "", stdout);
}

/* ---- JSON ---- */

static void put_player(json_writer *w, const rated_player *p)
{
    json_write_object(w, NULL);
    json_write_string(w, "name", p->name);
    json_write_string(w, "spec", p->spec);
    json_write_string(w, "limits", p->limits);
    json_write_unsigned(w, "pool", p->pool);
    json_write_object(w, "elo");
    json_out_real(w, "value", p->elo.value);
    json_out_real(w, "low", p->elo.low);
    json_out_real(w, "high", p->elo.high);
    json_write_object_end(w);
    json_write_unsigned(w, "games", p->games);
    json_write_unsigned(w, "won", p->won);
    json_write_unsigned(w, "shared", p->shared);
    json_write_unsigned(w, "lost", p->lost);
    json_write_unsigned(w, "faults", p->faults);
    json_out_real(w, "score", share(p->score, p->rivals));
    json_out_real(w, "mean_points", share(p->points, (double)p->games));
    json_write_object_end(w);
}

static bool write_json(cli_args *a, const ratings *r, const char *path)
{
    const bool out = strcmp(path, "-") == 0;
    char *part = malloc(JSON_PART_MAX);
    FILE *f = out ? stdout : fopen(path, "w");
    if (part && f) {
        buf b = buf_on(part, JSON_PART_MAX);
        json_writer w = json_write_on(&b);
        json_write_object(&w, NULL);
        json_write_string(&w, "rules", azj_rules_name(r->rules));
        json_write_unsigned(&w, "logs", r->logs);
        json_write_unsigned(&w, "games", r->games);
        json_write_unsigned(&w, "groups", r->groups);
        json_write_unsigned(&w, "twice", r->twice);
        json_write_unsigned(&w, "pools", r->pools);
        json_write_array(&w, "players");
        for (unsigned i = 0; i < r->count; i++) {
            put_player(&w, &r->player[i]);
            json_out_print(&w, f);
        }
        json_write_array_end(&w);
        json_write_object_end(&w);
        buf_char(&b, '\n');
        json_out_print(&w, f);
    }
    const bool closed = !f || out || fclose(f) == 0;
    const bool fine = part && f && closed;
    free(part);
    return fine || cli_failed(a, "%s: %s", path, strerror(errno));
}

/* ---- The verb ---- */

static bool read_options(cli_args *a, ratings *r, list_options *o)
{
    const cli_option options[] = {CLI_FLAG("by-name", &r->by_name),
                                  CLI_READ("anchor", read_anchor, o),
                                  CLI_WORD("json", &o->json_path),
                                  {0}};
    if (cli_read(a, options) && a->argc == optind)
        return cli_wrong(a, "at least one log is wanted; `azulejo match --log FILE` writes them");
    return !a->stop;
}

static void make_list(cli_args *a, ratings *r, const list_options *o)
{
    for (int i = optind; i < a->argc; i++)
        if (!ratings_add_log(a, r, a->argv[i]))
            return;
    ratings_compute(r);
    if (!apply_anchor(a, r, o))
        return;
    qsort(r->player, r->count, sizeof *r->player, compare_players);
    if (!o->json_path || strcmp(o->json_path, "-") != 0) {
        print_list(r);
        print_notes(r);
    }
    if (o->json_path)
        write_json(a, r, o->json_path);
}

int cmd_ratings(int argc, char **argv)
{
    cli_args a = cli_begin("ratings", HELP, NULL, argc, argv);
    ratings *list = calloc(1, sizeof *list);
    list_options o = {NULL, 0, 0, NULL};
    if (!list)
        cli_failed(&a, "out of memory");
    else if (read_options(&a, list, &o))
        make_list(&a, list, &o);
    if (list)
        ratings_release(list);
    free(list);
    return cli_finish(&a);
}
