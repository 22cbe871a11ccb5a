/* log.c - the log of a match: see log.h. */
#include "cli/match/log.h"
#include "base/json.h"
#include "base/json_write.h"
#include "proto/reply.h"

#include <azulejo/text.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_MAX = 65536, LINE_MAX_BYTES = 1 << 20, NODES_MAX = 512 };

/* ---- Writing ---- */

/* The forms of a log's first line. Logs of the older ones are continued as they are. */
typedef enum head_form {
    HEAD,
    HEAD_WITHOUT_LIMITS, /* of each player */
    HEAD_FORMS
} head_form;

static void put_limits(json_writer *w, const azj_limits *l)
{
    char text[MATCH_LIMITS_MAX];
    match_limits_text(l, text, sizeof text);
    json_write_string(w, "limits", text);
}

/* The older form has the match's limits, even where no player is under them. */
static void put_head_limits(json_writer *w, const match_config *c, head_form form)
{
    char text[MATCH_LIMITS_MAX];
    if (form == HEAD_WITHOUT_LIMITS)
        match_limits_text(&c->limits, text, sizeof text);
    else
        match_common_limits_text(c, text, sizeof text);
    json_write_string(w, "limits", text);
}

static void put_player(json_writer *w, const match_config *c, unsigned player, head_form form)
{
    json_write_object(w, NULL);
    json_write_string(w, "name",
                      form == HEAD_WITHOUT_LIMITS ? c->player[player].former_name
                                                  : c->player[player].name);
    json_write_string(w, "spec", c->player[player].spec);
    if (form != HEAD_WITHOUT_LIMITS)
        put_limits(w, match_player_limits(c, player));
    json_write_object_end(w);
}

/* Everything on which the result of a game depends. The number of games is not part of it, so that
 * a match can be extended.
 */
static void put_head(buf *b, const match_config *c, head_form form)
{
    json_writer w = json_write_on(b);
    json_write_object(&w, NULL);
    json_write_unsigned(&w, "match", 1);
    json_write_string(&w, "rules", azj_rules_name(c->game.rules));
    json_write_unsigned(&w, "seats", c->game.players);
    if (c->game.rules == AZJ_DUEL)
        json_write_unsigned(&w, "tablets", c->game.random_tablets ? 0 : c->game.tablets);
    json_write_string(&w, "format", match_format_text(c->format));
    json_write_unsigned(&w, "seed", c->seed);
    put_head_limits(&w, c, form);
    json_write_unsigned(&w, "margin_ms", c->margin_ms);
    json_write_unsigned(&w, "stall_ms", c->stall_ms);
    json_write_unsigned(&w, "cpu_time", c->cpu_time);
    json_write_array(&w, "players");
    for (unsigned i = 0; i < c->count; i++)
        put_player(&w, c, i, form);
    json_write_array_end(&w);
    json_write_object_end(&w);
    buf_char(b, '\n');
}

static void put_row(json_writer *w, const char *key, const uint64_t *value, unsigned count)
{
    json_write_array(w, key);
    for (unsigned i = 0; i < count; i++)
        json_write_unsigned(w, NULL, value[i]);
    json_write_array_end(w);
}

static void put_seats(json_writer *w, const match_game *g)
{
    uint64_t who[AZJ_SEATS_MAX], place[AZJ_SEATS_MAX], decisions[AZJ_SEATS_MAX];
    for (unsigned i = 0; i < g->seats; i++) {
        who[i] = g->who[i];
        place[i] = g->place[i];
        decisions[i] = g->decisions[i];
    }
    put_row(w, "players", who, g->seats);
    json_write_array(w, "scores");
    for (unsigned i = 0; i < g->seats; i++)
        json_write_number(w, NULL, g->score[i]);
    json_write_array_end(w);
    put_row(w, "places", place, g->seats);
    put_row(w, "decisions", decisions, g->seats);
    put_row(w, "time_us", g->time_us, g->seats);
    put_row(w, "slowest_us", g->slowest_us, g->seats);
    put_row(w, "nodes", g->nodes, g->seats);
    put_row(w, "nodes_us", g->nodes_us, g->seats);
}

static void put_winners(json_writer *w, const match_game *g)
{
    json_write_array(w, "winners");
    for (unsigned i = 0; i < g->seats; i++)
        if (g->winners >> i & 1u)
            json_write_unsigned(w, NULL, i);
    json_write_array_end(w);
}

static void put_eval(buf *b, float eval)
{
    if (isnan(eval))
        buf_char(b, '-');
    else
        proto_put_decimal(b, (double)eval, 1);
}

/* Times, values and moves: strings with a blank between the moves. */
static void put_moves(json_writer *w, const match_game *g, const match_moves *moves)
{
    char text[AZJ_MOVE_TEXT_MAX];
    json_write_string_begin(w, "times_ms");
    for (uint32_t i = 0; i < g->moves; i++) {
        buf_text(w->out, i ? " " : "");
        buf_unsigned(w->out, moves->time_ms[i]);
    }
    json_write_string_end(w);
    json_write_string_begin(w, "evals");
    for (uint32_t i = 0; i < g->moves; i++) {
        buf_text(w->out, i ? " " : "");
        put_eval(w->out, moves->eval[i]);
    }
    json_write_string_end(w);
    json_write_string_begin(w, "nodes_by_move");
    for (uint32_t i = 0; i < g->moves; i++) {
        buf_text(w->out, i ? " " : "");
        buf_unsigned(w->out, moves->nodes[i]);
    }
    json_write_string_end(w);
    json_write_string_begin(w, "moves");
    for (uint32_t i = 0; i < g->moves; i++) {
        azj_move_text(moves->move[i], text, sizeof text);
        buf_text(w->out, i ? " " : "");
        buf_text(w->out, text);
    }
    json_write_string_end(w);
}

static void put_game(buf *b, const match_game *g, const match_moves *moves)
{
    json_writer w = json_write_on(b);
    json_write_object(&w, NULL);
    json_write_unsigned(&w, "game", g->index);
    put_seats(&w, g);
    put_winners(&w, g);
    json_write_string(&w, "cause", proto_cause_word(g->cause));
    if (g->fault == AZJ_NOBODY)
        json_write_null(&w, "fault");
    else
        json_write_unsigned(&w, "fault", g->fault);
    json_write_string(&w, "why", g->why);
    json_write_unsigned(&w, "wall_us", g->wall_us);
    json_write_unsigned(&w, "overhead_ns", g->overhead_ns);
    json_write_unsigned(&w, "overhead_cpu_ns", g->overhead_cpu_ns);
    put_moves(&w, g, moves);
    json_write_object_end(&w);
    buf_char(b, '\n');
}

static bool append_line(match_log *l, const buf *b)
{
    size_t done = 0;
    while (done < b->length) {
        const ssize_t n = write(l->fd, b->at + done, b->length - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    l->end += b->length;
    return true;
}

bool match_log_add(match_log *l, const match_game *g, const match_moves *moves)
{
    char *line = malloc(LINE_MAX_BYTES);
    if (!line)
        return false;
    buf b = buf_on(line, LINE_MAX_BYTES);
    put_game(&b, g, moves);
    const uint64_t offset = l->end;
    errno = EMSGSIZE; /* should the line have no room */
    const bool fine = b.length < b.size && append_line(l, &b);
    const int why = errno;
    if (fine)
        l->offset[g->index] = offset;
    free(line);
    errno = why;
    return fine;
}

/* ---- Reading ---- */

typedef struct log_line {
    json_doc doc;
    json_node node[NODES_MAX];
    const char *wrong; /* the first key whose value is missing or impossible */
} log_line;

/* Stores the key; returns false. */
static bool wrong_key(log_line *l, const char *key)
{
    if (!l->wrong)
        l->wrong = key;
    return false;
}

/* The value of a key of the line's object, or 0. */
static uint32_t find_key(const log_line *l, const char *key)
{
    const json_node *top = &l->node[0];
    const size_t length = strlen(key);
    if (top->type != JSON_OBJECT)
        return 0;
    for (uint32_t i = 1; i < top->next;) {
        const json_node *k = &l->node[i];
        if (k->end - k->start == length && memcmp(l->doc.text + k->start, key, length) == 0)
            return i + 1;
        i = l->node[i + 1].next;
    }
    return 0;
}

static bool get_number(log_line *l, const char *key, uint64_t max, uint64_t *value)
{
    int64_t n;
    const uint32_t at = find_key(l, key);
    if (!at || !json_integer(&l->doc, at, &n) || n < 0 || (uint64_t)n > max)
        return wrong_key(l, key);
    *value = (uint64_t)n;
    return true;
}

/* Reads one number per seat, from 0 to `max`. */
static bool get_row(log_line *l, const char *key, unsigned count, int64_t max, int64_t *value)
{
    const uint32_t at = find_key(l, key);
    if (!at || l->node[at].type != JSON_ARRAY || l->node[at].count != count)
        return wrong_key(l, key);
    for (unsigned i = 0; i < count; i++)
        if (!json_integer(&l->doc, at + 1 + i, &value[i]) || value[i] < 0 || value[i] > max)
            return wrong_key(l, key);
    return true;
}

static bool get_seats(log_line *l, unsigned seats, match_game *g)
{
    int64_t who[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX], place[AZJ_SEATS_MAX];
    int64_t decisions[AZJ_SEATS_MAX], time[AZJ_SEATS_MAX], slowest[AZJ_SEATS_MAX];
    g->seats = seats;
    if (!get_row(l, "players", seats, MATCH_PLAYERS_MAX - 1, who) ||
        !get_row(l, "scores", seats, INT16_MAX, score) ||
        !get_row(l, "places", seats, seats - 1, place) ||
        !get_row(l, "decisions", seats, MATCH_MOVES_MAX, decisions) ||
        !get_row(l, "time_us", seats, INT64_MAX, time) ||
        !get_row(l, "slowest_us", seats, INT64_MAX, slowest))
        return false;
    for (unsigned i = 0; i < seats; i++) {
        g->who[i] = (uint8_t)who[i];
        g->score[i] = (int)score[i];
        g->place[i] = (uint8_t)place[i];
        g->decisions[i] = (uint32_t)decisions[i];
        g->time_us[i] = (uint64_t)time[i];
        g->slowest_us[i] = (uint64_t)slowest[i];
    }
    return true;
}

/* Nodes, which logs of older versions do not have. */
static bool get_nodes(log_line *l, match_game *g)
{
    int64_t nodes[AZJ_SEATS_MAX], us[AZJ_SEATS_MAX];
    if (!find_key(l, "nodes"))
        return true;
    if (!get_row(l, "nodes", g->seats, INT64_MAX, nodes) ||
        !get_row(l, "nodes_us", g->seats, INT64_MAX, us))
        return false;
    for (unsigned i = 0; i < g->seats; i++) {
        g->nodes[i] = (uint64_t)nodes[i];
        g->nodes_us[i] = (uint64_t)us[i];
    }
    return true;
}

static bool get_winners(log_line *l, match_game *g)
{
    int64_t seat[AZJ_SEATS_MAX];
    const uint32_t at = find_key(l, "winners");
    const unsigned count = at ? l->node[at].count : 0;
    if (!at || count > g->seats || !get_row(l, "winners", count, g->seats - 1, seat))
        return wrong_key(l, "winners");
    for (unsigned i = 0; i < count; i++)
        g->winners |= 1u << seat[i];
    return true;
}

static bool get_cause(log_line *l, match_game *g)
{
    char word[16];
    uint64_t fault = AZJ_NOBODY;
    const uint32_t cause = find_key(l, "cause"), why = find_key(l, "why"),
                   seat = find_key(l, "fault");
    if (!cause || !why || !seat || json_string(&l->doc, cause, word, sizeof word) < 0 ||
        (l->node[seat].type != JSON_NULL && !get_number(l, "fault", AZJ_SEATS_MAX - 1, &fault)))
        return wrong_key(l, "cause, why or fault");
    g->cause = proto_cause_of((proto_word){word, strlen(word)});
    g->fault = (unsigned)fault;
    if (json_string(&l->doc, why, g->why, sizeof g->why) < 0)
        g->why[0] = '\0';
    const bool fits = g->cause == PROTO_CAUSE_NORMAL
                          ? g->fault == AZJ_NOBODY
                          : g->cause != PROTO_CAUSE_NB && g->fault < g->seats;
    return fits || wrong_key(l, "cause or fault");
}

static bool get_game(log_line *l, unsigned seats, match_game *g)
{
    memset(g, 0, sizeof *g);
    l->wrong = NULL;
    if (!get_number(l, "game", INT64_MAX, &g->index) || !get_seats(l, seats, g) ||
        !get_nodes(l, g) || !get_winners(l, g) || !get_cause(l, g) ||
        !get_number(l, "wall_us", INT64_MAX, &g->wall_us) ||
        !get_number(l, "overhead_ns", INT64_MAX, &g->overhead_ns) ||
        !get_number(l, "overhead_cpu_ns", INT64_MAX, &g->overhead_cpu_ns))
        return false;
    return true;
}

/* The words of a string; none if the key is missing. */
static proto_words get_words(const log_line *l, const char *key)
{
    const uint32_t at = find_key(l, key);
    const json_node *n = &l->node[at];
    if (!at || n->type != JSON_STRING)
        return (proto_words){"", ""};
    return (proto_words){l->doc.text + n->start, l->doc.text + n->end};
}

static bool get_moves(log_line *l, azj_rules rules, match_game *g, match_moves *moves)
{
    proto_words words = get_words(l, "moves"), times = get_words(l, "times_ms");
    proto_words evals = get_words(l, "evals"), nodes = get_words(l, "nodes_by_move");
    proto_word word, eval;
    uint64_t ms;
    double value;
    for (g->moves = 0; proto_next(&words, &word); g->moves++) {
        if (g->moves == MATCH_MOVES_MAX || !proto_next_number(&times, UINT32_MAX, &ms) ||
            !proto_next(&evals, &eval) ||
            azj_move_parse(rules, word.at, word.length, &moves->move[g->moves], NULL))
            return wrong_key(l, "moves, times_ms or evals");
        if (!proto_next_number(&nodes, UINT64_MAX, &moves->nodes[g->moves]))
            moves->nodes[g->moves] = 0; /* an older log */
        moves->time_ms[g->moves] = (uint32_t)ms;
        moves->eval[g->moves] = proto_decimal(eval, &value) ? (float)value : NAN;
    }
    return (!proto_next(&times, &word) && !proto_next(&evals, &word)) ||
           wrong_key(l, "moves, times_ms or evals");
}

bool match_log_get(const match_log *l, uint64_t index, azj_rules rules, match_game *g,
                   match_moves *moves)
{
    if (l->offset[index] == 0)
        return false;
    char *text = malloc(LINE_MAX_BYTES);
    log_line *line = malloc(sizeof *line);
    bool fine = false;
    if (text && line) {
        const ssize_t n = pread(l->fd, text, LINE_MAX_BYTES, (off_t)l->offset[index]);
        const char *lf = n > 0 ? memchr(text, '\n', (size_t)n) : NULL;
        fine = lf && json_parse(&line->doc, text, (size_t)(lf - text), line->node, NODES_MAX);
        const uint32_t seats = fine ? find_key(line, "players") : 0;
        fine =
            seats && get_game(line, line->node[seats].count, g) && get_moves(line, rules, g, moves);
    }
    free(text);
    free(line);
    return fine;
}

/* ---- Opening ---- */

typedef struct opening {
    cli_args *a;
    match_log *log;
    const match_config *config;
    const match_schedule *schedule;
    match_log_reader *reader;
    void *context;
    unsigned line;
    log_line parsed;
    match_moves moves;
} opening;

__attribute__((format(printf, 2, 3))) static bool wrong_line(opening *o, const char *format, ...)
{
    char why[MATCH_WHY_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(why, sizeof why, format, values);
    va_end(values);
    return cli_failed(o->a, "%s:%u: %s; take the line out to play that game again",
                      o->config->log_path, o->line, why);
}

/* A truncated header is also ours; any other file is refused and left unchanged. */
static bool take_head(opening *o, const char *text, size_t length)
{
    char *head = malloc(HEAD_MAX);
    if (!head)
        return cli_failed(o->a, "out of memory");
    bool same = false;
    for (unsigned form = 0; form < HEAD_FORMS && !same; form++) {
        buf b = buf_on(head, HEAD_MAX);
        put_head(&b, o->config, (head_form)form);
        same = length <= b.length && memcmp(head, text, length) == 0;
    }
    free(head);
    return same || cli_failed(o->a, "%s is the log of another match (its first line differs)",
                              o->config->log_path);
}

/* Reads the line as a game of this match; false after a message. */
static bool read_game(opening *o, const char *text, size_t length, match_game *g)
{
    log_line *l = &o->parsed;
    if (!json_parse(&l->doc, text, length, l->node, NODES_MAX))
        return wrong_line(o, "column %zu: expected %s", l->doc.error_at + 1, l->doc.error);
    if (!get_game(l, o->schedule->seats, g) || !get_moves(l, o->config->game.rules, g, &o->moves))
        return wrong_line(o, "%s: missing or impossible in a game of this match", l->wrong);
    return true;
}

static bool take_game(opening *o, const char *text, size_t length)
{
    match_game g;
    uint8_t who[AZJ_SEATS_MAX];
    char why[MATCH_WHY_MAX];
    if (!read_game(o, text, length, &g))
        return false;
    if (g.index >= o->schedule->games)
        return true; /* the match has been made shorter */
    if (o->log->offset[g.index])
        return wrong_line(o, "game %" PRIu64 " is there already", g.index);
    match_schedule_seats(o->schedule, g.index, who);
    if (memcmp(who, g.who, o->schedule->seats) != 0)
        return wrong_line(o, "other players than in game %" PRIu64, g.index);
    if (!match_game_verify(o->config, o->schedule, &g, &o->moves, why))
        return wrong_line(o, "%s", why);
    o->log->offset[g.index] = o->log->end;
    o->reader(o->context, &g);
    return true;
}

/* Reads whole lines and cuts off the bytes after the last LF. */
static bool take_lines(opening *o)
{
    FILE *f = fdopen(dup(o->log->fd), "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t n;
    bool fine = f != NULL;
    while (fine && (n = getline(&text, &room, f)) > 0) {
        const bool whole = text[n - 1] == '\n';
        if (++o->line == 1)
            fine = take_head(o, text, (size_t)n);
        else if (whole)
            fine = take_game(o, text, (size_t)n);
        else
            fprintf(stderr, "azulejo match: %s:%u: cut in the middle; that game is played again\n",
                    o->config->log_path, o->line);
        o->log->end += whole ? (uint64_t)n : 0;
    }
    free(text);
    if (f)
        fclose(f);
    return fine && ftruncate(o->log->fd, (off_t)o->log->end) == 0;
}

static int open_nameless(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/azulejo.XXXXXX", folder && *folder ? folder : "/tmp");
    const int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static bool begin_log(match_log *l, const match_config *c)
{
    char *head = malloc(HEAD_MAX);
    if (!head)
        return false;
    buf b = buf_on(head, HEAD_MAX);
    put_head(&b, c, HEAD);
    const bool fine = b.length < b.size && append_line(l, &b);
    free(head);
    return fine;
}

bool match_log_open(cli_args *a, match_log *l, const match_config *c, const match_schedule *s,
                    match_log_reader *reader, void *context)
{
    const char *path = c->log_path ? c->log_path : "the log";
    l->games = s->games;
    l->end = 0;
    l->offset = calloc(s->games, sizeof *l->offset);
    l->fd = c->log_path ? open(c->log_path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)
                        : open_nameless();
    if (!l->offset || l->fd < 0)
        return cli_failed(a, "%s: %s", path, strerror(errno));
    struct stat status;
    if (fstat(l->fd, &status) || !S_ISREG(status.st_mode)) /* a device can be read for ever */
        return cli_failed(a, "%s: not an ordinary file", path);
    if (flock(l->fd, LOCK_EX | LOCK_NB))
        return cli_failed(a, "%s: another match is writing it", path);
    opening *o = calloc(1, sizeof *o);
    if (!o)
        return cli_failed(a, "out of memory");
    *o = (opening){
        .a = a, .log = l, .config = c, .schedule = s, .reader = reader, .context = context};
    const bool fine = take_lines(o);
    free(o);
    if (!fine)
        return a->stop ? false : cli_failed(a, "%s: %s", path, strerror(errno));
    return l->end > 0 || begin_log(l, c) || cli_failed(a, "%s: %s", path, strerror(errno));
}

void match_log_close(match_log *l)
{
    if (l->fd >= 0)
        close(l->fd);
    free(l->offset);
    l->offset = NULL;
}
