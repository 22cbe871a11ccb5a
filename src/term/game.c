/* game.c - a game at one terminal: see game.h. */
#include "term/game.h"
#include "base/clock.h"
#include "base/json.h"
#include "term/autosave.h"
#include "term/describe.h"
#include "text/tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_FIRST = 256,
    MEMORY_BYTES = 32 << 20,
    HINT_MS = 1500,
    WHY_NODES = 200,
    WHY_SAMPLES = 4
};

/* ---- Seats ---- */

unsigned play_people(const play_setup *setup)
{
    unsigned n = 0;
    for (unsigned seat = 0; seat < setup->game.players; seat++)
        n += !setup->seats[seat].bot;
    return n;
}

unsigned play_level(const play_seat *seat)
{
    return azj_level_of(seat->level);
}

/* A level has a person's name, and a second player of the same level its number, too. Every other
 * bot has the name of its search. */
static void put_bot(buf *b, const play_setup *setup, unsigned seat)
{
    const play_seat *s = &setup->seats[seat];
    unsigned before = 0;
    for (unsigned i = 0; i < seat; i++)
        before += setup->seats[i].bot && strcmp(setup->seats[i].level, s->level) == 0;
    buf_text(b, azj_bot_title(s->level));
    if (!before)
        return;
    buf_char(b, ' ');
    buf_unsigned(b, before + 1);
}

void play_name(buf *b, const play_setup *setup, unsigned seat)
{
    const play_seat *s = &setup->seats[seat];
    if (s->bot)
        put_bot(b, setup, seat);
    else if (s->name[0])
        buf_text(b, s->name);
    else if (play_people(setup) == 1)
        msg_put(b, setup->lang, MSG_YOU, NULL);
    else
        msg_put(b, setup->lang, MSG_PLAYER, &(msg_args){.n = (int)seat + 1});
}

void play_full_name(buf *b, const play_setup *setup, unsigned seat)
{
    const play_seat *s = &setup->seats[seat];
    play_name(b, setup, seat);
    const unsigned level = s->bot ? play_level(s) : 0;
    if (!level)
        return;
    buf_text(b, " (");
    msg_put(b, setup->lang, MSG_LEVEL, &(msg_args){.n = (int)level});
    buf_char(b, ')');
}

void play_put_score(buf *b, const play_setup *setup, const azj_state *s, unsigned seat)
{
    char name[2 * PLAY_NAME_MAX];
    buf n = buf_on(name, sizeof name);
    play_full_name(&n, setup, seat);
    buf_end(&n);
    msg_put(b, setup->lang, MSG_SCORE_OF, &(msg_args){.who = name, .points = azj_score(s, seat)});
}

bool play_bot_to_move(const play_game *g)
{
    const unsigned seat = play_state(g)->head.seat;
    return seat < AZJ_SEATS_MAX && g->setup->seats[seat].bot;
}

unsigned play_viewer(const play_game *g)
{
    const unsigned seat = play_state(g)->head.seat;
    if (play_people(g->setup) == 1)
        for (unsigned i = 0; i < g->setup->game.players; i++)
            if (!g->setup->seats[i].bot)
                return i;
    return seat < AZJ_SEATS_MAX && seat == g->looking ? seat : AZJ_SPECTATOR;
}

static bool shows_front(unsigned entry)
{
    return (entry & AZJ_PILE_PLATE) < AZJ_DUEL_PLATES;
}

/* Is there a plate whose front only the first of two views shows? Chips are hidden from both. */
static bool knows_more(const azj_duel *own, const azj_duel *other)
{
    for (unsigned i = 0; i < own->pile_count; i++)
        if (shows_front(own->pile[i]) && !shows_front(other->pile[i]))
            return true;
    for (unsigned i = 0; i < own->drawn_count; i++)
        if (shows_front(own->drawn[i]) && !shows_front(other->drawn[i]))
            return true;
    return false;
}

/* Does the person to move know something that another person at this screen may not? Only in Duel.
 * */
static bool has_secret(const play_game *g)
{
    const azj_state *s = play_state(g);
    azj_state own, other;
    if (s->head.rules != AZJ_DUEL || s->head.seat > 1 || play_people(g->setup) < 2)
        return false;
    azj_view(s, s->head.seat, &own);
    azj_view(s, 1u - s->head.seat, &other);
    return knows_more(&own.duel, &other.duel);
}

bool play_must_hide(play_game *g)
{
    const bool same = g->looking == play_state(g)->head.seat;
    if (!has_secret(g) || (same && g->alone))
        return false;
    g->looking = AZJ_NOBODY;
    return true;
}

void play_look(play_game *g)
{
    g->looking = play_state(g)->head.seat;
    g->alone = has_secret(g);
}

unsigned play_front(const play_game *g)
{
    const unsigned viewer = play_viewer(g);
    if (viewer < AZJ_SEATS_MAX)
        return viewer;
    for (size_t i = g->step_count; i-- > 0;)
        if (!g->setup->seats[g->steps[i].seat].bot)
            return g->steps[i].seat;
    return 0;
}

/* ---- Starting ---- */

static bool has_room(play_game *g)
{
    if (g->step_count < g->step_room)
        return true;
    const size_t room = g->step_room ? 2 * g->step_room : STEPS_FIRST;
    play_step *steps = realloc(g->steps, room * sizeof *steps);
    if (!steps)
        return false;
    g->steps = steps;
    g->step_room = room;
    return true;
}

/* One step of a record on a state that stands before it, printed as a move of this game. */
static azj_error retrace(play_game *g, const azj_record *record, uint32_t i, azj_state *now)
{
    const azj_move move = record->steps[i].move;
    if (!has_room(g))
        return AZJ_E_NO_MEMORY;
    if (!move) {
        azj_record_replay(record, i, now, NULL);
        return AZJ_E_OK;
    }
    g->before = *now;
    g->events.count = 0;
    g->steps[g->step_count++] = (play_step){move, now->head.seat, now->head.round,
                                            (int8_t)azj_preview_move(now, move).taken};
    azj_record_replay(record, i, now, &g->events);
    g->settled = *now;
    return AZJ_E_OK;
}

/* The given record with its tags and notes, without its end. */
static azj_error begin_given(play_game *g)
{
    azj_record *r = &g->record;
    size_t at = 0;
    azj_record_parse(g->given, strlen(g->given), &at, r, NULL); /* its end may be missing */
    r->cause = 0;
    r->winners = 0;
    g->step_count = 0;
    azj_state now = r->start;
    azj_error error = now.head.players ? AZJ_E_OK : AZJ_E_BAD_STATE;
    g->before = g->settled = now;
    for (uint32_t i = 0; !error && i < r->step_count; i++)
        error = retrace(g, r, i, &now);
    g->fixed = g->step_count;
    return error;
}

static azj_error begin_new(play_game *g)
{
    const play_rules *game = &g->setup->game;
    azj_options options = {.rules = (uint8_t)game->rules,
                           .players = (uint8_t)game->players,
                           .starter = AZJ_NOBODY,
                           .tablets = (uint8_t)game->tablets};
    if (game->rules == AZJ_DUEL && game->random_tablets)
        options.tablets = (uint8_t)azj_duel_random_tablets(&g->rng);
    azj_rng_seed(&g->rng, g->setup->seed); /* random tablets leave the deals as they are */
    g->step_count = 0;
    g->events.count = 0;
    return azj_record_begin(&g->record, &options);
}

/* The table as it was before the first move: the same seed gives the same deal. */
static azj_error deal_first(play_game *g)
{
    azj_rng_seed(&g->rng, g->setup->seed);
    azj_error error = g->given ? begin_given(g) : begin_new(g);
    if (error)
        return error;
    autosave_tags(g);
    error = azj_record_deal(&g->record, &g->rng);
    if (!g->step_count)
        g->before = g->settled = g->record.now;
    return error;
}

void play_free(play_game *g)
{
    play_stop_thinking(g);
    azj_record_free(&g->record);
    free(g->steps);
    free(g->given);
}

/* ---- Moves ---- */

/* A move and the deal after it; nothing is written to disc. */
static azj_error make_move(play_game *g, azj_move move, azj_fault *why)
{
    const azj_state before = g->record.now;
    azj_fault fault;
    if (!has_room(g))
        return AZJ_E_NO_MEMORY;
    azj_error error = azj_legal(&before, move, &fault);
    if (why)
        *why = fault;
    if (error)
        return error;
    const int taken = azj_preview_move(&before, move).taken;
    g->events.count = 0;
    error = azj_record_move(&g->record, move, NULL, &g->events);
    if (error)
        return error;
    g->before = before;
    g->settled = g->record.now;
    g->steps[g->step_count++] =
        (play_step){move, before.head.seat, before.head.round, (int8_t)taken};
    return azj_record_deal(&g->record, &g->rng);
}

/* True if the game so far begins with all steps of the record. */
static bool begins_with(const azj_record *game, const azj_record *record)
{
    const size_t size = record->step_count * sizeof *record->steps;
    return azj_equal(&game->start, &record->start) && game->step_count >= record->step_count &&
           (size == 0 || memcmp(game->steps, record->steps, size) == 0);
}

static azj_error go_on_behind(play_game *g, const azj_record *record)
{
    const size_t size = azj_record_text(record, NULL, 0) + 1;
    g->given = malloc(size);
    if (!g->given)
        return AZJ_E_NO_MEMORY;
    azj_record_text(record, g->given, size);
    return deal_first(g);
}

/* Plays the moves of a record on the deals of the seed; if those are others, after the record. */
static azj_error take_up(play_game *g, const azj_record *record)
{
    azj_error error = AZJ_E_OK;
    for (uint32_t i = 0; !error && i < record->step_count; i++)
        if (record->steps[i].move)
            error = make_move(g, record->steps[i].move, NULL);
    return !error && begins_with(&g->record, record) ? AZJ_E_OK : go_on_behind(g, record);
}

azj_error play_begin(play_game *g, const play_setup *setup)
{
    memset(g, 0, sizeof *g);
    g->setup = setup;
    g->looking = AZJ_NOBODY;
    g->end = g->place.before = setup->record_path ? autosave_file_size(setup->record_path) : 0;
    if (setup->resume && setup->resume_at.before >= 0)
        g->place = setup->resume_at;
    azj_record_init(&g->record);
    const azj_error error = deal_first(g);
    return error || !setup->resume ? error : take_up(g, setup->resume);
}

azj_error play_make(play_game *g, azj_move move, azj_fault *why)
{
    const azj_error error = make_move(g, move, why);
    if (!error && g->setup->record_path)
        autosave_write(g); /* a failure is reported when the game is closed */
    return error;
}

/* The number of moves before the last decision of a person; step_count when there is none. */
static size_t last_decision(const play_game *g)
{
    for (size_t i = g->step_count; i-- > g->fixed;)
        if (!g->setup->seats[g->steps[i].seat].bot)
            return i;
    return g->step_count;
}

bool play_undo(play_game *g)
{
    const size_t keep = last_decision(g);
    if (keep == g->step_count)
        return false;
    play_stop_thinking(g);
    if (deal_first(g))
        return false;
    for (size_t i = g->fixed; i < keep; i++) {
        const azj_move move = g->steps[i].move; /* make_move writes steps anew, each to its place */
        if (make_move(g, move, NULL))
            return false;
    }
    return true;
}

bool play_close(play_game *g, const char *cause)
{
    const bool over = play_state(g)->head.phase == AZJ_PHASE_OVER;
    azj_record_end(&g->record, over ? azj_winners(play_state(g)) : 0, over ? "normal" : cause);
    return !g->setup->record_path || autosave_write(g);
}

/* ---- Records ---- */

static void take_names(play_setup *setup, const azj_record *record)
{
    setup->game.rules = (azj_rules)record->start.head.rules;
    setup->game.players = record->start.head.players;
    for (unsigned seat = 0; seat < setup->game.players; seat++) {
        const char *name = azj_record_tag_value(record, tags_seat(seat));
        setup->seats[seat] = (play_seat){0};
        if (name)
            snprintf(setup->seats[seat].name, PLAY_NAME_MAX, "%u. %.*s", seat + 1,
                     (int)utf8_fit(name, strlen(name), PLAY_NAME_MAX - 4), name);
    }
}

uint32_t play_record_moves(const azj_record *record)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < record->step_count; i++)
        n += record->steps[i].move != 0;
    return n;
}

azj_error play_show_record(play_game *g, play_setup *setup, const azj_record *record,
                           uint32_t moves)
{
    take_names(setup, record);
    g->setup = setup;
    g->record.now = g->before = g->settled = record->start;
    g->step_count = g->events.count = 0;
    for (uint32_t i = 0; i < record->step_count; i++) {
        if (record->steps[i].move && g->step_count == moves)
            break;
        const azj_error error = retrace(g, record, i, &g->record.now);
        if (error)
            return error;
    }
    return AZJ_E_OK;
}

/* ---- Words ---- */

void play_describe_step(buf *b, const play_game *g, const play_step *step)
{
    char name[2 * PLAY_NAME_MAX];
    buf n = buf_on(name, sizeof name);
    play_name(&n, g->setup, step->seat);
    buf_end(&n);
    describe_move(b, g->setup->lang, name, step->move, step->taken);
}

void play_describe_event(buf *b, const play_game *g, const azj_event *event)
{
    char name[2 * PLAY_NAME_MAX];
    buf n = buf_on(name, sizeof name);
    play_name(&n, g->setup, event->seat);
    buf_end(&n);
    describe_event(b, g->setup->lang, g->setup->game.rules, name, event);
}

void play_describe_result(buf *b, const play_game *g)
{
    const unsigned winners = azj_winners(play_state(g));
    char names[4 * 2 * PLAY_NAME_MAX];
    buf n = buf_on(names, sizeof names);
    unsigned count = 0;
    for (unsigned seat = 0; seat < g->setup->game.players; seat++)
        if (winners >> seat & 1u) {
            buf_text(&n, count++ ? ", " : "");
            play_name(&n, g->setup, seat);
        }
    buf_end(&n);
    msg_put(b, g->setup->lang, count > 1 ? MSG_GAME_OVER_SHARED : MSG_GAME_OVER,
            &(msg_args){.who = names});
    for (unsigned seat = 0; seat < g->setup->game.players; seat++) {
        buf_char(b, ' ');
        play_put_score(b, g->setup, play_state(g), seat);
    }
}

/* ---- Thinking ---- */

/* Compares the move with the obvious one, or if it is that, with the next best. */
static void find_reason(play_thinker *t)
{
    const azj_move move = t->info.line[0].move[0], obvious = reason_obvious(&t->view);
    const reason_limits limits = {.nodes = WHY_NODES, .samples = WHY_SAMPLES, .seed = 1};
    t->other = move != obvious ? obvious : t->info.lines > 1 ? t->info.line[1].move[0] : 0;
    t->why.count = 0;
    if (t->other && t->other != move &&
        reason_find(t->engine, &t->view, move, t->other, &limits, &t->why))
        t->why.count = 0;
}

static void *search_thread(void *context)
{
    play_thinker *t = context;
    t->error = azj_engine_go(t->engine, &t->limits, &t->info);
    if (t->explain && !t->error)
        find_reason(t);
    atomic_store(&t->done, true);
    return NULL;
}

/* A bot's seed: the same for the whole game, also when it is resumed; another one for each seat. */
static uint64_t bot_seed(const play_game *g, unsigned seat)
{
    return g->setup->seed * AZJ_SEATS_MAX + seat;
}

azj_error play_think(play_game *g, bool hint)
{
    const unsigned seat = play_state(g)->head.seat;
    play_thinker *t = &g->thinker;
    const azj_engine_options options = {.bot = hint ? "strong" : g->setup->seats[seat].level,
                                        .memory_bytes = MEMORY_BYTES,
                                        .seed = bot_seed(g, seat),
                                        .lines = hint ? 3 : 1,
                                        .now_us = clock_engine_us};
    azj_error error;
    play_stop_thinking(g);
    t->engine = azj_engine_new(&options, &error);
    if (!t->engine)
        return error;
    t->explain = hint;
    azj_view(play_state(g), seat, &t->view);
    error = azj_engine_set(t->engine, &t->view);
    t->limits = (azj_limits){.time_ms = hint ? HINT_MS : g->setup->time_ms};
    atomic_store(&t->done, false);
    if (!error && pthread_create(&t->thread, NULL, search_thread, t) != 0)
        error = AZJ_E_NO_MEMORY;
    t->running = !error;
    if (error) {
        azj_engine_free(t->engine);
        t->engine = NULL;
    }
    return error;
}

bool play_thinking(const play_game *g)
{
    return g->thinker.running && !atomic_load(&g->thinker.done);
}

azj_move play_thought(play_game *g)
{
    play_thinker *t = &g->thinker;
    if (!t->running)
        return 0;
    pthread_join(t->thread, NULL);
    t->running = false;
    azj_engine_free(t->engine);
    t->engine = NULL;
    return t->error ? 0 : t->info.line[0].move[0];
}

void play_stop_thinking(play_game *g)
{
    if (!g->thinker.running)
        return;
    azj_engine_stop(g->thinker.engine);
    play_thought(g);
}
