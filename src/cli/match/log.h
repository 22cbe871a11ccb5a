/* log.h - the log of a match: a line about the match, then one JSON line per game. Lines are only
 * appended. The log is the only storage of results: a killed match continues from it, and the
 * record file is made from it.
 */
#ifndef CLI_MATCH_LOG_H
#define CLI_MATCH_LOG_H

#include "cli/match/match.h"

typedef struct match_log {
    int fd;
    uint64_t games;   /* of the schedule */
    uint64_t *offset; /* of each game's line, by index; 0: not played */
    uint64_t end;
} match_log;

/* Called for each game that the log already has. */
typedef void match_log_reader(void *context, const match_game *g);

/* Opens the log at c->log_path, or a temporary one, and reads its games. Every line is verified by
 * playing its moves. A damaged line is an error, and the file is left unchanged. An incomplete
 * last line (the program was killed while writing) is cut off with a notice. */
bool match_log_open(cli_args *a, match_log *l, const match_config *c, const match_schedule *s,
                    match_log_reader *reader, void *context);
void match_log_close(match_log *l);

/* Writes a game as a line. False: it does not fit. */
bool match_log_line(buf *b, const match_game *g, const match_moves *moves);

/* Appends one game with one write. False: see errno. */
bool match_log_add(match_log *l, const match_game *g, const match_moves *moves);

/* The first line of a log, and whether a line is that of this match's log, or the beginning of it.
 */
void match_log_head(buf *b, const match_config *c);
bool match_log_is_of(const match_config *c, const char *text, size_t length);

/* ---- extend.c ---- */
/* If the log is of the match's first players, makes it one of all of them, with the same games. If
 * the number of deals was not given, it becomes that of the log. False after a message. */
bool match_log_extend(cli_args *a, match_config *c);

/* Checks that the game's result follows from its deal and its moves, and counts from them what the
 * line does not say (floor, dumps). On false `why` (MATCH_WHY_MAX
 * bytes) names the contradiction. */
bool match_game_verify(const match_config *c, const match_schedule *s, match_game *g,
                       const match_moves *moves, char *why);

/* Reads a game back with its moves. False if it is missing or damaged. */
bool match_log_get(const match_log *l, uint64_t index, azj_rules rules, match_game *g,
                   match_moves *moves);

#endif
