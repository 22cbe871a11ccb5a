/* bot_task.h - one move of a bot: all that it may know, and how it thinks about it, here or in
 * another process. */
#ifndef SERVER_BOT_TASK_H
#define SERVER_BOT_TASK_H

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <stdbool.h>

enum { BOT_TASK_TEXT_MAX = AZJ_POSITION_TEXT_MAX + 256, BOT_TASK_TIME_MAX_MS = 60000 };

typedef struct bot_task {
    const char *bot; /* of azj_bot_name() */
    uint64_t seed;   /* of the bot for the whole game */
    uint32_t time_ms;
    azj_state view; /* of its seat, which is to move */
} bot_task;

/* Of the view nothing gets lost: it is read as it was written. Nothing says which game it is. */
size_t bot_task_write(const bot_task *t, char *out, size_t size);
bool bot_task_read(bot_task *t, const char *text, size_t length);

/* Thinks, and always finds a legal move if there is one. `engines` has azj_bot_count() places, of
 * the caller's thread alone; engines are made when they are first needed. */
azj_move bot_task_think(const bot_task *t, azj_engine **engines);

#endif
