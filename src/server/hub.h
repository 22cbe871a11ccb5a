/* hub.h - the server's parts in one struct, and the turn of its loop.
 *
 * Each part has a header of its own: table.h live tables, session.h sockets and their requests,
 * person.h people and addresses, account.h accounts, routes.h HTTP, game_clock.h the players' time,
 * admin.h what a host may do. All of it runs on the transport's thread. Order of a command: limit,
 * parse, authenticate, turn and version, rules (game_decide_…), store durably (writer), apply, send
 * each seat its view.
 */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "server/audit.h"
#include "server/bans.h"
#include "server/config.h"
#include "server/game_clock.h"
#include "server/hub_limits.h"
#include "server/map.h"
#include "server/metrics.h"
#include "server/nodes.h"
#include "server/person.h"
#include "server/store.h"
#include "server/table.h"
#include "server/timers.h"
#include "server/transport.h"
#include "server/workers.h"
#include "server/writer.h"

#include <azulejo/engine.h>
#include <stdatomic.h>

enum {
    HUB_SCRATCH = 4 << 20, /* the longest message: a sync of a whole game */
    HUB_PATH_MAX = 1024,
    HUB_EXPORTS_MAX = 8, /* that wait for their thread */
    HUB_CHANGES_MAX = 64 /* of persons that are being stored */
};

typedef struct hub hub;

typedef struct counters {
    uint64_t messages, refused, moves, games_begun, games_over, sockets_opened, http, damaged,
        bot_moves, bot_moves_away, errors, expired, thinking_us, limited[HUB_LIMIT_NB];
} counters;

struct hub {
    config config;
    transport *transport;
    store *store;
    writer *writer;
    workers *workers;          /* threads that let bots think */
    workers *password_workers; /* threads that hash passwords, so that no login waits for a bot */
    struct bots_away *away;    /* NULL: bots think here only */
    azj_engine **engines;      /* [bot_threads][bots], each used by its thread alone */
    map tables, persons, addresses;
    map names;           /* names that somebody tries to log in with: a bucket each */
    map owners;          /* devices and persons that try a password: a bucket each (logins.h) */
    map addresses_noted; /* addresses that were noted today (address_history.h) */
    map makers;          /* addresses that made tables today: a bucket each */
    node_list nodes;
    bans bans;
    audit_clock audit;
    struct removal *removals;      /* removals of tables that are running (table_remove.c) */
    workers *readers;              /* one thread that writes exports */
    struct export_work *exporting; /* exports that wait or are being written … */
    uint32_t exports;              /* … and how many they are */
    uint32_t purging;              /* jobs that drop old addresses */
    char data_path[HUB_PATH_MAX];  /* of the data file; "": none */
    address overflow;              /* shared when there is no room for another … */
    bucket overflow_names;
    uint8_t cookie_key[IDENTITY_KEY_BYTES];
    counters count;
    latency latency;
    uint32_t sockets, live;
    timers timers; /* of tables */
    game_clock clock;
    live_table *bot_queue; /* tables whose bot waits for a thread: see table_bots.c */
    map bot_makers;        /* whose tables those are */
    uint64_t bot_choices;
    uint32_t bot_jobs_running; /* threads that let bots think */
    uint64_t bots_only_ms;     /* a table of bots alone gets no thread before this time */
    uint64_t tick_ms, second_ms, minute_ms, hour_ms;
    uint64_t stop_ms; /* when the shutdown began; 0: running */
    atomic_bool stopping;
    bool store_ok, probing;
    bool disc_is_short;              /* space.h */
    struct finished_sweep *finished; /* table_finished.c; NULL: none is running */
    bool needs_host;                 /* the store is refused, and opening it again would not help */
    uint64_t probe_ms;               /* when the store was tried last */
    char changing[HUB_CHANGES_MAX][GAME_PERSON_MAX]; /* persons whose change is being stored */
    char forgetting[GAME_PERSON_MAX];                /* the person being deleted; "": none */
    struct change *checks; /* passwords that wait for their thread or are on it */
    char *scratch;
};

buf hub_buffer(hub *h); /* the one scratch buffer, emptied */

uint64_t hub_now_ms(void); /* steady */
uint64_t hub_now_us(void);
uint64_t hub_wall_ms(void); /* of the calendar */

/* ---- hub.c ---- */
/* The data file's usual place; makes its folder. */
bool hub_default_path(char *path, size_t size);
/* A row of the store; a damaged one is named in the log by its kind. */
store_found hub_row(hub *h, const char *key, char *text, size_t size, size_t *length);
/* NULL: `error` says why; `needs_host` (may be NULL): trying again would not help. */
hub *hub_new(const config *c, char error[CONFIG_ERROR_MAX], bool *needs_host);
bool hub_listen(hub *h, char error[CONFIG_ERROR_MAX]);
void hub_free(hub *h);

#endif
