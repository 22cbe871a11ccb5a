/* game_json.c - see game_json.h. Keys of an event are one letter: there are many of them. */
#include "server/game_json.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options ---- */
static const char *const clock_names[] = {"none", "total", "move"};

static void put_tablets(json_writer *w, unsigned tablets)
{
    json_write_array(w, "tablets");
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = tablets >> (2 * i) & 3u;
        const char name[] = {(char)('a' + i), (char)('0' + side), 0};
        if (side)
            json_write_string(w, NULL, name);
    }
    json_write_array_end(w);
}

void game_options_put(json_writer *w, const char *key, const game_options *o)
{
    if (key)
        json_write_object(w, key);
    json_write_string(w, "rules", azj_rules_name((azj_rules)o->rules.rules));
    json_write_number(w, "players", o->rules.players);
    if (o->rules.starter != AZJ_NOBODY)
        json_write_number(w, "starter", o->rules.starter);
    if (o->rules.rules == AZJ_DUEL)
        put_tablets(w, o->rules.tablets);
    json_write_object(w, "clock");
    json_write_string(w, "kind", clock_names[o->clock.kind]);
    if (o->clock.kind != CLOCKS_NONE) {
        json_write_number(w, "base_ms", o->clock.base_ms);
        json_write_number(w, "increment_ms", o->clock.increment_ms);
        json_write_number(w, "delay_ms", o->clock.delay_ms);
    }
    json_write_object_end(w);
    json_write_string(w, "leaver", o->leaver == GAME_LEAVER_BOT ? "bot" : "claim");
    json_write_flag(w, "public", o->is_public);
    json_write_flag(w, "quick", o->quick);
    if (key)
        json_write_object_end(w);
}

static const char *get_rules(const fields *f, uint32_t parent, game_options *o)
{
    char name[16];
    int64_t number = o->rules.players;
    if (fields_find(f, parent, "rules") != FIELDS_NONE) {
        unsigned i = 0;
        if (!fields_text(f, parent, "rules", name, sizeof name))
            return "rules must be classic, grey, crystal1, crystal2 or duel";
        while (i < AZJ_RULES_NB && strcmp(name, azj_rules_name((azj_rules)i)) != 0)
            i++;
        if (i == AZJ_RULES_NB)
            return "rules must be classic, grey, crystal1, crystal2 or duel";
        o->rules.rules = (uint8_t)i;
    }
    if (fields_find(f, parent, "players") != FIELDS_NONE &&
        !fields_number(f, parent, "players", 2, 4, &number))
        return "players must be 2, 3 or 4";
    o->rules.players = (uint8_t)number;
    return NULL;
}

static const char *get_starter(const fields *f, uint32_t parent, game_options *o)
{
    const uint32_t node = fields_find(f, parent, "starter");
    int64_t seat = AZJ_NOBODY;
    if (node != FIELDS_NONE && !fields_is_text(f, node, "random") &&
        !fields_number(f, parent, "starter", 0, o->rules.players - 1, &seat))
        return "starter must be a seat, from 0 on, or \"random\"";
    if (node != FIELDS_NONE)
        o->rules.starter = (uint8_t)seat;
    return NULL;
}

static const char *get_tablets(const fields *f, uint32_t parent, game_options *o)
{
    const uint32_t list = fields_find(f, parent, "tablets");
    unsigned tablets = 0;
    if (list == FIELDS_NONE || o->rules.rules != AZJ_DUEL)
        return NULL;
    if (fields_is_text(f, list, "random")) {
        azj_rng rng;
        azj_rng_seed(&rng, (uint64_t)randombytes_random() << 32 | randombytes_random());
        o->rules.tablets = (uint8_t)azj_duel_random_tablets(&rng);
        return NULL;
    }
    if (f->nodes[list].type != JSON_ARRAY)
        return "tablets must be a list like [\"a1\",\"b1\",\"c1\"], or \"random\"";
    for (uint32_t at = list + 1; at < f->nodes[list].next; at = f->nodes[at].next) {
        const char *text = f->doc.text + f->nodes[at].start;
        if (f->nodes[at].type != JSON_STRING || f->nodes[at].end - f->nodes[at].start != 2 ||
            text[0] < 'a' || text[0] > 'd' || text[1] < '1' || text[1] > '2')
            return "a tablet is a to d with side 1 or 2, like \"a1\"";
        if (tablets >> (2 * (text[0] - 'a')) & 3u)
            return "a tablet has one side up: name each letter once";
        tablets |= (unsigned)(text[1] - '0') << (2 * (text[0] - 'a'));
    }
    o->rules.tablets = (uint8_t)tablets;
    return NULL;
}

static bool get_ms(const fields *f, uint32_t clock, const char *key, int64_t *value)
{
    return fields_find(f, clock, key) == FIELDS_NONE ||
           fields_number(f, clock, key, 0, UINT32_MAX, value);
}

static const char *get_clock(const fields *f, uint32_t parent, game_options *o)
{
    const uint32_t clock = fields_find(f, parent, "clock");
    char kind[8] = "none";
    int64_t base = 0, increment = 0, delay = 0;
    if (clock == FIELDS_NONE)
        return NULL;
    if (!fields_text(f, clock, "kind", kind, sizeof kind))
        return "a clock's kind is none, total or move";
    if (!get_ms(f, clock, "base_ms", &base) || !get_ms(f, clock, "increment_ms", &increment) ||
        !get_ms(f, clock, "delay_ms", &delay))
        return "a clock's times are whole milliseconds";
    for (uint32_t i = 0; i < 3; i++)
        if (strcmp(kind, clock_names[i]) == 0) {
            o->clock = (clocks_options){i, (uint32_t)base, (uint32_t)increment, (uint32_t)delay};
            return clocks_options_ok(&o->clock) ? NULL : "that clock is out of bounds";
        }
    return "a clock's kind is none, total or move";
}

static const char *get_leaver(const fields *f, uint32_t parent, game_options *o)
{
    const uint32_t node = fields_find(f, parent, "leaver");
    if (node == FIELDS_NONE)
        return NULL;
    o->leaver = fields_is_text(f, node, "claim") ? GAME_LEAVER_CLAIM : GAME_LEAVER_BOT;
    return o->leaver == GAME_LEAVER_CLAIM || fields_is_text(f, node, "bot")
               ? NULL
               : "leaver must be bot or claim";
}

const char *game_options_get(const fields *f, uint32_t parent, game_options *o)
{
    const char *wrong = get_rules(f, parent, o);
    azj_state s;
    if (!wrong)
        wrong = get_starter(f, parent, o);
    if (!wrong)
        wrong = get_tablets(f, parent, o);
    if (!wrong)
        wrong = get_clock(f, parent, o);
    if (wrong)
        return wrong;
    wrong = get_leaver(f, parent, o);
    if (wrong)
        return wrong;
    fields_flag(f, parent, "public", &o->is_public);
    fields_flag(f, parent, "quick", &o->quick);
    if (o->rules.rules == AZJ_DUEL && !o->rules.tablets)
        o->rules.tablets = AZJ_TABLETS_FIRST_GAME;
    if (o->rules.rules != AZJ_DUEL)
        o->rules.tablets = 0;
    return azj_new(&s, &o->rules) == AZJ_E_OK ? NULL : "that game cannot be played so";
}

/* ---- The table's row ---- */
size_t game_row_write(const game_row *row, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    game_options_put(&w, NULL, &row->options);
    if (row->options.shuffle > 1)
        json_write_number(&w, "shuffle", row->options.shuffle);
    json_write_hex(&w, "secret", row->secret, FAIR_BYTES);
    json_write_string(&w, "key", row->key);
    json_write_string(&w, "owner", row->owner);
    json_write_number(&w, "made_ms", (int64_t)row->made_ms);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool get_hex(const fields *f, const char *key, uint8_t bytes[FAIR_BYTES])
{
    char hex[2 * FAIR_BYTES + 1];
    size_t length;
    return fields_text(f, 0, key, hex, sizeof hex) &&
           sodium_hex2bin(bytes, FAIR_BYTES, hex, strlen(hex), NULL, &length, NULL) == 0 &&
           length == FAIR_BYTES;
}

/* Not a part of game_options_get, because nobody may ask for an older shuffle. Rows of version 1
 * have no such key. */
static bool get_shuffle(const fields *f, game_options *o)
{
    int64_t version = 1;
    if (fields_find(f, 0, "shuffle") != FIELDS_NONE &&
        !fields_number(f, 0, "shuffle", 1, FAIR_VERSION, &version))
        return false;
    o->shuffle = (uint8_t)version;
    return true;
}

bool game_row_read(game_row *row, const char *text, size_t length)
{
    fields f;
    int64_t made;
    memset(row, 0, sizeof *row);
    row->options.rules = (azj_options){AZJ_CLASSIC, 2, AZJ_NOBODY, 0};
    if (!fields_parse(&f, text, length) || game_options_get(&f, 0, &row->options) ||
        !get_shuffle(&f, &row->options) || !get_hex(&f, "secret", row->secret) ||
        !fields_text(&f, 0, "key", row->key, sizeof row->key) ||
        !fields_text(&f, 0, "owner", row->owner, sizeof row->owner) ||
        !fields_number(&f, 0, "made_ms", 0, INT64_MAX, &made))
        return false;
    row->made_ms = (uint64_t)made;
    return true;
}

size_t game_tail_write(uint32_t events, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "n", events);
    json_write_object_end(&w);
    return buf_end(&b);
}

bool game_tail_read(uint32_t *events, const char *text, size_t length)
{
    fields f;
    int64_t n;
    if (!fields_parse(&f, text, length) || !fields_number(&f, 0, "n", 0, UINT32_MAX, &n))
        return false;
    *events = (uint32_t)n;
    return true;
}

/* ---- Events ---- */
static void put_nonzero(json_writer *w, const char *key, int64_t value)
{
    if (value)
        json_write_number(w, key, value);
}

size_t game_event_write(const game_event *e, char *out, size_t size)
{
    uint8_t hash[8];
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "k", game_event_name(e->kind));
    json_write_number(&w, "t", (int64_t)e->at_ms);
    put_nonzero(&w, "g", (int64_t)e->game_ms);
    put_nonzero(&w, "s", e->seat);
    put_nonzero(&w, "v", e->value);
    put_nonzero(&w, "f", e->flag);
    put_nonzero(&w, "p", e->ply);
    put_nonzero(&w, "m", e->move);
    for (unsigned i = 0; i < 8; i++)
        hash[i] = (uint8_t)(e->hash >> (56 - 8 * i));
    if (e->hash)
        json_write_hex(&w, "h", hash, sizeof hash);
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++) {
        const char key[] = {'c', (char)('0' + i), 0};
        put_nonzero(&w, key, e->left_ms[i]);
    }
    put_nonzero(&w, "u", e->spent_ms);
    if (e->text[0])
        json_write_string(&w, "x", e->text);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_kind(const fields *f, game_event *e)
{
    const uint32_t node = fields_find(f, 0, "k");
    for (unsigned i = 0; node != FIELDS_NONE && i < GAME_EVENT_NB; i++)
        if (fields_is_text(f, node, game_event_name(i))) {
            e->kind = (uint8_t)i;
            return true;
        }
    return false;
}

static int64_t number_or_0(const fields *f, const char *key, int64_t max)
{
    int64_t value = 0;
    fields_number(f, 0, key, 0, max, &value);
    return value;
}

bool game_event_read(game_event *e, uint32_t n, const char *text, size_t length)
{
    fields f;
    char hash[20] = "0";
    memset(e, 0, sizeof *e);
    if (!fields_parse(&f, text, length) || !read_kind(&f, e))
        return false;
    e->n = n;
    e->at_ms = (uint64_t)number_or_0(&f, "t", INT64_MAX);
    e->game_ms = (uint64_t)number_or_0(&f, "g", INT64_MAX);
    e->seat = (uint8_t)number_or_0(&f, "s", 255);
    e->value = (uint8_t)number_or_0(&f, "v", 255);
    e->flag = (uint8_t)number_or_0(&f, "f", 255);
    e->ply = (uint32_t)number_or_0(&f, "p", UINT32_MAX);
    e->move = (azj_move)number_or_0(&f, "m", UINT32_MAX);
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++) {
        const char key[] = {'c', (char)('0' + i), 0};
        e->left_ms[i] = (uint32_t)number_or_0(&f, key, UINT32_MAX);
    }
    e->spent_ms = (uint32_t)number_or_0(&f, "u", UINT32_MAX);
    fields_text(&f, 0, "h", hash, sizeof hash);
    e->hash = strtoull(hash, NULL, 16);
    fields_text(&f, 0, "x", e->text, sizeof e->text);
    return true;
}
