#!/usr/bin/env python3
"""Makes the sample data file of the present format: tests/formats/make.py N

Run it once, with the program of a release, when that release changes the format: it writes N.db and N.json beside this
script. The JSON holds who plays at which table and what each of them was shown last; tests/scripts/server_formats.py
opens every N.db with the present program and compares. Needs AZULEJO (the program of that release)."""
import json
import os
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))
from serverlib import Person, Player, Server, make_table, play_out  # noqa: E402

HOUR = 3600000


def moves(players, count):
    for _ in range(count):
        for p in players:
            p.catch_up()
        if players[0].phase == "over":
            return
        mover = next(p for p in players if p.seat == players[0].position["seat"])
        mover.play()
        for p in players:
            p.wait(lambda q=p: q.n >= mover.n)


def take_back(players):
    moves(players, 1)
    asks = next(p for p in players if p.position["seat"] != p.seat)
    other = next(p for p in players if p is not asks)
    assert asks.socket.ask("offer", table=asks.table, offer="takeback")["t"] == "ok"
    assert other.socket.ask("answer", table=asks.table, yes=True)["t"] == "ok"
    for p in players:
        p.wait(lambda q=p: q.n >= max(x.n for x in players) + 0 and q.ply == asks.confirmed[-1][0])


def with_bot(server, rules, person):
    socket = person.connect()
    made = socket.ask("create", answer=("made",), rules=rules, players=2, seats=["me", 2])
    player = Player(person, made["table"])
    player.socket = socket
    player.watch()
    player.ready()
    player.wait(player.to_move)
    for _ in range(3):
        player.play()
        player.wait(player.to_move)
    return [player]


def make_all(server):
    tables = []
    ann, bob = Person(server, "Ann"), Person(server, "Bob")
    assert ann.post("/api/account", {"name": "Annette", "password": "correct horse"})[0] == 200
    for rules, players, clock in (("classic", 2, {"kind": "total", "base_ms": HOUR, "increment_ms": 5000}),
                                  ("grey", 3, {"kind": "none"}), ("crystal1", 2, {"kind": "move", "base_ms": 24 * HOUR}),
                                  ("crystal2", 4, {"kind": "none"}), ("duel", 2, {"kind": "none"})):
        persons = [ann, bob] + [Person(server, f"Guest {i}") for i in range(players - 2)]
        seated, _ = make_table(server, rules, players, persons=persons, clock=clock)
        moves(seated, 17)
        tables.append(("live", seated))
    back, _ = make_table(server, "classic", persons=[ann, bob])
    moves(back, 2)
    take_back(back)
    tables.append(("live", back))
    tables.append(("live", with_bot(server, "duel", bob)))
    for rules in ("classic", "duel"):
        over, _ = make_table(server, rules, persons=[ann, bob])
        play_out(over)
        tables.append(("over", over))
    resigned, _ = make_table(server, "grey", persons=[bob, ann])
    moves(resigned, 4)
    assert resigned[0].socket.ask("resign", table=resigned[0].table)["t"] == "ok"
    tables.append(("over", resigned))
    open_socket = bob.connect()
    made = open_socket.ask("create", answer=("made",), rules="classic", players=3)
    waiting = Player(bob, made["table"])
    waiting.socket = open_socket
    waiting.watch()
    tables.append(("open", [waiting]))
    return tables


def describe(phase, players):
    shown = []
    for p in players:
        sync = p.person.connect().ask("watch", answer=("sync",), table=p.table)
        assert sync["phase"] == phase, (sync["phase"], phase)
        shown.append({"cookie": p.person.cookie, "person": p.person.id, "seat": p.seat, "n": sync["n"],
                      "position": sync.get("position"), "ply": sync.get("ply"), "events": sync["events"]})
    return {"table": players[0].table, "phase": phase, "players": shown}


def main():
    path = os.path.join(HERE, sys.argv[1] + ".db")
    server = Server(data=path).start()
    tables = [describe(phase, players) for phase, players in make_all(server)]
    server.stop()
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode=DELETE")
    db.execute("VACUUM")
    db.close()
    for end in ("-wal", "-shm", "-mark", ".lock"):
        if os.path.exists(path + end):
            os.remove(path + end)
    with open(path[:-3] + ".json", "w", encoding="utf-8") as file:
        json.dump({"account": {"name": "Annette", "password": "correct horse"}, "tables": tables}, file, separators=(",", ":"))
        file.write("\n")


main()
