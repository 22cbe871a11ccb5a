/* record_reply.c - finished games as files for download. */
#include "server/hub.h"
#include "server/record.h"
#include "server/routes.h"
#include "server/session.h"

#include <stdlib.h>
#include <string.h>

/* Some tables need a link; people who watch have shown it. */
static bool watches(const live_table *table, const char *person_id)
{
    for (uint32_t i = 0; i < table->watchers_nb; i++)
        if (strcmp(table->watchers[i]->who.id, person_id) == 0)
            return true;
    return false;
}

static bool may_see(const live_table *table, const identity *who)
{
    return table->game.options.is_public ||
           (who->id[0] && (game_seat_of(&table->game, who->id) != AZJ_NOBODY ||
                           strcmp(table->row.owner, who->id) == 0 || watches(table, who->id)));
}

/* True if the person may see the table. There is no record of an unfinished game. */
void record_reply(hub *h, conn *c, const char *id, const identity *who)
{
    azj_record r;
    live_table *table;
    const table_found found = table_get(h, id, &table);
    if (found == TABLE_AWAY) {
        hub_reply_error(c, 503, "BUSY", "the store cannot be reached; please try again");
        return;
    }
    if (found != TABLE_FOUND || !may_see(table, who)) {
        hub_reply_error(c, 404, "NO_TABLE", "there is no such table");
        return;
    }
    if (table->game.phase != GAME_OVER) {
        hub_reply_error(c, 409, "NOT_OVER", "the game is not over yet");
        return;
    }
    azj_record_init(&r);
    if (record_of_game(&table->game, &r) == AZJ_E_OK) {
        const size_t size = azj_record_text(&r, h->scratch, HUB_SCRATCH);
        transport_reply(c, &(http_reply){.status = 200,
                                         .type = "text/plain; charset=utf-8",
                                         .body = h->scratch,
                                         .length = size < HUB_SCRATCH ? size : 0});
    } else {
        hub_reply_error(c, 500, "NO_RECORD", "the record could not be written");
    }
    azj_record_free(&r);
}
