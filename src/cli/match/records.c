/* records.c - all games of a match as a record file, made from its log. */
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

static azj_error put_tags(azj_record *record, const match_config *c, const match_game *g)
{
    char number[32], limits[128];
    record_tags tags = {
        .event = c->event ? c->event : "azulejo match", .game = number, .time_control = limits};
    snprintf(number, sizeof number, "%" PRIu64, g->index + 1);
    match_limits_text(&c->limits, limits, sizeof limits);
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
    const match_player *p = &c->player[g->who[record->now.head.seat]];
    const azj_limits *l = p->own_limits ? &p->limits : &c->limits;
    azj_error e = azj_record_move(record, moves->move[i], NULL, NULL);
    snprintf(text, sizeof text, "%.3f", moves->time_ms[i] / 1e3);
    if (!e && (l->time_ms || l->clock_ms))
        e = azj_record_note(record, "time", text);
    snprintf(text, sizeof text, "%.1f", (double)moves->eval[i]);
    if (!e && !isnan(moves->eval[i]))
        e = azj_record_note(record, "eval", text);
    return e ? e : azj_record_deal(record, rng);
}

/* Replays a game into the record; returns AZJ_E_OK or the first error. */
static azj_error fill_record(azj_record *record, const match_config *c, const match_schedule *s,
                             const match_game *g, const match_moves *moves)
{
    azj_options options;
    azj_rng rng;
    match_game_start(c, s, g->index, &options, &rng);
    azj_error e = azj_record_begin(record, &options);
    if (!e)
        e = put_tags(record, c, g);
    if (!e)
        e = azj_record_deal(record, &rng);
    for (uint32_t i = 0; !e && i < g->moves; i++)
        e = put_move(record, c, g, moves, i, &rng);
    return e ? e : azj_record_end(record, g->winners, proto_cause_word(g->cause));
}

static bool write_record(const azj_record *record, FILE *out, bool first)
{
    const size_t length = azj_record_text(record, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return false;
    azj_record_text(record, text, length + 1);
    if (!first)
        fputc('\n', out);
    fputs(text, out);
    free(text);
    return !ferror(out);
}

static bool write_games(cli_args *a, const match_config *c, const match_schedule *s,
                        const match_log *log, match_moves *moves, FILE *out)
{
    azj_record record;
    match_game g;
    bool first = true;
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
        else if (!write_record(&record, out, first))
            cli_failed(a, "%s: %s", c->record_path, strerror(errno));
        first = false;
    }
    azj_record_free(&record);
    return !a->stop;
}

bool match_write_records(cli_args *a, const match_config *c, const match_schedule *s,
                         const match_log *log)
{
    match_moves *moves = malloc(sizeof *moves);
    FILE *out = fopen(c->record_path, "w");
    bool fine = moves && out;
    if (fine)
        fine = write_games(a, c, s, log, moves, out);
    else
        cli_failed(a, "%s: %s", c->record_path, strerror(errno));
    if (out && fclose(out) && fine)
        fine = cli_failed(a, "%s: %s", c->record_path, strerror(errno));
    free(moves);
    return fine;
}
