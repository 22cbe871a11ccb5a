#!/usr/bin/env python3
"""Tests of the referee: true traces pass, false ones are found, the rulebooks' examples come out as printed."""

import io
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

import check_trace
import make_trace
from mutations import MUTATIONS, Skip
from test_examples import *  # noqa: F403 - the rulebooks' examples run with the rest

HERE = Path(__file__).parent


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
                        self.accept(list(make_trace.trace(rules, players, 2, 11, tidy=tidy)), 2)

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
                false = lines_of(events)
                self.assertNotEqual(false, before)
                referee, text = check(false)
                self.assertGreater(referee.faults, 0)
                plies = [int(n) for n in re.findall(r" ply (\d+)", text)]
                if ply is not None:
                    self.assertEqual(min(plies), ply, text)


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
    unittest.main()
