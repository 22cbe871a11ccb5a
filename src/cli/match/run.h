/* run.h - plays a match: workers, log, progress, and when to stop. */
#ifndef CLI_MATCH_RUN_H
#define CLI_MATCH_RUN_H

#include "cli/match/log.h"
#include "cli/match/results.h"

/* Plays the games that the log lacks, until all are played, the sequential test has decided, the
 * time is up or the user interrupts. False after a message if it failed. */
bool match_run(cli_args *a, const match_config *c, const match_schedule *s, match_log *log,
               match_results *results);

/* Writes all games of the log to a record file. */
bool match_write_records(cli_args *a, const match_config *c, const match_schedule *s,
                         const match_log *log);

#endif
