/* cmd_recover.c - saves the intact part of a server's damaged data file. */
#include "cli/options.h"
#include "server/disc.h"
#include "server/store_recover.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo recover FILE NEW\n"
    "\n"
    "Saves from the data file of `azulejo serve`, however damaged, every row that is whole (each\n"
    "has a checksum) into the file NEW, which must not exist yet. FILE, its log FILE-wal and\n"
    "FILE-mark are only read; stop the server first. What is known to be missing is listed, and "
    "the\n"
    "exit code is then 1, though NEW is written. Let the server use NEW: games that miss something "
    "are\n"
    "named in its log, the others go on.\n";

static bool is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

/* Whether a running server has locked the file: a copy taken during its writes would be
 * inconsistent. */
static bool is_in_use(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool used = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;
    if (fd >= 0)
        close(fd);
    return used;
}

static void print_missing(void *context, const char *line)
{
    (void)context;
    printf("missing: %s\n", line);
}

static void recover(cli_args *a, const char *from, const char *to)
{
    char error[STORE_ERROR_MAX];
    recovery *r = recovery_read(from, error);
    if (!r) {
        cli_failed(a, "%s", error);
        return;
    }
    const size_t rows = recovery_get_facts(r).rows;
    if (rows == 0) {
        cli_failed(a, "%s: there is no whole row in it", from);
    } else if (!recovery_write(r, to, error)) {
        cli_failed(a, "%s", error);
    } else {
        disc_give_to_owner_of(to, from);
        printf("%zu rows saved into %s\n", rows, to);
        const size_t missing = recovery_missing(r, print_missing, NULL);
        if (missing)
            cli_failed(a, "%s: something is missing, see the %zu lines above", from, missing);
    }
    recovery_free(r);
}

int cmd_recover(int argc, char **argv)
{
    cli_args a = cli_begin("recover", HELP, NULL, argc, argv);
    const cli_option options[] = {{0}};
    if (!cli_read(&a, options))
        return a.status;
    if (argc - optind != 2)
        cli_wrong(&a, "name the damaged file and the new one");
    else if (!is_file(argv[optind]) || access(argv[optind], R_OK) != 0)
        cli_failed(&a, "%s is no file that can be read", argv[optind]);
    else if (is_in_use(argv[optind]))
        cli_failed(&a, "a server uses %s: stop it first", argv[optind]);
    else if (access(argv[optind + 1], F_OK) == 0)
        cli_failed(&a, "%s is there already", argv[optind + 1]);
    else if (sodium_init() < 0)
        return CLI_FAILED;
    else
        recover(&a, argv[optind], argv[optind + 1]);
    return a.stop ? a.status : cli_flush("recover");
}
