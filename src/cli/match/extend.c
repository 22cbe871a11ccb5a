/* extend.c - adds players to a finished match.
 *
 * Games are numbered by deal, lineup and rotation, and more players mean more lineups. So the log
 * is written anew with the new players in its head and other numbers of the same games, and takes
 * the place of the old one when it is whole. The match then goes on from it, with the missing
 * games.
 */
#include "cli/match/log.h"
#include "cli/match/log_line.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct extending {
    cli_args *a;
    const char *path;
    const match_config *now;
    match_config *old; /* the same match with its first players */
    match_schedule schedule, old_schedule;
    match_log log;
    log_line parsed;
} extending;

/* ---- What the log holds ---- */

/* The largest number of a game in the file, plus one. Lines that cannot be read are found later. */
static uint64_t count_numbers(extending *e, FILE *f)
{
    char *text = NULL;
    size_t room = 0;
    uint64_t most = 0;
    for (ssize_t n; (n = getline(&text, &room, f)) > 0;) {
        int64_t game;
        const bool parsed = log_line_parse(&e->parsed, text, (size_t)n);
        const uint32_t at = parsed ? log_line_find(&e->parsed, "game") : 0;
        if (at && json_integer(&e->parsed.doc, at, &game) && game >= 0 &&
            (uint64_t)game < UINT32_MAX && (uint64_t)game >= most)
            most = (uint64_t)game + 1;
    }
    free(text);
    return most;
}

/* Sets how many of the first players the log is of; 0: of another match, or empty. */
static unsigned count_players(const match_config *c, const char *text, size_t length)
{
    match_config *some = malloc(sizeof *some);
    unsigned found = 0;
    if (!some)
        return 0;
    *some = *c;
    for (some->count = c->count; some->count >= 2 && !found; some->count--)
        if (match_log_is_of(some, text, length))
            found = some->count;
    free(some);
    return found;
}

/* Reads head and numbers; *players as count_players. False after a message. */
static bool look_at_log(extending *e, unsigned *players)
{
    FILE *f = fopen(e->path, "r");
    char *text = NULL;
    size_t room = 0;
    *players = 0;
    if (!f)
        return errno == ENOENT || cli_failed(e->a, "%s: %s", e->path, strerror(errno));
    const ssize_t n = getline(&text, &room, f);
    if (n > 0 && text[n - 1] == '\n')
        *players = count_players(e->now, text, (size_t)n);
    free(text);
    const uint64_t most = count_numbers(e, f);
    fclose(f);
    *e->old = *e->now;
    e->old->count = *players ? *players : 2;
    e->old->deals = 1;
    if (!match_schedule_init(&e->old_schedule, e->old))
        return cli_failed(e->a, "out of memory");
    const uint64_t each = e->old_schedule.games;
    e->old->deals = most ? (most + each - 1) / each : 1;
    match_schedule_release(&e->old_schedule);
    return true;
}

/* ---- The new log ---- */

/* The number of the same game with more players; false if its lineup is not played with them. */
static bool renumber(const extending *e, uint64_t index, uint64_t *now)
{
    const match_schedule *s = &e->schedule, *old = &e->old_schedule;
    const uint8_t *who = old->lineup[index / old->seats % old->lineups];
    uint64_t lineup = 0;
    while (lineup < s->lineups && memcmp(s->lineup[lineup], who, s->seats) != 0)
        lineup++;
    *now = (match_deal(old, index) * s->lineups + lineup) * s->seats + index % s->seats;
    return lineup < s->lineups;
}

/* Writes the line of a game with its new number. */
static bool copy_line(extending *e, uint64_t index, char *text, FILE *out)
{
    uint64_t now;
    const ssize_t n = pread(e->log.fd, text, LOG_LINE_MAX, (off_t)e->log.offset[index]);
    const char *lf = n > 0 ? memchr(text, '\n', (size_t)n) : NULL;
    if (!lf || !log_line_parse(&e->parsed, text, (size_t)(lf - text)))
        return cli_failed(e->a, "%s: game %" PRIu64 " cannot be read back", e->path, index);
    const json_node *number = &e->parsed.node[log_line_find(&e->parsed, "game")];
    if (!renumber(e, index, &now))
        return cli_failed(e->a,
                          "with %u players no lineup is like those of %s: --add wants a log "
                          "of at least as many players as seats",
                          e->now->count, e->path);
    fwrite(text, 1, number->start, out);
    fprintf(out, "%" PRIu64, now);
    fwrite(text + number->end, 1, (size_t)(lf + 1 - text) - number->end, out);
    return true;
}

static bool write_lines(extending *e, FILE *out)
{
    char *text = malloc(LOG_LINE_MAX);
    bool fine = text != NULL;
    if (fine) {
        buf b = buf_on(text, LOG_LINE_MAX);
        match_log_head(&b, e->now);
        fine = b.length < b.size && fwrite(text, 1, b.length, out) == b.length;
    }
    for (uint64_t i = 0; fine && i < e->old_schedule.games; i++)
        fine = e->log.offset[i] == 0 || copy_line(e, i, text, out);
    free(text);
    return fine;
}

/* Writes the new log beside the old one and gives it its name. */
static bool replace_log(extending *e)
{
    char real[PATH_MAX], path[PATH_MAX + 8];
    struct stat about;
    if (!realpath(e->path, real) || fstat(e->log.fd, &about))
        return cli_failed(e->a, "%s: %s", e->path, strerror(errno));
    snprintf(path, sizeof path, "%s.new", real);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, about.st_mode & 0777);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    bool fine = out && write_lines(e, out) && fflush(out) == 0 && fsync(fd) == 0;
    const int why = errno;
    if (out && fclose(out))
        fine = false;
    if (fine && rename(path, real) == 0)
        return true;
    if (out)
        unlink(path);
    return e->a->stop ? false : cli_failed(e->a, "%s: %s", path, strerror(fine ? errno : why));
}

static void ignore_game(void *context, const match_game *g)
{
    (void)context;
    (void)g;
}

static bool extend_log(extending *e)
{
    e->log = (match_log){.fd = -1};
    bool fine =
        match_schedule_init(&e->schedule, e->now) && match_schedule_init(&e->old_schedule, e->old);
    if (!fine)
        cli_failed(e->a, "out of memory");
    fine = fine && match_log_open(e->a, &e->log, e->old, &e->old_schedule, ignore_game, NULL) &&
           replace_log(e);
    match_log_close(&e->log);
    match_schedule_release(&e->schedule);
    match_schedule_release(&e->old_schedule);
    return fine;
}

bool match_log_extend(cli_args *a, match_config *c)
{
    extending *e = calloc(1, sizeof *e);
    match_config *old = malloc(sizeof *old);
    unsigned players;
    bool fine = e && old;
    if (!fine)
        cli_failed(a, "out of memory");
    if (fine) {
        e->a = a;
        e->path = c->log_path;
        e->now = c;
        e->old = old;
        fine = look_at_log(e, &players);
    }
    if (fine && players && players < c->count)
        fine = extend_log(e);
    if (fine && players && !c->deals_given)
        c->deals = old->deals; /* as many as the others have played */
    free(e);
    free(old);
    return fine;
}
