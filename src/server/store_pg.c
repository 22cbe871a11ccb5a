/* store_pg.c - rows in a PostgreSQL database: commits and reads.
 *
 * A group is one transaction, sent in two pieces: all its rows at once (libpq's pipeline), and the
 * COMMIT when none of them conflicts. With its rows it numbers itself in azulejo_groups, so if the
 * connection breaks at the COMMIT, the database is asked afterwards what became of it: a group is
 * never reported lost that was stored. (pg_xact_status cannot say: after a crash PostgreSQL gives
 * the number of a transaction that was not flushed to another one.) Rows that two nodes put at the
 * same time wait for each other in the database; should two groups wait for each other, PostgreSQL
 * ends one, and its jobs are tried again one by one.
 */
#include "server/store_pg.h"

#include "base/clock.h"
#include "server/log.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GROUP_MS = 8000,   /* for the rows of a group */
    RESOLVE_MS = 4000, /* to find out what became of one */
    READ_MS = 2500,
    DEADLOCKS_MAX = 4, /* of a job, until it counts as failed */
    PAGE_FIRST = 32,   /* rows that are read at once */
    PAGE_MAX = 1000
};

/* ---- Statements ---- */
typedef enum statement {
    PUT,
    ADD,
    REPLACE,
    DROP,
    DROP_KEY,
    GUARD,
    EXISTS,
    TELL,
    STATEMENTS_NB
} statement;
static const struct {
    const char *name, *sql;
} statements[STATEMENTS_NB] = {
    [PUT] = {"put", "INSERT INTO azulejo_rows VALUES($1,$2::bigint,$3::bytea,$4::bytea) ON "
                    "CONFLICT (key,n) DO UPDATE SET data=excluded.data,sum=excluded.sum"},
    [ADD] = {"add", "INSERT INTO azulejo_rows VALUES($1,$2::bigint,$3::bytea,$4::bytea) ON "
                    "CONFLICT (key,n) DO NOTHING"},
    [REPLACE] = {"replace", "UPDATE azulejo_rows SET data=$3::bytea,sum=$4::bytea WHERE key=$1 AND "
                            "n=$2::bigint AND data=$5::bytea"},
    [DROP] = {"drop", "DELETE FROM azulejo_rows WHERE key=$1 AND n=$2::bigint"},
    [DROP_KEY] = {"drop_key", "DELETE FROM azulejo_rows WHERE key=$1"},
    /* Locked until the commit, so that nobody changes it between reading and commit. */
    [GUARD] = {"guard", "SELECT 1 FROM azulejo_rows WHERE key=$1 AND n=$2::bigint AND "
                        "data=$3::bytea FOR SHARE"},
    [EXISTS] = {"exists", "SELECT 1 FROM azulejo_rows WHERE key=$1 AND n=$2::bigint FOR KEY SHARE"},
    [TELL] = {"tell", "SELECT pg_notify('azulejo',$1)"},
};
static const char PAGE[] = "SELECT key,n,data,sum FROM azulejo_rows WHERE key>=$1 AND key<$2 AND "
                           "(key,n)>=($3,$4::bigint) ORDER BY key,n LIMIT $5::int",
                  PAGE_OF_KEY[] = "SELECT key,n,data,sum FROM azulejo_rows WHERE key=$1 AND "
                                  "n>=$2::bigint ORDER BY n LIMIT $3::int",
                  ROWS_OF_KEYS[] = "SELECT key,n,data,sum FROM azulejo_rows WHERE "
                                   "key=ANY($1::text[]) AND n=$2::bigint";

static bool prepare_one(PGconn *c, const char *name, const char *sql, char error[STORE_ERROR_MAX])
{
    const uint64_t deadline = clock_mono_ms() + READ_MS;
    bool good = pq.sendPrepare(c, name, sql, 0, NULL);
    for (PGresult *r; good && (r = pg_result(c, deadline)); pq.clear(r))
        good = pq.resultStatus(r) == PGRES_COMMAND_OK;
    if (!good)
        pg_say(error, "PostgreSQL", pq.errorMessage(c));
    return good && pg_is_up(c);
}

static const char BEGIN_NUMBERS[] =
    "INSERT INTO azulejo_groups(origin,number) VALUES($1,0) ON CONFLICT DO NOTHING",
                  /* A node that lives renews its row (`begun`) with each group, and makes another
                   * one if it is gone. */
    NUMBER[] = "INSERT INTO azulejo_groups(origin,number) VALUES($1,$2::bigint) ON CONFLICT "
               "(origin) DO UPDATE SET number=excluded.number,begun=excluded.begun",
                  /* waits for a transaction of that number that has not ended yet */
    ASK_NUMBER[] = "SELECT number::text FROM azulejo_groups WHERE origin=$1 FOR UPDATE",
                  OLD_NUMBERS[] = "DELETE FROM azulejo_groups WHERE begun<now()-interval '30 days'";

static bool begin_numbers(store_pg *s, char error[STORE_ERROR_MAX])
{
    const char *const values[] = {s->origin};
    PGresult *r = pg_run(s->writer, BEGIN_NUMBERS, 1, values, error);
    pq.clear(r);
    return r != NULL;
}

static bool open_writer(store_pg *s, char error[STORE_ERROR_MAX])
{
    if (pg_is_up(s->writer))
        return true;
    pg_drop(&s->writer);
    s->writer = pg_connect(s, error);
    bool good = s->writer && begin_numbers(s, error);
    for (int i = 0; good && i < STATEMENTS_NB; i++)
        good = prepare_one(s->writer, statements[i].name, statements[i].sql, error);
    if (!good)
        pg_drop(&s->writer);
    return good;
}

static bool open_reader(store_pg *s, char error[STORE_ERROR_MAX])
{
    if (pg_is_up(s->reader))
        return true;
    pg_drop(&s->reader);
    snprintf(error, STORE_ERROR_MAX, "PostgreSQL is away");
    if (s->listening && atomic_load(&s->away))
        return false;
    s->reader = pg_connect(s, error);
    if (s->reader && prepare_one(s->reader, "page", PAGE, error) &&
        prepare_one(s->reader, "page_of_key", PAGE_OF_KEY, error) &&
        prepare_one(s->reader, "rows_of_keys", ROWS_OF_KEYS, error))
        return true;
    pg_drop(&s->reader);
    atomic_store(&s->away, true);
    return false;
}

/* ---- Sending a group ---- */
static statement statement_of(const store_op *op)
{
    if (op->is_note)
        return TELL;
    if (op->is_guard)
        return op->data ? GUARD : EXISTS;
    if (!op->data)
        return op->whole_key ? DROP_KEY : DROP;
    return op->before ? REPLACE : op->is_new ? ADD : PUT;
}

static bool send_op(store_pg *s, const store_op *op)
{
    uint8_t sum[STORE_SUM_BYTES];
    char n[16], note[PG_NOTE_MAX];
    const statement what = statement_of(op);
    const char *values[5] = {op->key, n, op->data, (const char *)sum, op->before};
    const int lengths[5] = {0, 0, (int)op->length, STORE_SUM_BYTES, (int)op->before_length};
    static const int formats[5] = {0, 0, 1, 1, 1}, counts[STATEMENTS_NB] = {4, 4, 5, 2, 1, 3, 2, 1};
    snprintf(n, sizeof n, "%u", op->n);
    snprintf(note, sizeof note, "%s %s", s->origin, op->key);
    if (op->data)
        store_sum(op->key, op->n, op->data, op->length, sum);
    if (what == TELL)
        values[0] = note;
    return pq.sendQueryPrepared(s->writer, statements[what].name, counts[what], values, lengths,
                                formats, 0);
}

static bool send_number(store_pg *s)
{
    char number[24];
    const char *const values[] = {s->origin, number};
    snprintf(number, sizeof number, "%llu", (unsigned long long)++s->group);
    return pq.sendQueryParams(s->writer, NUMBER, 2, NULL, values, NULL, NULL, 0);
}

static bool send_group(store_pg *s, const store_job *jobs, size_t count)
{
    PGconn *c = s->writer;
    bool good = pq.enterPipelineMode(c) &&
                pq.sendQueryParams(c, "BEGIN", 0, NULL, NULL, NULL, NULL, 0) && send_number(s);
    for (size_t i = 0; good && i < count; i++)
        for (size_t k = 0; good && jobs[i].result == STORE_STORED && k < jobs[i].count; k++)
            good = send_op(s, &jobs[i].ops[k]);
    return good && pq.pipelineSync(c);
}

/* ---- Taking the results of a group ---- */
typedef struct group {
    bool conflict, failed, again; /* again: two groups waited for each other */
    char *error;
} group;

static bool is_retryable(const PGresult *r)
{
    const char *state = pq.resultErrorField(r, PG_DIAG_SQLSTATE);
    return state && (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0);
}

static void note_failure(group *g, const PGresult *r)
{
    if (pq.resultStatus(r) == PGRES_PIPELINE_ABORTED || g->failed)
        return;
    g->failed = true;
    g->again = is_retryable(r);
    pg_say(g->error, "PostgreSQL", pq.resultErrorMessage(r));
}

/* The result of one statement, and the end of its results. False: the connection is lost. */
static bool take_result(store_pg *s, group *g, PGresult **out, uint64_t deadline)
{
    PGresult *r = pg_result(s->writer, deadline);
    if (!r)
        return false;
    const ExecStatusType status = pq.resultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        note_failure(g, r);
    *out = r;
    pq.clear(pg_result(s->writer, deadline)); /* NULL */
    return pg_is_up(s->writer);
}

static bool op_conflicts(const store_op *op, const PGresult *r)
{
    if (op->is_guard)
        return pq.ntuples(r) == 0;
    return op->data && (op->is_new || op->before) &&
           strcmp(pq.cmdTuples((PGresult *)(uintptr_t)r), "0") == 0;
}

static bool take_jobs(store_pg *s, store_job *jobs, size_t count, group *g, uint64_t deadline)
{
    PGresult *r = NULL;
    for (size_t i = 0; i < count; i++) {
        bool conflict = false;
        for (size_t k = 0; jobs[i].result == STORE_STORED && k < jobs[i].count; k++) {
            if (!take_result(s, g, &r, deadline)) {
                pq.clear(r);
                return false;
            }
            conflict = conflict || (!g->failed && op_conflicts(&jobs[i].ops[k], r));
            pq.clear(r);
            r = NULL;
        }
        if (conflict)
            jobs[i].result = STORE_CONFLICT;
        g->conflict = g->conflict || conflict;
    }
    return true;
}

static bool end_pipeline(store_pg *s, uint64_t deadline)
{
    PGresult *r = pg_result(s->writer, deadline);
    const bool good = r && pq.resultStatus(r) == PGRES_PIPELINE_SYNC;
    pq.clear(r);
    return good && pq.exitPipelineMode(s->writer);
}

static bool take_group(store_pg *s, store_job *jobs, size_t count, group *g)
{
    const uint64_t deadline = clock_mono_ms() + GROUP_MS;
    PGresult *r = NULL;
    bool good = take_result(s, g, &r, deadline); /* BEGIN */
    pq.clear(r);
    r = NULL;
    good = good && take_result(s, g, &r, deadline); /* its number */
    pq.clear(r);
    return good && take_jobs(s, jobs, count, g, deadline) && end_pipeline(s, deadline);
}

/* ---- The end of a group ---- */
/* The connection broke at the COMMIT. */
static bool was_committed(store_pg *s, char error[STORE_ERROR_MAX])
{
    const struct timespec a_moment = {.tv_nsec = 100000000};
    const uint64_t deadline = clock_mono_ms() + RESOLVE_MS;
    const char *const values[] = {s->origin};
    while (clock_mono_ms() < deadline) {
        PGresult *r =
            open_writer(s, error) ? pg_run(s->writer, ASK_NUMBER, 1, values, error) : NULL;
        if (r) {
            const bool yes =
                pq.ntuples(r) == 1 && strtoull(pq.getvalue(r, 0, 0), NULL, 10) == s->group;
            pq.clear(r);
            log_event(LOG_WARN, "store-resolved", "stored=%u", yes);
            return yes;
        }
        nanosleep(&a_moment, NULL); /* it has not ended, or the database is not reached yet */
    }
    snprintf(error, STORE_ERROR_MAX, "PostgreSQL: it is not known whether a group was stored");
    return false;
}

static bool end_group(store_pg *s, bool keep, char error[STORE_ERROR_MAX])
{
    if (pg_do(s->writer, keep ? "COMMIT" : "ROLLBACK", error))
        return true;
    if (pg_is_up(s->writer)) /* refused: a rule of the database, or a full disc */
        return false;
    return keep && was_committed(s, error);
}

static void set_all(store_job *jobs, size_t count, store_result result)
{
    for (size_t i = 0; i < count; i++)
        jobs[i].result = result;
}

/* One try of all jobs that are STORED so far. */
static bool try_group(store_pg *s, store_job *jobs, size_t count, group *g,
                      char error[STORE_ERROR_MAX])
{
    *g = (group){.error = error};
    if (!open_writer(s, error))
        return false;
    if (!send_group(s, jobs, count) || !take_group(s, jobs, count, g)) {
        pg_say(error, "PostgreSQL", s->writer ? pq.errorMessage(s->writer) : "away");
        pg_drop(&s->writer); /* before the COMMIT: nothing of it is stored */
        return false;
    }
    const bool keep = !g->failed && !g->conflict;
    char unused[STORE_ERROR_MAX];
    return end_group(s, keep, keep ? error : unused) && keep;
}

static bool commit_jobs(store_pg *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    group g;
    unsigned deadlocks = count == 1 ? DEADLOCKS_MAX : 0; /* with one job alone */
    set_all(jobs, count, STORE_STORED);
    do {
        if (try_group(s, jobs, count, &g, error))
            return true;
    } while (g.conflict || (g.again && deadlocks-- > 0));
    if (g.again && count > 1) { /* one group at a time, so that groups cannot deadlock */
        bool good = true;
        for (size_t i = 0; i < count; i++)
            good = commit_jobs(s, jobs + i, 1, error) && good;
        return good;
    }
    set_all(jobs, count, STORE_FAILED);
    return false;
}

static bool pg_commit(store *base, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    store_pg *s = (store_pg *)base;
    if (commit_jobs(s, jobs, count, error)) {
        atomic_store(&s->away, false);
        return true;
    }
    if (!pg_is_up(s->writer))
        atomic_store(&s->away, true);
    return false;
}

/* ---- Reading ---- */
static void read_row(const PGresult *r, int i, store_row *row)
{
    uint8_t sum[STORE_SUM_BYTES];
    const uint8_t *n = (const uint8_t *)pq.getvalue(r, i, 1);
    uint64_t number = 0;
    for (int k = 0; k < 8; k++)
        number = number << 8 | n[k];
    *row = (store_row){.key = pq.getvalue(r, i, 0),
                       .n = (uint32_t)number,
                       .data = pq.getvalue(r, i, 2),
                       .length = (size_t)pq.getlength(r, i, 2)};
    store_sum(row->key, row->n, row->data, row->length, sum);
    row->intact = strlen(row->key) < STORE_KEY_MAX && pq.getlength(r, i, 3) == STORE_SUM_BYTES &&
                  memcmp(pq.getvalue(r, i, 3), sum, sizeof sum) == 0;
}

/* NULL: the database is away. The connection is free again when it returns, so that a reader may
 * read something else. */
static PGresult *ask_page(store_pg *s, const char *name, int count, const char *const *values,
                          char error[STORE_ERROR_MAX])
{
    PGresult *found = NULL, *r;
    pthread_mutex_lock(&s->reading);
    for (int again = 0; again < 2 && !found; again++) { /* a connection may have ended meanwhile */
        const uint64_t deadline = clock_mono_ms() + READ_MS;
        if (!open_reader(s, error))
            break;
        if (pq.sendQueryPrepared(s->reader, name, count, values, NULL, NULL, 1))
            while ((r = pg_result(s->reader, deadline))) {
                pq.clear(found);
                found = r;
            }
        if (pq.resultStatus(found) == PGRES_TUPLES_OK)
            break;
        pg_say(error, "PostgreSQL", found ? pq.resultErrorMessage(found) : "no answer in time");
        pq.clear(found);
        found = NULL;
        pg_drop(&s->reader);
        if (clock_mono_ms() >= deadline) {
            atomic_store(&s->away, true);
            break;
        }
    }
    pthread_mutex_unlock(&s->reading);
    return found;
}

typedef struct place { /* where the next page begins, and how many rows it has */
    char key[STORE_KEY_MAX], n[16], rows[16];
    int most;
} place;

static void next_page(place *p, const store_row *last)
{
    snprintf(p->key, sizeof p->key, "%s", last->key);
    snprintf(p->n, sizeof p->n, "%lld", (long long)last->n + 1);
    p->most = p->most * 8 < PAGE_MAX ? p->most * 8 : PAGE_MAX;
}

/* True: there may be another page. */
static bool hand_out(PGresult *r, place *p, store_reader *reader, void *context)
{
    store_row row;
    const int count = pq.ntuples(r);
    bool more = count == p->most;
    for (int i = 0; i < count; i++) {
        read_row(r, i, &row);
        if (!reader(context, &row)) {
            more = false;
            break;
        }
        if (more && i == count - 1)
            next_page(p, &row);
    }
    pq.clear(r);
    return more;
}

static bool pg_scan(store *base, const char *prefix, store_reader *reader, void *context,
                    char error[STORE_ERROR_MAX])
{
    char end[STORE_KEY_MAX];
    place p = {.n = "0", .most = PAGE_FIRST};
    const char *const values[] = {prefix, end, p.key, p.n, p.rows};
    snprintf(end, sizeof end, "%s", prefix);
    if (end[0])
        end[strlen(end) - 1]++;
    else
        snprintf(end, sizeof end, "\x7f");
    snprintf(p.key, sizeof p.key, "%s", prefix);
    PGresult *r;
    do {
        snprintf(p.rows, sizeof p.rows, "%d", p.most);
        r = ask_page((store_pg *)base, "page", 5, values, error);
    } while (r && hand_out(r, &p, reader, context));
    return r != NULL;
}

static bool pg_scan_key(store *base, const char *key, uint32_t from, store_reader *reader,
                        void *context, char error[STORE_ERROR_MAX])
{
    place p = {.most = PAGE_FIRST};
    const char *const values[] = {key, p.n, p.rows};
    snprintf(p.n, sizeof p.n, "%u", from);
    PGresult *r;
    do {
        snprintf(p.rows, sizeof p.rows, "%d", p.most);
        r = ask_page((store_pg *)base, "page_of_key", 3, values, error);
    } while (r && hand_out(r, &p, reader, context));
    return r != NULL;
}

/* As an array of PostgreSQL: {"one","two"}. */
static void write_keys(const char *const *keys, size_t count, char *out)
{
    *out++ = '{';
    for (size_t i = 0; i < count; i++) {
        *out++ = '"';
        for (const char *at = keys[i]; *at; at++) {
            if (*at == '"' || *at == '\\')
                *out++ = '\\';
            *out++ = *at;
        }
        *out++ = '"';
        *out++ = i + 1 < count ? ',' : '}';
    }
    *out = 0;
}

static bool pg_get_rows(store *base, const char *const *keys, size_t count, uint32_t n,
                        store_reader *reader, void *context, char error[STORE_ERROR_MAX])
{
    char number[16];
    char *list = count ? malloc(count * (2 * STORE_KEY_MAX + 3) + 2) : NULL;
    const char *const values[] = {list, number};
    if (!list)
        return count == 0;
    write_keys(keys, count, list);
    snprintf(number, sizeof number, "%u", n);
    PGresult *r = ask_page((store_pg *)base, "rows_of_keys", 2, values, error);
    free(list);
    const bool good = r != NULL;
    place p = {.most = 0};
    if (good)
        hand_out(r, &p, reader, context);
    return good;
}

static bool pg_is_away(store *base)
{
    return atomic_load(&((store_pg *)base)->away);
}

/* ---- Opening and closing ---- */
static void pg_close(store *base)
{
    store_pg *s = (store_pg *)base;
    pg_listen_end(s);
    pg_drop(&s->writer);
    pg_drop(&s->reader);
    pthread_mutex_destroy(&s->reading);
    free(s);
}

static bool open_checked(store_pg *s, char error[STORE_ERROR_MAX])
{
    s->writer = pg_connect(s, error);
    if (!s->writer || !pg_check(s->writer, s->durable, error) || !pg_check_notes(s, error) ||
        !pg_migrate(s->writer, error))
        return false;
    pg_do(s->writer, OLD_NUMBERS, error);
    pg_drop(&s->writer);
    return open_writer(s, error) && open_reader(s, error);
}

store *store_open_postgres(const char *url, const store_options *options,
                           char error[STORE_ERROR_MAX])
{
    static const store_methods methods = {.commit = pg_commit,
                                          .scan = pg_scan,
                                          .close = pg_close,
                                          .scan_key = pg_scan_key,
                                          .get_rows = pg_get_rows,
                                          .listen = pg_listen,
                                          .is_away = pg_is_away};
    store_pg *s = calloc(1, sizeof *s);
    snprintf(error, STORE_ERROR_MAX, "no memory");
    if (!s)
        return NULL;
    if (!pq_load(error)) {
        free(s);
        return NULL;
    }
    s->base.methods = &methods;
    s->durable = options->durable;
    snprintf(s->url, sizeof s->url, "%s", url);
    snprintf(s->origin, sizeof s->origin, "%08x%08x", randombytes_random(), randombytes_random());
    pthread_mutex_init(&s->reading, NULL);
    if (open_checked(s, error))
        return &s->base;
    pg_close(&s->base);
    return NULL;
}
