/* load.c - see load.h. A table's life: made by player 0, joined by player 1, watched by two more,
 * ready, played with random moves, and made anew when it is over. */
#include "cli/load/load.h"

#include "base/clock.h"

#include <azulejo/text.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { PHASE_NONE, PHASE_MAKING, PHASE_SEATING, PHASE_LIVE };
enum { CROWD_BIT = 1u << 31 };
enum { RETRY_US = 200000, POLL_EVERY = 64, BACK_AT_ONCE = 4 };

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
    if (!wire_send(w, text, (size_t)n) && l->ports_nb < 2)
        l->lost++; /* with several targets reading finds it, and it comes back */
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

/* A socket may watch a few tables only. */
static void unwatch(load *l, load_table *t)
{
    for (unsigned i = 0; i < LOAD_SOCKETS && t->id[0]; i++)
        send_message(l, &t->wire[i], "{\"t\":\"unwatch\",\"table\":\"%s\"}", t->id);
    for (uint32_t i = 0; i < l->crowd_nb && t->id[0] && t == l->tables; i++)
        send_message(l, &l->crowd[i], "{\"t\":\"unwatch\",\"table\":\"%s\"}", t->id);
    t->id[0] = 0;
}

static void make_table(load *l, load_table *t)
{
    unwatch(l, t);
    t->phase = PHASE_MAKING;
    t->n = 0;
    t->left_us = 0;
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

/* A position in which `seat` is to move, as that seat sees it: it has everything that is needed to
 * find a legal move. Another seat's view may not, because drawn plates are hidden (D9). */
static bool read_position(load_table *t, unsigned seat, const char *text, size_t length)
{
    azj_state view;
    const char *at = find_in_message(text, length, "\"position\":");
    const char *ply = at ? find_in_message(at, (size_t)(text + length - at), ",\"ply\":") : NULL;
    if (!ply || azj_position_parse_json(at, (size_t)(ply - 7 - at), &view, NULL) != AZJ_E_OK ||
        view.head.seat != seat)
        return false;
    t->view = view;
    t->ply = (uint32_t)strtoul(ply, NULL, 10);
    return true;
}

/* Both clocks together lose what passes, whoever moves. */
static void compare_clocks(load *l, load_table *t, const char *text, size_t length)
{
    const char *at = find_in_message(text, length, "\"clock\":{\"left_ms\":[");
    const uint64_t now = clock_mono_us();
    char *end;
    if (!at)
        return;
    const uint32_t first = (uint32_t)strtoul(at, &end, 10);
    const uint32_t second = (uint32_t)strtoul(end + 1, NULL, 10);
    if (t->left_us) {
        const double cost = (double)t->left_ms[0] + t->left_ms[1] - first - second;
        const double wrong = cost - (double)(now - t->left_us) / 1000.0;
        l->loss.clocks++;
        l->loss.most_ms = wrong > l->loss.most_ms ? wrong : l->loss.most_ms;
        l->loss.least_ms = wrong < l->loss.least_ms ? wrong : l->loss.least_ms;
    }
    t->left_ms[0] = first;
    t->left_ms[1] = second;
    t->left_us = now;
}

/* The first player who sees an event notes it; not the other's last event of the game before. */
static void note_event(load *l, load_table *t, const char *text, size_t length)
{
    const char *at = find_in_message(text, length, "\"n\":");
    const char *id = find_in_message(text, length, "\"table\":\"");
    const uint32_t n = at ? (uint32_t)strtoul(at, NULL, 10) : 0;
    if (n <= t->n || t->phase == PHASE_MAKING || !id || strncmp(id, t->id, strlen(t->id)) != 0)
        return;
    t->n = n;
    compare_clocks(l, t, text, length);
}

static void plan_move(load *l, load_table *t)
{
    const uint64_t think = (uint64_t)l->think_ms * 1000u;
    t->due_us = clock_mono_us() + (think ? think / 2 + azj_rng_next(&l->rng) % think : 0);
}

static void move(load *l, load_table *t)
{
    azj_move moves[AZJ_MOVES_MAX];
    char text[AZJ_MOVE_JSON_MAX];
    const size_t n = azj_moves(&t->view, moves);
    const unsigned seat = t->view.head.seat;
    t->due_us = 0;
    if (t->away >> seat & 1u)
        return; /* when it is back */
    if (n == 0) {
        trouble(l, "no move at table", t->id, strlen(t->id));
        return;
    }
    azj_move_json(moves[azj_rng_below(&l->rng, (uint32_t)n)], text, sizeof text);
    t->number++;
    t->sent_us = clock_mono_us();
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
        load_times_add(&l->screen, clock_mono_us() - t->sent_us);
    }
    if (socket >= LOAD_SEATS)
        return;
    note_event(l, t, text, length);
    if (is_move && socket == 0)
        l->moves++;
    if (find_in_message(text, length < 200 ? length : 200, "\"kind\":\"end\"")) {
        if (socket != 0)
            return;
        l->games++;
        make_table(l, t);
    } else if (read_position(t, socket, text, length)) {
        t->phase = PHASE_LIVE;
        plan_move(l, t);
    }
}

/* A socket that was lost is at another target. */
static void on_back(load *l, load_table *t, unsigned socket, const char *text, size_t length)
{
    t->away &= ~(1u << socket);
    l->loss.back++;
    load_times_add(&l->loss.back_times, clock_mono_us() - l->loss.first_us);
    if (socket >= LOAD_SEATS)
        return;
    note_event(l, t, text, length);
    if (t->phase == PHASE_LIVE && read_position(t, socket, text, length))
        plan_move(l, t);
    else if (socket == 0 &&
             (t->phase != PHASE_LIVE || find_in_message(text, length, "\"phase\":\"over\"")))
        make_table(l, t);
}

/* After a loss a move may have been stored although nobody could say so, and a node may have to
 * wait for the database. */
static bool is_excused(load *l, load_table *t, const char *text, size_t length)
{
    static const char *const again[] = {"\"BUSY\"", "\"NOT_STORED\""}, *const done = "\"STALE\"";
    bool wait = false;
    for (unsigned i = 0; i < 2; i++)
        wait = wait || find_in_message(text, length, again[i]);
    if (!l->loss.first_us || (!wait && !find_in_message(text, length, done)))
        return false;
    if (wait)
        t->due_us = clock_mono_us() + RETRY_US;
    l->loss.refused++;
    return true;
}

static void take_message(load *l, load_table *t, unsigned socket, const char *text, size_t length)
{
    if (is_kind(text, length, "{\"t\":\"event\""))
        on_event(l, t, socket, text, length);
    else if (is_kind(text, length, "{\"t\":\"ok\",\"id\":\"m"))
        load_times_add(&l->confirm, clock_mono_us() - t->sent_us);
    else if (is_kind(text, length, "{\"t\":\"made\""))
        on_made(l, t, text, length);
    else if (is_kind(text, length, "{\"t\":\"ok\",\"id\":\"j\""))
        on_joined(l, t);
    else if (is_kind(text, length, "{\"t\":\"sync\"") && t->away >> socket & 1u)
        on_back(l, t, socket, text, length);
    else if (is_kind(text, length, "{\"t\":\"error\"") && !is_excused(l, t, text, length))
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
            load_times_add(&k->load->crowd_screen, clock_mono_us() - t->sent_us);
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

static bool open_one(load *l, uint32_t index, unsigned target, const char *cookie)
{
    wire *w = wire_of(l, index);
    struct epoll_event e = {.events = EPOLLIN, .data = {.u32 = index}};
    if (!wire_open(w, l->ports[target], cookie) ||
        epoll_ctl(l->poll, EPOLL_CTL_ADD, w->fd, &e) != 0) {
        snprintf(l->problem, sizeof l->problem, "socket %u could not be opened", index);
        return false;
    }
    taken k = {l, index};
    return wire_read(w, take_any, &k);
}

/* A socket was lost: it comes back to another target soon. False: there is none. */
static bool wait_to_come_back(load *l, uint32_t index)
{
    load_table *t = &l->tables[index / LOAD_SOCKETS];
    const unsigned socket = index % LOAD_SOCKETS;
    if (l->ports_nb < 2 || index & CROWD_BIT)
        return false;
    if (!l->loss.first_us)
        l->loss.first_us = clock_mono_us();
    l->loss.sockets++;
    t->away |= 1u << socket;
    t->seen &= ~(1u << socket);
    l->lost_sockets[(l->lost_first + l->lost_nb++) % (l->tables_nb * LOAD_SOCKETS)] = index;
    return true;
}

/* The next targets, one after the other. False: none of them takes it. */
static bool come_back(load *l, uint32_t index)
{
    load_table *t = &l->tables[index / LOAD_SOCKETS];
    const unsigned socket = index % LOAD_SOCKETS;
    for (unsigned i = 1; i < l->ports_nb; i++) {
        t->at[socket] = (uint8_t)((t->at[socket] + 1u) % l->ports_nb);
        if (!open_one(l, index, t->at[socket],
                      socket < LOAD_SEATS ? t->cookie[socket] : l->watcher))
            continue;
        l->problem[0] = 0;
        send_message(l, &t->wire[socket], "{\"t\":\"watch\",\"table\":\"%s\",\"from\":%u}", t->id,
                     t->n);
        return true;
    }
    return false;
}

/* Opening a socket blocks, so only a few are opened before the others are read again: else the
 * times of what they receive would be those of the generator. */
static void bring_back_some(load *l)
{
    for (unsigned i = 0; i < BACK_AT_ONCE && l->lost_nb; i++) {
        const uint32_t index = l->lost_sockets[l->lost_first];
        l->lost_first = (l->lost_first + 1) % (l->tables_nb * LOAD_SOCKETS);
        l->lost_nb--;
        l->lost += !come_back(l, index);
    }
}

static void poll_once(load *l, int wait_ms)
{
    struct epoll_event events[512];
    const int n = epoll_wait(l->poll, events, 512, l->lost_nb ? 0 : wait_ms);
    for (int i = 0; i < n; i++) {
        taken k = {l, events[i].data.u32};
        wire *w = wire_of(l, k.index);
        if (!wire_read(w, take_any, &k)) {
            wire_close(w);
            l->lost += !wait_to_come_back(l, k.index);
        }
    }
    bring_back_some(l);
}

bool load_open(load *l)
{
    l->poll = epoll_create1(0);
    l->tables = calloc(l->tables_nb, sizeof *l->tables);
    l->crowd = calloc(l->crowd_nb + 1, sizeof *l->crowd);
    l->lost_sockets = calloc((size_t)l->tables_nb * LOAD_SOCKETS + 1, sizeof *l->lost_sockets);
    if (!l->tables || !l->crowd || !l->lost_sockets || !wire_session(l->ports[0], l->watcher)) {
        snprintf(l->problem, sizeof l->problem, "no session");
        return false;
    }
    static const char *const names[] = {"classic", "duel", "grey", "crystal1", "crystal2"};
    for (uint32_t i = 0; i < l->tables_nb * LOAD_SOCKETS; i++) {
        const unsigned socket = i % LOAD_SOCKETS, at = (i / LOAD_SOCKETS + socket) % l->ports_nb;
        const bool plays = socket < LOAD_SEATS;
        load_table *t = &l->tables[i / LOAD_SOCKETS];
        t->at[socket] = (uint8_t)at;
        if (i % POLL_EVERY == 0)
            poll_once(l, 0); /* the first ones are asked whether they are alive */
        snprintf(t->rules, sizeof t->rules, "%s", names[i / LOAD_SOCKETS % 5]);
        if ((plays && !wire_session(l->ports[at], t->cookie[socket])) ||
            !open_one(l, i, at, plays ? t->cookie[socket] : l->watcher))
            return false;
    }
    for (uint32_t i = 0; i < l->crowd_nb; i++)
        if (!open_one(l, i | CROWD_BIT, i % l->ports_nb, l->watcher))
            return false;
    return true;
}

static void move_those_due(load *l)
{
    const uint64_t now = clock_mono_us();
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
    const uint64_t end = clock_mono_us() + 60000000u;
    azj_rng_seed(&l->rng, 1);
    for (uint32_t i = 0; i < l->tables_nb; i++) {
        make_table(l, &l->tables[i]);
        poll_once(l, 0);
    }
    while (load_live(l) < l->tables_nb && clock_mono_us() < end && l->errors == 0) {
        poll_once(l, 20);
        move_those_due(l);
    }
    return load_live(l) > l->tables_nb * 9 / 10;
}

void load_run(load *l, uint64_t seconds)
{
    const uint64_t end = clock_mono_us() + seconds * 1000000u;
    while (clock_mono_us() < end) {
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
    free(l->lost_sockets);
}
