/* duel_draw.c - reads and prints drawn Duel positions. */
#include "duel_draw.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "BYRKT";
static const char *const faces[] = {"B", "BK", "BR", "K", "R", "RT", "T", "Y", "YK", "YT"};

static void die(const char *what, const char *word)
{
    fail_msg("drawn position: %s '%s'", what, word);
}

/* ---- Words ---- */

enum { WORD_MAX = 80 };

typedef struct reader {
    const char *at;
    char word[WORD_MAX];
} reader;

static int next(reader *r)
{
    r->at += strspn(r->at, " \n");
    const size_t n = strcspn(r->at, " \n");
    if (n == 0)
        return 0;
    if (n >= sizeof r->word)
        die("a word too long", r->at);
    memcpy(r->word, r->at, n);
    r->word[n] = 0;
    r->at += n;
    return 1;
}

static unsigned number(reader *r)
{
    next(r);
    return (unsigned)strtoul(r->word, NULL, 10);
}

static unsigned colour_of(char letter)
{
    const char *p = strchr(letters, letter);
    if (p == NULL || letter == 0)
        die("no colour", &letter);
    return (unsigned)(p - letters);
}

static azj_tiles tiles_of(const char *word)
{
    azj_tiles tiles = 0;
    for (; *word != 0 && *word != '-'; word++)
        tiles += azj_tiles_of(1, colour_of(*word));
    return tiles;
}

static unsigned stack_of(const char *word)
{
    unsigned stack = 0, n = 0;
    for (; *word != 0 && *word != '-'; word++, n++)
        stack |= (colour_of(*word) + 1) << (3 * n);
    return stack;
}

static int is_plate(const char *word)
{
    return (word[0] == 'S' || word[0] == 'J') && word[1] >= '1' && word[1] <= '9';
}

unsigned duel_plate_id(const char *name)
{
    if (!is_plate(name))
        die("no plate", name);
    return (unsigned)(name[1] - '1') + (name[0] == 'J' ? 9 : 0);
}

static int find_face(const char *name)
{
    for (int f = 0; f < AZJ_DUEL_FACES; f++)
        if (strcmp(faces[f], name) == 0)
            return f;
    return -1;
}

unsigned duel_face_id(const char *name)
{
    const int f = find_face(name);
    if (f < 0)
        die("no chip", name);
    return (unsigned)f;
}

/* Reads words while they are plates (or faces) and stops before the first other word. */
static unsigned plates(reader *r, uint8_t *out)
{
    unsigned n = 0;
    for (reader ahead = *r; next(&ahead) && (is_plate(ahead.word) || ahead.word[0] == '-');
         *r = ahead)
        out[n++] = ahead.word[0] == '-' ? AZJ_NO_PLATE : (uint8_t)duel_plate_id(ahead.word);
    return n;
}

static azj_chips chips(reader *r)
{
    azj_chips sum = 0;
    for (reader ahead = *r; next(&ahead) && find_face(ahead.word) >= 0; *r = ahead)
        sum += 1u << (2 * duel_face_id(ahead.word));
    return sum;
}

/* ---- The table ---- */

static unsigned phase_of(const char *word)
{
    static const char *const names[] = {"deal",  "offer", "tiling", "over",
                                        "setup", "draw",  "keep",   "return"};
    for (unsigned i = 0; i < 8; i++)
        if (strcmp(names[i], word) == 0)
            return i;
    die("no phase", word);
    return 0;
}

static unsigned tablets_of(const char *word)
{
    unsigned tablets = 0;
    for (; word[0] != 0; word += word[2] == ',' ? 3 : 2)
        tablets |= (unsigned)(word[1] - '0') << (2 * (word[0] - 'a'));
    return tablets;
}

static int head_word(azj_duel *s, reader *r, const char *key)
{
    if (strcmp(key, "phase") == 0) {
        next(r);
        s->phase = (uint8_t)phase_of(r->word);
    } else if (strcmp(key, "round") == 0)
        s->round = (uint8_t)number(r);
    else if (strcmp(key, "starter") == 0)
        s->starter = (uint8_t)number(r);
    else if (strcmp(key, "seat") == 0)
        s->seat = (uint8_t)number(r);
    else if (strcmp(key, "line") == 0)
        s->line = (uint8_t)number(r);
    else if (strcmp(key, "start") == 0)
        s->start_tile = (uint8_t)number(r);
    else if (strcmp(key, "tablets") == 0) {
        next(r);
        s->tablets = (uint8_t)tablets_of(r->word);
    } else
        return 0;
    return 1;
}

static int factory_word(azj_duel *s, reader *r, const char *key)
{
    const unsigned f = (unsigned)(key[strlen(key) - 1] - '1');
    if (strcmp(key, "large") == 0 && next(r))
        s->large_sun = tiles_of(r->word);
    else if (strcmp(key, "large-moon") == 0 && next(r))
        s->large_moon = tiles_of(r->word);
    else if (strcmp(key, "tower") == 0 && next(r))
        s->tower = tiles_of(r->word);
    else if (strncmp(key, "sun", 3) == 0 && next(r))
        s->sun[f] = tiles_of(r->word);
    else if (strncmp(key, "moon", 4) == 0 && next(r))
        s->moon[f] = (uint16_t)stack_of(r->word);
    else if (strncmp(key, "chip", 4) == 0 && next(r))
        s->chip[f] = (uint8_t)duel_face_id(r->word);
    else
        return 0;
    return 1;
}

void duel_table(azj_duel *s, const char *words)
{
    reader r = {.at = words};
    azj_duel_new(s, AZJ_TABLETS_FIRST_GAME, 0);
    s->phase = AZJ_PHASE_OFFER;
    s->seat = 0;
    s->bag = 0;
    s->supply = 0;
    while (next(&r)) {
        char key[WORD_MAX];
        memcpy(key, r.word, sizeof key);
        if (head_word(s, &r, key) || factory_word(s, &r, key))
            continue;
        if (strcmp(key, "display") == 0)
            plates(&r, s->display);
        else if (strcmp(key, "pile") == 0)
            s->pile_count = (uint8_t)plates(&r, s->pile);
        else if (strcmp(key, "drawn") == 0)
            s->drawn_count = (uint8_t)plates(&r, s->drawn);
        else
            die("what is", key);
    }
}

/* ---- Boards ---- */

static void lay_plates(azj_duel_board *b, reader *r)
{
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS && next(r); slot++) {
        if (r->word[0] == '-')
            continue;
        const unsigned plate = duel_plate_id(r->word);
        const unsigned turn = r->word[2] == '/' ? (unsigned)(r->word[3] - '0') : 0;
        b->plate[slot] = (uint8_t)(plate << 2 | turn);
        for (unsigned place = 0; place < 4; place++) {
            const unsigned row = 2 * (slot / 3) + place / 2, column = 2 * (slot % 3) + place % 2;
            const uint64_t cell = UINT64_C(1) << (6 * row + column);
            const unsigned space = azj_duel_plate_space(plate, turn, place);
            *(space < 5 ? &b->space[space] : space == 5 ? &b->joker : &b->special_space) |= cell;
        }
    }
}

static void read_broken(azj_duel_board *b, const char *word)
{
    b->broken = (uint16_t)(stack_of(word) | (unsigned)strlen(word) << 12);
}

static int board_word(azj_duel_board *b, reader *r)
{
    char key[WORD_MAX];
    memcpy(key, r->word, sizeof key);
    if (strcmp(key, "score") == 0)
        b->score = (int16_t)number(r);
    else if (strcmp(key, "tokens") == 0)
        b->tokens = (uint8_t)number(r);
    else if (strcmp(key, "taken") == 0)
        b->taken = (uint8_t)number(r);
    else if (strcmp(key, "passed") == 0)
        b->passed = 1;
    else if (strcmp(key, "chips") == 0)
        b->chips = chips(r);
    else if (strcmp(key, "spent") == 0)
        b->spent = chips(r);
    else if (strcmp(key, "broken") == 0 && next(r))
        read_broken(b, r->word);
    else if (strcmp(key, "plates") == 0)
        lay_plates(b, r);
    else
        return 0;
    return 1;
}

static void read_line(azj_duel_board *b, unsigned row, const char *word)
{
    unsigned count = 0, colour = 0;
    if (strlen(word) != row + 1)
        die("a line of the wrong length", word);
    for (; *word != 0; word++) {
        if (*word == '.')
            continue;
        colour = colour_of(*word);
        count++;
    }
    b->line[row] = (uint8_t)(colour << 4 | count);
}

static void read_dome(azj_duel_board *b, unsigned row, const char *word)
{
    for (unsigned column = 0; column < 6; column++) {
        const uint64_t cell = UINT64_C(1) << (6 * row + column);
        if (word[column] == '*')
            b->special |= cell;
        else if (word[column] != '.')
            b->tile[colour_of(word[column])] |= cell;
    }
}

void duel_board(azj_duel *s, unsigned seat, const char *picture)
{
    reader r = {.at = picture};
    azj_duel_board *b = &s->board[seat];
    unsigned row = 0;
    while (next(&r)) {
        if (board_word(b, &r))
            continue;
        read_line(b, row, r.word);
        next(&r);
        read_dome(b, row++, r.word);
    }
}

/* ---- The rest of the box ---- */

static azj_tiles pieces_of(unsigned pieces)
{
    azj_tiles sum = 0;
    for (; pieces != 0; pieces >>= 3)
        sum += azj_tiles_of(1, (pieces & 7u) - 1);
    return sum;
}

static azj_tiles board_tiles(const azj_duel_board *b)
{
    azj_tiles sum = pieces_of(b->broken & 0xfffu);
    for (unsigned i = 0; i < 6; i++)
        sum += azj_tiles_of(b->line[i] & 15u, b->line[i] >> 4);
    for (unsigned c = 0; c < 5; c++)
        sum += azj_tiles_of((unsigned)__builtin_popcountll(b->tile[c]), c);
    return sum;
}

static void fill_bag(azj_duel *s)
{
    azj_tiles used = s->tower + s->large_sun + s->large_moon + board_tiles(&s->board[0]) +
                     board_tiles(&s->board[1]);
    for (unsigned f = 0; f < 4; f++)
        used += s->sun[f] + pieces_of(s->moon[f]);
    s->bag = 13 * AZJ_TILES_ONE - used;
}

static void fill_pile(azj_duel *s)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < 3; i++)
        seen |= 1u << s->display[i];
    for (unsigned i = 0; i < s->pile_count; i++)
        seen |= 1u << (s->pile[i] & 31);
    for (unsigned i = 0; i < s->drawn_count; i++)
        seen |= 1u << (s->drawn[i] & 31);
    for (unsigned i = 0; i < 9; i++)
        seen |= 1u << (s->board[0].plate[i] >> 2) | 1u << (s->board[1].plate[i] >> 2);
    for (unsigned p = 0; p < AZJ_DUEL_PLATES; p++)
        if (!(seen >> p & 1))
            s->pile[s->pile_count++] = (uint8_t)p;
}

static void fill_supply(azj_duel *s)
{
    s->supply =
        0xaaaaau - s->board[0].chips - s->board[0].spent - s->board[1].chips - s->board[1].spent;
    for (unsigned f = 0; f < 4; f++)
        if (s->chip[f] != AZJ_NO_CHIP)
            s->supply -= 1u << (2 * s->chip[f]);
}

void duel_fill(azj_duel *s)
{
    fill_bag(s);
    fill_pile(s);
    fill_supply(s);
}

void duel_done(azj_duel *s)
{
    azj_fault why = {0};
    duel_fill(s);
    if (azj_duel_validate(s, &why) != AZJ_E_OK)
        fail_msg("drawn position: %s (seat %u, line %u, column %u, from %u, colour %u, number %d)",
                 azj_error_template(why.code), why.seat, why.line, why.column, why.from, why.colour,
                 why.number);
}

void duel_show(const azj_duel *s, unsigned seat, char picture[DUEL_SHOW_MAX])
{
    const azj_duel_board *b = &s->board[seat];
    char *p = picture;
    for (unsigned row = 0; row < 6; row++) {
        const unsigned count = b->line[row] & 15u;
        for (unsigned i = 0; i < 6; i++)
            *p++ = i < 5 - row ? ' ' : i >= 6 - count ? letters[b->line[row] >> 4] : '.';
        *p++ = ' ';
        *p++ = ' ';
        for (unsigned column = 0; column < 6; column++) {
            const unsigned at = 6 * row + column;
            char c = b->special >> at & 1 ? '*' : '.';
            for (unsigned k = 0; k < 5; k++)
                if (b->tile[k] >> at & 1)
                    c = letters[k];
            *p++ = c;
        }
        *p++ = '\n';
    }
    *p = 0;
}

/* ---- Moves ---- */

static unsigned target(reader *r)
{
    next(r);
    return r->word[0] == 'b' ? 0 : (unsigned)strtoul(r->word, NULL, 10);
}

static azj_move sun_move(reader *r)
{
    const unsigned from = number(r);
    next(r);
    const unsigned colour = colour_of(r->word[0]);
    next(r);
    const unsigned stack = stack_of(r->word);
    return azj_move_sun(from, colour, stack, target(r));
}

static azj_move colour_move(reader *r, int large)
{
    next(r);
    const unsigned colour = colour_of(r->word[0]);
    const unsigned to = target(r);
    return large ? azj_move_sun(0, colour, 0, to) : azj_move_moon(colour, to);
}

static azj_move plate_move(reader *r)
{
    next(r);
    const unsigned plate = duel_plate_id(r->word);
    next(r);
    return azj_move_place_plate(plate, (unsigned)(r->word[0] - '0'), (unsigned)(r->word[2] - '0'));
}

azj_move duel_move(const char *words)
{
    reader r = {.at = words};
    next(&r);
    switch (r.word[0] == 's' ? r.word[1] : r.word[0]) {
    case 'u':
        return sun_move(&r);
    case 'l':
        return colour_move(&r, 1);
    case 'm':
        return colour_move(&r, 0);
    case 'c':
        return azj_move_chip(number(&r));
    case 'p':
        return plate_move(&r);
    case 'd':
        return AZJ_DRAW;
    case 't':
        if (r.word[0] == 's')
            return AZJ_STOP;
        break;
    case 'r':
        next(&r);
        return azj_move_return(duel_plate_id(r.word));
    case 'k':
        return azj_move_skip(number(&r));
    default:
        die("no move", words);
    }
    const unsigned line = number(&r), column = number(&r);
    return azj_move_tile(line, column, chips(&r));
}

void duel_play(azj_duel *s, const char *words, azj_events *events)
{
    azj_fault why = {0};
    const azj_move move = duel_move(words);
    if (azj_duel_legal(s, move, &why) != AZJ_E_OK)
        fail_msg("'%s' is refused: %s", words, azj_error_template(why.code));
    azj_duel_apply(s, move, events);
}

/* ---- Events ---- */

int duel_points(const azj_events *events, unsigned seat)
{
    int sum = 0;
    for (uint32_t i = 0; i < events->count; i++)
        if (events->at[i].seat == seat)
            sum += events->at[i].points;
    return sum;
}

const azj_event *duel_event(const azj_events *events, azj_event_kind kind, unsigned seat,
                            unsigned nth)
{
    for (uint32_t i = 0; i < events->count; i++)
        if (events->at[i].kind == kind && events->at[i].seat == seat && nth-- == 0)
            return &events->at[i];
    return NULL;
}
