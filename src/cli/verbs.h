/* verbs.h - the verbs of the program, one line each, in the order of the help.
 *
 * To add a verb: write src/cli/cmd_<verb>.c with int cmd_<verb>(int argc, char **argv), where
 * argv[0] is the verb itself, add its line here, and describe it in docs/azulejo.1.scd
 * (tests/scripts/manual.py compares).
 */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

/* What needs libraries beyond libc; `make LITE=1` leaves it out. */
#ifdef AZJ_LITE
#define CLI_LIBRARY_VERBS(X)
#else
#define CLI_LIBRARY_VERBS(X)                                   \
    X(play, "play a game in the terminal")                     \
    X(serve, "serve the page and games between people")        \
    X(verify, "check that an online game was dealt fairly")    \
    X(admin, "administer a server: accounts, bans, tables")    \
    X(recover, "save the games of a damaged data file")        \
    X(store, "copy a server's games into a database, or back") \
    X(work, "work for servers and matches on a database")      \
    X(loadtest, "play many online games and measure")
#endif

#define CLI_VERBS(X)                                                        \
    CLI_LIBRARY_VERBS(X)                                                    \
    X(engine, "speak the engine protocol: the bots for any program")        \
    X(conform, "try every duty of an engine")                               \
    X(match, "play games between bots: who is stronger?")                   \
    X(ratings, "one rating list from the logs of many matches")             \
    X(tune, "tune options of an engine by games against itself")            \
    X(solve, "the exact best play of the end of a round")                   \
    X(analyze, "what every move of a recorded game was worth")              \
    X(puzzles, "make puzzles: positions with one clearly best move")        \
    X(selfplay, "play games of the strong bot against itself, to train by") \
    X(perft, "count positions: a check of the move generator")              \
    X(bench, "measure the speed of the rules")                              \
    X(layout, "what lies where in an observation, for other languages")     \
    X(trace, "play games and print every decision as JSON Lines")           \
    X(replay, "tell a recorded game move by move, in words")                \
    X(convert, "turn records from text into JSON and back")                 \
    X(validate, "check records and positions")                              \
    X(position, "print a position in the other form, or as a seat sees it")

#define CLI_DECLARE(verb, help) int cmd_##verb(int argc, char **argv);
CLI_VERBS(CLI_DECLARE)
#undef CLI_DECLARE

#endif
