#!/usr/bin/env python3
"""Plays random games with the referee's own engine and prints them as a trace: food for the checker's tests."""

import argparse
import json
import random
import sys

import classic
import duel
from common import Dice

SIDES = [letter + side for letter in "abcd" for side in "12"]


def tidiness(position, seat):
    """A rough idea of a good board, so that tidy games reach full lines, rows and special tiles."""
    board = position["boards"][seat]
    fallen = board.get("floor", board.get("broken"))
    value = 3 * board["score"] - 4 * len(fallen)
    for row, tiles in enumerate(board["lines"]):
        placeable = "plates" not in board or not tiles or duel.free_columns(board, row, tiles[0])
        value += (len(tiles) + 3 * (len(tiles) == row + 1)) * (1 if placeable else -2)
    return value


def tidy_choice(engine, position, legal, rng):
    sample = rng.sample(legal, min(8, len(legal)))
    seat = position["seat"]
    return max(sample, key=lambda move: tidiness(engine.apply(position, move, Dice(rng)), seat))


def play(rules, players, game, rng, tablets=None, tidy=False):
    """Yields the events of one game."""
    engine = duel if rules == "duel" else classic
    chance = Dice(rng)
    head = {"event": "game", "game": game, "rules": rules, "players": players, "seed": str(rng.getrandbits(32))}
    if rules == "duel":
        tablets = random_tablets(rng) if tablets == "random" else tablets or ["a1", "b1", "c1"]
        head["tablets"] = tablets
        position = duel.start(tablets, chance)
    else:
        position = classic.start(rules, players, chance)
    yield head
    yield from play_from(engine, position, chance, rng, tidy)


def play_from(engine, position, chance, rng, tidy=False):
    """Yields the decisions and the end."""
    ply = 0
    while position["phase"] != "over":
        legal = engine.legal_moves(position)
        move = tidy_choice(engine, position, legal, rng) if tidy else rng.choice(legal)
        yield {"event": "decision", "ply": ply, "position": position, "legal": legal, "move": move}
        position = engine.apply(position, move, chance)
        ply += 1
    yield {"event": "end", "position": position, "scores": [b["score"] for b in position["boards"]],
           "winners": engine.winners(position)}


def random_tablets(rng):
    letters = sorted(rng.sample("abcd", rng.choice((3, 4))))
    return [letter + rng.choice("12") for letter in letters]


def trace(rules, players, games, seed, tablets=None, tidy=False):
    rng = random.Random(seed)
    for game in range(games):
        for event in play(rules, players, game, rng, tablets, tidy):
            yield json.dumps(event, separators=(",", ":"))


def main():
    parser = argparse.ArgumentParser(description="Print random games as a trace.")
    parser.add_argument("--rules", choices=[*classic.VARIANTS, "duel"], required=True)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tablets", help="a1,b2,c1 or random (duel)")
    parser.add_argument("--tidy", action="store_true", help="avoid waste, so that more of the rules come up")
    args = parser.parse_args()
    tablets = args.tablets
    if tablets and tablets != "random":
        tablets = tablets.split(",")
        if len({t[0] for t in tablets}) != len(tablets) or not set(tablets) <= set(SIDES):
            parser.error(f"--tablets: one side a tablet, of {' '.join(SIDES)}")
    if args.rules == "duel" and args.players != 2:
        parser.error("--players: duel is for 2")
    for line in trace(args.rules, args.players, args.games, args.seed, tablets, args.tidy):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
