#!/usr/bin/env python3
"""What one person, one address or one name may do before it becomes too much for the others."""
import fcntl
import os
import resource
import socket
import struct
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Closed, MovedClock, Person, Player, Server, Socket, make_table, play_out, wait_until  # noqa: E402
from shimlib import preload  # noqa: E402


def long_stories():
    """Repeated full syncs cost more than a message each; resuming does not."""
    # A socket that plays may send 48 messages at once, one that watches 14. The table gets its events through four sockets
    # of each player, so no bucket has to refill.
    with Server(messages_per_second=24, sockets_per_address=64) as server:
        table, made = make_table(server, "classic", public=True)
        for i in range(160):
            if i % 40 == 0:
                table = [player.connect() for player in table]
            p = table[i % 2]
            assert p.socket.ask("phrase", table=p.table, phrase="hello")["t"] == "ok"

        def answers(**known):
            watcher = Person(server).connect()
            try:
                for _ in range(12):
                    yield watcher.ask("watch", answer=("sync",), table=made["table"], **known)["t"]
            except Closed:
                yield "closed"

        full, resumed = list(answers()), list(answers(**{"from": 160}))
        assert full[:4] == ["sync"] * 4 and set(full) & {"error", "closed"}, full
        assert resumed == ["sync"] * 12, resumed


def coming_and_going(server):
    """A visitor who joins and leaves without end is stopped; the others sit down, say that they are ready, and play."""
    host = Person(server, "Host")
    s = host.connect()
    made = s.ask("create", answer=("made",), rules="classic", public=True)
    eve = Person(server).connect()
    codes = []
    for _ in range(12):
        codes.append(eve.ask("join", table=made["table"]).get("code", "ok"))
        eve.ask("leave", table=made["table"])
    assert codes == ["ok"] * 8 + ["TOO_MUCH"] * 4, codes
    for _ in range(20):  # … and all her friends
        friend = Person(server).connect()
        for _ in range(8):
            friend.ask("join", table=made["table"])
            friend.ask("leave", table=made["table"])
        friend.close()
    stranger = Person(server).connect().ask("join", table=made["table"])
    assert stranger["code"] == "TOO_MUCH", stranger
    bob = Player(Person(server, "Bob"), made["table"])
    bob.socket = bob.person.connect()
    assert bob.socket.ask("join", table=made["table"], key=made["key"])["t"] == "ok", "the link still works"
    bob.watch()
    ann = Player(host, made["table"])
    ann.socket = s
    ann.watch()
    assert ann.ready()["t"] == bob.ready()["t"] == "ok"
    bob.wait(lambda: bob.phase == "live")


def pairing_goes_on(server):
    """Quick pairing finds no table where the person may no longer sit."""
    ann = Person(server).connect()
    first = ann.ask("pair", answer=("made",), rules="grey")["table"]
    eve = Person(server).connect()
    for _ in range(8):
        assert eve.ask("pair", answer=("made",), rules="grey")["table"] == first
        eve.ask("leave", table=first)
    assert eve.ask("pair", answer=("made",), rules="grey")["table"] != first


def guesses_of_one_name():
    """A name is not guessed at from many addresses either; other names are free meanwhile, and links too."""
    with Server(proxy=1, logins_per_minute=3) as server:
        def login(name, address):
            return server.request("POST", "/api/login", {"name": name, "password": "a wrong guess"},
                                  headers={"X-Forwarded-For": address})[0]
        codes = [login("Victim", f"10.0.0.{i}") for i in range(6)]
        assert codes == [403] * 6, codes
        codes = [login("Victim", "10.0.1.1") for _ in range(4)]
        assert codes == [403] * 3 + [429], ("a new address has three tries of its own", codes)
        assert login("victim", "10.0.1.1") == 429, "in whatever letters"
        assert login("Somebody", "10.0.1.1") == 403
        codes = [login(f"Name-{i}", f"2001:db8:0:7::{i}") for i in range(8)]
        assert codes == [403] * 6 + [429] * 2, ("one network", codes)


def a_hail_of_sockets():
    """Opening sockets has a rate, so that a new socket is no way to a new measure of messages."""
    with Server(requests_per_second=5) as server:
        who = Person(server)
        kept = [Socket(server, who.cookie) for _ in range(16)]
        statuses = [s.status for s in kept]
        assert statuses[:9] == [101] * 9 and 429 in statuses[10:], statuses


class Drip(threading.Thread):
    """Sends bytes slowly until the other side has had enough; .seconds says how long that took."""

    def __init__(self, connection, send, every=0.5, limit=25):
        super().__init__(daemon=True)
        self.connection, self.dripping, self.every, self.limit, self.seconds = connection, send, every, limit, None
        self.start()

    def run(self):
        begun = time.monotonic()
        while time.monotonic() - begun < self.limit:
            try:
                self.dripping()
            except OSError:
                self.seconds = time.monotonic() - begun
                return
            time.sleep(self.every)

    def check(self, low, high):
        self.join()
        assert self.seconds and low <= self.seconds <= high, self.seconds


def slow_ones(server):
    """Three who take their time: a head byte by byte, a message byte by byte, and one who reads nothing but stays lively."""
    head = socket.create_connection(("127.0.0.1", server.port))
    head.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
    part = Person(server).connect()
    part.connection.sendall(b"\x81\xfe\x0f\xff" + bytes(4))  # a message of 4,095 bytes
    table, made = make_table(server, "classic", public=True)
    for _ in range(90):
        for p in table:
            assert p.socket.ask("phrase", table=made["table"], phrase="hello")["t"] == "ok"
    lazy = Person(server).connect()
    lazy.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for _ in range(36):  # more than the kernel takes, less than is too much at once
        lazy.send("watch", table=made["table"])
    return {"a head, byte by byte": (Drip(head, lambda: head.sendall(b"y")), 8, 14),
            "a message, byte by byte": (Drip(part.connection, lambda: part.connection.sendall(b"y")), 8, 14),
            "one who never reads, and pings": (Drip(lazy.connection, lambda: lazy.frame(9, b"")), 12, 21)}


def small_change(server):
    """Pongs and pieces of messages that never end cost as much as pings."""
    for frame in ((10, b"", True), (0, b"", False)):
        s = Person(server).connect()
        try:
            s.frame(1, b"", final=False)
            for _ in range(200):
                s.frame(frame[0], frame[1], final=frame[2])
            while True:
                s.read()
        except Closed as end:
            assert end.code in (1008, None), end.code
        except OSError:
            pass
        else:
            raise AssertionError("it was let in")


def flickering(server):
    """A person who reconnects all the time does not cost every spectator a message each time."""
    table, made = make_table(server, "classic", public=True)
    watcher = Person(server).connect()
    assert watcher.ask("watch", answer=("sync",), table=made["table"])["t"] == "sync"
    for _ in range(25):
        table[0].socket.ask("unwatch", table=made["table"])
        table[0].socket.ask("watch", answer=("sync",), table=made["table"])
    table[0].socket.ask("unwatch", table=made["table"])
    last = watcher.receive("presence", lambda m: m["online"][table[0].seat] is False)
    assert last["online"][table[1].seat] is True
    server.clock.move(1.5)
    server.turn()
    watcher.ask("ping", answer=("pong",))
    told = [m for m in watcher.waiting if m["t"] == "presence"]
    assert len(told) < 6, len(told)
    assert not (told or [last])[-1]["online"][table[0].seat], "the last word is true"


def a_reader_that_pauses(server):
    """Many requests at once, and a client that reads late and little at a time: every reply arrives complete."""
    count = 400
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(10)
        client.connect(("127.0.0.1", server.port))
        request = f"GET /metrics HTTP/1.1\r\nHost: {server.host}\r\n"
        client.sendall((request + "\r\n").encode() * (count - 1) + (request + "Connection: close\r\n\r\n").encode())
        waiting = lambda: struct.unpack("i", fcntl.ioctl(client, termios.FIONREAD, bytes(4)))[0]  # noqa: E731
        assert wait_until(lambda: waiting() >= 2048), "the client's small buffer is full"
        received = bytearray()
        while piece := client.recv(4096):
            received += piece
    at = 0
    for i in range(count):
        head = received.index(b"\r\n\r\n", at)
        assert received[at:at + 16] == b"HTTP/1.1 200 OK\r", (i, received[at:at + 40])
        length = int(received[at:head].lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        body = received[head + 4:head + 4 + length]
        assert body.startswith(b"# ") and body.endswith(b"\n") and len(body) == length, (i, body[:40])
        at = head + 4 + length
    assert at == len(received), (at, len(received))


def out_of_files():
    """Without a file for one more connection the server keeps running, and accepts again when files become free."""
    with Server() as server:
        s = Person(server).connect()
        files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (files + 5, files + 5))
        others = [server.open() for _ in range(20)]
        assert s.ask("ping", answer=("pong",))["t"] == "pong"
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) == files + 5
        assert s.ask("ping", answer=("pong",))["t"] == "pong"
        for other in others:
            other.close()
        assert server.request("GET", "/healthz")[0] == 200


def figures(server):
    """Every limit that struck is counted by its name, and every move's way to the disc and to the sockets."""
    table, _ = make_table(server, "classic")
    for _ in range(5):
        mover = next(p for p in table if p.seat == table[0].position["seat"])
        mover.play()
        for p in table:
            p.wait(lambda q=p, n=mover: q.n >= n.n)
    _, _, body = server.request("GET", "/metrics")
    lines = dict(line.rsplit(" ", 1) for line in body.decode().splitlines() if not line.startswith("#"))
    assert int(lines['azulejo_limited_total{limit="sits"}']) >= 5, lines
    moves = int(lines["azulejo_moves_total"])
    for name in ("azulejo_move_stored_seconds", "azulejo_move_sent_seconds"):
        buckets = [int(v) for k, v in lines.items() if k.startswith(name + "_bucket")]
        assert buckets == sorted(buckets) and len(buckets) == 13, buckets
        assert buckets[-1] == int(lines[name + "_count"]) == moves >= 5, (moves, buckets)
        assert 0 < float(lines[name + "_sum"]) < 5
    assert float(lines["azulejo_move_sent_seconds_sum"]) >= float(lines["azulejo_move_stored_seconds_sum"])


def metric(server, name):
    text = server.request("GET", "/metrics")[2].decode()
    return int(text.split(f"\nazulejo_{name} ")[1].split()[0])


def short_of_room():
    """With less room on the disc than disc-reserve nobody gets a new table or account; games that exist are played to
    their end. With room again all is as before. Each change is logged once."""
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"room-{os.getpid()}.db")
    said = path + ".free-mb"

    def leave(megabytes):
        with open(said + ".new", "w", encoding="ascii") as file:
            file.write(str(megabytes))
        os.rename(said + ".new", said)

    def create(person):
        return person.connect().ask("create", answer=("created", "sync"), rules="classic", players=2)

    leave(5000)
    env = {**preload("small_disc"), "AZULEJO_TEST_FREE_MB": said}
    with Server(data=path, env=env, disc_reserve=1000) as server:
        table, _ = make_table(server, "classic", 2)
        assert metric(server, "disc_free_bytes") == 5000 * 10**6 and metric(server, "disc_short") == 0
        leave(900)
        assert wait_until(lambda: metric(server, "disc_short") == 1)
        refused = create(Person(server))
        assert refused["t"] == "error" and refused["code"] == "FULL" and "disc is nearly full" in refused["text"], refused
        assert Person(server).connect().ask("pair", answer=("created", "sync"), rules="classic", players=2)["code"] == "FULL"
        status, answer = Person(server).post("/api/account", {"name": "late", "password": "long enough"})
        assert status == 503 and answer["code"] == "FULL", (status, answer)
        play_out(table)
        leave(5000)
        assert wait_until(lambda: metric(server, "disc_short") == 0)
        make_table(server, "classic", 2)
        assert Person(server).post("/api/account", {"name": "late", "password": "long enough"})[0] == 200
        log = server.logged()
        assert log.count("event=disc-short") == log.count("event=disc-room") == 1, log[-2000:]
    with Server(data=path, disc_reserve=999999999) as server:  # more than any disc has, at the start already
        assert create(Person(server))["code"] == "FULL"
    with Server(disc_reserve=999999999) as server:  # no file
        make_table(server, "classic", 2)


def main():
    c = Checks()
    patient = Server().start()
    slow = slow_ones(patient)
    with Server(clock=MovedClock()) as server:
        c.run("small change", small_change, server)
        for test in (coming_and_going, pairing_goes_on, flickering, figures, a_reader_that_pauses):
            c.run(test.__name__.replace("_", " "), test, server)
    for test in (long_stories, guesses_of_one_name, a_hail_of_sockets, out_of_files, short_of_room):
        c.run(test.__name__.replace("_", " "), test)
    for what, (drip, low, high) in slow.items():
        c.run(what, drip.check, low, high)
    status, _, metrics = patient.request("GET", "/metrics")
    c.check("and they are counted", status == 200 and b'azulejo_limited_total{limit="slow"} 1\n' in metrics, metrics[-2000:])
    patient.stop()
    c.end()


main()
