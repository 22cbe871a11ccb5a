/* static.h - the page's files, built into the program (mk/embed.mk). A path is looked up in
 * a fixed list, so no request can reach anything else. */
#ifndef SERVER_STATIC_H
#define SERVER_STATIC_H

#include <stdbool.h>
#include <stddef.h>

typedef struct static_file {
    const char *path; /* "/assets/index-ab12.js" */
    const char *tag;  /* ETag, with its quotes */
    struct {
        const unsigned char *from, *end;
    } plain, gzip, brotli; /* NULL: compression did not help */
} static_file;

/* Ends with a NULL path; generated, empty when the page was not built. */
extern const static_file static_embedded[];

const static_file *static_find(const char *path); /* NULL: no such file */
const char *static_type(const char *path);
bool static_is_named_by_content(const char *path); /* may be cached for good */

#endif
