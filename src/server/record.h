/* record.h - an online game as a record (.azr), and the check of its shuffle.
 *
 * The record has the tags Table, Shuffle (from version 2 on), Commitment, Secret, Contribution0 …
 * and so holds everything that `azulejo verify` needs to deal the game again. */
#ifndef SERVER_RECORD_H
#define SERVER_RECORD_H

#include "server/game.h"

#include <azulejo/text.h>

enum { RECORD_ERROR_MAX = 256 };

/* The moves that stand, with the deals between them. `r` must be initialised. */
azj_error record_of_game(const game *g, azj_record *r);

/* False: `error` says what does not fit. `noted` is NULL, or the commitment that somebody wrote
 * down before the game: then the record's must be that one. `version`: of the shuffle. */
bool record_verify(const azj_record *r, const uint8_t *noted, unsigned *version,
                   char error[RECORD_ERROR_MAX]);

#endif
