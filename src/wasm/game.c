/* game.c - games as records: a request brings a record, and the answer brings the one after it. */
#include "text/scan.h"
#include "text/tags.h"
#include "wasm/internal.h"

/* Answers with the record of a game and frees it. */
static void answer_record(json_writer *out, azj_record *game)
{
    answer_begin(out, true);
    put_record(out, game);
    json_write_object_end(out);
    azj_record_free(game);
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

/* {"do":"new","rules":"duel","players":2,"starter":0,"tablets":["a1","b1","c1"],"seed":"7"} */
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
    const uint64_t seed = read_seed(r, json_optional(r, 0, "seed"));
    azj_rng_seed(&rng, seed * 64);
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
    deal(&fresh, seed);
    answer_record(out, &fresh);
}

/* {"do":"start","position":POSITION,"seed":"7"}: a position becomes a game of its own. */
void game_start(json_reader *r, json_writer *out)
{
    azj_record game;
    json_object(r, 0, "do position seed");
    json_key(r, 0, "position");
    const uint64_t seed = read_seed(r, json_optional(r, 0, "seed"));
    if (!json_bad(r) && read_game(r, out, seed, &game))
        answer_record(out, &game);
}

/* ---- Seats ---- */

static void put_seats(json_writer *out, const azj_record *game)
{
    json_write_array(out, "seats");
    for (unsigned seat = 0; seat < game->start.head.players; seat++) {
        const char *name = azj_record_tag_value(game, tags_seat(seat));
        const char *kind = azj_record_tag_value(game, tags_kind(seat));
        json_write_object(out, NULL);
        json_write_string(out, "name", name ? name : "");
        json_write_string(out, "kind", kind ? kind : "");
        json_write_object_end(out);
    }
    json_write_array_end(out);
}

static void tag_kinds(json_reader *r, azj_record *game)
{
    char kind[80];
    const uint32_t kinds = json_key(r, 0, "kinds");
    uint32_t at = json_array(r, kinds, 2, AZJ_SEATS_MAX);
    for (unsigned seat = 0; seat < json_count(r, kinds) && !json_bad(r); seat++) {
        json_word(r, at, kind, sizeof kind, "a person or a bot, like bot:casual");
        if (!json_bad(r))
            azj_record_tag(game, tags_kind(seat), kind);
        at = json_after(r, at);
    }
}

/* {"do":"seats","record":"…","kinds":["person","bot:casual"]}: the record with these seats. */
void game_seats(json_reader *r, json_writer *out)
{
    azj_record game;
    json_object(r, 0, "do record game kinds");
    if (!read_record(r, out, &game))
        return;
    tag_kinds(r, &game);
    answer_record(out, &game); /* a fault of the request replaces the answer */
}

/* {"do":"load","record":"…","game":1}: the record of one game, in the text form, and "seats": who
 * sits where as far as the record tells. */
void game_load(json_reader *r, json_writer *out)
{
    azj_record game;
    json_object(r, 0, "do record game");
    if (!read_record(r, out, &game))
        return;
    answer_begin(out, true);
    put_record(out, &game);
    put_seats(out, &game);
    json_write_object_end(out);
    azj_record_free(&game);
}

/* ---- Playing ---- */

static void play_move(json_reader *r, json_writer *out, uint64_t seed, azj_record *game)
{
    azj_fault why = {0};
    azj_events events;
    const azj_rules rules = (azj_rules)game->now.head.rules;
    const azj_move move = read_move(r, json_key(r, 0, "move"), rules);
    if (json_bad(r))
        return;
    if (azj_record_move(game, move, &why, &events)) {
        answer_fault(out, &why);
        return;
    }
    deal(game, seed);
    if (game->now.head.phase == AZJ_PHASE_OVER)
        azj_record_end(game, azj_winners(&game->now), "normal");
    answer_begin(out, true);
    put_record(out, game);
    put_events(out, "events", rules, &events);
    json_write_object_end(out);
}

/* {"do":"play","record":"…","move":"3B2","seed":"7"}: the record after the move and the deal that
 * follows it, and the score events. With "position" instead of "record" a game begins there. */
void game_play(json_reader *r, json_writer *out)
{
    azj_record game;
    json_object(r, 0, "do record game position move seed");
    const uint64_t seed = read_seed(r, json_optional(r, 0, "seed"));
    if (json_bad(r) || !read_game(r, out, seed, &game))
        return;
    play_move(r, out, seed, &game);
    azj_record_free(&game);
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

/* The game is played again up to step `end`. */
static void replay_until(azj_record *fresh, const azj_record *game, uint32_t end)
{
    for (uint32_t i = 0; i < game->tag_count; i++) /* the record's own tags are refused here */
        azj_record_tag(fresh, azj_record_string(game, game->tags[i].name),
                       azj_record_string(game, game->tags[i].value));
    for (uint32_t i = 0; i < end; i++) {
        if (game->steps[i].move)
            azj_record_move(fresh, game->steps[i].move, NULL, NULL);
        else
            azj_record_chance(fresh, game->steps[i].outcome);
    }
}

/* {"do":"undo","record":"…","plies":2}: the record without its last decisions. */
void game_undo(json_reader *r, json_writer *out)
{
    azj_record game, fresh;
    json_object(r, 0, "do record game plies");
    const unsigned plies = json_number(r, json_key(r, 0, "plies"), 1, 100000);
    if (json_bad(r) || !read_record(r, out, &game))
        return;
    azj_record_init(&fresh);
    if (begin_again(&fresh, &game)) {
        replay_until(&fresh, &game, step_of(&game, plies));
        answer_record(out, &fresh);
    } else {
        answer_wrong(out, "the game cannot be begun again");
    }
    azj_record_free(&game);
}

static azj_error parse_position(const char *text, size_t length, azj_state *s,
                                azj_text_fault *fault)
{
    while (length && scan_is_space(*text))
        text++, length--;
    return length && *text == '{' ? azj_position_parse_json(text, length, s, fault)
                                  : azj_position_parse(text, length, s, fault);
}

/* Answers whether this position is possible: with both of its forms, or with what is wrong: a fault
 * of the syntax, or a refusal that the page can say in its own language. */
void game_validate(json_reader *r, json_writer *out)
{
    azj_state s;
    azj_text_fault fault = {0};
    azj_fault why = {0};
    size_t length = 0;
    json_object(r, 0, "do position");
    const char *text = position_text(r, json_key(r, 0, "position"), &length);
    if (json_bad(r) || !text)
        return;
    if (parse_position(text, length, &s, &fault)) {
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
