"""Several nodes under faults: the house with its nodes, wires and clocks, players who go to another node whenever one
fails, and the checker of the whole history. tests/scripts/server_faults.py and tests/campaign/nodes.py use it."""
import json
import os
import random
import signal
import subprocess
import threading
import time
import traceback

from faults import Skew, SmallDisc, Wire
from serverlib import AZULEJO, Closed, Person, Player, Server, moves_of

AWAY = (Closed, OSError, ConnectionError, TimeoutError)
LONG = {"kind": "total", "base_ms": 3600000}
SHORT = {"kind": "move", "base_ms": 15000}  # somebody stops moving there
# rule set, seats, bots, clock
KINDS = [("classic", 2, [], LONG), ("duel", 2, [], LONG), ("crystal1", 3, [1], LONG), ("grey", 2, [], SHORT),
         ("crystal2", 2, [], LONG), ("classic", 4, [1, 2], LONG)]
NODE_FAULTS = ("kill", "end", "cut", "pause", "skew")
DATABASE_FAULTS = ("database killed", "database paused", "disc full")
SECOND = 1.0  # how right clocks must be
CLOCK_RESUMES_S = 10  # after the database is back: the nodes' next try, and 3 s in which clocks still stand
TAKEN_OVER_S = 10  # until another node acts for one that is gone


def overlap(spans, begin, end):
    """How many of the seconds from begin to end lie in one of the spans (which may overlap each other)."""
    total, at = 0.0, begin
    for a, b in sorted(spans):
        a, b = max(a, at), min(b, end)
        if b > a:
            total, at = total + b - a, b
    return total


class Node:
    """A server with a wire of its own to the database, and with clocks of its own."""

    def __init__(self, house, number):
        self.house, self.number = house, number
        self.wire = Wire(house.database.socket)
        self.skew = Skew(steady_s=[0, 86400 * 40, -300, 1e6][number % 4])
        self.url = f"postgresql://azulejo@127.0.0.1:{self.wire.port}/postgres?sslmode=disable&gssencmode=disable"
        self.server = self.start()
        self.failing = False

    def start(self):
        return Server(data=self.url, env=self.skew.env, grace_s=3600, bot_time_ms=10).start()

    def replace(self, how):
        self.server.process.send_signal(how)
        self.server.process.wait()
        while True:
            try:
                self.server = self.start()
                return
            except RuntimeError:  # the database is away just now
                time.sleep(0.3)

    def kill(self, _):
        self.replace(signal.SIGKILL)

    def end(self, _):
        self.replace(signal.SIGTERM)

    def cut(self, rng):
        self.wire.cut(rng.choice(("refused", "silent")))
        time.sleep(self.house.cut_s)
        self.wire.mend()

    def pause(self, _):
        process = self.server.process
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(self.house.pause_s)
        os.kill(process.pid, signal.SIGCONT)

    def set_skew(self, rng):
        self.skew.set(rng.choice((-60, 0, 60)))

    def close(self):
        if self.server.process.poll() is None:
            self.server.process.send_signal(signal.SIGCONT)
            self.server.stop()
        self.wire.close()
        self.skew.remove()


class House:
    """The nodes that can be asked, and the faults that were made."""

    def __init__(self, nodes=3, cut_s=10, pause_s=30, disc_mb=600):
        self.cut_s, self.pause_s = cut_s, pause_s
        self.database = SmallDisc(disc_mb, track_commit_timestamp="on").start()
        self.lock = threading.Lock()
        self.made, self.outages, self.node_faults, self.ending = {}, [], [], False
        self.nodes = [Node(self, i) for i in range(nodes)]

    def any(self, rng):
        return rng.choice(self.nodes).server

    def standstill(self):
        """When nothing could be stored: the database was away, or no node was well."""
        none = [(0, float("inf"))]
        for i in range(len(self.nodes)):
            own = [(a, b) for a, b, node in self.node_faults if node == i]
            none = [(max(a, c), min(b, d)) for a, b in none for c, d in own if max(a, c) < min(b, d)]
        return [(a, b) for a, b in self.outages] + none

    def count(self, kind):
        with self.lock:
            self.made[kind] = self.made.get(kind, 0) + 1

    def node_fault(self, i, kind, rng):
        node, begin = self.nodes[i], time.time()
        span = [begin, float("inf"), i]
        if kind != "skew":
            self.node_faults.append(span)
        {"kill": node.kill, "end": node.end, "cut": node.cut, "pause": node.pause, "skew": node.set_skew}[kind](rng)
        span[1] = time.time() + TAKEN_OVER_S
        self.count(kind)

    def database_fault(self, kind, rng):
        span = [time.time(), float("inf")]
        self.outages.append(span)
        if kind == "database killed":
            self.database.stop(signal.SIGQUIT)
            time.sleep(rng.uniform(0, 2))
            self.database.start()
        elif kind == "database paused":
            self.database.pause()
            time.sleep(rng.uniform(0.5, 6))
            self.database.wake()
        else:
            self.database.fill()
            time.sleep(rng.uniform(2, 6))
            self.database.make_room()
        span[1] = time.time() + CLOCK_RESUMES_S
        self.count(kind)

    def close(self):
        for node in self.nodes:
            node.close()
        self.database.remove()


# ---- Players ----
def until(done):
    """Tries again while nodes are away; other errors are errors."""
    for _ in range(600):
        try:
            return done()
        except AWAY:
            time.sleep(0.1)
    raise AssertionError("nobody serves")


class Guest(Player):
    """A player who goes to another node whenever one fails."""

    def __init__(self, house, rng):
        super().__init__(None, None)
        self.house, self.rng, self.key = house, rng, None
        self.seen = {}
        self.person = until(self.make_person)

    def make_person(self):
        try:
            return Person(self.house.any(self.rng))
        except AssertionError as refused:  # 503
            raise TimeoutError from refused

    def note(self, event):
        self.seen[event["n"]] = (event["kind"], event.get("seat"))
        super().note(event)

    def reach(self):
        """A socket at some node that works, and everything that was missed."""
        def go():
            if self.socket:
                self.socket.close()
            self.person.server = self.house.any(self.rng)
            self.socket = self.person.connect(timeout=3)
            if self.socket.status != 101:
                raise TimeoutError
            if self.table:
                answer = self.socket.ask("watch", answer=("sync",), table=self.table, key=self.key, **{"from": self.n})
                if answer["t"] != "sync":
                    assert answer["code"] in ("BUSY", "TOO_FAST"), answer
                    raise TimeoutError
                self.follow(answer)
        until(go)

    def request(self, kind, **more):
        """The answer, from whichever node gives one. Sent again with the same id."""
        for _ in range(300):
            try:
                answer = self.socket.ask(kind, answer=("ok", "made"), **more)
                if answer.get("code") not in ("BUSY", "NOT_STORED"):
                    return answer
                time.sleep(0.1)
            except AWAY:
                self.reach()
        raise AssertionError(f"{kind} was never answered")

    def look(self):
        """Takes what has arrived; goes elsewhere when nothing can."""
        try:
            self.catch_up()
            self.socket.ask("ping", answer=("pong",))
            self.catch_up()
        except AWAY:
            self.reach()

    def step(self):
        for move in moves_of(self.position):
            ply, request = self.ply, os.urandom(8).hex()
            answer = self.request("move", table=self.table, ply=ply, move=move, id=request)
            if answer["t"] == "ok":
                self.confirmed.append((ply, request, move))
                return
            if answer["code"] != "ILLEGAL":
                assert answer["code"] in ("STALE", "NOT_YOUR_TURN", "NOT_LIVE", "TIME_UP"), answer
                time.sleep(0.02)
                return
            self.catch_up()
            if self.ply != ply:
                return


def begin(house, rng, rules, seats, bots, clock):
    people = [Guest(house, rng) for _ in range(seats - len(bots))]
    people[0].reach()
    wanted = ["me"] + ["open"] * (len(people) - 1) + bots
    made = people[0].request("create", rules=rules, players=seats, seats=wanted, clock=clock)
    assert made["t"] == "made", made
    for p in people:
        p.table, p.key = made["table"], made["key"]
        p.reach()
        while p.seat is None:
            answer = p.request("join", table=p.table, key=p.key)
            assert answer["t"] == "ok" or answer["code"] == "SEATED", answer
            p.reach()
    for p in people:
        hand = os.urandom(32).hex()
        answer = p.request("ready", table=p.table, contribution=hand)
        assert answer["t"] == "ok" or answer["code"] in ("NOT_OPEN", "SEATED", "STALE"), answer
    return people


def why_still(house, table):
    rows = house.database.sql("SELECT key, n, convert_from(data, 'UTF8'), extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM azulejo_rows "
                              f"WHERE key IN ('event/{table}', 'lease/{table}', 'live/{table}') OR key LIKE 'node/%' ORDER BY key, n")
    return rows.splitlines()[-30:], time.time(), house.outages[-8:], house.node_faults[-12:]


def whole_game(house, rng, kind):
    """Its players at the end. With SHORT clocks somebody stops moving after some moves."""
    people = begin(house, rng, *kind)
    still, stops = time.monotonic(), rng.randrange(2, 12) if kind[3] is SHORT else 10000
    while not all(p.phase == "over" for p in people):
        before = sum(p.n for p in people)
        for p in people:
            p.look()
            if p.phase == "live" and p.position and p.position["seat"] == p.seat and p.ply < stops:
                p.step()
        if sum(p.n for p in people) != before:
            still = time.monotonic()
        elif people[0].ply >= stops:
            time.sleep(0.1)
        assert time.monotonic() - still < 120, ("nothing happens", people[0].table, [(p.n, p.phase) for p in people],
                                                why_still(house, people[0].table))
    for p in people:
        p.reach()
    return people


class Tables:
    """Games one after the other in threads of their own, until the house is ending."""

    def __init__(self, house, seed, count):
        self.house, self.seed, self.games = house, seed, []
        self.threads = [threading.Thread(target=self.play_on, args=(i,), daemon=True) for i in range(count)]
        for thread in self.threads:
            thread.start()

    def play_on(self, number):
        rng = random.Random(self.seed * 1000 + number)
        kind = KINDS[number % len(KINDS)]
        try:
            while not self.house.ending:
                self.games.append((kind, whole_game(self.house, rng, kind)))
        except Exception as error:  # pylint: disable=broad-except
            traceback.print_exc()
            self.games.append((kind, error))

    def end(self):
        """Their ends; the errors of those that had another one."""
        self.house.ending = True
        for thread in self.threads:
            thread.join(200)
        errors = [g for _, g in self.games if isinstance(g, Exception)]
        return errors + ["a game hangs" for t in self.threads if t.is_alive()]

    def whole(self):
        return [(kind, people) for kind, people in self.games if not isinstance(people, Exception)]


# ---- The checker ----
def stored_events(database, table):
    """The history as the database has it, in order of the numbers: number, event, when it was committed; the last row is
    their count."""
    when = "extract(epoch FROM pg_xact_commit_timestamp(xmin))" if "track_commit_timestamp" in database.settings else "0"
    rows = database.sql(f"SELECT n || ' ' || {when} || ' ' || convert_from(data, 'UTF8') FROM azulejo_rows "
                        f"WHERE key = 'event/{table}' ORDER BY n").splitlines()
    return [(int(n), json.loads(text), float(at)) for n, at, text in (row.split(" ", 2) for row in rows)]


def check_history(database, players):
    """Events without a gap; every confirmed move exactly once and in order; one move a ply; everybody saw all of them."""
    rows = stored_events(database, players[0].table)
    numbers = [n for n, _, _ in rows[:-1]]
    assert numbers == list(range(1, len(numbers) + 1)), numbers
    assert rows[-1][0] == 2 ** 32 - 1 and rows[-1][1]["n"] == len(numbers), rows[-1]
    text = [json.dumps(e) for _, e, _ in rows]
    plies = [e.get("p", 0) for _, e, _ in rows if e.get("k") == "move"]
    assert plies == list(range(len(plies))), ("a move of a ply that was over", plies)
    last = {}
    for p in players:
        assert p.n == len(numbers), (p.seat, p.n, len(numbers))
        seen = getattr(p, "seen", None)
        assert seen is None or sorted(seen) == numbers, (p.seat, "did not see", set(numbers) - set(seen))
        assert seen is None or seen == players[0].seen, (p.seat, "saw something else")
        for ply, request, _ in p.confirmed:
            found = [i for i, t in enumerate(text) if request in t]
            assert len(found) == 1, (ply, request, found)
            assert found[0] > last.get(p.seat, 0), "out of order"
            last[p.seat] = found[0]
    return rows


class ClockFigures:
    """How far the clocks of all turns were from what really passed, in seconds."""

    def __init__(self):
        self.turns, self.lost, self.kept = 0, 0.0, 0.0


def check_clocks(house, clock, rows, people, figures):
    """Each turn of a person cost the time that passed between the commits of its beginning and its end, within a second. What
    it may cost less is the time in which nothing could be stored: clocks stand still then."""
    seats = {p.seat for p in people}
    still = house.standstill()
    left, turn_at, game_ms = [clock["base_ms"] / 1000] * 4, None, 0
    for _, e, at in rows[:-1]:
        seat = e.get("s", 0)
        if turn_at and e["k"] == "move" and seat in seats and clock["kind"] == "total":
            cost, passed = left[seat] - e.get(f"c{seat}", 0) / 1000, at - turn_at  # a clock at 0 is left out
            away = overlap(still, turn_at, at)
            figures.turns += 1
            figures.lost = max(figures.lost, cost - passed)
            figures.kept = max(figures.kept, passed - cost - away)
            assert cost - passed <= SECOND, f"a turn cost {cost:.3f} s and took {passed:.3f} s: {e}"
            assert passed - cost - away <= SECOND, \
                f"a turn cost {cost:.3f} s, took {passed:.3f} s ({away:.1f} s away; {(e['g'] - game_ms) / 1000:.3f} s of game time): {e}"
        if e["k"] == "move":
            left = [e.get(f"c{i}", 0) / 1000 for i in range(4)]
        if turn_at and e["k"] == "end" and clock["kind"] == "move":
            late = at - turn_at - clock["base_ms"] / 1000
            spans = [(a, b) for a, b, *_ in house.outages + house.node_faults]
            assert -SECOND <= late <= SECOND + overlap(spans, turn_at, at), f"a clock ran out {late:.3f} s late: {e}"
        if e["k"] in ("start", "move"):
            turn_at, game_ms = at, e["g"]


def check_all(house, tables, figures):
    """What is wrong, as texts; empty: nothing."""
    wrong = []
    for kind, people in tables.whole():
        try:
            rows = check_history(house.database, people)
            check_clocks(house, kind[3], rows, people, figures)
        except AssertionError as error:
            wrong.append((people[0].table, error))
    checked = subprocess.run([AZULEJO, "admin", "--store", house.database.url, "check"], capture_output=True, text=True, check=False)
    if "0 wrong" not in checked.stdout:
        wrong.append((checked.stdout, checked.stderr))
    return wrong
