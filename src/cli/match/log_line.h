/* log_line.h - reads the lines of a log: what a game was, without looking whether it could be. */
#ifndef CLI_MATCH_LOG_LINE_H
#define CLI_MATCH_LOG_LINE_H

#include "base/json.h"
#include "cli/match/match.h"

enum { LOG_HEAD_MAX = 65536, LOG_LINE_MAX = 1 << 20, LOG_NODES_MAX = 512 };

typedef struct log_line {
    json_doc doc;
    json_node node[LOG_NODES_MAX];
    const char *wrong; /* the first key whose value is missing or impossible */
} log_line;

bool log_line_parse(log_line *l, const char *text, size_t length);

/* The value of a key of the line's object, or 0. */
uint32_t log_line_find(const log_line *l, const char *key);

/* Reads a game and its moves. False: l->wrong names the key that is wrong. */
bool log_line_game(log_line *l, unsigned seats, match_game *g);
bool log_line_moves(log_line *l, azj_rules rules, match_game *g, match_moves *moves);

#endif
