/* jobs.c - what needs no database: see jobs.h. */
#include "server/jobs.h"

#include "ai/bench.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES_OF_A_BOT = 200, NAME_BYTES = 9 };

/* Of a bot that cannot be tried the result stays as it is, on every machine alike. */
void jobs_signature(char signature[JOBS_SIGNATURE_MAX])
{
    ai_bench_result r;
    ai_bench_signature(&r);
    for (unsigned i = 0; i < azj_bot_count(); i++)
        for (int rules = 0; rules < AZJ_RULES_NB; rules++)
            ai_bench(azj_bot_name(i), (azj_rules)rules, 2, 1, NODES_OF_A_BOT, NULL, &r);
    snprintf(signature, JOBS_SIGNATURE_MAX, "%s-%016" PRIx64, AZJ_VERSION, r.signature);
}

void jobs_name(char name[JOBS_NAME_MAX])
{
    uint8_t bytes[NAME_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(name, JOBS_NAME_MAX, bytes, sizeof bytes);
}

void job_release(job *j)
{
    free(j->data);
    free(j->spec);
    *j = (job){.data = NULL};
}
