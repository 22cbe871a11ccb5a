/* position_text_read.c - positions and views out of one line of text. Grammar: docs/notation.md.
 *
 * A position has exactly one spelling: counts of 1 are omitted, multisets are in the order B Y R K
 * T, and so on, so print(parse(x)) equals x.
 */
#include "text/derive.h"
#include "text/scan.h"

#include <string.h>

enum { SCORE_MAX = 999 };

static void want_field(scan *s)
{
    scan_want(s, ' ', "a space and the next field");
}

static uint8_t read_seat(scan *s, char nobody, const char *what)
{
    return scan_char(s, nobody) ? AZJ_NOBODY : (uint8_t)scan_number(s, 0, AZJ_SEATS_MAX - 1, what);
}

static azj_tiles read_heap(scan *s)
{
    azj_tiles tiles = 0;
    unsigned last = 0;
    if (scan_char(s, '-'))
        return 0;
    do {
        const unsigned colour = scan_colour(s);
        const int c = scan_peek(s);
        if (tiles && colour <= last) {
            s->at--;
            return scan_fail(s, "the colours in the order B Y R K T");
        }
        const unsigned count =
            c >= '0' && c <= '9' ? scan_number(s, 2, 99, "a count from 2 to 99") : 1;
        tiles += azj_tiles_of(count, colour);
        last = colour;
    } while (scan_peek(s) > 0 && text_colour((char)scan_peek(s)) < AZJ_COLOUR_NB);
    return tiles;
}

static azj_tiles read_heap_field(scan *s)
{
    want_field(s);
    return read_heap(s);
}

static uint32_t read_sequence(scan *s, unsigned max, bool marker, unsigned *count)
{
    *count = 0;
    if (scan_char(s, '-'))
        return 0;
    const uint32_t pieces = scan_sequence(s, max, marker, count);
    return *count ? pieces : scan_fail(s, "tiles, or - for none");
}

static void read_lines(scan *s, uint8_t *line, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++) {
        if (i)
            scan_want(s, '/', "\"/\" and the next line");
        if (scan_char(s, '-'))
            continue;
        const unsigned colour = scan_colour(s);
        const int c = scan_peek(s);
        const unsigned count =
            c >= '0' && c <= '9' ? scan_number(s, 2, 9, "a count from 2 to 9") : 1;
        line[i] = (uint8_t)(colour << 4 | count);
    }
}

/* A row of a grid; `cells` gets colour letters, '*' and '.'. */
static void read_row(scan *s, char *cells, unsigned size, bool special)
{
    bool counted = false;
    for (unsigned i = 0; i < size && !scan_bad(s);) {
        const int c = scan_peek(s);
        if (c >= '1' && c <= '0' + (int)(size - i) && !counted) {
            i += (unsigned)(c - '0');
            counted = true;
        } else if (c > 0 && (text_colour((char)c) < AZJ_COLOUR_NB || (special && c == '*'))) {
            cells[i++] = (char)c;
            counted = false;
        } else {
            scan_fail(s, size == 5 ? "tiles and counts of empty spaces, 5 spaces a row"
                                   : "tiles and counts of empty spaces, 6 spaces a row");
        }
        s->at++;
    }
}

static void read_grid(scan *s, unsigned size, uint64_t *colours, uint64_t *special)
{
    char cells[36];
    memset(cells, '.', sizeof cells);
    for (unsigned row = 0; row < size; row++) {
        if (row)
            scan_want(s, '/', "\"/\" and the next row");
        read_row(s, cells + size * row, size, special != NULL);
    }
    for (unsigned i = 0; i < size * size; i++)
        if (cells[i] == '*')
            *special |= UINT64_C(1) << i;
        else if (cells[i] != '.')
            colours[text_colour(cells[i])] |= UINT64_C(1) << i;
}

static unsigned read_name(scan *s, unsigned (*find)(const char *, size_t), unsigned count,
                          const char *what)
{
    const size_t start = s->at;
    for (int c; c = scan_peek(s), (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');)
        s->at++;
    const unsigned found = find(s->text + start, s->at - start);
    if (found == count) {
        s->at = start;
        return scan_fail(s, what);
    }
    return found;
}

static void read_head(scan *s, azj_head *head, uint8_t *step)
{
    head->rules = (uint8_t)read_name(s, text_rules, AZJ_RULES_NB,
                                     "a rule set: classic, grey, crystal1, crystal2 or duel");
    want_field(s);
    head->players = (uint8_t)scan_number(s, 2, AZJ_SEATS_MAX, "the number of players, 2 to 4");
    want_field(s);
    head->round = (uint8_t)scan_number(s, 1, 99, "the round, 1 to 99");
    want_field(s);
    head->phase = (uint8_t)read_name(s, text_phase, TEXT_PHASE_NB, "the name of a phase");
    if (head->phase == AZJ_PHASE_TILING) {
        scan_want(s, ':', "\":\" and the line to tile");
        head->line = (uint8_t)scan_number(s, 1, 6, "the line to tile");
    } else if (head->phase == AZJ_PHASE_DEAL && head->rules == AZJ_DUEL) {
        scan_want(s, ':', "\":\" and the step of the deal");
        *step = (uint8_t)scan_number(s, 0, 99, "the step of the deal");
    }
    want_field(s);
    head->seat = read_seat(s, '-', "the seat that decides, or -");
    want_field(s);
    head->starter = read_seat(s, '-', "the seat that started the round, or -");
    want_field(s);
    head->viewer = AZJ_VIEW_ALL;
}

static void read_viewer(scan *s, uint8_t *viewer)
{
    if (!scan_word(s, " view="))
        return;
    if (scan_word(s, "spectator"))
        *viewer = AZJ_SPECTATOR;
    else
        *viewer = (uint8_t)scan_number(s, 0, AZJ_SEATS_MAX - 1, "a seat or spectator");
}

static uint16_t read_score(scan *s)
{
    const unsigned score = scan_number(s, 0, SCORE_MAX, "a score from 0 to 999");
    scan_want(s, ':', "\":\" and the pattern lines");
    return (uint16_t)score;
}

/* ---- Classic family ---- */

static void read_classic_board(scan *s, azj_classic_board *b)
{
    uint64_t wall[AZJ_COLOUR_NB] = {0};
    unsigned count;
    want_field(s);
    b->score = (int16_t)read_score(s);
    read_lines(s, b->line, AZJ_CLASSIC_LINES);
    scan_want(s, ':', "\":\" and the wall");
    read_grid(s, 5, wall, NULL);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        b->wall[c] = (uint32_t)wall[c];
    scan_want(s, ':', "\":\" and the floor");
    b->floor = read_sequence(s, AZJ_CLASSIC_FLOOR, true, &count);
    b->floor |= count << 24;
}

static void read_classic(scan *s, azj_classic *c)
{
    c->marker = read_seat(s, 'c', "who has the marker: a seat, or c for the centre");
    for (unsigned f = 0; f < azj_classic_factories(c->players) && !scan_bad(s); f++) {
        scan_want(s, f ? '/' : ' ', f ? "\"/\" and the next factory" : "a space and the factories");
        c->factory[f] = read_heap(s);
    }
    c->centre = read_heap_field(s);
    c->bag = read_heap_field(s);
    c->lid = read_heap_field(s);
    for (unsigned p = 0; p < c->players && !scan_bad(s); p++)
        read_classic_board(s, &c->board[p]);
    read_viewer(s, &c->viewer);
    if (!scan_bad(s))
        text_derive_classic(c);
}

/* ---- Duel ---- */

unsigned text_read_tablets(scan *s)
{
    unsigned tablets = 0, count = 0;
    int last = 0;
    do {
        const int name = scan_peek(s);
        if (name <= last || name < 'a' || name > 'd')
            return scan_fail(s, "three or four tablets a to d in their order, like a1,b2,c1");
        s->at++;
        tablets |= scan_number(s, 1, 2, "the tablet's side, 1 or 2") << (2 * (name - 'a'));
        last = name;
        count++;
    } while (scan_char(s, ','));
    return count >= 3 ? tablets : scan_fail(s, "\",\" and another tablet: there are three or four");
}

static void read_factories(scan *s, azj_duel *d)
{
    unsigned height;
    d->large_sun = read_heap_field(s);
    scan_want(s, '|', "\"|\" and the moon of the large factory");
    d->large_moon = read_heap(s);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        scan_want(s, '/', "\"/\" and the next factory");
        d->sun[f] = read_heap(s);
        scan_want(s, '|', "\"|\" and the moon of the factory");
        d->moon[f] = (uint16_t)read_sequence(s, 5, false, &height);
        scan_want(s, '|', "\"|\" and the chip of the factory");
        if (scan_char(s, '-'))
            d->chip[f] = AZJ_NO_CHIP;
        else
            d->chip[f] = scan_char(s, '?') ? AZJ_CHIP_UNKNOWN : (uint8_t)scan_face(s);
    }
}

static uint8_t read_pile_entry(scan *s)
{
    const unsigned plate = scan_plate(s, true);
    if (!scan_char(s, '~'))
        return (uint8_t)plate;
    const size_t start = s->at;
    for (int c; c = scan_peek(s), c == '0' || c == '1' || c == 'b';)
        s->at++;
    const unsigned known = text_known(s->text + start, s->at - start);
    if (known == 0 || known & AZJ_PILE_PLATE) {
        s->at = start;
        scan_fail(s, TEXT_KNOWN_WANTED);
    }
    return (uint8_t)(plate | known);
}

static uint8_t read_pile(scan *s, uint8_t *plates)
{
    uint8_t count = 0;
    want_field(s);
    if (scan_char(s, '-'))
        return 0;
    do {
        if (count == AZJ_DUEL_PLATES)
            return (uint8_t)scan_fail(s, "at most 18 plates");
        plates[count++] = read_pile_entry(s);
    } while (scan_char(s, ','));
    return count;
}

static void read_display(scan *s, uint8_t *display)
{
    want_field(s);
    for (unsigned i = 0; i < 3; i++) {
        if (i)
            scan_want(s, ',', "\",\" and the next place of the display");
        display[i] = scan_char(s, '-') ? AZJ_NO_PLATE : (uint8_t)scan_plate(s, false);
    }
}

static azj_chips read_faces(scan *s)
{
    azj_chips chips = 0;
    unsigned next = 0;
    if (scan_char(s, '-'))
        return 0;
    do {
        const size_t start = s->at;
        const unsigned face = scan_face(s);
        if (face < next && !scan_bad(s)) {
            s->at = start;
            return scan_fail(s, "the faces in their order, each once");
        }
        const int c = scan_peek(s);
        const unsigned count =
            c >= '0' && c <= '9' ? scan_number(s, 2, 3, "how many chips, 2 or 3") : 1;
        chips |= count << (2 * face);
        next = face + 1;
    } while (scan_char(s, ','));
    return chips;
}

static void read_dome_plates(scan *s, uint8_t *plates)
{
    unsigned last = 0;
    memset(plates, AZJ_NO_PLATE << 2, AZJ_DUEL_SLOTS);
    if (scan_char(s, '-'))
        return;
    do {
        unsigned turn, slot;
        const unsigned plate = text_read_plate_at(s, &turn, &slot);
        if (scan_bad(s))
            return;
        if (slot <= last) {
            s->at--;
            scan_fail(s, "the slots in rising order");
            return;
        }
        plates[slot - 1] = (uint8_t)(plate << 2 | turn);
        last = slot;
    } while (scan_char(s, ','));
}

static void read_duel_board(scan *s, azj_duel_board *b)
{
    unsigned count;
    want_field(s);
    b->score = (int16_t)read_score(s);
    read_lines(s, b->line, AZJ_DUEL_LINES);
    scan_want(s, ':', "\":\" and the plates of the dome");
    read_dome_plates(s, b->plate);
    scan_want(s, ':', "\":\" and the tiles of the dome");
    read_grid(s, 6, b->tile, &b->special);
    scan_want(s, ':', "\":\" and the broken tiles");
    const uint32_t broken = read_sequence(s, AZJ_DUEL_BROKEN, false, &count);
    b->broken = (uint16_t)(broken | count << 12);
    scan_want(s, ':', "\":\" and the tokens left");
    b->tokens = (uint8_t)scan_number(s, 0, 9, "the tokens left");
    scan_want(s, '/', "\"/\" and the chips taken this round");
    b->taken = (uint8_t)scan_number(s, 0, 9, "the chips taken this round");
    b->passed = scan_word(s, "/p");
    scan_want(s, ':', "\":\" and the chips");
    b->chips = read_faces(s);
    scan_want(s, ':', "\":\" and the spent chips");
    b->spent = read_faces(s);
}

static void read_duel(scan *s, azj_duel *d)
{
    d->start_tile = read_seat(s, 'L', "who has the start tile: a seat, or L for the large factory");
    want_field(s);
    d->tablets = (uint8_t)text_read_tablets(s);
    read_factories(s, d);
    d->bag = read_heap_field(s);
    d->tower = read_heap_field(s);
    read_display(s, d->display);
    d->pile_count = read_pile(s, d->pile);
    const size_t drawn_at = s->at;
    d->drawn_count = read_pile(s, d->drawn);
    if (d->drawn_count > 0 && !text_phase_draws(d->phase)) {
        s->at = drawn_at + 1;
        scan_fail(s, "\"-\": no drawn plates in this phase");
    }
    want_field(s);
    d->supply = read_faces(s);
    for (unsigned p = 0; p < 2; p++)
        read_duel_board(s, &d->board[p]);
    read_viewer(s, &d->viewer);
    if (!scan_bad(s))
        text_derive_duel(d);
}

azj_error azj_position_parse(const char *text, size_t length, azj_state *state,
                             azj_text_fault *fault)
{
    scan s = scan_on(text, length);
    azj_state read;
    uint8_t step = 0;
    memset(&read, 0, sizeof read);
    read_head(&s, &read.head, &step);
    if (scan_bad(&s))
        return scan_end(&s, fault);
    if (read.head.rules == AZJ_DUEL) {
        read.duel.step = step;
        read_duel(&s, &read.duel);
    } else {
        read_classic(&s, &read.classic);
    }
    scan_finish(&s);
    if (!scan_bad(&s))
        *state = read;
    return scan_end(&s, fault);
}
