/* referee.c - duties of an engine that offers the rules to others. None is compulsory, but an
 * engine that answers `new` must answer the others, as the rules demand. */
#include "proto/referee.h"
#include "cli/conform/conform.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <string.h>

enum { GAMES = 2, MOVES_ASKED = 40 };

/* An engine that answers `new` with `error unknown` is not a referee. The duty checks any other
 * answer. */
static bool offers(conform *c)
{
    proto_reply r;
    if (!conform_send(c, "new classic 2 seed 1\n") || !conform_read(c, c->patience_us, &r))
        return true;
    return r.kind != PROTO_R_ERROR || !proto_is(r.key, "unknown");
}

/* The answer must equal that of our own referee, word for word. */
static bool same_answer(conform *c, proto_referee *own, const char *line)
{
    proto_request request;
    proto_fault fault;
    proto_reply got, right;
    static const size_t most = sizeof c->out / 2;
    buf b = buf_on(c->out, most);
    if (!proto_request_read((proto_word){line, strlen(line)}, &request, &fault))
        return false;
    proto_referee_answer(own, &request, &b);
    buf_end(&b);
    if (!proto_reply_read((proto_word){c->out, strcspn(c->out, "\n")}, &right) ||
        !conform_ask(c, line, right.kind, &got))
        return false;
    if (got.text.length == right.text.length &&
        memcmp(got.text.at, right.text.at, got.text.length) == 0)
        return true;
    conform_broken(c, "to \"%.40s\" it answered \"%.*s\", which should be \"%.*s\"", line,
                   (int)(got.text.length < 80 ? got.text.length : 80), got.text.at,
                   (int)(right.text.length < 80 ? right.text.length : 80), right.text.at);
    return false;
}

/* Asks every question about one position. */
static bool questions(conform *c, proto_referee *own)
{
    return same_answer(c, own, "seat") && same_answer(c, own, "legal") &&
           same_answer(c, own, "score") && same_answer(c, own, "over") &&
           same_answer(c, own, "view 0") && same_answer(c, own, "view spectator") &&
           same_answer(c, own, "chance");
}

/* Makes one step of the game: an outcome given explicitly, or a move. */
static bool step(conform *c, proto_referee *own, azj_rng *rng)
{
    char line[AZJ_MOVE_TEXT_MAX + 16];
    buf b = buf_on(line, sizeof line);
    if (own->state.head.phase == AZJ_PHASE_DEAL) {
        buf_text(&b, "deal ");
        proto_put_outcome(&b, azj_sample(&own->state, rng));
    } else {
        azj_move moves[AZJ_MOVES_MAX];
        char text[AZJ_MOVE_TEXT_MAX];
        const size_t n = azj_moves(&own->state, moves);
        azj_move_text(moves[azj_rng_below(rng, (uint32_t)n)], text, sizeof text);
        buf_text(&b, "play ");
        buf_text(&b, text);
    }
    buf_end(&b);
    return same_answer(c, own, line);
}

/* Sets the engine's position to ours, so that both continue from the same state. */
static bool referees_game(conform *c, azj_rules rules, unsigned players, uint64_t seed)
{
    proto_referee own = {.set = true};
    azj_rng rng;
    char line[AZJ_POSITION_TEXT_MAX + 16];
    proto_reply r;
    azj_rng_seed(&rng, seed);
    if (azj_new(&own.state, &(azj_options){.rules = (uint8_t)rules,
                                           .players = (uint8_t)players,
                                           .starter = AZJ_NOBODY}))
        return false;
    buf b = buf_on(line, sizeof line);
    proto_put_position(&b, &own.state);
    buf_end(&b);
    line[strcspn(line, "\n")] = '\0';
    if (!conform_ask(c, line, PROTO_R_OK, &r))
        return false;
    unsigned asked = 0;
    while (own.state.head.phase != AZJ_PHASE_OVER) {
        const bool decision = own.state.head.phase != AZJ_PHASE_DEAL;
        if (((decision && asked++ < MOVES_ASKED) || asked == 0) && !questions(c, &own))
            return false;
        if (!step(c, &own, &rng))
            return false;
    }
    return questions(c, &own);
}

static conform_verdict referees_games(conform *c)
{
    if (!offers(c))
        return CONFORM_ABSENT;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned game = 0; game < GAMES; game++) {
            const unsigned players = rules == AZJ_DUEL ? 2 : 2 + game;
            if (conform_plays(c, (azj_rules)rules, players) &&
                !referees_game(c, (azj_rules)rules, players, 21 + game))
                return CONFORM_BROKEN;
        }
    return CONFORM_KEPT;
}

static conform_verdict refuses_illegal(conform *c)
{
    if (!offers(c))
        return CONFORM_ABSENT;
    return conform_refused(c, "play 9B9", "move") && conform_refused(c, "play 9B1", "move")
               ? CONFORM_KEPT
               : CONFORM_BROKEN;
}

static conform_verdict refuses_games(conform *c)
{
    if (!offers(c))
        return CONFORM_ABSENT;
    return conform_refused(c, "new solitaire 2 seed 1", "rules") &&
                   conform_refused(c, "new classic 9 seed 1", "rules")
               ? CONFORM_KEPT
               : CONFORM_BROKEN;
}

static bool deals_by_seed(conform *c, const char *line)
{
    proto_reply r;
    char first[AZJ_POSITION_TEXT_MAX];
    for (unsigned i = 0; i < 2; i++) {
        if (!conform_ask(c, line, PROTO_R_POSITION, &r))
            return false;
        if (i == 0)
            snprintf(first, sizeof first, "%.*s", (int)r.text.length, r.text.at);
        else if (!proto_is(r.text, first))
            conform_broken(c, "the same seed gave two deals");
    }
    return !c->why[0];
}

static conform_verdict repeats_deals(conform *c)
{
    if (!offers(c))
        return CONFORM_ABSENT;
    return deals_by_seed(c, "new classic 3 seed 77") ? CONFORM_KEPT : CONFORM_BROKEN;
}

static const conform_duty referee[] = {
    {"answers as the rules say, through whole games", referees_games},
    {"refuses illegal moves", refuses_illegal},
    {"refuses games that do not exist", refuses_games},
    {"deals the same with the same seed", repeats_deals},
    {NULL, NULL}};

const conform_part conform_referee[] = {{"Referee (optional)", referee}, {NULL, NULL}};
