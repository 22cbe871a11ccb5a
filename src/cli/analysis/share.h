/* share.h - an analysis whose decisions are searched by workers of a database, too. */
#ifndef CLI_ANALYSIS_SHARE_H
#define CLI_ANALYSIS_SHARE_H

#include "cli/analysis/judge.h"
#include "cli/options.h"

typedef struct analysis_share {
    cli_args *args;
    const char *store;
    unsigned threads;           /* of this process; 0: workers search everything */
    bool (*may_continue)(void); /* called several times a second; false: end */
} analysis_share;

/* ---- work/analysis_job.c, or work_none.c ---- */
/* `context` is an analysis_share. False after a message, or if may_continue returned false. */
judge_runner analysis_share_run;

#endif
