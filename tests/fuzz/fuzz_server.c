/* fuzz_server.c - what the network can hand to the server's readers: messages, options, moves,
 * cookies, names, settings, and rows of a damaged store. Laws: nothing breaks, what is read can be
 * written and read again, and only what the rules allow changes a game. */
#include "server/game_json.h"
#include "server/identity.h"
#include "server/view_json.h"

#include "server/config.h"

#include <azulejo/text.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool law)
{
    if (!law)
        abort();
}

static void read_message(const char *text, size_t size)
{
    fields f;
    game_options o = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}, .shuffle = FAIR_VERSION};
    char value[64];
    if (!fields_parse(&f, text, size))
        return;
    fields_text(&f, 0, "t", value, sizeof value);
    const uint32_t node = fields_find(&f, 0, "move");
    azj_move move;
    if (node != FIELDS_NONE)
        azj_move_parse_json(AZJ_DUEL, text + f.nodes[node].start,
                            f.nodes[node].end - f.nodes[node].start, &move, NULL);
    if (!game_options_get(&f, 0, &o)) {
        azj_state s;
        check(azj_new(&s, &o.rules) == AZJ_E_OK && clocks_options_ok(&o.clock));
    }
}

static void read_rows(const char *text, size_t size)
{
    char out[GAME_ROW_MAX];
    game_event e, again;
    game_row row;
    identity who;
    if (game_event_read(&e, 1, text, size)) {
        const size_t n = game_event_write(&e, out, sizeof out);
        check(n < sizeof out && game_event_read(&again, 1, out, n));
        check(memcmp(&e, &again, sizeof e) == 0);
        game g;
        const game_options o = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}, .shuffle = FAIR_VERSION};
        const uint8_t secret[FAIR_BYTES] = {0};
        game_init(&g, "t", &o, secret);
        game_apply(&g, &e, 1);
        game_release(&g);
    }
    game_row_read(&row, text, size);
    identity_row_read(&who, "id", text, size);
}

static void read_texts(const char *text, size_t size)
{
    const uint8_t key[IDENTITY_KEY_BYTES] = {1};
    char error[CONFIG_ERROR_MAX], folded[GAME_NAME_MAX];
    identity who;
    config c;
    check(!identity_from_cookies(key, text, 1000, &who)); /* nobody guesses the key */
    identity_name_ok(text);
    char look[GAME_NAME_MAX];
    identity_skeleton(text, look);
    identity_account_name_ok(text, folded);
    identity_same_origin(text, text, "");
    config_default(&c);
    config_read_text(&c, text, size, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text || sodium_init() < 0)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    read_message(text, size);
    read_rows(text, size);
    read_texts(text, size);
    free(text);
    return 0;
}
