#!/usr/bin/env python3
"""compare-moves.py [OPTION]... NEW OLD: which of two programs chooses better moves in the same positions?

NEW plays quick games against itself. In their positions both programs search with the same number of
nodes. Where their moves differ, NEW judges the positions after both moves by a long search. This says
more than a match if they differ in few positions.

  -r RULES  two seats (default classic)              -n NODES  a move (default 400000)
  -l NODES  of the long search (default 4000000)     -g GAMES  (default 20)
  -j JOBS   games at a time (default: all cores)     -s SEED   of the first game (default 1)
  -u        only positions where OLD leaves at least a tenth of its nodes unused and is not exact
  -t SECONDS  look at no further position after that (default: none)
  -o FILE   appends the result as one line of JSON
"""
import argparse
import json
import math
import os
import re
import threading
import time

from calibrate import Engine

QUICK_NODES = 2000


def search(engine, position, nodes):
    """The move, the nodes used, the chances to win, and whether the round is solved."""
    engine.ask("clear", "ok")
    engine.ask(position, "ok")
    best, infos = engine.ask(f"go nodes {nodes}", "bestmove")
    last = [i for i in infos if " rank 1 " in i][-1]
    win = [float(x) for x in re.search(r" win ([\d.]+) ([\d.]+)", last).groups()]
    return best.split()[1], int(re.search(r" nodes (\d+)", last)[1]), win, " exact" in last


def worth(judge, position, move, seat, nodes):
    """The chance of `seat` after its move, by a long search."""
    judge.ask(position, "ok")
    after, _ = judge.ask(f"play {move} seed 1", "position")
    if judge.ask("over", "over")[0].split()[1] == "yes":
        winners = judge.ask("over", "over")[0].split()[3:]
        return (str(seat) in winners) / len(winners)
    return search(judge, after, nodes)[2][seat]


def compare_game(engines, options, seed, until):
    """Of one game: positions looked at, and the gain of each different move."""
    new, old, judge = engines
    position, _ = judge.ask(f"new {options.r} 2 seed {seed}", "position")
    looked, gains, used = 0, [], [0, 0]
    while time.monotonic() < until:
        judge.ask(position, "ok")
        if judge.ask("over", "over")[0].split()[1] == "yes":
            break
        seat = int(judge.ask("seat", "seat")[0].split()[1])
        if len(judge.ask("legal", "legal")[0].split()) > 2:
            before, nodes, _, exact = search(old, position, options.n)
            if not options.u or (nodes < options.n * 9 // 10 and not exact):
                now, nodes_now, _, _ = search(new, position, options.n)
                looked += 1
                used = [used[0] + nodes, used[1] + nodes_now]
                if now != before:
                    gains.append(worth(judge, position, now, seat, options.l) -
                                 worth(judge, position, before, seat, options.l))
        move = search(new, position, QUICK_NODES)[0]
        judge.ask(position, "ok")
        position, _ = judge.ask(f"play {move} seed {seed * 1000 + looked}", "position")
    return looked, gains, used


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("programs", nargs=2)
    parser.add_argument("-r", default="classic")
    parser.add_argument("-n", type=int, default=400000)
    parser.add_argument("-l", type=int, default=4000000)
    parser.add_argument("-g", type=int, default=20)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("-u", action="store_true")
    parser.add_argument("-t", type=float, default=1e9)
    parser.add_argument("-o")
    options = parser.parse_args()
    seeds = list(range(options.s + options.g - 1, options.s - 1, -1))
    results, lock, until = [], threading.Lock(), time.monotonic() + options.t

    def work():
        new, old = options.programs
        engines = [Engine(new, "strong"), Engine(old, "strong"), Engine(new, "alphabeta")]
        while True:
            with lock:
                if not seeds or time.monotonic() > until:
                    break
                seed = seeds.pop()
            result = compare_game(engines, options, seed, until)
            with lock:
                results.append(result)
        for engine in engines:
            engine.close()

    workers = [threading.Thread(target=work) for _ in range(min(options.j, options.g))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    looked, gains = sum(r[0] for r in results), [gain for r in results for gain in r[1]]
    n, mean = len(gains), sum(gains) / max(1, len(gains))
    error = 2 * math.sqrt(sum((g - mean) ** 2 for g in gains)) / n if n > 1 else 0
    used = [sum(r[2][i] for r in results) / max(1, looked) for i in (0, 1)]
    print(f"{options.r}: {looked} positions of {len(results)} games, nodes used {used[0]:.0f} (old) and "
          f"{used[1]:.0f} (new) of {options.n}")
    print(f"{n} different moves, gain {100 * mean:+.2f} ± {100 * error:.2f} % of a chance each; better "
          f"{sum(g > 0.001 for g in gains)}, worse {sum(g < -0.001 for g in gains)}")
    if options.o:
        with open(options.o, "a", encoding="utf-8") as out:
            out.write(json.dumps({"rules": options.r, "nodes": options.n, "long": options.l,
                                  "unused_only": options.u, "games": len(results), "positions": looked,
                                  "used_old": round(used[0]), "used_new": round(used[1]), "different": n,
                                  "gain": round(mean, 4), "error": round(error, 4)}) + "\n")


if __name__ == "__main__":
    main()
