/* records.c - how fast records are opened and printed: `make record-speed`.
 *
 *     record-speed GAMES [LEAST]    games of all rule sets together; exits 1 below LEAST moves/s
 *
 * Makes a file of random games, then opens it game by game with every move checked, replays the
 * steps from the start to the same end, and prints the game again, which must give the same bytes.
 */
#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef size_t printer(const azj_record *, char *, size_t);
typedef azj_error parser(const char *, size_t, size_t *, azj_record *, azj_text_fault *);

typedef struct text {
    char *at;
    size_t length, room;
} text;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int play(azj_record *r, unsigned game)
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_rng rng;
    azj_rng_seed(&rng, game);
    azj_options o = {.rules = (uint8_t)(game % AZJ_RULES_NB), .players = 2, .starter = AZJ_NOBODY};
    if (o.rules != AZJ_DUEL)
        o.players = (uint8_t)(2 + game % 3);
    azj_error e = azj_record_begin(r, &o);
    if (e == AZJ_E_OK)
        e = azj_record_deal(r, &rng);
    while (e == AZJ_E_OK && r->now.head.phase != AZJ_PHASE_OVER) {
        const size_t count = azj_moves(&r->now, moves);
        e = azj_record_move(r, moves[azj_rng_below(&rng, (uint32_t)count)], NULL, NULL);
        if (e == AZJ_E_OK)
            e = azj_record_deal(r, &rng);
    }
    return e == AZJ_E_OK && azj_record_end(r, azj_winners(&r->now), "normal") == AZJ_E_OK;
}

/* Prints the game after the text, with a line end. */
static int append(text *t, const azj_record *r, printer *print)
{
    size_t length = print(r, t->at + t->length, t->room - t->length);
    if (t->length + length + 2 > t->room) {
        t->room = 2 * t->room + length + 2;
        t->at = realloc(t->at, t->room);
        if (!t->at)
            return 0;
        length = print(r, t->at + t->length, t->room - t->length);
    }
    t->length += length;
    t->at[t->length++] = '\n';
    return 1;
}

static int replays(const azj_record *r)
{
    azj_state s = r->start;
    for (uint32_t i = 0; i < r->step_count; i++)
        azj_record_replay(r, i, &s, NULL);
    return azj_equal(&s, &r->now);
}

/* Opens, replays and prints every game; the number of moves, 0 when something is not as it was. */
static unsigned long open_all(const text *file, parser *parse, printer *print, unsigned *games)
{
    azj_record r;
    text again = {0};
    unsigned long moves = 0;
    int fine = 1;
    azj_record_init(&r);
    *games = 0;
    for (size_t at = 0; fine && azj_record_more(file->at, file->length, &at); ++*games) {
        fine = parse(file->at, file->length, &at, &r, NULL) == AZJ_E_OK && replays(&r) &&
               append(&again, &r, print);
        for (uint32_t i = 0; i < r.step_count; i++)
            moves += r.steps[i].move != 0;
    }
    fine = fine && again.length == file->length && memcmp(again.at, file->at, again.length) == 0;
    azj_record_free(&r);
    free(again.at);
    return fine ? moves : 0;
}

static double measure(const char *name, const text *file, parser *parse, printer *print)
{
    unsigned games;
    const double start = seconds();
    const unsigned long moves = open_all(file, parse, print, &games);
    const double speed = (double)moves / (seconds() - start);
    printf(
        "%-4s: %u records, %zu MB, %lu moves opened, checked, replayed and printed: %.0f moves/s\n",
        name, games, file->length / 1000000, moves, speed);
    return speed;
}

int main(int argc, char **argv)
{
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 10000;
    const double least = argc > 2 ? strtod(argv[2], NULL) : 100000;
    text plain = {0}, json = {0};
    azj_record r;
    int fine = 1;
    azj_record_init(&r);
    for (unsigned game = 0; fine && game < games; game++)
        fine = play(&r, game) && append(&plain, &r, azj_record_text) &&
               append(&json, &r, azj_record_json);
    azj_record_free(&r);
    if (fine) {
        const double as_text = measure("text", &plain, azj_record_parse, azj_record_text);
        const double as_json = measure("JSON", &json, azj_record_parse_json, azj_record_json);
        fine = as_text >= least && as_json >= least;
        if (!fine)
            printf("less than %.0f moves/s\n", least);
    }
    free(plain.at);
    free(json.at);
    return fine ? 0 : 1;
}
