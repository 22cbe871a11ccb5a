#!/usr/bin/env python3
"""Whole games through the server, by people over WebSockets: every rule set, with each player going
offline and coming back; bots in seats; takeback, draw, resignation, rematch, lobby, records."""
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, Person, Player, Server, make_table, moves_of, play_out  # noqa: E402


def whole_game(server, rules, players):
    table, made = make_table(server, rules, players)
    for away in range(2):  # each goes away in the middle of a round and resumes by number
        for _ in range(6):
            seat = table[0].position["seat"]
            mover = next(p for p in table if p.seat == seat)
            mover.play()
            for p in table:
                p.wait(lambda q=p: q.n >= mover.n)
        gone = table[away % players]
        gone.socket.close()
        before = gone.n
        for _ in range(2):
            seat = next(p for p in table if p is not gone).position["seat"]
            mover = next(p for p in table if p.seat == seat)
            if mover is gone:
                break
            mover.play()
            for p in table:
                if p is not gone:
                    p.wait(lambda q=p: q.n >= mover.n)
        gone.connect(made["key"])
        assert gone.n >= before
    play_out(table)
    assert all(p.position["phase"] == "over" for p in table)
    assert table[0].over["winners"], table[0].over
    return table


def check_record(server, table):
    who = table[0].person
    status, _, text = server.request("GET", "/api/record/" + table[0].table, cookie=who.cookie)
    assert status == 200, (status, text)
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), "game.azr")
    with open(path, "wb") as file:
        file.write(text)
    good = subprocess.run([AZULEJO, "verify", path], capture_output=True, text=True, check=False)
    assert good.returncode == 0, (good.stdout, good.stderr)
    # A record whose secret was changed is found out.
    changed = text.decode()
    at = changed.index("[Secret \"") + 9
    changed = changed[:at] + ("0" if changed[at] != "0" else "1") + changed[at + 1:]
    with open(path, "w", encoding="utf-8") as file:
        file.write(changed)
    bad = subprocess.run([AZULEJO, "verify", path], capture_output=True, text=True, check=False)
    assert bad.returncode == 1 and "secret" in bad.stderr, (bad.returncode, bad.stdout, bad.stderr)


def games(c, server):
    for rules, players in (("classic", 2), ("grey", 2), ("crystal1", 2), ("crystal2", 2), ("duel", 2),
                           ("classic", 3), ("grey", 4)):
        kept = []
        c.run(f"{rules} with {players}: a whole game, each goes offline once",
              lambda r=rules, n=players: kept.append(whole_game(server, r, n)))
        if kept:
            c.run(f"{rules} with {players}: the record verifies, a changed one does not",
                  check_record, server, kept[0])


def with_bots(server):
    ann = Person(server)
    socket = ann.connect()
    made = socket.ask("create", answer=("made",), rules="classic", players=3, seats=["me", 1, 2])
    player = Player(ann, made["table"])
    player.socket = socket
    player.watch()
    player.ready()
    player.wait(lambda: player.phase == "live")
    play_out([player])
    assert player.over["cause"] == "normal"
    record = server.request("GET", "/api/record/" + player.table, cookie=ann.cookie)[2].decode()
    own = json.loads(server.request("POST", "/api/session", {}, cookie=ann.cookie)[2])["name"]
    for tag in (f'[Kind0 "person:{own}"]', '[Seat1 "Bia"]', '[Kind1 "bot:bia-2"]', '[Kind2 "bot:tomas-2"]'):
        assert tag in record, (tag, record[:600])


def names_differ(server):
    """Two friends without a name are called differently, and so are two who chose the same."""
    ann, bob, eve, tom = (Person(server) for _ in range(4))
    made = ann.connect().ask("create", answer=("made",), rules="classic", players=4)
    sockets = [p.connect() for p in (bob, eve, tom)]
    joined = {"table": made["table"], "key": made["key"]}
    assert sockets[0].ask("join", **joined)["t"] == "ok"
    assert sockets[1].ask("join", **joined, name="Same")["t"] == "ok"
    assert sockets[2].ask("join", **joined, name="same")["t"] == "ok"
    told = sockets[0].ask("watch", answer=("sync",), table=made["table"])
    assert "ready_by" not in told, "only quick pairing sets a limit"
    seen = told["seats"]
    names = [s["name"] for s in seen]
    assert "Guest" not in names and len({n.lower() for n in names}) == 4, names
    assert names[2:] == ["Same", "same 2"], names


def takeback(server):
    table, _ = make_table(server, "classic")
    first = next(p for p in table if p.to_move())
    other = next(p for p in table if p is not first)
    before, known = first.position, first.n
    first.play()
    other.wait(lambda: other.ply == 1)
    assert first.socket.ask("offer", table=first.table, offer="takeback")["t"] == "ok"
    other.wait(lambda: other.n >= first.n + 1)
    assert other.socket.ask("answer", table=first.table, yes=True)["t"] == "ok"
    first.wait(lambda: first.ply == 0)
    assert first.position == before
    late = {"table": first.table, "ply": 0, "move": moves_of(before)[0], "id": "sent before the takeback"}
    assert first.socket.ask("move", n=known, **late)["code"] == "STALE", "played in a position that came later"
    for wrong in (-1, 2**32, 20.5, "20", None, [20]):
        assert first.socket.ask("move", n=wrong, **late)["code"] == "NOT_UNDERSTOOD", wrong
    assert first.socket.ask("move", n=first.n, **late)["t"] == "ok"


def no_takeback_after_chance(server):
    table, _ = make_table(server, "classic")
    while table[0].position["round"] == 1:
        mover = next(p for p in table if p.to_move())
        mover.play()
        for p in table:
            p.wait(lambda q=p: q.n >= mover.n)
    answer = mover.socket.ask("offer", table=mover.table, offer="takeback")
    assert answer["t"] == "error" and answer["code"] == "NO_TAKEBACK", answer


def free_takeback_against_bots(server):
    ann = Person(server)
    socket = ann.connect()
    made = socket.ask("create", answer=("made",), rules="classic", players=2, seats=["me", 1])
    player = Player(ann, made["table"])
    player.socket = socket
    player.watch()
    player.ready()
    player.wait(player.to_move)
    ply = player.ply
    player.play()
    player.wait(player.to_move)
    assert socket.ask("offer", table=player.table, offer="takeback")["t"] == "ok"
    player.wait(lambda: player.ply == ply)


def draw(server):
    table, _ = make_table(server, "grey")
    assert table[0].socket.ask("offer", table=table[0].table, offer="draw")["t"] == "ok"
    table[1].wait(lambda: table[1].n > 4)
    assert table[1].socket.ask("answer", table=table[0].table, yes=True)["t"] == "ok"
    for p in table:
        p.wait(lambda q=p: q.phase == "over")
        assert p.over["cause"] == "agreed" and p.over["winners"] == [0, 1]


def resign_and_rematch(server):
    table, _ = make_table(server, "duel")
    assert table[0].socket.ask("resign", table=table[0].table)["t"] == "ok"
    for p in table:
        p.wait(lambda q=p: q.phase == "over")
    assert table[0].over["winners"] == [1] and table[0].over["cause"] == "resigned"
    for p in table:
        assert p.socket.ask("rematch", table=p.table)["t"] == "ok"
    for p in table:
        found = p.socket.receive("event", lambda m: m["kind"] == "next")
        again = Player(p.person, found["next"])
        again.socket = p.socket
        again.watch()
        assert again.seat == 1 - p.seat, "seats rotate"


def three_resign(server):
    table, _ = make_table(server, "classic", 3)
    assert table[0].socket.ask("resign", table=table[0].table)["t"] == "ok"
    for p in table[1:]:
        p.wait(lambda q=p: any(True for _ in [0]) and q.n >= 8)
    rest = table[1:]
    play_out(rest)
    assert 0 not in rest[0].over["winners"]


def resend(server):
    table, _ = make_table(server, "classic")
    mover = next(p for p in table if p.to_move())
    mover.play()
    ply, request, move = mover.confirmed[-1]
    n = mover.n
    answer = mover.socket.ask("move", table=mover.table, ply=ply, move=move, id=request)
    assert answer["t"] == "ok", answer
    other = mover.socket.ask("move", table=mover.table, ply=ply, move=move, id="another")
    assert other["t"] == "error" and other["code"] == "STALE", other
    mover.catch_up()
    assert mover.n == n
    wrong = mover.socket.ask("move", table=mover.table, ply=ply + 1, move=move, id="third")
    assert wrong["code"] in ("NOT_YOUR_TURN",), wrong


def lobby_and_pairing(server):
    a, b = Person(server, "A"), Person(server, "B")
    sa, sb = a.connect(), b.connect()
    first = sa.ask("pair", answer=("made",), rules="crystal1")
    listed = sb.ask("lobby", answer=("lobby",))
    assert first["table"] in [t["table"] for t in listed["tables"]]
    second = sb.ask("pair", answer=("made",), rules="crystal1")
    assert first["table"] == second["table"]
    third = sb.ask("pair", answer=("made",), rules="duel")
    assert third["table"] != first["table"]
    mine = sb.ask("mine", answer=("mine",))
    assert {first["table"], third["table"]} == {t["table"] for t in mine["tables"]}
    assert mine["tables"][0]["waits_for_you"]


def chosen_options(server):
    """Every option of the rules can be chosen, and a wrong choice is refused with a reason."""
    for starter in (0, 1, 2):
        table, _ = make_table(server, "grey", 3, starter=starter)
        assert table[0].position["starter"] == table[0].position["seat"] == starter
    for tablets in (["a2", "b1", "d2"], ["a1", "b2", "c1", "d2"]):
        table, made = make_table(server, "duel", tablets=tablets, starter=1)
        assert table[0].position["tablets"] == tablets and table[0].position["starter"] == 1
        sync = table[0].socket.ask("watch", answer=("sync",), table=made["table"])
        assert sync["options"]["tablets"] == tablets and sync["options"]["starter"] == 1
    play_out(table)
    check_record(server, table)
    s = Person(server).connect()
    drawn = set()
    for _ in range(12):
        made = s.ask("create", answer=("made",), rules="duel", tablets="random")
        drawn.add(str(s.receive("sync")["options"]["tablets"]))
        s.ask("unwatch", table=made["table"])
    assert len(drawn) > 3, drawn
    for wrong in ({"starter": 2}, {"starter": "me"}, {"starter": -1}, {"rules": "duel", "tablets": ["a1", "a2", "b1"]},
                  {"rules": "duel", "tablets": ["a1", "b1"]}, {"rules": "duel", "tablets": "all"}, {"leaver": "wait"},
                  {"clock": {"base_ms": 5000}}, {"clock": {"kind": "total", "base_ms": "5"}}, {"clock": {"kind": "move"}}):
        answer = s.ask("create", answer=("made",), **wrong)
        assert answer.get("code") == "BAD_OPTIONS", (wrong, answer)


def my_games(server):
    """Those that wait for me come first, what is over comes last."""
    ann, bob = Person(server, "Ann"), Person(server, "Bob")
    tables = [make_table(server, "classic", persons=[ann, bob], starter=i % 2)[0] for i in range(5)]
    for players in tables[3:]:
        players[0].socket.ask("resign", table=players[0].table)
        players[1].wait(lambda p=players[1]: p.phase == "over")
        time.sleep(0.01)  # another millisecond
    mine = tables[0][0].socket.ask("mine", answer=("mine",))["tables"]
    assert len(mine) == 5
    assert [t["waits_for_you"] for t in mine] == [True, True, False, False, False]
    assert [t["phase"] for t in mine] == ["live"] * 3 + ["over"] * 2
    assert [t["table"] for t in mine[3:]] == [p[0].table for p in (tables[4], tables[3])], "the latest first"


def nagging(server):
    """What was refused is not asked again before the next move."""
    table, _ = make_table(server, "classic")
    a, b = table
    for what, code in (("draw", "OFFERED"), ("takeback", "NO_TAKEBACK")):
        if what == "draw":
            assert a.socket.ask("offer", table=a.table, offer=what)["t"] == "ok"
            assert b.socket.ask("answer", table=a.table, yes=False)["t"] == "ok"
        answer = a.socket.ask("offer", table=a.table, offer=what)
        assert answer["code"] == code, answer
    next(p for p in table if p.to_move()).play()
    assert a.socket.ask("offer", table=a.table, offer="draw")["t"] == "ok"


def private_tables(server):
    ann, eve = Person(server), Person(server)
    socket = ann.connect()
    made = socket.ask("create", answer=("made",), rules="classic")
    spy = eve.connect()
    assert spy.ask("watch", table=made["table"])["code"] == "PRIVATE"
    assert spy.ask("join", table=made["table"])["code"] == "PRIVATE"
    assert spy.ask("join", table=made["table"], key="x" * 22)["code"] == "PRIVATE"
    assert spy.ask("join", table=made["table"], key=made["key"])["t"] == "ok"
    assert made["table"] not in [t["table"] for t in eve.connect().ask("lobby", answer=("lobby",))["tables"]]


def records_of_private_tables(server):
    """Those who may see the table may have its record: players, the maker without a seat, spectators with the link; no others."""
    maker, ann, bob, spectator, eve = (Person(server) for _ in range(5))
    made = maker.connect().ask("create", answer=("made",), rules="classic", seats=["open", "open"])
    sockets = [p.connect() for p in (ann, bob, spectator)]
    for s in sockets[:2]:
        assert s.ask("join", table=made["table"], key=made["key"])["t"] == "ok"
        assert s.ask("ready", table=made["table"], contribution=os.urandom(32).hex())["t"] == "ok"
    assert sockets[2].ask("watch", answer=("sync",), table=made["table"], key=made["key"])["t"] == "sync"
    record = lambda p: server.request("GET", "/api/record/" + made["table"], cookie=p and p.cookie)[0]  # noqa: E731
    assert [record(p) for p in (maker, ann, spectator, eve, None)] == [409, 409, 409, 404, 404]
    assert sockets[0].ask("resign", table=made["table"])["t"] == "ok"
    assert [record(p) for p in (maker, ann, bob, spectator, eve, None)] == [200, 200, 200, 200, 404, 404]


def a_table_too_many(server):
    """A table that its maker could not watch is not made, so no player loses a game unknowingly."""
    s = Person(server).connect()
    for i in range(9):
        s.send("create", id=f"c{i}", rules="classic")
    answers = [s.receive(where=lambda m, i=i: m.get("id") == f"c{i}") for i in range(9)]
    assert [a["t"] for a in answers] == ["made"] * 8 + ["error"] and answers[8]["code"] == "TOO_MANY", answers[8]
    assert s.ask("pair", answer=("made",), rules="classic")["code"] == "TOO_MANY"
    assert len(s.ask("mine", answer=("mine",))["tables"]) == 8
    assert s.ask("unwatch", table=answers[0]["table"])["t"] == "ok"
    assert s.ask("create", answer=("made",), rules="classic")["t"] == "made"


def clock_runs_out(server):
    table, _ = make_table(server, "classic", clock={"kind": "total", "base_ms": 1000})
    for p in table:
        p.wait(lambda q=p: q.phase == "over")
    loser = table[0].position["seat"]
    assert table[0].over["cause"] == "time" and table[0].over["winners"] == [1 - loser]


def leaver_bot(server):
    table, made = make_table(server, "classic", leaver="bot", clock={"kind": "total", "base_ms": 600000})
    gone = next(p for p in table if p.to_move())
    other = next(p for p in table if p is not gone)
    gone.socket.close()
    other.socket.receive("event", lambda m: m["kind"] == "standin")
    other.n += 1
    other.wait(other.to_move)
    gone.connect(made["key"])
    gone.socket.receive("event", lambda m: m["kind"] == "back")


def leaver_claim(server):
    table, _ = make_table(server, "classic", leaver="claim")
    gone = next(p for p in table if p.to_move())
    other = next(p for p in table if p is not gone)
    assert other.socket.ask("claim", table=other.table)["code"] == "NO_CLAIM"
    gone.socket.close()
    end = time.monotonic() + 20
    while (answer := other.socket.ask("claim", table=other.table))["t"] != "ok":
        assert answer["code"] == "NO_CLAIM" and time.monotonic() < end, answer
        time.sleep(0.1)
    other.wait(lambda: other.phase == "over")
    assert other.over["cause"] == "abandoned" and other.over["winners"] == [other.seat]


def phrases(server):
    table, _ = make_table(server, "classic")
    assert table[0].socket.ask("phrase", table=table[0].table, phrase="thanks")["t"] == "ok"
    said = table[1].socket.receive("event", lambda m: m["kind"] == "phrase")
    assert said["phrase"] == "thanks" and said["seat"] == 0
    assert table[0].socket.ask("phrase", table=table[0].table, phrase="<b>")["code"] == "BAD_PHRASE"


def spectators(server):
    table, made = make_table(server, "duel", public=True)
    eve = Person(server, "Eve")
    watcher = Player(eve, made["table"]).connect()
    assert watcher.seat is None
    next(p for p in table if p.to_move()).play()
    watcher.wait(lambda: watcher.ply == 1)
    assert watcher.socket.ask("move", table=made["table"], ply=1, move={"draw": 1}, id="x")["code"] == "NOT_SEATED"


def main():
    c = Checks()
    with Server(grace_s=1, bot_time_ms=50) as server:
        games(c, server)
        for test in (with_bots, names_differ, takeback, no_takeback_after_chance, free_takeback_against_bots, draw,
                     resign_and_rematch, three_resign, resend, lobby_and_pairing, chosen_options, my_games, nagging,
                     private_tables,
                     records_of_private_tables, a_table_too_many, clock_runs_out, leaver_bot, leaver_claim, phrases, spectators):
            c.run(test.__name__.replace("_", " "), test, server)
        log = server.logged()
        c.check("nothing went wrong inside", "level=error" not in log, log[-2000:])
        c.check("a graceful end", server.stop() == 0)
    c.end()


main()
