#!/usr/bin/env python3
"""A complete bot for Azulejo in Python: it plays any legal move, in every rule set.

It says `needs moves`, so it is told the legal moves and need not know the rules. To make it think:
parse the position (docs/notation.md) and choose better in `choose`. The protocol is explained in
docs/protocol.md; test a bot with `azulejo conform ./random_bot.py`.
"""
import random
import sys

LINE_MAX = 131072


class Bot:
    def __init__(self):
        self.random = random.Random(0)
        self.position = None
        self.moves = []

    def choose(self):
        return self.random.choice(self.moves)

    def azp(self, rest):
        if rest != "1":
            return ["error version this engine speaks azp 1"]
        return ["id name random_bot.py", "id author the Azulejo authors",
                "rules classic grey crystal1 crystal2 duel", "needs moves",
                "option name seed type number default 0 min 0 max 2147483647", "ready"]

    def set(self, rest):
        name, _, value = rest.partition(" ")
        if name != "seed" or not value.isdigit():
            return ["error option there is only seed, a number"]
        self.random.seed(int(value))
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
