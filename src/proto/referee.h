/* referee.h - the rules over the protocol: answers new, deal, play, view, legal, chance, seat,
 * score and over, for a runner that does not know the rules.
 *
 * A request that changes the position is answered by `position …`: this line, sent as a request,
 * sets the same position.
 */
#ifndef PROTO_REFEREE_H
#define PROTO_REFEREE_H

#include "proto/request.h"

typedef struct proto_referee {
    azj_state state;
    bool set; /* a position was sent or made */
} proto_referee;

/* Whether the referee answers a request (POSITION included). */
bool proto_is_referee(proto_request_kind kind);

/* Writes one line to `b`: the answer or an error. */
void proto_referee_answer(proto_referee *referee, const proto_request *r, buf *b);

/* "B", "1", "S3", "BR": an outcome's word. */
void proto_put_outcome(buf *b, azj_outcome outcome);

#endif
