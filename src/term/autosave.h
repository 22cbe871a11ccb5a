/* autosave.h - the game in a file, written after every move.
 *
 * The tags Kind0 to Kind3 name the seats as --seats does ("person:Ann", "bot:regular") and Seed the
 * deals, so that a record says all that is needed to resume the game.
 */
#ifndef TERM_AUTOSAVE_H
#define TERM_AUTOSAVE_H

#include "term/game.h"

/* Adds the tags that say who plays, when, and with which deals. */
void autosave_tags(play_game *g);

/* Reads rules, seats and seed of a record into the setup; what the record does not say stays. */
void autosave_read_setup(const azj_record *record, play_setup *setup);

/* Writes the record to its place in setup->record_path. False: errno says why. */
bool autosave_write(play_game *g);

/* The size of a regular file in bytes; 0 for everything else. */
long autosave_file_size(const char *path);

/* True for a file that does not exist, is empty, or holds records in the wanted form. A game is
 * written to no other file. */
bool autosave_takes_records(const char *path, bool json);

/* Saves the game in another file from now on, after the records that this file holds. Returns NULL,
 * or why that is impossible: then the game stays in the file it had. */
const char *autosave_move_to(play_game *g, play_setup *setup, const char *path);

/* A name for such a file, made of date and time. */
void autosave_new_name(char *path, size_t size);

/* The arguments after --resume that resume the game: its file, and its number if it is not the
 * last one. */
void autosave_resume_words(const play_setup *setup, char *text, size_t size);

#endif
