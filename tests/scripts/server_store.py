#!/usr/bin/env python3
"""The store in trouble: flipped bytes are found and named while the other games go on; a full disc is an
error to the client, no lie, and the game goes on when there is room again; a restart keeps everything."""
import os
import resource
import signal
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Person, Player, Server, make_table, moves_of, play_out  # noqa: E402


def scratch(name):
    return os.path.join(os.environ.get("TMPDIR", "/tmp"), f"{name}-{os.getpid()}.db")


def damaged_rows():
    path = scratch("damaged")
    server = Server(data=path).start()
    tables = [make_table(server, rules)[0] for rules in ("classic", "duel", "grey")]
    for players in tables:
        for _ in range(5):
            next(p for p in players if p.seat == players[0].position["seat"]).play()
            for p in players:
                p.wait(lambda q=p: q.n >= max(x.n for x in players))
    server.stop()
    db = sqlite3.connect(path)
    key = "event/" + tables[1][0].table
    data = bytearray(db.execute("SELECT data FROM rows WHERE key=? AND n=7", (key,)).fetchone()[0])
    data[len(data) // 2] ^= 4
    db.execute("UPDATE rows SET data=? WHERE key=? AND n=7", (bytes(data), key))
    db.commit()
    db.close()
    server.start(server.port)
    assert f"event=damaged table={tables[1][0].table} event=7" in server.logged(), server.logged()[-800:]
    answer = tables[1][0].person.connect().ask("watch", answer=("sync",), table=tables[1][0].table)
    assert answer["code"] == "DAMAGED", answer
    for players in (tables[0], tables[2]):
        for p in players:
            p.connect()
        play_out(players)
    server.stop()


def full_disc():
    path = scratch("full")
    server = Server(data=path).start()
    table, _ = make_table(server, "classic")
    other, _ = make_table(server, "classic")
    size = max(os.path.getsize(path), os.path.getsize(path + "-wal"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    refused = 0
    mover = next(p for p in table if p.to_move())
    move = next(m for m in moves_of(mover.position) if m["to"] == "floor")
    for i in range(20):
        answer = mover.socket.ask("move", table=mover.table, ply=mover.ply, move=move, id="same")
        if answer["t"] == "error":
            assert answer["code"] == "NOT_STORED", answer
            refused += 1
            break
        mover.wait(lambda: mover.ply > 0)
        break
    # Whatever was refused was not told; whatever was confirmed is there.
    for i in range(200):
        if refused:
            break
        who = next(p for p in other if p.seat == other[0].position["seat"])
        move2 = next(m for m in moves_of(who.position) if m.get("to") == "floor" or "column" in m)
        answer = who.socket.ask("move", table=who.table, ply=who.ply, move=move2)
        if answer["t"] == "error" and answer["code"] == "NOT_STORED":
            refused += 1
        elif answer["t"] == "ok":
            ply = who.ply
            for p in other:
                p.wait(lambda q=p: q.ply > ply)
    assert refused, "the disc was never full"
    assert server.request("GET", "/readyz")[0] == 503
    assert server.request("GET", "/healthz")[0] == 200
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for players in (table, other):
        for p in players:
            p.watch()
        play_out(players)
    assert server.request("GET", "/readyz")[0] == 200
    server.stop()
    assert "store-failed" in server.logged()


def graceful_restart():
    path = scratch("restart")
    server = Server(data=path).start()
    table, _ = make_table(server, "duel")
    bots = Person(server).connect().ask("create", answer=("made",), rules="classic", players=2, seats=[1, 2])
    assert bots["t"] == "made"
    for _ in range(4):
        next(p for p in table if p.seat == table[0].position["seat"]).play()
        for p in table:
            p.wait(lambda q=p: q.n >= max(x.n for x in table))
    before = [p.position for p in table]
    server.process.send_signal(signal.SIGTERM)
    assert table[0].socket.receive("goodbye")
    assert server.process.wait(10) == 0
    server.start(server.port)
    for p, position in zip(table, before):
        p.connect()
        assert p.position == position
    play_out(table)
    server.stop()


def accounts_last():
    path = scratch("accounts")
    server = Server(data=path).start()
    ann = Person(server)
    assert ann.post("/api/account", {"name": "Ann", "password": "a long password"})[0] == 200
    server.kill()
    server.start(server.port)
    assert ann.connect().welcome["name"] == "Ann", "the cookie is still good"
    assert Person(server).post("/api/login", {"name": "ann", "password": "a long password"})[0] == 200
    server.stop()


def main():
    c = Checks()
    for test in (damaged_rows, full_disc, graceful_restart, accounts_last):
        c.run(test.__name__.replace("_", " "), test)
    c.end()


main()
