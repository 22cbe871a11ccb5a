#!/usr/bin/env python3
"""The data files of every released format (tests/formats) are opened by this program: nothing of them is lost, and every
game plays on. A file of a newer format is refused, and a migration that is cut off leaves the old file whole."""
import glob
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, Player, Server, Socket, make_table, play_out  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FORMATS = sorted(glob.glob(os.path.join(HERE, "..", "formats", "*.db")))


def scratch(name):
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"{name}-{os.getpid()}.db")
    for end in ("", "-wal", "-shm", "-mark", ".lock", ".format-1", ".migrating"):
        if os.path.exists(path + end):
            os.remove(path + end)
    return path


class Known:
    """A person of the sample file: only the cookie is needed."""

    def __init__(self, server, cookie):
        self.server, self.cookie = server, cookie

    def connect(self):
        return Socket(self.server, self.cookie)


# What a bot's number meant when it was stored: those bots play on (docs/bots.md).
FORMER_LEVELS = ("novice", "learner", "casual", "regular", "expert", "master", "champion")


def today(event):
    """An event of the sample as this program shows it: a bot by its name, and former levels without a level."""
    if event["kind"] == "bot":
        return {**event, "level": 0, "name": FORMER_LEVELS[event["level"] - 1]}
    return event


def same_table(server, table):
    players = []
    for seat in table["players"]:
        socket = Socket(server, seat["cookie"])
        assert socket.status == 101, socket.status
        sync = socket.ask("watch", answer=("sync",), table=table["table"])
        assert sync["t"] == "sync", (table["table"], sync)
        assert sync["phase"] == table["phase"] and sync["n"] == seat["n"], (sync["phase"], sync["n"])
        assert sync.get("position") == seat["position"] and sync["events"] == [today(e) for e in seat["events"]]
        player = Player(Known(server, seat["cookie"]), table["table"])
        player.socket = socket
        player.follow(sync)
        players.append(player)
    return sorted(players, key=lambda p: p.seat)


def play_on(server, table):
    players = same_table(server, table)
    if table["phase"] == "live":
        play_out(players)
        assert all(p.phase == "over" for p in players)


def opens(path):
    copy = scratch("format")
    shutil.copy(path, copy)
    os.chmod(copy, 0o600)
    with open(path[:-3] + ".json", encoding="utf-8") as file:
        known = json.load(file)
    with Server(data=copy) as server:
        for table in known["tables"]:
            play_on(server, table)
        status, _, _ = server.request("POST", "/api/login", known["account"])
        assert status == 200, status
        ann = Socket(server, known["tables"][0]["players"][0]["cookie"])
        mine = ann.ask("mine", answer=("mine",))["tables"]
        assert len(mine) == sum(any(p["cookie"] == known["tables"][0]["players"][0]["cookie"] for p in t["players"])
                                for t in known["tables"]), len(mine)
        assert "event=damaged" not in server.logged(), server.logged()[-500:]
    with Server(data=copy) as server:  # and once more, as it is now
        for table in known["tables"]:
            socket = Socket(server, table["players"][0]["cookie"])
            sync = socket.ask("watch", answer=("sync",), table=table["table"])
            assert sync["phase"] == ("over" if table["phase"] == "live" else table["phase"]), sync["phase"]


def rows(path):
    db = sqlite3.connect(path)
    found = {(k, n): bytes(d) for k, n, d in db.execute("SELECT key, n, data FROM rows")}
    db.close()
    return found


def old_file_is_kept():
    copy = scratch("kept")
    shutil.copy(FORMATS[0], copy)
    before = rows(copy)
    Server(data=copy).start().stop()
    assert rows(copy + ".format-1") == before
    assert os.stat(copy + ".format-1").st_ino != os.stat(copy).st_ino
    after = rows(copy)
    assert json.loads(after[("meta/format", 0)])["format"] == 2
    assert after[("meta/cookie-key", 0)] == before[("meta/cookie-key", 0)]
    events = [k for k in before if k[0].startswith("event/")]
    assert events and all(k in after for k in events)
    assert not any(k[0].startswith("look/") for k in after)
    shutil.copy(FORMATS[0], copy)  # a second migration keeps both old files
    Server(data=copy).start().stop()
    assert os.path.exists(copy + ".format-1.2")


def commands_after(heading):
    """The block of commands in docs/hosting.md that follows a paragraph."""
    with open(os.path.join(HERE, "..", "..", "docs", "hosting.md"), encoding="utf-8") as file:
        page = file.read()
    block = page[page.index("\n" + heading):].split("```sh no-run\n", 1)[1]
    return block.split("```", 1)[0]


def downgrade():
    """The commands of docs/hosting.md for the way back leave the file of before the upgrade, and nothing that belongs to
    the newer one beside it."""
    for kill in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "azulejo.db")
            shutil.copy(FORMATS[0], path)
            before = rows(path)
            server = Server(data=path).start()
            make_table(server)
            if kill:
                server.kill()
            else:
                server.stop()
            subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands_after("Downgrade:")], cwd=folder, check=True)
            left = [name for name in os.listdir(folder) if name != "azulejo.db.admin"]  # a socket, after a crash
            assert sorted(left) == ["azulejo.db", "newer"], left
            assert rows(path) == before
            newer = os.path.join(folder, "newer", "azulejo.db")
            with Server(data=newer):
                pass  # what was given up can be opened again
            assert len([k for k in rows(newer) if k[0].startswith("table/")]) == 1 + len([k for k in before if k[0].startswith("table/")])


def behind_a_link():
    """The file that a link leads to is migrated, and the link stays one."""
    copy = scratch("target")
    link = copy + ".link"
    if os.path.lexists(link):
        os.remove(link)
    shutil.copy(FORMATS[0], copy)
    os.symlink(copy, link)
    Server(data=link).start().stop()
    assert os.path.islink(link) and json.loads(rows(copy)[("meta/format", 0)])["format"] == 2
    assert os.path.exists(copy + ".format-1") and not os.path.islink(copy + ".format-1")
    assert not [n for n in os.listdir(os.path.dirname(copy)) if n.startswith(os.path.basename(copy) + ".migrating")]


def newer_is_refused():
    copy = scratch("newer")
    Server(data=copy).start().stop()
    before = rows(copy)
    db = sqlite3.connect(copy)
    data = b'{"format":3}'
    total = hashlib.blake2b(b"meta/format\0" + bytes(4) + data, digest_size=16).digest()
    db.execute("UPDATE rows SET data=?, sum=? WHERE key='meta/format'", (data, total))
    db.commit()
    db.close()
    run = subprocess.run([AZULEJO, "serve", "--port", "0", "--data", copy], capture_output=True, text=True, timeout=20, check=False)
    assert run.returncode == 3 and "format 3" in run.stderr and "newer" in run.stderr, run
    after = rows(copy)
    assert {k: v for k, v in after.items() if k[0] != "meta/format"} == {k: v for k, v in before.items() if k[0] != "meta/format"}


def cut_off():
    """Killed at any moment of a migration, the next start finds a whole file."""
    with open(FORMATS[0][:-3] + ".json", encoding="utf-8") as file:
        table = json.load(file)["tables"][0]
    for delay in (0.001, 0.003, 0.006, 0.01, 0.015, 0.02, 0.03, 0.05):
        copy = scratch("cut")
        shutil.copy(FORMATS[0], copy)
        process = subprocess.Popen([AZULEJO, "serve", "--port", "0", "--data", copy], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with Server(data=copy) as server:
            same_table(server, table)


def damaged_table():
    """A table that was damaged before stays named, the others are migrated: a flipped bit, and a row that is whole but leads to
    another position than it says."""
    copy = scratch("hurt")
    shutil.copy(FORMATS[0], copy)
    with open(FORMATS[0][:-3] + ".json", encoding="utf-8") as file:
        known = json.load(file)
    hurt = known["tables"][4]["table"]
    db = sqlite3.connect(copy)
    data = bytearray(db.execute("SELECT data FROM rows WHERE key=? AND n=9", ("event/" + hurt,)).fetchone()[0])
    data[len(data) // 2] ^= 1
    db.execute("UPDATE rows SET data=? WHERE key=? AND n=9", (bytes(data), "event/" + hurt))
    kept = {"event/" + hurt, "event/" + known["tables"][0]["table"]}
    other, n, event = next((key, n, json.loads(data)) for key, n, data in db.execute("SELECT key, n, data FROM rows")
                           if key.startswith("event/") and key not in kept and b'"k":"start"' in data)
    event["h"] = "0123456789abcdef"
    data = json.dumps(event, separators=(",", ":")).encode()
    total = hashlib.blake2b(other.encode() + b"\0" + n.to_bytes(4, "big") + data, digest_size=16).digest()
    db.execute("UPDATE rows SET data=?, sum=? WHERE key=? AND n=?", (data, total, other, n))
    db.commit()
    db.close()
    with Server(data=copy) as server:
        assert f"event=damaged table={hurt} event=9" in server.logged(), server.logged()[-500:]
        assert f"event=damaged table={other[6:]} event={n} cause=\"hash\"" in server.logged(), server.logged()[-800:]
        assert "event=migrated tables=11 damaged=2" in server.logged(), server.logged()[-800:]
        answer = Socket(server, known["tables"][4]["players"][0]["cookie"]).ask("watch", answer=("sync",), table=hurt)
        assert answer.get("code") == "DAMAGED", answer
        same_table(server, known["tables"][0])


def main():
    c = Checks()
    for path in FORMATS:
        c.run(f"format {os.path.basename(path)[:-3]} is opened and every game in it plays on", opens, path)
    c.run("the old file is kept, nothing of it is lost", old_file_is_kept)
    c.run("the commands for the way back", downgrade)
    c.run("a link stays a link", behind_a_link)
    c.run("a file of a newer format is refused and left alone", newer_is_refused)
    c.run("a migration that is cut off leaves a whole file", cut_off)
    c.run("a damaged table stays named", damaged_table)
    return c.end()


sys.exit(main())
