/* nets.h - the networks that are built in: the files of nets/, put into C by tools/embed-nets.sh.
 */
#ifndef AI_NETS_H
#define AI_NETS_H

#include <stddef.h>

typedef struct net_file {
    const unsigned char *bytes; /* begins at a multiple of 64 bytes; NULL behind the last */
    size_t size;
} net_file;

extern const net_file net_files[];

#endif
