/* game_clock.c - the game clock.
 *
 * Clocks of players run on it and events are stamped with it, so a table that is loaded later knows
 * how much of the running turn was used. It is stored every 0.75 s while a game with clocks is
 * unfinished, every few minutes otherwise, and at the end. So a restart
 * neither gives a player time nor takes any; after a crash the last second may be missing.
 */
#include "server/hub.h"

#include "server/log.h"

enum {
    RESUME_MS = 3000,  /* after the store works again, until the clock runs on */
    STORE_MS = 750,    /* between two writes while there are games with clocks … */
    QUIET_MS = 600000, /* … and otherwise */
    PAUSE_MS = 1000,   /* longest time between two turns of the loop that counts for players */
    STALL_MS = 700,   /* and with other nodes, between two commits; longer than BEAT_MS (nodes.c) */
    COMPARE_MS = 200, /* between two looks at the clocks of other nodes while ours is halted */
    FIRST_MS = 1000   /* the first value in a new data file: 0 means "not set" in many places */
};
static const uint64_t GAP_MS = 86400000; /* after such a gap the server counts as newly started */

/* Steady: until when it goes on by itself. */
static uint64_t clock_limit(const hub *h)
{
    const uint64_t pause = h->clock.seen_ms + PAUSE_MS, stall = h->clock.good_ms + STALL_MS;
    return h->nodes.shared && stall < pause ? stall : pause;
}

/* The clock advances at most PAUSE_MS without a turn of the loop, because after a pause messages
 * are read before the loop notices the pause. */
uint64_t hub_game_ms(const hub *h)
{
    const game_clock *c = &h->clock;
    const uint64_t now = hub_now_ms(), end = clock_limit(h);
    return (c->halted_ms ? c->halted_ms : now < end ? now : end) + c->base_ms;
}

game_time hub_time(const hub *h)
{
    return (game_time){hub_wall_ms(), hub_game_ms(h)};
}

/* The clock stands still from the moment at which the first move that could not be stored was
 * sent to the disc. */
void hub_store_failed(hub *h, uint64_t submitted_ms)
{
    h->store_ok = false;
    h->clock.may_lag = h->nodes.shared;
    if (!h->clock.halted_ms)
        h->clock.halted_ms = submitted_ms > h->clock.woken_ms ? submitted_ms : h->clock.woken_ms;
}

static void end_halt(game_clock *c, uint64_t now)
{
    c->base_ms -= now - c->halted_ms;
    c->halted_ms = 0;
    c->good_ms = c->woken_ms = now; /* a commit from before that fails later stops it from now on */
    c->seen_ms = now; /* all time until now is accounted for, also in the middle of a long turn */
}

void hub_store_worked(hub *h)
{
    if (!h->store_ok)
        h->clock.well_ms = hub_now_ms();
    h->store_ok = true;
    clock_good(h);
}

/* Other nodes may go on at any time while our clock is halted, so it is compared again and again.
 */
static bool must_compare(const hub *h, uint64_t now)
{
    const game_clock *c = &h->clock;
    return h->nodes.shared && (c->may_lag || (c->halted_ms && now - c->compared_ms >= COMPARE_MS));
}

/* If only our clock stood still, it is set by the others before any event is applied; then a halt
 * ends as well. */
void clock_good(hub *h)
{
    game_clock *c = &h->clock;
    const uint64_t now = hub_now_ms();
    c->good_ms = now;
    uint64_t ahead = 0;
    if (!must_compare(h, now) || !nodes_set_clock(h, &ahead))
        return;
    c->compared_ms = now;
    c->may_lag = false;
    if (ahead > STALL_MS && c->halted_ms)
        end_halt(c, now);
}

static void resume_clock(hub *h, uint64_t now)
{
    game_clock *c = &h->clock;
    if (!c->halted_ms || !h->store_ok || now - c->well_ms < RESUME_MS)
        return;
    end_halt(c, now);
}

void clock_raise(hub *h, uint64_t game_ms)
{
    const uint64_t now = hub_game_ms(h);
    if (game_ms > now)
        h->clock.base_ms += game_ms - now;
}

bool clock_may_lag(const hub *h)
{
    return h->nodes.shared && (h->clock.may_lag || hub_now_ms() > clock_limit(h));
}

bool clock_is_prompt(const hub *h)
{
    const game_clock *c = &h->clock;
    const uint64_t now = hub_now_ms();
    return !c->halted_ms && now < clock_limit(h) && now - c->woken_ms > PAUSE_MS;
}

/* ---- Storing ---- */
static size_t clock_row(const hub *h, char *text, size_t size)
{
    buf b = buf_on(text, size);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "ms", (int64_t)hub_game_ms(h));
    json_write_number(&w, "wall", (int64_t)h->clock.wall_ms);
    json_write_number(&w, "since", (int64_t)h->clock.since_ms);
    json_write_object_end(&w);
    return buf_end(&b);
}

static void clock_stored(void *context, writer_job *job)
{
    hub *h = context;
    (void)job; /* otherwise a failure shows at the next move or, here, a second later */
    h->clock.storing = false;
}

/* A wall clock that jumped by more than a day is treated like a time when the server did not run.
 * */
void clock_note_wall(game_clock *c, uint64_t wall, uint64_t now)
{
    const uint64_t expected = c->wall_ms + (now - c->noted_ms);
    if (wall + GAP_MS < expected || wall > expected + GAP_MS)
        c->since_ms = wall;
    c->wall_ms = wall;
    c->noted_ms = now;
}

void clock_turn(hub *h, uint64_t now)
{
    game_clock *c = &h->clock;
    const uint64_t pause = now - c->seen_ms, end = clock_limit(h);
    c->seen_ms = now;
    if (c->halted_ms && pause > PAUSE_MS)
        c->may_lag = h->nodes.shared;
    if (now <= end || c->halted_ms)
        return;
    c->base_ms -= now - end;
    c->good_ms += now - end;
    c->woken_ms = now;
    c->may_lag = h->nodes.shared;
    if (pause > PAUSE_MS)
        log_event(LOG_WARN, "paused", "ms=%llu", (unsigned long long)pause);
}

void clock_tick(hub *h, uint64_t now)
{
    char text[128];
    game_clock *c = &h->clock;
    resume_clock(h, now);
    clock_note_wall(c, hub_wall_ms(), now);
    if (c->storing || !h->store_ok || now - c->stored_ms < (c->timed ? STORE_MS : QUIET_MS))
        return;
    c->stored_ms = now;
    writer_job *j = writer_job_new(clock_stored, h, "");
    c->storing = j && writer_job_put(j, "meta/clock", 0, text, clock_row(h, text, sizeof text));
    writer_submit_if(h->writer, j, c->storing);
}

void clock_close(hub *h)
{
    char text[128], error[STORE_ERROR_MAX];
    if (!h->store || !h->clock.since_ms)
        return;
    h->clock.wall_ms = hub_wall_ms();
    const size_t length = clock_row(h, text, sizeof text);
    const store_op op = {.key = "meta/clock", .data = text, .length = length};
    if (!store_commit(h->store, &op, 1, error))
        log_event(LOG_ERROR, "store-failed", "row=clock cause=\"%s\"", error);
}

/* ---- Opening ---- */
void clock_open(hub *h)
{
    char text[128];
    size_t length;
    fields f;
    int64_t ms = FIRST_MS, wall = 0, since = 0;
    game_clock *c = &h->clock;
    if (hub_row(h, "meta/clock", text, sizeof text, &length) == STORE_FOUND &&
        fields_parse(&f, text, length)) {
        fields_number(&f, 0, "ms", 0, INT64_MAX, &ms);
        fields_number(&f, 0, "wall", 0, INT64_MAX, &wall);
        fields_number(&f, 0, "since", 0, INT64_MAX, &since);
    }
    c->stored_ms = c->seen_ms = c->good_ms = hub_now_ms();
    c->base_ms = (uint64_t)ms - c->stored_ms;
    c->wall_ms = (uint64_t)wall;
    c->since_ms = (uint64_t)since;
    c->noted_ms = c->stored_ms;
    clock_note_wall(c, hub_wall_ms(), c->noted_ms);
}
