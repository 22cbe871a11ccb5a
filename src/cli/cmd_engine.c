/* cmd_engine.c - `azulejo engine`: the built-in bots by the engine protocol (docs/protocol.md).
 *
 *     main thread     reads requests, answers them; starts and stops the search
 *     search thread   one per `go`: calls azj_engine_go, prints info and bestmove
 *
 * The main thread waits for a search only in `quit`, so it answers ping, stop and quit during a
 * search. A lock guards the output, so lines never mix.
 */
#include "base/clock.h"
#include "cli/options.h"
#include "proto/lines.h"
#include "proto/referee.h"
#include "proto/reply.h"

#include <azulejo/engine.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo engine [--bot NAME] [--threads N] [--net FILE]\n"
    "\n"
    "Speaks the engine protocol on standard input and output (docs/protocol.md):\n"
    "any bot for any program. Try: printf 'azp 1\\nnew classic 2 seed 1\\ngo time 100\\nquit\\n'\n"
    "\n"
    "  --bot NAME         the bot to begin with (default strong; `set bot NAME` changes it)\n"
    "  --threads N        threads of one search (1 to 64; 1); `set threads N` changes it\n"
    "  --net FILE         `strong` and `champion` judge the boards of its game by this network\n"
    "                     (docs/networks.md)\n"
    "  --help, --version\n";

enum {
    ANSWER_MAX = 2 * PROTO_LINE_MAX,
    MEMORY_MB = 64,
    MEMORY_MB_MIN = 4,
    MEMORY_MB_MAX = 65536,
    NET_MAX = 1 << 20
};

typedef struct engine_session {
    proto_lines in;
    proto_referee referee; /* holds the position and answers questions about it */
    azj_engine *engine;    /* NULL: not created yet; the options follow */
    char bot[32];
    char *net; /* the bytes of a network file; NULL: what is built in */
    size_t net_size;
    uint64_t seed, memory_mb, lines, threads;
    azj_limits limits; /* of the search under way */
    pthread_t thread;
    bool has_thread; /* to be joined */
    atomic_bool thinking;
    bool quit;
    pthread_mutex_t out; /* guards standard output */
    atomic_int unheard;  /* errno of the first failed write, else 0 */
    char answer[ANSWER_MAX];
    char search_answer[ANSWER_MAX];
} engine_session;

/* ---- Output ---- */

/* After a failed write the main loop ends. */
static void write_all(engine_session *e, const char *text, size_t length)
{
    pthread_mutex_lock(&e->out);
    while (length > 0) {
        const ssize_t n = write(STDOUT_FILENO, text, length);
        if (n < 0 && errno != EINTR) {
            atomic_store(&e->unheard, errno);
            break;
        }
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        }
    }
    pthread_mutex_unlock(&e->out);
}

static void write_buf(engine_session *e, buf *b)
{
    write_all(e, b->at, b->length < b->size ? b->length : b->size);
}

static void write_answer(engine_session *e, const char *line)
{
    write_all(e, line, strlen(line));
}

static void answer_error(engine_session *e, proto_error code, const char *text)
{
    buf b = buf_on(e->answer, sizeof e->answer);
    proto_put_error(&b, code, text);
    write_buf(e, &b);
}

/* ---- The search thread ---- */

static void tell_progress(void *context, const azj_info *info)
{
    engine_session *e = context;
    buf b = buf_on(e->search_answer, sizeof e->search_answer);
    proto_put_info(&b, info, e->referee.state.head.players);
    write_buf(e, &b);
}

static void *search_thread(void *context)
{
    engine_session *e = context;
    azj_info info;
    const azj_error error = azj_engine_go(e->engine, &e->limits, &info);
    buf b = buf_on(e->search_answer, sizeof e->search_answer);
    if (error)
        proto_put_error(&b, PROTO_E_INTERNAL, azj_error_template(error));
    else
        proto_put_bestmove(&b, info.line[0].move[0]);
    atomic_store(&e->thinking, false); /* cleared before the answer, so that a request sent in
                                          reply to it is not refused */
    write_buf(e, &b);
    return NULL;
}

static void join_search(engine_session *e)
{
    if (e->has_thread)
        pthread_join(e->thread, NULL);
    e->has_thread = false;
}

/* ---- Options ---- */

static void put_number_option(buf *b, const char *name, uint64_t value, uint64_t min, uint64_t max)
{
    buf_text(b, "option name ");
    buf_text(b, name);
    buf_text(b, " type number default ");
    buf_unsigned(b, value);
    buf_text(b, " min ");
    buf_unsigned(b, min);
    buf_text(b, " max ");
    buf_unsigned(b, max);
    buf_char(b, '\n');
}

static void put_options(buf *b, const engine_session *e)
{
    buf_text(b, "option name bot type choice default ");
    buf_text(b, e->bot);
    buf_text(b, " values");
    for (unsigned i = 0; azj_bot_name(i); i++) {
        buf_char(b, ' ');
        buf_text(b, azj_bot_name(i));
    }
    buf_char(b, '\n');
    put_number_option(b, "lines", e->lines, 1, AZJ_LINES_MAX);
    put_number_option(b, "memory", e->memory_mb, MEMORY_MB_MIN, MEMORY_MB_MAX);
    put_number_option(b, "seed", e->seed, 0, UINT64_MAX);
    put_number_option(b, "threads", e->threads, 1, AZJ_THREADS_MAX);
}

static bool set_number(proto_word value, uint64_t min, uint64_t max, uint64_t *place)
{
    uint64_t n;
    if (!proto_number(value, max, &n) || n < min)
        return false;
    *place = n;
    return true;
}

/* Returns NULL, or what is wrong. */
static const char *set_option(engine_session *e, proto_word name, proto_word value)
{
    if (proto_is(name, "bot")) {
        const char *bot = azj_bot_find(value.at, value.length);
        if (!bot)
            return "there is no such bot";
        snprintf(e->bot, sizeof e->bot, "%s", bot);
        return NULL;
    }
    const bool lines = proto_is(name, "lines"), memory = proto_is(name, "memory");
    const bool threads = proto_is(name, "threads");
    if (!lines && !memory && !threads && !proto_is(name, "seed"))
        return "there is no such option";
    const bool fine = lines     ? set_number(value, 1, AZJ_LINES_MAX, &e->lines)
                      : memory  ? set_number(value, MEMORY_MB_MIN, MEMORY_MB_MAX, &e->memory_mb)
                      : threads ? set_number(value, 1, AZJ_THREADS_MAX, &e->threads)
                                : set_number(value, 0, UINT64_MAX, &e->seed);
    return fine ? NULL : "the value is not within the option's bounds";
}

/* ---- Requests ---- */

static void drop_engine(engine_session *e)
{
    join_search(e);
    azj_engine_free(e->engine);
    e->engine = NULL;
}

static void handle_azp(engine_session *e, const proto_request *r)
{
    buf b = buf_on(e->answer, sizeof e->answer);
    if (r->version != PROTO_VERSION) {
        answer_error(e, PROTO_E_VERSION, "this engine speaks azp 1");
        return;
    }
    buf_text(&b, "id name Azulejo ");
    buf_text(&b, azj_version());
    buf_text(&b, "\nid author the Azulejo authors\nrules");
    for (azj_rules rules = AZJ_CLASSIC; rules < AZJ_RULES_NB; rules++) {
        buf_char(&b, ' ');
        buf_text(&b, azj_rules_name(rules));
    }
    buf_char(&b, '\n');
    put_options(&b, e);
    buf_text(&b, "ready\n");
    write_buf(e, &b);
}

static void handle_set(engine_session *e, const proto_request *r)
{
    const char *wrong = set_option(e, r->name, r->text);
    if (wrong) {
        answer_error(e, PROTO_E_OPTION, wrong);
        return;
    }
    drop_engine(e);
    write_answer(e, "ok\n");
}

/* The engine with the current options, created on first use. */
static bool has_engine(engine_session *e)
{
    const azj_engine_options options = {.bot = e->bot,
                                        .memory_bytes = (size_t)e->memory_mb << 20,
                                        .seed = e->seed,
                                        .lines = (uint32_t)e->lines,
                                        .threads = (uint32_t)e->threads,
                                        .net = e->net,
                                        .net_size = e->net_size,
                                        .now_us = clock_engine_us,
                                        .progress = tell_progress,
                                        .context = e};
    if (!e->engine)
        e->engine = azj_engine_new(&options, NULL);
    return e->engine != NULL;
}

/* Sets the limits of this seat; false if no clock was given for it. */
static bool take_limits(engine_session *e, const proto_go *go)
{
    const unsigned seat = e->referee.state.head.seat;
    e->limits = go->limits;
    if (go->clocks > 0 && go->clocks != e->referee.state.head.players)
        return false;
    if (go->clocks > 0) /* 0 ms left is a limit, too */
        e->limits.clock_ms = go->clock_ms[seat] ? go->clock_ms[seat] : 1;
    return true;
}

static bool may_go(engine_session *e, const proto_request *r)
{
    const uint8_t phase = e->referee.state.head.phase;
    azj_error error;
    if (!e->referee.set)
        answer_error(e, PROTO_E_STATE, "send a position first");
    else if (phase == AZJ_PHASE_OVER)
        answer_error(e, PROTO_E_OVER, "the game is over");
    else if (phase == AZJ_PHASE_DEAL)
        answer_error(e, PROTO_E_STATE, "the next tiles must be dealt first");
    else if (!take_limits(e, &r->go))
        answer_error(e, PROTO_E_SYNTAX, "clock takes the milliseconds left of each seat");
    else if (!has_engine(e))
        answer_error(e, PROTO_E_INTERNAL, "out of memory");
    else if ((error = azj_engine_set(e->engine, &e->referee.state)) == AZJ_E_NET_GAME)
        answer_error(e, PROTO_E_POSITION, azj_error_template(error));
    else if (error)
        answer_error(e, PROTO_E_POSITION, "the bot cannot think about this position");
    else
        return true;
    return false;
}

static void handle_go(engine_session *e, const proto_request *r)
{
    join_search(e);
    if (!may_go(e, r))
        return;
    atomic_store(&e->thinking, true);
    e->has_thread = pthread_create(&e->thread, NULL, search_thread, e) == 0;
    if (!e->has_thread) {
        atomic_store(&e->thinking, false);
        answer_error(e, PROTO_E_INTERNAL, "no thread can be started");
    }
}

/* azj_engine_set clears the stop flag before the thread starts, so no stop is lost. */
static void handle_stop(engine_session *e)
{
    write_answer(e, "ok\n");
    if (atomic_load(&e->thinking))
        azj_engine_stop(e->engine);
}

static void handle_ping(engine_session *e, const proto_request *r)
{
    buf b = buf_on(e->answer, sizeof e->answer);
    buf_text(&b, r->text.length ? "pong " : "pong");
    buf_bytes(&b, r->text.at, r->text.length);
    buf_char(&b, '\n');
    write_buf(e, &b);
}

static void handle_clear(engine_session *e)
{
    join_search(e);
    if (e->engine)
        azj_engine_clear(e->engine);
    write_answer(e, "ok\n");
}

static void handle_query(engine_session *e, const proto_request *r)
{
    buf b = buf_on(e->answer, sizeof e->answer);
    join_search(e); /* it has answered, so its thread ends soon */
    proto_referee_answer(&e->referee, r, &b);
    write_buf(e, &b);
}

static void handle_request(engine_session *e, const proto_request *r)
{
    switch (r->kind) {
    case PROTO_AZP:
        handle_azp(e, r);
        break;
    case PROTO_SET:
        handle_set(e, r);
        break;
    case PROTO_GO:
        handle_go(e, r);
        break;
    case PROTO_STOP:
        handle_stop(e);
        break;
    case PROTO_PING:
        handle_ping(e, r);
        break;
    case PROTO_CLEAR:
        handle_clear(e);
        break;
    case PROTO_MOVES:
    case PROTO_RESULT:
        write_answer(e, "ok\n");
        break;
    case PROTO_QUIT:
        e->quit = true;
        break;
    default:
        handle_query(e, r);
    }
}

static bool allowed_while_thinking(proto_request_kind kind)
{
    return kind == PROTO_STOP || kind == PROTO_PING || kind == PROTO_QUIT;
}

static void handle_line(engine_session *e, proto_word line)
{
    proto_request r;
    proto_fault fault;
    if (proto_ended(proto_words_of(line)))
        return;
    const bool good = proto_request_read(line, &r, &fault);
    if (atomic_load(&e->thinking) && !allowed_while_thinking(r.kind)) /* even if the line is
                                                                         malformed */
        answer_error(e, PROTO_E_BUSY, "thinking; only stop, ping and quit now");
    else if (!good)
        answer_error(e, fault.code, fault.text);
    else
        handle_request(e, &r);
}

/* ---- The loop ---- */

/* Returns false at the end of the input. */
static bool read_some(engine_session *e)
{
    size_t room;
    char *at = proto_lines_room(&e->in, &room);
    const ssize_t n = read(STDIN_FILENO, at, room);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    proto_lines_took(&e->in, (size_t)n);
    return true;
}

static bool is_over(engine_session *e)
{
    return e->quit || atomic_load(&e->unheard);
}

static void answer_requests(engine_session *e)
{
    proto_word line;
    while (!is_over(e) && read_some(e)) {
        proto_line_kind kind;
        while (!is_over(e) && (kind = proto_lines_next(&e->in, &line)) != PROTO_LINE_NONE) {
            if (kind == PROTO_LINE)
                handle_line(e, line);
            else
                answer_error(e, PROTO_E_LONG, "a line has at most 131072 bytes");
        }
    }
    if (e->has_thread && e->engine)
        azj_engine_stop(e->engine);
    drop_engine(e);
}

static engine_session *session_new(void)
{
    engine_session *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    proto_lines_init(&e->in);
    pthread_mutex_init(&e->out, NULL);
    e->memory_mb = MEMORY_MB;
    e->lines = 1;
    return e;
}

/* Reads a network and tries it, so that a wrong file is reported at once. */
static bool read_net(cli_args *a, const char *path, engine_session *e)
{
    azj_error error = AZJ_E_OK;
    struct stat s;
    if (stat(path, &s) != 0) /* also for "-": standard input carries the requests */
        return cli_failed(a, "cannot open %s: %s", path, strerror(errno));
    if (!S_ISREG(s.st_mode))
        return cli_failed(a, "%s is no file", path);
    e->net = cli_read_file(a, path, NET_MAX, &e->net_size);
    if (!e->net)
        return false;
    azj_engine *trial = azj_engine_new(
        &(azj_engine_options){.memory_bytes = 1, .net = e->net, .net_size = e->net_size}, &error);
    if (!trial)
        return cli_failed(a, "%s: %s", path, azj_error_template(error));
    azj_engine_free(trial);
    return true;
}

int cmd_engine(int argc, char **argv)
{
    cli_args a = cli_begin("engine", HELP, NULL, argc, argv);
    const char *bot = "strong", *net = NULL;
    uint64_t threads = 1;
    const cli_option options[] = {CLI_WORD("bot", &bot),
                                  CLI_NUMBER("threads", &threads, 1, AZJ_THREADS_MAX),
                                  CLI_WORD("net", &net),
                                  {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 0))
        return a.status;
    const proto_word name = {bot, strlen(bot)};
    if (!azj_bot_find(name.at, name.length)) {
        cli_wrong(&a, "there is no bot \"%s\"", bot);
        return a.status;
    }
    engine_session *e = session_new();
    if (!e) {
        cli_failed(&a, "out of memory");
        return a.status;
    }
    signal(SIGPIPE, SIG_IGN);
    set_option(e, (proto_word){"bot", 3}, name);
    e->threads = threads;
    if (!net || read_net(&a, net, e))
        answer_requests(e);
    const int unheard = atomic_load(&e->unheard);
    pthread_mutex_destroy(&e->out);
    free(e->net);
    free(e);
    if (unheard == EPIPE) /* the reader has closed the pipe: no message */
        a.status = CLI_FAILED;
    else if (unheard)
        cli_failed(&a, "cannot write the answers: %s", strerror(unheard));
    return a.status;
}
