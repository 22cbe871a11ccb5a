/* session.h - sockets: who uses one, what it watches, and its requests. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include "server/fields.h"
#include "server/hub_limits.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/table.h"
#include "server/transport.h"

enum { SESSION_WATCHES_MAX = 8, SESSION_REQUEST_MAX = 40, SESSION_LIST_MAX = 100 };

typedef struct address address;

struct session {
    conn *conn;
    address *from;
    identity who;
    bucket rate;
    bool plays;     /* has a seat at a table it watches: then the players' rate limit applies */
    bool ended;     /* its cookie is void: its requests are not carried out any more */
    uint8_t making; /* tables that it will watch when they are stored */
    live_table *watches[SESSION_WATCHES_MAX];
};

/* One request of one socket. */
struct request {
    hub *hub;
    session *session;
    const fields *fields;
    char id[SESSION_REQUEST_MAX];
    const char *text;
    size_t length;
    uint64_t received_us;
    bool wants_table; /* is answered by the table's state and not by ok */
};

int session_admit(void *context, conn *c, const http_request *q);
void session_opened(void *context, conn *c);
void session_message(void *context, conn *c, const char *text, size_t length);
void session_closed(void *context, conn *c);
/* Takes `cost` messages from the limit of this socket. False: it has not enough left. */
bool session_may(hub *h, session *s, uint32_t cost, hub_limit limit);
void session_handle(hub *h, session *s, const char *text, size_t length, uint64_t received_us);
/* Begins a message: its type, and the id of the request that it answers unless that is "". */
json_writer session_begin(buf *b, const char *type, const char *id);
void session_send(session *s, const buf *b);
bool session_may_watch_more(const session *s);

void request_ok(const request *r);
void request_refuse(const request *r, const char *code, const char *text);
/* Refuses a request that exceeds a limit, and counts it. */
void request_limit(const request *r, hub_limit limit, const char *code, const char *text);
void request_refuse_game(const request *r, game_error e);

/* ---- commands.c, lobby.c ---- */
typedef void command(request *r, live_table *table);
#define REQUEST(name, how, fields, answer) command cmd_##name;
#include "server/protocol.def"

/* True if this person may sit down at another table. */
bool request_may_play(const request *r);
/* True if this person may make another table; else it gets the reason. */
bool request_may_make(const request *r);
/* True if this socket may watch another table. */
bool request_may_watch(const request *r);
/* The name to sit down with at the table (NULL: a new one), different from all others there and
 * from all accounts' names. */
void request_seat_name(const request *r, const game *g, char name[GAME_NAME_MAX]);

#endif
