#!/usr/bin/env python3
"""Matches from outside: the same result whatever happens on the way, resumed after a kill, as a
record, for every rule set and seat count; and the runner costs little."""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check, end  # noqa: E402

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import stop_when  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))


def match(*arguments, **more):
    return subprocess.run([AZULEJO, "match", *map(str, arguments)], text=True, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def result(*arguments):
    run = match(*arguments, "--quiet", "--json", "-")
    if run.returncode != 0:
        raise RuntimeError(run.stderr)
    return json.loads(run.stdout)


def timeless(r):
    """What does not depend on the machine."""
    r = dict(r)
    for key in ("overhead_us", "overhead_cpu_us"):
        r.pop(key)
    r["players"] = [{k: v for k, v in p.items() if k not in ("time_us", "slowest_us", "nodes_us")}
                    for p in r["players"]]
    return r


def games_of(log):
    return [json.loads(line) for line in log.read_text().splitlines()[1:]]


def same_result(scratch):
    players = ["greedy", "uct@nodes=40", "random", "--deals", 4, "--nodes", 1]
    once = timeless(result(*players))
    check(once["games"] == 24 and once["groups"] == 12, "three players, each pair of them", once)
    check(timeless(result(*players, "--concurrency", 3)) == once, "three at a time: the same result")
    engine = f"e=cmd@bot=greedy:{AZULEJO} engine"
    one, two = (timeless(result(p, "random", "--deals", 10, "--nodes", 1)) for p in (engine, "e=greedy"))
    check(one["players"][0]["mean_points"] == two["players"][0]["mean_points"],
          "a bot by the protocol plays as it does built in", f"{one} {two}")


def resumes(scratch):
    log, record = scratch / "killed.log", scratch / "killed.azr"
    whole, clean = scratch / "whole.log", scratch / "whole.azr"
    players = ["greedy", "uct@nodes=60", "--deals", 60, "--nodes", 1, "--concurrency", 2]
    expected = timeless(result(*players, "--log", whole, "--record", clean))
    chance, kills, part = random.Random(1), 0, 0
    games = lambda: log.read_text().count("\n") - 1 if log.exists() else 0
    while kills < 40 and part < 60:
        wanted = part + chance.randrange(1, 20)
        with subprocess.Popen([AZULEJO, "match", *map(str, players), "--log", str(log), "--quiet"],
                              stdout=subprocess.DEVNULL) as run:
            stop_when(run, lambda: games() >= wanted, 0.002)  # pylint: disable=cell-var-from-loop
            kills += 1
            run.send_signal(signal.SIGKILL)
        if log.exists() and chance.random() < 0.5:  # a line cut in the middle, as by a full disc
            with log.open("a") as f:
                f.write('{"game":3,"players":[0')
        part = games()
    check(kills >= 1 and 0 < part < 120, f"{kills} times killed, {part} games in the log", part)
    got = timeless(result(*players, "--log", log, "--record", record))
    check(got == expected, "a match killed many times ends with the same result")
    check(sorted(g["game"] for g in games_of(log)) == list(range(120)), "every game is there once")
    check(record.read_bytes() == clean.read_bytes(), "and the same record file")
    run = subprocess.run([AZULEJO, "validate", str(record)], capture_output=True, text=True)
    check(run.returncode == 0, "which replays", run.stdout + run.stderr)
    before = log.read_bytes()
    check(timeless(result(*players, "--log", log)) == expected and log.read_bytes() == before,
          "a finished match is not played again")
    longer = result("greedy", "uct@nodes=60", "--deals", 62, "--nodes", 1, "--log", log)
    check(longer["games"] == 124, "a match can be prolonged")
    run = match("greedy", "uct@nodes=61", "--deals", 60, "--nodes", 1, "--log", log)
    check(run.returncode == 1 and "another match" in run.stderr, "a foreign log is refused", run.stderr)
    notes = scratch / "notes.txt"
    notes.write_text("no log at all, without a line's end")
    run = match("greedy", "uct@nodes=60", "--deals", 1, "--nodes", 1, "--log", notes)
    check(run.returncode == 1 and notes.read_text().startswith("no log"), "another file is left alone", run.stderr)
    notes.write_text('{"match":1,"rules":"cla')
    run = match("greedy", "uct@nodes=60", "--deals", 1, "--nodes", 1, "--log", notes)
    check(run.returncode == 0 and len(games_of(notes)) == 2, "a head cut short is written anew", run.stderr)
    run = match("greedy", "uct@nodes=60", "--deals", 1, "--nodes", 1, "--log", "/dev/full")
    check(run.returncode == 1 and "not an ordinary file" in run.stderr, "a device is no log", run.stderr)
    with log.open("a") as f:
        f.write("{}\n")
    run = match("greedy", "uct@nodes=60", "--deals", 62, "--nodes", 1, "--log", log)
    check(run.returncode == 1 and ":126:" in run.stderr, "a damaged line is named", run.stderr)


def damaged_logs(scratch):
    """A log that was changed is not believed: the line is named, and what is wrong with it."""
    players = ["greedy", "random", "--deals", 2, "--nodes", 1, "--quiet"]
    log = scratch / "damaged.log"
    result(*players, "--log", log)
    lines = log.read_text().splitlines()
    game = json.loads(lines[2])
    cut = len(lines[2]) // 2

    def changed(**values):
        return json.dumps({**game, **values})

    moves = game["moves"].split()
    for what, line, says in (
            ("cut in the middle", lines[2][:cut], f"column {cut + 1}: expected"),
            ("without its moves", changed(moves="", times_ms="", evals=""), "do not lead to the end"),
            ("with another move", changed(moves=" ".join(moves[:3] + [moves[0]] + moves[4:])), "move 4, "),
            ("with a word that is no move", changed(moves=" ".join(["zork"] + moves[1:])), "moves, times_ms or evals"),
            ("with a time too few", changed(times_ms=game["times_ms"][2:]), "moves, times_ms or evals"),
            ("with absurd scores", changed(scores=[20000, 3]), "20000 points, but the moves lead to"),
            ("with scores below 0", changed(scores=[-1, 3]), "scores: missing or impossible"),
            ("with the other winner", changed(winners=[0, 1]), "winners and places"),
            ("with other places", changed(places=[0, 0]), "winners and places"),
            ("with a fault that was none", changed(cause="time", fault=0), "the cause is time"),
            ("with more decisions", changed(decisions=[1, 99]), "decisions"),
            ("without a key", changed(wall_us="long"), "wall_us: missing or impossible"),
            ("twice", lines[1], "game 0 is there already")):
        text = "\n".join(lines[:2] + [line] + lines[3:]) + "\n"
        log.write_text(text)
        run = match(*players, "--log", log, "--json", "-")
        check(run.returncode == 1 and f"{log}:3: " in run.stderr and says in run.stderr and run.stderr.count("\n") == 1
              and not run.stdout and log.read_text() == text, f"a game in the log {what}: {says}", run.stderr + run.stdout)
    log.write_text("\n".join(lines)[:-30])
    run = match(*players, "--log", log)
    check(run.returncode == 0 and f"{log}:5: cut in the middle" in run.stderr and len(games_of(log)) == 4,
          "a last line that was cut is reported, and its game played again", run.stderr)


def control_characters(_):
    """Nothing that a terminal would obey gets into names, before anything is played."""
    for arguments in (["a\x1b[2J=greedy", "random"], ["greedy", "b\n=random"], ["greedy", "\x9b=random"],
                      ["greedy", "random", "--event", "x\x07"], ["greedy", "cmd:./\x1b"],
                      ["greedy", "random", "--event", "e" * 1024]):
        run = match(*arguments, "--deals", 1, "--nodes", 1)
        check(run.returncode == 2 and run.stderr.count("\n") == 1 and run.stderr.strip().isprintable(),
              f"{arguments} is refused", run.stderr)


def outputs(scratch):
    """A file that cannot be written is reported before the match, and no output overwrites another."""
    log, before = scratch / "kept.log", None
    result("random", "greedy", "--deals", 1, "--nodes", 1, "--log", log)
    before = log.read_text()
    for option in ("--record", "--json", "--log"):
        run = match("random", "greedy", "--deals", 1, "--nodes", 1, option, "/no/such/folder/x")
        check(run.returncode == 1 and not run.stdout and "/no/such/folder/x: No such file" in run.stderr,
              f"{option} that cannot be written", run.stdout + run.stderr)
    for option in ("--record", "--json"):
        run = match("random", "greedy", "--deals", 1, "--nodes", 1, "--log", log, option, scratch / "." / log.name)
        check(run.returncode == 2 and "are the same file" in run.stderr and log.read_text() == before,
              f"{option} leaves the log alone", run.stderr)


def keeps_records(scratch):
    """A record file is appended to, as by `play --record`; no other file is touched."""
    record, players = scratch / "kept.azr", ["greedy", "random", "--deals", 1, "--nodes", 1, "--quiet"]
    result(*players, "--record", record)
    first = record.read_text()
    result(*players, "--seed", 2, "--record", record)
    both = record.read_text()
    check(both.startswith(first + "\n") and both.count("[Rules ") == 4, "a second match is appended", both[:200])
    result(*players, "--record", record)
    check(record.read_text() == both, "games that the file holds are not written twice")
    record.write_text(first.rstrip("\n"))
    result(*players, "--seed", 2, "--record", record)
    check(record.read_text() == both, "also after a file without a last line end")
    run = subprocess.run([AZULEJO, "validate", str(record)], capture_output=True, text=True)
    check(run.returncode == 0, "and it replays", run.stdout + run.stderr)
    notes = scratch / "precious.txt"
    for text in ("precious\n", '{"a": 1}\n', "x" * 100000):
        notes.write_text(text)
        run = match(*players, "--record", notes)
        check(run.returncode == 1 and "exists and is no record" in run.stderr and notes.read_text() == text
              and not run.stdout, f"{text[:8]!r} is left alone, and no game is played", run.stdout + run.stderr)


def tells_limits(scratch):
    """The limits of each player, wherever limits are printed."""
    log, record = scratch / "limits.log", scratch / "limits.azr"
    players = ["a=random@nodes=20", "b=random@nodes=40", "--deals", 1, "--quiet"]
    run = match(*players, "--log", log, "--record", record)
    head = json.loads(log.read_text().splitlines()[0])
    check("100 ms" not in run.stdout + log.read_text() + record.read_text(), "no limit is printed that no player had",
          run.stdout)
    check("each player's own limits" in run.stdout and "limits: a: 20 nodes a move; b: 40 nodes a move\n" in run.stdout,
          "the report tells whose limits are whose", run.stdout)
    check([p["limits"] for p in head["players"]] == ["20 nodes a move", "40 nodes a move"], "and so does the log", head)
    check('[TimeControl "20 nodes a move; 40 nodes a move"]' in record.read_text()
          and '[TimeControl "40 nodes a move; 20 nodes a move"]' in record.read_text(), "and each game of the record, by seat")
    r = result(*players)
    check([p["limits"] for p in r["players"]] == ["20 nodes a move", "40 nodes a move"]
          and r["limits"] == "each player's own limits", "and the JSON", r["limits"])
    r = result("random@nodes=9", "greedy@nodes=9", "--deals", 1)
    check(r["limits"] == "9 nodes a move", "the same limits of all are printed once", r["limits"])
    old = json.loads(log.read_text().splitlines()[0])
    for p in old["players"]:
        del p["limits"]
    old["limits"] = "100 ms a move"
    lines = [json.dumps(old, separators=(",", ":"))] + log.read_text().splitlines()[1:]
    log.write_text("\n".join(lines) + "\n")
    run = match(*players, "--log", log, "--deals", 2)
    check(run.returncode == 0 and len(games_of(log)) == 4, "a log of an older version goes on", run.stderr)


def asks_programs(scratch):
    """What programs say of themselves: their names, and with how many seats they play."""
    source = (ROOT / "examples/random_bot.py").read_text()
    python, bot = os.environ.get("PYTHON", "python3"), scratch / "asked.py"
    bot.write_text(source.replace('"needs moves",', '"seats classic 2", "needs moves",')
                   .replace("id name random_bot.py", "id name Ann's bot 2.1"))
    log, players = scratch / "asked.log", [f"cmd:{python} {bot}", "random", "--nodes", 1, "--quiet"]
    r = result(*players, "--deals", 1)
    check(r["players"][0]["name"] == "Ann's bot 2.1", "a program is called as it calls itself", r["players"][0]["name"])
    r = result(players[0], players[0], f"x={players[0]}", "--deals", 1, "--nodes", 1)
    check([p["name"] for p in r["players"]] == ["Ann's bot 2.1", "Ann's bot 2.1#2", "x"], "numbered, or as the caller says", r)
    run = match(*players, "--players", 3, "--deals", 1)
    check(run.returncode == 1 and "Ann's bot 2.1 does not play classic with 3 seats" in run.stderr and not run.stdout,
          "and is not asked for what it does not play", run.stderr)
    result(*players, "--deals", 1, "--log", log)
    head = json.loads(log.read_text().splitlines()[0])
    for p in head["players"]:
        del p["limits"]
    head["players"][0]["name"] = python.rsplit("/", 1)[-1]
    log.write_text(json.dumps(head, separators=(",", ":")) + "\n" + "\n".join(log.read_text().splitlines()[1:]) + "\n")
    run = match(*players, "--deals", 2, "--log", log)
    check(run.returncode == 0, "a log of a version that did not ask for names goes on", run.stderr)
    (scratch / "home").mkdir()
    (scratch / "home" / "bot.py").write_text(source.replace("id name random_bot.py", "id name %s").replace(
        '"id name %s"', '"id name " + __import__("os").environ["BOT_NAME"]'))
    own = [f"cmd:cd {scratch}/home && BOT_NAME={name} exec {python} bot.py" for name in ("Ann", "Bob")]
    r = result(*own, "--deals", 1, "--nodes", 1)
    check([p["name"] for p in r["players"]] == ["Ann", "Bob"], "each program has its own folder and environment", r["players"])
    late = f"late=cmd:sleep 1; exec {AZULEJO} engine --bot random"
    run = match(late, "random", "--deals", 1, "--nodes", 1, "--start", 200)
    check(run.returncode == 1 and "late: no answer" in run.stderr and "--start" in run.stderr, "a program that starts late is refused", run.stderr)
    run = match(late, "random", "--deals", 1, "--nodes", 1, "--start", 20000, "--quiet")
    check(run.returncode == 0, "unless it may", run.stderr)
    bot.write_text(source.replace('self.position, self.moves = rest, []',
                                  'self.position, self.moves = rest, []\n        import time; time.sleep(0.15)'))
    r = result(f"cmd:{python} {bot}", "random", "--deals", 1, "--time", 50, "--margin", 50)
    check(not any(r["players"][0]["faults"].values()) and r["players"][0]["slowest_us"] < 100000,
          "time runs from go, not from position", r["players"][0])


def keeps_speeds(scratch):
    """Nodes and time of every move whose player reports nodes."""
    log = scratch / "speeds.log"
    players = ["uct@nodes=200", f"e=cmd@bot=uct@nodes=100:{AZULEJO} engine", f"mute=cmd:{os.environ.get('PYTHON', 'python3')} "
               f"{ROOT}/examples/random_bot.py", "--deals", 1, "--log", log]
    r = result(*players)
    games = games_of(log)
    for i, name, least in ((0, "uct", 1), (1, "e", 1), (2, "mute", 0)):
        moves = [sum(int(n) for n in g["nodes_by_move"].split()) for g in games]
        logged = sum(n for g in games for p, n in zip(g["players"], g["nodes"]) if p == i)
        check(r["players"][i]["nodes"] == logged >= least and (logged > 0) == (least > 0), f"{name}: {logged} nodes", r["players"][i])
        check(moves == [sum(g["nodes"]) for g in games], f"{name}: the sums of its moves", moves)
    run = match(*players, "--quiet")
    check("thousand nodes a second: uct@nodes=200 " in run.stdout and ", e " in run.stdout
          and "mute" not in run.stdout.split("thousand nodes")[1].split("\n")[0], "the report has the speeds", run.stdout)
    lines = log.read_text().splitlines()
    for i in range(1, len(lines)):
        game = json.loads(lines[i])
        for key in ("nodes", "nodes_us", "nodes_by_move"):
            del game[key]
        lines[i] = json.dumps(game)
    log.write_text("\n".join(lines) + "\n")
    check(result(*players)["players"][0]["nodes"] == 0, "a log without nodes is read")


def dies_alone(scratch):
    """A match that is killed leaves no engine running, not even one that never reads its input again."""
    mark, bot = scratch / "engine.pid", scratch / "deaf.py"
    bot.write_text((ROOT / "examples/random_bot.py").read_text().replace(
        'return ["bestmove', f"import os, time; open('{mark}', 'w').write(str(os.getpid())); time.sleep(600)\n"
        '        return ["bestmove'))
    with subprocess.Popen([AZULEJO, "match", f"cmd:exec {os.environ.get('PYTHON', 'python3')} {bot}", "random", "--quiet",
                           "--stall", "600000"], stdout=subprocess.DEVNULL) as run:
        end_of_wait = time.monotonic() + 60
        while not (mark.exists() and mark.read_text()) and time.monotonic() < end_of_wait:
            time.sleep(0.02)
        run.kill()
    engine = Path("/proc") / mark.read_text()
    def lives():
        try:
            return engine.joinpath("stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False
    end_of_wait = time.monotonic() + 20
    while lives() and time.monotonic() < end_of_wait:
        time.sleep(0.02)
    check(not lives(), "an engine dies with its match")


def interrupts(scratch):
    log = scratch / "interrupted.log"
    command = [AZULEJO, "match", "uct", "uct@time=30", "--time", "30", "--log", str(log), "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        end_of_wait = time.monotonic() + 60
        while not (log.exists() and log.read_text().count("\n") > 1):  # a game is in the log: the match is under way
            if run.poll() is not None or time.monotonic() > end_of_wait:
                raise RuntimeError(f"no game within 60 s (exit code {run.poll()})")
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=20)
    check(run.returncode == 130 and "runner's own overhead" in out, "an interrupt ends with a report and code 130",
          (run.returncode, out))
    before = log.read_text()
    run = match("uct", "uct@time=30", "--time", 30, "--log", log, "--budget", 1, "--quiet")
    check(run.returncode == 0 and log.read_text().startswith(before), "and the match goes on from its log", run.stderr)


def every_game(scratch):
    for rules, seats in [("classic", 4), ("grey", 3), ("crystal1", 2), ("crystal2", 4), ("duel", 2)]:
        record = scratch / f"{rules}.azr"
        r = result("random", "greedy", "--rules", rules, "--players", seats, "--deals", 3,
                   "--nodes", 1, "--record", record)
        lineups = seats - 1
        check(r["games"] == 3 * lineups * seats, f"{rules}, {seats} seats: {lineups} lineups", r)
        check(r["players"][1]["score"] > 0.5, f"{rules}: greedy beats random", r)
        run = subprocess.run([AZULEJO, "validate", str(record)], capture_output=True, text=True)
        check(run.returncode == 0, f"{rules}: the record is in order", run.stdout + run.stderr)
    r = result("random", "random@depth=1", "random@depth=2", "greedy", "--gauntlet", "--deals", 2)
    check(r["games"] == 12 and r["players"][0]["games"] == 12, "gauntlet: the first plays them all", r)


def one_against_a_table(scratch):
    log = scratch / "one.log"
    r = result("greedy", "random", "uct@nodes=10", "--players", 4, "--lineup", "one", "--deals", 6,
               "--nodes", 1, "--log", log)
    games = games_of(log)
    check(len(games) == 48 and all(g["players"].count(0) == 1 and len(set(g["players"])) == 2 for g in games),
          "one against a table: one seat for the first, the others for another player", games[:1])
    for i, table in ((1, "random"), (2, "uct@nodes=10")):
        mine = [g for g in games if i in g["players"]]
        won = sum(1 / len(g["winners"]) for g in mine if g["players"].index(0) in g["winners"])
        alone = r["alone"][i - 1]
        check(alone["table"] == table and alone["groups"] == 6 and alone["fair"] == 0.25 and
              abs(alone["share"]["value"] - won / len(mine)) < 1e-5
              and alone["share"]["low"] <= alone["share"]["value"] <= alone["share"]["high"],
              f"its share of the wins at a table of {table}: {won} of {len(mine)}", alone)
    run = match("random", "greedy", "--players", 3, "--lineup", "one", "--deals", 2, "--nodes", 1)
    check("random alone at a table of greedy: " in run.stdout and "fair 33.3" in run.stdout,
          "the text has it too, with the fair share", run.stdout)


def keeps_to_its_budget(scratch):
    begun = time.monotonic()
    r = result("uct", "greedy", "--deals", 5000, "--time", 20, "--budget", 2, "--concurrency", 2)
    took = time.monotonic() - begun
    check(took < 10 and 0 < r["games"] < r["planned"] == 10000, f"a budget of 2 s ends the match after {took:.1f} s", r)


def starts_from_positions(scratch):
    starts, text, log, record = (scratch / f"starts{end}" for end in (".json", ".txt", ".jsonl", ".azr"))
    trace = subprocess.run([AZULEJO, "trace", "--rules", "duel", "--games", "2", "--seed", "4"], text=True, capture_output=True)
    lines = [line["position"] for line in map(json.loads, trace.stdout.splitlines()) if line["event"] == "decision"][9::15]
    starts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    printed = subprocess.run([AZULEJO, "position", "--to", "text", str(starts)], text=True, capture_output=True).stdout
    text.write_text(printed)
    players = ["greedy", "random", "--nodes", 1]
    r = result(*players, "--positions", starts, "--log", log, "--record", record)
    check((r["rules"], r["games"], r["positions"]) == ("duel", 2 * len(lines), len(lines)), "each position once, in both rotations", r)
    found = [line[len('[Position "'):-2] for line in record.read_text().splitlines() if line.startswith("[Position ")]
    check(found == [p for p in printed.splitlines() for _ in (0, 1)], "the records begin with them", found[:3])
    run = subprocess.run([AZULEJO, "validate", str(record)], text=True, capture_output=True)
    check(run.returncode == 0, "and replay", run.stdout + run.stderr)
    again = result(*players, "--positions", text, "--log", log, "--games", 2 * len(lines) + 2)
    check(again["games"] == 2 * len(lines) + 2, "text is the same as JSON; more games begin the list anew", again["games"])
    text.write_text(printed.replace(" 1 ", " 2 ", 1) + printed)
    run = match(*players, "--positions", text, "--log", log)
    check(run.returncode == 1 and "another match" in run.stderr, "a log of other positions is refused", run.stderr)
    view = subprocess.run([AZULEJO, "position", "--seat", "0", "-"], text=True, capture_output=True,
                          input="".join(printed.splitlines(True)[:2])).stdout
    text.write_text(view)
    r = result(*players, "--positions", text)
    check("?" in view and r["games"] == 4, "what a view leaves unknown is drawn", view)
    over = json.loads(trace.stdout.splitlines()[-1])
    bad = [("\n" + printed.splitlines()[0] + "\n" + printed.splitlines()[1].replace("duel 2", "duel 7"), "line 3, column 6: "),
           (printed + subprocess.run([AZULEJO, "position"], text=True, capture_output=True).stdout,
            f"line {len(lines) + 1}: this position is of classic with 2 seats, the match of duel with 2"),
           (json.dumps(over["position"]), "line 1: the game is over"), ("\n", "has no position")]
    for content, says in bad:
        text.write_text(content)
        run = match(*players, "--positions", text)
        check(run.returncode == 1 and str(text) in run.stderr and says in run.stderr and run.stderr.count("\n") == 1
              and not run.stdout, f"refused: {says}", run.stderr)
    run = match(*players, "--positions", starts, "--players", 3)
    check(run.returncode == 1 and "the match of duel with 3" in run.stderr, "positions of another game than asked", run.stderr)
    run = match(*players, "--positions", starts, "--tablets", "random")
    check(run.returncode == 2 and "exclude each other" in run.stderr, "positions have their tablets", run.stderr)


def full_log(scratch):
    """Why the log cannot be written is said as it was when that happened."""
    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    run = match("random", "greedy", "--deals", 20, "--nodes", 1, "--quiet", "--concurrency", 2, "--log", scratch / "full.log",
                preexec_fn=small)
    check(run.returncode == 1 and "the log cannot be written: File too large" in run.stderr, "a log without room", run.stderr)


def fair(scratch):
    log = scratch / "fair.log"
    result("random", "greedy", "--deals", 5, "--nodes", 1, "--log", log, "--record", scratch / "f.azr")
    games = games_of(log)
    check(all(games[2 * i]["players"] == [0, 1] and games[2 * i + 1]["players"] == [1, 0]
              for i in range(5)), "every deal is played with the seats swapped")
    deals = [line for line in (scratch / "f.azr").read_text().splitlines() if line.startswith("round 1 ")]
    check(len(deals) == 10 and all(deals[2 * i] == deals[2 * i + 1] for i in range(5))
          and len(set(deals)) == 5, "the same deal twice, then another one", deals)


def cheap(scratch):
    r = result("random", "random@depth=1", "--deals", 100, "--nodes", 1)
    check(r["overhead_cpu_us"] < 50, f"{r['overhead_cpu_us']:.1f} us a move built in", r["overhead_us"])
    r = result(f"cmd@bot=random:{AZULEJO} engine", "random", "--deals", 50, "--nodes", 1)
    check(r["overhead_cpu_us"] < 50, f"{r['overhead_cpu_us']:.1f} us a move by the protocol",
          r["overhead_us"])


def decides(scratch):
    r = result("greedy", "random", "--deals", 5000, "--nodes", 1, "--sprt", "0,100")
    check(r["two"]["sprt"]["verdict"] == "elo1 accepted" and r["games"] < 500,
          f"SPRT stops after {r['games']} games", r["two"])
    r = result("random", "greedy", "--deals", 5000, "--nodes", 1, "--sprt", "0,100")
    check(r["two"]["sprt"]["verdict"] == "elo0 accepted" and r["games"] < 500,
          f"and the other way round after {r['games']}", r["two"])


def keeps_clocks(scratch):
    log = scratch / "clock.log"
    r = result("uct", "greedy", "--deals", 1, "--clock", 300, "--inc", 5, "--log", log, "--cpu-time")
    check(not any(r["players"][0]["faults"].values()), "uct lives on its clock", r["players"][0])
    most = max(g["time_us"][g["players"].index(0)] for g in games_of(log))
    check(most < 300000 + 60 * 5000, "and uses no more than it has", most)


def hides(scratch):
    heard = scratch / "heard"
    spy = f"spy=cmd:tee {heard} | {os.environ.get('PYTHON', 'python3')} {ROOT}/examples/random_bot.py"
    r = result(spy, "random", "--rules", "duel", "--deals", 1, "--nodes", 1)
    check(not any(r["players"][0]["faults"].values()), "the spy plays", r["players"][0])
    positions = [line.split() for line in heard.read_text().splitlines() if line.startswith("position")]
    check(len(positions) > 10 and all(p[-1] == f"view={p[5]}" for p in positions),
          "a player is sent the view of the seat to move", positions[:1])
    pile = [p[13] for p in positions]
    check("?" in pile[0] and all("?" in p for p in pile[:10]), "the pile's fronts are hidden", pile[0])
    said = heard.read_text().splitlines()
    check(said[0] == "azp 1" and said.count("clear") == 2 and said[-1] == "quit"
          and sum(line.startswith("result winners") for line in said) == 2,
          "what it heard of two games: azp, clear … result, clear … result, quit", said[-3:])


def refuses(scratch):
    for arguments, words in [(["uct"], "2 to 32 players"), (["uct", "nobody"], 'no bot "nobody"'),
                             (["uct", "cmd:"], "cmd:COMMAND"), (["uct@x=1", "uct"], "no setting"),
                             (["uct@nodes=x", "uct"], "a number"), (["strong@threads=65", "uct"], "1 to 64"),
                             (["strong@threads=2", "uct", "--cpu-time"], "one thread"), (["uct", "uct", "--sprt", "5,0"], "--sprt"),
                             (["uct", "uct", "uct", "--sprt", "0,5"], "two players"),
                             (["uct", "uct", "--games", "0"], "--games"),
                             (["uct", "uct", "--lineup", "two"], "robin, gauntlet or one")]:
        run = match(*arguments)
        check(run.returncode == 2 and words in run.stderr and run.stderr.count("\n") == 1,
              f"refused: {' '.join(arguments)}", run.stderr)
    run = match("uct", "cmd:/no/such/engine")
    check(run.returncode == 1 and "127" in run.stderr, "an engine that is not there", run.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (same_result, resumes, damaged_logs, control_characters, outputs, keeps_records,
                     tells_limits, asks_programs, keeps_speeds, dies_alone, interrupts, every_game, one_against_a_table,
                     keeps_to_its_budget, starts_from_positions, full_log, fair, cheap, decides, keeps_clocks,
                     hides, refuses):
            try:
                test(Path(folder))
            except (RuntimeError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
                check(False, test.__name__, error)
    end()


main()
