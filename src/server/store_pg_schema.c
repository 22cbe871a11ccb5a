/* store_pg_schema.c - whether a PostgreSQL database keeps what it confirms, and the tables in it.
 */
#include "server/store_pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_MIN = 130000 };

/* ---- Settings ---- */
static bool refuse_setting(char error[STORE_ERROR_MAX], const char *what, const char *is,
                           const char *wants)
{
    snprintf(error, STORE_ERROR_MAX, "PostgreSQL: %s is %.60s; %s", what, is, wants);
    return false;
}

/* The columns of SETTINGS, in its order. */
enum { RECOVERY, READ_ONLY, ENCODING, FSYNC, FULL_PAGES, COMMIT, STANDBYS };
static const char SETTINGS[] =
    "SELECT pg_is_in_recovery()::text,current_setting('default_transaction_read_only'),"
    "current_setting('server_encoding'),current_setting('fsync'),"
    "current_setting('full_page_writes'),current_setting('synchronous_commit'),"
    "current_setting('synchronous_standby_names')";

static bool check_durability(const PGresult *r, char error[STORE_ERROR_MAX])
{
    const char *const commit = pq.getvalue(r, 0, COMMIT);
    const bool standbys = pq.getvalue(r, 0, STANDBYS)[0] != 0;
    if (strcmp(pq.getvalue(r, 0, FSYNC), "on") != 0)
        return refuse_setting(error, "fsync", "off",
                              "a power cut would lose moves: set fsync = on");
    if (strcmp(pq.getvalue(r, 0, FULL_PAGES), "on") != 0)
        return refuse_setting(error, "full_page_writes", "off",
                              "a power cut could damage the tables: set full_page_writes = on");
    if (strcmp(commit, "on") == 0 || strcmp(commit, "remote_apply") == 0 ||
        (strcmp(commit, "local") == 0 && !standbys))
        return true;
    return refuse_setting(error, "synchronous_commit", commit,
                          standbys ? "with synchronous replicas it must be on or remote_apply"
                                   : "it must be on (or start with --durable 0)");
}

bool pg_check(PGconn *c, bool durable, char error[STORE_ERROR_MAX])
{
    if (pq.serverVersion(c) < VERSION_MIN) {
        char version[16];
        snprintf(version, sizeof version, "%d", pq.serverVersion(c) / 10000);
        return refuse_setting(error, "the version", version, "it must be 13 or newer");
    }
    PGresult *r = pg_run(c, SETTINGS, 0, NULL, error);
    if (!r)
        return false;
    bool good = true;
    if (strcmp(pq.getvalue(r, 0, RECOVERY), "true") == 0)
        good = refuse_setting(
            error, "this server", "a replica",
            "name the primary, or add target_session_attrs=read-write to the address");
    else if (strcmp(pq.getvalue(r, 0, READ_ONLY), "off") != 0)
        good = refuse_setting(error, "default_transaction_read_only", "on", "it must be off");
    else if (strcmp(pq.getvalue(r, 0, ENCODING), "UTF8") != 0)
        good = refuse_setting(error, "the encoding", pq.getvalue(r, 0, ENCODING),
                              "make the database with ENCODING 'UTF8'");
    else if (durable)
        good = check_durability(r, error);
    pq.clear(r);
    return good;
}

/* ---- Tables ---- */
/* The step from each version of the tables to the next one. Keys are compared by their bytes, as
 * the other stores do. */
static const char *const steps[] = {
    "CREATE TABLE azulejo_rows("
    "key text COLLATE \"C\" NOT NULL, n bigint NOT NULL CHECK (n BETWEEN 0 AND 4294967295),"
    "data bytea NOT NULL, sum bytea NOT NULL, PRIMARY KEY (key, n))",
    "CREATE TABLE azulejo_groups("
    "origin text PRIMARY KEY, number bigint NOT NULL, begun timestamptz NOT NULL DEFAULT now())",
    /* Jobs (jobs.h). Not logged: what a crash of the database loses is put again by its owner. */
    "CREATE UNLOGGED TABLE azulejo_batches("
    "name text PRIMARY KEY CHECK (name ~ '^[a-z0-9]{1,32}$'),"
    "kind text NOT NULL CHECK (octet_length(kind)<=15),"
    "signature text NOT NULL CHECK (octet_length(signature)<=63),"
    "spec bytea NOT NULL CHECK (octet_length(spec)<=65536),"
    "seen timestamptz NOT NULL DEFAULT now())",
    "CREATE UNLOGGED TABLE azulejo_jobs("
    "batch text NOT NULL REFERENCES azulejo_batches ON DELETE CASCADE,"
    "n bigint NOT NULL CHECK (n>=0), priority smallint NOT NULL,"
    "state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),"
    "claim int NOT NULL DEFAULT 0 CHECK (claim BETWEEN 0 AND 1000000000),"
    "lost int NOT NULL DEFAULT 0 CHECK (lost BETWEEN 0 AND 1000),"
    "worker text, until timestamptz, made timestamptz NOT NULL DEFAULT clock_timestamp(),"
    "work bytea NOT NULL CHECK (octet_length(work)<=65536),"
    "result bytea CHECK (octet_length(result)<=16777216), PRIMARY KEY (batch, n))",
    "CREATE INDEX azulejo_jobs_open ON azulejo_jobs(priority, made, n) WHERE state<2",
    "CREATE UNLOGGED TABLE azulejo_workers("
    "name text PRIMARY KEY, signature text NOT NULL, threads int NOT NULL CHECK (threads>=0),"
    "seen timestamptz NOT NULL DEFAULT now())",
};
enum { STEPS_NB = sizeof steps / sizeof *steps };

static const char BEGIN[] = "BEGIN", COMMIT_ALL[] = "COMMIT", UNDO[] = "ROLLBACK",
                  /* However long a step takes, or the node that makes it: it must end. */
    PATIENCE[] = "SELECT set_config('statement_timeout','0',true),"
                 "set_config('lock_timeout','0',true)",
                  /* one node at a time */
    LOCK[] = "SELECT pg_advisory_xact_lock(4235871)",
                  MAKE[] =
                      "CREATE TABLE IF NOT EXISTS azulejo_schema("
                      "one boolean PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL)",
                  FIRST[] = "INSERT INTO azulejo_schema(version) VALUES(0) ON CONFLICT DO NOTHING",
                  READ[] = "SELECT version FROM azulejo_schema",
                  NOTE[] = "UPDATE azulejo_schema SET version=$1";

static bool read_version(PGconn *c, int *version, char error[STORE_ERROR_MAX])
{
    PGresult *r = pg_run(c, READ, 0, NULL, error);
    *version = r && pq.ntuples(r) == 1 ? (int)strtol(pq.getvalue(r, 0, 0), NULL, 10) : -1;
    pq.clear(r);
    if (*version > STEPS_NB)
        snprintf(error, STORE_ERROR_MAX,
                 "the database has tables of version %d, which a newer azulejo made; this one "
                 "reads up to %d",
                 *version, STEPS_NB);
    return *version >= 0 && *version <= STEPS_NB;
}

static bool note_version(PGconn *c, int version, char error[STORE_ERROR_MAX])
{
    char text[16];
    const char *const values[] = {text};
    snprintf(text, sizeof text, "%d", version);
    PGresult *r = pg_run(c, NOTE, 1, values, error);
    pq.clear(r);
    return r != NULL;
}

static bool run_steps(PGconn *c, char error[STORE_ERROR_MAX])
{
    int version;
    if (!pg_do(c, PATIENCE, error) || !pg_do_slowly(c, LOCK, error) || !pg_do(c, MAKE, error) ||
        !pg_do(c, FIRST, error) || !read_version(c, &version, error))
        return false;
    if (version == STEPS_NB)
        return true;
    for (; version < STEPS_NB; version++)
        if (!pg_do_slowly(c, steps[version], error))
            return false;
    return note_version(c, version, error);
}

bool pg_migrate(PGconn *c, char error[STORE_ERROR_MAX])
{
    char unused[STORE_ERROR_MAX];
    if (!pg_do(c, BEGIN, error))
        return false;
    if (run_steps(c, error) && pg_do(c, COMMIT_ALL, error))
        return true;
    pg_do(c, UNDO, unused);
    return false;
}
