#!/usr/bin/env python3
"""How fast batches are from Python, beside the same in C (`azulejo bench --batch`): million steps a second of processor
time under a random policy, with masks, with the mover's observation, and with all observations.

    speed.py [--program build/azulejo] [--games 4096] [--seconds 1]"""
import argparse
import json
import shutil
import subprocess
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
    args = parser.parse_args()
    print("rules    numbering  what          C   Python  Python/C   (million steps/s, 2 seats)")
    for rules, numberings in (("classic", ["moves"]), ("duel", ["moves", "steps"])):
        in_program = in_c(args.program, rules, args.seconds)
        for numbering in numberings:
            for what, observe, name in KINDS:
                c = in_program[numbering][name] / 1e6
                python = measured(rules, numbering, observe, args.games, args.seconds)
                print(f"{rules:8} {numbering:9} {what:9} {c:6.2f}   {python:6.2f}    {python / c:6.2f}", flush=True)


if __name__ == "__main__":
    main()
