/* call.c - the one door of the browser layer: the page writes a JSON request into wasm_request()'s
 * memory, calls wasm_call, and reads the answer.
 *
 *     {"do":"play","record":"…","move":"3B2","seed":"7"}  ->  {"ok":true,"record":"…","events":[…]}
 *
 * A request that is wrong gets {"ok":false,"fault":…}, one that the rules refuse
 * {"ok":false,"refusal":…}. No call depends on the one before it.
 */
#include "base/checksum.h"
#include "wasm/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name), visibility("default")))

enum { REQUEST_MAX = 8 << 20, NODES_MIN = 512 };

static char *request, *answer;
static size_t request_room, answer_room, answer_length;
static json_node *nodes;
static uint32_t nodes_room;
static char *scratch;
static bool out_of_memory; /* during the present call */

static int grow_room(void **at, size_t *room, size_t wanted)
{
    if (wanted <= *room)
        return 1;
    void *more = realloc(*at, wanted);
    if (!more)
        return 0;
    *at = more;
    *room = wanted;
    return 1;
}

EXPORT("request") char *wasm_request(size_t length);
EXPORT("call") size_t wasm_call(size_t length);
EXPORT("answer") const char *wasm_answer(void);
EXPORT("net") int wasm_net(size_t length);

/* Room for a request of this length; NULL when it is too long. */
char *wasm_request(size_t length)
{
    if (length > REQUEST_MAX || !grow_room((void **)&request, &request_room, length + 1))
        return NULL;
    return request;
}

/* The request's memory holds a network file: 1 when it is taken. */
int wasm_net(size_t length)
{
    return length <= request_room && add_net(request, length);
}

const char *wasm_answer(void)
{
    return answer;
}

/* ---- Answers ---- */

void answer_begin(json_writer *out, bool ok)
{
    json_write_object(out, NULL);
    json_write_flag(out, "ok", ok);
}

void put_fixed(json_writer *out, float value)
{
    const int64_t thousandths = (int64_t)(value * 1000.0f + (value < 0 ? -0.5f : 0.5f));
    const int64_t size = thousandths < 0 ? -thousandths : thousandths;
    json_write_key(out, NULL);
    if (thousandths < 0)
        buf_char(out->out, '-');
    buf_number(out->out, size / 1000);
    buf_char(out->out, '.');
    buf_char(out->out, (char)('0' + size / 100 % 10));
    buf_char(out->out, (char)('0' + size / 10 % 10));
    buf_char(out->out, (char)('0' + size % 10));
}

void put_move(json_writer *out, const char *key, azj_move move)
{
    char text[AZJ_MOVE_JSON_MAX];
    json_write_raw(out, key, text, azj_move_json(move, text, sizeof text));
}

void put_events(json_writer *out, const char *key, azj_rules rules, const azj_events *events)
{
    char text[AZJ_EVENT_JSON_MAX];
    json_write_array(out, key);
    for (uint32_t i = 0; i < events->count; i++)
        json_write_raw(out, NULL, text, azj_event_json(rules, &events->at[i], text, sizeof text));
    json_write_array_end(out);
}

void put_position(json_writer *out, const char *key, const azj_state *s, unsigned how)
{
    static char text[AZJ_POSITION_JSON_MAX];
    json_write_raw(out, key, text, azj_position_json(s, how, text, sizeof text));
}

void put_position_text(json_writer *out, const char *key, const azj_state *s)
{
    static char text[AZJ_POSITION_TEXT_MAX];
    azj_position_text(s, text, sizeof text);
    json_write_string(out, key, text);
}

void put_record(json_writer *out, const azj_record *game)
{
    const size_t length = azj_record_text(game, NULL, 0);
    char *text = malloc(length + 1);
    if (!text) {
        out_of_memory = true;
        return;
    }
    azj_record_text(game, text, length + 1);
    json_write_string(out, "record", text);
    free(text);
}

static void put_fault(json_writer *out, const char *key, const azj_fault *fault)
{
    char text[AZJ_FAULT_JSON_MAX];
    json_write_raw(out, key, text, azj_fault_json(fault, text, sizeof text));
}

void answer_text_fault(json_writer *out, const azj_text_fault *fault)
{
    static const char *const parts[AZJ_PART_NB] = {"none", "tag", "deal", "move",
                                                   "note", "end", "cut"};
    answer_begin(out, false);
    json_write_object(out, "fault");
    json_write_string(out, "code", azj_error_name(fault->code));
    json_write_string(out, "text", fault->text);
    json_write_number(out, "offset", (int64_t)fault->offset);
    json_write_number(out, "line", fault->line);
    json_write_number(out, "column", fault->column);
    json_write_string(out, "part", parts[fault->part]);
    if (fault->why.code != AZJ_E_OK)
        put_fault(out, "refusal", &fault->why);
    json_write_object_end(out);
    json_write_object_end(out);
}

void answer_fault(json_writer *out, const azj_fault *fault)
{
    answer_begin(out, false);
    put_fault(out, "refusal", fault);
    json_write_object_end(out);
}

void copy_text(char *to, size_t size, const char *from)
{
    const size_t length = strlen(from), fit = length < size ? length : size - 1;
    memcpy(to, from, fit);
    to[fit] = 0;
}

void answer_wrong(json_writer *out, const char *sentence)
{
    azj_text_fault fault = {.code = AZJ_E_SYNTAX};
    copy_text(fault.text, sizeof fault.text, sentence);
    answer_text_fault(out, &fault);
}

/* ---- Reading ---- */

const char *read_text(json_reader *r, uint32_t node, size_t *length)
{
    free(scratch);
    scratch = malloc(request_room + 1);
    if (!node || !scratch || json_type_of(r, node) != JSON_STRING) {
        json_fail(r, node, "a string");
        return NULL;
    }
    const long n = json_string(&r->doc, node, scratch, request_room + 1);
    *length = n < 0 ? 0 : (size_t)n;
    return n < 0 ? NULL : scratch;
}

azj_move read_move(json_reader *r, uint32_t node, azj_rules rules)
{
    char text[AZJ_MOVE_TEXT_MAX];
    azj_move move = 0;
    if (!node || json_type_of(r, node) != JSON_STRING)
        return json_read_move(r, node, rules);
    const size_t n = json_word(r, node, text, sizeof text, "a move");
    if (!json_bad(r) && azj_move_parse(rules, text, n, &move, &r->fault))
        return 0;
    return move;
}

/* A whole number of 64 bits is itself; any other word is a seed too, by its hash (FNV-1a). */
static uint64_t seed_of(const char *text)
{
    char *end;
    errno = 0;
    const uint64_t number = strtoull(text, &end, 10);
    if (errno == 0 && end != text && *end == 0 && text[0] != '-')
        return number;
    return checksum_add(CHECKSUM_START, text, strlen(text));
}

uint64_t read_seed(json_reader *r, uint32_t node)
{
    char text[80];
    int64_t number = 0;
    if (!node)
        return 0;
    if (json_type_of(r, node) == JSON_NUMBER)
        return json_integer(&r->doc, node, &number) ? (uint64_t)number : 0;
    json_word(r, node, text, sizeof text, "a seed: a whole number");
    return json_bad(r) ? 0 : seed_of(text);
}

/* ---- The call ---- */

static const struct {
    const char *name;
    wasm_verb *run;
} verbs[] = {
    {"new", game_new},
    {"load", game_load},
    {"start", game_start},
    {"play", game_play},
    {"undo", game_undo},
    {"seats", game_seats},
    {"validate", game_validate},
    {"state", show_state},
    {"explain", show_explain},
    {"log", show_log},
    {"components", show_components},
    {"search", search_go},
    {"advise", search_advise},
    {"bench", search_bench},
    {"net", search_net},
    {"redeal", fair_redeal},
};

static wasm_verb *find_verb(json_reader *r)
{
    const uint32_t node = json_optional(r, 0, "do");
    for (size_t i = 0; node && i < sizeof verbs / sizeof verbs[0]; i++)
        if (json_is(r, node, verbs[i].name))
            return verbs[i].run;
    return NULL;
}

/* The nodes of a JSON text never outnumber its bytes. */
static int make_nodes(size_t length)
{
    const uint32_t wanted = (uint32_t)(length / 2 + NODES_MIN);
    size_t bytes = nodes_room * sizeof *nodes;
    if (!grow_room((void **)&nodes, &bytes, wanted * sizeof *nodes))
        return 0;
    nodes_room = (uint32_t)(bytes / sizeof *nodes);
    return 1;
}

static void run_verb(wasm_verb *verb, json_reader *r, buf *out)
{
    json_writer w = json_write_on(out);
    verb(r, &w);
    if (json_bad(r)) {
        out->length = 0;
        w = json_write_on(out);
        answer_text_fault(&w, &r->fault);
    }
}

/* An answer starts with this much room; one that does not fit is written again with more, which
 * every verb allows. The answers of a search always fit. */
enum { ANSWER_ROOM = 64 << 10 };

/* The length of the answer; 0 when there is not enough memory. */
size_t wasm_call(size_t length)
{
    json_reader r = {0};
    out_of_memory = false;
    if (!make_nodes(length) || !grow_room((void **)&answer, &answer_room, ANSWER_ROOM))
        return 0;
    buf out = buf_on(answer, answer_room);
    json_writer w = json_write_on(&out);
    if (!json_begin(&r, request, length, nodes, nodes_room)) {
        answer_text_fault(&w, &r.fault);
        return answer_length = buf_end(&out);
    }
    wasm_verb *verb = find_verb(&r);
    if (!verb) {
        answer_wrong(&w, "expected a request with a known \"do\"");
        return answer_length = buf_end(&out);
    }
    run_verb(verb, &r, &out);
    while (out.length >= answer_room) {
        if (!grow_room((void **)&answer, &answer_room, 2 * out.length))
            return 0;
        out = buf_on(answer, answer_room);
        run_verb(verb, &r, &out);
    }
    return answer_length = out_of_memory ? 0 : buf_end(&out);
}
