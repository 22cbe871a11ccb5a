/* saved.c - the records in the working folder: see saved.h. */
#include "term/saved.h"
#include "base/buf.h"
#include "text/detect.h"
#include "text/tags.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MAX = 1 << 20 };

static bool is_record_name(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false; /* it would not be shown as it is */
    return length > 4 && length < SAVED_NAME_MAX && strcmp(name + length - 4, ".azr") == 0;
}

/* Puts a file into the list, which stays ordered: the oldest one falls out of a full list. */
static size_t insert(saved_game *list, size_t count, const char *name, time_t changed)
{
    size_t at = count < SAVED_MAX ? count : SAVED_MAX - 1;
    if (count == SAVED_MAX && list[at].changed >= changed)
        return count;
    for (; at > 0 && list[at - 1].changed < changed; at--)
        list[at] = list[at - 1];
    list[at] = (saved_game){.changed = changed};
    snprintf(list[at].name, sizeof list[at].name, "%s", name);
    return count < SAVED_MAX ? count + 1 : count;
}

static size_t list_files(saved_game *list)
{
    DIR *folder = opendir(".");
    size_t count = 0;
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat about;
        if (is_record_name(entry->d_name) && stat(entry->d_name, &about) == 0 &&
            S_ISREG(about.st_mode) && about.st_size > 0 && about.st_size <= FILE_MAX)
            count = insert(list, count, entry->d_name, about.st_mtime);
    }
    if (folder)
        closedir(folder);
    return count;
}

/* Reads the last game of a text, up to a fault if there is one; false: there is none. */
static bool read_last(const char *text, size_t length, azj_record *r)
{
    const text_form form = text_form_of(text, length);
    size_t at = 0;
    bool found = false;
    while (text_form_is_record(form) && azj_record_more(text, length, &at)) {
        azj_text_fault fault;
        const size_t before = at;
        const azj_error e = text_next_game(form, text, length, &at, r, &fault);
        found = r->start.head.players > 0;
        if (e && form == TEXT_FORM_RECORD)
            azj_record_skip(text, length, &at);
        if ((e && form != TEXT_FORM_RECORD) || at <= before)
            break;
    }
    return found;
}

static void describe(saved_game *g, const azj_record *r)
{
    const char *cause = azj_record_string(r, r->cause);
    buf b = buf_on(g->about, sizeof g->about);
    g->rules = (azj_rules)r->start.head.rules;
    g->unfinished =
        r->now.head.phase != AZJ_PHASE_OVER && (!*cause || strcmp(cause, "unfinished") == 0);
    for (unsigned seat = 0; seat < r->start.head.players; seat++) {
        const char *name = azj_record_tag_value(r, tags_seat(seat));
        buf_text(&b, seat ? ", " : "");
        buf_text(&b, name ? name : "");
        buf_text(&b, name && *name ? " " : "");
        buf_number(&b, azj_score(&r->now, seat));
    }
    buf_end(&b);
}

static bool look_into(saved_game *g)
{
    FILE *file = fopen(g->name, "rb");
    char *text = file ? malloc(FILE_MAX) : NULL;
    const size_t length = text ? fread(text, 1, FILE_MAX, file) : 0;
    if (file)
        fclose(file);
    azj_record r;
    azj_record_init(&r);
    const bool found = length > 0 && read_last(text, length, &r);
    if (found)
        describe(g, &r);
    azj_record_free(&r);
    free(text);
    return found;
}

size_t saved_list(saved_game list[SAVED_MAX])
{
    const size_t files = list_files(list);
    size_t count = 0;
    for (size_t i = 0; i < files; i++) {
        if (!look_into(&list[i]))
            continue;
        if (count != i)
            list[count] = list[i];
        count++;
    }
    return count;
}
