/* schedule.c - which games are to be played, and their seeds.
 *
 * Games are numbered deal by deal, within a deal lineup by lineup, within a lineup rotation by
 * rotation; so a match that stops early has treated all players alike.
 */
#include "cli/match/match.h"

#include <stdlib.h>
#include <string.h>

const char *match_format_word(match_format f)
{
    static const char *const words[MATCH_FORMATS] = {"robin", "gauntlet", "one"};
    return words[f];
}

const char *match_format_text(match_format f)
{
    static const char *const texts[MATCH_FORMATS] = {"round robin", "gauntlet",
                                                     "one against a table"};
    return texts[f];
}

/* Returns whether the first player has one seat and one other player all other seats. */
static bool one_against_a_table(const uint8_t *who, unsigned seats)
{
    return who[0] == 0 && who[1] != 0 && who[1] == who[seats - 1];
}

/* Returns whether the lineup is played: it names every player once if there are enough seats, and
 * contains the first player in a gauntlet. Players are in ascending order. */
static bool wanted(const match_config *c, const uint8_t *who)
{
    const unsigned seats = c->game.players;
    if (c->format == MATCH_ONE)
        return one_against_a_table(who, seats);
    unsigned seen = 0, different = 0;
    for (unsigned i = 0; i < seats; i++) {
        different += !(seen >> who[i] & 1u);
        seen |= 1u << who[i];
    }
    if (c->format == MATCH_GAUNTLET && !(seen & 1u))
        return false;
    return different == (c->count < seats ? c->count : seats);
}

/* The next sequence of players in ascending order, with repetitions; false after the last. */
static bool next_lineup(const match_config *c, uint8_t *who)
{
    const unsigned seats = c->game.players;
    for (unsigned i = seats; i-- > 0;)
        if (who[i] + 1u < c->count) {
            const uint8_t next = (uint8_t)(who[i] + 1);
            for (unsigned j = i; j < seats; j++)
                who[j] = next;
            return true;
        }
    return false;
}

/* Counts the lineups, and stores them if `to` is not NULL. */
static uint64_t list_lineups(const match_config *c, uint8_t (*to)[AZJ_SEATS_MAX])
{
    uint8_t who[AZJ_SEATS_MAX] = {0};
    uint64_t n = 0;
    do {
        if (!wanted(c, who))
            continue;
        if (to)
            memcpy(to[n], who, sizeof who);
        n++;
    } while (next_lineup(c, who));
    return n;
}

bool match_schedule_init(match_schedule *s, const match_config *c)
{
    s->seats = c->game.players;
    s->lineups = list_lineups(c, NULL);
    s->deals = c->deals;
    s->games = s->deals * s->lineups * s->seats;
    s->lineup = s->lineups ? calloc(s->lineups, sizeof *s->lineup) : NULL;
    if (s->lineup)
        list_lineups(c, s->lineup);
    return s->lineup != NULL;
}

void match_schedule_release(match_schedule *s)
{
    free(s->lineup);
    s->lineup = NULL;
}

void match_schedule_seats(const match_schedule *s, uint64_t index, uint8_t *who)
{
    const uint8_t *lineup = s->lineup[index / s->seats % s->lineups];
    for (unsigned seat = 0; seat < s->seats; seat++)
        who[seat] = lineup[(seat + index) % s->seats];
}

uint64_t match_schedule_group(const match_schedule *s, uint64_t index)
{
    return index / s->seats;
}

/* Mixes two numbers into one seed, so that seeds of neighbours are unrelated. */
static uint64_t mix_seeds(uint64_t a, uint64_t b)
{
    azj_rng rng;
    azj_rng_seed(&rng, a);
    azj_rng_seed(&rng, azj_rng_next(&rng) ^ b);
    return azj_rng_next(&rng);
}

uint64_t match_deal(const match_schedule *s, uint64_t index)
{
    return index / s->seats / s->lineups;
}

uint64_t match_deal_seed(const match_config *c, const match_schedule *s, uint64_t index)
{
    return mix_seeds(c->seed, match_deal(s, index));
}

uint64_t match_player_seed(const match_config *c, uint64_t index, unsigned seat)
{
    return mix_seeds(c->seed + 1, index * AZJ_SEATS_MAX + seat) >> 33;
}
