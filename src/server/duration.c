/* duration.c - see duration.h. */
#include "server/duration.h"

#include <string.h>

static uint64_t unit_ms(char unit)
{
    switch (unit) {
    case 's':
        return 1000;
    case 'm':
        return 60000;
    case 'h':
        return 3600000;
    case 'd':
        return 86400000;
    case 'w':
        return 7ull * 86400000;
    default:
        return 0;
    }
}

bool duration_parse(const char *text, uint64_t *ms)
{
    const size_t digits = strspn(text, "0123456789");
    uint64_t number = 0;
    if (digits == 0 || digits > 9 || !text[digits] || text[digits + 1])
        return false;
    for (size_t i = 0; i < digits; i++)
        number = 10 * number + (uint64_t)(text[i] - '0');
    const uint64_t unit = unit_ms(text[digits]);
    if (unit == 0 || number == 0 || number > DURATION_MAX_MS / unit)
        return false;
    *ms = number * unit;
    return true;
}
