/* request.c - reads and writes the requests of a runner: see request.h. */
#include "proto/request.h"

#include <azulejo/text.h>
#include <string.h>

#define WORD(name, word) word,
static const char *const request_words[] = {PROTO_REQUESTS(WORD) NULL};
static const char *const error_words[] = {PROTO_ERRORS(WORD) NULL};
static const char *const cause_words[] = {PROTO_CAUSES(WORD) NULL};
#undef WORD

const char *proto_error_word(proto_error code)
{
    return error_words[code];
}

const char *proto_cause_word(proto_cause cause)
{
    return cause_words[cause];
}

proto_cause proto_cause_of(proto_word word)
{
    const int i = proto_which(word, cause_words);
    return i < 0 ? PROTO_CAUSE_NB : (proto_cause)i;
}

/* ---- Reading ---- */

/* Reads the words after the first one; returns NULL, or what was expected. */
typedef const char *reader(proto_words *line, proto_request *r);

static const char *read_nothing(proto_words *line, proto_request *r)
{
    (void)r;
    return proto_ended(*line) ? NULL : "this request has no arguments";
}

static const char *read_azp(proto_words *line, proto_request *r)
{
    return proto_next_number(line, UINT32_MAX, &r->version) ? NULL : "expected: azp VERSION";
}

static const char *read_set(proto_words *line, proto_request *r)
{
    if (!proto_next(line, &r->name))
        return "expected: set NAME VALUE";
    r->text = proto_rest(line);
    return r->text.length ? NULL : "expected: set NAME VALUE";
}

static const char *read_position(proto_words *line, proto_request *r)
{
    r->text = proto_rest(line);
    return r->text.length ? NULL : "expected: position POSITION";
}

static const char *read_moves(proto_words *line, proto_request *r)
{
    r->text = proto_rest(line);
    return r->text.length ? NULL : "expected: moves MOVE...";
}

static const char *read_ping(proto_words *line, proto_request *r)
{
    r->text = proto_rest(line);
    return NULL;
}

/* Reads the clocks of the seats: all numbers that follow. */
static const char *read_clocks(proto_words *line, proto_go *go)
{
    uint64_t ms;
    proto_words ahead = *line;
    while (go->clocks < AZJ_SEATS_MAX && proto_next_number(&ahead, UINT32_MAX, &ms)) {
        go->clock_ms[go->clocks++] = (uint32_t)ms;
        *line = ahead;
    }
    return go->clocks ? NULL : "clock takes the milliseconds left of each seat";
}

static const char *read_limit(proto_word key, proto_words *line, proto_go *go)
{
    static const char *const names[] = {"time", "inc", "depth", NULL};
    azj_limits *l = &go->limits;
    uint32_t *const places[] = {&l->time_ms, &l->increment_ms, &l->depth};
    uint64_t n;
    if (proto_is(key, "infinite")) {
        l->infinite = 1;
        return NULL;
    }
    if (proto_is(key, "clock"))
        return go->clocks ? "clock stands twice" : read_clocks(line, go);
    const bool nodes = proto_is(key, "nodes");
    const int i = proto_which(key, names);
    if (i < 0 && !nodes)
        return "go takes: time MS, clock MS..., inc MS, nodes N, depth N, infinite";
    if (!proto_next_number(line, nodes ? UINT64_MAX : UINT32_MAX, &n))
        return "a number belongs after time, inc, nodes and depth";
    const bool least = n == 0 && !proto_is(key, "inc"); /* 0 is a limit, not none */
    if (nodes)
        l->nodes = n + least;
    else
        *places[i] = (uint32_t)n + least;
    return NULL;
}

static const char *read_go(proto_words *line, proto_request *r)
{
    proto_word key;
    while (proto_next(line, &key)) {
        const char *wrong = read_limit(key, line, &r->go);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static const char *read_seat_list(proto_words *line, unsigned *seats)
{
    proto_word word;
    proto_words ahead = *line;
    uint64_t seat;
    if (proto_next(&ahead, &word) && proto_is(word, "-")) {
        *line = ahead;
        return NULL;
    }
    ahead = *line;
    while (proto_next_number(&ahead, AZJ_SEATS_MAX - 1, &seat)) {
        *seats |= 1u << seat;
        *line = ahead;
    }
    return *seats ? NULL : "winners takes seats from 0, or - for nobody";
}

static const char *read_score_list(proto_words *line, proto_result *result)
{
    proto_word word;
    proto_words ahead = *line;
    double value;
    while (result->players < AZJ_SEATS_MAX && proto_next(&ahead, &word) &&
           proto_decimal(word, &value) && value > -100000 && value < 100000 &&
           value == (int)value) {
        result->score[result->players++] = (int)value;
        *line = ahead;
    }
    return result->players ? NULL : "scores takes a number for each seat";
}

/* Consumes the word if it is next. */
static bool take_word(proto_words *line, const char *text)
{
    proto_word word;
    proto_words ahead = *line;
    if (!proto_next(&ahead, &word) || !proto_is(word, text))
        return false;
    *line = ahead;
    return true;
}

static const char *check_result(const proto_result *r)
{
    if (r->players < 2)
        return "scores takes a number for each seat, 2 to 4 of them";
    if (r->winners >> r->players)
        return "winners names a seat without a score";
    if ((r->cause == PROTO_CAUSE_NORMAL) != (r->fault == AZJ_NOBODY))
        return "fault SEAT belongs after every cause but normal";
    return r->fault == AZJ_NOBODY || r->fault < r->players ? NULL
                                                           : "fault names a seat without a score";
}

static const char *read_result(proto_words *line, proto_request *r)
{
    static const char form[] =
        "expected: result winners SEAT... scores N... cause WORD [fault SEAT]";
    proto_result *result = &r->result;
    proto_word word;
    uint64_t seat = AZJ_NOBODY;
    const char *wrong = take_word(line, "winners") ? read_seat_list(line, &result->winners) : form;
    if (!wrong)
        wrong = take_word(line, "scores") ? read_score_list(line, result) : form;
    if (wrong)
        return wrong;
    if (!take_word(line, "cause") || !proto_next(line, &word) ||
        (result->cause = proto_cause_of(word)) == PROTO_CAUSE_NB ||
        (take_word(line, "fault") && !proto_next_number(line, AZJ_SEATS_MAX - 1, &seat)))
        return form;
    result->fault = (unsigned)seat;
    return proto_ended(*line) ? check_result(result) : form;
}

static azj_rules rules_of(proto_word word)
{
    azj_rules rules = AZJ_CLASSIC;
    while (rules < AZJ_RULES_NB && !proto_is(word, azj_rules_name(rules)))
        rules++;
    return rules;
}

/* Reads "a1,b2,c1" into 2 bits per tablet, a lowest. */
static bool read_tablets(proto_word word, uint8_t *tablets)
{
    unsigned chosen = 0;
    if (word.length % 3 != 2)
        return false;
    for (size_t i = 0; i < word.length; i += 3) {
        const unsigned tablet = (unsigned)(unsigned char)word.at[i] - 'a';
        const unsigned side = (unsigned)(unsigned char)word.at[i + 1] - '0';
        if (tablet > 3 || side < 1 || side > 2 || (chosen >> (2 * tablet) & 3u) != 0)
            return false;
        if (i + 2 < word.length && word.at[i + 2] != ',')
            return false;
        chosen |= side << (2 * tablet);
    }
    *tablets = (uint8_t)chosen;
    return true;
}

static const char *read_seed(proto_words *line, proto_request *r)
{
    r->seeded = proto_next_number(line, UINT64_MAX, &r->seed);
    return r->seeded ? NULL : "seed takes a number";
}

static const char *read_new_part(proto_word key, proto_words *line, proto_request *r)
{
    proto_word word;
    uint64_t seat;
    if (proto_is(key, "seed"))
        return read_seed(line, r);
    if (proto_is(key, "starter") && proto_next_number(line, AZJ_SEATS_MAX - 1, &seat)) {
        r->game.starter = (uint8_t)seat;
        return NULL;
    }
    if (proto_is(key, "tablets") && proto_next(line, &word)) {
        r->random_tablets = proto_is(word, "random");
        if (r->random_tablets || read_tablets(word, &r->game.tablets))
            return NULL;
    }
    return "after RULES PLAYERS: starter SEAT, tablets LIST or random, seed N";
}

static const char *read_new(proto_words *line, proto_request *r)
{
    proto_word rules, key;
    uint64_t players;
    r->game.starter = AZJ_NOBODY;
    if (!proto_next(line, &rules) || !proto_next_number(line, 255, &players))
        return "expected: new RULES PLAYERS [starter SEAT] [tablets LIST] [seed N]";
    r->game.rules = (uint8_t)rules_of(rules);
    r->game.players = (uint8_t)players;
    while (proto_next(line, &key)) {
        const char *wrong = read_new_part(key, line, r);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static const char *read_deal(proto_words *line, proto_request *r)
{
    if (!proto_next(line, &r->text))
        return "expected: deal seed N, or deal OUTCOME";
    if (proto_is(r->text, "seed")) {
        r->text.length = 0;
        return read_seed(line, r);
    }
    return NULL;
}

static const char *read_play(proto_words *line, proto_request *r)
{
    proto_word key;
    if (!proto_next(line, &r->text))
        return "expected: play MOVE [seed N]";
    if (!proto_next(line, &key))
        return NULL;
    return proto_is(key, "seed") ? read_seed(line, r) : "expected: play MOVE [seed N]";
}

static const char *read_view(proto_words *line, proto_request *r)
{
    proto_word word;
    uint64_t seat = AZJ_VIEW_ALL;
    if (!proto_next(line, &word))
        return "expected: view SEAT, view spectator or view all";
    if (proto_is(word, "spectator"))
        seat = AZJ_SPECTATOR;
    else if (!proto_is(word, "all") && !proto_number(word, AZJ_SEATS_MAX - 1, &seat))
        return "expected: view SEAT, view spectator or view all";
    r->viewer = (unsigned)seat;
    return NULL;
}

static reader *const readers[PROTO_REQUEST_NB] = {
    [PROTO_AZP] = read_azp,     [PROTO_SET] = read_set,       [PROTO_POSITION] = read_position,
    [PROTO_MOVES] = read_moves, [PROTO_GO] = read_go,         [PROTO_PING] = read_ping,
    [PROTO_NEW] = read_new,     [PROTO_RESULT] = read_result, [PROTO_DEAL] = read_deal,
    [PROTO_PLAY] = read_play,   [PROTO_VIEW] = read_view,
};

bool proto_request_read(proto_word line, proto_request *r, proto_fault *fault)
{
    proto_words rest = proto_words_of(line);
    proto_word first = {line.at, 0};
    memset(r, 0, sizeof *r);
    proto_next(&rest, &first);
    const int kind = proto_which(first, request_words);
    if (kind < 0) {
        r->kind = PROTO_REQUEST_NB;
        *fault = (proto_fault){PROTO_E_UNKNOWN, "there is no such request"};
        return false;
    }
    r->kind = (proto_request_kind)kind;
    const char *wrong = (readers[kind] ? readers[kind] : read_nothing)(&rest, r);
    if (!wrong && !proto_ended(rest))
        wrong = "there is something after the request";
    if (wrong)
        *fault = (proto_fault){PROTO_E_SYNTAX, wrong};
    return !wrong;
}

/* ---- Writing ---- */

void proto_put_set(buf *b, const char *name, const char *value)
{
    buf_text(b, "set ");
    buf_text(b, name);
    buf_char(b, ' ');
    buf_text(b, value);
    buf_char(b, '\n');
}

void proto_put_position(buf *b, const azj_state *view)
{
    char text[AZJ_POSITION_TEXT_MAX];
    azj_position_text(view, text, sizeof text);
    buf_text(b, "position ");
    buf_text(b, text);
    buf_char(b, '\n');
}

void proto_put_moves(buf *b, const char *word, const azj_move *moves, size_t count)
{
    char text[AZJ_MOVE_TEXT_MAX];
    buf_text(b, word);
    for (size_t i = 0; i < count; i++) {
        azj_move_text(moves[i], text, sizeof text);
        buf_char(b, ' ');
        buf_text(b, text);
    }
    buf_char(b, '\n');
}

static void put_limit(buf *b, const char *key, uint64_t value)
{
    if (value == 0)
        return;
    buf_text(b, key);
    buf_unsigned(b, value);
}

void proto_put_go(buf *b, const proto_go *go)
{
    const azj_limits *l = &go->limits;
    buf_text(b, "go");
    put_limit(b, " time ", l->time_ms);
    for (unsigned i = 0; i < go->clocks; i++) {
        buf_text(b, i ? " " : " clock ");
        buf_unsigned(b, go->clock_ms[i]);
    }
    put_limit(b, " inc ", l->increment_ms);
    put_limit(b, " nodes ", l->nodes);
    put_limit(b, " depth ", l->depth);
    buf_text(b, l->infinite ? " infinite\n" : "\n");
}

void proto_put_result(buf *b, const proto_result *r)
{
    buf_text(b, r->winners ? "result winners" : "result winners -");
    for (unsigned seat = 0; seat < r->players; seat++)
        if (r->winners >> seat & 1u) {
            buf_char(b, ' ');
            buf_unsigned(b, seat);
        }
    buf_text(b, " scores");
    for (unsigned seat = 0; seat < r->players; seat++) {
        buf_char(b, ' ');
        buf_number(b, r->score[seat]);
    }
    buf_text(b, " cause ");
    buf_text(b, cause_words[r->cause]);
    if (r->fault != AZJ_NOBODY) {
        buf_text(b, " fault ");
        buf_unsigned(b, r->fault);
    }
    buf_char(b, '\n');
}
