#!/usr/bin/env python3
"""How much one, two and three nodes on PostgreSQL carry beside one server with its file, and what a dying node costs.

tests/campaign/nodes_load.py [throughput|notify|failover]; `make nodes-load` does all. All on this machine, with the load generator:
ratios within one run say something, the figures themselves are the machine's. docs/scaling.md has a run.
"""
import os
import statistics
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scripts"))
from loadlib import Loaded, number  # noqa: E402
from pglib import Postgres  # noqa: E402
from serverlib import Checks  # noqa: E402

SECONDS, TABLES, ROUNDS, CALM = (int(os.environ.get(name, value)) for name, value in (("SECONDS", 10), ("TABLES", 60), ("ROUNDS", 2), ("CALM", 1)))
STORES = (("file", 1), ("PostgreSQL", 1), ("PostgreSQL", 2), ("PostgreSQL", 3))


def one(kind, nodes, folder):
    """A run as fast as it goes, and one of people who think."""
    house = Loaded(nodes, os.path.join(folder, "load.db") if kind == "file" else None)
    try:
        text, used, status = house.load(TABLES, SECONDS, 0)
        assert status == 0, text
        calm, _, status = house.load(TABLES, SECONDS, 1000) if CALM else (text, None, 0)
        assert status == 0, calm
    finally:
        house.close()
        for end in ("", "-wal", "-shm", "-mark"):
            if os.path.exists(os.path.join(folder, "load.db" + end)):
                os.remove(os.path.join(folder, "load.db" + end))
    rate, time = number(text, r"tables, ([\d.]+) confirmed moves a second"), used["time"]
    moves = rate * time  # the nodes' own count has each move once a node that follows the table
    found = {"moves/s": rate, "p99": number(text, r"screen: .*?p99 ([\d.]+) ms"),
             "p50": number(text, r"screen: p50 ([\d.]+) ms"), "moves/commit": moves / used["groups"]}
    if CALM:
        found.update({"calm p50": number(calm, r"screen: p50 ([\d.]+) ms"), "calm p99": number(calm, r"screen: .*?p99 ([\d.]+) ms")})
    for part in ("nodes", "database", "generator"):
        found[part + " cores"] = used[part] / time
        found[part + " ms/move"] = 1000 * used[part] / moves
    if "wal" in used:
        found["WAL bytes/move"] = used["wal"] / moves
        found["rows/move"] = (used["put"] + used["changed"] + used["gone"]) / moves
    print("#", calm.splitlines()[1], flush=True)
    print("#", next(line for line in text.splitlines() if line.startswith("machine meanwhile")), flush=True)
    return found


def throughput(c):
    found = {store: [] for store in STORES}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            for store in STORES:
                found[store].append(one(*store, folder))
    print(f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores; median of {ROUNDS} runs of {SECONDS} s, {TABLES} tables without a pause, "
          f"{'then with a mean pause of 1 s' if CALM else 'nothing else'}")
    columns = list(found[STORES[-1]][0])
    middle = {s: {k: statistics.median(r[k] for r in found[s]) for k in found[s][0]} for s in STORES}
    base = middle[STORES[1]]["moves/s"]
    print("| store | nodes | ratio | " + " | ".join(columns) + " |")
    print("|---" * (3 + len(columns)) + "|")
    for store in STORES:
        row = middle[store]
        cells = [f"{row[k]:.{0 if row[k] >= 100 else 2 if row[k] < 10 else 1}f}" if k in row else "" for k in columns]
        print(f"| {store[0]} | {store[1]} | {row['moves/s'] / base:.2f} | " + " | ".join(cells) + " |")
    c.check("all stores were measured", all(len(r) == ROUNDS for r in found.values()))


def notify(c):
    """Commits of one row by 1 and 8 connections, with a note and without: PostgreSQL lets one transaction with a note commit at
    a time."""
    found = {}
    with Postgres(max_connections=30) as database:
        database.sql("CREATE TABLE tried(key text, n bigint, data text)")
        for text in ("", "SELECT pg_notify('tried', 'a table');"):
            name = os.path.join(database.folder, "tried.sql")
            with open(name, "w", encoding="utf-8") as file:
                file.write(f"BEGIN; INSERT INTO tried VALUES('event/tried', 1, repeat('x', 150)); {text} COMMIT;\n")
            for clients in (1, 8):
                out = database.run("pgbench", "-n", "-h", database.folder, "-U", "azulejo", "-f", name, "-c", str(clients), "-j", "2",
                                   "-T", "4", "postgres")
                found[bool(text), clients] = number(out, r"tps = ([\d.]+)")
    for noted in (False, True):
        one, eight = found[noted, 1], found[noted, 8]
        print(f"commits/s {'with' if noted else 'without'} a note: {one:.0f} of one connection, {eight:.0f} of eight ({eight / one:.1f} times)")
    c.check("notes were measured", len(found) == 4)


def failover(c):
    tables = int(os.environ.get("LIVE", "1000"))
    house = Loaded(3)
    try:
        text, _, status = house.load(tables, 24, 8000, at=house.nodes[0].kill)
    finally:
        house.close()
    print("".join("# " + line + "\n" for line in text.splitlines()), end="")
    lost, back = number(text, r"(\d+) sockets lost"), number(text, r"lost, (\d+) back")
    worst, fast = number(text, r"first loss .*worst ([\d.]+) ms"), number(text, r"clocks: (-?[\d.]+) ms too fast")
    c.check(f"{tables} live games, a node dies: {lost:.0f} sockets are lost", status == 0 and lost >= tables, text)
    c.check(f"all are back at another node within 5 s: {worst / 1000:.2f} s", back == lost and worst < 5000)
    c.check(f"nobody lost time: clocks ran at most {fast:.0f} ms too fast", fast < 1000)


def main():
    c = Checks()
    for part in sys.argv[1:] or ("throughput", "notify", "failover"):
        {"throughput": throughput, "notify": notify, "failover": failover}[part](c)
    c.end()


main()
