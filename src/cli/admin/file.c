/* file.c - sizes, check, backup, restore. */
#include "cli/admin/admin.h"
#include "server/admin.h"
#include "server/backup.h"
#include "server/check.h"
#include "server/migrate.h"
#include "server/store_read.h"
#include "server/table_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KINDS_MAX = 32, KIND_MAX = 24 };

/* ---- sizes ---- */
typedef struct kind {
    char name[KIND_MAX];
    uint64_t rows, bytes;
} kind;

typedef struct counting {
    kind kinds[KINDS_MAX];
    unsigned kinds_nb;
    uint64_t phases[3];
    store *store;
} counting;

/* Rows come in the order of their keys, so rows of one kind are adjacent. */
static bool count_row(void *context, const store_row *row)
{
    counting *n = context;
    const size_t length = strcspn(row->key, "/");
    kind *k = n->kinds_nb ? &n->kinds[n->kinds_nb - 1] : NULL;
    if (!k || strlen(k->name) != length || strncmp(k->name, row->key, length) != 0) {
        if (n->kinds_nb == KINDS_MAX)
            return true;
        k = &n->kinds[n->kinds_nb++];
        snprintf(k->name, sizeof k->name, "%.*s", (int)(length < KIND_MAX ? length : KIND_MAX - 1),
                 row->key);
    }
    k->rows++;
    k->bytes += strlen(row->key) + row->length;
    return true;
}

static bool count_phase(void *context, const store_row *row)
{
    counting *n = context;
    table_info t;
    if (table_info_read(n->store, row->key + strlen("live/"), NULL, &t) && t.phase != GAME_OVER)
        n->phases[t.phase]++;
    return true;
}

static uint64_t rows_of(const counting *n, const char *name)
{
    for (unsigned i = 0; i < n->kinds_nb; i++)
        if (strcmp(n->kinds[i].name, name) == 0)
            return n->kinds[i].rows;
    return 0;
}

static uint64_t file_bytes(const admin_cli *c, const char *ending)
{
    char path[ADMIN_PATH_MAX + 8];
    struct stat found;
    snprintf(path, sizeof path, "%s%s", c->path, ending);
    return stat(path, &found) == 0 ? (uint64_t)found.st_size : 0;
}

static void print_sizes_json(const admin_cli *c, const counting *n)
{
    char room[8192];
    buf b = buf_on(room, sizeof room);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "file_bytes", (int64_t)file_bytes(c, ""));
    json_write_number(&w, "log_bytes", (int64_t)file_bytes(c, "-wal"));
    json_write_number(&w, "accounts", (int64_t)rows_of(n, "name"));
    for (unsigned i = 0; i < 3; i++)
        json_write_number(&w, game_phase_name(i), (int64_t)n->phases[i]);
    json_write_object(&w, "kinds");
    for (unsigned i = 0; i < n->kinds_nb; i++) {
        json_write_object(&w, n->kinds[i].name);
        json_write_number(&w, "rows", (int64_t)n->kinds[i].rows);
        json_write_number(&w, "bytes", (int64_t)n->kinds[i].bytes);
        json_write_object_end(&w);
    }
    json_write_object_end(&w);
    json_write_object_end(&w);
    buf_end(&b);
    puts(room);
}

static void print_sizes(const admin_cli *c, const counting *n)
{
    printf("%-12s %14llu bytes\n%-12s %14llu bytes\n", "file",
           (unsigned long long)file_bytes(c, ""), "log", (unsigned long long)file_bytes(c, "-wal"));
    printf("%-12s %14llu\n", "accounts", (unsigned long long)rows_of(n, "name"));
    for (unsigned i = 0; i < 3; i++)
        printf("%-6s %-5s %14llu\n", "tables", game_phase_name(i),
               (unsigned long long)n->phases[i]);
    printf("\n%-12s %14s %14s\n", "rows by kind", "rows", "bytes");
    for (unsigned i = 0; i < n->kinds_nb; i++)
        printf("%-12s %14llu %14llu\n", n->kinds[i].name, (unsigned long long)n->kinds[i].rows,
               (unsigned long long)n->kinds[i].bytes);
}

bool admin_sizes(admin_cli *c)
{
    char error[STORE_ERROR_MAX];
    store *s = admin_open(c);
    counting *n = s ? calloc(1, sizeof *n) : NULL;
    if (!n)
        return false;
    n->store = s;
    const bool good =
        (store_walk(s, "", count_row, n, error) && store_walk(s, "live/", count_phase, n, error)) ||
        cli_failed(c->args, "%s: %s", c->path, error);
    const uint64_t all = rows_of(n, "table"), unfinished = n->phases[0] + n->phases[1];
    n->phases[GAME_OVER] = all > unfinished ? all - unfinished : 0;
    if (good && c->json)
        print_sizes_json(c, n);
    else if (good)
        print_sizes(c, n);
    free(n);
    store_close(s);
    return good;
}

/* ---- check ---- */
static void print_wrong(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "azulejo admin: %s\n", line);
}

static void print_checked(const check_figures *f, unsigned format, bool plays)
{
    if (plays) {
        printf("%llu rows and %llu games checked: %llu wrong\n", (unsigned long long)f->rows,
               (unsigned long long)f->games, (unsigned long long)f->wrong);
        return;
    }
    printf("%llu rows checked: %llu wrong\n", (unsigned long long)f->rows,
           (unsigned long long)f->wrong);
    if (format < FORMAT_NEWEST)
        printf("format %u: start the server once, which migrates it; then the games can be checked "
               "too\n",
               format);
    else
        printf("format %u: a newer azulejo made it, which can check the games\n", format);
}

bool admin_check(admin_cli *c)
{
    char error[STORE_ERROR_MAX] = "";
    check_figures f = {0};
    store *s = admin_open(c);
    if (!s)
        return false;
    const unsigned format = migrate_format(s);
    const bool plays = format == FORMAT_NEWEST || format == 0;
    const bool read = check_rows(s, print_wrong, NULL, &f, error) &&
                      (!plays || check_games(s, print_wrong, NULL, &f, error));
    store_close(s);
    if (!read)
        return cli_failed(c->args, "%s: %s", c->path, error);
    if (c->json)
        printf("{\"rows\":%llu,\"games\":%llu,\"wrong\":%llu,\"format\":%u}\n",
               (unsigned long long)f.rows, (unsigned long long)f.games, (unsigned long long)f.wrong,
               format);
    else
        print_checked(&f, format, plays);
    if (f.wrong == 0)
        return true;
    c->args->stop = true;
    c->args->status = CLI_FAILED;
    return false;
}

/* ---- backup, restore ---- */
static bool others_can_read(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && (s.st_mode & 077);
}

static bool is_utf8(const char *text)
{
    size_t n;
    for (size_t left = strlen(text); left; left -= n, text += n)
        if ((n = utf8_length(text, left)) == 0)
            return false;
    return true;
}

bool admin_backup(admin_cli *c)
{
    char error[STORE_ERROR_MAX] = "";
    uint64_t rows = 0;
    if (!is_utf8(c->word[0]))
        return cli_wrong(c->args, "the name of the copy is no UTF-8, which the audit log needs");
    if (!backup_make(c->path, c->word[0], &rows, error))
        return cli_failed(c->args, "%s", error);
    if (c->json)
        printf("{\"rows\":%llu}\n", (unsigned long long)rows);
    else
        printf("%s: %llu rows, all whole\n", c->word[0], (unsigned long long)rows);
    if (others_can_read(c->word[0]))
        fprintf(stderr,
                "azulejo admin: others can read %s, with the key of all cookies: the file system "
                "there keeps no modes\n",
                c->word[0]);
    if (!admin_enter(c, "backup", c->word[0])) { /* a full disc of the server, for example */
        fprintf(stderr, "azulejo admin: the copy is complete, but not in the audit log\n");
        c->args->status = CLI_OK;
        c->args->stop = false;
    }
    return true;
}

bool admin_restore(admin_cli *c)
{
    char error[STORE_ERROR_MAX] = "", aside[BACKUP_PATH_MAX], room[2 * BACKUP_PATH_MAX];
    buf b = buf_on(room, sizeof room);
    unsigned format = FORMAT_NEWEST;
    if (!is_utf8(c->word[0]))
        return cli_wrong(c->args, "the name of the backup is no UTF-8, which the audit log needs");
    if (!backup_restore(c->word[0], c->path, print_wrong, NULL, aside, &format, error))
        return cli_failed(c->args, "%s", error);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "data", c->path);
    json_write_string(&w, "aside", aside);
    json_write_object_end(&w);
    buf_end(&b);
    if (c->json)
        puts(room);
    else if (aside[0])
        printf("%s is put back from %s; what was there is kept as %s\n", c->path, c->word[0],
               aside);
    else
        printf("%s is made from %s\n", c->path, c->word[0]);
    if (format == FORMAT_NEWEST)
        admin_enter(c, "restore", c->word[0]);
    else if (format > 0)
        fprintf(stderr,
                "azulejo admin: it has format %u: the server migrates it at its next start; until "
                "then its audit log stays as it is\n",
                format);
    return !c->args->stop;
}
