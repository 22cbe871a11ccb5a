/* space.c - see space.h. */
#include "server/space.h"

#include "server/hub.h"
#include "server/log.h"

const char SPACE_REFUSAL[] =
    "the server's disc is nearly full, so it takes nothing new; games that exist go on";

bool space_is_short(const store_figures *f, uint64_t reserve, bool was_short)
{
    const uint64_t wanted = reserve + (was_short ? reserve / 10 : 0);
    return f->disc_bytes > 0 &&
           (f->disc_free_bytes + f->data_free_bytes < wanted || f->disc_free_bytes < wanted / 4);
}

/* A store that is no file, or a disc that cannot be asked, has no size: nothing is refused. */
void space_second(hub *h)
{
    store_figures f;
    store_get_figures(h->store, &f);
    const uint64_t reserve = config_disc_reserve(&h->config, f.disc_bytes);
    const bool is_short = space_is_short(&f, reserve, h->disc_is_short);
    if (is_short == h->disc_is_short)
        return;
    h->disc_is_short = is_short;
    log_event(LOG_WARN, is_short ? "disc-short" : "disc-room",
              "free-mb=%llu file-free-mb=%llu reserve-mb=%llu new tables and accounts are %s",
              (unsigned long long)(f.disc_free_bytes / CONFIG_MB),
              (unsigned long long)(f.data_free_bytes / CONFIG_MB),
              (unsigned long long)(reserve / CONFIG_MB), is_short ? "refused" : "made again");
}
