/* reply.c - reads and writes the answers of an engine: see reply.h. */
#include "proto/reply.h"

#include <azulejo/text.h>
#include <string.h>

#define WORD(name, word) word,
static const char *const reply_words[] = {PROTO_REPLIES(WORD) NULL};
#undef WORD

/* ---- Reading ---- */

/* Reads the decimals that follow, at most one per seat. */
static bool read_decimals(proto_words *line, double *value, unsigned *count)
{
    proto_word word;
    proto_words ahead = *line;
    *count = 0;
    while (*count < AZJ_SEATS_MAX && proto_next(&ahead, &word) &&
           proto_decimal(word, &value[*count])) {
        ++*count;
        *line = ahead;
    }
    return *count > 0;
}

static bool read_info_part(proto_word key, proto_words *line, proto_info *info)
{
    static const char *const numbers[] = {"rank", "depth", "nodes", "time", "nps", NULL};
    uint64_t *const places[] = {&info->rank, &info->depth, &info->nodes, &info->time_ms,
                                &info->nps};
    const int i = proto_which(key, numbers);
    if (i >= 0)
        return proto_next_number(line, UINT64_MAX, places[i]);
    if (proto_is(key, "win"))
        return read_decimals(line, info->win, &info->wins);
    if (proto_is(key, "score"))
        return read_decimals(line, info->score, &info->scores);
    if (proto_is(key, "exact"))
        return info->exact = true;
    if (!proto_is(key, "line") && !proto_is(key, "text"))
        return false;
    *(proto_is(key, "line") ? &info->line : &info->text) = proto_rest(line);
    return true;
}

static bool read_info(proto_words *line, proto_info *info)
{
    proto_word key;
    while (proto_next(line, &key))
        if (!read_info_part(key, line, info))
            return false;
    return true;
}

static bool read_option_part(proto_word key, proto_words *line, proto_option *o)
{
    if (proto_is(key, "min") || proto_is(key, "max")) {
        o->bounded = true;
        return proto_next_number(line, UINT64_MAX, proto_is(key, "min") ? &o->min : &o->max);
    }
    if (proto_is(key, "default"))
        return proto_next(line, &o->value);
    if (!proto_is(key, "values"))
        return false;
    o->values = proto_rest(line);
    return o->values.length > 0;
}

static bool read_option(proto_words *line, proto_option *o)
{
    static const char *const types[] = {"bool", "number", "choice", "text", NULL};
    proto_word key;
    if (!proto_next(line, &key) || !proto_is(key, "name") || !proto_next(line, &o->name) ||
        !proto_next(line, &key) || !proto_is(key, "type") || !proto_next(line, &o->type) ||
        proto_which(o->type, types) < 0)
        return false;
    while (proto_next(line, &key))
        if (!read_option_part(key, line, o))
            return false;
    return true;
}

bool proto_seats_read(proto_word text, proto_seats *seats)
{
    proto_words line = proto_words_of(text);
    proto_word word;
    uint64_t number;
    unsigned rules = 0, counts = 0;
    while (proto_next(&line, &word)) {
        unsigned i = 0;
        while (i < AZJ_RULES_NB && !proto_is(word, azj_rules_name((azj_rules)i)))
            i++;
        if (i < AZJ_RULES_NB && !counts)
            rules |= 1u << i;
        else if (proto_number(word, AZJ_SEATS_MAX, &number) && number >= 2)
            counts |= 1u << number;
        else
            return false;
    }
    for (unsigned i = 0; i < AZJ_RULES_NB; i++)
        if (rules >> i & 1u)
            seats->of[i] |= (uint8_t)counts;
    return rules && counts;
}

bool proto_seats_allow(const proto_seats *seats, azj_rules rules, unsigned players)
{
    return !seats->of[rules] || (seats->of[rules] >> players & 1u);
}

/* Kinds whose first word is stored in `key`. */
static bool has_key(proto_reply_kind kind)
{
    return kind == PROTO_R_ID || kind == PROTO_R_ERROR || kind == PROTO_R_BESTMOVE;
}

bool proto_reply_read(proto_word line, proto_reply *r)
{
    proto_words rest = proto_words_of(line);
    proto_word first = {line.at, 0};
    memset(r, 0, sizeof *r);
    proto_next(&rest, &first);
    const int kind = proto_which(first, reply_words);
    if (kind < 0)
        return false;
    r->kind = (proto_reply_kind)kind;
    if (r->kind == PROTO_R_INFO)
        return read_info(&rest, &r->info);
    if (r->kind == PROTO_R_OPTION)
        return read_option(&rest, &r->option);
    if (has_key(r->kind) && !proto_next(&rest, &r->key))
        return false;
    r->text = proto_rest(&rest);
    if (r->kind == PROTO_R_OK || r->kind == PROTO_R_READY || r->kind == PROTO_R_BESTMOVE)
        return r->text.length == 0;
    return true;
}

/* ---- Writing ---- */

void proto_put_error(buf *b, proto_error code, const char *text)
{
    buf_text(b, "error ");
    buf_text(b, proto_error_word(code));
    buf_char(b, ' ');
    buf_text(b, text);
    buf_char(b, '\n');
}

static void put_move(buf *b, azj_move move)
{
    char text[AZJ_MOVE_TEXT_MAX];
    azj_move_text(move, text, sizeof text);
    buf_text(b, text);
}

void proto_put_bestmove(buf *b, azj_move move)
{
    buf_text(b, "bestmove ");
    put_move(b, move);
    buf_char(b, '\n');
}

void proto_put_decimal(buf *b, double value, unsigned digits)
{
    uint64_t unit = 1;
    for (unsigned i = 0; i < digits; i++)
        unit *= 10;
    const uint64_t n = (uint64_t)((value < 0 ? -value : value) * (double)unit + 0.5);
    if (value < 0 && n > 0)
        buf_char(b, '-');
    buf_unsigned(b, n / unit);
    if (digits > 0)
        buf_char(b, '.');
    for (uint64_t u = unit / 10; u > 0; u /= 10)
        buf_char(b, (char)('0' + n / u % 10));
}

static void put_values(buf *b, const char *key, const float *value, unsigned players,
                       unsigned digits)
{
    buf_text(b, key);
    for (unsigned seat = 0; seat < players; seat++) {
        buf_char(b, ' ');
        proto_put_decimal(b, (double)value[seat], digits);
    }
}

static void put_count(buf *b, const char *key, uint64_t value)
{
    buf_text(b, key);
    buf_unsigned(b, value);
}

static void put_line(buf *b, const azj_info *info, unsigned rank, unsigned players)
{
    const azj_line *line = &info->line[rank];
    put_count(b, "info rank ", rank + 1);
    put_count(b, " depth ", info->depth);
    put_count(b, " nodes ", info->nodes);
    put_count(b, " time ", info->time_us / 1000);
    if (info->time_us > 0)
        put_count(b, " nps ", (uint64_t)((double)info->nodes * 1e6 / (double)info->time_us));
    put_values(b, " win", line->win, players, 4);
    put_values(b, " score", line->score, players, 1);
    if (info->exact)
        buf_text(b, " exact");
    buf_text(b, " line");
    for (uint32_t i = 0; i < line->length; i++) {
        buf_char(b, ' ');
        put_move(b, line->move[i]);
    }
    buf_char(b, '\n');
}

void proto_put_info(buf *b, const azj_info *info, unsigned players)
{
    for (unsigned rank = 0; rank < info->lines; rank++)
        put_line(b, info, rank, players);
}
