/* bot_job.c - a move of a bot at a table of a server: see server/bot_task.h. */
#include "cli/work/crew.h"

#include "server/bot_task.h"

#include <stdio.h>
#include <stdlib.h>

crew_end bot_job_run(const job *j, crew_engines *engines, const atomic_bool *stop,
                     crew_result *result, char why[CREW_WHY_MAX])
{
    bot_task t;
    (void)stop; /* its time is short */
    snprintf(why, CREW_WHY_MAX, "no task for a bot");
    if (!engines->bots || !bot_task_read(&t, j->data, j->length))
        return CREW_REFUSED;
    const azj_move move = bot_task_think(&t, engines->bots);
    result->bytes = malloc(AZJ_MOVE_TEXT_MAX);
    if (!move || !result->bytes)
        return CREW_REFUSED;
    result->length = azj_move_text(move, result->bytes, AZJ_MOVE_TEXT_MAX);
    return CREW_DONE;
}
