/* fuzz_text_position.c - any bytes as a position, in text and in JSON.
 *
 * Laws: a refusal names a byte of the input and says something; what is read prints and reads
 * again as the same state in both forms (text exactly as it was read); and a position that
 * azj_validate accepts can be played on, and stays valid.
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

static void check_printed(const azj_state *s)
{
    char text[AZJ_POSITION_TEXT_MAX], json[AZJ_POSITION_JSON_MAX];
    azj_state again;
    size_t length = azj_position_text(s, text, sizeof text);
    law(length < sizeof text);
    law(azj_position_parse(text, length, &again, NULL) == AZJ_E_OK && azj_equal(s, &again));
    length = azj_position_json(s, AZJ_JSON_WHOLE, json, sizeof json);
    law(length < sizeof json);
    law(azj_position_parse_json(json, length, &again, NULL) == AZJ_E_OK && azj_equal(s, &again));
}

/* A valid position leads to valid ones only. Bounded: a fuzzer makes positions from which a game
 * can be long. */
static void play_on(azj_state s)
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    if (s.head.viewer != AZJ_VIEW_ALL)
        azj_determinise(&s, &rng, &s);
    azj_deal(&s, &rng);
    for (int ply = 0; ply < 60 && s.head.phase != AZJ_PHASE_OVER; ply++) {
        const size_t count = azj_moves(&s, moves);
        law(count > 0);
        law(azj_play(&s, moves[azj_rng_below(&rng, (uint32_t)count)], NULL, NULL) == AZJ_E_OK);
        azj_deal(&s, &rng);
        law(azj_validate(&s, NULL) == AZJ_E_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    azj_state s;
    azj_text_fault fault;
    char out[AZJ_POSITION_TEXT_MAX];
    if (azj_position_parse(text, size, &s, &fault) == AZJ_E_OK) {
        check_printed(&s);
        law(azj_position_text(&s, out, sizeof out) == size && memcmp(out, text, size) == 0);
    } else {
        law(fault.offset <= size && fault.text[0]);
    }
    if (azj_position_parse_json(text, size, &s, &fault) == AZJ_E_OK)
        check_printed(&s);
    else
        law(fault.offset <= size && fault.text[0]);
    if (azj_position_read(text, size, &s, &fault) == AZJ_E_OK)
        play_on(s);
    return 0;
}
