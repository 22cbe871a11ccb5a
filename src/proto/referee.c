/* referee.c - the rules over the protocol: see referee.h. */
#include "proto/referee.h"
#include "proto/reply.h"

#include <azulejo/text.h>

bool proto_is_referee(proto_request_kind kind)
{
    return kind == PROTO_POSITION || kind >= PROTO_NEW;
}

static void put_fault(buf *b, proto_error code, const azj_fault *fault)
{
    char text[AZJ_FAULT_TEXT_MAX];
    azj_fault_text(fault, text, sizeof text);
    proto_put_error(b, code, text);
}

static void put_text_fault(buf *b, proto_error code, const azj_text_fault *fault)
{
    char text[AZJ_FAULT_TEXT_MAX + 32];
    buf t = buf_on(text, sizeof text);
    if (fault->code == AZJ_E_SYNTAX) { /* else the position is impossible and there is no byte to
                                          report */
        buf_text(&t, "byte ");
        buf_unsigned(&t, fault->offset + 1);
        buf_text(&t, ": ");
    }
    buf_text(&t, fault->text);
    buf_end(&t);
    proto_put_error(b, code, text);
}

static void answer_position(proto_referee *referee, const proto_request *r, buf *b)
{
    azj_state s;
    azj_text_fault fault;
    if (azj_position_read(r->text.at, r->text.length, &s, &fault)) {
        put_text_fault(b, PROTO_E_POSITION, &fault);
        return;
    }
    referee->state = s;
    referee->set = true;
    buf_text(b, "ok\n");
}

/* Draws chance with the seed, then answers with the new position. */
static void deal_and_tell(proto_referee *referee, const proto_request *r, buf *b)
{
    if (r->seeded) {
        azj_rng rng;
        azj_rng_seed(&rng, r->seed);
        azj_deal(&referee->state, &rng);
    }
    proto_put_position(b, &referee->state);
}

static void answer_new(proto_referee *referee, const proto_request *r, buf *b)
{
    azj_state s;
    azj_options options = r->game;
    azj_rng rng;
    azj_rng_seed(&rng, r->seed);
    const bool tablets = r->random_tablets || options.tablets;
    if ((tablets && options.rules != AZJ_DUEL) || (r->random_tablets && !r->seeded)) {
        proto_put_error(b, PROTO_E_SYNTAX, "tablets belong to duel, random ones need a seed");
        return;
    }
    if (r->random_tablets)
        options.tablets = (uint8_t)azj_duel_random_tablets(&rng);
    const azj_error e = options.rules < AZJ_RULES_NB ? azj_new(&s, &options) : AZJ_E_BAD_RULES;
    if (e) {
        const azj_fault fault = {
            .code = e, .number = e == AZJ_E_BAD_STARTER ? options.starter : options.players};
        put_fault(b, PROTO_E_RULES, &fault);
        return;
    }
    referee->state = s;
    referee->set = true;
    deal_and_tell(referee, r, b);
}

void proto_put_outcome(buf *b, azj_outcome o)
{
    switch ((azj_outcome_kind)o.kind) {
    case AZJ_OUTCOME_STARTER:
        buf_unsigned(b, o.value);
        break;
    case AZJ_OUTCOME_TILE:
        buf_char(b, azj_colour_letter(o.value));
        break;
    case AZJ_OUTCOME_PLATE:
        buf_text(b, azj_plate_name(o.value));
        break;
    case AZJ_OUTCOME_CHIP:
        buf_text(b, azj_face_name(o.value));
        break;
    }
}

static bool is_outcome(azj_outcome o, proto_word word)
{
    char text[16];
    buf t = buf_on(text, sizeof text);
    proto_put_outcome(&t, o);
    buf_end(&t);
    return proto_is(word, text);
}

static void answer_deal(proto_referee *referee, const proto_request *r, buf *b)
{
    azj_outcome at[AZJ_OUTCOMES_MAX];
    const bool pending = referee->state.head.phase == AZJ_PHASE_DEAL;
    if (!pending) {
        proto_put_error(b, PROTO_E_STATE, "nothing is to be dealt now");
        return;
    }
    if (!r->seeded) {
        const size_t count = azj_outcomes(&referee->state, at);
        size_t i = 0;
        while (i < count && !is_outcome(at[i], r->text))
            i++;
        if (i == count) {
            proto_put_error(b, PROTO_E_STATE, "no such outcome; `chance` lists them");
            return;
        }
        azj_resolve(&referee->state, at[i]);
    }
    deal_and_tell(referee, r, b);
}

static void answer_play(proto_referee *referee, const proto_request *r, buf *b)
{
    azj_state s = referee->state;
    azj_move move;
    azj_text_fault where;
    azj_fault why;
    if (azj_move_parse((azj_rules)s.head.rules, r->text.at, r->text.length, &move, &where)) {
        put_text_fault(b, PROTO_E_MOVE, &where);
        return;
    }
    if (azj_play(&s, move, &why, NULL)) {
        put_fault(b, why.code == AZJ_E_GAME_OVER ? PROTO_E_OVER : PROTO_E_MOVE, &why);
        return;
    }
    referee->state = s;
    deal_and_tell(referee, r, b);
}

/* Answers with a view, for a runner without rules to send to a seat; the position stays. */
static void answer_view(const proto_referee *referee, const proto_request *r, buf *b)
{
    const azj_state *s = &referee->state;
    azj_state view;
    if (s->head.viewer != AZJ_VIEW_ALL && s->head.viewer != r->viewer) {
        proto_put_error(b, PROTO_E_STATE, "this is already somebody's view");
        return;
    }
    if (r->viewer < AZJ_SPECTATOR && r->viewer >= s->head.players) {
        proto_put_error(b, PROTO_E_SYNTAX, "there is no such seat");
        return;
    }
    azj_view(s, r->viewer, &view);
    proto_put_position(b, r->viewer == AZJ_VIEW_ALL ? s : &view);
}

static void answer_legal(const azj_state *s, buf *b)
{
    azj_move moves[AZJ_MOVES_MAX];
    const bool decision = s->head.phase != AZJ_PHASE_DEAL && s->head.phase != AZJ_PHASE_OVER;
    proto_put_moves(b, "legal", moves, decision ? azj_moves(s, moves) : 0);
}

static void answer_chance(const azj_state *s, buf *b)
{
    static const char *const kinds[] = {" starter", " tile", " plate", " chip"};
    azj_outcome at[AZJ_OUTCOMES_MAX];
    const size_t count = s->head.phase == AZJ_PHASE_DEAL ? azj_outcomes(s, at) : 0;
    buf_text(b, "chance");
    if (count > 0)
        buf_text(b, kinds[at[0].kind]);
    for (size_t i = 0; i < count; i++) {
        buf_char(b, ' ');
        proto_put_outcome(b, at[i]);
        buf_char(b, ' ');
        buf_unsigned(b, at[i].weight);
    }
    buf_char(b, '\n');
}

static void answer_seat(const azj_state *s, buf *b)
{
    buf_text(b, "seat ");
    if (s->head.seat == AZJ_NOBODY)
        buf_char(b, '-');
    else
        buf_unsigned(b, s->head.seat);
    buf_char(b, '\n');
}

static void answer_score(const azj_state *s, buf *b)
{
    buf_text(b, "score");
    for (unsigned seat = 0; seat < s->head.players; seat++) {
        buf_char(b, ' ');
        buf_number(b, azj_score(s, seat));
    }
    buf_char(b, '\n');
}

static void answer_over(const azj_state *s, buf *b)
{
    const unsigned winners = azj_winners(s);
    buf_text(b, s->head.phase == AZJ_PHASE_OVER ? "over yes winners" : "over no");
    for (unsigned seat = 0; seat < s->head.players; seat++)
        if (s->head.phase == AZJ_PHASE_OVER && (winners >> seat & 1u)) {
            buf_char(b, ' ');
            buf_unsigned(b, seat);
        }
    buf_char(b, '\n');
}

/* Requests that need a position. */
static void answer_about(proto_referee *referee, const proto_request *r, buf *b)
{
    const azj_state *s = &referee->state;
    switch (r->kind) {
    case PROTO_DEAL:
        answer_deal(referee, r, b);
        break;
    case PROTO_PLAY:
        answer_play(referee, r, b);
        break;
    case PROTO_VIEW:
        answer_view(referee, r, b);
        break;
    case PROTO_LEGAL:
        answer_legal(s, b);
        break;
    case PROTO_CHANCE:
        answer_chance(s, b);
        break;
    case PROTO_SEAT:
        answer_seat(s, b);
        break;
    case PROTO_SCORE:
        answer_score(s, b);
        break;
    default:
        answer_over(s, b);
        break;
    }
}

/* Chance outcomes and opponents' moves need the whole position. */
static bool needs_everything(proto_request_kind kind)
{
    return kind == PROTO_DEAL || kind == PROTO_PLAY || kind == PROTO_CHANCE;
}

void proto_referee_answer(proto_referee *referee, const proto_request *r, buf *b)
{
    if (r->kind == PROTO_POSITION)
        answer_position(referee, r, b);
    else if (r->kind == PROTO_NEW)
        answer_new(referee, r, b);
    else if (!referee->set)
        proto_put_error(b, PROTO_E_STATE, "send a position first");
    else if (needs_everything(r->kind) && referee->state.head.viewer != AZJ_VIEW_ALL &&
             referee->state.head.rules == AZJ_DUEL)
        proto_put_error(b, PROTO_E_STATE, "this needs the whole position, not a seat's view");
    else
        answer_about(referee, r, b);
}
