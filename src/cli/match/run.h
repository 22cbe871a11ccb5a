/* run.h - plays a match: workers, log, progress, and when to stop. */
#ifndef CLI_MATCH_RUN_H
#define CLI_MATCH_RUN_H

#include "cli/match/log.h"
#include "cli/match/results.h"

/* Plays the games that the log lacks, until all are played, the sequential test has decided, the
 * time is up or the user interrupts. False after a message if it failed. */
bool match_run(cli_args *a, const match_config *c, const match_schedule *s, match_log *log,
               match_results *results);

/* Whether the path is new, empty or holds records, so that games can be appended; else false after
 * a message. */
bool match_records_accept(cli_args *a, const char *path);

/* Appends all games of the log to the record file, without those that it holds already. */
bool match_write_records(cli_args *a, const match_config *c, const match_schedule *s,
                         const match_log *log);

#endif
