/* nodes.c - see nodes.h. What notes mean for tables: table_nodes.c. */
#include "server/nodes.h"

#include "base/json_write.h"
#include "server/account.h"
#include "server/catch_up.h"
#include "server/fields.h"
#include "server/hub.h"
#include "server/log.h"
#include "server/shared_limits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT_MS = 300,  /* between two changes of our row; the game clock counts on it */
    DEAD_MS = 3500, /* without a change of its row */
    ACT_MS = 3000,  /* how long after a stored beat no other node takes us for dead */
    GAP_MS = 2500,  /* we did not read the rows ourselves */
    NOTES_MS = 100, /* a turn of the loop; what is left comes with the next one */
    WAITING_MAX = 20000
};
static const char ROWS[] = "node/";

typedef struct node_note {
    struct node_note *next;
    char text[STORE_KEY_MAX];
} node_note;

/* ---- Notes ---- */
/* On a thread of the store. */
static void take_note(void *context, const char *text)
{
    hub *h = context;
    node_list *n = &h->nodes;
    node_note *note = text ? calloc(1, sizeof *note) : NULL;
    pthread_mutex_lock(&n->lock);
    if (!note || n->waiting == WAITING_MAX) {
        n->missed = true;
        free(note);
    } else {
        snprintf(note->text, sizeof note->text, "%s", text);
        *n->last = note;
        n->last = &note->next;
        n->waiting++;
    }
    pthread_mutex_unlock(&n->lock);
    transport_wake(h->transport);
}

void nodes_note(hub *h, const char *format, ...)
{
    char text[STORE_KEY_MAX];
    va_list args;
    if (!h->nodes.shared || !h->writer)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    writer_job *j = writer_job_new(NULL, NULL, "");
    writer_submit_if(h->writer, j, j && writer_job_note(j, text));
}

bool nodes_note_with(const hub *h, writer_job *j, const char *format, ...)
{
    char text[STORE_KEY_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return !h->nodes.shared || writer_job_note(j, text);
}

static void handle_note(hub *h, char *text)
{
    char *rest = NULL;
    const char *kind = strtok_r(text, " ", &rest);
    const char *id = strtok_r(NULL, " ", &rest);
    if (!kind)
        return;
    if (kind[0] == 'b')
        person_reload_bans(h);
    else if (id && kind[0] == 's')
        person_drop_sockets(h, id);
    else if (id && kind[0] == 'u')
        limit_used_elsewhere(h, id[0], rest);
    else if (id && kind[0] == 'f')
        account_forgotten_elsewhere(h, id, rest);
    else if (id)
        table_noted(h, kind[0], id, rest);
}

/* ---- Rows ---- */
static void row_key(char key[STORE_KEY_MAX], const char *name)
{
    snprintf(key, STORE_KEY_MAX, "%s%s", ROWS, name);
}

static size_t write_row(const hub *h, char *text, size_t size)
{
    buf b = buf_on(text, size);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "beat", (int64_t)h->nodes.beat);
    json_write_number(&w, "game", (int64_t)hub_game_ms(h));
    json_write_object_end(&w);
    return buf_end(&b);
}

static void beaten(void *context, writer_job *job)
{
    hub *h = context;
    h->nodes.beating = false;
    if (!job->stored)
        return;
    const bool seemed_dead = hub_now_ms() - h->nodes.beaten_ms > ACT_MS;
    h->nodes.beaten_ms = strtoull(job->owner, NULL, 10);
    clock_good(h);
    if (seemed_dead)
        nodes_tell_seats(h, 0);
}

static void send_beat(hub *h, uint64_t now)
{
    char key[STORE_KEY_MAX], text[96], owner[24];
    node_list *n = &h->nodes;
    if (n->beating || now - n->sent_ms < BEAT_MS)
        return;
    n->sent_ms = now;
    snprintf(owner, sizeof owner, "%llu", (unsigned long long)now);
    writer_job *j = writer_job_new(beaten, h, owner);
    n->beat++;
    row_key(key, n->name);
    n->beating = writer_submit_if(
        h->writer, j, j && writer_job_put(j, key, 0, text, write_row(h, text, sizeof text)));
}

/* ---- The turn of the loop ---- */
/* True: there may have been more. */
static bool take_heard(node_list *n)
{
    pthread_mutex_lock(&n->lock);
    const bool missed = n->missed;
    if (n->first) {
        *n->heard_last = n->first;
        n->heard_last = n->last;
        n->first = NULL;
        n->last = &n->first;
    }
    n->missed = false;
    pthread_mutex_unlock(&n->lock);
    return missed;
}

/* A note may need rows, so thousands of them take a while; our own row changes meanwhile. */
static void handle_heard(hub *h)
{
    node_list *n = &h->nodes;
    const uint64_t until = hub_now_ms() + NOTES_MS;
    uint32_t handled = 0;
    while (n->heard && (h->stop_ms || hub_now_ms() < until)) {
        node_note *note = n->heard;
        n->heard = note->next;
        if (!n->heard)
            n->heard_last = &n->heard;
        if (!h->stop_ms)
            handle_note(h, note->text);
        free(note);
        handled++;
    }
    pthread_mutex_lock(&n->lock);
    n->waiting -= handled;
    pthread_mutex_unlock(&n->lock);
    if (n->heard)
        transport_wake(h->transport);
}

void nodes_tell_seats(hub *h, unsigned within_ms)
{
    const uint64_t at = hub_now_ms() + within_ms;
    if (!h->nodes.tell_ms || at < h->nodes.tell_ms)
        h->nodes.tell_ms = at;
}

void nodes_turn(hub *h)
{
    node_list *n = &h->nodes;
    if (!n->shared)
        return;
    if (!h->stop_ms)
        send_beat(h, hub_now_ms());
    const bool missed = take_heard(n);
    handle_heard(h);
    if (missed && !h->stop_ms) {
        person_reload_bans(h);
        catch_up_begin(h);
        nodes_note(h, "q *");
        nodes_tell_seats(h, 0); /* somebody may have asked */
    }
    if (n->tell_ms && hub_now_ms() >= n->tell_ms) {
        n->tell_ms = 0;
        tables_tell_seats(h);
    }
    if (!h->stop_ms)
        catch_up_turn(h);
}

bool nodes_may_act(const hub *h)
{
    return hub_now_ms() - h->nodes.beaten_ms < ACT_MS;
}

/* ---- The others ---- */
unsigned node_place(hub *h, const char *name)
{
    unsigned free_place = NODES_MAX;
    for (unsigned i = NODES_MAX; i-- > 0;) {
        if (strcmp(h->nodes.other[i].name, name) == 0)
            return i;
        if (!h->nodes.other[i].alive && (free_place == NODES_MAX || !h->nodes.other[i].name[0] ||
                                         h->nodes.other[free_place].name[0]))
            free_place = i; /* rather one that nobody had */
    }
    if (free_place == NODES_MAX || strlen(name) >= NODE_NAME_MAX) {
        log_event(LOG_WARN, "too-many-nodes", "most=%d", NODES_MAX);
        return NODES_MAX;
    }
    node_seen *o = &h->nodes.other[free_place];
    *o = (node_seen){.seen_ms = hub_now_ms(), .alive = true};
    snprintf(o->name, sizeof o->name, "%s", name);
    log_event(LOG_INFO, "node", "name=%s", name);
    return free_place;
}

typedef struct row_scan {
    hub *hub;
    bool seen[NODES_MAX];
    uint64_t game_ms;
} row_scan;

static bool take_node(void *context, const store_row *row)
{
    row_scan *scan = context;
    hub *h = scan->hub;
    const char *name = row->key + sizeof ROWS - 1;
    fields f;
    int64_t beat = 0, game_ms = 0;
    const uint64_t now = hub_now_ms();
    if (!row->intact || strcmp(name, h->nodes.name) == 0 ||
        !fields_parse(&f, row->data, row->length))
        return true;
    fields_number(&f, 0, "beat", 0, INT64_MAX, &beat);
    fields_number(&f, 0, "game", 0, INT64_MAX, &game_ms);
    const unsigned i = node_place(h, name);
    if (i == NODES_MAX)
        return true;
    node_seen *o = &h->nodes.other[i];
    scan->seen[i] = true;
    if (o->beat != (uint64_t)beat) {
        o->alive = true;
        o->beat = (uint64_t)beat;
        o->seen_ms = now;
        scan->game_ms = scan->game_ms > (uint64_t)game_ms ? scan->game_ms : (uint64_t)game_ms;
    }
    return true;
}

/* No row, including a dead node's, is ahead of the clocks of the running nodes. */
static bool take_clock(void *context, const store_row *row)
{
    uint64_t *most = context;
    fields f;
    int64_t game_ms = 0;
    if (row->intact && fields_parse(&f, row->data, row->length))
        fields_number(&f, 0, "game", 0, INT64_MAX, &game_ms);
    *most = (uint64_t)game_ms > *most ? (uint64_t)game_ms : *most;
    return true;
}

bool nodes_set_clock(hub *h, uint64_t *ahead_ms)
{
    char error[STORE_ERROR_MAX];
    const uint64_t ours = hub_game_ms(h);
    uint64_t most = 0;
    if (!store_scan(h->store, ROWS, take_clock, &most, error))
        return false;
    *ahead_ms = most > ours ? most - ours : 0;
    clock_raise(h, most);
    return true;
}

/* Rows of dead nodes are removed at once, so that there is room for others. */
static void drop_dead_rows(hub *h, const row_scan *scan)
{
    char key[STORE_KEY_MAX];
    writer_job *j = NULL;
    for (unsigned i = 0; i < NODES_MAX; i++) {
        if (!scan->seen[i] || h->nodes.other[i].alive)
            continue;
        if (!j && !(j = writer_job_new(NULL, NULL, "")))
            return;
        row_key(key, h->nodes.other[i].name);
        writer_job_drop(j, key, 0);
        if (j->count == WRITER_JOB_OPS_MAX) {
            writer_submit(h->writer, j);
            j = NULL;
        }
    }
    if (j)
        writer_submit(h->writer, j);
}

/* A node that did not read the rows for a while cannot tell how long a row has been unchanged. */
static bool forgive_gap(hub *h, uint64_t now)
{
    const bool gap = now - h->nodes.rows_read_ms > GAP_MS;
    if (gap)
        for (unsigned i = 0; i < NODES_MAX; i++)
            h->nodes.other[i].seen_ms = now;
    h->nodes.rows_read_ms = now;
    return gap;
}

static void read_other_rows(hub *h)
{
    char error[STORE_ERROR_MAX];
    row_scan scan = {.hub = h};
    if (!store_scan(h->store, ROWS, take_node, &scan, error))
        return;
    const uint64_t now = hub_now_ms();
    if (forgive_gap(h, now))
        catch_up_begin(h);
    for (unsigned i = 0; i < NODES_MAX; i++) {
        node_seen *o = &h->nodes.other[i];
        if (!o->alive || (scan.seen[i] && now - o->seen_ms <= DEAD_MS))
            continue;
        log_event(LOG_WARN, "node-gone", "name=%s", o->name);
        o->alive = false;
        tables_node_gone(h, i);
    }
    if (scan.game_ms)
        clock_raise(h, scan.game_ms);
    if (nodes_sweeps(h))
        drop_dead_rows(h, &scan);
}

bool node_is_alive(hub *h, const char *name)
{
    char key[STORE_KEY_MAX], text[96];
    size_t length;
    for (unsigned i = 0; i < NODES_MAX; i++)
        if (strcmp(h->nodes.other[i].name, name) == 0)
            return h->nodes.other[i].alive;
    snprintf(key, sizeof key, "%s%s", ROWS, name);
    return store_get(h->store, key, 0, text, sizeof text, &length) != STORE_NONE; /* a new one */
}

void nodes_second(hub *h)
{
    if (!h->nodes.shared)
        return;
    read_other_rows(h);
}

bool nodes_sweeps(hub *h)
{
    return lease_hold(h, &h->nodes.sweep, NODES_SWEEP);
}

bool nodes_guard_sweep(const hub *h, writer_job *j)
{
    return lease_guard(h, &h->nodes.sweep, NODES_SWEEP, j);
}

/* ---- Begin and end ---- */
bool nodes_open(hub *h, char error[STORE_ERROR_MAX])
{
    char text[96];
    node_list *n = &h->nodes;
    store_op op = {.data = text};
    if (!n->shared)
        return true;
    identity_random_id(n->name, sizeof n->name, 9);
    n->last = &n->first;
    n->heard_last = &n->heard;
    pthread_mutex_init(&n->lock, NULL);
    n->beat = 1;
    n->beaten_ms = n->rows_read_ms = hub_now_ms();
    row_key(op.key, h->nodes.name);
    op.length = write_row(h, text, sizeof text);
    if (!store_commit(h->store, &op, 1, error))
        return false;
    read_other_rows(h);
    log_event(LOG_INFO, "node", "own=%s", n->name);
    return true;
}

bool nodes_listen(hub *h)
{
    return !h->nodes.shared || store_listen(h->store, take_note, h);
}

void nodes_deaf(hub *h)
{
    if (h->nodes.shared)
        store_listen(h->store, NULL, NULL);
}

/* Without its row the node is dead at once, and others take over. */
void nodes_close(hub *h)
{
    char error[STORE_ERROR_MAX];
    store_op op = {.n = 0};
    if (!h->nodes.name[0])
        return;
    take_heard(&h->nodes);
    for (node_note *note = h->nodes.heard, *next; note; note = next) {
        next = note->next;
        free(note);
    }
    pthread_mutex_destroy(&h->nodes.lock);
    catch_up_end(h);
    row_key(op.key, h->nodes.name);
    if (!store_commit(h->store, &op, 1, error))
        log_event(LOG_WARN, "store-failed", "row=node cause=\"%s\"", error);
}
