/* cmd_admin.c - `azulejo admin`: accounts, bans, tables and the data file of a server. */
#include "cli/admin/admin.h"
#include "server/duration.h"
#include "server/hub.h"
#include "server/log.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONFIG_FILE_MAX = 65536, LIMIT_DEFAULT = 50, LIMIT_MAX = 10000 };

/* What an action takes besides its words. */
enum {
    LIMIT = 1,
    FOR = 2,
    REASON = 4,
    PHASE = 8,
    PERSON = 16,
    OLDER = 32,
    DRY_RUN = 64,
    STDIN = 128,
    NO_FILE = 256, /* the data file need not exist */
    ID = 512,      /* the first word can be an id, of a person or a table */
    FILE_NAME = 1024,
    ONLY_FILE = 2048, /* not with a database */
    SURE = 4096
};

typedef struct action {
    const char *name, *words; /* the words as the help shows them */
    int least, most;          /* minimum and maximum number of words */
    unsigned options;
    const char *help;    /* one line */
    const char *details; /* for `azulejo admin ACTION --help` */
    admin_verb *run;
} action;

static const action actions[] = {
    {"people", "[TEXT]", 0, 1, LIMIT, "accounts whose name contains TEXT",
     "  --limit N          how many to show (50)\n", admin_people},
    {"person", "NAME|ID", 1, 1, ID, "one person: games, ban, addresses still kept",
     "A person is named by the account or by the id, also as name:NAME and id:ID.\n", admin_person},
    {"tables", "", 0, 0, LIMIT | PHASE | PERSON, "tables, the newest first",
     "  --phase PHASE      only those that are open, live or over\n"
     "  --person NAME|ID   only those of this person\n"
     "  --limit N          how many to show (50)\n",
     admin_tables},
    {"table", "ID", 1, 1, ID, "one table: options, seats, times", "", admin_table},
    {"password", "NAME", 1, 1, STDIN | ID, "give an account a new password",
     "Prints a random password once, or takes the one on the first line of standard input.\n"
     "The account is logged in nowhere any more, and its login links are void.\n\n"
     "  --stdin            read the password from standard input\n",
     admin_password_verb},
    {"rename", "NAME NEW", 2, 2, ID, "give an account another name",
     "Games that were played keep the name under which the person sat down. Names that begin with\n"
     "a dash come after --, as in `azulejo admin rename -- zoe -zoe-`.\n",
     admin_rename_verb},
    {"delete", "NAME|ID", 1, 1, SURE | ID, "delete all that is kept about a person",
     "The account or guest, the name, addresses and ban go for good. Finished games stay, with "
     "\"-\"\n"
     "in place of the name. Not while the person has a seat in a game that is not over.\n\n"
     "  --sure             needed: nothing brings it back but a backup\n",
     admin_delete_verb},
    {"ban", "NAME|ID|ADDRESS[/BITS]", 1, 1, FOR | REASON | ID, "keep a person or addresses away",
     "Open sockets end at once; sessions, logins and new accounts are refused. An address of\n"
     "IPv6 means its /64. A banned person is shown the reason.\n\n"
     "  --for TIME         like 30m, 12h, 7d or 2w; for good without it\n"
     "  --reason TEXT      up to 200 bytes\n",
     admin_ban_verb},
    {"unban", "NAME|ID|ADDRESS[/BITS]", 1, 1, ID, "end a ban", "", admin_unban_verb},
    {"bans", "", 0, 0, 0, "the bans that hold", "", admin_bans},
    {"close", "ID", 1, 1, REASON | ID, "end a running game, or remove a table that has not begun",
     "A running game is over without a winner (cause \"closed\").\n\n"
     "  --reason TEXT      for the audit log\n",
     admin_close_verb},
    {"remove-finished", "", 0, 0, OLDER | DRY_RUN, "remove games that were over long ago",
     "  --older-than TIME  how long ago, like 365d; needed\n"
     "  --dry-run          only count them\n",
     admin_remove_finished},
    {"sizes", "", 0, 0, 0, "how much there is of everything", "", admin_sizes},
    {"backup", "FILE", 1, 1, FILE_NAME | ONLY_FILE,
     "copy the data file, checked, while a server runs or not",
     "FILE must not exist; only its owner can read it (mode 0600).\n", admin_backup},
    {"restore", "FILE", 1, 1, NO_FILE | FILE_NAME | ONLY_FILE,
     "put a backup in place of the data file",
     "No server may run. FILE is checked first, with all its games; the present data file and its\n"
     "log are kept beside it under another name.\n",
     admin_restore},
    {"check", "", 0, 0, 0, "check every row and play every game again", "", admin_check},
    {"audit", "", 0, 0, LIMIT, "what was done with this command",
     "  --limit N          how many of the last entries to show (50)\n", admin_audit},
};
enum { ACTIONS_NB = sizeof actions / sizeof *actions };

/* ---- Help ---- */
static const char *help_text(void)
{
    static char text[8192];
    buf b = buf_on(text, sizeof text);
    buf_text(&b,
             "usage: azulejo admin [--data FILE|--store URL] ACTION [ARGUMENT]... [OPTION]...\n"
             "\n"
             "Administers the server that uses FILE. While it runs, it is asked to make the\n"
             "changes; else they are made in the file. Every change is noted in the audit log.\n"
             "\n");
    for (unsigned i = 0; i < ACTIONS_NB; i++) {
        char line[160], name[64];
        snprintf(name, sizeof name, "%s%s%s", actions[i].name, actions[i].words[0] ? " " : "",
                 actions[i].words);
        const int n = snprintf(line, sizeof line, "  %-28s  %s\n", name, actions[i].help);
        buf_bytes(&b, line, (size_t)n);
    }
    buf_text(&b, "\n"
                 "  --data FILE        the server's data file (as `azulejo serve` finds it)\n"
                 "  --store URL        the PostgreSQL database of the servers, instead of a file\n"
                 "  --config FILE      the server's settings, which name its data file\n"
                 "  --json             print JSON\n"
                 "  --help             with an action: explain it\n"
                 "\n"
                 "Of some actions: --limit, --phase, --person, --stdin, --for, --reason,\n"
                 "--older-than, --dry-run, --sure. Times are UTC.\n");
    buf_end(&b);
    return text;
}

static void print_action_help(const action *x)
{
    printf("usage: azulejo admin %s%s%s%s\n\nTo %s%s.\n", x->name, x->words[0] ? " " : "", x->words,
           x->options & ~(unsigned)(NO_FILE | ID | FILE_NAME | ONLY_FILE) ? " [OPTION]..." : "",
           x->options & (LIMIT | PHASE) || strcmp(x->name, "person") == 0 ||
                   strcmp(x->name, "table") == 0 || strcmp(x->name, "bans") == 0 ||
                   strcmp(x->name, "sizes") == 0
               ? "show "
               : "",
           x->help);
    if (x->details[0])
        printf("\n%s", x->details);
}

static const struct option options[] = {{"data", required_argument, NULL, 'd'},
                                        {"store", required_argument, NULL, 's'},
                                        {"config", required_argument, NULL, 'c'},
                                        {"json", no_argument, NULL, 'j'},
                                        {"help", no_argument, NULL, 'H'},
                                        {"limit", required_argument, NULL, LIMIT},
                                        {"for", required_argument, NULL, FOR},
                                        {"reason", required_argument, NULL, REASON},
                                        {"phase", required_argument, NULL, PHASE},
                                        {"person", required_argument, NULL, PERSON},
                                        {"older-than", required_argument, NULL, OLDER},
                                        {"dry-run", no_argument, NULL, DRY_RUN},
                                        {"stdin", no_argument, NULL, STDIN},
                                        {"sure", no_argument, NULL, SURE},
                                        {"version", no_argument, NULL, 'V'},
                                        {0}};

/* ---- Options ---- */
typedef struct given {
    const char *data, *store, *config_file;
    unsigned options; /* the given options that only some actions take */
    bool help;
} given;

static bool take_duration(cli_args *a, const char *option, const char *text, uint64_t *ms)
{
    return duration_parse(text, ms) ||
           cli_wrong(a, "%s takes a time like 30m, 12h, 7d or 2w, not \"%s\"", option, text);
}

static void take_option(cli_args *a, admin_cli *c, given *g, int option)
{
    switch (option) {
    case 'd':
        g->data = optarg;
        return;
    case 's':
        g->store = optarg;
        return;
    case 'c':
        g->config_file = optarg;
        return;
    case 'j':
        c->json = true;
        return;
    case 'H':
        g->help = true;
        return;
    case LIMIT:
        cli_number(a, "--limit", optarg, 1, LIMIT_MAX, &c->limit);
        break;
    case FOR:
        c->for_text = optarg;
        take_duration(a, "--for", optarg, &c->for_ms);
        break;
    case REASON:
        c->reason = optarg;
        break;
    case PHASE:
        c->phase = optarg;
        if (strcmp(optarg, "open") != 0 && strcmp(optarg, "live") != 0 &&
            strcmp(optarg, "over") != 0)
            cli_wrong(a, "--phase takes open, live or over, not \"%s\"", optarg);
        break;
    case PERSON:
        c->person = optarg;
        break;
    case OLDER:
        c->older_text = optarg;
        take_duration(a, "--older-than", optarg, &c->older_ms);
        break;
    case DRY_RUN:
        c->dry_run = true;
        break;
    case STDIN:
        c->from_stdin = true;
        break;
    default: /* --sure: only that it was given counts */
        break;
    }
    g->options |= (unsigned)option;
}

static bool read_config_file(cli_args *a, config *c, const char *path)
{
    char error[CONFIG_ERROR_MAX];
    size_t length;
    char *text = cli_read_file(a, path, CONFIG_FILE_MAX, &length);
    if (!text)
        return false;
    const bool good = config_read_text(c, text, length, error);
    free(text);
    return good || cli_wrong(a, "%s: %s", path, error);
}

/* Finds the data file as `azulejo serve` does. */
static bool find_data(cli_args *a, admin_cli *c, const given *g)
{
    const char *file = g->config_file ? g->config_file : getenv("AZULEJO_CONFIG");
    char error[CONFIG_ERROR_MAX];
    config_default(&c->config);
    if (file && !read_config_file(a, &c->config, file))
        return false;
    if (!config_read_environment(&c->config, error) ||
        (g->data && !config_set(&c->config, "data", g->data, error)) ||
        (g->store && !config_set(&c->config, "store", g->store, error)))
        return cli_wrong(a, "%s", error);
    if (g->data && !g->store)
        c->config.store[0] = 0; /* what is said here counts, not the settings */
    else if (g->store && !g->data)
        c->config.data[0] = 0;
    if (c->config.store[0]) {
        snprintf(c->path, sizeof c->path, "the database");
        return config_check(&c->config, error) || cli_wrong(a, "%s", error);
    }
    snprintf(c->path, sizeof c->path, "%s", c->config.data);
    if (!c->path[0] && !hub_default_path(c->path, sizeof c->path))
        return cli_failed(a, "the name of the data file is too long");
    snprintf(c->config.data, sizeof c->config.data, "%.511s", c->path);
    if (strcmp(c->path, ":memory:") == 0)
        return cli_wrong(a, "a server that keeps nothing cannot be administered");
    return true;
}

/* ---- Words that begin with a dash ---- */
enum { TABLE_ID = 12, PERSON_ID = 22, ID_ROOM = 32 };

/* The option that "--text" is, or the beginning of; NULL: none. */
static const struct option *find_option(const char *text)
{
    for (const struct option *o = options; o->name; o++)
        if (strncmp(o->name, text + 2, strcspn(text + 2, "=")) == 0)
            return o;
    return NULL;
}

static bool is_dashed_id(const char *text)
{
    const size_t n = strlen(text);
    return (n == TABLE_ID || n == PERSON_ID) &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == n;
}

static const action *action_called(const char *name)
{
    for (unsigned i = 0; i < ACTIONS_NB; i++)
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
    return NULL;
}

static bool refuse_dash(cli_args *a, const action *x, const char *word)
{
    if (x->options & FILE_NAME)
        return cli_wrong(a, "\"%s\" looks like an option; a file of that name is written ./%s",
                         word, word);
    return cli_wrong(a,
                     "\"%s\" looks like an option; a name like that comes after --: `azulejo admin "
                     "%s -- …`",
                     word, x->name);
}

/* A word that looks like an option but is none. The first word of some actions can be an id, and
 * one id in 64 begins with a dash: those actions accept it with id: before it. All other such words
 * are refused. */
static bool take_dashed(cli_args *a, const action *x, unsigned place, char **word)
{
    static char room[ID_ROOM];
    if (place == 0 && (x->options & ID) && is_dashed_id(*word)) {
        snprintf(room, sizeof room, "id:%.28s", *word);
        *word = room;
        return true;
    }
    return refuse_dash(a, x, *word);
}

static bool is_short_option(const char *text)
{
    return strcmp(text, "-h") == 0 || strcmp(text, "-V") == 0;
}

static void mark_ids(cli_args *a, int argc, char **argv)
{
    const action *x = NULL;
    unsigned place = 0; /* of the action's words */
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const bool is_long = strncmp(argv[i], "--", 2) == 0;
        const struct option *o = is_long ? find_option(argv[i]) : NULL;
        if (o) {
            i += o->has_arg == required_argument && !strchr(argv[i], '=');
        } else if (argv[i][0] != '-' || !argv[i][1]) {
            if (x)
                place++;
            else if (!(x = action_called(argv[i])))
                return;
        } else if (x && !is_short_option(argv[i]) && (!is_long || is_dashed_id(argv[i]))) {
            if (!take_dashed(a, x, place++, &argv[i]))
                return;
        }
    }
}

static const char *without_mark(const char *id)
{
    return strncmp(id, "id:", 3) == 0 ? id + 3 : id;
}

static const action *find_action(cli_args *a, const char *name)
{
    const action *x = action_called(name);
    if (!x)
        cli_wrong(a, "there is no action \"%s\"; `azulejo admin --help` lists them", name);
    return x;
}

static bool check_call(cli_args *a, admin_cli *c, const action *x, const given *g, int words)
{
    if (words < x->least || words > x->most)
        return cli_wrong(a, "%s takes %s, not %d; `azulejo admin %s --help` explains it", x->name,
                         x->words[0] ? x->words : "no arguments", words, x->name);
    if (g->options & ~x->options)
        return cli_wrong(a, "%s does not take that option; `azulejo admin %s --help` lists them",
                         x->name, x->name);
    if ((x->options & OLDER) && !c->older_text)
        return cli_wrong(a, "%s needs --older-than, like --older-than 365d", x->name);
    if ((x->options & SURE) && !(g->options & SURE))
        return cli_wrong(a, "%s cannot be undone: add --sure", x->name);
    if (!find_data(a, c, g))
        return false;
    if (c->config.store[0])
        return !(x->options & ONLY_FILE) ||
               cli_wrong(a, "%s is for data files; pg_dump and pg_restore do this for a database",
                         x->name);
    if (!(x->options & NO_FILE) && access(c->path, R_OK) != 0)
        return cli_failed(a, "%s: there is no data file that can be read; --data names another",
                          c->path);
    return admin_name_is_right(c);
}

int cmd_admin(int argc, char **argv)
{
    cli_args a = cli_begin("admin", help_text(), options, argc, argv);
    mark_ids(&a, argc, argv);
    admin_cli c = {.args = &a, .limit = LIMIT_DEFAULT};
    given g = {0};
    for (int o; (o = cli_next(&a)) != CLI_END;)
        take_option(&a, &c, &g, o);
    if (a.stop)
        return a.status;
    if (optind == argc) {
        fputs(help_text(), g.help ? stdout : stderr);
        return g.help ? cli_flush("admin") : CLI_USAGE;
    }
    const action *x = find_action(&a, argv[optind]);
    if (x && g.help) {
        print_action_help(x);
        return cli_flush("admin");
    }
    const int words = argc - optind - 1;
    if (!x || !check_call(&a, &c, x, &g, words))
        return a.status;
    c.action = x->name;
    for (int i = 0; i < words && i < ADMIN_WORDS_MAX; i++)
        c.word[i] = argv[optind + 1 + i];
    if (x->run == admin_table || x->run == admin_close_verb)
        c.word[0] = without_mark(c.word[0]);
    if (sodium_init() < 0)
        return CLI_FAILED;
    log_set_least(LOG_WARN);
    signal(SIGXFSZ, SIG_IGN); /* a full disc makes the write fail instead of killing us */
    if (!x->run(&c) && !a.stop)
        cli_failed(&a, "out of memory");
    admin_hang_up();
    return cli_finish(&a);
}
