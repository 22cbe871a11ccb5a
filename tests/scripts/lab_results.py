#!/usr/bin/env python3
"""The results of matches in lab/strength say the limits that their players had."""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
import tap  # noqa: E402

SAID = {"time": "{} ms a move", "nodes": "{} nodes a move"}


def own_limits(spec):
    """What `name=bot@time=100` says, in the words of a result; "" if it says nothing."""
    settings = dict(s.split("=", 1) for s in spec.partition("@")[2].split(",") if "=" in s)
    return ", ".join(SAID[name].format(value) for name, value in settings.items() if name in SAID)


def wrong_limits(row):
    """What is wrong in a row, or ""."""
    players = row.get("players", [])
    said = [p.get("limits", row.get("limits")) for p in players]
    for player, limits in zip(players, said):
        if own_limits(player["spec"]) not in ("", limits):
            return f"{player['spec']} is said to have had {limits}"
    if len(set(said)) > 1 and row["limits"] != "each player's own limits":
        return f"{said} are said to be {row['limits']}"
    given = re.search(r" --(time|nodes) (\d+)", row.get("command", ""))
    if given and not any("@" in p["spec"] for p in players) and row["limits"] != SAID[given[1]].format(given[2]):
        return f"{given[0]} became {row['limits']}"
    return ""


def main():
    bad = json.loads('{"limits": "100 ms a move", "players": [{"spec": "a=uct@time=20"}, {"spec": "b=uct"}]}')
    tap.check(wrong_limits(bad), "a row with a wrong limit is found")
    for name in ("gates", "ladder", "matches"):
        with open(os.path.join(ROOT, "lab", "strength", name + ".jsonl"), encoding="utf-8") as file:
            rows = [json.loads(line) for line in file if line.strip()]
        wrong = [f"row {i}: {said}" for i, row in enumerate(rows, 1) if (said := wrong_limits(row))]
        tap.check(rows and not wrong, f"the {len(rows)} rows of {name}.jsonl say the limits of their players", "\n".join(wrong))
    tap.end()


main()
