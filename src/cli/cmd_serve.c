/* cmd_serve.c - runs the server: the page, and games between people. */
#include "cli/options.h"
#include "cli/signals.h"
#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SETTING = 1000, SETTINGS_MAX = 64, FILE_MAX = 65536 };

/* The exit code when the data are refused until the host looks at them: a service manager must not
 * start the server again by itself (contrib/azulejo.service). */
enum { NEEDS_HOST = 3 };

static void stop_serving(void *context)
{
    server_stop(context);
}

/* A full disc or a closed pipe makes the write fail; without this it would kill the server. */
static void ignore_signals(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
}

static const char *help_text(void)
{
    static char text[8192];
    const int n = snprintf(
        text, sizeof text,
        "usage: azulejo serve [--config FILE] [SETTING]...\n"
        "\n"
        "Serves the page and its games until it is interrupted. Every setting can also be an\n"
        "environment variable (--port: AZULEJO_PORT) or a line of FILE (port = 8080);\n"
        "flags beat the environment, the environment beats the file.\n"
        "\n"
        "  --config FILE             name = value lines, # begins a comment\n");
    config_help(text + n, sizeof text - (size_t)n);
    return text;
}

static void fill_options(struct option *options, char names[][32])
{
    static const struct option fixed[] = {
        {"config", required_argument, NULL, 'c'}, CLI_COMMON_OPTIONS, {0}};
    unsigned n = 0;
    for (; config_name(n) && n < SETTINGS_MAX; n++) {
        snprintf(names[n], 32, "%s", config_name(n));
        for (char *at = names[n]; *at; at++)
            *at = *at == '_' ? '-' : *at;
        options[n] = (struct option){names[n], required_argument, NULL, FIRST_SETTING + (int)n};
    }
    memcpy(options + n, fixed, sizeof fixed);
}

static bool read_config_file(cli_args *a, config *c, const char *path)
{
    char error[CONFIG_ERROR_MAX];
    size_t length;
    char *text = cli_read_file(a, path, FILE_MAX, &length);
    if (!text) {
        a->status = CLI_USAGE; /* the setting names the wrong file */
        return false;
    }
    const bool good = config_read_text(c, text, length, error);
    free(text);
    return good || cli_wrong(a, "%s: %s", path, error);
}

/* First the file, then the environment, then the flags; later values replace earlier ones. */
static bool read_settings(cli_args *a, config *c, char names[][32])
{
    const char *values[SETTINGS_MAX] = {0}, *file = getenv("AZULEJO_CONFIG");
    char error[CONFIG_ERROR_MAX];
    config_default(c);
    for (int o; (o = cli_next(a)) != CLI_END;) {
        if (o == 'c')
            file = optarg;
        else
            values[o - FIRST_SETTING] = optarg;
    }
    if (a->stop || !cli_operands(a, 0) || (file && !read_config_file(a, c, file)))
        return false;
    if (!config_read_environment(c, error))
        return cli_wrong(a, "%s", error);
    for (unsigned i = 0; i < SETTINGS_MAX; i++)
        if (values[i] && !config_set(c, names[i], values[i], error))
            return cli_wrong(a, "--%s", error);
    return config_check(c, error) || cli_wrong(a, "%s", error);
}

/* An address that stands for all networks cannot be visited; one of IPv6 needs brackets. */
static void print_address(const config *c, const server *running)
{
    const bool all = strcmp(c->host, "0.0.0.0") == 0 || strcmp(c->host, "::") == 0 || !c->host[0];
    const bool six = !all && strchr(c->host, ':');
    printf("Azulejo is at http://%s%s%s:%u/ (Ctrl-C ends it)\n", six ? "[" : "",
           all ? "localhost" : c->host, six ? "]" : "", server_port(running));
}

int cmd_serve(int argc, char **argv)
{
    static struct option options[SETTINGS_MAX + 4];
    static char names[SETTINGS_MAX][32];
    char error[CONFIG_ERROR_MAX] = "out of memory";
    config c;
    bool needs_host = false;
    fill_options(options, names);
    cli_args a = cli_begin("serve", help_text(), options, argc, argv);
    if (!read_settings(&a, &c, names))
        return a.status;
    ignore_signals();
    server *running = server_new(&c, error, &needs_host);
    if (!running) {
        cli_failed(&a, "%s", error);
        return needs_host ? NEEDS_HOST : a.status;
    }
    signals_call(stop_serving, running);
    print_address(&c, running);
    fflush(stdout);
    server_run(running);
    server_free(running);
    return cli_flush("serve");
}
