/* cmd_tune.c - `azulejo tune`: tunes numeric options of an engine by games against itself (SPSA).
 * The manual: docs/match.md. */
#include "base/clock.h"
#include "cli/json_out.h"
#include "cli/match/game.h"
#include "cli/match/log_line.h"
#include "cli/match/tune.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo tune PLAYER --option NAME=START,LOW,HIGH[,STEP]... --log FILE [OPTION]...\n"
    "\n"
    "Tunes numeric options of a program that speaks the engine protocol, all at once, by pairs of\n"
    "games between two versions of it (SPSA). PLAYER is as in `azulejo match`: cmd:./mybot.\n"
    "\n"
    "  --option NAME=START,LOW,HIGH[,STEP]\n"
    "                     a whole number to tune; the versions differ by twice STEP at the end\n"
    "                     (default a twentieth of the range)\n"
    "  --iterations N     pairs of games (default 1000)\n"
    "  --rate R           what one point is worth at the end, in steps (default 0.05)\n"
    "  --log FILE         a line of JSON an iteration; the same command goes on from it\n"
    "  --concurrency N    iterations at the same time (default 1)\n"
    "  --budget S         start no iteration after S seconds\n"
    "  --rules RULES, --tablets LIST, --seed S\n"
    "  --positions FILE   start from the positions of FILE, one a line\n"
    "  --time MS          for each move (default 100 when there is no other limit)\n"
    "  --nodes N, --depth N\n"
    "  --margin MS, --stall MS, --start MS\n"
    "                     how late an answer may come, and how long a program may take to start\n"
    "  --stderr           show what the program writes to standard error\n"
    "  --quiet            no progress line\n"
    "  --help, --version\n";

enum {
    ITERATIONS = 1000,
    ITERATIONS_MAX = 10000000,
    TIME_MS = 100,
    WORKERS_MAX = 256,
    HEAD_MAX = 65536,
    LINE_MAX_BYTES = 4096,
    PROGRESS_US = 2000000,
    SET_US = 5000000,
    VALUE_MAX = 1000000000
};

typedef struct tuner {
    match_config config; /* players: version +1 and version -1 */
    tuning tuning;
    int log;              /* descriptor */
    pthread_mutex_t lock; /* guards all below and the tuning */
    uint8_t *done;        /* by iteration */
    uint64_t played, next;
    unsigned working;
    atomic_bool stop;
    char fault[MATCH_WHY_MAX + 64]; /* why it stopped early; empty: it did not */
} tuner;

/* ---- Arguments ---- */

/* "NAME=START,LOW,HIGH[,STEP]" */
static bool read_option(cli_args *a, const char *text, void *all)
{
    tuning *t = all;
    tune_option *o = &t->option[t->count];
    const char *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : 0;
    double value[4] = {0, 0, 0, 0};
    unsigned n = 0;
    if (t->count == TUNE_OPTIONS_MAX)
        return cli_wrong(a, "at most %d options can be tuned at once", TUNE_OPTIONS_MAX);
    for (const char *at = equals; at && n < 5; at = strchr(at + 1, ',')) {
        const proto_word word = {at + 1, strcspn(at + 1, ",")};
        if (n == 4 || !proto_decimal(word, &value[n]) || fabs(value[n]) > VALUE_MAX)
            n = 5;
        else
            n++;
    }
    *o = (tune_option){.start = value[0],
                       .low = value[1],
                       .high = value[2],
                       .step = n == 4 ? value[3] : (value[2] - value[1]) / 20,
                       .value = value[0]};
    if (o->step < 0.5 && n == 3)
        o->step = 1;
    if (length == 0 || length >= sizeof o->name || n < 3 || n > 4 || o->low >= o->high ||
        o->start < o->low || o->start > o->high || o->step < 0.5)
        return cli_wrong(a,
                         "--option takes NAME=START,LOW,HIGH[,STEP] with LOW <= START <= HIGH, LOW "
                         "below HIGH and STEP at least 0.5, like caution=50,0,100, not \"%s\"",
                         text);
    memcpy(o->name, text, length);
    for (unsigned i = 0; i < t->count; i++)
        if (strcmp(t->option[i].name, o->name) == 0)
            return cli_wrong(a, "--option %s is given twice", o->name);
    t->count++;
    return true;
}

static bool read_rate(cli_args *a, const char *text, void *to)
{
    double *rate = to;
    return (proto_decimal((proto_word){text, strlen(text)}, rate) && *rate > 0 && *rate <= 10) ||
           cli_wrong(a, "--rate takes a number above 0 and at most 10, not \"%s\"", text);
}

static bool read_options(cli_args *a, tuner *t)
{
    match_config *c = &t->config;
    const cli_option options[] = {
        CLI_READ("option", read_option, &t->tuning),
        CLI_NUMBER("iterations", &t->tuning.iterations, 1, ITERATIONS_MAX),
        CLI_READ("rate", read_rate, &t->tuning.rate),
        CLI_RULES(&c->game),
        CLI_TABLETS(&c->game),
        MATCH_OPTIONS(c, WORKERS_MAX),
        {0}};
    return cli_read(a, options);
}

static bool read_player(cli_args *a, tuner *t)
{
    match_config *c = &t->config;
    if (a->argc - optind != 1)
        return cli_wrong(a, "one PLAYER is wanted; `azulejo tune --help` explains it");
    if (!match_player_read(a, a->argv[optind], &c->player[0]))
        return false;
    if (!c->player[0].command)
        return cli_wrong(a, "a built-in bot has no options to tune; a program is cmd:COMMAND");
    if (c->player[0].settings + t->tuning.count > MATCH_SETTINGS_MAX)
        return cli_wrong(a, "more than %d options", MATCH_SETTINGS_MAX);
    c->count = 2;
    c->player[1] = c->player[0];
    return true;
}

static bool read_arguments(cli_args *a, tuner *t)
{
    match_config *c = &t->config;
    match_config_init(c);
    t->tuning.iterations = ITERATIONS;
    t->tuning.rate = 0.05;
    if (!read_options(a, t) || !cli_game_check(a, &c->game) || !read_player(a, t))
        return false;
    if (t->tuning.count == 0)
        return cli_wrong(a, "--option says what to tune");
    if (!c->log_path)
        return cli_wrong(a, "--log FILE keeps what has been learnt");
    if (!match_limits_any(&c->limits))
        c->limits.time_ms = TIME_MS;
    c->game.players_given = true; /* pairs of games are for two */
    c->deals = t->tuning.iterations;
    t->tuning.seed = c->seed;
    return !c->positions_path || match_positions_read(a, c);
}

/* ---- The log ---- */

static void put_head(buf *b, const tuner *t)
{
    const match_config *c = &t->config;
    char limits[MATCH_LIMITS_MAX], sum[17];
    json_writer w = json_write_on(b);
    match_limits_text(match_player_limits(c, 0), limits, sizeof limits);
    snprintf(sum, sizeof sum, "%016" PRIx64, c->starts_sum);
    json_write_object(&w, NULL);
    json_write_unsigned(&w, "tune", 1);
    json_write_string(&w, "rules", azj_rules_name(c->game.rules));
    json_write_unsigned(&w, "tablets", c->game.random_tablets ? 0 : c->game.tablets);
    json_write_unsigned(&w, "seed", c->seed);
    if (c->starts)
        json_write_string(&w, "positions_sum", sum);
    json_write_string(&w, "player", c->player[0].spec);
    json_write_string(&w, "limits", limits);
    json_write_unsigned(&w, "iterations", t->tuning.iterations);
    json_out_real(&w, "rate", t->tuning.rate);
    json_write_array(&w, "options");
    for (unsigned i = 0; i < t->tuning.count; i++) {
        const tune_option *o = &t->tuning.option[i];
        json_write_object(&w, NULL);
        json_write_string(&w, "name", o->name);
        json_out_real(&w, "start", o->start);
        json_out_real(&w, "low", o->low);
        json_out_real(&w, "high", o->high);
        json_out_real(&w, "step", o->step);
        json_write_object_end(&w);
    }
    json_write_array_end(&w);
    json_write_object_end(&w);
    buf_char(b, '\n');
}

static void signs_text(const tuning *t, const int *signs, char *text)
{
    for (unsigned i = 0; i < t->count; i++)
        text[i] = signs[i] > 0 ? '+' : '-';
    text[t->count] = '\0';
}

/* Appends an iteration, with the values that it led to. The result counts in half points. */
static bool log_iteration(const tuner *t, uint64_t iteration, const int *signs, int halves)
{
    char line[LINE_MAX_BYTES], text[TUNE_OPTIONS_MAX + 1];
    buf b = buf_on(line, sizeof line);
    json_writer w = json_write_on(&b);
    signs_text(&t->tuning, signs, text);
    json_write_object(&w, NULL);
    json_write_unsigned(&w, "iteration", iteration);
    json_write_string(&w, "signs", text);
    json_write_number(&w, "half_points", halves);
    json_write_array(&w, "values");
    for (unsigned i = 0; i < t->tuning.count; i++)
        json_out_real(&w, NULL, t->tuning.option[i].value);
    json_write_array_end(&w);
    json_write_object_end(&w);
    buf_char(&b, '\n');
    return b.length < b.size && write(t->log, line, b.length) == (ssize_t)b.length;
}

/* Learns from a line of the log; NULL, or why it cannot be one. */
static const char *take_line(tuner *t, log_line *l, const char *text, size_t length)
{
    char signs[TUNE_OPTIONS_MAX + 1], expected[TUNE_OPTIONS_MAX + 1];
    int64_t iteration, halves;
    int sign[TUNE_OPTIONS_MAX];
    if (!log_line_parse(l, text, length))
        return "no JSON";
    const uint32_t number = log_line_find(l, "iteration"), said = log_line_find(l, "signs"),
                   result = log_line_find(l, "half_points");
    if (!number || !json_integer(&l->doc, number, &iteration) || iteration < 0 ||
        (uint64_t)iteration >= t->tuning.iterations)
        return "iteration: missing or too large";
    if (t->done[iteration])
        return "this iteration is there already";
    tune_signs(&t->tuning, (uint64_t)iteration, sign);
    signs_text(&t->tuning, sign, expected);
    if (!said || json_string(&l->doc, said, signs, sizeof signs) < 0 || strcmp(signs, expected))
        return "signs: not those of this iteration";
    if (!result || !json_integer(&l->doc, result, &halves) || halves < -4 || halves > 4)
        return "half_points: not a number from -4 to 4";
    tune_learn(&t->tuning, (uint64_t)iteration, sign, (double)halves / 2);
    t->done[iteration] = 1;
    t->played++;
    return NULL;
}

/* Reads the lines that are there and cuts off an incomplete last one. */
static bool read_log(cli_args *a, tuner *t, const char *head)
{
    FILE *f = fdopen(dup(t->log), "r");
    log_line *parsed = malloc(sizeof *parsed);
    char *text = NULL;
    size_t room = 0;
    off_t end = 0;
    bool fine = f && parsed;
    unsigned line = 0;
    for (ssize_t n; fine && (n = getline(&text, &room, f)) > 0;) {
        const bool whole = text[n - 1] == '\n';
        const char *why = NULL;
        line++;
        if (line == 1 && strncmp(text, head, (size_t)n) != 0)
            fine = cli_failed(a, "%s is no log of this tuning (its first line differs)",
                              t->config.log_path);
        else if (line > 1 && whole && (why = take_line(t, parsed, text, (size_t)n)))
            fine = cli_failed(a, "%s:%u: %s", t->config.log_path, line, why);
        end += whole ? n : 0;
    }
    free(text);
    free(parsed);
    if (f)
        fclose(f);
    return fine && ftruncate(t->log, end) == 0 &&
           (end > 0 || write(t->log, head, strlen(head)) == (ssize_t)strlen(head));
}

static bool open_log(cli_args *a, tuner *t)
{
    const char *path = t->config.log_path;
    char *head = malloc(HEAD_MAX);
    struct stat about;
    t->log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (!head || t->log < 0 || fstat(t->log, &about)) {
        free(head);
        return cli_failed(a, "%s: %s", path, strerror(errno));
    }
    bool fine = S_ISREG(about.st_mode) || cli_failed(a, "%s: not an ordinary file", path);
    if (fine && flock(t->log, LOCK_EX | LOCK_NB))
        fine = cli_failed(a, "%s: another tuning is writing it", path);
    buf b = buf_on(head, HEAD_MAX);
    put_head(&b, t);
    buf_end(&b);
    fine = fine && read_log(a, t, head);
    free(head);
    return fine || (!a->stop && cli_failed(a, "%s: %s", path, strerror(errno)));
}

/* ---- Games ---- */

/* The program must start, play these rules and take the first values. */
static bool try_program(cli_args *a, const tuner *t)
{
    const match_config *c = &t->config;
    const match_player *p = &c->player[0];
    client *one = calloc(1, sizeof *one);
    char value[24];
    bool fine = one && client_start(one, p->command, !c->show_stderr,
                                    clock_mono_us() + 1000u * c->start_ms);
    if (!fine)
        cli_failed(a, "%s: %s", p->name, one ? one->why : "out of memory");
    if (fine &&
        (!(one->rules >> c->game.rules & 1u) || !proto_seats_allow(&one->seats, c->game.rules, 2)))
        fine = cli_failed(a, "%s does not play %s with 2 seats", p->name,
                          azj_rules_name(c->game.rules));
    for (unsigned i = 0; fine && i < t->tuning.count; i++) {
        const tune_option *o = &t->tuning.option[i];
        snprintf(value, sizeof value, "%" PRId64, (int64_t)llround(o->start));
        if (!client_set(one, o->name, value, clock_mono_us() + SET_US))
            fine = cli_failed(a, "%s: set %s %s: %s", p->name, o->name, value, one->why);
    }
    if (one)
        client_end(one);
    free(one);
    return fine;
}

/* One worker: a table of its own, with its own players, whose settings change. */
typedef struct worker {
    tuner *tuner;
    match_config config;
    match_schedule schedule;
    match_table table;
    match_moves moves;
} worker;

static bool take_iteration(worker *k, uint64_t *iteration, int *signs)
{
    tuner *t = k->tuner;
    int64_t values[2][TUNE_OPTIONS_MAX];
    bool found = false;
    pthread_mutex_lock(&t->lock);
    while (t->next < t->tuning.iterations && t->done[t->next])
        t->next++;
    if (!atomic_load(&t->stop) && t->next < t->tuning.iterations) {
        *iteration = t->next++;
        tune_signs(&t->tuning, *iteration, signs);
        tune_version(&t->tuning, *iteration, signs, 1, values[0]);
        tune_version(&t->tuning, *iteration, signs, -1, values[1]);
        found = true;
    }
    pthread_mutex_unlock(&t->lock);
    for (unsigned side = 0; found && side < 2; side++) {
        match_player *p = &k->config.player[side];
        p->settings = t->config.player[0].settings;
        for (unsigned i = 0; i < t->tuning.count; i++) {
            match_setting *s = &p->setting[p->settings++];
            snprintf(s->name, sizeof s->name, "%s", t->tuning.option[i].name);
            snprintf(s->value, sizeof s->value, "%" PRId64, values[side][i]);
        }
        k->table.seat[side][0].settings_changed = true;
    }
    return found;
}

static void stop_with(tuner *t, const match_game *g)
{
    pthread_mutex_lock(&t->lock);
    if (!t->fault[0])
        snprintf(t->fault, sizeof t->fault, "the program lost a game by %s: %s",
                 proto_cause_word(g->cause), g->why);
    atomic_store(&t->stop, true);
    pthread_mutex_unlock(&t->lock);
}

/* Plays the deal in both rotations; the result in half points of version +1. False: a fault. */
static bool play_pair(worker *k, uint64_t iteration, int *halves)
{
    match_game g;
    *halves = 0;
    for (unsigned rotation = 0; rotation < 2; rotation++) {
        if (!match_play(&k->table, 2 * iteration + rotation, &g, &k->moves))
            return false;
        if (match_game_faulty(&g)) {
            stop_with(k->tuner, &g);
            return false;
        }
        const unsigned plus = g.who[0] == 0 ? 0 : 1;
        const bool won = g.winners >> plus & 1u, lost = g.winners >> (1 - plus) & 1u;
        *halves += 2 * (won - lost);
    }
    return true;
}

static void *worker_thread(void *context)
{
    worker *k = context;
    tuner *t = k->tuner;
    uint64_t iteration;
    int signs[TUNE_OPTIONS_MAX], halves;
    match_table_init(&k->table, &k->config, &k->schedule, &t->stop);
    while (take_iteration(k, &iteration, signs) && play_pair(k, iteration, &halves)) {
        pthread_mutex_lock(&t->lock);
        tune_learn(&t->tuning, iteration, signs, (double)halves / 2);
        t->done[iteration] = 1;
        t->played++;
        if (!log_iteration(t, iteration, signs, halves)) {
            snprintf(t->fault, sizeof t->fault, "the log cannot be written: %s", strerror(errno));
            atomic_store(&t->stop, true);
        }
        pthread_mutex_unlock(&t->lock);
    }
    match_table_release(&k->table);
    pthread_mutex_lock(&t->lock);
    t->working--;
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static worker *new_worker(tuner *t)
{
    worker *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->tuner = t;
    k->config = t->config;
    if (match_schedule_init(&k->schedule, &k->config))
        return k;
    free(k);
    return NULL;
}

static void show_progress(tuner *t)
{
    pthread_mutex_lock(&t->lock);
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " iterations", t->played, t->tuning.iterations);
    for (unsigned i = 0; i < t->tuning.count; i++)
        fprintf(stderr, "  %s %.1f", t->tuning.option[i].name, t->tuning.option[i].value);
    fputs(isatty(STDERR_FILENO) ? "\033[K\r" : "\n", stderr);
    pthread_mutex_unlock(&t->lock);
}

static void watch_workers(tuner *t)
{
    const uint64_t start = clock_mono_us();
    uint64_t shown = start;
    for (bool working = true; working;) {
        clock_sleep_us(20000);
        const uint64_t now = clock_mono_us();
        if (t->config.budget_s && now - start >= 1000000u * t->config.budget_s)
            atomic_store(&t->stop, true); /* games under way are given up and played again */
        if (!t->config.quiet && now - shown >= PROGRESS_US) {
            show_progress(t);
            shown = now;
        }
        pthread_mutex_lock(&t->lock);
        working = t->working > 0;
        pthread_mutex_unlock(&t->lock);
    }
}

static bool play_iterations(cli_args *a, tuner *t)
{
    pthread_t thread[WORKERS_MAX];
    worker *k[WORKERS_MAX] = {0};
    unsigned n = 0;
    signal(SIGPIPE, SIG_IGN);
    pthread_mutex_init(&t->lock, NULL);
    for (t->working = t->config.concurrency; n < t->config.concurrency; n++)
        if (!(k[n] = new_worker(t)) || pthread_create(&thread[n], NULL, worker_thread, k[n]) != 0)
            break;
    pthread_mutex_lock(&t->lock);
    t->working -= t->config.concurrency - n;
    pthread_mutex_unlock(&t->lock);
    watch_workers(t);
    for (unsigned i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    for (unsigned i = 0; i < WORKERS_MAX && k[i]; i++) {
        match_schedule_release(&k[i]->schedule);
        free(k[i]);
    }
    pthread_mutex_destroy(&t->lock);
    if (n == 0)
        return cli_failed(a, "no thread can be started");
    return !t->fault[0] || cli_failed(a, "%s", t->fault);
}

/* ---- The verb ---- */

static void print_result(const tuner *t)
{
    printf("%s, 2 seats: %" PRIu64 " of %" PRIu64 " iterations\n\n",
           azj_rules_name(t->config.game.rules), t->played, t->tuning.iterations);
    printf("%-20s %10s %10s %10s %10s %8s\n", "option", "start", "now", "lowest", "highest",
           "step");
    for (unsigned i = 0; i < t->tuning.count; i++) {
        const tune_option *o = &t->tuning.option[i];
        printf("%-20s %10.6g %10.2f %10.6g %10.6g %8.6g\n", o->name, o->start, o->value, o->low,
               o->high, o->step);
    }
    printf("\ncheck it: azulejo match 'tuned=cmd");
    for (unsigned i = 0; i < t->tuning.count; i++)
        printf("@%s=%" PRId64, t->tuning.option[i].name,
               (int64_t)llround(t->tuning.option[i].value));
    printf(":%s' 'before=cmd", t->config.player[0].command);
    for (unsigned i = 0; i < t->tuning.count; i++)
        printf("@%s=%" PRId64, t->tuning.option[i].name,
               (int64_t)llround(t->tuning.option[i].start));
    printf(":%s' --rules %s --seed %" PRIu64 "\n", t->config.player[0].command,
           azj_rules_name(t->config.game.rules), t->config.seed + 1);
}

int cmd_tune(int argc, char **argv)
{
    cli_args a = cli_begin("tune", HELP, NULL, argc, argv);
    tuner *t = calloc(1, sizeof *t);
    if (!t)
        cli_failed(&a, "out of memory");
    if (t && read_arguments(&a, t)) {
        t->done = calloc(t->tuning.iterations, 1);
        if (!t->done)
            cli_failed(&a, "out of memory");
        else if (try_program(&a, t) && open_log(&a, t) && play_iterations(&a, t))
            print_result(t);
    }
    if (t) {
        match_positions_release(&t->config);
        free(t->done);
    }
    free(t);
    return cli_finish(&a);
}
