/* device_cuda.c - a GPU through NVIDIA's driver, which is opened at run time.
 *
 * Only the driver's interface is used, so nothing of the CUDA toolkit is needed to build or to run.
 * Its few declarations that we need are repeated here. The driver compiles the PTX for the GPU that
 * it finds. The primary context is the one that PyTorch uses, so that addresses can be shared.
 */
#include "gpu/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int cu_result; /* 0 is success */
typedef int cu_device;
typedef void *cu_context, *cu_module, *cu_function, *cu_stream;
typedef uint64_t cu_pointer;

/* X(name, parameters): functions of the driver, with the versions that programs are given. */
#define DRIVER_FUNCTIONS(X)                                                                   \
    X(cuInit, (unsigned flags))                                                               \
    X(cuGetErrorString, (cu_result error, const char **text))                                 \
    X(cuDeviceGetCount, (int *count))                                                         \
    X(cuDeviceGet, (cu_device * device, int number))                                          \
    X(cuDeviceGetName, (char *name, int size, cu_device device))                              \
    X(cuDevicePrimaryCtxRetain, (cu_context * context, cu_device device))                     \
    X(cuDevicePrimaryCtxRelease_v2, (cu_device device))                                       \
    X(cuCtxSetCurrent, (cu_context context))                                                  \
    X(cuCtxSetLimit, (int limit, size_t value))                                               \
    X(cuCtxSynchronize, (void))                                                               \
    X(cuModuleLoadDataEx,                                                                     \
      (cu_module * module, const void *image, unsigned count, int *options, void **values))   \
    X(cuModuleUnload, (cu_module module))                                                     \
    X(cuModuleGetFunction, (cu_function * function, cu_module module, const char *name))      \
    X(cuMemAlloc_v2, (cu_pointer * memory, size_t size))                                      \
    X(cuMemFree_v2, (cu_pointer memory))                                                      \
    X(cuMemsetD8_v2, (cu_pointer memory, unsigned char value, size_t size))                   \
    X(cuMemcpyHtoD_v2, (cu_pointer to, const void *from, size_t size))                        \
    X(cuMemcpyDtoH_v2, (void *to, cu_pointer from, size_t size))                              \
    X(cuLaunchKernel,                                                                         \
      (cu_function function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, \
       unsigned bz, unsigned shared, cu_stream stream, void **arguments, void **extra))

/* Threads of a block: their states fit into the 48 kB that a block shares without asking for more.
 */
enum { BLOCK = 64 };

#define DRIVER_POINTER(name, parameters) cu_result(*name) parameters;
typedef struct cuda_device {
    gpu_device base;
    void *library;
    cu_device device;
    cu_context context;
    cu_module module;
    cu_function kernel[GPU_KERNEL_NB];
    DRIVER_FUNCTIONS(DRIVER_POINTER)
} cuda_device;
#undef DRIVER_POINTER

static const char *const kernel_names[GPU_KERNEL_NB] = {[GPU_SEED] = "gpu_seed",
                                                        [GPU_RESET] = "gpu_reset",
                                                        [GPU_STEP] = "gpu_step",
                                                        [GPU_RANDOM] = "gpu_random",
                                                        [GPU_PLAYOUT] = "gpu_playout",
                                                        [GPU_RANDOM_STEP] = "gpu_random_step",
                                                        [GPU_HASH] = "gpu_hash",
                                                        [GPU_DETERMINISE] = "gpu_determinise",
                                                        [GPU_OBSERVE] = "gpu_observe",
                                                        [GPU_CHECK] = "gpu_check",
                                                        [GPU_RESET_GAME] = "gpu_reset_game"};

/* ---- The functions of the device ---- */

static cuda_device *of(gpu_device *d)
{
    cuda_device *c = (cuda_device *)d;
    c->cuCtxSetCurrent(c->context); /* the caller may be another thread than last time */
    return c;
}

static void *cuda_allocate(gpu_device *d, size_t size)
{
    cuda_device *c = of(d);
    cu_pointer memory = 0;
    if (c->cuMemAlloc_v2(&memory, size ? size : 1) || c->cuMemsetD8_v2(memory, 0, size ? size : 1))
        return NULL;
    return (void *)(uintptr_t)memory;
}

static void cuda_release(gpu_device *d, void *memory)
{
    if (memory)
        of(d)->cuMemFree_v2((cu_pointer)(uintptr_t)memory);
}

static int cuda_upload(gpu_device *d, void *to, const void *from, size_t size)
{
    return of(d)->cuMemcpyHtoD_v2((cu_pointer)(uintptr_t)to, from, size) == 0;
}

static int cuda_download(gpu_device *d, void *to, const void *from, size_t size)
{
    return of(d)->cuMemcpyDtoH_v2(to, (cu_pointer)(uintptr_t)from, size) == 0;
}

static int cuda_launch(gpu_device *d, gpu_kernel kernel, uint32_t games, uint32_t shared,
                       void **arguments)
{
    cuda_device *c = of(d);
    const unsigned blocks = (games + BLOCK - 1) / BLOCK;
    return games == 0 || c->cuLaunchKernel(c->kernel[kernel], blocks, 1, 1, BLOCK, 1, 1,
                                           shared * BLOCK, NULL, arguments, NULL) == 0;
}

static int cuda_wait(gpu_device *d)
{
    return of(d)->cuCtxSynchronize() == 0;
}

static void cuda_close(gpu_device *d)
{
    cuda_device *c = (cuda_device *)d;
    if (c->context) {
        c->cuCtxSetCurrent(c->context);
        if (c->module)
            c->cuModuleUnload(c->module);
        c->cuDevicePrimaryCtxRelease_v2(c->device);
    }
    if (c->library)
        dlclose(c->library);
    free(c);
}

/* ---- Opening ---- */

static int open_driver(cuda_device *c, char *why)
{
    c->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!c->library) {
        snprintf(why, AZJ_GPU_TEXT, "NVIDIA's driver library libcuda.so.1 cannot be opened");
        return 0;
    }
#define DRIVER_LOAD(name, parameters)                                      \
    *(void **)&c->name = dlsym(c->library, #name);                         \
    if (!c->name) {                                                        \
        snprintf(why, AZJ_GPU_TEXT, "the driver library lacks %s", #name); \
        return 0;                                                          \
    }
    DRIVER_FUNCTIONS(DRIVER_LOAD)
#undef DRIVER_LOAD
    return 1;
}

/* Returns whether `result` is success; else `why` says what was tried and what the driver said. */
static int succeeded(cuda_device *c, cu_result result, const char *what, char *why)
{
    const char *text = "an unknown error";
    if (result == 0)
        return 1;
    c->cuGetErrorString(result, &text);
    snprintf(why, AZJ_GPU_TEXT, "%s: %s", what, text ? text : "an unknown error");
    return 0;
}

enum { STACK_LIMIT = 0, STACK_BYTES = 8192 }; /* CU_LIMIT_STACK_SIZE; Duel's payments need 2 kB */

static int open_context(cuda_device *c, int number, char *why)
{
    int count = 0;
    char name[128] = "";
    if (!succeeded(c, c->cuInit(0), "starting the driver", why) ||
        !succeeded(c, c->cuDeviceGetCount(&count), "counting the GPUs", why))
        return 0;
    if (number < 0 || number >= count) {
        snprintf(why, AZJ_GPU_TEXT, "there is no GPU number %d: the driver has %d", number, count);
        return 0;
    }
    if (!succeeded(c, c->cuDeviceGet(&c->device, number), "finding the GPU", why) ||
        !succeeded(c, c->cuDeviceGetName(name, sizeof name, c->device), "its name", why) ||
        !succeeded(c, c->cuDevicePrimaryCtxRetain(&c->context, c->device), "opening the GPU", why))
        return 0;
    snprintf(c->base.name, sizeof c->base.name, "%s", name);
    return succeeded(c, c->cuCtxSetCurrent(c->context), "opening the GPU", why) &&
           succeeded(c, c->cuCtxSetLimit(STACK_LIMIT, STACK_BYTES), "making room for stacks", why);
}

/* The text of a whole file, which the caller frees; NULL: it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        text = size > 0 && size < 1 << 28 ? malloc((size_t)size + 1) : NULL;
        rewind(file);
        if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
            free(text);
            text = NULL;
        }
        if (text)
            text[size] = 0;
    }
    fclose(file);
    return text;
}

static char *read_ptx(char *why)
{
    static const char *const places[] = {"azulejo.ptx", "../lib/azulejo/azulejo.ptx"};
    const char *named = getenv("AZULEJO_PTX");
    char program[4096], path[4200];
    if (named) {
        char *text = read_text(named);
        if (!text)
            snprintf(why, AZJ_GPU_TEXT, "AZULEJO_PTX names a file that cannot be read: %.160s",
                     named);
        return text;
    }
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - program), program, places[i]);
        char *text = read_text(path);
        if (text)
            return text;
    }
    snprintf(why, AZJ_GPU_TEXT,
             "there is no azulejo.ptx beside the program; `make gpu` makes it, or name it in "
             "AZULEJO_PTX");
    return NULL;
}

static int load_kernels(cuda_device *c, char *why)
{
    char *ptx = read_ptx(why);
    if (!ptx)
        return 0;
    const cu_result loaded = c->cuModuleLoadDataEx(&c->module, ptx, 0, NULL, NULL);
    free(ptx);
    if (!succeeded(c, loaded, "compiling azulejo.ptx for the GPU", why))
        return 0;
    for (unsigned i = 0; i < GPU_KERNEL_NB; i++)
        if (!succeeded(c, c->cuModuleGetFunction(&c->kernel[i], c->module, kernel_names[i]),
                       kernel_names[i], why))
            return 0;
    return 1;
}

gpu_device *gpu_device_cuda(int number, char *why)
{
    cuda_device *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(why, AZJ_GPU_TEXT, "out of memory");
        return NULL;
    }
    c->base.number = number;
    c->base.allocate = cuda_allocate;
    c->base.release = cuda_release;
    c->base.upload = cuda_upload;
    c->base.download = cuda_download;
    c->base.launch = cuda_launch;
    c->base.wait = cuda_wait;
    c->base.close = cuda_close;
    if (open_driver(c, why) && open_context(c, number, why) && load_kernels(c, why))
        return &c->base;
    cuda_close(&c->base);
    return NULL;
}
