/* run.h - plays a match: workers, log, progress, and when to stop. */
#ifndef CLI_MATCH_RUN_H
#define CLI_MATCH_RUN_H

#include "cli/match/log.h"
#include "cli/match/results.h"

/* Plays what the log does not have yet, until all is played, the sequential test has decided,
 * the time is up or the user interrupts. False after a message when it could not be done. */
bool match_run(cli_args *a, const match_config *c, const match_schedule *s, match_log *log,
               match_results *results);

/* All games of the log as a record file. */
bool match_write_records(cli_args *a, const match_config *c, const match_schedule *s,
                         const match_log *log);

#endif
