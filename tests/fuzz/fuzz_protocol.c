/* fuzz_protocol.c - any bytes as a dialogue: both as requests to a referee and as answers.
 *
 * Laws: a request is either refused with a code and a sentence or answered by exactly one line,
 * which is an answer of the protocol; an answer `position …` sets, sent back, the very same
 * position; and nothing depends on the pieces in which the bytes come.
 */
#include "proto/lines.h"
#include "proto/referee.h"
#include "proto/reply.h"

#include <azulejo/text.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MAX = 2 * PROTO_LINE_MAX };

static void law(int holds)
{
    if (!holds)
        abort();
}

static void check_position(const proto_referee *referee, const proto_reply *reply)
{
    azj_state s;
    law(azj_position_read(reply->text.at, reply->text.length, &s, NULL) == AZJ_E_OK);
    law(azj_equal(&s, &referee->state));
}

static void check_answer(const proto_referee *referee, proto_request_kind kind, const char *answer,
                         size_t length)
{
    proto_reply reply;
    law(length > 0 && length < ANSWER_MAX && answer[length - 1] == '\n');
    law(memchr(answer, '\n', length) == answer + length - 1);
    law(proto_reply_read((proto_word){answer, length - 1}, &reply));
    if (reply.kind == PROTO_R_POSITION && kind != PROTO_VIEW)
        check_position(referee, &reply);
}

/* A number that tells what the line was and did. */
static uint64_t handle(proto_referee *referee, proto_word line, char *answer)
{
    proto_request r;
    proto_reply reply;
    proto_fault fault;
    uint64_t sum = proto_reply_read(line, &reply) ? 100u + reply.kind : 0;
    if (!proto_request_read(line, &r, &fault)) {
        law(fault.code < PROTO_ERROR_NB && fault.text[0]);
        return sum + 1000u * fault.code;
    }
    if (!proto_is_referee(r.kind))
        return sum + 7u * r.kind;
    buf b = buf_on(answer, ANSWER_MAX);
    proto_referee_answer(referee, &r, &b);
    check_answer(referee, r.kind, answer, b.length);
    return sum * 31u + b.length;
}

static uint64_t dialogue(const uint8_t *data, size_t size, size_t piece, proto_lines *lines,
                         char *answer)
{
    proto_referee referee = {.set = false};
    uint64_t sum = 0;
    proto_lines_init(lines);
    for (size_t at = 0; at < size;) {
        size_t room, n = size - at < piece ? size - at : piece;
        char *to = proto_lines_room(lines, &room);
        law(room > 0);
        n = n < room ? n : room;
        memcpy(to, data + at, n);
        proto_lines_took(lines, n);
        at += n;
        proto_word line;
        for (proto_line_kind kind; (kind = proto_lines_next(lines, &line)) != PROTO_LINE_NONE;)
            sum = 1000003u * sum + (kind == PROTO_LINE ? handle(&referee, line, answer) : 1);
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static proto_lines lines;
    static char answer[ANSWER_MAX];
    const uint64_t whole = dialogue(data, size, SIZE_MAX, &lines, answer);
    law(dialogue(data, size, 1 + size % 7, &lines, answer) == whole);
    return 0;
}
