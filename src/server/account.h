/* account.h - sessions and accounts over HTTP (account.c), their export (account_export.c)
 * and deletion (account_delete.c). */
#ifndef SERVER_ACCOUNT_H
#define SERVER_ACCOUNT_H

#include "server/audit.h"
#include "server/device.h"
#include "server/fields.h"
#include "server/identity.h"
#include "server/transport.h"
#include "server/writer.h"

typedef struct hub hub;

/* `who` is known by the cookie, unless its id is empty. */
typedef void account_request(hub *h, conn *c, const fields *f, identity *who);
account_request account_session, account_make, account_password, account_logout, account_link,
    account_use_link, account_delete;
/* `seen`: the device that the request names, all 0 if none; `charged`: this try was counted against
 * the device's own limit and not against the address's. */
void account_login(hub *h, conn *c, const fields *f, const device *seen, bool charged);
void account_export(hub *h, conn *c, const identity *who); /* account_export.c */
void account_drop_old_links(hub *h);
void account_reply_cleared(conn *c);
/* Adds or drops the rows by which an account's name is found. Where another account has one of
 * them meanwhile, the whole job is a STORE_CONFLICT. */
bool account_name_rows(writer_job *j, const identity *who, bool drop);
/* Puts the person's row in place of the one that `was` was read from. Where another node has
 * changed it since, the whole job is a STORE_CONFLICT. False: it has changed already, cannot be
 * read, or the job is full. */
bool account_put_person(hub *h, writer_job *j, const identity *was, const identity *who);
/* Only that condition; `is_new`: there is no row, and so no condition. */
bool account_guard_person(hub *h, writer_job *j, const identity *was, bool *is_new);

/* While a change of a person is being stored, this node begins no other one. False: one is, or
 * there are HUB_CHANGES_MAX of them. */
bool account_mark(hub *h, const char *person_id);
void account_unmark(hub *h, const char *person_id);

bool account_name_taken(hub *h, const char *name, const char *but_of);
/* At a game that is not over and that the person has not left. */
bool account_is_playing(hub *h, const char *person_id);

/* ---- account_delete.c ---- */
void account_forget(hub *h, conn *c, const identity *who); /* also answers */
/* For the host. `done` is called once, perhaps before this returns; with false if the server could
 * not store all of it: then the rest is done later. False: busy, and `done` is not called. */
typedef void account_forgotten(void *context, bool good);
bool account_forget_for_host(hub *h, const identity *who, const audit_entry *note,
                             account_forgotten *done, void *context);
/* Another node deletes the person, or has done so: at that table ("*": at all) memory does not name
 * the person any more. */
void account_forgotten_elsewhere(hub *h, const char *table_id, const char *person_id);
void account_forget_resume(hub *h); /* resumes deletions that were interrupted */

#endif
