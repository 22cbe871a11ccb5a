/* truth.h - what the store has, commit by commit, and the laws of that history. */
#ifndef TESTS_SIM_TRUTH_H
#define TESTS_SIM_TRUTH_H

#include "client.h"
#include "server/game_json.h"

typedef struct truth_event {
    uint64_t stored_us, sum;
    uint64_t hash[AZJ_SEATS_MAX + 1]; /* of the position for each viewer, made when needed; 0 */
    uint32_t ply;
    bool live; /* there is a position */
    azj_state state;
} truth_event;

typedef struct truth {
    char id[GAME_ID_MAX];
    game game;
    game_row row;
    char secret[2 * FAIR_BYTES + 1];
    truth_event *at; /* at[i]: after event i + 1 */
    uint32_t room;
    uint64_t turn_us;    /* when the turn of who is to move was decided */
    uint64_t live_us;    /* when its place in the indexes was stored last */
    uint64_t removed_us; /* 0: it is there */
    bool turn_whole;     /* nobody sat in for anybody in it */
} truth;

void truth_begin(void);
void truth_end(void);
truth *truth_find(const char *id);
/* A job of a node (by its name in the store): before the store looks at it, and when it is stored.
 */
void truth_before(const char *node_name, const store_job *job);
void truth_stored(const sim_node *n, const store_job *job, uint64_t decided_us);
/* The hash of the position after event n as this viewer may know it; 0: there is none. */
uint64_t truth_position(truth *t, uint32_t n, unsigned viewer);
uint64_t truth_text_hash(const char *text, size_t length);
bool truth_has_move(const truth *t, unsigned seat, const char *id);
/* All tables: compares with the rows of the store. */
void truth_compare(void);
/* The number of the last event that was stored at least `us` ago. */
uint32_t truth_old_events(const truth *t, uint64_t us);
/* A bot sits in for the person: an error if the person was there (client.c). */
void truth_sits_in(const truth *t, const char *person);
/* The table is removed because nobody was there: an error if somebody was. */
void truth_expires(const truth *t);
typedef void truth_visitor(truth *t);
void truth_each(truth_visitor *visit);

#endif
