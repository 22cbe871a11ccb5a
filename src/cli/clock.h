/* clock.h - the old names of base/clock.h, for src/cli/load. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include "base/clock.h"

static inline uint64_t clock_now_us(void)
{
    return clock_mono_us();
}

#endif
