/* records.c - all games of a match as a record file, made from its log.
 *
 * The games are appended to those that the file holds, like those of `play --record`. A game that
 * it holds already, word for word, is not written a second time: the command that continues or
 * extends a match has the same record file.
 */
#include "base/checksum.h"
#include "cli/game_files.h"
#include "cli/match/game.h"
#include "cli/match/run.h"
#include "text/tags.h"

#include <azulejo/text.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- What the file holds before ---- */

/* The games of the file, as sorted checksums of their text. */
typedef struct held_games {
    uint64_t *sum;
    size_t count, room;
    bool line_open; /* the file does not end with a line end */
} held_games;

static bool holds_game(const held_games *held, const char *text, size_t length)
{
    const uint64_t sum = checksum_add(CHECKSUM_START, text, length);
    return held->count &&
           bsearch(&sum, held->sum, held->count, sizeof *held->sum, checksum_compare) != NULL;
}

/* The game as text, to be freed; NULL: no memory. */
static char *print_game(const azj_record *record, size_t *length)
{
    *length = azj_record_text(record, NULL, 0);
    char *text = malloc(*length + 1);
    if (text)
        azj_record_text(record, text, *length + 1);
    return text;
}

static bool hold_game(cli_args *a, held_games *held, const azj_record *record)
{
    size_t length;
    char *text = print_game(record, &length);
    if (held->count == held->room) {
        held->room = held->room ? 2 * held->room : 1024;
        uint64_t *more = realloc(held->sum, held->room * sizeof *more);
        if (more)
            held->sum = more;
        else
            held->room = held->count;
    }
    const bool fine = text && held->count < held->room;
    if (fine)
        held->sum[held->count++] = checksum_add(CHECKSUM_START, text, length);
    free(text);
    return fine || cli_failed(a, "out of memory");
}

/* Whether the path is a file with something in it: anything else is only written. */
static bool is_filled(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
}

bool match_records_accept(cli_args *a, const char *path)
{
    cli_source s;
    if (!is_filled(path))
        return true;
    const bool fine = cli_open(a, path, &s);
    const bool record = fine && s.form == TEXT_FORM_RECORD;
    cli_close(&s);
    return fine && (record || cli_failed(a, "%s exists and is no record (.azr)", path));
}

/* Games that cannot be read stay in the file, and count as other games. */
static bool read_held(cli_args *a, const char *path, held_games *held)
{
    cli_source s;
    azj_record record;
    azj_text_fault fault;
    if (!is_filled(path))
        return true;
    azj_record_init(&record);
    bool fine = cli_open(a, path, &s);
    while (fine && cli_read_game(&s, &record, &fault))
        fine = fault.code || hold_game(a, held, &record);
    held->line_open = fine && s.length > 0 && s.text[s.length - 1] != '\n';
    cli_close(&s);
    azj_record_free(&record);
    if (fine && held->count)
        qsort(held->sum, held->count, sizeof *held->sum, checksum_compare);
    return fine && !a->stop;
}

/* ---- The games of the match ---- */

static azj_error put_tags(azj_record *record, const match_config *c, const match_game *g)
{
    char number[32], limits[AZJ_SEATS_MAX * MATCH_LIMITS_MAX];
    record_tags tags = {
        .event = c->event ? c->event : "azulejo match", .game = number, .time_control = limits};
    snprintf(number, sizeof number, "%" PRIu64, g->index + 1);
    match_game_limits_text(c, g, limits, sizeof limits);
    for (unsigned seat = 0; seat < g->seats; seat++)
        tags.seat[seat] = c->player[g->who[seat]].name;
    return tags_add(record, &tags);
}

/* Adds a move, the time it took if time is limited, the margin that the mover expected, and the
 * deal that may follow. */
static azj_error put_move(azj_record *record, const match_config *c, const match_game *g,
                          const match_moves *moves, uint32_t i, azj_rng *rng)
{
    char text[32];
    const azj_limits *l = match_player_limits(c, g->who[record->now.head.seat]);
    azj_error e = azj_record_move(record, moves->move[i], NULL, NULL);
    snprintf(text, sizeof text, "%.3f", moves->time_ms[i] / 1e3);
    if (!e && (l->time_ms || l->clock_ms))
        e = azj_record_note(record, "time", text);
    snprintf(text, sizeof text, "%.1f", (double)moves->eval[i]);
    if (!e && !isnan(moves->eval[i]))
        e = azj_record_note(record, "eval", text);
    return e ? e : azj_record_deal(record, rng);
}

/* A game from the beginning needs no position in its record. */
static azj_error begin_record(azj_record *record, const match_config *c, const azj_state *start)
{
    azj_options options = {.rules = start->head.rules,
                           .players = start->head.players,
                           .starter = AZJ_NOBODY,
                           .tablets = start->head.rules == AZJ_DUEL ? start->duel.tablets : 0};
    return c->starts ? azj_record_begin_at(record, start) : azj_record_begin(record, &options);
}

/* Replays a game into the record; returns AZJ_E_OK or the first error. */
static azj_error fill_record(azj_record *record, const match_config *c, const match_schedule *s,
                             const match_game *g, const match_moves *moves)
{
    azj_state start;
    azj_rng rng;
    match_game_start(c, s, g->index, &start, &rng);
    azj_error e = begin_record(record, c, &start);
    if (!e)
        e = put_tags(record, c, g);
    if (!e)
        e = azj_record_deal(record, &rng);
    for (uint32_t i = 0; !e && i < g->moves; i++)
        e = put_move(record, c, g, moves, i, &rng);
    return e ? e : azj_record_end(record, g->winners, proto_cause_word(g->cause));
}

/* Appends the game after an empty line, unless the file has it already. */
static bool write_record(const azj_record *record, const held_games *held, FILE *out, bool *first)
{
    size_t length;
    char *text = print_game(record, &length);
    if (!text)
        return false;
    if (!holds_game(held, text, length)) {
        fputs(*first ? "" : "\n", out);
        fputs(text, out);
        *first = false;
    }
    free(text);
    return !ferror(out);
}

static bool write_games(cli_args *a, const match_config *c, const match_schedule *s,
                        const match_log *log, match_moves *moves, const held_games *held, FILE *out)
{
    azj_record record;
    match_game g;
    bool first = !is_filled(c->record_path);
    azj_record_init(&record);
    for (uint64_t i = 0; i < s->games && !a->stop; i++) {
        if (!log->offset[i])
            continue;
        if (!match_log_get(log, i, c->game.rules, &g, moves)) {
            cli_failed(a, "game %" PRIu64 " cannot be read back from the log", i);
            continue;
        }
        const azj_error e = fill_record(&record, c, s, &g, moves);
        if (e)
            cli_failed(a, "game %" PRIu64 " of the log does not replay: %s", i,
                       azj_error_template(e));
        else if (!write_record(&record, held, out, &first))
            cli_failed(a, "%s: %s", c->record_path, strerror(errno));
    }
    azj_record_free(&record);
    return !a->stop;
}

bool match_write_records(cli_args *a, const match_config *c, const match_schedule *s,
                         const match_log *log)
{
    held_games held = {0};
    if (!match_records_accept(a, c->record_path) || !read_held(a, c->record_path, &held)) {
        free(held.sum);
        return false;
    }
    match_moves *moves = malloc(sizeof *moves);
    FILE *out = fopen(c->record_path, "a");
    bool fine = moves && out;
    if (fine) {
        fputs(held.line_open ? "\n" : "", out);
        fine = write_games(a, c, s, log, moves, &held, out);
    } else {
        cli_failed(a, "%s: %s", c->record_path, strerror(errno));
    }
    if (out && fclose(out) && fine)
        fine = cli_failed(a, "%s: %s", c->record_path, strerror(errno));
    free(moves);
    free(held.sum);
    return fine;
}
