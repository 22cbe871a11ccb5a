/* keep.c - a game in a file: who played, where it stands, how to go on with it.
 *
 * Kind0 … Kind3 name the seats as --seats does ("person:Ann", "bot:regular"), and Seed the deals,
 * so that a record says all that is needed to go on.
 */
#include "base/json.h"
#include "cli/play/game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KIND_MAX = 8 + PLAY_NAME_MAX };

/* ---- Tags ---------------------------------------------------------------------------------- */

static void tag_date(azj_record *r)
{
    char date[16];
    const time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day) && strftime(date, sizeof date, "%Y-%m-%d", &day))
        azj_record_tag(r, "Date", date);
}

static void tag_seat(play_game *g, unsigned seat)
{
    const play_seat *s = &g->setup->seats[seat];
    const char name_tag[] = {'S', 'e', 'a', 't', (char)('0' + seat), '\0'};
    const char kind_tag[] = {'K', 'i', 'n', 'd', (char)('0' + seat), '\0'};
    char name[2 * PLAY_NAME_MAX], kind[KIND_MAX];
    buf b = buf_on(name, sizeof name);
    play_name(&b, g->setup, seat);
    buf_end(&b);
    const char *rest = s->bot ? s->level : s->name;
    snprintf(kind, sizeof kind, "%s%s%s", s->bot ? "bot" : "person", *rest ? ":" : "", rest);
    if (!azj_record_tag_value(&g->record, name_tag)) /* a game gone on with keeps its names */
        azj_record_tag(&g->record, name_tag, name);
    azj_record_tag(&g->record, kind_tag, kind);
}

void keep_tags(play_game *g)
{
    char seed[24];
    for (unsigned seat = 0; seat < g->setup->game.players; seat++)
        tag_seat(g, seat);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)g->setup->seed);
    azj_record_tag(&g->record, "Seed", seed);
    if (!azj_record_tag_value(&g->record, "Date"))
        tag_date(&g->record);
}

/* ---- Going on ------------------------------------------------------------------------------ */

static bool is_bot(const char *name)
{
    for (unsigned i = 0; azj_bot_name(i); i++)
        if (strcmp(azj_bot_name(i), name) == 0)
            return true;
    return false;
}

static void read_kind(const char *kind, play_seat *seat)
{
    const bool bot = strncmp(kind, "bot:", 4) == 0;
    if (bot && is_bot(kind + 4)) {
        *seat = (play_seat){.bot = true};
        snprintf(seat->level, sizeof seat->level, "%s", kind + 4);
    } else if (!bot && strncmp(kind, "person", 6) == 0) {
        *seat = (play_seat){0};
        if (kind[6] == ':')
            snprintf(seat->name, sizeof seat->name, "%.*s",
                     (int)utf8_fit(kind + 7, strlen(kind + 7), sizeof seat->name), kind + 7);
    }
}

void keep_read_setup(const azj_record *record, play_setup *setup)
{
    const azj_head *head = &record->start.head;
    const char *seed = azj_record_tag_value(record, "Seed");
    setup->game.rules = (azj_rules)head->rules;
    setup->game.players = head->players;
    setup->game.random_tablets = false;
    if (head->rules == AZJ_DUEL)
        setup->game.tablets = record->start.duel.tablets;
    if (seed && *seed)
        setup->seed = strtoull(seed, NULL, 10);
    for (unsigned seat = 0; seat < head->players; seat++) {
        const char tag[] = {'K', 'i', 'n', 'd', (char)('0' + seat), '\0'};
        const char *kind = azj_record_tag_value(record, tag);
        if (kind)
            read_kind(kind, &setup->seats[seat]);
    }
}

/* ---- Files --------------------------------------------------------------------------------- */

long keep_file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (long)about.st_size : 0;
}

/* Behind what the file held before the game. */
static bool write_behind(FILE *file, long kept, const char *text, size_t length)
{
    if (fseek(file, kept, SEEK_SET) != 0 || (kept && fputc('\n', file) == EOF) ||
        fwrite(text, 1, length, file) != length || fflush(file) != 0)
        return false;
    return ftruncate(fileno(file), ftell(file)) == 0;
}

bool keep_write(play_game *g)
{
    const char *path = g->setup->record_path;
    const long size = keep_file_size(path);
    if (size != g->end) /* games of somebody else: ours goes on behind them */
        g->kept = size;
    const size_t length = azj_record_text(&g->record, NULL, 0);
    char *text = malloc(length + 1);
    FILE *file = fopen(path, "r+");
    if (!file)
        file = fopen(path, "w");
    bool fine = text && file;
    if (fine) {
        azj_record_text(&g->record, text, length + 1);
        fine = write_behind(file, g->kept, text, length);
    }
    if (file && fclose(file) != 0)
        fine = false;
    free(text);
    g->end = keep_file_size(path);
    return fine;
}

void play_save_name(char *path, size_t size)
{
    const time_t now = time(NULL);
    struct tm day;
    if (!localtime_r(&now, &day) || !strftime(path, size, "azulejo-%Y%m%d-%H%M%S.azr", &day))
        snprintf(path, size, "azulejo.azr");
}

bool play_save(play_game *g, play_setup *setup, const char *path)
{
    const char *before = setup->record_path;
    const long kept = g->kept, end = g->end;
    setup->record_path = path;
    g->end = g->kept = keep_file_size(path);
    if (keep_write(g))
        return true;
    const int why = errno;
    setup->record_path = before;
    g->kept = kept;
    g->end = end;
    errno = why;
    return false;
}
