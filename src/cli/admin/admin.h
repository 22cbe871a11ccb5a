/* admin.h - `azulejo admin`: what its files share.
 *
 *   ../cmd_admin.c  options, the list of actions
 *   call.c          asking a running server to change something, or doing it without one
 *   people.c        people, person, bans, audit
 *   tables.c        tables, table, remove-finished
 *   file.c          sizes, check, backup, restore
 *   changes.c       password, rename, delete, ban, unban, close
 *
 * What only reads opens the data file itself, whether a server runs or not (server/store_read.h).
 */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#include "base/json_write.h"
#include "cli/options.h"
#include "server/config.h"
#include "server/store.h"

enum { ADMIN_PATH_MAX = 1024, ADMIN_WORDS_MAX = 3 };

typedef struct admin_cli {
    cli_args *args;
    config config;
    char path[ADMIN_PATH_MAX]; /* of the data file */
    const char *action;
    const char *word[ADMIN_WORDS_MAX]; /* arguments of the action; NULL after the last */
    uint64_t limit;
    uint64_t for_ms, older_ms; /* 0: not given */
    const char *for_text, *older_text, *reason, *phase, *person;
    bool json, dry_run, from_stdin;
} admin_cli;

/* Each returns false after a message. */
typedef bool admin_verb(admin_cli *c);
admin_verb admin_people, admin_person, admin_tables, admin_table, admin_password_verb,
    admin_rename_verb, admin_delete_verb, admin_ban_verb, admin_unban_verb, admin_bans,
    admin_close_verb, admin_remove_finished, admin_sizes, admin_backup, admin_restore, admin_check,
    admin_audit;

/* ---- call.c ---- */
/* A request: an object that is begun with action, user and args, to which fields can be added. */
typedef struct admin_request {
    char room[4096];
    buf body;
    json_writer json; /* onto the body */
} admin_request;
/* `words`: the list of arguments for the log, NULL at its end. "@" stands for what the request is
 * about. */
void admin_begin(admin_request *r, const char *action, const char *const *words);
/* Sends it and prints nothing; the answer is one JSON object. False after a message. */
bool admin_send(admin_cli *c, admin_request *r, char *answer, size_t size);
/* Sends it and prints what the answer says. */
bool admin_do(admin_cli *c, admin_request *r);
/* Stores only an entry of the audit log, for what is no change. True with a message where the file
 * cannot be written to without a server: it has an older format or is read-only. */
bool admin_enter(admin_cli *c, const char *action, const char *target);
/* False after a message: a server uses the file by another name (a hard link), so the log beside
 * this name is not its log. */
bool admin_name_is_right(admin_cli *c);
void admin_hang_up(void); /* at the end: the connection, or the file */

/* ---- Shared by the lists ---- */
store *admin_open(admin_cli *c); /* NULL after a message */
/* "2026-01-31 12:00:00" (UTC), or `none` for 0. */
const char *admin_time(uint64_t ms, const char *none, char out[32]);
/* JSON lists: [, one object a line, ]. */
typedef struct admin_list {
    bool any;
} admin_list;
void admin_list_begin(const admin_cli *c, admin_list *l);
void admin_list_add(admin_list *l, const buf *object);
void admin_list_end(const admin_cli *c, const admin_list *l);

#endif
