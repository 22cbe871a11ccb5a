#!/usr/bin/env python3
"""ladder-table.py FOLDER: the tables of docs/bots.md out of the results of tools/ladder.sh, as Markdown."""
import json
import pathlib
import sys

GAMES = [(rules, seats) for rules in ("classic", "grey", "crystal1", "crystal2") for seats in (2, 3, 4)] + [("duel", 2)]
TWO = [rules for rules, seats in GAMES if seats == 2]
FEWEST, MOST = 120, 350  # Elo between neighbours
USUAL = 200  # games between neighbours; fewer are said in the table


def levels(folder):
    """In the order of the ladder: every level plays the one below it."""
    below = {}
    for path in folder.glob("*-2-*.json"):
        names = [player["name"] for player in json.loads(path.read_text())["players"]]
        below[names[1]] = names[0]
    found, name = [], next((lower for lower in below if lower not in below.values()), None)
    while name in below:
        name = below[name]
        found.append(name)
    return found


def result(folder, rules, seats, level):
    path = folder / f"{rules}-{seats}-{level}.json"
    return json.loads(path.read_text()) if path.exists() else None


def step(match):
    """Elo with its half interval, marked where it is outside the bounds; the games if they are fewer than usual."""
    if not match:
        return ""
    elo = match["two"]["elo"]
    value, low, high = (elo[key] for key in ("value", "low", "high"))
    if not isinstance(value, (int, float)) or not isinstance(high, (int, float)):
        return f"{100 * match['two']['score']['value']:.0f} %"
    mark = " !" if value < FEWEST or value > MOST else ""
    few = f" ({match['games']})" if match["games"] < USUAL else ""
    return f"{value:.0f} ± {(high - low) / 2:.0f}{few}{mark}"


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def won(match):
    return f"{100 * match['two']['score']['value']:.0f} %" if match else ""


def steps(folder, names):
    for part in (GAMES[:6], GAMES[6:]):
        head = ["level"] + [f"{rules} {seats}" for rules, seats in part]
        rows = [[won(result(folder, *game, names[0])) for game in part]]
        rows += [[step(result(folder, *game, name)) for game in part] for name in names[1:]]
        table(head, [[f"`{name}`"] + row for name, row in zip(names, rows)])


def figures(folder, names):
    """Points, floor losses and dumps of a seat in games of a level against itself."""
    def cell(rules, name):
        match = result(folder, rules, "self", name)
        if not match:
            return ""
        mean = lambda key: sum(player[key] for player in match["players"]) / 2
        return f"{mean('mean_points'):.0f} / {mean('mean_floor'):.0f} / {mean('mean_dumps'):.2f}"
    table(["level"] + TWO, [[f"`{name}`"] + [cell(rules, name) for rules in TWO] for name in names])


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/ladder")
    names = levels(folder)
    if not names:
        sys.exit(f"ladder-table.py: no results in {folder}")
    steps(folder, names)
    figures(folder, names)


main()
