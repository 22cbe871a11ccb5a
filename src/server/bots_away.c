/* bots_away.c - a node lets workers think for its bots: see bots_away.h. */
#include "server/bots_away.h"

#include "base/clock.h"
#include "server/jobs.h"
#include "server/log.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LATE_MS = 1500,  /* what an answer may take beyond the time for thinking */
    PAUSE_MS = 5000, /* how long the node thinks itself after an answer that did not come */
    ASK_MS = 1000,
    TURN_MS = 250
};

typedef struct task_list {
    away_task *first, **last;
} task_list;

struct bots_away {
    char url[1024];
    void (*wake)(void *);
    void *context;
    pthread_t thread;
    int pipe[2];
    pthread_mutex_t lock; /* guards from here … */
    task_list fresh, done;
    uint32_t under_way; /* sent, and not handed back yet */
    uint32_t threads;   /* of the workers */
    uint64_t paused_ms;
    bool ending; /* … to here; the rest is the thread's own */
    task_list waiting;
    job_link *link;
    job_batch batch;
    bool kept;
    uint64_t n, asked_ms;
    char error[STORE_ERROR_MAX];
};

/* ---- Lists ---- */
static void list_clear(task_list *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void list_add(task_list *l, away_task *t)
{
    t->next = NULL;
    *l->last = t;
    l->last = &t->next;
}

static away_task *list_take(task_list *l)
{
    away_task *t = l->first;
    if (t && !(l->first = t->next))
        l->last = &l->first;
    return t;
}

static away_task *list_take_number(task_list *l, uint64_t n)
{
    for (away_task **at = &l->first; *at; at = &(*at)->next)
        if ((*at)->n == n) {
            away_task *t = *at;
            *at = t->next;
            if (!*at)
                l->last = at;
            return t;
        }
    return NULL;
}

/* ---- Of the loop ---- */
static void wake_thread(const bots_away *a)
{
    if (write(a->pipe[1], "", 1) < 0)
        return; /* full: the thread wakes up anyway */
}

uint32_t away_room(bots_away *a)
{
    if (!a)
        return 0;
    pthread_mutex_lock(&a->lock);
    const bool paused = clock_mono_ms() < a->paused_ms;
    const uint32_t room = !paused && a->threads > a->under_way ? a->threads - a->under_way : 0;
    pthread_mutex_unlock(&a->lock);
    return room;
}

uint32_t away_threads(bots_away *a)
{
    if (!a)
        return 0;
    pthread_mutex_lock(&a->lock);
    const uint32_t threads = a->threads;
    pthread_mutex_unlock(&a->lock);
    return threads;
}

void away_send(bots_away *a, away_task *t)
{
    t->move = 0;
    pthread_mutex_lock(&a->lock);
    list_add(&a->fresh, t);
    a->under_way++;
    pthread_mutex_unlock(&a->lock);
    wake_thread(a);
}

void away_collect(bots_away *a)
{
    if (!a)
        return;
    pthread_mutex_lock(&a->lock);
    task_list done = a->done;
    for (away_task *t = done.first; t; t = t->next)
        a->under_way--;
    list_clear(&a->done);
    pthread_mutex_unlock(&a->lock);
    for (away_task *t = done.first, *next; t; t = next) {
        next = t->next;
        t->done(t);
    }
}

/* ---- The thread: tasks ---- */
static void hand_back(bots_away *a, away_task *t)
{
    pthread_mutex_lock(&a->lock);
    list_add(&a->done, t);
    pthread_mutex_unlock(&a->lock);
    a->wake(a->context);
}

/* The node thinks itself for a while. */
static void pause_sending(bots_away *a, const char *cause)
{
    pthread_mutex_lock(&a->lock);
    const bool is_new = clock_mono_ms() >= a->paused_ms;
    a->paused_ms = clock_mono_ms() + PAUSE_MS;
    pthread_mutex_unlock(&a->lock);
    if (is_new)
        log_event(LOG_WARN, "bots-here", "cause=\"%s\"", cause);
}

static void give_up_all(bots_away *a, const char *cause)
{
    away_task *t;
    if (a->waiting.first)
        pause_sending(a, cause);
    while ((t = list_take(&a->waiting)))
        hand_back(a, t);
}

static void give_up_late(bots_away *a)
{
    const uint64_t now = clock_mono_ms();
    for (away_task *t = a->waiting.first, *next; t; t = next) {
        next = t->next;
        if (now < t->deadline_ms)
            continue;
        pause_sending(a, "no worker answered in time");
        list_take_number(&a->waiting, t->n);
        if (a->link)
            jobs_remove(a->link, a->batch.name, t->n, a->error); /* nobody wants it any more */
        hand_back(a, t);
    }
}

static void send_fresh(bots_away *a)
{
    char text[BOT_TASK_TEXT_MAX];
    away_task *t;
    for (;;) {
        pthread_mutex_lock(&a->lock);
        t = list_take(&a->fresh);
        pthread_mutex_unlock(&a->lock);
        if (!t)
            return;
        t->n = ++a->n;
        t->deadline_ms = clock_mono_ms() + t->task->time_ms + LATE_MS;
        if (a->kept && jobs_put(a->link, a->batch.name, JOBS_LIVE, t->n, text,
                                bot_task_write(t->task, text, sizeof text), a->error)) {
            list_add(&a->waiting, t);
        } else {
            pause_sending(a, a->kept ? a->error : "the database is away");
            hand_back(a, t);
        }
    }
}

static void take_answers(bots_away *a)
{
    job j;
    while (a->waiting.first && jobs_collect(a->link, a->batch.name, &j, a->error) == JOBS_YES) {
        away_task *t = list_take_number(&a->waiting, j.n);
        if (t && (j.failed || azj_move_parse((azj_rules)t->task->view.head.rules, j.data, j.length,
                                             &t->move, NULL) != AZJ_E_OK))
            t->move = 0;
        if (t)
            hand_back(a, t);
        job_release(&j);
    }
}

/* ---- The thread: the database ---- */
static void set_threads(bots_away *a, uint32_t threads)
{
    pthread_mutex_lock(&a->lock);
    const bool is_new = !a->threads != !threads;
    a->threads = threads;
    pthread_mutex_unlock(&a->lock);
    if (is_new)
        log_event(LOG_INFO, threads ? "workers" : "no-workers", "threads=%u", threads);
}

/* The signature takes a moment to find out, so only when there is a worker at all. */
static bool look_for_workers(bots_away *a)
{
    uint32_t threads = 0;
    if (!a->batch.signature[0]) {
        if (!jobs_threads(a->link, NULL, &threads, a->error))
            return false;
        if (!threads)
            return true;
        jobs_signature(a->batch.signature);
    }
    if (!jobs_threads(a->link, a->batch.signature, &threads, a->error))
        return false;
    if (threads || a->waiting.first) {
        const jobs_answer kept = jobs_keep(a->link, &a->batch, a->error);
        a->kept = kept != JOBS_AWAY;
        if (kept == JOBS_YES)
            give_up_all(a, "the database lost the jobs");
    }
    set_threads(a, a->kept ? threads : 0);
    return !threads || a->kept;
}

static void lose_database(bots_away *a)
{
    a->kept = false;
    set_threads(a, 0);
    give_up_all(a, "the database is away");
}

/* Is the database there? Once a second it is asked again. */
static bool has_database(bots_away *a)
{
    const uint64_t now = clock_mono_ms();
    if (a->link && !jobs_is_up(a->link) && a->kept)
        lose_database(a);
    if (now - a->asked_ms < ASK_MS)
        return a->link && jobs_is_up(a->link);
    a->asked_ms = now;
    if (!a->link) {
        a->link = jobs_open(a->url, a->error);
        if (a->link)
            jobs_listen(a->link, a->batch.name, a->error);
    } else if (!jobs_is_up(a->link)) {
        jobs_reconnect(a->link, a->error);
    }
    if (a->link && jobs_is_up(a->link) && look_for_workers(a))
        return true;
    lose_database(a);
    return false;
}

static bool wait_a_while(bots_away *a)
{
    char unused[64];
    struct pollfd at[2] = {{.fd = a->pipe[0], .events = POLLIN},
                           {.fd = a->link ? jobs_socket(a->link) : -1, .events = POLLIN}};
    poll(at, 2, a->waiting.first ? TURN_MS : ASK_MS);
    while (read(a->pipe[0], unused, sizeof unused) > 0)
        continue;
    pthread_mutex_lock(&a->lock);
    const bool ending = a->ending;
    pthread_mutex_unlock(&a->lock);
    return !ending;
}

static void *send_and_take(void *context)
{
    bots_away *a = context;
    do {
        const bool there = has_database(a);
        send_fresh(a);
        if (there) {
            jobs_drain_notes(a->link);
            take_answers(a);
        }
        give_up_late(a);
    } while (wait_a_while(a));
    if (a->link && a->kept)
        jobs_end(a->link, a->batch.name, a->error);
    jobs_close(a->link);
    return NULL;
}

/* ---- Begin and end ---- */
bots_away *away_new(const char *url, void (*wake)(void *context), void *context)
{
    bots_away *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    snprintf(a->url, sizeof a->url, "%s", url);
    a->wake = wake;
    a->context = context;
    a->batch = (job_batch){.kind = "bot", .spec = "{}", .length = 2};
    jobs_name(a->batch.name);
    list_clear(&a->fresh);
    list_clear(&a->done);
    list_clear(&a->waiting);
    pthread_mutex_init(&a->lock, NULL);
    if (pipe(a->pipe) != 0) {
        free(a);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(a->pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(a->pipe[i], F_SETFD, FD_CLOEXEC);
    }
    if (pthread_create(&a->thread, NULL, send_and_take, a) == 0)
        return a;
    close(a->pipe[0]);
    close(a->pipe[1]);
    free(a);
    return NULL;
}

void away_free(bots_away *a)
{
    away_task *t;
    if (!a)
        return;
    pthread_mutex_lock(&a->lock);
    a->ending = true;
    pthread_mutex_unlock(&a->lock);
    wake_thread(a);
    pthread_join(a->thread, NULL);
    while ((t = list_take(&a->fresh)) || (t = list_take(&a->waiting)))
        list_add(&a->done, t);
    away_collect(a);
    close(a->pipe[0]);
    close(a->pipe[1]);
    pthread_mutex_destroy(&a->lock);
    free(a);
}
