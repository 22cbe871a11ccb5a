/* load.c - see load.h. A table's life: made by player 0, joined by player 1, watched by two more,
 * ready, played with random moves, and made anew when it is over. */
#include "cli/load/load.h"

#include "cli/clock.h"

#include <azulejo/text.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { PHASE_NONE, PHASE_MAKING, PHASE_SEATING, PHASE_LIVE };
enum { CROWD_BIT = 1u << 31 };

/* ---- Figures ---- */
void load_times_add(load_times *t, uint64_t us)
{
    const uint64_t step = us / LOAD_STEP_US;
    t->step[step < LOAD_STEPS ? step : LOAD_STEPS - 1]++;
    t->count++;
    t->max_us = us > t->max_us ? us : t->max_us;
}

double load_times_ms(const load_times *t, double share)
{
    uint64_t left = (uint64_t)((double)t->count * share);
    for (uint32_t i = 0; i < LOAD_STEPS; i++) {
        if (t->step[i] > left)
            return (i + 1) * (double)LOAD_STEP_US / 1000.0;
        left -= t->step[i];
    }
    return (double)t->max_us / 1000.0;
}

static void trouble(load *l, const char *what, const char *text, size_t length)
{
    l->errors++;
    if (!l->problem[0])
        snprintf(l->problem, sizeof l->problem, "%s: %.*s", what,
                 (int)(length < 180 ? length : 180), text);
}

/* ---- Messages ---- */
static void send_message(load *l, wire *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void send_message(load *l, wire *w, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    const int n = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (!wire_send(w, text, (size_t)n))
        l->lost++;
}

/* The text after "key": in a message that our own server wrote. */
static const char *find_in_message(const char *text, size_t length, const char *key)
{
    const size_t n = strlen(key);
    const char *end = text + length;
    for (const char *at = text; (at = memchr(at, key[0], (size_t)(end - at))); at++) {
        if ((size_t)(end - at) <= n)
            return NULL;
        if (memcmp(at, key, n) == 0)
            return at + n;
    }
    return NULL;
}

static bool is_kind(const char *text, size_t length, const char *start)
{
    const size_t n = strlen(start);
    return length >= n && memcmp(text, start, n) == 0;
}

static void make(load *l, load_table *t)
{
    t->phase = PHASE_MAKING;
    t->joined = t->ready = 0;
    t->due_us = 0;
    send_message(l, &t->wire[0],
                 "{\"t\":\"create\",\"id\":\"c\",\"rules\":\"%s\",\"public\":true,"
                 "\"clock\":{\"kind\":\"total\",\"base_ms\":86400000}}",
                 t->rules);
}

static void copy_text(const char *from, char *to, size_t size)
{
    const size_t n = from ? strcspn(from, "\"") : 0;
    snprintf(to, size, "%.*s", (int)n, from ? from : "");
}

static void on_made(load *l, load_table *t, const char *text, size_t length)
{
    copy_text(find_in_message(text, length, "\"table\":\""), t->id, sizeof t->id);
    t->phase = PHASE_SEATING;
    for (unsigned i = 1; i < LOAD_SOCKETS; i++)
        send_message(l, &t->wire[i], "{\"t\":\"watch\",\"table\":\"%s\"}", t->id);
    send_message(l, &t->wire[1], "{\"t\":\"join\",\"table\":\"%s\",\"id\":\"j\"}", t->id);
    if (t == l->tables)
        for (uint32_t i = 0; i < l->crowd_nb; i++)
            send_message(l, &l->crowd[i], "{\"t\":\"watch\",\"table\":\"%s\"}", t->id);
}

static void on_joined(load *l, load_table *t)
{
    for (unsigned i = 0; i < LOAD_SEATS; i++)
        send_message(l, &t->wire[i],
                     "{\"t\":\"ready\",\"table\":\"%s\",\"contribution\":\"%064x\"}", t->id, i + 1);
}

/* The view of a position holds all that is needed to find a legal move. */
static bool read_position(load_table *t, const char *text, size_t length)
{
    const char *at = find_in_message(text, length, "\"position\":"), *ply;
    if (!at)
        return false;
    const char *end = find_in_message(at, (size_t)(text + length - at), ",\"ply\":");
    ply = end;
    if (!end || azj_position_parse_json(at, (size_t)(end - 7 - at), &t->view, NULL) != AZJ_E_OK)
        return false;
    t->ply = (uint32_t)strtoul(ply, NULL, 10);
    return true;
}

static void plan_move(load *l, load_table *t)
{
    const uint64_t think = (uint64_t)l->think_ms * 1000u;
    t->due_us = clock_now_us() + (think ? think / 2 + azj_rng_next(&l->rng) % think : 0);
}

static void move(load *l, load_table *t)
{
    azj_move moves[AZJ_MOVES_MAX];
    char text[AZJ_MOVE_JSON_MAX];
    const size_t n = azj_moves(&t->view, moves);
    const unsigned seat = t->view.head.seat;
    t->due_us = 0;
    if (n == 0 || seat >= LOAD_SEATS)
        return;
    azj_move_json(moves[azj_rng_below(&l->rng, (uint32_t)n)], text, sizeof text);
    t->number++;
    t->sent_us = clock_now_us();
    t->seen = (1u << LOAD_SOCKETS) - 1;
    send_message(l, &t->wire[seat],
                 "{\"t\":\"move\",\"id\":\"m%" PRIu64 "\",\"table\":\"%s\",\"ply\":%u,\"move\":%s}",
                 t->number, t->id, t->ply, text);
}

static void on_event(load *l, load_table *t, unsigned socket, const char *text, size_t length)
{
    const bool is_move =
        find_in_message(text, length < 200 ? length : 200, "\"kind\":\"move\"") != NULL;
    if (is_move && (t->seen >> socket & 1u)) {
        t->seen &= ~(1u << socket);
        load_times_add(&l->screen, clock_now_us() - t->sent_us);
    }
    if (socket != 0)
        return;
    if (is_move)
        l->moves++;
    if (find_in_message(text, length < 200 ? length : 200, "\"kind\":\"end\"")) {
        l->games++;
        make(l, t);
    } else if (read_position(t, text, length) && t->view.head.seat < LOAD_SEATS) {
        t->phase = PHASE_LIVE;
        plan_move(l, t);
    }
}

static void take_message(load *l, load_table *t, unsigned socket, const char *text, size_t length)
{
    if (is_kind(text, length, "{\"t\":\"event\""))
        on_event(l, t, socket, text, length);
    else if (is_kind(text, length, "{\"t\":\"ok\",\"id\":\"m"))
        load_times_add(&l->confirm, clock_now_us() - t->sent_us);
    else if (is_kind(text, length, "{\"t\":\"made\""))
        on_made(l, t, text, length);
    else if (is_kind(text, length, "{\"t\":\"ok\",\"id\":\"j\""))
        on_joined(l, t);
    else if (is_kind(text, length, "{\"t\":\"error\""))
        trouble(l, "refused", text, length);
}

/* ---- Sockets ---- */
typedef struct taken {
    load *load;
    uint32_t index;
} taken;

static void take_any(void *context, wire *w, const char *text, size_t length)
{
    const taken *k = context;
    (void)w;
    if (k->index & CROWD_BIT) {
        const load_table *t = k->load->tables;
        if (is_kind(text, length, "{\"t\":\"event\"") &&
            find_in_message(text, length < 200 ? length : 200, "\"kind\":\"move\"") && t->sent_us)
            load_times_add(&k->load->crowd_screen, clock_now_us() - t->sent_us);
        return;
    }
    take_message(k->load, &k->load->tables[k->index / LOAD_SOCKETS], k->index % LOAD_SOCKETS, text,
                 length);
}

static wire *wire_of(load *l, uint32_t index)
{
    return index & CROWD_BIT ? &l->crowd[index & ~CROWD_BIT]
                             : &l->tables[index / LOAD_SOCKETS].wire[index % LOAD_SOCKETS];
}

static bool open_one(load *l, uint32_t index, const char *cookie)
{
    wire *w = wire_of(l, index);
    struct epoll_event e = {.events = EPOLLIN, .data = {.u32 = index}};
    if (!wire_open(w, l->port, cookie) || epoll_ctl(l->poll, EPOLL_CTL_ADD, w->fd, &e) != 0) {
        snprintf(l->problem, sizeof l->problem, "socket %u could not be opened", index);
        return false;
    }
    taken k = {l, index};
    return wire_read(w, take_any, &k);
}

bool load_open(load *l)
{
    char cookie[WIRE_COOKIE_MAX], watcher[WIRE_COOKIE_MAX];
    l->poll = epoll_create1(0);
    l->tables = calloc(l->tables_nb, sizeof *l->tables);
    l->crowd = calloc(l->crowd_nb + 1, sizeof *l->crowd);
    if (!l->tables || !l->crowd || !wire_session(l->port, watcher)) {
        snprintf(l->problem, sizeof l->problem, "no session");
        return false;
    }
    static const char *const names[] = {"classic", "duel", "grey", "crystal1", "crystal2"};
    for (uint32_t i = 0; i < l->tables_nb * LOAD_SOCKETS; i++) {
        const bool plays = i % LOAD_SOCKETS < LOAD_SEATS;
        load_table *t = &l->tables[i / LOAD_SOCKETS];
        snprintf(t->rules, sizeof t->rules, "%s", names[i / LOAD_SOCKETS % 5]);
        if ((plays && !wire_session(l->port, cookie)) || !open_one(l, i, plays ? cookie : watcher))
            return false;
    }
    for (uint32_t i = 0; i < l->crowd_nb; i++)
        if (!open_one(l, i | CROWD_BIT, watcher))
            return false;
    return true;
}

static void poll_once(load *l, int wait_ms)
{
    struct epoll_event events[512];
    const int n = epoll_wait(l->poll, events, 512, wait_ms);
    for (int i = 0; i < n; i++) {
        taken k = {l, events[i].data.u32};
        wire *w = wire_of(l, k.index);
        if (!wire_read(w, take_any, &k)) {
            l->lost++;
            wire_close(w);
        }
    }
}

static void move_those_due(load *l)
{
    const uint64_t now = clock_now_us();
    for (uint32_t i = 0; i < l->tables_nb; i++)
        if (l->tables[i].due_us && l->tables[i].due_us <= now)
            move(l, &l->tables[i]);
}

uint32_t load_live(const load *l)
{
    uint32_t live = 0;
    for (uint32_t i = 0; i < l->tables_nb; i++)
        live += l->tables[i].phase == PHASE_LIVE;
    return live;
}

bool load_begin(load *l)
{
    const uint64_t end = clock_now_us() + 60000000u;
    azj_rng_seed(&l->rng, 1);
    for (uint32_t i = 0; i < l->tables_nb; i++) {
        make(l, &l->tables[i]);
        poll_once(l, 0);
    }
    while (load_live(l) < l->tables_nb && clock_now_us() < end && l->errors == 0) {
        poll_once(l, 20);
        move_those_due(l);
    }
    return load_live(l) > l->tables_nb * 9 / 10;
}

void load_run(load *l, uint64_t seconds)
{
    const uint64_t end = clock_now_us() + seconds * 1000000u;
    while (clock_now_us() < end) {
        poll_once(l, 1);
        move_those_due(l);
    }
}

void load_forget(load *l)
{
    memset(&l->screen, 0, sizeof l->screen);
    memset(&l->confirm, 0, sizeof l->confirm);
    memset(&l->crowd_screen, 0, sizeof l->crowd_screen);
    l->moves = l->games = 0;
}

void load_close(load *l)
{
    for (uint32_t i = 0; l->tables && i < l->tables_nb; i++)
        for (unsigned k = 0; k < LOAD_SOCKETS; k++)
            wire_close(&l->tables[i].wire[k]);
    for (uint32_t i = 0; l->crowd && i < l->crowd_nb; i++)
        wire_close(&l->crowd[i]);
    free(l->tables);
    free(l->crowd);
}
