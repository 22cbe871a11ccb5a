/* lease.c - see lease.h. */
#include "server/lease.h"

#include "base/json_write.h"
#include "server/fields.h"
#include "server/hub.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 500, ROW_MAX = 96 };

typedef struct holder { /* what the row says */
    char node[NODE_NAME_MAX];
    uint32_t epoch;
} holder;

static void lease_key(char key[STORE_KEY_MAX], const char *id)
{
    snprintf(key, STORE_KEY_MAX, "lease/%s", id);
}

static size_t write_holder(char text[ROW_MAX], const char *node, uint32_t epoch)
{
    buf b = buf_on(text, ROW_MAX);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "node", node);
    json_write_number(&w, "epoch", epoch);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_holder(holder *who, const char *text, size_t length)
{
    fields f;
    int64_t epoch = 0;
    *who = (holder){.epoch = 0};
    if (!fields_parse(&f, text, length) || !fields_number(&f, 0, "epoch", 0, UINT32_MAX, &epoch))
        return false;
    fields_text(&f, 0, "node", who->node, sizeof who->node);
    who->epoch = (uint32_t)epoch;
    return true;
}

static lease *find_lease(hub *h, const char *id)
{
    live_table *table = map_get(&h->tables, id);
    if (strcmp(id, NODES_SWEEP) == 0)
        return &h->nodes.sweep;
    return table ? &table->lease : NULL;
}

/* ---- Taking ---- */
static bool put_lease(writer_job *j, const char *id, const char *old, size_t length, uint32_t epoch,
                      const char *node);

/* The table left memory meanwhile. */
static void give_back_unused(hub *h, const writer_job *job)
{
    const store_op *put = &job->ops[job->count - 1];
    holder us;
    writer_job *j =
        read_holder(&us, put->data, put->length) ? writer_job_new(NULL, NULL, "") : NULL;
    writer_submit_if(h->writer, j,
                     j && put_lease(j, job->owner, put->data, put->length, us.epoch, ""));
}

static void taken(void *context, writer_job *job)
{
    hub *h = context;
    lease *l = find_lease(h, job->owner);
    if (!l) {
        if (job->stored)
            give_back_unused(h, job);
        return;
    }
    l->asking = false;
    l->held = job->stored;
    if (!l->held)
        l->retry_ms = hub_now_ms() + RETRY_MS;
    else if (strcmp(job->owner, NODES_SWEEP) != 0)
        table_lease_taken(h, job->owner);
}

/* Replaces the row only if it is unchanged since it was read, so of two nodes only one succeeds. */
static bool put_lease(writer_job *j, const char *id, const char *old, size_t length, uint32_t epoch,
                      const char *node)
{
    char key[STORE_KEY_MAX], text[ROW_MAX];
    const size_t n = write_holder(text, node, epoch);
    lease_key(key, id);
    if (!old)
        return writer_job_add(j, key, 0, text, n);
    return writer_job_guard(j, key, 0, old, length) && writer_job_put(j, key, 0, text, n);
}

/* A table that another node removes leaves no lease behind. */
static bool guard_table(writer_job *j, const char *id)
{
    char key[STORE_KEY_MAX];
    snprintf(key, sizeof key, "table/%s", id);
    return strcmp(id, NODES_SWEEP) == 0 || writer_job_guard(j, key, 0, NULL, 0);
}

static void ask_for(hub *h, lease *l, const char *id)
{
    char key[STORE_KEY_MAX], text[ROW_MAX];
    size_t length;
    holder now = {.epoch = 0};
    lease_key(key, id);
    const store_found found = store_get(h->store, key, 0, text, sizeof text, &length);
    if (found == STORE_DAMAGED || (found == STORE_FOUND && !read_holder(&now, text, length)))
        return;
    if (now.node[0] && strcmp(now.node, h->nodes.name) != 0 && node_is_alive(h, now.node))
        return;
    writer_job *j = writer_job_new(taken, h, id);
    l->epoch = now.epoch + 1;
    l->asking = writer_submit_if(
        h->writer, j,
        j && guard_table(j, id) &&
            put_lease(j, id, found == STORE_FOUND ? text : NULL, length, l->epoch, h->nodes.name));
}

bool lease_hold(hub *h, lease *l, const char *id)
{
    const uint64_t now = hub_now_ms();
    if (!h->nodes.shared)
        return true;
    if (!h->nodes.name[0] || !h->writer || !nodes_may_act(h)) /* it may be ours no more */
        return false;
    if (l->held || l->asking || now < l->retry_ms || h->stop_ms)
        return l->held;
    l->retry_ms = now + RETRY_MS;
    ask_for(h, l, id);
    return false;
}

/* ---- Using ---- */
bool lease_guard(const hub *h, const lease *l, const char *id, writer_job *j)
{
    char key[STORE_KEY_MAX], text[ROW_MAX];
    if (!h->nodes.shared || !l->held)
        return true;
    lease_key(key, id);
    return writer_job_guard(j, key, 0, text, write_holder(text, h->nodes.name, l->epoch));
}

/* It is held as soon as the table is stored; until then the table is busy, so nothing is done. */
bool lease_begin(const hub *h, lease *l, const char *id, writer_job *j)
{
    if (!h->nodes.shared || !h->nodes.name[0])
        return true;
    l->epoch = 1;
    l->held = true;
    return put_lease(j, id, NULL, 0, l->epoch, h->nodes.name);
}

/* ---- Giving back ---- */
static void given_back(void *context, writer_job *job)
{
    hub *h = context;
    lease *l = find_lease(h, job->owner);
    live_table *table = map_get(&h->tables, job->owner);
    if (!l)
        return;
    l->asking = false;
    l->held = l->held && job->result == STORE_FAILED;
    if (table)
        table_schedule(h, table);
}

bool lease_give_back(hub *h, lease *l, const char *id)
{
    char text[ROW_MAX];
    if (!h->nodes.shared || (!l->held && !l->asking))
        return false;
    if (l->asking)
        return true;
    const size_t n = write_holder(text, h->nodes.name, l->epoch);
    writer_job *j = writer_job_new(given_back, h, id);
    l->asking = writer_submit_if(h->writer, j, j && put_lease(j, id, text, n, l->epoch, ""));
    return true;
}

bool lease_drop(const hub *h, const char *id, writer_job *j)
{
    char key[STORE_KEY_MAX];
    lease_key(key, id);
    return !h->nodes.shared || writer_job_drop(j, key, 0);
}
