/* internal.h - what the files of the browser layer share.
 *
 *   call.c     memory and the one exported call: JSON in, JSON out
 *   subject.c  what a request is about: a record or a position
 *   game.c     games as records: beginning, playing, taking back
 *   show.c     a position as the page draws it: view, legal moves, previews, bonuses, log
 *   search.c   bots and analysis (used in a Worker, which has its own instance)
 *   advise.c   hints with their reason (in the same Worker)
 *   fair.c     the deals of an online table again, from its seeds
 *
 * An instance keeps no game: every request names the record or the position that it is about, and
 * a request that changes a game answers with the new record. What stays between calls are memory
 * for requests and answers, networks, and the tables of the search.
 */
#ifndef WASM_INTERNAL_H
#define WASM_INTERNAL_H

#include "base/json_write.h"
#include "text/json_read.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <stdbool.h>

/* Answers one request, whose object is node 0 of the reader, with one object. */
typedef void wasm_verb(json_reader *request, json_writer *out);

wasm_verb game_new, game_load, game_start, game_play, game_undo, game_validate, game_seats;
wasm_verb show_state, show_explain, show_log, show_components;
wasm_verb search_go, search_bench, search_advise, search_net;
wasm_verb fair_redeal;

/* ---- What a request is about ---- */
/* Reads "record" (text or JSON; "game" chooses one of several, 0 is the first) into `game`, which
 * the caller frees. False after an answer or a fault. */
bool read_record(json_reader *r, json_writer *out, azj_record *game);

/* The same; where the request has a "position" instead, a new game that begins there. Hidden tiles
 * of a view are drawn by `seed`. */
bool read_game(json_reader *r, json_writer *out, uint64_t seed, azj_record *game);

/* Reads a position, a string or a JSON object, that is possible by the rules. */
bool read_position(json_reader *r, json_writer *out, uint32_t node, azj_state *s);

/* The bytes of a position that the request holds as a string or as a JSON object; NULL after a
 * fault. */
const char *position_text(json_reader *r, uint32_t node, size_t *length);

/* Deals until somebody must decide. The deals depend on seed and round alone, so a move that is
 * taken back and played again gets the same deal. */
void deal(azj_record *game, uint64_t seed);

/* ---- Answers ---- */
void answer_text_fault(json_writer *out,
                       const azj_text_fault *fault);         /* {"ok":false,"fault":{…}} */
void answer_fault(json_writer *out, const azj_fault *fault); /* {"ok":false,"refusal":{…}} */
void answer_wrong(json_writer *out, const char *sentence);

/* ---- Pieces of answers ---- */
void answer_begin(json_writer *out, bool ok);  /* {"ok":true or {"ok":false */
void put_fixed(json_writer *out, float value); /* three decimals */
void put_move(json_writer *out, const char *key, azj_move move);
void put_events(json_writer *out, const char *key, azj_rules rules, const azj_events *events);
void put_position(json_writer *out, const char *key, const azj_state *s, unsigned how);
void put_record(json_writer *out, const azj_record *game); /* "record":"…" */
void put_position_text(json_writer *out, const char *key, const azj_state *s);

void copy_text(char *to, size_t size, const char *from); /* cut where it does not fit */

/* ---- Reading ---- */
/* A move in either form: a string or an object. */
azj_move read_move(json_reader *r, uint32_t node, azj_rules rules);

/* A text of any length out of the request, with its escapes resolved; NULL after a fault. It lives
 * until the next request. */
const char *read_text(json_reader *r, uint32_t node, size_t *length);

/* A whole number given as a decimal string or as a number. */
uint64_t read_seed(json_reader *r, uint32_t node);

/* The engine of this name; kept from call to call, so that its tables live on. NULL: there is none.
 */
azj_engine *search_engine(const char *bot, uint64_t seed, unsigned lines);

/* Keeps a copy of a network file; false when it is none. */
bool add_net(const char *bytes, size_t size);

#endif
