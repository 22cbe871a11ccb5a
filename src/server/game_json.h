/* game_json.h - a game's options and events as the store keeps them. */
#ifndef SERVER_GAME_JSON_H
#define SERVER_GAME_JSON_H

#include "base/json_write.h"
#include "server/fields.h"
#include "server/game.h"

enum { GAME_ROW_MAX = 768 };

/* The row that makes a table: everything that was settled when it was made. */
typedef struct game_row {
    game_options options;
    uint8_t secret[FAIR_BYTES];
    char key[24]; /* of the link that lets people join */
    char owner[GAME_PERSON_MAX];
    uint64_t made_ms;
} game_row;

size_t game_row_write(const game_row *row, char *out, size_t size);
bool game_row_read(game_row *row, const char *text, size_t length);

/* The number of the row after a game's events, which holds their count. Without it a game that has
 * lost its last events would look complete. */
#define GAME_TAIL UINT32_MAX
size_t game_tail_write(uint32_t events, char *out, size_t size);
bool game_tail_read(uint32_t *events, const char *text, size_t length);

size_t game_event_write(const game_event *e, char *out, size_t size);
/* n comes from the row's number. */
bool game_event_read(game_event *e, uint32_t n, const char *text, size_t length);

/* The options as people see and send them: rules, players, starter, tablets, clock, leaver, public.
 * An object under `key`; NULL: the fields alone, for the open object. */
void game_options_put(json_writer *w, const char *key, const game_options *o);
/* Missing keys keep their defaults; NULL: fine, else what is wrong. */
const char *game_options_get(const fields *f, uint32_t parent, game_options *o);

#endif
