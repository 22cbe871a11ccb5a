/* search.c - a bot's thinking, for a Worker with an instance of its own. The Worker gets a view as
 * text and never more than that. The page provides the clock. */
#include "ai/bench.h"
#include "ai/internal.h"
#include "wasm/internal.h"

#include <azulejo/engine.h>
#include <string.h>

enum { MEMORY = 16 << 20, BOT_NAME_MAX = 32 };

__attribute__((import_module("env"), import_name("now"))) double env_now(void);

static azj_engine *engine;
static char engine_bot[BOT_NAME_MAX];
static uint64_t engine_seed;
static unsigned engine_lines;

static uint64_t search_clock_us(void *context)
{
    (void)context;
    return (uint64_t)(env_now() * 1000.0);
}

azj_engine *search_engine(const char *bot, uint64_t seed, unsigned lines)
{
    if (engine && strcmp(bot, engine_bot) == 0 && seed == engine_seed && lines == engine_lines)
        return engine;
    azj_engine_free(engine);
    engine = azj_engine_new(&(azj_engine_options){.bot = bot,
                                                  .memory_bytes = MEMORY,
                                                  .seed = seed,
                                                  .lines = lines,
                                                  .now_us = search_clock_us},
                            NULL);
    copy_text(engine_bot, sizeof engine_bot, bot);
    engine_seed = seed;
    engine_lines = lines;
    return engine;
}

static void put_floats(json_writer *out, const char *key, const float *value, unsigned n)
{
    json_write_array(out, key);
    for (unsigned i = 0; i < n; i++)
        put_fixed(out, value[i]);
    json_write_array_end(out);
}

/* Whose turn each move of a line is, as far as it is known: up to the next deal. */
static void put_seats(json_writer *out, const azj_state *view, const azj_line *line)
{
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    azj_determinise(view, &rng, &s);
    json_write_array(out, "seats");
    for (uint32_t i = 0; i < line->length; i++) {
        if (s.head.seat >= s.head.players || azj_legal(&s, line->move[i], NULL))
            break;
        json_write_number(out, NULL, s.head.seat);
        azj_apply(&s, line->move[i], NULL);
    }
    json_write_array_end(out);
}

static void put_line(json_writer *out, const azj_line *line, const azj_state *view)
{
    const unsigned players = view->head.players;
    json_write_object(out, NULL);
    put_floats(out, "win", line->win, players);
    put_floats(out, "score", line->score, players);
    json_write_array(out, "moves");
    for (uint32_t i = 0; i < line->length; i++)
        put_move(out, NULL, line->move[i]);
    json_write_array_end(out);
    put_seats(out, view, line);
    json_write_object_end(out);
}

static void put_info(json_writer *out, const azj_info *info, const azj_state *view)
{
    char text[AZJ_MOVE_TEXT_MAX];
    azj_move_text(info->line[0].move[0], text, sizeof text);
    answer_begin(out, true);
    put_move(out, "move", info->line[0].move[0]);
    json_write_string(out, "text", text);
    json_write_number(out, "depth", info->depth);
    json_write_number(out, "nodes", (int64_t)info->nodes);
    json_write_number(out, "timeUs", (int64_t)info->time_us);
    json_write_flag(out, "exact", info->exact);
    json_write_array(out, "lines");
    for (uint32_t i = 0; i < info->lines; i++)
        put_line(out, &info->line[i], view);
    json_write_array_end(out);
    json_write_object_end(out);
}

/* {"do":"net","position":VIEW,"bot":"strong"} -> {"ok":true,"net":true}: whether the bot evaluates
 * boards of this game by a network, which the page then fetches first. */
void search_net(json_reader *r, json_writer *out)
{
    azj_state s;
    char bot[BOT_NAME_MAX];
    json_object(r, 0, "do position bot");
    json_word(r, json_key(r, 0, "bot"), bot, sizeof bot, "a bot's name");
    if (json_bad(r) || !read_position(r, out, json_key(r, 0, "position"), &s))
        return;
    answer_begin(out, true);
    json_write_flag(out, "net", ai_uses_net(bot, &s.head));
    json_write_object_end(out);
}

/* {"do":"search","position":VIEW,"bot":"strong","timeMs":1000,"nodes":0,"lines":3,"seed":"7"} */
void search_go(json_reader *r, json_writer *out)
{
    static azj_info info;
    azj_state s;
    char bot[BOT_NAME_MAX] = "strong";
    json_object(r, 0, "do position bot timeMs nodes depth lines seed");
    const uint32_t position = json_key(r, 0, "position");
    const uint32_t bot_node = json_optional(r, 0, "bot"), lines = json_optional(r, 0, "lines");
    const uint32_t time = json_optional(r, 0, "timeMs"), nodes = json_optional(r, 0, "nodes");
    if (bot_node)
        json_word(r, bot_node, bot, sizeof bot, "a bot's name");
    const azj_limits limits = {.time_ms = time ? json_number(r, time, 0, 3600000) : 0,
                               .nodes = nodes ? json_number(r, nodes, 0, 2000000000) : 0};
    const unsigned wanted = lines ? json_number(r, lines, 1, AZJ_LINES_MAX) : 1;
    const uint64_t seed = read_seed(r, json_optional(r, 0, "seed"));
    if (json_bad(r) || !read_position(r, out, position, &s))
        return;
    azj_engine *e = search_engine(bot, seed, wanted);
    if (!e) {
        answer_wrong(out, "there is no such bot");
        return;
    }
    azj_error error = azj_engine_set(e, &s);
    if (!error)
        error = azj_engine_go(e, &limits, &info);
    if (error)
        answer_fault(out, &(azj_fault){.code = error});
    else
        put_info(out, &info, &s);
}

/* {"do":"bench"}: the signature of the bots, the same as the native program's. */
void search_bench(json_reader *r, json_writer *out)
{
    char hex[17] = {0};
    ai_bench_result b;
    json_object(r, 0, "do");
    const azj_error error = ai_bench_signature(&b);
    if (error) {
        answer_fault(out, &(azj_fault){.code = error});
        return;
    }
    for (unsigned i = 0; i < 16; i++)
        hex[i] = "0123456789abcdef"[b.signature >> (60 - 4 * i) & 15u];
    answer_begin(out, true);
    json_write_string(out, "signature", hex);
    json_write_number(out, "nodes", (int64_t)b.nodes);
    json_write_number(out, "positions", b.positions);
    json_write_object_end(out);
}
