/* describe.c - the game in words: see describe.h. */
#include "term/describe.h"

#include <azulejo/text.h>
#include <stdlib.h>
#include <string.h>

enum { PART_MAX = 160 };

/* ---- Pieces ---- */

/* "YK/TS": a plate as it lies; "?" for one that is hidden. */
static void put_plate_lying(buf *b, unsigned plate, unsigned turn)
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

void describe_plate_words(buf *b, msg_lang lang, unsigned plate, unsigned turn)
{
    char word[4][32];
    for (unsigned place = 0; place < 4; place++) {
        const unsigned space =
            plate < AZJ_DUEL_PLATES ? azj_duel_plate_space(plate, turn, place) : AZJ_COLOUR_NB;
        const char letter[] = {plate >= AZJ_DUEL_PLATES     ? '?'
                               : space == AZJ_SPACE_JOKER   ? 'J'
                               : space == AZJ_SPACE_SPECIAL ? 'S'
                                                            : azj_colour_letter(space),
                               '\0'};
        buf w = buf_on(word[place], sizeof word[place]);
        msg_put(&w, lang, MSG_PLATE_SPACE, &(msg_args){.letter = letter});
        buf_end(&w);
    }
    msg_put(b, lang, MSG_PLATE_WORDS,
            &(msg_args){.a = word[0], .b = word[1], .c = word[2], .d = word[3]});
}

void describe_tiles(buf *b, msg_lang lang, azj_tiles tiles)
{
    bool any = false;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        const unsigned n = azj_tiles_count(tiles, c);
        if (!n)
            continue;
        buf_text(b, any ? ", " : "");
        msg_put(b, lang, MSG_TILES, &(msg_args){.count = (int)n, .colour = msg_colour(c)});
        any = true;
    }
    if (!any)
        msg_put(b, lang, MSG_STATE_NONE, NULL);
}

void describe_colour(buf *b, msg_lang lang, unsigned colour)
{
    msg_put(b, lang, MSG_HUE, &(msg_args){.colour = msg_colour(colour)});
}

/* "B,B,RT": chips by face. */
static void put_chips(buf *b, azj_chips chips)
{
    bool any = false;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(chips, face); i++) {
            buf_text(b, any ? "," : "");
            buf_text(b, azj_face_name(face));
            any = true;
        }
}

void describe_chips_words(buf *b, msg_lang lang, azj_chips chips)
{
    bool any = false;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(chips, face); i++) {
            buf_text(b, any ? "; " : "");
            msg_put(b, lang, MSG_FACES, &(msg_args){.face = azj_face_name(face)});
            any = true;
        }
}

static void put_stack(buf *b, unsigned stack)
{
    for (; stack; stack >>= 3)
        buf_char(b, azj_colour_letter((stack & 7u) - 1));
}

/* "S" or "J": the kind of a plate, which its back shows. */
static const char *plate_type(azj_move m)
{
    return azj_duel_is_special(azj_move_plate(m)) ? "S" : "J";
}

msg_key describe_rules_key(unsigned rules)
{
    static const msg_key keys[AZJ_RULES_NB] = {[AZJ_CLASSIC] = MSG_RULES_CLASSIC,
                                               [AZJ_GREY] = MSG_RULES_GREY,
                                               [AZJ_CRYSTAL1] = MSG_RULES_CRYSTAL1,
                                               [AZJ_CRYSTAL2] = MSG_RULES_CRYSTAL2,
                                               [AZJ_DUEL] = MSG_RULES_DUEL};
    return keys[rules];
}

msg_key describe_tablet_key(unsigned tablet, unsigned side)
{
    static const msg_key keys[4][2] = {{MSG_TABLET_A1, MSG_TABLET_A2},
                                       {MSG_TABLET_B1, MSG_TABLET_B2},
                                       {MSG_TABLET_C1, MSG_TABLET_C2},
                                       {MSG_TABLET_D1, MSG_TABLET_D2}};
    return keys[tablet][side - 1];
}

msg_key describe_tablet_short_key(unsigned tablet, unsigned side)
{
    static const msg_key keys[4][2] = {{MSG_SHORT_TABLET_A1, MSG_SHORT_TABLET_A2},
                                       {MSG_SHORT_TABLET_B1, MSG_SHORT_TABLET_B2},
                                       {MSG_SHORT_TABLET_C1, MSG_SHORT_TABLET_C2},
                                       {MSG_SHORT_TABLET_D1, MSG_SHORT_TABLET_D2}};
    return keys[tablet][side - 1];
}

/* ---- Moves ---- */

static void put_source(buf *b, msg_lang lang, azj_move m)
{
    const unsigned from = azj_move_from(m);
    msg_key key = MSG_SOURCE_MOON;
    if (azj_move_kind_of(m) == AZJ_TAKE)
        key = from ? MSG_SOURCE_FACTORY : MSG_SOURCE_CENTRE;
    else if (azj_move_kind_of(m) == AZJ_SUN)
        key = from ? MSG_SOURCE_SUN : MSG_SOURCE_SUN_LARGE;
    msg_put(b, lang, key, &(msg_args){.n = (int)from});
}

static void put_target(buf *b, msg_lang lang, azj_move m)
{
    const unsigned to = azj_move_to(m);
    const msg_key lost = azj_move_kind_of(m) == AZJ_TAKE ? MSG_PLACE_FLOOR : MSG_PLACE_BROKEN;
    msg_put(b, lang, to ? MSG_PLACE_LINE : lost, &(msg_args){.n = (int)to});
}

static void put_order(buf *b, msg_lang lang, azj_move m)
{
    char text[PART_MAX];
    buf t = buf_on(text, sizeof text);
    for (unsigned stack = azj_move_stack(m), n = 0; stack; stack >>= 3, n++) {
        buf_text(&t, n ? ", " : "");
        describe_colour(&t, lang, (stack & 7u) - 1);
    }
    buf_end(&t);
    msg_put(b, lang, MSG_OPTION_STACK, &(msg_args){.stack = text});
}

/* `taken` 0: as advice. */
static void put_taking(buf *b, msg_lang lang, const char *who, azj_move m, int taken)
{
    char source[PART_MAX], target[PART_MAX];
    buf s = buf_on(source, sizeof source), t = buf_on(target, sizeof target);
    put_source(&s, lang, m);
    put_target(&t, lang, m);
    buf_end(&s);
    buf_end(&t);
    msg_put(b, lang, MSG_LOG_TAKE,
            &(msg_args){.who = who,
                        .count = taken,
                        .colour = msg_colour(azj_move_colour(m)),
                        .from = source,
                        .to = target});
    if (azj_move_kind_of(m) == AZJ_SUN && azj_move_stack(m) >> 3) {
        buf_text(b, " (");
        put_order(b, lang, m);
        buf_char(b, ')');
    }
}

unsigned describe_chip_count(azj_chips chips)
{
    unsigned n = 0;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        n += azj_chips_count(chips, face);
    return n;
}

/* What the messages of a move ask for. */
static msg_args move_args(const char *who, azj_move m)
{
    const azj_move_kind kind = azj_move_kind_of(m);
    const bool plate = kind == AZJ_PLATE || kind == AZJ_RETURN;
    return (msg_args){.who = who,
                      .n = kind == AZJ_TILE ? (int)describe_chip_count(azj_move_spend(m))
                                            : (int)azj_move_from(m),
                      .line = (int)azj_move_line(m),
                      .column = (int)azj_move_column(m),
                      .slot = (int)azj_move_slot(m),
                      .type = plate ? plate_type(m) : ""};
}

void describe_move(buf *b, msg_lang lang, const char *who, azj_move m, int taken)
{
    static const msg_key keys[] = {
        [AZJ_PLATE] = MSG_LOG_PLATE, [AZJ_CHIP] = MSG_LOG_CHIP,     [AZJ_DRAW] = MSG_LOG_DRAW,
        [AZJ_STOP] = MSG_LOG_STOP,   [AZJ_RETURN] = MSG_LOG_RETURN, [AZJ_PLACE] = MSG_LOG_COLUMN,
        [AZJ_TILE] = MSG_LOG_COLUMN, [AZJ_SKIP] = MSG_LOG_SKIP};
    const azj_move_kind kind = azj_move_kind_of(m);
    const msg_args args = move_args(who, m);
    if (kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON)
        put_taking(b, lang, who, m, taken);
    else if (kind == AZJ_TILE && azj_move_spend(m))
        msg_put(b, lang, MSG_LOG_CELL_CHIPS, &args);
    else
        msg_put(b, lang, keys[kind], &args);
}

void describe_advice(buf *b, msg_lang lang, azj_move m)
{
    static const msg_key keys[] = {[AZJ_PLATE] = MSG_ADVISE_PLATE,   [AZJ_CHIP] = MSG_ADVISE_CHIP,
                                   [AZJ_DRAW] = MSG_ADVISE_DRAW,     [AZJ_STOP] = MSG_ADVISE_STOP,
                                   [AZJ_RETURN] = MSG_ADVISE_RETURN, [AZJ_PLACE] = MSG_ADVISE_CELL,
                                   [AZJ_TILE] = MSG_ADVISE_CELL,     [AZJ_SKIP] = MSG_ADVISE_SKIP};
    const azj_move_kind kind = azj_move_kind_of(m);
    const msg_args args = move_args("", m);
    char text[DESCRIBE_MAX];
    buf t = buf_on(text, sizeof text);
    if (kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON)
        put_taking(&t, lang, "", m, 0);
    else
        msg_put(&t, lang, keys[kind], &args);
    buf_end(&t);
    buf_text(b, text + strspn(text, " ")); /* without a name the sentence begins with a blank */
}

/* ---- Options ---- */

/* Does taking this bring the start tile along? (D12) */
static bool takes_start_tile(const play_choice *c, azj_move option)
{
    azj_state after = c->view;
    azj_apply(&after, choice_example(c, option), NULL);
    return c->view.duel.start_tile == AZJ_NOBODY && after.duel.start_tile != AZJ_NOBODY;
}

static int taken_by(const play_choice *c, azj_move option)
{
    return azj_preview_move(&c->view, choice_example(c, option)).taken;
}

static void put_classic_source(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const unsigned from = azj_move_from(option);
    const bool marker = c->view.classic.marker == AZJ_NOBODY; /* C4 */
    msg_put(b, lang,
            from     ? MSG_TAKE_FACTORY
            : marker ? MSG_TAKE_CENTRE_MARKER
                     : MSG_TAKE_CENTRE,
            &(msg_args){.n = (int)from,
                        .count = taken_by(c, option),
                        .colour = msg_colour(azj_move_colour(option))});
}

static void put_duel_source(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const unsigned from = azj_move_from(option);
    const bool moon = azj_move_kind_of(option) == AZJ_MOON;
    const msg_args args = {.n = (int)from,
                           .count = taken_by(c, option),
                           .colour = msg_colour(azj_move_colour(option))};
    msg_put(b, lang, moon ? MSG_TAKE_MOON : from ? MSG_TAKE_SUN : MSG_TAKE_SUN_LARGE, &args);
    if (moon) {
        buf_text(b, " (");
        buf_number(b, args.count);
        buf_char(b, ')');
    }
    if (takes_start_tile(c, option)) {
        buf_char(b, ' ');
        msg_put(b, lang, MSG_WITH_START_TILE, NULL);
    }
}

static void put_plate(buf *b, msg_lang lang, bool words, unsigned plate, unsigned turn)
{
    if (words)
        describe_plate_words(b, lang, plate, turn);
    else
        put_plate_lying(b, plate, turn);
}

static void put_plate_option(buf *b, msg_lang lang, bool words, msg_key key, unsigned plate)
{
    char text[PART_MAX];
    buf t = buf_on(text, sizeof text);
    buf_text(&t, azj_plate_name(plate));
    if (plate < AZJ_DUEL_PLATES) {
        buf_text(&t, " (");
        put_plate(&t, lang, words, plate, 0);
        buf_char(&t, ')');
    }
    buf_end(&t);
    msg_put(b, lang, key, &(msg_args){.plate = text});
}

static void put_source_option(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const unsigned from = azj_move_from(option);
    switch (azj_move_kind_of(option)) {
    case AZJ_TAKE:
        put_classic_source(b, lang, c, option);
        break;
    case AZJ_SUN:
    case AZJ_MOON:
        put_duel_source(b, lang, c, option);
        break;
    case AZJ_PLATE:
        put_plate_option(b, lang, c->words, MSG_OPTION_PLATE, azj_move_plate(option));
        break;
    case AZJ_RETURN:
        put_plate_option(b, lang, c->words, MSG_OPTION_RETURN, azj_move_plate(option));
        break;
    case AZJ_CHIP:
        msg_put(b, lang, MSG_TAKE_CHIP,
                &(msg_args){.n = (int)from, .face = azj_face_name(c->view.duel.chip[from - 1])});
        break;
    default:
        describe_advice(b, lang, option);
    }
}

static void put_change(buf *b, msg_lang lang, msg_key key, int change)
{
    char text[16];
    buf t = buf_on(text, sizeof text);
    if (change > 0)
        buf_char(&t, '+');
    buf_number(&t, change);
    buf_end(&t);
    msg_put(b, lang, key, &(msg_args){.change = text});
}

static void put_consequences(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const azj_preview p = azj_preview_move(&c->view, choice_example(c, option));
    const bool duel = c->view.head.rules == AZJ_DUEL;
    const bool all_lost = choice_asks(c) == CHOICE_TARGET && !azj_move_to(option);
    buf_text(b, " (");
    if (p.overflow && !all_lost) {
        msg_put(b, lang, duel ? MSG_OVERFLOW_BROKEN : MSG_OVERFLOW_FLOOR,
                &(msg_args){.n = p.overflow});
        buf_text(b, ", ");
    }
    if (p.points_now) {
        put_change(b, lang, MSG_PREVIEW_NOW, p.points_now);
        buf_text(b, ", ");
    }
    put_change(b, lang, MSG_PREVIEW_ROUND, p.points_round);
    buf_char(b, ')');
}

static void put_space_option(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    describe_advice(b, lang, option);
    if (azj_move_kind_of(option) == AZJ_SKIP)
        return;
    if (azj_move_kind_of(option) == AZJ_TILE && azj_move_spend(choice_example(c, option))) {
        buf_text(b, ", ");
        msg_put(b, lang, MSG_NEEDS_CHIPS, NULL);
    }
    put_consequences(b, lang, c, option);
}

static void put_turned(buf *b, msg_lang lang, bool words, azj_move m)
{
    char text[PART_MAX];
    buf t = buf_on(text, sizeof text);
    put_plate(&t, lang, words, azj_move_plate(m), azj_move_turn(m));
    buf_end(&t);
    msg_put(b, lang, MSG_OPTION_TURNED, &(msg_args){.plate = text});
}

static void put_payment(buf *b, msg_lang lang, bool words, azj_move m)
{
    char text[PART_MAX];
    buf t = buf_on(text, sizeof text);
    if (words)
        describe_chips_words(&t, lang, azj_move_spend(m));
    else
        put_chips(&t, azj_move_spend(m));
    buf_end(&t);
    msg_put(b, lang, azj_move_spend(m) ? MSG_OPTION_PAY : MSG_OPTION_PAY_NOTHING,
            &(msg_args){.chips = text});
}

void describe_option(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    switch (choice_asks(c)) {
    case CHOICE_SOURCE:
        put_source_option(b, lang, c, option);
        break;
    case CHOICE_TARGET:
        buf_text(b, "→ ");
        put_target(b, lang, option);
        put_consequences(b, lang, c, option);
        break;
    case CHOICE_STACK:
        put_order(b, lang, option);
        break;
    case CHOICE_SLOT:
        msg_put(b, lang, MSG_SLOT_TARGET, &(msg_args){.n = (int)azj_move_slot(option)});
        break;
    case CHOICE_TURN:
        put_turned(b, lang, c->words, option);
        break;
    case CHOICE_SPACE:
        put_space_option(b, lang, c, option);
        break;
    default:
        put_payment(b, lang, c->words, option);
    }
}

/* ---- Short options ---- */

static void put_short_source(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const unsigned from = azj_move_from(option);
    const azj_move_kind kind = azj_move_kind_of(option);
    if (kind != AZJ_MOON && from)
        buf_unsigned(b, from);
    else if (kind != AZJ_MOON)
        msg_put(b, lang, kind == AZJ_TAKE ? MSG_SHORT_CENTRE : MSG_SHORT_LARGE, NULL);
    buf_text(b, kind == AZJ_TAKE ? ": " : kind == AZJ_SUN ? " ☼ " : "☾ ");
    buf_number(b, taken_by(c, option));
    buf_text(b, "× ");
    describe_colour(b, lang, azj_move_colour(option));
}

static void put_short_action(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    if (kind == AZJ_PLATE || kind == AZJ_RETURN) {
        buf_text(b, azj_plate_name(azj_move_plate(option)));
        buf_char(b, ' ');
        put_plate_lying(b, azj_move_plate(option), 0);
    } else if (kind == AZJ_CHIP) {
        buf_unsigned(b, azj_move_from(option));
        buf_text(b, " {");
        buf_text(b, azj_face_name(c->view.duel.chip[azj_move_from(option) - 1]));
        buf_char(b, '}');
    } else {
        msg_put(b, lang, kind == AZJ_DRAW ? MSG_SHORT_DRAW : MSG_SHORT_STOP, NULL);
    }
}

void describe_option_short(buf *b, msg_lang lang, const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    const choice_step asks = choice_asks(c);
    if (asks == CHOICE_STACK)
        put_stack(b, azj_move_stack(option));
    else if (asks == CHOICE_TURN)
        put_plate_lying(b, azj_move_plate(option), azj_move_turn(option));
    else if (asks == CHOICE_PAYMENT && azj_move_spend(option))
        put_chips(b, azj_move_spend(option));
    else if (asks == CHOICE_SOURCE && (kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON))
        put_short_source(b, lang, c, option);
    else if (asks == CHOICE_SOURCE)
        put_short_action(b, lang, c, option);
    else
        describe_option(b, lang, c, option);
}

/* ---- Questions ---- */

static msg_key question_of(const play_choice *c)
{
    static const msg_key by_step[] = {
        [CHOICE_SOURCE] = MSG_ASK_OFFER,    [CHOICE_TARGET] = MSG_CHOOSE_TARGET,
        [CHOICE_STACK] = MSG_ASK_STACK,     [CHOICE_SLOT] = MSG_ASK_SLOT,
        [CHOICE_TURN] = MSG_ASK_TURN,       [CHOICE_SPACE] = MSG_ASK_SPACE,
        [CHOICE_PAYMENT] = MSG_ADVICE_SPEND};
    const choice_step asks = choice_asks(c);
    if (asks != CHOICE_SOURCE)
        return by_step[asks];
    switch (c->view.head.phase) {
    case AZJ_PHASE_SETUP:
    case AZJ_PHASE_KEEP:
        return MSG_ASK_PLATE;
    case AZJ_PHASE_DRAW:
        return MSG_ASK_DRAW;
    case AZJ_PHASE_RETURN:
        return MSG_ADVICE_RETURN;
    default:
        return MSG_ASK_OFFER;
    }
}

void describe_question(buf *b, msg_lang lang, const play_choice *c)
{
    msg_put(b, lang, question_of(c), &(msg_args){.n = c->view.head.line});
}

/* ---- Events ---- */

static msg_key tile_key(const azj_event *e)
{
    if (e->h > 1 && e->v > 1)
        return MSG_EVENT_TILE_BOTH;
    return e->h > 1 ? MSG_EVENT_TILE_ROW : e->v > 1 ? MSG_EVENT_TILE_COLUMN : MSG_EVENT_TILE_ALONE;
}

#define EVENT_KEY(KIND, name, field, words) [AZJ_EVENT_##KIND] = MSG_EVENT_##KIND,
static msg_key event_key(const azj_event *e)
{
    static const msg_key keys[AZJ_EVENT_KIND_NB] = {[AZJ_EVENT_SPECIAL] = MSG_EVENT_SPECIAL,
                                                    [AZJ_EVENT_DROPPED] = MSG_EVENT_DROPPED,
                                                    [AZJ_EVENT_BROKEN] = MSG_EVENT_BROKEN,
                                                    [AZJ_EVENT_FLOOR] = MSG_EVENT_FLOOR,
                                                    [AZJ_EVENT_START_TILE] = MSG_EVENT_START_TILE,
                                                    [AZJ_EVENT_CLAMP] = MSG_EVENT_CLAMP,
                                                    [AZJ_EVENT_PAID] = MSG_EVENT_PAID,
                                                    [AZJ_EVENT_TABLET] = MSG_EVENT_TABLET,
                                                    AZJ_BONUS_LIST(EVENT_KEY)};
    if (e->kind == AZJ_EVENT_TABLET && e->points < 0)
        return MSG_EVENT_TABLET_LOST;
    return e->kind == AZJ_EVENT_TILE ? tile_key(e) : keys[e->kind];
}

void describe_event(buf *b, msg_lang lang, azj_rules rules, const char *who, const azj_event *e)
{
    const bool tablet = e->kind == AZJ_EVENT_TABLET;
    const msg_args args = {
        .who = who,
        .points = abs(e->points),
        .row = e->row,
        .column = e->column,
        .colour = msg_colour(e->colour),
        .h = e->h,
        .v = e->v,
        .times = e->times,
        .count = e->count,
        .game = rules == AZJ_DUEL ? "duel" : "classic",
        .tablet = tablet ? msg_text(lang, describe_tablet_key(e->tablet, e->times)) : ""};
    msg_put(b, lang, event_key(e), &args);
}
