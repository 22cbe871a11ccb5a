#!/usr/bin/env python3
"""Damages the files of a killed server at random and checks that every confirmed move is there or that the server
says what is damaged, and that `azulejo recover` saves every row that is physically there.

usage: server_damage.py [ROUNDS]; tests/campaign/damage.sh runs a thousand. Deterministic by SEED, except for the
moment at which a game was killed. Each killed state is damaged in several ways, one after the other.
"""
import collections
import hashlib
import json
import os
import random
import re
import sqlite3
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Closed, Person, Server, Socket, make_table, moves_of, wait_until  # noqa: E402

PAGE, HEAD, FRAME = 4096, 32, 24 + 4096
RULES = ["classic", "duel", "grey", "crystal1", "crystal2"]
ENDS = ("", "-wal", "-mark", "-shm")
TRIALS = 5  # damages of one killed state


class Table(threading.Thread):
    """Two players who play until the server is gone and write down every confirmed move."""

    def __init__(self, server, rules):
        super().__init__(daemon=True)
        self.rules, self.server = rules, server
        self.persons = [Person(server, "A"), Person(server, "B")]
        self.confirmed = {}  # (table, ply) -> id of the move
        self.keys = {}       # table -> key of its link
        self.failure = None

    def run(self):
        try:
            while True:
                players, made = make_table(self.server, self.rules, persons=self.persons)
                self.keys[made["table"]] = made["key"]
                while players[0].phase != "over":
                    self.step(players)
        except (Closed, OSError):
            pass  # the server was killed
        except Exception as error:  # pylint: disable=broad-except
            self.failure = repr(error)

    def step(self, players):
        mover = next(p for p in players if p.seat == players[0].position["seat"])
        for move in moves_of(mover.position):
            request = os.urandom(6).hex()
            answer = mover.socket.ask("move", table=mover.table, ply=mover.ply, move=move, id=request)
            if answer["t"] == "ok":
                self.confirmed[(mover.table, mover.ply)] = request
                ply = mover.ply
                for p in players:
                    p.wait(lambda q=p: q.ply > ply or q.phase == "over")
                return
            assert answer["code"] == "ILLEGAL", answer
        raise AssertionError("no move was accepted")


# ---- Rows, read without the program under test --------------------------------------------------

def varint(data, at):
    value = 0
    for _ in range(9):
        value = value << 7 | data[at] & 127
        at += 1
        if not data[at - 1] & 128:
            return value, at
    raise IndexError


def cell_row(page, at, image):
    """(key, n, data) of a cell whose checksum is right, or None."""
    length, at = varint(page, at)
    if length > 5000:
        return None
    most, least = (PAGE - 12) * 64 // 255 - 23, (PAGE - 12) * 32 // 255 - 23
    local = length
    if length > most:
        local = least + (length - least) % (PAGE - 4)
        local = local if local <= most else least
    payload = page[at:at + local]
    if local < length:
        rest = struct.unpack(">I", page[at + local:at + local + 4])[0]
        while len(payload) < length and rest in image:
            payload += image[rest][4:4 + length - len(payload)]
            rest = struct.unpack(">I", image[rest][:4])[0]
    head, place = varint(payload, 0)
    kinds, data = [], head
    while place < head:
        kind, place = varint(payload, place)
        kinds.append(kind)
    columns = []
    for kind in kinds:
        size = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind] if kind < 12 else (kind - 12) // 2
        columns.append(payload[data:data + size])
        data += size
    if len(columns) != 4 or len(columns[3]) != 16:
        return None
    n = {8: 0, 9: 1}.get(kinds[1], int.from_bytes(columns[1], "big"))
    number = struct.pack(">I", n & 0xffffffff)
    if hashlib.blake2b(columns[0] + b"\0" + number + columns[2], digest_size=16).digest() != columns[3]:
        return None
    return columns[0].decode(), n, columns[2]


def page_rows(page, image):
    for first, skip in ((8, 0), (12, 4)):
        for i in range(min(struct.unpack(">H", page[3:5])[0], 1000)):
            try:
                place = struct.unpack(">H", page[first + 2 * i:first + 2 * i + 2])[0]
                row = cell_row(page, place + skip, image)
            except (IndexError, struct.error, UnicodeDecodeError):
                continue
            if row:
                yield row


def moves_in(rows):
    found = {}
    for key, _, data in rows:
        if key.startswith("event/"):
            event = json.loads(data)
            if event.get("k") == "move":
                found[(key.split("/", 1)[1], event.get("p", 0))] = event["x"]
    return found


KNOWN = {}  # moves by page, because one killed state is read several times


def moves_present(path):
    """Moves in any page of the file or of any frame of its log."""
    def read(name):
        try:
            with open(name, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""
    main, log = read(path), read(path + "-wal")
    pages = [main[at:at + PAGE].ljust(PAGE, b"\0") for at in range(0, len(main), PAGE)]
    image = dict(enumerate(pages, 1))
    frames = [log[at:at + FRAME] for at in range(HEAD, len(log) - FRAME + 1, FRAME)]
    found = {}
    for page in pages + [f[24:] for f in frames]:
        if page not in KNOWN:  # no move is long enough to go on in another page
            KNOWN[page] = moves_in(page_rows(page, image))
        found.update(KNOWN[page])
    return found


def moves_stored(path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = list(db.execute("SELECT key, n, data FROM rows"))
    db.close()
    return moves_in(rows)


# ---- Damage -------------------------------------------------------------------------------------

def damage_bytes(chance, data):
    """Returns what was done and the new bytes."""
    data = bytearray(data)
    kind = chance.choice(("bit", "bit", "bits", "zero", "garble", "torn", "cut", "empty"))
    if not data or kind == "empty":
        return "empty", b""
    if kind == "cut":
        return kind, bytes(data[:chance.randrange(len(data))])
    if kind in ("bit", "bits"):
        for _ in range(1 if kind == "bit" else chance.randrange(2, 9)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return kind, bytes(data)
    size = chance.choice((512, 4096))
    at = chance.randrange((len(data) + size - 1) // size) * size
    end = min(at + size, len(data))
    if kind == "torn":
        at += (end - at) // 2
    data[at:end] = chance.randbytes(end - at) if kind == "garble" else bytes(end - at)
    return f"{kind} {size}", bytes(data)


class State:
    """The files of a killed server. They are put back into the same inodes: the mark knows its file."""

    def __init__(self, path):
        self.path, self.same = path, path + ".same"
        os.link(path, self.same)
        self.bytes, self.times = {}, {}
        for end in ENDS:
            if os.path.exists(path + end):
                with open(path + end, "rb") as file:
                    self.bytes[end] = file.read()
                self.times[end] = os.stat(path + end).st_mtime_ns

    def put(self, damaged=None, data=b""):
        folder, name = os.path.split(self.path)
        for entry in os.listdir(folder):
            if entry.startswith((name, "b.db")) and entry != name + ".same":
                os.remove(os.path.join(folder, entry))
        os.link(self.same, self.path)
        for end, whole in self.bytes.items():
            with open(self.path + end, "r+b" if end == "" else "wb") as file:
                file.truncate(0)
                file.write(data if end == damaged else whole)
            os.chmod(self.path + end, 0o600)
            os.utime(self.path + end, ns=(self.times[end], self.times[end]))  # a disc that decays changes no time


class Campaign:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.count = collections.Counter()
        self.problems = []
        self.folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"damage-{os.getpid()}")
        os.makedirs(self.folder, exist_ok=True)
        self.path = os.path.join(self.folder, "a.db")

    def play(self):
        """A server that is killed while people play, or just after; returns what was confirmed."""
        for entry in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, entry))
        server = Server(data=self.path).start()
        tables = [Table(server, rules) for rules in self.chance.sample(RULES, 3)]
        for t in tables:
            t.start()
        time.sleep(self.chance.choice((0.1, 0.3, 0.6, 1.1, 1.5)) * self.chance.uniform(0.7, 1.3))
        server.kill()
        confirmed, keys = {}, {}
        for t in tables:
            t.join(15)
            if t.failure:
                self.problems.append(t.failure)
            confirmed.update(t.confirmed)
            keys.update({table: (key, t.persons[0]) for table, key in t.keys.items()})
        return confirmed, keys

    def look(self, server, confirmed, keys, named_before):
        """Every confirmed move is there, or damage was named. Returns (lost, silently lost)."""
        lost = collections.defaultdict(list)
        answers = {}
        stranger = Person(server)
        for table, (key, person) in keys.items():
            socket = Socket(server, person.cookie)
            if socket.status == 401:
                socket = Socket(server, stranger.cookie)  # the row with the cookies' key is lost
            answer = socket.ask("watch", answer=("sync",), table=table, key=key)
            answers[table] = answer.get("code")
            events = answer.get("events", [])
            there = {e["move_ply"] for e in events if e["kind"] == "move"}
            for (owner, ply) in confirmed:
                if owner == table and ply not in there:
                    lost[table].append(ply)
            socket.close()
        count = sum(map(len, lost.values()))
        if not count:
            return 0, 0
        wait_until(lambda: "event=checked" in self.since(server), 10)
        log = self.since(server)
        named = named_before or re.search(r"event=(damaged|missing|damaged-log)\b", log) is not None
        silent = sum(len(v) for t, v in lost.items() if not named and answers[t] != "DAMAGED")
        return count, silent

    def since(self, server):
        return server.logged()[self.mark:]

    def start(self, path, **settings):
        """A server, or None and why not."""
        server = Server(data=path, **settings)
        self.mark = os.path.getsize(f"{os.environ.get('TMPDIR', '/tmp')}/server-{os.getpid()}.log")
        try:
            return server.start(), ""
        except RuntimeError:
            return None, server.logged()[self.mark:]

    def trial(self, state, confirmed, keys, what):
        server, why = self.start(self.path)
        new = os.path.join(self.folder, "b.db")
        if not server:
            self.count["refused"] += 1
            if "is damaged" not in why or "azulejo recover" not in why:
                self.problems.append(f"{what}: refused without a reason: {why[-400:]}")
            server, why2 = self.start(new) if os.path.exists(new) else (None, "nothing to recover")
            if server:
                self.judge(what + " (recovered)", server, confirmed, keys, True)
            elif why2 != "nothing to recover":
                self.problems.append(f"{what}: a recovered file is refused: {why2[-400:]}")
            if "--accept-loss 1" not in why:
                return
            server, why = self.start(self.path, accept_loss=1)
            if not server:
                self.problems.append(f"{what}: refused with accept-loss: {why[-400:]}")
                return
            self.count["accepted"] += 1
        elif "event=repaired-log" in self.since(server):
            self.count["repaired"] += 1
        self.judge(what, server, confirmed, keys, False)

    def judge(self, what, server, confirmed, keys, named_before):
        lost, silent = self.look(server, confirmed, keys, named_before)
        self.count["lost but named"] += lost - silent
        self.count["silently lost"] += silent
        if silent:
            self.problems.append(f"{what}: {silent} moves silently lost: {self.since(server)[-600:]}")
        if lost and "loss=none" in self.since(server) and " in main" not in what:
            self.problems.append(f"{what}: repaired without loss, and {lost} moves are lost")
        server.stop()

    def recover(self, confirmed, what):
        """`azulejo recover` saves every confirmed move that is there, and says if one is not."""
        new = os.path.join(self.folder, "b.db")
        present = moves_present(self.path)
        done = subprocess.run([Server().program, "recover", self.path, new], capture_output=True, text=True, check=False)
        if not os.path.exists(new):
            if present or "no whole row" not in done.stderr:
                self.problems.append(f"{what}: recover failed: {done}")
            return
        saved = moves_stored(new)
        left = [k for k, v in confirmed.items() if present.get(k) == v and saved.get(k) != v]
        missing = [k for k, v in confirmed.items() if saved.get(k) != v]
        if left:
            self.problems.append(f"{what}: recover left {len(left)} of {len(confirmed)} moves that are there: {done.stdout[-300:]}")
        if missing and done.returncode == 0:
            self.problems.append(f"{what}: recover says nothing about {len(missing)} missing moves: {done.stdout[-300:]}")
        self.count["recovered whole"] += not missing

    def run(self, rounds):
        done = 0
        while done < rounds and len(self.problems) < 5:
            KNOWN.clear()
            confirmed, keys = self.play()
            self.count["confirmed"] += len(confirmed)
            state = State(self.path)
            for _ in range(min(TRIALS, rounds - done)):
                end = self.chance.choice([e for e in ("", "", "-wal", "-wal", "-wal", "-mark", "-shm") if e in state.bytes])
                kind, data = damage_bytes(self.chance, state.bytes[end])
                what = f"round {done} {kind} in {end[1:] or 'main'}"
                state.put(end, data)
                if os.environ.get("KEEP"):
                    subprocess.run(["sh", "-c", f"rm -rf {os.environ['KEEP']}; cp -a {self.folder} {os.environ['KEEP']}"], check=False)
                problems = len(self.problems)
                self.recover(confirmed, what)
                self.trial(state, confirmed, keys, what)
                if os.environ.get("KEEP") and len(self.problems) > problems:
                    return done
                done += 1
                if done % 50 == 0:
                    print(f"# {done} rounds: {dict(self.count)}", flush=True)
            state.put()
        return done


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    c = Checks()
    campaign = Campaign(int(os.environ.get("SEED", "1")))
    with open(f"{os.environ.get('TMPDIR', '/tmp')}/server-{os.getpid()}.log", "ab"):
        pass
    done = campaign.run(rounds)
    n = campaign.count
    c.check(f"{done} damages, {n['confirmed']} confirmed moves: refused {n['refused']}, repaired {n['repaired']}, "
            f"lost but named {n['lost but named']}, silently lost {n['silently lost']}, "
            f"recovered whole {n['recovered whole']}",
            not campaign.problems and n["confirmed"] > done, "\n".join(campaign.problems)[-3000:])
    c.end()


main()
