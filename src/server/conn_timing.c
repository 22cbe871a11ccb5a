/* conn_timing.c - see conn_timing.h. */
#include "server/conn_timing.h"

#include <stdbool.h>

silence_action silence_check(uint32_t now_s, uint32_t heard_s, uint32_t pinged_s)
{
    const uint32_t silent = now_s - heard_s, since_ping = now_s - pinged_s;
    const bool is_asked = since_ping < silent;
    if (is_asked && silent >= TIMING_DEAD_S && since_ping >= TIMING_ANSWER_S)
        return SILENCE_END;
    if (silent >= TIMING_PING_S && (!is_asked || since_ping >= TIMING_PING_S))
        return SILENCE_PING;
    return SILENCE_WAIT;
}
