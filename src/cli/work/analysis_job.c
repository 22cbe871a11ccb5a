/* analysis_job.c - the decisions of an analysed game as jobs: a decision is a piece.
 *
 * All pieces of a pass have the judge and the number of nodes in common. A piece is the view of the
 * mover and the move that was played. A result has the best line and, for the best and the played
 * move, the chance and the score of each seat as the bits of floats: so the report is the same
 * wherever a decision was searched.
 */
#include "base/clock.h"
#include "base/json_write.h"
#include "cli/analysis/share.h"
#include "cli/work/crew.h"
#include "cli/work/gather.h"
#include "server/fields.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BOT_NAME_MAX = 32,
    FLOAT_DIGITS = 8,
    FLOATS_MAX = 2 * AZJ_SEATS_MAX, /* chances and scores */
    FLOATS_TEXT_MAX = FLOATS_MAX * FLOAT_DIGITS + 1,
    LINE_TEXT_MAX = AZJ_LINE_MOVES_MAX * AZJ_MOVE_TEXT_MAX,
    RESULT_MAX = LINE_TEXT_MAX + 512,
    STOP_LOOK_MS = 100,
    SCORE_LIMIT = 1000 /* no score of any game comes near it */
};

static const float ROUNDING = 0.001f; /* a chance may leave 0 to 1 by so much */

/* ---- The pass as text ---- */
static size_t write_spec(const char *bot, uint64_t nodes, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "bot", bot);
    json_write_unsigned(&w, "nodes", nodes);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_spec(const job *j, const char **bot, uint64_t *nodes)
{
    char name[BOT_NAME_MAX];
    int64_t n;
    fields f;
    if (!fields_parse(&f, j->spec, j->spec_length) ||
        !fields_text(&f, 0, "bot", name, sizeof name) ||
        !fields_number(&f, 0, "nodes", 1, (int64_t)REPORT_AGAIN * JUDGE_NODES_MAX, &n))
        return false;
    *bot = judge_find(name);
    *nodes = (uint64_t)n;
    return *bot != NULL;
}

/* ---- A decision as text ---- */
static size_t write_decision(const report_move *m, char *out, size_t size)
{
    char view[AZJ_POSITION_TEXT_MAX], move[AZJ_MOVE_TEXT_MAX];
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    azj_position_text(&m->view, view, sizeof view);
    azj_move_text(m->move, move, sizeof move);
    json_write_string(&w, "view", view);
    json_write_string(&w, "move", move);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_decision(const job *j, report_move *m)
{
    char view[AZJ_POSITION_TEXT_MAX], move[AZJ_MOVE_TEXT_MAX];
    azj_text_fault fault;
    fields f;
    *m = (report_move){.seat = 0};
    if (!fields_parse(&f, j->data, j->length) || !fields_text(&f, 0, "view", view, sizeof view) ||
        !fields_text(&f, 0, "move", move, sizeof move) ||
        azj_position_read(view, strlen(view), &m->view, &fault) != AZJ_E_OK)
        return false;
    const azj_head *h = &m->view.head;
    m->seat = h->seat;
    return h->phase != AZJ_PHASE_OVER && h->phase != AZJ_PHASE_DEAL && h->seat < h->players &&
           azj_move_parse((azj_rules)h->rules, move, strlen(move), &m->move, &fault) == AZJ_E_OK &&
           azj_legal(&m->view, m->move, NULL) == AZJ_E_OK;
}

/* ---- A result as text ---- */
/* The chance and the score of each seat: eight hexadecimal digits for each float. */
static void write_floats(json_writer *w, const char *key, const azj_line *line, unsigned players)
{
    char text[FLOATS_TEXT_MAX];
    for (unsigned i = 0; i < 2 * players; i++) {
        uint32_t bits;
        memcpy(&bits, i < players ? &line->win[i] : &line->score[i - players], sizeof bits);
        snprintf(text + i * FLOAT_DIGITS, FLOAT_DIGITS + 1, "%08" PRIx32, bits);
    }
    json_write_string(w, key, text);
}

static size_t write_result(const report_move *m, char *out, size_t size)
{
    char text[LINE_TEXT_MAX];
    buf b = buf_on(out, size), line = buf_on(text, sizeof text);
    json_writer w = json_write_object_on(&b);
    const unsigned players = m->view.head.players;
    for (uint32_t i = 0; i < m->best.length; i++) {
        char move[AZJ_MOVE_TEXT_MAX];
        azj_move_text(m->best.move[i], move, sizeof move);
        if (i)
            buf_char(&line, ' ');
        buf_text(&line, move);
    }
    buf_end(&line);
    json_write_string(&w, "line", text);
    write_floats(&w, "best", &m->best, players);
    write_floats(&w, "played", &m->played, players);
    json_write_flag(&w, "exact", m->exact);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_float(const char *digits, float least, float most, float *value)
{
    char text[FLOAT_DIGITS + 1];
    memcpy(text, digits, FLOAT_DIGITS);
    text[FLOAT_DIGITS] = 0;
    const uint32_t bits = (uint32_t)strtoul(text, NULL, 16);
    memcpy(value, &bits, sizeof bits);
    return isfinite(*value) && *value >= least && *value <= most;
}

static bool read_floats(const fields *f, const char *key, unsigned players, azj_line *line)
{
    char text[FLOATS_TEXT_MAX];
    const size_t digits = 2 * players * FLOAT_DIGITS;
    if (!fields_text(f, 0, key, text, sizeof text) || strlen(text) != digits ||
        strspn(text, "0123456789abcdef") != digits)
        return false;
    for (unsigned p = 0; p < players; p++)
        if (!read_float(text + p * FLOAT_DIGITS, -ROUNDING, 1 + ROUNDING, &line->win[p]) ||
            !read_float(text + (players + p) * FLOAT_DIGITS, -SCORE_LIMIT, SCORE_LIMIT,
                        &line->score[p]))
            return false;
    return true;
}

/* The first move must be legal, and those after it as long as they follow from the view. What comes
 * after a draw or a deal depends on its outcome; in Duel a move may also reveal a plate or a chip.
 */
static bool is_playable(const azj_state *view, const azj_line *line)
{
    azj_state s = *view;
    for (uint32_t i = 0; i < line->length; i++) {
        const bool open = s.head.rules != AZJ_DUEL && s.head.phase == view->head.phase &&
                          s.head.round == view->head.round;
        if (i && !open)
            break;
        if (azj_play(&s, line->move[i], NULL, NULL) != AZJ_E_OK)
            return false;
    }
    return true;
}

static bool read_line(const fields *f, const azj_state *view, azj_line *line)
{
    char text[LINE_TEXT_MAX];
    azj_text_fault fault;
    if (!fields_text(f, 0, "line", text, sizeof text))
        return false;
    line->length = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, " ");
        if (line->length == AZJ_LINE_MOVES_MAX ||
            azj_move_parse((azj_rules)view->head.rules, at, length, &line->move[line->length++],
                           &fault) != AZJ_E_OK)
            return false;
        at += length;
        if (!*at)
            return is_playable(view, line);
    }
}

static bool same_values(const azj_line *a, const azj_line *b, unsigned players)
{
    return memcmp(a->win, b->win, players * sizeof *a->win) == 0 &&
           memcmp(a->score, b->score, players * sizeof *a->score) == 0;
}

/* Reads what was found for the decision m->view, m->move. */
static bool read_result(const char *text, size_t length, report_move *m)
{
    const unsigned players = m->view.head.players;
    bool exact;
    fields f;
    m->best = m->played = (azj_line){.length = 0};
    if (!fields_parse(&f, text, length) || !read_line(&f, &m->view, &m->best) ||
        !read_floats(&f, "best", players, &m->best) ||
        !read_floats(&f, "played", players, &m->played) || !fields_flag(&f, 0, "exact", &exact))
        return false;
    m->exact = exact;
    return m->best.move[0] != m->move || same_values(&m->best, &m->played, players);
}

/* ---- Searching a decision ---- */
/* Ends the searches of an engine soon after `stop` was set. */
typedef struct stop_watch {
    azj_engine *engine;
    const atomic_bool *stop;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool end, running;
} stop_watch;

static void wait_a_moment(stop_watch *w)
{
    const struct timespec until = clock_deadline(STOP_LOOK_MS);
    pthread_cond_timedwait(&w->ended, &w->lock, &until);
}

/* A decision is searched up to twice, and each search clears the engine's stop at its end:
 * therefore this one stops it again and again. */
static void *watch_stop(void *context)
{
    stop_watch *w = context;
    pthread_mutex_lock(&w->lock);
    while (!w->end) {
        if (atomic_load(w->stop))
            azj_engine_stop(w->engine);
        wait_a_moment(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void begin_watch(stop_watch *w)
{
    pthread_mutex_init(&w->lock, NULL);
    clock_cond_init(&w->ended);
    w->running = pthread_create(&w->thread, NULL, watch_stop, w) == 0;
}

static void end_watch(stop_watch *w)
{
    pthread_mutex_lock(&w->lock);
    w->end = true;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
    if (w->running)
        pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->ended);
    pthread_mutex_destroy(&w->lock);
}

/* The thread's judge, which it keeps for the next decision. It must have as much memory as that of
 * an analysis without a database. */
static azj_engine *judge_for(crew_engines *engines, const char *bot)
{
    if (engines->judge && engines->judge_bot == bot)
        return engines->judge;
    azj_engine_free(engines->judge);
    engines->judge = azj_engine_new(&(azj_engine_options){.bot = bot}, NULL);
    engines->judge_bot = bot;
    return engines->judge;
}

crew_end analysis_job_run(const job *j, crew_engines *engines, const atomic_bool *stop,
                          crew_result *result, char why[CREW_WHY_MAX])
{
    report_move m;
    const char *bot;
    uint64_t nodes;
    snprintf(why, CREW_WHY_MAX, "no decision of an analysis");
    if (!read_spec(j, &bot, &nodes) || !read_decision(j, &m))
        return CREW_REFUSED;
    stop_watch watch = {.engine = judge_for(engines, bot), .stop = stop};
    result->bytes = malloc(RESULT_MAX);
    snprintf(why, CREW_WHY_MAX, "out of memory");
    if (!watch.engine || !result->bytes)
        return CREW_REFUSED;
    begin_watch(&watch);
    const azj_error error = judge_move(watch.engine, nodes, &m);
    end_watch(&watch);
    if (atomic_load(stop))
        return CREW_STOPPED;
    snprintf(why, CREW_WHY_MAX, "%s", azj_error_template(error));
    if (error)
        return CREW_REFUSED;
    result->length = write_result(&m, result->bytes, RESULT_MAX);
    return CREW_DONE;
}

/* ---- The pass ---- */
typedef struct decision_taking {
    const analysis_share *share;
    report *report;
    const judge_pass *pass;
    uint32_t taken;
} decision_taking;

static size_t write_piece(void *context, uint64_t piece, char *out, size_t size)
{
    const decision_taking *t = context;
    return write_decision(judge_decision(t->report, t->pass, (uint32_t)piece), out, size);
}

static bool take_decision(void *context, uint64_t piece, const char *result, size_t length)
{
    decision_taking *t = context;
    report_move judged = *judge_decision(t->report, t->pass, (uint32_t)piece);
    if (!read_result(result, length, &judged))
        return cli_failed(t->share->args,
                          "the result of decision %" PRIu64 " cannot be used: it is not what a "
                          "search of this position finds",
                          piece);
    judge_keep(t->report, t->pass, (uint32_t)piece, &judged);
    t->taken++;
    return true;
}

static bool analysis_continues(void *context)
{
    const decision_taking *t = context;
    return t->share->may_continue();
}

bool analysis_share_run(void *context, report *to, const judge_pass *p)
{
    const analysis_share *s = context;
    decision_taking t = {.share = s, .report = to, .pass = p};
    char spec[256];
    const gather g = {.store = s->store,
                      .kind = "analysis",
                      .spec = spec,
                      .spec_length = write_spec(to->bot, p->nodes, spec, sizeof spec),
                      .pieces = p->count,
                      .threads = s->threads,
                      .context = &t,
                      .write = write_piece,
                      .take = take_decision,
                      .may_continue = analysis_continues};
    return p->count == 0 || (gather_run(s->args, &g) && t.taken == p->count);
}
