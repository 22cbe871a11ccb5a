/* test_ai_net.c - the networks: the built-in ones are intact, a bad file is refused with the
 * reason, and all implementations of the evaluation give the same bits. */
#include "check.h"

#include "ai/eval_classic.h"
#include "ai/net.h"
#include "ai/nets.h"
#include "ai/round.h"
#include "base/checksum.h"

#include <azulejo/engine.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 64,
    CHECKSUM = 32,
    FIRST_HEAD = HEADER + 4 * NET_HIDDEN,
    ROUNDS = 300,
    LIMIT = 500 * 1024
};

static void built_in(void **state)
{
    (void)state;
    unsigned files = 0;
    for (const net_file *f = net_files(); f->bytes; f++, files++) {
        net n, again;
        const unsigned rules = f->bytes[10], players = f->bytes[11];
        assert_int_equal(net_open(&n, f->bytes, f->size, rules, players), AZJ_E_OK);
        assert_true(f->size <= LIMIT);
        net_built_in(&again, rules, players);
        assert_memory_equal(&n, &again, sizeof n);
        assert_true(n.generation >= 1);
    }
    assert_true(files >= 1);
    net none;
    net_built_in(&none, AZJ_RULES_NB, 2);
    assert_null(none.bias);
}

/* A copy that begins at a multiple of 64 bytes. */
typedef struct copy {
    unsigned char *bytes;
    size_t size;
} copy;

static copy copy_of(const net_file *f)
{
    copy c = {.size = f->size};
    c.bytes = aligned_alloc(HEADER, (f->size + HEADER) / HEADER * HEADER);
    assert_non_null(c.bytes);
    memcpy(c.bytes, f->bytes, f->size);
    return c;
}

/* The checksum of the current contents of a copy. */
static void seal(copy *c)
{
    memset(c->bytes + CHECKSUM, 0, sizeof(uint64_t));
    const uint64_t sum = checksum_add(CHECKSUM_START, c->bytes, c->size);
    memcpy(c->bytes + CHECKSUM, &sum, sizeof sum);
}

/* A network for two seats also evaluates more seats; one for three seats evaluates three. */
static void for_more_seats(void **state)
{
    (void)state;
    for (const net_file *f = net_files(); f->bytes; f++) {
        const unsigned rules = f->bytes[10], learned = f->bytes[11];
        for (unsigned players = 2; players <= 4; players++) {
            net n, built_in;
            const bool fits = players == learned || learned == 2;
            const azj_error wanted = fits ? AZJ_E_OK : AZJ_E_NET_GAME;
            if (rules == AZJ_DUEL && players > 2)
                continue;
            copy c = copy_of(f);
            assert_int_equal(net_open(&n, c.bytes, c.size, rules, players), wanted);
            net_built_in(&built_in, rules, players);
            assert_non_null(built_in.bias);
            c.bytes[11] = 3;
            seal(&c);
            assert_int_equal(net_open(&n, c.bytes, c.size, rules, players),
                             players == 3 ? AZJ_E_OK : AZJ_E_NET_GAME);
            free(c.bytes);
        }
    }
}

static azj_error try_file(const copy *c, size_t size)
{
    net n;
    const azj_error error = net_open(&n, c->bytes, size, AZJ_CLASSIC, 2);
    assert_int_equal(n.bias == NULL, error != AZJ_E_OK);
    return error;
}

/* Changes these bits, first without and then with a matching checksum. */
static void expect(copy *c, size_t at, unsigned char bits, azj_error wanted, azj_error sealed)
{
    c->bytes[at] ^= bits;
    assert_int_equal(try_file(c, c->size), wanted);
    seal(c);
    assert_int_equal(try_file(c, c->size), sealed);
    c->bytes[at] ^= bits;
    seal(c);
}

static const net_file *classic_file(void)
{
    for (const net_file *f = net_files(); f->bytes; f++)
        if (f->bytes[10] == AZJ_CLASSIC && f->bytes[11] == 2)
            return f;
    return NULL;
}

static void refused(void **state)
{
    (void)state;
    copy c = copy_of(classic_file());
    net n;
    const azj_error damaged = AZJ_E_NET_DAMAGED;
    expect(&c, 0, 0, AZJ_E_OK, AZJ_E_OK);
    expect(&c, 3, 1, AZJ_E_NET_FORM, AZJ_E_NET_FORM);       /* the magic word */
    expect(&c, 8, 1, AZJ_E_NET_VERSION, AZJ_E_NET_VERSION); /* the version */
    expect(&c, 10, 1, damaged, AZJ_E_NET_GAME);             /* for the grey wall */
    expect(&c, 10, 4, damaged, AZJ_E_NET_VERSION);     /* for Duel, whose features are others */
    expect(&c, 10, 64, damaged, AZJ_E_NET_VERSION);    /* for nothing that we know */
    expect(&c, 11, 1, damaged, AZJ_E_NET_GAME);        /* for three */
    expect(&c, 12, 1, damaged, AZJ_E_NET_VERSION);     /* the number of features */
    expect(&c, 14, 32, damaged, AZJ_E_NET_VERSION);    /* the size of a layer */
    expect(&c, 24, 1, damaged, AZJ_E_OK);              /* the generation */
    expect(&c, 28, 1, AZJ_E_NET_FORM, AZJ_E_NET_FORM); /* the length */
    expect(&c, HEADER, 1, damaged, AZJ_E_OK);          /* the first weight */
    expect(&c, c.size - 1, 128, damaged, AZJ_E_OK);    /* the last */
    assert_int_equal(try_file(&c, c.size - 1), AZJ_E_NET_FORM);
    assert_int_equal(try_file(&c, HEADER - 1), AZJ_E_NET_FORM);
    assert_int_equal(net_open(&n, c.bytes, c.size, AZJ_GREY, 2), AZJ_E_NET_GAME);
    free(c.bytes);
}

/* Every changed bit of a file is detected, also in the header. */
static void every_bit_of_the_header(void **state)
{
    (void)state;
    copy c = copy_of(classic_file());
    for (unsigned bit = 0; bit < 8 * HEADER; bit++) {
        c.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_int_not_equal(try_file(&c, c.size), AZJ_E_OK);
        c.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    free(c.bytes);
}

/* Weights whose sums would overflow 32 bits, with a matching checksum. */
static void absurd_biases(void **state)
{
    (void)state;
    copy c = copy_of(classic_file());
    const size_t last = FIRST_HEAD + NET_BUCKETS * sizeof(net_head) - sizeof(int32_t);
    const size_t at[] = {FIRST_HEAD + offsetof(net_head, bias), last};
    for (unsigned i = 0; i < 2; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int32_t was, most = sign * (1 << 29), more = most + sign;
            memcpy(&was, c.bytes + at[i], sizeof was);
            memcpy(c.bytes + at[i], &most, sizeof most);
            seal(&c);
            assert_int_equal(try_file(&c, c.size), AZJ_E_OK);
            memcpy(c.bytes + at[i], &more, sizeof more);
            seal(&c);
            assert_int_equal(try_file(&c, c.size), AZJ_E_NET_DAMAGED);
            memcpy(c.bytes + at[i], &was, sizeof was);
        }
    free(c.bytes);
}

static azj_error try_bot(const char *bot, const void *bytes, size_t size, azj_rules rules)
{
    azj_error error = AZJ_E_OK;
    azj_state s;
    azj_rng rng;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = bot, .memory_bytes = 4 << 20, .net = bytes, .net_size = size},
        &error);
    if (!e)
        return error;
    azj_rng_seed(&rng, 1);
    azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = 2});
    azj_deal(&s, &rng);
    error = azj_engine_set(e, &s);
    azj_engine_free(e);
    return error;
}

static azj_error try_engine(const void *bytes, size_t size, azj_rules rules)
{
    return try_bot("strong", bytes, size, rules);
}

/* The engine accepts a network at any address, and refuses one that is damaged or of another
 * game. */
static void in_an_engine(void **state)
{
    (void)state;
    const net_file *f = classic_file();
    unsigned char *bytes = malloc(f->size + 1);
    assert_non_null(bytes);
    memcpy(bytes + 1, f->bytes, f->size);
    assert_int_equal(try_engine(bytes + 1, f->size, AZJ_CLASSIC), AZJ_E_OK);
    assert_int_equal(try_engine(bytes + 1, f->size, AZJ_DUEL), AZJ_E_NET_GAME);
    assert_int_equal(try_bot("champion", bytes + 1, f->size, AZJ_DUEL), AZJ_E_NET_GAME);
    const char *const without[] = {"random", "greedy", "uct", "handmade", "novice", "master"};
    for (unsigned i = 0; i < sizeof without / sizeof without[0]; i++)
        assert_int_equal(try_bot(without[i], bytes + 1, f->size, AZJ_DUEL), AZJ_E_OK);
    bytes[1 + HEADER + 5] ^= 1u;
    assert_int_equal(try_engine(bytes + 1, f->size, AZJ_CLASSIC), AZJ_E_NET_DAMAGED);
    free(bytes);
}

/* Random numbers of features and values: both implementations agree in every bit. */
static void same_bits(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 7);
    for (const net_file *f = net_files(); f->bytes; f++) {
        net n;
        assert_int_equal(net_open(&n, f->bytes, f->size, f->bytes[10], f->bytes[11]), AZJ_E_OK);
        net_accumulator shared;
        net_accumulate_shared(&n, &(net_inputs){.count = 1, .at = {{3, 2}}}, &shared);
        for (unsigned round = 0; round < ROUNDS; round++) {
            net_accumulator a[AZJ_SEATS_MAX], b[AZJ_SEATS_MAX];
            const net_accumulator *at[AZJ_SEATS_MAX];
            uint16_t last[AZJ_SEATS_MAX];
            net_value one[AZJ_SEATS_MAX], two[AZJ_SEATS_MAX];
            for (unsigned p = 0; p < n.players; p++) {
                net_inputs in = {0};
                for (unsigned i = azj_rng_below(&rng, 120); i > 0; i--)
                    net_put(&in, azj_rng_below(&rng, n.features),
                            (int)azj_rng_below(&rng, 30) - 10);
                net_accumulate(&n, &shared, &in, &a[p]);
                net_accumulate_portable(&n, &shared, &in, &b[p]);
                assert_memory_equal(&a[p], &b[p], sizeof a[p]);
                at[p] = &a[p];
                last[p] = (uint16_t)azj_rng_below(&rng, n.features);
            }
            const unsigned bucket = azj_rng_below(&rng, NET_BUCKETS);
            net_evaluate(&n, n.players, bucket, at, last, one);
            net_evaluate_portable(&n, n.players, bucket, at, last, two);
            assert_memory_equal(one, two, n.players * sizeof *one);
        }
    }
}

/* The value of a seat depends on its board, not on its number. */
static void seats_are_alike(void **state)
{
    (void)state;
    net n;
    azj_rng rng;
    net_accumulator shared;
    net_built_in(&n, AZJ_CLASSIC, 2);
    net_accumulate_shared(&n, &(net_inputs){0}, &shared);
    azj_rng_seed(&rng, 3);
    for (unsigned round = 0; round < ROUNDS; round++) {
        net_accumulator a[2];
        const net_accumulator *here[2] = {&a[0], &a[1]}, *there[2] = {&a[1], &a[0]};
        const uint16_t last[2] = {(uint16_t)net_classic_start(0, 0, 2, 2),
                                  (uint16_t)net_classic_start(1, 0, 2, 2)};
        const uint16_t swapped[2] = {last[1], last[0]};
        net_value one[2], two[2];
        for (unsigned p = 0; p < 2; p++) {
            net_inputs in = {0};
            for (unsigned i = 0; i < 40; i++)
                net_put(&in, azj_rng_below(&rng, n.features), 1);
            net_accumulate(&n, &shared, &in, &a[p]);
        }
        net_evaluate(&n, 2, round % NET_BUCKETS, here, last, one);
        net_evaluate(&n, 2, round % NET_BUCKETS, there, swapped, two);
        assert_memory_equal(&one[0], &two[1], sizeof one[0]);
        assert_memory_equal(&one[1], &two[0], sizeof one[0]);
    }
}

/* The number of features never exceeds the size of the array, in any game. */
static void inputs_fit(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 11);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned game = 0; game < 30; game++) {
            azj_state s;
            azj_move moves[AZJ_MOVES_MAX];
            azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = 2});
            azj_deal(&s, &rng);
            while (s.head.phase != AZJ_PHASE_OVER) {
                const size_t count = azj_moves(&s, moves);
                azj_apply(&s, moves[azj_rng_below(&rng, (uint32_t)count)], NULL);
                if (s.head.phase == AZJ_PHASE_DEAL)
                    for (unsigned p = 0; p < 2; p++) {
                        net_inputs in = {0};
                        eval_board_view b;
                        if (rules == AZJ_DUEL) {
                            net_duel_board(&s.duel, p, AZJ_DUEL_ROUNDS + 1u - s.head.round, &in);
                        } else {
                            memcpy(b.wall, s.classic.board[p].wall, sizeof b.wall);
                            memcpy(b.line, s.classic.board[p].line, sizeof b.line);
                            eval_supply supply;
                            net_classic_supply(&s.classic, &supply);
                            net_classic_common(&s.classic, s.head.round, &in);
                            net_classic_board(&azj_classic_variants[rules], &b, &supply,
                                              s.classic.board[p].score, &in);
                        }
                        assert_in_range(in.count, 1, NET_INPUTS_MAX - 1);
                        for (unsigned i = 0; i < in.count; i++)
                            assert_in_range(in.at[i].index, 0, net_features(rules) - 1);
                    }
                azj_deal(&s, &rng);
            }
        }
}

/* A Duel position with one step along the ring of chips: blue becomes red, red turquoise … */
static void exchange_colours(azj_duel *s)
{
    static const unsigned colour[] = {AZJ_RED, AZJ_BLACK, AZJ_TURQUOISE, AZJ_BLUE, AZJ_YELLOW};
    /* faces: B BK BR K R RT T Y YK YT (D4) */
    static const unsigned face[] = {4, 2, 5, 0, 6, 9, 7, 3, 1, 8};
    const azj_duel old = *s;
    s->bag = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        s->bag += azj_tiles_of(azj_tiles_count(old.bag, c), colour[c]);
    for (unsigned p = 0; p < 2; p++) {
        azj_duel_board *b = &s->board[p];
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            b->tile[colour[c]] = old.board[p].tile[c];
            b->space[colour[c]] = old.board[p].space[c];
        }
        for (unsigned i = 0; i < AZJ_DUEL_LINES; i++)
            if (b->line[i])
                b->line[i] = (uint8_t)(colour[b->line[i] >> 4] << 4 | (b->line[i] & 15u));
        b->chips = 0;
        for (unsigned i = 0; i < AZJ_DUEL_FACES; i++)
            b->chips |= azj_chips_count(old.board[p].chips, i) << (2 * face[i]);
    }
}

static void show_duel(const azj_duel *s, unsigned p, int *value)
{
    net_inputs in = {0};
    memset(value, 0, NET_FEATURES_MAX * sizeof *value);
    net_duel_board(s, p, AZJ_DUEL_ROUNDS - s->round, &in);
    for (unsigned i = 0; i < in.count; i++)
        value[in.at[i].index] += in.at[i].value;
}

static void assert_exchanged(const azj_duel *s)
{
    azj_duel other = *s;
    exchange_colours(&other);
    for (unsigned p = 0; p < 2; p++) {
        int value[NET_FEATURES_MAX], exchanged[NET_FEATURES_MAX];
        show_duel(s, p, value);
        show_duel(&other, p, exchanged);
        for (unsigned i = 0; i < net_features(AZJ_DUEL); i++)
            assert_int_equal(value[i], exchanged[net_duel_exchange(i, 2)]); /* 2: one step */
    }
}

/* The feature permutation of training equals a permutation of the colours. */
static void colours_are_alike(void **state)
{
    (void)state;
    const unsigned features = net_features(AZJ_DUEL);
    azj_rng rng;
    azj_rng_seed(&rng, 12);
    for (unsigned e = 0; e < NET_DUEL_EXCHANGES; e++) {
        bool hit[NET_FEATURES_MAX] = {0};
        for (unsigned i = 0; i < features; i++) {
            const unsigned to = net_duel_exchange(i, e);
            assert_true(to < features && !hit[to] && (e || to == i));
            hit[to] = true;
        }
    }
    for (unsigned game = 0; game < 30; game++) {
        azj_state s;
        azj_move moves[AZJ_MOVES_MAX];
        azj_new(&s, &(azj_options){.rules = AZJ_DUEL, .players = 2});
        for (azj_deal(&s, &rng); s.head.phase != AZJ_PHASE_OVER; azj_deal(&s, &rng)) {
            const size_t count = azj_moves(&s, moves);
            azj_apply(&s, moves[azj_rng_below(&rng, (uint32_t)count)], NULL);
            assert_exchanged(&s.duel);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in),      cmocka_unit_test(for_more_seats),
        cmocka_unit_test(refused),       cmocka_unit_test(every_bit_of_the_header),
        cmocka_unit_test(absurd_biases), cmocka_unit_test(in_an_engine),
        cmocka_unit_test(same_bits),     cmocka_unit_test(seats_are_alike),
        cmocka_unit_test(inputs_fit),    cmocka_unit_test(colours_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
