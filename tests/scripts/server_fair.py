#!/usr/bin/env python3
"""A sceptic's checker of the fair shuffle, written from docs/server.md alone: no code of the program. It sits at
the table, writes down what it is shown (the promise, everybody's contribution, the first position of each
round, the secret at the end) and deals the game again. Then it is lied to, and must notice."""
import hashlib
import hmac
import json
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, Person, Player, Server, make_table, play_out  # noqa: E402

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "golden")
COLOURS = "BYRKT"
PLATES = [back + str(n) for back in "SJ" for n in range(1, 10)]
FACES = ["B", "BK", "BR", "K", "R", "RT", "T", "Y", "YK", "YT"]
ONES = 2 ** 64 - 1


class Generator:
    """xoshiro256++; numbers below n without bias."""

    def __init__(self, words):
        self.s = list(words) if any(words) else self.spread(0)

    @staticmethod
    def spread(seed):
        """Four words from one, by splitmix64."""
        words = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & ONES
            z = seed
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & ONES
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB & ONES
            words.append(z ^ (z >> 31))
        return words

    def bits(self):
        def turned(x, k):
            return ((x << k) | (x >> (64 - k))) & ONES
        s = self.s
        result = (turned((s[0] + s[3]) & ONES, 23) + s[0]) & ONES
        t = s[1] << 17 & ONES
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turned(s[3], 45)
        return result

    def below(self, n):
        while True:
            product = (self.bits() >> 32) * n
            if product & 0xFFFFFFFF >= 2 ** 32 % n:
                return product >> 32

    def draw(self, counts):
        """One of a heap, each piece as likely as any other; takes it out."""
        pick = self.below(sum(counts))
        for i, count in enumerate(counts):
            if pick < count:
                counts[i] -= 1
                return i
            pick -= count
        raise AssertionError


class Notes:
    """What one player was shown."""

    def __init__(self, messages):
        self.commitment, self.contributions, self.secret, self.shuffle = None, {}, None, None
        self.rounds, self.bags = {}, {}  # round -> its first position; the bag during it
        for m in messages:
            if m["t"] == "sync":
                self.commitment = self.commitment or m["commitment"]
                self.shuffle = self.shuffle or m.get("shuffle", 1)
                for e in m["events"]:
                    self.note(e)
            if m["t"] == "event":
                self.note(m)
            if m.get("position"):
                p = m["position"]
                self.rounds.setdefault(p["round"], p)
                self.bags[p["round"]] = p["bag"]

    def note(self, event):
        if event["kind"] == "ready":
            self.contributions[event["seat"]] = bytes.fromhex(event["contribution"])
        if event["kind"] == "end":
            self.secret = bytes.fromhex(event["secret"])


def generator_of(notes, number):
    assert hashlib.sha256(notes.secret).hexdigest() == notes.commitment, "another secret than was promised"
    parts = b"".join(notes.contributions[i] for i in sorted(notes.contributions))
    seed = hmac.new(notes.secret, b"azulejo seed 1" + parts, hashlib.sha256).digest()
    mac = hmac.new(seed, b"azulejo deal" + struct.pack(">I", number), hashlib.sha256).digest()
    words = struct.unpack(">4Q", mac)
    return Generator(Generator.spread(words[0]) if notes.shuffle == 1 else words)


def heaps(position):
    """What was dealt, in the order of dealing: each factory as counts by colour."""
    if position["rules"] == "duel":
        return [position["large"]["sun"]] + [small["sun"] for small in position["small"]]
    return position["factories"]


def bags_before(notes, number):
    """The bag before a deal, and what goes into it when it is empty: what is neither in the one nor dealt."""
    position = notes.rounds[number]
    after = [sum(x) for x in zip(position["bag"], *heaps(position))]
    first = [13 if position["rules"] == "duel" else 20] * 5
    bag = list(notes.bags[number - 1]) if number > 1 else first
    rest = [a - b for a, b in zip(after, bag)]
    assert min(rest) >= 0, "tiles appeared or vanished"
    return bag, rest


def deal_heap(chance, size, bag, rest):
    heap = [0] * 5
    while sum(heap) < size and (any(bag) or any(rest)):
        if not any(bag):
            bag[:], rest[:] = rest, [0] * 5
        heap[chance.draw(bag)] += 1
    return heap


def deal_large(chance, bag, rest):
    """Five of one colour on the large factory are drawn again where that can help (D7)."""
    while True:
        heap = deal_heap(chance, 5, bag, rest)
        together = [a + b for a, b in zip(heap, bag)]
        if max(heap) < 5 or sum(1 for n in together if n) == 1:
            return heap
        bag[:] = together


def check_classic(notes, players):
    for number, position in notes.rounds.items():
        chance = generator_of(notes, number - 1)
        if number == 1:
            assert position["starter"] == chance.below(players), "another starter"
        bag, rest = bags_before(notes, number)
        dealt = [deal_heap(chance, 4, bag, rest) for _ in position["factories"]]
        assert dealt == position["factories"], f"round {number} was dealt otherwise"
    return len(notes.rounds)


def draws_of_record(text):
    """The plates and the chips of a record, by round: what is hidden while the game runs."""
    tokens = text.split("\n\n", 1)[1].split()
    plates = next(t for t in tokens if t.count(",") == 17).split(",")
    chips = [t[1:].split(",") for t in tokens if t.startswith("$")]
    return plates, chips


def check_duel(notes, text):
    plates, chips = draws_of_record(text)
    supply, left = [2] * 10, list(PLATES)
    for number, position in notes.rounds.items():
        chance = generator_of(notes, number - 1)
        if number == 1:
            pile = [left.pop(chance.below(len(left))) for _ in PLATES]
            assert pile == plates and pile[:3] == position["display"], "another pile"
        bag, rest = bags_before(notes, number)
        dealt = [deal_large(chance, bag, rest)] + [deal_heap(chance, 4, bag, rest) for _ in range(4)]
        assert dealt == heaps(position), f"round {number} was dealt otherwise"
        faces = [FACES[chance.draw(supply)] for _ in range(4)]
        assert faces == chips[number - 1], "other chips"
        if number == 1:
            assert position["starter"] == chance.below(2), "another starter"
    return len(notes.rounds)


def play(server, rules, players, **options):
    table, made = make_table(server, rules, players, **options)
    return play_on(server, table, made)


def play_on(server, table, made):
    play_out(table)
    witness = table[0]
    messages = [json.loads(b) for b in witness.socket.bytes]
    status, _, text = server.request("GET", "/api/record/" + made["table"], cookie=witness.person.cookie)
    assert status == 200
    return Notes(messages), text.decode()


def check(notes, text, rules, players):
    deals = check_duel(notes, text) if rules == "duel" else check_classic(notes, players)
    assert deals >= 5 if rules == "duel" else deals >= 2
    return deals


def must_notice(notes, text, rules, players):
    try:
        check(notes, text, rules, players)
    except AssertionError:
        return
    raise ValueError("a lie was believed")


def lies(notes, text, rules, players):
    """The server dealt one other tile, swapped its secret, left out a contribution or took another version."""
    kept = notes.rounds[2]["bag"], notes.secret, notes.commitment, notes.contributions[1]
    heap = heaps(notes.rounds[2])[0]
    a, b = (i for i, _ in sorted(enumerate(heap), key=lambda x: -x[1])[:2])
    heap[a] -= 1
    heap[b] += 1
    must_notice(notes, text, rules, players)
    heap[a] += 1
    heap[b] -= 1
    notes.secret = bytes(32)
    must_notice(notes, text, rules, players)
    notes.commitment = hashlib.sha256(notes.secret).hexdigest()
    must_notice(notes, text, rules, players)
    notes.secret, notes.commitment = kept[1], kept[2]
    notes.contributions[1] = bytes(32)
    must_notice(notes, text, rules, players)
    notes.contributions[1] = kept[3]
    notes.shuffle = 3 - notes.shuffle
    must_notice(notes, text, rules, players)
    notes.shuffle = 3 - notes.shuffle
    check(notes, text, rules, players)


def version_is(notes, text, version):
    """The page, the record and the program's own check name the same version."""
    assert notes.shuffle == version, notes.shuffle
    assert ('[Shuffle "2"]' in text) == (version == 2) and ("[Shuffle " in text) == (version != 1), text[:900]
    done = verify("-", record=text)
    assert done.returncode == 0 and f"version {version}" in done.stdout, (done.stdout, done.stderr)


def make_older(path, table):
    """The table's row as a program had written it that knew version 1 only."""
    key = "table/" + table
    with sqlite3.connect(path) as db:
        data = json.loads(db.execute("SELECT data FROM rows WHERE key=?", (key,)).fetchone()[0])
        assert data.pop("shuffle") == 2, data
        data = json.dumps(data, separators=(",", ":")).encode()
        checksum = hashlib.blake2b(key.encode() + bytes(1) + bytes(4) + data, digest_size=16).digest()
        db.execute("UPDATE rows SET data=?, sum=? WHERE key=?", (data, checksum, key))
    db.close()


def older_table(rules):
    """A table that was made before there was a second version keeps the first; its rematch gets the second."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.join(folder, "azulejo.db")).start()
        persons = [Person(server, "Ann"), Person(server, "Bob")]
        first, second = (person.connect() for person in persons)
        made = first.ask("create", answer=("made",), rules=rules, players=2)
        assert second.ask("join", table=made["table"], key=made["key"], name="Bob")["t"] == "ok"
        server.stop()
        make_older(server.data, made["table"])
        with Server(server.data) as server:
            for person in persons:
                person.server = server
            table = [Player(person, made["table"]).connect(made["key"]) for person in persons]
            for player in table:
                assert player.ready()["t"] == "ok"
            for player in table:
                player.wait(lambda p=player: p.phase == "live")
            notes, text = play_on(server, table, made)
            check(notes, text, rules, 2)
            version_is(notes, text, 1)
            for player in table:
                assert player.socket.ask("rematch", table=made["table"])["t"] == "ok"
            after = table[0].socket.receive("event", lambda m: m["kind"] == "next")["next"]
            assert table[0].socket.ask("watch", answer=("sync",), table=after, **{"from": 0})["shuffle"] == 2


def verify(*arguments, record=None):
    return subprocess.run([AZULEJO, "verify", *arguments], input=record, capture_output=True, text=True, check=False)


def golden(version):
    path = os.path.join(GOLDEN, f"fair-{version}.azr")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return path, text, text.split('[Commitment "')[1][:64]


def kept_records():
    """Records of both versions as programs wrote them once: they stay fair for ever."""
    for version in (1, 2):
        done = verify(golden(version)[0])
        assert done.returncode == 0 and f"fair (version {version})" in done.stdout, (done.stdout, done.stderr)


def noted_commitment():
    """verify --commitment: 0 with the right one, 1 with another one, 2 with what is none."""
    path, text, noted = golden(2)
    other = golden(1)
    for code, words, arguments, record in (
            (0, "the commitment that was noted", [noted, path], None),
            (0, "the commitment that was noted", [noted.upper(), "-"], text),
            (1, "not the one that was noted", [other[2], path], None),
            (2, "64 hexadecimal digits", [noted[:-1], path], None),
            (2, "64 hexadecimal digits", [noted + "0", path], None),
            (2, "64 hexadecimal digits", ["x" * 64, path], None),
            (2, "64 hexadecimal digits", ["", path], None),
            (2, "name one record", [noted, path, other[0]], None),
            (2, "several", [noted, "-"], text + "\n" + other[1]),
            (2, "name the record", [noted], None),
            (1, "no game", [noted, "-"], "")):
        done = verify("--commitment", *arguments, record=record)
        assert done.returncode == code, (done.returncode, code, arguments, done.stdout, done.stderr)
        assert words in done.stdout + done.stderr, (words, done.stdout, done.stderr)
        assert (code == 0) == ("fair" in done.stdout), done.stdout


def main():
    c = Checks()
    c.run("records of both versions, written once, verify", kept_records)
    c.run("verify compares with a commitment that was noted", noted_commitment)
    for rules in ("classic", "duel"):
        c.run(f"{rules}: a table of before keeps version 1, its rematch has version 2", older_table, rules)
    with Server() as server:
        for rules, players in (("classic", 2), ("classic", 4), ("grey", 3), ("crystal1", 2), ("crystal2", 2),
                               ("duel", 2), ("duel", 2)):
            kept = []
            c.run(f"{rules} with {players}: the sceptic deals the same game",
                  lambda r=rules, n=players: (kept.extend(play(server, r, n)), check(*kept, r, n)))
            if len(kept) == 2:
                c.run(f"{rules} with {players}: and notices every lie", lies, *kept, rules, players)
                c.run(f"{rules} with {players}: version 2 is named everywhere", version_is, *kept, 2)
    c.end()


main()
