/* protocol.h - the requests, messages and error codes of the server, in one list each.
 *
 * The dispatch of requests is made from the first list. tools/check-protocol.sh compares all of
 * them, and the events of game.h, with docs/server.md and the page (web/src/online). To add a
 * request: its line here, its function cmd_NAME in commands.c or lobby.c, its row in
 * docs/server.md.
 */
#ifndef SERVER_PROTOCOL_H
#define SERVER_PROTOCOL_H

enum {
    REQUEST_ANY = 0,
    REQUEST_TABLE = 1,                  /* names a table */
    REQUEST_CHANGES = REQUEST_TABLE | 2 /* … and changes it, so it waits while that is stored */
};

/* X(name, how): what a client asks. */
#define PROTOCOL_REQUESTS(X)   \
    X(ping, REQUEST_ANY)       \
    X(create, REQUEST_ANY)     \
    X(pair, REQUEST_ANY)       \
    X(lobby, REQUEST_ANY)      \
    X(mine, REQUEST_ANY)       \
    X(name, REQUEST_ANY)       \
    X(watch, REQUEST_TABLE)    \
    X(unwatch, REQUEST_TABLE)  \
    X(join, REQUEST_CHANGES)   \
    X(leave, REQUEST_CHANGES)  \
    X(bot, REQUEST_CHANGES)    \
    X(ready, REQUEST_CHANGES)  \
    X(move, REQUEST_CHANGES)   \
    X(resign, REQUEST_CHANGES) \
    X(offer, REQUEST_CHANGES)  \
    X(answer, REQUEST_CHANGES) \
    X(claim, REQUEST_CHANGES)  \
    X(phrase, REQUEST_CHANGES) \
    X(rematch, REQUEST_CHANGES)

/* What the server sends without being asked. */
#define PROTOCOL_MESSAGES(X) \
    X(welcome)               \
    X(sync)                  \
    X(event)                 \
    X(presence)              \
    X(removed)               \
    X(goodbye)

/* Error codes beside those of the game (game.h), over the socket and over HTTP. */
#define PROTOCOL_ERRORS(X) \
    X(NO_TABLE)            \
    X(PRIVATE)             \
    X(NOT_OWNER)           \
    X(TOO_MANY)            \
    X(TOO_MANY_GAMES)      \
    X(BAD_OPTIONS)         \
    X(BAD_NAME)            \
    X(NAME_TAKEN)          \
    X(BAD_CONTRIBUTION)    \
    X(DAMAGED)             \
    X(FULL)                \
    X(BUSY)                \
    X(NOT_UNDERSTOOD)      \
    X(TOO_FAST)            \
    X(NOT_STORED)          \
    X(BANNED)              \
    X(NOT_FOUND)           \
    X(NO_RECORD)           \
    X(ORIGIN)              \
    X(HOST)                \
    X(NO_SESSION)          \
    X(HAS_ACCOUNT)         \
    X(NO_ACCOUNT)          \
    X(BAD_PASSWORD)        \
    X(WRONG)               \
    X(PLAYING)             \
    X(NOT_SURE)            \
    X(NOT_READ)            \
    X(TOO_LONG)

#endif
