/* log.h - the log of a match: a line about the match, then one JSON line a game, only ever
 * appended to. It is the one place where results are kept: a match that was killed goes on from it,
 * and the record file is made from it.
 */
#ifndef CLI_MATCH_LOG_H
#define CLI_MATCH_LOG_H

#include "cli/match/match.h"

typedef struct match_log {
    int fd;
    uint64_t games;   /* of the schedule */
    uint64_t *offset; /* of each game's line, by index; 0: not there */
    uint64_t end;
} match_log;

/* What is done with each game that the log already has. */
typedef void match_log_reader(void *context, const match_game *g);

/* Opens the log at c->log_path, or one that vanishes with the program, and reads what it has. Every
 * line is checked by playing its moves; a damaged one is told, and nothing is changed. A last line
 * without its end (the program was killed there) is cut off with a note. */
bool match_log_open(cli_args *a, match_log *l, const match_config *c, const match_schedule *s,
                    match_log_reader *reader, void *context);
void match_log_close(match_log *l);

/* One game, by one write. False: errno says why. */
bool match_log_add(match_log *l, const match_game *g, const match_moves *moves);

/* Does the game follow from its deal and its moves? False: `why` (MATCH_WHY_MAX bytes) says what
 * does not. */
bool match_game_verify(const match_config *c, const match_schedule *s, const match_game *g,
                       const match_moves *moves, char *why);

/* Reads a game back with its moves. False: it is not there or damaged. */
bool match_log_get(const match_log *l, uint64_t index, azj_rules rules, match_game *g,
                   match_moves *moves);

#endif
