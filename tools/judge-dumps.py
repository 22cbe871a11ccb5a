#!/usr/bin/env python3
"""judge-dumps.py [OPTION]...: are a bot's dumps right?

A dump puts tiles on the floor (Duel: breaks them) although a line takes them. A bot plays games against itself; in each
position in which it dumps, a search of many times the nodes says what it would play, and what the best move that is no
dump is worth. A dump is agreed with if the long search chooses it, or finds nothing else that is better by more than 1 %.

  -p FILE   the program (default build/azulejo)      -b BOT    (default gaspar)
  -r RULES  two seats (default classic)              -m MS     a move (default 100)
  -n NODES  of the long search (default 2000000)     -g GAMES  (default 20)
  -s SEED   of the first game (default 1)            -t SECONDS begin no game after that (default: none)
  -N NODES  a move of the bot, instead of -m: the same games on every machine
"""
import argparse
import re
import time

from calibrate import Engine

MARGIN = 0.01


def is_dump(move, legal):
    """The same take goes to a line, too. The order of a stack after a take in Duel does not matter."""
    taken = re.match(r"([1-9cLm][BYRKT])([xf])", move)
    return bool(taken) and any(re.match(re.escape(taken[1]) + r"[1-6]", other) for other in legal)


def long_search(engine, position, nodes):
    """The best move, and the chance of each seat."""
    engine.ask("clear", "ok")
    engine.ask(position, "ok")
    best, infos = engine.ask(f"go nodes {nodes}", "bestmove")
    last = [i for i in infos if " rank 1 " in i or " rank " not in i][-1]
    return best.split()[1], [float(win) for win in re.search(r" win ([\d. ]+)", last)[1].split()]


def chance_after(engine, position, move, seat, nodes):
    engine.ask(position, "ok")
    after, _ = engine.ask(f"play {move} seed 1", "position")
    over = engine.ask("over", "over")[0].split()
    if over[1] == "yes":
        return (str(seat) in over[3:]) / len(over[3:])
    return long_search(engine, after, nodes)[1][seat]


def limit(options):
    return f"nodes {options.N}" if options.N else f"time {options.m}"


def judge_game(player, judge, options, seed):
    """Decisions, dumps, and the dumps that the long search chose or did not mind."""
    position, _ = player.ask(f"new {options.r} 2{' tablets random' if options.r == 'duel' else ''} seed {seed}", "position")
    decisions = dumps = chosen = agreed = 0
    while player.ask("over", "over")[0].split()[1] == "no":
        legal = player.ask("legal", "legal")[0].split()[1:]
        move = player.ask(f"go {limit(options)}", "bestmove")[0].split()[1]
        decisions += 1
        if is_dump(move, legal):
            seat = int(player.ask("seat", "seat")[0].split()[1])
            best, win = long_search(judge, position, options.n)
            loss = 0 if best == move else win[seat] - chance_after(judge, position, move, seat, options.n)
            dumps, chosen, agreed = dumps + 1, chosen + (best == move or is_dump(best, legal)), agreed + (loss <= MARGIN)
        position, _ = player.ask(f"play {move} seed {seed + 1000003 * decisions}", "position")
    return decisions, dumps, chosen, agreed


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("-p", default="build/azulejo")
    parser.add_argument("-b", default="gaspar")
    parser.add_argument("-r", default="classic", choices=["classic", "grey", "crystal1", "crystal2", "duel"])
    parser.add_argument("-m", type=int, default=100)
    parser.add_argument("-n", type=int, default=2000000)
    parser.add_argument("-g", type=int, default=20)
    parser.add_argument("-s", type=int, default=1)
    parser.add_argument("-t", type=float, default=0)
    parser.add_argument("-N", type=int, default=0)
    options = parser.parse_args()
    begun, games, total = time.monotonic(), 0, [0, 0, 0, 0]
    player, judge = Engine(options.p, options.b), Engine(options.p, "strong")
    for seed in range(options.s, options.s + options.g):
        if options.t and time.monotonic() - begun > options.t:
            break
        player.ask("clear", "ok")
        total = [a + b for a, b in zip(total, judge_game(player, judge, options, seed))]
        games += 1
    player.close()
    judge.close()
    decisions, dumps, chosen, agreed = total
    print(f"{options.r}, {options.b}, {limit(options)} a move: {games} games, {decisions} decisions, {dumps} dumps "
          f"({dumps / (2 * games):.2f} a seat and game); the long search ({options.n} nodes) dumps in {chosen} of these positions, "
          f"and finds at most 1 % better in {agreed}: {(dumps - agreed) / (2 * games):.2f} a seat and game are not agreed with")


if __name__ == "__main__":
    main()
