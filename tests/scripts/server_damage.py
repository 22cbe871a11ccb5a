#!/usr/bin/env python3
"""Damages the files of a killed or ended server at random and checks that every confirmed move is there or that its table is
named, and that `azulejo recover` saves every row that is physically there. Where nothing that is left leads to a table
(frames that are not there any more, a page of which nothing is readable), the log must say so: tables=unknown.

usage: server_damage.py [ROUNDS]; tests/campaign/damage.sh runs a thousand. Deterministic by SEED, except for the
moment at which a game was killed. Each killed state is damaged in several ways, one after the other.
"""
import collections
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Closed, Person, Server, Socket, make_table, moves_of, wait_until  # noqa: E402

PAGE, HEAD, FRAME = 4096, 32, 24 + 4096
TAIL = 2 ** 32 - 1  # the number of the row that counts the events of a table
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
    return payload_row(payload)


def payload_row(payload):
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
    # Rows to which nothing leads: the head of a row ends with the kind of its checksum, a blob of 16 bytes.
    for start in re.finditer(rb"(?=\x05...\x2c|\x06....\x2c|\x07.....\x2c|\x08......\x2c)", page, re.DOTALL):
        try:
            row = payload_row(page[start.start():])
        except (IndexError, UnicodeDecodeError):
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


KNOWN = {}  # rows by page, because one killed state is read several times


def known_rows(page, image):
    if page not in KNOWN:  # no move is long enough to go on in another page
        KNOWN[page] = list(page_rows(page, image))
    return KNOWN[page]


class Image:
    """All pages of the file and all frames of its log, whether anything leads to them or not."""

    def __init__(self, path):
        def read(name):
            try:
                with open(name, "rb") as file:
                    return file.read()
            except FileNotFoundError:
                return b""
        main, log = read(path), read(path + "-wal")
        self.pages = [main[at:at + PAGE].ljust(PAGE, b"\0") for at in range(0, len(main), PAGE)]
        self.frames = [log[at:at + FRAME] for at in range(HEAD, len(log) - FRAME + 1, FRAME)]
        self.image = dict(enumerate(self.pages, 1))

    def rows(self, page):
        return known_rows(page, self.image)

    def all_rows(self):
        for page in self.pages + [f[24:] for f in self.frames]:
            yield from self.rows(page)

    def moves(self):
        return moves_in(self.all_rows())

    def tables_on(self, page):
        return {key.split("/", 1)[1] for key, _, _ in self.rows(page) if key.startswith("event/")}

    def counted(self):
        """Table -> the most events that a row of it promises."""
        most = collections.Counter()
        for key, n, data in self.all_rows():
            if key.startswith("event/"):
                table = key.split("/", 1)[1]
                most[table] = max(most[table], int(json.loads(data)["n"]) if n == TAIL else n)
        return most


def page_of(frame):
    return struct.unpack(">I", frame[:4])[0]


def led_to(whole, damaged):
    """Tables to which something leads in spite of the damage: a row of theirs is readable on the damaged page or frame,
    or on another version of that page. What a later frame has replaced does not count."""
    found = set()
    lost_pages = set()
    last = {page_of(frame): i for i, frame in enumerate(whole.frames)}
    for i, frame in enumerate(whole.frames):
        now = damaged.frames[i] if i < len(damaged.frames) else None
        if now is None or now == frame or last[page_of(frame)] != i:
            continue
        found |= damaged.tables_on(now[24:])
        if now[:16] == frame[:16]:  # its head says which page it was
            lost_pages.add(page_of(frame))
    for i, page in enumerate(whole.pages, 1):
        if i > len(damaged.pages) or damaged.pages[i - 1] != page:
            lost_pages.add(i)
            if i <= len(damaged.pages):
                found |= damaged.tables_on(damaged.pages[i - 1])
    for number in lost_pages:
        for frame in damaged.frames:
            if page_of(frame) == number:
                found |= damaged.tables_on(frame[24:])
        if number <= len(damaged.pages):
            found |= damaged.tables_on(damaged.pages[number - 1])
    return found


def rows_stored(path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = list(db.execute("SELECT key, n, data FROM rows"))
    db.close()
    return rows


def readable(path, tables):
    """The tables of which SQLite can read some row of the file: a server that starts with it can name them."""
    found = set()
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    for table in tables:
        for key in ("table/", "event/", "live/"):
            try:
                if db.execute("SELECT 1 FROM rows WHERE key=? AND length(sum)=16 LIMIT 1", (key + table,)).fetchone():
                    found.add(table)
            except (sqlite3.DatabaseError, UnicodeDecodeError):
                pass
    db.close()
    return found


def named_in(text):
    return set(re.findall(r"(?:event=(?:damaged|missing) |missing: )table=([\w-]+)", text))


# ---- Damage -------------------------------------------------------------------------------------

def damage_bytes(chance, data):
    """Returns what was done and the new bytes."""
    data = bytearray(data)
    kind = chance.choice(("bit", "bit", "bits", "zero", "garble", "torn", "cut", "several", "several", "empty"))
    if not data or kind == "empty":
        return "empty", b""
    if kind == "cut":
        return kind, bytes(data[:chance.randrange(len(data))])
    if kind in ("bit", "bits"):
        for _ in range(1 if kind == "bit" else chance.randrange(2, 9)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return kind, bytes(data)
    size, places = chance.choice((512, 4096)), chance.randrange(2, 12) if kind == "several" else 1
    for _ in range(places):
        at = chance.randrange((len(data) + size - 1) // size) * size
        end = min(at + size, len(data))
        how = chance.choice(("zero", "garble", "torn")) if kind == "several" else kind
        if how == "torn":
            at += (end - at) // 2
        data[at:end] = chance.randbytes(end - at) if how == "garble" else bytes(end - at)
    return f"{kind} {places} x {size}", bytes(data)


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
            if entry.startswith((name, "b.db", "c.db")) and entry != name + ".same":
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
        """A server that is killed while people play, or ended, which moves all into the main file; returns what was
        confirmed."""
        for entry in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, entry))
        server = Server(data=self.path).start()
        tables = [Table(server, rules) for rules in self.chance.sample(RULES, 3)]
        for t in tables:
            t.start()
        time.sleep(self.chance.choice((0.1, 0.3, 0.6, 1.1, 1.5)) * self.chance.uniform(0.7, 1.3))
        self.chance.choice((server.kill, server.kill, server.stop))()
        confirmed, keys = {}, {}
        for t in tables:
            t.join(15)
            if t.failure:
                self.problems.append(t.failure)
            confirmed.update(t.confirmed)
            keys.update({table: (key, t.persons[0]) for table, key in t.keys.items()})
        return confirmed, keys

    def look(self, server, confirmed, keys):
        """Confirmed moves that are not there, by table."""
        lost = collections.defaultdict(list)
        stranger = Person(server)
        for table, (key, person) in keys.items():
            socket = Socket(server, person.cookie)
            if socket.status == 401:
                socket = Socket(server, stranger.cookie)  # the row with the cookies' key is lost
            answer = socket.ask("watch", answer=("sync",), table=table, key=key)
            there = {e["move_ply"] for e in answer.get("events", []) if e["kind"] == "move"}
            for (owner, ply) in confirmed:
                if owner == table and ply not in there:
                    lost[table].append(ply)
            socket.close()
        return lost

    def name(self, what, lost, said, known):
        """Every table that misses something is named in what the program said. `known`: tables to which something
        leads; of others the program must say that it cannot know them."""
        named = named_in(said)
        for table, plies in lost.items():
            if table in named:
                self.count["named"] += len(plies)
            elif table not in known and "tables=unknown" in said:
                self.count["cannot be known"] += len(plies)
            else:
                self.count["silently lost"] += len(plies)
                self.problems.append(f"{what}: {table} misses {len(plies)} moves and is not named "
                                     f"({'known' if table in known else 'unknown'}): {said[-1500:]}")

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

    def trial(self, confirmed, keys, what, recovered):
        """`recovered`: what `azulejo recover` said, and the tables to which something leads."""
        new = os.path.join(self.folder, "b.db")
        copy = os.path.join(self.folder, "c.db")
        for end in ("", "-wal"):
            if os.path.exists(self.path + end):
                shutil.copy(self.path + end, copy + end)
        server, why = self.start(self.path)
        if not server:
            self.count["refused"] += 1
            if "is damaged" not in why or "azulejo recover" not in why:
                self.problems.append(f"{what}: refused without a reason: {why[-400:]}")
            server, why2 = self.start(new) if os.path.exists(new) else (None, "nothing to recover")
            if server:
                self.judge(what + " (recovered)", server, confirmed, keys, *recovered)
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
        known = recovered[1] if "event=repaired-log" in self.since(server) else readable(copy, keys)
        self.judge(what, server, confirmed, keys, "", known)

    def judge(self, what, server, confirmed, keys, said, known):
        lost = self.look(server, confirmed, keys)
        if lost:
            wait_until(lambda: "event=checked" in self.since(server), 10)
        log = self.since(server)
        self.name(what, lost, said + log, known)
        if lost and "loss=none" in log and " in main" not in what:
            self.problems.append(f"{what}: repaired without loss, and moves are lost: {lost}")
        server.stop()

    def recover(self, confirmed, what, whole):
        """`azulejo recover` saves every confirmed move that is there, and names the table of one that is not. Returns
        what it said, and the tables to which something leads."""
        new = os.path.join(self.folder, "b.db")
        damaged = Image(self.path)
        present = damaged.moves()
        done = subprocess.run([Server().program, "recover", self.path, new], capture_output=True, text=True, check=False)
        if not os.path.exists(new):
            if present or "no whole row" not in done.stderr:
                self.problems.append(f"{what}: recover failed: {done}")
            return done.stdout, set()
        rows = rows_stored(new)
        saved = moves_in(rows)
        last = collections.Counter()
        for key, n, _ in rows:
            if key.startswith("event/") and n != TAIL:
                last[key.split("/", 1)[1]] += 1
        known = led_to(whole, damaged) | {t for t, count in damaged.counted().items() if count > last[t]}
        known |= {key.split("/")[-1] for key, _, _ in rows if key.startswith(("table/", "live/")) and
                  not last[key.split("/")[-1]]}
        left = [k for k, v in confirmed.items() if present.get(k) == v and saved.get(k) != v]
        missing = collections.defaultdict(list)
        for (table, ply), v in confirmed.items():
            if saved.get((table, ply)) != v:
                missing[table].append(ply)
        if left:
            self.problems.append(f"{what}: recover left {len(left)} of {len(confirmed)} moves that are there: {done.stdout[-300:]}")
        if missing and done.returncode == 0:
            self.problems.append(f"{what}: recover says nothing about missing moves: {missing}")
        self.name(what + " (recover)", missing, done.stdout, known)
        self.count["recovered whole"] += not missing
        return done.stdout, known

    def run(self, rounds):
        done = 0
        while done < rounds and len(self.problems) < 5:
            KNOWN.clear()
            confirmed, keys = self.play()
            self.count["confirmed"] += len(confirmed)
            state = State(self.path)
            whole = Image(self.path)
            for _ in range(min(TRIALS, rounds - done)):
                end = self.chance.choice([e for e in ("", "", "-wal", "-wal", "-wal", "-mark", "-shm") if e in state.bytes])
                kind, data = damage_bytes(self.chance, state.bytes[end])
                what = f"round {done} {kind} in {end[1:] or 'main'}"
                state.put(end, data)
                if os.environ.get("KEEP"):
                    subprocess.run(["sh", "-c", f"rm -rf {os.environ['KEEP']}; cp -a {self.folder} {os.environ['KEEP']}"], check=False)
                problems = len(self.problems)
                self.trial(confirmed, keys, what, self.recover(confirmed, what, whole))
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
            f"lost and named {n['named']}, of tables that cannot be known {n['cannot be known']}, "
            f"silently lost {n['silently lost']}, "
            f"recovered whole {n['recovered whole']}",
            not campaign.problems and n["confirmed"] > done, "\n".join(campaign.problems)[-3000:])
    c.end()


main()
