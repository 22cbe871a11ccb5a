/* log.c - the log of a match: see log.h. */
#include "cli/match/log.h"
#include "base/json_write.h"
#include "cli/match/log_line.h"
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

static void put_positions(json_writer *w, const match_config *c)
{
    char sum[17];
    snprintf(sum, sizeof sum, "%016" PRIx64, c->starts_sum);
    json_write_unsigned(w, "positions", c->starts);
    json_write_string(w, "positions_sum", sum);
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
    if (c->game.rules == AZJ_DUEL && !c->starts)
        json_write_unsigned(&w, "tablets", c->game.random_tablets ? 0 : c->game.tablets);
    json_write_string(&w, "format", match_format_text(c->format));
    json_write_unsigned(&w, "seed", c->seed);
    if (c->starts)
        put_positions(&w, c);
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

bool match_log_line(buf *b, const match_game *g, const match_moves *moves)
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
    return b->length < b->size;
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
    char *line = malloc(LOG_LINE_MAX);
    if (!line)
        return false;
    buf b = buf_on(line, LOG_LINE_MAX);
    const uint64_t offset = l->end;
    errno = EMSGSIZE; /* should the line have no room */
    const bool fine = match_log_line(&b, g, moves) && append_line(l, &b);
    const int why = errno;
    if (fine)
        l->offset[g->index] = offset;
    free(line);
    errno = why;
    return fine;
}

/* ---- Reading ---- */

bool match_log_get(const match_log *l, uint64_t index, azj_rules rules, match_game *g,
                   match_moves *moves)
{
    if (l->offset[index] == 0)
        return false;
    char *text = malloc(LOG_LINE_MAX);
    log_line *line = malloc(sizeof *line);
    bool fine = false;
    if (text && line) {
        const ssize_t n = pread(l->fd, text, LOG_LINE_MAX, (off_t)l->offset[index]);
        const char *lf = n > 0 ? memchr(text, '\n', (size_t)n) : NULL;
        fine = lf && log_line_parse(line, text, (size_t)(lf - text));
        const uint32_t seats = fine ? log_line_find(line, "players") : 0;
        fine = seats && log_line_game(line, line->node[seats].count, g) &&
               log_line_moves(line, rules, g, moves);
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

void match_log_head(buf *b, const match_config *c)
{
    put_head(b, c, HEAD);
}

bool match_log_is_of(const match_config *c, const char *text, size_t length)
{
    char *head = malloc(LOG_HEAD_MAX);
    bool same = false;
    if (!head)
        return false;
    for (unsigned form = 0; form < HEAD_FORMS && !same; form++) {
        buf b = buf_on(head, LOG_HEAD_MAX);
        put_head(&b, c, (head_form)form);
        same = length <= b.length && memcmp(head, text, length) == 0;
    }
    free(head);
    return same;
}

/* A truncated header is also ours; any other file is refused and left unchanged. */
static bool take_head(opening *o, const char *text, size_t length)
{
    return match_log_is_of(o->config, text, length) ||
           cli_failed(o->a,
                      "%s is the log of another match (its first line differs); --add adds "
                      "players to one",
                      o->config->log_path);
}

/* Reads the line as a game of this match; false after a message. */
static bool read_game(opening *o, const char *text, size_t length, match_game *g)
{
    log_line *l = &o->parsed;
    if (!log_line_parse(l, text, length))
        return wrong_line(o, "column %zu: expected %s", l->doc.error_at + 1, l->doc.error);
    if (!log_line_game(l, o->schedule->seats, g) ||
        !log_line_moves(l, o->config->game.rules, g, &o->moves))
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
    char *head = malloc(LOG_HEAD_MAX);
    if (!head)
        return false;
    buf b = buf_on(head, LOG_HEAD_MAX);
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
