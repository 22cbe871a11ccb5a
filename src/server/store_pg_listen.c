/* store_pg_listen.c - what other nodes note (LISTEN and NOTIFY), on a thread of its own.
 *
 * A note is "ORIGIN NOTE"; our own are dropped. Whenever the connection was lost, notes may have
 * been missed, and that is reported with NULL as soon as there is a new one. The thread also finds
 * out when a database that was away is there again, so that the loop never waits for that.
 */
#include "server/store_pg.h"

#include "base/clock.h"
#include "server/log.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 1000, RETRY_MS = 500, CHECK_MS = 3000 };

static void hand_over(const store_pg *s, const PGnotify *note)
{
    const size_t own = strlen(s->origin);
    const char *space = strchr(note->extra, ' ');
    if (!space || ((size_t)(space - note->extra) == own && !strncmp(note->extra, s->origin, own)))
        return;
    s->listener(s->context, space + 1);
}

static void take_notes(const store_pg *s, PGconn *c)
{
    PGnotify *note;
    while ((note = pq.notifies(c))) {
        hand_over(s, note);
        pq.freemem(note);
    }
}

/* False: the thread is to end. */
static bool wait_a_while(const store_pg *s, const PGconn *c, int ms)
{
    struct pollfd at[2] = {{.fd = s->wake[0], .events = POLLIN},
                           {.fd = c ? pq.socket(c) : -1, .events = POLLIN}};
    poll(at, c ? 2 : 1, ms);
    return at[0].revents == 0;
}

static PGconn *connect_again(store_pg *s)
{
    char error[STORE_ERROR_MAX];
    PGconn *c = pg_connect(s, error);
    if (c && !pg_do(c, "LISTEN azulejo", error))
        pg_drop(&c);
    if (c) {
        atomic_store(&s->away, false);
        s->listener(s->context, NULL);
    }
    return c;
}

static void *listen_for_notes(void *context)
{
    store_pg *s = context;
    PGconn *c = NULL;
    char error[STORE_ERROR_MAX];
    while (wait_a_while(s, c, c ? WAIT_MS : RETRY_MS)) {
        if (!c) {
            c = connect_again(s);
            continue;
        }
        const bool good = pq.consumeInput(c);
        take_notes(s, c);
        if (!good || (atomic_load(&s->away) && !pg_do(c, "SELECT 1", error))) {
            atomic_store(&s->away, true);
            log_event(LOG_WARN, "store-away", "cause=\"the database does not answer\"");
            pg_drop(&c);
        } else {
            take_notes(s, c);
            atomic_store(&s->away, false);
        }
    }
    pg_drop(&c);
    return NULL;
}

bool pg_listen(store *base, store_listener *listener, void *context)
{
    store_pg *s = (store_pg *)base;
    if (!listener) {
        pg_listen_end(s);
        return true;
    }
    s->listener = listener;
    s->context = context;
    if (pipe(s->wake) != 0)
        return false;
    s->listening = pthread_create(&s->thread, NULL, listen_for_notes, s) == 0;
    return s->listening;
}

void pg_listen_end(store_pg *s)
{
    if (!s->listening)
        return;
    if (write(s->wake[1], "", 1) == 1)
        pthread_join(s->thread, NULL);
    close(s->wake[0]);
    close(s->wake[1]);
    s->listening = false;
}

/* ---- The check at the start ---- */
/* Two connections, as a pooler would otherwise lend the same one twice. */
static bool arrives(PGconn *from, PGconn *to, const char *word, char error[STORE_ERROR_MAX])
{
    const char *const values[] = {word};
    const uint64_t deadline = clock_mono_ms() + CHECK_MS;
    PGresult *r = pg_run(from, "SELECT pg_notify('azulejo_check',$1)", 1, values, error);
    pq.clear(r);
    while (r && clock_mono_ms() < deadline) {
        struct pollfd at = {.fd = pq.socket(to), .events = POLLIN};
        poll(&at, 1, 50);
        pq.consumeInput(to);
        for (PGnotify *note; (note = pq.notifies(to));) {
            const bool same = strcmp(note->extra, word) == 0;
            pq.freemem(note);
            if (same)
                return true;
        }
    }
    if (r)
        snprintf(error, STORE_ERROR_MAX,
                 "PostgreSQL: notes of other nodes (LISTEN) do not arrive; behind pgbouncer, set "
                 "pool_mode = session for this database");
    return false;
}

bool pg_check_notes(store_pg *s, char error[STORE_ERROR_MAX])
{
    char word[PG_ORIGIN_MAX];
    PGconn *to = pg_connect(s, error);
    snprintf(word, sizeof word, "%s", s->origin);
    const bool good =
        to && pg_do(to, "LISTEN azulejo_check", error) && arrives(s->writer, to, word, error);
    pg_drop(&to);
    return good;
}
