/* table.h - live tables: those in memory. Finding and loading them (table.c), storing their events
 * and making them (table_commit.c), who watches (table_watch.c), what happens as time passes
 * (table_timers.c), which stored ones are due or have expired (table_expiry.c), bots
 * (table_bots.c), removal (table_remove.c), what other nodes do there (table_nodes.c). */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "server/audit.h"
#include "server/nodes.h"
#include "server/rows.h"
#include "server/timers.h"
#include "server/transport.h"
#include "server/view_json.h"

typedef struct hub hub;
typedef struct session session;
typedef struct request request;

enum {
    TABLE_QUEUE_MAX = 32, /* commands that wait for a table's commit; of strangers half */
    TABLE_SITS_FROM = 8   /* addresses whose visits to an open table are counted */
};

typedef struct queued_command { /* a command that came while its table was being stored */
    struct queued_command *next;
    uint64_t conn;
    uint64_t received_us;
    size_t length;
    char text[];
} queued_command;

typedef struct live_table { /* a table in memory */
    game game;
    game_row row;
    session **watchers;
    uint32_t watchers_nb, watchers_room;
    bool busy;          /* events are on their way to the disc */
    bool thinking;      /* a bot is */
    bool has_account;   /* somebody with an account has a seat */
    table_index index;  /* as stored */
    timer timer;        /* when to look at it again */
    uint64_t full_ms;   /* since when all seats of a quick pairing are taken; 0: they are not */
    char made_from[20]; /* a keyed hash of the maker's address; "": not known */
    struct {
        uint64_t address; /* a keyed hash */
        uint32_t count;
    } sits[TABLE_SITS_FROM];         /* who sat down before the start, by address */
    struct live_table *next_waiting; /* see table_bots.c */
    queued_command *queue;
    uint32_t queue_nb;
    uint64_t away_ms[AZJ_SEATS_MAX]; /* since when nobody of the seat watches; 0: present */
    uint64_t touched_ms;
    uint64_t retry_ms; /* earliest time of the next attempt that no command asks for … */
    uint8_t failures;  /* … which depends on the number of commits that failed in a row */
    lease lease;
    uint64_t late_ms;             /* when something was last stored too late (put_until) */
    bool stale;                   /* another node may have stored events … */
    uint64_t stale_ms;            /* … since this game time */
    uint8_t elsewhere[NODES_MAX]; /* seats whose players watch at another node, a mask each … */
    uint8_t sent_here;            /* … and those here, as last sent to the other nodes */
    uint64_t presence_ms;         /* when presence was broadcast last */
    bool presence_due;            /* and that it has changed since */
    uint64_t expire_ms;           /* when to remove it, if nobody watches elsewhere; 0: not */
} live_table;

typedef enum table_found {
    TABLE_FOUND,
    TABLE_NONE,
    TABLE_DAMAGED,
    TABLE_FULL,
    TABLE_AWAY
} table_found;
table_found table_get(hub *h, const char *id, live_table **table);
/* An empty table in memory, which the store does not have yet. NULL: no memory. */
live_table *table_new(hub *h, const char *id, const game_row *row);
void table_note_maker(live_table *table); /* from its index */
void table_free(hub *h, live_table *table);
void table_forget_owner(hub *h, live_table *table, const char *person);
/* Starts storing the batch; afterwards it is applied and broadcast, and the request answered. */
bool table_commit(hub *h, live_table *table, const game_batch *b, const request *r);
/* The same together with an event of another table: both are stored, or none. */
bool table_commit_with(hub *h, live_table *table, const game_batch *b, live_table *other,
                       const game_event *e, const request *r);
/* Answers `create` or `pair` with this table, which the client watches from then on. */
void table_answer_made(hub *h, live_table *table, const char *request_id, session *s);
/* The same for the host: the entry is stored with the batch, and `then` is called afterwards. */
bool table_commit_for_host(hub *h, live_table *table, const game_batch *b, const audit_entry *entry,
                           void (*then)(void *context, bool stored), void *context);
/* Applies an event that is stored, and broadcasts it. `game_ms`: game time at which the next turn
 * starts. */
bool table_apply(hub *h, live_table *table, const game_event *e, uint64_t game_ms, bool newest);
/* Queued commands run against the reloaded table, which may no longer exist. */
void table_drop_from_memory(hub *h, live_table *table);
/* Rereads the table's place in the indexes by time: another node may have moved it. */
table_index table_read_index(hub *h, live_table *table);
/* Reads it, and makes the job a conflict unless it and the table's events stay as they are. */
bool table_guard_index(hub *h, live_table *table, writer_job *j);
void table_load_index(hub *h, live_table *table); /* reads what is stored into table->index */
void table_run_queued(hub *h, queued_command *w); /* a queue that was taken off a table */
/* What waited while the table was being stored. Afterwards the table may be gone. */
void table_run_queue(hub *h, const char *id);
/* A new table with its first events; NULL: no room. The request is answered when it is stored. */
typedef struct table_plan {
    game_options options;
    game_seat seat[AZJ_SEATS_MAX]; /* persons and bots who sit from the start */
    char owner[GAME_PERSON_MAX];
    live_table *before; /* the game that this is the rematch of */
    uint64_t maker;     /* of that one: see table_index */
    uint8_t tries;      /* that could not be stored */
} table_plan;
live_table *table_make(hub *h, const table_plan *start, const request *r);
void table_advance(hub *h, live_table *table); /* what follows by itself: bots, rematch */
/* True if this address may take one more seat before the start. The limit per address equals that
 * per person, so that one visitor with many names cannot block a table. */
bool table_may_sit_from(const hub *h, const live_table *table, const char *from);
void table_count_sit(hub *h, live_table *table, const char *from);
/* One maker is one address, where it is known: nobody gets more by having many names. */
const char *table_maker(const live_table *table);
bool table_end_standin(
    hub *h, live_table *table); /* a player who is here again takes the seat from the bot */
/* Moves the table within the indexes by time, if that is not being done already. */
void table_move_index(hub *h, live_table *table, table_index to);

/* The table is being stored: the command waits its turn. False: too much waits. */
bool table_enqueue(live_table *table, const request *r);

/* ---- table_timers.c ---- */
void table_schedule(hub *h, live_table *table); /* after every change of what it waits for */
void tables_tick(hub *h, uint64_t now_ms);      /* those whose time has come */
/* Game time at which the running clock is used up; 0: none runs. */
uint64_t table_due(const hub *h, const live_table *table);
/* Wall time until which the seats of a quick pairing must be ready; 0: no limit. */
uint64_t table_ready_by(const hub *h, const live_table *table);

/* Does absence count against a player? Not with a clock of days: there people come and go. */
bool game_leaving_counts(const game *g);
/* ---- table_expiry.c ---- */
/* Wall time at which the table is removed unless somebody plays. */
uint64_t table_expiry(const hub *h, const live_table *table);
/* Wall time at which the table is removed unless somebody plays, if players must be warned by now;
 * else 0. */
uint64_t table_expiry_warning(const hub *h, const live_table *table);
void table_renew(hub *h, live_table *table);  /* a player has come after the warning */
void expiry_second(hub *h);                   /* loads what is due by the game clock */
void expiry_minute(hub *h);                   /* removes what has expired */
void table_expire(hub *h, live_table *table); /* if it has: other nodes have had time to answer */

/* ---- table_nodes.c ---- */
/* Applies what other nodes have stored: how many events. Afterwards the table may be gone. */
uint32_t table_catch_up(hub *h, const char *id);
/* Other nodes may have stored events that cannot be read just now; table_refresh reads them as soon
 * as that is possible. */
void table_mark_stale(hub *h, live_table *table);
void table_refresh(hub *h, const char *id);
/* Notes of any table may have been missed: all are stale until they are read or compared. */
void tables_mark_missed(hub *h);
/* Compares a stale table with the number of events in the store (NULL: not known). True: its events
 * had to be read. */
bool table_compare(hub *h, const char *id, const uint32_t *events);
/* A note, as in nodes.h; `rest` is cut into words. */
void table_noted(hub *h, char kind, const char *id, char *rest);
void tables_node_gone(hub *h, unsigned place);
/* Announces the players who watch here again to the other nodes, which may have declared this node
 * dead. */
void tables_tell_seats(hub *h);
void table_lease_taken(hub *h, const char *id);
/* The seats whose players watch at other nodes, a mask. */
uint8_t table_seats_elsewhere(const live_table *table);
/* Sends other nodes the list of watchers here, if it has changed or `always`. */
void table_tell_seats(hub *h, live_table *table, uint8_t here, bool always);

/* ---- table_watch.c ---- */
void table_send_sync(hub *h, live_table *table, session *s, uint32_t from, const char *id);
void table_broadcast(hub *h, live_table *table, const game_event *e, bool newest);
void table_update_presence(hub *h,
                           live_table *table); /* broadcasts who is present, if that has changed */
void table_broadcast_presence(hub *h, live_table *table, uint64_t now_ms);
view_context table_view_context(const live_table *table);
bool table_watch(hub *h, live_table *table, session *s);
void table_unwatch(hub *h, live_table *table, session *s);

/* ---- table_bots.c ---- */
bool bots_open(hub *h);
void bots_close(hub *h);
void bots_ask(hub *h, live_table *table);
void bots_forget(hub *h, live_table *table); /* it leaves memory */
void bots_tick(hub *h);                      /* gives free threads to waiting tables */

/* ---- table_remove.c ---- */
/* Removes a table with all its rows. `cause` is broadcast to those who watch it. `entry` (or NULL)
 * is stored with it; `done` (or NULL) is called at the end. Returns false if there is no such
 * table, it is being stored just now, or memory is short. What another node stores there meanwhile
 * goes, too. */
bool table_remove(hub *h, const char *id, const char *cause, const audit_entry *entry,
                  void (*done)(void *context, bool good), void *context);
/* The same because it has expired: nothing is removed if another node stores something there, takes
 * note of a player, or has taken over the sweep (nodes.h). */
bool table_remove_expired(hub *h, live_table *table);
/* The table is removed from the store: it leaves memory, and its watchers are notified. */
void table_removed(hub *h, const char *id, const char *cause);
bool table_is_being_removed(const hub *h, const char *id);
void table_remove_end(hub *h); /* frees what is at work; nothing is stored any more */

#endif
