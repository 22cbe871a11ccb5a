/* fuzz_text_move.c - any bytes as a move, in text and in JSON, of each game.
 *
 * Laws: no byte after the end is read, a refusal names a byte of the input and says something, and
 * what is read prints as a move that reads the same; text prints exactly as it was read.
 */
#include <azulejo/text.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void law(int holds)
{
    if (!holds)
        abort();
}

static void check_text(azj_rules rules, const char *text, size_t size)
{
    azj_move move, again;
    azj_text_fault fault;
    char out[AZJ_MOVE_TEXT_MAX], json[AZJ_MOVE_JSON_MAX];
    if (azj_move_parse(rules, text, size, &move, &fault) != AZJ_E_OK) {
        law(fault.offset <= size && fault.text[0]);
        return;
    }
    law(azj_move_text(move, out, sizeof out) == size && memcmp(out, text, size) == 0);
    const size_t length = azj_move_json(move, json, sizeof json);
    law(length < sizeof json);
    law(azj_move_parse_json(rules, json, length, &again, NULL) == AZJ_E_OK && again == move);
}

static void check_json(azj_rules rules, const char *text, size_t size)
{
    azj_move move, again;
    azj_text_fault fault;
    char out[AZJ_MOVE_TEXT_MAX];
    if (azj_move_parse_json(rules, text, size, &move, &fault) != AZJ_E_OK) {
        law(fault.offset <= size && fault.text[0]);
        return;
    }
    const size_t length = azj_move_text(move, out, sizeof out);
    law(azj_move_parse(rules, out, length, &again, NULL) == AZJ_E_OK && again == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int duel = 0; duel < 2; duel++) {
        check_text(duel ? AZJ_DUEL : AZJ_GREY, (const char *)data, size);
        check_json(duel ? AZJ_DUEL : AZJ_GREY, (const char *)data, size);
    }
    return 0;
}
