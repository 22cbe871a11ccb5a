#!/usr/bin/env python3
"""Network files from outside: a good one is played with, any other is refused with the reason."""
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))
NETS = sorted((ROOT / "nets").glob("*.azn"))


def engine(path, rules="classic"):
    return subprocess.run([AZULEJO, "engine", "--net", str(path)], text=True, capture_output=True, timeout=20,
                          input=f"azp 1\nnew {rules} 2 seed 1\ngo nodes 200\nquit\n")


def checksum(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = ((total ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


def good_files():
    for path in NETS:
        rules = path.name.split("-")[0]
        run = engine(path, rules)
        check(run.returncode == 0 and "\nbestmove " in run.stdout, f"{path.name} is played with", run.stdout + run.stderr)
        data = bytearray(path.read_bytes())
        said = struct.unpack_from("<Q", data, 32)[0]
        data[32:40] = bytes(8)
        check(said == checksum(data), f"{path.name}: the checksum is the one that docs/networks.md tells of")


def refused(path, words, what):
    run = engine(path)
    check(run.returncode == 1 and words in run.stderr and len(run.stderr.splitlines()) == 1 and "bestmove" not in run.stdout,
          f"{what}: {words}", f"{run.returncode} {run.stdout}{run.stderr}")


def bad_files(folder):
    data = (ROOT / "nets/classic-2.azn").read_bytes()
    flip = lambda at: data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]
    for what, content, words in (
            ("nothing", b"", "no network file"), ("a text", b"hello\n" * 100, "no network file"),
            ("half of one", data[:len(data) // 2], "not all of it"), ("one with more after it", data + b"x", "not all of it"),
            ("another version", flip(8), "another version"), ("another rule set in the header", flip(10), "damaged"),
            ("other seats in the header", flip(11), "damaged"), ("another generation in the header", flip(24), "damaged"),
            ("an unused byte of the header", flip(60), "damaged"), ("a weight", flip(5000), "damaged"),
            ("two megabytes", data * 21, "larger than")):
        path = folder / "bad.azn"
        path.write_bytes(content)
        refused(path, words, what)


def no_files(folder):
    os.mkfifo(folder / "pipe")
    refused(folder / "pipe", "is no file", "a pipe that nobody writes to")
    refused(folder, "is no file", "a folder")
    refused(folder / "none", "cannot open", "no file at all")
    refused("-", "cannot open", "standard input, where the questions come from")


def other_game():
    run = engine(ROOT / "nets/classic-2.azn", "grey")
    check("another rule set" in run.stdout and "\nbestmove " not in run.stdout, "a network of another game does not play",
          run.stdout + run.stderr)


def in_a_match():
    player = f"x=cmd:{AZULEJO} engine --net none.azn"
    run = subprocess.run([AZULEJO, "match", player, "greedy", "--games", "2"], text=True, capture_output=True, timeout=60)
    check(run.returncode == 1 and "ended with code 1 (--stderr shows what it says)" in run.stderr,
          "a match says how to see what a program complains of", run.stderr)
    run = subprocess.run([AZULEJO, "match", player, "greedy", "--games", "2", "--stderr"], text=True, capture_output=True,
                         timeout=60)
    check("cannot open none.azn" in run.stderr, "... and shows it", run.stderr)


with tempfile.TemporaryDirectory() as scratch:
    good_files()
    bad_files(Path(scratch))
    no_files(Path(scratch))
    other_game()
    in_a_match()
end()
