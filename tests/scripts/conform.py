#!/usr/bin/env python3
"""`azulejo conform`: our engine and both examples keep every duty; engines that break one are found
out, with the duty named; and the examples are as short as they claim."""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))
PYTHON = os.environ.get("PYTHON", "python3")
PATIENCE = ["--patience", "8000"]  # the machine may be busy with other tests


def conform(command, *options):
    return subprocess.run([AZULEJO, "conform", command, *options], capture_output=True, text=True,
                          timeout=200)


def keeps(name, command):
    run = conform(command, *PATIENCE)
    check(run.returncode == 0 and ", 0 broken" in run.stdout, f"{name} keeps every duty",
          "\n".join(line for line in run.stdout.splitlines() if "BROKEN" in line) + run.stderr)
    return run.stdout


# Each replaces a piece of the Python example, and breaks the duty that is named.
BREAKAGES = [
    ("forgets an answer", '"error unknown', '"hello', "answers what it does not know"),
    ("plays an illegal move", '"bestmove " + self.choose()', '"bestmove 9T9"', "plays legal moves"),
    ("has no author", '"id author the Azulejo authors",', "", "names itself and its author"),
    ("ends badly", 'if line == "quit":\n            break', 'if line == "quit":\n            sys.exit(4)',
     "ends at quit"),
    ("answers blank lines", "elif line:", "else:", "ignores blank lines"),
    ("takes every option", 'if name != "seed" or not value.isdigit():', "if not value:",
     "refuses an option"),
    ("takes every version", 'if rest != "1":', 'if rest == "0":', "refuses a version"),
    ("dies of bytes", '"ascii", "replace"', '"ascii"', "survives bytes"),
    ("is slow", 'return ["bestmove', 'import time; time.sleep(3)\n        return ["bestmove',
     "keeps to the time of a move"),
    ("is not the same twice", 'self.random.seed(int(value))', 'pass', "plays the same move"),
    ("reports nonsense", 'return ["bestmove', 'return ["info win 0.5 0.9", "bestmove', "reports well"),
]


def quotes(scratch):
    """What the engine said stands in the verdict: its author must not guess."""
    source = (ROOT / "examples/random_bot.py").read_text()
    bot = scratch / "picky_bot.py"
    for old, new, said in (
            ('if rest.split(" ")[0] not in ("classic", ', 'if rest.split(" ")[0] not in (',
             'position was answered with "error position it begins with the rule set", not with ok'),
            ('[("pong " + text)', '[("pong x" + text)', 'expected pong one two, got "pong xone two"')):
        assert old in source, old
        bot.write_text(source.replace(old, new))
        run = conform(f"{PYTHON} {bot}", "--patience", "500")  # every wrong pong is waited for so long
        check(run.returncode == 1 and said in run.stdout, f"a broken duty quotes the engine: {said}", run.stdout)


def breaks(scratch):
    source = (ROOT / "examples/random_bot.py").read_text()
    for what, old, new, duty in BREAKAGES:
        assert old in source, old
        bot = scratch / "broken_bot.py"
        bot.write_text(source.replace(old, new))
        run = conform(f"{PYTHON} {bot}", "--patience", "2000")
        found = [line for line in run.stdout.splitlines() if "BROKEN" in line and duty in line]
        check(run.returncode == 1 and found, f"an engine that {what} is found out", run.stdout)


def declares(scratch):
    """An engine that plays two seats only says so, and is asked for no others."""
    source = (ROOT / "examples/random_bot.py").read_text()

    def saying(line):
        assert source.count('"needs moves",') == 1
        return source.replace('"needs moves",', f'"{line}", "needs moves",')

    two = saying("seats classic grey crystal1 crystal2 2")
    bot = scratch / "two_seats.py"
    heard = scratch / "heard_by_two"
    note = f"open({str(heard)!r}, 'a').write(rest + chr(10)); self.position, self.moves = rest, []"
    bot.write_text(two.replace("self.position, self.moves = rest, []", note))
    run = conform(f"{PYTHON} {bot}", *PATIENCE)
    asked = {line.split()[1] for line in heard.read_text().splitlines() if line.startswith("classic ")}
    check(run.returncode == 0 and ", 0 broken" in run.stdout, "an engine for two seats keeps every duty", run.stdout)
    check(asked == {"2"}, "and is asked about two seats only", asked)
    for line in ("seats classic 5", "seats duel 3"):
        bot.write_text(saying(line))
        run = conform(f"{PYTHON} {bot}", "--patience", "500")
        found = [text for text in run.stdout.splitlines() if "BROKEN" in text and "rule sets and seats" in text]
        check(run.returncode == 1 and found, f"\"{line}\" is found out", run.stdout)


def waits(scratch):
    """How long it may take to start is an option, and a long duty reports its progress."""
    late = f"sleep 2; exec {AZULEJO} engine --bot random"
    run = conform(late, "--start", "500")
    check(run.returncode == 1 and "no ready within 0.5 s" in run.stdout, "a late engine is given up", run.stdout)
    bot = scratch / "slow_bot.py"
    bot.write_text((ROOT / "examples/random_bot.py").read_text().replace(
        'return ["bestmove', 'import time; time.sleep(0.4)\n        return ["bestmove'))
    slow = f"exec {PYTHON} {bot}"
    with subprocess.Popen([AZULEJO, "conform", slow, *PATIENCE, "--start", "20000"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as run:
        told = run.stderr.readline()
        run.kill()
    check("plays legal moves" in told and "moves, " in told, "a long duty reports its progress", told)


def main():
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        python, c = ROOT / "examples/random_bot.py", ROOT / "examples/random_bot.c"
        program = scratch / "random_bot"
        build = subprocess.run(["gcc", "-std=c17", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Wconversion",
                                "-Werror", "-o", str(program), str(c)], capture_output=True, text=True)
        check(build.returncode == 0, "the C example compiles without a warning", build.stderr)
        keeps("examples/random_bot.c", str(program))
        keeps("examples/random_bot.py", f"{PYTHON} {python}")
        out = keeps("azulejo engine", f"{AZULEJO} engine")
        check("0 not offered" in out, "azulejo engine offers everything", out)
        keeps("azulejo engine --bot uct", f"{AZULEJO} engine --bot uct")
        check(len(python.read_text().splitlines()) < 80, "the Python example has under 80 lines")
        check(len(c.read_text().splitlines()) < 60, "the C example has under 60 lines")
        quotes(scratch)
        breaks(scratch)
        declares(scratch)
        waits(scratch)
        for command in ["exit 3", "cat", "sleep 100", "/no/such/engine"]:
            run = conform(command, "--patience", "500")
            check(run.returncode == 1 and "BROKEN" in run.stdout, f"\"{command}\" is no engine", run.stdout)
        for what, command in (("greets for ever", "read x; while echo option name a type text; do sleep 0.2; done"),
                              ("has much to say", "read x; yes id name me")):
            start = time.monotonic()
            run = conform(command, "--patience", "500")
            check(run.returncode == 1 and "no ready within" in run.stdout and time.monotonic() - start < 15,
                  f"an engine that {what} is given up", run.stdout)
        run = conform(r"read x; printf 'id name \033[2J\nrules classic\nready\n'; while read x; do printf 'pong \033[2J\n'; done",
                      "--patience", "200")
        check(run.returncode == 1 and "\x1b" not in run.stdout, "no engine gets at the terminal", run.stdout)
        run = subprocess.run([AZULEJO, "conform"], capture_output=True, text=True)
        check(run.returncode == 2 and run.stderr.count("\n") == 1, "a command is wanted", run.stderr)
    end()


main()
