/* address_history.c - see address_history.h. */
#include "server/address_history.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOTED_MAX = 16384,
    PURGE_JOBS = 8, /* in one commit: 192 rows */
    DAY_MS = 86400000,
    DAYS_MAX = 800 /* that rows may span, should the calendar have jumped */
};

/* Days since 1970. */
static uint32_t days_of(uint64_t wall_ms)
{
    return (uint32_t)(wall_ms / DAY_MS);
}

/* ---- Noting ---- */
/* The set of what was noted only saves writes. When it is full it is emptied, and a row may be
 * written a second time, which changes nothing. */
static bool is_noted(hub *h, const char *key)
{
    uint8_t sum[16];
    char name[2 * sizeof sum + 1];
    crypto_generichash(sum, sizeof sum, (const uint8_t *)key, strlen(key), NULL, 0);
    sodium_bin2hex(name, sizeof name, sum, sizeof sum);
    if (map_get(&h->addresses_noted, name))
        return true;
    if (h->addresses_noted.count >= NOTED_MAX) {
        map_release(&h->addresses_noted);
        if (!map_init(&h->addresses_noted))
            return false;
    }
    map_put(&h->addresses_noted, name, h);
    return false;
}

static bool history_key(hub *h, const char *person_id, const char *from, char key[STORE_KEY_MAX])
{
    if (!h->config.address_days || !person_id[0] || !from[0])
        return false;
    const int n =
        snprintf(key, STORE_KEY_MAX, "trace/%05u/%s/%s", days_of(hub_wall_ms()), person_id, from);
    return n > 0 && n < STORE_KEY_MAX;
}

void address_history_note(hub *h, writer_job *j, const char *person_id, const char *from)
{
    char key[STORE_KEY_MAX];
    if (j->count < WRITER_JOB_OPS_MAX && history_key(h, person_id, from, key) && !is_noted(h, key))
        writer_job_put(j, key, 0, "{}", 2);
}

void address_history_note_alone(hub *h, const char *person_id, const char *from)
{
    writer_job *j = writer_job_new(NULL, NULL, "");
    if (!j)
        return;
    address_history_note(h, j, person_id, from);
    writer_submit_if(h->writer, j, j->count);
}

/* ---- Dropping what is old ---- */
typedef struct purge {
    hub *hub;
    writer_job *job[PURGE_JOBS];
    uint32_t jobs;
    uint32_t first_kept; /* day */
    bool more;
} purge;

static uint32_t day_of(const char *key)
{
    return (uint32_t)strtoul(key + strlen("trace/"), NULL, 10);
}

static void purged(void *context, writer_job *job)
{
    hub *h = context;
    h->purging--;
    if (job->stored && h->purging == 0 && !h->stop_ms)
        address_history_purge(h);
}

static bool take_old(void *context, const store_row *row)
{
    purge *p = context;
    if (day_of(row->key) >= p->first_kept)
        return false;
    writer_job **j = p->jobs ? &p->job[p->jobs - 1] : NULL;
    if (!j || (*j)->count == WRITER_JOB_OPS_MAX) {
        if (p->jobs == PURGE_JOBS)
            return false;
        j = &p->job[p->jobs];
        *j = writer_job_new(purged, p->hub, "");
        if (!*j)
            return false;
        p->jobs++;
        if (!nodes_guard_sweep(p->hub, *j))
            return false;
    }
    return writer_job_drop(*j, row->key, row->n);
}

/* A wall clock that is not set yet, as on a machine without a battery, drops nothing. */
void address_history_purge(hub *h)
{
    char error[STORE_ERROR_MAX];
    const uint32_t tomorrow = days_of(hub_wall_ms()) + 1, kept = h->config.address_days;
    purge p = {.hub = h, .first_kept = tomorrow > kept ? tomorrow - kept : 0};
    if (h->purging || !store_scan(h->store, "trace/", take_old, &p, error))
        return;
    h->purging = p.jobs;
    for (uint32_t i = 0; i < p.jobs; i++)
        writer_submit(h->writer, p.job[i]);
}

/* ---- One person ---- */
typedef struct reading {
    address_history_reader *reader;
    void *context;
    size_t skip;
    uint32_t day;
} reading;

static bool take_address(void *context, const store_row *row)
{
    reading *r = context;
    r->reader(r->context, r->day, row->key + r->skip);
    return true;
}

/* There are few days, and within a day a person's rows are adjacent. */
bool address_history_of_person(store *s, const char *person_id, address_history_reader *reader,
                               void *context)
{
    char prefix[STORE_KEY_MAX], oldest[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    const uint32_t last = days_of(hub_wall_ms()) + 1;
    if (!store_first(s, "trace/", oldest, error))
        return false;
    uint32_t day = oldest[0] ? day_of(oldest) : last + 1;
    if (day + DAYS_MAX < last)
        day = last - DAYS_MAX;
    for (; day <= last; day++) {
        reading r = {reader, context, 0, day};
        snprintf(prefix, sizeof prefix, "trace/%05u/%s/", day, person_id);
        r.skip = strlen(prefix);
        if (!store_scan(s, prefix, take_address, &r, error))
            return false;
    }
    return true;
}

typedef struct dropping {
    writer_job *job;
    const char *person;
    bool good, more;
} dropping;

static void drop_one(void *context, uint32_t day, const char *from)
{
    dropping *d = context;
    char key[STORE_KEY_MAX];
    if (d->job->count == WRITER_JOB_OPS_MAX) {
        d->more = true;
        return;
    }
    snprintf(key, sizeof key, "trace/%05u/%s/%s", day, d->person, from);
    d->good = d->good && writer_job_drop(d->job, key, 0);
}

bool address_history_drop_person(hub *h, writer_job *j, const char *person_id, bool *more)
{
    dropping d = {j, person_id, true, false};
    const bool read = address_history_of_person(h->store, person_id, drop_one, &d);
    *more = d.more;
    return read && d.good;
}
