/* config.h - every setting of the server, in one list: its flag, its environment variable and its
 * line in a file all follow from it (docs/hosting.md).
 *
 *     games_per_person  ->  --games-per-person 50 | AZULEJO_GAMES_PER_PERSON=50 |
 *                           games-per-person = 50
 *
 * A flag beats the environment, the environment beats the file, the file beats the default.
 */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(kind, name, default, smallest, largest, help); of a TEXT the largest length. */
#define CONFIG_LIST(X)                                                                          \
    X(TEXT, host, "127.0.0.1", 0, 63, "address to listen on; 0.0.0.0: all")                     \
    X(NUMBER, port, 8080, 0, 65535, "port to listen on; 0: any free one")                       \
    X(TEXT, data, "", 0, 511, "the file with all games; :memory: keeps nothing")                \
    X(TEXT, store, "", 0, 511, "postgresql://... shared by several nodes, instead of the file") \
    X(TEXT, origin, "", 0, 255, "the page's address behind a proxy, like https://azul.example") \
    X(NUMBER, proxy, 0, 0, 1, "1: believe X-Forwarded-For of a proxy on this machine")          \
    X(TEXT, proxy_from, "", 0, 255,                                                             \
      "addresses of proxies elsewhere that are believed, with commas")                          \
    X(NUMBER, secure_cookie, 0, 0, 1, "1: cookies only over https (behind a TLS proxy)")        \
    X(NUMBER, metrics_public, 0, 0, 1, "1: /metrics for everybody, not this machine only")      \
    X(NUMBER, sockets_max, 12000, 16, 200000, "connections at once")                            \
    X(NUMBER, sockets_per_address, 64, 1, 200000, "connections at once from one address")       \
    X(NUMBER, messages_per_second, 20, 1, 100000, "of a player; spectators have a quarter")     \
    X(NUMBER, requests_per_second, 20, 1, 100000, "changing HTTP requests of an address")       \
    X(NUMBER, logins_per_minute, 10, 1, 100000, "logins and new accounts of an address")        \
    X(NUMBER, tables_per_minute, 30, 1, 100000, "tables made by an address")                    \
    X(NUMBER, tables_per_day, 500, 1, 1000000, "tables made by an address")                     \
    X(NUMBER, tables_max, 50000, 1, 1000000, "tables in memory; above it no new one is made")   \
    X(NUMBER, open_days, 7, 1, 3650, "until a table that did not begin is removed")             \
    X(NUMBER, guest_days, 30, 1, 3650, "until an untouched game of guests is removed")          \
    X(NUMBER, account_days, 365, 1, 3650, "until one with an account holder is removed")        \
    X(NUMBER, ready_s, 60, 1, 86400, "to get ready in a quick pairing")                         \
    X(NUMBER, games_per_person, 50, 1, 100000, "unfinished games of one person")                \
    X(NUMBER, watchers_per_table, 10000, 1, 200000, "spectators of one table")                  \
    X(NUMBER, bot_threads, 1, 1, 64, "threads that think for bots")                             \
    X(NUMBER, bot_time_ms, 1000, 1, 60000, "the most a bot may think about a move")             \
    X(NUMBER, bot_jobs, 1, 0, 1, "with store: 0: no `azulejo work` thinks for bots")            \
    X(NUMBER, finished_days, 0, 0, 36500, "until a finished game is removed; 0: kept")          \
    X(TEXT, disc_reserve, "auto", 1, 9,                                                         \
      "free MB below which nothing new is made; auto: 500, or 5 % of a smaller disc")           \
    X(NUMBER, address_days, 14, 0, 366, "for how long addresses of players are kept; 0: not")   \
    X(NUMBER, grace_s, 60, 1, 86400, "how long a player may be away before it counts")          \
    X(NUMBER, durable, 1, 0, 1, "0: do not wait for the disc (a power cut may lose moves)")     \
    X(NUMBER, accept_loss, 0, 0, 1, "1: start with what is left of a damaged log")

enum { CONFIG_TEXT_MAX = 512, CONFIG_MB = 1000000 };

#define CONFIG_FIELD_TEXT(name) char name[CONFIG_TEXT_MAX];
#define CONFIG_FIELD_NUMBER(name) uint32_t name;
#define CONFIG_FIELD(kind, name, value, min, max, help) CONFIG_FIELD_##kind(name)
typedef struct config {
    CONFIG_LIST(CONFIG_FIELD)
} config;
#undef CONFIG_FIELD

enum { CONFIG_ERROR_MAX = 512 };

void config_default(config *c);

/* The name as C has it ("games_per_person"), by number; NULL after the last. */
const char *config_name(unsigned i);

/* The name may have - or _. False: `error` says what is wrong with the name or the value, and
 * begins with the name as it was given. The environment's errors name the variable. */
bool config_set(config *c, const char *name, const char *value, char error[CONFIG_ERROR_MAX]);
bool config_read_environment(config *c, char error[CONFIG_ERROR_MAX]);
bool config_read_text(config *c, const char *text, size_t length, char error[CONFIG_ERROR_MAX]);

/* False: values that do not fit together or cannot be right. Takes a slash from the origin's end.
 */
bool config_check(config *c, char error[CONFIG_ERROR_MAX]);

/* In bytes, for a disc of that size. */
uint64_t config_disc_reserve(const config *c, uint64_t disc_bytes);

/* Settings that are allowed but rarely intended, one sentence each: the name of a log event and its
 * text. False: there is no warning number i. */
typedef struct config_warning {
    const char *event, *text;
} config_warning;
bool config_warn(const config *c, unsigned i, config_warning *w);

/* "  --port N   …", one line a setting; cut like snprintf's. */
size_t config_help(char *out, size_t size);

#endif
