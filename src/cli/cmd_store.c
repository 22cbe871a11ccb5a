/* cmd_store.c - copies the games of a server from one kind of store into another one. */
#include "cli/options.h"
#include "server/nodes.h"
#include "server/store_copy.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo store copy FROM TO\n"
    "\n"
    "Copies everything that `azulejo serve` keeps, people and games, from a data file into a\n"
    "PostgreSQL database (postgresql://USER@HOST/DATABASE) or back. TO must be empty, or not "
    "exist.\n"
    "No server may use either of them. Both are compared at the end; a copy that was interrupted\n"
    "goes on where it was when the same command is given again. FROM stays as it is.\n";

static bool is_url(const char *name)
{
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

/* A URL may have a password in it. */
static const char *shown_name(const char *name)
{
    return is_url(name) ? "the database" : name;
}

static store *open_named(cli_args *a, const char *name, bool must_exist)
{
    char error[STORE_ERROR_MAX] = "no memory";
    const store_options options = {.durable = true, .no_check = true};
    if (must_exist && !is_url(name) && access(name, R_OK) != 0) {
        cli_failed(a, "%s is no file that can be read", name);
        return NULL;
    }
    store *s = is_url(name) ? store_open_postgres(name, &options, error)
                            : store_open_sqlite(name, &options, error);
    if (!s)
        cli_failed(a, "%s: %s", shown_name(name), error);
    return s;
}

/* ---- Nodes that are alive ---- */
typedef struct signs {
    char text[4096];
    size_t length;
} signs;

static bool take_sign(void *context, const store_row *row)
{
    signs *n = context;
    const int room = (int)(sizeof n->text - n->length);
    const int used = snprintf(n->text + n->length, (size_t)room, "%s %.*s;", row->key,
                              (int)row->length, row->data);
    n->length += used < room ? (size_t)used : 0;
    return used < room;
}

/* A file is locked by its server; the nodes on a database change their rows every second. */
static bool is_unused(cli_args *a, store *s, const char *name)
{
    const struct timespec wait = {.tv_sec = 3};
    char error[STORE_ERROR_MAX];
    signs before = {.length = 0}, after = {.length = 0};
    if (!store_is_shared(s))
        return true;
    if (!store_scan(s, "node/", take_sign, &before, error))
        return cli_failed(a, "%s: %s", shown_name(name), error);
    if (!before.length)
        return true;
    nanosleep(&wait, NULL);
    if (!store_scan(s, "node/", take_sign, &after, error))
        return cli_failed(a, "%s: %s", shown_name(name), error);
    return strcmp(before.text, after.text) == 0 ||
           cli_failed(a, "a server uses %s: stop it first", shown_name(name));
}

static void copy_store(cli_args *a, const char *from_name, const char *to_name)
{
    char error[STORE_ERROR_MAX] = "no memory";
    store_copied done;
    store *from = open_named(a, from_name, true);
    store *to = from ? open_named(a, to_name, false) : NULL;
    if (to && is_unused(a, from, from_name) && is_unused(a, to, to_name)) {
        if (!store_copy(from, to, &done, error))
            cli_failed(a, "%s: %s", shown_name(to_name), error);
        else
            printf("%llu rows copied (%llu of them before), hash %s on both sides\n",
                   (unsigned long long)done.rows, (unsigned long long)done.found, done.hash);
    }
    store_close(to);
    store_close(from);
}

int cmd_store(int argc, char **argv)
{
    cli_args a = cli_begin("store", HELP, NULL, argc, argv);
    const cli_option options[] = {{0}};
    if (!cli_read(&a, options))
        return a.status;
    if (argc - optind != 3 || strcmp(argv[optind], "copy") != 0)
        cli_wrong(&a, "say: copy FROM TO");
    else if (strcmp(argv[optind + 1], argv[optind + 2]) == 0)
        cli_wrong(&a, "FROM and TO are the same");
    else if (sodium_init() < 0)
        return CLI_FAILED;
    else
        copy_store(&a, argv[optind + 1], argv[optind + 2]);
    return a.stop ? a.status : cli_flush("store");
}
