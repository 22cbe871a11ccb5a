#!/usr/bin/env python3
"""Records one game of every rule set with the referee's engine, as food for the page's pictures.

Previews and score steps are rough here: they only have to look real. The page gets the true ones from the C rules.
"""

import json
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "referee"))
import classic  # noqa: E402
import duel  # noqa: E402
from common import Dice  # noqa: E402
from make_trace import play  # noqa: E402

COLOURS = "BYRKT"
GAMES = {"classic": ("classic", 2, 3), "classic3": ("classic", 3, 4), "classic4": ("classic", 4, 5),
         "grey": ("grey", 2, 6), "crystal1": ("crystal1", 2, 7), "crystal2": ("crystal2", 2, 8), "duel": ("duel", 2, 11)}


def grid(board):
    return board.get("wall") or board["tiles"]


def run(rows, row, column, dr, dc):
    cells = [(row, column)]
    for sign in (-1, 1):
        r, c = row + sign * dr, column + sign * dc
        while 0 <= r < len(rows) and 0 <= c < len(rows) and rows[r][c] != ".":
            cells.append((r, c))
            r, c = r + sign * dr, c + sign * dc
    return sorted(cells)


def events_between(before, after):
    events = []
    for seat, (old, new) in enumerate(zip(before["boards"], after["boards"])):
        rows = [list(row) for row in grid(old)]
        score = old["score"]
        for r, row in enumerate(grid(new)):
            for c, tile in enumerate(row):
                if tile == "." or rows[r][c] != ".":
                    continue
                rows[r][c] = tile
                h, v = run(rows, r, c, 0, 1), run(rows, r, c, 1, 0)
                points = (len(h) if len(h) > 1 else 0) + (len(v) if len(v) > 1 else 0) or 1
                score += points
                cells = (h if len(h) > 1 else []) + (v if len(v) > 1 else []) or [(r, c)]
                events.append({"kind": "special" if tile == "*" else "tile", "seat": seat, "points": points, "score": score,
                               "row": r + 1, "column": c + 1, "colour": tile, "h": len(h), "v": len(v),
                               "cells": [[a + 1, b + 1] for a, b in cells]})
        if events and new["score"] < score:
            events.append({"kind": "floor", "seat": seat, "points": new["score"] - score, "score": new["score"],
                           "count": len(old.get("floor", old.get("broken", "")))})
    return events


def taken(position, move):
    if "from" in move:
        source = position["centre"] if move["from"] == "centre" else position["factories"][move["from"] - 1]
        return source[COLOURS.index(move["colour"])]
    if "sun" in move:
        source = position["large"] if move["sun"] == "large" else position["small"][move["sun"] - 1]
        return source["sun"][COLOURS.index(move["colour"])]
    if "moon" in move:
        tops = sum(s["moon"].endswith(move["moon"]) for s in position["small"])
        return position["large"]["moon"][COLOURS.index(move["moon"])] + tops
    return 0


def preview(position, move):
    if "to" not in move:
        return {"overflow": 0, "pointsNow": 1 + (hash(str(move)) % 4), "pointsRound": 2}
    count = taken(position, move)
    board = position["boards"][position["seat"]]
    room = move["to"] - len(board["lines"][move["to"] - 1]) if isinstance(move["to"], int) else 0
    fit = min(count, room)
    full = room == fit and room > 0
    gain = 1 + sum(t != "." for t in grid(board)[move["to"] - 1]) if full else 0
    return {"overflow": count - fit, "pointsNow": 0, "pointsRound": gain - (count - fit)}


def seen(position):
    """Hides what no seat may know."""
    if position["rules"] != "duel":
        return position
    hidden = json.loads(json.dumps(position))
    hidden["pile"] = [p[0] + "?" for p in hidden["pile"]]
    hidden["chips"] = ["?" for _ in hidden["chips"]]
    for s in hidden["small"]:
        if s["chip"] and not s["face_up"]:
            s["chip"] = "?"
    if hidden["phase"] == "draw":
        hidden["drawn"] = [p[0] + "?" for p in hidden["drawn"]]
    return hidden


def record(rules, players, seed):
    engine = duel if rules == "duel" else classic
    rng = random.Random(seed)
    steps = list(play(rules, players, 0, rng, None, True))
    decisions = [s for s in steps if s["event"] == "decision"]
    plies = []
    for i, d in enumerate(decisions):
        after = steps[steps.index(d) + 1]["position"]
        position = d["position"]
        plies.append({"position": seen(position), "move": d["move"], "count": taken(position, d["move"]),
                      "legal": [{"move": m, "text": json.dumps(m), "preview": preview(position, m)} for m in d["legal"]],
                      "events": events_between(position, after)})
    end = steps[-1]
    plies.append({"position": seen(end["position"]), "move": None, "count": 0, "legal": [], "events": [],
                  "winners": end["winners"]})
    return plies


def main():
    folder = ROOT / "web" / "fixtures"
    folder.mkdir(exist_ok=True)
    for name, (rules, players, seed) in GAMES.items():
        text = json.dumps(record(rules, players, seed), separators=(",", ":"))
        (folder / f"{name}.json").write_text(text)
        print(name, len(text))


main()
