/* admin.c - see admin.h. */
#include "server/admin.h"
#include "server/routes.h"

#include "server/http.h"
#include "server/log.h"
#include "server/unix_socket.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    admin_action *run;
} actions[] = {
    {"password", admin_password}, {"rename", admin_rename}, {"ban", admin_ban},
    {"unban", admin_unban},       {"close", admin_close},   {"remove", admin_remove},
    {"delete", admin_delete},     {"note", admin_note},
};

/* ---- Answers ---- */
static void answer_call(admin_call *a, int status, const char *code, const char *text)
{
    char room[ADMIN_ANSWER_MAX];
    buf b = buf_on(room, sizeof room);
    json_writer w = json_write_object_on(&b);
    if (code)
        json_write_string(&w, "code", code);
    json_write_string(&w, "text", text);
    if (a->who.id[0] && !code)
        json_write_string(&w, "person", a->who.id);
    if (!code)
        json_write_number(&w, "removed", a->removed);
    json_write_object_end(&w);
    buf_end(&b);
    conn *c = a->conn ? transport_find(a->hub->transport, a->conn) : NULL;
    if (c)
        hub_reply_json(c, status, &b, NULL);
    if (a->answer) {
        a->answer->given = true;
        a->answer->status = status;
        snprintf(a->answer->text, sizeof a->answer->text, "%s", room);
    }
    free(a);
}

void admin_ok(admin_call *a, const char *format, ...)
{
    char text[ADMIN_ANSWER_MAX / 4];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    answer_call(a, 200, NULL, text);
}

void admin_refuse(admin_call *a, int status, const char *code, const char *format, ...)
{
    char text[ADMIN_ANSWER_MAX / 4];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    answer_call(a, status, code, text);
}

/* ---- Storing ---- */
void admin_name_target(admin_call *a, const char *target)
{
    char args[AUDIT_ARGS_MAX];
    const char *at = strstr(a->entry.args, "\"@\"");
    if (!at)
        return;
    const int n = snprintf(args, sizeof args, "%.*s\"%s\"%s", (int)(at - a->entry.args),
                           a->entry.args, target, at + 3);
    if (n > 0 && (size_t)n < sizeof args)
        memcpy(a->entry.args, args, sizeof args);
}

bool admin_store(admin_call *a, writer_job *j, bool good)
{
    if (writer_submit_if(a->hub->writer, j,
                         good && audit_put(&a->hub->audit, j, &a->entry, hub_wall_ms())))
        return true;
    admin_refuse(a, 503, "BUSY", "the server is short of memory; please try again");
    return false;
}

static void noted(void *context, writer_job *job)
{
    if (job->stored)
        admin_ok(context, "noted");
    else
        admin_refuse(context, 503, "NOT_STORED", "the server could not store this");
}

/* Stores only the entry of something that was done outside the server, like a backup. */
void admin_note(admin_call *a)
{
    writer_job *j = writer_job_new(noted, a, "");
    admin_store(a, j, j != NULL);
}

/* ---- Requests ---- */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

static bool read_entry(admin_call *a, uint32_t uid)
{
    const fields *f = &a->fields;
    const uint32_t args = fields_find(f, 0, "args");
    a->entry.uid = uid;
    if (args == FIELDS_NONE || f->nodes[args].type != JSON_ARRAY ||
        !fields_text(f, 0, "user", a->entry.user, sizeof a->entry.user))
        return false;
    const size_t n = f->nodes[args].end - f->nodes[args].start;
    if (n >= sizeof a->entry.args - GAME_PERSON_MAX - CIDR_MAX)
        return false;
    memcpy(a->entry.args, a->body + f->nodes[args].start, n);
    return is_plain(a->entry.args) && is_plain(a->entry.user);
}

static void run_call(admin_call *a, uint32_t uid)
{
    char name[16] = "";
    if (!fields_parse(&a->fields, a->body, strlen(a->body)) || !read_entry(a, uid)) {
        admin_refuse(a, 400, "NOT_UNDERSTOOD", "the request is not understood");
        return;
    }
    fields_text(&a->fields, 0, "action", name, sizeof name);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0) {
            log_event(LOG_INFO, "admin", "action=%s uid=%u", name, uid);
            actions[i].run(a);
            return;
        }
    admin_refuse(a, 400, "NOT_UNDERSTOOD", "there is no action \"%s\"", name);
}

static admin_call *call_new(hub *h, const char *body, size_t length)
{
    admin_call *a = length <= ADMIN_REQUEST_MAX ? calloc(1, sizeof *a) : NULL;
    if (!a)
        return NULL;
    a->hub = h;
    memcpy(a->body, body, length);
    return a;
}

void admin_http(hub *h, conn *c, const http_request *q)
{
    if (strcmp(q->method, "POST") != 0 || strcmp(q->path, "/admin") != 0) {
        http_text(c, 404, "there is nothing here\n");
        return;
    }
    admin_call *a = call_new(h, q->body, q->body_length);
    if (!a) {
        hub_reply_error(c, 503, "BUSY", "please try again");
        return;
    }
    a->conn = conn_id(c);
    run_call(a, conn_user_id(c));
}

/* ---- The socket, and a hub without one ---- */
void admin_listen(hub *h)
{
    char path[UNIX_SOCKET_PATH_MAX + 1], error[512] = "";
    if (h->data_path[0] && (!unix_socket_path(h->data_path, path, error, sizeof error) ||
                            !transport_listen_admin(h->transport, path, error, sizeof error)))
        log_event(LOG_WARN, "no-admin", "cause=\"%s\"", error);
}

static void wake_nobody(void *context)
{
    (void)context;
}

hub *admin_hub_new(const config *c, char error[CONFIG_ERROR_MAX])
{
    hub *h = hub_new(c, error, NULL);
    if (!h)
        return NULL;
    h->writer = writer_new(h->store, wake_nobody, h);
    if (h->writer)
        return h;
    hub_free(h);
    snprintf(error, CONFIG_ERROR_MAX, "cannot start a thread");
    return NULL;
}

void admin_run_alone(hub *h, const char *body, size_t length, uint32_t uid, admin_answer *answer_to)
{
    const struct timespec a_moment = {.tv_nsec = 500000};
    admin_call *a = call_new(h, body, length);
    memset(answer_to, 0, sizeof *answer_to);
    if (!a)
        return;
    a->answer = answer_to;
    run_call(a, uid);
    while (!answer_to->given) {
        writer_collect(h->writer);
        nanosleep(&a_moment, NULL);
    }
}
