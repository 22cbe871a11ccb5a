/* talk.c - communication with the engine under test: see conform.h. */
#include "base/clock.h"
#include "cli/conform/conform.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 100, PROGRESS_US_TTY = 500000, PROGRESS_US_FILE = 3000000 };

conform_verdict conform_broken(conform *c, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(c->why, sizeof c->why, format, values);
    va_end(values);
    for (char *at = c->why; *at; at++) /* it may quote the engine: replaces control characters */
        if (*at < ' ' || *at >= 127)
            *at = '?';
    return CONFORM_BROKEN;
}

conform_verdict conform_if(conform *c, bool kept, const char *otherwise)
{
    return kept ? CONFORM_KEPT : conform_broken(c, "%s", otherwise);
}

/* ---- Lines ---- */

static void copy_line(char *to, size_t size, proto_word line)
{
    size_t n = 0;
    for (; n < line.length && n < size - 1; n++)
        to[n] = line.at[n] >= ' ' && line.at[n] < 127 ? line.at[n] : '?';
    to[n] = '\0';
}

bool conform_send(conform *c, const char *text)
{
    c->thinking = c->thinking || strncmp(text, "go", 2) == 0;
    if (process_send(&c->process, text, strlen(text), clock_mono_us() + c->patience_us))
        return true;
    conform_broken(c, "it does not take its input any more");
    return false;
}

bool conform_read(conform *c, uint64_t us, proto_reply *r)
{
    proto_word line;
    switch (process_read(&c->process, clock_mono_us() + us, &line)) {
    case PROCESS_LINE:
        copy_line(c->last, sizeof c->last, line);
        if (proto_reply_read(line, r)) {
            const bool refused = r->kind == PROTO_R_ERROR && !proto_is(r->key, "busy");
            c->thinking = c->thinking && r->kind != PROTO_R_BESTMOVE && !refused;
            return true;
        }
        conform_broken(c, "\"%s\" is no answer of the protocol", c->last);
        return false;
    case PROCESS_LONG:
        conform_broken(c, "it sent a line of more than %d bytes", PROTO_LINE_MAX);
        return false;
    case PROCESS_LATE:
        conform_broken(c, "no answer within %.1f s", (double)us / 1e6);
        return false;
    default:
        conform_broken(c, "it ended");
        return false;
    }
}

bool conform_ask(conform *c, const char *line, proto_reply_kind kind, proto_reply *r)
{
    char shown[SHOWN];
    if (!conform_send(c, line) || !conform_send(c, "\n") || !conform_read(c, c->patience_us, r))
        return false;
    if (r->kind == kind)
        return true;
    copy_line(shown, sizeof shown, r->kind == PROTO_R_ERROR ? r->text : r->key);
    conform_broken(c, "to \"%.60s\" it answered %s%s%s", line,
                   r->kind == PROTO_R_ERROR ? "error: " : "something else", shown[0] ? " " : "",
                   shown);
    return false;
}

bool conform_refused(conform *c, const char *line, const char *code)
{
    proto_reply r;
    char got[32];
    if (!conform_ask(c, line, PROTO_R_ERROR, &r))
        return false;
    if (proto_is(r.key, code))
        return true;
    copy_line(got, sizeof got, r.key);
    conform_broken(c, "to \"%.60s\" it answered error %s, not error %s", line, got, code);
    return false;
}

bool conform_alive(conform *c)
{
    proto_reply r;
    return conform_ask(c, "ping alive", PROTO_R_PONG, &r);
}

/* ---- Progress ---- */

void conform_begin_duty(conform *c, const char *text)
{
    c->duty = text;
    c->moves = 0;
    c->duty_us = c->shown_us = clock_mono_us();
}

void conform_count_move(conform *c)
{
    const bool tty = isatty(STDERR_FILENO);
    const uint64_t now = clock_mono_us();
    c->moves++;
    if (c->quiet || now - c->shown_us < (tty ? PROGRESS_US_TTY : PROGRESS_US_FILE))
        return;
    c->shown_us = now;
    fprintf(stderr, "%s  ...     %s: %u moves, %.0f s%s", tty ? "\r\033[K" : "", c->duty, c->moves,
            (double)(now - c->duty_us) / 1e6, tty ? "" : "\n");
    fflush(stderr);
}

/* Clears the progress line of a terminal. */
void conform_end_duty(conform *c)
{
    if (c->shown_us != c->duty_us && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* ---- Starting ---- */

static void take_option(conform *c, const proto_option *o)
{
    if (c->options == CONFORM_OPTIONS_MAX)
        return;
    conform_option *to = &c->option[c->options++];
    copy_line(to->name, sizeof to->name, o->name);
    copy_line(to->value, sizeof to->value, o->value);
}

static void take_rules(conform *c, proto_word list)
{
    proto_words words = proto_words_of(list);
    for (proto_word word; proto_next(&words, &word);) {
        unsigned rules = 0;
        while (rules < AZJ_RULES_NB && !proto_is(word, azj_rules_name((azj_rules)rules)))
            rules++;
        if (rules < AZJ_RULES_NB)
            c->rules |= 1u << rules;
        else
            c->strange_rules = true;
    }
}

/* Reads one line of the handshake; false if it is not one. */
static bool take_hello_line(conform *c, const proto_reply *r)
{
    switch (r->kind) {
    case PROTO_R_ID:
        c->has_name = c->has_name || (proto_is(r->key, "name") && r->text.length);
        c->has_author = c->has_author || (proto_is(r->key, "author") && r->text.length);
        if (proto_is(r->key, "name"))
            copy_line(c->hello, sizeof c->hello, r->text);
        return true;
    case PROTO_R_RULES:
        take_rules(c, r->text);
        return true;
    case PROTO_R_SEATS:
        c->strange_seats = c->strange_seats || !proto_seats_read(r->text, &c->seats);
        return true;
    case PROTO_R_NEEDS:
        c->needs_moves = true;
        return proto_is(r->text, "moves");
    case PROTO_R_OPTION:
        take_option(c, &r->option);
        return true;
    default:
        return false;
    }
}

static bool shake_hands(conform *c)
{
    proto_reply r;
    if (!conform_send(c, "azp 1\n"))
        return false;
    const uint64_t start = clock_mono_us();
    for (uint64_t used = 0; used < c->start_us; used = clock_mono_us() - start) {
        const bool got = conform_read(c, c->start_us - used, &r);
        if (!got && clock_mono_us() - start < c->start_us)
            return false;
        if (!got)
            break;
        if (r.kind == PROTO_R_READY)
            return c->met = c->greeted = true;
        if (!take_hello_line(c, &r)) {
            conform_broken(c, "a line of the handshake is none of id, rules, seats, needs, option, "
                              "ready");
            return false;
        }
    }
    conform_broken(c, "no ready within %.1f s", (double)c->start_us / 1e6);
    return false;
}

bool conform_start(conform *c)
{
    process_kill(&c->process);
    c->thinking = c->greeted = c->has_name = c->has_author = c->needs_moves = false;
    c->strange_rules = c->strange_seats = false;
    c->seats = (proto_seats){{0}};
    c->rules = c->options = 0;
    if (!process_start(&c->process, c->command, !c->show_stderr)) {
        conform_broken(c, "it cannot be started");
        return false;
    }
    return shake_hands(c);
}

/* Reads the pending answers of an earlier duty, up to the answer to our ping and the move that is
 * still due. */
static bool drain_answers(conform *c)
{
    proto_reply r;
    bool settled = false;
    if (!conform_send(c, "stop\nping settled\n"))
        return false;
    const uint64_t deadline = clock_mono_us() + c->patience_us;
    while ((!settled || c->thinking) && clock_mono_us() < deadline) {
        if (!conform_read(c, c->patience_us, &r))
            return false;
        settled = settled || (r.kind == PROTO_R_PONG && proto_is(r.text, "settled"));
    }
    return settled && !c->thinking;
}

bool conform_ready(conform *c)
{
    const bool ready = (c->process.pid && c->greeted && drain_answers(c)) || conform_start(c);
    if (ready)
        c->why[0] = '\0';
    return ready;
}
