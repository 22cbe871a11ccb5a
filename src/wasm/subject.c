/* subject.c - what a request is about: the record of a game, or a position. */
#include "text/detect.h"
#include "wasm/internal.h"

void deal(azj_record *game, uint64_t seed)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed * 64 + game->now.head.round);
    azj_record_deal(game, &rng);
}

/* The game number `wanted` of a text of one or more games. */
static bool parse_record(json_writer *out, const char *text, size_t length, unsigned wanted,
                         azj_record *game)
{
    azj_text_fault fault = {0};
    size_t at = 0;
    azj_error e = AZJ_E_OK;
    const text_form form = text_form_of(text, length);
    for (unsigned i = 0; i <= wanted && !e; i++) {
        if (!azj_record_more(text, length, &at)) {
            answer_wrong(out, i ? "the record holds fewer games" : "the record holds no game");
            return false;
        }
        e = text_next_game(form, text, length, &at, game, &fault);
    }
    if (e)
        answer_text_fault(out, &fault);
    return !e;
}

bool read_record(json_reader *r, json_writer *out, azj_record *game)
{
    size_t length = 0;
    azj_record_init(game);
    const char *text = read_text(r, json_key(r, 0, "record"), &length);
    const uint32_t which = json_optional(r, 0, "game");
    const unsigned wanted = which ? json_number(r, which, 0, 100000) : 0;
    if (json_bad(r) || !text)
        return false;
    if (parse_record(out, text, length, wanted, game))
        return true;
    azj_record_free(game);
    return false;
}

const char *position_text(json_reader *r, uint32_t node, size_t *length)
{
    if (!node || json_type_of(r, node) != JSON_OBJECT)
        return read_text(r, node, length);
    const json_node *object = &r->doc.nodes[node];
    *length = object->end - object->start;
    return r->doc.text + object->start;
}

bool read_position(json_reader *r, json_writer *out, uint32_t node, azj_state *s)
{
    azj_text_fault fault = {0};
    size_t length = 0;
    const char *text = position_text(r, node, &length);
    if (json_bad(r) || !text)
        return false;
    if (azj_position_read(text, length, s, &fault) == AZJ_E_OK)
        return true;
    answer_text_fault(out, &fault);
    return false;
}

bool read_game(json_reader *r, json_writer *out, uint64_t seed, azj_record *game)
{
    azj_state s;
    const uint32_t position = json_optional(r, 0, "position");
    if (!position)
        return read_record(r, out, game);
    if (!read_position(r, out, position, &s))
        return false;
    if (s.head.viewer != AZJ_VIEW_ALL) {
        azj_rng rng;
        azj_rng_seed(&rng, seed * 64);
        azj_determinise(&s, &rng, &s);
    }
    azj_record_init(game);
    azj_record_begin_at(game, &s);
    deal(game, seed);
    return true;
}
