/* find.c - finds puzzles in games of the levels: see find.h.
 *
 * A position is looked at in steps, the cheap ones first; most positions fail an early one:
 *
 *   quick    a short search: its best move is not the obvious one, and the second is clearly worse
 *   others   every other move is searched alone, briefly; those that come near, for longer
 *   check    ten times as long: the same move, and the three strongest others still lose by the
 * margin grade    every level tries it five times reason   what the move gains over the obvious one
 */
#include "cli/puzzles/find.h"

#include <stdlib.h>
#include <string.h>

enum {
    GLANCE_PART = 5, /* of the nodes */
    ALONE_PART = 25,
    CHECK_TIMES = 10,
    CHOICES = 8,      /* with fewer moves there is little to find */
    RIVALS = 3,       /* other moves that are searched for longer in any case */
    LEVELS_BELOW = 4, /* players come from three levels, the lowest so far below the best … */
    LEVELS_PLAY = 3,  /* … because the search is too strong to overlook puzzles */
    REASON_SAMPLES = 4,
    JUDGE_MEMORY = 16 << 20,
};

struct puzzle_maker {
    puzzle_way way;
    uint64_t nodes; /* of a search of the position that is looked at */
    azj_engine *judge;
    azj_info info;
    azj_move moves[AZJ_MOVES_MAX];
    float alone[AZJ_MOVES_MAX]; /* chances of the moves by short searches */
};

puzzle_maker *puzzle_maker_new(const puzzle_way *way)
{
    puzzle_maker *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->way = *way;
    m->judge = azj_engine_new(
        &(azj_engine_options){.bot = "strong", .memory_bytes = JUDGE_MEMORY, .seed = 1, .lines = 2},
        NULL);
    if (m->judge)
        return m;
    free(m);
    return NULL;
}

void puzzle_maker_free(puzzle_maker *m)
{
    if (m)
        azj_engine_free(m->judge);
    free(m);
}

static void begin_position(puzzle_maker *m, const azj_state *s)
{
    const bool duel = s->head.rules == AZJ_DUEL;
    m->nodes = m->way.nodes ? m->way.nodes : duel ? PUZZLE_NODES_DUEL : PUZZLE_NODES_CLASSIC;
}

/* ---- Moves that are one ---- */

static azj_move idea_of(const azj_state *s, azj_move move)
{
    unsigned first;
    switch (azj_move_kind_of(move)) {
    case AZJ_TAKE:
        if (azj_move_from(move) == 0)
            return move;
        for (first = 1; first < azj_move_from(move); first++)
            if (s->classic.factory[first - 1] == s->classic.factory[azj_move_from(move) - 1])
                break;
        return azj_move_take(first, azj_move_colour(move), azj_move_to(move));
    case AZJ_SUN:
        return azj_move_sun(azj_move_from(move), azj_move_colour(move), 0, azj_move_to(move));
    case AZJ_PLATE:
        return azj_move_place_plate(azj_move_plate(move), azj_move_slot(move), 0);
    default:
        return move;
    }
}

/* Do both moves ask for the same tiles, line or slot? Factories with the same tiles are one, and
 * in Duel the order of a stack and the turn of a plate are left open. */
static bool same_idea(const azj_state *s, azj_move a, azj_move b)
{
    return idea_of(s, a) == idea_of(s, b);
}

/* ---- Searches ---- */

/* The mover's chance after the move; of the best move if `only` is 0. */
static float mover_chance(puzzle_maker *m, const azj_state *s, azj_move only, uint64_t nodes)
{
    azj_engine_set(m->judge, s);
    if (azj_engine_go(m->judge, &(azj_limits){.nodes = nodes, .only = only}, &m->info))
        return 0;
    return m->info.line[0].win[s->head.seat];
}

/* The best move, if it is not the obvious one and the second best is clearly worse; else 0. */
static azj_move quick_best(puzzle_maker *m, const azj_state *s, azj_move obvious)
{
    const unsigned seat = s->head.seat;
    const float best = mover_chance(m, s, 0, m->nodes / GLANCE_PART);
    const azj_move move = m->info.line[0].move[0];
    if (azj_move_kind_of(move) == AZJ_DRAW || same_idea(s, move, obvious))
        return 0;
    if (m->info.lines > 1 && !same_idea(s, move, m->info.line[1].move[0]) &&
        m->info.line[1].win[seat] > best - m->way.gap / 2)
        return 0;
    return move;
}

/* The best of the others that is not marked as used; the number of moves if there is none. */
static size_t next_rival(const puzzle_maker *m, size_t n)
{
    size_t best = n;
    for (size_t i = 0; i < n; i++)
        if (m->alone[i] >= 0 && (best == n || m->alone[i] > m->alone[best]))
            best = i;
    return best;
}

/* Searches every other move alone, briefly; returns how many moves there are. */
static size_t search_others(puzzle_maker *m, const azj_state *s, azj_move move)
{
    const size_t n = azj_moves(s, m->moves);
    for (size_t i = 0; i < n; i++)
        m->alone[i] = same_idea(s, move, m->moves[i])
                          ? -1
                          : mover_chance(m, s, m->moves[i], m->nodes / ALONE_PART);
    return n;
}

/* Searches what comes near for longer. True if all others are clearly worse; the strongest are in
 * `rival`. */
static bool others_are_behind(puzzle_maker *m, const azj_state *s, azj_move move, float best,
                              azj_move rival[RIVALS])
{
    const size_t n = search_others(m, s, move);
    unsigned rivals = 0;
    memset(rival, 0, RIVALS * sizeof *rival);
    for (size_t i; (i = next_rival(m, n)) < n; m->alone[i] = -1) {
        if (rivals >= RIVALS && m->alone[i] < best - m->way.gap)
            break;
        if (mover_chance(m, s, m->moves[i], m->nodes) > best - m->way.gap)
            return false;
        if (rivals < RIVALS)
            rival[rivals++] = m->moves[i];
    }
    return rivals > 0;
}

/* Searches ten times as long. Fills in chance and gap; false if another move is the best. */
static bool is_best_longer(puzzle_maker *m, const azj_state *s, const azj_move rival[RIVALS],
                           puzzle *p)
{
    const uint64_t nodes = m->nodes * CHECK_TIMES;
    const float best = mover_chance(m, s, 0, nodes);
    const azj_move move = m->info.line[0].move[0];
    float second = 0;
    if (!same_idea(s, move, p->move[0]))
        return false;
    p->move[0] = move;
    p->win = best;
    for (unsigned i = 0; i < RIVALS && rival[i]; i++) {
        const float here = mover_chance(m, s, rival[i], nodes);
        second = here > second ? here : second;
    }
    p->gap = best - second;
    return true;
}

/* The other spellings of the move that are about as good: another turn, another equal factory. */
static void add_spellings(puzzle_maker *m, const azj_state *s, puzzle *p)
{
    const size_t n = azj_moves(s, m->moves);
    p->moves = 1;
    for (size_t i = 0; i < n && p->moves < PUZZLE_MOVES_MAX; i++) {
        const azj_move move = m->moves[i];
        if (move != p->move[0] && same_idea(s, move, p->move[0]) &&
            mover_chance(m, s, move, m->nodes) >= p->win - m->way.gap / 2)
            p->move[p->moves++] = move;
    }
}

/* ---- Levels ---- */

static azj_move choice_of(unsigned level, const azj_state *s, uint64_t seed)
{
    azj_info info;
    azj_move move = 0;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = azj_level_name(level), .memory_bytes = 4 << 20, .seed = seed},
        NULL);
    if (e && !azj_engine_set(e, s) && !azj_engine_go(e, &(azj_limits){0}, &info))
        move = info.line[0].move[0];
    azj_engine_free(e);
    return move;
}

static bool level_finds(unsigned level, const puzzle *p)
{
    unsigned found = 0;
    for (unsigned t = 0; t < PUZZLE_TRIES; t++) {
        const azj_move move = choice_of(level, &p->view, t + 1);
        found += move && same_idea(&p->view, move, p->move[0]);
        if (found >= PUZZLE_FOUND || found + PUZZLE_TRIES - t - 1 < PUZZLE_FOUND)
            break;
    }
    return found >= PUZZLE_FOUND;
}

/* The best level is as strong as the judge, so it is not asked. */
static unsigned lowest_level(const puzzle *p)
{
    unsigned lowest = 0;
    for (unsigned level = azj_level_count() - 1; level > 0 && level_finds(level, p); level--)
        lowest = level;
    return lowest;
}

/* The grade that belongs to the lowest level that finds the move (0: only the best search). */
static unsigned grade_of(unsigned level)
{
    const unsigned below =
        level ? azj_level_count() - 1 - level : 0; /* levels below the second best */
    return below >= PUZZLE_GRADES ? 1 : level ? PUZZLE_GRADES - below : PUZZLE_GRADES;
}

void puzzle_try_levels(puzzle *p)
{
    p->level = lowest_level(p);
    p->grade = grade_of(p->level);
}

/* ---- One position, one game ---- */

static bool is_candidate(puzzle_maker *m, const azj_state *s)
{
    return s->head.phase == AZJ_PHASE_OFFER && azj_moves(s, m->moves) >= CHOICES;
}

/* What follows once the move is known to be the best. False: it gains nothing that can be said. */
static bool explain_and_grade(puzzle_maker *m, puzzle *p)
{
    const bool duel = p->view.head.rules == AZJ_DUEL;
    const reason_limits limits = {.nodes = duel ? 60 : 1000, .samples = REASON_SAMPLES, .seed = 1};
    add_spellings(m, &p->view, p);
    if (reason_find(m->judge, &p->view, p->move[0], p->obvious, &limits, &p->why) ||
        p->why.count == 0)
        return false;
    puzzle_try_levels(p);
    return true;
}

static bool find_puzzle(puzzle_maker *m, const azj_state *s, puzzle *p)
{
    azj_move rival[RIVALS];
    memset(p, 0, sizeof *p);
    azj_view(s, s->head.seat, &p->view);
    begin_position(m, &p->view);
    p->obvious = reason_obvious(&p->view);
    p->move[0] = quick_best(m, &p->view, p->obvious);
    if (!p->move[0])
        return false;
    const float best = mover_chance(m, &p->view, p->move[0], m->nodes);
    if (!others_are_behind(m, &p->view, p->move[0], best, rival) ||
        !is_best_longer(m, &p->view, rival, p) || p->gap < m->way.gap)
        return false;
    return explain_and_grade(m, p);
}

const char *puzzle_recheck(puzzle_maker *m, puzzle *p)
{
    azj_move rival[RIVALS] = {0};
    begin_position(m, &p->view);
    p->obvious = reason_obvious(&p->view);
    const size_t n = search_others(m, &p->view, p->move[0]);
    for (unsigned i = 0; i < RIVALS; i++) {
        const size_t next = next_rival(m, n);
        if (next == n)
            break;
        rival[i] = m->moves[next];
        m->alone[next] = -1;
    }
    if (!is_best_longer(m, &p->view, rival, p))
        return "another move is the best";
    if (p->gap < m->way.gap / 2)
        return "another move is about as good";
    if (same_idea(&p->view, p->move[0], p->obvious))
        return "it is the obvious move";
    return explain_and_grade(m, p) ? NULL : "it gains nothing over the obvious move";
}

static bool open_players(azj_engine *player[2], azj_rng *rng)
{
    for (unsigned i = 0; i < 2; i++) {
        const unsigned level = azj_level_count() - LEVELS_BELOW + azj_rng_below(rng, LEVELS_PLAY);
        player[i] = azj_engine_new(&(azj_engine_options){.bot = azj_level_name(level),
                                                         .memory_bytes = 4 << 20,
                                                         .seed = azj_rng_next(rng)},
                                   NULL);
    }
    return player[0] && player[1];
}

static bool play_level_move(puzzle_maker *m, azj_engine *player, azj_state *s)
{
    if (azj_engine_set(player, s) || azj_engine_go(player, &(azj_limits){0}, &m->info))
        return false;
    azj_apply(s, m->info.line[0].move[0], NULL);
    return true;
}

uint32_t puzzle_game(puzzle_maker *m, uint64_t game, puzzle_sink *sink, void *context, bool *whole)
{
    azj_engine *player[2] = {NULL, NULL};
    azj_rng rng;
    azj_state s;
    puzzle p;
    uint32_t looked = 0, ply = 0;
    unsigned found_in = 0; /* the round of the last puzzle: two of one round are too much alike */
    azj_rng_seed(&rng, m->way.seed * 0x9e3779b97f4a7c15u + game);
    const azj_options options = cli_game_options(&m->way.game, &rng);
    bool going = open_players(player, &rng) && !azj_new(&s, &options);
    for (; going && (azj_deal(&s, &rng), s.head.phase != AZJ_PHASE_OVER); ply++) {
        const bool look = is_candidate(m, &s) && s.head.round != found_in;
        looked += look;
        const bool found = look && find_puzzle(m, &s, &p);
        if (found) {
            p.game = game;
            p.ply = ply;
            found_in = s.head.round;
        }
        going = sink(context, found ? &p : NULL) && play_level_move(m, player[s.head.seat], &s);
    }
    azj_engine_free(player[0]);
    azj_engine_free(player[1]);
    *whole = going;
    return looked;
}
