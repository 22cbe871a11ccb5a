#!/usr/bin/env python3
"""Checks traces of games against an independent reading of the rules.

usage: check_trace.py [--max-faults N] [FILE|-]...

Reads the JSON Lines of `azulejo trace` and, for every decision, checks the position, works out the legal moves, plays
the move and predicts the next position. One line a fault; exit 0: no fault, 1: faults, 2: input that cannot be used.
"""

import argparse
import json
import sys

import classic
import duel
from common import Fault, Witness, check_int, check_keys, check_legal, count_keys, differences, require

GAMES = {**{name: classic for name in classic.VARIANTS}, "duel": duel}
CHOICE_PHASES = ("tiling", "draw")  # what has a single outcome there is no decision


class Unusable(Exception):
    """The input is no trace at all."""


def refuse_number(text):
    raise Fault("form", f"{text} is not an integer")


DECODER = json.JSONDecoder(parse_float=refuse_number, parse_constant=refuse_number)


class Game:
    """The checks of one game, event by event. `report(rule, message, ply)` receives the faults."""

    def __init__(self, head, report):
        self.report = report
        self.ply = 0
        self.before = None  # the last decision's position and move, when both can be relied on
        self.fresh = True
        self.ended = False
        self.head = head
        check_head(head)
        self.engine = GAMES[head["rules"]]

    def fault(self, fault):
        self.report(fault.rule, fault.message, self.ply)

    def decision(self, record, text):
        check_keys(record, {"event", "ply", "position", "legal", "move"}, "decision")
        if record["ply"] != self.ply or type(record["ply"]) is not int:
            self.fault(Fault("form", f"expected ply {self.ply}, found {record['ply']!r}"))
        position = record["position"]
        if not self.sound(position, text):
            self.before = None
            self.fresh = False
        else:
            self.compare(position)
            self.judge(position, record["legal"], record["move"])
        self.ply += 1

    def judge(self, position, legal, move):
        """The legal moves; remembers the move for the prediction when it is one of them."""
        self.before = None
        if position["phase"] == "over":
            self.fault(Fault("form", "a decision in a game that is over"))
            return
        expected = self.engine.legal_moves(position)
        if position["phase"] in CHOICE_PHASES and len(expected) < 2:
            self.fault(Fault("form", f"{len(expected)} legal move in phase {position['phase']} is no decision"))
        if type(legal) is not list:
            self.fault(Fault("form", f"legal must be a list, found {legal!r}"))
            return
        for fault in check_legal(expected, legal, move, self.engine.RULES_OF_MOVE):
            self.fault(fault)
        if move in expected:
            self.before = position, move

    def end(self, record, text):
        check_keys(record, {"event", "position", "scores", "winners"}, "end")
        self.ended = True
        position = record["position"]
        if not self.sound(position, text):
            return
        require(not self.fresh, "form", "a game without a decision")
        if position["phase"] != "over":
            self.fault(Fault("form", f"the game ended in phase {position['phase']!r}"))
            return
        self.compare(position)
        scores = [board["score"] for board in position["boards"]]
        if record["scores"] != scores:
            self.fault(Fault("form", f"expected scores {scores}, found {record['scores']!r}"))
        winners = self.engine.winners(position)
        if record["winners"] != winners:
            self.fault(Fault("C19, D23", f"expected winners {winners}, found {record['winners']!r}"))

    def sound(self, position, text):
        """Form and invariants of a position, taken by itself."""
        try:
            self.engine.check_position(position, self.head.get("start") != "given")
            for key in ("rules", "players", "tablets"):
                if key in self.head:
                    require(position[key] == self.head[key], "form",
                            f"{key} is {position[key]!r} but the game line says {self.head[key]!r}")
            require(text.count("true") + text.count("false") == self.engine.BOOLEANS, "form",
                    "true or false where another type belongs")
        except Fault as fault:
            self.fault(fault)
            return False
        return True

    def compare(self, found):
        """Predicts this position from the last decision (or the set-up) and names every difference."""
        fresh, self.fresh = self.fresh, False
        if fresh and self.head.get("start") == "given" or not fresh and not self.before:
            return
        try:
            chance = Witness(found)
            if fresh:
                expected = self.engine.start(*start_arguments(self.head), chance)
            else:
                expected = self.engine.apply(*self.before, chance)
        except Fault as fault:
            self.fault(fault)
            return
        if expected == found:
            return
        for path, wanted, got in list(differences(expected, found))[:12]:
            key = path.replace("[", ".").split(".")
            rule = next((self.engine.RULES_OF[k] for k in reversed(key) if k in self.engine.RULES_OF), "form")
            self.report(rule, f"{path}: expected {wanted!r}, found {got!r}", self.ply)


def start_arguments(head):
    if head["rules"] == "duel":
        return (head["tablets"],)
    return head["rules"], head["players"]


def check_head(head):
    keys = {"event", "game", "rules", "players", "seed"}
    if head.get("rules") == "duel":
        keys.add("tablets")
    if "start" in head:
        keys.add("start")
        require(head["start"] == "given", "form", f"start must be \"given\", found {head['start']!r}")
    check_keys(head, keys, "game")
    require(type(head["rules"]) is str and head["rules"] in GAMES, "form", f"unknown rules {head['rules']!r}")
    check_int(head["players"], 2, 2 if head["rules"] == "duel" else 4, "C1", "players")
    require(type(head["seed"]) is str, "form", f"seed must be a string, found {head['seed']!r}")
    if "tablets" in head:
        duel.check_tablets(head["tablets"])


class Referee:
    """Reads a trace line by line and counts."""

    def __init__(self, out, name, max_faults=100):
        self.out = out
        self.name = name
        self.max_faults = max_faults
        self.faults = self.games = self.decisions = self.number = 0
        self.game = None  # None also while the rest of a hopeless game is skipped
        self.skipping = False

    def report(self, rule, message, ply=None):
        self.faults += 1
        if self.faults <= self.max_faults:
            where = f"game {self.games - 1}" if self.games else "before any game"
            at = "" if ply is None else f" ply {ply}"
            print(f"{self.name}:{self.number}: {where}{at}: {message} [{rule}]", file=self.out)

    def read(self, lines):
        for self.number, text in enumerate(lines, 1):
            if text.strip():
                self.line(text)
        if not self.number:
            raise Unusable(f"{self.name}: the input is empty")
        self.close()

    def line(self, text):
        try:
            record = DECODER.decode(text)
        except Fault as fault:
            self.report(fault.rule, fault.message)
            self.give_up()
            return
        except (ValueError, RecursionError) as error:
            raise Unusable(f"{self.name}:{self.number}: not JSON: {error}") from None
        if type(record) is not dict:
            raise Unusable(f"{self.name}:{self.number}: not a JSON object")
        try:
            require(text.count('":') <= count_keys(record), "form", "a key twice in one object")
            self.event(record, text)
        except Fault as fault:
            self.report(fault.rule, fault.message, self.game and self.game.ply)
            self.give_up()
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.report("form", f"cannot be played: {type(error).__name__} {error}", self.game and self.game.ply)
            self.give_up()

    def give_up(self):
        """Skips what cannot be judged, up to the next game line."""
        self.game = None
        self.skipping = True

    def event(self, record, text):
        kind = record.get("event")
        if kind == "game":
            self.close()
            self.skipping = False
            self.games += 1
            require(record.get("game") == self.games - 1 and type(record["game"]) is int, "form",
                    f"expected game {self.games - 1}, found {record.get('game')!r}")
            self.game = Game(record, self.report)
        elif kind not in ("decision", "end"):
            raise Fault("form", f"unknown event {kind!r}")
        elif self.skipping:
            self.decisions += kind == "decision"
        else:
            require(self.game, "form", f"{kind} before the first game line")
            require(not self.game.ended, "form", f"{kind} after the end of the game")
            self.decisions += kind == "decision"
            (self.game.decision if kind == "decision" else self.game.end)(record, text)

    def close(self):
        if self.game and not self.game.ended:
            self.report("form", "the game has no end line")
        self.game = None


def check_file(name, args):
    stream = sys.stdin if name == "-" else open(name, encoding="utf-8")
    referee = Referee(sys.stdout, "stdin" if name == "-" else name, args.max_faults)
    with stream:
        referee.read(stream)
    return referee


def main():
    parser = argparse.ArgumentParser(description="Check traces of games against the rules.")
    parser.add_argument("files", nargs="*", default=["-"], metavar="FILE", help="a trace, or - for standard input")
    parser.add_argument("--max-faults", type=int, default=100, help="how many faults to print a file (default 100)")
    args = parser.parse_args()
    try:
        checked = [check_file(name, args) for name in args.files]
    except (Unusable, OSError, UnicodeDecodeError) as error:
        print(f"check_trace: {error}", file=sys.stderr)
        return 2
    faults, games, decisions = (sum(getattr(r, k) for r in checked) for k in ("faults", "games", "decisions"))
    if faults:
        print(f"{faults} fault{'s' * (faults != 1)}: {games} games, {decisions} decisions")
        return 1
    print(f"ok: {games} games, {decisions} decisions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
