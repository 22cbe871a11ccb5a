/* disc.h - files that must be on disc: synchronising, copying, removing a data file.
 *
 * What fails leaves its cause in errno.
 */
#ifndef SERVER_DISC_H
#define SERVER_DISC_H

#include <stdbool.h>
#include <stddef.h>

/* The file's bytes are on disc. */
bool disc_sync(const char *path);

/* The names in the folder of `path` are on disc. */
bool disc_sync_folder_of(const char *path);

/* A new empty file that only its owner can read, whatever the umask; -1: failed. */
int disc_make_private(const char *path);

/* Copies a file to a new private one, which is on disc then. Returns NULL, or the name of the file
 * that failed; then nothing of the copy stays. */
const char *disc_copy(const char *from, const char *to);

/* Run by root, who looks after another user's files: gives `path` to the owner of `like`, or, where
 * that is not there, of its folder. Reports no failure: the owner sees it when the file cannot be
 * opened. */
void disc_give_to_owner_of(const char *path, const char *like);

/* True if a data file is there, or any of its log, index and mark: a host may have moved the file
 * itself away. */
bool disc_has_data(const char *path);

/* Gives a name without a data file: PATH.WORD-20260102-030405 after the present time (UTC), with
 * .1, .2 and so on at its end if that is taken. False: all of them are, or the name is too long. */
bool disc_spare_name(const char *path, const char *word, char *name, size_t size);

/* Removes a data file with its log, index and mark. */
void disc_remove_data(const char *path);

#endif
