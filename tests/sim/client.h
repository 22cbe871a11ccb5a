/* client.h - simulated people: they talk to the nodes through messages alone, and what they receive
 * is compared with the history (message.c). */
#ifndef TESTS_SIM_CLIENT_H
#define TESTS_SIM_CLIENT_H

#include "sim.h"

#include "base/json.h"

#include <azulejo/rules.h>

enum {
    LINKS_NB = 2,   /* the second one repeats what the first one says, at another node */
    ID_MAX = 16,    /* of a table */
    KEY_MAX = 32,   /* of its invitation */
    PENDING_MAX = 4 /* moves that are sent and not yet answered */
};

typedef struct party { /* people who play together, one game after the other */
    unsigned index, rules, players, people, bots[4];
    char clock[96], leaver[8];
    bool is_public;
    uint64_t slowness_us; /* how long people think about a move */
    struct client *member[4];
    char table[ID_MAX], key[KEY_MAX];     /* "": there is none yet */
    char left[ID_MAX], left_key[KEY_MAX]; /* one that they have left for a while */
    uint32_t game;                        /* counts their games */
} party;

typedef struct pending {
    char id[24];     /* "": none */
    uint32_t ply, n; /* n: the last event that was known */
    char move[160];
    bool confirmed;
} pending;

typedef enum link_state { LINK_NONE, LINK_HELLO, LINK_OPENING, LINK_OPEN } link_state;

typedef struct socket_view { /* what one link has shown */
    link to;
    link_state state;
    bool watching;
    char table[ID_MAX];
    uint32_t n;  /* the last event seen */
    bool is_bad; /* an event was missing: watch again */
    uint64_t asked_us, heard_us, watch_us, retry_us;
    uint64_t standing_us; /* since when it watches without a break */
    unsigned you;
    uint8_t phase;
    uint32_t ply;
    bool has_position;
    azj_state position;
    bool ready, standin[4], empty[4], offered;
} socket_view;

typedef struct client {
    unsigned index;
    party *party;
    bool is_spectator;
    unsigned place; /* among the members */
    char cookie[256], person[48], address[24];
    socket_view at[LINKS_NB];
    pending sent[PENDING_MAX];
    uint32_t sent_nb; /* ids that were ever used */
    uint64_t act_us, resend_us;
    uint64_t turn_us; /* since when it is our turn */
    uint32_t turn_ply;
    bool asking; /* a create that is not answered */
} client;

void client_start(client *c, uint64_t when);
/* From the network. */
void client_replied(client *c, unsigned place, int status, const char *body, const char *cookie);
void client_opened(client *c, unsigned place);
void client_heard(client *c, unsigned place, const char *text, size_t length);
void client_lost(client *c, unsigned place);
link *client_link(client *c, unsigned place);
const char *client_address(const client *c);
bool client_is_standing(const client *c, uint64_t for_us); /* seen at healthy nodes for so long */

/* ---- message.c ---- */
typedef struct message {
    json_doc doc;
    const char *text;
    size_t length;
} message;

bool message_parse(message *m, const char *text, size_t length);
uint32_t message_find(const message *m, uint32_t parent, const char *key); /* 0: none */
bool message_text(const message *m, uint32_t parent, const char *key, char *out, size_t size);
bool message_number(const message *m, uint32_t parent, const char *key, int64_t *value);
bool message_flag(const message *m, uint32_t parent, const char *key);
/* Takes sync and event: fails where they differ from the history. */
void message_take(client *c, socket_view *v, const message *m, const char *kind);

#endif
