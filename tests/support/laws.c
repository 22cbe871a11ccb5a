/* laws.c - see laws.h. */
#include "laws.h"

#include "rules/classic/internal.h"

#include <string.h>

#define LAW(condition, text) \
    do {                     \
        if (!(condition))    \
            return text;     \
    } while (0)

#define ROW(name, games, text) {games, text},
static const struct {
    unsigned games;
    const char *text;
} rares[LAWS_RARE_NB] = {LAWS_RARE(ROW)};
#undef ROW

const char *laws_rare_name(laws_rare rare)
{
    return rares[rare].text;
}

int laws_rare_in(laws_rare rare, azj_rules rules)
{
    return (int)(rares[rare].games >> rules & 1u);
}

/* ---- Laws of one position ---- */

static const char *law_of_list(const azj_state *s, const azj_move *moves, size_t n)
{
    LAW(n > 0, "somebody decides, so there is a legal move");
    LAW(n <= AZJ_MOVES_MAX, "the list keeps its bound");
    LAW(n >= 2 || s->head.phase == AZJ_PHASE_OFFER, "only the offer asks for forced moves");
    for (size_t i = 0; i < n; i++) {
        LAW(azj_legal(s, moves[i], NULL) == AZJ_E_OK, "every listed move is legal");
        LAW(i == 0 || moves[i] != moves[i - 1], "no move is listed twice");
    }
    return NULL;
}

static int listed(const azj_move *moves, size_t n, azj_move move)
{
    for (size_t i = 0; i < n; i++)
        if (moves[i] == move)
            return 1;
    return 0;
}

/* The list of legal moves agrees with the legality test, for moves near the legal ones and for
 * random bits. */
static const char *law_of_refusals(const azj_state *s, const azj_move *moves, size_t n, int tries,
                                   azj_rng *rng)
{
    for (int i = 0; i < tries; i++) {
        azj_state copy = *s;
        azj_fault why = {0};
        azj_move move = moves[azj_rng_below(rng, (uint32_t)n)];
        if (i & 1)
            move ^= 1u << azj_rng_below(rng, 32);
        if (i & 2)
            move ^= 1u << azj_rng_below(rng, 16);
        if (i % 8 == 7)
            move = (azj_move)azj_rng_next(rng);
        const int in_list = listed(moves, n, move);
        LAW((azj_legal(s, move, &why) == AZJ_E_OK) == in_list, "legal test and legal list agree");
        LAW(in_list || why.code != AZJ_E_OK, "a refusal has a reason");
        LAW(in_list || azj_play(&copy, move, NULL, NULL) != AZJ_E_OK,
            "play refuses what is illegal");
        LAW(in_list || azj_equal(&copy, s), "a refused move changes nothing");
    }
    return NULL;
}

static const char *law_of_actions(const azj_state *s, const azj_move *moves, size_t n)
{
    uint64_t mask[AZJ_MASK_WORDS_MAX];
    size_t bits = 0;
    azj_mask(s, mask);
    for (int i = 0; i < azj_actions((azj_rules)s->head.rules); i++) {
        const int may = (int)(mask[i / 64] >> i % 64 & 1u);
        bits += (size_t)may;
        LAW((azj_legal(s, azj_move_of_action(s, i), NULL) == AZJ_E_OK) == may,
            "mask and legal test agree on every action");
    }
    LAW(bits == n, "the mask has a bit for each move");
    for (size_t i = 0; i < n; i++) {
        const int action = azj_action(s, moves[i]);
        LAW(action >= 0 && action < azj_actions((azj_rules)s->head.rules), "actions are in range");
        LAW(azj_move_of_action(s, action) == moves[i], "action and move are one to one");
    }
    return NULL;
}

/* Every legal move is a sequence of steps that the masks allow, and every step that they allow
 * begins or goes on with a legal move. */
static const char *law_of_steps(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    int steps[AZJ_DUEL_STEPS_MAX];
    uint64_t mask[(AZJ_DUEL_STEPS_NB + 63) / 64];
    azj_steps chosen = 0;
    azj_move made = AZJ_MOVE_NONE;
    for (size_t i = 0; i < n; i++) {
        const unsigned count = azj_duel_steps_of(s, moves[i], steps);
        LAW(count > 0 && count <= AZJ_DUEL_STEPS_MAX, "a legal move has steps");
        for (unsigned k = 0; k < count; k++)
            LAW(azj_duel_step(s, &chosen, steps[k], &made) == AZJ_E_OK &&
                    (made != AZJ_MOVE_NONE) == (k == count - 1),
                "the steps of a move are allowed, and the last one completes it");
        LAW(made == moves[i] && chosen == 0, "steps and move are one to one");
    }
    for (int tries = 0; n > 0 && tries < 8; tries++) {
        do {
            unsigned total = 0;
            azj_duel_step_mask(s, chosen, mask);
            for (size_t w = 0; w < sizeof mask / sizeof *mask; w++)
                total += (unsigned)__builtin_popcountll(mask[w]);
            LAW(total > 0, "steps never lead nowhere");
            unsigned left = azj_rng_below(rng, total), step = 0;
            while (!(mask[step / 64] >> step % 64 & 1) || left-- > 0)
                step++;
            LAW(azj_duel_step(s, &chosen, (int)step, &made) == AZJ_E_OK, "the mask is obeyed");
        } while (made == AZJ_MOVE_NONE);
        LAW(listed(moves, n, made), "steps lead to legal moves");
    }
    return NULL;
}

static const char *law_of_views(const azj_state *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    azj_move seen[AZJ_MOVES_MAX];
    azj_state view, filled, again;
    azj_view(s, s->head.seat, &view);
    LAW(azj_moves(&view, seen) == n && memcmp(seen, moves, n * sizeof *moves) == 0,
        "who decides sees every legal move");
    for (unsigned v = 0; v <= s->head.players; v++) {
        const unsigned viewer = v < s->head.players ? v : (unsigned)AZJ_SPECTATOR;
        azj_view(s, viewer, &view);
        LAW(azj_validate(&view, NULL) == AZJ_E_OK, "a view is a possible position");
        azj_determinise(&view, rng, &filled);
        LAW(azj_validate(&filled, NULL) == AZJ_E_OK, "a filled-in view is a possible position");
        azj_view(&filled, viewer, &again);
        LAW(azj_equal(&view, &again), "filling in changes nothing that is seen");
    }
    return NULL;
}

static const char *law_of_copies(const azj_state *s)
{
    struct {
        char shift[8];
        azj_state state;
    } copy = {.state = *s};
    LAW(azj_equal(&copy.state, s), "a copy equals its original");
    LAW(azj_hash(&copy.state) == azj_hash(s), "equal positions have equal hashes");
    copy.state.head.round ^= 1;
    LAW(azj_hash(&copy.state) != azj_hash(s), "another position has another hash");
    return NULL;
}

const char *laws_position(const azj_state *s, azj_rng *rng, int deep)
{
    azj_move moves[AZJ_MOVES_MAX];
    const char *broken = NULL;
    LAW(azj_validate(s, NULL) == AZJ_E_OK, "every reached position is possible");
    LAW(s->head.phase != AZJ_PHASE_DEAL, "after a deal somebody decides");
    if (s->head.phase == AZJ_PHASE_OVER) {
        LAW(azj_moves(s, moves) == 0, "nobody moves when the game is over");
        LAW(azj_winners(s) != 0, "a game that is over has a winner");
        return law_of_copies(s);
    }
    LAW(azj_winners(s) == 0, "nobody has won before the end");
    const size_t n = azj_moves(s, moves);
    broken = law_of_list(s, moves, n);
    if (!broken)
        broken = law_of_copies(s);
    if (!broken)
        broken = law_of_refusals(s, moves, n, deep ? 64 : 4, rng);
    if (!broken && deep)
        broken = law_of_actions(s, moves, n);
    if (!broken && deep && s->head.rules == AZJ_DUEL)
        broken = law_of_steps(&s->duel, moves, n, rng);
    if (!broken && deep)
        broken = law_of_views(s, moves, n, rng);
    return broken;
}

/* ---- Laws of one step ---- */

static void count_rare(const azj_state *before, const azj_state *after, const azj_events *events,
                       laws_count *count)
{
    uint64_t *rare = count->rare;
    for (uint32_t i = 0; i < events->count; i++) {
        rare[LAWS_LINE_DROPPED] += events->at[i].kind == AZJ_EVENT_DROPPED;
        rare[LAWS_LINE_BROKEN] += events->at[i].kind == AZJ_EVENT_BROKEN;
        rare[LAWS_CLAMPED] += events->at[i].kind == AZJ_EVENT_CLAMP;
    }
    if (before->head.rules == AZJ_DUEL) {
        const azj_duel *b = &before->duel, *a = &after->duel;
        const azj_duel_board *mine = &b->board[b->seat];
        rare[LAWS_FREE_DRAW] += mine->score == 0 && a->drawn_count > b->drawn_count;
        rare[LAWS_FORCED_PASS] += (a->board[0].passed && !b->board[0].passed) ||
                                  (a->board[1].passed && !b->board[1].passed);
        rare[LAWS_NO_START_TILE] +=
            a->round > b->round && b->start_tile == AZJ_NOBODY && a->starter == b->starter;
        return;
    }
    const azj_classic *b = &before->classic, *a = &after->classic;
    rare[LAWS_MARKER_FULL_FLOOR] += b->marker == AZJ_NOBODY && a->marker == b->seat &&
                                    b->board[b->seat].floor >> 24 == AZJ_CLASSIC_FLOOR;
    rare[LAWS_MARKER_NOT_TAKEN] += b->phase == AZJ_PHASE_OFFER && a->phase != AZJ_PHASE_OFFER &&
                                   a->marker == AZJ_NOBODY && b->marker == AZJ_NOBODY &&
                                   azj_tiles_total(b->centre) == 0;
    rare[LAWS_ROUND_30] += a->phase == AZJ_PHASE_OVER && a->round == AZJ_CLASSIC_ROUNDS_MAX;
    rare[LAWS_NO_TILES] += a->phase == AZJ_PHASE_OVER && (a->bag | a->lid) == 0;
}

static void count_end(const azj_state *s, laws_count *count)
{
    unsigned best = 0;
    int most = -1;
    const unsigned winners = azj_winners(s);
    for (unsigned p = 0; p < s->head.players; p++) {
        best = azj_score(s, p) > most ? 1 : best + (azj_score(s, p) == most);
        most = azj_score(s, p) > most ? azj_score(s, p) : most;
    }
    count->games++;
    count->rare[LAWS_TIE] += best > 1;
    count->rare[LAWS_SHARED] += (winners & (winners - 1)) != 0;
}

static void count_deal(const azj_state *before, const azj_state *after, laws_count *count)
{
    uint64_t *rare = count->rare;
    if (after->head.rules == AZJ_DUEL) {
        const azj_duel *a = &after->duel;
        unsigned tiles = azj_tiles_total(a->large_sun), colours = 0;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            colours += azj_tiles_count(a->large_sun, c) != 0;
        rare[LAWS_ONE_COLOUR_LARGE] += colours == 1;
        for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
            tiles += azj_tiles_total(a->sun[f]);
            rare[LAWS_CHIP_UP_AT_ONCE] += (uint64_t)azj_duel_face_up(a, f);
        }
        rare[LAWS_SHORT_ROUND] += tiles < 21;
        rare[LAWS_BAG_REFILLED] += before->duel.tower && !a->tower;
        return;
    }
    const azj_classic *a = &after->classic;
    const unsigned last = azj_classic_factories(a->players) - 1;
    rare[LAWS_SHORT_ROUND] += azj_tiles_total(a->factory[last]) < 4;
    rare[LAWS_BAG_REFILLED] += before->classic.lid && !a->lid;
}

static const char *law_of_events(const azj_state *before, const azj_state *after,
                                 const azj_events *events)
{
    int score[AZJ_SEATS_MAX];
    for (unsigned p = 0; p < before->head.players; p++)
        score[p] = azj_score(before, p);
    LAW(events->count <= AZJ_EVENTS_MAX, "events keep their bound");
    for (uint32_t i = 0; i < events->count; i++) {
        score[events->at[i].seat] += events->at[i].points;
        LAW(events->at[i].score == score[events->at[i].seat], "an event tells the score after it");
    }
    for (unsigned p = 0; p < before->head.players; p++)
        LAW(score[p] == azj_score(after, p), "events add up to the change of score");
    return NULL;
}

/* Chance: weights are positive, and stepping is the same as dealing. */
static const char *law_of_chance(const azj_state *s, const azj_rng *rng, const azj_state *dealt)
{
    azj_state step = *s;
    azj_rng again = *rng;
    while (step.head.phase == AZJ_PHASE_DEAL) {
        azj_outcome out[AZJ_OUTCOMES_MAX];
        const size_t n = azj_outcomes(&step, out);
        const azj_outcome drawn = azj_sample(&step, &again);
        int found = 0;
        LAW(n > 0 && n <= AZJ_OUTCOMES_MAX, "chance has an outcome");
        for (size_t i = 0; i < n; i++) {
            LAW(out[i].weight > 0, "an outcome is possible");
            found |= memcmp(&out[i], &drawn, sizeof drawn) == 0;
        }
        LAW(found, "what is drawn is among the outcomes");
        azj_resolve(&step, drawn);
        LAW(azj_validate(&step, NULL) == AZJ_E_OK, "a position between two draws is possible");
    }
    LAW(azj_equal(&step, dealt), "stepping through chance is the same as dealing");
    return NULL;
}

const char *laws_step(azj_state *s, azj_move move, azj_rng *rng, laws_count *count)
{
    const azj_state before = *s;
    azj_state quiet = *s;
    azj_events events;
    azj_apply(s, move, &events);
    azj_apply(&quiet, move, NULL);
    LAW(azj_equal(s, &quiet), "recording events changes nothing");
    const char *broken = law_of_events(&before, s, &events);
    if (broken)
        return broken;
    count->plies++;
    count_rare(&before, s, &events, count);
    if (s->head.phase == AZJ_PHASE_OVER)
        count_end(s, count);
    if (s->head.phase != AZJ_PHASE_DEAL)
        return NULL;
    const azj_state undealt = *s;
    const azj_rng start = *rng;
    LAW(azj_validate(s, NULL) == AZJ_E_OK, "a position before a deal is possible");
    azj_deal(s, rng);
    count_deal(&undealt, s, count);
    return law_of_chance(&undealt, &start, s);
}

/* ---- Players ---- */

static unsigned room_in_line(const azj_state *s, unsigned line)
{
    const uint8_t *lines = s->head.rules == AZJ_DUEL ? s->duel.board[s->head.seat].line
                                                     : s->classic.board[s->head.seat].line;
    return line - (lines[line - 1] & 15u);
}

/* How many tiles a take lifts. */
static unsigned lifted(const azj_state *s, azj_move m)
{
    const unsigned c = azj_move_colour(m), from = azj_move_from(m);
    if (s->head.rules != AZJ_DUEL)
        return azj_tiles_count(from ? s->classic.factory[from - 1] : s->classic.centre, c);
    if (azj_move_kind_of(m) == AZJ_SUN)
        return azj_tiles_count(from ? s->duel.sun[from - 1] : s->duel.large_sun, c);
    unsigned n = azj_tiles_count(s->duel.large_moon, c);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        const unsigned moon = s->duel.moon[f];
        const unsigned top = moon >= 64 ? moon >> 6 : moon >= 8 ? moon >> 3 : moon;
        n += top == c + 1;
    }
    return n;
}

/* A complete row would end the game. */
static int completes_row(const azj_state *s, unsigned line)
{
    if (s->head.rules == AZJ_DUEL)
        return 0;
    const uint32_t wall = azj_classic_wall(&s->classic.board[s->head.seat]);
    return __builtin_popcount(wall >> (5 * (line - 1)) & 31u) == 4;
}

/* The best take leaves its line incomplete, the second best fills it, the worst goes to the floor
 * line; among equals the smallest excess wins. */
static int keeps(const azj_state *s, azj_move m)
{
    const unsigned to = azj_move_to(m), n = lifted(s, m);
    const unsigned room = to ? room_in_line(s, to) : 0;
    if (n < room)
        return 200;
    if (to && completes_row(s, to))
        return 0;
    return (to ? 150 : 100) - (int)(n - room);
}

/* The value of a move for a style: one of the best moves is played. */
static int likes(const azj_state *s, laws_style style, azj_move m)
{
    const azj_move_kind kind = azj_move_kind_of(m);
    const int take = kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON;
    const unsigned to = take ? azj_move_to(m) : 0;
    switch (style) {
    case LAWS_DUMP:
        return take && to == 0;
    case LAWS_HOARD:
        return (take && to > 0 && room_in_line(s, to) > 2) || kind == AZJ_SKIP;
    case LAWS_DRAW:
        return kind == AZJ_DRAW || (kind == AZJ_TAKE && azj_move_from(m) != 0);
    case LAWS_BUILD:
        return (take && to > 0 && room_in_line(s, to) <= 2) || kind == AZJ_TILE;
    case LAWS_KEEP:
        return take ? keeps(s, m) : kind == AZJ_SKIP;
    default:
        return 1;
    }
}

azj_move laws_choose(const azj_state *s, laws_style style, const azj_move *moves, size_t n,
                     azj_rng *rng)
{
    azj_move liked[AZJ_MOVES_MAX];
    uint32_t count = 0;
    int best = 0;
    for (size_t i = 0; i < n; i++) {
        const int liking = likes(s, style, moves[i]);
        if (liking < best)
            continue;
        count = liking > best ? 0 : count;
        best = liking;
        liked[count++] = moves[i];
    }
    return liked[azj_rng_below(rng, count)];
}

/* ---- Scarcity ---- */

static void starve_by_domes(azj_duel *s, unsigned left, azj_rng *rng)
{
    for (unsigned tries = 0; azj_tiles_total(s->bag) > left && tries < 4000; tries++) {
        azj_duel_board *b = &s->board[azj_rng_below(rng, 2)];
        const unsigned c = azj_rng_below(rng, AZJ_COLOUR_NB);
        const uint64_t cell = UINT64_C(1) << azj_rng_below(rng, 36);
        if (azj_tiles_count(s->bag, c) == 0 || azj_duel_filled(b) & cell ||
            !((b->space[c] | b->joker) & cell))
            continue;
        b->tile[c] |= cell;
        s->bag -= azj_tiles_of(1, c);
    }
    for (unsigned i = 0; i < 2 * AZJ_DUEL_SLOTS; i++) { /* D19 */
        azj_duel_board *b = &s->board[i / 9];
        const uint64_t plate = UINT64_C(0xc3) << (12 * (i % 9 / 3) + 2 * (i % 3));
        const uint64_t cell = b->special_space & plate;
        if (cell != 0 && (azj_duel_filled(b) & plate) == (plate & ~cell))
            b->special |= cell;
    }
}

static void starve_by_lines(azj_duel *s, unsigned left, azj_rng *rng)
{
    for (unsigned tries = 0; azj_tiles_total(s->bag) > left && tries < 2000; tries++) {
        azj_duel_board *b = &s->board[azj_rng_below(rng, 2)];
        const unsigned c = azj_rng_below(rng, AZJ_COLOUR_NB), line = azj_rng_below(rng, 6);
        const unsigned count = b->line[line] & 15u;
        if (azj_tiles_count(s->bag, c) == 0 || count >= line || (count && b->line[line] >> 4 != c))
            continue;
        b->line[line] = (uint8_t)(c << 4 | (count + 1));
        s->bag -= azj_tiles_of(1, c);
    }
}

static void starve_duel(azj_duel *s, unsigned left, azj_rng *rng)
{
    s->bag += s->tower;
    s->tower = 0;
    starve_by_domes(s, left, rng);
    starve_by_lines(s, left, rng);
}

/* Puts a tile on the wall, but never the fifth of a row, which would end the game; returns whether
 * it was possible. */
static int starve_by_wall(azj_classic *s, unsigned seat, unsigned row, unsigned c, azj_rng *rng)
{
    azj_classic_board *b = &s->board[seat];
    const int waits =
        azj_classic_line_count(b, row) > 0 && azj_classic_line_colour(b, row) == c; /* C6 */
    unsigned columns =
        azj_classic_columns(s, seat, row, c) & ~(azj_classic_wall(b) >> (5 * (row - 1)));
    if (!columns || waits || bits_count(azj_classic_wall(b) & classic_row_mask(row)) == 4)
        return 0;
    for (uint32_t skip = azj_rng_below(rng, bits_count(columns)); skip; skip--)
        columns &= columns - 1;
    b->wall[c] |= 1u << (5 * (row - 1) + bits_first(columns));
    return 1;
}

/* Puts a tile on a line that stays incomplete; returns whether it was possible. */
static int starve_by_line(azj_classic_board *b, unsigned row, unsigned c)
{
    const unsigned count = azj_classic_line_count(b, row);
    if (count + 1 >= row || !(b->open[c] >> (row - 1) & 1u))
        return 0;
    b->line[row - 1] = (uint8_t)(c << 4 | (count + 1));
    return 1;
}

static void starve_classic(azj_classic *s, unsigned left, azj_rng *rng)
{
    s->bag += s->lid;
    s->lid = 0;
    for (unsigned tries = 0; azj_tiles_total(s->bag) > left && tries < 4000; tries++) {
        const unsigned seat = azj_rng_below(rng, s->players), row = 1 + azj_rng_below(rng, 5);
        const unsigned c = azj_rng_below(rng, AZJ_COLOUR_NB);
        azj_classic_board *b = &s->board[seat];
        if (azj_tiles_count(s->bag, c) == 0 ||
            !(tries & 1 ? starve_by_wall(s, seat, row, c, rng) : starve_by_line(b, row, c)))
            continue;
        s->bag -= azj_tiles_of(1, c);
        classic_reopen_line(b, row);
    }
}

void laws_starve(azj_state *s, unsigned left, azj_rng *rng)
{
    if (s->head.rules == AZJ_DUEL)
        starve_duel(&s->duel, left, rng);
    else
        starve_classic(&s->classic, left, rng);
}

/* ---- Games ---- */

static void begin(azj_state *s, const azj_options *options, laws_style *style, azj_rng *rng)
{
    azj_options game = *options;
    game.tablets = (uint8_t)azj_duel_random_tablets(rng);
    azj_new(s, &game);
    azj_deal(s, rng);
    for (unsigned p = 0; p < AZJ_SEATS_MAX; p++)
        style[p] = (laws_style)azj_rng_below(rng, LAWS_STYLE_NB);
    if (azj_rng_below(rng, 4) == 0) /* all seats with one style reach extreme positions */
        style[1] = style[2] = style[3] = style[0];
}

/* Plays one game; in round `scarce`, if it is reached, nearly all tiles are moved to the boards. */
static const char *play_game(azj_state *s, const laws_style *style, unsigned scarce,
                             unsigned deep_every, azj_rng *rng, laws_count *count)
{
    azj_move moves[AZJ_MOVES_MAX];
    for (;;) {
        if (s->head.round == scarce && s->head.phase == AZJ_PHASE_OFFER &&
            azj_rng_below(rng, 8) == 0) {
            laws_starve(s, azj_rng_below(rng, 12), rng);
            scarce = 0;
        }
        const char *broken = laws_position(s, rng, azj_rng_below(rng, deep_every) == 0);
        if (broken || s->head.phase == AZJ_PHASE_OVER)
            return broken;
        const size_t n = azj_moves(s, moves);
        broken = laws_step(s, laws_choose(s, style[s->head.seat], moves, n, rng), rng, count);
        if (broken)
            return broken;
    }
}

const char *laws_run(const azj_options *options, uint64_t seed, uint64_t plies, unsigned deep_every,
                     laws_count *count)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    const uint64_t end = count->plies + plies;
    while (count->plies < end) {
        azj_state s;
        laws_style style[AZJ_SEATS_MAX];
        begin(&s, options, style, &rng);
        const unsigned scarce = azj_rng_below(&rng, 8) == 0 ? 1 + azj_rng_below(&rng, 4) : 0;
        const char *broken = play_game(&s, style, scarce, deep_every, &rng, count);
        if (broken)
            return broken;
    }
    return NULL;
}
