/* nets.c - the networks of the browser: fetched when a strong bot first needs one, so that the
 * page opens quickly. Until then the hand-made evaluation plays. */
#include "ai/nets.h"
#include "ai/net.h"
#include "wasm/internal.h"

#include <stdlib.h>
#include <string.h>

enum { NETS_MAX = 16, ALIGN = 64, RULES_AT = 10, PLAYERS_AT = 11 };

static net_file files[NETS_MAX + 1];
static size_t count;

const net_file *net_files(void)
{
    return files;
}

bool add_net(const char *bytes, size_t size)
{
    unsigned char *copy =
        count < NETS_MAX ? aligned_alloc(ALIGN, (size + ALIGN) / ALIGN * ALIGN) : NULL;
    net n;
    if (!copy)
        return false;
    memcpy(copy, bytes, size);
    if (size <= PLAYERS_AT || net_open(&n, copy, size, copy[RULES_AT], copy[PLAYERS_AT])) {
        free(copy);
        return false;
    }
    files[count++] = (net_file){copy, size};
    return true;
}
