#!/usr/bin/env python3
"""One rating list from many logs, and players added to a finished match."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))


def run(*arguments):
    return subprocess.run([AZULEJO, *map(str, arguments)], text=True, timeout=60, capture_output=True)


def match(*arguments):
    done = run("match", *arguments, "--nodes", 1, "--quiet")
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def ratings(*arguments):
    done = run("ratings", *arguments, "--json", "-")
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def games_of(log):
    return [json.loads(line) for line in log.read_text().splitlines()[1:]]


def one_log(scratch):
    log, result = scratch / "one.jsonl", scratch / "one.json"
    match("greedy", "random", "bia", "--games", 60, "--log", log, "--json", result)
    expected = {p["name"]: p for p in json.loads(result.read_text())["players"]}
    got = ratings(log)
    check(all(p["elo"] == expected[p["name"]]["elo"] and p["won"] == expected[p["name"]]["won"]
              and abs(p["mean_points"] - expected[p["name"]]["mean_points"]) < 1e-3 for p in got["players"]),
          "the list of one log is the table of its match", got)
    values = [p["elo"]["value"] for p in got["players"]]
    check(values == sorted(values, reverse=True), "best first", values)


def many_logs(scratch):
    log = [scratch / f"{i}.jsonl" for i in range(5)]
    match("greedy", "random", "--games", 40, "--log", log[0])
    match("bia", "greedy", "--games", 40, "--log", log[1], "--seed", 2)
    match("bia", "random", "greedy", "--players", 3, "--games", 12, "--log", log[2])
    match("greedy", "random", "--games", 60, "--log", log[3])
    match("one=random", "two=random", "--games", 4, "--log", log[4])
    r = ratings(*log[:3])
    check((r["games"], r["groups"], r["logs"], r["pools"], r["twice"]) == (92, 44, 3, 1, 0),
          "players of different logs and tables are in one list", r)
    check([p["name"] for p in r["players"]] == ["greedy", "bia", "random"], "in their order", r["players"])
    anchored = ratings(*log[:3], "--anchor", "bia=1500")["players"]
    moved = [a["elo"]["value"] - p["elo"]["value"] for a, p in zip(anchored, r["players"])]
    check(anchored[1]["elo"]["value"] == 1500 and max(moved) - min(moved) < 0.02, "counted from an anchor", moved)
    twice = ratings(log[0], log[3])
    check((twice["games"], twice["twice"]) == (60, 40), "a game of two logs counts once", twice)
    apart = run("ratings", log[0], log[4])
    check("cannot be compared: greedy, random; " in apart.stdout and ratings(log[0], log[4])["pools"] == 2,
          "players without games between them are named", apart.stdout)


def same_name(scratch):
    a, b = scratch / "name-a.jsonl", scratch / "name-b.jsonl"
    match("x=greedy", "random", "--games", 10, "--log", a)
    match("x=bia", "random", "--games", 10, "--log", b)
    check(sorted(p["name"] for p in ratings(a, b)["players"]) == ["random", "x", "x#2"], "two players of one name")
    merged = {p["name"]: p["games"] for p in ratings(a, b, "--by-name")["players"]}
    check(merged == {"x": 20, "random": 20}, "the name alone, if it is asked for", merged)


def refuses_logs(scratch):
    a, duel, bad = scratch / "r-a.jsonl", scratch / "r-duel.jsonl", scratch / "bad.jsonl"
    match("greedy", "random", "--games", 4, "--log", a)
    match("greedy", "random", "--games", 2, "--rules", "duel", "--log", duel)
    lines = a.read_text().splitlines()
    game = json.loads(lines[2])
    for content, says in [("", "is empty"), ("notes\n", ":1: this is no log"), ("{}\n", ":1: this is no log"),
                          ("\n".join([lines[0], lines[1], lines[2][:-5]]) + "\n", ":3: column "),
                          ("\n".join([lines[0], json.dumps({**game, "scores": [1, 2]})]) + "\n", ":2: "),
                          ("\n".join([lines[0], json.dumps({**game, "players": [0, 1]})]) + "\n", ":2: other players"),
                          ("\n".join([lines[0].replace('"seats":2', '"seats":9')]) + "\n", ":1: this is no log")]:
        bad.write_text(content)
        done = run("ratings", a, bad)
        check(done.returncode == 1 and f"{bad}" in done.stderr and says in done.stderr and done.stderr.count("\n") == 1
              and not done.stdout, f"refused: {says}", done.stderr)
    done = run("ratings", a, duel)
    check(done.returncode == 1 and "of duel, those before it of classic" in done.stderr, "one rule set", done.stderr)
    done = run("ratings", a, "--anchor", "nobody")
    check(done.returncode == 2 and 'no player is called "nobody"' in done.stderr, "an anchor that is not there", done.stderr)
    check(run("ratings").returncode == 2, "no log")
    bad.write_text(a.read_text()[:-20])
    done = run("ratings", bad)
    check(done.returncode == 0 and f"{bad}:5: cut in the middle" in done.stderr and ": 3 games" in done.stdout,
          "an incomplete last line does not count", done.stderr + done.stdout)


def adds_players(scratch):
    log = scratch / "add.jsonl"
    match("greedy", "random", "--games", 20, "--log", log)
    before = {(tuple(g["players"]), g["moves"]) for g in games_of(log)}
    text = log.read_text()
    done = run("match", "greedy", "random", "bia", "--nodes", 1, "--log", log)
    check(done.returncode == 1 and "--add" in done.stderr and log.read_text() == text, "not without being asked", done.stderr)
    match("greedy", "random", "bia", "uct", "--log", log, "--add")
    games = games_of(log)
    check(sorted(g["game"] for g in games) == list(range(120)), "all pairings of all deals are there", len(games))
    now = {(tuple(g["players"]), g["moves"]) for g in games}
    check(before <= now and len([g for g in games if g["players"] in ([0, 1], [1, 0])]) == 20,
          "those that were played are kept, and no other game of them is played")
    deals = {}
    for g in games:
        deals.setdefault(g["game"] // 12, set()).add(tuple(g["players"]))
    check(len(deals) == 10 and all(len(d) == 12 for d in deals.values()), "every deal has all pairings", deals)
    text = log.read_text()
    out = match("greedy", "random", "bia", "uct", "--log", log, "--add")
    check("120 of 120 games" in out and log.read_text() == text, "again: nothing is left to play", out)
    check(sorted(p["name"] for p in ratings(log)["players"]) == ["bia", "greedy", "random", "uct"], "a list of it")
    check(sorted(p.name for p in scratch.glob("add*")) == ["add.jsonl"], "nothing is left beside it")


def refuses_adding(scratch):
    log = scratch / "no-add.jsonl"
    match("greedy", "random", "--games", 6, "--players", 3, "--log", log)
    text = log.read_text()
    done = run("match", "greedy", "random", "bia", "--players", 3, "--nodes", 1, "--log", log, "--add")
    check(done.returncode == 1 and "at least as many players as seats" in done.stderr and log.read_text() == text,
          "lineups that no longer exist", done.stderr)
    match("greedy", "random", "--games", 4, "--log", log.with_name("damaged.jsonl"))
    damaged = log.with_name("damaged.jsonl")
    damaged.write_text(damaged.read_text().replace('"winners":[0]', '"winners":[1]', 1))
    text = damaged.read_text()
    done = run("match", "greedy", "random", "bia", "--nodes", 1, "--log", damaged, "--add")
    check(done.returncode == 1 and f"{damaged}:" in done.stderr and damaged.read_text() == text,
          "a damaged log is left as it is", done.stderr)
    done = run("match", "greedy", "random", "bia", "--add")
    check(done.returncode == 2 and "--log" in done.stderr, "nothing to add to", done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (one_log, many_logs, same_name, refuses_logs, adds_players, refuses_adding):
            try:
                test(Path(folder))
            except (RuntimeError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
                check(False, test.__name__, error)
    end()


main()
