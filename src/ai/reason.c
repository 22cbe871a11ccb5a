/* reason.c - why one move is better than another: see reason.h. */
#include "ai/reason.h"
#include "ai/duel_eval.h"
#include "ai/eval_classic.h"
#include "ai/oneply.h"

#include <string.h>

enum { NUMBERS = 6 /* 0: all together; then rows, columns, colours or tablets */, PLIES_MAX = 200 };

/* Below this many points nobody sees a difference; and positional value is less visible than
 * points. */
static const float SMALLEST = 0.4f, SHAPE_SEEN = 0.5f;

/* What a seat has when the round is over, in points by kind. */
typedef struct ledger {
    float of[REASON_KIND_NB][NUMBERS];
    float tiles[REASON_KIND_NB][NUMBERS]; /* classic family: in each row, column and colour */
} ledger;

typedef struct ledgers {
    ledger seat[AZJ_SEATS_MAX];
} ledgers;

static const char *const names[] = {
#define REASON_KIND(KIND, name) name,
    REASON_LIST(REASON_KIND)
#undef REASON_KIND
};

static const char *const themes[] = {
#define REASON_THEME(THEME, name) name,
    REASON_THEME_LIST(REASON_THEME)
#undef REASON_THEME
};

azj_move reason_obvious(const azj_state *view)
{
    static const uint64_t SEED = 1;
    azj_move moves[AZJ_MOVES_MAX], best = 0;
    azj_state s;
    azj_rng rng;
    oneply o;
    int32_t most = 0;
    azj_rng_seed(&rng, SEED);
    azj_determinise(view, &rng, &s);
    oneply_init(&o, &s, AI_HEURISTIC_POINTS);
    const size_t n = azj_moves(&s, moves);
    for (size_t i = 0; i < n; i++) {
        const int32_t value = oneply_value(&o, moves[i]);
        if (!best || value > most) {
            most = value;
            best = moves[i];
        }
    }
    return best;
}

/* ---- What a seat has ---- */

static unsigned number_of_event(const azj_event *e)
{
    switch (e->kind) {
    case AZJ_EVENT_ROW:
        return e->row;
    case AZJ_EVENT_COLUMN:
        return e->column;
    case AZJ_EVENT_COLOUR:
        return e->colour + 1u;
    default:
        return e->tablet + 1u;
    }
}

static reason_kind kind_of_event(const azj_event *e)
{
    switch (e->kind) {
    case AZJ_EVENT_FLOOR:
    case AZJ_EVENT_START_TILE:
    case AZJ_EVENT_CLAMP:
        return REASON_FLOOR;
    case AZJ_EVENT_ROW:
        return REASON_ROW;
    case AZJ_EVENT_COLUMN:
        return REASON_COLUMN;
    case AZJ_EVENT_COLOUR:
        return REASON_COLOUR;
    case AZJ_EVENT_TABLET:
        return REASON_TABLET;
    default:
        return REASON_POINTS;
    }
}

static bool is_bonus(reason_kind kind)
{
    return kind >= REASON_ROW && kind <= REASON_TABLET;
}

/* At the end of a game the bonuses are in the events; a clamp after a tablet is the tablet's. */
static void add_events(const azj_events *events, ledgers *to)
{
    unsigned last[AZJ_SEATS_MAX] = {0};
    for (uint32_t i = 0; i < events->count; i++) {
        const azj_event *e = &events->at[i];
        const reason_kind kind = e->kind == AZJ_EVENT_CLAMP && last[e->seat] == AZJ_EVENT_TABLET
                                     ? REASON_TABLET
                                     : kind_of_event(e);
        const bool numbered = is_bonus(kind) && kind_of_event(e) == kind;
        to->seat[e->seat].of[kind][numbered ? number_of_event(e) : 0] += (float)e->points;
        last[e->seat] = e->kind;
    }
}

/* The kind and number of a feature of a wall; REASON_KIND_NB: of none. */
static reason_kind kind_of_feature(unsigned index, unsigned *number)
{
    *number = 0;
    if (index >= EVAL_F_ROW && index < EVAL_F_COLUMN)
        return *number = (index - EVAL_F_ROW) / 4 + 1, REASON_ROW;
    if (index >= EVAL_F_COLUMN && index < EVAL_F_COLOUR)
        return *number = (index - EVAL_F_COLUMN) / 5 + 1, REASON_COLUMN;
    if (index >= EVAL_F_COLOUR && index < EVAL_F_LINE)
        return REASON_COLOUR;
    if ((index >= EVAL_F_LINE && index < EVAL_F_BEST) ||
        (index >= EVAL_F_LINE_COLOUR && index <= EVAL_F_LINE_DEAD))
        return REASON_LINES;
    return index == EVAL_F_ONE ? REASON_KIND_NB : REASON_SHAPE;
}

/* What the boards of the classic family promise, by the weights for this fullest row. bonuses: only
 * rows, columns and colours, to compare with a game that has ended. */
static void add_walls(const azj_classic *s, unsigned fullest, bool bonuses, ledgers *to)
{
    const eval_weights *w = eval_weights_of[s->rules][s->players - 2];
    for (unsigned p = 0; p < s->players; p++) {
        eval_board_view b;
        eval_features f;
        memcpy(b.wall, s->board[p].wall, sizeof b.wall);
        memcpy(b.line, s->board[p].line, sizeof b.line);
        eval_extract(&azj_classic_variants[s->rules], &b, NULL, &f, NULL, NULL);
        for (uint32_t i = 0; i < f.count; i++) {
            unsigned number;
            const reason_kind kind = kind_of_feature(f.at[i].index, &number);
            if (kind != REASON_KIND_NB && (!bonuses || is_bonus(kind)))
                to->seat[p].of[kind][number] +=
                    (float)(w->feature[f.at[i].index][fullest] * f.at[i].value) / EVAL_POINT;
        }
    }
    if (s->starter < s->players && !bonuses)
        to->seat[s->starter].of[REASON_START][0] += (float)w->tempo[fullest] / EVAL_POINT;
}

static void add_tiles(const azj_classic *s, ledgers *to)
{
    static const uint32_t ROW = 31, COLUMN = 0x108421;
    for (unsigned p = 0; p < s->players; p++) {
        const azj_classic_board *b = &s->board[p];
        const uint32_t wall = azj_classic_wall(b);
        for (unsigned i = 0; i < 5; i++) {
            to->seat[p].tiles[REASON_ROW][i + 1] += (float)bits_count(wall & ROW << 5 * i);
            to->seat[p].tiles[REASON_COLUMN][i + 1] += (float)bits_count(wall & COLUMN << i);
            to->seat[p].tiles[REASON_COLOUR][i + 1] += (float)bits_count(b->wall[i]);
        }
    }
}

static reason_kind kind_of_duel_feature(unsigned index)
{
    if (index >= DUEL_F_TABLET)
        return REASON_TABLET;
    if (index == DUEL_F_SPECIAL)
        return REASON_SPECIAL;
    if (index >= DUEL_F_LINE && index <= DUEL_F_WAITING)
        return REASON_LINES;
    if (index >= DUEL_F_CHIPS)
        return REASON_CHIPS;
    return REASON_PLATES;
}

static void add_domes(const azj_duel *s, ledgers *to)
{
    const unsigned left = AZJ_DUEL_ROUNDS + 1u - s->round; /* the next round has begun */
    const duel_weights *w = &duel_weight[left < AZJ_DUEL_ROUNDS ? left : AZJ_DUEL_ROUNDS - 1];
    for (unsigned p = 0; p < 2; p++) {
        float f[DUEL_FEATURES];
        duel_features(&s->board[p], s->tablets, left, f);
        for (unsigned i = DUEL_F_SCORE + 1; i < DUEL_FEATURES; i++) {
            const reason_kind kind = kind_of_duel_feature(i);
            const unsigned number = kind == REASON_TABLET ? (i - DUEL_F_TABLET) / 2 + 1 : 0;
            to->seat[p].of[kind][number] += f[i] * w->w[i];
        }
    }
    if (s->starter < 2)
        to->seat[s->starter].of[REASON_START][0] += w->start;
}

/* ---- Playing on ---- */

/* Makes the move and plays until the round is over. `s` is the whole state. */
static azj_error play_round(azj_engine *e, azj_state *s, azj_move move, uint64_t nodes, ledgers *to)
{
    azj_info info;
    const unsigned round = s->head.round;
    azj_events events;
    for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
        azj_apply(s, move, &events);
        add_events(&events, to);
        if (s->head.phase == AZJ_PHASE_DEAL || s->head.phase == AZJ_PHASE_OVER ||
            s->head.round != round)
            return AZJ_E_OK;
        azj_error error = azj_engine_set(e, s);
        if (!error)
            error = azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info);
        if (error)
            return error;
        move = info.line[0].move[0];
    }
    return AZJ_E_OK;
}

/* Both ends are valued by the weights of the further one, so that only the boards differ. */
static void add_promises(const azj_state *a, const azj_state *b, ledgers *of_a, ledgers *of_b)
{
    const azj_state *end[] = {a, b};
    ledgers *to[] = {of_a, of_b};
    unsigned fullest = 0;
    const bool one_is_over = (a->head.phase == AZJ_PHASE_OVER) != (b->head.phase == AZJ_PHASE_OVER);
    for (unsigned i = 0; i < 2; i++)
        if (end[i]->head.rules != AZJ_DUEL && end[i]->head.phase != AZJ_PHASE_OVER) {
            const unsigned here = (unsigned)eval_fullest_row(&end[i]->classic);
            fullest = here > fullest ? here : fullest;
        }
    for (unsigned i = 0; i < 2; i++)
        if (end[i]->head.rules != AZJ_DUEL)
            add_tiles(&end[i]->classic, to[i]);
    for (unsigned i = 0; i < 2; i++)
        if (end[i]->head.phase == AZJ_PHASE_OVER)
            continue;
        else if (end[i]->head.rules == AZJ_DUEL)
            add_domes(&end[i]->duel, to[i]);
        else
            add_walls(&end[i]->classic, fullest, one_is_over, to[i]);
}

/* ---- Comparing ---- */

static void insert_reason(reason_report *to, reason r)
{
    uint32_t at = to->count < REASONS_MAX ? to->count++ : REASONS_MAX;
    for (; at > 0 && to->at[at - 1].size < r.size; at--)
        if (at < REASONS_MAX)
            to->at[at] = to->at[at - 1];
    if (at < REASONS_MAX)
        to->at[at] = r;
}

/* The row, column or colour that got more tiles, the fullest of them, so that a player sees what is
 * meant; 0: none. */
static unsigned number_of_tiles(const ledger *more, const ledger *less, unsigned kind)
{
    unsigned best = 0;
    for (unsigned n = 1; n < NUMBERS; n++)
        if (more->tiles[kind][n] > less->tiles[kind][n] &&
            (!best || more->tiles[kind][n] > more->tiles[kind][best]))
            best = n;
    return best;
}

static unsigned number_of_part(const ledger *more, const ledger *less, unsigned kind)
{
    unsigned best = 0;
    for (unsigned n = 1; n < NUMBERS; n++)
        if (more->of[kind][n] - less->of[kind][n] > more->of[kind][best] - less->of[kind][best])
            best = n;
    return best;
}

/* What differs in one kind. Rows, columns and colours without a visible difference belong to the
 * shape, which comes after them: `hidden` carries them there. */
static reason compare_kind(const ledger *a, const ledger *b, unsigned kind, bool own, float *hidden)
{
    const ledger *more = own ? a : b, *less = own ? b : a;
    const bool walls = kind == REASON_ROW || kind == REASON_COLUMN || kind == REASON_COLOUR;
    reason r = {.kind = (uint8_t)kind};
    for (unsigned n = 0; n < NUMBERS; n++)
        r.size += more->of[kind][n] - less->of[kind][n];
    if (walls)
        r.number = (uint8_t)number_of_tiles(more, less, kind);
    else if (kind == REASON_TABLET)
        r.number = (uint8_t)number_of_part(more, less, kind);
    if (walls && !r.number) {
        *hidden += r.size;
        r.size = 0;
    }
    if (kind == REASON_SHAPE)
        r.size = (r.size + *hidden) * SHAPE_SEEN;
    return r;
}

static void compare_ledgers(const ledgers *a, const ledgers *b, unsigned players, unsigned mover,
                            reason_report *out)
{
    float hidden[AZJ_SEATS_MAX] = {0};
    out->count = 0;
    for (unsigned kind = 0; kind < REASON_KIND_NB; kind++) {
        reason rival = {.size = 0};
        for (unsigned p = 0; p < players; p++) {
            reason r = compare_kind(&a->seat[p], &b->seat[p], kind, p == mover, &hidden[p]);
            r.seat = (uint8_t)p;
            if (p == mover && r.size >= SMALLEST)
                insert_reason(out, r);
            else if (p != mover && kind != REASON_START && r.size > rival.size)
                rival = r;
        }
        if (rival.size >= SMALLEST)
            insert_reason(out, rival);
    }
}

static void divide_ledgers(ledgers *all, uint32_t samples)
{
    float *at = &all->seat[0].of[0][0];
    for (size_t i = 0; i < sizeof *all / sizeof *at; i++)
        at[i] /= (float)samples;
}

azj_error reason_find(azj_engine *e, const azj_state *view, azj_move move, azj_move other,
                      const reason_limits *limits, reason_report *out)
{
    ledgers a = {0}, b = {0};
    azj_state x, y;
    azj_error error = AZJ_E_OK;
    const unsigned mover = view->head.seat;
    const uint32_t samples = view->head.rules == AZJ_DUEL && limits->samples ? limits->samples : 1;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < samples && !error; i++) {
        azj_rng rng;
        azj_rng_seed(&rng, limits->seed * 64 + i);
        azj_determinise(view, &rng, &x);
        y = x;
        error = play_round(e, &x, move, limits->nodes, &a);
        if (!error)
            error = play_round(e, &y, other, limits->nodes, &b);
        if (!error)
            add_promises(&x, &y, &a, &b);
    }
    if (error)
        return error;
    divide_ledgers(&a, samples);
    divide_ledgers(&b, samples);
    compare_ledgers(&a, &b, view->head.players, mover, out);
    return AZJ_E_OK;
}

/* ---- Names ---- */

static const char *kind_name(reason_kind kind)
{
    return kind < REASON_KIND_NB ? names[kind] : NULL;
}

const char *reason_theme_name(reason_theme theme)
{
    return theme < REASON_THEME_NB ? themes[theme] : NULL;
}

reason_theme reason_theme_of(const reason *r, unsigned mover)
{
    if (r->seat != mover)
        return r->kind == REASON_FLOOR ? REASON_THEME_TRAP : REASON_THEME_DENY;
    switch (r->kind) {
    case REASON_POINTS:
        return REASON_THEME_POINTS;
    case REASON_FLOOR:
        return REASON_THEME_FLOOR;
    case REASON_START:
        return REASON_THEME_START;
    case REASON_LINES:
    case REASON_SHAPE:
        return REASON_THEME_SHAPE;
    case REASON_PLATES:
    case REASON_CHIPS:
        return REASON_THEME_PLATES;
    default:
        return REASON_THEME_BONUS;
    }
}

/* Tenths are enough: "5.0", "0.4". */
static void write_tenths(json_writer *w, const char *key, float size)
{
    const uint64_t tenths = (uint64_t)(size * 10.0f + 0.5f);
    json_write_key(w, key);
    buf_unsigned(w->out, tenths / 10);
    buf_char(w->out, '.');
    buf_char(w->out, (char)('0' + tenths % 10));
}

void reason_write(json_writer *w, const char *key, const reason *r)
{
    json_write_object(w, key);
    json_write_string(w, "kind", kind_name((reason_kind)r->kind));
    json_write_number(w, "seat", r->seat);
    write_tenths(w, "size", r->size);
    if (r->number && (r->kind == REASON_ROW || r->kind == REASON_COLUMN))
        json_write_number(w, r->kind == REASON_ROW ? "row" : "column", r->number);
    if (r->number && (r->kind == REASON_COLOUR || r->kind == REASON_TABLET)) {
        json_write_string_begin(w, r->kind == REASON_COLOUR ? "colour" : "tablet");
        buf_char(w->out, (r->kind == REASON_COLOUR ? "-BYRKT" : "-abcd")[r->number]);
        json_write_string_end(w);
    }
    json_write_object_end(w);
}
