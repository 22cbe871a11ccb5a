/* catch_up.h - what a node has in memory, compared with the store after notes of other nodes may
 * have been missed (nodes.h).
 *
 * First the persons of all sockets: those whose cookies became void meanwhile are ended. Then the
 * persons whom tables in memory name: those who were deleted are forgotten. A turn of the loop does
 * a part of it with one or two requests, so that a node with many sockets and tables goes on
 * serving meanwhile.
 */
#ifndef SERVER_CATCH_UP_H
#define SERVER_CATCH_UP_H

typedef struct hub hub;

void catch_up_begin(hub *h); /* from the beginning, if it runs already */
void catch_up_turn(hub *h);  /* the next part */
void catch_up_end(hub *h);   /* frees it */

#endif
