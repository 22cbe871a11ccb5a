/* bot_task.c - one move of a bot: see bot_task.h. */
#include "server/bot_task.h"

#include "base/clock.h"
#include "base/json_write.h"
#include "server/fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINE_MEMORY = 8 << 20, SEED_DIGITS = 16, BOT_NAME_MAX = 32 };

/* ---- As text ---- */
size_t bot_task_write(const bot_task *t, char *out, size_t size)
{
    char text[AZJ_POSITION_TEXT_MAX], seed[SEED_DIGITS + 1];
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    azj_position_text(&t->view, text, sizeof text);
    snprintf(seed, sizeof seed, "%016" PRIx64, t->seed);
    json_write_string(&w, "bot", t->bot);
    json_write_string(&w, "seed", seed);
    json_write_number(&w, "time_ms", t->time_ms);
    json_write_string(&w, "view", text);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_seed(const char *text, uint64_t *seed)
{
    char *end;
    *seed = strtoull(text, &end, 16);
    return strspn(text, "0123456789abcdef") == SEED_DIGITS && *end == 0;
}

static bool is_to_move(const azj_state *view)
{
    return view->head.phase != AZJ_PHASE_OVER && view->head.phase != AZJ_PHASE_DEAL &&
           view->head.seat < view->head.players;
}

bool bot_task_read(bot_task *t, const char *text, size_t length)
{
    char bot[BOT_NAME_MAX], seed[SEED_DIGITS + 1], view[AZJ_POSITION_TEXT_MAX];
    azj_text_fault fault;
    int64_t time_ms;
    fields f;
    if (!fields_parse(&f, text, length) || !fields_text(&f, 0, "bot", bot, sizeof bot) ||
        !fields_text(&f, 0, "seed", seed, sizeof seed) || !read_seed(seed, &t->seed) ||
        !fields_number(&f, 0, "time_ms", 1, BOT_TASK_TIME_MAX_MS, &time_ms) ||
        !fields_text(&f, 0, "view", view, sizeof view) ||
        azj_position_read(view, strlen(view), &t->view, &fault) != AZJ_E_OK)
        return false;
    t->bot = azj_bot_find(bot, strlen(bot));
    t->time_ms = (uint32_t)time_ms;
    return t->bot && is_to_move(&t->view);
}

/* ---- Thinking ---- */
static azj_engine *engine_for(azj_engine **engines, const char *bot)
{
    for (unsigned i = 0; strcmp(azj_bot_name(i), bot) != 0; i++)
        engines++;
    if (!*engines)
        *engines = azj_engine_new(&(azj_engine_options){.bot = bot,
                                                        .memory_bytes = ENGINE_MEMORY,
                                                        .now_us = clock_engine_us},
                                  NULL);
    return *engines;
}

/* A bot that fails still moves: the game must go on. */
static azj_move any_move(const azj_state *view)
{
    azj_move moves[AZJ_MOVES_MAX];
    return azj_moves(view, moves) ? moves[0] : 0;
}

azj_move bot_task_think(const bot_task *t, azj_engine **engines)
{
    azj_info *info = calloc(1, sizeof *info);
    azj_engine *e = engine_for(engines, t->bot);
    const azj_limits limits = {.time_ms = t->time_ms};
    azj_move move = 0;
    if (e)
        azj_engine_reseed(e, t->seed);
    if (info && e && azj_engine_set(e, &t->view) == AZJ_E_OK &&
        azj_engine_go(e, &limits, info) == AZJ_E_OK && info->lines && info->line[0].length)
        move = info->line[0].move[0];
    if (!move || azj_legal(&t->view, move, NULL) != AZJ_E_OK)
        move = any_move(&t->view);
    free(info);
    return move;
}
