/* crew.c - threads that do jobs: see crew.h. */
#include "cli/work/crew.h"

#include "base/clock.h"
#include "server/log.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RENEW_MS = 1500, STOP_MS = 3000, STOP_LOOK_US = 5000 };

static const struct {
    const char *kind;
    crew_runner *run;
} kinds[] = {{"bot", bot_job_run},
             {"match", match_job_run},
             {"selfplay", selfplay_job_run},
             {"analysis", analysis_job_run}};

/* FREE and READY are the caller's, BUSY is the thread's. */
typedef enum slot_state { SLOT_FREE, SLOT_BUSY, SLOT_READY } slot_state;

typedef struct slot {
    crew *crew;
    pthread_t thread;
    slot_state state; /* under the lock */
    job job;
    bool kept; /* the claim was still ours when it was renewed */
    crew_end end;
    crew_result result;
    char why[CREW_WHY_MAX];
    atomic_bool stop;
} slot;

struct crew {
    char name[JOBS_NAME_MAX], signature[JOBS_SIGNATURE_MAX], batch[JOBS_NAME_MAX];
    int pipe[2];
    pthread_mutex_t lock;
    pthread_cond_t given;
    bool ending; /* under the lock */
    uint64_t renewed_ms;
    crew_figures count;
    unsigned threads;
    slot slot[];
};

/* ---- The threads ---- */
static crew_runner *runner_of(const char *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].run;
    return NULL;
}

static void do_job(slot *s, crew_engines *engines)
{
    crew_runner *run = runner_of(s->job.kind);
    s->result = (crew_result){.length = 0};
    snprintf(s->why, sizeof s->why, "unknown kind of work");
    s->end = run ? run(&s->job, engines, &s->stop, &s->result, s->why) : CREW_REFUSED;
    if (s->end == CREW_DONE && s->result.length > JOBS_RESULT_MAX) {
        s->end = CREW_REFUSED;
        snprintf(s->why, sizeof s->why, "the result is too large");
    }
}

static void free_engines(crew_engines *engines)
{
    for (unsigned i = 0; engines->bots && i < azj_bot_count(); i++)
        azj_engine_free(engines->bots[i]);
    free(engines->bots);
    azj_engine_free(engines->judge);
}

static void *do_jobs(void *context)
{
    slot *s = context;
    crew *c = s->crew;
    crew_engines engines = {.bots = calloc(azj_bot_count(), sizeof *engines.bots)};
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (s->state != SLOT_BUSY && !c->ending)
            pthread_cond_wait(&c->given, &c->lock);
        if (s->state != SLOT_BUSY)
            break;
        pthread_mutex_unlock(&c->lock);
        do_job(s, &engines);
        pthread_mutex_lock(&c->lock);
        s->state = SLOT_READY;
        if (write(c->pipe[1], "", 1) < 0)
            continue; /* full: the caller looks anyway */
    }
    pthread_mutex_unlock(&c->lock);
    free_engines(&engines);
    return NULL;
}

/* ---- Making it ---- */
static bool open_pipe(crew *c)
{
    if (pipe(c->pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(c->pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(c->pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

crew *crew_new(unsigned threads, const char *signature, const char *batch)
{
    crew *c = calloc(1, sizeof *c + threads * sizeof *c->slot);
    if (!c || !open_pipe(c)) {
        free(c);
        return NULL;
    }
    jobs_name(c->name);
    snprintf(c->signature, sizeof c->signature, "%s", signature);
    snprintf(c->batch, sizeof c->batch, "%s", batch ? batch : "");
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->given, NULL);
    for (c->threads = 0; c->threads < threads; c->threads++) {
        slot *s = &c->slot[c->threads];
        s->crew = c;
        if (pthread_create(&s->thread, NULL, do_jobs, s) != 0) {
            crew_end_work(c, NULL);
            return NULL;
        }
    }
    return c;
}

const char *crew_name(const crew *c)
{
    return c->name;
}

int crew_pipe(const crew *c)
{
    return c->pipe[0];
}

static slot_state state_of(crew *c, const slot *s)
{
    pthread_mutex_lock(&c->lock);
    const slot_state state = s->state;
    pthread_mutex_unlock(&c->lock);
    return state;
}

crew_figures crew_count(const crew *c)
{
    return c->count;
}

/* ---- Results ---- */
static void free_slot(crew *c, slot *s)
{
    free(s->result.bytes);
    s->result = (crew_result){.length = 0};
    job_release(&s->job);
    pthread_mutex_lock(&c->lock);
    s->state = SLOT_FREE;
    pthread_mutex_unlock(&c->lock);
    c->count.busy--;
}

static void count_end(crew *c, const slot *s, jobs_answer answer)
{
    const job *j = &s->job;
    if (answer == JOBS_NO) {
        c->count.late++;
        log_event(LOG_WARN, "job-late",
                  "batch=%s job=%" PRIu64 " claim=%u cause=\"another claim has it, or "
                  "it is no longer wanted\"",
                  j->batch, j->n, j->claim);
    } else if (s->end == CREW_REFUSED) {
        c->count.refused++;
        log_event(LOG_WARN, "job-refused", "batch=%s job=%" PRIu64 " kind=%s cause=\"%s\"",
                  j->batch, j->n, runner_of(j->kind) ? j->kind : "?", s->why);
    } else {
        c->count.done++;
    }
}

/* False: the database is away, and the result waits for it. */
static bool bring_back(crew *c, slot *s, job_link *l, char error[STORE_ERROR_MAX])
{
    jobs_answer answer = JOBS_YES;
    if (s->end == CREW_STOPPED) {
        if (s->kept && !jobs_give_back(l, c->name, &s->job, error))
            return false;
        free_slot(c, s);
        return true;
    }
    if (s->end == CREW_REFUSED)
        answer = jobs_finish(l, c->name, &s->job, true, s->why, strlen(s->why), error);
    else
        answer = jobs_finish(l, c->name, &s->job, false, s->result.bytes, s->result.length, error);
    if (answer == JOBS_AWAY)
        return false;
    count_end(c, s, answer);
    free_slot(c, s);
    return true;
}

static bool bring_all_back(crew *c, job_link *l, char error[STORE_ERROR_MAX])
{
    for (unsigned i = 0; i < c->threads; i++)
        if (state_of(c, &c->slot[i]) == SLOT_READY && !bring_back(c, &c->slot[i], l, error))
            return false;
    return true;
}

/* ---- Claims ---- */
static void keep_claim(void *context, const char *batch, uint64_t n, uint32_t claim)
{
    crew *c = context;
    for (unsigned i = 0; i < c->threads; i++) {
        const job *j = &c->slot[i].job;
        if (j->n == n && j->claim == claim && strcmp(j->batch, batch) == 0)
            c->slot[i].kept = true;
    }
}

/* Stops the threads whose job another worker has claimed or the owner has removed. */
static bool renew_claims(crew *c, job_link *l, char error[STORE_ERROR_MAX])
{
    const uint64_t now = clock_mono_ms();
    if (!c->count.busy || now - c->renewed_ms < RENEW_MS)
        return true;
    for (unsigned i = 0; i < c->threads; i++)
        c->slot[i].kept = false;
    if (!jobs_renew(l, c->name, keep_claim, c, error))
        return false;
    c->renewed_ms = now;
    for (unsigned i = 0; i < c->threads; i++) {
        slot *s = &c->slot[i];
        if (s->kept || state_of(c, s) != SLOT_BUSY || atomic_load(&s->stop))
            continue;
        log_event(LOG_WARN, "job-lost", "batch=%s job=%" PRIu64 " claim=%u", s->job.batch, s->job.n,
                  s->job.claim);
        atomic_store(&s->stop, true);
    }
    return true;
}

static bool claim_jobs(crew *c, job_link *l, char error[STORE_ERROR_MAX])
{
    for (unsigned i = 0; i < c->threads; i++) {
        slot *s = &c->slot[i];
        if (state_of(c, s) != SLOT_FREE)
            continue;
        const jobs_answer answer =
            jobs_claim(l, c->name, c->signature, c->batch[0] ? c->batch : NULL, &s->job, error);
        if (answer != JOBS_YES)
            return answer == JOBS_NO;
        c->count.busy++;
        atomic_store(&s->stop, false);
        s->kept = true;
        pthread_mutex_lock(&c->lock);
        s->state = SLOT_BUSY;
        pthread_cond_broadcast(&c->given);
        pthread_mutex_unlock(&c->lock);
    }
    return true;
}

bool crew_turn(crew *c, job_link *l, bool claim, char error[STORE_ERROR_MAX])
{
    char unused[64];
    while (read(c->pipe[0], unused, sizeof unused) > 0)
        continue;
    return bring_all_back(c, l, error) && renew_claims(c, l, error) &&
           (!claim || claim_jobs(c, l, error));
}

/* ---- The end ---- */
static bool wait_for_threads(crew *c)
{
    const uint64_t deadline = clock_mono_ms() + STOP_MS;
    unsigned busy = 1;
    while (busy && clock_mono_ms() < deadline) {
        busy = 0;
        for (unsigned i = 0; i < c->threads; i++)
            busy += state_of(c, &c->slot[i]) == SLOT_BUSY;
        if (busy)
            clock_sleep_us(STOP_LOOK_US);
    }
    return busy == 0;
}

static void give_all_back(crew *c, job_link *l)
{
    char error[STORE_ERROR_MAX];
    bring_all_back(c, l, error);
    for (unsigned i = 0; i < c->threads; i++)
        if (state_of(c, &c->slot[i]) == SLOT_BUSY)
            jobs_give_back(l, c->name, &c->slot[i].job, error);
}

bool crew_end_work(crew *c, job_link *l)
{
    for (unsigned i = 0; i < c->threads; i++)
        atomic_store(&c->slot[i].stop, true);
    const bool all = wait_for_threads(c);
    if (l && jobs_is_up(l))
        give_all_back(c, l);
    if (!all)
        return false;
    pthread_mutex_lock(&c->lock);
    c->ending = true;
    pthread_cond_broadcast(&c->given);
    pthread_mutex_unlock(&c->lock);
    for (unsigned i = 0; i < c->threads; i++) {
        pthread_join(c->slot[i].thread, NULL);
        free(c->slot[i].result.bytes);
        job_release(&c->slot[i].job);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->given);
    close(c->pipe[0]);
    close(c->pipe[1]);
    free(c);
    return true;
}
