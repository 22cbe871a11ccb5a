/* store_pg_link.c - connections to PostgreSQL, on which nobody waits without an end. */
#include "server/store_pg.h"

#include "base/clock.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { ANSWER_MS = 5000, SLOW_MS = 86400000 };

bool pg_is_up(const PGconn *c)
{
    return c && pq.status(c) == CONNECTION_OK;
}

void pg_drop(PGconn **c)
{
    pq.finish(*c);
    *c = NULL;
}

/* libpq's messages end with a new line, and have several. */
void pg_say(char error[STORE_ERROR_MAX], const char *what, const char *message)
{
    size_t n = (size_t)snprintf(error, STORE_ERROR_MAX, "%.60s: %.400s", what, message);
    n = n < STORE_ERROR_MAX ? n : STORE_ERROR_MAX - 1;
    for (size_t i = 0; i < n; i++)
        if (error[i] == '\n' || error[i] == '\t' || error[i] == '"') /* it stands in quotes */
            error[i] = error[i] == '"' ? '\'' : ' ';
    while (n && error[n - 1] == ' ')
        error[--n] = 0;
}

/* ---- Waiting ---- */
/* False: the time is over. */
static bool wait_for(PGconn *c, uint64_t deadline_ms)
{
    const uint64_t now = clock_mono_ms();
    const int flush = pq.flush(c);
    struct pollfd at = {.fd = pq.socket(c), .events = POLLIN};
    if (flush < 0 || at.fd < 0 || now >= deadline_ms)
        return false;
    at.events = (short)(POLLIN | (flush ? POLLOUT : 0));
    poll(&at, 1, (int)(deadline_ms - now));
    return !(at.revents & (POLLIN | POLLERR | POLLHUP)) || pq.consumeInput(c);
}

/* A connection that did not answer in time is in an unknown state, and of no more use: closing its
 * socket makes libpq see that. */
PGresult *pg_result(PGconn *c, uint64_t deadline_ms)
{
    while (pq.status(c) == CONNECTION_OK && pq.isBusy(c))
        if (!wait_for(c, deadline_ms)) {
            shutdown(pq.socket(c), SHUT_RDWR);
            break;
        }
    return pq.getResult(c);
}

static PGresult *run_until(PGconn *c, const char *sql, int count, const char *const *values,
                           uint64_t deadline, char error[STORE_ERROR_MAX])
{
    PGresult *last = NULL, *r;
    if (!pq.sendQueryParams(c, sql, count, NULL, values, NULL, NULL, 0)) {
        pg_say(error, "PostgreSQL", pq.errorMessage(c));
        return NULL;
    }
    while ((r = pg_result(c, deadline))) {
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

PGresult *pg_run(PGconn *c, const char *sql, int count, const char *const *values,
                 char error[STORE_ERROR_MAX])
{
    return run_until(c, sql, count, values, clock_mono_ms() + ANSWER_MS, error);
}

bool pg_do_slowly(PGconn *c, const char *sql, char error[STORE_ERROR_MAX])
{
    PGresult *r = run_until(c, sql, 0, NULL, clock_mono_ms() + SLOW_MS, error);
    pq.clear(r);
    return r != NULL;
}

bool pg_do(PGconn *c, const char *sql, char error[STORE_ERROR_MAX])
{
    PGresult *r = pg_run(c, sql, 0, NULL, error);
    pq.clear(r);
    return r != NULL;
}

/* ---- Connecting ---- */
/* A node that is stopped in the middle of a transaction must not keep others waiting for its rows,
 * and a statement must not take longer than we wait for it. */
static const char SESSION[] =
    "SELECT set_config('statement_timeout','4s',false),set_config('lock_timeout','3s',false),"
    "set_config('idle_in_transaction_session_timeout','5s',false),"
    "set_config('default_transaction_isolation','read committed',false)";

/* What it remarks ("exists already") is no news. */
static void drop_notice(void *unused, const char *message)
{
    (void)unused;
    (void)message;
}

static bool begin_session(store_pg *s, PGconn *c, char error[STORE_ERROR_MAX])
{
    return pq.setnonblocking(c, 1) == 0 && pg_do(c, SESSION, error) &&
           (s->durable || pg_do(c, "SET synchronous_commit TO off", error));
}

/* What stands in the URL comes last and wins. */
PGconn *pg_connect(store_pg *s, char error[STORE_ERROR_MAX])
{
    const char *const names[] = {"connect_timeout", "tcp_user_timeout", "application_name",
                                 "client_encoding", "dbname",           NULL};
    const char *const values[] = {"3", "5000", "azulejo", "UTF8", s->url, NULL};
    PGconn *c = pq.connectdbParams(names, values, 1);
    if (c)
        pq.setNoticeProcessor(c, drop_notice, NULL);
    if (!pg_is_up(c)) {
        pg_say(error, "PostgreSQL cannot be reached", c ? pq.errorMessage(c) : "no memory");
        pg_drop(&c);
    } else if (!begin_session(s, c, error)) {
        pg_drop(&c);
    }
    return c;
}
