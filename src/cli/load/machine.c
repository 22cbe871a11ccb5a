/* machine.c - see machine.h. */
#include "cli/load/machine.h"

#include "base/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 50, BLOCK = 4096, NAP_US = 5000, NAPS = 20 /* between two synchronisations */ };

/* ---- Processes ---- */
uint64_t machine_resident_kb(pid_t pid)
{
    char name[64], line[128];
    unsigned long long kb = 0;
    snprintf(name, sizeof name, "/proc/%d/status", (int)pid);
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtoull(line + 6, NULL, 10);
    if (f)
        fclose(f);
    return kb;
}

cpu_time machine_cpu_of(pid_t pid)
{
    char name[64], line[512] = "";
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(name, "r");
    if (!f)
        return (cpu_time){0};
    char *at = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
    fclose(f);
    for (int field = 2; at && field < 14; field++) /* after the name: fields 14 and 15 */
        at = strchr(at + 1, ' ');
    if (at) {
        user = strtoul(at, &at, 10);
        system = strtoul(at, NULL, 10);
    }
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    return (cpu_time){(double)user / ticks, (double)system / ticks};
}

/* ---- The disc ---- */
/* A file without a name, which vanishes when it is closed. */
static int scratch_file(const char *path)
{
    char name[600];
    snprintf(name, sizeof name, "%s.sync", path);
    const int fd = open(name, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0)
        unlink(name);
    return fd;
}

static bool synchronise(int fd, off_t at, load_times *t)
{
    static const char block[BLOCK] = {1};
    const uint64_t start = clock_mono_us();
    if (pwrite(fd, block, sizeof block, at) != (ssize_t)sizeof block || fdatasync(fd) != 0)
        return false;
    load_times_add(t, clock_mono_us() - start);
    return true;
}

static void print_disc(const char *when, const load_times *t)
{
    if (t->count)
        printf("disc%s: 4 kB written and synchronised in %.1f ms (median), %.1f ms (p99), %.1f ms "
               "(worst of %llu)\n",
               when, load_times_ms(t, 0.5), load_times_ms(t, 0.99), (double)t->max_us / 1000.0,
               (unsigned long long)t->count);
}

void machine_print(const char *path)
{
    static load_times t;
    char line[256], model[200] = "unknown";
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(model, sizeof model, "%s", strchr(line, ':') + 2);
            model[strcspn(model, "\n")] = 0;
            break;
        }
    if (f)
        fclose(f);
    printf("machine: %ld cores, %s; load generator on the same machine\n",
           sysconf(_SC_NPROCESSORS_ONLN), model);
    const int fd = scratch_file(path);
    for (off_t i = 0; fd >= 0 && i < TRIES && synchronise(fd, i * BLOCK, &t); i++)
        ;
    if (fd >= 0)
        close(fd);
    print_disc("", &t);
}

/* ---- Meanwhile ---- */
static void *keep_watch(void *context)
{
    machine_watch *w = context;
    for (unsigned i = 0; !atomic_load(&w->is_ending); i++) {
        const uint64_t start = clock_mono_us();
        clock_sleep_us(NAP_US);
        load_times_add(&w->wake, clock_mono_us() - start - NAP_US);
        if (w->file >= 0 && i % NAPS == 0 && !synchronise(w->file, 0, &w->disc))
            break;
    }
    return NULL;
}

void machine_watch_start(machine_watch *w, const char *path)
{
    memset(w, 0, sizeof *w);
    w->file = scratch_file(path);
    w->runs = pthread_create(&w->thread, NULL, keep_watch, w) == 0;
}

void machine_watch_end(machine_watch *w)
{
    atomic_store(&w->is_ending, true);
    if (w->runs)
        pthread_join(w->thread, NULL);
    if (w->file >= 0)
        close(w->file);
    print_disc(" meanwhile", &w->disc);
    printf("machine meanwhile: a sleep of 5 ms ended late by %.1f ms (p99), %.1f ms (p99.9), %.1f "
           "ms (worst)\n",
           load_times_ms(&w->wake, 0.99), load_times_ms(&w->wake, 0.999),
           (double)w->wake.max_us / 1000.0);
}
