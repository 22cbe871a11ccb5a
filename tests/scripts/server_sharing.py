#!/usr/bin/env python3
"""Nobody takes what belongs to all: threads that think for bots, lines of the lobby, tables a day, one's own list."""
import hashlib
import json
import os
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Person, Player, Server, Socket, make_table, wait_until  # noqa: E402


def scratch(name):
    return os.path.join(os.environ.get("TMPDIR", "/tmp"), f"{name}-{os.getpid()}.db")


class Far(Person):
    """A person at another address, as a proxy on this machine reports it."""

    def __init__(self, server, address, name="Far"):
        self.address = "X-Forwarded-For: " + address
        super().__init__(server, name)

    def connect(self, **more):
        return Socket(self.server, self.cookie, more=(self.address,), **more)


def figure(server, name):
    figures = server.request("GET", "/metrics")[2].decode()
    return int(next(line.split()[1] for line in figures.splitlines() if line.startswith(f"azulejo_{name} ")))


def bot_moves(server):
    return figure(server, "bot_moves_total")


def bots_alone(server):
    """A table of bots alone plays only while a person watches."""
    s = Person(server).connect()
    made = s.ask("create", answer=("made",), rules="classic", seats=[1, 1])
    s.receive("event", lambda m: m["kind"] == "move")
    assert s.ask("unwatch", table=made["table"])["t"] == "ok"
    wait_until(lambda: False, 0.3)  # the move that was being thought about
    before = bot_moves(server)
    wait_until(lambda: bot_moves(server) != before, 0.6)
    assert bot_moves(server) == before
    s.ask("watch", answer=("sync",), table=made["table"])
    assert wait_until(lambda: bot_moves(server) > before)


def bot_time_is_shared_by_makers(server):
    """Thirty tables of one visitor leave the bot of another half of its time, not a thirtieth."""
    eve, ann = Far(server, "203.0.113.9"), Far(server, "198.51.100.7")
    sockets = [eve.connect() for _ in range(5)]
    for s in sockets:
        for i in range(6):
            s.ask("create", answer=("made",), rules="classic", seats=["me", 10], starter=1)
    for s in sockets:
        for sync in [m for m in s.waiting if m["t"] == "sync"]:
            assert s.ask("ready", table=sync["table"], contribution="00" * 32)["t"] == "ok"
    a = ann.connect()
    made = a.ask("create", answer=("made",), rules="classic", seats=["me", 10], starter=1)
    assert a.ask("ready", table=made["table"], contribution="00" * 32)["t"] == "ok"
    a.receive("event", lambda m: m["kind"] == "move")
    each = figure(server, "bot_thinking_us_total") / figure(server, "bot_moves_total")
    assert each > 120000, f"each move had {each / 1000} ms of 400"


def lobby_has_room_for_all(server):
    """One visitor with more public tables than the lobby shows does not hide another's."""
    others = [Far(server, f"198.51.100.{i}").connect() for i in range(8, 24)]
    theirs = {s.ask("create", answer=("made",), rules="classic", public=True)["table"] for s in others}
    eves = [Far(server, "203.0.113.10") for _ in range(3)]
    held = []
    for eve in eves:
        for _ in range(5):
            s = eve.connect()
            held.append(s)
            for _ in range(7):
                assert s.ask("create", answer=("made",), rules="classic", public=True)["t"] == "made"
    listed = Far(server, "192.0.2.1").connect().ask("lobby", answer=("lobby",))["tables"]
    assert len(listed) == 100
    assert theirs <= {t["table"] for t in listed}


def tables_a_day():
    with Server(tables_per_day=3, proxy=1) as server:
        s = Far(server, "203.0.113.11").connect()
        answers = [s.ask("create", answer=("made",), rules="classic") for _ in range(7)]
        assert [a["t"] for a in answers] == ["made"] * 6 + ["error"] and answers[6]["code"] == "TOO_FAST", answers[6]
        other = Far(server, "203.0.113.12").connect()
        assert other.ask("create", answer=("made",), rules="classic")["t"] == "made"


def rematches_count():
    """A rematch is a table like any other."""
    with Server(tables_per_day=2) as server:
        socket = Person(server).connect()
        table = socket.ask("create", answer=("made",), rules="classic", seats=["me", 1])["table"]
        for made in range(1, 6):
            assert socket.ask("ready", table=table, contribution="00" * 32)["t"] == "ok"
            assert socket.ask("resign", table=table)["t"] == "ok"
            answer = socket.ask("rematch", table=table)
            if answer["t"] == "error":
                assert answer["code"] == "TOO_FAST" and made == 4, (made, answer)
                return
            table = socket.receive("event", lambda m: m["kind"] == "next")["next"]
            assert socket.ask("watch", answer=("sync",), table=table)["t"] == "sync"
        raise AssertionError("no limit")


def pairing_is_not_used_up():
    """Guests of one address who come and go leave a waiting player's table open for others."""
    with Server(proxy=1) as server:
        ann = Far(server, "198.51.100.30").connect()
        waiting = ann.ask("pair", answer=("made",), rules="grey")["table"]
        sat = 0
        for _ in range(140):
            eve = Far(server, "203.0.113.40").connect()
            found = eve.ask("pair", answer=("made",), rules="grey")
            sat += found["table"] == waiting
            eve.ask("leave", table=found["table"])
            eve.close()
        assert 0 < sat <= 8, sat
        bob = Far(server, "198.51.100.31").connect()
        assert bob.ask("pair", answer=("made",), rules="grey")["table"] == waiting


def lobby_after_a_restart():
    """One visitor with many names counts as one after a restart, too."""
    path = scratch("lobby")
    people = []
    with Server(data=path, proxy=1) as server:
        for i in range(60):
            eve = Far(server, "203.0.113.50")
            socket = eve.connect()
            tables = [socket.ask("create", answer=("made",), rules="classic", public=True)["table"] for _ in range(2)]
            people.append((eve, tables))
        ann = Far(server, "198.51.100.40")
        mine = ann.connect().ask("create", answer=("made",), rules="classic", public=True)["table"]
    with Server(data=path, proxy=1) as server:
        sockets = []
        for person, tables in people + [(ann, [mine])]:
            person.server = server
            sockets.append(person.connect())
            for table in tables:
                sockets[-1].ask("watch", answer=("sync",), table=table)
        listed = [t["table"] for t in Far(server, "192.0.2.9").connect().ask("lobby", answer=("lobby",))["tables"]]
        assert len(listed) == 100 and mine in listed[:3], listed.index(mine) if mine in listed else None


def unfinished_games_are_counted_in_the_store():
    """The limit of unfinished games holds for those that left memory or lived before a restart."""
    path = scratch("many")
    with Server(data=path, games_per_person=3) as server:
        eve = Person(server)
        s = eve.connect()
        for _ in range(3):
            assert s.ask("create", answer=("made",), rules="classic")["t"] == "made"
    with Server(data=path, games_per_person=3) as server:
        eve.server = server
        s = eve.connect()
        assert s.ask("create", answer=("made",), rules="classic")["code"] == "TOO_MANY_GAMES"
        assert s.ask("pair", answer=("made",), rules="classic")["code"] == "TOO_MANY_GAMES"


def rows_read(server):
    text = server.request("GET", "/metrics")[2].decode()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("azulejo_rows_read_total "))


def long_list():
    """A person with 20,000 finished games gets the latest hundred, and no other request waits for it: the loop reads
    that many rows of the list, and the events of the tables that are not in memory."""
    path = scratch("long")
    with Server(data=path) as server:
        ann, bob = Person(server), Person(server)
        last = []
        for _ in range(3):
            players, _ = make_table(server, persons=[ann, bob])
            players[0].socket.ask("resign", table=players[0].table)
            players[1].wait(lambda p=players[1]: p.phase == "over")
            last.insert(0, players[0].table)
        running, _ = make_table(server, persons=[ann, bob])
    db = sqlite3.connect(path)
    now = int(time.time() * 1000)
    rows = []
    for i in range(20000):
        key = f"seat/{ann.id}/1{9999999999999 - (now - 1000000 - i):013d}/gone{i:08d}"
        data = json.dumps({"name": "Ann", "over": now - 1000000 - i}).encode()
        rows.append((key, 0, data, hashlib.blake2b(key.encode() + bytes(5) + data, digest_size=16).digest()))
    db.executemany("INSERT INTO rows VALUES(?,?,?,?)", rows)
    db.commit()
    db.close()
    with Server(data=path) as server:
        ann.server = server
        socket = ann.connect()
        before = rows_read(server)
        tables = [t["table"] for t in socket.ask("mine", answer=("mine",))["tables"]]
        read = rows_read(server) - before
        assert tables == [running[0].table] + last, tables
        assert 100 <= read < 400, read


def main():
    c = Checks()
    with Server(bot_time_ms=20) as server:
        c.run("bots play among themselves only while somebody watches", bots_alone, server)
    with Server(bot_time_ms=400, proxy=1) as server:
        c.run("the time of bots is shared among makers, not among tables", bot_time_is_shared_by_makers, server)
    with Server(proxy=1) as server:
        c.run("the lobby has room for everybody", lobby_has_room_for_all, server)
    c.run("an address makes a limited number of tables a day", tables_a_day)
    c.run("a rematch counts as a table", rematches_count)
    c.run("nobody uses up a waiting player's table", pairing_is_not_used_up)
    c.run("the lobby has room for everybody after a restart", lobby_after_a_restart)
    c.run("unfinished games count wherever they are", unfinished_games_are_counted_in_the_store)
    c.run("a long list of games", long_list)
    return c.end()


sys.exit(main())
