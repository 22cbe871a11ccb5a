/* fair.c - deals the game again from the seeds of an online table's fair shuffle (docs/server.md).
 * The page computes the seeds itself; this file deals with them by the rules. */
#include "wasm/internal.h"

#include <string.h>

static int deal_begins(const azj_record *game, uint32_t step)
{
    return !game->steps[step].move && (step == 0 || game->steps[step - 1].move);
}

static unsigned deals_of(const azj_record *game)
{
    unsigned deals = 0;
    for (uint32_t i = 0; i < game->step_count; i++)
        deals += (unsigned)deal_begins(game, i);
    return deals;
}

/* The generator of a deal. Version 1 of the shuffle: a number of 64 bits, in decimal. Version 2:
 * its state of 256 bits, as 64 hexadecimal digits. */
static void read_generator(json_reader *r, uint32_t node, azj_rng *rng)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t words[4] = {0};
    char text[80];
    if (json_type_of(r, node) == JSON_NUMBER ||
        json_word(r, node, text, sizeof text, "a seed") != 64) {
        azj_rng_seed(rng, read_seed(r, node));
        return;
    }
    for (unsigned i = 0; i < 64; i++) {
        const char *at = strchr(digits, text[i]);
        if (!at) {
            json_fail(r, node, "64 hexadecimal digits");
            return;
        }
        words[i / 16] = words[i / 16] << 4 | (uint64_t)(at - digits);
    }
    azj_rng_seed_256(rng, words);
}

/* The first step that the seeds would have dealt otherwise; the number of steps if all are fair. */
static uint32_t first_unfair(const azj_record *game, json_reader *r, uint32_t seeds)
{
    azj_state s = game->start;
    azj_rng rng = {0};
    uint32_t at = json_array(r, seeds, 0, AZJ_RECORD_STEPS_MAX);
    for (uint32_t i = 0; i < game->step_count; i++) {
        if (deal_begins(game, i)) {
            read_generator(r, at, &rng);
            if (json_bad(r))
                return i;
            at = json_after(r, at);
        }
        if (!game->steps[i].move) {
            const azj_outcome fair = azj_sample(&s, &rng);
            if (fair.kind != game->steps[i].outcome.kind ||
                fair.value != game->steps[i].outcome.value)
                return i;
        }
        azj_record_replay(game, i, &s, NULL);
    }
    return game->step_count;
}

static void answer_redeal(const azj_record *game, json_reader *r, json_writer *out)
{
    const uint32_t seeds = json_key(r, 0, "seeds");
    json_array(r, seeds, 0, AZJ_RECORD_STEPS_MAX);
    if (json_bad(r))
        return;
    const unsigned deals = deals_of(game);
    const int fair =
        json_count(r, seeds) >= deals && first_unfair(game, r, seeds) == game->step_count;
    if (json_bad(r))
        return;
    answer_begin(out, true);
    json_write_number(out, "deals", deals);
    json_write_flag(out, "fair", fair);
    json_write_object_end(out);
}

/* {"do":"redeal","record":"…","seeds":["17", …]} -> {"ok":true,"deals":5,"fair":true}; with fewer
 * seeds than deals only the number of deals is answered. */
void fair_redeal(json_reader *r, json_writer *out)
{
    azj_record game;
    json_object(r, 0, "do record game seeds");
    if (!read_record(r, out, &game))
        return;
    answer_redeal(&game, r, out);
    azj_record_free(&game);
}
