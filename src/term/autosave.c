/* autosave.c - the game in a file: see autosave.h. */
#include "term/autosave.h"
#include "base/clock.h"
#include "base/json.h"
#include "text/detect.h"
#include "text/tags.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KIND_MAX = 8 + PLAY_NAME_MAX, LOOK_MAX = 128 << 10 };

/* ---- Tags ---- */

static const char *today(char *date, size_t size)
{
    const time_t now = (time_t)(clock_wall_ms() / 1000);
    struct tm day;
    return localtime_r(&now, &day) && strftime(date, size, "%Y-%m-%d", &day) ? date : NULL;
}

void autosave_tags(play_game *g)
{
    char seed[24], date[16], name[AZJ_SEATS_MAX][2 * PLAY_NAME_MAX], kind[AZJ_SEATS_MAX][KIND_MAX];
    record_tags tags = {.seed = seed, .date = today(date, sizeof date)};
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)g->setup->seed);
    for (unsigned seat = 0; seat < g->setup->game.players; seat++) {
        const play_seat *s = &g->setup->seats[seat];
        buf n = buf_on(name[seat], sizeof name[seat]), k = buf_on(kind[seat], sizeof kind[seat]);
        play_name(&n, g->setup, seat);
        tags_put_kind(&k, s->bot, s->bot ? s->level : s->name);
        buf_end(&n);
        buf_end(&k);
        tags.seat[seat] = name[seat];
        tags.kind[seat] = kind[seat];
    }
    tags_add(&g->record, &tags);
}

/* ---- Going on ---- */

static void read_kind(const char *kind, play_seat *seat)
{
    const bool bot = strncmp(kind, "bot:", 4) == 0;
    const char *name = bot ? azj_bot_kept(kind + 4, strlen(kind + 4)) : NULL;
    if (name) {
        *seat = (play_seat){.bot = true};
        snprintf(seat->level, sizeof seat->level, "%s", name);
    } else if (!bot && strncmp(kind, "person", 6) == 0) {
        *seat = (play_seat){0};
        if (kind[6] == ':')
            snprintf(seat->name, sizeof seat->name, "%.*s",
                     (int)utf8_fit(kind + 7, strlen(kind + 7), sizeof seat->name), kind + 7);
    }
}

void autosave_read_setup(const azj_record *record, play_setup *setup)
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
        const char *kind = azj_record_tag_value(record, tags_kind(seat));
        if (kind)
            read_kind(kind, &setup->seats[seat]);
    }
}

/* ---- Files ---- */

long autosave_file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (long)about.st_size : 0;
}

bool autosave_takes_records(const char *path, bool json)
{
    static char text[LOOK_MAX];
    if (autosave_file_size(path) == 0)
        return true;
    FILE *file = fopen(path, "rb");
    const size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    return !file || text_form_of(text, length) == (json ? TEXT_FORM_RECORD_JSON : TEXT_FORM_RECORD);
}

/* The game as its file has it, to be freed; NULL: no memory. */
static char *print_record(const play_game *g, size_t *length)
{
    size_t (*print)(const azj_record *, char *, size_t) =
        g->place.json ? azj_record_json : azj_record_text;
    *length = print(&g->record, NULL, 0);
    char *text = malloc(*length + 2);
    if (!text)
        return NULL;
    print(&g->record, text, *length + 1);
    if (g->place.json) /* which is printed without the end of its line */
        text[(*length)++] = '\n';
    return text;
}

static bool put_game(FILE *file, long before, const char *text, size_t length)
{
    return (!before || fputc('\n', file) != EOF) && fwrite(text, 1, length, file) == length;
}

/* After the games that the file held already. */
static bool write_behind(const char *path, long before, const char *text, size_t length)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r+");
    if (!file)
        return false;
    const bool fine = fseek(file, before, SEEK_SET) == 0 && put_game(file, before, text, length) &&
                      fflush(file) == 0 && ftruncate(fd, ftell(file)) == 0;
    const int why = errno;
    const bool closed = fclose(file) == 0;
    if (!fine)
        errno = why;
    return fine && closed;
}

/* The next `length` bytes of one file to the other. */
static bool copy_bytes(FILE *from, FILE *to, long length)
{
    char block[4096];
    while (length > 0) {
        const size_t size = length < (long)sizeof block ? (size_t)length : sizeof block;
        if (fread(block, 1, size, from) != size || fwrite(block, 1, size, to) != size)
            return false;
        length -= (long)size;
    }
    return true;
}

/* Copies the other games unchanged, with this one between them. */
static bool copy_around(const play_game *g, FILE *from, FILE *to, const char *text, size_t length)
{
    return copy_bytes(from, to, g->place.before) && put_game(to, g->place.before, text, length) &&
           fseek(from, g->end - g->place.after, SEEK_SET) == 0 &&
           copy_bytes(from, to, g->place.after) && fflush(to) == 0;
}

/* In the middle of a file: writes a new file, which then takes the old one's place, so that the
 * other games are whole at any moment. */
static bool write_between(const play_game *g, const char *path, const char *text, size_t length)
{
    struct stat about;
    char beside[PATH_MAX + 8];
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    FILE *from = fopen(path, "rb");
    const int fd = from ? mkstemp(beside) : -1;
    FILE *to = fd < 0 ? NULL : fdopen(fd, "wb");
    bool fine = to && copy_around(g, from, to, text, length) && fstat(fileno(from), &about) == 0 &&
                fchmod(fd, about.st_mode & 07777) == 0;
    int why = errno;
    if (to && fclose(to) != 0 && fine) {
        fine = false;
        why = errno;
    }
    if (from)
        fclose(from);
    if (fine && rename(beside, path) == 0)
        return true;
    why = fine ? errno : why;
    if (fd >= 0)
        unlink(beside);
    errno = why;
    return false;
}

bool autosave_write(play_game *g)
{
    char real[PATH_MAX]; /* through a link the file is replaced, not the link */
    const char *path = g->setup->record_path;
    const long size = autosave_file_size(path);
    if (size != g->end) { /* the file has other games: ours goes after them */
        g->place.before = size;
        g->place.after = 0;
    }
    size_t length = 0;
    char *text = print_record(g, &length);
    const bool between = g->place.after > 0 && realpath(path, real);
    const bool fine = text && (between ? write_between(g, real, text, length)
                                       : write_behind(path, g->place.before, text, length));
    const int why = errno;
    free(text);
    g->end = autosave_file_size(path);
    errno = why;
    return fine;
}

void autosave_new_name(char *path, size_t size)
{
    const time_t now = (time_t)(clock_wall_ms() / 1000);
    struct tm day;
    if (!localtime_r(&now, &day) || !strftime(path, size, "azulejo-%Y%m%d-%H%M%S.azr", &day))
        snprintf(path, size, "azulejo.azr");
}

const char *autosave_move_to(play_game *g, play_setup *setup, const char *path)
{
    const char *before = setup->record_path;
    const play_place place = g->place;
    const long end = g->end;
    if (before && strcmp(before, path) == 0)
        return autosave_write(g) ? NULL : strerror(errno);
    if (!autosave_takes_records(path, false))
        return msg_text(setup->lang, MSG_SAVE_NO_RECORD);
    setup->record_path = path;
    g->end = autosave_file_size(path);
    g->place = (play_place){.before = g->end};
    if (autosave_write(g)) {
        setup->resume_game = 0;
        return NULL;
    }
    const char *why = strerror(errno);
    setup->record_path = before;
    g->place = place;
    g->end = end;
    return why;
}

void autosave_resume_words(const play_setup *setup, char *text, size_t size)
{
    if (setup->resume && setup->resume_game)
        snprintf(text, size, "%s --game %" PRIu64, setup->record_path, setup->resume_game);
    else
        snprintf(text, size, "%s", setup->record_path);
}
