/* conn_timing.h - when a silent WebSocket is pinged and when it is given up: a pure decision.
 *
 * All times are whole seconds of one monotonic clock. The loop may be late: a decision depends on
 * the time that has passed, never on being asked in a certain second.
 */
#ifndef SERVER_CONN_TIMING_H
#define SERVER_CONN_TIMING_H

#include <stdint.h>

enum {
    TIMING_PING_S = 25,  /* of silence before a ping, and between two pings */
    TIMING_DEAD_S = 60,  /* of silence before the connection is given up … */
    TIMING_ANSWER_S = 10 /* … if the last ping is at least so old: it could have been answered */
};

typedef enum silence_action { SILENCE_WAIT, SILENCE_PING, SILENCE_END } silence_action;

/* `heard_s`: when the last byte came. `pinged_s`: when the last ping was sent; a ping that is not
 * younger than the last byte counts as answered. */
silence_action silence_check(uint32_t now_s, uint32_t heard_s, uint32_t pinged_s);

#endif
