/* store_recover.h - saves from a damaged SQLite file and its log every row that is whole.
 *
 * Every page of the file and every committed frame of the log is read, whether anything leads there
 * or not. The newest version of a page counts; where that is damaged, older versions fill in. So
 * rows that were deleted do not come back, except where the page that says so is damaged. Where
 * something is lost, the row that counts a table's events is raised to those that are there.
 */
#ifndef SERVER_STORE_RECOVER_H
#define SERVER_STORE_RECOVER_H

#include "server/store.h"
#include "server/store_mark.h"

typedef struct recovery recovery;

typedef struct recovery_facts {
    uint32_t confirmed;     /* frames of the log that the mark promises; 0: no mark */
    uint32_t present;       /* whole frames in the log */
    uint32_t valid;         /* frames that SQLite would take */
    uint32_t first_bad;     /* 0: none */
    uint32_t lost_frames;   /* committed frames of which something may be missing */
    uint32_t absent_frames; /* of them those of which nothing is left, not even what they were */
    uint32_t missing_pages; /* that neither the file nor the log has */
    uint32_t damaged_pages; /* in their newest version */
    size_t rows;            /* that were found */
    bool is_lossless;       /* nothing that the log had confirmed can be missing */
} recovery_facts;

/* Reads `path`, its log and its mark; changes nothing. NULL: `error` says why. */
recovery *recovery_read(const char *path, char error[STORE_ERROR_MAX]);
void recovery_free(recovery *r);

recovery_facts recovery_get_facts(const recovery *r);

/* Puts all rows into a new SQLite file (0600), on disc when it returns. False: there is none left.
 */
bool recovery_write(const recovery *r, const char *path, char error[STORE_ERROR_MAX]);

/* Calls `report` with a line for everything that is known to be missing: tables whose events have
 * gaps or end before their count or may do so, tables that other rows name, damaged pages with
 * their neighbours. Each table to which anything leads is named ("table=ID …"); where nothing does,
 * the line of the page or of the frames ends in "tables=unknown". Returns how many there are. */
typedef void recovery_report(void *context, const char *line);
size_t recovery_missing(const recovery *r, recovery_report *report, void *context);

#endif
