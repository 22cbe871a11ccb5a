/* ratings.c - one rating list from the games of many logs: see ratings.h. */
#include "cli/match/ratings.h"
#include "base/checksum.h"
#include "cli/match/log.h"
#include "cli/match/log_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A log being read. */
typedef struct reading {
    cli_args *a;
    ratings *list;
    const char *path;
    unsigned line;
    bool replayed;       /* the games start from the beginning, so they can be replayed */
    match_config config; /* what the head says, as far as replays need it */
    match_schedule schedule;
    unsigned who[MATCH_PLAYERS_MAX]; /* the list's number of each player of the log */
    uint64_t last_group;
    log_line parsed;
    match_moves moves;
} reading;

__attribute__((format(printf, 2, 3))) static bool wrong_line(reading *in, const char *format, ...)
{
    char why[MATCH_WHY_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(why, sizeof why, format, values);
    va_end(values);
    return cli_failed(in->a, "%s:%u: %s", in->path, in->line, why);
}

/* ---- The head ---- */

static bool head_string(const log_line *l, uint32_t at, char *text, size_t size)
{
    return at && json_string(&l->doc, at, text, size) >= 0;
}

static bool head_number(const log_line *l, const char *key, uint64_t max, uint64_t *value)
{
    const uint32_t at = log_line_find(l, key);
    const json_node *n = &l->node[at];
    return at && n->type == JSON_NUMBER &&
           proto_number((proto_word){l->doc.text + n->start, n->end - n->start}, max, value);
}

static bool head_game(const log_line *l, match_config *c)
{
    char word[64];
    uint64_t seats = 0, tablets = 0;
    unsigned rules = 0, format = 0;
    if (!head_string(l, log_line_find(l, "rules"), word, sizeof word))
        return false;
    while (rules < AZJ_RULES_NB && strcmp(word, azj_rules_name((azj_rules)rules)) != 0)
        rules++;
    if (rules == AZJ_RULES_NB || !head_string(l, log_line_find(l, "format"), word, sizeof word))
        return false;
    while (format < MATCH_FORMATS && strcmp(word, match_format_text((match_format)format)) != 0)
        format++;
    if (format == MATCH_FORMATS || !head_number(l, "seats", AZJ_SEATS_MAX, &seats) || seats < 2 ||
        !head_number(l, "seed", UINT64_MAX, &c->seed))
        return false;
    if (log_line_find(l, "tablets") && !head_number(l, "tablets", UINT8_MAX, &tablets))
        return false;
    c->format = (match_format)format;
    c->game = (cli_game){.rules = (azj_rules)rules,
                         .players = (unsigned)seats,
                         .tablets = (unsigned)tablets,
                         .random_tablets = tablets == 0};
    return true;
}

/* The list's number of a player, who is added if need be; or the length of the list when it is
 * full. */
static unsigned list_player(ratings *r, const char *name, const char *spec, const char *limits)
{
    uint64_t key = checksum_add(CHECKSUM_START, name, strlen(name) + 1);
    unsigned i = 0;
    if (!r->by_name) {
        key = checksum_add(key, spec, strlen(spec) + 1);
        key = checksum_add(key, limits, strlen(limits) + 1);
    }
    while (i < r->count && r->player[i].key != key)
        i++;
    if (i < r->count || i == STATS_PLAYERS_MAX)
        return i;
    rated_player *p = &r->player[r->count++];
    *p = (rated_player){.key = key, .spec = strdup(spec), .limits = strdup(limits)};
    snprintf(p->name, sizeof p->name, "%s", name);
    return i;
}

/* The value of a key of the object at `at`, or 0. */
static uint32_t member(const log_line *l, uint32_t at, const char *key)
{
    for (uint32_t i = at + 1; i < l->node[at].next; i = l->node[i + 1].next)
        if (l->node[i].end - l->node[i].start == strlen(key) &&
            memcmp(l->doc.text + l->node[i].start, key, strlen(key)) == 0)
            return i + 1;
    return 0;
}

/* Logs of older versions have the limits of the match only. */
static bool head_players(reading *in, char *spec, size_t size)
{
    const log_line *l = &in->parsed;
    char name[MATCH_NAME_MAX], limits[AZJ_SEATS_MAX * MATCH_LIMITS_MAX];
    uint32_t at = log_line_find(l, "players");
    const unsigned count = at ? l->node[at].count : 0;
    if (!at || l->node[at].type != JSON_ARRAY || count < 2 || count > MATCH_PLAYERS_MAX)
        return false;
    in->config.count = count;
    at++;
    for (unsigned i = 0; i < count; i++, at = l->node[at].next) {
        const uint32_t own = l->node[at].type == JSON_OBJECT ? member(l, at, "limits") : 0;
        if (l->node[at].type != JSON_OBJECT ||
            !head_string(l, member(l, at, "name"), name, sizeof name) ||
            !head_string(l, member(l, at, "spec"), spec, size) ||
            !head_string(l, own ? own : log_line_find(l, "limits"), limits, sizeof limits))
            return false;
        in->who[i] = list_player(in->list, name, spec, limits);
        if (in->who[i] == STATS_PLAYERS_MAX)
            return wrong_line(in, "more than %d players", STATS_PLAYERS_MAX);
    }
    return true;
}

static bool read_head(reading *in, const char *text, size_t length)
{
    log_line *l = &in->parsed;
    ratings *r = in->list;
    char *spec = malloc(LOG_HEAD_MAX);
    uint64_t version;
    bool fine = spec && log_line_parse(l, text, length) && head_number(l, "match", 1, &version) &&
                head_game(l, &in->config) && head_players(in, spec, LOG_HEAD_MAX);
    free(spec);
    if (!fine)
        return in->a->stop ? false : wrong_line(in, "this is no log of a match");
    const azj_rules rules = in->config.game.rules;
    if (r->logs > 0 && rules != r->rules)
        return cli_failed(in->a,
                          "%s: this match was of %s, those before it of %s; a list is of one "
                          "rule set",
                          in->path, azj_rules_name(rules), azj_rules_name(r->rules));
    r->rules = rules;
    r->logs++;
    in->replayed = !log_line_find(l, "positions");
    in->config.deals = 1;
    return match_schedule_init(&in->schedule, &in->config) ||
           wrong_line(in, "players and seats do not fit together");
}

/* ---- Games ---- */

static int share_count(unsigned winners)
{
    return __builtin_popcount(winners);
}

static void count_game(ratings *r, const match_game *g, const unsigned *who)
{
    for (unsigned seat = 0; seat < g->seats; seat++) {
        rated_player *p = &r->player[who[g->who[seat]]];
        const bool winner = g->winners >> seat & 1u;
        p->games++;
        p->won += winner && share_count(g->winners) == 1;
        p->shared += winner && share_count(g->winners) > 1;
        p->lost += !winner;
        p->faults += g->fault == seat;
        p->points += g->score[seat];
        for (unsigned other = 0; other < g->seats; other++) {
            if (g->who[other] == g->who[seat])
                continue;
            p->rivals++;
            p->score += g->place[seat] < g->place[other]    ? 1
                        : g->place[seat] == g->place[other] ? 0.5
                                                            : 0;
        }
    }
}

/* A game by its deal, players and moves: the same of another log is no further evidence. */
static uint64_t sum_game(const reading *in, const match_game *g)
{
    uint64_t sum = CHECKSUM_START, deal;
    deal = in->replayed ? match_deal_seed(&in->config, &in->schedule, g->index) : in->config.seed;
    sum = checksum_add(sum, &deal, sizeof deal);
    for (unsigned seat = 0; seat < g->seats; seat++)
        sum = checksum_add(sum, &in->list->player[in->who[g->who[seat]]].key, sizeof(uint64_t));
    sum = checksum_add(sum, g->score, g->seats * sizeof g->score[0]);
    return checksum_add(sum, in->moves.move, g->moves * sizeof in->moves.move[0]);
}

/* Whether one of the first `count` games has this sum; those of former logs are sorted. */
static bool has_game(const ratings *r, uint64_t sum, size_t count)
{
    return count && bsearch(&sum, r->sum, count, sizeof *r->sum, checksum_compare);
}

static bool make_room(ratings *r)
{
    if (r->games < r->room)
        return true;
    const size_t room = r->room ? 2 * r->room : 1024;
    stats_game *game = realloc(r->game, room * sizeof *game);
    if (game)
        r->game = game;
    uint64_t *sum = realloc(r->sum, room * sizeof *sum);
    if (sum)
        r->sum = sum;
    r->room = game && sum ? room : r->room;
    return game && sum;
}

/* Keeps the game with the number of its group, so that games of a group can be put together. */
static bool keep_game(reading *in, const match_game *g, size_t before)
{
    ratings *r = in->list;
    const uint64_t sum = sum_game(in, g);
    if (has_game(r, sum, before)) {
        r->twice++;
        return true;
    }
    if (!make_room(r))
        return cli_failed(in->a, "out of memory");
    stats_game *kept = &r->game[r->games];
    const uint64_t group = match_schedule_group(&in->schedule, g->index);
    *kept = (stats_game){.group = (uint32_t)(in->last_group + group), .seats = (uint8_t)g->seats};
    for (unsigned seat = 0; seat < g->seats; seat++) {
        kept->who[seat] = (uint8_t)in->who[g->who[seat]];
        kept->place[seat] = g->place[seat];
    }
    r->sum[r->games++] = sum;
    count_game(r, g, in->who);
    return true;
}

static bool read_game(reading *in, const char *text, size_t length, size_t before)
{
    log_line *l = &in->parsed;
    match_game g;
    uint8_t who[AZJ_SEATS_MAX];
    char why[MATCH_WHY_MAX];
    if (!log_line_parse(l, text, length))
        return wrong_line(in, "column %zu: expected %s", l->doc.error_at + 1, l->doc.error);
    if (!log_line_game(l, in->schedule.seats, &g) ||
        !log_line_moves(l, in->config.game.rules, &g, &in->moves) || g.index > UINT32_MAX)
        return wrong_line(in, "%s: missing or impossible in a game of this match",
                          l->wrong ? l->wrong : "game");
    match_schedule_seats(&in->schedule, g.index, who);
    if (memcmp(who, g.who, in->schedule.seats) != 0)
        return wrong_line(in, "other players than in game %" PRIu64, g.index);
    if (in->replayed && !match_game_verify(&in->config, &in->schedule, &g, &in->moves, why))
        return wrong_line(in, "%s", why);
    return keep_game(in, &g, before);
}

static bool read_lines(reading *in, FILE *f)
{
    char *text = NULL;
    size_t room = 0;
    const size_t before = in->list->games;
    bool fine = true;
    for (ssize_t n; fine && (n = getline(&text, &room, f)) > 0;) {
        const bool whole = text[n - 1] == '\n';
        if (++in->line == 1)
            fine = read_head(in, text, (size_t)n);
        else if (whole)
            fine = read_game(in, text, (size_t)n, before);
        else
            fprintf(stderr, "azulejo ratings: %s:%u: cut in the middle; that game does not count\n",
                    in->path, in->line);
    }
    free(text);
    if (in->list->games)
        qsort(in->list->sum, in->list->games, sizeof *in->list->sum, checksum_compare);
    if (fine && ferror(f))
        return cli_failed(in->a, "%s: %s", in->path, strerror(errno));
    return fine && (in->line > 0 || cli_failed(in->a, "%s is empty", in->path));
}

bool ratings_add_log(cli_args *a, ratings *r, const char *path)
{
    reading *in = calloc(1, sizeof *in);
    FILE *f = fopen(path, "r");
    bool fine = in && f;
    if (!fine)
        cli_failed(a, "%s: %s", path, strerror(errno));
    if (fine) {
        in->a = a;
        in->list = r;
        in->path = path;
        in->last_group = r->games ? r->game[r->games - 1].group + 1u : 0;
        for (size_t i = 0; i < r->games; i++)
            if (r->game[i].group >= in->last_group)
                in->last_group = r->game[i].group + 1u;
        fine = read_lines(in, f);
        match_schedule_release(&in->schedule);
    }
    if (f)
        fclose(f);
    free(in);
    return fine;
}

/* ---- The list ---- */

static int compare_groups(const void *a, const void *b)
{
    const stats_game *x = a, *y = b;
    return (x->group > y->group) - (x->group < y->group);
}

static void rename_pool(ratings *r, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->player[i].pool == from)
            r->player[i].pool = to;
}

/* Players that met, or met others who did, are in one pool; pools are numbered from 0. A pool is
 * first called by the number of one of its players. */
static void find_pools(ratings *r)
{
    unsigned number[STATS_PLAYERS_MAX];
    for (unsigned i = 0; i < r->count; i++)
        r->player[i].pool = i;
    for (size_t i = 0; i < r->games; i++)
        for (unsigned seat = 1; seat < r->game[i].seats; seat++)
            rename_pool(r, r->player[r->game[i].who[seat]].pool, r->player[r->game[i].who[0]].pool);
    r->pools = 0;
    for (unsigned i = 0; i < r->count; i++)
        if (r->player[i].pool == i)
            number[i] = r->pools++;
    for (unsigned i = 0; i < r->count; i++)
        r->player[i].pool = number[r->player[i].pool];
}

static bool name_taken(const ratings *r, unsigned before, const char *name)
{
    for (unsigned i = 0; i < before; i++)
        if (strcmp(r->player[i].name, name) == 0)
            return true;
    return false;
}

/* Different players of the same name get a number. */
static void number_names(ratings *r)
{
    for (unsigned i = 1; i < r->count; i++) {
        char name[MATCH_NAME_MAX];
        char *own = r->player[i].name;
        memcpy(name, own, sizeof name);
        for (unsigned n = 2; name_taken(r, i, name); n++)
            snprintf(name, sizeof name, "%.*s#%u",
                     (int)utf8_fit(own, strlen(own), MATCH_NAME_MAX - 4), own, n);
        memcpy(own, name, sizeof name);
    }
}

void ratings_compute(ratings *r)
{
    stats_interval elo[STATS_PLAYERS_MAX];
    if (r->games)
        qsort(r->game, r->games, sizeof *r->game, compare_groups);
    r->groups = 0;
    for (size_t i = 0; i < r->games; i++)
        r->groups += i == 0 || r->game[i].group != r->game[i - 1].group;
    stats_plackett_luce(r->game, r->games, r->count, elo);
    for (unsigned i = 0; i < r->count; i++)
        r->player[i].elo = elo[i];
    find_pools(r);
    number_names(r);
}

void ratings_release(ratings *r)
{
    for (unsigned i = 0; i < r->count; i++) {
        free(r->player[i].spec);
        free(r->player[i].limits);
    }
    free(r->game);
    free(r->sum);
}
