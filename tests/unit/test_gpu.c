/* test_gpu.c - batches on a device, with the kernels on the processor: who may be let go before
 * whom, and which arrays are shared. tests/gpu/compare.c compares the games themselves. */
#include "check.h"

#include <azulejo/gpu.h>
#include <string.h>

/* The head of a tensor as DLPack's consumers read it (dlpack.h). */
typedef struct tensor {
    void *data;
    int32_t device_type, device_number;
    int32_t dimensions;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t offset;
    void *holder;
    void (*deleter)(struct tensor *);
} tensor;

static azj_gpu_batch *open_batch(azj_gpu **gpu, uint32_t games)
{
    char why[AZJ_GPU_TEXT];
    const azj_batch settings = {
        .games = games, .options = {.players = 2, .starter = AZJ_NOBODY}, .trusted = 1};
    azj_gpu_batch *batch = NULL;
    *gpu = azj_gpu_open(AZJ_GPU_PROCESSOR, why);
    assert_non_null(*gpu);
    assert_int_equal(azj_gpu_batch_new(*gpu, &settings, ~0u, &batch), AZJ_E_OK);
    assert_int_equal(azj_gpu_batch_reset(batch, 5), AZJ_E_OK);
    return batch;
}

static void a_tensor_outlives_its_batch(void **state)
{
    (void)state;
    enum { GAMES = 8 };
    azj_gpu *gpu;
    azj_gpu_batch *batch = open_batch(&gpu, GAMES);
    const azj_batch *view = azj_gpu_batch_view(batch);
    const int64_t shape[] = {GAMES, 2, view->observation_size};
    tensor *t = azj_gpu_batch_share(batch, view->observations, AZJ_GPU_UINT, 8, 3, shape);
    tensor *seats = azj_gpu_batch_share(batch, view->seat, AZJ_GPU_UINT, 8, 1, shape);
    uint8_t before[GAMES];
    assert_non_null(t);
    assert_non_null(seats);
    assert_int_equal(azj_gpu_batch_fetch(batch, before, view->seat, GAMES), AZJ_E_OK);
    assert_ptr_equal(t->data, view->observations);
    assert_int_equal(t->device_type, 1);
    assert_int_equal(t->dimensions, 3);
    assert_int_equal(t->bits, 8);
    assert_int_equal(t->lanes, 1);
    assert_null(t->strides);
    assert_memory_equal(t->shape, shape, sizeof shape);
    azj_gpu_close(gpu); /* the batch goes on */
    assert_int_equal(azj_gpu_batch_random_step(batch), AZJ_E_OK);
    assert_int_equal(azj_gpu_batch_fetch(batch, before, view->seat, GAMES), AZJ_E_OK);
    azj_gpu_batch_free(batch); /* the tensors go on */
    t->deleter(t);
    assert_memory_equal(seats->data, before, GAMES);
    azj_gpu_unshare(seats);
    azj_gpu_unshare(NULL);
}

static void only_arrays_of_the_batch_are_shared(void **state)
{
    (void)state;
    azj_gpu *gpu;
    azj_gpu_batch *batch = open_batch(&gpu, 4);
    const azj_batch *view = azj_gpu_batch_view(batch);
    static const struct {
        unsigned bits, dimensions;
        int64_t shape[5];
    } wrong[] = {
        {16, 2, {4, 3}},
        {32, 2, {4, 2}},
        {16, 2, {INT64_C(1) << 62, 4}},
        {16, 2, {INT64_C(1) << 32, INT64_C(1) << 32}},
        {16, 2, {-1, -8}},
        {0, 1, {4}},
        {12, 1, {4}},
        {128, 1, {1}},
        {8, 5, {1, 1, 1, 1, 1}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_null(azj_gpu_batch_share(batch, view->scores, AZJ_GPU_INT, wrong[i].bits,
                                        wrong[i].dimensions, wrong[i].shape));
    const int64_t one = 1;
    assert_null(azj_gpu_batch_share(batch, NULL, AZJ_GPU_INT, 16, 1, &one));
    assert_null(azj_gpu_batch_share(batch, view->scores + 1, AZJ_GPU_INT, 16, 1, &one));
    azj_gpu_batch_free(batch);
    azj_gpu_close(gpu);
}

/* A batch that is not trusted: garbage is refused by its game, and by what is done with all games;
 * a generator of zeros draws all the same. */
static void garbage_in_a_state_is_refused(void **state)
{
    (void)state;
    azj_gpu *gpu;
    azj_gpu_batch *batch = open_batch(&gpu, 4);
    const azj_batch *view = azj_gpu_batch_view(batch); /* on this device in our own memory */
    const azj_state kept = view->state[2];
    uint64_t made = 1;
    uint32_t game = 9;
    azj_gpu_batch_trust(batch, 0);
    assert_int_equal(view->trusted, 0);
    assert_int_equal(azj_gpu_batch_check(batch, &game), AZJ_E_OK);
    assert_int_equal(game, 9);
    view->rewards[4] = 7;
    memset(&view->state[2], 0xee, sizeof kept);
    memset(view->rng, 0, 4 * sizeof *view->rng);
    assert_int_equal(azj_gpu_batch_random_step(batch), AZJ_E_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(view->refused[i], i == 2 ? AZJ_E_BAD_RULES : AZJ_E_OK);
    assert_true(view->rewards[4] == 0);
    assert_int_equal(azj_gpu_batch_check(batch, &game), AZJ_E_BAD_RULES);
    assert_int_equal(game, 2);
    assert_int_equal(azj_gpu_batch_check(batch, NULL), AZJ_E_BAD_RULES);
    assert_int_equal(azj_gpu_batch_determinise(batch), AZJ_E_BAD_RULES);
    assert_int_equal(azj_gpu_batch_playout(batch, 50, &made), AZJ_E_BAD_RULES);
    assert_int_equal(made, 0);
    view->state[2] = kept;
    memset(view->rng, 0, 4 * sizeof *view->rng);
    assert_int_equal(azj_gpu_batch_playout(batch, 500, &made), AZJ_E_OK);
    assert_true(made >= 2000);
    azj_gpu_batch_free(batch);
    azj_gpu_close(gpu);
}

static void a_single_game_is_reset(void **state)
{
    (void)state;
    azj_gpu *gpu;
    azj_gpu_batch *batch = open_batch(&gpu, 4);
    const azj_batch *view = azj_gpu_batch_view(batch);
    const azj_state first = view->state[1];
    for (int i = 0; i < 9; i++)
        assert_int_equal(azj_gpu_batch_random_step(batch), AZJ_E_OK);
    const azj_state other = view->state[0];
    assert_int_equal(azj_gpu_batch_reset_game(batch, 1, 5, 1), AZJ_E_OK);
    assert_memory_equal(&view->state[1], &first, sizeof first);
    assert_memory_equal(&view->state[0], &other, sizeof other);
    assert_int_equal(azj_gpu_batch_reset_game(batch, 4, 5, 1), AZJ_E_NO_GAME);
    azj_gpu_batch_free(batch);
    azj_gpu_close(gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tensor_outlives_its_batch),
        cmocka_unit_test(only_arrays_of_the_batch_are_shared),
        cmocka_unit_test(garbage_in_a_state_is_refused),
        cmocka_unit_test(a_single_game_is_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
