/* catch_up.h - what a node has in memory, compared with the store after notes of other nodes may
 * have been missed (nodes.h).
 *
 * First the persons of all sockets: those whose cookies became void meanwhile are ended. Then all
 * tables in memory, by the number of their events: only those that have more are read. Then the
 * persons whom these tables name: those who were deleted are forgotten. A turn of the loop does a
 * part of it with one or two requests, so that a node with many sockets and tables goes on serving
 * and shows signs of life meanwhile. A table that is needed before its turn is read at once.
 */
#ifndef SERVER_CATCH_UP_H
#define SERVER_CATCH_UP_H

typedef struct hub hub;

void catch_up_begin(hub *h); /* if it runs already, once more afterwards */
void catch_up_turn(hub *h);  /* the next part */
void catch_up_end(hub *h);   /* frees it */

#endif
