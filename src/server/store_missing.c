/* store_missing.c - names what a recovery could not find (recovery_missing in store_recover.h). */
#include "server/store_names.h"
#include "server/store_recovery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nothing that is left leads to the tables that lost rows there. */
#define UNKNOWN " tables=unknown"

typedef struct listing {
    recovery_report *report;
    void *context;
    size_t count;
} listing;

static void on_problem(void *context, const char *line)
{
    listing *l = context;
    l->count++;
    l->report(l->context, line);
}

static const char *key_text(const page_row *p, char out[STORE_KEY_MAX])
{
    char key[STORE_KEY_MAX];
    snprintf(key, sizeof key, "%.*s", (int)p->key_length, p->key ? (const char *)p->key : "");
    names_public(key, out);
    return out;
}

/* Is an event of some table on this page, in whatever version of it? */
static bool leads_to_tables(const recovery *r, uint32_t page)
{
    for (size_t i = 0; i < r->rows_nb; i++)
        if (r->rows[i].page == page && recovery_is_event(&r->rows[i].found))
            return true;
    return false;
}

static void report_frames(const recovery *r, listing *l)
{
    char line[STORE_ERROR_MAX];
    snprintf(line, sizeof line,
             "frames=%u of the log (confirmed=%u present=%u first-bad=%u) are missing or damaged%s",
             r->facts.lost_frames, r->facts.confirmed, r->facts.present, r->facts.first_bad,
             r->facts.absent_frames || (r->suspect[0] && !leads_to_tables(r, 0)) ? UNKNOWN : "");
    on_problem(l, line);
}

static void report_pages(const recovery *r, listing *l)
{
    char line[STORE_ERROR_MAX], first[STORE_KEY_MAX], last[STORE_KEY_MAX];
    const uint32_t unknown = recovery_unknown_pages(r);
    if (r->facts.lost_frames)
        report_frames(r, l);
    if (r->facts.missing_pages) {
        snprintf(line, sizeof line, "pages=%u of the file are missing" UNKNOWN,
                 r->facts.missing_pages);
        on_problem(l, line);
    }
    if (unknown && unknown != UINT32_MAX) {
        snprintf(line, sizeof line, "pages=%u of the file are not readable as anything" UNKNOWN,
                 unknown);
        on_problem(l, line);
    }
    for (size_t i = 0; i < r->damaged_nb; i++) {
        const damaged_page *d = &r->damaged[i];
        snprintf(line, sizeof line,
                 "page=%u frame=%u rows-whole=%u of=%u first=\"%s\" last=\"%s\"%s", d->page,
                 d->frame, d->rows, d->cells, key_text(&d->first, first), key_text(&d->last, last),
                 leads_to_tables(r, d->page) ? "" : UNKNOWN);
        on_problem(l, line);
    }
}

/* ---- Tables ---- */
static int compare_keys(const void *x, const void *y)
{
    const page_row *a = &(*(row *const *)x)->found, *b = &(*(row *const *)y)->found;
    const size_t shorter = a->key_length < b->key_length ? a->key_length : b->key_length;
    const int order = memcmp(a->key, b->key, shorter);
    return order ? order : (a->key_length > b->key_length) - (a->key_length < b->key_length);
}

/* A table has as many events as its last row counts. That row may be an older version of itself,
 * because the newest one was on a page that is lost; and where frames are lost, also if a page
 * seems to be the newest. Then tables count that had events on a damaged page. */
static bool may_miss_events(const recovery *r, const row *one, bool is_final)
{
    if (!recovery_is_event(&one->found))
        return false;
    return is_final ? one->found.n == NAMES_TAIL && !one->is_current
                    : r->facts.lost_frames && r->suspect[one->page];
}

static void report_tables(const recovery *r, listing *l)
{
    char line[STORE_ERROR_MAX], key[STORE_KEY_MAX];
    row **found = malloc((r->rows_nb + r->final_nb + 1) * sizeof *found);
    size_t count = 0;
    for (size_t i = 0; found && i < r->rows_nb; i++)
        if (may_miss_events(r, &r->rows[i], false))
            found[count++] = &r->rows[i];
    for (size_t i = 0; found && i < r->final_nb; i++)
        if (may_miss_events(r, r->final[i], true))
            found[count++] = r->final[i];
    if (!found)
        on_problem(l,
                   "there is no memory to name the tables that may miss their last events" UNKNOWN);
    else
        qsort(found, count, sizeof *found, compare_keys);
    for (size_t i = 0; i < count; i++) {
        const page_row *p = &found[i]->found;
        if (i && compare_keys(&found[i - 1], &found[i]) == 0)
            continue;
        snprintf(key, sizeof key, "%.*s", (int)p->key_length, (const char *)p->key);
        snprintf(line, sizeof line, "table=%.40s cause=\"its last events may be missing\"",
                 names_table(key));
        on_problem(l, line);
    }
    free(found);
}

static store_found has_row(void *context, const char *key)
{
    const recovery *r = context;
    const page_row wanted = {.key = (const uint8_t *)key, .key_length = strlen(key)};
    size_t low = 0, high = r->final_nb;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (page_row_compare(&r->final[middle]->found, &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->final_nb && r->final[low]->found.key_length == wanted.key_length &&
                   memcmp(r->final[low]->found.key, key, wanted.key_length) == 0
               ? STORE_FOUND
               : STORE_NONE;
}

size_t recovery_missing(const recovery *r, recovery_report *report, void *context)
{
    listing l = {report, context, 0};
    names_check c = {.has_key = has_row,
                     .report = on_problem,
                     .context = (void *)(uintptr_t)r,
                     .report_context = &l};
    report_pages(r, &l);
    report_tables(r, &l);
    for (size_t i = 0; i < r->final_nb; i++) {
        const page_row *p = &r->final[i]->found;
        char key[STORE_KEY_MAX];
        snprintf(key, sizeof key, "%.*s", (int)p->key_length, (const char *)p->key);
        names_feed(&c, key, p->n, (const char *)p->data, p->length);
    }
    names_end(&c);
    return l.count;
}
