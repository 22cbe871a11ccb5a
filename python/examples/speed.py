#!/usr/bin/env python3
"""How fast batches are from Python, beside the same in C (`azulejo bench --batch`): million steps a second of processor
time under a random policy, with masks, with the mover's observation, and with all observations.

    speed.py [--program build/azulejo] [--games 4096] [--seconds 1] [--best 1] [--least RATIO]

With --best N both are measured N times in turn, and the fastest of each counts; with --least it is an error if Python has
less than this share of C's speed. `make python-speed` asks for 0.8."""
import argparse
import json
import shutil
import subprocess
import sys
import time

from azulejo import Batch

KINDS = [("masks", "none", "masks_per_s"), ("mover", "mover", "mover_per_s"), ("all seats", "all", "all_seats_per_s")]


def measured(rules, numbering, observe, games, seconds):
    with Batch(games, rules, numbering=numbering, observe=observe, seed=1) as batch:
        batch.seed_policy(2)
        start, steps = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds:
            batch.step(batch.random_actions())
            steps += games
        return steps / spent / 1e6


def in_c(program, rules, seconds):
    """The program's figures by numbering."""
    said = subprocess.run([program, "bench", "--batch", "--json", "--rules", rules, "--players", "2", "--seconds",
                           str(max(1, round(4 * seconds)))], check=True, capture_output=True, text=True).stdout
    return {line["numbering"]: line for line in map(json.loads, said.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default=shutil.which("azulejo") or "build/azulejo")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--best", type=int, default=1, help="the fastest of so many")
    parser.add_argument("--least", type=float, default=0.0, help="fail below this ratio")
    args = parser.parse_args()
    print("rules    numbering  what          C   Python  Python/C   (million steps/s, 2 seats)")
    slow = 0
    for rules, numberings in (("classic", ["moves"]), ("duel", ["moves", "steps"])):
        c, python = {}, {}
        kinds = [(numbering, *kind) for numbering in numberings for kind in KINDS]
        for _ in range(args.best):
            in_program = in_c(args.program, rules, args.seconds)
            for numbering, what, observe, name in kinds:
                at = numbering, what
                c[at] = max(c.get(at, 0.0), in_program[numbering][name] / 1e6)
                python[at] = max(python.get(at, 0.0), measured(rules, numbering, observe, args.games, args.seconds))
        for numbering, what in c:
            at = numbering, what
            slow += python[at] < args.least * c[at]
            print(f"{rules:8} {numbering:9} {what:9} {c[at]:6.2f}   {python[at]:6.2f}    {python[at] / c[at]:6.2f}", flush=True)
    if slow:
        sys.exit(f"speed.py: {slow} of 9 ratios are below {args.least}")


if __name__ == "__main__":
    main()
