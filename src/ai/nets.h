/* nets.h - the networks that the program has: the files of nets/, put into C by
 * tools/embed-nets.sh. In the browser they come later, one by one (src/wasm/nets.c). */
#ifndef AI_NETS_H
#define AI_NETS_H

#include <stddef.h>

typedef struct net_file {
    const unsigned char *bytes; /* begins at a multiple of 64 bytes; NULL behind the last */
    size_t size;
} net_file;

const net_file *net_files(void);

#endif
