/* azulejo/gpu.h - batches (azulejo/batch.h) that lie and are played on a GPU.
 *
 * The kernels are the rules themselves, compiled by clang for NVIDIA's PTX (`make gpu`); the driver
 * library libcuda.so.1 is opened when it is needed, and no CUDA toolkit. One thread plays one game.
 * The same seed gives the same games, bit for bit, as azj_batch on the processor.
 *
 *     char why[AZJ_GPU_TEXT];
 *     azj_gpu *gpu = azj_gpu_open(0, why);
 *     azj_gpu_batch *g;
 *     azj_gpu_batch_new(gpu, &(azj_batch){.games = 1 << 16, .options = ..., .trusted = 1},
 *                       AZJ_GPU_MASKS | AZJ_GPU_OBSERVATIONS, &g);
 *     azj_gpu_batch_reset(g, seed);
 *     for (;;) { fill the actions on the device; azj_gpu_batch_step(g, NULL); }
 *
 * The arrays stay on the device: azj_gpu_batch_view has their addresses, which other programs on
 * the GPU (PyTorch by DLPack, for example) can use in the same process: the primary context of the
 * device is shared, and all work is queued on its default stream. A batch may be used by one
 * thread at a time, and several threads may have batches on one device.
 */
#ifndef AZULEJO_GPU_H
#define AZULEJO_GPU_H

#include <azulejo/api.h>
#include <azulejo/batch.h>

enum {
    AZJ_GPU_PROCESSOR = -1, /* a device that every machine has: the kernels, called one by one */
    AZJ_GPU_TEXT = 256
};

/* Which arrays of the batch are made. States, generators, actions, seats, `done` and `refused` are
 * always there. */
enum {
    AZJ_GPU_SCORES = 1,
    AZJ_GPU_REWARDS = 2,
    AZJ_GPU_MASKS = 4,
    AZJ_GPU_OBSERVATIONS = 8,
    AZJ_GPU_LAST_OBSERVATIONS = 16
};

/* The kinds of numbers in DLPack's numbering. */
typedef enum azj_gpu_type { AZJ_GPU_INT, AZJ_GPU_UINT, AZJ_GPU_FLOAT } azj_gpu_type;

typedef struct azj_gpu azj_gpu;
typedef struct azj_gpu_batch azj_gpu_batch;

AZJ_API_BEGIN

/* Opens device number `device` of the driver, or AZJ_GPU_PROCESSOR. NULL: it cannot be used, and
 * `why` (AZJ_GPU_TEXT bytes) says why. The PTX is read from the file that the environment variable
 * AZULEJO_PTX names, else from azulejo.ptx beside the program, or in its ../lib/azulejo. */
azj_gpu *azj_gpu_open(int device, char *why);
void azj_gpu_close(azj_gpu *gpu); /* its batches may go on; NULL is allowed */
const char *azj_gpu_name(const azj_gpu *gpu);

/* Makes a batch with the settings of `settings`, whose arrays are ignored but for `start`, which
 * lies in the memory of the caller and is copied. */
azj_error azj_gpu_batch_new(azj_gpu *gpu, const azj_batch *settings, unsigned arrays,
                            azj_gpu_batch **batch);
void azj_gpu_batch_free(azj_gpu_batch *batch); /* NULL is allowed */

/* The settings, the lengths of rows and the arrays on the device. */
const azj_batch *azj_gpu_batch_view(const azj_gpu_batch *batch);
int32_t *azj_gpu_batch_actions(const azj_gpu_batch *batch);

azj_error azj_gpu_batch_reset(azj_gpu_batch *batch, uint64_t seed);
/* Starts one game anew with a stream of a seed. */
azj_error azj_gpu_batch_reset_game(azj_gpu_batch *batch, uint32_t game, uint64_t seed,
                                   uint64_t stream);

/* Sets the batch's `trusted` from now on. A batch that is not trusted refuses, game by game, to
 * step from states that are none of its own; determinise and playout then do nothing and return
 * the error of the first such game. */
void azj_gpu_batch_trust(azj_gpu_batch *batch, int trusted);
/* Checks the states and generators of all games. On an error `*game` is the first one whose state
 * is impossible, or none of this batch; NULL is allowed. */
azj_error azj_gpu_batch_check(azj_gpu_batch *batch, uint32_t *game);

/* `actions` lies on the device; NULL: the batch's own array. */
azj_error azj_gpu_batch_step(azj_gpu_batch *batch, const int32_t *actions);
/* Draws actions uniformly from the masks into the batch's own array: stream i of `seed`, from the
 * last reset on, for game i. */
azj_error azj_gpu_batch_random(azj_gpu_batch *batch);
azj_error azj_gpu_batch_random_step(azj_gpu_batch *batch); /* both in one kernel */
/* In every game: fills in at random, by the game's generator, what the seat to move may not know,
 * so that a search can go on from there without seeing it. Masks and observations stay as they are.
 */
azj_error azj_gpu_batch_determinise(azj_gpu_batch *batch);
/* azj_batch_playout in every game; `*made` is how many decisions all games made. */
azj_error azj_gpu_batch_playout(azj_gpu_batch *batch, uint32_t plies, uint64_t *made);

/* Waits for all work that is queued. */
azj_error azj_gpu_batch_wait(azj_gpu_batch *batch);
/* A DLManagedTensor of DLPack, for a capsule named "dltensor", over one of the batch's arrays: the
 * same memory, which stays until the tensor's deleter has been called, on whichever thread, even if
 * batch and device are freed before. Who uses it on another stream than the default one waits for
 * the batch first. NULL: `array` is not one of this batch, it is shorter than `shape`, or there is
 * no memory. azj_gpu_unshare calls the deleter, for a capsule that nobody has taken. */
void *azj_gpu_batch_share(azj_gpu_batch *batch, void *array, azj_gpu_type type, unsigned bits,
                          unsigned dimensions, const int64_t *shape);
void azj_gpu_unshare(void *tensor); /* NULL is allowed */
/* Copies `size` bytes from the device, after all work that is queued. */
azj_error azj_gpu_batch_fetch(azj_gpu_batch *batch, void *to, const void *from, size_t size);
/* One number made of the states of all games, to compare devices. */
azj_error azj_gpu_batch_hash(azj_gpu_batch *batch, uint64_t *hash);

AZJ_API_END

#endif
