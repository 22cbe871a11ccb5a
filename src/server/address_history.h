/* address_history.h - which addresses people played from: rows trace/DAY/PERSON/ADDRESS, kept for
 * the setting `address-days`, so that a host can find out where an abuse came from, and no longer.
 *
 * An address is kept as limits count it (address.h), so of IPv6 the first 64 bits alone.
 */
#ifndef SERVER_ADDRESS_HISTORY_H
#define SERVER_ADDRESS_HISTORY_H

#include "server/hub.h"

/* To be called for the job that stores that a person sits down, makes a table, or makes or enters
 * an account. Adds at most one row to it: none if this person, day and address were noted before,
 * if the job is full, or if no addresses are to be kept. */
void address_history_note(hub *h, writer_job *j, const char *person, const char *address);
/* The same where nothing else is stored. */
void address_history_note_alone(hub *h, const char *person, const char *address);

/* Hourly: drops what is too old, in steps. */
void address_history_purge(hub *h);

/* The rows of one person, of all days. The reader gets the day (since 1970) and the address. Works
 * on any store; false: reading failed. */
typedef void address_history_reader(void *context, uint32_t day, const char *address);
bool address_history_of_person(store *s, const char *person, address_history_reader *reader,
                               void *context);

/* Adds to a job the drops of the person's rows, as far as they fit; *more: there are others. */
bool address_history_drop_person(hub *h, writer_job *j, const char *person, bool *more);

#endif
