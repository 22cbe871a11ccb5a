/* seat.h - a player in a game: built in, or a protocol engine in a separate process. */
#ifndef CLI_MATCH_SEAT_H
#define CLI_MATCH_SEAT_H

#include "cli/client.h"
#include "cli/match/match.h"

typedef struct match_seat {
    const match_config *config;
    const match_player *player;
    azj_engine *engine;    /* built in, of this game */
    client *client;        /* protocol engine, kept from game to game */
    bool settings_changed; /* since they were sent */
    proto_cause fault;     /* after a false: crash, stall or protocol */
    char why[MATCH_WHY_MAX];
} match_seat;

/* A request for a move, with its result and times. */
typedef struct match_turn {
    const azj_state *view;
    proto_go go;
    unsigned seat;
    uint64_t allowed_us; /* of time; 0: no limit */
    azj_move move;
    uint64_t asked_ns, answered_ns; /* monotonic times; in between the player thinks */
    uint64_t asked_cpu_ns, answered_cpu_ns;
    uint64_t used_us;
    uint64_t nodes; /* 0: not reported */
    float eval;     /* the final margin that the player expects; NAN: not reported */
} match_turn;

void match_seat_init(match_seat *s, const match_config *c, const match_player *p);
void match_seat_release(match_seat *s);

/* Starts a new game, with a seed for the player's own random choices. */
bool match_seat_begin(match_seat *s, uint64_t seed);

/* Asks for a move. The caller checks that it is legal and in time. */
bool match_seat_move(match_seat *s, match_turn *t);

/* Sends the result to a protocol engine. */
void match_seat_result(match_seat *s, const proto_result *r);

#endif
