/* admin.h - what a host may change, and how: `azulejo admin`.
 *
 *   admin.c         requests: over the socket beside the data file (unix_socket.h), or, where no
 *                   server runs, by a hub without a transport; the answers
 *   admin_people.c  passwords, names, deletion, bans
 *   admin_tables.c  closing a table, removing finished ones
 *   table_finished.c  the same without a host, by the setting finished-days
 *   table_remove.c  removal of a table's rows, in steps
 *
 * A request is one JSON object: `action`, its fields, `user` (the caller's name) and `args` (what
 * was typed, for the log; "@" stands for the person or address that the request is about). It comes
 * from the host's socket or process alone, never from the network. What only reads is no business
 * of the server: `azulejo admin` reads the file itself (store_read.h).
 *
 * Nothing here may hold up the loop: what needs many commits is done in steps.
 */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "server/http_head.h"
#include "server/hub.h"

enum { ADMIN_REQUEST_MAX = HTTP_BODY_MAX, ADMIN_ANSWER_MAX = 2048, ADMIN_TABLES_MAX = 200 };

/* Receives the answer if no connection waits for it. */
typedef struct admin_answer {
    bool given;
    int status; /* of HTTP */
    char text[ADMIN_ANSWER_MAX];
} admin_answer;

/* ---- For the program: a hub that opens the file and listens to nobody ---- */
hub *admin_hub_new(const config *c, char error[CONFIG_ERROR_MAX]);
/* Runs one request to its end. */
void admin_run_alone(hub *h, const char *body, size_t length, uint32_t uid, admin_answer *answer);

/* ---- For the hub ---- */
void admin_listen(hub *h); /* without the socket the server runs, but logs a warning */
void admin_http(hub *h, conn *c, const http_request *q);
void admin_drop_old_bans(hub *h); /* hourly */

void finished_begin(hub *h); /* looks for games that have been over for finished-days */
void finished_second(hub *h);
void finished_end(hub *h); /* when all threads have ended */

/* ---- Between the files of admin ---- */
typedef struct admin_call {
    hub *hub;
    uint64_t conn;        /* the connection that waits … */
    admin_answer *answer; /* … or the receiver of the answer */
    audit_entry entry;
    fields fields; /* of `body` */
    identity who;  /* for what follows the commit */
    cidr range;
    ban ban;
    bool is_range;
    char tables[ADMIN_TABLES_MAX][GAME_ID_MAX];
    uint64_t before_ms;
    uint32_t tables_nb, next, removed;
    uint32_t running; /* removals that are running */
    bool failed, noted;
    char body[ADMIN_REQUEST_MAX + 1];
} admin_call;

/* Each of these ends the call, unless a commit or a step has still to finish. */
typedef void admin_action(admin_call *a);
admin_action admin_password, admin_rename, admin_ban, admin_unban, admin_close, admin_remove,
    admin_delete, admin_note;

/* `remove-finished` by the server itself: as many of the tables as were over before that. False: no
 * memory, and `answer` stays without one. */
bool admin_remove_by_server(hub *h, const char *age, uint64_t before_ms,
                            const char (*ids)[GAME_ID_MAX], uint32_t count, admin_answer *answer);
/* Is it over, and has it been since before that? `s` may be another connection than the hub's. */
bool admin_is_finished(store *s, const char *id, uint64_t before_ms);

void admin_ok(admin_call *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void admin_refuse(admin_call *a, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Replaces "@" in the entry by the name of the person or address concerned. */
void admin_name_target(admin_call *a, const char *target);
/* Stores the job with the call's entry; `done` gets the call. False: refused, and the call is
 * gone. */
bool admin_store(admin_call *a, writer_job *j, bool good);

#endif
