/* hub_limits.h - the limits of the server, for the metrics. */
#ifndef SERVER_HUB_LIMITS_H
#define SERVER_HUB_LIMITS_H

/* Which limit was exceeded: a label of azulejo_limited_total each (docs/hosting.md). */
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

#endif
