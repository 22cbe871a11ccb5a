/* basics.c - duties of every engine: handshake, lines, options, the end. */
#include "base/clock.h"
#include "cli/conform/conform.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { END_US = 3000000, THINK_MS = 10000 };

/* ---- Handshake ---- */

static conform_verdict greets(conform *c)
{
    return conform_start(c) ? CONFORM_KEPT : CONFORM_BROKEN;
}

static conform_verdict names_itself(conform *c)
{
    return conform_if(c, c->has_name && c->has_author, "id name or id author is missing");
}

static conform_verdict names_rules(conform *c)
{
    if (c->strange_rules)
        return conform_broken(c, "there is no such rule set among what it plays");
    if (c->strange_seats)
        return conform_broken(
            c, "a line `seats RULES... N...` names no rule set or no number of seats");
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        const unsigned seats = c->seats.of[rules];
        if (seats && !(c->rules >> rules & 1u))
            return conform_broken(c, "`seats` names %s, which `rules` does not",
                                  azj_rules_name((azj_rules)rules));
        if (rules == AZJ_DUEL && seats > 1u << 2)
            return conform_broken(c, "duel has two seats only");
    }
    return conform_if(c, c->rules != 0, "the line `rules ...` is missing");
}

static conform_verdict refuses_version(conform *c)
{
    return conform_refused(c, "azp 99", "version") ? CONFORM_KEPT : CONFORM_BROKEN;
}

/* ---- Lines ---- */

/* Sends text and expects the pongs of these words in this order. */
static conform_verdict pongs(conform *c, const char *text, const char *first, const char *second)
{
    proto_reply r;
    if (text && !conform_send(c, text))
        return CONFORM_BROKEN;
    for (const char *wanted = first; wanted; wanted = wanted == first ? second : NULL) {
        if (!conform_read(c, c->patience_us, &r))
            return CONFORM_BROKEN;
        if (r.kind != PROTO_R_PONG || !proto_is(r.text, wanted))
            return conform_broken(c, "expected pong %s, got \"%s\"", wanted, c->last);
    }
    return CONFORM_KEPT;
}

static conform_verdict answers_ping(conform *c)
{
    return pongs(c, "ping one two\n", "one two", NULL);
}

static conform_verdict answers_unknown(conform *c)
{
    return conform_refused(c, "sing a song", "unknown") ? CONFORM_KEPT : CONFORM_BROKEN;
}

static conform_verdict ignores_blank(conform *c)
{
    return pongs(c, "\n   \nping a\n", "a", NULL);
}

static conform_verdict answers_in_order(conform *c)
{
    return pongs(c, "ping a\nping b\n", "a", "b");
}

static conform_verdict waits_for_half(conform *c)
{
    if (!conform_send(c, "pi"))
        return CONFORM_BROKEN;
    clock_sleep_us(100000);
    return pongs(c, "ng a\n", "a", NULL);
}

static conform_verdict accepts_cr(conform *c)
{
    return pongs(c, "ping a\r\n", "a", NULL);
}

static conform_verdict refuses_long(conform *c)
{
    proto_reply r;
    memset(c->out, 'x', PROTO_LINE_MAX + 1000);
    c->out[PROTO_LINE_MAX + 1000] = '\n';
    c->out[PROTO_LINE_MAX + 1001] = '\0';
    if (!conform_send(c, c->out) || !conform_read(c, c->patience_us, &r))
        return CONFORM_BROKEN;
    if (r.kind != PROTO_R_ERROR || !proto_is(r.key, "long"))
        return conform_broken(c, "expected error long");
    return pongs(c, "ping a\n", "a", NULL);
}

static conform_verdict survives_bytes(conform *c)
{
    proto_reply r;
    char bytes[257];
    for (int i = 0; i < 255; i++)
        bytes[i] = (char)(i + 1 == '\n' ? 'x' : i + 1);
    bytes[255] = '\n';
    bytes[256] = '\0';
    if (!conform_send(c, bytes) || !conform_read(c, c->patience_us, &r))
        return CONFORM_BROKEN;
    if (r.kind != PROTO_R_ERROR)
        return conform_broken(c, "expected an error, got \"%s\"", c->last);
    return pongs(c, "ping a\n", "a", NULL);
}

static conform_verdict answers_ok(conform *c, const char *line)
{
    proto_reply r;
    return conform_ask(c, line, PROTO_R_OK, &r) ? CONFORM_KEPT : CONFORM_BROKEN;
}

static conform_verdict answers_stop(conform *c)
{
    return answers_ok(c, "stop");
}

static conform_verdict answers_clear(conform *c)
{
    return answers_ok(c, "clear");
}

static conform_verdict answers_result(conform *c)
{
    const conform_verdict v = answers_ok(c, "result winners 0 scores 45 33 cause normal");
    if (v != CONFORM_KEPT)
        return v;
    return answers_ok(c, "result winners - scores 0 0 cause time fault 1");
}

/* ---- Options ---- */

static conform_verdict takes_defaults(conform *c)
{
    char line[256];
    unsigned tried = 0;
    for (unsigned i = 0; i < c->options; i++) {
        if (!c->option[i].value[0])
            continue;
        snprintf(line, sizeof line, "set %s %s", c->option[i].name, c->option[i].value);
        if (answers_ok(c, line) != CONFORM_KEPT)
            return CONFORM_BROKEN;
        tried++;
    }
    return tried ? CONFORM_KEPT : CONFORM_ABSENT;
}

static conform_verdict refuses_option(conform *c)
{
    return conform_refused(c, "set no_such_option 1", "option") ? CONFORM_KEPT : CONFORM_BROKEN;
}

/* ---- The end ---- */

static conform_verdict ended(conform *c)
{
    if (!process_wait(&c->process, clock_mono_us() + END_US)) {
        process_kill(&c->process);
        return conform_broken(c, "it still ran after %.0f s", END_US / 1e6);
    }
    if (WIFSIGNALED(c->process.status))
        return conform_broken(c, "it ended by signal %d", WTERMSIG(c->process.status));
    if (WEXITSTATUS(c->process.status) != 0)
        return conform_broken(c, "its exit code was %d", WEXITSTATUS(c->process.status));
    return CONFORM_KEPT;
}

static conform_verdict ends_at_quit(conform *c)
{
    return conform_send(c, "quit\n") ? ended(c) : CONFORM_BROKEN;
}

static bool think_long(conform *c, const azj_state *s, void *context)
{
    char go[32];
    (void)context;
    snprintf(go, sizeof go, "go time %d\n", THINK_MS);
    if (conform_position(c, s))
        conform_send(c, go);
    return false;
}

static conform_verdict ends_while_thinking(conform *c)
{
    c->why[0] = '\0';
    conform_walk_first(c, 4, think_long, NULL);
    if (c->why[0])
        return CONFORM_BROKEN;
    clock_sleep_us(50000);
    return ends_at_quit(c);
}

static conform_verdict ends_with_input(conform *c)
{
    process_close_input(&c->process);
    return ended(c);
}

/* ---- The lists ---- */

static const conform_duty handshake[] = {
    {"answers azp 1, ending with ready", greets},
    {"names itself and its author", names_itself},
    {"names the rule sets and seats that it plays", names_rules},
    {"refuses a version that it does not speak", refuses_version},
    {NULL, NULL}};

static const conform_duty lines[] = {
    {"answers ping with the same words", answers_ping},
    {"answers what it does not know with error unknown", answers_unknown},
    {"ignores blank lines", ignores_blank},
    {"answers several requests in their order", answers_in_order},
    {"waits for the rest of half a line", waits_for_half},
    {"accepts lines that end in CR LF", accepts_cr},
    {"refuses a line over the limit, and goes on", refuses_long},
    {"survives bytes that are no text", survives_bytes},
    {"answers stop while it does not think", answers_stop},
    {"answers clear", answers_clear},
    {"answers result", answers_result},
    {NULL, NULL}};

static const conform_duty options[] = {{"accepts the defaults of its options", takes_defaults},
                                       {"refuses an option that it does not have", refuses_option},
                                       {NULL, NULL}};

static const conform_duty ending[] = {{"ends when its input ends", ends_with_input},
                                      {"ends at quit while it thinks", ends_while_thinking},
                                      {"ends at quit", ends_at_quit},
                                      {NULL, NULL}};

const conform_part conform_basics[] = {
    {"Handshake", handshake}, {"Lines", lines}, {"Options", options}, {NULL, NULL}};
const conform_part conform_ending[] = {{"The end", ending}, {NULL, NULL}};
