/* timers.c - see timers.h. */
#include "server/timers.h"

#include <stdlib.h>

static void put_at(timers *t, timer *which, size_t place)
{
    t->at[place] = which;
    which->place = place;
}

static void move_up(timers *t, timer *which, size_t place)
{
    for (; place > 1 && t->at[place / 2]->at_ms > which->at_ms; place /= 2)
        put_at(t, t->at[place / 2], place);
    put_at(t, which, place);
}

static void move_down(timers *t, timer *which, size_t place)
{
    for (size_t child; (child = 2 * place) <= t->count; place = child) {
        if (child < t->count && t->at[child + 1]->at_ms < t->at[child]->at_ms)
            child++;
        if (t->at[child]->at_ms >= which->at_ms)
            break;
        put_at(t, t->at[child], place);
    }
    put_at(t, which, place);
}

void timers_release(timers *t)
{
    free(t->at);
    *t = (timers){0};
}

static bool make_room(timers *t)
{
    if (t->count + 1 < t->room)
        return true;
    const size_t room = 2 * t->room + 64;
    timer **at = realloc(t->at, room * sizeof *at);
    if (!at)
        return false;
    t->at = at;
    t->room = room;
    return true;
}

bool timers_set(timers *t, timer *which, uint64_t at_ms)
{
    if (!which->place) {
        if (!make_room(t))
            return false;
        which->at_ms = at_ms;
        move_up(t, which, ++t->count);
        return true;
    }
    const bool earlier = at_ms < which->at_ms;
    which->at_ms = at_ms;
    if (earlier)
        move_up(t, which, which->place);
    else
        move_down(t, which, which->place);
    return true;
}

void timers_clear(timers *t, timer *which)
{
    const size_t place = which->place;
    if (!place)
        return;
    timer *last = t->at[t->count--];
    which->place = 0;
    if (last == which)
        return;
    if (place > 1 && t->at[place / 2]->at_ms > last->at_ms)
        move_up(t, last, place);
    else
        move_down(t, last, place);
}

void *timers_take(timers *t, uint64_t now_ms)
{
    if (!t->count || t->at[1]->at_ms > now_ms)
        return NULL;
    timer *first = t->at[1];
    timers_clear(t, first);
    return first->owner;
}
