/* truth.c - the history as the store has it. Every commit is read as it is stored, its events are
 * applied with the game's own code, and these laws are checked:
 *
 *   events have the numbers 1, 2, 3 … without a gap, each is stored once, and each follows from the
 *   position before it (game_apply compares its hash), so no two authorities both win;
 *   what a node does by itself is stored only while it holds the table's lease;
 *   a player's clock loses no more than the time that passed since the turn was decided, and a
 *   second and a half; and no less when nothing was wrong;
 *   a removal takes only what was stored when it was decided, and no table under its players by
 *   expiry; afterwards nothing of the table is stored;
 *   at the end the rows are what was stored, event by event.
 */
#include "truth.h"

#include "base/checksum.h"
#include "server/map.h"
#include "sim.h"

#include <azulejo/text.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND_MS = 1000, LAG_MS = 1500, OUTAGE_MS = 12000, WELL_US = 8 * SIM_S };

static map tables;
static bool holds_lease; /* the node whose job is looked at, of the table of its events */

/* ---- Tables ---- */
void truth_begin(void)
{
    if (!map_init(&tables))
        abort();
}

static void free_truth(truth *t)
{
    game_release(&t->game);
    free(t->at);
    free(t);
}

void truth_each(truth_visitor *visit)
{
    for (map_entry *e = map_first(&tables); e; e = map_next(&tables, e))
        visit(e->value);
}

void truth_end(void)
{
    truth_each(free_truth);
    map_release(&tables);
}

truth *truth_find(const char *id)
{
    return map_get(&tables, id);
}

static void new_table(const char *id, const store_op *op)
{
    truth *t = calloc(1, sizeof *t);
    if (!t || !game_row_read(&t->row, op->data, op->length)) {
        sim_fail("the row of table %s cannot be read", id);
        free(t);
        return;
    }
    if (truth_find(id)) {
        sim_fail("table %s was made twice", id);
        free(t);
        return;
    }
    snprintf(t->id, sizeof t->id, "%.15s", id);
    game_init(&t->game, t->id, &t->row.options, t->row.secret);
    sodium_bin2hex(t->secret, sizeof t->secret, t->row.secret, FAIR_BYTES);
    if (!map_put(&tables, id, t))
        abort();
}

/* ---- The clock ---- */
/* The turn begins when the event before it was decided, and sent to the store. */
static void check_clock(const truth *t, const game_event *e, int64_t left_ms)
{
    const game *g = &t->game;
    const unsigned seat = e->seat;
    const int64_t real = (int64_t)(sim_now() - t->turn_us) / SIM_MS;
    const int64_t had = g->clock.left_ms[seat];
    const int64_t used = had - left_ms;
    if (used > real + (db_was_in_trouble(t->turn_us) ? OUTAGE_MS : LAG_MS))
        sim_fail("table %s event %u: seat %u lost %" PRId64 " ms in %" PRId64 " ms", t->id, e->n,
                 seat, used, real);
    if (t->turn_whole && t->turn_us > sim_hurt_until() + WELL_US && used < real - SECOND_MS)
        sim_fail("table %s event %u: seat %u used only %" PRId64 " ms in %" PRId64 " ms", t->id,
                 e->n, seat, used, real);
}

static void look_at_clock(truth *t, const game_event *e)
{
    const game *g = &t->game;
    const bool bot = e->kind == GAME_MOVE && strcmp(e->text, "bot") == 0;
    if (g->phase != GAME_LIVE || g->options.clock.kind == CLOCKS_NONE)
        return;
    if (e->kind == GAME_MOVE && !bot)
        check_clock(t, e, (int64_t)e->left_ms[e->seat] - g->options.clock.increment_ms);
    if (e->kind == GAME_OUT && e->value == GAME_TIME) {
        sim_count.time_ends++;
        check_clock(t, e, 0);
    }
}

/* ---- Events ---- */
static bool is_by_itself(const game_event *e)
{
    return (e->kind == GAME_MOVE && strcmp(e->text, "bot") == 0) || e->kind == GAME_STANDIN ||
           (e->kind == GAME_LEAVE && e->value == GAME_LATE);
}

static void count_kind(const game_event *e)
{
    sim_count.events++;
    sim_count.moves += e->kind == GAME_MOVE;
    sim_count.bot_moves += e->kind == GAME_MOVE && strcmp(e->text, "bot") == 0;
    sim_count.games += e->kind == GAME_START;
    sim_count.ended += e->kind == GAME_END;
    sim_count.standins += e->kind == GAME_STANDIN;
}

static void keep_event(truth *t, const store_op *op)
{
    const game *g = &t->game;
    if (g->n > t->room) {
        t->room = 2 * t->room + 64;
        t->at = realloc(t->at, t->room * sizeof *t->at);
        if (!t->at)
            abort();
    }
    truth_event *at = &t->at[g->n - 1];
    *at = (truth_event){.stored_us = sim_now(),
                        .sum = checksum_add(CHECKSUM_START, op->data, op->length),
                        .ply = g->ply,
                        .live = g->phase != GAME_OPEN};
    if (at->live)
        at->state = g->state;
}

static void new_event(const sim_node *n, truth *t, const store_op *op, uint64_t decided_us)
{
    game_event e;
    const game_seat *seats = t->game.seat;
    if (t->removed_us) {
        sim_fail("table %s: event %u is stored by node %u after the table's removal", t->id, op->n,
                 n->index);
        return;
    }
    if (op->n != t->game.n + 1) {
        sim_fail("table %s: event %u is stored by node %u after event %u", t->id, op->n, n->index,
                 t->game.n);
        return;
    }
    if (!game_event_read(&e, op->n, op->data, op->length)) {
        sim_fail("table %s: event %u cannot be read", t->id, op->n);
        return;
    }
    sim_trace("(decided %.3f) node %u stores table %s event %u: %s seat %u ply %u \"%s\", game "
              "time %" PRIu64 ", left %u %u %u %u",
              (double)decided_us / 1e6, n->index, t->id, e.n, game_event_name(e.kind), e.seat,
              e.ply, e.text, e.game_ms, e.left_ms[0], e.left_ms[1], e.left_ms[2], e.left_ms[3]);
    if (is_by_itself(&e) && !holds_lease)
        sim_fail("table %s event %u (%s): node %u acts by itself without the lease", t->id, e.n,
                 game_event_name(e.kind), n->index);
    look_at_clock(t, &e);
    if (e.kind == GAME_STANDIN)
        truth_sits_in(t, seats[e.seat].person);
    if (!game_apply(&t->game, &e, e.game_ms)) {
        sim_fail("table %s: event %u (%s) of node %u does not follow", t->id, e.n,
                 game_event_name(e.kind), n->index);
        return;
    }
    if (e.kind == GAME_MOVE || e.kind == GAME_START || e.kind == GAME_TAKEBACK) {
        t->turn_us = decided_us;
        t->turn_whole = true;
    } else if (e.kind == GAME_STANDIN || e.kind == GAME_BACK || e.kind == GAME_OUT) {
        t->turn_whole = false;
    }
    count_kind(&e);
    keep_event(t, op);
}

/* ---- Jobs ---- */
static bool begins(const char *key, const char *with)
{
    return strncmp(key, with, strlen(with)) == 0;
}

static bool lease_names(const char *id, const char *name)
{
    char key[STORE_KEY_MAX], text[128], wanted[64];
    size_t length;
    snprintf(key, sizeof key, "lease/%s", id);
    snprintf(wanted, sizeof wanted, "\"node\":\"%s\"", name);
    return store_get(db_rows(), key, 0, text, sizeof text, &length) == STORE_FOUND &&
           strstr(text, wanted) != NULL;
}

void truth_before(const char *name, const store_job *job)
{
    holds_lease = false;
    for (size_t k = 0; k < job->count; k++)
        if (begins(job->ops[k].key, "event/") && !holds_lease)
            holds_lease = lease_names(job->ops[k].key + 6, name);
}

/* The last job of a removal. Its note says why. */
static void table_goes(const sim_node *n, const store_job *job, truth *t, uint64_t decided_us)
{
    bool expired = false;
    for (size_t k = 0; k < job->count; k++)
        expired = expired || (job->ops[k].is_note && strstr(job->ops[k].key, " expired"));
    if (!t || t->removed_us)
        return;
    sim_trace("(decided %.3f) node %u removes table %s", (double)decided_us / 1e6, n->index, t->id);
    if (t->game.n && t->at[t->game.n - 1].stored_us > decided_us)
        sim_fail("table %s is removed by node %u with event %u, stored after that was decided",
                 t->id, n->index, t->game.n);
    if (expired && t->live_us > decided_us)
        sim_fail("table %s expires by node %u, and was renewed after that was decided", t->id,
                 n->index);
    if (expired)
        truth_expires(t);
    t->removed_us = sim_now();
    sim_count.removals++;
    sim_count.expired += expired;
}

static void note_live(const store_op *op)
{
    truth *t = begins(op->key, "live/") && op->data ? truth_find(op->key + 5) : NULL;
    if (t)
        t->live_us = sim_now();
}

void truth_stored(const sim_node *n, const store_job *job, uint64_t decided_us)
{
    for (size_t k = 0; k < job->count; k++) {
        const store_op *op = &job->ops[k];
        if (op->is_guard || op->is_note)
            continue;
        sim_note(op->key, strlen(op->key));
        if (op->data)
            sim_note(op->data, op->length);
        if (begins(op->key, "table/") && op->data)
            new_table(op->key + 6, op);
        if (op->whole_key && begins(op->key, "event/"))
            table_goes(n, job, truth_find(op->key + 6), decided_us);
        note_live(op);
        sim_count.leases += begins(op->key, "lease/") && op->data != NULL;
    }
    for (size_t k = 0; k < job->count; k++) {
        const store_op *op = &job->ops[k];
        if (op->is_guard || op->is_note || !begins(op->key, "event/") || op->n == GAME_TAIL ||
            op->whole_key)
            continue;
        truth *t = truth_find(op->key + 6);
        if (!t || !op->data)
            sim_fail("an event of table %s without a table", op->key + 6);
        else
            new_event(n, t, op, decided_us);
    }
    sim_note_number(sim_now());
    sim_note_number(n->index);
}

/* ---- Asking ---- */
uint64_t truth_text_hash(const char *text, size_t length)
{
    return checksum_add(CHECKSUM_START, text, length) | 1;
}

uint64_t truth_position(truth *t, uint32_t n, unsigned viewer)
{
    char text[AZJ_POSITION_JSON_MAX];
    azj_state view;
    truth_event *at = &t->at[n - 1];
    uint64_t *hash = &at->hash[viewer < AZJ_SEATS_MAX ? viewer : AZJ_SEATS_MAX];
    if (!at->live)
        return 0;
    if (!*hash) {
        azj_view(&at->state, viewer, &view);
        const size_t length = azj_position_json(&view, AZJ_JSON_WHOLE, text, sizeof text);
        *hash = truth_text_hash(text, length);
    }
    return *hash;
}

bool truth_has_move(const truth *t, unsigned seat, const char *id)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < t->game.n; i++) {
        const game_event *e = &t->game.events[i];
        found += e->kind == GAME_MOVE && e->seat == seat && strcmp(e->text, id) == 0;
    }
    if (found > 1)
        sim_fail("table %s: move %s is there %u times", t->id, id, found);
    return found == 1;
}

uint32_t truth_old_events(const truth *t, uint64_t us)
{
    uint32_t n = t->game.n;
    while (n && t->at[n - 1].stored_us + us > sim_now())
        n--;
    return n;
}

/* ---- The end ---- */
typedef struct comparison {
    const truth *t;
    uint32_t next, tail;
} comparison;

static bool compare_row(void *context, const store_row *row)
{
    comparison *c = context;
    if (row->n == GAME_TAIL)
        game_tail_read(&c->tail, row->data, row->length);
    else if (row->n != c->next || row->n > c->t->game.n ||
             checksum_add(CHECKSUM_START, row->data, row->length) != c->t->at[row->n - 1].sum)
        sim_fail("table %s: row %u is not what was stored", c->t->id, row->n);
    c->next += row->n != GAME_TAIL;
    return true;
}

static void compare_table(truth *t)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    comparison c = {t, 1, 0};
    if (t->removed_us)
        return;
    snprintf(key, sizeof key, "event/%s", t->id);
    store_scan_key(db_rows(), key, 0, compare_row, &c, error);
    if (c.next != t->game.n + 1 || c.tail != t->game.n)
        sim_fail("table %s: %u events were stored, %u rows are there, the tail says %u", t->id,
                 t->game.n, c.next - 1, c.tail);
}

/* Rows of the indexes by time are dropped when their time comes (table_expiry.c). */
static bool look_for_removed(void *unused, const store_row *row)
{
    const char *slash = strrchr(row->key, '/');
    const truth *t = slash ? truth_find(slash + 1) : NULL;
    (void)unused;
    if (t && t->removed_us && !begins(row->key, "due/") && !begins(row->key, "idle/"))
        sim_fail("table %s is removed, and %s is there", t->id, row->key);
    if (t && t->game.phase == GAME_OVER && begins(row->key, "live/"))
        sim_fail("the game of table %s is over, and %s is there", t->id, row->key);
    return true;
}

void truth_compare(void)
{
    char error[STORE_ERROR_MAX];
    store_scan(db_rows(), "", look_for_removed, NULL, error);
    truth_each(compare_table);
}
