/* client.c - a protocol engine in a separate process: see client.h. */
#include "cli/client.h"
#include "base/clock.h"

#include <azulejo/text.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { GRACE_US = 500000, QUIT_US = 2000000 };

bool client_runs(const client *c)
{
    return c->process.pid != 0;
}

/* ---- Faults ---- */

__attribute__((format(printf, 3, 4))) static bool fail(client *c, proto_cause fault,
                                                       const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(c->why, sizeof c->why, format, values);
    va_end(values);
    c->fault = fault;
    process_kill(&c->process);
    return false;
}

/* How it ended, like "ended with code 3". */
static void describe_end(const client *c, char *text, size_t size)
{
    const int status = c->process.status;
    if (WIFSIGNALED(status))
        snprintf(text, size, "killed by signal %d", WTERMSIG(status));
    else
        snprintf(text, size, "ended with code %d", WEXITSTATUS(status));
}

/* Its output has ended: finds out how the process ended. */
static bool fail_end(client *c)
{
    char how[64];
    if (!process_wait(&c->process, clock_mono_us() + GRACE_US))
        return fail(c, PROTO_CAUSE_CRASH, "closed its output");
    describe_end(c, how, sizeof how);
    return fail(c, PROTO_CAUSE_CRASH, "%s%s", how,
                c->quiet ? " (--stderr shows what it says)" : "");
}

/* Enough of a bad line to recognise it, without control characters. */
static bool fail_line(client *c, const char *what, proto_word line)
{
    char text[81];
    size_t n = 0;
    for (; n < line.length && n < sizeof text - 1; n++)
        text[n] = line.at[n] >= ' ' && line.at[n] < 127 ? line.at[n] : '?';
    text[n] = '\0';
    return fail(c, PROTO_CAUSE_PROTOCOL, "%s: \"%s\"", what, text);
}

/* Quotes an answer that was not wanted; an error with its code. */
static bool fail_reply(client *c, const char *what, const proto_reply *r)
{
    if (r->kind != PROTO_R_ERROR)
        return fail_line(c, what, r->key.length ? r->key : r->text);
    char line[CLIENT_WHY_MAX];
    const int n = snprintf(line, sizeof line, "error %.*s %.*s", (int)r->key.length, r->key.at,
                           (int)r->text.length, r->text.at);
    return fail_line(c, what,
                     (proto_word){line, n < (int)sizeof line ? (size_t)n : sizeof line - 1});
}

/* ---- Lines ---- */

static bool send_buf(client *c, const buf *b, uint64_t deadline_us)
{
    if (!client_runs(c))
        return fail(c, PROTO_CAUSE_CRASH, "not running");
    if (process_send(&c->process, b->at, b->length, deadline_us))
        return true;
    if (clock_mono_us() >= deadline_us)
        return fail(c, PROTO_CAUSE_STALL, "does not read its input");
    return fail_end(c);
}

static bool read_reply(client *c, uint64_t deadline_us, proto_reply *r)
{
    proto_word line;
    switch (process_read(&c->process, deadline_us, &line)) {
    case PROCESS_LINE:
        if (proto_reply_read(line, r))
            return true;
        return fail_line(c, "no answer of the protocol", line);
    case PROCESS_LONG:
        return fail(c, PROTO_CAUSE_PROTOCOL, "a line of more than %d bytes", PROTO_LINE_MAX);
    case PROCESS_LATE:
        return fail(c, PROTO_CAUSE_STALL, "no answer");
    default:
        return fail_end(c);
    }
}

static bool read_ok(client *c, uint64_t deadline_us)
{
    proto_reply r = {.kind = PROTO_REPLY_NB};
    if (!read_reply(c, deadline_us, &r))
        return false;
    if (r.kind == PROTO_R_OK)
        return true;
    return fail_reply(c, r.kind == PROTO_R_ERROR ? "refused" : "expected ok, got", &r);
}

bool client_ask(client *c, const char *line, proto_reply_kind wanted, uint64_t deadline_us,
                proto_reply *reply)
{
    buf b = buf_on(c->out, sizeof c->out);
    buf_text(&b, line);
    buf_char(&b, '\n');
    if (!send_buf(c, &b, deadline_us) || !read_reply(c, deadline_us, reply))
        return false;
    if (reply->kind == wanted)
        return true;
    return fail_reply(c, "not the answer to that request", reply);
}

bool client_set(client *c, const char *name, const char *value, uint64_t deadline_us)
{
    buf b = buf_on(c->out, sizeof c->out);
    proto_put_set(&b, name, value);
    return send_buf(c, &b, deadline_us) && read_ok(c, deadline_us);
}

/* ---- Handshake ---- */

static void take_name(client *c, proto_word text)
{
    const size_t n = text.length < sizeof c->name - 1 ? text.length : sizeof c->name - 1;
    memcpy(c->name, text.at, n);
    c->name[n] = '\0';
}

static void take_rules(client *c, proto_word text)
{
    proto_words list = proto_words_of(text);
    proto_word word;
    while (proto_next(&list, &word))
        for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
            if (proto_is(word, azj_rules_name((azj_rules)rules)))
                c->rules |= 1u << rules;
}

/* Reads one line of the handshake; false if it is not one. */
static bool take_handshake_line(client *c, const proto_reply *r)
{
    switch (r->kind) {
    case PROTO_R_ID:
        if (proto_is(r->key, "name"))
            take_name(c, r->text);
        return true;
    case PROTO_R_RULES:
        take_rules(c, r->text);
        return true;
    case PROTO_R_SEATS:
        return proto_seats_read(r->text, &c->seats);
    case PROTO_R_NEEDS:
        c->needs_moves = proto_is(r->text, "moves");
        return c->needs_moves;
    case PROTO_R_OPTION:
        if (proto_is(r->option.name, "seed")) {
            c->has_seed = true;
            c->seed_max = r->option.bounded ? r->option.max : INT32_MAX;
        }
        return true;
    default:
        return false;
    }
}

static bool shake_hands(client *c, uint64_t deadline_us)
{
    proto_reply r = {.kind = PROTO_REPLY_NB};
    buf b = buf_on(c->out, sizeof c->out);
    buf_text(&b, "azp 1\n");
    if (!send_buf(c, &b, deadline_us))
        return false;
    for (;;) {
        if (!read_reply(c, deadline_us, &r))
            return c->fault == PROTO_CAUSE_STALL
                       ? fail(c, PROTO_CAUSE_STALL,
                              "no answer to azp 1 (--start says how long it may take)")
                       : false;
        if (r.kind == PROTO_R_READY)
            return c->rules != 0 ||
                   fail(c, PROTO_CAUSE_PROTOCOL, "its handshake names no rule set");
        if (!take_handshake_line(c, &r))
            return fail_line(c, "not a line of the handshake", r.text);
        if (clock_mono_us() >= deadline_us)
            return fail(c, PROTO_CAUSE_STALL, "no ready at the end of its handshake");
    }
}

bool client_start(client *c, const char *command, bool quiet, uint64_t deadline_us)
{
    c->name[0] = c->why[0] = '\0';
    c->rules = 0;
    c->seats = (proto_seats){{0}};
    c->needs_moves = c->has_seed = false;
    c->quiet = quiet;
    c->fault = PROTO_CAUSE_NORMAL;
    if (!process_start(&c->process, command, quiet))
        return fail(c, PROTO_CAUSE_CRASH, "could not be started");
    return shake_hands(c, deadline_us);
}

/* ---- Thinking ---- */

bool client_position(client *c, const azj_state *view, uint64_t deadline_us)
{
    buf b = buf_on(c->out, sizeof c->out);
    proto_put_position(&b, view);
    if (c->needs_moves) {
        azj_move moves[AZJ_MOVES_MAX];
        proto_put_moves(&b, "moves", moves, azj_moves(view, moves));
    }
    return send_buf(c, &b, deadline_us) && read_ok(c, deadline_us) &&
           (!c->needs_moves || read_ok(c, deadline_us));
}

bool client_go(client *c, const proto_go *go, uint64_t deadline_us, uint64_t *sent_ns)
{
    buf b = buf_on(c->out, sizeof c->out);
    proto_put_go(&b, go);
    *sent_ns = clock_mono_ns(); /* read before writing: the engine may run before we continue */
    return send_buf(c, &b, deadline_us);
}

static void keep_info(proto_info *kept, const proto_info *info)
{
    if (!kept)
        return;
    const uint64_t nodes = info->nodes > kept->nodes ? info->nodes : kept->nodes;
    if (info->rank <= 1 && (info->wins || info->scores))
        *kept = *info;
    kept->nodes = nodes;
    kept->line.length = kept->text.length = 0; /* their bytes are overwritten by the next line */
}

bool client_answer(client *c, azj_rules rules, uint64_t deadline_us, azj_move *move,
                   proto_info *info)
{
    proto_reply r = {.kind = PROTO_REPLY_NB};
    for (;;) {
        if (!read_reply(c, deadline_us, &r))
            return false;
        if (r.kind == PROTO_R_INFO) {
            keep_info(info, &r.info);
            if (clock_mono_us() >= deadline_us)
                return fail(c, PROTO_CAUSE_STALL, "reports, but no move");
        } else if (r.kind == PROTO_R_BESTMOVE) {
            break;
        } else {
            return fail_reply(c, "not an answer to go", &r);
        }
    }
    if (azj_move_parse(rules, r.key.at, r.key.length, move, NULL))
        return fail_line(c, "no move", r.key);
    return true;
}

void client_end(client *c)
{
    if (!client_runs(c))
        return;
    const uint64_t deadline = clock_mono_us() + QUIT_US;
    process_send(&c->process, "quit\n", 5, deadline);
    if (!process_wait(&c->process, deadline))
        process_kill(&c->process);
}
