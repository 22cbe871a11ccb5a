#!/usr/bin/env python3
"""`azulejo admin`: every action with a running server and without one; backups and bans; and that an owner is
never locked out of an account, and can export all that is kept. Arguments: names of tests; without any all run."""
import ctypes
import errno
import fcntl
import json
import os
import platform
import resource
import shutil
import socket
import sqlite3
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
import serverlib  # noqa: E402
import shimlib  # noqa: E402
from serverlib import AZULEJO, Checks, Closed, MovedClock, Person, Player, Socket, make_table, play_out, wait_until  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
PASSWORD = "a long password"


class Server(serverlib.Server):
    """Hashes passwords quickly, where the time that it takes (a sixteenth of a second and 64 MiB) is not what is tested."""

    def __init__(self, slow_hashes=False, **settings):
        super().__init__(env={} if slow_hashes else shimlib.preload("quick_hash"), **settings)


def scratch(name):
    return os.path.join(os.environ.get("TMPDIR", "/tmp"), f"admin-{name}-{os.getpid()}.db")


def admin(path, *words, status=0, stdin="", umask=0o022, env=None):
    """Runs an action; returns what it printed, or its one line of complaint."""
    done = subprocess.run([AZULEJO, "admin", "--data", path, *words], input=stdin, capture_output=True, text=True,
                          timeout=60, umask=umask, env={**os.environ, **(env or {})})
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    if status:
        assert done.stdout == "" and done.stderr.count("\n") == 1, (words, done.stdout, done.stderr)
        return done.stderr
    return done.stdout


def asked(path, *words, env=None):
    return json.loads(admin(path, *words, "--json", env=env))


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def account(server, name):
    who = Person(server, name)
    assert who.post("/api/account", {"name": name, "password": PASSWORD})[0] == 200
    return who


def closed_with(sock):
    try:
        while True:
            sock.read()
    except Closed as end:
        return end.code


def audited(path):
    return [entry["args"] for entry in asked(path, "audit", "--limit", "1000")]


# ---- The command itself --------------------------------------------------------------------------------------


def usage():
    """Wrong calls are one line and 2; a missing file or thing is one line and 1."""
    path = scratch("usage")
    text = subprocess.run([AZULEJO, "admin", "--help"], capture_output=True, text=True, timeout=20, check=True).stdout
    actions = ("people", "person", "tables", "table", "password", "rename", "delete", "ban", "unban", "bans", "close",
               "remove-finished", "sizes", "backup", "restore", "check", "audit")
    for action in actions:
        assert f"\n  {action}" in text, action
        own = subprocess.run([AZULEJO, "admin", action, "--help"], capture_output=True, text=True, timeout=20, check=True)
        assert own.stdout.startswith(f"usage: azulejo admin {action}"), own.stdout
    for words in (("nothing",), ("person",), ("rename", "one"), ("ban", "x", "--for", "7"), ("tables", "--phase", "new"),
                  ("remove-finished",), ("delete", "x"), ("people", "--limit", "0"), ("sizes", "--limit", "3"), ("bans", "--nothing")):
        admin(path, *words, status=2)
    assert "no data file" in admin(path, "people", status=1)
    assert not os.path.exists(path), "looking makes no file"


def the_socket():
    """Private, made anew where an old one lies, removed at the end; nothing but /admin answers there, and only there."""
    path = scratch("socket")
    old = socket.socket(socket.AF_UNIX)
    old.bind(path + ".admin")
    old.close()
    with Server(data=path) as server:
        assert mode(path + ".admin") == 0o600 and stat.S_ISSOCK(os.stat(path + ".admin").st_mode)
        who = account(server, "Sock")
        for method in ("POST", "GET"):
            status, _, _ = server.request(method, "/admin", {"action": "note", "user": "x", "args": ["x"]}, who.cookie)
            assert status == 404, (method, status)
        assert audited(path) == []
        for request in (b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
                        b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
                        b"GET /ws HTTP/1.1\r\nhost: x\r\norigin: http://x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
                        b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"):
            local = socket.socket(socket.AF_UNIX)
            local.settimeout(10)
            local.connect(path + ".admin")
            local.sendall(request)
            assert local.recv(100).startswith(b"HTTP/1.1 404"), request
            local.close()
        link = scratch("link")
        os.symlink(path, link)
        admin(link, "rename", "Sock", "Sock-2")
        assert [p["name"] for p in asked(path, "people")] == ["Sock-2"]
    assert not os.path.exists(path + ".admin")


def a_long_path():
    """A path too long for a socket: the server runs and says so; a change says what to do."""
    folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), "x" * 100)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"long-{os.getpid()}.db")
    with Server(data=path) as server:
        account(server, "Long")
        assert "event=no-admin" in server.logged()
        assert [p["name"] for p in asked(path, "people")] == ["Long"]
        done = subprocess.run([AZULEJO, "admin", "--data", path, "rename", "Long", "Short"], capture_output=True,
                              text=True, timeout=20, check=False)
        assert done.returncode == 1 and "shorter path" in done.stderr, done.stderr
    admin(path, "rename", "Long", "Short")


def a_full_server():
    """Visitors who take all connections leave room for the host."""
    path = scratch("full")
    with Server(data=path, sockets_max=16) as server:
        account(server, "Inside")
        held = []
        for _ in range(64):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=10))
        time.sleep(0.2)
        admin(path, "ban", "Inside")
        for one in held:
            one.close()


# ---- People --------------------------------------------------------------------------------------------------


def people():
    path = scratch("people")
    server = Server(data=path).start()
    ann, bob = account(server, "Ann-Lee"), account(server, "Bob")
    guest = Person(server, "Gus")
    table, _ = make_table(server, "classic", persons=[bob, guest])
    for online in (True, False):
        if not online:
            server.stop()
        assert [p["name"] for p in asked(path, "people")] == ["Ann-Lee", "Bob"]
        assert [p["person"] for p in asked(path, "people", "nn-l")] == [ann.id]
        assert asked(path, "people", "zzz") == [] and len(asked(path, "people", "--limit", "1")) == 1
        who = asked(path, "person", "BOB")
        assert (who["person"], who["account"], who["unfinished"], who["finished"]) == (bob.id, True, 1, 0), who
        who = asked(path, "person", guest.id)
        assert (who["account"], who["unfinished"]) == (False, 1), who
        assert "Bob" in admin(path, "person", "name:bob") and "guest" in admin(path, "person", "id:" + guest.id)
        assert "nobody" in admin(path, "person", "Nobody", status=1)
        found = asked(path, "tables", "--person", "bob")
        assert [t["table"] for t in found] == [table[0].table]
        one = asked(path, "table", table[0].table)
        assert one["phase"] == "live" and one["options"]["rules"] == "classic" and one["events"] >= 5, one
        assert {s["person"] for s in one["seats"]} == {bob.id, guest.id} and one["maker"] == bob.id
        assert "Gus" in admin(path, "table", table[0].table)
        sizes = asked(path, "sizes")
        assert (sizes["accounts"], sizes["live"], sizes["over"]) == (2, 1, 0) and sizes["kinds"]["event"]["rows"] >= 6


def passwords():
    """A new password ends all sessions; the old one is worth nothing; the log names it nowhere."""
    path = scratch("password")
    server = Server(data=path, slow_hashes=True).start()
    ann = account(server, "Ann")
    sock = ann.connect()
    first = admin(path, "password", "ann").strip()
    assert len(first) == 20 and closed_with(sock) == 1008
    assert Socket(server, ann.cookie).status == 401
    assert Person(server).post("/api/login", {"name": "Ann", "password": PASSWORD})[0] == 403
    assert Person(server).post("/api/login", {"name": "Ann", "password": first})[0] == 200
    admin(path, "password", "ann", "--stdin", stdin="short\n", status=1)
    server.stop()
    assert admin(path, "password", ann.id, "--stdin", stdin="my own password\n") == ""
    server.start()
    assert Person(server).post("/api/login", {"name": "Ann", "password": "my own password"})[0] == 200
    assert Person(server).post("/api/login", {"name": "Ann", "password": first})[0] == 403
    assert audited(path) == [["password", ann.id]] * 2
    assert "guest" in admin(path, "password", make_table(server)[0][0].person.id, status=1)
    server.stop()
    rows = b"".join(row[0] for row in sqlite3.connect(path).execute("SELECT data FROM rows"))
    assert first.encode() not in rows and b"my own password" not in rows


def names():
    path = scratch("names")
    server = Server(data=path).start()
    ann, _ = account(server, "Ann"), account(server, "Bob")
    assert "looks so" in admin(path, "rename", "Ann", "b0b", status=1)
    assert "24 letters" in admin(path, "rename", "Ann", "A nn", status=1)
    admin(path, "rename", "Ann", "ANN")
    assert [p["name"] for p in asked(path, "people", "ann")] == ["ANN"]
    admin(path, "rename", "ann", "Carla")
    assert ann.connect().welcome["name"] == "Carla", "the session stays good"
    assert Person(server).post("/api/login", {"name": "carla", "password": PASSWORD})[0] == 200
    assert Person(server).post("/api/login", {"name": "ann", "password": PASSWORD})[0] == 403
    account(server, "Ann")  # the old name is free again
    server.stop()
    admin(path, "rename", "Carla", "Dora")
    assert sorted(p["name"] for p in asked(path, "people")) == ["Ann", "Bob", "Dora"]
    assert audited(path) == [["rename", ann.id]] * 3
    assert admin(path, "audit").count(f'["rename","{ann.id}"]  Dora') == 3


def id_as_a_name():
    """Somebody who takes another one's id for a name does not get that one banned."""
    path = scratch("id")
    with Server(data=path) as server:
        victim = account(server, "Victim")
        bully = account(server, victim.id)
        assert "id:" in admin(path, "ban", victim.id, status=1)
        admin(path, "ban", "name:" + victim.id)
        assert [b["person"] for b in asked(path, "bans")] == [bully.id]


def dashed_ids():
    """One id in 64 begins with a dash; none is taken for an option."""
    path = scratch("dash")
    with Server(data=path):
        pass
    for table in ("-bcdefghijkl", "--cdefghijkl", "-older-thano"):
        assert f'"{table}"' in admin(path, "close", table, status=1), table
        assert "no table" in admin(path, "table", table, status=1)
    for person in ("-T8LCffov2KhQpfx1lTT-w", "--8LCffov2KhQpfx1lTT-w"):
        assert "nobody" in admin(path, "ban", person, "--for", "1d", status=1)
        assert "nobody" in admin(path, "tables", "--person", person, status=1)
    admin(path, "close", "-b", status=2)
    with tempfile.TemporaryDirectory() as folder:  # only an id may look so
        for words in (("backup", "-9AbCdEfGhIj"), ("restore", "-9AbCdEfGhIj")):
            done = subprocess.run([AZULEJO, "admin", "--data", os.path.abspath(path), *words], capture_output=True, text=True,
                                  cwd=folder, timeout=20, check=False)
            assert done.returncode == 2 and "./-9AbCdEfGhIj" in done.stderr and not os.listdir(folder), done
    with Server(data=path) as server:
        account(server, "-abcdefghij-")
        assert "-abcdefghij-" in admin(path, "person", "--", "-abcdefghij-")
        assert "-abcdefghij-" in admin(path, "person", "name:-abcdefghij-")
        assert "after --" in admin(path, "rename", "name:-abcdefghij-", "-9AbCdEfGhIj", status=2)
        assert "called -9AbCdEfGhIj" in admin(path, "rename", "--", "-abcdefghij-", "-9AbCdEfGhIj")


def odd_backups():
    """A name that the audit log cannot hold is refused before anything is written; a full target is named; a hard link
    beside a running server is refused."""
    path, copy = scratch("odd"), scratch("odd-copy")
    with Server(data=path) as server:
        account(server, "Ann")
        done = subprocess.run([AZULEJO, "admin", "--data", path, "backup", os.fsencode(copy) + b"\xff"], capture_output=True,
                              timeout=20, check=False)
        assert done.returncode == 2 and b"UTF-8" in done.stderr and not os.path.exists(os.fsencode(copy) + b"\xff"), done
        link = scratch("odd-link")
        os.link(path, link)
        for words in (("people",), ("password", "Ann"), ("backup", copy)):
            assert "by another name" in admin(link, *words, status=1), words
        assert not [f for f in os.listdir(os.path.dirname(link)) if f.startswith(os.path.basename(link) + "-")]
        assert "Ann" in admin(path, "people"), "the server's own name is right"
        os.unlink(link)

        def little_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        done = subprocess.run([AZULEJO, "admin", "--data", path, "backup", copy], capture_output=True, text=True,
                              preexec_fn=little_room, timeout=20, check=False)
        assert done.returncode == 1 and copy in done.stderr, done
        assert not [f for f in os.listdir(os.path.dirname(copy)) if f.startswith(os.path.basename(copy))], "nothing is left"


def backup_beside_another():
    """What a killed backup has left is written over; a backup that runs, and any other file, is left alone."""
    path, copy = scratch("part"), scratch("part-copy")
    with Server(data=path) as server:
        account(server, "Ann")
        shutil.copy(path, copy + ".part")
        os.truncate(copy + ".part", 4096 + 100)
        with open(copy + ".part", "rb") as running:
            fcntl.flock(running, fcntl.LOCK_EX)
            assert "another program" in admin(path, "backup", copy, status=1)
        assert os.path.getsize(copy + ".part") == 4096 + 100 and not os.path.exists(copy)
        admin(path, "backup", copy)
        assert mode(copy) == 0o600 and not os.path.exists(copy + ".part")
        assert [p["name"] for p in asked(copy, "people")] == ["Ann"]
        early = scratch("part-early")  # its first page, which SQLite writes late, was not written yet
        with open(early + ".part", "wb") as f:
            f.write(bytes(4096) + os.urandom(4096))
        with open(early + ".part-journal", "wb") as f:
            f.write(os.urandom(1024))
        admin(path, "backup", early)
        assert not [f for f in os.listdir(os.path.dirname(early)) if f.startswith(os.path.basename(early) + ".")]
        other = scratch("part-other")
        with open(other + ".part", "w", encoding="ascii") as f:
            f.write("a letter\n")
        assert "no unfinished backup" in admin(path, "backup", other, status=1)
        os.unlink(other + ".part")
        os.link(path, other + ".part")
        assert "another program" in admin(path, "backup", other, status=1)
        os.unlink(other + ".part")
        os.symlink(path, other + ".part")
        admin(path, "backup", other, status=1)
        assert "Ann" in admin(path, "people") and not os.path.exists(other)


def odd_restores():
    """What is no backup is refused by its own name, at once, and nothing is left beside the data file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "data.db")
        with Server(data=path):
            pass
        os.mkdir(path + ".folder")
        os.mkfifo(path + ".pipe")
        with open(path + ".text", "w", encoding="ascii") as f:
            f.write("no database\n")
        db = sqlite3.connect(path + ".other")
        db.execute("CREATE TABLE other(x)")
        db.commit()
        db.close()
        before = sorted(os.listdir(folder))
        with open(path, "rb") as f:
            whole = f.read()
        for end, why in (("folder", "no regular file"), ("pipe", "no regular file"), ("text", "nothing was changed"),
                         ("other", "nothing was changed"), ("none", "No such file")):
            said = admin(path, "restore", f"{path}.{end}", status=1)
            assert f"{path}.{end}: " in said and why in said, said
        with open(path, "rb") as f:
            assert f.read() == whole
        assert sorted(os.listdir(folder)) == before, os.listdir(folder)
        backup = os.path.join(folder, "backup")
        admin(path, "backup", backup)
        for end in ("folder", "pipe"):  # root could put a file in place of a device
            said = admin(f"{path}.{end}", "restore", backup, status=1)
            assert "no regular file" in said or "Is a directory" in said, said
        assert stat.S_ISFIFO(os.stat(path + ".pipe").st_mode)


def older_format():
    """A file of an older format is checked row by row, backed up and restored, and never migrated by `admin`."""
    path, copy = scratch("old"), scratch("old-copy")
    shutil.copy(os.path.join(HERE, "..", "formats", "1.db"), path)
    with open(path, "rb") as f:
        before = f.read()

    def untouched(where):
        with open(where, "rb") as f:
            return f.read() == before and not os.path.exists(where + ".format-1")
    checked = admin(path, "check")
    assert ": 0 wrong" in checked and "format 1: start the server once" in checked, checked
    for words in (("ban", "10.0.0.1"), ("password", "nobody"), ("close", "abcdefghijkl")):
        assert "format 1" in admin(path, *words, status=1), words
    done = subprocess.run([AZULEJO, "admin", "--data", path, "backup", copy], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and "nothing is written to its audit log" in done.stderr, done
    assert untouched(path)
    assert "kept as" in admin(path, "restore", copy)
    assert "format 1" in admin(path, "check")
    with Server(data=path):
        assert admin(path, "check").endswith(" 0 wrong\n")
    db = sqlite3.connect(copy)
    db.execute("UPDATE rows SET data=X'7b7d' WHERE key LIKE 'event/%' AND n=1")
    db.commit()
    db.close()
    done = subprocess.run([AZULEJO, "admin", "--data", path, "restore", copy], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "nothing was changed" in done.stderr, done


def what_is_no_change():
    """Who looks at somebody's addresses, or makes a copy, stands in the audit log, with a server and without one; where the
    file cannot be written to, that is said. What shows no addresses leaves no entry."""
    path, copy = scratch("look"), scratch("look-copy")
    with Server(data=path) as server:
        ann = account(server, "Ann")
        admin(path, "person", "ann")
        admin(path, "person", "nobody", status=1)
        assert audited(path) == [["person", ann.id]]
    admin(path, "person", "Ann")
    admin(path, "backup", copy)
    for words in (("people",), ("bans",), ("sizes",), ("tables",), ("check",), ("audit",)):
        admin(path, *words)
    assert audited(path) == [["person", ann.id]] * 2 + [["backup", copy]]
    assert audited(copy) == [["person", ann.id]] * 2
    before = audited(path)
    with Server(data=path) as server:
        ann.server = server
        assert ann.post("/api/session", {})[1]["name"] == "Ann", "the server goes on with the file"
        assert audited(path) == before


# ---- Bans ----------------------------------------------------------------------------------------------------


def refused(answer, reason=""):
    status, body = answer
    return status == 403 and body["code"] == "BANNED" and reason in body["text"] and "until" in body


def ban_of_a_person():
    path = scratch("ban")
    server = Server(data=path).start()
    ann, bob = account(server, "Ann"), account(server, "Bob")
    status, link = ann.post("/api/link", {})
    assert status == 200
    sock, other = ann.connect(), bob.connect()
    start = time.time()
    admin(path, "ban", "Ann", "--for", "12h", "--reason", "was rude")
    assert closed_with(sock) == 1008 and other.ask("ping", answer=("pong",))["t"] == "pong"
    for again in range(2):
        assert Socket(server, ann.cookie).status == 403
        assert refused(ann.post("/api/session", {}), "was rude")
        until = ann.post("/api/session", {})[1]["until"] / 1000
        assert abs(until - start - 12 * 3600) < 60
        assert refused(Person(server).post("/api/login", {"name": "Ann", "password": PASSWORD}))
        assert Person(server).post("/api/login", {"name": "Ann", "password": "a wrong one"})[1]["code"] == "WRONG"
        assert refused(Person(server).post("/api/login-link", {"token": link["token"]}))
        assert server.request("GET", "/api/export", cookie=ann.cookie)[0] == 200, "one's data stay one's own"
        assert Person(server).connect().status == 101, "the address is not banned"
        if not again:  # it holds after a restart
            server.stop()
            assert [b["name"] for b in asked(path, "bans")] == ["Ann"]
            server.start(server.port)
    admin(path, "unban", "ann")
    assert "not banned" in admin(path, "unban", "ann", status=1)
    assert ann.connect().status == 101
    guest = Person(server)
    table, _ = make_table(server, persons=[guest, Person(server, "Somebody")])
    admin(path, "ban", guest.id)
    assert closed_with(table[0].socket) == 1008
    assert refused(guest.post("/api/account", {"name": "Gus", "password": PASSWORD})), "no account by a banned guest"
    server.stop()
    admin(path, "unban", guest.id)
    server.start(server.port)
    assert guest.connect().status == 101
    assert [a[0] for a in audited(path)] == ["ban", "unban", "ban", "unban"]
    server.stop()


def ban_of_addresses():
    path = scratch("range")
    server = Server(data=path, proxy=1).start()

    def session(address):
        status, _, body = server.request("POST", "/api/session", {}, headers={"X-Forwarded-For": address})
        return status, json.loads(body)

    who = Person(server)

    def opened(address):
        return Socket(server, who.cookie, more=["X-Forwarded-For: " + address])

    sock, other = opened("10.1.2.3"), opened("10.2.0.1")
    assert "10.1.0.0/16" in admin(path, "ban", "10.1.77.77/16", "--reason", "spam")
    assert closed_with(sock) == 1008 and other.ask("ping", answer=("pong",))["t"] == "pong"
    assert "2001:db8::/64" in admin(path, "ban", "2001:db8::5")
    for _ in range(2):
        assert refused(session("10.1.255.255"), "spam") and session("10.2.0.0")[0] == 200
        assert refused(session("2001:db8::ffff")) and session("2001:db8:0:1::")[0] == 200
        assert refused(session("::ffff:10.1.0.1"))
        assert opened("10.1.2.3").status == 403 and opened("10.3.0.1").status == 101
        server.stop()
        server.start(server.port)
    assert "too much" in admin(path, "ban", "0.0.0.0/0", status=1) and "no address" in admin(path, "ban", "1.2.3", status=1)
    for six in ("::1", "::/64", "::/16"):  # IPv4 is no part of IPv6
        admin(path, "ban", six)
        assert session("198.51.100.7")[0] == 200 and session("2a00::1")[0] == 200 and refused(session("::1")), six
        admin(path, "unban", six)
    admin(path, "ban", "127.0.0.1")  # the host is not locked out by it
    admin(path, "unban", "127.0.0.1")
    admin(path, "unban", "10.1.0.0/16")
    assert session("10.1.255.255")[0] == 200
    assert [b["address"] for b in asked(path, "bans")] == ["2001:db8::/64"]
    server.stop()


def ban_that_ends():
    path = scratch("expiry")
    server = Server(data=path).start()
    ann = account(server, "Ann")
    admin(path, "ban", "Ann", "--for", "2s")
    admin(path, "ban", "192.0.2.1", "--for", "1s")
    assert Socket(server, ann.cookie).status == 403
    assert wait_until(lambda: Socket(server, ann.cookie).status == 101)
    assert wait_until(lambda: asked(path, "bans") == [])
    server.stop()
    server.start(server.port)  # what is over leaves the file as well
    assert wait_until(lambda: asked(path, "sizes")["kinds"].get("ban") is None)
    server.stop()


# ---- Tables --------------------------------------------------------------------------------------------------


def closing():
    path = scratch("close")
    server = Server(data=path).start()
    players, _ = make_table(server, "classic")
    watcher = players[1].socket
    admin(path, "close", players[0].table, "--reason", "fight")
    for p in players:
        p.wait(lambda q=p: q.phase == "over")
        assert p.over["cause"] == "closed" and p.over["winners"] == [], p.over
    assert "over already" in admin(path, "close", players[0].table, status=1)
    assert server.request("GET", "/api/record/" + players[0].table, cookie=players[0].person.cookie)[0] == 200
    maker = Person(server)
    first = maker.connect()
    made = first.ask("create", answer=("made",), rules="duel", public=True)
    admin(path, "close", made["table"])
    assert first.receive("removed")["cause"] == "closed"
    assert watcher.ask("watch", answer=("sync",), table=made["table"])["code"] == "NO_TABLE"
    assert asked(path, "tables", "--phase", "open") == []
    live, _ = make_table(server, "classic")
    waiting = maker.connect().ask("create", answer=("made",), rules="duel")["table"]
    server.stop()
    admin(path, "close", live[0].table)
    admin(path, "close", waiting)
    assert asked(path, "table", live[0].table)["cause"] == "closed"
    rows = [r[0] for r in sqlite3.connect(path).execute("SELECT key FROM rows")]
    assert not [k for k in rows if waiting in k or made["table"] in k], rows
    assert [a[:2] for a in audited(path)] == [["close", t] for t in (players[0].table, made["table"], live[0].table, waiting)]
    assert admin(path, "check").endswith("0 wrong\n")
    server.start()
    again = [Player(p.person, p.table).connect() for p in live]
    assert again[0].phase == "over" and again[0].over["cause"] == "closed"
    server.stop()


def removing():
    """Only what was over long enough goes, and all of it."""
    path = scratch("remove")
    clock = MovedClock()
    server = Server(data=path, clock=clock).start()
    over = [make_table(server, "classic")[0] for _ in range(3)]
    for players in over:
        players[0].socket.ask("resign", table=players[0].table)
        players[1].wait(lambda q=players[1]: q.phase == "over")
    live, _ = make_table(server, "classic")
    clock.move(3 * 3600)
    late, _ = make_table(server, "classic")
    late[0].socket.ask("resign", table=late[0].table)
    late[1].wait(lambda: late[1].phase == "over")
    assert asked(path, "remove-finished", "--older-than", "1d", env=clock.env)["removed"] == 0
    assert asked(path, "remove-finished", "--older-than", "1h", "--dry-run", env=clock.env)["found"] == 3
    assert len(asked(path, "tables", "--phase", "over")) == 4
    assert asked(path, "remove-finished", "--older-than", "1h", env=clock.env)["removed"] == 3
    rows = [r[0] for r in sqlite3.connect(path).execute("SELECT key FROM rows")]
    assert not [k for k in rows for players in over if players[0].table in k]
    assert {t["table"] for t in asked(path, "tables")} == {live[0].table, late[0].table}
    assert live[0].socket.ask("ping", answer=("pong",))["t"] == "pong"
    server.stop()
    clock.move(3 * 3600)
    assert "1 finished" in admin(path, "remove-finished", "--older-than", "1h", env=clock.env)
    assert {t["table"] for t in asked(path, "tables")} == {live[0].table}
    assert audited(path) == [["remove-finished", "--older-than", "1h"]] * 2
    server.start()
    play_out([Player(p.person, p.table).connect() for p in live])
    server.stop()


def deletion():
    """A host deletes an account or a guest: nothing names the person any more, the old cookie is void, games stay."""
    path = scratch("delete")
    server = Server(data=path).start()
    ann, guest = account(server, "Ann-Lea"), Person(server, "Gerhardine")
    players, _ = make_table(server, "duel", persons=[ann, guest])
    assert "cannot be undone" in admin(path, "delete", "Ann-Lea", status=2)
    for who in ("Ann-Lea", guest.id):
        assert "not over" in admin(path, "delete", who, "--sure", status=1)
    admin(path, "close", players[0].table)
    admin(path, "ban", "Ann-Lea", "--reason", "Ann-Lea insulted others")
    assert "nobody" in admin(path, "delete", "Nobody", "--sure", status=1)
    sock = guest.connect()
    assert "deleted" in admin(path, "delete", guest.id, "--sure")
    assert closed_with(sock) == 1008
    assert server.request("GET", "/api/export", cookie=guest.cookie)[0] == 404
    server.stop()
    assert "deleted" in admin(path, "delete", "Ann-Lea", "--sure")
    data = b"".join(k.encode() + d for k, d in sqlite3.connect(path).execute("SELECT key, data FROM rows"))
    for word in (ann.id, guest.id, "Ann-Lea", "Gerhardine"):
        assert word.encode() not in data, word
    assert audited(path) == [["close", players[0].table], ["ban", "-"], ["delete", "-"], ["delete", "-"]], audited(path)
    assert admin(path, "check").endswith("0 wrong\n")
    with open(path, "rb") as f:
        whole = f.read()
    assert ann.id.encode() not in whole and guest.id.encode() not in whole, "not in free pages either"
    server.start()
    assert Socket(server, ann.cookie).status == 401 and server.request("GET", "/api/export", cookie=ann.cookie)[0] == 404
    account(server, "Ann-Lea")  # the name is free again
    assert asked(path, "table", players[0].table)["phase"] == "over"
    server.stop()


# ---- The file ------------------------------------------------------------------------------------------------


def play_some(players, moves):
    for _ in range(moves):
        next(p for p in players if p.seat == players[0].position["seat"]).play()
        for p in players:
            p.wait(lambda q=p: q.n >= max(x.n for x in players))


def backup_and_restore():
    """A rehearsal: back up, play on, restore; the games are as they were at the backup, and can be continued."""
    path, copy = scratch("file"), scratch("copy")
    server = Server(data=path).start()
    players, _ = make_table(server, "classic")
    ann = account(server, "Ann")
    play_some(players, 5)
    before, n = players[0].position, players[0].n
    admin(path, "backup", copy, umask=0)
    assert mode(copy) == 0o600, oct(mode(copy))
    assert "there already" in admin(path, "backup", copy, status=1)
    play_some(players, 5)
    account(server, "Later")
    assert "server uses it" in admin(path, "restore", copy, status=1)
    server.stop()
    offline = scratch("offline")
    admin(path, "backup", offline, umask=0)
    assert mode(offline) == 0o600
    assert "kept as" in admin(path, "restore", copy, umask=0)
    assert mode(path) == 0o600
    kept = [f for f in os.listdir(os.path.dirname(path)) if f.startswith(os.path.basename(path) + ".before-restore-")]
    aside = os.path.join(os.path.dirname(path), min(kept, key=len))
    assert [p["name"] for p in asked(aside, "people")] == ["Ann", "Later"], "nothing is lost"
    assert [a[0] for a in audited(path)] == ["restore"] and audited(aside) == [["backup", copy], ["backup", offline]]
    server.start(server.port)
    again = [Player(p.person, p.table).connect() for p in players]
    assert again[0].position == before and again[0].n == n
    assert [p["name"] for p in asked(path, "people")] == ["Ann"]
    assert ann.connect().status == 101
    play_out(again)
    server.stop()


def killed_restore():
    """What a restore that was killed has left is gone after the next one; at no moment is the data file not whole."""
    path, copy = scratch("cut"), scratch("cut-copy")
    with Server(data=path) as server:
        account(server, "Ann")
        admin(path, "backup", copy)
    begins = os.path.basename(path) + ".restor"

    def left():
        return [f for f in os.listdir(os.path.dirname(path)) if f.startswith(begins)]
    for step in range(200):
        process = subprocess.Popen([AZULEJO, "admin", "--data", path, "restore", copy], stdout=subprocess.DEVNULL)
        while not left() and process.poll() is None:
            pass  # until it has begun to copy
        process.kill()
        process.wait()
        assert [p["name"] for p in asked(path, "people")] == ["Ann"], step
        if left():
            break
    assert left(), "no restore was cut off"
    admin(path, "restore", copy)
    assert not left(), left()


def log_without_a_file():
    """A host moved the file away, but not its log: what a restore puts in place does not get the old log's rows."""
    path, copy = scratch("moved"), scratch("moved-copy")
    server = Server(data=path).start()
    account(server, "Ann")
    admin(path, "backup", copy)
    account(server, "Later")
    server.kill()
    assert os.path.getsize(path + "-wal") > 0
    os.rename(path, path + ".broken")
    said = admin(path, "restore", copy)
    assert "kept as" in said, said
    assert [p["name"] for p in asked(path, "people")] == ["Ann"]
    aside = said.strip().rsplit(" ", 1)[1]
    assert os.path.getsize(aside + "-wal") > 0 and not os.path.exists(aside), os.listdir(os.path.dirname(path))
    os.rename(path + ".broken", aside)
    assert [p["name"] for p in asked(aside, "people")] == ["Ann", "Later"], "nothing is lost"


def without_links():
    """What to call between fork and exec, so that making a link fails as on a memory stick's file system."""
    calls = {"x86_64": (86, 265), "aarch64": (37,)}[platform.machine()]
    code = struct.pack("=HBBI", 0x20, 0, 0, 0)  # the number of the system call
    for number in calls:
        code += struct.pack("=HBBI", 0x15, 0, 1, number) + struct.pack("=HBBI", 0x06, 0, 0, 0x00050000 | errno.EPERM)
    code += struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)
    kept = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(code) // 8, ctypes.addressof(kept))
    libc = ctypes.CDLL(None)

    def apply(kept=kept):
        if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
            os._exit(99)
    return apply


def memory_stick():
    """A file system without links can hold a backup, which is put back from there and replaces nothing."""
    if platform.machine() not in ("x86_64", "aarch64"):
        return
    path, copy = scratch("stick"), scratch("stick-copy")
    with Server(data=path) as server:
        account(server, "Ann")
    no_links = without_links()
    for words, status in ((("backup", copy), 0), (("backup", copy), 1), (("restore", copy), 0)):
        done = subprocess.run([AZULEJO, "admin", "--data", path, *words], capture_output=True, text=True, timeout=60,
                              preexec_fn=no_links, check=False)
        assert done.returncode == status, done
    assert mode(copy) == 0o600 and [p["name"] for p in asked(copy, "people")] == ["Ann"]
    assert [p["name"] for p in asked(path, "people")] == ["Ann"]


def root_for_another():
    """What root makes beside another user's file belongs to that user, whose server could not start else."""
    if os.geteuid() != 0:
        return
    folder = scratch("owned") + ".d"
    path, copy = folder + "/azulejo.db", scratch("owned-copy")
    os.mkdir(folder)
    with Server(data=path) as server:
        account(server, "Ann")
        admin(path, "backup", copy)

    def give_away():
        for name in [folder] + [os.path.join(folder, f) for f in os.listdir(folder)]:
            os.chown(name, 65534, 65534)

    def strangers():
        return [f for f in os.listdir(folder) if os.stat(os.path.join(folder, f)).st_uid != 65534]

    give_away()
    admin(path, "restore", copy)
    assert strangers() == [] and os.path.exists(path + "-mark"), strangers()
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))
    admin(path, "restore", copy)
    assert strangers() == [], strangers()
    os.unlink(path + "-mark")
    admin(path, "rename", "Ann", "Zoe")
    assert strangers() == [], strangers()
    subprocess.run([AZULEJO, "recover", path, folder + "/new.db"], capture_output=True, timeout=60, check=True)
    assert strangers() == [], strangers()


def private_backup():
    """Other users than the owner cannot read the copy, which contains the key of all cookies."""
    path, copy = scratch("private"), scratch("private-copy")
    with Server(data=path):
        admin(path, "backup", copy, umask=0)
    assert sqlite3.connect(copy).execute("SELECT count(*) FROM rows WHERE key='meta/cookie-key'").fetchone()[0] == 1
    assert mode(copy) & 0o077 == 0 and mode(path) & 0o077 == 0
    if os.geteuid() == 0:  # as somebody else, really
        os.chmod(os.path.dirname(copy), 0o755)
        done = subprocess.run(["/bin/cat", copy], user="nobody", capture_output=True, check=False)
        assert done.returncode != 0 and b"ermission denied" in done.stderr, done


def damaged_backup():
    """A copy with one wrong bit is not put in place; `check` names the table."""
    path, copy = scratch("bad"), scratch("bad-copy")
    server = Server(data=path).start()
    players, _ = make_table(server, "classic")
    play_some(players, 3)
    server.stop()
    assert admin(path, "check").endswith("1 games checked: 0 wrong\n")
    admin(path, "backup", copy)
    db = sqlite3.connect(copy)
    db.execute("UPDATE rows SET data=replace(CAST(data AS TEXT),'\"k\"','\"j\"') WHERE key=? AND n=6", ("event/" + players[0].table,))
    db.commit()
    db.close()
    done = subprocess.run([AZULEJO, "admin", "--data", copy, "check"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and f"table {players[0].table} event 6" in done.stderr, done
    done = subprocess.run([AZULEJO, "admin", "--data", path, "restore", copy], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "nothing was changed" in done.stderr, done
    admin(copy, "backup", scratch("worse"), status=1)
    assert not os.path.exists(scratch("worse"))
    assert admin(path, "check").endswith("0 wrong\n")
    assert not [f for f in os.listdir(os.path.dirname(path)) if ".restore-" in f or ".part-" in f]


# ---- Addresses, export, deletion -----------------------------------------------------------------------------


def addresses():
    """One row a person, day and address; gone when they are too old, and with the person."""
    path = scratch("trace")
    server = Server(data=path, proxy=1).start()
    ann = account(server, "Ann")
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "2001:db8::7"):
        status, headers, _ = server.request("POST", "/api/login", {"name": "Ann", "password": PASSWORD},
                                            headers={"X-Forwarded-For": address})
        assert status == 200
        ann.cookie = headers["set-cookie"].split(";")[0]
    found = {"127.0.0.1", "10.0.0.1", "10.0.0.2", "2001:db8::/64"}
    assert wait_until(lambda: {a["address"] for a in asked(path, "person", "Ann")["addresses"]} == found)
    today = int(time.time() // 86400)
    server.stop()
    db = sqlite3.connect(path)
    rows = db.execute("SELECT key FROM rows WHERE key LIKE 'trace/%'").fetchall()
    assert len(rows) == 4 and all(k[0].startswith(f"trace/{today:05}/") for k in rows), rows
    db.execute("UPDATE rows SET key=replace(key,?,?) WHERE key LIKE '%10.0.0.2'", (f"/{today:05}/", f"/{today - 14:05}/"))
    db.execute("UPDATE rows SET key=replace(key,?,?) WHERE key LIKE '%10.0.0.1'", (f"/{today:05}/", f"/{today - 13:05}/"))
    db.commit()
    db.close()
    server.start(server.port)
    found.remove("10.0.0.2")
    assert wait_until(lambda: {a["address"] for a in asked(path, "person", "Ann")["addresses"]} == found)
    status, _, body = server.request("GET", "/api/export", cookie=ann.cookie)
    assert status == 200 and {a["address"] for a in json.loads(body)["addresses"]} == found, body
    admin(path, "ban", "Ann", "--reason", "to be forgotten")
    assert ann.post("/api/delete", {"sure": True})[0] == 200
    server.stop()
    text = b"".join(k.encode() + d for k, d in sqlite3.connect(path).execute("SELECT key, data FROM rows"))
    assert ann.id.encode() not in text and b"trace/" not in text and b"to be forgotten" not in text, text
    assert [a for a in audited(path) if a[0] != "person"] == [["ban", "-"]]
    assert ["person", "-"] in audited(path), "who looked at the addresses stays, of whom they were does not"
    with Server(data=path, address_days=0) as quiet:
        account(quiet, "Bob")
        assert asked(path, "person", "Bob")["addresses"] == []


def export():
    """The export of a guest has the name in the games, their options and times."""
    path = scratch("export")
    with Server(data=path) as server:
        zoe, bob = Person(server), Person(server)
        first = zoe.connect()
        made = first.ask("create", answer=("made",), rules="duel", name="Zoe Geheim", seats=["me", "open"])
        first.ask("leave", table=made["table"])
        second = zoe.connect().ask("create", answer=("made",), rules="grey", players=3, name="Zoe Zwei")
        bob.connect().ask("join", table=second["table"], key=second["key"], name="Bob Bleibt")
        status, headers, body = server.request("GET", "/api/export", cookie=zoe.cookie)
        told = json.loads(body)
        assert status == 200 and headers["content-type"] == "application/json"
        tables = {t["table"]: t for t in told["tables"]}
        assert tables[made["table"]]["names"] == ["Zoe Geheim"] and tables[made["table"]]["seated"] is False
        other = tables[second["table"]]
        assert other["names"] == ["Zoe Zwei"] and other["options"]["rules"] == "grey" and other["options"]["players"] == 3
        assert other["maker"] and other["made_ms"] > 0 and other["phase"] == "open"
        assert bob.id not in body.decode() and "Bob Bleibt" not in body.decode(), "nothing about others"
        assert zoe.post("/api/link", {})[0] == 200
        status, _, body = server.request("GET", "/api/export", cookie=zoe.cookie)
        assert len(json.loads(body)["links"]) == 1
    with Server() as server:  # in memory too
        zoe = Person(server)
        zoe.connect().ask("create", answer=("made",), rules="duel", name="Zoe Drei")
        assert "Zoe Drei" in server.request("GET", "/api/export", cookie=zoe.cookie)[2].decode()


# ---- Nobody is locked out ------------------------------------------------------------------------------------


class Browser:
    """Keeps all cookies that it is given."""

    def __init__(self, server, address):
        self.server, self.address, self.cookies = server, address, {}

    def post(self, path, body):
        import http.client
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        connection.request("POST", path, json.dumps(body), {
            "Origin": "http://" + self.server.host, "Content-Type": "application/json", "X-Forwarded-For": self.address,
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())})
        answer = connection.getresponse()
        content = json.loads(answer.read())
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        connection.close()
        return answer.status, content


class Bully(threading.Thread):
    """Tries wrong passwords, as fast as it can, until it is stopped."""

    def __init__(self, server, addresses_of):
        super().__init__(daemon=True)
        self.server, self.addresses, self.tries, self.over = server, addresses_of, 0, False

    def run(self):
        while not self.over:
            address = self.addresses[self.tries % len(self.addresses)]
            try:
                Browser(self.server, address).post("/api/login", {"name": "Owner", "password": f"wrong {self.tries}"})
            except OSError:
                pass
            self.tries += 1


def hammered(server, addresses_of, test):
    bullies = [Bully(server, addresses_of) for _ in range(3)]
    for b in bullies:
        b.start()
    try:
        assert wait_until(lambda: sum(b.tries for b in bullies) > 40, 60)
        test()
    finally:
        for b in bullies:
            b.over = True
        for b in bullies:
            b.join(30)


def never_locked_out():
    """12 of 12 logins work on a known device, even if others try wrong passwords at the same time, from the owner's own
    address or from 200 others; on a new device the first one does."""
    with Server(slow_hashes=True, data=scratch("locked"), proxy=1, logins_per_minute=10, requests_per_second=20) as server:
        home = Browser(server, "10.0.0.1")
        assert home.post("/api/session", {})[0] == 200
        assert home.post("/api/account", {"name": "Owner", "password": PASSWORD})[0] == 200
        login = {"name": "Owner", "password": PASSWORD}

        def twelve():
            codes = [home.post("/api/login", login)[0] for _ in range(12)]
            assert codes == [200] * 12, codes

        def new_device():
            status, body = Browser(server, "192.0.2.77").post("/api/login", login)
            assert status == 200, (status, body)

        hammered(server, ["10.0.0.1"], twelve)
        server.stop()
        server.start(server.port)  # a fresh measure for the device; the marks hold after a restart
        hammered(server, [f"10.1.0.{i}" for i in range(200)], lambda: (twelve(), new_device()))


def right_passwords_cost_nothing():
    """Logins that succeed leave the name's measure to others: only wrong passwords use it up."""
    with Server(data=scratch("right"), proxy=1, logins_per_minute=3) as server:
        home = Browser(server, "10.0.0.1")
        assert home.post("/api/session", {})[0] == 200
        assert home.post("/api/account", {"name": "Owner", "password": PASSWORD})[0] == 200
        codes = [Browser(server, f"10.2.0.{i}").post("/api/login", {"name": "Owner", "password": PASSWORD})[0] for i in range(12)]
        assert codes == [200] * 12, codes
        other = Browser(server, "10.3.0.1")
        codes = [other.post("/api/login", {"name": "Owner", "password": f"wrong {i}"})[0] for i in range(5)]
        assert codes == [403] * 5, codes


def device_cookie():
    """The mark alone opens nothing; a logout leaves it good, a new password and other accounts do not."""
    # Few a minute, so that the name's measure does not refill during the test on a busy machine.
    with Server(data=scratch("device"), proxy=1, logins_per_minute=3) as server:
        home = Browser(server, "10.0.0.1")
        home.post("/api/session", {})
        assert home.post("/api/account", {"name": "Owner", "password": PASSWORD})[0] == 200
        mark = home.cookies["azulejo-device"]
        thief = Browser(server, "10.9.9.9")
        thief.cookies["azulejo-device"] = mark
        assert thief.post("/api/session", {})[1]["account"] is False
        assert thief.post("/api/login", {"name": "Owner", "password": "a wrong guess"})[0] == 403
        codes = [thief.post("/api/login", {"name": "Owner", "password": "a wrong guess"})[0] for _ in range(30)]
        assert 429 in codes, "its guesses are counted too"
        assert home.post("/api/logout", {})[0] == 200 and home.cookies["azulejo-device"] == mark

        def known(browser):  # the name's measure and the address's own tries are used up: only a known device gets in
            for i in range(14):
                Browser(server, f"10.2.0.{i}").post("/api/login", {"name": "Owner", "password": "a wrong guess"})
            for _ in range(3):
                Browser(server, browser.address).post("/api/login", {"name": "Owner", "password": "a wrong guess"})
            return browser.post("/api/login", {"name": "Owner", "password": PASSWORD})[0] == 200

        second = Browser(server, "10.3.0.1")
        assert second.post("/api/login", {"name": "Owner", "password": PASSWORD})[0] == 200
        assert known(second)
        assert second.post("/api/password", {"password": PASSWORD, "next": PASSWORD})[0] == 200
        stale = Browser(server, "10.4.0.1")
        stale.cookies["azulejo-device"] = mark
        assert not known(stale), "another password voids the marks"
        assert known(second), "but not that of the browser that changed it"


def at_once(calls):
    """Runs all calls at the same time; their results in order."""
    results = [None] * len(calls)

    def run(i):
        results[i] = calls[i]()
    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return results


def member(server, name, address):
    browser = Browser(server, address)
    assert browser.post("/api/session", {})[0] == 200
    status, body = browser.post("/api/account", {"name": name, "password": PASSWORD})
    assert status == 200, body
    return browser


def wrong_device():
    """A known device has three wrong passwords; then its tries are those of its address."""
    with Server(data=scratch("wrong"), proxy=1, logins_per_minute=5) as server:
        home = member(server, "Owner", "10.0.0.1")
        used = [Browser(server, "10.0.0.1").post("/api/login", {"name": f"No{i}", "password": "a wrong guess"})[0] for i in range(14)]
        assert used[-1] == 429, used
        right, wrong = {"name": "Owner", "password": PASSWORD}, {"name": "Owner", "password": "a wrong guess"}
        assert home.post("/api/login", right)[0] == 200
        codes = [home.post("/api/login", wrong)[0] for _ in range(3)] + [home.post("/api/login", right)[0]]
        assert codes == [403, 403, 403, 429], codes
        home.address = "10.0.0.2"
        assert home.post("/api/login", right)[0] == 200, "as a stranger it gets in"


def places_of_one_address():
    """Of one address two passwords of strangers and two of known devices wait at a time: it cannot take the places of
    others."""
    with Server(slow_hashes=True, data=scratch("places"), proxy=1) as server:
        bad = [member(server, f"bad{i}", f"10.1.0.{i}") for i in range(12)]
        owner = member(server, "Owner", "10.2.0.1")
        for b in bad:
            b.address = "10.1.0.1"
        wrong = [lambda b=b, i=i: b.post("/api/login", {"name": f"bad{i}", "password": "a wrong guess"}) for i, b in enumerate(bad)]
        right = [lambda: owner.post("/api/login", {"name": "Owner", "password": PASSWORD}),
                 lambda: Browser(server, "10.3.0.1").post("/api/login", {"name": "Owner", "password": PASSWORD})]
        answers = at_once(wrong + right)
        assert [a[0] for a in answers[-2:]] == [200, 200], answers
        codes = [a[1]["code"] for a in answers[:-2]]
        assert "BUSY" in codes and set(codes) <= {"BUSY", "WRONG"}, codes


def changes_go_on():
    """Wrong passwords of some do not stop the changes of others; a name has one owner, even if two ask at once."""
    with Server(slow_hashes=True, data=scratch("changes"), proxy=1) as server:
        bad = [member(server, f"bad{i}", f"10.1.0.{i}") for i in range(8)]
        good = [member(server, f"good{i}", f"10.2.0.{i}") for i in range(4)]
        calls = [lambda b=b: b.post("/api/password", {"password": "a wrong guess", "next": PASSWORD}) for b in bad]
        calls += [lambda g=g: g.post("/api/link", {}) for g in good]
        codes = [a[0] for a in at_once(calls)]
        assert codes == [403] * 8 + [200] * 4, codes
        guests = [Browser(server, f"10.3.0.{i}") for i in range(4)]
        for g in guests:
            g.post("/api/session", {})
        names = ["Paul-1", "paul-1", "Pau1-1", "PAUL-1"]
        calls = [lambda g=g, n=n: g.post("/api/account", {"name": n, "password": PASSWORD}) for g, n in zip(guests, names)]
        assert sorted(a[0] for a in at_once(calls)) == [200, 409, 409, 409]
        twice = [lambda: good[0].post("/api/password", {"password": PASSWORD, "next": PASSWORD + str(i)}) for i in range(2)]
        answers = at_once(twice)
        assert sorted(a[0] for a in answers) in ([200, 401], [200, 409]), answers  # the second was made of an old state


ALL = (usage, the_socket, a_long_path, a_full_server, people, passwords, names, id_as_a_name, dashed_ids, odd_backups, backup_beside_another, odd_restores, older_format, what_is_no_change, ban_of_a_person,
       ban_of_addresses, ban_that_ends, closing, removing, deletion, backup_and_restore, log_without_a_file, killed_restore, memory_stick, root_for_another, private_backup, damaged_backup, addresses,
       export, never_locked_out, right_passwords_cost_nothing, device_cookie,
       wrong_device, places_of_one_address, changes_go_on)


def main():
    checks = Checks()
    for test in ALL:
        if len(sys.argv) == 1 or test.__name__ in sys.argv[1:]:
            checks.run(test.__name__.replace("_", " "), test)
    checks.end()


if __name__ == "__main__":
    main()
