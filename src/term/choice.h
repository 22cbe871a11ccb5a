/* choice.h - a decision in steps: take, then place.
 *
 * The legal moves are the only source: a step offers the distinct beginnings of those moves that
 * agree with what has been chosen so far. A beginning is a move with the bits of later steps
 * cleared, so nothing here knows a rule.
 *
 *     choice_begin(&c, &view);
 *     while (!(move = choice_take(&c, ask(c.options, c.option_count)))) ;
 */
#ifndef TERM_CHOICE_H
#define TERM_CHOICE_H

#include <azulejo/rules.h>
#include <stdbool.h>

enum { CHOICE_STEPS_MAX = 3 };

/* What a step asks for. */
typedef enum choice_step {
    CHOICE_SOURCE, /* what to take, or which action */
    CHOICE_TARGET, /* a line */
    CHOICE_STACK,  /* Duel: the order of the rest */
    CHOICE_SLOT,
    CHOICE_TURN,
    CHOICE_SPACE, /* a space of wall or dome */
    CHOICE_PAYMENT
} choice_step;

typedef struct play_choice {
    azj_state view;
    bool words; /* plates and chips appear as words, not as letters */
    size_t move_count, option_count;
    unsigned depth;                  /* how many steps have been chosen */
    azj_move path[CHOICE_STEPS_MAX]; /* the beginning after each of them */
    azj_move options[AZJ_MOVES_MAX]; /* beginnings, sorted for people */
    azj_move moves[AZJ_MOVES_MAX];
} play_choice;

void choice_begin(play_choice *c, const azj_state *view);

/* Takes option i, and whatever then has a single answer. The whole move, or 0 when there is more
 * to choose. */
azj_move choice_take(play_choice *c, size_t i);

/* One step back, over those that had a single answer; false at the first step. */
bool choice_back(play_choice *c);

choice_step choice_asks(const play_choice *c);

/* A legal move that begins like this option: for previews. */
azj_move choice_example(const play_choice *c, azj_move option);

/* The option that leads to the move; false when none of this step does. */
bool choice_find(const play_choice *c, azj_move move, size_t *i);

/* The number that people give an option: factory (0: centre or large), line (0: floor), column,
 * slot; -1: none. */
int choice_digit(const play_choice *c, azj_move option);

/* Its colour, or AZJ_COLOUR_NB. */
unsigned choice_colour(const play_choice *c, azj_move option);

#endif
