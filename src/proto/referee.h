/* referee.h - the rules by protocol: the answers to new, deal, play, view, legal, chance, seat,
 * score and over, for a runner or a page that knows no rules.
 *
 * Every answer that makes a new position is `position …`: a line that, sent back as a request,
 * sets just that position.
 */
#ifndef PROTO_REFEREE_H
#define PROTO_REFEREE_H

#include "proto/request.h"

typedef struct proto_referee {
    azj_state state;
    bool set; /* a position was sent or made */
} proto_referee;

/* Whether a request is the referee's (POSITION is, too). */
bool proto_is_referee(proto_request_kind kind);

/* Answers one line onto `b`: the answer or an error. */
void proto_referee_answer(proto_referee *referee, const proto_request *r, buf *b);

/* "B", "1", "S3", "BR": an outcome's word. */
void proto_put_outcome(buf *b, azj_outcome outcome);

#endif
