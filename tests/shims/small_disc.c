/* small_disc.c - loaded into a server (LD_PRELOAD), it makes every disc have as much free room as
 * the file that AZULEJO_TEST_FREE_MB names says, in megabytes, on a disc of a million. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

int fstatvfs(int fd, struct statvfs *s)
{
    const char *name = getenv("AZULEJO_TEST_FREE_MB");
    FILE *file = name ? fopen(name, "r") : NULL;
    char text[32] = "";
    (void)fd;
    if (!file || !fgets(text, sizeof text, file))
        abort();
    fclose(file);
    memset(s, 0, sizeof *s);
    s->f_frsize = s->f_bsize = 1000000;
    s->f_blocks = 1000000;
    s->f_bfree = s->f_bavail = strtoul(text, NULL, 10);
    return 0;
}
