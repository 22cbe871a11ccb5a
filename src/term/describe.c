/* describe.c - the game in words: see describe.h. */
#include "term/describe.h"

#include <azulejo/text.h>
#include <string.h>

/* ---- Pieces -------------------------------------------------------------------------------- */

void describe_plate(buf *b, unsigned plate, unsigned turn)
{
    if (plate >= AZJ_DUEL_PLATES) {
        buf_text(b, azj_plate_name(plate));
        return;
    }
    for (unsigned place = 0; place < 4; place++) {
        const unsigned space = azj_duel_plate_space(plate, turn, place);
        if (place == 2)
            buf_char(b, '/');
        buf_char(b, space == AZJ_SPACE_JOKER     ? 'J'
                    : space == AZJ_SPACE_SPECIAL ? 'S'
                                                 : azj_colour_letter(space));
    }
}

void describe_tiles(buf *b, play_lang lang, azj_tiles tiles)
{
    bool any = false;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        const unsigned n = azj_tiles_count(tiles, c);
        if (!n)
            continue;
        buf_text(b, any ? ", " : "");
        buf_unsigned(b, n);
        buf_text(b, "× ");
        buf_text(b, texts_colour(lang, c));
        any = true;
    }
    if (!any)
        texts_put(b, lang, TEXT_EMPTY, NULL);
}

void describe_chips(buf *b, azj_chips chips)
{
    bool any = false;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(chips, face); i++) {
            buf_text(b, any ? "," : "");
            buf_text(b, azj_face_name(face));
            any = true;
        }
}

static void put_stack(buf *b, unsigned stack)
{
    for (; stack; stack >>= 3)
        buf_char(b, azj_colour_letter((stack & 7u) - 1));
}

/* A sentence whose {s} is made by a function of one or two numbers. */
static void put_with(buf *b, play_lang lang, play_text key, play_values v, const buf *text)
{
    v.s = text->at;
    texts_put(b, lang, key, &v);
}

/* ---- Parts of a move ----------------------------------------------------------------------- */

static void put_source(buf *b, play_lang lang, azj_move m, int taken)
{
    const play_values v = {.n = taken, .c = azj_move_colour(m), .m = (int)azj_move_from(m)};
    const unsigned from = azj_move_from(m);
    play_text key = TEXT_FROM_MOONS;
    if (azj_move_kind_of(m) == AZJ_TAKE)
        key = from ? TEXT_FROM_FACTORY : TEXT_FROM_CENTRE;
    else if (azj_move_kind_of(m) == AZJ_SUN)
        key = from ? TEXT_FROM_SUN : TEXT_FROM_LARGE;
    texts_put(b, lang, key, &v);
}

static void put_target(buf *b, play_lang lang, azj_move m)
{
    const unsigned to = azj_move_to(m);
    const play_text nowhere = azj_move_kind_of(m) == AZJ_TAKE ? TEXT_TO_FLOOR : TEXT_TO_BROKEN;
    texts_put(b, lang, to ? TEXT_TO_LINE : nowhere, &(play_values){.n = (int)to});
}

static void put_order(buf *b, play_lang lang, azj_move m)
{
    char text[8];
    buf t = buf_on(text, sizeof text);
    put_stack(&t, azj_move_stack(m));
    buf_end(&t);
    put_with(b, lang, TEXT_STACK, (play_values){0}, &t);
}

static void put_plate_name(buf *b, play_lang lang, play_text key, unsigned plate)
{
    char text[32];
    buf t = buf_on(text, sizeof text);
    buf_text(&t, azj_plate_name(plate));
    if (plate < AZJ_DUEL_PLATES) {
        buf_text(&t, " (");
        describe_plate(&t, plate, 0);
        buf_char(&t, ')');
    }
    buf_end(&t);
    put_with(b, lang, key, (play_values){0}, &t);
}

static void put_turned(buf *b, play_lang lang, azj_move m)
{
    char text[32];
    buf t = buf_on(text, sizeof text);
    describe_plate(&t, azj_move_plate(m), azj_move_turn(m));
    buf_end(&t);
    put_with(b, lang, TEXT_TURNED, (play_values){0}, &t);
}

static void put_payment(buf *b, play_lang lang, azj_move m)
{
    char text[64];
    buf t = buf_on(text, sizeof text);
    describe_chips(&t, azj_move_spend(m));
    buf_end(&t);
    if (azj_move_spend(m))
        put_with(b, lang, TEXT_PAY, (play_values){0}, &t);
    else
        texts_put(b, lang, TEXT_PAY_NOTHING, NULL);
}

static void put_space(buf *b, play_lang lang, azj_move m)
{
    texts_put(b, lang, TEXT_PLACE,
              &(play_values){.n = (int)azj_move_line(m), .m = (int)azj_move_column(m)});
}

/* What has one word only. */
static void put_plain(buf *b, play_lang lang, azj_move m)
{
    switch (azj_move_kind_of(m)) {
    case AZJ_CHIP:
        texts_put(b, lang, TEXT_CHIP_TAKEN, &(play_values){.n = (int)azj_move_from(m)});
        break;
    case AZJ_DRAW:
        texts_put(b, lang, TEXT_DRAW, NULL);
        break;
    case AZJ_STOP:
        texts_put(b, lang, TEXT_STOP, NULL);
        break;
    case AZJ_RETURN:
        put_plate_name(b, lang, TEXT_RETURN, azj_move_plate(m));
        break;
    case AZJ_SKIP:
        texts_put(b, lang, TEXT_SKIP, &(play_values){.n = (int)azj_move_line(m)});
        break;
    default:
        break;
    }
}

/* ---- Whole moves --------------------------------------------------------------------------- */

static void put_taking(buf *b, play_lang lang, azj_move m, int taken)
{
    const bool broken = azj_move_kind_of(m) != AZJ_TAKE && !azj_move_to(m);
    put_source(b, lang, m, taken);
    buf_text(b, broken ? ", " : " ");
    put_target(b, lang, m);
    if (azj_move_kind_of(m) == AZJ_SUN && azj_move_stack(m) >> 3) {
        buf_text(b, "; ");
        put_order(b, lang, m);
    }
}

static void put_plate_move(buf *b, play_lang lang, azj_move m)
{
    char text[16];
    buf t = buf_on(text, sizeof text);
    describe_plate(&t, azj_move_plate(m), azj_move_turn(m));
    buf_end(&t);
    put_with(b, lang, TEXT_PLATE, (play_values){0}, &t);
    buf_char(b, ' ');
    texts_put(b, lang, TEXT_AT_SLOT, &(play_values){.n = (int)azj_move_slot(m)});
}

void describe_move(buf *b, play_lang lang, azj_move m, int taken, bool hidden)
{
    switch (azj_move_kind_of(m)) {
    case AZJ_TAKE:
    case AZJ_SUN:
    case AZJ_MOON:
        put_taking(b, lang, m, taken);
        break;
    case AZJ_PLATE:
        put_plate_move(b, lang, m);
        break;
    case AZJ_PLACE:
    case AZJ_TILE:
        put_space(b, lang, m);
        if (azj_move_kind_of(m) == AZJ_TILE && azj_move_spend(m)) {
            buf_text(b, ", ");
            put_payment(b, lang, m);
        }
        break;
    default:
        if (hidden && azj_move_kind_of(m) == AZJ_RETURN)
            texts_put(b, lang, TEXT_RETURN_HIDDEN, NULL);
        else
            put_plain(b, lang, m);
    }
}

/* ---- Options ------------------------------------------------------------------------------- */

/* Does taking this bring the start marker or the start tile along? (C4, D12) */
static play_text companion(const play_choice *c, azj_move option)
{
    azj_state after = c->view;
    azj_apply(&after, choice_example(c, option), NULL);
    if (c->view.head.rules == AZJ_DUEL)
        return c->view.duel.start_tile == AZJ_NOBODY && after.duel.start_tile != AZJ_NOBODY
                   ? TEXT_WITH_START_TILE
                   : PLAY_TEXT_NB;
    return c->view.classic.marker == AZJ_NOBODY && azj_move_from(option) == 0 ? TEXT_WITH_MARKER
                                                                              : PLAY_TEXT_NB;
}

static void put_source_option(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    if (kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON) {
        const play_text extra = companion(c, option);
        put_source(b, lang, option, azj_preview_move(&c->view, choice_example(c, option)).taken);
        if (extra != PLAY_TEXT_NB) {
            buf_char(b, ' ');
            texts_put(b, lang, extra, NULL);
        }
    } else if (kind == AZJ_PLATE) {
        put_plate_name(b, lang, TEXT_PLATE, azj_move_plate(option));
    } else if (kind == AZJ_CHIP) {
        const unsigned from = azj_move_from(option);
        texts_put(b, lang, TEXT_CHIP,
                  &(play_values){.n = (int)from, .s = azj_face_name(c->view.duel.chip[from - 1])});
    } else {
        put_plain(b, lang, option);
    }
}

static void put_consequences(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    const azj_preview p = azj_preview_move(&c->view, choice_example(c, option));
    const bool duel = c->view.head.rules == AZJ_DUEL;
    const bool all_lost = choice_asks(c) == CHOICE_TARGET && !azj_move_to(option);
    buf_text(b, " (");
    if (p.overflow && !all_lost) {
        texts_put(b, lang, duel ? TEXT_OVERFLOW_BROKEN : TEXT_OVERFLOW_FLOOR,
                  &(play_values){.n = p.overflow});
        buf_text(b, ", ");
    }
    if (p.points_now) {
        texts_put(b, lang, TEXT_PREVIEW_NOW, &(play_values){.p = p.points_now});
        buf_text(b, ", ");
    }
    texts_put(b, lang, TEXT_PREVIEW_ROUND, &(play_values){.p = p.points_round});
    buf_char(b, ')');
}

static void put_space_option(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    if (azj_move_kind_of(option) == AZJ_SKIP) {
        put_plain(b, lang, option);
        return;
    }
    put_space(b, lang, option);
    if (azj_move_kind_of(option) == AZJ_TILE && azj_move_spend(choice_example(c, option))) {
        buf_text(b, ", ");
        texts_put(b, lang, TEXT_NEEDS_CHIPS, NULL);
    }
    put_consequences(b, lang, c, option);
}

void describe_option(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    switch (choice_asks(c)) {
    case CHOICE_SOURCE:
        put_source_option(b, lang, c, option);
        break;
    case CHOICE_TARGET:
        put_target(b, lang, option);
        put_consequences(b, lang, c, option);
        break;
    case CHOICE_STACK:
        put_order(b, lang, option);
        break;
    case CHOICE_SLOT:
        texts_put(b, lang, TEXT_AT_SLOT, &(play_values){.n = (int)azj_move_slot(option)});
        break;
    case CHOICE_TURN:
        put_turned(b, lang, option);
        break;
    case CHOICE_SPACE:
        put_space_option(b, lang, c, option);
        break;
    default:
        put_payment(b, lang, option);
    }
}

static void put_short_source(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    const unsigned from = azj_move_from(option);
    const azj_move_kind kind = azj_move_kind_of(option);
    if (kind != AZJ_MOON && from)
        buf_unsigned(b, from);
    else if (kind != AZJ_MOON)
        texts_put(b, lang, kind == AZJ_TAKE ? TEXT_SHORT_CENTRE : TEXT_LARGE, NULL);
    buf_text(b, kind == AZJ_TAKE ? ": " : kind == AZJ_SUN ? " ☼ " : "☾ ");
    buf_number(b, azj_preview_move(&c->view, choice_example(c, option)).taken);
    buf_text(b, "× ");
    buf_text(b, texts_colour(lang, azj_move_colour(option)));
}

static void put_short_action(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    if (kind == AZJ_PLATE || kind == AZJ_RETURN) {
        buf_text(b, azj_plate_name(azj_move_plate(option)));
        buf_char(b, ' ');
        describe_plate(b, azj_move_plate(option), 0);
    } else if (kind == AZJ_CHIP) {
        buf_unsigned(b, azj_move_from(option));
        buf_text(b, " {");
        buf_text(b, azj_face_name(c->view.duel.chip[azj_move_from(option) - 1]));
        buf_char(b, '}');
    } else {
        texts_put(b, lang, kind == AZJ_DRAW ? TEXT_SHORT_DRAW : TEXT_SHORT_STOP, NULL);
    }
}

void describe_option_short(buf *b, play_lang lang, const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    const choice_step asks = choice_asks(c);
    if (asks == CHOICE_STACK)
        put_stack(b, azj_move_stack(option));
    else if (asks == CHOICE_TURN)
        describe_plate(b, azj_move_plate(option), azj_move_turn(option));
    else if (asks == CHOICE_PAYMENT && azj_move_spend(option))
        describe_chips(b, azj_move_spend(option));
    else if (asks == CHOICE_SOURCE && (kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON))
        put_short_source(b, lang, c, option);
    else if (asks == CHOICE_SOURCE)
        put_short_action(b, lang, c, option);
    else
        describe_option(b, lang, c, option);
}

static play_text question_of(const play_choice *c)
{
    static const play_text by_step[] = {
        [CHOICE_SOURCE] = TEXT_ASK_OFFER, [CHOICE_TARGET] = TEXT_ASK_TARGET,
        [CHOICE_STACK] = TEXT_ASK_STACK,  [CHOICE_SLOT] = TEXT_ASK_SLOT,
        [CHOICE_TURN] = TEXT_ASK_TURN,    [CHOICE_SPACE] = TEXT_ASK_COLUMN,
        [CHOICE_PAYMENT] = TEXT_ASK_PAY};
    const choice_step asks = choice_asks(c);
    if (asks != CHOICE_SOURCE)
        return by_step[asks];
    switch (c->view.head.phase) {
    case AZJ_PHASE_SETUP:
    case AZJ_PHASE_KEEP:
        return TEXT_ASK_PLATE;
    case AZJ_PHASE_DRAW:
        return TEXT_ASK_DRAW;
    case AZJ_PHASE_RETURN:
        return TEXT_ASK_RETURN;
    default:
        return TEXT_ASK_OFFER;
    }
}

void describe_question(buf *b, play_lang lang, const play_choice *c)
{
    texts_put(b, lang, question_of(c), &(play_values){.n = c->view.head.line});
}

/* ---- Events -------------------------------------------------------------------------------- */

static void put_tile_event(buf *b, play_lang lang, const azj_event *e)
{
    texts_put(b, lang, TEXT_E_TILE, &(play_values){.c = e->colour, .n = e->row, .m = e->column});
    if (!e->h && !e->v)
        texts_put(b, lang, TEXT_E_ALONE, NULL);
    if (e->h)
        texts_put(b, lang, TEXT_E_ACROSS, &(play_values){.n = e->h});
    if (e->h && e->v)
        buf_text(b, " + ");
    if (e->v)
        texts_put(b, lang, TEXT_E_DOWN, &(play_values){.n = e->v});
    if (e->times > 1) {
        buf_text(b, ", ");
        texts_put(b, lang, TEXT_E_DOUBLED, NULL);
    }
}

static void put_tablet_event(buf *b, play_lang lang, const azj_event *e)
{
    const char name[] = {(char)('a' + e->tablet), (char)('0' + e->times), '\0'};
    const play_text text = (play_text)(TEXT_TABLET_A1 + 2 * e->tablet + e->times - 1);
    texts_put(b, lang, TEXT_E_TABLET, &(play_values){.s = name, .t = texts_template(lang, text)});
}

static play_text floor_text(azj_rules rules, const azj_event *e)
{
    if (rules == AZJ_DUEL)
        return TEXT_E_BROKEN_TILE;
    return e->colour == AZJ_COLOUR_NB ? TEXT_E_FLOOR_MARKER : TEXT_E_FLOOR;
}

void describe_event(buf *b, play_lang lang, azj_rules rules, const azj_event *e)
{
    static const play_text plain[AZJ_EVENT_KIND_NB] = {
        [AZJ_EVENT_SPECIAL] = TEXT_E_SPECIAL, [AZJ_EVENT_DROPPED] = TEXT_E_DROPPED,
        [AZJ_EVENT_BROKEN] = TEXT_E_BROKEN,   [AZJ_EVENT_START_TILE] = TEXT_E_START_TILE,
        [AZJ_EVENT_CLAMP] = TEXT_E_CLAMP,     [AZJ_EVENT_PAID] = TEXT_E_PAID,
        [AZJ_EVENT_ROW] = TEXT_E_ROW,         [AZJ_EVENT_COLUMN] = TEXT_E_COLUMN,
        [AZJ_EVENT_COLOUR] = TEXT_E_COLOUR};
    const bool lost = e->kind == AZJ_EVENT_DROPPED || e->kind == AZJ_EVENT_BROKEN;
    const play_values v = {.c = e->colour,
                           .n = e->kind == AZJ_EVENT_COLUMN ? e->column : e->row,
                           .m = lost ? e->count : e->column};
    switch (e->kind) {
    case AZJ_EVENT_TILE:
        put_tile_event(b, lang, e);
        break;
    case AZJ_EVENT_FLOOR:
        texts_put(b, lang, floor_text(rules, e), &(play_values){.n = e->count, .c = e->colour});
        break;
    case AZJ_EVENT_TABLET:
        put_tablet_event(b, lang, e);
        break;
    default:
        texts_put(b, lang, plain[e->kind], &v);
    }
}
