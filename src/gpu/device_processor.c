/* device_processor.c - a device whose memory is ours and whose kernels run one game after the
 * other. */
#include "gpu/device.h"
#include "gpu/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *processor_allocate(gpu_device *d, size_t size)
{
    (void)d;
    return calloc(1, size ? size : 1);
}

static void release(gpu_device *d, void *memory)
{
    (void)d;
    free(memory);
}

static int processor_copy(gpu_device *d, void *to, const void *from, size_t size)
{
    (void)d;
    memcpy(to, from, size);
    return 1;
}

#define ARGUMENT(type, n) (*(type *)arguments[n])

static void run_kernel(gpu_kernel kernel, void **arguments)
{
    switch (kernel) {
    case GPU_SEED:
        gpu_seed(ARGUMENT(azj_rng *, 0), ARGUMENT(uint32_t, 1), ARGUMENT(uint64_t, 2));
        return;
    case GPU_RESET:
        gpu_reset(ARGUMENT(azj_batch, 0), ARGUMENT(uint64_t, 1));
        return;
    case GPU_STEP:
        gpu_step(ARGUMENT(azj_batch, 0), ARGUMENT(const int32_t *, 1));
        return;
    case GPU_RANDOM:
        gpu_random(ARGUMENT(azj_batch, 0), ARGUMENT(azj_rng *, 1), ARGUMENT(int32_t *, 2));
        return;
    case GPU_RANDOM_STEP:
        gpu_random_step(ARGUMENT(azj_batch, 0), ARGUMENT(azj_rng *, 1), ARGUMENT(int32_t *, 2));
        return;
    case GPU_OBSERVE:
        gpu_observe(ARGUMENT(azj_batch, 0));
        return;
    case GPU_PLAYOUT:
        gpu_playout(ARGUMENT(azj_batch, 0), ARGUMENT(azj_rng *, 1), ARGUMENT(uint32_t, 2),
                    ARGUMENT(uint32_t *, 3), ARGUMENT(uint32_t, 4));
        return;
    case GPU_DETERMINISE:
        gpu_determinise(ARGUMENT(azj_batch, 0));
        return;
    case GPU_CHECK:
        gpu_check(ARGUMENT(azj_batch, 0), ARGUMENT(uint32_t *, 1));
        return;
    case GPU_RESET_GAME:
        gpu_reset_game(ARGUMENT(azj_batch, 0), ARGUMENT(uint32_t, 1), ARGUMENT(uint64_t, 2),
                       ARGUMENT(uint64_t, 3));
        return;
    default:
        gpu_hash(ARGUMENT(azj_batch, 0), ARGUMENT(uint64_t *, 1));
    }
}

static int launch(gpu_device *d, gpu_kernel kernel, uint32_t games, uint32_t shared,
                  void **arguments)
{
    (void)d;
    (void)shared;
    for (uint32_t i = 0; i < games; i++) {
        gpu_set_index(i);
        run_kernel(kernel, arguments);
    }
    return 1;
}

static int finish(gpu_device *d)
{
    (void)d;
    return 1;
}

static void close_device(gpu_device *d)
{
    free(d);
}

gpu_device *gpu_device_processor(char *why)
{
    gpu_device *d = malloc(sizeof *d);
    if (!d) {
        snprintf(why, AZJ_GPU_TEXT, "out of memory");
        return NULL;
    }
    *d = (gpu_device){.name = "the processor",
                      .number = AZJ_GPU_PROCESSOR,
                      .allocate = processor_allocate,
                      .release = release,
                      .upload = processor_copy,
                      .download = processor_copy,
                      .launch = launch,
                      .wait = finish,
                      .close = close_device};
    return d;
}
