#!/usr/bin/env python3
"""Games on three nodes while nodes and the database fail at random; then the whole history is checked.

SEED=1 FAULTS=100 tests/campaign/nodes.py. Each node has a thread that makes faults to it: it is killed, ended, cut off from
the database for 10 s, paused for 30 s and woken, or its wall clock jumps by a minute. One more thread kills or pauses the
database, or fills its disc. So up to four things fail at the same time. Every confirmed move must be stored exactly once and
in order, every player must have seen every event, no ply may have two moves, and clocks must be right within a second.
`make nodes-campaign` builds first.
"""
import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scripts"))
from nodelib import DATABASE_FAULTS, NODE_FAULTS, ClockFigures, House, Tables, check_all  # noqa: E402
from serverlib import Checks  # noqa: E402

SEED, FAULTS, TABLES = (int(os.environ.get(name, value)) for name, value in (("SEED", 1), ("FAULTS", 60), ("TABLES", 6)))

# Between two faults of the same node, and of the database: sometimes long enough for another node to take over (3.5 s).
NODE_CALM_S, DATABASE_CALM_S = (1, 10), (4, 20)


class Budget:
    """How many faults are still to be made."""

    def __init__(self, count):
        self.left, self.lock = count, threading.Lock()

    def take(self):
        with self.lock:
            self.left -= 1
            return self.left >= 0


def fail_on(budget, rng, fault, calm):
    while budget.take():
        fault(rng)
        time.sleep(rng.uniform(*calm))


def main():
    c, budget, house = Checks(), Budget(FAULTS), House()
    tables = Tables(house, SEED, TABLES)
    makers = [threading.Thread(target=fail_on, args=(budget, random.Random(f"{SEED} node {i}"),
                                                     lambda rng, i=i: house.node_fault(i, rng.choice(NODE_FAULTS), rng), NODE_CALM_S), daemon=True)
              for i in range(3)]
    makers.append(threading.Thread(target=fail_on, args=(budget, random.Random(f"{SEED} database"),
                                                         lambda rng: house.database_fault(rng.choice(DATABASE_FAULTS), rng), DATABASE_CALM_S), daemon=True))
    for thread in makers:
        thread.start()
    for thread in makers:
        thread.join()
    errors = tables.end()
    c.check("all games came to their end", not errors, errors)
    figures = ClockFigures()
    wrong = check_all(house, tables, figures)
    games = tables.whole()
    moves = sum(len(p.confirmed) for _, people in games for p in people)
    print(f"# seed {SEED}: {sum(house.made.values())} faults {house.made}, {len(games)} games, {moves} confirmed moves; "
          f"{figures.turns} turns on the clock: at most {figures.lost * 1000:.0f} ms too much, {figures.kept * 1000:.0f} ms too little")
    c.check("every confirmed move is stored once and in order, was seen by all, and its clock is right", not wrong, wrong)
    logs = house.nodes[0].server.logged()
    c.check("nothing is damaged", "event=damaged" not in logs and "event=not-applied" not in logs,
            [line for line in logs.splitlines() if "damaged" in line or "not-applied" in line][:10])
    house.close()
    c.end()


main()
