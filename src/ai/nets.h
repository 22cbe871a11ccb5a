/* nets.h - the network files that the program contains: nets/, turned into C by
 * tools/embed-nets.sh. A browser fetches them one by one instead (src/wasm/nets.c). */
#ifndef AI_NETS_H
#define AI_NETS_H

#include <stddef.h>

typedef struct net_file {
    const unsigned char *bytes; /* begins at a multiple of 64 bytes; NULL after the last */
    size_t size;
} net_file;

const net_file *net_files(void);

#endif
