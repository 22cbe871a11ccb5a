/* inline.c - the functions that stand in the public headers, once as functions of the library, for
 * languages that load it and read no C. */
#define AZJ_INLINE __attribute__((visibility("default")))

#include <azulejo/rules.h>
#include <azulejo/text.h>
