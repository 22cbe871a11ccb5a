/* database.c - one store for all nodes (the server's own store_memory.c), and the way to it: what
 * store_pg.c is on a real network.
 *
 * A commit arrives after a while, is carried out as a whole, and its answer comes back after
 * another while. A cut before it arrives means that nothing was stored; a cut after that leaves the
 * node without an answer: it asks for some seconds what became of it and then gives up. Such a
 * group may even be stored after the node gave it up. Notes are lost only together with the
 * connection, and that is told afterwards (store.h).
 */
#include "truth.h"

#include "server/writer.h"
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_US = 2500000,    /* as in store_pg.c: for an answer to a read … */
    GROUP_US = 8000000,   /* … until the rows of a group are there … */
    RESOLVE_US = 4000000, /* … and to find out what became of it */
    LATE_US = 4500000,    /* a group is stored at most so long after it was sent */
    RETRY_US = 500000,
    SILENT_US = 3000000 /* a connection without answers for so long is given up */
};

struct sim_store {
    store base;
    sim_node *node;
    uint32_t life;
    store_listener *told;
    void *context;
    char name[24]; /* as the node calls itself */
    bool away, deaf;
    uint64_t note_us[SIM_NODES_MAX]; /* when the last note of that node arrives */
};

static struct {
    store *rows;
    uint64_t down_until, slow_until, late_until, trouble_until;
    bool down_resets;
    sim_store *open[SIM_NODES_MAX];
} db;
plant db_plant;

/* ---- When jobs were decided ---- */
/* A job waits while the writer is busy, so it is older than its commit. */
typedef struct submitted {
    const store_op *ops;
    uint64_t when;
} submitted;

static struct {
    submitted *at;
    size_t count, room;
} waiting_jobs;

void __wrap_writer_submit(writer *w, writer_job *job);
void __real_writer_submit(writer *w, writer_job *job);

static submitted *find_submitted(const store_op *ops)
{
    for (size_t i = waiting_jobs.count; i-- > 0;)
        if (waiting_jobs.at[i].ops == ops)
            return &waiting_jobs.at[i];
    return NULL;
}

void __wrap_writer_submit(writer *w, writer_job *job)
{
    submitted *s = find_submitted(job->ops); /* of a node that was killed before it wrote */
    if (!s && waiting_jobs.count == waiting_jobs.room) {
        waiting_jobs.room = 2 * waiting_jobs.room + 64;
        waiting_jobs.at = realloc(waiting_jobs.at, waiting_jobs.room * sizeof *waiting_jobs.at);
        if (!waiting_jobs.at)
            abort();
    }
    if (!s)
        s = &waiting_jobs.at[waiting_jobs.count++];
    *s = (submitted){job->ops, sim_now()};
    __real_writer_submit(w, job);
}

static uint64_t when_submitted(const store_op *ops)
{
    submitted *s = find_submitted(ops);
    const uint64_t when = s ? s->when : sim_now();
    if (s)
        *s = waiting_jobs.at[--waiting_jobs.count];
    return when;
}

void db_begin(void)
{
    db.rows = store_open_memory();
    db.down_until = db.slow_until = db.late_until = db.trouble_until = 0;
    if (!db.rows)
        abort();
}

void db_end(void)
{
    store_close(db.rows);
    db.rows = NULL;
    waiting_jobs.count = 0;
}

store *db_rows(void)
{
    return db.rows;
}

/* ---- The way ---- */
static uint64_t cut_end(const sim_node *n)
{
    return n->cut_until > db.down_until ? n->cut_until : db.down_until;
}

static bool is_cut(const sim_node *n)
{
    return cut_end(n) > sim_now();
}

static uint64_t way_us(const sim_node *n)
{
    const bool slow = sim_now() < db.slow_until || sim_now() < n->slow_until;
    if (slow && sim_chance(500))
        return sim_between(50 * SIM_MS, 4 * SIM_S);
    return sim_between(150, 2 * SIM_MS);
}

static void reconnect(void *context, uint64_t life)
{
    sim_node *n = context;
    sim_store *s = n->store;
    if (!s || n->life != life || n->killed || !(s->away || s->deaf))
        return;
    if (is_cut(n) || n->paused_until > sim_now()) {
        const uint64_t until = cut_end(n) > n->paused_until ? cut_end(n) : n->paused_until;
        sim_at(until + sim_between(1, RETRY_US), reconnect, n, life);
        return;
    }
    s->away = s->deaf = false;
    sim_set_node(n);
    if (s->told)
        s->told(s->context, NULL);
    sim_set_node(NULL);
}

static void lose_connection(sim_store *s, bool notes_too)
{
    s->away = true;
    s->deaf = s->deaf || notes_too;
    sim_at(cut_end(s->node) + sim_between(1, RETRY_US), reconnect, s->node, s->node->life);
}

static void begin_cut(sim_node *n, bool resets, uint64_t until)
{
    sim_hurt(n, until);
    if (n->store && (resets || until - sim_now() > SILENT_US))
        lose_connection(n->store, true);
}

void db_cut(sim_node *n, uint64_t us, bool resets)
{
    n->cut_until = sim_now() + us;
    n->cut_resets = resets;
    begin_cut(n, resets, n->cut_until);
}

void db_down(uint64_t us, bool resets)
{
    db.down_until = sim_now() + us;
    db.down_resets = resets;
    sim_hurt(NULL, db.down_until);
    db.trouble_until = db.down_until > db.trouble_until ? db.down_until : db.trouble_until;
    for (unsigned i = 0; i < SIM_NODES_MAX; i++)
        if (db.open[i])
            begin_cut(db.open[i]->node, resets, db.down_until);
}

void db_slow(uint64_t us)
{
    db.slow_until = sim_now() + us;
    sim_hurt(NULL, db.slow_until);
    db.trouble_until = db.slow_until > db.trouble_until ? db.slow_until : db.trouble_until;
}

void db_late_notes(uint64_t us)
{
    db.late_until = sim_now() + us;
}

bool db_was_in_trouble(uint64_t since)
{
    return db.trouble_until && db.trouble_until + GROUP_US + RESOLVE_US > since;
}

/* Is the store reached within `us`? A connection that is reset fails at once. */
static bool reach(sim_store *s, uint64_t us)
{
    sim_node *n = s->node;
    if (n->killed)
        return false;
    if (!is_cut(n))
        return true;
    if (!(n->cut_until > sim_now() ? n->cut_resets : db.down_resets)) {
        const uint64_t left = cut_end(n) - sim_now();
        task_sleep(left < us ? left + 1 : us);
    }
    if (!n->killed && is_cut(n))
        lose_connection(s, false);
    return !n->killed && !is_cut(n);
}

/* ---- Reading ---- */
static bool read_rows(sim_store *s, char error[STORE_ERROR_MAX])
{
    snprintf(error, STORE_ERROR_MAX, "the store is away");
    if (s->node->killed || (s->away && s->told))
        return false;
    task_sleep(way_us(s->node));
    return reach(s, READ_US);
}

/* The answer of a read may be old when it comes. */
static bool await_rows(sim_store *s)
{
    if (sim_chance(300))
        task_sleep(way_us(s->node));
    return !s->node->killed;
}

static bool sim_scan(store *base, const char *prefix, store_reader *reader, void *context,
                     char error[STORE_ERROR_MAX])
{
    return read_rows((sim_store *)base, error) &&
           store_scan(db.rows, prefix, reader, context, error) && await_rows((sim_store *)base);
}

typedef struct first_row {
    store_reader *reader;
    void *context;
    uint32_t from;
} first_row;

/* What a node would see that never catches up: the last event that it knows, and the tail. */
static bool take_first_row(void *context, const store_row *row)
{
    const first_row *f = context;
    return row->n != f->from && row->n != UINT32_MAX ? true : f->reader(f->context, row);
}

static bool sim_scan_key(store *base, const char *key, uint32_t from, store_reader *reader,
                         void *context, char error[STORE_ERROR_MAX])
{
    first_row f = {reader, context, from};
    if (!read_rows((sim_store *)base, error))
        return false;
    if (db_plant == PLANT_CATCH_UP && from && strncmp(key, "event/", 6) == 0)
        return store_scan_key(db.rows, key, from, take_first_row, &f, error);
    return store_scan_key(db.rows, key, from, reader, context, error) &&
           await_rows((sim_store *)base);
}

static bool sim_get_rows(store *base, const char *const *keys, size_t count, uint32_t n,
                         store_reader *reader, void *context, char error[STORE_ERROR_MAX])
{
    return read_rows((sim_store *)base, error) &&
           store_get_rows(db.rows, keys, count, n, reader, context, error) &&
           await_rows((sim_store *)base);
}

static bool sim_is_away(store *base)
{
    return ((sim_store *)base)->away;
}

/* ---- Notes ---- */
typedef struct note {
    sim_node *to;
    uint32_t life;
    char text[STORE_KEY_MAX];
} note;

static void note_arrives(void *context, uint64_t value)
{
    note *t = context;
    sim_node *n = t->to;
    if (n->life != t->life || n->killed || !n->store || !n->store->told || n->store->deaf) {
        free(t);
        return;
    }
    const uint64_t until = cut_end(n) > n->paused_until ? cut_end(n) : n->paused_until;
    if (until > sim_now()) { /* it waits in the network or at the node */
        sim_at(until + 1, note_arrives, t, value);
        return;
    }
    sim_set_node(n);
    n->store->told(n->store->context, t->text);
    sim_set_node(NULL);
    free(t);
}

/* Those of one node arrive in order. */
static void spread_note(const sim_store *from, const char *text)
{
    for (unsigned i = 0; i < SIM_NODES_MAX; i++) {
        sim_store *to = db.open[i];
        if (!to || to->node == from->node || !to->told || to->deaf || to->node->killed)
            continue;
        uint64_t us = sim_between(200, 5 * SIM_MS);
        if (sim_now() < db.late_until && sim_chance(400))
            us = sim_between(10 * SIM_MS, 3 * SIM_S);
        uint64_t *last = &to->note_us[from->node->index];
        *last = sim_now() + us > *last ? sim_now() + us : *last + 1;
        note *t = calloc(1, sizeof *t);
        if (!t)
            abort();
        t->to = to->node;
        t->life = to->node->life;
        snprintf(t->text, sizeof t->text, "%s", text);
        sim_at(*last, note_arrives, t, 0);
    }
}

/* ---- Committing ---- */
typedef struct group { /* owned by the database, because the node may be gone when it is stored */
    sim_node *node;    /* perhaps in another life when it is stored … */
    char name[24];     /* … than the one that sent it */
    size_t count;
    store_job *jobs; /* with operations and bytes of their own */
    uint64_t *decided_us;
    task *waiting; /* NULL: the node has given up or is gone */
    bool is_done, is_refused;
} group;

static const char *copy_bytes(const char *bytes, size_t length)
{
    char *copy = bytes ? malloc(length + 1) : NULL;
    if (bytes && !copy)
        abort();
    if (copy)
        memcpy(copy, bytes, length);
    return copy;
}

static store_op *copy_ops(const store_job *job, size_t *count)
{
    store_op *ops = calloc(job->count + 1, sizeof *ops);
    *count = 0;
    for (size_t k = 0; ops && k < job->count; k++) {
        store_op *op = &ops[*count];
        *op = job->ops[k];
        op->data = copy_bytes(op->data, op->length);
        op->before = copy_bytes(op->before, op->before_length);
        ++*count;
    }
    if (!ops)
        abort();
    return ops;
}

static group *group_new(sim_store *s, const store_job *jobs, size_t count)
{
    group *g = calloc(1, sizeof *g);
    store_job *own = calloc(count + 1, sizeof *own);
    uint64_t *decided_us = calloc(count + 1, sizeof *decided_us);
    if (!g || !own || !decided_us)
        abort();
    *g = (group){.node = s->node, .count = count, .jobs = own, .decided_us = decided_us};
    for (size_t i = 0; i < count; i++) {
        decided_us[i] = when_submitted(jobs[i].ops);
        own[i].result = STORE_FAILED;
        own[i].ops = copy_ops(&jobs[i], &own[i].count);
        if (strncmp(own[i].ops[0].key, "node/", 5) == 0 && own[i].ops[0].data && !s->name[0])
            snprintf(s->name, sizeof s->name, "%.23s", own[i].ops[0].key + 5);
    }
    memcpy(g->name, s->name, sizeof g->name);
    return g;
}

static void group_free(group *g)
{
    for (size_t i = 0; i < g->count; i++) {
        for (size_t k = 0; k < g->jobs[i].count; k++) {
            free((void *)(uintptr_t)g->jobs[i].ops[k].data);
            free((void *)(uintptr_t)g->jobs[i].ops[k].before);
        }
        free((void *)(uintptr_t)g->jobs[i].ops);
    }
    free(g->jobs);
    free(g->decided_us);
    free(g);
}

static bool removes_table(const store_job *job)
{
    for (size_t k = 0; k < job->count; k++)
        if (job->ops[k].whole_key)
            return true;
    return false;
}

/* The bug that is planted: the store skips the check under test. */
static void leave_out(store_op *op, bool removes)
{
    if (db_plant == (removes ? PLANT_REMOVAL : PLANT_FENCE) && op->is_guard) {
        op->is_guard = false;
        op->is_note = true;
        op->key[0] = 0;
    }
    if (db_plant == PLANT_CONFLICT) {
        op->is_new = false;
        free((void *)(uintptr_t)op->before);
        op->before = NULL;
    }
}

static void store_one(group *g, size_t i)
{
    store_job *job = &g->jobs[i];
    char error[STORE_ERROR_MAX];
    store_op *ops = (store_op *)(uintptr_t)job->ops;
    const bool removes = removes_table(job);
    for (size_t k = 0; k < job->count; k++)
        leave_out(&ops[k], removes);
    store_job alone = {job->ops, job->count, STORE_FAILED};
    truth_before(g->name, job);
    store_commit_jobs(db.rows, &alone, 1, error);
    job->result = alone.result;
    if (job->result != STORE_STORED) {
        sim_count.conflicts += job->result == STORE_CONFLICT;
        return;
    }
    truth_stored(g->node, job, g->decided_us[i]);
    for (size_t k = 0; k < job->count; k++)
        if (ops[k].is_note && ops[k].key[0])
            spread_note(&(sim_store){.node = g->node}, ops[k].key);
}

static void store_group(void *context, uint64_t unused)
{
    group *g = context;
    (void)unused;
    if (!g->is_refused)
        for (size_t i = 0; i < g->count; i++)
            store_one(g, i);
    g->is_done = true;
    if (g->waiting)
        task_wake(g->waiting);
    else
        group_free(g);
}

/* Waits for the answer. False: nobody can say what became of the group. */
static bool await_group(sim_store *s, group *g)
{
    const sim_node *n = s->node;
    uint64_t lost_us = 0; /* since when there is no answer */
    bool answered = false;
    g->waiting = task_current();
    while (!n->killed) {
        if (is_cut(n)) {
            sim_count.lost_answers += !lost_us;
            lost_us = lost_us ? lost_us : sim_now();
            if (sim_now() - lost_us >= RESOLVE_US)
                break;
            task_sleep(50 * SIM_MS);
        } else if (!g->is_done) {
            task_sleep(SIM_S);
        } else if (!answered) {
            answered = true;
            task_sleep(way_us(n));
        } else {
            return true;
        }
    }
    g->waiting = NULL;
    return false;
}

static bool send_group(sim_store *s, group *g)
{
    const sim_node *n = s->node;
    const bool calm = sim_now() > sim_end_us();
    task_sleep(way_us(n)); /* a pause here, and the group is sent much later */
    if (n->killed || !reach(s, GROUP_US) || (!calm && sim_chance(1))) {
        group_free(g);
        return false;
    }
    if (removal_strikes(s->node, g->jobs, g->count)) {
        g->is_refused = true;
        sim_at(sim_now() + sim_random(SIM_S), store_group, g, 0);
    } else if (!calm &&
               sim_chance(4)) { /* the connection breaks while it is on its way: it comes, or not */
        g->is_refused = sim_chance(500);
        sim_count.late_stores += !g->is_refused;
        sim_at(sim_now() + sim_random(LATE_US), store_group, g, 0);
        db_cut(s->node, sim_between(1, 6 * SIM_S), true);
    } else {
        sim_at(sim_now() + way_us(n), store_group, g, 0);
    }
    return true;
}

static bool sim_commit(store *base, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    sim_store *s = (sim_store *)base;
    group *g = group_new(s, jobs, count);
    for (size_t i = 0; i < count; i++)
        jobs[i].result = STORE_FAILED;
    snprintf(error, STORE_ERROR_MAX, "the store is away");
    if (!send_group(s, g))
        return false;
    if (!await_group(s, g)) {
        if (g->is_done)
            group_free(g);
        if (!s->node->killed)
            lose_connection(s, true);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        jobs[i].result = g->jobs[i].result;
    group_free(g);
    s->away = false;
    return true;
}

/* ---- Opening and closing ---- */
static bool sim_listen(store *base, store_listener *told, void *context)
{
    sim_store *s = (sim_store *)base;
    s->told = told;
    s->context = context;
    s->deaf = told != NULL; /* until there is a connection for notes */
    if (told)
        sim_at(sim_now() + RETRY_US, reconnect, s->node, s->life);
    return true;
}

static void sim_close(store *base)
{
    sim_store *s = (sim_store *)base;
    if (s->node->store == s)
        s->node->store = NULL;
    if (db.open[s->node->index] == s)
        db.open[s->node->index] = NULL;
    free(s);
}

store *store_open_postgres(const char *url, const store_options *options,
                           char error[STORE_ERROR_MAX])
{
    static const store_methods methods = {.commit = sim_commit,
                                          .scan = sim_scan,
                                          .close = sim_close,
                                          .scan_key = sim_scan_key,
                                          .get_rows = sim_get_rows,
                                          .listen = sim_listen,
                                          .is_away = sim_is_away};
    (void)url;
    (void)options;
    sim_node *n = sim_node_now();
    sim_store *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->base.methods = &methods;
    s->node = n;
    s->life = n->life;
    if (!reach(s, READ_US)) {
        snprintf(error, STORE_ERROR_MAX, "the store is away");
        free(s);
        return NULL;
    }
    n->store = s;
    db.open[n->index] = s;
    return &s->base;
}
