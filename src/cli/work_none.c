/* work_none.c - stands for work/ and `azulejo work` in a program that was built without libpq. */
#include "cli/analysis/share.h"
#include "cli/match/share.h"
#include "cli/selfplay/run.h"

#include <string.h>

#ifdef AZJ_LITE
static const char WITHOUT[] = "this azulejo was built without databases (LITE): build it whole";
#elif defined(AZJ_NO_LIBPQ)
static const char WITHOUT[] =
    "this azulejo was built without PostgreSQL: install libpq-dev and build it again";
#endif

#if defined(AZJ_LITE) || defined(AZJ_NO_LIBPQ)
bool match_share_run(cli_args *a, const match_share *m)
{
    (void)m;
    return cli_failed(a, "%s", WITHOUT);
}

bool analysis_share_run(void *context, report *to, const judge_pass *p)
{
    const analysis_share *s = context;
    (void)to;
    (void)p;
    return cli_failed(s->args, "%s", WITHOUT);
}

bool run_shared(cli_args *a, run *r,
                bool (*may_continue)(const run *r, uint64_t done, uint64_t made), uint64_t *done,
                uint64_t *made)
{
    (void)r;
    (void)may_continue;
    (void)done;
    (void)made;
    return cli_failed(a, "%s", WITHOUT);
}
#endif

#if defined(AZJ_NO_LIBPQ) && !defined(AZJ_LITE)
int cmd_work(int argc, char **argv);
int cmd_work(int argc, char **argv)
{
    cli_args a = cli_begin("work", "usage: azulejo work --store URL\n", NULL, argc, argv);
    cli_failed(&a, "%s", WITHOUT);
    return cli_finish(&a);
}
#endif
