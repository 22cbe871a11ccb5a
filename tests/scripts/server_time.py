#!/usr/bin/env python3
"""Time is fair and tables do not pile up: restarts neither give a player time nor take any, untouched tables are announced and
removed, a full server refuses new tables only, seats of people who vanished can be freed."""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, MovedClock, Person, Player, Server, make_table, wait_until  # noqa: E402

DAY = 86400


def scratch(name):
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"{name}-{os.getpid()}.db")
    for end in ("", "-wal", "-shm", "-mark"):
        if os.path.exists(path + end):
            os.remove(path + end)
    return path


def restart(server, kill=False):
    if kill:
        server.kill()
    else:
        server.stop()
    server.clock.move(0.3)  # the time while the server is down counts for nobody
    server.start(server.port)


def left(player):
    """What the clock of the player to move shows, from a new socket."""
    sync = player.person.connect().ask("watch", answer=("sync",), table=player.table)
    return sync["clock"]["left_ms"][sync["clock"]["running"]]


def six_restarts():
    server = Server(data=scratch("six"), clock=MovedClock()).start()
    players, _ = make_table(server, clock={"kind": "move", "base_ms": 5000})
    used = 0.0
    for _ in range(6):
        begun = server.clock.now()
        server.pass_time(0.5)
        server.stop()
        used += server.clock.now() - begun
        server.clock.move(0.2)
        server.start(server.port)
    shown = left(players[0])
    assert abs(5000 - 1000 * used - shown) < 1000, (used, shown)
    server.stop()


def stored_clock(server):
    """The game clock in the data file; 0: not stored yet."""
    db = sqlite3.connect(server.data)
    found = db.execute("SELECT data FROM rows WHERE key = 'meta/clock'").fetchone()
    db.close()
    return json.loads(found[0])["ms"] if found else 0


def pass_time_stored(server, seconds):
    """Lets time pass, at least 2.3 s, until the data file says so but for a second."""
    server.pass_time(1)
    assert wait_until(lambda: stored_clock(server) > 0)
    first = stored_clock(server)
    server.pass_time(seconds - 1)
    assert wait_until(lambda: stored_clock(server) >= first + 1000 * (seconds - 2) + 500)


def crash():
    """A crash forgives a second at most (the clock is stored every 0.75 s, looked at every 0.2 s), and takes none."""
    server = Server(data=scratch("crash"), clock=MovedClock()).start()
    players, _ = make_table(server, clock={"kind": "total", "base_ms": 20000})
    begun = server.clock.now()
    pass_time_stored(server, 2.6)
    server.kill()
    used = 1000 * (server.clock.now() - begun)
    server.clock.move(0.5)
    server.start(server.port)
    shown = left(players[0])
    assert 20000 - used - 200 <= shown <= 20000 - used + 1000, (used, shown)
    server.stop()


def another_machine():
    """A backup while a clock runs, put back elsewhere: the clock shows there what was left when the backup was made."""
    path, copy = scratch("machine"), scratch("machine-copy")
    folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"machine-{os.getpid()}")
    os.makedirs(folder)
    there = os.path.join(folder, "azulejo.db")
    clock = MovedClock()
    server = Server(data=path, clock=clock).start()
    players, _ = make_table(server, clock={"kind": "total", "base_ms": 30000})
    begun = clock.now()
    pass_time_stored(server, 2.3)
    least = 1000 * (clock.now() - begun)
    subprocess.run([AZULEJO, "admin", "--data", path, "backup", copy], check=True, capture_output=True)
    most = 1000 * (clock.now() - begun)
    server.pass_time(1.5)  # what the old machine does now counts for nobody
    server.stop()
    subprocess.run([AZULEJO, "admin", "--data", there, "restore", copy], check=True, capture_output=True)
    moved = Server(data=there).start()
    started = time.monotonic()
    for player in players:
        player.person.server = moved
    shown = left(players[0])
    since = 1000 * (time.monotonic() - started)
    assert 30000 - most - since - 1000 <= shown <= 30000 - least + 1000, (least, most, since, shown)
    moved.stop()


def absent_clock_runs_out():
    """Nobody comes back after the restart: the clock runs out all the same, and a later visitor sees the end."""
    server = Server(data=scratch("absent"), clock=MovedClock()).start()
    players, _ = make_table(server, clock={"kind": "move", "base_ms": 2000}, leaver="claim")
    restart(server)
    server.pass_time(2.5)
    path = server.data
    assert wait_until(lambda: "event=game-over" in server.logged()[-3000:], 10), server.logged()[-800:]
    sync = players[0].person.connect().ask("watch", answer=("sync",), table=players[0].table)
    assert sync["phase"] == "over" and sync["cause"] == "time", sync["phase"]
    server.stop()
    db = sqlite3.connect(path)
    kinds = {key.split("/")[0] for (key,) in db.execute("SELECT key FROM rows")}
    db.close()
    assert not kinds & {"due", "idle", "live", "made"}, kinds


def pause():
    """A process that stands still (a frozen machine) costs no player more than a second."""
    server = Server(data=scratch("pause"), clock=MovedClock()).start()
    players, _ = make_table(server, clock={"kind": "move", "base_ms": 3000}, starter=0)
    server.process.send_signal(signal.SIGSTOP)
    server.clock.move(3.5)
    server.process.send_signal(signal.SIGCONT)
    players[0].play()
    assert "event=paused" in server.logged()
    assert 1000 < left(players[1]) <= 3000
    players[1].wait(lambda: players[1].n >= players[0].n)
    players[1].play()
    server.stop()


def other_seats_keep_their_time():
    server = Server(data=scratch("other"), clock=MovedClock()).start()
    players, _ = make_table(server, clock={"kind": "total", "base_ms": 60000, "increment_ms": 0}, starter=0)
    server.pass_time(0.4)
    players[0].play()
    players[1].wait(lambda: players[1].n >= players[0].n)
    before = players[1].person.connect().ask("watch", answer=("sync",), table=players[0].table)["clock"]["left_ms"]
    restart(server)
    after = players[1].person.connect().ask("watch", answer=("sync",), table=players[0].table)["clock"]["left_ms"]
    assert after[0] == before[0] and after[0] < 59700, (before, after)
    assert before[1] - 800 <= after[1] <= before[1], (before, after)
    server.stop()


def moved_calendar(path, days, **settings):
    return Server(data=path, env={"AZULEJO_TEST_CLOCK_SHIFT_MS": str(int(days * DAY * 1000))}, **settings)


def sync_of(player):
    return player.person.connect().ask("watch", answer=("sync",), table=player.table)


def guest_tables_expire():
    path = scratch("expire")
    with Server(data=path) as server:
        players, _ = make_table(server)
        ann = Person(server)
        assert ann.post("/api/account", {"name": "Keeper", "password": "long password"})[0] == 200
        kept, _ = make_table(server, persons=[ann, Person(server)])
        watched, _ = make_table(server)
        assert "expires_at" not in sync_of(players[0])
    days = 0.0
    warned = None
    while days < 45:
        days += 0.9
        with moved_calendar(path, days) as server:
            for player in (players[0], kept[0], watched[0]):
                player.person.server = server
            if 27 <= days < 27.9:  # a player who looks in after the warning keeps the table
                sync = sync_of(watched[0])
                assert sync["expires_at"] > 0
            if days == 0.9 or 28 < days < 29:
                expires = sync_of(kept[0]).get("expires_at")
                assert expires is None, "an account holder's game is kept for a year"
            if warned is None and days > 24:
                listed = Person(server)  # a stranger sees nothing
                assert players[0].table not in json.dumps(listed.connect().ask("mine", answer=("mine",)))
                warned = days
            expired = lambda s=server: f"event=expired table={players[0].table}" in s.logged()  # noqa: E731
            wait_until(expired, 1 if days > 29 else 0.02)
            log = server.logged()
        if f"event=expired table={players[0].table}" in log:
            break
    assert f"event=expired table={players[0].table}" in log, days
    assert 30 <= days < 34, days
    db = sqlite3.connect(path)
    left_rows = [k for (k,) in db.execute("SELECT key FROM rows") if players[0].table in k]
    db.close()
    assert not left_rows, left_rows
    with moved_calendar(path, days) as server:
        for player in (players[0], kept[0], watched[0]):
            player.person.server = server
        assert sync_of(players[0])["code"] == "NO_TABLE"
        assert sync_of(kept[0])["phase"] == "live"
        assert sync_of(watched[0])["phase"] == "live"


def no_removal_without_warning():
    """A server that was off for months removes nothing before players could have seen the warning."""
    path = scratch("summer")
    with Server(data=path) as server:
        players, _ = make_table(server)
    with moved_calendar(path, 100) as server:
        players[0].person.server = server
        server.turn()
        assert "event=expired" not in server.logged()[-600:]
        sync = sync_of(players[0])
        now = (time.time() + 100 * DAY) * 1000
        assert 6.9 * DAY * 1000 < sync["expires_at"] - now < 7.1 * DAY * 1000, sync["expires_at"] - now


def open_tables_expire():
    path = scratch("open")
    with Server(data=path) as server:
        ann = Person(server)
        made = ann.connect().ask("create", answer=("made",), rules="classic")
    days = 0.0
    log = ""
    while days < 12 and f"event=expired table={made['table']}" not in log:
        days += 0.9
        with moved_calendar(path, days) as server:
            wait_until(lambda s=server: f"event=expired table={made['table']}" in s.logged(), 1 if days > 6 else 0.02)
            log = server.logged()[-1500:]
    assert f"event=expired table={made['table']}" in log and days < 11, days


def full():
    """Only new tables are refused: those that exist are opened, played and joined."""
    path = scratch("full")
    with Server(data=path, tables_max=2) as server:
        players, _ = make_table(server)
        more, made = make_table(server)
        stranger = Person(server).connect()
        assert stranger.ask("create", answer=("made",), rules="classic")["code"] == "FULL"
        assert stranger.ask("pair", answer=("made",), rules="classic")["code"] == "FULL"
    with Server(data=path, tables_max=1) as server:
        for player in players + more:
            player.person.server = server
            player.connect()
        for table in (players, more):
            mover = next(p for p in table if p.to_move())
            mover.play()


def lazy_start():
    """A start loads only tables that are needed."""
    path = scratch("lazy")
    with Server(data=path) as server:
        for _ in range(12):
            make_table(server)
    with Server(data=path) as server:
        figures = server.request("GET", "/metrics")[2].decode()
        assert "\nazulejo_tables 0\n" in figures, [f for f in figures.splitlines() if f.startswith("azulejo_tables")]


def freed_seat(server):
    """The maker frees the seat of a player who vanished; that player stays out, a friend sits down and they play."""
    maker, gone, friend = (Person(server, n) for n in ("Maker", "Gone", "Friend"))
    host = maker.connect()
    made = host.ask("create", answer=("made",), rules="classic", public=True)
    socket = gone.connect()
    assert socket.ask("join", table=made["table"])["t"] == "ok"
    assert socket.ask("leave", table=made["table"], seat=0)["code"] == "NOT_OWNER"
    socket.close()
    assert host.ask("leave", table=made["table"], seat=1)["t"] == "ok"
    event = host.receive("event", lambda m: m["kind"] == "leave")
    assert event["seat"] == 1 and event["removed"] is True
    assert gone.connect().ask("join", table=made["table"], key=made["key"])["code"] == "REMOVED"
    player = Player(friend, made["table"]).connect(made["key"])
    assert player.socket.ask("join", table=made["table"], key=made["key"])["t"] == "ok"
    assert host.ask("ready", table=made["table"], contribution="00" * 32)["t"] == "ok"
    assert player.ready()["t"] == "ok"
    player.wait(lambda: player.phase == "live")
    assert host.ask("leave", table=made["table"], seat=1)["code"] == "NOT_OPEN", "nobody is removed from a game"


def spoilt_pairing(server):
    """Somebody who never gets ready, or vanishes, loses the seat; the other one waits for the next and plays."""
    ann, eve, bob = (Person(server, n) for n in ("Ann", "Eve", "Bob"))
    a, e, b = ann.connect(), eve.connect(), bob.connect()
    first = a.ask("pair", answer=("made",), rules="grey")
    assert a.ask("ready", table=first["table"], contribution="11" * 32)["t"] == "ok"
    assert e.ask("pair", answer=("made",), rules="grey")["table"] == first["table"]
    sync = a.ask("watch", answer=("sync",), table=first["table"])
    assert 0 < sync["ready_by"] - time.time() * 1000 < 2000, sync
    event = a.receive("event", lambda m: m["kind"] == "leave")
    assert event["late"] is True and event["seat"] == 1
    assert b.ask("pair", answer=("made",), rules="grey")["table"] == first["table"]
    assert b.ask("ready", table=first["table"], contribution="22" * 32)["t"] == "ok"
    a.receive("event", lambda m: m["kind"] == "start")


def seats_of(socket, table):
    return [seat["kind"] for seat in socket.ask("watch", answer=("sync",), table=table)["seats"]]


def brought_together(server):
    """After somebody was late two wait at two tables of the same kind: whoever asks again comes to the other one's."""
    persons = [Person(server, n) for n in ("Ann", "Bob", "Cleo")]
    ann, bob, cleo = sockets = [p.connect() for p in persons]
    first, same, second = (s.ask("pair", answer=("made",), rules="crystal2")["table"] for s in sockets)
    assert first == same != second
    bob.close()
    ann.ask("ready", table=first, contribution="11" * 32)
    ann.receive("event", lambda m: m["kind"] == "leave" and m["late"])
    made = cleo.ask("pair", answer=("made",), rules="crystal2")
    assert made["table"] == first, (made, first, second)
    assert seats_of(cleo, first) == ["person", "person"] and seats_of(cleo, second) == ["empty", "empty"]
    assert [t["table"] for t in cleo.ask("mine", answer=("mine",))["tables"]] == [first]
    again = [s.ask("pair", answer=("made",), rules="crystal2")["table"] for s in (ann, cleo, ann)]
    assert again == [first] * 3, "a full table is kept"
    assert cleo.ask("ready", table=first, contribution="22" * 32)["t"] == "ok"
    ann.receive("event", lambda m: m["kind"] == "start")


def waiting_is_one_table(server):
    """Whoever asks again and again, in several windows, waits at one table; two who both ask at the same time meet."""
    ann, cleo = Person(server, "Ann"), Person(server, "Cleo")
    windows = [ann.connect() for _ in range(3)]
    for s in windows:
        s.send("pair", id="p", rules="duel")
    tables = {s.receive("made")["table"] for s in windows}
    assert len(tables) == 1, tables
    slower = windows[0].ask("pair", answer=("made",), rules="duel", clock={"kind": "move", "base_ms": 60000})["table"]
    assert slower not in tables, "another clock is another game"
    assert cleo.connect().ask("pair", answer=("made",), rules="duel")["table"] in tables
    dora, eve, finn = (Person(server, n).connect() for n in ("Dora", "Eve", "Finn"))
    first = dora.ask("pair", answer=("made",), rules="duel")["table"]
    assert eve.ask("pair", answer=("made",), rules="duel")["table"] == first
    assert finn.ask("pair", answer=("made",), rules="duel")["table"] != first
    assert eve.ask("leave", table=first)["t"] == "ok"
    for s in (dora, finn):
        s.send("pair", id="again", rules="duel")
    met = {s.receive("made", lambda m: m["id"] == "again")["table"] for s in (dora, finn)}
    assert len(met) == 1, met
    assert seats_of(dora, met.pop()) == ["person", "person"]


def both_away(server):
    """While no player is here the game waits, whatever the leaver rule: perhaps the host's network is away."""
    players, made = make_table(server, leaver="bot", clock={"kind": "total", "base_ms": 600000})
    for p in players:
        p.socket.close()
    server.pass_time(2.5)  # longer than the grace time
    sync = players[0].person.connect().ask("watch", answer=("sync",), table=made["table"])
    assert sync["phase"] == "live" and not [e for e in sync["events"] if e["kind"] in ("standin", "move")], sync["events"][-3:]


def maker_without_a_seat(server):
    maker = Person(server).connect()
    made = maker.ask("create", answer=("made",), rules="classic", seats=["open", "open"])
    sync = maker.ask("watch", answer=("sync",), table=made["table"])
    assert sync["maker"] is True and sync["you"] is None and sync["key"] == made["key"], sync


def main():
    c = Checks()
    c.run("six restarts in a game of 5 s a move: the clock shows what was really left", six_restarts)
    c.run("a crash gives back little and takes nothing", crash)
    c.run("a backup put back on another machine gives nobody time", another_machine)
    c.run("a process that stands still takes nobody's time", pause)
    c.run("a clock runs out although nobody came back", absent_clock_runs_out)
    c.run("the clock of the one who waits does not change", other_seats_keep_their_time)
    c.run("untouched games of guests are announced and removed", guest_tables_expire)
    c.run("nothing is removed without a warning", no_removal_without_warning)
    c.run("tables that never begin are removed", open_tables_expire)
    c.run("a full server refuses new tables only", full)
    c.run("a start loads no table that nobody needs", lazy_start)
    with Server(grace_s=1, clock=MovedClock()) as server:
        c.run("a game waits while no player is here", both_away, server)
    with Server(ready_s=1) as server:
        c.run("a maker without a seat is refused with the reason", maker_without_a_seat, server)
        c.run("the maker frees a seat", freed_seat, server)
        c.run("a quick pairing that is spoilt goes on with the next", spoilt_pairing, server)
        c.run("two who wait at two tables are brought together", brought_together, server)
    with Server() as server:
        c.run("whoever asks for a pairing again waits at one table", waiting_is_one_table, server)
    return c.end()


sys.exit(main())
