/* store.c - puzzles as JSON Lines: see store.h. */
#include "cli/puzzles/store.h"
#include "base/checksum.h"
#include "base/json.h"
#include "cli/json_out.h"

#include <azulejo/text.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_ROOM = 8192, LINE_NODES = 256 };

/* ---- Writing ---- */

void store_id(const azj_state *view, char id[STORE_ID + 1])
{
    char text[AZJ_POSITION_TEXT_MAX];
    const size_t n = azj_position_text(view, text, sizeof text);
    const uint64_t sum = checksum_add(CHECKSUM_START, text, n);
    snprintf(id, STORE_ID + 1, "%08x", (unsigned)(sum ^ sum >> 32));
}

static void write_moves(json_writer *w, const puzzle *p)
{
    char text[AZJ_MOVE_TEXT_MAX];
    json_write_array(w, "moves");
    for (unsigned i = 0; i < p->moves; i++) {
        azj_move_text(p->move[i], text, sizeof text);
        json_write_string(w, NULL, text);
    }
    json_write_array_end(w);
    azj_move_text(p->obvious, text, sizeof text);
    json_write_string(w, "obvious", text);
}

static void write_judgement(json_writer *w, const puzzle *p)
{
    const unsigned mover = p->view.head.seat;
    json_out_fixed(w, "win", (double)p->win, 3);
    json_out_fixed(w, "gap", (double)p->gap, 3);
    json_write_string(w, "theme", reason_theme_name(reason_theme_of(&p->why.at[0], mover)));
    json_write_array(w, "reasons");
    for (uint32_t i = 0; i < p->why.count; i++)
        reason_write(w, NULL, &p->why.at[i]);
    json_write_array_end(w);
    json_write_string(w, "level", azj_level_person(p->level ? p->level : azj_level_count()));
    json_write_unsigned(w, "grade", p->grade);
}

static bool append_line(int file, buf *b)
{
    buf_char(b, '\n');
    return b->length <= b->size && write(file, b->at, b->length) == (ssize_t)b->length;
}

bool store_add(int file, const puzzle_way *way, const puzzle *p)
{
    char line[LINE_ROOM], id[STORE_ID + 1], position[AZJ_POSITION_TEXT_MAX];
    buf b = buf_on(line, sizeof line);
    json_writer w = json_write_on(&b);
    store_id(&p->view, id);
    azj_position_text(&p->view, position, sizeof position);
    json_write_object(&w, NULL);
    json_write_string(&w, "id", id);
    json_write_string(&w, "rules", azj_rules_name(way->game.rules));
    json_write_string(&w, "position", position);
    write_moves(&w, p);
    write_judgement(&w, p);
    json_write_unsigned(&w, "seed", way->seed);
    json_write_unsigned(&w, "game", p->game);
    json_write_unsigned(&w, "ply", p->ply);
    json_write_object_end(&w);
    return append_line(file, &b);
}

bool store_add_done(int file, const puzzle_way *way, uint64_t game, uint32_t positions)
{
    char line[LINE_ROOM];
    buf b = buf_on(line, sizeof line);
    json_writer w = json_write_on(&b);
    json_write_object(&w, NULL);
    json_write_string(&w, "rules", azj_rules_name(way->game.rules));
    json_write_unsigned(&w, "seed", way->seed);
    json_write_unsigned(&w, "done", game);
    json_write_unsigned(&w, "positions", positions);
    json_write_object_end(&w);
    return append_line(file, &b);
}

int store_open(const char *path)
{
    char last = '\n';
    const int file = open(path, O_RDWR | O_APPEND | O_CREAT, 0666);
    if (file < 0)
        return -1;
    if (lseek(file, -1, SEEK_END) >= 0 && read(file, &last, 1) == 1 && last != '\n' &&
        write(file, "\n", 1) != 1) {
        close(file);
        return -1;
    }
    return file;
}

/* ---- Reading ---- */

typedef struct line_reader {
    json_doc doc;
    json_node nodes[LINE_NODES];
} line_reader;

/* The node of a key of the object; 0: it has none. */
static uint32_t node_of(const line_reader *r, const char *key)
{
    char name[32];
    uint32_t at = 1;
    for (unsigned i = 0; i < r->nodes[0].count; i++) {
        const uint32_t value = r->nodes[at].next;
        if (json_string(&r->doc, at, name, sizeof name) >= 0 && strcmp(name, key) == 0)
            return value;
        at = r->nodes[value].next;
    }
    return 0;
}

static bool text_of(const line_reader *r, const char *key, char *out, size_t size)
{
    const uint32_t node = node_of(r, key);
    return node && r->nodes[node].type == JSON_STRING && json_string(&r->doc, node, out, size) >= 0;
}

static bool number_of(const line_reader *r, const char *key, int64_t *value)
{
    const uint32_t node = node_of(r, key);
    return node && r->nodes[node].type == JSON_NUMBER && json_integer(&r->doc, node, value);
}

/* The bytes of a value as they stand. */
static bool raw_of(const line_reader *r, const char *key, char *out, size_t size)
{
    const uint32_t node = node_of(r, key);
    const size_t n = node ? r->nodes[node].end - r->nodes[node].start : size;
    if (n >= size)
        return false;
    memcpy(out, r->doc.text + r->nodes[node].start, n);
    out[n] = '\0';
    return true;
}

/* The strings of an array with spaces between them. */
static bool words_of(const line_reader *r, const char *key, char *out, size_t size)
{
    const uint32_t node = node_of(r, key);
    buf b = buf_on(out, size);
    char word[AZJ_MOVE_TEXT_MAX];
    uint32_t at = node + 1;
    if (!node || r->nodes[node].type != JSON_ARRAY)
        return false;
    for (unsigned i = 0; i < r->nodes[node].count; i++, at = r->nodes[at].next) {
        if (json_string(&r->doc, at, word, sizeof word) < 0)
            return false;
        if (i)
            buf_char(&b, ' ');
        buf_text(&b, word);
    }
    return buf_end(&b) < size && r->nodes[node].count > 0;
}

static bool read_puzzle(const line_reader *r, stored_puzzle *p)
{
    char gap[32];
    int64_t grade;
    if (!text_of(r, "id", p->id, sizeof p->id) || !number_of(r, "grade", &grade) ||
        !raw_of(r, "gap", gap, sizeof gap) || !text_of(r, "theme", p->theme, sizeof p->theme) ||
        !text_of(r, "level", p->level, sizeof p->level) ||
        !words_of(r, "moves", p->moves, sizeof p->moves) ||
        !text_of(r, "obvious", p->obvious, sizeof p->obvious) ||
        !raw_of(r, "reasons", p->reasons, sizeof p->reasons) ||
        !text_of(r, "position", p->position, sizeof p->position))
        return false;
    p->gap = strtod(gap, NULL);
    p->grade = (unsigned)grade;
    return grade >= 1 && grade <= PUZZLE_GRADES && strlen(p->id) == STORE_ID;
}

/* Room for one more; false: memory is short. */
static bool make_room(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    const size_t more = *room ? 2 * *room : 64;
    void *grown = realloc(*array, more * size);
    if (!grown)
        return false;
    *array = grown;
    *room = more;
    return true;
}

static bool take_line(puzzle_store *s, line_reader *r)
{
    char rules[16];
    int64_t seed, done;
    stored_puzzle p;
    if (r->nodes[0].type != JSON_OBJECT || !text_of(r, "rules", rules, sizeof rules) ||
        strcmp(rules, azj_rules_name(s->rules)) != 0)
        return true;
    if (number_of(r, "done", &done)) {
        if (!number_of(r, "seed", &seed) || (uint64_t)seed != s->seed)
            return true;
        if (!make_room((void **)&s->done, s->dones, &s->done_room, sizeof *s->done))
            return false;
        s->done[s->dones++] = (uint32_t)done;
        return true;
    }
    if (!read_puzzle(r, &p) || store_has(s, p.id))
        return true;
    if (!make_room((void **)&s->puzzle, s->puzzles, &s->puzzle_room, sizeof *s->puzzle))
        return false;
    s->puzzle[s->puzzles++] = p;
    return true;
}

bool store_read(puzzle_store *s, const char *path)
{
    char line[LINE_ROOM];
    line_reader r;
    bool good = true;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!file)
        return errno == ENOENT;
    while (good && fgets(line, sizeof line, file))
        if (json_parse(&r.doc, line, strlen(line), r.nodes, LINE_NODES))
            good = take_line(s, &r);
    good = good && !ferror(file);
    if (file != stdin)
        fclose(file);
    return good;
}

void store_free(puzzle_store *s)
{
    free(s->puzzle);
    free(s->done);
    s->puzzle = NULL;
    s->done = NULL;
}

bool store_has(const puzzle_store *s, const char *id)
{
    for (size_t i = 0; i < s->puzzles; i++)
        if (strcmp(s->puzzle[i].id, id) == 0)
            return true;
    return false;
}

bool store_is_done(const puzzle_store *s, uint64_t game)
{
    for (size_t i = 0; i < s->dones; i++)
        if (s->done[i] == game)
            return true;
    return false;
}

/* ---- Packing ---- */

/* Easy ones first; within a grade by id, which is a random order. */
static int by_grade(const void *a, const void *b)
{
    const stored_puzzle *x = a, *y = b;
    return x->grade != y->grade ? (x->grade > y->grade) - (x->grade < y->grade)
                                : strcmp(x->id, y->id);
}

/* How many of each grade: equal parts; what one grade lacks is shared by the others. */
static void share_out(const size_t have[PUZZLE_GRADES], size_t count, size_t want[PUZZLE_GRADES])
{
    size_t given = 0;
    memset(want, 0, PUZZLE_GRADES * sizeof *want);
    for (bool more = true; more && given < count;) {
        more = false;
        for (unsigned g = 0; g < PUZZLE_GRADES && given < count; g++)
            if (want[g] < have[g]) {
                want[g]++;
                given++;
                more = true;
            }
    }
}

size_t store_pack(puzzle_store *s, size_t count)
{
    size_t have[PUZZLE_GRADES] = {0}, want[PUZZLE_GRADES], printed = 0;
    qsort(s->puzzle, s->puzzles, sizeof *s->puzzle, by_grade);
    for (size_t i = 0; i < s->puzzles; i++)
        have[s->puzzle[i].grade - 1]++;
    share_out(have, count, want);
    for (size_t i = 0; i < s->puzzles; i++) {
        const stored_puzzle *p = &s->puzzle[i];
        if (want[p->grade - 1] == 0)
            continue;
        want[p->grade - 1]--;
        printed++;
        printf("%s\t%u\t%s\t%s\t%.0f\t%s\t%s\t%s\t%s\n", p->id, p->grade, p->level, p->theme,
               100 * p->gap, p->moves, p->obvious, p->reasons, p->position);
    }
    return printed;
}

/* ---- Judging again ---- */

enum { FIELDS = 9, FIELD_GRADE = 1, FIELD_LEVEL = 2, FIELD_MOVES = 5, FIELD_POSITION = 8 };

typedef struct field {
    const char *text;
    int length;
} field;

static bool split_line(const char *line, size_t length, field fields[FIELDS])
{
    unsigned n = 0;
    for (size_t at = 0, start = 0; at <= length; at++) {
        if (at < length && line[at] != '\t')
            continue;
        if (n == FIELDS)
            return false;
        fields[n++] = (field){line + start, (int)(at - start)};
        start = at + 1;
    }
    return n == FIELDS;
}

/* The fields of the line, and of the puzzle its view and its first move. */
static bool read_packed(const char *line, size_t length, field f[FIELDS], puzzle *p)
{
    memset(p, 0, sizeof *p);
    if (!split_line(line, length, f))
        return false;
    const field view = f[FIELD_POSITION], moves = f[FIELD_MOVES];
    const char *space = memchr(moves.text, ' ', (size_t)moves.length);
    const size_t first = space ? (size_t)(space - moves.text) : (size_t)moves.length;
    return !azj_position_read(view.text, (size_t)view.length, &p->view, NULL) &&
           !azj_move_parse((azj_rules)p->view.head.rules, moves.text, first, &p->move[0], NULL) &&
           !azj_legal(&p->view, p->move[0], NULL);
}

bool store_regrade(const char *line, size_t length)
{
    field f[FIELDS];
    puzzle p;
    if (!read_packed(line, length, f, &p))
        return false;
    puzzle_try_levels(&p);
    for (unsigned i = 0; i < FIELDS; i++) {
        const char *end = i + 1 < FIELDS ? "\t" : "\n";
        if (i == FIELD_GRADE)
            printf("%u%s", p.grade, end);
        else if (i == FIELD_LEVEL)
            printf("%s%s", azj_level_person(p.level ? p.level : azj_level_count()), end);
        else
            printf("%.*s%s", f[i].length, f[i].text, end);
    }
    return true;
}

static void print_moves(const puzzle *p)
{
    char text[AZJ_MOVE_TEXT_MAX];
    for (unsigned i = 0; i < p->moves; i++) {
        azj_move_text(p->move[i], text, sizeof text);
        printf("%s%s", i ? " " : "", text);
    }
    azj_move_text(p->obvious, text, sizeof text);
    printf("\t%s\t", text);
}

static void print_reasons(const puzzle *p)
{
    char json[STORE_FIELD];
    buf b = buf_on(json, sizeof json);
    json_writer w = json_write_on(&b);
    json_write_array(&w, NULL);
    for (uint32_t i = 0; i < p->why.count; i++)
        reason_write(&w, NULL, &p->why.at[i]);
    json_write_array_end(&w);
    buf_end(&b);
    printf("%s\t", json);
}

bool store_recheck(puzzle_maker *m, const char *line, size_t length, const char **fault)
{
    field f[FIELDS];
    puzzle p;
    if (!read_packed(line, length, f, &p))
        return false;
    *fault = puzzle_recheck(m, &p);
    if (*fault)
        return true;
    printf("%.*s\t%u\t%s\t%s\t%.0f\t", f[0].length, f[0].text, p.grade,
           azj_level_person(p.level ? p.level : azj_level_count()),
           reason_theme_name(reason_theme_of(&p.why.at[0], p.view.head.seat)), 100 * (double)p.gap);
    print_moves(&p);
    print_reasons(&p);
    printf("%.*s\n", f[FIELD_POSITION].length, f[FIELD_POSITION].text);
    return true;
}
