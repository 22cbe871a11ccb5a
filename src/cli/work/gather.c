/* gather.c - work in numbered pieces: see gather.h. */
#include "cli/work/gather.h"

#include "base/clock.h"
#include "cli/work/crew.h"

#include <inttypes.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW_MAX = 512, /* pieces that are out at once */
    WINDOW_MORE = 4,  /* beyond two for each thread */
    KEEP_MS = 2000,
    PUT_AGAIN_MS = 10000,
    RETRY_MS = 500,
    NO_WORKER_NOTICE_MS = 6000, /* without a worker, before a message says so */
    TURN_MS = 100
};

typedef struct piece {
    uint64_t n;
    bool put, done;
    char *bytes;
    size_t length;
} piece;

typedef struct gathering {
    cli_args *args;
    const gather *g;
    job_link *link;
    crew *crew; /* NULL: none of our own */
    job_batch batch;
    piece window[WINDOW_MAX]; /* in the order of the numbers */
    unsigned count, room;
    uint64_t next; /* the first piece that is not in the window yet */
    bool kept, away, enough, said;
    uint64_t kept_ms, put_ms, tried_ms, alone_ms;
    char *text;
    char error[STORE_ERROR_MAX];
} gathering;

/* ---- The window ---- */
static void fill_window(gathering *w)
{
    while (w->count < w->room && w->next < w->g->pieces) {
        const uint64_t n = w->next++;
        if (w->g->write(w->g->context, n, w->text, JOBS_TEXT_MAX))
            w->window[w->count++] = (piece){.n = n};
    }
}

static piece *find_piece(gathering *w, uint64_t n)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->window[i].n == n)
            return &w->window[i];
    return NULL;
}

static void hand_over(gathering *w, piece *p)
{
    if (!w->enough)
        w->enough = !w->g->take(w->g->context, p->n, p->bytes, p->length);
    free(p->bytes);
    p->bytes = NULL;
}

/* Hands over the pieces that are done and follow the last one; with `all` every piece that is done.
 */
static void hand_over_done(gathering *w, bool all)
{
    unsigned kept = 0;
    bool gap = false;
    for (unsigned i = 0; i < w->count; i++) {
        piece *p = &w->window[i];
        if (p->done && (!gap || all))
            hand_over(w, p);
        else
            w->window[kept++] = *p;
        gap = gap || !p->done;
    }
    w->count = kept;
}

/* ---- The database ---- */
static bool put_pieces(gathering *w)
{
    for (unsigned i = 0; i < w->count && w->kept; i++) {
        piece *p = &w->window[i];
        if (p->put || p->done)
            continue;
        const size_t length = w->g->write(w->g->context, p->n, w->text, JOBS_TEXT_MAX);
        if (!jobs_put(w->link, w->batch.name, JOBS_LONG, p->n, w->text, length, w->error))
            return false;
        p->put = true;
    }
    return true;
}

static void put_all_again(gathering *w)
{
    w->put_ms = clock_mono_ms();
    for (unsigned i = 0; i < w->count; i++)
        w->window[i].put = false;
}

/* How many pieces are out follows from how many threads there are. */
static bool count_threads(gathering *w)
{
    uint32_t threads;
    const uint64_t now = clock_mono_ms();
    if (!jobs_threads(w->link, w->batch.signature, &threads, w->error))
        return false;
    const uint64_t room = 2 * ((uint64_t)threads + w->g->threads) + WINDOW_MORE;
    w->room = room < WINDOW_MAX ? (unsigned)room : WINDOW_MAX;
    if (threads || w->g->threads) {
        w->alone_ms = now;
        w->said = false;
    } else if (!w->said && now - w->alone_ms > NO_WORKER_NOTICE_MS) {
        w->said = true;
        fprintf(stderr,
                "azulejo %s: no worker with the signature %s is there: start `azulejo work "
                "--store URL`\n",
                w->args->verb, w->batch.signature);
    }
    return true;
}

static bool keep_batch(gathering *w)
{
    const uint64_t now = clock_mono_ms();
    if (w->kept && now - w->kept_ms < KEEP_MS)
        return true;
    const jobs_answer kept = jobs_keep(w->link, &w->batch, w->error);
    w->kept = kept != JOBS_AWAY;
    if (kept == JOBS_YES || now - w->put_ms > PUT_AGAIN_MS)
        put_all_again(w); /* those that are still there stay as they are */
    w->kept_ms = now;
    return w->kept && count_threads(w);
}

/* The reason comes from a worker: only printable characters of it are shown. */
static void fail_piece(gathering *w, const job *j)
{
    char why[CREW_WHY_MAX];
    size_t n = 0;
    for (; n < j->length && n < sizeof why - 1; n++)
        why[n] = j->data[n] >= ' ' && j->data[n] <= '~' ? j->data[n] : '?';
    why[n] = 0;
    cli_failed(w->args, "piece %" PRIu64 " of the work was refused: %s", j->n, why);
}

static bool collect_results(gathering *w)
{
    jobs_answer got;
    job j;
    while (!w->args->stop &&
           (got = jobs_collect(w->link, w->batch.name, &j, w->error)) == JOBS_YES) {
        piece *p = find_piece(w, j.n);
        if (p && j.failed)
            fail_piece(w, &j);
        if (p && !p->done && !j.failed) {
            p->done = true;
            p->bytes = j.data;
            p->length = j.length;
            j.data = NULL;
        }
        job_release(&j);
    }
    return w->args->stop || got == JOBS_NO;
}

static bool connect_again(gathering *w)
{
    const uint64_t now = clock_mono_ms();
    if (jobs_is_up(w->link))
        return true;
    w->kept = false;
    if (now - w->tried_ms < RETRY_MS)
        return false;
    w->tried_ms = now;
    return jobs_reconnect(w->link, w->error);
}

static void talk_to_database(gathering *w)
{
    const bool there = connect_again(w) && keep_batch(w) && put_pieces(w) && collect_results(w) &&
                       (!w->crew || crew_turn(w->crew, w->link, !w->enough, w->error));
    if (there == !w->away)
        return;
    w->away = !there;
    fprintf(stderr, "azulejo %s: %s%s\n", w->args->verb,
            there ? "the database is there again" : "waiting for the database: ",
            there ? "" : w->error);
}

static void wait_a_while(gathering *w)
{
    struct pollfd at[2] = {{.fd = w->crew ? crew_pipe(w->crew) : -1, .events = POLLIN},
                           {.fd = jobs_socket(w->link), .events = POLLIN}};
    poll(at, 2, TURN_MS);
    jobs_drain_notes(w->link);
}

/* ---- All of it ---- */
static void gather_all(gathering *w)
{
    bool going = true;
    fill_window(w);
    while (w->count && going && !w->enough && !w->args->stop) {
        talk_to_database(w);
        hand_over_done(w, false);
        fill_window(w);
        going = w->g->may_continue(w->g->context);
        if (w->count && going && !w->enough && !w->args->stop)
            wait_a_while(w);
    }
    if (!w->enough && !w->args->stop)
        hand_over_done(w, true);
    for (unsigned i = 0; i < w->count; i++)
        free(w->window[i].bytes);
}

static bool begin(gathering *w)
{
    cli_args *a = w->args;
    if (sodium_init() < 0 || !(w->text = malloc(JOBS_TEXT_MAX)))
        return cli_failed(a, "out of memory");
    w->link = jobs_open(w->g->store, w->error);
    if (!w->link)
        return cli_failed(a, "%s", w->error);
    w->batch = (job_batch){.spec = w->g->spec, .length = w->g->spec_length};
    snprintf(w->batch.kind, sizeof w->batch.kind, "%s", w->g->kind);
    jobs_name(w->batch.name);
    jobs_signature(w->batch.signature);
    if (!jobs_tidy(w->link, w->error) || !jobs_listen(w->link, w->batch.name, w->error))
        return cli_failed(a, "%s", w->error);
    w->crew = w->g->threads ? crew_new(w->g->threads, w->batch.signature, w->batch.name) : NULL;
    w->room = 2 * w->g->threads + WINDOW_MORE;
    w->alone_ms = w->put_ms = clock_mono_ms();
    return !w->g->threads || w->crew || cli_failed(a, "threads cannot be started");
}

bool gather_run(cli_args *a, const gather *g)
{
    gathering *w = calloc(1, sizeof *w);
    if (!w)
        return cli_failed(a, "out of memory");
    w->args = a;
    w->g = g;
    if (begin(w))
        gather_all(w);
    if (w->link && jobs_is_up(w->link))
        jobs_end(w->link, w->batch.name, w->error);
    if (w->crew)
        crew_end_work(w->crew, NULL);
    jobs_close(w->link);
    free(w->text);
    free(w);
    return !a->stop;
}
