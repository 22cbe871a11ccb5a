#!/usr/bin/env python3
"""Jobs on a database: `azulejo work` plays the games of matches and of self-play and judges the moves of analyses as one
machine does, and nothing that happens on the way (a worker dies, sleeps, is of another version, the database restarts,
rows are damaged) changes a result. Bots at tables: jobs_bots.py."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from pglib import Postgres  # noqa: E402
from serverlib import AZULEJO, Checks, stop_when, tap, wait_until  # noqa: E402

SCRATCH = Path(os.environ.get("TMPDIR", "/tmp")) / f"jobs-{os.getpid()}"


def soon(done, seconds=60):
    """The machine may be busy."""
    return wait_until(done, seconds)


class Worker:
    """`azulejo work`, with its log."""

    count = 0

    def __init__(self, database, threads=1, program=AZULEJO):
        Worker.count += 1
        self.path = SCRATCH / f"work-{Worker.count}.log"
        self.log = self.path.open("wb")
        self.process = subprocess.Popen([program, "work", "--store", database.url, "--threads", str(threads)],
                                        stdout=self.log, stderr=self.log)
        assert soon(lambda: "event=working" in self.logged()), self.logged()
        self.name, self.signature = re.search(r"name=(\w+) .* signature=(\S+)", self.logged()).groups()

    def logged(self):
        return self.path.read_text(errors="replace")

    def send(self, number):
        self.process.send_signal(number)

    def end(self, limit=20):
        """Gracefully; returns the exit code."""
        if self.process.poll() is None:
            self.send(signal.SIGCONT)
            self.send(signal.SIGTERM)
            try:
                self.process.wait(limit)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def azulejo(*words, status=0):
    done = subprocess.run([AZULEJO, *map(str, words)], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def begin(*words):
    return subprocess.Popen([AZULEJO, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process, status=0):
    out, err = process.communicate(timeout=200)
    assert process.returncode == status, (process.returncode, out, err)
    return out + err


def count(database, where="true"):
    return int(database.sql(f"SELECT count(*) FROM azulejo_jobs WHERE {where}"))


def is_clean(database):
    """Nothing is left of work that ended."""
    return database.sql("SELECT count(*) FROM azulejo_batches") == "0" and count(database) == 0


# ---- Matches ----
TIMES = ("time_us", "slowest_us", "nodes_us", "wall_us", "overhead_ns", "overhead_cpu_ns", "times_ms")


def timeless_log(path):
    """The lines in their order, without what a clock measured."""
    return [{k: v for k, v in json.loads(line).items() if k not in TIMES} for line in path.read_text().splitlines()]


def timeless_table(text):
    """The report without its last columns and lines, which are times."""
    rows = [line[:-20] if re.search(r"\d\s+\d+\.\d\d$", line) else line for line in text.splitlines()]
    return [r for r in rows if not r.startswith(("thousand nodes", "runner's own"))]


class Match:
    """A match on one machine, and the same with a store: log, report, record."""

    def __init__(self, name, *words):
        self.words, self.name = words, name
        self.once = self.files("once")
        self.report = azulejo("match", *words, "--quiet", *self.outputs(self.once))

    def files(self, which):
        return SCRATCH / f"{self.name}-{which}.log", SCRATCH / f"{self.name}-{which}.azr"

    @staticmethod
    def outputs(files):
        return "--log", files[0], "--record", files[1]

    def command(self, database, which, *more):
        return ("match", *self.words, "--quiet", *self.outputs(self.files(which)), "--store", database.url, *more)

    def check(self, which, report=None):
        log, record = self.files(which)
        assert timeless_log(log) == timeless_log(self.once[0]), "another log"
        assert record.read_bytes() == self.once[1].read_bytes(), "another record"
        if report is not None:
            assert timeless_table(report) == timeless_table(self.report), (report, self.report)


def two_workers_play_a_match(database):
    starts = SCRATCH / "starts"
    trace = [json.loads(line) for line in azulejo("trace", "--rules", "duel", "--games", "2").splitlines()]
    views = [json.dumps(e["position"]) for e in trace if "position" in e][3:40:9]
    starts.write_text("".join(azulejo("position", p) for p in write_all(views)))
    matches = (Match("classic", "strong@nodes=150", "uct@nodes=100", "--games", 16, "--seed", 7),
               Match("table", "greedy", "uct@nodes=40", "random", "--rules", "grey", "--players", 4, "--deals", 1, "--nodes", 1),
               Match("duel", "strong@nodes=60", "greedy", "--rules", "duel", "--tablets", "random", "--games", 6, "--nodes", 5),
               Match("starts", "uct@nodes=60", "greedy", "--positions", starts, "--nodes", 1),
               Match("sprt", "uct@nodes=60", "random", "--nodes", 1, "--sprt", "0,50"))
    with Worker(database), Worker(database) as second:
        for m in matches:
            m.check("workers", azulejo(*m.command(database, "workers", "--only-workers")))
            if m in matches[:2]:
                m.check("all", azulejo(*m.command(database, "all", "--concurrency", 2)))
        assert soon(lambda: is_clean(database)), "rows are left"
        assert second.end() == 0 and int(re.search(r"stopped done=(\d+)", second.logged()).group(1)) > 3, second.logged()


def write_all(texts):
    for i, text in enumerate(texts):
        path = SCRATCH / f"position-{i}"
        path.write_text(text)
        yield path


LONG = ("strong@nodes=2500", "strong@nodes=2000", "--games", 8, "--seed", 5)


def claimed_by(database, worker):
    return count(database, f"worker='{worker.name}' AND state=1")


def a_worker_dies(database, long):
    """Its jobs go to another one when the claim has ended."""
    with Worker(database) as doomed:
        running = begin(*long.command(database, "died", "--only-workers"))
        assert soon(lambda: claimed_by(database, doomed)), "no claim"
        doomed.process.kill()
        with Worker(database) as heir:
            report = finish(running)
            long.check("died", report)
            assert "job-late" not in heir.logged()


def a_worker_sleeps(database, long):
    """It loses its job to another one; what it brings when it wakes up is refused."""
    with Worker(database) as sleeper:
        running = begin(*long.command(database, "slept", "--only-workers"))
        assert soon(lambda: claimed_by(database, sleeper)), "no claim"
        sleeper.send(signal.SIGSTOP)
        held = database.sql(f"UPDATE azulejo_jobs SET until=now()-interval '1 s' WHERE worker='{sleeper.name}' AND state=1 "
                            "RETURNING n")
        with Worker(database) as other:
            # Another claim has it while the match still wants it: the number of the claim is what refuses the first one.
            assert soon(lambda: count(database, f"n={held} AND worker='{other.name}' AND claim=2")), "not taken over"
            other.send(signal.SIGSTOP)
            sleeper.send(signal.SIGCONT)
            assert soon(lambda: re.search(f"event=job-(late|lost) .* job={held} claim=1", sleeper.logged())), sleeper.logged()
            other.send(signal.SIGCONT)
            long.check("slept", finish(running))


def a_late_result_is_refused(database, _):
    """The number of the claim alone refuses a result: jobs so short that no renewal warns the worker first."""
    short = Match("short", "strong@nodes=400", "greedy", "--games", 24, "--nodes", 1)
    with Worker(database) as slow:
        running = begin(*short.command(database, "late", "--only-workers"))
        late = 0
        while not late:
            stolen = ""
            while not stolen:
                stolen = database.sql("UPDATE azulejo_jobs SET claim=claim+1, worker='somebody', until=now()+interval '1 minute' "
                                      f"WHERE worker='{slow.name}' AND state=1 AND claim<5 RETURNING n || ' claim=' || claim-1")
                assert running.poll() is None, "the match ended before it was late"
            assert soon(lambda: re.search(f"event=job-(late|lost) .*job={stolen}\\b", slow.logged())), (stolen, slow.logged())  # pylint: disable=cell-var-from-loop
            late = slow.logged().count("event=job-late")
            assert count(database, "worker='somebody' AND state=1") == 1, "the result was stored"
            database.sql("UPDATE azulejo_jobs SET until=now()-interval '1 s', lost=0 WHERE worker='somebody'")
        short.check("late", finish(running))


def a_worker_ends(database, long):
    """SIGTERM gives its job back at once, and it leaves no trace."""
    worker = Worker(database)
    running = begin(*long.command(database, "ended", "--only-workers"))
    assert soon(lambda: claimed_by(database, worker)), "no claim"
    assert worker.end() == 0
    assert "event=stopped" in worker.logged()
    assert count(database, "state=1") == 0, "it still has a job"
    assert database.sql(f"SELECT count(*) FROM azulejo_workers WHERE name='{worker.name}'") == "0"
    with Worker(database):
        report = finish(running)
    said = [line for line in report.splitlines(keepends=True) if "no worker with the signature" not in line]
    long.check("ended", "".join(said))  # without what it said if it took long to start


def the_database_restarts(database, long):
    """A crash of the database empties the tables of jobs: the match puts its jobs again."""
    with Worker(database) as worker:
        running = begin(*long.command(database, "restarted"))
        stop_when(running, lambda: claimed_by(database, worker))  # it plays, too, and must leave something to the worker
        database.stop(signal.SIGQUIT)
        running.send_signal(signal.SIGCONT)
        assert soon(lambda: "event=database-away" in worker.logged()), worker.logged()
        database.start()
        report = finish(running)
        assert "waiting for the database" in report and "there again" in report, report
        long.check("restarted")
        assert soon(lambda: "event=database\n" in worker.logged()), worker.logged()


def a_match_is_resumed(database, long):
    """Interrupted, killed, and brought to its end from its log."""
    with Worker(database) as worker:
        for how, status in ((signal.SIGINT, 130), (signal.SIGKILL, -9)):
            log = long.files("resumed")[0]
            before = log.read_text().count("\n") if log.exists() else 1
            worker.send(signal.SIGSTOP)  # it would bring the match to its end while the runner is stopped
            running = begin(*long.command(database, "resumed"))
            stop_when(running, lambda: log.exists() and log.read_text().count("\n") > before)  # pylint: disable=cell-var-from-loop
            running.send_signal(how)
            running.send_signal(signal.SIGCONT)
            worker.send(signal.SIGCONT)
            finish(running, status)
            if how == signal.SIGINT:
                assert soon(lambda: is_clean(database)), "rows are left"
        azulejo(*long.command(database, "resumed"))
        assert "event=job-refused" not in worker.logged()
    log, record = long.files("resumed")
    games = sorted(timeless_log(log)[1:], key=lambda g: g["game"])
    assert games == sorted(timeless_log(long.once[0])[1:], key=lambda g: g["game"])
    assert record.read_bytes() == long.once[1].read_bytes()
    database.sql("DELETE FROM azulejo_batches")  # of the one that was killed


# ---- What a worker refuses ----
def another_version(database):
    """Jobs of another signature stay where they are, and the log says so."""
    m = Match("foreign", "greedy", "random", "--games", 4, "--nodes", 1)
    running = begin(*m.command(database, "foreign", "--only-workers"))
    assert soon(lambda: count(database)), "no jobs"
    own = database.sql("UPDATE azulejo_batches SET signature='9.9.9-0123456789abcdef' RETURNING "
                       "(SELECT signature FROM azulejo_batches LIMIT 1)")
    with Worker(database) as worker:
        assert soon(lambda: "event=jobs-refused kind=match signature=9.9.9-0123456789abcdef own=" in worker.logged(), 20)
        assert count(database, "state=0 AND claim=0") == count(database) > 0, "it took one"
        database.sql(f"UPDATE azulejo_batches SET signature='{own}'")
        m.check("foreign", finish(running))


def mutated(chance, text):
    data = bytearray(text.encode())
    for _ in range(chance.randrange(1, 6)):
        how, at = chance.randrange(4), chance.randrange(len(data)) if data else 0
        if how == 0 and data:
            data[at] = chance.randrange(256)
        elif how == 1:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(9)))
        elif how == 2:
            del data[at:at + chance.randrange(1, 40)]
        else:
            data[at:at] = b"9" * chance.randrange(1, 30)
    return bytes(data)


def literal(data):
    data = data if isinstance(data, bytes) else data.encode()
    return f"'\\x{data.hex()}'::bytea"


def real_texts(database):
    """(kind, spec, work) as the program writes them."""
    found = []
    runs = (("match", "greedy", "uct@nodes=20", "--games", "2", "--nodes", "1", "--quiet"),
            ("selfplay", "--out", SCRATCH / "real", "--games", "1", "--shard", "1", "--nodes", "2", "--deals", "1", "--look", "2"),
            ("analyze", last_decision()))
    for words in runs:
        running = begin(*words, "--store", database.url, "--only-workers")
        assert soon(lambda: count(database)), "no jobs"
        found.append(tuple(database.sql(
            "SELECT kind || '|' || convert_from(spec, 'UTF8') || '|' || convert_from(work, 'UTF8') FROM azulejo_jobs JOIN "
            "azulejo_batches ON name=batch LIMIT 1").split("|")))
        running.kill()
        running.communicate()
        database.sql("DELETE FROM azulejo_batches")
    position = json.loads(azulejo("trace", "--games", "1").splitlines()[1])
    view = azulejo("position", next(write_all([json.dumps(position["position"])]))).strip()
    found.append(("bot", "{}", json.dumps({"bot": "bia", "seed": "00000000000000ff", "time_ms": 5, "view": view})))
    return found


def garbage(database):
    """Damaged rows fail one by one, each with a reason; the worker goes on."""
    texts = real_texts(database)
    chance = random.Random(11)
    with Worker(database, program=os.environ.get("AZULEJO_SANITIZED", AZULEJO)) as worker:
        rows = [("unknown", "{}", b"{}"), ("match", texts[0][1], b""), ("match", "", texts[0][2]), ("bot", "{}", b"\x00\xff" * 900),
                ("match", texts[0][1].replace('"greedy', '"cmd:touch'), texts[0][2]), ("bot", "{}", b"[" * 20000),
                *[("analysis", spec, work.encode()) for spec, work in wrong_decisions(*texts[2][1:])]]
        for kind, spec, work in texts:
            rows += [(kind, spec, mutated(chance, work)) for _ in range(40)] + [(kind, mutated(chance, spec), work) for _ in range(40)]
        for i, (kind, spec, work) in enumerate(rows):
            database.sql(f"INSERT INTO azulejo_batches(name,kind,signature,spec,seen) VALUES('g{i}','{kind}','{worker.signature}',"
                         f"{literal(spec)},now()+interval '1 hour'); INSERT INTO azulejo_jobs(batch,n,priority,work) "
                         f"VALUES('g{i}',0,1,{literal(work)});")
        assert soon(lambda: count(database, "state<2") == 0, 120), (count(database, "state<2"), worker.logged()[-500:])
        assert worker.process.poll() is None, worker.logged()
        failed = count(database, "state=3")
        assert failed > len(rows) // 3 and failed == worker.logged().count("event=job-refused"), (failed, len(rows))
        assert database.sql("SELECT convert_from(result, 'UTF8') FROM azulejo_jobs WHERE batch='g0'") == "unknown kind of work"
        assert "no group of a match" in database.sql("SELECT convert_from(result, 'UTF8') FROM azulejo_jobs WHERE batch='g4'")
        m = Match("after", "greedy", "random", "--games", 4, "--nodes", 1)
        m.check("after", azulejo(*m.command(database, "after", "--only-workers")))
        assert worker.end() == 0
        assert count(database, "state=3 AND batch IN (SELECT name FROM azulejo_batches WHERE kind='analysis') AND "
                     "convert_from(result, 'UTF8')='no decision of an analysis'") > 20
    database.sql("DELETE FROM azulejo_batches")


def a_lying_worker(database):
    """A result that does not follow from the deal ends the match with a reason, and is not in the log."""
    m = Match("lies", "greedy", "random", "--games", 4, "--nodes", 1)
    first, second = m.once[0].read_text().splitlines()[1:3]
    whole = f"{first}\n{second}\n"
    lies = (whole.replace('"scores":[', '"scores":[9'), whole.replace('"why":"', '"why":"\\u001b[2J'), whole.replace('"moves":"', '"moves":"9'),
            f"{first}\n{first}\n", "")
    for lie in lies:
        running = begin(*m.command(database, "lies", "--only-workers"))
        assert soon(lambda: count(database)), "no jobs"
        database.sql(f"UPDATE azulejo_jobs SET state=2, result={literal(lie)} WHERE n=0")
        said = finish(running, 1)
        assert ("cannot be used" if lie else "has not all games") in said and said.isascii() and "\x1b" not in said, said
        assert len(m.files("lies")[0].read_text().splitlines()) == 1 + (first in lie and second not in lie)
        m.files("lies")[0].unlink()
    running = begin(*m.command(database, "lies", "--only-workers"))
    assert soon(lambda: count(database)), "no jobs"
    database.sql("UPDATE azulejo_jobs SET state=1, worker='dead', lost=8, until=now()-interval '1 s' WHERE n=0")
    assert "too many workers were lost" in finish(running, 1)


# ---- Analyses ----
class Analysis:
    """The report of a game on one machine, and with a store."""

    def __init__(self, record, *words, status=0):
        self.words, self.status = ("analyze", *words, record), status
        self.report = self.finish(begin(*self.words))

    def finish(self, running):
        out, err = running.communicate(timeout=200)
        assert running.returncode == self.status, (running.returncode, out, err)
        assert bool(err) == bool(self.status), err
        return out, err

    def command(self, database, *more):
        return (*self.words, "--store", database.url, *more)

    def check(self, running):
        assert self.finish(running) == self.report, "another report"


def game_file(name, *words):
    """A record of a game between two simple bots."""
    path = SCRATCH / f"{name}.azr"
    if not path.exists():
        azulejo("match", "greedy", "uct@nodes=30", *words, "--games", 1, "--nodes", 1, "--quiet", "--record", path)
    return path


def last_decision():
    """A record with one move, the last one of a game. Its search ends at once, whatever the number of nodes."""
    path = SCRATCH / "last.azr"
    path.write_text('[Azulejo "1"]\n[Rules "classic"]\n[Players "2"]\n[Position "classic 2 5 offer 0 0 1 -/-/-/-/- B B19Y19R19K19T19 - '
                    '30:-/-/-/-/-:1YRKT/5/5/5/5:- 10:-/-/-/-/-:5/5/5/5/5:M"]\n\ncB1\n')
    return path


def two_workers_judge(database):
    base = game_file("base", "--seed", 3)
    damaged = SCRATCH / "damaged.azr"
    lines = base.read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("round 2"))
    damaged.write_text("".join(lines[:at + 1]) + "zz9\n")
    analyses = (Analysis(base, "--nodes", 300), Analysis(base, "--nodes", 100, "--bot", "puct", "--to", "json"),
                Analysis(game_file("duel", "--rules", "duel", "--tablets", "random", "--seed", 2), "--nodes", 150, "--to", "json"),
                Analysis(game_file("duel"), "--nodes", 50, "--bot", "uct"),
                Analysis(game_file("four", "--rules", "crystal2", "--players", 4), "--nodes", 100, "--to", "json"),
                Analysis(damaged, "--nodes", 200, status=1), Analysis(last_decision(), status=1))
    assert '"lossAgain":' in analyses[2].report[0] and "damaged here" in analyses[5].report[0]
    with Worker(database) as first, Worker(database) as second:
        for which in analyses:
            which.check(begin(*which.command(database, "--only-workers")))
        for which in analyses[:3]:
            which.check(begin(*which.command(database, "--jobs", 2)))
        assert soon(lambda: is_clean(database)), "rows are left"
        for worker in (first, second):
            assert worker.end() == 0 and int(re.search(r"stopped done=(\d+)", worker.logged()).group(1)) > 20, worker.logged()
    analyses[1].check(begin(*analyses[1].command(database)))


def a_judge_dies(database):
    """Its decisions go to another one; the report stays the same."""
    long = Analysis(game_file("base"), "--nodes", 3000)
    with Worker(database, 2) as doomed:
        running = begin(*long.command(database, "--only-workers"))
        assert soon(lambda: claimed_by(database, doomed)), "no claim"
        doomed.send(signal.SIGSTOP)
        assert soon(lambda: claimed_by(database, doomed)), "no claim is left"
        doomed.process.kill()
        with Worker(database):
            long.check(running)


def a_long_search_is_stopped(database):
    """A worker gives up a search of hours for an analysis that was interrupted, and when it has to end."""
    words = ("analyze", game_file("base"), "--nodes", 1000000000, "--store", database.url)
    with Worker(database) as worker:
        running = begin(*words, "--only-workers")
        assert soon(lambda: claimed_by(database, worker)), "no claim"
        running.send_signal(signal.SIGINT)
        assert running.communicate(timeout=60)[0] == "" and running.returncode == 130
        assert soon(lambda: is_clean(database)), "rows are left"
        short = Analysis(last_decision(), status=1)
        short.check(begin(*short.command(database, "--only-workers")))
        assert worker.logged().count("event=job-lost") == 1, worker.logged()
        assert worker.end() == 0
    with Worker(database) as worker:
        running = begin(*words, "--only-workers")
        assert soon(lambda: claimed_by(database, worker)), "no claim"
        assert worker.end() == 0 and "event=stopped done=0 refused=0" in worker.logged(), worker.logged()
        assert count(database, "state=1") == 0, "it still has a decision"
        assert count(database, "state=0 AND lost=0 AND n=0") == 1, "it gave nothing back"
    running.send_signal(signal.SIGINT)
    assert running.communicate(timeout=60)[0] == "" and running.returncode == 130
    running = begin(*words, "--jobs", 2)
    assert soon(lambda: count(database, "state=1") == 2), "no claims"
    running.send_signal(signal.SIGTERM)
    assert running.communicate(timeout=60)[0] == "" and running.returncode == 143
    assert soon(lambda: is_clean(database)), "rows are left"


def wrong_decisions(spec, work):
    """What reads well but is no decision that can be searched."""
    specs = [spec.replace("strong", bot) for bot in ("greedy", "random", "ines", "")]
    specs += [spec.replace("20000", nodes) for nodes in ("0", "-1", "4000000001", "1e3", '"20000"')]
    over = json.loads(work)["view"].replace("offer", "over")
    works = [work.replace("cB1", move) for move in ("cK1", "5B1", "draw", "", "cB1 cB1")]
    works += [work.replace("classic 2", "duel 2"), json.dumps({"view": over, "move": "cB1"}), '{"move":"cB1"}']
    return [(wrong, work) for wrong in specs] + [(spec, wrong) for wrong in works]


def a_lying_judge(database):
    """A result that no search can have ends the analysis with a reason; a true one is taken."""
    one = Analysis(last_decision(), status=1)
    with Worker(database) as worker:
        running = begin(*one.command(database, "--only-workers"))
        assert soon(lambda: claimed_by(database, worker) or running.poll() is not None)
        one.check(running)
    values = "3f800000" "00000000" "42140000" "41100000"  # 100 %, 0 %, 37 and 9 points
    true = {"line": "cB1", "best": values, "played": values, "exact": True}
    lies = [{**true, key: lie} for key, lie in (
        ("line", ""), ("line", "cK1"), ("line", "cB1 "), ("line", " ".join(["cB1"] * 33)), ("line", "cB1 \x1b[2J"), ("line", 7),
        ("best", values[:-1]), ("best", values + "0" * 32), ("best", values.upper().replace("3F", "3G")), ("best", "7fc00000" + values[8:]),
        ("best", "7f800000" + values[8:]), ("best", "40000000" + values[8:]), ("best", "bf800000" + values[8:]),
        ("best", values[:16] + "7f7fffff" + values[24:]), ("played", "3f000000" * 2 + values[16:]), ("played", None), ("exact", 1))]
    texts = [json.dumps(lie) for lie in lies] + ["", "[]", "{}", json.dumps(true)[:-1], json.dumps(true) * 2]
    for text in [json.dumps(true), *texts]:
        running = begin(*one.command(database, "--only-workers"))
        assert soon(lambda: count(database)), "no jobs"
        database.sql(f"UPDATE azulejo_jobs SET state=2, result={literal(text)} WHERE n=0")
        out, err = running.communicate(timeout=60)
        if text == json.dumps(true):
            assert (out, err) == one.report, (out, err)
        else:
            assert running.returncode == 1 and not out and "the result of decision 0 cannot be used" in err and "\x1b" not in err, (text, err)


def wrong_words(database):
    url = ("--store", database.url)
    assert "--store" in azulejo("analyze", game_file("base"), "--only-workers", status=2)
    assert "--jobs wants the --store" in azulejo("analyze", game_file("base"), "--jobs", 2, status=2)
    assert "--jobs" in azulejo("analyze", game_file("base"), "--jobs", 257, *url, status=2)
    assert "cannot be reached" in azulejo("analyze", game_file("base"), "--store", "postgresql:///x?host=/nowhere", status=1)
    assert "built-in bots" in azulejo("match", "greedy", "e=cmd:/bin/true", *url, status=2)
    assert "--store" in azulejo("match", "greedy", "random", "--only-workers", status=2)
    assert "--again" in azulejo("selfplay", "--out", SCRATCH / "x", "--again", SCRATCH, *url, status=2)
    assert "2000" in azulejo("selfplay", "--out", SCRATCH / "x", "--shard", 2001, *url, status=2)
    assert "cannot be reached" in azulejo("work", "--store", "postgresql:///x?host=/nowhere", status=1)
    assert "cannot be reached" in azulejo("match", "greedy", "random", "--store", "postgresql:///x?host=/nowhere", status=1)
    assert "--store is missing" in azulejo("work", status=2)


def an_older_database(database):
    """Tables of the version before jobs are brought up to date, and what is in them stays."""
    database.sql("DROP TABLE azulejo_jobs, azulejo_batches, azulejo_workers; UPDATE azulejo_schema SET version=2; "
                 "INSERT INTO azulejo_rows VALUES('test/old',0,'x','y')")
    with Worker(database), Worker(database):
        assert soon(lambda: database.sql("SELECT count(*) FROM azulejo_workers") == "2")
        assert database.sql("SELECT version FROM azulejo_schema") != "2"
        assert database.sql("DELETE FROM azulejo_rows WHERE key='test/old' RETURNING data") == "\\x78"


# ---- Self-play ----
def two_workers_play_selfplay(database):
    words = ("selfplay", "--nodes", 40, "--deals", 1, "--look", 100, "--shard", 3)
    games = (("--games", 14), ("--games", 7, "--rules", "duel"), ("--games", 4, "--rules", "grey", "--players", 3))
    with Worker(database), Worker(database):
        for i, which in enumerate(games):
            here, there = SCRATCH / f"here{i}", SCRATCH / f"there{i}"
            azulejo(*words, *which, "--out", here)
            azulejo(*words, *which, "--out", there, "--store", database.url, "--only-workers")
            same = lambda: {p.name: p.read_bytes() for p in here.iterdir()} == {p.name: p.read_bytes() for p in there.iterdir()}  # pylint: disable=cell-var-from-loop
            assert same() and len(list(here.iterdir())) > 1
            for p in sorted(there.iterdir())[::2]:
                p.unlink()
            said = azulejo(*words, *which, "--out", there, "--store", database.url)
            assert same() and re.search(r"games in \S+: (\d+), [1-9]\d* of them made now", said), said
        assert soon(lambda: is_clean(database))


def main():
    c = Checks()
    if not pglib.BIN:
        tap.skip("jobs on PostgreSQL", "postgresql-15 is not installed")
        c.end()
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with Postgres() as database:
        c.run("words that do not fit are refused", wrong_words, database)
        c.run("two workers play matches as one machine does", two_workers_play_a_match, database)
        c.run("two workers play self-play as one machine does", two_workers_play_selfplay, database)
        c.run("two workers judge moves as one machine does", two_workers_judge, database)
        long = Match("long", *LONG)
        for test in (a_worker_dies, a_worker_sleeps, a_late_result_is_refused, a_worker_ends, the_database_restarts,
                     a_match_is_resumed):
            c.run(test.__name__.replace("_", " "), test, database, long)
        for test in (a_judge_dies, a_long_search_is_stopped, an_older_database, another_version, garbage, a_lying_worker, a_lying_judge):
            c.run(test.__name__.replace("_", " "), test, database)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    c.end()


if __name__ == "__main__":
    main()
