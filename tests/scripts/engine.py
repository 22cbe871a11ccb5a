#!/usr/bin/env python3
"""Replays the golden dialogues of the engine protocol: tests/golden/protocol-*.txt.

`> ` is sent, `< ` is expected, `# ` is a comment. Times, speeds and the version are not compared, and
`info` lines only where one is expected. `engine.py --write FILE` writes the answers anew (look at the
difference before committing it). The sample of docs/protocol.md must be the golden one.
"""
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))
WAIT = 20


def normal(line):
    line = re.sub(r" time \d+( nps \d+)?", "", line)
    return re.sub(r"^(id name Azulejo) .*", r"\1", line)


class Engine:
    def __init__(self, arguments):
        self.process = subprocess.Popen([AZULEJO, "engine", *arguments], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.watchdog = threading.Timer(WAIT, self.process.kill)
        self.watchdog.start()

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, skip_info=False):
        while True:
            line = self.process.stdout.readline().rstrip("\n")
            if not (skip_info and line.startswith("info")):
                return line

    def end(self):
        self.process.stdin.close()
        self.process.stdout.read()
        code = self.process.wait()
        self.watchdog.cancel()
        return code


def arguments_of(lines):
    first = lines[0] if lines else ""
    return first[len("# azulejo engine"):].split() if first.startswith("# azulejo engine") else []


def replay(path):
    lines = path.read_text().splitlines()
    engine = Engine(arguments_of(lines))
    for number, line in enumerate(lines, 1):
        if line.startswith("> "):
            engine.send(line[2:])
        elif line.startswith("< "):
            got = engine.read(skip_info=not line.startswith("< info"))
            if not same(line[2:], got):
                engine.process.kill()
                engine.end()
                return f"line {number}: expected {line[2:]!r}, got {got!r}"
    code = engine.end()
    return None if code == 0 else f"exit code {code}"


def same(expected, got):
    """A line that ends with an ellipsis leaves out the rest of a list."""
    if expected.endswith(" …"):
        return normal(got).startswith(normal(expected[:-1]))
    return normal(got) == normal(expected)


def shortened(answer):
    """The list of bots grows: a dialogue shows the first ones only."""
    return re.sub(r"^(option name bot .* values( \S+){4}) .*", r"\1 …", answer)


FINAL = re.compile(r"^(ready|ok|pong|bestmove|error|position|legal|chance|seat|score|over)\b")


def write(path):
    out, last = [], ""
    lines = path.read_text().splitlines()
    engine = Engine(arguments_of(lines))
    for line in lines:
        if line.startswith("< "):
            continue
        if line.endswith("> position @"):
            line = "> " + last
        out.append(line)
        if not line.startswith("> "):
            continue
        engine.send(line[2:])
        while True:
            answer = engine.read()
            out.append("< " + shortened(answer))
            if answer.startswith("position"):
                last = answer
            if FINAL.match(answer) or not answer:
                break
    engine.end()
    path.write_text("\n".join(out) + "\n")


def sample_is_golden():
    text = (ROOT / "docs/protocol.md").read_text()
    golden = (ROOT / "tests/golden/protocol-sample.txt").read_text()
    return golden.split("\n", 1)[1].strip() in text


def busy_or_long():
    """What an engine answers while it thinks, as docs/protocol.md says."""
    engine = Engine([])
    told = []
    for line in ("azp 1", "new classic 2 starter 0 seed 1"):
        engine.send(line)
        while not FINAL.match(answer := engine.read()):
            pass
    for line in (answer, "go infinite", "seat", "x" * 200000, "zork", "stop"):
        engine.send(line)
        if not line.startswith("go"):
            told.append(" ".join(engine.read(skip_info=True).split()[:2]))
    engine.end()
    return told == ["ok", "error busy", "error long", "error busy", "ok"], told


def main():
    if sys.argv[1:2] == ["--write"]:
        write(Path(sys.argv[2]))
        return
    for path in sorted((ROOT / "tests/golden").glob("protocol-*.txt")):
        wrong = replay(path)
        check(not wrong, path.name, wrong)
    check(sample_is_golden(), "the sample in docs/protocol.md is the golden one")
    answers, told = busy_or_long()
    check(answers, f"while it thinks: {told}")
    end()


main()
