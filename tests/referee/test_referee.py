#!/usr/bin/env python3
"""Tests of the referee: true traces pass, false ones are found, the rulebooks' examples come out as printed."""

import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

import check_trace
import make_trace
import mutations_classic  # noqa: F401 - these register themselves
import mutations_duel  # noqa: F401
import mutations_form  # noqa: F401
from mutations import MUTATIONS, Skip
from odd_positions import odd_positions, play_on
from test_examples import *  # noqa: F403 - the rulebooks' examples run with the rest

HERE = Path(__file__).parent
ODD_GAMES = (("classic", 2), ("classic", 4), ("grey", 4), ("crystal1", 3), ("crystal2", 4), ("duel", 2), ("duel", 2))


def check(lines):
    out = io.StringIO()
    referee = check_trace.Referee(out, "trace", max_faults=1000)
    referee.read(lines)
    return referee, out.getvalue()


def lines_of(events):
    return [json.dumps(e, separators=(",", ":")) for e in events]


class TrueTraces(unittest.TestCase):
    def accept(self, lines, games):
        referee, text = check(lines)
        self.assertEqual(text, "")
        self.assertEqual((referee.faults, referee.games), (0, games))
        self.assertEqual(referee.decisions, len(lines) - 2 * games)

    def test_classic_family(self):
        for rules in ("classic", "grey", "crystal1", "crystal2"):
            for players in (2, 3, 4):
                for tidy in (False, True):
                    with self.subTest(rules=rules, players=players, tidy=tidy):
                        self.accept(list(make_trace.trace(rules, players, 1, 11, tidy=tidy)), 1)

    def test_duel(self):
        for tablets in (None, "random", ["a2", "b2", "c2", "d2"], ["d1", "a1", "b2"]):
            for tidy in (False, True):
                with self.subTest(tablets=tablets, tidy=tidy):
                    self.accept(list(make_trace.trace("duel", 2, 2, 12, tablets, tidy)), 2)

    def test_given_position(self):
        for rules in ("classic", "grey", "duel"):
            events = [json.loads(line) for line in make_trace.trace(rules, 2, 1, 13)]
            for cut in (1, 20, 40, len(events) - 3):
                rest = events[:1] + events[1 + cut:]
                rest[0] = {**rest[0], "start": "given"}
                for ply, e in enumerate(rest[1:-1]):
                    rest[1 + ply] = {**e, "ply": ply}
                with self.subTest(rules=rules, cut=cut):
                    self.accept(lines_of(rest), 1)

    def test_odd_positions(self):
        rng = random.Random(15)
        for rules, players in ODD_GAMES:
            for position in odd_positions(rules, players, 3, rng):
                with self.subTest(rules=rules, players=players):
                    self.accept(lines_of(play_on(position, rng)), 1)

    def test_key_order_does_not_matter(self):
        lines = [json.dumps(json.loads(t), sort_keys=True) for t in make_trace.trace("duel", 2, 1, 14)]
        self.accept(lines, 1)


class FalseTraces(unittest.TestCase):
    """Every mutation is tried on games until one has a place for it."""

    def games(self, rules):
        if rules not in self.cache:
            seeds = range(20, 28)
            self.cache[rules] = [list(make_trace.trace(rules, 2, 1, seed, tidy=seed % 2 == 0)) for seed in seeds]
        return self.cache[rules]

    cache = {}

    def falsify(self, rules, change):
        for lines in self.games(rules):
            events = [json.loads(line) for line in lines]
            try:
                return events, change(events), lines
            except Skip:
                continue
        self.fail("no game has a place for this mutation")

    def test_mutations(self):
        self.assertGreaterEqual(len({change for _, change in MUTATIONS}), 40)
        for rules, change in MUTATIONS:
            with self.subTest(mutation=change.__name__, rules=rules):
                events, ply, before = self.falsify(rules, change)
                false = lines_of(events if ply is None else events[:ply + 4])
                self.assertTrue(false != before[:len(false)] or len(events) != len(before), "nothing was changed")
                if ply is None:
                    self.assertGreater(check(false)[0].faults, 0)
                else:  # a few lines on, the fault must have been found, and not before
                    text = check(false)[1]
                    self.assertEqual(min(map(int, re.findall(r" ply (\d+)", text))), ply, text)


    def test_junk_anywhere(self):
        """Whatever value is replaced by junk, there is a fault and no crash."""
        rng = random.Random(5)
        junk = (None, -1, 0, 1, 7, 99, "", "B", "M", "..*..", [], [0] * 5, {}, {"to": 1}, True, False, 1.5)
        for rules, number in (("classic", 60), ("grey", 40), ("duel", 60)):
            lines = self.games(rules)[0]
            for _ in range(number):
                at = rng.randrange(len(lines))
                record = json.loads(lines[at])
                path = replace_somewhere(record, rng, junk)
                text = json.dumps(record, separators=(",", ":"))
                if text != lines[at] and path != ["seed"]:
                    with self.subTest(rules=rules, line=at, path=path, text=text[:200]):
                        found = check(lines[:at] + [text] + lines[at + 1:at + 3])[1].splitlines()
                        self.assertTrue([fault for fault in found if "has no end line" not in fault])

    def test_key_twice(self):
        lines = list(make_trace.trace("classic", 2, 1, 3))
        lines[4] = lines[4].replace('"round":1', '"round":2,"round":1')
        referee, text = check(lines)
        self.assertEqual(referee.faults, 1, text)


def replace_somewhere(value, rng, junk):
    """Replaces one random leaf or branch; returns its path."""
    path = []
    while True:
        key = rng.choice(list(value)) if type(value) is dict else rng.randrange(len(value))
        path.append(key)
        if type(value[key]) not in (dict, list) or not value[key] or rng.random() < 0.15:
            value[key] = rng.choice(junk)
            return path
        value = value[key]


@unittest.skipUnless(os.environ.get("AZULEJO"), "AZULEJO does not name the program")
class ProgramTraces(unittest.TestCase):
    """The program's own traces, which is what the referee is for."""

    def trace(self, *arguments):
        done = subprocess.run([os.environ["AZULEJO"], "trace", *arguments], text=True, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def accept(self, lines, games):
        referee, text = check(lines)
        self.assertEqual(text, "")
        self.assertEqual(referee.games, games)

    def test_classic_family(self):
        for rules in ("classic", "grey", "crystal1", "crystal2"):
            for players in "234":
                with self.subTest(rules=rules, players=players):
                    self.accept(self.trace("--rules", rules, "--players", players, "--games", "5", "--seed", "1"), 5)

    def test_duel(self):
        for tablets in ("a1,b1,c1", "a2,b2,c2,d2", "a2,c1,d1", "random"):
            with self.subTest(tablets=tablets):
                self.accept(self.trace("--rules", "duel", "--games", "5", "--seed", "2", "--tablets", tablets), 5)

    def test_given_position(self):
        for rules in ("classic", "crystal1", "duel"):
            lines = self.trace("--rules", rules, "--games", "1", "--seed", "3")
            for ply in (0, 7, 30, len(lines) - 3):
                position = json.loads(lines[1 + ply])["position"]
                with self.subTest(rules=rules, ply=ply):
                    self.play_on(position)

    def play_on(self, position):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "position.json"
            file.write_text(json.dumps(position), encoding="utf-8")
            given = self.trace("--position", str(file), "--games", "2")
        self.accept(given, 2)
        self.assertEqual(json.loads(given[0])["start"], "given")
        self.assertTrue(json.loads(given[1])["position"] == position, "the first position is not the given one")

    def test_odd_positions(self):
        """Rounds that start short, a bag of one colour, nobody with the marker, round 30, the free plate …"""
        rng = random.Random(16)
        for rules, players in ODD_GAMES:
            for position in odd_positions(rules, players, 6, rng):
                with self.subTest(rules=rules, players=players):
                    self.play_on(position)


class CommandLine(unittest.TestCase):
    def run_check(self, text, *arguments):
        return subprocess.run([sys.executable, HERE / "check_trace.py", *arguments], input=text, text=True,
                              capture_output=True, check=False)

    def test_exit_codes(self):
        good = "\n".join(make_trace.trace("classic", 2, 2, 3)) + "\n"
        done = self.run_check(good)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^ok: 2 games, \d+ decisions\n$")
        done = self.run_check(good.replace('"ply":4', '"ply":5', 1), "-")
        self.assertEqual(done.returncode, 1)
        self.assertIn("game 0 ply 4: expected ply 4, found 5 [form]", done.stdout)

    def test_unusable_input(self):
        for text in ("", "not json\n", "[1,2]\n", '{"event":"game"'):
            with self.subTest(text=text):
                done = self.run_check(text)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual(self.run_check("", "/no/such/file").returncode, 2)

    def test_generator(self):
        made = subprocess.run([sys.executable, HERE / "make_trace.py", "--rules", "duel", "--games", "1", "--seed", "4",
                               "--tablets", "a2,b1,d2"], text=True, capture_output=True, check=True)
        self.assertEqual(self.run_check(made.stdout).returncode, 0)


if __name__ == "__main__":
    tap.main()
