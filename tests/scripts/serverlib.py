"""What the server's tests share: a server process, HTTP with a cookie, a WebSocket (RFC 6455), players.

Standard library only. Nothing here knows a rule: a player asks `azulejo engine` nothing either, it
tries moves that it has learnt from the position (see moves_of) and takes the first that is accepted.
"""
import atexit
import base64
import http.client
import itertools
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../support"))
import tap  # noqa: E402

AZULEJO = os.path.abspath(os.environ.get("AZULEJO", "build/azulejo"))


class MovedClock:
    """The monotonic and the wall clock of the programs that get `env`, moved while they run (src/base/clock.h)."""

    def __init__(self):
        handle, self.path = tempfile.mkstemp(prefix="clock-")
        os.write(handle, bytes(8))
        os.close(handle)
        atexit.register(os.unlink, self.path)
        self.moved_ms = 0
        self.env = {"AZULEJO_TEST_CLOCK_SHIFT_MS": self.path}

    def move(self, seconds):
        self.moved_ms += int(seconds * 1000)
        with open(self.path, "r+b") as file:
            file.write(struct.pack("=q", self.moved_ms))

    def now(self):
        """The monotonic clock of those programs."""
        return time.monotonic() + self.moved_ms / 1000


class Server:
    """`azulejo serve` on a free port; stopped at the end of a with block. With `clock`, a MovedClock, time need not be
    waited for: clock.move() is a jump, which players' clocks take for a pause, pass_time() is time that passes."""

    def __init__(self, data=":memory:", program=None, env=None, clock=None, **settings):
        self.program = program or AZULEJO
        self.data = data
        self.settings = {"messages_per_second": 10000, "requests_per_second": 10000, "logins_per_minute": 10000,
                         "tables_per_minute": 10000, "tables_per_day": 1000000, "disc_reserve": 0,
                         "sockets_per_address": 10000, **settings}
        self.clock = clock
        self.env = {**os.environ, **(clock.env if clock else {}), **(env or {})}
        self.process = None
        self.log = None
        self.port = 0

    def start(self, port=0):
        where = "--store" if self.data.startswith("postgresql:") else "--data"
        command = [self.program, "serve", "--port", str(port), where, self.data]
        for name, value in self.settings.items():
            command += ["--" + name.replace("_", "-"), str(value)]
        self.log = open(os.path.join(os.environ.get("TMPDIR", "/tmp"), f"server-{os.getpid()}.log"), "ab+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, env=self.env)
        atexit.register(self.stop)  # whatever becomes of the test
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            raise RuntimeError("the server did not start: " + self.logged()[-500:])
        self.port = int(line.split(":")[2].split("/")[0])
        return self

    def logged(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8", errors="replace") as log:
            return log.read()

    def turn(self):
        """Returns after a whole turn of the server's loop: what is due by its clock has happened."""
        for _ in range(2):
            assert self.request("GET", "/metrics")[0] == 200

    def pass_time(self, seconds):
        """Moves the clock in steps that are too short for a pause (PAUSE_MS in src/server/game_clock.c)."""
        steps = int(seconds / 0.25) + 1
        for _ in range(steps):
            self.clock.move(seconds / steps)
            self.turn()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, timeout=10):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.process.returncode if self.process else None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    @property
    def site(self):
        """The page's address, as a browser sends it in Origin."""
        return "http://" + self.host

    def open(self, timeout=10):
        """A connection to wherever requests go."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def request(self, method, path, body=None, cookie=None, headers=None):
        """Returns status, headers (a dict with small keys), body bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.sock = self.open()
        sent = {"Host": self.host, **(headers or {})}
        if method == "POST":
            sent.setdefault("Origin", self.site)
            sent.setdefault("Content-Type", "application/json")
        if cookie:
            sent["Cookie"] = cookie
        data = json.dumps(body) if isinstance(body, (dict, list)) else body
        connection.request(method, path, data, {k: v for k, v in sent.items() if v is not None})
        answer = connection.getresponse()
        content = answer.read()
        found = {k.lower(): v for k, v in answer.getheaders()}
        connection.close()
        return answer.status, found, content


def stop_when(process, condition, burst_s=0.02):
    """Lets a process run in short bursts until the condition holds, and leaves it stopped (SIGSTOP): however busy the machine
    is, it does not get much further than that."""
    process.send_signal(signal.SIGSTOP)
    while not condition():
        process.send_signal(signal.SIGCONT)
        time.sleep(burst_s)
        process.send_signal(signal.SIGSTOP)
        assert process.poll() is None, f"it ended before that, with {process.returncode}"


class Closed(Exception):
    """The other side ended the socket; .code says why."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed: {code} {reason}")
        self.code = code


class Person:
    """Somebody with a cookie."""

    def __init__(self, server, name="Ann"):
        self.server, self.name = server, name
        status, headers, body = server.request("POST", "/api/session", {})
        assert status == 200, (status, body)
        self.cookie = headers["set-cookie"].split(";")[0]
        self.id = json.loads(body)["person"]

    def connect(self, **more):
        return Socket(self.server, self.cookie, **more)

    def post(self, path, body):
        status, headers, content = self.server.request("POST", path, body, self.cookie)
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        return status, json.loads(content)


class Socket:
    """A WebSocket that speaks the server's messages. Everything received is kept in .bytes."""

    ids = itertools.count(1)

    def __init__(self, server, cookie=None, origin="", path="/ws", timeout=10, more=()):
        self.connection = server.open(timeout)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.waiting = []
        self.bytes = []
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {server.host}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin is not None:
            lines.append("Origin: " + (origin or server.site))
        if cookie:
            lines.append("Cookie: " + cookie)
        lines += more
        self.connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = self.read_head()
        self.status = int(head.split(b" ")[1])
        self.welcome = self.receive("welcome") if self.status == 101 else None

    def read_head(self):
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return head

    def fill(self):
        try:
            more = self.connection.recv(65536)
        except ConnectionError:
            raise Closed() from None
        if not more:
            raise Closed()
        self.buffer += more

    def take(self, count):
        while len(self.buffer) < count:
            self.fill()
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece

    def frame(self, opcode, payload, final=True, mask=True, length=None):
        size = len(payload) if length is None else length
        head = bytes([(0x80 if final else 0) | opcode])
        bit = 0x80 if mask else 0
        if size < 126:
            head += bytes([bit | size])
        elif size < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", size)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", size)
        if mask:
            key = os.urandom(4)
            pad = (key * (len(payload) // 4 + 1))[:len(payload)]
            payload = key + (int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")).to_bytes(len(payload), "big")
        self.connection.sendall(head + payload)

    def send(self, kind, **more):
        self.send_text(json.dumps({"t": kind, **more}))

    def send_text(self, text):
        self.frame(1, text.encode() if isinstance(text, str) else text)

    def read(self):
        """The next message, as an object."""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            payload = self.take(size)
            opcode = first & 15
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if size >= 2 else None, payload[2:].decode())
            if opcode == 9:
                self.frame(10, payload)
            elif opcode == 1:
                self.bytes.append(payload)
                return json.loads(payload)

    def receive(self, kind=None, where=lambda m: True):
        """The next message of a kind; others are kept for later."""
        for i, message in enumerate(self.waiting):
            if (kind is None or message["t"] == kind) and where(message):
                return self.waiting.pop(i)
        while True:
            message = self.read()
            if (kind is None or message["t"] == kind) and where(message):
                return message
            self.waiting.append(message)

    def ask(self, kind, answer=("ok", "error"), **more):
        """Sends a request and waits for its answer."""
        request = more.pop("id", None) or f"r{next(self.ids)}"
        self.send(kind, id=request, **more)
        while True:
            found = self.receive(where=lambda m: m.get("id") == request)
            if found["t"] in answer or found["t"] == "error":
                return found

    def close(self):
        try:
            self.connection.close()
        except OSError:
            pass


COLOURS = "BYRKT"


def classic_moves(p):
    """Moves worth trying in a position of the classic family; the server refuses what is illegal."""
    if p["phase"] == "tiling":
        return [{"line": p["line"], "column": c} for c in range(1, 6)]
    sources = [(i + 1, f) for i, f in enumerate(p["factories"])] + [("centre", p["centre"])]
    found = []
    lines = p["boards"][p["seat"]]["lines"]
    wall = p["boards"][p["seat"]]["wall"]
    for source, tiles in sources:
        for i, count in enumerate(tiles):
            if not count:
                continue
            for line in range(1, 6):
                held = lines[line - 1]
                if len(held) < line and (not held or held[0] == COLOURS[i]) and COLOURS[i] not in wall[line - 1]:
                    found.append((abs(line - len(held) - count), {"from": source, "colour": COLOURS[i], "to": line}))
            found.append((9, {"from": source, "colour": COLOURS[i], "to": "floor"}))
    return [m for _, m in sorted(found, key=lambda x: x[0])]


def duel_moves(p):
    """The same for Duel: a few of each kind, enough to get through a game."""
    seat, board = p["seat"], p["boards"][p["seat"]]
    slots = [i + 1 for i, plate in enumerate(board["plates"]) if plate is None]
    if p["phase"] == "setup":
        return [{"plate": plate, "slot": slots[0], "turn": 0} for plate in p["display"] if plate]
    if p["phase"] == "draw":
        return [{"stop": 1}, {"draw": 1}]
    if p["phase"] == "keep":
        return [{"plate": plate, "slot": slots[0], "turn": 1} for plate in p["drawn"]]
    if p["phase"] == "return":
        return [{"return": plate} for plate in p["drawn"]]
    if p["phase"] == "tiling":
        line = p["line"]
        return [{"line": line, "cell": [line, c]} for c in range(1, 7)] + [{"line": line, "skip": 1}]
    found = []
    if board["tokens"] and slots:
        if p["round"] % 2 == seat:
            found.append({"draw": 1})
        found += [{"plate": plate, "slot": slots[0], "turn": 0} for plate in p["display"] if plate]
        found.append({"draw": 1})
    targets = [n for _, n in sorted((len(board["lines"][n - 1]) == 0, n) for n in range(1, 7))] + ["broken"]
    for i, small in enumerate(p["small"]):
        if small["face_up"] and board["taken"] < 2:
            found.append({"chip": i + 1})
        for k, count in enumerate(small["sun"]):
            if count:
                rest = "".join(COLOURS[j] * n for j, n in enumerate(small["sun"]) if j != k)
                found += [{"sun": i + 1, "colour": COLOURS[k], "stack": rest, "to": to} for to in targets]
    for k, count in enumerate(p["large"]["sun"]):
        if count:
            found += [{"sun": "large", "colour": COLOURS[k], "to": to} for to in targets]
    tops = {small["moon"][-1] for small in p["small"] if small["moon"]}
    tops |= {COLOURS[k] for k, n in enumerate(p["large"]["moon"]) if n}
    found += [{"moon": colour, "to": to} for colour in sorted(tops) for to in targets]
    return found


def moves_of(position):
    return duel_moves(position) if position["rules"] == "duel" else classic_moves(position)


class Player:
    """One seat of one table: follows the events, and moves when it is its turn."""

    def __init__(self, person, table, seat=None):
        self.person, self.table, self.seat = person, table, seat
        self.socket = None
        self.n = 0
        self.position = None
        self.ply = 0
        self.phase = "open"
        self.over = None
        self.confirmed = []

    def connect(self, key=None):
        self.socket = self.person.connect()
        self.watch(key)
        return self

    def watch(self, key=None):
        more = {"key": key} if key else {}
        answer = self.socket.ask("watch", answer=("sync",), table=self.table, **{"from": self.n}, **more)
        assert answer["t"] == "sync", answer
        self.follow(answer)

    def follow(self, message):
        if message["t"] == "sync":
            self.seat = message["you"]
            self.phase = message["phase"]
            self.n = message["n"]
            for event in message["events"]:
                self.note(event)
        elif message["t"] == "event":
            if message["n"] <= self.n:
                return  # known from a sync already
            assert message["n"] == self.n + 1, (message["n"], self.n)
            self.n = message["n"]
            self.note(message)
        if "position" in message:
            self.position, self.ply = message["position"], message["ply"]

    def note(self, event):
        if event["kind"] == "start":
            self.phase = "live"
        if event["kind"] == "end":
            self.phase, self.over = "over", event

    def catch_up(self):
        """Takes what has arrived for this table."""
        for message in list(self.socket.waiting):
            if message["t"] == "event":
                self.socket.waiting.remove(message)
                self.follow(message)

    def wait(self, done):
        self.catch_up()
        while not done():
            self.follow(self.socket.receive("event"))

    def to_move(self):
        return self.phase == "live" and self.position and self.position["seat"] == self.seat

    def ready(self):
        return self.socket.ask("ready", table=self.table, contribution=os.urandom(32).hex())

    def play(self):
        """Makes one move; returns it."""
        refused = None
        for move in moves_of(self.position):
            request = os.urandom(8).hex()
            answer = self.socket.ask("move", table=self.table, ply=self.ply, move=move, id=request)
            if answer["t"] == "ok":
                self.confirmed.append((self.ply, request, move))
                ply = self.ply
                self.wait(lambda: self.ply > ply or self.phase == "over")
                return move
            refused = answer
            assert answer["code"] in ("ILLEGAL",), (answer, move)
        raise AssertionError(f"no move was accepted: {refused} {self.position}")


def make_table(server, rules="classic", players=2, seats=None, persons=None, **more):
    """A table with its persons seated and ready; returns the players, in seat order."""
    persons = persons or [Person(server, f"P{i}") for i in range(players)]
    first = persons[0].connect()
    made = first.ask("create", answer=("made",), rules=rules, players=players, **({"seats": seats} if seats else {}), **more)
    assert made["t"] == "made", made
    found = []
    for i, person in enumerate(persons):
        player = Player(person, made["table"])
        player.socket = first if i == 0 else person.connect()
        player.watch(made["key"])
        if i:
            joined = player.socket.ask("join", table=made["table"], key=made["key"], name=person.name)
            assert joined["t"] == "ok", joined
        found.append(player)
    for player in found:
        player.watch(made["key"])
        answer = player.ready()
        assert answer["t"] == "ok", answer
    for player in found:
        player.wait(lambda p=player: p.phase == "live")
    return sorted(found, key=lambda p: p.seat), made


def play_out(players, limit=2000):
    """Plays until the game is over; returns the number of moves."""
    for count in range(limit):
        mover = None
        for player in players:
            player.catch_up()
        if players[0].phase == "over":
            break
        seat = players[0].position["seat"]
        mover = next((p for p in players if p.seat == seat), None)
        if mover is None:  # a bot
            players[0].wait(lambda s=seat: players[0].phase == "over" or players[0].position["seat"] != s)
            continue
        mover.wait(lambda m=mover: m.n >= players[0].n)  # it may not have heard of the bot's move yet
        mover.play()
        for player in players:
            player.wait(lambda p=player: p.n >= mover.n)
    for player in players:
        player.wait(lambda p=player: p.phase == "over")
    return count


class Checks:
    """TAP lines, with a test that raises an exception counted as failed."""

    def check(self, what, good, detail=""):
        tap.check(good, what, detail)
        return good

    def run(self, what, test, *arguments):
        start = time.monotonic()
        try:
            test(*arguments)
            self.check(what, True)
            if os.environ.get("TIMES"):
                print(f"# {time.monotonic() - start:.1f} s")
        except Exception as error:  # pylint: disable=broad-except
            import traceback
            traceback.print_exc()
            self.check(what, False, repr(error)[:300])

    @property
    def failed(self):
        return tap.failed

    def end(self):
        tap.end()


def wait_until(done, seconds=10):
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
