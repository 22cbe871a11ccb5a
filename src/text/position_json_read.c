/* position_json_read.c - positions and views out of JSON.
 *
 * The syntax is strict: every key of the phase must occur once, with its type and in its range.
 * azj_validate checks whether the position is possible. Derived fields of the state are computed
 * here.
 */
#include "text/derive.h"
#include "text/json_read.h"

#include <string.h>

enum { TILES_MAX = 99, SCORE_MAX = 999, NODES_MAX = 1024 };

/* ---- Parts ---- */

static azj_tiles read_tiles(json_reader *r, uint32_t node)
{
    azj_tiles tiles = 0;
    uint32_t at = json_array(r, node, AZJ_COLOUR_NB, AZJ_COLOUR_NB);
    for (unsigned c = 0; !json_bad(r) && c < AZJ_COLOUR_NB; c++, at = json_after(r, at))
        tiles += azj_tiles_of(json_number(r, at, 0, TILES_MAX), c);
    return tiles;
}

static azj_tiles read_tiles_key(json_reader *r, uint32_t object, const char *key)
{
    return read_tiles(r, json_key(r, object, key));
}

/* A seat, or nobody: null or the given word. */
static uint8_t read_seat(json_reader *r, uint32_t object, const char *key, const char *nobody)
{
    const uint32_t node = json_key(r, object, key);
    if (json_bad(r))
        return 0;
    if (nobody ? json_is(r, node, nobody) : json_type_of(r, node) == JSON_NULL)
        return AZJ_NOBODY;
    return (uint8_t)json_number(r, node, 0, AZJ_SEATS_MAX - 1);
}

static uint8_t read_line(json_reader *r, uint32_t node)
{
    unsigned count;
    const uint32_t pieces = json_sequence(r, node, 9, false, &count);
    for (unsigned i = 1; i < count; i++)
        if ((pieces >> (3 * i) & 7u) != (pieces & 7u))
            return (uint8_t)json_fail(r, node, "tiles of one colour");
    return count && !json_bad(r) ? (uint8_t)(((pieces & 7u) - 1) << 4 | count) : 0;
}

static void read_lines(json_reader *r, uint32_t board, uint8_t *line, unsigned lines)
{
    uint32_t at = json_array(r, json_key(r, board, "lines"), lines, lines);
    for (unsigned i = 0; !json_bad(r) && i < lines; i++, at = json_after(r, at))
        line[i] = read_line(r, at);
}

/* Rows of colour letters, '.' and (where `special` is wanted) '*'. */
static void read_grid(json_reader *r, uint32_t node, unsigned size, uint64_t *colours,
                      uint64_t *special)
{
    uint32_t at = json_array(r, node, size, size);
    for (unsigned row = 0; !json_bad(r) && row < size; row++, at = json_after(r, at)) {
        char word[8];
        const size_t length = json_word(r, at, word, sizeof word, "a row of spaces");
        for (unsigned i = 0; i < length; i++) {
            const uint64_t cell = UINT64_C(1) << (size * row + i);
            const unsigned colour = text_colour(word[i]);
            if (colour < AZJ_COLOUR_NB)
                colours[colour] |= cell;
            else if (special && word[i] == '*')
                *special |= cell;
            else if (word[i] != '.')
                json_fail(r, at, "B, Y, R, K, T, or . for none");
        }
        if (length != size)
            json_fail(r, at, size == 5 ? "a row of 5 spaces" : "a row of 6 spaces");
    }
}

static uint8_t read_viewer(json_reader *r)
{
    const uint32_t node = json_optional(r, 0, "viewer");
    if (!node)
        return AZJ_VIEW_ALL;
    if (json_is(r, node, "spectator"))
        return AZJ_SPECTATOR;
    return (uint8_t)json_number(r, node, 0, AZJ_SEATS_MAX - 1);
}

static void read_head(json_reader *r, azj_head *head)
{
    char word[16];
    head->players = (uint8_t)json_number(r, json_key(r, 0, "players"), 2, AZJ_SEATS_MAX);
    head->viewer = read_viewer(r);
    head->round = (uint8_t)json_number(r, json_key(r, 0, "round"), 1, 99);
    const uint32_t phase = json_key(r, 0, "phase");
    const size_t length = json_word(r, phase, word, sizeof word, "the name of a phase");
    head->phase = (uint8_t)text_phase(word, length);
    if (head->phase == TEXT_PHASE_NB)
        json_fail(r, phase, "the name of a phase");
    head->seat = read_seat(r, 0, "seat", NULL);
    head->starter = read_seat(r, 0, "starter", NULL);
    const uint32_t line = json_optional(r, 0, "line");
    if (head->phase == AZJ_PHASE_TILING)
        head->line = (uint8_t)json_number(r, json_key(r, 0, "line"), 1, 6);
    else if (line)
        json_fail(r, line, "no line in this phase");
}

/* ---- Classic family ---- */

static void read_classic_board(json_reader *r, uint32_t node, azj_classic_board *b)
{
    uint64_t wall[AZJ_COLOUR_NB] = {0};
    unsigned count;
    json_object(r, node, "score lines wall floor");
    b->score = (int16_t)json_number(r, json_key(r, node, "score"), 0, SCORE_MAX);
    read_lines(r, node, b->line, AZJ_CLASSIC_LINES);
    read_grid(r, json_key(r, node, "wall"), 5, wall, NULL);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        b->wall[c] = (uint32_t)wall[c];
    b->floor = json_sequence(r, json_key(r, node, "floor"), AZJ_CLASSIC_FLOOR, true, &count);
    b->floor |= count << 24;
}

static void read_classic(json_reader *r, azj_classic *s)
{
    json_object(r, 0,
                "rules players viewer round phase seat starter bag lid factories centre marker "
                "boards line");
    s->bag = read_tiles_key(r, 0, "bag");
    s->lid = read_tiles_key(r, 0, "lid");
    const unsigned factories = azj_classic_factories(s->players);
    uint32_t at = json_array(r, json_key(r, 0, "factories"), factories, factories);
    for (unsigned f = 0; !json_bad(r) && f < factories; f++, at = json_after(r, at))
        s->factory[f] = read_tiles(r, at);
    s->centre = read_tiles_key(r, 0, "centre");
    s->marker = read_seat(r, 0, "marker", "centre");
    at = json_array(r, json_key(r, 0, "boards"), s->players, s->players);
    for (unsigned p = 0; !json_bad(r) && p < s->players; p++, at = json_after(r, at))
        read_classic_board(r, at, &s->board[p]);
    if (!json_bad(r))
        text_derive_classic(s);
}

/* ---- Duel ---- */

static uint8_t read_tablets(json_reader *r)
{
    const uint32_t node = json_key(r, 0, "tablets");
    uint32_t at = json_array(r, node, 3, 4);
    unsigned tablets = 0, last = 0;
    for (unsigned i = 0; !json_bad(r) && i < json_count(r, node); i++, at = json_after(r, at)) {
        char word[4];
        const size_t length = json_word(r, at, word, sizeof word, "a tablet, a1 to d2");
        if (length != 2 || word[0] < 'a' || word[0] > 'd' || word[1] < '1' || word[1] > '2' ||
            (unsigned char)word[0] <= last)
            json_fail(r, at, "tablets a1 to d2 in their order, one side of each");
        else
            tablets |= (unsigned)(word[1] - '0') << (2 * (word[0] - 'a'));
        last = (unsigned char)word[0];
    }
    return (uint8_t)tablets;
}

static void read_small(json_reader *r, uint32_t node, azj_duel *s, unsigned f)
{
    unsigned height;
    json_object(r, node, "sun moon chip face_up");
    s->sun[f] = read_tiles_key(r, node, "sun");
    s->moon[f] = (uint16_t)json_sequence(r, json_key(r, node, "moon"), 5, false, &height);
    const uint32_t chip = json_key(r, node, "chip");
    if (json_bad(r))
        return;
    if (json_type_of(r, chip) == JSON_NULL)
        s->chip[f] = AZJ_NO_CHIP;
    else
        s->chip[f] = json_is(r, chip, "?") ? AZJ_CHIP_UNKNOWN : (uint8_t)json_face(r, chip);
    const uint32_t face_up = json_key(r, node, "face_up");
    if (json_boolean(r, face_up) != azj_duel_face_up(s, f))
        json_fail(r, face_up, "true exactly where a chip lies on a factory without tiles");
}

static void read_factories(json_reader *r, azj_duel *s)
{
    const uint32_t large = json_key(r, 0, "large");
    json_object(r, large, "sun moon");
    s->large_sun = read_tiles_key(r, large, "sun");
    s->large_moon = read_tiles_key(r, large, "moon");
    s->start_tile = read_seat(r, 0, "start_tile", "large");
    uint32_t at = json_array(r, json_key(r, 0, "small"), AZJ_DUEL_SMALL, AZJ_DUEL_SMALL);
    for (unsigned f = 0; !json_bad(r) && f < AZJ_DUEL_SMALL; f++, at = json_after(r, at))
        read_small(r, at, s, f);
}

/* Plates of a list; null is allowed in the display only. Returns how many. */
static uint8_t read_plates(json_reader *r, const char *key, uint8_t *plates, unsigned min,
                           unsigned max)
{
    const uint32_t node = json_key(r, 0, key);
    uint32_t at = json_array(r, node, min, max);
    if (json_bad(r))
        return 0;
    const unsigned count = json_count(r, node);
    for (unsigned i = 0; !json_bad(r) && i < count; i++, at = json_after(r, at)) {
        if (min && json_type_of(r, at) == JSON_NULL)
            plates[i] = AZJ_NO_PLATE;
        else
            plates[i] = (uint8_t)json_plate(r, at, !min);
    }
    return (uint8_t)count;
}

/* For each plate of the pile, then each drawn one, who knows it. */
static void read_known(json_reader *r, azj_duel *s)
{
    const uint32_t node = json_optional(r, 0, "known");
    if (!node)
        return;
    const unsigned count = s->pile_count + s->drawn_count;
    uint32_t at = json_array(r, node, count, count);
    unsigned any = 0;
    for (unsigned i = 0; !json_bad(r) && i < count; i++, at = json_after(r, at)) {
        char word[8];
        const size_t length = json_word(r, at, word, sizeof word, TEXT_KNOWN_WANTED);
        const unsigned known = text_known(word, length);
        uint8_t *entry = i < s->pile_count ? &s->pile[i] : &s->drawn[i - s->pile_count];
        if (known & AZJ_PILE_PLATE)
            json_fail(r, at, TEXT_KNOWN_WANTED);
        else
            *entry |= (uint8_t)known;
        any |= known;
    }
    if (!any)
        json_fail(r, node, "somebody who knows a plate, or no key \"known\"");
}

static void read_dome(json_reader *r, uint32_t node, azj_duel_board *b)
{
    uint32_t at = json_array(r, json_key(r, node, "plates"), AZJ_DUEL_SLOTS, AZJ_DUEL_SLOTS);
    for (unsigned i = 0; !json_bad(r) && i < AZJ_DUEL_SLOTS; i++, at = json_after(r, at)) {
        static const char what[] = "a plate and its turn, like S3/1, or null";
        char word[8];
        b->plate[i] = (uint8_t)(AZJ_NO_PLATE << 2);
        if (json_type_of(r, at) == JSON_NULL)
            continue;
        const size_t length = json_word(r, at, word, sizeof word, what);
        const unsigned plate = text_plate(word, length == 4 ? 2 : 0);
        if (plate >= AZJ_DUEL_PLATES || word[2] != '/' || word[3] < '0' || word[3] > '3')
            json_fail(r, at, what);
        else
            b->plate[i] = (uint8_t)(plate << 2 | (unsigned)(word[3] - '0'));
    }
    read_grid(r, json_key(r, node, "tiles"), 6, b->tile, &b->special);
}

static void read_duel_board(json_reader *r, uint32_t node, azj_duel_board *b)
{
    unsigned count;
    json_object(r, node, "score lines plates tiles broken tokens chips spent taken passed");
    b->score = (int16_t)json_number(r, json_key(r, node, "score"), 0, SCORE_MAX);
    read_lines(r, node, b->line, AZJ_DUEL_LINES);
    read_dome(r, node, b);
    b->broken =
        (uint16_t)json_sequence(r, json_key(r, node, "broken"), AZJ_DUEL_BROKEN, false, &count);
    b->broken = (uint16_t)(b->broken | count << 12);
    b->tokens = (uint8_t)json_number(r, json_key(r, node, "tokens"), 0, 9);
    b->chips = json_faces(r, json_key(r, node, "chips"));
    b->spent = json_faces(r, json_key(r, node, "spent"));
    b->taken = (uint8_t)json_number(r, json_key(r, node, "taken"), 0, 9);
    b->passed = json_boolean(r, json_key(r, node, "passed"));
}

static void read_duel(json_reader *r, azj_duel *s)
{
    json_object(r, 0,
                "rules players viewer round phase seat starter tablets bag tower large start_tile "
                "small display pile known drawn chips boards line step");
    s->tablets = read_tablets(r);
    s->bag = read_tiles_key(r, 0, "bag");
    s->tower = read_tiles_key(r, 0, "tower");
    read_factories(r, s);
    read_plates(r, "display", s->display, 3, 3);
    s->pile_count = read_plates(r, "pile", s->pile, 0, AZJ_DUEL_PLATES);
    const uint32_t drawn = json_optional(r, 0, "drawn"), step = json_optional(r, 0, "step");
    if (text_phase_draws(s->phase))
        s->drawn_count = read_plates(r, "drawn", s->drawn, 0, AZJ_DUEL_PLATES);
    else if (drawn)
        json_fail(r, drawn, "no drawn plates in this phase");
    read_known(r, s);
    if (s->phase == AZJ_PHASE_DEAL)
        s->step = (uint8_t)json_number(r, json_key(r, 0, "step"), 0, 99);
    else if (step)
        json_fail(r, step, "no step in this phase");
    s->supply = json_faces(r, json_key(r, 0, "chips"));
    uint32_t at = json_array(r, json_key(r, 0, "boards"), 2, 2);
    for (unsigned p = 0; !json_bad(r) && p < 2; p++, at = json_after(r, at))
        read_duel_board(r, at, &s->board[p]);
    if (!json_bad(r))
        text_derive_duel(s);
}

/* ---- Door ---- */

static void read_position(json_reader *r, azj_state *s)
{
    if (json_type_of(r, 0) != JSON_OBJECT) {
        json_fail(r, 0, "an object");
        return;
    }
    char word[16];
    const uint32_t rules = json_key(r, 0, "rules");
    const size_t length = json_word(r, rules, word, sizeof word, "the name of a rule set");
    const unsigned number = text_rules(word, length);
    if (number == AZJ_RULES_NB) {
        json_fail(r, rules, "classic, grey, crystal1, crystal2 or duel");
        return;
    }
    s->head.rules = (uint8_t)number;
    read_head(r, &s->head);
    if (number == AZJ_DUEL)
        read_duel(r, &s->duel);
    else
        read_classic(r, &s->classic);
}

azj_error azj_position_parse_json(const char *text, size_t length, azj_state *s,
                                  azj_text_fault *fault)
{
    json_node nodes[NODES_MAX];
    json_reader r;
    if (json_begin(&r, text, length, nodes, NODES_MAX)) {
        azj_state read;
        memset(&read, 0, sizeof read);
        read_position(&r, &read);
        if (!json_bad(&r))
            *s = read;
    }
    return json_end(&r, fault);
}
