/* nodes.h - several servers, called nodes, on one store: who is alive, and what they tell each
 * other.
 *
 * Each node has a name that is new at every start, and changes its row node/NAME a few times a
 * second. A node whose row has not changed for a few seconds, by the observer's own steady clock,
 * is dead: no two clocks are compared. The row also says what the node's game clock shows, and all
 * of them follow the one that is ahead.
 *
 * Notes (store_listen) tell other nodes only that something has changed; what it is they read from
 * the store, and make the views for their own sockets. A note of a change is stored in the job of
 * that change, so that it is sent even if the node dies at once. So a lost note costs time and no
 * more: where notes may have been missed, a node compares what it has in memory with the store
 * (catch_up.h). Notes:
 *
 *     t ID                 events were appended
 *     p ID NODE SEATS PUBLIC   the seats (a mask) whose players watch at that node
 *     q ID                 who watches there? (ID "*": at all tables)
 *     x ID CAUSE           the table is removed
 *     f ID PERSON          the person is being forgotten, at that table (ID "*": at all of them)
 *     s PERSON             the person's sockets are to end
 *     b                    the bans have changed
 *     u LIMIT KEY          one was used of a limit (shared_limits.h: the key is a hash), with a
 *                          number after its letter
 */
#ifndef SERVER_NODES_H
#define SERVER_NODES_H

#include "server/lease.h"
#include "server/store.h"

#include <pthread.h>

enum { NODES_MAX = 512, NODE_NAME_MAX = 16 };
#define NODES_SWEEP "-sweep" /* the lease for work that concerns all tables; no table's id */

typedef struct node_seen {
    char name[NODE_NAME_MAX]; /* "": none */
    uint64_t beat, seen_ms;   /* its last one, and when that was first seen */
    bool alive;
} node_seen;

typedef struct node_list {
    bool shared;              /* there may be others */
    char name[NODE_NAME_MAX]; /* our own; "": we only change something and serve nobody */
    uint64_t beat, sent_ms;   /* our last one, and when it was sent */
    uint64_t beaten_ms;       /* when the last that was stored was sent */
    uint64_t rows_read_ms;    /* when the rows of the others were read */
    unsigned uses;            /* of limits that hold at all nodes, as noted */
    bool beating;
    struct catch_up *catch_up; /* what is still to be compared with the store; NULL: nothing */
    uint64_t tell_ms;          /* when all seats that watch here are sent; 0: not at all */
    node_seen other[NODES_MAX];
    lease sweep;
    struct node_note *heard, **heard_last; /* notes of others that the loop has still to handle */
    struct node_note *first, **last;       /* and those that came since, under the lock … */
    uint32_t waiting;                      /* of both lists */
    bool missed;                           /* … and that there may have been more */
    pthread_mutex_t lock;
} node_list;

/* Before and after the writer's thread runs. */
bool nodes_open(hub *h, char error[STORE_ERROR_MAX]);
bool nodes_listen(hub *h);
void nodes_deaf(hub *h); /* before the loop ends */
void nodes_close(hub *h);

void nodes_turn(hub *h);   /* what others noted, and our row */
void nodes_second(hub *h); /* their rows */

/* Our game clock is set to the one that is ahead. False: they could not be read. */
bool nodes_set_clock(hub *h, uint64_t *ahead_ms);
bool node_is_alive(hub *h, const char *name);
/* Sends the seats of all tables whose players watch here, once, within so many ms. */
void nodes_tell_seats(hub *h, unsigned within_ms);
/* Our own row was changed so recently that no other node takes us for dead. */
bool nodes_may_act(const hub *h);
/* Does this node do what is done for all tables? */
bool nodes_sweeps(hub *h);
/* The job is a conflict if another node does it by now. */
bool nodes_guard_sweep(const hub *h, writer_job *j);
/* Adds a note to the job of the change that it tells of. */
bool nodes_note_with(const hub *h, writer_job *j, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Tells the other nodes something that goes with no change of the store, if there may be any. */
void nodes_note(hub *h, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The place of a node in lists by node; NODES_MAX: there is no room. */
unsigned node_place(hub *h, const char *name);

#endif
