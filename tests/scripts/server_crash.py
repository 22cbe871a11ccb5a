#!/usr/bin/env python3
"""Kills the server at random moments under load, restarts it, and checks that no confirmed move is
lost, that every game replays to its stored hash, and that clocks ran while it was up and not while it was down, within a
second.

usage: server_crash.py [KILLS [GAMES]]; tests/campaign/crash.sh runs a thousand.
"""
import os
import random
import sqlite3
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Closed, Person, Player, Server, make_table, moves_of  # noqa: E402

CLOCK_MS = 3600000
BOUND_MS = 1000  # of the clock after a crash
PAUSE_S = 1.5    # a clock that ran while the server was down would show it


class Table(threading.Thread):
    """Two players who play until they are stopped, and write down every confirmed move."""

    def __init__(self, server, rules, persons):
        super().__init__(daemon=True)
        self.server, self.rules, self.persons = server, rules, persons
        self.confirmed = {}  # (table, ply) -> move id
        self.sent = None     # a move of which nothing is known yet
        self.players = None
        self.key = None
        self.clock = None    # (steady time, milliseconds used by both players until then)
        self.failure = None

    def open(self):
        players, made = make_table(self.server, self.rules, persons=self.persons,
                                   clock={"kind": "total", "base_ms": CLOCK_MS})
        self.clock = (time.monotonic(), 0)
        self.players, self.key = players, made["key"]

    def run(self):
        try:
            while True:
                if not self.players or self.players[0].phase == "over":
                    self.players = None
                    self.open()
                self.step()
        except (Closed, OSError):
            pass  # the server was killed
        except Exception as error:  # pylint: disable=broad-except
            import traceback
            self.failure = traceback.format_exc() + repr(error)

    def step(self):
        mover = next(p for p in self.players if p.seat == self.players[0].position["seat"])
        for move in moves_of(mover.position):
            request = os.urandom(6).hex()
            self.sent = (mover.table, mover.ply, request, move, mover.seat)
            answer = mover.socket.ask("move", table=mover.table, ply=mover.ply, move=move, id=request)
            if answer["t"] == "ok":
                self.confirmed[(mover.table, mover.ply)] = request
                self.sent = None
                ply = mover.ply
                for p in self.players:
                    p.wait(lambda q=p: q.ply > ply or q.phase == "over")
                return
            assert answer["code"] == "ILLEGAL", answer
        raise AssertionError("no move was accepted")

    def resume(self, killed, started):
        """After a restart: everything confirmed is there; the last, unknown move can be sent again. The clocks have run
        while the server did: until `killed` and from `started` on."""
        if not self.players:
            return
        for p in self.players:
            p.n = 0
            p.socket = None
            p.connect(self.key)
            assert p.phase != "open", "the game is gone"
        mover = self.players[0]
        known = {}
        sync = mover.socket.ask("watch", answer=("sync",), table=mover.table)
        for event in sync["events"]:
            if event["kind"] == "move":
                known[event["move_ply"]] = event
        for (table, ply), _ in self.confirmed.items():
            assert table != mover.table or ply in known, f"confirmed move {ply} of {table} is lost"
        self.check_clock(sync, killed, started)
        if self.sent and self.sent[0] == mover.table:
            table, ply, request, move, seat = self.sent
            p = next(q for q in self.players if q.seat == seat)
            answer = p.socket.ask("move", table=table, ply=ply, move=move, id=request)
            assert answer["t"] == "ok" or answer["code"] in ("ILLEGAL", "NOT_LIVE"), answer
            if answer["t"] == "ok":
                self.confirmed[(table, ply)] = request
            self.sent = None
            for q in self.players:
                q.watch(self.key)


    def check_clock(self, sync, killed, started):
        if sync["phase"] != "live":
            return
        now, (since, before) = time.monotonic(), self.clock
        used = 2 * CLOCK_MS - sum(sync["clock"]["left_ms"])
        up = 1000 * (killed - since + now - started)
        assert abs(used - before - up) <= BOUND_MS, f"a clock ran {used - before} ms in {up:.0f} ms"
        self.clock = (now, used)


def check_rows(path, confirmed):
    """Reads the file itself: the event of each confirmed move contains the move's id."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = {}
    for key, data in db.execute("SELECT key, data FROM rows WHERE key LIKE 'event/%'"):
        import json
        event = json.loads(data)
        if event.get("k") == "move":
            found[(key.split("/", 1)[1], event.get("p", 0))] = event["x"]
    db.close()
    lost = [k for k, v in confirmed.items() if found.get(k) != v]
    return lost


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    seed = int(os.environ.get("SEED", "1"))
    chance = random.Random(seed)
    c = Checks()
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"crash-{os.getpid()}.db")
    server = Server(data=path)
    server.start()
    port = server.port
    rules = ["classic", "duel", "grey", "crystal1", "crystal2"]
    tables = [Table(server, rules[i % 5], [Person(server, "A"), Person(server, "B")]) for i in range(games)]
    confirmed, problems = {}, []
    for kill in range(kills):
        for t in tables:
            t.start()
        time.sleep(chance.uniform(0.02, 0.35))
        server.kill()
        killed = time.monotonic()
        for t in tables:
            t.join(15)
            if t.failure:
                problems.append(f"kill {kill}: {t.failure}")
            confirmed.update(t.confirmed)
        lost = check_rows(path, confirmed)
        if lost:
            problems.append(f"kill {kill}: lost {lost[:3]}")
        if kill % 10 == 9:
            time.sleep(PAUSE_S)
        server.start(port)
        started = time.monotonic()  # that it listens is its first deed
        fresh = []
        for t in tables:
            new = Table(server, t.rules, t.persons)
            new.players, new.key, new.sent, new.confirmed = t.players, t.key, t.sent, dict(t.confirmed)
            new.clock = t.clock
            try:
                new.resume(killed, started)
            except Exception as error:  # pylint: disable=broad-except
                problems.append(f"kill {kill}: {error!r}")
                new.players = None
            fresh.append(new)
        tables = fresh
        if kill % 50 == 49:
            print(f"# {kill + 1} kills, {len(confirmed)} confirmed moves", flush=True)
        if problems:
            break
    c.check(f"{kills} kills in {games} games at once, {len(confirmed)} confirmed moves: none lost",
            not problems and len(confirmed) > kills, "; ".join(problems)[-2000:])
    log = server.logged()
    c.check("every game replayed to its stored hash", "event=damaged" not in log, log[-500:])
    server.stop()
    c.end()


main()
