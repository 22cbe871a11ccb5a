/* device.h - what a device can do: memory, copies, kernels. Two devices have this interface: the
 * GPU through NVIDIA's driver (device_cuda.c) and the processor (device_processor.c). */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include <azulejo/batch.h>
#include <azulejo/gpu.h>

typedef enum gpu_kernel {
    GPU_SEED,
    GPU_RESET,
    GPU_STEP,
    GPU_RANDOM,
    GPU_RANDOM_STEP,
    GPU_OBSERVE,
    GPU_PLAYOUT,
    GPU_DETERMINISE,
    GPU_HASH,
    GPU_CHECK,
    GPU_RESET_GAME,
    GPU_KERNEL_NB
} gpu_kernel;

typedef struct gpu_device gpu_device;

/* Functions that return int return whether they succeeded. */
struct gpu_device {
    char name[AZJ_GPU_TEXT];
    int number;                                    /* of the driver's, or AZJ_GPU_PROCESSOR */
    void *(*allocate)(gpu_device *d, size_t size); /* zeroed; NULL: no memory */
    void (*release)(gpu_device *d, void *memory);
    int (*upload)(gpu_device *d, void *to, const void *from, size_t size);
    int (*download)(gpu_device *d, void *to, const void *from, size_t size);
    /* Runs a kernel once for each game; `arguments` are addresses of its parameters, `shared` is
     * how many bytes of fast memory each game needs. */
    int (*launch)(gpu_device *d, gpu_kernel kernel, uint32_t games, uint32_t shared,
                  void **arguments);
    int (*wait)(gpu_device *d);
    void (*close)(gpu_device *d);
};

/* NULL: cannot be used, `why` says why. */
gpu_device *gpu_device_cuda(int number, char *why);
gpu_device *gpu_device_processor(char *why);

#endif
