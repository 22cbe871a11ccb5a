/* random_bot.c - a complete bot for Azulejo: any legal move, in every rule set. It says
 * `needs moves`, so it is told the legal moves and need not know the rules.
 *     cc -O2 -o random_bot random_bot.c && azulejo conform ./random_bot */
#include <stdio.h>
#include <string.h>

static const char HELLO[] = "id name random_bot.c\nid author the Azulejo authors\n"
                            "rules classic grey crystal1 crystal2 duel\nneeds moves\nready";

/* Any of the moves behind the word `moves`. */
static void choose(const char *line, unsigned long long *seed)
{
    unsigned long long count = 0;
    for (const char *at = line; (at = strchr(at, ' ')); at++)
        count++;
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    for (unsigned long long n = (*seed >> 33) % count + 1; n > 0; n--)
        line = strchr(line, ' ') + 1;
    printf("bestmove %.*s\n", (int)strcspn(line, " "), line);
}

int main(void)
{
    static char line[131073], moves[131073], word[16];
    unsigned long long seed = 1;
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0) {
        const int whole = strchr(line, '\n') != NULL;
        for (int c = whole ? '\n' : 0; c != '\n' && c != EOF;)
            c = getchar();
        line[strcspn(line, "\r\n")] = '\0';
        snprintf(word, sizeof word, " %.*s ", (int)strcspn(line, " "), line);
        if (!whole) {
            puts("error long a line has at most 131072 bytes");
        } else if (strcmp(word, " go ") == 0 && strchr(moves, ' ')) {
            choose(moves, &seed);
        } else if (strcmp(word, " ping ") == 0) {
            printf("pong%s\n", line + 4);
        } else if (strcmp(word, " azp ") == 0) {
            puts(strcmp(line, "azp 1") ? "error version this engine speaks azp 1" : HELLO);
        } else if (strstr(" position moves stop clear result ", word)) {
            if (strcmp(word, " moves ") == 0)
                memcpy(moves, line, sizeof moves);
            puts("ok");
        } else if (strstr(" go set ", word)) {
            puts(line[0] == 'g' ? "error state send position and moves first"
                                : "error option there are none");
        } else if (line[strspn(line, " ")]) {
            puts("error unknown there is no such request");
        }
        fflush(stdout);
    }
    return 0;
}
