/* hub.h - what the server's files share: tables, sockets, persons and the parts that serve them.
 *
 *   hub.c           making, the turn of the loop, ending
 *   hub_clock.c     the game clock, which goes on where it was after a restart
 *   hub_table.c     tables: find, load, make; commit events, and what follows from them
 *   hub_timers.c    what is done to a table at a time: clocks, leavers, leaving memory
 *   hub_expiry.c    which stored tables are due, and which have expired
 *   hub_watch.c     who watches a table; telling them its events
 *   hub_session.c   sockets: who they are, what they watch, limits, which command is meant
 *   hub_commands.c  the commands that change a game
 *   hub_lists.c     lobby, quick pairing, my games
 *   hub_http.c      which HTTP request is meant, who asks
 *   accounts.c      sessions, accounts, login links, export
 *   logins.c        how many passwords may be tried
 *   export.c        all that is kept about a person, on a thread of its own
 *   forget.c        deletion of what is kept about a person
 *   trace.c         addresses that people played from
 *   admin*.c        what a host may do, over the local socket; removal of tables
 *   metrics.c, hub_record.c   figures; finished games as records
 *   hub_bots.c      bots run_bot_job on worker threads
 *
 * All of it runs on the transport's thread. Order of a command: limit, parse, authenticate, turn
 * and version, rules (game_decide_…), store durably (writer), apply, tell each seat its view.
 */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "server/audit.h"
#include "server/bans.h"
#include "server/config.h"
#include "server/device.h"
#include "server/game_json.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/rows.h"
#include "server/timers.h"
#include "server/transport.h"
#include "server/view_json.h"
#include "server/workers.h"
#include "server/writer.h"

#include <azulejo/engine.h>
#include <stdatomic.h>

enum {
    HUB_WATCHES_MAX = 8,   /* tables that one socket watches */
    HUB_QUEUE_MAX = 32,    /* commands that wait for a table's commit; of strangers half */
    HUB_SCRATCH = 4 << 20, /* the longest message: a sync of a whole game */
    HUB_REQUEST_MAX = 40,  /* of a request's id */
    HUB_ADDRESSES_MAX = 65536,
    HUB_NAMES_MAX = 16384,
    HUB_PATH_MAX = 1024,
    HUB_EXPORTS_MAX = 8, /* that wait for their thread */
    HUB_LIST_MAX = 100
};

typedef struct hub hub;
typedef struct session session;

typedef struct waiting { /* a command that came while its table was being stored */
    struct waiting *next;
    uint64_t conn;
    uint64_t received_us;
    size_t length;
    char text[];
} waiting;

typedef struct live_table { /* a table in memory */
    game game;
    game_row row;
    session **watchers;
    uint32_t watchers_nb, watchers_room;
    bool busy;         /* events are on their way to the disc */
    bool thinking;     /* a bot is */
    bool has_account;  /* somebody with an account has a seat */
    table_index index; /* as stored */
    timer timer;       /* when to look at it again */
    uint64_t full_ms;  /* since when all seats of a quick pairing are taken; 0: they are not */
    char made_from[TRANSPORT_ADDRESS_MAX]; /* the maker's address; "": loaded from the store */
    struct live_table *next_waiting;       /* see hub_bots.c */
    waiting *queue;
    uint32_t queue_nb;
    uint64_t away_ms[AZJ_SEATS_MAX]; /* since when nobody of the seat watches; 0: present */
    uint64_t touched_ms;
    uint64_t retry_ms;    /* not before then is anything tried by itself … */
    uint8_t failures;     /* … because so many commits in a row failed */
    uint64_t presence_ms; /* when it was told last who is here */
    bool presence_due;    /* and that it has changed since */
} live_table;

typedef struct address { /* see address.h */
    uint32_t sockets;
    bucket requests;
    bucket opened;     /* sockets */
    bucket logins;     /* what costs a password's hash */
    bucket tables;     /* made this minute */
    uint64_t wrong_ms; /* since when … */
    uint32_t wrong;    /* … so many wrong passwords came from it (logins.h) */
} address;

struct session {
    conn *conn;
    address *from;
    identity who;
    bucket rate;
    bool plays;     /* has a seat somewhere it watches: the players' rate */
    bool ended;     /* its cookie is void: nothing that it asked for is done any more */
    uint8_t making; /* tables that it will watch as soon as they are stored */
    live_table *watches[HUB_WATCHES_MAX];
};

typedef struct person { /* of those who are here */
    uint32_t sockets;
    uint32_t storing; /* commands that are on their way to the disc */
} person;

/* What somebody had too much of: a label of azulejo_limited_total each (docs/hosting.md). */
#define HUB_LIMITS(X)       \
    X(MESSAGES, "messages") \
    X(RESYNCS, "resyncs")   \
    X(REQUESTS, "requests") \
    X(LOGINS, "logins")     \
    X(NAMES, "names")       \
    X(SOCKETS, "sockets")   \
    X(TABLES, "tables")     \
    X(GAMES, "games")       \
    X(SITS, "sits")         \
    X(WATCHERS, "watchers") \
    X(WAITING, "waiting")

#define HUB_LIMIT_CODE(name, text) HUB_LIMIT_##name,
typedef enum hub_limit { HUB_LIMITS(HUB_LIMIT_CODE) HUB_LIMIT_NB } hub_limit;
#undef HUB_LIMIT_CODE

typedef struct counters {
    uint64_t messages, refused, moves, games_begun, games_over, sockets_opened, http, damaged,
        bot_moves, errors, expired, thinking_us, limited[HUB_LIMIT_NB];
} counters;

enum { HISTOGRAM_NB = 13, HUB_SENDING_MAX = 256 };

typedef struct histogram { /* of durations; the bounds are in metrics.c */
    uint64_t count[HISTOGRAM_NB];
    uint64_t sum_us;
} histogram;

/* From a move's arrival on: until it is on disc, and until it has been written to the sockets. */
typedef struct latency {
    histogram stored, sent;
    uint64_t sending_us[HUB_SENDING_MAX]; /* arrivals of those that this turn of the loop sends */
    uint32_t sending_nb;
} latency;

/* The time by which the players' clocks go: milliseconds during which the server was up and could
 * store, over the whole life of the data file. It stands still while nothing can be stored, and a
 * little longer, so that whoever was refused can send the move again. See hub_clock.c. */
typedef struct game_clock {
    uint64_t base_ms;   /* game time minus steady time, modulo 2^64 */
    uint64_t halted_ms; /* steady: since when it stands still; 0: it goes */
    uint64_t well_ms;   /* steady: when the store worked again */
    uint64_t stored_ms; /* steady: when it was stored last */
    uint64_t wall_ms;   /* what the wall clock showed then */
    uint64_t since_ms;  /* wall: since when the server has run without a gap of more than a day */
    bool timed;         /* some unfinished game has clocks, in memory or not */
    bool storing;
} game_clock;

struct hub {
    config config;
    transport *transport;
    store *store;
    writer *writer;
    workers *workers;          /* run_bot_job for bots */
    workers *password_workers; /* hash passwords: nobody waits for a bot to log in */
    azj_engine **engines;      /* [bot_threads][AZJ_LEVELS], each used by its thread alone */
    map tables, persons, addresses;
    map names;  /* that somebody tries to log in with: a bucket each */
    map owners; /* devices and persons that try a password: a bucket each (logins.h) */
    map traced; /* addresses that were noted today (trace.h) */
    map makers; /* addresses that made tables today: a bucket each */
    bans bans;
    audit_clock audit;
    struct removal *removals;      /* of tables, at work (admin_remove.c) */
    workers *readers;              /* one thread that writes exports */
    struct export_work *exporting; /* exports that wait or are being written … */
    uint32_t exports;              /* … and how many they are */
    uint32_t purging;              /* jobs that drop old addresses */
    char data_path[HUB_PATH_MAX];  /* of the data file; "": none */
    address overflow;              /* shared by those for whom there is no room … */
    bucket overflow_names;
    uint8_t cookie_key[IDENTITY_KEY_BYTES];
    counters count;
    latency latency;
    uint32_t sockets, live;
    timers timers; /* of tables */
    game_clock clock;
    live_table *bot_queue; /* tables whose bot waits for a thread: see hub_bots.c */
    map bot_makers;        /* whose tables those are */
    uint64_t bot_choices;
    uint32_t bot_jobs_running; /* threads that run_bot_job */
    uint64_t bots_only_ms;     /* not before then does a table of bots alone get a thread */
    uint64_t tick_ms, second_ms, minute_ms, hour_ms;
    uint64_t stop_ms; /* when the end began; 0: running */
    atomic_bool stopping;
    bool store_ok, probing;
    uint64_t probe_ms;                /* when the store was tried last */
    bool account_busy;                /* an account is being changed: one at a time */
    char forgetting[GAME_PERSON_MAX]; /* who is being forgotten; "": nobody */
    uint32_t logins, known_logins;    /* being checked: of strangers, of known devices */
    char *scratch;
};

/* One request of one socket. */
typedef struct request {
    hub *hub;
    session *session;
    const fields *fields;
    char id[HUB_REQUEST_MAX];
    const char *text;
    size_t length;
    uint64_t received_us;
    bool wants_table; /* is answered with the table, not with ok */
} request;

uint64_t hub_now_ms(void); /* steady */
uint64_t hub_now_us(void);
uint64_t hub_wall_ms(void); /* of the calendar */

/* ---- hub_clock.c ---- */
uint64_t hub_game_ms(const hub *h); /* the game clock */
game_time hub_time(const hub *h);
void hub_store_failed(hub *h, uint64_t submitted_ms);
void hub_store_worked(hub *h);
void clock_open(hub *h); /* goes on where the store says that it was */
void clock_tick(hub *h, uint64_t now_ms);
/* An event of the store is later than the clock, whose last second was not stored: catch up. */
void clock_raise(hub *h, uint64_t game_ms);
void clock_close(hub *h); /* stores it for the last time */

/* ---- hub.c ---- */
/* The data file's usual place; makes its folder. */
bool hub_default_path(char *path, size_t size);
/* A row of the store; a damaged one is named in the log by its kind. */
store_found hub_row(hub *h, const char *key, char *text, size_t size, size_t *length);
hub *hub_new(const config *c, char error[CONFIG_ERROR_MAX]);
bool hub_listen(hub *h, char error[CONFIG_ERROR_MAX]);
void hub_free(hub *h);

/* ---- hub_table.c ---- */
typedef enum table_found { TABLE_FOUND, TABLE_NONE, TABLE_DAMAGED, TABLE_FULL } table_found;
table_found table_get(hub *h, const char *id, live_table **d);
void table_free(hub *h, live_table *d);
void table_forget_owner(hub *h, live_table *d, const char *person);
/* Starts storing the batch; afterwards it is applied and told, and the request answered. */
bool table_commit(hub *h, live_table *d, const game_batch *b, const request *r);
/* The same for the host: the entry is stored with the batch, and `then` is called afterwards. */
bool table_commit_for_host(hub *h, live_table *d, const game_batch *b, const audit_entry *entry,
                           void (*then)(void *context, bool stored), void *context);
void table_run_queued(hub *h, waiting *w); /* a queue that was taken off a table */
/* A new table with its first events; NULL: no room. The request is answered when it is stored. */
typedef struct table_plan {
    game_options options;
    game_seat seat[AZJ_SEATS_MAX]; /* persons and bots who sit from the start */
    char owner[GAME_PERSON_MAX];
    live_table *before; /* the game that this is the rematch of */
    uint8_t tries;      /* that could not be stored */
} table_plan;
live_table *table_make(hub *h, const table_plan *start, const request *r);
void table_advance(hub *h, live_table *d); /* what follows by itself: bots, rematch */
/* One maker is one address, where it is known: nobody gets more by having many names. */
const char *table_maker(const live_table *d);
bool table_end_standin(hub *h,
                       live_table *d); /* a player who is here again takes the seat from the bot */
/* Moves the table within the indexes by time, if that is not being done already. */
void table_move_index(hub *h, live_table *d, table_index to);

/* ---- hub_timers.c ---- */
void table_schedule(hub *h, live_table *d); /* after every change of what it waits for */
void tables_tick(hub *h, uint64_t now_ms);  /* those whose time has come */
/* Wall time until which the seats of a quick pairing must be ready; 0: no limit. */
uint64_t table_ready_by(const hub *h, const live_table *d);

/* ---- hub_expiry.c ---- */
/* Wall time at which the table is removed unless somebody plays. */
uint64_t table_expiry(const hub *h, const live_table *d);
/* The same if players must be warned by now, else 0. */
uint64_t table_expiry_warning(const hub *h, const live_table *d);
void table_renew(hub *h, live_table *d); /* a player has come after the warning */
void expiry_second(hub *h);              /* loads what is due by the game clock */
void expiry_minute(hub *h);              /* removes what has expired */

/* Is it held against a player not to be there? A clock of days is for people who come and go. */
bool game_leaving_counts(const game *g);
/* The table is being stored: the command waits its turn. False: too much waits. */
bool table_enqueue(live_table *d, const request *r);

/* ---- hub_watch.c ---- */
void table_send_sync(hub *h, live_table *d, session *s, uint32_t from, const char *id);
void table_broadcast(hub *h, live_table *d, const game_event *e, bool newest);
void table_update_presence(hub *h, live_table *d); /* looks who is here, and tells it */
void table_broadcast_presence(hub *h, live_table *d, uint64_t now_ms);
view_context table_view_context(const live_table *d);
bool table_watch(hub *h, live_table *d, session *s);
bool session_may_watch_more(const session *s);
void table_unwatch(hub *h, live_table *d, session *s);

/* ---- hub_session.c ---- */
int session_admit(void *context, conn *c, const http_request *q);
void session_opened(void *context, conn *c);
void session_message(void *context, conn *c, const char *text, size_t length);
void session_closed(void *context, conn *c);
/* May this socket cause `cost` messages' worth of work? Then it is charged for it. */
bool session_may(hub *h, session *s, uint32_t cost, hub_limit limit);
void session_handle(hub *h, session *s, const char *text, size_t length, uint64_t received_us);
void session_send(session *s, const buf *b);
buf hub_buffer(hub *h); /* the one scratch buffer, emptied */
person *hub_person(hub *h, const char *id);
void hub_person_release(hub *h, const char *id);
/* Fills the identity of `who->id` from the store; false: there is no such row. */
bool hub_read_person(hub *h, identity *who);
/* Fills name, epoch and password from the store; false: the cookie is void. */
bool hub_identify(hub *h, identity *who);
/* Never NULL: when too many are here, the new ones share one. */
address *hub_address(hub *h, conn *c);
/* As good as new: forgetting it gives nobody anything. */
bool address_is_fresh(const address *a, const config *c, uint64_t now_ms);
/* One more try to log in as this (folded) name, whoever tries? */
bool hub_login_may(hub *h, const char *folded);
void hub_forget_visitors(hub *h, uint64_t now_ms);
/* May this address make one more table today? */
bool hub_may_make_today(hub *h, const char *address_text);
void hub_forget_makers(hub *h);
/* Ends the open sockets of a person whose cookies have become void. */
void hub_drop_sockets(hub *h, const char *person);
/* Ends the open sockets of who was banned: a person, or (NULL) a range of addresses. */
void hub_drop_banned(hub *h, const char *person, const cidr *range);
/* The ban of this person or address; NULL: none. Either may be "". */
const ban *hub_ban(const hub *h, const char *person, const char *address);

void request_ok(const request *r);
void request_refuse(const request *r, const char *code, const char *text);
/* Refuses what is too much, and counts it. */
void request_limit(const request *r, hub_limit limit, const char *code, const char *text);
void request_refuse_game(const request *r, game_error e);

/* ---- hub_commands.c, hub_lists.c ---- */
typedef void command(request *r, live_table *d);
command cmd_create, cmd_watch, cmd_unwatch, cmd_join, cmd_leave, cmd_bot, cmd_ready, cmd_move,
    cmd_resign, cmd_offer, cmd_answer, cmd_claim, cmd_phrase, cmd_rematch, cmd_ping, cmd_lobby,
    cmd_pair, cmd_mine, cmd_name;

/* The tables of a person, at most `most`: unfinished ones first, then the latest, then those that
 * only name the person; to be freed. NULL: none or no memory. */
seat_row *hub_tables_of(hub *h, const char *person, size_t most, size_t *count);
/* How many rows of the store begin so; counting stops at `most`. */
uint32_t hub_count_rows(hub *h, const char *prefix, uint32_t most);
/* May this person sit down at another table? */
bool request_may_play(const request *r);
/* May this one make another table? If not, it is told so. */
bool request_may_make(const request *r);
/* Is there a place left for watching what it makes or finds? */
bool request_may_watch(const request *r);
bool hub_name_taken(hub *h, const char *name, const char *but_of);

/* ---- hub_http.c, accounts.c, metrics.c, hub_record.c ---- */
void hub_http(void *context, conn *c, const http_request *q);
void hub_read_forwarded_for(hub *h, conn *c, const http_request *q); /* whom it speaks for */
bool hub_knows_host(const hub *h, const http_request *q);            /* false: 421 (host.h) */
void hub_reply_json(conn *c, int status, const buf *b, const char *cookie);
void hub_reply_error(conn *c, int status, const char *code, const char *text);
void hub_reply_banned(conn *c, const ban *b);
/* With the cookie of the session and that of the device; either may be NULL. */
void hub_reply_cookies(conn *c, int status, const buf *b, const char *cookie, const char *known);
void metrics_reply(hub *h, conn *c);
void metrics_stored(hub *h, uint64_t received_us); /* a person's move is on disc, and told */
void metrics_written(void *context);               /* what was told has been written */
void record_reply(hub *h, conn *c, const char *id, const identity *who);

/* `who` is known by the cookie, unless its id is empty. */
typedef void account_request(hub *h, conn *c, const fields *f, identity *who);
account_request account_session, account_make, account_password, account_logout, account_link,
    account_use_link, account_delete;
/* `seen`: the device that the request names, all 0 if none; `charged`: its own measure was charged
 * for this try, and the address's was not. */
void account_login(hub *h, conn *c, const fields *f, const device *seen, bool charged);
bool account_read(hub *h, const char *id, identity *who);
void account_export(hub *h, conn *c, const identity *who); /* export.c */
/* May this address do one thing more? If not it is answered so. */
bool hub_within_limit(hub *h, conn *c, bool is_login);
void account_drop_old_links(hub *h);
void account_reply_cleared(conn *c);
/* Puts or drops the rows by which an account's name is found. */
bool account_name_rows(writer_job *j, const identity *who, bool drop);
bool account_put_person(writer_job *j, const identity *who);

/* ---- forget.c ---- */
void forget_person(hub *h, conn *c, const identity *who); /* and answers */
void forget_go_on(hub *h); /* with what was begun and could not be ended */

/* ---- hub_bots.c ---- */
bool bots_open(hub *h);
void bots_close(hub *h);
void bots_ask(hub *h, live_table *d);
void bots_forget(hub *h, live_table *d); /* it leaves memory */
void bots_tick(hub *h);                  /* gives free threads to those who wait */

#endif
