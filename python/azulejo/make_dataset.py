"""The command that makes a data set: python3 -m azulejo.make_dataset --help (docs/dataset.md)."""
from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
from typing import Optional, Sequence

from .dataset import write_dataset
from .rules import RULES


def end_on_interrupt() -> None:
    """Lets Ctrl-C end the process at once. Raising KeyboardInterrupt in the middle of a file would make destructors complain,
    and one that is raised in a destructor is lost. Nothing is left half done: a shard gets its name when it is complete."""
    parent = os.getpid()

    def end(*_: object) -> None:
        if os.getpid() == parent:  # forked workers inherit the handler
            for worker in multiprocessing.active_children():
                worker.kill()
            os.write(2, b"make_dataset: stopped; the same command goes on\n")
        os._exit(130)

    signal.signal(signal.SIGINT, end)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m azulejo.make_dataset", description="Plays games between bots and keeps every "
                                     "decision, with what the search says of it, in shards of a folder.")
    parser.add_argument("--out", required=True, metavar="FOLDER")
    parser.add_argument("--rules", default="classic", choices=[*RULES, "all"])
    parser.add_argument("--players", type=int, default=2, help="2 to 4; Duel: 2")
    parser.add_argument("--games", type=int, default=100, help="of each rule set (default 100)")
    parser.add_argument("--shard", type=int, default=50, help="games a shard (default 50)")
    parser.add_argument("--bot", default="strong", help="who plays and searches (default strong)")
    parser.add_argument("--nodes", type=int, default=2000, help="of each search (default 2000)")
    parser.add_argument("--lines", type=int, default=8, help="moves that a search reports, 1 to 16 (default 8)")
    parser.add_argument("--noise", type=int, default=30, help="a game begins with 0 to N plies, a third of them random (30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    a = parser.parse_args(arguments)
    try:
        for rules in RULES if a.rules == "all" else [a.rules]:
            players = 2 if a.rules == "all" and rules == "duel" else a.players
            for path, samples in write_dataset(a.out, rules, players, a.games, a.shard, a.jobs, seed=a.seed, bot=a.bot,
                                               nodes=a.nodes, lines=a.lines, noise=a.noise):
                print(f"{path}: {samples} samples", flush=True)
    except (ValueError, TypeError, OSError) as error:
        print(f"make_dataset: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    end_on_interrupt()
    sys.exit(main())
