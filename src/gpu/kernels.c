/* kernels.c - the batch of azulejo/batch.h as kernels: one thread a game, the same code as on the
 * processor.
 *
 * The file is compiled twice. For the device, clang makes PTX of it together with the unchanged
 * sources of src/base and src/rules (mk/gpu.mk). For the processor it is part of the library, where
 * device_processor.c calls each kernel for one index after the other; so the tests run the kernels
 * on any machine.
 *
 * The arrays of the batch that a kernel gets lie on the device.
 */
#include "gpu/kernels.h"
#include "rules/batch.h"

#ifdef __NVPTX__
static uint32_t kernel_index(void)
{
    return (uint32_t)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
                      __nvvm_read_ptx_sreg_tid_x());
}
#define KERNEL(name, parameters) __attribute__((nvptx_kernel)) void name parameters
#define INDEX kernel_index()
#else
static _Thread_local uint32_t kernel_index;
void gpu_set_index(uint32_t index)
{
    kernel_index = index;
}
#define KERNEL(name, parameters) void name parameters
#define INDEX kernel_index
#endif

/* Gives every game its stream of the seed, for the game or for a random policy. */
KERNEL(gpu_seed, (azj_rng * rng, uint32_t games, uint64_t seed))
{
    const uint32_t i = INDEX;
    if (i < games)
        azj_rng_seed_stream(&rng[i], seed, i);
}

KERNEL(gpu_reset, (azj_batch b, uint64_t seed))
{
    const uint32_t i = INDEX;
    if (i < b.games)
        azj_batch_reset_game(&b, i, seed, i);
}

KERNEL(gpu_step, (azj_batch b, const int32_t *actions))
{
    azj_batch_step_range(&b, actions, INDEX, 1);
}

KERNEL(gpu_random, (azj_batch b, azj_rng *policy, int32_t *actions))
{
    azj_batch_random(&b, policy, actions, INDEX, 1);
}

/* A random step in one kernel: draw an action from the mask, make it, deal, and show the game. */
KERNEL(gpu_random_step, (azj_batch b, azj_rng *policy, int32_t *actions))
{
    const uint32_t i = INDEX;
    azj_batch_random(&b, policy, actions, i, 1);
    azj_batch_step_range(&b, actions, i, 1);
}

#ifdef __NVPTX__
/* The memory that the threads of a block share: room for `stride` bytes a thread, an odd number of
 * eight bytes, so that equal fields of neighbours lie in different banks. */
extern __attribute__((address_space(3), aligned(16))) uint64_t shared_states[];
typedef uint32_t wide_word __attribute__((vector_size(16))); /* the widest that a thread writes */
static azj_state *shared_state(uint32_t stride)
{
    return (azj_state *)((char *)shared_states + (size_t)__nvvm_read_ptx_sreg_tid_x() * stride);
}
#else
static azj_state *shared_state(uint32_t stride)
{
    static _Thread_local azj_state state;
    (void)stride;
    return &state;
}
#endif

/* The rows of observations of a whole batch, one thread a row: together with a step that writes
 * none this is faster than a step that does. The threads of a block make their rows in shared
 * memory and then write them together, neighbours next to each other. */
#ifdef __NVPTX__
static void write_together(uint8_t *to, const uint8_t *from, uint32_t size)
{
    const uint32_t self = (uint32_t)__nvvm_read_ptx_sreg_tid_x(),
                   threads = (uint32_t)__nvvm_read_ptx_sreg_ntid_x(), words = size / 16;
    __syncthreads();
    for (uint32_t i = self; i < words; i += threads)
        ((wide_word *)to)[i] = ((const wide_word *)from)[i];
    for (uint32_t i = 16 * words + self; i < size; i += threads)
        to[i] = from[i];
}

KERNEL(gpu_observe, (azj_batch b))
{
    const uint32_t rows = b.observe == AZJ_OBSERVE_MOVER ? 1 : b.players, all = b.games * rows,
                   row = INDEX, size = b.observation_size,
                   first = row - (uint32_t)__nvvm_read_ptx_sreg_tid_x(),
                   threads = (uint32_t)__nvvm_read_ptx_sreg_ntid_x(),
                   count = all - first < threads ? all - first : threads;
    uint8_t *staged = (uint8_t *)shared_states;
    if (row < all)
        batch_observe(&b, row / rows, row % rows, staged + (size_t)(row - first) * size);
    write_together(b.observations + (size_t)first * size, staged, count * size);
}
#else
KERNEL(gpu_observe, (azj_batch b))
{
    const uint32_t rows = b.observe == AZJ_OBSERVE_MOVER ? 1 : b.players, row = INDEX;
    if (row < b.games * rows)
        batch_observe(&b, row / rows, row % rows,
                      b.observations + (size_t)row * b.observation_size);
}
#endif

/* Plays `plies` random decisions in each game without showing anything in between; a game that ends
 * starts anew. `made` is how many they were: a round is always played to its end. */
KERNEL(gpu_playout, (azj_batch b, azj_rng *policy, uint32_t plies, uint32_t *made, uint32_t stride))
{
    const uint32_t i = INDEX;
    if (i < b.games)
        made[i] = batch_playout_in(&b, i, &policy[i], plies, shared_state(stride));
}

/* Fills in at random what the seat to move may not know. */
KERNEL(gpu_determinise, (azj_batch b))
{
    const uint32_t i = INDEX;
    if (i >= b.games || b.state[i].head.seat >= AZJ_SEATS_MAX)
        return;
    azj_state view;
    azj_view(&b.state[i], b.state[i].head.seat, &view);
    azj_determinise(&view, &b.rng[i], &b.state[i]);
}

/* One number for each game's state, to compare devices. */
KERNEL(gpu_hash, (azj_batch b, uint64_t *hashes))
{
    const uint32_t i = INDEX;
    if (i < b.games)
        hashes[i] = azj_hash(&b.state[i]);
}

/* Why the game of a caller's bytes is none of this batch, or AZJ_E_OK. */
KERNEL(gpu_check, (azj_batch b, uint32_t *codes))
{
    const uint32_t i = INDEX;
    if (i < b.games)
        codes[i] = (uint32_t)batch_check_game(&b, i);
}

/* Called for one game only. */
KERNEL(gpu_reset_game, (azj_batch b, uint32_t game, uint64_t seed, uint64_t stream))
{
    if (INDEX == 0)
        azj_batch_reset_game(&b, game, seed, stream);
}
