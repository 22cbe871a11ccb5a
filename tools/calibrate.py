#!/usr/bin/env python3
"""calibrate.py [OPTION]...: do the bot's chances to win agree with what happens?

A bot plays games against itself through the engine protocol. For every move it says the mover's
chance; the game shows the result. Both are averaged by class of move:

  Duel            set-up and shown plates, draws from the pile, the plate that is kept, tiles from a small
                  sun, from the large sun, from the moons, broken tiles, chips, placed tiles, skipped lines
  classic family  tiles from a factory or the centre to line 1-2, line 3, line 4, line 5, the floor

  -p FILE   the program (default build/azulejo)      -b BOT    (default strong)
  -r RULES  (default duel)                           -n NODES  a move (default 2000)
  -g GAMES  (default 100)                            -j JOBS   games at a time (default: all cores)
  -s SEED   of the first game (default 1)            -t SECONDS begin no game after that (default: none)
  -o FILE   appends the table as one line of JSON

The error is twice the standard error of the difference, with the moves of a game as one observation.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import threading
import time

CLASSES = {
    "duel": ["plate shown", "draw", "plate kept", "small sun", "large sun", "moon", "broken", "chip",
             "tile placed", "line skipped"],
    "classic": [f"{place} to {to}" for place in ("factory", "centre")
                for to in ("line 1-2", "line 3", "line 4", "line 5", "the floor")],
}


def class_of(rules, move, position):
    """The class of a move, or None for moves that are not compared."""
    if rules != "duel":
        taken = re.fullmatch(r"([1-9c])[BYRKT]([1-5f])", move)
        if not taken:
            return None
        to = {"1": "line 1-2", "2": "line 1-2", "f": "the floor"}.get(taken[2], f"line {taken[2]}")
        return ("centre" if taken[1] == "c" else "factory") + " to " + to
    if move == "draw":
        return "draw"
    if re.match(r"[SJ]\d/", move):
        return "plate kept" if " keep " in position else "plate shown"
    if re.match(r"[1-4Lm][BYRKT]", move):
        if move[2] == "x":
            return "broken"
        return {"L": "large sun", "m": "moon"}.get(move[0], "small sun")
    if move.startswith("chip"):
        return "chip"
    if move.startswith("skip"):
        return "line skipped"
    return "tile placed" if "@" in move else None


class Engine:
    """A running engine."""

    def __init__(self, program, bot):
        self.process = subprocess.Popen([program, "engine", "--bot", bot], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("azp 1", "ready")

    def ask(self, line, until):
        """Sends a line; returns the answer that begins with `until`, and the lines before it."""
        self.process.stdin.write(line + "\n")
        before = []
        while True:
            answer = self.process.stdout.readline()
            if answer.startswith("error") or not answer:
                sys.exit(f"calibrate.py: {line!r} was answered {answer.strip()!r}")
            if answer.split()[0] == until:
                return answer.strip(), before
            before.append(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def play_game(engine, rules, nodes, seed):
    """The moves of a game as (class, predicted, seat), and the seats' results."""
    tablets = " tablets random" if rules == "duel" else ""
    engine.ask("clear", "ok")
    engine.ask(f"set seed {seed}", "ok")
    position, _ = engine.ask(f"new {rules} 2{tablets} seed {seed}", "position")
    moves = []
    while True:
        over = engine.ask("over", "over")[0].split()
        if over[1] == "yes":
            winners = [int(seat) for seat in over[3:]]
            return moves, [1 / len(winners) if seat in winners else 0 for seat in (0, 1)]
        seat = int(engine.ask("seat", "seat")[0].split()[1])
        best, infos = engine.ask(f"go nodes {nodes}", "bestmove")
        first = [i for i in infos if " rank 1 " in i or " rank " not in i]
        move, kind = best.split()[1], None
        win = re.search(r" win ([\d.]+) ([\d.]+)", first[-1]) if first else None
        if win:
            kind = class_of(rules, move, position)
        if kind:
            moves.append((kind, float(win[1 + seat]), seat))
        position, _ = engine.ask(f"play {move} seed {seed + 1000003 * len(moves)}", "position")


def table(games, classes):
    """By class: moves, games, predicted, played, difference, its error."""
    rows = []
    for kind in classes:
        pairs = []
        for moves, result in games:
            here = [(p, result[seat]) for k, p, seat in moves if k == kind]
            if here:
                pairs.append((len(here), sum(p for p, _ in here), sum(r for _, r in here)))
        n = sum(count for count, _, _ in pairs)
        if n == 0:
            continue
        predicted, played = sum(p for _, p, _ in pairs) / n, sum(r for _, _, r in pairs) / n
        mean = predicted - played
        spread = sum((p - r - mean * count) ** 2 for count, p, r in pairs)
        rows.append({"class": kind, "moves": n, "games": len(pairs), "predicted": round(predicted, 4),
                     "played": round(played, 4), "error": round(2 * math.sqrt(spread) / n, 4)})
    return rows


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("-p", default="build/azulejo")
    parser.add_argument("-b", default="strong")
    parser.add_argument("-r", default="duel", choices=["classic", "grey", "crystal1", "crystal2", "duel"])
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("-g", type=int, default=100)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("-t", type=float, default=0)
    parser.add_argument("-o")
    options = parser.parse_args()
    seeds, games, lock, begun = list(range(options.s + options.g - 1, options.s - 1, -1)), [], \
        threading.Lock(), time.monotonic()

    def work():
        engine = Engine(options.p, options.b)
        while True:
            with lock:
                if not seeds or (options.t and time.monotonic() - begun > options.t):
                    break
                seed = seeds.pop()
            game = play_game(engine, options.r, options.n, seed)
            with lock:
                games.append(game)
        engine.close()

    workers = [threading.Thread(target=work) for _ in range(min(options.j, options.g))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    rows = table(games, CLASSES["duel" if options.r == "duel" else "classic"])
    print(f"{options.r}, {options.b}, {options.n} nodes a move, {len(games)} games from seed {options.s}")
    print("| class | moves | games | predicted | played | difference |\n|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {row['class']} | {row['moves']} | {row['games']} | {100 * row['predicted']:.1f} % | "
              f"{100 * row['played']:.1f} % | {100 * (row['predicted'] - row['played']):+.1f} ± "
              f"{100 * row['error']:.1f} |")
    if options.o:
        with open(options.o, "a", encoding="utf-8") as out:
            out.write(json.dumps({"rules": options.r, "bot": options.b, "nodes": options.n,
                                  "games": len(games), "seed": options.s, "classes": rows}) + "\n")


if __name__ == "__main__":
    main()
