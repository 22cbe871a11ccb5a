/* verify.c - checks that the line of a game in the log follows from its deal and its moves. */
#include "cli/match/game.h"
#include "cli/match/log.h"

#include <azulejo/text.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Stores the sentence; returns false. */
__attribute__((format(printf, 2, 3))) static bool wrong(char *why, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(why, MATCH_WHY_MAX, format, values);
    va_end(values);
    return false;
}

/* Plays the moves and counts them by seat. */
static bool replay_moves(match_game *g, const match_moves *moves, azj_state *s, azj_rng *rng,
                         uint32_t *decisions, char *why)
{
    for (uint32_t i = 0; i < g->moves; i++) {
        const unsigned seat = s->head.seat;
        azj_fault fault;
        if (azj_legal(s, moves->move[i], &fault)) {
            char text[AZJ_MOVE_TEXT_MAX], reason[AZJ_FAULT_TEXT_MAX];
            azj_move_text(moves->move[i], text, sizeof text);
            azj_fault_text(&fault, reason, sizeof reason);
            return wrong(why, "move %u, %s: %s", i + 1, text, reason);
        }
        match_game_apply(g, s, moves->move[i]);
        decisions[seat]++;
        azj_deal(s, rng);
    }
    return true;
}

static bool same_scores(const match_game *g, const match_game *real, char *why)
{
    for (unsigned seat = 0; seat < g->seats; seat++)
        if (g->score[seat] != real->score[seat])
            return wrong(why, "seat %u has %d points, but the moves lead to %d", seat,
                         g->score[seat], real->score[seat]);
    return true;
}

/* The decision that lost the game by a fault is not among the moves. */
static bool same_decisions(const match_game *g, const uint32_t *decisions, char *why)
{
    for (unsigned seat = 0; seat < g->seats; seat++) {
        const uint32_t more = g->decisions[seat] - decisions[seat];
        if (more > (seat == g->fault))
            return wrong(why, "seat %u has made %u decisions, but there are %u moves of it", seat,
                         g->decisions[seat], decisions[seat]);
        if (g->slowest_us[seat] > g->time_us[seat])
            return wrong(why, "seat %u: slowest_us is more than time_us", seat);
    }
    return true;
}

static bool same_end(const match_game *g, const azj_state *s, const uint32_t *decisions, char *why)
{
    match_game real = *g;
    const bool over = s->head.phase == AZJ_PHASE_OVER;
    if (over == match_game_faulty(g))
        return wrong(why, "the cause is %s, but the moves %s to the end of the game",
                     proto_cause_word(g->cause), over ? "lead" : "do not lead");
    match_game_settle(&real, s);
    if (!same_scores(g, &real, why))
        return false;
    if (g->winners != real.winners || memcmp(g->place, real.place, sizeof g->place) != 0)
        return wrong(why, "the winners and places are not what the moves lead to");
    return same_decisions(g, decisions, why);
}

bool match_game_verify(const match_config *c, const match_schedule *s, match_game *g,
                       const match_moves *moves, char *why)
{
    azj_rng rng;
    azj_state state;
    uint32_t decisions[AZJ_SEATS_MAX] = {0};
    match_game_start(c, s, g->index, &state, &rng);
    azj_deal(&state, &rng);
    return replay_moves(g, moves, &state, &rng, decisions, why) &&
           same_end(g, &state, decisions, why);
}
