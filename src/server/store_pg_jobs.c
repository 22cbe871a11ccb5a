/* store_pg_jobs.c - jobs for other processes in a PostgreSQL database: see jobs.h. */
#include "server/jobs.h"
#include "server/store_pg.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_ANSWER_MS = 8000, VALUES_MAX = 6 };

struct job_link {
    store_pg base; /* the address, and how to connect */
    PGconn *c;
    char channel[JOBS_NAME_MAX + 16]; /* "": it does not listen */
};

/* The states of a row: 0 waiting, 1 claimed, 2 done, 3 failed. */
#define CLAIM_FOR "interval '6 seconds'" /* unless it is renewed */
#define OWNER_SEEN                                                                   \
    "interval '20 seconds'" /* jobs of an owner who was not seen for longer wait … \
                             */
#define OWNER_GONE "interval '60 seconds'" /* … and now also what is under way is given up */

/* ---- Questions ---- */
typedef struct values { /* the parameters of a statement, all as bytes */
    const char *at[VALUES_MAX];
    int length[VALUES_MAX], format[VALUES_MAX];
    int count;
    char numbers[VALUES_MAX][24];
} values;

static void add_text(values *v, const char *text)
{
    v->at[v->count++] = text;
}

static void add_number(values *v, uint64_t number)
{
    char *text = v->numbers[v->count];
    snprintf(text, sizeof v->numbers[0], "%" PRIu64, number);
    add_text(v, text);
}

static void add_bytes(values *v, const char *bytes, size_t length)
{
    v->length[v->count] = (int)length;
    v->format[v->count] = 1;
    v->at[v->count++] = bytes;
}

/* NULL: it failed, and `error` says why. Columns come as bytes: numbers must be cast to text. */
static PGresult *ask_database(job_link *l, const char *sql, const values *v,
                              char error[STORE_ERROR_MAX])
{
    PGresult *last = NULL, *r;
    const uint64_t deadline = clock_mono_ms() + JOB_ANSWER_MS;
    if (!pg_is_up(l->c)) {
        snprintf(error, STORE_ERROR_MAX, "PostgreSQL is away");
        return NULL;
    }
    if (!pq.sendQueryParams(l->c, sql, v->count, NULL, v->at, v->length, v->format, 1)) {
        pg_say(error, "PostgreSQL", pq.errorMessage(l->c));
        return NULL;
    }
    while ((r = pg_result(l->c, deadline))) {
        pq.clear(last);
        last = r;
    }
    const ExecStatusType status = pq.resultStatus(last);
    if (last && (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK))
        return last;
    pg_say(error, "PostgreSQL", last ? pq.resultErrorMessage(last) : "no answer in time");
    pq.clear(last);
    return NULL;
}

static bool run_statement(job_link *l, const char *sql, const values *v,
                          char error[STORE_ERROR_MAX])
{
    PGresult *r = ask_database(l, sql, v, error);
    pq.clear(r);
    return r != NULL;
}

/* YES if the statement returned a row. */
static jobs_answer ask_whether(job_link *l, const char *sql, const values *v,
                               char error[STORE_ERROR_MAX])
{
    PGresult *r = ask_database(l, sql, v, error);
    const jobs_answer answer = !r ? JOBS_AWAY : pq.ntuples(r) ? JOBS_YES : JOBS_NO;
    pq.clear(r);
    return answer;
}

/* ---- Values of rows, which may be anybody's ---- */
static uint64_t number_at(const PGresult *r, int row, int column)
{
    return strtoull(pq.getvalue(r, row, column), NULL, 10);
}

static bool text_at(const PGresult *r, int row, int column, char *to, size_t size)
{
    const size_t length = (size_t)pq.getlength(r, row, column);
    const char *text = pq.getvalue(r, row, column);
    if (length >= size || strlen(text) != length)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

static char *bytes_at(const PGresult *r, int row, int column, size_t *length)
{
    *length = (size_t)pq.getlength(r, row, column);
    char *bytes = malloc(*length + 1);
    if (!bytes)
        return NULL;
    memcpy(bytes, pq.getvalue(r, row, column), *length);
    bytes[*length] = 0;
    return bytes;
}

/* ---- The connection ---- */
bool jobs_is_up(const job_link *l)
{
    return pg_is_up(l->c);
}

static bool listen_again(job_link *l, char error[STORE_ERROR_MAX])
{
    char sql[sizeof l->channel + 16];
    snprintf(sql, sizeof sql, "LISTEN \"%s\"", l->channel);
    return !l->channel[0] || pg_do(l->c, sql, error);
}

bool jobs_reconnect(job_link *l, char error[STORE_ERROR_MAX])
{
    pg_drop(&l->c);
    l->c = pg_connect(&l->base, error);
    if (l->c && listen_again(l, error))
        return true;
    pg_drop(&l->c);
    return false;
}

job_link *jobs_open(const char *url, char error[STORE_ERROR_MAX])
{
    job_link *l = calloc(1, sizeof *l);
    snprintf(error, STORE_ERROR_MAX, "no memory");
    if (!l)
        return NULL;
    if (!pq_load(error)) {
        free(l);
        return NULL;
    }
    snprintf(l->base.url, sizeof l->base.url, "%s", url);
    if (jobs_reconnect(l, error) && pg_check(l->c, false, error) && pg_migrate(l->c, error))
        return l;
    jobs_close(l);
    return NULL;
}

void jobs_close(job_link *l)
{
    if (l)
        pg_drop(&l->c);
    free(l);
}

/* The names of batches have no character that needs an escape. */
bool jobs_listen(job_link *l, const char *batch, char error[STORE_ERROR_MAX])
{
    snprintf(l->channel, sizeof l->channel, batch ? "azulejo_done_%s" : "azulejo_work", batch);
    return listen_again(l, error);
}

int jobs_socket(const job_link *l)
{
    return jobs_is_up(l) ? pq.socket(l->c) : -1;
}

void jobs_drain_notes(job_link *l)
{
    if (!jobs_is_up(l))
        return;
    pq.consumeInput(l->c);
    for (PGnotify *note; (note = pq.notifies(l->c));)
        pq.freemem(note);
}

/* ---- The owner ---- */
jobs_answer jobs_keep(job_link *l, const job_batch *b, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, b->name);
    const jobs_answer found = ask_whether(
        l, "UPDATE azulejo_batches SET seen=now() WHERE name=$1 RETURNING name", &v, error);
    if (found != JOBS_NO)
        return found == JOBS_YES ? JOBS_NO : JOBS_AWAY;
    add_text(&v, b->kind);
    add_text(&v, b->signature);
    add_bytes(&v, b->spec, b->length);
    return run_statement(l,
                         "INSERT INTO azulejo_batches(name,kind,signature,spec) "
                         "VALUES($1,$2,$3,$4::bytea)",
                         &v, error)
               ? JOBS_YES
               : JOBS_AWAY;
}

bool jobs_put(job_link *l, const char *batch, jobs_priority priority, uint64_t n, const char *work,
              size_t length, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, batch);
    add_number(&v, n);
    add_number(&v, priority);
    add_bytes(&v, work, length);
    return run_statement(l,
                         "WITH put AS (INSERT INTO azulejo_jobs(batch,n,priority,work) "
                         "VALUES($1,$2::bigint,$3::smallint,$4::bytea) ON CONFLICT DO NOTHING) "
                         "SELECT pg_notify('azulejo_work','')",
                         &v, error);
}

/* A job that killed several workers is given up. */
static bool fail_deadly(job_link *l, const char *batch, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, batch);
    add_number(&v, JOBS_LOST_MAX);
    return run_statement(
        l,
        "UPDATE azulejo_jobs SET state=3,result='too many workers were lost with it' "
        "WHERE batch=$1 AND state=1 AND until<now() AND lost+1>=$2::int",
        &v, error);
}

jobs_answer jobs_collect(job_link *l, const char *batch, job *out, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    *out = (job){.data = NULL};
    add_text(&v, batch);
    PGresult *r =
        fail_deadly(l, batch, error)
            ? ask_database(l,
                           "SELECT n::text,state::text,coalesce(result,'') FROM azulejo_jobs "
                           "WHERE batch=$1 AND state>1 ORDER BY n LIMIT 1",
                           &v, error)
            : NULL;
    jobs_answer answer = !r ? JOBS_AWAY : pq.ntuples(r) ? JOBS_YES : JOBS_NO;
    if (answer == JOBS_YES) {
        snprintf(out->batch, sizeof out->batch, "%s", batch);
        out->n = number_at(r, 0, 0);
        out->failed = number_at(r, 0, 1) != 2;
        out->data = bytes_at(r, 0, 2, &out->length);
        if (!out->data || !jobs_remove(l, batch, out->n, error)) {
            job_release(out);
            answer = JOBS_AWAY;
        }
    }
    pq.clear(r);
    return answer;
}

bool jobs_remove(job_link *l, const char *batch, uint64_t n, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, batch);
    add_number(&v, n);
    return run_statement(l, "DELETE FROM azulejo_jobs WHERE batch=$1 AND n=$2::bigint", &v, error);
}

bool jobs_end(job_link *l, const char *batch, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, batch);
    return run_statement(l, "DELETE FROM azulejo_batches WHERE name=$1", &v, error);
}

bool jobs_threads(job_link *l, const char *signature, uint32_t *threads,
                  char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, signature ? signature : "");
    add_number(&v, JOBS_SEEN_S);
    PGresult *r =
        ask_database(l,
                     "SELECT least(coalesce(sum(threads),0),100000)::text FROM azulejo_workers "
                     "WHERE ($1='' OR signature=$1) AND seen>now()-make_interval(secs=>$2::int)",
                     &v, error);
    *threads = r && pq.ntuples(r) == 1 ? (uint32_t)number_at(r, 0, 0) : 0;
    pq.clear(r);
    return r != NULL;
}

/* ---- A worker ---- */
bool jobs_present(job_link *l, const char *worker, const char *signature, uint32_t threads,
                  char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, worker);
    add_text(&v, signature);
    add_number(&v, threads);
    return run_statement(
        l,
        "INSERT INTO azulejo_workers(name,signature,threads) VALUES($1,$2,$3::int) "
        "ON CONFLICT (name) DO UPDATE SET seen=now()",
        &v, error);
}

bool jobs_absent(job_link *l, const char *worker, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, worker);
    return run_statement(l, "DELETE FROM azulejo_workers WHERE name=$1", &v, error);
}

static const char CLAIM[] =
    "WITH found AS (SELECT j.batch,j.n,b.kind,b.spec FROM azulejo_jobs j "
    "JOIN azulejo_batches b ON b.name=j.batch "
    "WHERE j.state<2 AND (j.state=0 OR j.until<now()) AND j.lost+j.state<$4::int "
    "AND j.claim<1000000000 "
    "AND b.signature=$2 AND b.seen>now()-" OWNER_SEEN " AND ($3='' OR j.batch=$3) "
    "ORDER BY j.priority,j.made,j.n LIMIT 1 FOR UPDATE OF j SKIP LOCKED) "
    "UPDATE azulejo_jobs j SET state=1,claim=j.claim+1,lost=j.lost+j.state,worker=$1,"
    "until=now()+" CLAIM_FOR " FROM found f WHERE j.batch=f.batch AND j.n=f.n "
    "RETURNING j.batch,j.n::text,j.claim::text,f.kind,j.work,f.spec";

/* It stands in the log and in the names of channels. */
static bool is_name(const char *name)
{
    return name[0] && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789")];
}

static bool read_claimed(const PGresult *r, job *out)
{
    *out = (job){.n = number_at(r, 0, 1), .claim = (uint32_t)number_at(r, 0, 2)};
    return text_at(r, 0, 0, out->batch, sizeof out->batch) && is_name(out->batch) &&
           text_at(r, 0, 3, out->kind, sizeof out->kind) &&
           (out->data = bytes_at(r, 0, 4, &out->length)) &&
           (out->spec = bytes_at(r, 0, 5, &out->spec_length));
}

jobs_answer jobs_claim(job_link *l, const char *worker, const char *signature, const char *batch,
                       job *out, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, worker);
    add_text(&v, signature);
    add_text(&v, batch ? batch : "");
    add_number(&v, JOBS_LOST_MAX);
    PGresult *r = ask_database(l, CLAIM, &v, error);
    jobs_answer answer = !r ? JOBS_AWAY : pq.ntuples(r) ? JOBS_YES : JOBS_NO;
    if (answer == JOBS_YES && !read_claimed(r, out)) {
        job_release(out); /* a row of unknown origin: each claim fails until its limit */
        answer = JOBS_NO;
    }
    pq.clear(r);
    return answer;
}

bool jobs_renew(job_link *l, const char *worker, jobs_kept *keep, void *context,
                char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_text(&v, worker);
    PGresult *r =
        ask_database(l,
                     "UPDATE azulejo_jobs SET until=now()+" CLAIM_FOR
                     " WHERE worker=$1 AND state=1 AND EXISTS (SELECT 1 FROM azulejo_batches b "
                     "WHERE b.name=batch AND b.seen>now()-" OWNER_GONE ") "
                     "RETURNING batch,n::text,claim::text",
                     &v, error);
    for (int i = 0; r && i < pq.ntuples(r); i++)
        keep(context, pq.getvalue(r, i, 0), number_at(r, i, 1), (uint32_t)number_at(r, i, 2));
    pq.clear(r);
    return r != NULL;
}

/* Which claim a statement is about. */
static void add_claim(values *v, const char *worker, const job *j)
{
    add_text(v, j->batch);
    add_number(v, j->n);
    add_number(v, j->claim);
    add_text(v, worker);
}
#define OF_CLAIM "batch=$1 AND n=$2::bigint AND claim=$3::int AND worker=$4 AND state=1"

jobs_answer jobs_finish(job_link *l, const char *worker, const job *j, bool failed,
                        const char *result, size_t length, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_claim(&v, worker, j);
    add_number(&v, failed ? 3 : 2);
    add_bytes(&v, result, length);
    return ask_whether(l,
                       "WITH done AS (UPDATE azulejo_jobs SET state=$5::smallint,"
                       "result=$6::bytea,until=NULL WHERE " OF_CLAIM " RETURNING batch) "
                       "SELECT pg_notify('azulejo_done_'||batch,'') FROM done",
                       &v, error);
}

bool jobs_give_back(job_link *l, const char *worker, const job *j, char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    add_claim(&v, worker, j);
    return run_statement(l,
                         "WITH back AS (UPDATE azulejo_jobs SET state=0,until=NULL,worker=NULL "
                         "WHERE " OF_CLAIM " RETURNING batch) "
                         "SELECT pg_notify('azulejo_work','') FROM back",
                         &v, error);
}

bool jobs_foreign(job_link *l, const char *signature, jobs_other *other, void *context,
                  char error[STORE_ERROR_MAX])
{
    values v = {.count = 0};
    char kind[JOBS_KIND_MAX], theirs[JOBS_SIGNATURE_MAX];
    add_text(&v, signature);
    PGresult *r =
        ask_database(l,
                     "SELECT DISTINCT kind,signature FROM azulejo_batches b WHERE signature<>$1 "
                     "AND seen>now()-" OWNER_SEEN " AND EXISTS (SELECT 1 FROM azulejo_jobs j "
                     "WHERE j.batch=b.name AND j.state=0) LIMIT 16",
                     &v, error);
    for (int i = 0; r && i < pq.ntuples(r); i++)
        if (text_at(r, i, 0, kind, sizeof kind) && text_at(r, i, 1, theirs, sizeof theirs))
            other(context, kind, theirs);
    pq.clear(r);
    return r != NULL;
}

bool jobs_tidy(job_link *l, char error[STORE_ERROR_MAX])
{
    const values v = {.count = 0};
    return run_statement(l, "DELETE FROM azulejo_batches WHERE seen<now()-interval '10 minutes'",
                         &v, error) &&
           run_statement(l, "DELETE FROM azulejo_workers WHERE seen<now()-interval '1 minute'", &v,
                         error);
}
