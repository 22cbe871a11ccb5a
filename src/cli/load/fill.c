/* fill.c - see fill.h: the server's own authority decides the events, its own store keeps them. */
#include "cli/load/fill.h"

#include "server/game_json.h"
#include "server/store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPS_MAX = 4096, ROW = 512 };

typedef struct pile { /* rows on their way to the store */
    store *store;
    store_op op[OPS_MAX];
    char row[OPS_MAX][ROW];
    size_t count;
    bool good;
} pile;

static void flush(pile *p)
{
    char error[STORE_ERROR_MAX];
    p->good = p->good && (p->count == 0 || store_commit(p->store, p->op, p->count, error));
    p->count = 0;
}

static char *add(pile *p, const char *kind, const char *id, uint32_t n)
{
    if (p->count == OPS_MAX)
        flush(p);
    store_op *op = &p->op[p->count];
    *op = (store_op){.n = n, .data = p->row[p->count], .length = 2};
    snprintf(op->key, sizeof op->key, "%s/%s", kind, id);
    memcpy(p->row[p->count], "{}", 3);
    return p->row[p->count++];
}

static void add_events(pile *p, game *g, const game_batch *b)
{
    for (unsigned i = 0; i < b->count; i++) {
        char *row = add(p, "event", g->id, b->at[i].n);
        p->op[p->count - 1].length = game_event_write(&b->at[i], row, ROW);
        p->good = p->good && game_apply(g, &b->at[i], 1);
    }
}

static void add_game(pile *p, uint32_t number, uint32_t plies, azj_rng *rng)
{
    const azj_rules rules = (azj_rules)(number % AZJ_RULES_NB);
    game_row row = {.options = {.rules = {(uint8_t)rules, 2, AZJ_NOBODY,
                                          rules == AZJ_DUEL ? AZJ_TABLETS_FIRST_GAME : 0},
                                .shuffle = FAIR_VERSION},
                    .key = "k",
                    .owner = "o"};
    azj_move moves[AZJ_MOVES_MAX];
    uint8_t bytes[FAIR_BYTES] = {0};
    char id[GAME_ID_MAX];
    const game_time t = {1, 1};
    azj_fault why;
    game_batch b;
    game g;
    snprintf(id, sizeof id, "fill%08u", number);
    fair_secret(row.secret);
    game_init(&g, id, &row.options, row.secret);
    char *text = add(p, "table", id, 0);
    p->op[p->count - 1].length = game_row_write(&row, text, ROW);
    add(p, "live", id, 0);
    for (unsigned i = 0; i < 2; i++) {
        char person[24];
        snprintf(person, sizeof person, "p%u-%u", number, i);
        game_decide_sit(&g, i, person, "Guest", t, &b);
        add_events(p, &g, &b);
    }
    for (unsigned i = 0; i < 2; i++) {
        game_decide_ready(&g, i, bytes, t, &b);
        add_events(p, &g, &b);
    }
    for (uint32_t i = 0; i < plies && g.phase == GAME_LIVE; i++) {
        const size_t n = azj_moves(&g.state, moves);
        char move_id[16];
        snprintf(move_id, sizeof move_id, "m%u", i);
        game_decide_move(&g, g.state.head.seat, g.ply, move_id,
                         moves[azj_rng_below(rng, (uint32_t)n)], t, &b, &why);
        if (b.count > 1) /* it would end the game */
            break;
        add_events(p, &g, &b);
    }
    text = add(p, "event", id, GAME_TAIL);
    p->op[p->count - 1].length = game_tail_write(g.n, text, ROW);
    game_release(&g);
}

bool fill_store(const char *path, uint32_t games, uint32_t plies, char *error, size_t size)
{
    char why[STORE_ERROR_MAX] = "out of memory";
    pile *p = calloc(1, sizeof *p);
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    if (p)
        p->store = store_open_sqlite(path, true, why);
    if (!p || !p->store) {
        snprintf(error, size, "%s", why);
        free(p);
        return false;
    }
    p->good = true;
    for (uint32_t i = 0; i < games && p->good; i++)
        add_game(p, i, plies, &rng);
    flush(p);
    const bool good = p->good;
    if (!good)
        snprintf(error, size, "the store could not be filled");
    store_close(p->store);
    free(p);
    return good;
}
