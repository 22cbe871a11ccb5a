/* judge.c - the searches that say what the moves of a game were worth: see judge.h. */
#include "cli/analysis/judge.h"

#include <stdlib.h>
#include <string.h>

const char *judge_find(const char *name)
{
    static const char *const judges[] = {"strong", "handmade", "alphabeta", "puct", "uct"};
    for (unsigned i = 0; i < sizeof judges / sizeof *judges; i++)
        if (strcmp(judges[i], name) == 0)
            return judges[i];
    return NULL;
}

azj_error judge_move(azj_engine *e, uint64_t nodes, report_move *m)
{
    azj_info info;
    azj_error error = azj_engine_set(e, &m->view);
    if (!error)
        error = azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info);
    if (error)
        return error;
    m->best = info.line[0];
    m->exact = info.exact;
    if (m->best.move[0] != m->move)
        error = azj_engine_go(e, &(azj_limits){.nodes = nodes, .only = m->move}, &info);
    m->played = info.line[0];
    return error;
}

report_move *judge_decision(const report *r, const judge_pass *p, uint32_t i)
{
    return &r->move[p->move ? p->move[i] : i];
}

void judge_keep(report *to, const judge_pass *p, uint32_t i, const report_move *judged)
{
    report_move *m = judge_decision(to, p, i);
    const float difference = judged->best.win[m->seat] - judged->played.win[m->seat];
    const float loss = difference > 0 ? difference : 0;
    if (p->again) {
        m->looked_again = true;
        m->loss_again = loss;
        return;
    }
    m->best = judged->best;
    m->played = judged->played;
    m->exact = judged->exact;
    m->loss = loss;
}

bool judge_list(report *to)
{
    const azj_record *r = to->record;
    azj_state s = r->start;
    to->moves = 0;
    to->move = calloc(r->step_count ? r->step_count : 1, sizeof *to->move);
    for (uint32_t i = 0; i < r->step_count && to->move; i++) {
        if (r->steps[i].move) {
            report_move *m = &to->move[to->moves++];
            *m = (report_move){
                .seat = s.head.seat, .round = s.head.round, .move = r->steps[i].move, .view = s};
            if (s.head.viewer == AZJ_VIEW_ALL)
                azj_view(&s, s.head.seat, &m->view);
        }
        azj_record_replay(r, i, &s, NULL);
    }
    to->end = s;
    return to->move != NULL;
}

/* The worst moves of each seat; a solved loss is certain. */
static uint32_t list_doubtful(const report *r, uint32_t list[AZJ_SEATS_MAX * REPORT_WORST])
{
    uint32_t worst[REPORT_WORST], count = 0;
    for (unsigned seat = 0; seat < report_players(r); seat++) {
        const unsigned n = report_worst(r, seat, worst);
        for (unsigned i = 0; i < n; i++)
            if (!r->move[worst[i]].exact)
                list[count++] = worst[i];
    }
    return count;
}

bool judge_game(report *to, judge_runner *run, void *context)
{
    uint32_t doubtful[AZJ_SEATS_MAX * REPORT_WORST];
    const judge_pass first = {.nodes = to->nodes, .count = to->moves};
    if (!run(context, to, &first))
        return false;
    const judge_pass second = {.nodes = REPORT_AGAIN * to->nodes,
                               .again = true,
                               .count = list_doubtful(to, doubtful),
                               .move = doubtful};
    return run(context, to, &second);
}
