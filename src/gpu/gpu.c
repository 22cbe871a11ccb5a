/* gpu.c - batches on a device: see azulejo/gpu.h. */
#include "gpu/device.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A device has a holder in its user and in each batch, and a batch in its user and in each tensor:
 * the last one to let go releases it, on whichever thread that is. */
struct azj_gpu {
    gpu_device *device;
    atomic_uint holders;
};

enum { ARRAYS_MAX = 16 };
enum { CLASSIC_STRIDE = sizeof(azj_classic) / 8 * 8 + 8, DUEL_STRIDE = sizeof(azj_duel) };
_Static_assert(CLASSIC_STRIDE / 8 % 2 == 1 && DUEL_STRIDE / 8 % 2 == 1,
               "odd numbers of eight bytes");

struct azj_gpu_batch {
    azj_gpu *gpu;
    gpu_device *device;
    atomic_uint holders;
    azj_batch view; /* with arrays on the device */
    azj_rng *policy;
    int32_t *actions;
    uint32_t *made;
    uint64_t *hashes;
    void *memory[ARRAYS_MAX]; /* all of them, to be released … */
    size_t size[ARRAYS_MAX];  /* … and how long they are */
    unsigned arrays;
};

/* ---- Devices ---- */

azj_gpu *azj_gpu_open(int device, char *why)
{
    azj_gpu *gpu = malloc(sizeof *gpu);
    why[0] = 0;
    if (!gpu) {
        memcpy(why, "out of memory", sizeof "out of memory");
        return NULL;
    }
    gpu->device =
        device == AZJ_GPU_PROCESSOR ? gpu_device_processor(why) : gpu_device_cuda(device, why);
    atomic_init(&gpu->holders, 1);
    if (gpu->device)
        return gpu;
    free(gpu);
    return NULL;
}

void azj_gpu_close(azj_gpu *gpu)
{
    if (!gpu || atomic_fetch_sub(&gpu->holders, 1) > 1)
        return;
    gpu->device->close(gpu->device);
    free(gpu);
}

const char *azj_gpu_name(const azj_gpu *gpu)
{
    return gpu->device->name;
}

/* ---- Making a batch ---- */

/* An array of `games` rows on the device; sets *failed where there is no memory. */
static void *make_array(azj_gpu_batch *g, size_t row, int *failed)
{
    void *memory = g->device->allocate(g->device, row * g->view.games);
    *failed |= memory == NULL;
    if (memory) {
        g->size[g->arrays] = row * g->view.games;
        g->memory[g->arrays++] = memory;
    }
    return memory;
}

static azj_error make_arrays(azj_gpu_batch *g, const azj_batch *settings, unsigned arrays)
{
    azj_batch *v = &g->view;
    const size_t rows = v->observe == AZJ_OBSERVE_MOVER ? 1 : v->players;
    int failed = 0;
    v->state = make_array(g, sizeof *v->state, &failed);
    v->rng = make_array(g, sizeof *v->rng, &failed);
    v->steps = make_array(g, sizeof *v->steps, &failed);
    v->seat = make_array(g, 1, &failed);
    v->done = make_array(g, 1, &failed);
    v->refused = make_array(g, 1, &failed);
    if (arrays & AZJ_GPU_SCORES)
        v->scores = make_array(g, v->players * sizeof *v->scores, &failed);
    if (arrays & AZJ_GPU_REWARDS)
        v->rewards = make_array(g, v->players * sizeof *v->rewards, &failed);
    if (arrays & AZJ_GPU_MASKS)
        v->masks = make_array(g, v->mask_words * sizeof *v->masks, &failed);
    if (arrays & AZJ_GPU_OBSERVATIONS)
        v->observations = make_array(g, rows * v->observation_size, &failed);
    if (arrays & AZJ_GPU_LAST_OBSERVATIONS)
        v->last_observations = make_array(g, (size_t)v->players * v->observation_size, &failed);
    g->policy = make_array(g, sizeof *g->policy, &failed);
    g->actions = make_array(g, sizeof *g->actions, &failed);
    g->made = make_array(g, sizeof *g->made, &failed);
    g->hashes = make_array(g, sizeof *g->hashes, &failed);
    if (settings->start) {
        azj_state *start = make_array(g, sizeof *start, &failed);
        v->start = start;
        if (!failed &&
            !g->device->upload(g->device, start, settings->start, v->games * sizeof *start))
            return AZJ_E_GPU_FAILED;
    }
    return failed ? AZJ_E_NO_MEMORY : AZJ_E_OK;
}

azj_error azj_gpu_batch_new(azj_gpu *gpu, const azj_batch *settings, unsigned arrays,
                            azj_gpu_batch **batch)
{
    azj_batch checked = *settings;
    checked.state = NULL;
    *batch = NULL;
    const azj_error e = azj_batch_check(&checked);
    if (e != AZJ_E_NO_ARRAY) /* which is what it says when all else is right */
        return e;
    azj_gpu_batch *g = calloc(1, sizeof *g);
    if (!g)
        return AZJ_E_NO_MEMORY;
    g->gpu = gpu;
    g->device = gpu->device;
    atomic_fetch_add(&gpu->holders, 1);
    atomic_init(&g->holders, 1);
    g->view = (azj_batch){.games = checked.games,
                          .options = checked.options,
                          .numbering = checked.numbering,
                          .observe = checked.observe,
                          .reward = checked.reward,
                          .chance = checked.chance,
                          .stay = checked.stay,
                          .trusted = checked.trusted,
                          .players = checked.players,
                          .mask_words = checked.mask_words,
                          .observation_size = checked.observation_size};
    const azj_error made = make_arrays(g, settings, arrays);
    if (made) {
        azj_gpu_batch_free(g);
        return made;
    }
    *batch = g;
    return AZJ_E_OK;
}

void azj_gpu_batch_free(azj_gpu_batch *g)
{
    if (!g || atomic_fetch_sub(&g->holders, 1) > 1)
        return;
    for (unsigned i = 0; i < g->arrays; i++)
        g->device->release(g->device, g->memory[i]);
    azj_gpu_close(g->gpu);
    free(g);
}

const azj_batch *azj_gpu_batch_view(const azj_gpu_batch *g)
{
    return &g->view;
}

int32_t *azj_gpu_batch_actions(const azj_gpu_batch *g)
{
    return g->actions;
}

/* ---- DLPack ----
 * The structs of dlpack.h (version 0.8 and before, which every consumer reads), declared here
 * because nothing else of it is needed. */

typedef struct dl_tensor {
    void *data;
    int32_t device_type, device_number;
    int32_t dimensions;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t offset;
} dl_tensor;

typedef struct dl_managed dl_managed;
struct dl_managed {
    dl_tensor tensor;
    void *holder;
    void (*deleter)(dl_managed *);
};

enum { DL_CPU = 1, DL_CUDA = 2, DL_DIMENSIONS_MAX = 4 };

typedef struct shared_tensor {
    dl_managed managed; /* first: its address is the tensor's */
    int64_t shape[DL_DIMENSIONS_MAX];
} shared_tensor;

static void delete_tensor(dl_managed *managed)
{
    azj_gpu_batch_free(managed->holder);
    free(managed);
}

/* Whether `array` is one of the batch's, and how long it is. */
static size_t size_of_array(const azj_gpu_batch *g, const void *array)
{
    for (unsigned i = 0; array && i < g->arrays; i++)
        if (g->memory[i] == array)
            return g->size[i];
    return 0;
}

void *azj_gpu_batch_share(azj_gpu_batch *g, void *array, azj_gpu_type type, unsigned bits,
                          unsigned dimensions, const int64_t *shape)
{
    const size_t room = size_of_array(g, array);
    size_t entries = 1;
    if (room == 0 || dimensions > DL_DIMENSIONS_MAX || bits % 8 != 0 || bits == 0 || bits > 64)
        return NULL;
    for (unsigned i = 0; i < dimensions; i++) {
        if (shape[i] < 0 || (shape[i] > 0 && entries > room / (size_t)shape[i]))
            return NULL;
        entries *= (size_t)shape[i];
    }
    shared_tensor *t = entries * (bits / 8) <= room ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    atomic_fetch_add(&g->holders, 1);
    if (dimensions > 0)
        memcpy(t->shape, shape, dimensions * sizeof *shape);
    const int number = g->device->number;
    t->managed = (dl_managed){.tensor = {.data = array,
                                         .device_type = number < 0 ? DL_CPU : DL_CUDA,
                                         .device_number = number < 0 ? 0 : number,
                                         .dimensions = (int32_t)dimensions,
                                         .code = (uint8_t)type,
                                         .bits = (uint8_t)bits,
                                         .lanes = 1,
                                         .shape = t->shape},
                              .holder = g,
                              .deleter = delete_tensor};
    return &t->managed;
}

void azj_gpu_unshare(void *tensor)
{
    if (tensor)
        delete_tensor(tensor);
}

/* ---- Kernels ---- */

static azj_error launch_shared(azj_gpu_batch *g, gpu_kernel kernel, uint32_t shared,
                               void **arguments)
{
    return g->device->launch(g->device, kernel, g->view.games, shared, arguments)
               ? AZJ_E_OK
               : AZJ_E_GPU_FAILED;
}

static azj_error launch_kernel(azj_gpu_batch *g, gpu_kernel kernel, void **arguments)
{
    return launch_shared(g, kernel, 0, arguments);
}

azj_error azj_gpu_batch_reset(azj_gpu_batch *g, uint64_t seed)
{
    uint64_t policy_seed = ~seed; /* a policy must not draw what the deal draws */
    const azj_error e =
        launch_kernel(g, GPU_SEED, (void *[]){&g->policy, &g->view.games, &policy_seed});
    return e ? e : launch_kernel(g, GPU_RESET, (void *[]){&g->view, &seed});
}

azj_error azj_gpu_batch_reset_game(azj_gpu_batch *g, uint32_t game, uint64_t seed, uint64_t stream)
{
    if (game >= g->view.games)
        return AZJ_E_NO_GAME;
    void *arguments[] = {&g->view, &game, &seed, &stream};
    return g->device->launch(g->device, GPU_RESET_GAME, 1, 0, arguments) ? AZJ_E_OK
                                                                         : AZJ_E_GPU_FAILED;
}

/* A step, and then the observations. Where states are checked, the step shows them itself: the rows
 * of a game whose action is refused stay as they are. */
static azj_error launch_step(azj_gpu_batch *g, gpu_kernel kernel, const int32_t **actions)
{
    azj_batch silent = g->view;
    const int apart = g->view.trusted && g->view.observations;
    const uint32_t rows = g->view.observe == AZJ_OBSERVE_MOVER ? 1 : g->view.players;
    if (apart)
        silent.observations = NULL;
    void *random[] = {&silent, &g->policy, actions}, *given[] = {&silent, actions};
    const azj_error e = launch_kernel(g, kernel, kernel == GPU_RANDOM_STEP ? random : given);
    if (e || !apart)
        return e;
    return g->device->launch(g->device, GPU_OBSERVE, g->view.games * rows, g->view.observation_size,
                             (void *[]){&g->view})
               ? AZJ_E_OK
               : AZJ_E_GPU_FAILED;
}

azj_error azj_gpu_batch_step(azj_gpu_batch *g, const int32_t *actions)
{
    const int32_t *used = actions ? actions : g->actions;
    return launch_step(g, GPU_STEP, &used);
}

azj_error azj_gpu_batch_random(azj_gpu_batch *g)
{
    if (!g->view.masks)
        return AZJ_E_NO_ARRAY;
    return launch_kernel(g, GPU_RANDOM, (void *[]){&g->view, &g->policy, &g->actions});
}

azj_error azj_gpu_batch_random_step(azj_gpu_batch *g)
{
    if (!g->view.masks)
        return AZJ_E_NO_ARRAY;
    const int32_t *actions = g->actions;
    return launch_step(g, GPU_RANDOM_STEP, &actions);
}

void azj_gpu_batch_trust(azj_gpu_batch *g, int trusted)
{
    g->view.trusted = trusted != 0;
}

azj_error azj_gpu_batch_check(azj_gpu_batch *g, uint32_t *game)
{
    azj_error e = launch_kernel(g, GPU_CHECK, (void *[]){&g->view, &g->made});
    uint32_t *codes = malloc(g->view.games * sizeof *codes + 1);
    if (!e)
        e = codes ? azj_gpu_batch_fetch(g, codes, g->made, g->view.games * sizeof *codes)
                  : AZJ_E_NO_MEMORY;
    for (uint32_t i = 0; !e && i < g->view.games; i++) {
        e = (azj_error)codes[i];
        if (e && game)
            *game = i;
    }
    free(codes);
    return e;
}

static azj_error check_unless_trusted(azj_gpu_batch *g)
{
    return g->view.trusted ? AZJ_E_OK : azj_gpu_batch_check(g, NULL);
}

azj_error azj_gpu_batch_determinise(azj_gpu_batch *g)
{
    const azj_error e = check_unless_trusted(g);
    return e ? e : launch_kernel(g, GPU_DETERMINISE, (void *[]){&g->view});
}

azj_error azj_gpu_batch_wait(azj_gpu_batch *g)
{
    return g->device->wait(g->device) ? AZJ_E_OK : AZJ_E_GPU_FAILED;
}

azj_error azj_gpu_batch_fetch(azj_gpu_batch *g, void *to, const void *from, size_t size)
{
    return g->device->download(g->device, to, from, size) ? AZJ_E_OK : AZJ_E_GPU_FAILED;
}

azj_error azj_gpu_batch_playout(azj_gpu_batch *g, uint32_t plies, uint64_t *made)
{
    *made = 0;
    if (g->view.chance || g->view.numbering != AZJ_NUMBER_MOVES)
        return AZJ_E_BAD_BATCH;
    azj_error e = check_unless_trusted(g);
    if (e)
        return e;
    /* Room for a state, in an odd number of eight bytes (kernels.c). */
    uint32_t stride = g->view.observation_size >= AZJ_OBS_DUEL ? DUEL_STRIDE : CLASSIC_STRIDE;
    e = launch_shared(g, GPU_PLAYOUT, stride,
                      (void *[]){&g->view, &g->policy, &plies, &g->made, &stride});
    uint32_t *counts = malloc(g->view.games * sizeof *counts + 1);
    if (!e)
        e = counts ? azj_gpu_batch_fetch(g, counts, g->made, g->view.games * sizeof *counts)
                   : AZJ_E_NO_MEMORY;
    for (uint32_t i = 0; !e && i < g->view.games; i++)
        *made += counts[i];
    free(counts);
    return e;
}

azj_error azj_gpu_batch_hash(azj_gpu_batch *g, uint64_t *hash)
{
    azj_error e = launch_kernel(g, GPU_HASH, (void *[]){&g->view, &g->hashes});
    uint64_t *hashes = malloc(g->view.games * sizeof *hashes + 1);
    if (!e)
        e = hashes ? azj_gpu_batch_fetch(g, hashes, g->hashes, g->view.games * sizeof *hashes)
                   : AZJ_E_NO_MEMORY;
    *hash = 0xcbf29ce484222325u; /* FNV-1a over the games' hashes, in their order */
    for (uint32_t i = 0; !e && i < g->view.games; i++)
        *hash = (*hash ^ hashes[i]) * 0x100000001b3u;
    free(hashes);
    return e;
}
