#!/usr/bin/env python3
"""The store in trouble: flipped bytes are found and named while the other games continue; a full disc is
reported to the client, and the game continues when there is room again; a restart keeps everything."""
import errno
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Person, Player, Server, Socket, make_table, moves_of, play_out, wait_until  # noqa: E402


NEEDS_HOST = 3  # the exit code of a server that refuses its data


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
    named = f"event=damaged table={tables[1][0].table} event=7"  # by the background check, before anybody opens it
    assert wait_until(lambda: named in server.logged()), server.logged()[-800:]
    answer = tables[1][0].person.connect().ask("watch", answer=("sync",), table=tables[1][0].table)
    assert answer["code"] == "DAMAGED", answer
    for players in (tables[0], tables[2]):
        for p in players:
            p.connect()
        play_out(players)
    server.stop()


def damaged_table_row():
    """The row that makes a table, and the server's own key: found and named, and the server starts."""
    path = scratch("row")
    server = Server(data=path).start()
    tables = [make_table(server, "classic")[0] for _ in range(2)]
    server.stop()
    db = sqlite3.connect(path)
    for key in ("table/" + tables[0][0].table, "meta/cookie-key"):
        data = bytearray(db.execute("SELECT data FROM rows WHERE key=?", (key,)).fetchone()[0])
        data[-3] ^= 1
        db.execute("UPDATE rows SET data=? WHERE key=?", (bytes(data), key))
    db.commit()
    db.close()
    server.start(server.port)
    named = f"event=damaged table={tables[0][0].table} event=0"
    assert wait_until(lambda: named in server.logged()), server.logged()[-800:]
    assert "event=damaged row=meta" in server.logged()
    stranger = Person(server).connect()
    assert stranger.ask("watch", answer=("sync",), table=tables[0][0].table)["code"] == "DAMAGED"
    assert stranger.ask("watch", answer=("sync",), table=tables[1][0].table)["code"] == "PRIVATE"
    server.stop()


def flipped_bytes():
    """Any bytes of the file, anywhere: a game is whole, or it is named, or the server says that it cannot start."""
    chance = random.Random(7)
    path = scratch("flip")
    server = Server(data=path).start()
    tables = []
    for rules in ("classic", "duel", "grey", "crystal1", "crystal2", "classic"):
        players, _ = make_table(server, rules)
        for _ in range(12):
            next(p for p in players if p.seat == players[0].position["seat"]).play()
            for p in players:
                p.wait(lambda q=p, ps=players: q.n >= max(x.n for x in ps))
        tables.append(players)
    server.stop()
    with open(path, "rb") as file:
        whole = file.read()
    seen = {"whole": 0, "named": 0, "refused": 0}
    for _ in range(15):
        changed = bytearray(whole)
        at = chance.randrange(4096, len(whole))
        for i in range(chance.choice((1, 1, 8, 200))):
            if at + i < len(changed):
                changed[at + i] ^= chance.randrange(1, 256)
        for end in ("-wal", "-shm"):
            if os.path.exists(path + end):
                os.remove(path + end)
        with open(path, "wb") as file:
            file.write(changed)
        look(server, tables, seen)
    assert seen["whole"] > 15 and seen["named"], seen


def damaged_lines(text):
    return set(re.findall(r"(?:event=damaged |missing: )table=([\w-]+)", text))


def unreadable_pages_are_named():
    """A page of the file becomes zeros: before anybody opens a table, the check has named each one that is not whole,
    and `recover` names the same."""
    path, new = scratch("pages"), scratch("pages-new")
    server = Server(data=path).start()
    tables = [make_table(server, rules)[0] for rules in ("classic", "duel", "grey", "crystal1", "crystal2", "classic")]
    for players in tables:
        play_moves(players, 20)
    server.stop()
    with open(path, "rb") as file:
        whole = file.read()
    leaves = [at for at in range(4096, len(whole), 4096) if whole[at] in (2, 10) and b"event/" in whole[at:at + 4096]]
    lost_once = 0
    for at in leaves[::max(1, len(leaves) // 6)]:
        with open(path, "r+b") as file:
            file.write(whole[:at] + bytes(4096) + whole[at + 4096:])
        if os.path.exists(new):
            os.remove(new)
        done = recover(server, path, new)
        size = os.path.getsize(server.log.name)
        try:
            server.start(server.port)
        except RuntimeError:
            continue  # the root of the tree
        log = lambda s=size: server.logged()[s:]  # noqa: E731
        assert wait_until(lambda: "event=checked" in log()), log()
        named = damaged_lines(log())
        server.stop()
        kept = {}
        for key, n in sqlite3.connect(new).execute("SELECT key, n FROM rows WHERE key LIKE 'event/%'"):
            kept.setdefault(key[6:], set()).add(n)
        lost = {p[0].table for p in tables if len(kept.get(p[0].table, ())) != p[0].n + 1}
        assert lost <= named, (at, lost, named, log())
        assert lost <= damaged_lines(done.stdout) and (done.returncode == 1 or not lost), (lost, done)
        lost_once += len(lost)
    assert lost_once, "no page had events"


def look(server, tables, seen):
    size = os.path.getsize(server.log.name)
    try:
        server.start(server.port)
    except RuntimeError:
        seen["refused"] += 1
        return
    for players in tables:
        p = players[0]
        s = Socket(server, p.person.cookie)
        if s.status == 401:  # the key that signs cookies was hit
            seen["named"] += 1
            continue
        answer = s.ask("watch", answer=("sync",), table=p.table)
        if answer["t"] == "sync" and answer["n"] == p.n:
            assert answer["position"] == p.position
            seen["whole"] += 1
        else:
            log = server.logged()[size:]
            assert "event=damaged" in log, (answer, log)
            seen["named"] += 1
    server.stop()


def pairs_at_once():
    """Many ask for a partner at the same moment: each table gets two, and no seat is announced before it is stored."""
    path = scratch("pairs")
    with Server(data=path) as server:
        people = [Person(server, f"P{i}") for i in range(20)]
        sockets = [p.connect() for p in people]
        for s in sockets:
            s.send("pair", id="p", rules="crystal2")
        tables = [s.receive("made")["table"] for s in sockets]
        counts = {t: tables.count(t) for t in tables}
        assert len(counts) == 10 and set(counts.values()) == {2}, counts
        for s, table in zip(sockets, tables):
            sync = s.receive("sync")
            assert sync["table"] == table and sync["you"] is not None
        # The disc is full: no seat is announced.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        late = [Person(server).connect() for _ in range(6)]
        for s in late:
            s.send("pair", id="q", rules="grey")
        for s in late:
            answer = s.receive(where=lambda m: m.get("id") == "q")
            assert answer["t"] == "error" and answer["code"] in ("NOT_STORED", "BUSY"), answer
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        for s in late:
            s.send("pair", id="r", rules="grey")
        again = [s.receive(where=lambda m: m.get("id") == "r")["table"] for s in late]
        assert len(set(again)) == 3, again


def fill_disc(server, size):
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


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
    # What was refused was not announced; what was confirmed is stored.
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


def full_at_the_start():
    """A start that finds no room says so, and the next one with room has everything."""
    path = scratch("full-start")
    with Server(data=path) as server:
        table, _ = make_table(server)

    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
    done = subprocess.run([server.program, "serve", "--port", "0", "--data", path], capture_output=True, text=True,
                          preexec_fn=no_room, timeout=20, check=False)
    assert done.returncode == 1 and os.strerror(errno.EFBIG) in done.stderr, done
    server.start(server.port)
    assert all_there([table])
    server.stop()


def refused_in_time_trouble():
    """While nothing can be stored the clocks stand still, and the server notices by itself when storing works again."""
    with Server(data=scratch("halted")) as server:
        table, _ = make_table(server, "classic", starter=0, clock={"kind": "total", "base_ms": 2000})
        a = table[0]
        move = {"table": a.table, "ply": 0, "id": "m", "move": next(m for m in moves_of(a.position) if m["to"] == "floor")}
        fill_disc(server, 4096)
        assert a.socket.ask("move", **move)["code"] == "NOT_STORED"
        left = a.socket.ask("watch", answer=("sync",), table=a.table)["clock"]["left_ms"]
        for _ in range(3):
            time.sleep(0.8)
            sync = a.socket.ask("watch", answer=("sync",), table=a.table)
            assert sync["phase"] == "live" and sync["clock"]["left_ms"] == left, (sync["clock"], left)
        assert server.request("GET", "/readyz")[0] == 503
        fill_disc(server, resource.RLIM_INFINITY)
        assert wait_until(lambda: server.request("GET", "/readyz")[0] == 200), "nobody had to play for this"
        time.sleep(1)
        assert a.socket.ask("move", **move)["t"] == "ok", "there was time to send it again"
        a.wait(lambda: a.phase == "over")  # and the other's clock goes
        assert a.over["cause"] == "time" and a.over["winners"] == [0]


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


def back_while_storing():
    """A player comes back while a move is on its way to the disc: the bot leaves the seat all the same."""
    path = scratch("back")
    with Server(data=path, grace_s=1) as server:
        table, _ = make_table(server, "classic", leaver="bot")
        gone = next(p for p in table if p.to_move())
        other = next(p for p in table if p is not gone)
        gone.socket.close()
        other.wait(other.to_move)  # the bot has sat in and moved
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        move = next(m for m in moves_of(other.position) if m["to"] == "floor")
        other.socket.send("move", table=other.table, ply=other.ply, move=move, id="slow")
        gone.socket = gone.person.connect()
        sync = gone.socket.ask("watch", answer=("sync",), table=gone.table)
        assert sync["seats"][gone.seat]["standin"] is True
        lock.execute("ROLLBACK")
        assert gone.socket.receive("event", lambda m: m["kind"] == "back")["seat"] == gone.seat


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


def backup_and_restore():
    """A copy that is made while people play is whole; put in place of the file, it continues the games."""
    path, copy = scratch("backup"), scratch("copy")
    server = Server(data=path).start()
    table, _ = make_table(server, "classic")
    for p in table[:1] * 4:
        next(q for q in table if q.seat == p.position["seat"]).play()
        for q in table:
            q.wait(lambda r=q: r.n >= max(x.n for x in table))
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("VACUUM INTO ?", (copy,))
    db.close()
    before = table[0].position
    next(q for q in table if q.seat == before["seat"]).play()
    server.stop()
    for end in ("", "-wal", "-shm"):
        if os.path.exists(path + end):
            os.remove(path + end)
    os.rename(copy, path)
    server.start(server.port)
    for q in table:
        q.n = 0
        q.connect()
    assert table[0].position == before
    play_out(table)
    server.stop()


def damage(path, *places):
    with open(path, "r+b") as file:
        for place in places:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 0xff]))


def recover(server, path, new):
    return subprocess.run([server.program, "recover", path, new], capture_output=True, text=True, check=False)


def recovered_with_little_memory():
    """A file that is too large for the memory: said with how much is needed; nothing is written, and nothing changed."""
    path, new = scratch("large"), scratch("large-new")
    with open(path, "wb") as file:
        file.truncate(10**9)
    done = subprocess.run([Server().program, "recover", path, new], capture_output=True, text=True, timeout=60, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (500 * 10**6, 500 * 10**6)))
    assert done.returncode == 1 and "about 2001 MB are needed" in done.stderr and "swap" in done.stderr, done
    assert not os.path.exists(new)
    with open(path, "r+b") as file:
        file.truncate(10**13)  # more than any machine has
    done = subprocess.run([Server().program, "recover", path, new], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "about 20000001 MB are needed" in done.stderr, done
    os.remove(path)


def row_count(path):
    db = sqlite3.connect(path)
    count = db.execute("SELECT count(*) FROM rows").fetchone()[0]
    db.close()
    return count


def recovered():
    """A file that cannot be opened any more is reported together with the way to save it; then every game continues."""
    path = scratch("broken")
    server = Server(data=path).start()
    tables = [make_table(server, rules)[0] for rules in ("classic", "duel", "grey", "crystal1", "crystal2")]
    for players in tables:
        for _ in range(8):
            next(p for p in players if p.seat == players[0].position["seat"]).play()
            for p in players:
                p.wait(lambda q=p, ps=players: q.n >= max(x.n for x in ps))
    server.kill()  # what was stored last is in the log
    assert os.path.getsize(path + "-wal") > 0
    log = recover(server, path, scratch("saved-0")), recover(server, path, scratch("saved-0"))
    assert log[0].returncode == 0 and log[1].returncode == 1 and "already" in log[1].stderr, log
    nothing = scratch("nothing")
    for source in (os.devnull, os.path.dirname(path), nothing):
        new = scratch("saved-nothing")
        failed = recover(server, source, new)
        assert failed.returncode == 1 and "is no file that can be read" in failed.stderr, failed
    open(nothing, "w").close()
    failed = recover(server, nothing, new)
    assert failed.returncode == 1 and "no whole row" in failed.stderr, failed
    assert not os.path.exists(new) and not os.path.exists(new + ".lock"), "a new file without a row stays"
    server.start(server.port)
    server.stop()  # and now all is in the file
    whole = row_count(path)
    for i, places in enumerate(((0,), (100,), (4096,)), 1):
        bad, new = scratch(f"bad-{i}"), scratch(f"saved-{i}")
        shutil.copy(path, bad)
        damage(bad, *places)
        broken = Server(data=bad)
        try:
            broken.start()
            raise AssertionError("started with a damaged file")
        except RuntimeError as error:
            assert (bad + " is damaged" in str(error) or bad + " is no data file" in str(error)) and f"azulejo recover {bad} NEW" in str(error), error
        done = recover(server, bad, new)
        assert done.returncode == 0 and int(done.stdout.split()[0]) == whole, (done, whole)
    server.data = new
    server.start(server.port)
    for players in tables:
        before = players[0].position
        for p in players:
            p.connect()
        assert players[0].position == before
        play_out(players)
    server.stop()


def a_new_table_finds_its_place():
    """Part of the file is damaged: a new table that would come to lie there gets another id."""
    path = scratch("place")
    server = Server(data=path, games_per_person=1000).start()
    person = Person(server)
    make_many(person, 200)
    server.stop()
    with open(path, "rb") as file:
        pages = iter(lambda: file.read(4096), b"")
        leaves = [i for i, page in enumerate(pages) if page[0] == 10 and page.count(b"event/") > 3 and b"seat/" not in page
                  and b"live/" not in page and b"table/" not in page]
    damage(path, 4096 * leaves[len(leaves) // 2])
    server.start(server.port)
    make_many(person, 100)
    assert "store-failed" in server.logged(), "none came to lie there"
    server.stop()


def make_many(person, count):
    s = person.connect()
    for _ in range(count):
        made = s.ask("create", answer=("made",), seats=["me", 1])
        assert made["t"] == "made", made
        s.ask("unwatch", table=made["table"])


def replaced_while_running():
    """A file that is put in place of ours, or taken away, gets no confirmation: it would be worth nothing later."""
    path, aside = scratch("replaced"), scratch("aside")
    server = Server(data=path).start()
    table, _ = make_table(server, "classic")
    table[0].socket.ask("phrase", table=table[0].table, phrase="hello")
    for end in ("", "-wal"):
        os.rename(path + end, aside)
        answer = table[0].socket.ask("phrase", table=table[0].table, phrase="oops")
        assert answer.get("code") == "NOT_STORED", (end, answer)
        assert server.request("GET", "/readyz")[0] == 503
        with open(path + end, "wb"):
            pass
        assert table[0].socket.ask("phrase", table=table[0].table, phrase="oops").get("code") == "NOT_STORED"
        os.rename(aside, path + end)
        assert table[0].socket.ask("phrase", table=table[0].table, phrase="thanks")["t"] == "ok"
    assert "moved or replaced" in server.logged()
    assert server.request("GET", "/readyz")[0] == 200
    server.stop()


def put_row(path, key, data):
    """As the server would have stored it."""
    checksum = hashlib.blake2b(key.encode() + bytes(1) + bytes(4) + data, digest_size=16).digest()
    db = sqlite3.connect(path)
    db.execute("INSERT INTO rows VALUES(?,0,?,?)", (key, data, checksum))
    db.commit()
    db.close()


def old_links():
    """Unused login links leave the store when they are too old."""
    path = scratch("links")
    server = Server(data=path).start()
    assert Person(server).post("/api/link", {})[0] == 200
    server.stop()
    key = "link/" + "0" * 64
    put_row(path, key, b'{"person":"x","until":1}')
    server.start(server.port)
    left = lambda: [k for k, in sqlite3.connect(path).execute("SELECT key FROM rows WHERE key LIKE 'link/%'")]  # noqa: E731
    assert wait_until(lambda: key not in left()), left()
    assert len(left()) == 1, "the new one is still good"
    server.stop()


def named_in(path, *texts):
    """Keys of the rows that name a person."""
    db = sqlite3.connect(path)
    rows = [(key, n, bytes(data)) for key, n, data in db.execute("SELECT key, n, data FROM rows")]
    db.close()
    return [(key, n) for key, n, data in rows for text in texts if text in key or text.encode() in data]


def a_full_life(server, name):
    """Somebody who has played, left tables, made some for others, and asked for links."""
    ann, bob = Person(server, name), Person(server, "Bob")
    assert ann.post("/api/account", {"name": name, "password": "a long password"})[0] == 200
    played, _ = make_table(server, "classic", persons=[bob, ann])
    for p in played:
        p.socket.ask("phrase", table=p.table, phrase="hello")
    for p in played:
        if p.person is ann:
            p.socket.ask("resign", table=p.table)
    host, guest = bob.connect(), ann.connect()
    left = host.ask("create", answer=("made",), rules="grey", public=True)["table"]
    for _ in range(8):
        assert guest.ask("join", table=left, name=name)["t"] == "ok"
        assert guest.ask("leave", table=left)["t"] == "ok"
    for _ in range(60):
        made = guest.ask("create", answer=("made",), rules="duel", seats=["open", "open"])
        assert made["t"] == "made", made
        guest.ask("unwatch", table=made["table"])
    for _ in range(30):
        assert ann.post("/api/link", {})[0] == 200
    return ann, bob, played[0].table, left


def forgotten():
    """After a deletion no row names the person, wherever they sat, left or made a table."""
    path = scratch("forgotten")
    with Server(data=path, games_per_person=1000) as server:
        ann, bob, played, left = a_full_life(server, "Vanishing")
        assert len(named_in(path, ann.id)) > 90
        status, _, body = server.request("GET", "/api/export", cookie=ann.cookie)
        assert status == 200 and left in body.decode() and played in body.decode()
        cookie = ann.cookie
        assert ann.post("/api/delete", {"sure": True})[0] == 200
        assert named_in(path, ann.id, "Vanishing", "vanishing") == [], named_in(path, ann.id, "Vanishing")
        assert Socket(server, cookie).status == 401
        sync = bob.connect().ask("watch", answer=("sync",), table=played)
        assert ann.id not in str(sync) and "Vanishing" not in str(sync) and "-" in [s["name"] for s in sync["seats"]]
        sync = bob.connect().ask("watch", answer=("sync",), table=left)
        assert "Vanishing" not in str(sync)
        server.stop()
        server.start(server.port)
        sync = bob.connect().ask("watch", answer=("sync",), table=played)
        assert sync["t"] == "sync" and "Vanishing" not in str(sync), sync


def forgotten_in_the_running_files():
    """A deletion that is confirmed leaves nothing in the file and its log while the server runs on, as soon as the log has
    been moved and emptied."""
    path = scratch("bytes")
    with Server(data=path, games_per_person=1000) as server:
        ann, bob, _, _ = a_full_life(server, "Vanishing")
        assert raw_mentions(path, ann.id, "Vanishing", "vanishing"), "they were there"
        assert ann.post("/api/delete", {"sure": True})[0] == 200
        assert wait_until(lambda: not raw_mentions(path, ann.id, "Vanishing", "vanishing")), raw_mentions(path, ann.id, "Vanishing")
        assert raw_mentions(path, bob.id), "those who stay are there"


def raw_mentions(path, *texts):
    """Where the bytes of the file, its log and what else lies beside it name somebody."""
    found = []
    for end in ("", "-wal", "-shm", "-mark"):
        if os.path.exists(path + end):
            with open(path + end, "rb") as file:
                content = file.read()
            found += [(end, text, content.count(text.encode())) for text in texts if text.encode() in content]
    return found


def forgotten_for_good():
    """The cookie of a deleted person is void, also that of a guest, also after a restart."""
    path = scratch("void")
    server = Server(data=path).start()
    guest, ann = Person(server), Person(server)
    cookies = [guest.cookie, ann.cookie]
    assert ann.post("/api/account", {"name": "Ann", "password": "a long password"})[0] == 200
    cookies.append(ann.cookie)
    for p in (guest, ann):
        assert p.post("/api/delete", {"sure": True})[0] == 200
    for _ in range(2):
        for cookie in cookies:
            assert Socket(server, cookie).status == 401
            body = json.loads(server.request("POST", "/api/session", {}, cookie)[2])
            assert body["person"] not in (guest.id, ann.id)
        server.stop()
        server.start(server.port)
    assert named_in(path, guest.id, ann.id) == []
    server.stop()


def forgotten_while_others_play():
    """Who has resigned may be forgotten at once; the others play on, also after a restart."""
    path = scratch("resigned")
    server = Server(data=path, games_per_person=1).start()
    table, _ = make_table(server, "classic", 3)
    gone, rest = table[0], table[1:]
    assert gone.person.post("/api/delete", {"sure": True})[0] == 409
    assert gone.socket.ask("resign", table=gone.table)["t"] == "ok"
    mine = gone.socket.ask("mine", answer=("mine",))["tables"]
    assert [t["waits_for_you"] for t in mine] == [False]
    other = gone.socket.ask("create", answer=("made",))
    assert other["t"] == "error" and other["code"] == "TOO_MANY_GAMES", "made the one that goes on"
    assert rest[0].socket.ask("create", answer=("made",))["code"] == "TOO_MANY_GAMES", "plays the one that goes on"
    third = Person(server).connect().ask("create", answer=("made",), public=True)["table"]
    assert gone.socket.ask("join", table=third)["t"] == "ok", "the game that was resigned does not count"
    assert gone.socket.ask("leave", table=third)["t"] == "ok"
    assert gone.person.post("/api/delete", {"sure": True})[0] == 200
    assert named_in(path, gone.person.id) == []
    server.kill()
    server.start(server.port)
    for p in rest:
        p.connect()
    play_out(rest)
    assert 0 not in rest[0].over["winners"] and named_in(path, gone.person.id) == []
    server.stop()


def forgotten_after_a_crash():
    """A deletion that is interrupted, after its first step or any later one, is resumed at the next start."""
    path = scratch("cut")
    server = Server(data=path, games_per_person=1000).start()
    ann, _, _, _ = a_full_life(server, "Halfgone")
    server.kill()
    put_row(path, "gone/" + ann.id, b"{}")  # what the first step does
    db = sqlite3.connect(path)
    db.execute("DELETE FROM rows WHERE key IN ('name/halfgone/', 'skeleton/halfgone/')")
    db.commit()
    db.close()
    for _ in range(3):
        server.start(server.port)
        wait_until(lambda: "event=listening" in server.logged()[-300:])
        server.kill()
    server.start(server.port)
    assert wait_until(lambda: not named_in(path, ann.id)), named_in(path, ann.id)
    server.stop()


def play_moves(players, count):
    for _ in range(count):
        if players[0].phase == "over":
            return
        mover = next(p for p in players if p.seat == players[0].position["seat"])
        mover.play()
        for p in players:
            p.wait(lambda q=p: q.n >= mover.n)


def figure(server, name):
    text = server.request("GET", "/metrics")[2].decode()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith(f"azulejo_{name} "))


def log_reaches_the_file():
    """What was confirmed is in the main file soon, and the log is empty when no game is played."""
    path = scratch("log")
    with Server(data=path) as server:
        table, _ = make_table(server, "classic")
        play_moves(table, 30)
        assert wait_until(lambda: os.path.getsize(path + "-wal") == 0), os.path.getsize(path + "-wal")
        assert os.path.getsize(path) > 4096
        assert figure(server, "log_bytes") == 0 and figure(server, "log_age_seconds") == 0
        assert figure(server, "checkpoints_total") > 0 and figure(server, "checkpoint_failures_total") == 0
        assert figure(server, "data_bytes") == os.path.getsize(path)
        db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)  # without the log
        assert db.execute("SELECT count(*) FROM rows WHERE key=?", ("event/" + table[0].table,)).fetchone()[0] > 30
        db.close()


def killed_with_a_log(name):
    """A server that was killed while its log held moves; returns it, the players and what was confirmed."""
    path = scratch(name)
    server = Server(data=path).start()
    tables = [make_table(server, rules)[0] for rules in ("classic", "duel")]
    for players in tables:
        play_moves(players, 25)
    server.kill()
    assert os.path.getsize(path + "-wal") > 100000, "the log was moved already"
    return server, tables


def all_there(tables):
    for players in tables:
        s = players[0].person.connect()
        if s.status != 101:  # the key that signs cookies is lost
            return False
        if s.ask("watch", answer=("sync",), table=players[0].table).get("n") != players[0].n:
            return False
    return True


def flipped_log():
    """One bit of the log: every move is there, or the server names the loss and changes nothing."""
    chance = random.Random(3)
    seen = {"whole": 0, "refused": 0}
    server, tables = killed_with_a_log("bit")
    path = server.data
    os.link(path, path + ".same")
    kept = {}
    for end in ("", "-wal", "-mark"):
        if os.path.exists(path + end):
            with open(path + end, "rb") as file:
                kept[end] = file.read()
    for _ in range(8):
        for end, whole in kept.items():
            if end == "":
                os.remove(path)
                os.link(path + ".same", path)
            with open(path + end, "wb") as file:
                file.write(whole)
            os.chmod(path + end, 0o600)
        log = bytearray(kept["-wal"])
        log[chance.randrange(len(log))] ^= 1 << chance.randrange(8)
        with open(path + "-wal", "wb") as file:
            file.write(log)
        before = len(server.logged())
        try:
            server.start(server.port)
        except RuntimeError:
            said = server.logged()[before:]
            assert "is damaged" in said and "event=damaged-log" in said and "event=missing" in said, said
            with open(path + "-wal", "rb") as file:
                assert file.read() == bytes(log), "the log was changed"
            seen["refused"] += 1
            continue
        assert all_there(tables), server.logged()[before:]
        seen["whole"] += 1
        server.kill()
    assert seen["whole"] and sum(seen.values()) == 8, seen


def cut_log():
    """A log that is cut or gone: refused by name; with accept-loss the rest is used, and the old files stay."""
    for cut in (0.5, 0, None):
        server, tables = killed_with_a_log(f"cut-{cut}")
        path = server.data
        if cut is None:
            os.remove(path + "-wal")
        else:
            os.truncate(path + "-wal", int(os.path.getsize(path + "-wal") * cut))
        try:
            server.start(server.port)
            raise AssertionError(f"started with a cut log ({cut}): all there {all_there(tables)}")
        except RuntimeError as error:
            assert "is damaged" in str(error) and "--accept-loss 1" in str(error), error
        assert server.process.wait(10) == NEEDS_HOST
        server.settings["accept_loss"] = 1
        server.start(server.port)
        assert "event=repaired-log" in server.logged() and "loss=accepted" in server.logged()
        folder, name = os.path.split(path)
        assert [f for f in os.listdir(folder) if f.startswith(name + ".damaged-")]
        assert not all_there(tables)
        make_table(server, "grey")
        server.stop()


def file_that_is_gone():
    """A server does not begin anew by itself where its file was: another disc may not be mounted, or somebody moved it."""
    path, kept = scratch("gone"), scratch("kept")
    server = Server(data=path).start()
    Person(server).post("/api/account", {"name": "keeper", "password": "long enough"})
    server.stop()
    os.rename(path, kept)
    for empty in (False, True):
        if empty:
            with open(path, "wb"):
                pass
        try:
            server.start()
            raise AssertionError(f"a new file took its place (empty: {empty})")
        except RuntimeError as error:
            assert "is damaged: the file is empty or gone, and was not" in str(error), error
        assert server.process.wait(10) == NEEDS_HOST
        assert os.path.exists(path) == empty and os.path.exists(path + "-mark"), "something was changed"
    os.replace(kept, path)
    with Server(data=path) as again:
        taken = Person(again).post("/api/account", {"name": "keeper", "password": "long enough"})
        assert taken[0] == 409, taken
    for end in ("", "-mark"):
        os.remove(path + end)
    with Server(data=path) as empty:
        assert Person(empty).post("/api/account", {"name": "keeper", "password": "long enough"})[0] == 200
    os.remove(path)
    with Server(data=path, accept_loss=1) as empty:
        assert Person(empty).post("/api/account", {"name": "keeper", "password": "long enough"})[0] == 200


def head_of_the_file():
    """What holds the file together is damaged: refused with the exit code that keeps systemd from trying again."""
    path = scratch("head")
    server = Server(data=path).start()
    make_table(server, "grey")
    server.stop()
    for at, length in ((0, 100), (4096, 4096)):  # the head, and the root of the tree
        with open(path, "rb") as file:
            whole = file.read()
        with open(path, "r+b") as file:
            file.seek(at)
            file.write(b"\xff" * length)
        try:
            server.start()
            raise AssertionError(f"started without {length} bytes at {at}")
        except RuntimeError as error:
            assert "is damaged" in str(error) and "azulejo recover" in str(error), error
        assert server.process.wait(10) == NEEDS_HOST, at
        with open(path, "wb") as file:
            file.write(whole)
    server.start()
    server.stop()


def one_file_one_server():
    """A second server on the same file is refused, whatever name leads there; a lock file that was removed changes nothing."""
    path = scratch("names")
    with Server(data=path):
        for end in ("", ".lock"):
            other = path + ".other"
            if end and os.path.exists(path + end):
                os.remove(path + end)
            for make in (os.symlink, os.link):
                make(path, other)
                second = Server(data=other)
                try:
                    second.start()
                    second.stop()
                    raise AssertionError(f"two servers on one file by {make.__name__}")
                except RuntimeError as error:
                    assert "another server uses" in str(error), error
                assert second.process.wait(10) == 1, "worth another try"
                os.remove(other)


def foreign_files():
    """A host who names the wrong file finds it as it was: content, mode, and nothing beside it."""
    with tempfile.TemporaryDirectory() as folder:
        names = {end: os.path.join(folder, end) for end in ("text", "other", "pipe", "folder")}
        with open(names["text"], "w", encoding="ascii") as file:
            file.write("root:x:0:0\n" * 500)
        db = sqlite3.connect(names["other"])
        db.execute("CREATE TABLE other(x)")
        db.commit()
        db.close()
        os.mkfifo(names["pipe"], 0o644)
        os.mkdir(names["folder"])
        for end, why, status in (("text", "no SQLite file", NEEDS_HOST), ("other", "tables of another program", NEEDS_HOST),
                                 ("pipe", "no file that can", 1), ("folder", "Is a directory", 1)):
            path = names[end]
            os.chmod(path, 0o644)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    whole = file.read()
            server = Server(data=path)
            try:
                server.start()
                raise AssertionError(f"started with {end}")
            except RuntimeError as error:
                assert why in str(error), error
            assert server.process.wait(10) == status, end
            assert os.stat(path).st_mode & 0o777 == 0o644, end
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    assert file.read() == whole, end
        assert sorted(os.listdir(folder)) == sorted(names), os.listdir(folder)


def odd_files_beside():
    """A link or a pipe beside the file is named, and nothing is written through it, chmod included; without it all is there."""
    path, victim = scratch("odd"), scratch("victim")
    with Server(data=path) as server:
        players, _ = make_table(server, "grey")
        next(p for p in players if p.to_move()).play()
        server.kill()
    shutil.copy(path, victim)
    os.chmod(victim, 0o644)
    with open(victim, "rb") as file:
        before = file.read()
    for end, what in (("-mark", "link"), ("-wal", "link"), ("-shm", "link"), ("-mark", "pipe"), ("-wal", "pipe")):
        kept = path + ".kept"
        os.rename(path + end, kept)
        if what == "link":
            os.symlink(victim, path + end)
        else:
            os.mkfifo(path + end)
        try:
            Server(data=path).start()
            raise AssertionError(f"started with a {what} as {end}")
        except RuntimeError as error:
            assert f"{path}{end} is " in str(error) and "Nothing was changed" in str(error), error
        with open(victim, "rb") as file:
            assert file.read() == before and os.stat(victim).st_mode & 0o777 == 0o644, end
        os.rename(kept, path + end)
    with Server(data=path) as server:
        assert Socket(server, players[0].person.cookie).ask("watch", answer=("sync",), table=players[0].table)["ply"] == 1


def private_file():
    """A data file that others can read is named and made private."""
    path = scratch("mode")
    server = Server(data=path).start()
    server.stop()
    os.chmod(path, 0o644)
    server.start()
    assert "event=file-mode" in server.logged() and "mode=0644" in server.logged()
    assert os.stat(path).st_mode & 0o777 == 0o600
    for end in ("-wal", "-mark"):
        assert os.stat(path + end).st_mode & 0o777 == 0o600, end
    server.stop()


def main():
    c = Checks()
    for test in (damaged_rows, damaged_table_row, unreadable_pages_are_named, flipped_bytes, pairs_at_once, full_disc, full_at_the_start, refused_in_time_trouble, graceful_restart, back_while_storing, accounts_last, old_links,
                 forgotten, forgotten_in_the_running_files, forgotten_for_good, forgotten_while_others_play, forgotten_after_a_crash, backup_and_restore, recovered, recovered_with_little_memory, a_new_table_finds_its_place, replaced_while_running,
                 log_reaches_the_file, flipped_log, cut_log, file_that_is_gone, head_of_the_file, one_file_one_server, foreign_files, odd_files_beside, private_file):
        c.run(test.__name__.replace("_", " "), test)
    c.end()


main()
