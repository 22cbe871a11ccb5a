/* match.h - the data of a match: players, games, limits and results.
 *
 *   spec.c       players from the command line
 *   positions.c  start positions from a file
 *   schedule.c   which games are to be played
 *   seat.c       a player in a game: built-in or in a process
 *   game.c       one game
 *   log.c        one JSON line per game; a killed match continues from it
 *   extend.c     adds players to a log
 *   log_line.c   reads such a line
 *   verify.c     checks the lines of the log
 *   results.c    the sums
 *   report.c     the sums as text and JSON
 *   records.c    all games as a record file
 *   run.c        the workers, progress and the end
 *   share.h      the same with workers of a database
 *   stats.c      statistics of strength
 *   tune.c       the arithmetic of `azulejo tune`
 *   ratings.c    one rating list from many logs
 *
 *   PLAYER   takes part in the match; SEAT: a place in one game
 *   LINEUP   which players take part in a game, in any order of seats
 *   GROUP    all games of one lineup with one deal, a game for each rotation of the seats
 */
#ifndef CLI_MATCH_MATCH_H
#define CLI_MATCH_MATCH_H

#include "cli/match/stats.h"
#include "cli/options.h"
#include "proto/request.h"

#include <azulejo/engine.h>

enum {
    MATCH_PLAYERS_MAX = 32, /* at most STATS_PLAYERS_MAX */
    MATCH_NAME_MAX = 64,
    MATCH_SETTINGS_MAX = 16,
    MATCH_MOVES_MAX = 8192, /* of a game; C20 and D22 end every game long before */
    MATCH_WHY_MAX = 200,
    MATCH_LIMITS_MAX = 128 /* as text */
};

typedef struct match_setting {
    char name[32];
    char value[128];
} match_setting;

typedef struct match_player {
    char name[MATCH_NAME_MAX];
    char former_name[MATCH_NAME_MAX]; /* in logs of versions that did not ask programs */
    bool named;                       /* on the command line */
    const char *spec;                 /* as it was given */
    const char *command;              /* of a protocol engine; NULL: built in */
    char bot[32];                     /* built in */
    bool own_limits;
    azj_limits limits;  /* when own_limits; else the match's */
    uint64_t memory_mb; /* built in; 0: its default */
    uint32_t threads;   /* built in: of one search; 0: 1 */
    unsigned settings;  /* of a protocol engine */
    match_setting setting[MATCH_SETTINGS_MAX];
} match_player;

/* Which lineups are played. */
typedef enum match_format {
    MATCH_ROBIN,    /* all */
    MATCH_GAUNTLET, /* those with the first player */
    MATCH_ONE,      /* the first player in one seat, one other player in all the others */
    MATCH_FORMATS
} match_format;

typedef struct match_config {
    cli_game game;
    unsigned count; /* of players */
    match_player player[MATCH_PLAYERS_MAX];
    match_format format;
    uint64_t deals;
    bool deals_given;
    bool add; /* the log may be of the first players only */
    unsigned concurrency;
    uint64_t budget_s; /* time limit of the match; 0: none */
    uint64_t seed;
    const char *positions_path;
    azj_state *start; /* of the games of deal i: start[i % starts] */
    uint64_t starts;  /* 0: from the beginning */
    uint64_t starts_sum;
    azj_limits limits;
    uint64_t start_ms;  /* how long a program may take to start */
    uint64_t margin_ms; /* how late an answer may come */
    uint64_t stall_ms;  /* extra time after which a player counts as stalled */
    bool cpu_time;      /* built-in players are timed by their thread's processor time */
    bool sprt;
    stats_sprt test;
    bool quiet;
    bool show_stderr;
    const char *event;
    const char *log_path, *json_path, *record_path;
    const char *store; /* a database whose workers play, too; NULL: none */
    bool only_workers; /* they play all games */
} match_config;

/* The result of a game. */
typedef struct match_game {
    uint64_t index;
    unsigned seats;
    uint8_t who[AZJ_SEATS_MAX]; /* player by seat */
    int score[AZJ_SEATS_MAX];
    uint8_t place[AZJ_SEATS_MAX]; /* 0 is best; the same number: shared */
    unsigned winners;             /* a bit a seat */
    proto_cause cause;
    unsigned fault; /* the seat to blame, or AZJ_NOBODY */
    char why[MATCH_WHY_MAX];
    uint32_t decisions[AZJ_SEATS_MAX];
    uint32_t floor[AZJ_SEATS_MAX];   /* points that the floor line or broken tiles have cost */
    uint32_t dumps[AZJ_SEATS_MAX];   /* tiles put there although a line took them: ai/dumps.h */
    uint64_t time_us[AZJ_SEATS_MAX]; /* thinking, by seat */
    uint64_t slowest_us[AZJ_SEATS_MAX];
    uint64_t nodes[AZJ_SEATS_MAX];    /* searched, where the player reports them … */
    uint64_t nodes_us[AZJ_SEATS_MAX]; /* … and the thinking time of those moves */
    uint64_t wall_us;                 /* the whole game */
    uint64_t overhead_ns;             /* the runner's own share of the time of all moves */
    uint64_t overhead_cpu_ns;         /* the same as work */
    uint32_t moves;
} match_game;

/* The moves of a game, in a separate struct because of its size. */
typedef struct match_moves {
    azj_move move[MATCH_MOVES_MAX];
    uint32_t time_ms[MATCH_MOVES_MAX];
    uint64_t nodes[MATCH_MOVES_MAX]; /* 0: not reported */
    float eval[MATCH_MOVES_MAX]; /* the final margin that the mover expects; NAN: not reported */
} match_moves;

/* Whether a fault of one seat ended the game. */
static inline bool match_game_faulty(const match_game *g)
{
    return g->cause != PROTO_CAUSE_NORMAL;
}

/* Sets winners, scores and places of a game from its last state, cause and fault. */
void match_game_settle(match_game *g, const azj_state *s);

/* ---- spec.c ---- */
/* Empties the configuration and sets the defaults that match and tune have in common. */
void match_config_init(match_config *c);

/* The options of `azulejo match` and `azulejo tune` alike, for a match_config. */
#define MATCH_OPTIONS(c, concurrency_max)                                                         \
    CLI_WORD("positions", &(c)->positions_path),                                                  \
        CLI_NUMBER("budget", &(c)->budget_s, 1, UINT32_MAX),                                      \
        CLI_NUMBER32("concurrency", &(c)->concurrency, 1, concurrency_max), CLI_SEED(&(c)->seed), \
        CLI_NUMBER32("time", &(c)->limits.time_ms, 1, UINT32_MAX),                                \
        CLI_NUMBER("nodes", &(c)->limits.nodes, 1, UINT64_MAX),                                   \
        CLI_NUMBER32("depth", &(c)->limits.depth, 1, UINT32_MAX),                                 \
        CLI_NUMBER("margin", &(c)->margin_ms, 0, UINT32_MAX),                                     \
        CLI_NUMBER("stall", &(c)->stall_ms, 1, UINT32_MAX),                                       \
        CLI_NUMBER("start", &(c)->start_ms, 1, UINT32_MAX), CLI_WORD("log", &(c)->log_path),      \
        CLI_FLAG("stderr", &(c)->show_stderr), CLI_FLAG("quiet", &(c)->quiet)

/* [NAME=]BOT[@KEY=VALUE]... or [NAME=]cmd[@KEY=VALUE]...:COMMAND */
bool match_player_read(cli_args *a, const char *text, match_player *p);
/* Takes the name that a program gives itself, unless the command line has one. */
void match_player_call(match_player *p, const char *name);
/* Appends numbers to names that occur twice. */
void match_players_name(match_config *c);
bool match_limits_any(const azj_limits *l);
/* The limits for people, like "100 ms a move". */
void match_limits_text(const azj_limits *l, char *text, size_t size);
/* Those of a player: its own, or else the match's. */
const azj_limits *match_player_limits(const match_config *c, unsigned player);
/* The limits of all players, if they are the same; else "each player's own". */
void match_common_limits_text(const match_config *c, char *text, size_t size);
/* Whether all players have the same limits. */
bool match_limits_common(const match_config *c);
/* The limits of one game: one text, or one for each seat with "; " between them. */
void match_game_limits_text(const match_config *c, const match_game *g, char *text, size_t size);

/* ---- positions.c ---- */
/* Reads the start positions at c->positions_path; without --rules and --players the first one says
 * of which game they are. False after a message. */
bool match_positions_read(cli_args *a, match_config *c);
void match_positions_release(match_config *c);

/* ---- schedule.c ---- */
typedef struct match_schedule {
    unsigned seats; /* also the games of a group */
    uint64_t lineups;
    uint8_t (*lineup)[AZJ_SEATS_MAX]; /* players in rising order */
    uint64_t deals;
    uint64_t games;
} match_schedule;

/* The name as --lineup takes it ("one"), and for people ("one against a table"). */
const char *match_format_word(match_format f);
const char *match_format_text(match_format f);

bool match_schedule_init(match_schedule *s, const match_config *c);
void match_schedule_release(match_schedule *s);
void match_schedule_seats(const match_schedule *s, uint64_t index, uint8_t *who);
uint64_t match_schedule_group(const match_schedule *s, uint64_t index);
/* The number of a game's deal. */
uint64_t match_deal(const match_schedule *s, uint64_t index);
/* The seed of the deal of a game: the same for all games of a deal, in every lineup. */
uint64_t match_deal_seed(const match_config *c, const match_schedule *s, uint64_t index);
/* The seed of a player's own random choices in one game. It has 31 bits, so that engines in every
 * language can read it.
 */
uint64_t match_player_seed(const match_config *c, uint64_t index, unsigned seat);

#endif
