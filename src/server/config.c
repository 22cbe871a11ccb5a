/* config.c - settings by name: see config.h. */
#include "server/config.h"

#include "base/buf.h"
#include "server/cidr.h"
#include "server/host.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum kind { TEXT, NUMBER };

typedef struct setting {
    enum kind kind;
    char name[32];
    size_t offset;
    const char *text; /* defaults */
    uint32_t number;
    uint32_t min, max;
    const char *help;
} setting;

#define DEFAULT_TEXT(value) .text = (value), .number = 0
#define DEFAULT_NUMBER(value) .text = NULL, .number = (value)
#define SETTING(k, n, value, low, high, words) \
    {.kind = k,                                \
     .name = #n,                               \
     .offset = offsetof(config, n),            \
     DEFAULT_##k(value),                       \
     .min = low,                               \
     .max = high,                              \
     .help = words},
static const setting settings[] = {CONFIG_LIST(SETTING)};
enum { SETTINGS_NB = sizeof settings / sizeof *settings };

static void flag_name(const char *name, char out[32])
{
    size_t i = 0;
    for (; name[i] && i < 31; i++)
        out[i] = name[i] == '_' ? '-' : name[i];
    out[i] = 0;
}

static void store_text(config *c, const setting *s, const char *text)
{
    snprintf((char *)c + s->offset, CONFIG_TEXT_MAX, "%s", text);
}

static void store_number(config *c, const setting *s, uint32_t number)
{
    memcpy((char *)c + s->offset, &number, sizeof number);
}

void config_default(config *c)
{
    memset(c, 0, sizeof *c);
    for (const setting *s = settings; s < settings + SETTINGS_NB; s++)
        if (s->kind == TEXT)
            store_text(c, s, s->text);
        else
            store_number(c, s, s->number);
}

const char *config_name(unsigned i)
{
    return i < SETTINGS_NB ? settings[i].name : NULL;
}

static const setting *find_setting(const char *name)
{
    char wanted[32], known[32];
    flag_name(name, wanted);
    for (const setting *s = settings; s < settings + SETTINGS_NB; s++) {
        flag_name(s->name, known);
        if (strcmp(wanted, known) == 0)
            return s;
    }
    return NULL;
}

/* `name`: the setting as it was written. */
static bool set_number(config *c, const setting *s, const char *name, const char *value,
                       char error[CONFIG_ERROR_MAX])
{
    char *end;
    errno = 0;
    const unsigned long long n = strtoull(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || *end || errno || n < s->min || n > s->max) {
        snprintf(error, CONFIG_ERROR_MAX, "%s wants a number from %u to %u, not \"%.40s\"", name,
                 s->min, s->max, value);
        return false;
    }
    store_number(c, s, (uint32_t)n);
    return true;
}

static bool set_value(config *c, const setting *s, const char *name, const char *value,
                      char error[CONFIG_ERROR_MAX])
{
    if (s->kind == NUMBER)
        return set_number(c, s, name, value, error);
    if (strlen(value) > s->max) {
        snprintf(error, CONFIG_ERROR_MAX, "%s is longer than %u bytes", name, s->max);
        return false;
    }
    store_text(c, s, value);
    return true;
}

bool config_set(config *c, const char *name, const char *value, char error[CONFIG_ERROR_MAX])
{
    const setting *s = find_setting(name);
    if (s)
        return set_value(c, s, name, value, error);
    snprintf(error, CONFIG_ERROR_MAX, "there is no setting \"%.40s\"", name);
    return false;
}

bool config_read_environment(config *c, char error[CONFIG_ERROR_MAX])
{
    for (const setting *s = settings; s < settings + SETTINGS_NB; s++) {
        char name[48] = "AZULEJO_";
        for (size_t i = 0; s->name[i]; i++)
            name[8 + i] = (char)toupper((unsigned char)s->name[i]);
        const char *value = getenv(name);
        if (value && !set_value(c, s, name, value, error))
            return false;
    }
    return true;
}

static char *trim_blanks(char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    for (size_t n = strlen(at); n && isspace((unsigned char)at[n - 1]); n--)
        at[n - 1] = 0;
    return at;
}

static bool read_line(config *c, char *line, char error[CONFIG_ERROR_MAX])
{
    char *equals = strchr(line, '=');
    line = trim_blanks(line);
    if (!*line || *line == '#')
        return true;
    if (!equals) {
        snprintf(error, CONFIG_ERROR_MAX, "\"%.40s\" is not name = value", line);
        return false;
    }
    *equals = 0;
    return config_set(c, trim_blanks(line), trim_blanks(equals + 1), error);
}

/* Ends with a byte 0 after `length`. A power cut may leave a file of zeros, which must not be taken
 * for an empty one: the server would run with the defaults. */
bool config_read_text(config *c, const char *text, size_t length, char error[CONFIG_ERROR_MAX])
{
    if (strlen(text) != length) {
        snprintf(error, CONFIG_ERROR_MAX, "it is no text: byte %zu is 0", strlen(text) + 1);
        return false;
    }
    for (unsigned number = 1; *text; number++) {
        char line[1024], why[CONFIG_ERROR_MAX];
        const size_t n = strcspn(text, "\n");
        if (n >= sizeof line) {
            snprintf(error, CONFIG_ERROR_MAX, "line %u is too long", number);
            return false;
        }
        memcpy(line, text, n);
        line[n] = 0;
        text += n + (text[n] == '\n');
        if (!read_line(c, line, why)) {
            snprintf(error, CONFIG_ERROR_MAX, "line %u: %.200s", number, why);
            return false;
        }
    }
    return true;
}

/* ---- Settings that belong together ---- */
static bool check_proxies(const config *c, char error[CONFIG_ERROR_MAX])
{
    char list[CONFIG_TEXT_MAX], *rest = NULL;
    cidr range;
    snprintf(list, sizeof list, "%s", c->proxy_from);
    for (char *at = strtok_r(list, ", ", &rest); at; at = strtok_r(NULL, ", ", &rest))
        if (!cidr_parse(at, &range) || cidr_is_too_wide(&range)) {
            snprintf(error, CONFIG_ERROR_MAX,
                     "the setting proxy-from lists addresses like 10.0.0.9 or 10.0.0.0/24, not "
                     "\"%.60s\"",
                     at);
            return false;
        }
    if (!c->proxy_from[0] || c->proxy)
        return true;
    snprintf(error, CONFIG_ERROR_MAX, "the setting proxy-from needs proxy = 1");
    return false;
}

static bool check_store(const config *c, char error[CONFIG_ERROR_MAX])
{
    const bool is_postgres =
        strncmp(c->store, "postgresql://", 13) == 0 || strncmp(c->store, "postgres://", 11) == 0;
    if (c->store[0] && !is_postgres)
        snprintf(error, CONFIG_ERROR_MAX,
                 "the setting store must be like postgresql://user@host/database; a file is named "
                 "by data");
    else if (c->store[0] && c->data[0])
        snprintf(error, CONFIG_ERROR_MAX, "set store or data, not both");
    else if (c->store[0] && c->finished_days)
        snprintf(error, CONFIG_ERROR_MAX,
                 "the setting finished-days is for a data file; for a database let cron call "
                 "azulejo admin remove-finished");
    else
        return true;
    return false;
}

static bool check_reserve(const config *c, char error[CONFIG_ERROR_MAX])
{
    const char *text = c->disc_reserve;
    if (strcmp(text, "auto") == 0 || (text[0] && strspn(text, "0123456789") == strlen(text)))
        return true;
    snprintf(error, CONFIG_ERROR_MAX,
             "the setting disc-reserve wants auto or a number of megabytes, not \"%.40s\"", text);
    return false;
}

uint64_t config_disc_reserve(const config *c, uint64_t disc_bytes)
{
    const uint64_t most = disc_bytes / 20, usual = 500ull * CONFIG_MB;
    if (strcmp(c->disc_reserve, "auto") == 0)
        return most < usual ? most : usual;
    return strtoull(c->disc_reserve, NULL, 10) * CONFIG_MB;
}

/* Browsers send an origin without a slash at the end; with one nothing would ever match. */
bool config_check(config *c, char error[CONFIG_ERROR_MAX])
{
    const size_t n = strlen(c->origin);
    if (n && c->origin[n - 1] == '/')
        c->origin[n - 1] = 0;
    if (!check_store(c, error) || !check_proxies(c, error) || !check_reserve(c, error))
        return false;
    if (!c->host[0]) { /* the system takes it for all addresses, to which few would open a server so
                        */
        snprintf(error, CONFIG_ERROR_MAX,
                 "the setting host is empty: 127.0.0.1 is this machine, 0.0.0.0 are all addresses");
        return false;
    }
    if (!c->origin[0] || host_origin_ok(c->origin))
        return true;
    snprintf(error, CONFIG_ERROR_MAX,
             "the setting origin must be like https://azul.example, not \"%.100s\"", c->origin);
    return false;
}

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 ||
           strcasecmp(host, "localhost") == 0;
}

bool config_warn(const config *c, unsigned i, config_warning *w)
{
    const bool tls = strncasecmp(c->origin, "https://", 8) == 0;
    const struct {
        bool is_so;
        config_warning warning;
    } all[] = {
        {tls && !c->secure_cookie,
         {"insecure-cookie", "origin is https, but cookies would go over plain http too: set "
                             "secure-cookie to 1"}},
        {tls && !c->proxy,
         {"no-proxy", "origin is https, so a proxy stands in front, but its X-Forwarded-For is not "
                      "used: all visitors share the limits of one address until proxy is 1"}},
        {!tls && c->secure_cookie,
         {"lost-cookie", "secure-cookie is 1, but the page is not at https: browsers will not send "
                         "the cookie back"}},
        {!tls && !is_loopback(c->host),
         {"plain-http", "other machines reach this server over plain http: passwords and cookies "
                        "can be read on the way. Fine in a network of your own; else see TLS in "
                        "docs/hosting.md"}},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].is_so && i-- == 0) {
            *w = all[k].warning;
            return true;
        }
    return false;
}

size_t config_help(char *out, size_t size)
{
    buf b = buf_on(out, size);
    for (const setting *s = settings; s < settings + SETTINGS_NB; s++) {
        char name[32], line[256];
        flag_name(s->name, name);
        const int width = 24 - (int)strlen(name) - 2;
        int n = snprintf(line, sizeof line, "  --%s %-*s %s", name, width > 1 ? width : 1,
                         s->kind == TEXT ? "TEXT" : "N", s->help);
        if (s->kind == NUMBER)
            n += snprintf(line + n, sizeof line - (size_t)n, " (%u)", s->number);
        buf_bytes(&b, line, (size_t)n);
        buf_char(&b, '\n');
    }
    return buf_end(&b);
}
