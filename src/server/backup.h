/* backup.h - copies of a data file, and putting one back. */
#ifndef SERVER_BACKUP_H
#define SERVER_BACKUP_H

#include "server/store.h"

enum { BACKUP_PATH_MAX = 1100 };

/* Copies the file as it is at one moment, while a server writes it or not. The copy has mode 0600
 * from its first byte on, is written as `to`.part, checked row by row and synchronised before it
 * gets its own name. What a killed backup left as `to`.part is written over; nothing else that is
 * there already is touched. */
bool backup_make(const char *data, const char *to, uint64_t *rows, char error[STORE_ERROR_MAX]);

/* Puts a copy in place of the data file, which no server may be using. First all of the copy is
 * checked, games included; what is wrong is reported to `wrong`. Of a copy of an older format
 * (*format) only the rows are checked: the server migrates it at its next start. The present file
 * and its log are kept under the name that `aside` gets ("": there was none). */
bool backup_restore(const char *copy, const char *data,
                    void (*wrong)(void *context, const char *line), void *context,
                    char aside[BACKUP_PATH_MAX], unsigned *format, char error[STORE_ERROR_MAX]);

#endif
