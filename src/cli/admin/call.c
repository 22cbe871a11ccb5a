/* call.c - one request to a running server, through the socket beside its data file. If no server
 * runs, the request goes to a hub of our own that opens the file. */
#include "cli/admin/admin.h"
#include "server/admin.h"
#include "server/migrate.h"
#include "server/store_read.h"
#include "server/unix_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 100, PAUSE_MS = 50, REPLY_MAX = 16384, REPLY_S = 150 };

static hub *own_hub; /* kept between the requests of one action */

void admin_hang_up(void)
{
    hub_free(own_hub);
    own_hub = NULL;
}

/* The name of the user id; under sudo also the user who called sudo. */
static void user_name(char out[AUDIT_USER_MAX])
{
    const struct passwd *p = getpwuid(getuid());
    const char *by = getenv("SUDO_USER");
    if (by && by[0] && strlen(by) < 24 &&
        strspn(by, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
            strlen(by))
        snprintf(out, AUDIT_USER_MAX, "%.24s (sudo by %.24s)", p ? p->pw_name : "?", by);
    else
        snprintf(out, AUDIT_USER_MAX, "%.48s", p ? p->pw_name : "?");
}

void admin_begin(admin_request *r, const char *action, const char *const *words)
{
    char user[AUDIT_USER_MAX];
    user_name(user);
    r->body = buf_on(r->room, sizeof r->room);
    r->json = json_write_object_on(&r->body);
    json_write_string(&r->json, "action", action);
    json_write_string(&r->json, "user", user);
    json_write_array(&r->json, "args");
    for (unsigned i = 0; words[i]; i++)
        json_write_string(&r->json, NULL, words[i]);
    json_write_array_end(&r->json);
}

/* ---- A running server ---- */
static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t n = send(fd, bytes, length, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

static bool read_all(int fd, char *out, size_t size)
{
    size_t length = 0;
    ssize_t n;
    while (length + 1 < size && (n = recv(fd, out + length, size - length - 1, 0)) > 0)
        length += (size_t)n;
    out[length] = 0;
    return length > 0;
}

/* The status of the answer; 0: there was none. */
static int exchange(int fd, const admin_request *r, char *answer, size_t size)
{
    const struct timeval patience = {.tv_sec = REPLY_S};
    char head[256], reply[REPLY_MAX];
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const int n = snprintf(head, sizeof head,
                           "POST /admin HTTP/1.1\r\nhost: admin\r\nconnection: close\r\n"
                           "content-type: application/json\r\ncontent-length: %zu\r\n\r\n",
                           r->body.length);
    if (!send_all(fd, head, (size_t)n) || !send_all(fd, r->room, r->body.length) ||
        !read_all(fd, reply, sizeof reply) || strncmp(reply, "HTTP/1.1 ", 9) != 0)
        return 0;
    const char *body = strstr(reply, "\r\n\r\n");
    if (!body)
        return 0;
    snprintf(answer, size, "%s", body + 4);
    return (int)strtol(reply + 9, NULL, 10);
}

static bool server_answers(const admin_cli *c)
{
    char path[UNIX_SOCKET_PATH_MAX + 1], why[512];
    const int fd =
        unix_socket_path(c->path, path, why, sizeof why) ? unix_socket_connect(path) : -1;
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* The server locks the file itself (store_open.c), under any of its names. */
static bool is_locked(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return locked;
}

bool admin_name_is_right(admin_cli *c)
{
    char path[UNIX_SOCKET_PATH_MAX + 1], why[512];
    struct stat found;
    if (stat(c->path, &found) != 0 || found.st_nlink < 2 || !is_locked(c->path) ||
        !unix_socket_path(c->path, path, why, sizeof why) || server_answers(c) || errno == EACCES)
        return true;
    return cli_failed(c->args,
                      "%s: a server uses this file by another name (a hard link); give the name "
                      "that the server has",
                      c->path);
}

/* ---- Without one ---- */
/* Opening an older file for writing would migrate it, which only the server shall do. 0: the format
 * is the present one, or the hub itself refuses it. */
static unsigned older_format(const admin_cli *c)
{
    if (c->config.store[0])
        return 0;
    char error[STORE_ERROR_MAX];
    store *s = store_open_reader(c->path, error);
    const unsigned format = s ? migrate_format(s) : 0;
    store_close(s);
    return format < FORMAT_NEWEST ? format : 0;
}

static bool has_present_format(admin_cli *c)
{
    const unsigned format = older_format(c);
    return format == 0 ||
           cli_failed(c->args,
                      "%s has format %u, and nothing was changed: start the server once, which "
                      "migrates it",
                      c->path, format);
}

static int do_alone(admin_cli *c, const admin_request *r, char *answer, size_t size)
{
    char error[CONFIG_ERROR_MAX] = "no memory";
    admin_answer own;
    if (!own_hub && !has_present_format(c))
        return -1;
    if (!own_hub)
        own_hub = admin_hub_new(&c->config, error);
    if (!own_hub) {
        cli_failed(c->args, "%s", error);
        return -1;
    }
    admin_run_alone(own_hub, r->room, r->body.length, (uint32_t)getuid(), &own);
    snprintf(answer, size, "%s", own.text);
    return own.given ? own.status : 0;
}

static int try_once(admin_cli *c, const admin_request *r, char *answer, size_t size)
{
    char path[UNIX_SOCKET_PATH_MAX + 1], why[512];
    if (c->config
            .store[0]) /* we write to the database as a node of its own, and notify the others */
        return do_alone(c, r, answer, size);
    const bool has_path = unix_socket_path(c->path, path, why, sizeof why);
    const int fd = has_path && !own_hub ? unix_socket_connect(path) : -1;
    if (fd >= 0) {
        const int status = exchange(fd, r, answer, size);
        close(fd);
        return status;
    }
    if (has_path && !own_hub && errno == EACCES) {
        cli_failed(c->args, "%s: only the user who runs the server may do this", path);
        return -1;
    }
    if (!has_path)
        fprintf(stderr, "azulejo admin: %s\n", why);
    return do_alone(c, r, answer, size);
}

bool admin_send(admin_cli *c, admin_request *r, char *answer, size_t size)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000};
    int status = 0;
    fields f;
    char text[512] = "no answer", code[32] = "";
    json_write_object_end(&r->json);
    if (r->body.length >= sizeof r->room)
        return cli_wrong(c->args, "that is too long");
    for (unsigned i = 0; i < TRIES; i++) {
        status = try_once(c, r, answer, size);
        code[0] = 0;
        if (status > 0 && fields_parse(&f, answer, strlen(answer))) {
            fields_text(&f, 0, "text", text, sizeof text);
            fields_text(&f, 0, "code", code, sizeof code);
        }
        if (strcmp(code, "BUSY") != 0)
            break;
        nanosleep(&pause, NULL);
    }
    if (status < 0)
        return false;
    return status == 200 || cli_failed(c->args, "%s", text);
}

bool admin_enter(admin_cli *c, const char *action, const char *target)
{
    const char *words[] = {action, target, NULL};
    char answer[ADMIN_ANSWER_MAX];
    admin_request r;
    if (!c->config.store[0] && !server_answers(c)) {
        const unsigned format = older_format(c);
        if (format)
            fprintf(stderr,
                    "azulejo admin: %s has format %u, which a start of the server migrates; until "
                    "then nothing is written to its audit log\n",
                    c->path, format);
        else if (access(c->path, W_OK) != 0)
            fprintf(stderr, "azulejo admin: nothing is written to the audit log of %s: %s\n",
                    c->path, strerror(errno));
        if (format || access(c->path, W_OK) != 0)
            return true;
    }
    admin_begin(&r, "note", words);
    return admin_send(c, &r, answer, sizeof answer);
}

bool admin_do(admin_cli *c, admin_request *r)
{
    char answer[ADMIN_ANSWER_MAX], text[512] = "";
    fields f;
    if (!admin_send(c, r, answer, sizeof answer))
        return false;
    if (c->json)
        puts(answer);
    else if (fields_parse(&f, answer, strlen(answer)) &&
             fields_text(&f, 0, "text", text, sizeof text))
        puts(text);
    return true;
}
