/* spec.c - players from the command line.
 *
 *     uct                         a built-in bot
 *     uct@nodes=2000              with its own limits
 *     new=uct@time=50             with a name
 *     cmd:./mybot --fast          a protocol engine
 *     old=cmd@style=2:./mybot     with an option
 */
#include "base/json.h"
#include "cli/match/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SPEC_MAX = 4096 };

bool match_limits_any(const azj_limits *l)
{
    return l->time_ms || l->clock_ms || l->increment_ms || l->nodes || l->depth;
}

void match_limits_text(const azj_limits *l, char *text, size_t size)
{
    buf b = buf_on(text, size);
    const char *join = "";
    const struct {
        uint64_t value;
        const char *before, *after;
    } parts[] = {{l->time_ms, "", " ms a move"},
                 {l->clock_ms, "", " ms a game"},
                 {l->increment_ms, "+", " ms a move"},
                 {l->nodes, "", " nodes a move"},
                 {l->depth, "depth ", ""}};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!parts[i].value)
            continue;
        buf_text(&b, join);
        buf_text(&b, parts[i].before);
        buf_unsigned(&b, parts[i].value);
        buf_text(&b, parts[i].after);
        join = ", ";
    }
    buf_end(&b);
}

const azj_limits *match_player_limits(const match_config *c, unsigned player)
{
    return c->player[player].own_limits ? &c->player[player].limits : &c->limits;
}

static bool same_limits(const azj_limits *a, const azj_limits *b)
{
    return a->time_ms == b->time_ms && a->clock_ms == b->clock_ms &&
           a->increment_ms == b->increment_ms && a->nodes == b->nodes && a->depth == b->depth;
}

bool match_limits_common(const match_config *c)
{
    unsigned same = 1;
    while (same < c->count && same_limits(match_player_limits(c, same), match_player_limits(c, 0)))
        same++;
    return same == c->count;
}

void match_common_limits_text(const match_config *c, char *text, size_t size)
{
    if (match_limits_common(c))
        match_limits_text(match_player_limits(c, 0), text, size);
    else
        snprintf(text, size, "each player's own limits");
}

void match_game_limits_text(const match_config *c, const match_game *g, char *text, size_t size)
{
    buf b = buf_on(text, size);
    char one[MATCH_LIMITS_MAX];
    unsigned same = 1;
    while (same < g->seats &&
           same_limits(match_player_limits(c, g->who[same]), match_player_limits(c, g->who[0])))
        same++;
    for (unsigned seat = 0; seat < (same == g->seats ? 1 : g->seats); seat++) {
        match_limits_text(match_player_limits(c, g->who[seat]), one, sizeof one);
        buf_text(&b, seat ? "; " : "");
        buf_text(&b, one);
    }
    buf_end(&b);
}

static bool copy_word(cli_args *a, const char *what, const char *from, size_t length, char *to,
                      size_t size)
{
    if (length == 0 || length >= size)
        return cli_wrong(a, "%s \"%.*s\" must have 1 to %zu characters", what, (int)length, from,
                         size - 1);
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

/* Reads a limit by name, or the memory or threads of a built-in bot; `known` says whether the key
 * is one of those. */
static bool set_own(match_player *p, const match_setting *s, bool *known)
{
    const proto_word value = {s->value, strlen(s->value)};
    static const char *const names[] = {"time",  "clock",  "inc",     "nodes",
                                        "depth", "memory", "threads", NULL};
    const int i = proto_which((proto_word){s->name, strlen(s->name)}, names);
    uint64_t n;
    *known = i >= 0 && !(i >= 5 && p->command); /* a program has its own options for them */
    const uint64_t most = i == 3 ? UINT64_MAX : i == 6 ? AZJ_THREADS_MAX : UINT32_MAX;
    if (!*known || !proto_number(value, most, &n))
        return false;
    uint32_t *const small[] = {&p->limits.time_ms, &p->limits.clock_ms, &p->limits.increment_ms,
                               NULL, &p->limits.depth};
    if (i == 5)
        p->memory_mb = n;
    else if (i == 6)
        p->threads = (uint32_t)n;
    else if (i == 3)
        p->limits.nodes = n;
    else
        *small[i] = (uint32_t)n;
    return true;
}

static bool take_setting(cli_args *a, match_player *p, const match_setting *s)
{
    bool known;
    if (set_own(p, s, &known))
        return true;
    if (known)
        return strcmp(s->name, "threads") == 0
                   ? cli_wrong(a, "threads=%s: a number from 1 to %d is wanted", s->value,
                               AZJ_THREADS_MAX)
                   : cli_wrong(a, "%s=%s: a number is wanted", s->name, s->value);
    if (!p->command)
        return cli_wrong(a,
                         "a built-in bot has no setting \"%s\"; it has time, clock, inc, nodes, "
                         "depth, memory and threads",
                         s->name);
    if (p->settings == MATCH_SETTINGS_MAX)
        return cli_wrong(a, "%s: more than %d settings", p->spec, MATCH_SETTINGS_MAX);
    p->setting[p->settings++] = *s;
    return true;
}

/* Reads "@key=value@key=value" up to `end`. */
static bool read_settings(cli_args *a, const char *at, const char *end, match_player *p)
{
    while (at < end) {
        const char *key = at + 1;
        const char *stop = memchr(key, '@', (size_t)(end - key));
        const char *next = stop ? stop : end;
        const char *equals = memchr(key, '=', (size_t)(next - key));
        match_setting s;
        if (!equals)
            return cli_wrong(a, "%s: expected @KEY=VALUE", p->spec);
        if (!copy_word(a, "the setting", key, (size_t)(equals - key), s.name, sizeof s.name) ||
            !copy_word(a, "the value", equals + 1, (size_t)(next - equals - 1), s.value,
                       sizeof s.value) ||
            !take_setting(a, p, &s))
            return false;
        at = next;
    }
    p->own_limits = match_limits_any(&p->limits);
    return true;
}

/* The last part of the path of the command's first word. */
static void name_by_command(match_player *p)
{
    const char *start = p->command + strspn(p->command, " ");
    const size_t length = strcspn(start, " ");
    size_t from = length;
    while (from > 0 && start[from - 1] != '/')
        from--;
    snprintf(p->name, sizeof p->name, "%.*s",
             (int)utf8_fit(start + from, length - from, sizeof p->name), start + from);
}

void match_config_init(match_config *c)
{
    memset(c, 0, sizeof *c);
    c->game = cli_game_default();
    c->concurrency = 1;
    c->seed = 1;
    c->margin_ms = 100;
    c->stall_ms = 10000;
    c->start_ms = 10000;
}

bool match_player_read(cli_args *a, const char *text, match_player *p)
{
    memset(p, 0, sizeof *p);
    p->spec = text;
    if (!cli_text(a, "a PLAYER", text, strlen(text), SPEC_MAX))
        return false;
    const size_t first = strcspn(text, "=@:");
    const char *kind = text[first] == '=' ? text + first + 1 : text;
    p->named = kind != text;
    if (p->named && !copy_word(a, "the name", text, first, p->name, sizeof p->name))
        return false;
    const size_t length = strcspn(kind, "@:");
    if (!copy_word(a, "the bot", kind, length, p->bot, sizeof p->bot))
        return false;
    const bool engine = strcmp(p->bot, "cmd") == 0;
    const char *colon = engine ? strchr(kind, ':') : NULL;
    const char *end = colon ? colon : kind + strlen(kind);
    if (engine && (!colon || !colon[1 + strspn(colon + 1, " ")]))
        return cli_wrong(a, "%s: expected cmd:COMMAND", text);
    const char *bot = engine ? NULL : azj_bot_find(p->bot, strlen(p->bot));
    if (!engine && !bot)
        return cli_wrong(a, "there is no bot \"%s\"; a program is cmd:COMMAND", p->bot);
    if (bot)
        snprintf(p->bot, sizeof p->bot, "%s", bot);
    p->command = colon ? colon + 1 : NULL;
    if (!p->name[0] && !engine)
        snprintf(p->name, sizeof p->name, "%s", kind);
    else if (!p->name[0])
        name_by_command(p);
    return read_settings(a, kind + length, end, p);
}

static bool name_taken(const match_config *c, unsigned before, const char *name)
{
    for (unsigned i = 0; i < before; i++)
        if (strcmp(c->player[i].name, name) == 0)
            return true;
    return false;
}

void match_players_name(match_config *c)
{
    for (unsigned i = 1; i < c->count; i++) {
        char name[MATCH_NAME_MAX];
        memcpy(name, c->player[i].name, sizeof name);
        for (unsigned n = 2; name_taken(c, i, name); n++)
            snprintf(
                name, sizeof name, "%.*s#%u",
                (int)utf8_fit(c->player[i].name, strlen(c->player[i].name), MATCH_NAME_MAX - 4),
                c->player[i].name, n);
        memcpy(c->player[i].name, name, sizeof name);
    }
    for (unsigned i = 0; i < c->count; i++)
        if (!c->player[i].former_name[0])
            memcpy(c->player[i].former_name, c->player[i].name, MATCH_NAME_MAX);
}

void match_player_call(match_player *p, const char *name)
{
    if (p->named || !name[strspn(name, " ")])
        return;
    size_t n = 0;
    for (; name[n] && n < sizeof p->name - 1; n++)
        p->name[n] = name[n] >= ' ' && name[n] < 127 ? name[n] : '?';
    p->name[n] = '\0';
}
