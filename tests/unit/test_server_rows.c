/* test_server_rows.c - what the data format fixes: position hashes, the order of keys, and that
 * every index row of a table is gone when the game is over. */
#include "check.h"
#include "online.h"
#include "server/game_clock.h"
#include "server/rows.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const game_time T = {1700000000000, 5000};

/* ---- Hashes ---- */
static uint64_t hash_of(const char *text)
{
    azj_state s;
    azj_text_fault fault;
    assert_int_equal(azj_position_parse(text, strlen(text), &s, &fault), AZJ_E_OK);
    return game_hash(&s);
}

/* A new value here is a new data format: it needs a migration. */
static void hashes_are_those_of_the_format(void **unused)
{
    static const struct {
        const char *position;
        uint64_t hash;
    } pinned[] = {{"classic 2 8 offer 0 0 c -/-/B2YR/-/- B3YR2T3 B2Y2R4K3T5 B6Y11R8K5T4 0:"
                   "-/-/K2/K3/K3:BYR1T/TB1RK/5/5/5:BBB 0:-/Y/Y2/R2/T4:BYR1T/T3K/K4/1K1B1/5"
                   ":-",
                   UINT64_C(0x64569754da11c860)},
                  {"grey 2 5 offer 0 1 1 -/-/-/YK3/- B4 - B13Y10R11K9T11 0:-/R2/K2/K/K4:YT"
                   "BR1/3TB/5/5/5:TT 0:-/T/T2/Y3/R5:RYT2/3Y1/Y2K1/3B1/3T1:YYM",
                   UINT64_C(0x61a6a57deb3725df)},
                  {"crystal1 2 5 offer 1 1 1 -/-/-/BK3/- B2 - B13Y10R11K9T11 0:-/R/K3/K/K:"
                   "YRB1T/3TB/5/5/5:BRRRKK 0:-/T/T3/Y4/R3:RYT2/3Y1/Y2K1/3B1/3T1:TMYY",
                   UINT64_C(0x22e2fb9fc7c376b9)},
                  {"crystal2 2 5 offer 1 1 1 -/-/-/YK3/- B4T2 - B13Y10R11K9T11 0:-/R2/K2/K"
                   "/K4:YTBR1/2T1B/5/5/5:TT 0:-/T/-/Y3/R5:RYT2/2Y2/Y2K1/4B/3T1:YYM",
                   UINT64_C(0x6318eaca69a14d8b)},
                  {"duel 2 5 offer 1 1 1 a1,b2,c2,d1 -|-/-|B|BK/-|-|-/-|-|-/-|-|- RT B4Y3R"
                   "8K6T -,-,- - - - 0:T/-/K3/B2/R/T3:S7/3@1,S5/3@2,J7/1@3,S9/0@4,S2/2@5,J"
                   "5/0@6,S4/2@7,S8/1@8,S6/1@9:4Y1/2T1Y1/1Y4/4T1/6/6:BBTT:0/2:BR,K2,R,RT,Y"
                   "K2:Y,YT2 0:B/T/Y2/B/T2/Y3:J6/1@1,J9/0@2,J1/0@3,S1/3@4,J3/0@5,J2/2@6,S3"
                   "/0@7,J8/3@8,J4/2@9:3YKB/R2K2/4Y1/4R1/6/6:BKKR:0/1:B2,BR,RT,T,Y:BK,R,T",
                   UINT64_C(0x217e98ad0d1a94e8)}};
    (void)unused;
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++)
        if (hash_of(pinned[i].position) != pinned[i].hash)
            fail_msg("position %zu: 0x%016llx", i, (unsigned long long)hash_of(pinned[i].position));
}

/* The hash is that of the text: two positions that are written alike are alike. */
static void hash_follows_the_text(void **unused)
{
    char text[AZJ_POSITION_TEXT_MAX];
    const game_options o = online_options(AZJ_DUEL);
    game g;
    azj_rng rng;
    (void)unused;
    azj_rng_seed(&rng, 5);
    online_start(&g, &o, 5);
    uint64_t last = 0;
    for (unsigned k = 0; k < 30 && g.phase == GAME_LIVE; k++) {
        azj_position_text(&g.state, text, sizeof text);
        assert_true(hash_of(text) == game_hash(&g.state));
        assert_true(game_hash(&g.state) != last);
        last = game_hash(&g.state);
        online_move(&g, &rng, 5000);
    }
    game_release(&g);
}

/* ---- Rows ---- */
enum { ROWS_MAX = 64 };
typedef struct pretended { /* a store that knows keys only */
    char key[ROWS_MAX][STORE_KEY_MAX];
    size_t count;
} pretended;

static void no_answer(void *context, writer_job *job)
{
    (void)context;
    (void)job;
}

static void commit(pretended *p, writer_job *j)
{
    for (size_t i = 0; i < j->count; i++) {
        size_t at = 0, last = p->count;
        if (strncmp(j->ops[i].key, "event/", 6) == 0 || strncmp(j->ops[i].key, "table/", 6) == 0)
            continue;
        while (at < p->count && strcmp(p->key[at], j->ops[i].key) != 0)
            at++;
        if (j->ops[i].data && at == p->count)
            memcpy(p->key[last++], j->ops[i].key, STORE_KEY_MAX);
        else if (!j->ops[i].data && at < p->count)
            memmove(p->key[at], p->key[--last], STORE_KEY_MAX);
        p->count = last;
    }
    writer_job_free(j);
}

static void store_batch(pretended *p, game *g, const game_row *row, table_index *index,
                        const game_batch *b)
{
    writer_job *j = writer_job_new(no_answer, NULL, "");
    for (unsigned i = 0; i < b->count; i++)
        assert_true(rows_put_event(j, g, row, &b->at[i], *index));
    assert_true(rows_put_tail(j, g->id, g->n + b->count));
    for (unsigned i = 0; i < b->count; i++) {
        *index = rows_index_after(g, &b->at[i], *index);
        assert_true(game_apply(g, &b->at[i], T.now_ms));
    }
    commit(p, j);
}

static size_t with_prefix(const pretended *p, const char *prefix)
{
    size_t found = 0;
    for (size_t i = 0; i < p->count; i++)
        found += strncmp(p->key[i], prefix, strlen(prefix)) == 0;
    return found;
}

static void open_table(pretended *p, game *g, game_row *row, table_index *index)
{
    game_batch b;
    writer_job *j = writer_job_new(no_answer, NULL, "");
    *row = (game_row){.options = online_options(AZJ_CLASSIC), .key = "k", .owner = "ann"};
    row->options.rules.players = 3;
    row->options.clock = (clocks_options){CLOCKS_TOTAL, 60000, 0, 0};
    *index = (table_index){.idle_ms = 7};
    game_init(g, "t", &row->options, row->secret);
    assert_true(rows_put_table(j, "t", row, *index));
    commit(p, j);
    assert_int_equal(with_prefix(p, "seat/ann/2/"), 1);
    assert_int_equal(game_decide_sit(g, 0, "ann", "Ann", T, &b), GAME_E_OK);
    store_batch(p, g, row, index, &b);
}

static void sit(pretended *p, game *g, game_row *row, table_index *index, const char *person)
{
    game_batch b;
    assert_int_equal(game_decide_sit(g, AZJ_NOBODY, person, person, T, &b), GAME_E_OK);
    store_batch(p, g, row, index, &b);
}

static void index_rows_follow_the_game(void **unused)
{
    static const uint8_t bytes[FAIR_BYTES] = {0};
    pretended p = {.count = 0};
    game_row row;
    table_index index;
    game g;
    game_batch b;
    (void)unused;
    open_table(&p, &g, &row, &index);
    assert_int_equal(with_prefix(&p, "seat/ann/2/"), 0); /* the seat's row has taken its place */
    assert_int_equal(with_prefix(&p, "seat/ann/0/"), 1);
    sit(&p, &g, &row, &index, "bob");
    assert_int_equal(game_decide_leave(&g, 1, GAME_LEFT, T, &b), GAME_E_OK);
    store_batch(&p, &g, &row, &index, &b);
    assert_int_equal(with_prefix(&p, "seat/bob/0/"), 0);
    assert_int_equal(with_prefix(&p, "seat/bob/2/"), 1);
    sit(&p, &g, &row, &index, "bob");
    assert_int_equal(with_prefix(&p, "seat/bob/"), 1);
    sit(&p, &g, &row, &index, "cat");
    assert_int_equal(with_prefix(&p, "due/"), 0);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(game_decide_ready(&g, i, bytes, T, &b), GAME_E_OK);
        store_batch(&p, &g, &row, &index, &b);
    }
    assert_int_equal(with_prefix(&p, "due/0000000000065000/t"), 1);
    assert_int_equal(game_decide_resign(&g, 1, T, &b), GAME_E_OK);
    store_batch(&p, &g, &row, &index, &b);
    assert_int_equal(with_prefix(&p, "seat/bob/0/"), 0); /* it counts no more as bob's game */
    assert_int_equal(with_prefix(&p, "seat/bob/0o/"), 1);
    assert_int_equal(game_decide_resign(&g, 2, T, &b), GAME_E_OK); /* out and end in one batch */
    store_batch(&p, &g, &row, &index, &b);
    assert_int_equal(g.phase, GAME_OVER);
    assert_int_equal(with_prefix(&p, "seat/"), 3);
    assert_int_equal(with_prefix(&p, "seat/ann/18299999999999/t"), 1);
    assert_int_equal(with_prefix(&p, "seat/bob/18299999999999/t"), 1);
    assert_int_equal(with_prefix(&p, "seat/cat/18299999999999/t"), 1);
    assert_int_equal(p.count, 3); /* nothing is left in the indexes of unfinished tables */
    game_release(&g);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Unfinished, out, finished with the latest first, left: as the list of one's games shows them. */
static void keys_are_in_the_order_of_the_list(void **unused)
{
    static const seat_row seats[] = {
        {.seated = true},
        {.seated = true, .out = true},
        {.seated = true, .over_ms = 1800000000000},
        {.seated = true, .over_ms = 1700000000001},
        {.seated = true, .over_ms = 1700000000000},
        {.seated = false},
    };
    enum { NB = sizeof seats / sizeof *seats };
    char key[NB][STORE_KEY_MAX], sorted[NB][STORE_KEY_MAX];
    (void)unused;
    for (unsigned i = 0; i < NB; i++) {
        writer_job *j = writer_job_new(no_answer, NULL, "");
        seat_row again;
        assert_true(rows_put_seat(j, "p", "table", &seats[i], "Ann", false));
        memcpy(key[i], j->ops[0].key, STORE_KEY_MAX);
        assert_true(rows_read_seat(&again, key[i], j->ops[0].data, j->ops[0].length));
        assert_string_equal(again.table, "table");
        assert_int_equal(again.seated, seats[i].seated);
        assert_true(again.over_ms == seats[i].over_ms);
        assert_string_equal(again.name, seats[i].seated ? "Ann" : "");
        writer_job_free(j);
    }
    memcpy(sorted, key, sizeof key);
    qsort(sorted, NB, STORE_KEY_MAX, by_text);
    for (unsigned i = 0; i < NB; i++)
        assert_string_equal(sorted[i], key[i]);
}

/* ---- Seats ---- */
static void who_was_removed_stays_out(void **unused)
{
    const game_options o = online_options(AZJ_CLASSIC);
    uint8_t secret[FAIR_BYTES] = {1};
    game g;
    game_batch b;
    (void)unused;
    game_init(&g, "t", &o, secret);
    assert_int_equal(game_decide_sit(&g, 1, "eve", "Eve", T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_leave(&g, 1, GAME_REMOVED, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_leave(&g, 1, GAME_REMOVED, T, &b), GAME_E_NOT_SEATED);
    assert_int_equal(game_decide_sit(&g, 0, "eve", "Eve", T, &b), GAME_E_REMOVED);
    assert_int_equal(game_decide_sit(&g, 1, "ev", "Ev", T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_leave(&g, 1, GAME_LATE, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_sit(&g, 1, "ev", "Ev", T, &b), GAME_E_OK); /* late is no removal */
    game_release(&g);
}

/* A player who never gets ready cannot keep the others of a quick pairing waiting again and again.
 */
static void who_is_late_twice_stays_out(void **unused)
{
    const game_options o = online_options(AZJ_CLASSIC);
    uint8_t secret[FAIR_BYTES] = {1};
    game g;
    game_batch b;
    (void)unused;
    game_init(&g, "t", &o, secret);
    for (unsigned i = 0; i < GAME_LATE_MAX; i++) {
        assert_true(game_may_sit(&g, "eve", false));
        assert_int_equal(game_decide_sit(&g, 1, "eve", "Eve", T, &b), GAME_E_OK);
        online_apply(&g, &b, 1);
        assert_int_equal(game_decide_leave(&g, 1, GAME_LATE, T, &b), GAME_E_OK);
        online_apply(&g, &b, 1);
    }
    assert_false(game_may_sit(&g, "eve", false));
    assert_int_equal(game_decide_sit(&g, 1, "eve", "Eve", T, &b), GAME_E_TOO_MUCH);
    assert_int_equal(game_decide_sit(&g, 1, "ann", "Ann", T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_leave(&g, 1, GAME_LEFT, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_true(game_may_sit(&g, "ann", false)); /* leaving is not being late */
    game_release(&g);
}

/* Leaving must never improve a position: the weakest bot sits in. Older games keep theirs. */
static void a_standin_plays_at_the_lowest_level(void **unused)
{
    game_options o = online_options(AZJ_CLASSIC);
    game g;
    game_batch b;
    (void)unused;
    o.leaver = GAME_LEAVER_BOT;
    online_start(&g, &o, 3);
    const unsigned seat = g.state.head.seat;
    assert_int_equal(game_decide_away(&g, seat, AZJ_NOBODY, T, &b), GAME_E_OK);
    game_batch old = b;
    online_apply(&g, &b, 5000);
    assert_string_equal(game_bot_name_to_move(&g), azj_level_name(1));
    game_release(&g);
    online_start(&g, &o, 3);
    old.at[0].text[0] = 0;
    old.at[0].value = 0; /* as stored before stand-ins had a level */
    online_apply(&g, &old, 5000);
    assert_string_equal(game_bot_name_to_move(&g), "regular");
    game_release(&g);
}

/* An event that was stored when `ines` was the name of a level means that edition of her. */
static void a_stored_bot_keeps_its_edition(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    uint8_t secret[FAIR_BYTES] = {1};
    game g;
    game_batch b;
    game_init(&g, "t", &o, secret);
    assert_int_equal(game_decide_bot(&g, 1, azj_level_name(5), T, &b), GAME_E_OK);
    assert_string_equal(b.at[0].text, azj_level_name(5));
    assert_string_equal(game_event_bot(&b.at[0]), azj_level_name(5));
    snprintf(b.at[0].text, sizeof b.at[0].text, "ines");
    assert_string_equal(game_event_bot(&b.at[0]), "ines-1");
    online_apply(&g, &b, 1);
    assert_string_equal(g.seat[1].bot, "ines-1");
    game_release(&g);
}

/* ---- The wall clock ---- */
static void a_jump_of_the_calendar_is_a_new_start(void **unused)
{
    enum { HOUR = 3600000, DAY = 24 * HOUR };
    game_clock c = {.wall_ms = 1000000000, .noted_ms = 5000, .since_ms = 7};
    (void)unused;
    clock_note_wall(&c, 1000000000 + HOUR, 5000 + HOUR);
    assert_int_equal(c.since_ms, 7);
    clock_note_wall(&c, 1000000000 + 2 * HOUR + HOUR / 2, 5000 + 2 * HOUR); /* corrected a little */
    assert_int_equal(c.since_ms, 7);
    const uint64_t later = c.wall_ms + 40ull * DAY;
    clock_note_wall(&c, later, 5200 + 2 * HOUR);
    assert_true(c.since_ms == later);
    clock_note_wall(&c, later - 300ull * DAY, 5400 + 2 * HOUR);
    assert_true(c.since_ms == later - 300ull * DAY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_the_format),
        cmocka_unit_test(hash_follows_the_text),
        cmocka_unit_test(index_rows_follow_the_game),
        cmocka_unit_test(keys_are_in_the_order_of_the_list),
        cmocka_unit_test(who_was_removed_stays_out),
        cmocka_unit_test(who_is_late_twice_stays_out),
        cmocka_unit_test(a_standin_plays_at_the_lowest_level),
        cmocka_unit_test(a_stored_bot_keeps_its_edition),
        cmocka_unit_test(a_jump_of_the_calendar_is_a_new_start),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
