/* table_advance.c - what follows at a table by itself: the start, a rematch, a bot's move, the
 * return of a player whose seat a bot has taken. */
#include "server/hub.h"

#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seats rotate, so that everybody sits somewhere else next time. */
static void start_rematch(hub *h, live_table *table)
{
    table_plan start = {.options = table->game.options, .before = table};
    const unsigned players = table->game.options.rules.players;
    if (game_seat_of(&table->game, h->forgetting) != AZJ_NOBODY)
        return;
    for (unsigned i = 0; i < players; i++)
        start.seat[(i + 1) % players] = table->game.seat[i];
    snprintf(start.owner, sizeof start.owner, "%s", table->row.owner);
    start.maker = strtoull(table->made_from[0] ? table->made_from + 1 : "0", NULL, 16);
    if (!table_make(h, &start, NULL))
        log_event(LOG_WARN, "no-rematch", "table=%s", table->game.id);
}

/* A player who is here again takes the seat back from the bot, whatever was being stored when he
 * came. */
bool table_end_standin(hub *h, live_table *table)
{
    game_batch b;
    for (unsigned i = 0; i < table->game.options.rules.players; i++)
        if (table->game.seat[i].standin && !table->away_ms[i] &&
            game_decide_back(&table->game, i, hub_time(h), &b) == GAME_E_OK)
            return table_commit(h, table, &b, NULL);
    return false;
}

void table_advance(hub *h, live_table *table)
{
    game_batch b;
    if (table->busy || h->stop_ms || table_end_standin(h, table))
        return;
    if (game_decide_start(&table->game, hub_time(h), &b) == GAME_E_OK)
        table_commit(h, table, &b, NULL);
    else if (game_all_would_rematch(&table->game))
        start_rematch(h, table);
    else
        bots_ask(h, table);
}

bool game_leaving_counts(const game *g)
{
    return g->options.clock.kind != CLOCKS_MOVE || g->options.clock.base_ms < 3600000;
}
