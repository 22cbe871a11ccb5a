/* session.h - sockets: who uses one, what it watches, and its requests. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include "server/fields.h"
#include "server/hub_limits.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/protocol.h"
#include "server/table.h"
#include "server/transport.h"

enum { SESSION_WATCHES_MAX = 8, SESSION_REQUEST_MAX = 40, SESSION_LIST_MAX = 100 };

typedef struct address address;

struct session {
    conn *conn;
    address *from;
    identity who;
    bucket rate;
    bool plays;     /* has a seat somewhere it watches: the players' rate */
    bool ended;     /* its cookie is void: nothing that it asked for is done any more */
    uint8_t making; /* tables that it will watch as soon as they are stored */
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
    bool wants_table; /* is answered with the table, not with ok */
};

int session_admit(void *context, conn *c, const http_request *q);
void session_opened(void *context, conn *c);
void session_message(void *context, conn *c, const char *text, size_t length);
void session_closed(void *context, conn *c);
/* May this socket cause `cost` messages' worth of work? Then it is charged for it. */
bool session_may(hub *h, session *s, uint32_t cost, hub_limit limit);
void session_handle(hub *h, session *s, const char *text, size_t length, uint64_t received_us);
/* Begins a message: its type, and the id of the request that it answers unless that is "". */
json_writer session_begin(buf *b, const char *type, const char *id);
void session_send(session *s, const buf *b);
bool session_may_watch_more(const session *s);

void request_ok(const request *r);
void request_refuse(const request *r, const char *code, const char *text);
/* Refuses what is too much, and counts it. */
void request_limit(const request *r, hub_limit limit, const char *code, const char *text);
void request_refuse_game(const request *r, game_error e);

/* ---- commands.c, lobby.c ---- */
typedef void command(request *r, live_table *table);
#define COMMAND_FUNCTION(name, how) command cmd_##name;
PROTOCOL_REQUESTS(COMMAND_FUNCTION)
#undef COMMAND_FUNCTION

/* May this person sit down at another table? */
bool request_may_play(const request *r);
/* May this one make another table? If not, it gets the reason. */
bool request_may_make(const request *r);
/* Is there a place left for watching what it makes or finds? */
bool request_may_watch(const request *r);
/* The name to sit down with at the table (NULL: a new one): nobody else there has it, and no
 * account. */
void request_seat_name(const request *r, const game *g, char name[GAME_NAME_MAX]);

#endif
