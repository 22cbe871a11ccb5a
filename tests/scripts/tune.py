#!/usr/bin/env python3
"""SPSA of an engine's options: it learns, resumes after a stop as if there had been none, and refuses
what it cannot tune."""
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
BOT = f"cmd:{os.environ.get('PYTHON', 'python3')} {ROOT}/examples/tunable_bot.py"
BOTH = ["--option", "caution=50,0,100,20", "--option", "short=30,0,100,30"]


def tune(*arguments):
    return subprocess.run([AZULEJO, "tune", *map(str, arguments), "--quiet"], text=True, timeout=100, capture_output=True)


def learns(scratch):
    whole, parts = scratch / "whole.jsonl", scratch / "parts.jsonl"
    run = tune(BOT, *BOTH, "--iterations", 30, "--rate", 0.3, "--nodes", 1, "--log", whole)
    lines = [json.loads(line) for line in whole.read_text().splitlines()]
    check(run.returncode == 0 and len(lines) == 31 and "30 of 30 iterations" in run.stdout, "30 iterations", run.stderr)
    check([line["iteration"] for line in lines[1:]] == list(range(30)), "in their order")
    check(lines[-1]["values"][1] > 60, "what helps grows", lines[-1])
    check(all(0 <= v <= 100 for line in lines[1:] for v in line["values"]), "and stays in its range")
    check("check it: azulejo match 'tuned=cmd@caution=" in run.stdout, "it says how to check the result", run.stdout)
    text = whole.read_text().splitlines(True)
    parts.write_text("".join(text[:12]) + text[12][:9])
    run = tune(BOT, *BOTH, "--iterations", 30, "--rate", 0.3, "--nodes", 1, "--log", parts)
    check(run.returncode == 0 and parts.read_text() == whole.read_text(), "a run cut short ends as the whole one", run.stderr)
    before = whole.read_bytes()
    run = tune(BOT, *BOTH, "--iterations", 30, "--rate", 0.3, "--nodes", 1, "--log", whole, "--concurrency", 3)
    check(run.returncode == 0 and whole.read_bytes() == before, "a finished run is only told")
    for line, says in [(text[3].replace('"+', '"-') if '"+' in text[3] else text[3].replace('"-', '"+'), "signs"),
                       (text[2], "there already"), ("{}\n", "iteration"), ("x\n", "no JSON"),
                       (text[3].replace('"half_points":', '"half_points":9'), "half_points")]:
        parts.write_text("".join(text[:3]) + line)
        kept = parts.read_text()
        run = tune(BOT, *BOTH, "--iterations", 30, "--rate", 0.3, "--nodes", 1, "--log", parts)
        check(run.returncode == 1 and f"{parts}:4: {says}" in run.stderr.replace("this iteration is ", "")
              and parts.read_text() == kept, f"a damaged line is named: {says}", run.stderr)
    run = tune(BOT, *BOTH, "--iterations", 31, "--nodes", 1, "--log", whole)
    check(run.returncode == 1 and "no log of this tuning" in run.stderr and whole.read_bytes() == before,
          "the log of another tuning is left alone", run.stderr)


def at_once(scratch):
    log = scratch / "at-once.jsonl"
    run = tune(BOT, *BOTH, "--iterations", 8, "--nodes", 1, "--log", log, "--concurrency", 2, "--rules", "duel")
    numbers = [json.loads(line)["iteration"] for line in log.read_text().splitlines()[1:]]
    check(run.returncode == 0 and sorted(numbers) == list(range(8)), "two at a time, another game", run.stderr)


def refuses(scratch):
    log = ["--log", scratch / "never.jsonl"]
    for arguments, says in [([BOT, *log], "--option"), ([BOT, *BOTH], "--log"), (["uct", *BOTH, *log], "built-in"),
                            ([*BOTH, *log], "one PLAYER"),
                            ([BOT, "--option", "a=1,2,3", *log], "--option takes"),
                            ([BOT, "--option", "a=1,0", *log], "--option takes"),
                            ([BOT, "--option", "a=1,0,2,3,4", *log], "--option takes"),
                            ([BOT, "--option", "a=x,0,2", *log], "--option takes"),
                            ([BOT, "--option", "=1,0,2", *log], "--option takes"),
                            ([BOT, *BOTH, "--option", "short=1,0,2", *log], "given twice"),
                            ([BOT, *BOTH, *log, "--rate", "0"], "--rate")]:
        run = tune(*arguments)
        check(run.returncode == 2 and says in run.stderr and run.stderr.count("\n") == 1, f"refused: {says}", run.stderr)
    run = tune(BOT, "--option", "nothing=1,0,2", *log)
    check(run.returncode == 1 and "set nothing 1" in run.stderr, "an option that the program does not have", run.stderr)
    run = tune("cmd:/no/such/bot", *BOTH, *log)
    check(run.returncode == 1 and "127" in run.stderr, "a program that is not there", run.stderr)
    check(not (scratch / "never.jsonl").exists(), "and no log is begun")
    bot = scratch / "ill.py"
    bot.write_text((ROOT / "examples/tunable_bot.py").read_text().replace("return self.random.choice(moves)", "return '9Bf'"))
    run = tune(f"cmd:python3 {bot}", *BOTH, "--nodes", 1, *log)
    check(run.returncode == 1 and "lost a game by illegal: 9Bf" in run.stderr, "a fault ends the tuning", run.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (learns, at_once, refuses):
            try:
                test(Path(folder))
            except (subprocess.TimeoutExpired, json.JSONDecodeError) as error:
                check(False, test.__name__, error)
    end()


main()
