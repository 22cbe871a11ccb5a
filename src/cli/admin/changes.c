/* changes.c - password, rename, delete, ban, unban, close. */
#include "cli/admin/admin.h"
#include "server/bans.h"
#include "server/identity.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { PASSWORD_LETTERS = 20 };

/* ---- Passwords ---- */
/* 20 letters and digits that are not confused with each other: 99 bits. */
static void random_password(char out[IDENTITY_PASSWORD_MAX + 1])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (unsigned i = 0; i < PASSWORD_LETTERS; i++)
        out[i] = letters[randombytes_uniform(sizeof letters - 1)];
    out[PASSWORD_LETTERS] = 0;
}

static bool read_password(admin_cli *c, char out[IDENTITY_PASSWORD_MAX + 1])
{
    char line[IDENTITY_PASSWORD_MAX + 3];
    if (!fgets(line, sizeof line, stdin))
        return cli_failed(c->args, "standard input has no password");
    line[strcspn(line, "\r\n")] = 0;
    const size_t n = strlen(line);
    if (n < IDENTITY_PASSWORD_MIN || n > IDENTITY_PASSWORD_MAX)
        return cli_failed(c->args, "a password has %d to %d bytes", IDENTITY_PASSWORD_MIN,
                          IDENTITY_PASSWORD_MAX);
    memcpy(out, line, n + 1);
    sodium_memzero(line, sizeof line);
    return true;
}

static void print_password(const admin_cli *c, const char *password)
{
    char room[256];
    buf b = buf_on(room, sizeof room);
    if (!c->json) {
        printf("%s\n", password);
        return;
    }
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "password", password);
    json_write_object_end(&w);
    buf_end(&b);
    puts(room);
    sodium_memzero(room, sizeof room);
}

/* The hash is made here, because it takes long and the password itself must not be sent. */
bool admin_password_verb(admin_cli *c)
{
    static const char *const words[] = {"password", "@", NULL};
    char password[IDENTITY_PASSWORD_MAX + 1], hash[IDENTITY_HASH_MAX], answer[2048];
    admin_request r;
    if (c->from_stdin ? !read_password(c, password) : false)
        return false;
    if (!c->from_stdin)
        random_password(password);
    if (!identity_hash_password(password, hash))
        return cli_failed(c->args, "there is not enough memory to hash a password");
    admin_begin(&r, "password", words);
    json_write_string(&r.json, "target", c->word[0]);
    json_write_string(&r.json, "hash", hash);
    const bool good = admin_send(c, &r, answer, sizeof answer);
    if (good && !c->from_stdin)
        print_password(c, password);
    sodium_memzero(password, sizeof password);
    return good;
}

/* ---- Names, bans, tables ---- */
bool admin_rename_verb(admin_cli *c)
{
    static const char *const words[] = {"rename", "@", NULL};
    admin_request r;
    admin_begin(&r, "rename", words);
    json_write_string(&r.json, "target", c->word[0]);
    json_write_string(&r.json, "name", c->word[1]);
    return admin_do(c, &r);
}

bool admin_delete_verb(admin_cli *c)
{
    static const char *const words[] = {"delete", "@", "--sure", NULL};
    admin_request r;
    admin_begin(&r, "delete", words);
    json_write_string(&r.json, "target", c->word[0]);
    return admin_do(c, &r);
}

static bool add_reason(admin_cli *c, admin_request *r)
{
    if (!c->reason)
        return true;
    json_write_string(&r->json, "reason", c->reason);
    return cli_text(c->args, "--reason", c->reason, strlen(c->reason), BAN_REASON_MAX);
}

bool admin_ban_verb(admin_cli *c)
{
    const char *words[8] = {"ban", "@"};
    unsigned n = 2;
    admin_request r;
    if (c->for_text) {
        words[n++] = "--for";
        words[n++] = c->for_text;
    }
    if (c->reason) {
        words[n++] = "--reason";
        words[n++] = c->reason;
    }
    admin_begin(&r, "ban", words);
    json_write_string(&r.json, "target", c->word[0]);
    if (c->for_ms)
        json_write_number(&r.json, "for_ms", (int64_t)c->for_ms);
    return add_reason(c, &r) && admin_do(c, &r);
}

bool admin_unban_verb(admin_cli *c)
{
    static const char *const words[] = {"unban", "@", NULL};
    admin_request r;
    admin_begin(&r, "unban", words);
    json_write_string(&r.json, "target", c->word[0]);
    return admin_do(c, &r);
}

bool admin_close_verb(admin_cli *c)
{
    const char *words[6] = {"close", c->word[0]};
    admin_request r;
    if (c->reason) {
        words[2] = "--reason";
        words[3] = c->reason;
    }
    admin_begin(&r, "close", words);
    json_write_string(&r.json, "table", c->word[0]);
    return add_reason(c, &r) && admin_do(c, &r);
}
