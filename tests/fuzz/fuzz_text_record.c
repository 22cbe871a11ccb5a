/* fuzz_text_record.c - any bytes as a record, in text and in JSON.
 *
 * Laws: a refusal names a byte of the input, its line and column, and says something; reading
 * always moves on; what stands before a fault is a game that can be ended and written down; what
 * is read prints as a record that reads as the same game, and that prints as
 * the same bytes.
 */
#include <azulejo/text.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef size_t printer(const azj_record *, char *, size_t);
typedef azj_error parser(const char *, size_t, size_t *, azj_record *, azj_text_fault *);

static void law(int holds)
{
    if (!holds)
        abort();
}

static char *print(printer *p, const azj_record *r, size_t *length)
{
    *length = p(r, NULL, 0);
    char *text = malloc(*length + 1);
    law(text && p(r, text, *length + 1) == *length);
    return text;
}

static void check_printed(const azj_record *r, printer *p, parser *parse)
{
    azj_record again;
    size_t length, second_length, at = 0;
    char *text = print(p, r, &length);
    azj_record_init(&again);
    law(parse(text, length, &at, &again, NULL) == AZJ_E_OK);
    law(azj_equal(&r->now, &again.now) && r->step_count == again.step_count);
    law(r->tag_count == again.tag_count && r->note_count == again.note_count);
    char *second = print(p, &again, &second_length);
    law(length == second_length && memcmp(text, second, length) == 0);
    free(text);
    free(second);
    azj_record_free(&again);
}

static void check_intact(azj_record *r)
{
    const int over = r->now.head.phase == AZJ_PHASE_OVER;
    if (!r->start.head.players ||
        azj_record_end(r, over ? azj_winners(&r->now) : 0, over ? "normal" : "unfinished"))
        return;
    check_printed(r, azj_record_text, azj_record_parse);
    check_printed(r, azj_record_json, azj_record_parse_json);
}

static void check(const char *text, size_t size, parser *parse)
{
    azj_record r;
    azj_text_fault fault;
    azj_record_init(&r);
    for (size_t at = 0; azj_record_more(text, size, &at);) {
        const size_t before = at;
        if (parse(text, size, &at, &r, &fault) != AZJ_E_OK) {
            law(fault.offset <= size && fault.text[0] && fault.line > 0 && fault.column > 0);
            check_intact(&r);
            if (parse == azj_record_parse)
                azj_record_skip(text, size, &at);
            law(at > before && at <= size);
            continue;
        }
        law(at > before);
        check_printed(&r, azj_record_text, azj_record_parse);
        check_printed(&r, azj_record_json, azj_record_parse_json);
    }
    azj_record_free(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check((const char *)data, size, azj_record_parse);
    check((const char *)data, size, azj_record_parse_json);
    return 0;
}
