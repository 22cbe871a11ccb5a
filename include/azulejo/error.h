/* azulejo/error.h - the list of all error codes.
 *
 * A code says what is wrong; the azj_fault returned with it says where. The English texts contain
 * {placeholders} that azj_fault_text() (azulejo/text.h) fills from the fault; front ends in other
 * languages select their own sentences by azj_error_name().
 */
#ifndef AZULEJO_ERROR_H
#define AZULEJO_ERROR_H

#include <azulejo/api.h>
#include <stdint.h>

#define AZJ_ERRORS(X)                                                                              \
    X(OK, "fine")                                                                                  \
    /* A move that the rules refuse. */                                                            \
    X(GAME_OVER, "the game is over")                                                               \
    X(DEAL_FIRST, "the next tiles must be dealt first")                                            \
    X(NOT_A_MOVE, "that is not a move of this game")                                               \
    X(WRONG_PHASE, "that move does not belong to this phase of the round")                         \
    X(NO_FACTORY, "there is no factory {from}")                                                    \
    X(NO_COLOUR, "there is no such colour")                                                        \
    X(NO_LINE, "there is no line {line}")                                                          \
    X(FACTORY_LACKS, "factory {from} has no {colour} tile")                                        \
    X(CENTRE_LACKS, "the centre has no {colour} tile")                                             \
    X(LINE_FULL, "line {line} is full")                                                            \
    X(LINE_HOLDS, "line {line} already holds {other}")                                             \
    X(ROW_HAS, "the wall row {line} already has {colour}")                                         \
    X(OTHER_LINE, "line {number} must be tiled now, not line {line}")                              \
    X(NO_COLUMN, "there is no column {column}")                                                    \
    X(SPACE_TAKEN, "the space in row {line}, column {column} is taken")                            \
    X(COLUMN_HAS, "column {column} of the wall already has {colour}")                              \
    X(SPACE_PRINTED, "the space in row {line}, column {column} takes only {other}")                \
    X(SUN_LACKS, "the sun of factory {from} has no {colour} tile")                                 \
    X(LARGE_SUN_LACKS, "the sun of the large factory has no {colour} tile")                        \
    X(MOON_LACKS, "no {colour} tile lies on top on any moon")                                      \
    X(STACK_WRONG, "the stack must hold exactly the other tiles of factory {from}")                \
    X(NO_CHIP, "factory {from} has no bonus chip")                                                 \
    X(CHIP_FACE_DOWN, "the bonus chip of factory {from} is still face down")                       \
    X(CHIPS_TAKEN, "you have already taken two bonus chips this round")                            \
    X(NO_TOKEN, "you have no player token left this round")                                        \
    X(NO_PLATE, "there is no such dome plate")                                                     \
    X(PLATE_NOT_SHOWN, "that dome plate is not in the display")                                    \
    X(PLATE_NOT_DRAWN, "that dome plate is not among those drawn")                                 \
    X(NO_SLOT, "there is no plate slot {number}")                                                  \
    X(SLOT_TAKEN, "plate slot {number} already has a plate")                                       \
    X(DOME_FULL, "your dome has no empty plate slot")                                              \
    X(PILE_EMPTY, "the pile of dome plates is empty")                                              \
    X(NO_POINT, "drawing a plate costs a point, and you have none")                                \
    X(SPACE_BARE, "there is no plate yet at row {line}, column {column}")                          \
    X(SPACE_OTHER, "the space in row {line}, column {column} does not take {colour}")              \
    X(SPACE_SPECIAL, "the space in row {line}, column {column} is for a special tile")             \
    X(LINE_EMPTY, "line {line} is empty")                                                          \
    X(LINE_NOT_FULL, "line {line} still lacks {number} and needs bonus chips to be placed")        \
    X(LINE_NEEDS_NONE, "line {line} is complete and takes no bonus chips")                         \
    X(SKIP_FULL, "line {line} is complete and must be placed")                                     \
    X(CHIP_NOT_HELD, "you do not hold those bonus chips")                                          \
    X(PAY_WRONG, "those chips do not pay for {number} {colour} exactly: 2 of its colour or any 3 " \
                 "for each")                                                                       \
    /* An impossible set-up or position. */                                                        \
    X(BAD_RULES, "there is no such rule set")                                                      \
    X(BAD_PLAYERS, "this rule set cannot be played by {number}")                                   \
    X(BAD_TABLETS, "a Duel game uses three or four scoring tablets, one side of each")             \
    X(BAD_STARTER, "seat {number} cannot start: there is no such seat")                            \
    X(BAD_PHASE, "the phase does not fit this rule set or what lies on the table")                 \
    X(BAD_ROUND, "round {number} does not exist in this rule set")                                 \
    X(BAD_SEAT, "there is no seat {number}")                                                       \
    X(BAD_SCORE, "seat {seat} has a score of {number}, which is impossible")                       \
    X(BAD_TILES, "there are {number} {colour} tiles, but the game has {limit}")                    \
    X(BAD_FACTORY, "factory {from} has {number} tiles, but holds at most {limit}")                 \
    X(BAD_OFFER, "the offer phase needs something on the table to take")                           \
    X(BAD_CENTRE, "the centre has {number} tiles, but all factories are full: "                    \
                  "none has been taken from")                                                      \
    X(BAD_FIRST, "all factories are full and the centre is empty, so the round begins: "           \
                 "seat {seat}, its starter, is to move")                                           \
    X(BAD_LINE, "line {line} of seat {seat} is impossible")                                        \
    X(BAD_LINE_WALL, "line {line} of seat {seat} holds {colour}, which its wall row already has")  \
    X(BAD_WALL, "the wall of seat {seat} cannot have {colour} at row {line}, column {column}: "    \
                "a colour comes once a row and once a column, on a space that takes it")           \
    X(BAD_ROW, "seat {seat} has a complete row {line}, so the game should have ended")             \
    X(BAD_FLOOR, "the floor line of seat {seat} is impossible")                                    \
    X(BAD_MARKER, "the start marker must be in exactly one place")                                 \
    X(BAD_CHOICE, "nothing is to be chosen at line {line} of seat {seat}")                         \
    X(BAD_MOON, "the moon of factory {from} is impossible")                                        \
    X(BAD_CHIPS, "the bonus chips do not add up to two of each face")                              \
    X(BAD_CHIPS_HELD, "seat {seat} has {number} bonus chips, but can have {limit} by now")         \
    X(BAD_PLATES, "the dome plates do not add up: each of the 18 exists once")                     \
    X(BAD_DISPLAY, "the display of dome plates is impossible")                                     \
    X(BAD_DRAWN, "the drawn dome plates do not fit the phase")                                     \
    X(MANY_TOKENS, "seat {seat} has {number} player tokens, but this round gives {limit}")         \
    X(BAD_TOKENS, "the player tokens of seat {seat} are impossible")                               \
    X(BAD_PLATES_LAID, "seat {seat} has laid {number} dome plates, but its tokens allow {limit}")  \
    X(BAD_TAKEN, "seat {seat} has taken {number} chips this round, which is impossible")           \
    X(BAD_PASSED, "seat {seat} cannot have passed")                                                \
    X(BAD_DOME, "the dome of seat {seat} is impossible at row {line}, column {column}")            \
    X(BAD_BROKEN, "the broken tiles of seat {seat} are impossible")                                \
    X(BAD_STATE, "the position contradicts itself")                                                \
    /* Text that cannot be read (azulejo/text.h). */                                               \
    X(SYNTAX, "the text is not well formed")                                                       \
    X(TOO_LONG, "the text is too long")                                                            \
    X(MANY_TAGS, "a record has at most 256 tags")                                                  \
    X(MANY_STEPS, "a record has at most 65,536 deals and moves")                                   \
    X(MANY_NOTES, "a record has at most 65,536 notes")                                             \
    X(MUCH_TEXT, "the tags and notes of a record have at most 4 MiB of text")                      \
    X(NO_ROOM, "the result does not fit the buffer")                                               \
    X(NO_MEMORY, "out of memory")                                                                  \
    /* Errors of batches (azulejo/batch.h). */                                                     \
    X(NO_ARRAY, "the batch lacks an array that it needs")                                          \
    X(BAD_BATCH, "a setting of the batch has no such value")                                       \
    X(NO_GAME, "the batch has no game {number}")                                                   \
    X(PARTIAL_VIEW, "a game cannot start from a view: hidden facts are missing")                   \
    /* Errors of the GPU (azulejo/gpu.h). */                                                       \
    X(NO_GPU, "there is no usable GPU")                                                            \
    X(GPU_FAILED, "the GPU reported an error")                                                     \
    /* Errors of the engine object (azulejo/engine.h). */                                          \
    X(NO_BOT, "there is no bot of that name")                                                      \
    X(NO_CLOCK, "a limit by time needs a clock, and the engine was given none")                    \
    X(NO_POSITION, "the engine has no position to think about")                                    \
    X(NET_FORM, "this is no network file, or not all of it")                                       \
    X(NET_VERSION, "the network is of another version of the program")                             \
    X(NET_DAMAGED, "the network is damaged: its checksum or its numbers do not fit")               \
    X(NET_GAME, "the network is for another rule set or number of players")

#define AZJ_ERROR_CODE(name, text) AZJ_E_##name,
typedef enum azj_error { AZJ_ERRORS(AZJ_ERROR_CODE) AZJ_ERROR_NB } azj_error;
#undef AZJ_ERROR_CODE

/* What was wrong and where. Fields that a code's text does not name are 0. */
typedef struct azj_fault {
    azj_error code;
    uint8_t seat;
    uint8_t from;   /* factory, from 1 */
    uint8_t line;   /* pattern line or wall row, from 1 */
    uint8_t column; /* from 1 */
    uint8_t colour; /* azj_colour */
    uint8_t other;  /* azj_colour */
    int32_t number;
    int32_t limit;
} azj_fault;

AZJ_API_BEGIN

/* A stable name like "LINE_FULL", by which translations are selected. */
const char *azj_error_name(azj_error code);

/* The English sentence with its {placeholders}. */
const char *azj_error_template(azj_error code);

AZJ_API_END

#endif
