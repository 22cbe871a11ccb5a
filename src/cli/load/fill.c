/* fill.c - see fill.h: the server's own game logic makes the events, its own store keeps them. */
#include "cli/load/fill.h"

#include "base/clock.h"
#include "server/migrate.h"
#include "server/person_info.h"
#include "server/rows.h"

#include <stdio.h>
#include <string.h>

enum { BATCH = WRITER_JOB_OPS_MAX - 10 };
static const uint64_t WEEK_MS = 7 * 86400000u;

typedef struct filling {
    store *store;
    writer_job *job; /* a container of rows; it is committed here, not by the writer */
    char error[STORE_ERROR_MAX];
} filling;

static bool commit_batch(filling *f)
{
    const bool good =
        f->job && (!f->job->count || store_commit(f->store, f->job->ops, f->job->count, f->error));
    writer_job_free(f->job);
    f->job = writer_job_new(NULL, NULL, "");
    return good && f->job;
}

static bool add_events(filling *f, game *g, const game_row *row, table_index index,
                       const game_batch *b)
{
    for (unsigned i = 0; i < b->count; i++)
        if ((f->job->count > BATCH && !commit_batch(f)) ||
            !rows_put_event(f->job, g, row, &b->at[i], index) || !game_apply(g, &b->at[i], 1))
            return false;
    return true;
}

static bool add_people(filling *f, game *g, const game_row *row, table_index index, game_time t,
                       uint32_t number)
{
    uint8_t bytes[FAIR_BYTES] = {0};
    game_batch b;
    bool good = true;
    for (unsigned i = 0; good && i < 2; i++) {
        char person[GAME_PERSON_MAX];
        snprintf(person, sizeof person, "p%u-%u", number, i);
        good = game_decide_sit(g, i, person, PERSON_GUEST, t, &b) == GAME_E_OK &&
               add_events(f, g, row, index, &b);
    }
    for (unsigned i = 0; good && i < 2; i++)
        good =
            game_decide_ready(g, i, bytes, t, &b) == GAME_E_OK && add_events(f, g, row, index, &b);
    return good;
}

static bool add_moves(filling *f, game *g, const game_row *row, table_index index, game_time t,
                      uint32_t plies, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_fault why;
    game_batch b;
    for (uint32_t i = 0; i < plies && g->phase == GAME_LIVE; i++) {
        const size_t n = azj_moves(&g->state, moves);
        char move_id[16];
        snprintf(move_id, sizeof move_id, "m%u", i);
        game_decide_move(g, g->state.head.seat, g->ply, move_id,
                         moves[azj_rng_below(rng, (uint32_t)n)], t, &b, &why);
        if (b.count > 1) /* this move would end the game */
            break;
        if (!add_events(f, g, row, index, &b))
            return false;
    }
    return true;
}

static bool add_game(filling *f, uint32_t number, uint32_t plies, azj_rng *rng, uint64_t wall_ms)
{
    const azj_rules rules = (azj_rules)(number % AZJ_RULES_NB);
    game_row row = {.options = {.rules = {(uint8_t)rules, 2, AZJ_NOBODY,
                                          rules == AZJ_DUEL ? AZJ_TABLETS_FIRST_GAME : 0},
                                .shuffle = FAIR_VERSION},
                    .key = "k",
                    .made_ms = wall_ms};
    const table_index index = {.idle_ms = wall_ms + WEEK_MS};
    const game_time t = {wall_ms, 1};
    char id[GAME_ID_MAX];
    game g;
    snprintf(id, sizeof id, "fill%08u", number);
    snprintf(row.owner, sizeof row.owner, "p%u-0", number);
    fair_secret(row.secret);
    game_init(&g, id, &row.options, row.secret);
    const bool good = commit_batch(f) && rows_put_table(f->job, id, &row, index) &&
                      add_people(f, &g, &row, index, t, number) &&
                      add_moves(f, &g, &row, index, t, plies, rng) &&
                      rows_put_tail(f->job, id, g.n);
    game_release(&g);
    return good;
}

bool fill_store(const char *path, uint32_t games, uint32_t plies, char *error, size_t size)
{
    azj_rng rng;
    filling f = {.error = "no memory"};
    azj_rng_seed(&rng, 1);
    f.job = writer_job_new(NULL, NULL, "");
    f.store = store_open_sqlite(path, &(store_options){.no_check = true}, f.error);
    bool good = f.job && f.store && migrate_begin(f.store, f.error);
    for (uint32_t i = 0; i < games && good; i++)
        good = add_game(&f, i, plies, &rng, (uint64_t)clock_wall_ms() / 1000u * 1000u);
    good = good && commit_batch(&f);
    if (!good)
        snprintf(error, size, "the store could not be filled: %s", f.error);
    writer_job_free(f.job);
    store_close(f.store);
    return good;
}
