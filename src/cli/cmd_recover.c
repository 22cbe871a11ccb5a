/* cmd_recover.c - saves what is whole of a server's damaged data file. */
#include "cli/options.h"
#include "server/store.h"

#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo recover FILE NEW\n"
    "\n"
    "Saves from the data file of `azulejo serve`, when it is too damaged to be opened, every row\n"
    "that is whole (each has a checksum) into the file NEW, which must not exist yet. FILE and\n"
    "its FILE-wal are only read; stop the server first. Then let the server use NEW: games that\n"
    "lost something are named in its log, the others go on.\n";

static bool is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

/* A new file without a row would only be in the way of the next try. */
static void remove_new(const char *to)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    char path[4096];
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++)
        if ((size_t)snprintf(path, sizeof path, "%s%s", to, endings[i]) < sizeof path)
            unlink(path);
}

static void recover(cli_args *a, const char *from, const char *to)
{
    char error[STORE_ERROR_MAX] = "no memory";
    size_t rows = 0;
    store *into = store_open_sqlite(to, true, error);
    if (!into) {
        cli_failed(a, "%s", error);
        return;
    }
    const bool good = store_recover_sqlite(from, into, &rows, error);
    store_close(into);
    if (rows == 0)
        remove_new(to);
    if (!good)
        cli_failed(a, "%s", error);
    else if (rows == 0)
        cli_failed(a, "%s: there is no whole row in it", from);
    else
        printf("%zu rows saved into %s\n", rows, to);
}

int cmd_recover(int argc, char **argv)
{
    static const struct option options[] = {CLI_COMMON_OPTIONS, {0}};
    cli_args a = cli_begin("recover", HELP, options, argc, argv);
    while (cli_next(&a) != CLI_END)
        continue;
    if (a.stop)
        return a.status;
    if (argc - optind != 2)
        cli_wrong(&a, "name the damaged file and the new one");
    else if (!is_file(argv[optind]) || access(argv[optind], R_OK) != 0)
        cli_failed(&a, "%s is no file that can be read", argv[optind]);
    else if (access(argv[optind + 1], F_OK) == 0)
        cli_failed(&a, "%s is there already", argv[optind + 1]);
    else if (sodium_init() < 0)
        return CLI_FAILED;
    else
        recover(&a, argv[optind], argv[optind + 1]);
    return a.stop ? a.status : cli_flush("recover");
}
