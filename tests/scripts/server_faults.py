#!/usr/bin/env python3
"""Twenty faults of four nodes and their database under games, and the checker of the whole history (tests/campaign/nodes.py
makes five hundred at random). Faults that mostly wait are made at the same time."""
import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from nodelib import ClockFigures, House, Tables, check_all, overlap  # noqa: E402
from serverlib import Checks, tap, wait_until  # noqa: E402

# Each node's own, one after the other; the last three nodes go on while the first one sleeps.
OF_NODES = (("pause",), ("kill", "skew", "cut"), ("cut", "end", "skew", "kill"), ("skew", "kill", "end", "skew", "cut"))
OF_DATABASE = ("database killed", "disc full", "database paused", "database killed", "disc full", "database paused", "database killed")


def lines_up():
    assert overlap([(0, 2), (1, 3), (10, 11)], 1.5, 20) == 2.5


def make_faults(house):
    def of_node(i):
        rng = random.Random(i)
        for kind in OF_NODES[i]:
            house.node_fault(i, kind, rng)
            time.sleep(rng.uniform(0.5, 1.5))

    def of_database():
        rng = random.Random(9)
        for kind in OF_DATABASE:
            house.database_fault(kind, rng)
            time.sleep(rng.uniform(0.5, 2))
    threads = [threading.Thread(target=of_node, args=(i,), daemon=True) for i in range(4)] + [threading.Thread(target=of_database, daemon=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    c = Checks()
    if not pglib.BIN:
        tap.skip("faults of nodes", "postgresql-15 is not installed")
        c.end()
    c.run("overlapping spans count once", lines_up)
    house = House(nodes=4, disc_mb=200)
    print("# the disc of the database is", "a small file system" if house.database.mounted else "a limit on the size of files")
    tables = Tables(house, 7, 6)
    c.check("games have begun", wait_until(lambda: house.database.sql(
        "SELECT count(DISTINCT key) >= 6 FROM azulejo_rows WHERE key LIKE 'event/%'") == "t", 30))
    make_faults(house)
    errors = tables.end()
    c.check("all games came to their end", not errors, errors)
    figures = ClockFigures()
    wrong = check_all(house, tables, figures)
    games, count = tables.whole(), sum(house.made.values())
    moves = sum(len(p.confirmed) for _, people in games for p in people)
    print(f"# {count} faults {house.made}, {len(games)} games, {moves} confirmed moves; {figures.turns} turns on the clock: "
          f"at most {figures.lost * 1000:.0f} ms too much, {figures.kept * 1000:.0f} ms too little")
    c.check("twenty faults were made", count == 20 and moves > 100, (count, moves))
    c.check("every confirmed move is stored once and in order, was seen by all, and its clock is right", not wrong, wrong)
    log = house.nodes[0].server.logged()
    c.check("nothing is damaged", "event=damaged" not in log and "event=not-applied" not in log,
            [line for line in log.splitlines() if "damaged" in line or "not-applied" in line][:10])
    house.close()
    c.end()


if __name__ == "__main__":
    main()
