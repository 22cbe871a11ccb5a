#!/usr/bin/env python3
"""`azulejo store copy` from a file into PostgreSQL and back: killed on the way, given again, and compared at the end.

GAMES=10000 tests/scripts/server_copy.py is the measured try of docs/scaling.md."""
import hashlib
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from pglib import Postgres  # noqa: E402
from serverlib import AZULEJO, Checks, Server, make_table, play_out, stop_when, tap  # noqa: E402

GAMES = int(os.environ.get("GAMES", "250"))
FORMATS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "formats")
FOLDER = os.environ.get("TMPDIR", "/tmp")


def checksum(key, n, data):
    return hashlib.blake2b(key.encode() + b"\0" + struct.pack(">I", n) + data, digest_size=16).digest()


def many_games(path):
    """A data file with that many games: one of each rule set is played by a server, and its rows are repeated under other names."""
    with Server(data=path) as server:
        tables = [make_table(server, rules)[0] for rules in ("classic", "duel", "grey", "crystal1", "crystal2")]
        for players in tables[:3]:
            play_out(players)
        names = [players[0].table for players in tables]
    db = sqlite3.connect(path)
    samples = {name: db.execute("SELECT key, n, data FROM rows WHERE key LIKE ?", (f"%{name}",)).fetchall() for name in names}
    for number in range(GAMES - len(names)):
        name, new = names[number % len(names)], f"{number:012d}"
        rows = [(key[:-len(name)] + new, n, bytes(data)) for key, n, data in samples[name]]
        db.executemany("INSERT INTO rows VALUES(?,?,?,?)", [(k, n, d, checksum(k, n, d)) for k, n, d in rows])
    db.commit()
    count = db.execute("SELECT count(*) FROM rows").fetchone()[0]
    db.close()
    return count


def copy(source, target):
    done = subprocess.run([AZULEJO, "store", "copy", source, target], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def copied(target):
    """How many rows are there so far."""
    if target.startswith("postgresql:"):
        return int(DATABASE.sql("SELECT count(*) FROM azulejo_rows") or 0)
    db = sqlite3.connect(f"file:{target}?mode=ro", uri=True)
    try:
        return db.execute("SELECT count(*) FROM rows").fetchone()[0]
    finally:
        db.close()


def killed_on_the_way(source, target, rows):
    """A copy that is killed when part of the rows is there; no server opens what it left."""
    process = subprocess.Popen([AZULEJO, "store", "copy", source, target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def a_quarter():
        try:
            return copied(target) >= rows // 4
        except (AssertionError, sqlite3.Error):  # no table yet
            return False

    stop_when(process, a_quarter, 0.005)
    process.kill()
    process.wait()
    found = copied(target)
    assert rows // 4 <= found < rows, (found, rows)
    where = "--store" if target.startswith("postgresql:") else "--data"
    opened = subprocess.run([AZULEJO, "serve", "--port", "0", where, target], capture_output=True, text=True, timeout=20, check=False)
    assert opened.returncode != 0 and "copy" in opened.stderr, opened
    return found


def there(source, target, rows):
    """Killed, and given again until it is complete."""
    found = killed_on_the_way(source, target, rows)
    begun = time.monotonic()
    status, text = copy(source, target)
    took = time.monotonic() - begun
    assert status == 0, text
    told = re.match(r"(\d+) rows copied \((\d+) of them before\), hash ([0-9a-f]+) on both sides", text)
    assert told and int(told[1]) == rows and 0 < int(told[2]) <= found, (text, rows, found)
    print(f"# {GAMES} games, {rows} rows: killed after {told[2]}, the rest in {took:.1f} s; hash {told[3][:12]}")
    return told[3]


def both_ways(first, last):
    rows = many_games(first)
    hash_there = there(first, DATABASE.url, rows)
    hash_back = there(DATABASE.url, last, rows)
    assert hash_there == hash_back
    begun = time.monotonic()
    checked = subprocess.run([AZULEJO, "admin", "--data", last, "check"], capture_output=True, text=True, check=False)
    assert "0 wrong" in checked.stdout, checked
    print(f"# the file at the end was checked in {time.monotonic() - begun:.1f} s")


def changed_source(first):
    """A copy of a source that has changed meanwhile does not count as complete."""
    target = os.path.join(FOLDER, "changed.db")
    rows = copied(first)
    killed_on_the_way(first, target, rows)
    db = sqlite3.connect(first)
    key, n, data = db.execute("SELECT key, n, data FROM rows WHERE key LIKE 'event/%' ORDER BY key, n LIMIT 1").fetchone()
    data = bytes(data).replace(b'"k":"sit"', b'"k": "sit"')
    db.execute("UPDATE rows SET data=?, sum=? WHERE key=? AND n=?", (data, checksum(key, n, data), key, n))
    db.commit()
    db.close()
    status, text = copy(first, target)
    assert status == 1 and "differs" in text, text


def older_format(newer):
    """A database with data of an older format is refused; what the refusal says brings it up to date."""
    sample, file = os.path.join(FOLDER, "sample.db"), os.path.join(FOLDER, "older.db")
    shutil.copy(os.path.join(FORMATS, "1.db"), sample)
    status, text = copy(sample, DATABASE.url)
    assert status == 0, text
    refused("has data of format 1", "needs 2", "azulejo store copy URL FILE", "new, empty database")
    total = checksum("meta/format", 0, b'{"format":99}').hex()
    DATABASE.sql(f"INSERT INTO azulejo_rows VALUES('meta/format',0,'{{\"format\":99}}',decode('{total}','hex'))")
    refused("has data of format 99", "newer azulejo")
    DATABASE.sql("DELETE FROM azulejo_rows WHERE key='meta/format'")
    status, text = copy(DATABASE.url, file)
    assert status == 0, text
    with Server(data=file) as server:
        assert server.request("GET", "/readyz")[0] == 200
    status, text = copy(file, newer.url)
    assert status == 0, text
    with Server(data=newer.url) as server:
        assert server.request("GET", "/readyz")[0] == 200
        assert "event=damaged" not in server.logged()
    tables = "SELECT count(*) FROM azulejo_rows WHERE key LIKE 'table/%'"
    assert newer.sql(tables) == DATABASE.sql(tables) != "0"


def refused(*words):
    done = subprocess.run([AZULEJO, "serve", "--port", "0", "--store", DATABASE.url], capture_output=True, text=True,
                          timeout=20, check=False)
    assert done.returncode == 3 and all(w in done.stderr for w in words), (done.returncode, done.stderr)


def main():
    global DATABASE
    c = Checks()
    if not pglib.BIN:
        tap.skip("copies between a file and PostgreSQL", "postgresql-15 is not installed")
        c.end()
    with Postgres() as DATABASE, Postgres() as newer:
        c.run("a database of an older format", older_format, newer)
        DATABASE.sql("DELETE FROM azulejo_rows")
        first, last = os.path.join(FOLDER, "house.db"), os.path.join(FOLDER, "back.db")
        c.run("there and back, killed on the way", both_ways, first, last)
        c.run("a source that changes meanwhile is noticed", changed_source, first)
    c.end()


DATABASE = None

if __name__ == "__main__":
    main()
