/* rules.c - the game-independent functions: each calls the classic family or Duel. */
#include <azulejo/rules.h>
#include <string.h>

#ifndef AZJ_VERSION
#define AZJ_VERSION "unversioned"
#endif

#define IS_DUEL(s) ((s)->head.rules == AZJ_DUEL)
#define SAME_PLACE(field)                                         \
    (offsetof(azj_classic, field) == offsetof(azj_head, field) && \
     offsetof(azj_duel, field) == offsetof(azj_head, field))

_Static_assert(SAME_PLACE(rules) && SAME_PLACE(players) && SAME_PLACE(viewer) &&
                   SAME_PLACE(phase) && SAME_PLACE(seat) && SAME_PLACE(starter) &&
                   SAME_PLACE(round) && SAME_PLACE(line),
               "every game begins with azj_head");

const char *azj_version(void)
{
    return AZJ_VERSION;
}

const char *azj_rules_name(azj_rules rules)
{
    if (rules == AZJ_DUEL)
        return "duel";
    return rules < AZJ_DUEL ? azj_classic_variants[rules].name : "unknown";
}

azj_error azj_new(azj_state *s, const azj_options *o)
{
    memset(s, 0, sizeof *s);
    if (o->rules != AZJ_DUEL)
        return azj_classic_new(&s->classic, (azj_rules)o->rules, o->players, o->starter);
    if (o->players != 2)
        return AZJ_E_BAD_PLAYERS;
    return azj_duel_new(&s->duel, o->tablets ? o->tablets : AZJ_TABLETS_FIRST_GAME, o->starter);
}

size_t azj_moves(const azj_state *s, azj_move *moves)
{
    return IS_DUEL(s) ? azj_duel_moves(&s->duel, moves) : azj_classic_moves(&s->classic, moves);
}

azj_error azj_legal(const azj_state *s, azj_move move, azj_fault *why)
{
    return IS_DUEL(s) ? azj_duel_legal(&s->duel, move, why)
                      : azj_classic_legal(&s->classic, move, why);
}

void azj_apply(azj_state *s, azj_move move, azj_events *events)
{
    if (IS_DUEL(s))
        azj_duel_apply(&s->duel, move, events);
    else
        azj_classic_apply(&s->classic, move, events);
}

azj_error azj_play(azj_state *s, azj_move move, azj_fault *why, azj_events *events)
{
    const azj_error e = azj_legal(s, move, why);
    if (!e)
        azj_apply(s, move, events);
    return e;
}

size_t azj_outcomes(const azj_state *s, azj_outcome *outcomes)
{
    return IS_DUEL(s) ? azj_duel_outcomes(&s->duel, outcomes)
                      : azj_classic_outcomes(&s->classic, outcomes);
}

void azj_resolve(azj_state *s, azj_outcome outcome)
{
    if (IS_DUEL(s))
        azj_duel_resolve(&s->duel, outcome);
    else
        azj_classic_resolve(&s->classic, outcome);
}

azj_outcome azj_sample(const azj_state *s, azj_rng *rng)
{
    return IS_DUEL(s) ? azj_duel_sample(&s->duel, rng) : azj_classic_sample(&s->classic, rng);
}

void azj_deal(azj_state *s, azj_rng *rng)
{
    if (IS_DUEL(s))
        azj_duel_deal(&s->duel, rng);
    else
        azj_classic_deal(&s->classic, rng);
}

void azj_view(const azj_state *s, unsigned viewer, azj_state *view)
{
    if (view != s)
        *view = *s;
    if (IS_DUEL(s))
        azj_duel_view(&view->duel, viewer, &view->duel);
    view->head.viewer = (uint8_t)viewer; /* the classic family hides only the bag's order */
}

void azj_determinise(const azj_state *view, azj_rng *rng, azj_state *s)
{
    if (view != s)
        *s = *view;
    if (IS_DUEL(s))
        azj_duel_determinise(&s->duel, rng, &s->duel);
    s->head.viewer = AZJ_VIEW_ALL;
}

azj_error azj_validate(const azj_state *s, azj_fault *why)
{
    return IS_DUEL(s) ? azj_duel_validate(&s->duel, why) : azj_classic_validate(&s->classic, why);
}

int azj_score(const azj_state *s, unsigned seat)
{
    return IS_DUEL(s) ? s->duel.board[seat].score : s->classic.board[seat].score;
}

unsigned azj_winners(const azj_state *s)
{
    return IS_DUEL(s) ? azj_duel_winners(&s->duel) : azj_classic_winners(&s->classic);
}

size_t azj_size(const azj_state *s)
{
    return IS_DUEL(s) ? sizeof(azj_duel) : sizeof(azj_classic);
}

uint64_t azj_hash(const azj_state *s)
{
    return IS_DUEL(s) ? azj_duel_hash(&s->duel) : azj_classic_hash(&s->classic);
}

int azj_equal(const azj_state *a, const azj_state *b)
{
    return a->head.rules == b->head.rules && memcmp(a, b, azj_size(a)) == 0;
}

int azj_actions(azj_rules rules)
{
    return rules == AZJ_DUEL ? AZJ_DUEL_ACTIONS : AZJ_CLASSIC_ACTIONS;
}

int azj_action(const azj_state *s, azj_move move)
{
    return IS_DUEL(s) ? azj_duel_action(&s->duel, move) : azj_classic_action(move);
}

azj_move azj_move_of_action(const azj_state *s, int action)
{
    return IS_DUEL(s) ? azj_duel_move_of_action(&s->duel, action)
                      : azj_classic_move_of_action(action);
}

void azj_mask(const azj_state *s, uint64_t *mask)
{
    if (IS_DUEL(s))
        azj_duel_mask(&s->duel, mask);
    else
        azj_classic_mask(&s->classic, mask);
}
