/* run.c - plays a match: see run.h.
 *
 * Each worker is a thread with its own players. It takes the next unplayed game, plays it without
 * a lock and stores the result. The main thread waits and prints the progress.
 */
#include "cli/match/run.h"
#include "base/clock.h"
#include "cli/match/game.h"
#include "cli/match/share.h"
#include "cli/signals.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORKERS_MAX = 256, PROGRESS_MS_TTY = 500, PROGRESS_MS_FILE = 10000, LOOK_US = 20000 };

typedef struct runner {
    const match_config *config;
    const match_schedule *schedule;
    match_log *log;
    match_results *results;
    pthread_mutex_t lock; /* guards all below, log and results */
    uint64_t next;        /* no game before it is left */
    unsigned working;
    int log_error;    /* errno when the log could not be written, else 0 */
    atomic_bool stop; /* give up games under way */
    atomic_bool last; /* start no new ones */
    uint64_t start_us, shown_us, played_before;
} runner;

/* ---- Workers ---- */

static bool take_game(runner *r, uint64_t *index)
{
    bool found = false;
    pthread_mutex_lock(&r->lock);
    while (r->next < r->schedule->games && r->results->done[r->next])
        r->next++;
    if (!atomic_load(&r->last) && r->next < r->schedule->games) {
        *index = r->next++;
        found = true;
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

/* False: no more games are wanted. */
static bool hand_in(runner *r, const match_game *g, const match_moves *moves)
{
    pthread_mutex_lock(&r->lock);
    if (match_log_add(r->log, g, moves))
        match_results_add(r->results, g);
    else
        r->log_error = errno;
    const bool enough =
        r->log_error ||
        (r->config->sprt && stats_sprt_verdict(&r->config->test, &r->results->pairs) != STATS_OPEN);
    if (enough)
        atomic_store(&r->last, true);
    pthread_mutex_unlock(&r->lock);
    return !enough;
}

static void *worker_thread(void *context)
{
    runner *r = context;
    match_table *table = calloc(1, sizeof *table);
    match_moves *moves = malloc(sizeof *moves);
    match_game game;
    uint64_t index;
    if (table && moves) {
        match_table_init(table, r->config, r->schedule, &r->stop);
        while (take_game(r, &index) && match_play(table, index, &game, moves))
            hand_in(r, &game, moves);
        match_table_release(table);
    }
    free(table);
    free(moves);
    pthread_mutex_lock(&r->lock);
    r->working--;
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* ---- Progress ---- */

static void put_time(buf *b, double seconds)
{
    char text[32];
    if (seconds < 100)
        snprintf(text, sizeof text, "%.0f s", ceil(seconds));
    else if (seconds < 6000)
        snprintf(text, sizeof text, "%.0f min", ceil(seconds / 60));
    else
        snprintf(text, sizeof text, "%.1f h", seconds / 3600);
    buf_text(b, text);
}

static void put_two(buf *b, const match_results *m)
{
    const stats_interval elo = stats_elo(&m->pairs);
    const stats_sprt *t = &m->config->test;
    char text[128], value[16], low[16], high[16];
    match_elo_text(elo.value, value, sizeof value);
    match_elo_text(elo.low, low, sizeof low);
    match_elo_text(elo.high, high, sizeof high);
    snprintf(text, sizeof text, "  Elo %s (%s to %s)", value, low, high);
    buf_text(b, text);
    if (!m->config->sprt)
        return;
    snprintf(text, sizeof text, "  LLR %.2f (%.2f to %.2f)", stats_llr(&m->pairs, t->elo0, t->elo1),
             stats_lower(t), stats_upper(t));
    buf_text(b, text);
}

static void show_progress(runner *r, bool tty)
{
    char line[512];
    buf b = buf_on(line, sizeof line);
    pthread_mutex_lock(&r->lock);
    const match_results *m = r->results;
    const uint64_t now = m->played - r->played_before, left = r->schedule->games - m->played;
    const double seconds = (double)(clock_mono_us() - r->start_us) / 1e6;
    buf_text(&b, tty ? "\r\033[K" : "");
    buf_unsigned(&b, m->played);
    buf_text(&b, " of ");
    buf_unsigned(&b, r->schedule->games);
    buf_text(&b, " games");
    if (m->config->count == 2 && m->groups > 0)
        put_two(&b, m);
    if (now > 0) {
        buf_text(&b, m->config->sprt ? "  at most " : "  about ");
        put_time(&b, seconds / (double)now * (double)left);
        buf_text(&b, " left");
    }
    pthread_mutex_unlock(&r->lock);
    buf_text(&b, tty ? "" : "\n");
    buf_end(&b);
    fputs(line, stderr);
    fflush(stderr);
}

/* ---- The main thread ---- */

static bool anybody_works(runner *r)
{
    pthread_mutex_lock(&r->lock);
    const bool working = r->working > 0;
    pthread_mutex_unlock(&r->lock);
    return working;
}

/* At the end of the time, running games are given up, as after an interrupt: their length is
 * unknown. */
static bool out_of_time(const runner *r)
{
    const uint64_t budget_us = 1000000u * r->config->budget_s;
    return budget_us > 0 && clock_mono_us() - r->start_us >= budget_us;
}

static void look_around(runner *r)
{
    const bool tty = isatty(STDERR_FILENO);
    const uint64_t every = 1000u * (tty ? PROGRESS_MS_TTY : PROGRESS_MS_FILE);
    if (signals_caught() || out_of_time(r)) {
        atomic_store(&r->last, true);
        atomic_store(&r->stop, true);
    }
    if (!r->config->quiet && clock_mono_us() - r->shown_us >= every) {
        show_progress(r, tty);
        r->shown_us = clock_mono_us();
    }
}

static void watch_progress(runner *r)
{
    while (anybody_works(r)) {
        look_around(r);
        clock_sleep_us(LOOK_US);
    }
}

static void end_progress(const runner *r)
{
    if (!r->config->quiet && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static unsigned start_workers(runner *r, pthread_t *thread)
{
    unsigned n = 0;
    r->working = r->config->concurrency;
    while (n < r->config->concurrency && pthread_create(&thread[n], NULL, worker_thread, r) == 0)
        n++;
    pthread_mutex_lock(&r->lock);
    r->working -= r->config->concurrency - n;
    pthread_mutex_unlock(&r->lock);
    return n;
}

/* ---- With workers of a database ---- */

static bool is_wanted(void *context, uint64_t index)
{
    const runner *r = context;
    return !r->results->done[index];
}

static bool hand_in_shared(void *context, const match_game *g, const match_moves *moves)
{
    return hand_in(context, g, moves);
}

static bool shared_match_continues(void *context)
{
    runner *r = context;
    look_around(r);
    return !atomic_load(&r->stop);
}

static bool play_shared(cli_args *a, runner *r)
{
    const match_share share = {.config = r->config,
                               .schedule = r->schedule,
                               .context = r,
                               .is_wanted = is_wanted,
                               .hand_in = hand_in_shared,
                               .may_continue = shared_match_continues};
    return match_share_run(a, &share);
}

static bool play_here(cli_args *a, runner *r)
{
    pthread_t thread[WORKERS_MAX];
    const unsigned n = start_workers(r, thread);
    if (n > 0)
        watch_progress(r);
    for (unsigned i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    return n > 0 || cli_failed(a, "no thread can be started");
}

bool match_run(cli_args *a, const match_config *c, const match_schedule *s, match_log *log,
               match_results *results)
{
    runner r = {.config = c,
                .schedule = s,
                .log = log,
                .results = results,
                .start_us = clock_mono_us(),
                .shown_us = clock_mono_us(),
                .played_before = results->played};
    const bool decided = c->sprt && stats_sprt_verdict(&c->test, &results->pairs) != STATS_OPEN;
    if (results->played == s->games || decided)
        return true;
    pthread_mutex_init(&r.lock, NULL);
    signals_catch();
    signal(SIGPIPE, SIG_IGN); /* writing to an engine that has ended must not kill us */
    const bool fine = c->store ? play_shared(a, &r) : play_here(a, &r);
    end_progress(&r);
    pthread_mutex_destroy(&r.lock);
    if (!fine)
        return false;
    if (signals_caught() && results->played < s->games)
        a->status = 128 + signals_caught(); /* as in a shell; the report still follows */
    return !r.log_error || cli_failed(a, "the log cannot be written: %s", strerror(r.log_error));
}
