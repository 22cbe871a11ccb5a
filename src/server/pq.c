/* pq.c - loads libpq. */
#include "server/pq.h"

#include "server/store_pg.h"

#include <dlfcn.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>

pq_functions pq;

static bool find_functions(void *library, pq_functions *found, char error[STORE_ERROR_MAX])
{
#define PQ_FIND(name)                                                                           \
    *(void **)&found->name = dlsym(library, "PQ" #name);                                        \
    if (!found->name) {                                                                         \
        snprintf(error, STORE_ERROR_MAX,                                                        \
                 "libpq.so.5 is too old: it lacks PQ" #name "; PostgreSQL 14 or newer has it"); \
        return false;                                                                           \
    }
    PQ_FUNCTIONS(PQ_FIND)
#undef PQ_FIND
    return true;
}

static bool load_once(char error[STORE_ERROR_MAX])
{
    pq_functions found;
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        pg_say(error, "install PostgreSQL's client library (Debian: libpq5)", dlerror());
        return false;
    }
    if (!find_functions(library, &found, error)) {
        dlclose(library);
        return false;
    }
    pq = found; /* the library stays: connections may be open until the end */
    return true;
}

bool pq_load(char error[STORE_ERROR_MAX])
{
    static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
    static bool is_loaded;
    pthread_mutex_lock(&loading);
    is_loaded = is_loaded || load_once(error);
    const bool good = is_loaded;
    pthread_mutex_unlock(&loading);
    return good;
}
