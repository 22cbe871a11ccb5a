#!/usr/bin/env python3
"""What a stranger may try: each attack has its test. Accounts and their secrets are tested here too."""
import json
import os
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Closed, Person, Player, Server, Socket, make_table, wait_until  # noqa: E402


def refused_code(sock):
    try:
        while True:
            sock.read()
    except Closed as end:
        return end.code
    except socket.timeout:
        return "timeout"
    except OSError:
        return None


def origin(server):
    who = Person(server)
    for bad in ("http://evil.example", None, "null", f"http://{server.host}.evil.example"):
        assert Socket(server, who.cookie, origin=bad).status == 403, bad
    assert who.connect().status == 101
    for bad in ("http://evil.example", "null", None):
        status, _, _ = server.request("POST", "/api/session", {}, headers={"Origin": bad})
        assert status == 403, (bad, status)


def csrf(server):
    """A form of another site cannot send JSON, and a GET changes nothing."""
    who = Person(server)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        status, _, _ = server.request("POST", "/api/delete", '{"sure":true}', who.cookie, {"Content-Type": kind})
        assert status == 400, status
    for path in ("/api/session", "/api/account", "/api/password", "/api/logout", "/api/delete", "/api/link"):
        status, headers, _ = server.request("GET", path, cookie=who.cookie)
        assert status == 404 and "set-cookie" not in headers, (path, status)
    assert "SameSite=Lax" in server.request("POST", "/api/session", {})[1]["set-cookie"]


def cookies(server):
    status, headers, _ = server.request("POST", "/api/session", {})
    cookie = headers["set-cookie"]
    assert status == 200 and "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
    value = cookie.split(";")[0]
    assert Socket(server, None).status == 401
    assert Socket(server, value[:-1] + ("A" if value[-1] != "A" else "B")).status == 401
    assert Socket(server, "azulejo=1.admin.0.99999999999.AAAA").status == 401
    parts = value.split(".")
    parts[1] = "x" * 22
    assert Socket(server, ".".join(parts)).status == 401
    again = server.request("POST", "/api/session", {}, value)[1]
    assert "set-cookie" not in again, "a good cookie is kept"


def fixation(server):
    """A cookie that was known before the login is worth nothing after it."""
    victim = Person(server)
    known = victim.cookie
    status, _ = victim.post("/api/account", {"name": "Victim-1", "password": "a long password"})
    assert status == 200 and victim.cookie != known
    assert Socket(server, known).status == 401
    assert victim.connect().status == 101
    other = Person(server)
    before = other.cookie
    status, body = other.post("/api/login", {"name": "victim-1", "password": "a long password"})
    assert status == 200 and body["person"] == victim.id and other.cookie != before
    status, _ = victim.post("/api/logout", {})
    assert status == 200
    assert Socket(server, other.cookie).status == 401, "logout ends all sessions of the account"


def accounts(server):
    ann = Person(server)
    assert ann.post("/api/account", {"name": "x", "password": "a long password"})[0] == 400
    assert ann.post("/api/account", {"name": "<script>", "password": "a long password"})[0] == 400
    assert ann.post("/api/account", {"name": "Ann", "password": "short"})[0] == 400
    assert ann.post("/api/account", {"name": "Ann", "password": "a long password"})[0] == 200
    eve = Person(server)
    assert eve.post("/api/account", {"name": "aNN", "password": "a long password"})[0] == 409
    wrong = eve.post("/api/login", {"name": "Ann", "password": "a wrong password"})
    nobody = eve.post("/api/login", {"name": "Nobody", "password": "a wrong password"})
    assert wrong[0] == nobody[0] == 403 and wrong[1] == nobody[1], "no name is revealed"
    status, body = ann.post("/api/link", {})
    assert status == 200
    phone = Person(server)
    status, found = phone.post("/api/login-link", {"token": body["token"]})
    assert status == 200 and found["person"] == ann.id
    assert phone.post("/api/login-link", {"token": body["token"]})[0] == 403, "good for one login"
    assert phone.post("/api/login-link", {"token": "x"})[0] == 403
    status, body = ann.post("/api/link", {})
    assert status == 200 and ann.post("/api/logout", {})[0] == 200
    assert phone.post("/api/login-link", {"token": body["token"]})[0] == 403, "void with the logout"
    assert ann.post("/api/login", {"name": "Ann", "password": "a long password"})[0] == 200
    assert phone.post("/api/login-link", {"token": body["token"]})[0] == 403
    guest = Person(server)
    token = guest.post("/api/link", {})[1]["token"]
    assert guest.post("/api/account", {"name": "Was-Guest", "password": "a long password"})[0] == 200
    assert phone.post("/api/login-link", {"token": token})[0] == 403, "void with the new account"


def another_password(server):
    """A new password needs the old one; then all other sessions end, and the old password is refused."""
    old, new = "a long password", "another password"
    kim, phone = Person(server), Person(server)
    assert kim.post("/api/password", {"password": old, "next": new})[1]["code"] == "NO_ACCOUNT"
    assert kim.post("/api/account", {"name": "Kim", "password": old})[0] == 200
    assert phone.post("/api/login", {"name": "Kim", "password": old})[0] == 200
    token = kim.post("/api/link", {})[1]["token"]
    before, opened = kim.cookie, phone.connect()
    assert kim.post("/api/password", {"password": "a wrong password", "next": new})[1]["code"] == "WRONG"
    assert kim.post("/api/password", {"next": new})[1]["code"] == "WRONG"
    for bad in ({"password": old}, {"password": old, "next": "short"}, {"password": old, "next": "x" * 129}):
        assert kim.post("/api/password", bad)[1]["code"] == "BAD_PASSWORD", bad
    assert kim.cookie == before and opened.ask("ping", answer=("pong",))["t"] == "pong", "nothing has changed so far"
    assert kim.post("/api/password", {"password": old, "next": new})[0] == 200 and kim.cookie != before
    assert kim.connect().status == 101
    for cookie in (before, phone.cookie):
        assert Socket(server, cookie).status == 401
    assert refused_code(opened) == 1008, "sockets of before end"
    assert phone.post("/api/login-link", {"token": token})[0] == 403, "void with the old password"
    assert phone.post("/api/login", {"name": "Kim", "password": old})[0] == 403
    assert phone.post("/api/login", {"name": "Kim", "password": new})[0] == 200


def export_and_deletion(server):
    ann = Person(server, "Ann")
    bob = Person(server, "Bob")
    assert ann.post("/api/account", {"name": "Gone-Soon", "password": "a long password"})[0] == 200
    table, _ = make_table(server, "classic", persons=[ann, bob])
    status, _, body = server.request("GET", "/api/export", cookie=ann.cookie)
    assert status == 200 and [t["table"] for t in json.loads(body)["tables"]] == [table[0].table]
    assert server.request("GET", "/api/export")[0] == 404
    assert ann.post("/api/delete", {"sure": True})[0] == 409, "still playing"
    table[0].socket.ask("resign", table=table[0].table)
    table[1].wait(lambda: table[1].phase == "over")
    assert ann.post("/api/delete", {})[0] == 400
    cookie = ann.cookie
    status, _ = ann.post("/api/delete", {"sure": True})
    assert status == 200
    assert Socket(server, cookie).status == 401
    fresh = Player(bob, table[0].table).connect()
    sync = fresh.socket.ask("watch", answer=("sync",), table=table[0].table)
    assert ann.id not in json.dumps(sync) and sync["seats"][table[0].seat]["name"] == "-"
    eve = Person(server)
    assert eve.post("/api/account", {"name": "Gone-Soon", "password": "a long password"})[0] == 200


def headers(server):
    for path in ("/", "/nothing-here", "/healthz", "/api/export"):
        _, found, _ = server.request("GET", path)
        policy = found["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
        assert found["x-content-type-options"] == "nosniff" and found["x-frame-options"] == "DENY"
        assert found["referrer-policy"] == "no-referrer"
        assert found["cross-origin-opener-policy"] == "same-origin"
    assert server.request("GET", "/api/export")[1]["cache-control"] == "no-store"


def traversal(server):
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../Makefile", "//etc/passwd",
                 "/..%2f..%2fetc/passwd", "/index.html%00.js", "/" + "a" * 3000):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=0.3)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        try:
            while more := connection.recv(65536):
                answer += more
        except (ConnectionError, socket.timeout):
            pass
        assert b"root:" not in answer and b"all:" not in answer and b" 200 " not in answer[:20], (path, answer[:100])


def malformed_http(server):
    for raw in (b"\x00\xff\xfe\r\n\r\n", b"GET\r\n\r\n", b"POST /api/session HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                b"GET / HTTP/9.9\r\n\r\n", b"A" * 20000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n"):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=2)
        try:
            connection.sendall(raw)
            connection.recv(1000)
        except (ConnectionError, socket.timeout):
            pass
        connection.close()
    big = server.request("POST", "/api/session", "{" + " " * 3000 + "}")
    assert big[0] == 200
    try:
        status = server.request("POST", "/api/session", "{" + " " * 100000 + "}")[0]
    except (ConnectionError, OSError):
        status = 0
    assert status != 200
    assert server.request("GET", "/healthz")[0] == 200


def closed_with(server, *frames_sent):
    """The code with which the server ends a socket that sends these frames."""
    s = Person(server).connect()
    for arguments in frames_sent:
        s.frame(*arguments[:2], **(arguments[2] if len(arguments) > 2 else {}))
    return refused_code(s)


def frames(server):
    s = Person(server).connect()
    s.send_text("x" * 4096)
    assert s.receive("error")["code"] == "NOT_UNDERSTOOD"
    s.send_text("x" * 4097)
    assert refused_code(s) == 1009, "a frame over 4 KiB"
    part, more = {"final": False}, b"y" * 2000
    for what, code, sent in (
            ("a message over 4 KiB in pieces", 1009, [(1, more, part), (0, more, part), (0, more, part)]),
            ("binary", 1003, [(2, b"\x00\x01")]),
            ("not masked", 1002, [(1, b"{}", {"mask": False})]),
            ("not UTF-8", 1007, [(1, b"\xff\xfe{}")]),
            ("not UTF-8 in pieces", 1007, [(1, b'{"t":"\xc3', part), (0, b'("}')]),
            ("an unknown opcode", 1002, [(3, b"")]),
            ("a piece of nothing", 1002, [(0, b"{}")]),
            ("a message inside another", 1002, [(1, b"{", part), (1, b"{}")]),
            ("a ping in pieces", 1002, [(9, b"", part)]),
            ("a close with a code that nobody may send", 1002, [(8, b"\x03\xed")]),
            ("a length from another world", 1009, [(1, b"z" * 5000, {"length": 2 ** 62})]),
            ("a plain close", 1000, [(8, b"\x03\xe8")]),
            ("a hail of pings", 1008, [(9, b"")] * 30)):
        found = closed_with(server, *sent)
        assert found == code, (what, found)
    s = Person(server).connect()  # a ping between two pieces of a message
    s.frame(1, b'{"t":"ping"', final=False)
    s.frame(9, b"still there?")
    s.frame(0, b',"id":"1"}')
    assert s.receive("pong")["id"] == "1"


def messages(server):
    s = Person(server).connect()
    for text in ("", "null", "[]", "1", '"x"', "{", '{"t":1}', '{"t":"nothing"}', '{"t":"move"}', "[" * 2000,
                 '{"t":"move","table":"x"}', '{"t":"watch","table":"../../x"}', '{"t":"watch","table":""}',
                 '{"t":"create","rules":"chess"}', '{"t":"create","players":99}', '{"t":"create","players":3,"rules":"duel"}',
                 '{"t":"create","seats":[1]}', '{"t":"create","seats":["me","me"]}', '{"t":"create","tablets":["z9"],"rules":"duel"}',
                 '{"t":"create","clock":{"kind":"total","base_ms":1}}', '{"t":"create","name":"<script>alert(1)</script>"}',
                 '{"t":"create","name":"a\\u0000b"}', '{"t":"join","table":"AAAAAAAAAAAA"}', '{"a":' * 500):
        s.send_text(text)
        answer = s.receive("error")
        assert answer["code"] and answer["text"], text
    assert s.ask("ping", answer=("pong",))["t"] == "pong"


def script_in_names(server):
    """A name cannot hold markup at all; quotes and others come out as JSON, whole."""
    s = Person(server).connect()
    assert s.ask("name", name="<img src=x onerror=alert(1)>")["code"] == "BAD_NAME"
    assert s.ask("name", name='O"Brien \\ </')["code"] == "BAD_NAME"
    made = s.ask("create", answer=("made",), rules="classic", name='O"Brien \\ ')
    assert made["code"] == "BAD_NAME"
    made = s.ask("create", answer=("made",), rules="classic", name='O"Brien\\x')
    sync = s.receive("sync")
    assert sync["seats"][0]["name"] == 'O"Brien\\x'


def foreign_seats(server):
    """Nobody moves, resigns or answers for another."""
    table, made = make_table(server, "classic", public=True)
    eve = Player(Person(server), made["table"]).connect()
    for kind, more in (("move", {"ply": 0, "move": {"from": 1, "colour": "B", "to": 1}}), ("resign", {}),
                       ("offer", {"offer": "draw"}), ("answer", {"yes": True}), ("claim", {}),
                       ("phrase", {"phrase": "hello"}), ("rematch", {}), ("ready", {"contribution": "0" * 64})):
        answer = eve.socket.ask(kind, table=made["table"], **more)
        assert answer["t"] == "error" and answer["code"] in ("NOT_SEATED", "NO_OFFER"), (kind, answer)
    assert eve.socket.ask("bot", table=made["table"], seat=0, level=1)["code"] == "NOT_OWNER"
    wrong = next(p for p in table if not p.to_move())
    answer = wrong.socket.ask("move", table=made["table"], ply=0, move={"from": 1, "colour": "B", "to": 1})
    assert answer["code"] == "NOT_YOUR_TURN"


def rates():
    with Server(messages_per_second=8, requests_per_second=5, sockets_per_address=6, games_per_person=3) as server:
        who = Person(server)
        s = who.connect()
        for i in range(200):
            try:
                s.send("ping", id=str(i))
            except OSError:
                break
        code = refused_code(s)
        assert code in (1008, None), ("too many messages", code)
        s = who.connect()
        codes = [s.ask("create", answer=("made",), rules="classic").get("code", "made") for _ in range(5)]
        assert codes == ["made"] * 3 + ["TOO_MANY_GAMES"] * 2, codes
        sockets = [Socket(server, who.cookie) for _ in range(8)]
        assert [x.status for x in sockets].count(101) == 5, [x.status for x in sockets]
        assert sockets[-1].status == 429
        statuses = [server.request("POST", "/api/session", {})[0] for _ in range(40)]
        assert 429 in statuses


def slow_clients(server):
    """A client that does not read is dropped; the others are served, and memory does not grow."""
    table, made = make_table(server, "duel", public=True)
    lazy = Person(server).connect()
    lazy.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for _ in range(3000):
        try:
            lazy.send("watch", table=made["table"])
        except (OSError, socket.timeout):
            break
    mover = next(p for p in table if p.to_move())
    start = time.monotonic()
    mover.play()
    assert time.monotonic() - start < 2


def resident_kb(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def memory_of_slow_clients(server):
    """Thirty who ask for a long game again and again and never read: each keeps half a megabyte at most."""
    table, made = make_table(server, "classic", public=True)
    for _ in range(90):
        for p in table:
            p.socket.ask("phrase", table=made["table"], phrase="hello")
    lazy = []
    for _ in range(30):
        s = Person(server).connect()
        s.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connection.settimeout(1)
        lazy.append(s)
    before = resident_kb(server)
    for s in lazy:
        try:
            for _ in range(400):
                s.send("watch", table=made["table"])
        except OSError:
            pass  # it was shown the door
    table[0].socket.ask("ping", answer=("pong",))
    grown = resident_kb(server) - before
    room = 30 * 700 * (8 if "SHADOW_MEMORY" in os.environ else 1)  # a sanitizer keeps books
    assert grown < room, f"{grown} kB"


def logged_out_everywhere(server):
    """A socket that was opened with a cookie ends with it."""
    ann = Person(server)
    early = ann.connect()
    assert ann.post("/api/account", {"name": "Outside", "password": "a long password"})[0] == 200
    assert refused_code(early) == 1008, "opened before the account"
    here, there = ann.connect(), ann.connect()
    assert ann.post("/api/logout", {})[0] == 200
    assert refused_code(here) == refused_code(there) == 1008
    bob = Person(server)
    mine = bob.connect()
    assert bob.post("/api/delete", {"sure": True})[0] == 200
    assert refused_code(mine) == 1008


def borrowed_names(server):
    """No player sits down under the name of another person's account."""
    ann, eve = Person(server), Person(server)
    assert ann.post("/api/account", {"name": "Ann-Only", "password": "a long password"})[0] == 200
    for name in ("Ann-Only", "ann-only", "ANN-ONLY"):
        assert eve.connect().ask("create", answer=("made",), rules="classic", name=name)["code"] == "NAME_TAKEN"
    for name in ("Ann_0nly", "\u0410nn-Only", "Ann Only", "\uff21nn-0nIy", "Ann\u20130n1y"):
        assert eve.connect().ask("name", name=name)["code"] == "NAME_TAKEN", name
    for name in ("Ann\u200b-Only", "Ann\u00a0Only", "\u202eylnO-nnA", "Ann\u2060Only", "A" + "\u0301" * 3):
        assert eve.connect().ask("name", name=name)["code"] == "BAD_NAME", name
    assert eve.post("/api/account", {"name": "ann_0n1y", "password": "a long password"})[0] == 409
    assert eve.connect().ask("name", name="Ann Elsewhere")["t"] == "ok"
    assert ann.connect().ask("create", answer=("made",), rules="classic", name="Ann-Only")["t"] == "made"


def raw(server, data, seconds=3):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=seconds)
    connection.sendall(data)
    answer = b""
    try:
        while more := connection.recv(65536):
            answer += more
    except (ConnectionError, socket.timeout):
        pass
    connection.close()
    return answer


def smuggling(server):
    """Requests that two readers could understand in two ways are refused, and nothing after them is read."""
    host = f"Host: {server.host}\r\n".encode()
    hidden = b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n"
    for what, status in ((b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", b"501"),
                         (b"Content-Length: 2\r\nContent-Length: 60\r\n", b"400"), (b"Content-Length: 0x10\r\n", b"400"),
                         (b"Content-Length:\r\nContent-Length: 2\r\n", b"400"), (b"Content-Length: \r\n", b"400"),
                         (b"Transfer-Encoding:\r\n", b"400"), (b"Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n", b"400"),
                         (b"Content-Length : 5\r\n", b"400"), (b" Content-Length: 5\r\n", b"400"), (host, b"400"),
                         (b"X: y\nTransfer-Encoding: chunked\r\n", b"400"), (b"Content-Length: 5000\r\n", b"413")):
        answer = raw(server, b"POST /api/session HTTP/1.1\r\n" + host + what + b"\r\n{}" + hidden)
        assert answer.startswith(b"HTTP/1.1 " + status) and answer.count(b"HTTP/1.1 ") == 1, (what, answer[:300])
        assert b"connection: close" in answer and b"alive" not in answer
    three = raw(server, hidden * 2 + hidden.replace(b"1.1", b"1.0"))
    assert three.count(b"200 OK") == three.count(b"alive\n") == 3, "one after the other, each with its answer"
    slowly = socket.create_connection(("127.0.0.1", server.port), timeout=3)
    for i in range(len(hidden)):
        slowly.sendall(hidden[i:i + 1])
    assert slowly.recv(4096).startswith(b"HTTP/1.1 200"), "byte by byte"


def packed_page(server):
    kinds = {}
    for accepted in ("br, gzip", "gzip", "gzip;q=0", ""):
        status, found, body = server.request("GET", "/", headers={"Accept-Encoding": accepted})
        assert status == 200
        kinds[accepted] = (found.get("content-encoding"), len(body))
    assert kinds[""][0] is None and kinds["gzip;q=0"][0] is None
    if kinds["gzip"][0]:  # the program was built with its page
        assert kinds["gzip"][0] == "gzip" and kinds["gzip"][1] < kinds[""][1]
        assert kinds["br, gzip"][0] in ("br", "gzip") and kinds["br, gzip"][1] <= kinds["gzip"][1]
        assert server.request("GET", "/")[1]["vary"] == "accept-encoding"


def one_address():
    """Neither connections without a request nor guesses of passwords are free."""
    with Server(sockets_per_address=4, logins_per_minute=5, tables_per_minute=4) as server:
        idle = [socket.create_connection(("127.0.0.1", server.port), timeout=3) for _ in range(60)]
        closed = set()

        def turned_away():
            for s in idle:
                s.setblocking(False)
                try:
                    s.recv(1)
                    closed.add(s)
                except BlockingIOError:
                    pass
                except ConnectionError:
                    closed.add(s)
            return len(closed) >= 60 - 36  # 4 sockets and 32 beside them
        assert wait_until(turned_away) and len(closed) == 24, len(closed)
        for s in idle:
            s.close()
        assert wait_until(lambda: raw(server, b"GET /healthz HTTP/1.0\r\n\r\n").endswith(b"alive\n"))
        who = Person(server)
        statuses = [who.post("/api/login", {"name": "Nobody", "password": "guess number %d" % i})[0] for i in range(14)]
        assert statuses[:10] == [403] * 10 and statuses.count(429) >= 3, statuses
        codes = [Person(server).connect().ask("create", answer=("made",), seats=[1, 1]).get("code") for _ in range(3)]
        codes += [s.ask("create", answer=("made",), seats=[1, 1]).get("code") for s in [Person(server).connect()] for _ in range(7)]
        assert codes[:8] == [None] * 8 and codes[-1] == "TOO_FAST", codes
        assert server.request("GET", "/healthz")[0] == 200
    with Server(games_per_person=3) as server:
        s = Person(server).connect()
        codes = [s.ask("create", answer=("made",), seats=[1, "open"]).get("code") for _ in range(5)]
        assert codes == [None] * 3 + ["TOO_MANY_GAMES"] * 2, "tables where one does not play count too"


def proxies():
    """A proxy on this machine is believed, once it is announced; each of its visitors has limits of his own."""
    with Server(proxy=1, sockets_per_address=2) as server:
        who = Person(server)
        statuses = []
        for address in ("1.1.1.1", "1.1.1.1", "1.1.1.1", "9.9.9.9, 2.2.2.2", "2.2.2.2", "2.2.2.2"):
            s = Socket(server, who.cookie, more=["X-Forwarded-For: " + address])
            statuses.append(s.status)
            who.kept = getattr(who, "kept", []) + [s]
        assert statuses == [101, 101, 429, 101, 101, 429], statuses
    with Server(sockets_per_address=2) as server:
        kept = [Socket(server, Person(server).cookie, more=[f"X-Forwarded-For: 1.1.1.{i}"]) for i in range(3)]
        assert [s.status for s in kept] == [101, 101, 429], "nobody announced a proxy"


def half_requests(half):
    """A request that is begun and never ended does not stay."""
    half.settimeout(15)
    try:
        assert half.recv(100)[:12] in (b"", b"HTTP/1.1 408", b"HTTP/1.0 408")
    except ConnectionError:
        pass


def endpoints(server):
    assert server.request("GET", "/healthz")[2] == b"alive\n"
    assert server.request("GET", "/readyz")[0] == 200
    status, _, body = server.request("GET", "/metrics")
    assert status == 200 and b"azulejo_moves_total " in body and b"# TYPE azulejo_sockets gauge" in body, body[:300]
    assert server.request("GET", "/metrics", headers={"X-Forwarded-For": "1.2.3.4"})[0] == 404, "not for strangers"
    assert server.request("PUT", "/", "x")[0] in (405, 403, 404)


def logs(server, secrets):
    log = server.logged()
    for secret in secrets:
        assert secret not in log
    assert "a long password" not in log and "$argon2" not in log and "azulejo=1." not in log


def settings():
    """Flags beat the environment, the environment beats the file; mistakes are one line."""
    import subprocess
    from serverlib import AZULEJO
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), "azulejo.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write("# test\ngames-per-person = 1\n")
    with Server(env={"AZULEJO_CONFIG": path}) as server:
        s = Person(server).connect()
        assert s.ask("create", answer=("made",), rules="classic")["t"] == "made"
        assert s.ask("create", answer=("made",), rules="classic")["code"] == "TOO_MANY_GAMES"
    with Server(env={"AZULEJO_CONFIG": path, "AZULEJO_GAMES_PER_PERSON": "2"}) as server:
        s = Person(server).connect()
        answers = [s.ask("create", answer=("made",), rules="classic")["t"] for _ in range(3)]
        assert answers == ["made", "made", "error"], answers
    with Server(origin="https://azul.example/") as server:
        headers = {"Origin": "https://azul.example", "Host": "azul.example"}
        assert server.request("POST", "/api/session", {}, headers=headers)[0] == 200, "a slash at the end is no mistake"
        headers["Origin"] = "http://" + server.host
        assert server.request("POST", "/api/session", {}, headers=headers)[0] == 403
    for arguments in (["--origin", "azul.example", "--data", ":memory:"], ["--port", "x"], ["--nothing", "1"], ["--config", "/nowhere"], ["extra"]):
        done = subprocess.run([AZULEJO, "serve"] + arguments, capture_output=True, text=True, check=False, timeout=10)
        assert done.returncode in (1, 2) and done.stderr.count("\n") == 1, (arguments, done.stderr)


def main():
    c = Checks()
    with Server() as server:
        half = socket.create_connection(("127.0.0.1", server.port))
        half.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        for test in (origin, csrf, cookies, fixation, accounts, another_password, export_and_deletion, headers, traversal, malformed_http,
                     smuggling, packed_page, frames, messages, script_in_names, foreign_seats, endpoints, slow_clients,
                     memory_of_slow_clients, logged_out_everywhere, borrowed_names):
            c.run(test.__name__.replace("_", " "), test, server)
        c.run("half requests", half_requests, half)
        person = Person(server)
        c.run("no secret in the logs", logs, server, [person.cookie, person.id])
        c.check("it still serves after all that", server.request("GET", "/")[0] == 200)
        c.check("a graceful end", server.stop() == 0, server.logged()[-1500:])
    c.run("rates", rates)
    c.run("one address", one_address)
    c.run("proxies", proxies)
    c.run("settings", settings)
    c.end()


main()
