#!/usr/bin/env python3
"""A bot with options, to tune with `azulejo tune` (docs/match.md).

It plays random moves, except that it may avoid the floor and prefer short lines: how often is for
its options to say, in percent. It is random_bot.py otherwise.
"""
import random
import sys

LINE_MAX = 131072


class Bot:
    def __init__(self):
        self.random = random.Random(0)
        self.position = None
        self.moves = []
        self.options = {"caution": 50, "short": 50}

    def choose(self):
        moves = self.moves
        if self.random.randrange(100) < self.options["caution"]:
            moves = [m for m in moves if m[-1] not in "fx"] or moves
        if self.random.randrange(100) < self.options["short"]:
            short = min(m[-1] for m in moves)
            moves = [m for m in moves if m[-1] == short]
        return self.random.choice(moves)

    def azp(self, rest):
        if rest != "1":
            return ["error version this engine speaks azp 1"]
        return ["id name tunable_bot.py", "id author the Azulejo authors",
                "rules classic grey crystal1 crystal2 duel", "needs moves",
                "option name caution type number default 50 min 0 max 100",
                "option name short type number default 50 min 0 max 100",
                "option name seed type number default 0 min 0 max 2147483647", "ready"]

    def set(self, rest):
        name, _, value = rest.partition(" ")
        if name == "seed" and value.isdigit():
            self.random.seed(int(value))
        elif name in self.options and value.isdigit() and int(value) <= 100:
            self.options[name] = int(value)
        else:
            return ["error option there are seed, a number, and caution and short, 0 to 100"]
        return ["ok"]

    def do_position(self, rest):
        if rest.split(" ")[0] not in ("classic", "grey", "crystal1", "crystal2", "duel"):
            return ["error position it begins with the rule set"]
        self.position, self.moves = rest, []
        return ["ok"]

    def do_moves(self, rest):
        self.moves = rest.split()
        return ["ok"]

    def go(self, rest):
        if not self.moves:
            return ["error state send position and moves first"]
        return ["bestmove " + self.choose()]

    def answer(self, line):
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        handlers = {"azp": self.azp, "set": self.set, "position": self.do_position,
                    "moves": self.do_moves, "go": self.go,
                    "ping": lambda text: [("pong " + text).strip()]}
        if word in ("stop", "clear", "result"):
            return ["ok"]
        if word in handlers:
            return handlers[word](rest)
        return ["error unknown there is no such request"]


def main():
    bot = Bot()
    for raw in sys.stdin.buffer:
        line = raw.decode("ascii", "replace").strip()
        if line == "quit":
            break
        if len(raw) > LINE_MAX:
            print("error long a line has at most 131072 bytes", flush=True)
        elif line:
            print("\n".join(bot.answer(line)), flush=True)


main()
