/* game.c - the game on the table: a record, and deals that depend on seed and round alone, so that
 * what is taken back and played again meets the same luck. */
#include "text/detect.h"
#include "text/scan.h"
#include "text/tags.h"
#include "wasm/internal.h"

#include <stdlib.h>
#include <string.h>

static azj_record game;
static int present;
static uint64_t seed;

const azj_record *game_now(void)
{
    return present ? &game : NULL;
}

static void deal(azj_record *r)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed * 64 + r->now.head.round);
    azj_record_deal(r, &rng);
}

static void answer_ok(json_writer *out)
{
    answer_begin(out, true);
    json_write_object_end(out);
}

static void take_over(azj_record *r)
{
    azj_record_free(&game);
    game = *r;
    present = 1;
}

/* ---- Starting ---- */

static azj_rules read_rules(json_reader *r, uint32_t node)
{
    for (unsigned i = 0; node && i < AZJ_RULES_NB; i++)
        if (json_is(r, node, azj_rules_name((azj_rules)i)))
            return (azj_rules)i;
    return (azj_rules)json_fail(r, node, "a rule set: classic, grey, crystal1, crystal2, duel");
}

/* ["a1","c2","d1"], or absent or null: drawn at random. */
static unsigned read_tablets(json_reader *r, uint32_t node, azj_rng *rng)
{
    char name[4];
    unsigned tablets = 0;
    if (!node || json_type_of(r, node) == JSON_NULL)
        return azj_duel_random_tablets(rng);
    uint32_t at = json_array(r, node, 3, 4);
    for (unsigned i = 0; i < json_count(r, node) && !json_bad(r); i++, at = json_after(r, at)) {
        json_word(r, at, name, sizeof name, "a tablet: a1 … d2");
        if (name[0] < 'a' || name[0] > 'd' || name[1] < '1' || name[1] > '2')
            return json_fail(r, at, "a tablet: a1 … d2");
        tablets |= (unsigned)(name[1] - '0') << (2 * (name[0] - 'a'));
    }
    return tablets;
}

void game_new(json_reader *r, json_writer *out)
{
    azj_rng rng;
    azj_record fresh;
    azj_options o = {.starter = AZJ_NOBODY};
    json_object(r, 0, "do rules players starter tablets seed");
    o.rules = (uint8_t)read_rules(r, json_key(r, 0, "rules"));
    o.players = (uint8_t)json_number(r, json_key(r, 0, "players"), 2, AZJ_SEATS_MAX);
    const uint32_t starter = json_optional(r, 0, "starter");
    if (starter && json_type_of(r, starter) != JSON_NULL)
        o.starter = (uint8_t)json_number(r, starter, 0, AZJ_SEATS_MAX - 1);
    const uint64_t new_seed = read_seed(r, json_optional(r, 0, "seed"));
    azj_rng_seed(&rng, new_seed * 64);
    if (o.rules == AZJ_DUEL)
        o.tablets = (uint8_t)read_tablets(r, json_optional(r, 0, "tablets"), &rng);
    if (json_bad(r))
        return;
    azj_record_init(&fresh);
    const azj_error e = azj_record_begin(&fresh, &o);
    if (e) {
        answer_fault(out, &(azj_fault){.code = e, .number = o.players});
        return;
    }
    seed = new_seed;
    deal(&fresh);
    take_over(&fresh);
    answer_ok(out);
}

/* A position, text or JSON, becomes a game of its own. */
void game_start(json_reader *r, json_writer *out)
{
    azj_state s;
    azj_record fresh;
    azj_text_fault fault = {0};
    size_t length = 0;
    json_object(r, 0, "do position seed");
    const char *text = read_text(r, json_key(r, 0, "position"), &length);
    const uint64_t new_seed = read_seed(r, json_optional(r, 0, "seed"));
    if (json_bad(r) || !text)
        return;
    if (azj_position_read(text, length, &s, &fault)) {
        answer_text_fault(out, &fault);
        return;
    }
    if (s.head.viewer != AZJ_VIEW_ALL) { /* what is not seen is drawn by the seed */
        azj_rng rng;
        azj_rng_seed(&rng, new_seed * 64);
        azj_determinise(&s, &rng, &s);
    }
    azj_record_init(&fresh);
    azj_record_begin_at(&fresh, &s);
    seed = new_seed;
    deal(&fresh);
    take_over(&fresh);
    answer_ok(out);
}

/* ---- Seats ---- */

/* The game is there; "seats" tells who sits where as far as its record does. */
static void answer_seats(json_writer *out)
{
    answer_begin(out, true);
    json_write_array(out, "seats");
    for (unsigned seat = 0; seat < game.start.head.players; seat++) {
        const char *name = azj_record_tag_value(&game, tags_seat(seat));
        const char *kind = azj_record_tag_value(&game, tags_kind(seat));
        json_write_object(out, NULL);
        json_write_string(out, "name", name ? name : "");
        json_write_string(out, "kind", kind ? kind : "");
        json_write_object_end(out);
    }
    json_write_array_end(out);
    json_write_object_end(out);
}

/* {"do":"seats","kinds":["person","bot:casual"]}: the record tells who sits where from now on. */
void game_seats(json_reader *r, json_writer *out)
{
    char kind[80];
    json_object(r, 0, "do kinds");
    const uint32_t kinds = json_key(r, 0, "kinds");
    uint32_t at = json_array(r, kinds, 2, AZJ_SEATS_MAX);
    for (unsigned seat = 0; present && seat < json_count(r, kinds) && !json_bad(r); seat++) {
        json_word(r, at, kind, sizeof kind, "a person or a bot, like bot:casual");
        if (!json_bad(r))
            azj_record_tag(&game, tags_kind(seat), kind);
        at = json_after(r, at);
    }
    answer_ok(out);
}

/* A record of one or more games, text or JSON: the one asked for (0 is the first). */
void game_load(json_reader *r, json_writer *out)
{
    azj_record fresh;
    azj_text_fault fault = {0};
    size_t length = 0, at = 0;
    json_object(r, 0, "do record game seed");
    const char *text = read_text(r, json_key(r, 0, "record"), &length);
    const uint32_t which = json_optional(r, 0, "game");
    const unsigned wanted = which ? json_number(r, which, 0, 100000) : 0;
    const uint64_t new_seed = read_seed(r, json_optional(r, 0, "seed"));
    if (json_bad(r) || !text)
        return;
    azj_record_init(&fresh);
    const text_form form = text_form_of(text, length);
    azj_error e = AZJ_E_OK;
    for (unsigned i = 0; i <= wanted && !e; i++) {
        if (!azj_record_more(text, length, &at)) {
            answer_wrong(out, i ? "the record holds fewer games" : "the record holds no game");
            azj_record_free(&fresh);
            return;
        }
        e = text_next_game(form, text, length, &at, &fresh, &fault);
    }
    if (e) {
        answer_text_fault(out, &fault);
        azj_record_free(&fresh);
        return;
    }
    seed = new_seed;
    take_over(&fresh);
    answer_seats(out);
}

/* ---- Playing ---- */

void game_play(json_reader *r, json_writer *out)
{
    azj_fault why = {0};
    azj_events events;
    json_object(r, 0, "do move");
    if (!present) {
        answer_wrong(out, "there is no game on the table");
        return;
    }
    const azj_rules rules = (azj_rules)game.now.head.rules;
    const azj_move move = read_move(r, json_key(r, 0, "move"), rules);
    if (json_bad(r))
        return;
    if (azj_record_move(&game, move, &why, &events)) {
        answer_fault(out, &why);
        return;
    }
    deal(&game);
    if (game.now.head.phase == AZJ_PHASE_OVER)
        azj_record_end(&game, azj_winners(&game.now), "normal");
    answer_begin(out, true);
    put_events(out, "events", rules, &events);
    json_write_object_end(out);
}

/* Where the last `plies` decisions begin. */
static uint32_t step_of(const azj_record *r, unsigned plies)
{
    uint32_t step = r->step_count;
    while (step && plies)
        plies -= r->steps[--step].move != 0;
    return step;
}

static int begin_again(azj_record *fresh, const azj_record *old)
{
    const azj_head *h = &old->start.head;
    if (azj_record_tag_value(old, "Position"))
        return azj_record_begin_at(fresh, &old->start) == AZJ_E_OK;
    const azj_options o = {.rules = h->rules,
                           .players = h->players,
                           .starter = h->starter,
                           .tablets = h->rules == AZJ_DUEL ? old->start.duel.tablets : 0};
    return azj_record_begin(fresh, &o) == AZJ_E_OK;
}

/* Takes back the last `plies` decisions: the game is played again up to there. */
void game_undo(json_reader *r, json_writer *out)
{
    azj_record fresh;
    json_object(r, 0, "do plies");
    const unsigned plies = json_number(r, json_key(r, 0, "plies"), 1, 100000);
    if (json_bad(r))
        return;
    if (!present) {
        answer_wrong(out, "there is no game on the table");
        return;
    }
    azj_record_init(&fresh);
    if (!begin_again(&fresh, &game)) {
        answer_wrong(out, "the game cannot be begun again");
        return;
    }
    for (uint32_t i = 0; i < game.tag_count; i++) /* the record's own tags are refused here */
        azj_record_tag(&fresh, azj_record_string(&game, game.tags[i].name),
                       azj_record_string(&game, game.tags[i].value));
    const uint32_t end = step_of(&game, plies);
    for (uint32_t i = 0; i < end; i++) {
        if (game.steps[i].move)
            azj_record_move(&fresh, game.steps[i].move, NULL, NULL);
        else
            azj_record_chance(&fresh, game.steps[i].outcome);
    }
    take_over(&fresh);
    answer_ok(out);
}

void game_record(json_reader *r, json_writer *out)
{
    json_object(r, 0, "do");
    if (!present) {
        answer_wrong(out, "there is no game on the table");
        return;
    }
    const size_t length = azj_record_text(&game, NULL, 0);
    char *text = malloc(length + 1);
    if (!text) {
        answer_wrong(out, "out of memory");
        return;
    }
    azj_record_text(&game, text, length + 1);
    answer_begin(out, true);
    json_write_string(out, "record", text);
    json_write_object_end(out);
    free(text);
}

static azj_error read_position(const char *text, size_t length, azj_state *s, azj_text_fault *fault)
{
    while (length && scan_is_space(*text))
        text++, length--;
    return length && *text == '{' ? azj_position_parse_json(text, length, s, fault)
                                  : azj_position_parse(text, length, s, fault);
}

/* Is this position possible? Answers with both of its forms, or with what is wrong: a fault of the
 * writing, or a refusal that the page can say in its own language. */
void game_validate(json_reader *r, json_writer *out)
{
    azj_state s;
    azj_text_fault fault = {0};
    azj_fault why = {0};
    size_t length = 0;
    json_object(r, 0, "do position");
    const char *text = read_text(r, json_key(r, 0, "position"), &length);
    if (json_bad(r) || !text)
        return;
    if (read_position(text, length, &s, &fault)) {
        answer_text_fault(out, &fault);
        return;
    }
    if (azj_validate(&s, &why)) {
        answer_fault(out, &why);
        return;
    }
    answer_begin(out, true);
    put_position(out, "position", &s, AZJ_JSON_WHOLE);
    put_position_text(out, "text", &s);
    json_write_object_end(out);
}
