#!/usr/bin/env python3
"""Bots at tables whose moves are jobs of workers (`azulejo work`): in every rule set, and whatever becomes of the workers."""
import contextlib
import json
import os
import re
import shutil
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from jobs import SCRATCH, Worker, azulejo, count, is_clean, literal, soon  # noqa: E402
from pglib import Postgres  # noqa: E402
from server_nodes import check_history, one_round, ready  # noqa: E402
from serverlib import Checks, Person, Server, make_table, play_out, tap  # noqa: E402

RULES = (("classic", 2), ("grey", 3), ("crystal1", 2), ("crystal2", 4), ("duel", 2))


def figure(server, name):
    text = server.request("GET", "/metrics")[2].decode()
    return int(re.search(rf"^azulejo_{name} (\d+)", text, re.M).group(1))


@contextlib.contextmanager
def server_with(database, **settings):
    with Server(data=database.url, grace_s=60, bot_time_ms=20, **settings) as server:
        server.database, server.before = database, len(server.logged())
        yield server
        assert "level=error" not in server.logged()[server.before:], server.logged()


def has_workers(server):
    return soon(lambda: figure(server, "worker_threads") > 0)


def whole_game(server, rules, players):
    table, _ = make_table(server, rules, players, seats=["me", 3] + [2] * (players - 2), persons=[Person(server)])
    play_out(table)
    assert table[0].over["cause"] == "normal", table[0].over
    check_history(server.database, table)


def bots_of_all_rules(database):
    """Workers make the bots' moves, in every rule set; without workers the server does."""
    with server_with(database) as server:
        whole_game(server, "classic", 2)
        assert figure(server, "bot_moves_away_total") == 0
        with Worker(database), Worker(database):
            assert has_workers(server), server.logged()
            for rules, players in RULES:
                before = figure(server, "bot_moves_total"), figure(server, "bot_moves_away_total")
                whole_game(server, rules, players)
                made, away = figure(server, "bot_moves_total") - before[0], figure(server, "bot_moves_away_total") - before[1]
                assert made >= away > made * 0.9 > 3, (rules, made, away)  # one more that is late is no fault
        assert soon(lambda: count(database) == 0)
    assert soon(lambda: is_clean(database)), "rows of the server are left"


def bots_stay_here(database):
    """With bot-jobs = 0 no worker is asked."""
    with server_with(database, bot_jobs=0) as server, Worker(database) as worker:
        whole_game(server, "classic", 2)
        assert figure(server, "bot_moves_total") > 3 and figure(server, "bot_moves_away_total") == 0
        assert worker.end() == 0 and "done=0" in worker.logged()


def bots_lose_their_worker(database):
    """A worker dies, another one sleeps, while games go on: no move is missing, none is made twice."""
    with server_with(database) as server:
        worker = Worker(database, threads=2)
        assert has_workers(server)
        table, _ = make_table(server, "classic", 3, seats=["me", "open", 2], persons=[Person(server), Person(server)])
        one_round(table)
        worker.process.kill()
        for _ in range(2):
            one_round(table)
        moved = figure(server, "bot_moves_away_total")
        with Worker(database) as sleeper:
            for _ in range(20):  # after a while without an answer the server asks workers again
                one_round(table)
                if figure(server, "bot_moves_away_total") > moved:
                    break
                time.sleep(0.5)
            assert figure(server, "bot_moves_away_total") > moved
            sleeper.send(signal.SIGSTOP)
            for _ in range(2):
                one_round(table)
            sleeper.send(signal.SIGCONT)
            play_out(table)
        check_history(database, table)
        worker.end()


def only_the_view(database):
    """What a job of a bot says is what the bot's seat may see. Nobody answers here: the server thinks itself."""
    with Worker(database) as worker:
        signature = worker.signature
    with server_with(database) as server:
        database.sql(f"INSERT INTO azulejo_workers VALUES('nobody','{signature}',4,now()+interval '1 hour')")
        assert has_workers(server), server.logged()
        table, _ = make_table(server, "duel", 2, seats=["me", 3], persons=[Person(server)])
        work = lambda: database.sql("SELECT convert_from(work, 'UTF8') FROM azulejo_jobs LIMIT 1")
        for _ in range(3):
            if table[0].to_move():
                table[0].play()
        assert soon(work), "no job"
        job = json.loads(work() or "{}")
        assert sorted(job) == ["bot", "seed", "time_ms", "view"], job
        path = SCRATCH / "view"
        path.write_text(job["view"])
        view = azulejo("position", path).strip()
        assert "?" in view, "nothing is hidden in it"
        for seat in "0", "1":
            if json.loads(azulejo("position", path, "--to", "json"))["seat"] == int(seat):
                assert azulejo("position", path, "--seat", seat).strip() == view, "it knows more than its seat"
        assert table[0].table not in json.dumps(job) and table[0].person.id not in json.dumps(job)
        play_out(table)
        check_history(database, table)
        assert figure(server, "bot_moves_away_total") == 0 and "event=bots-here" in server.logged()[server.before:]
        database.sql("DELETE FROM azulejo_workers")


def lies_about_bots(database):
    """Answers that are no moves: the server thinks itself."""
    with Worker(database) as worker:
        signature = worker.signature
    with server_with(database) as server:
        database.sql(f"INSERT INTO azulejo_workers VALUES('liar','{signature}',4,now()+interval '1 hour')")
        assert has_workers(server)
        table, _ = make_table(server, "classic", 2, seats=["me", 3], persons=[Person(server)])
        done = 0
        for lie in ("cBf", "cYf", "cRf", "cKf", "", "nonsense", "3B2" * 2000):  # no more than three colours are in the centre
            if table[0].to_move():
                table[0].play()
            if soon(lambda: count(database, "state<2"), 3):
                database.sql(f"UPDATE azulejo_jobs SET state=2, result={literal(lie)} WHERE state<2")
                done += 1
            table[0].wait(lambda: table[0].phase == "over" or table[0].to_move())
        assert done, "no job"
        assert figure(server, "bot_moves_away_total") < done
        play_out(table)
        check_history(database, table)
        assert ready(server)
        database.sql("DELETE FROM azulejo_workers")


def main():
    c = Checks()
    if not pglib.BIN:
        tap.skip("bots by workers", "postgresql-15 is not installed")
        c.end()
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with Postgres() as database:
        Worker(database).end()  # makes the tables
        for test in (bots_of_all_rules, bots_stay_here, bots_lose_their_worker, only_the_view, lies_about_bots):
            c.run(test.__name__.replace("_", " "), test, database)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    c.end()


if __name__ == "__main__":
    main()
