/* check.c - see check.h. */
#include "server/check.h"

#include "server/game_json.h"
#include "server/store_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_PAGE = 4096, TABLES_PAGE = 256, WRONG_MAX = 256 };

typedef struct checking {
    void (*wrong)(void *context, const char *line);
    void *context;
    check_figures *figures;
} checking;

static void name_wrong(checking *c, const char *format, const char *what, uint32_t n,
                       const char *why)
{
    char line[WRONG_MAX];
    snprintf(line, sizeof line, format, what, n, why);
    c->figures->wrong++;
    c->wrong(c->context, line);
}

/* ---- Rows ---- */
static bool check_row(void *context, const store_row *row)
{
    checking *c = context;
    if (!row->intact)
        name_wrong(c, "row %.90s number %u: %s", row->key, row->n, "its checksum is wrong");
    return true;
}

bool check_rows(store *s, void (*wrong)(void *, const char *), void *context,
                check_figures *figures, char error[STORE_ERROR_MAX])
{
    checking c = {wrong, context, figures};
    store_cursor place = {0};
    size_t count = ROWS_PAGE;
    while (count == ROWS_PAGE) {
        if (!store_page(s, "", &place, ROWS_PAGE, check_row, &c, &count, error))
            return false;
        figures->rows += count;
    }
    return true;
}

/* ---- Games ---- */
typedef struct playing {
    game game;
    const char *key, *why; /* NULL: nothing is wrong */
    uint32_t at, promised;
    bool has_tail;
} playing;

static bool play_event(void *context, const store_row *row)
{
    playing *p = context;
    game_event e;
    if (strcmp(row->key, p->key) != 0)
        return false;
    p->at = row->n;
    if (!row->intact)
        p->why = "its checksum is wrong";
    else if (row->n == GAME_TAIL)
        p->has_tail = game_tail_read(&p->promised, row->data, row->length);
    else if (!game_event_read(&e, row->n, row->data, row->length))
        p->why = "it cannot be read";
    else if (!game_apply(&p->game, &e, 1))
        p->why = "it cannot follow, or leads to another position";
    return p->why == NULL;
}

static void check_game(checking *c, store *s, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX], error[STORE_ERROR_MAX];
    size_t length;
    game_row row;
    playing *p = calloc(1, sizeof *p);
    snprintf(key, sizeof key, "table/%s", id);
    const store_found found = store_get(s, key, 0, text, sizeof text, &length);
    if (!p || found == STORE_NONE) { /* removed since the list was read */
        free(p);
        return;
    }
    c->figures->games++;
    if (found != STORE_FOUND || !game_row_read(&row, text, length)) {
        name_wrong(c, "table %s event %u: %s", id, 0, "the table's own row cannot be read");
        free(p);
        return;
    }
    game_init(&p->game, id, &row.options, row.secret);
    snprintf(key, sizeof key, "event/%s", id);
    p->key = key;
    if (!store_scan(s, key, play_event, p, error))
        p->why = "reading failed";
    if (!p->why && (!p->has_tail || p->promised != p->game.n)) {
        p->at = p->game.n + 1;
        p->why = "the last events are missing";
    }
    if (p->why)
        name_wrong(c, "table %s event %u: %s", id, p->at, p->why);
    game_release(&p->game);
    free(p);
}

static void check_live(checking *c, store *s, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "live/%s", id);
    if (store_get(s, key, 0, text, sizeof text, &length) == STORE_NONE)
        return; /* finished since the list was read */
    snprintf(key, sizeof key, "table/%s", id);
    if (store_get(s, key, 0, text, sizeof text, &length) == STORE_NONE)
        name_wrong(c, "table %s event %u: %s", id, 0, "it is listed as unfinished, but missing");
}

typedef struct list_check {
    checking *checking;
    store *store;
    void (*one)(checking *, store *, const char *id);
} list_check;

static bool check_listed(void *context, const store_row *row)
{
    list_check *l = context;
    store_reader_begin(l->store); /* the table and its events as of one moment */
    l->one(l->checking, l->store, strchr(row->key, '/') + 1);
    store_reader_end(l->store);
    return true;
}

bool check_games(store *s, void (*wrong)(void *, const char *), void *context,
                 check_figures *figures, char error[STORE_ERROR_MAX])
{
    checking c = {wrong, context, figures};
    list_check games = {&c, s, check_game}, unfinished = {&c, s, check_live};
    return store_walk(s, "table/", check_listed, &games, error) &&
           store_walk(s, "live/", check_listed, &unfinished, error);
}
