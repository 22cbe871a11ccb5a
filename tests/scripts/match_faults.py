#!/usr/bin/env python3
"""A match against an engine that misbehaves in each way ends with the right verdict and no hang."""
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))
BAD = f"{os.environ.get('PYTHON', 'python3')} {ROOT}/tests/support/bad_engine.py"
VERDICTS = {
    "silent": "stall", "half": "stall", "chatter": "stall", "endless": "protocol",
    "slow": "time", "garbage": "protocol", "long": "protocol", "nonsense": "protocol",
    "refuse": "protocol", "twice": "protocol", "illegal": "illegal",
    "exit": "crash", "kill": "crash", "drip": "stall", "nul": "protocol", "blank": "stall", "heir": "crash",
    "stopped": "stall", "other": "protocol",
}


def processes_with(text):
    """The command lines that contain `text`, read from /proc: pgrep's package need not be installed."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # the process ended meanwhile
            continue
        if text in line:
            found.append(line)
    return found


# Patient where the time is not the point: the machine may be busy with other tests.
TIMES = ["--time", "1000", "--margin", "1000", "--stall", "500"]
TIMES_OF_SLOW = ["--time", "50", "--margin", "50", "--stall", "8000"]


def match(mode, *options):
    times = TIMES_OF_SLOW if mode == "slow" else TIMES
    command = [AZULEJO, "match", f"bad=cmd:{BAD} {mode}", "random", "--deals", "1", *times, "--cpu-time",
               "--quiet", "--json", "-", *options]
    start = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return run, time.monotonic() - start


def main():
    for mode, verdict in VERDICTS.items():
        run, seconds = match(mode)
        if run.returncode != 0:
            check(False, mode, run.stderr)
            continue
        bad, good = json.loads(run.stdout)["players"]
        wanted = {cause: 2 * (cause == verdict) for cause in bad["faults"]}
        check(bad["faults"] == wanted and bad["lost"] == 2 and good["won"] == 2,
              f"{mode} loses by {verdict}", f"{bad['faults']} {bad['last_fault']}")
        if mode == "refuse":
            check('"error internal I do not want to"' in bad["last_fault"], "an error is quoted with its code", bad["last_fault"])
        check(not any(good["faults"].values()), f"{mode}: the other is not blamed", good["faults"])
        check(seconds < 25, f"{mode} does not hold up the match", f"{seconds:.1f} s")
    run, _ = match("good")
    check(run.returncode == 0 and not any(json.loads(run.stdout)["players"][0]["faults"].values()),
          "the same engine, well behaved, has no fault", run.stdout + run.stderr)
    run, _ = match("crlf")
    check(run.returncode == 0 and not any(json.loads(run.stdout)["players"][0]["faults"].values()),
          "line ends and blank lines of another system are no fault", run.stdout + run.stderr)
    run, _ = match("early")
    check(run.returncode == 1 and "handshake" in run.stderr, "an answer before any question is refused", run.stderr)
    run, _ = match("later")
    faults = json.loads(run.stdout)["players"][0]["faults"]
    check(run.returncode == 0 and faults["crash"] == 1 and sum(faults.values()) == 1,
          "an engine that ends between games loses the second one", faults)
    run, seconds = match("undead")
    check(run.returncode == 0 and seconds < 20, "an engine that ignores quit is ended", run.stderr)
    with ThreadPoolExecutor() as both:  # each takes ten seconds
        (mute, s1), (dribble, s2) = both.map(match, ("mute", "dribble"))
    check(mute.returncode == 1 and "no answer" in mute.stderr and s1 < 20,
          "an engine that does not shake hands is refused before the match", mute.stderr)
    check(dribble.returncode == 1 and "bad: no " in dribble.stderr and s2 < 20,
          "and one that does not end shaking them", dribble.stderr)
    run, _ = match("exit", "--players", "3")
    bad, good = json.loads(run.stdout)["players"]
    check(run.returncode == 0 and bad["faults"]["crash"] == 6 and good["shared"] + good["won"] == 9,
          "at three seats the others share the win", run.stdout)
    left = processes_with(f"{ROOT}/tests/support/bad_engine.py")
    check(not left, "no engine is left behind", left)
    end()


main()
