/* judge.h - the searches that say what the moves of a game were worth.
 *
 * Each decision is searched twice with the same number of nodes: the best move, and the move that
 * was played. The loss of the played move is the chance of winning after the best move minus that
 * after the played move. The worst moves of each seat are searched again with more nodes, so that
 * the report can say how sure the loss is.
 *
 * A search depends only on the position, the move and the number of nodes. Therefore a runner may
 * search the decisions of a pass in any order, and on several machines (share.h). */
#ifndef CLI_ANALYSIS_JUDGE_H
#define CLI_ANALYSIS_JUDGE_H

#include "cli/analysis/report.h"

#define JUDGE_NODES_MAX 1000000000u /* of the first pass */

/* Decisions of a report that are searched with the same number of nodes. */
typedef struct judge_pass {
    uint64_t nodes;
    bool again; /* the second search of the worst moves */
    uint32_t count;
    const uint32_t *move; /* the index of each decision in the report; NULL: all of them in order */
} judge_pass;

/* Searches all decisions of a pass and calls judge_keep for each. False: it failed. */
typedef bool judge_runner(void *context, report *to, const judge_pass *p);

/* The bots that search up to a given limit and can evaluate any single move. NULL: the name is none
 * of them. */
const char *judge_find(const char *name);

/* Searches the decision m->view, m->move: sets m->best, m->played and m->exact. */
azj_error judge_move(azj_engine *e, uint64_t nodes, report_move *m);

/* Decision `i` of the pass. */
report_move *judge_decision(const report *r, const judge_pass *p, uint32_t i);

/* Keeps what judge_move found for decision `i` of the pass. */
void judge_keep(report *to, const judge_pass *p, uint32_t i, const report_move *judged);

/* Lists the decisions of to->record and the position at its end. False: memory is short. The
 * caller frees to->move in both cases. */
bool judge_list(report *to);

/* Judges the decisions that are listed, in two passes. False: the runner failed. */
bool judge_game(report *to, judge_runner *run, void *context);

#endif
