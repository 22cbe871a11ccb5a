#!/usr/bin/env python3
"""baselines-table.py FOLDER: the results of baselines.sh as tables in Markdown, one for each rule set and number of seats."""
import json
import sys
from pathlib import Path

ORDER = ["classic", "grey", "crystal1", "crystal2", "duel"]


def share(alone):
    s = alone["share"]
    return f"{100 * s['value']:.1f} ({100 * s['low']:.1f}–{100 * s['high']:.1f})"


def row(result):
    player, tables = result["players"][0], {a["table"]: a for a in result["alone"] if a["groups"]}
    cells = [share(tables[t]) if t in tables else "–" for t in ("greedy", "random")]
    speed = player["time_us"] / 1000 / max(1, player["decisions"])
    games = {t: a["groups"] * result["seats"] for t, a in tables.items()}
    # The mean score is over all of its games, so it depends on which tables it met.
    return (player["name"], *cells, f"{player['mean_points']:.1f}", f"{speed:.2g}", " + ".join(str(n) for n in games.values()))


def main(folder):
    results = {}
    for path in sorted(Path(folder).glob("*.json")):
        result = json.loads(path.read_text())
        if result.get("alone") and result["groups"]:
            results.setdefault((ORDER.index(result["rules"]), result["seats"]), []).append(result)
    if not results:
        sys.exit(f"baselines-table.py: {folder} has no result")
    print(f"Played by {(Path(folder) / 'made').read_text().strip()}.\n")
    for (rules, seats), found in sorted(results.items()):
        print(f"**{ORDER[rules]}, {seats} seats** (equal strength: {100 / seats:.1f} %)\n")
        print("| player | wins at a table of greedy, % | wins at a table of random, % | mean score | ms/move | games |")
        print("|---|---|---|---|---|---|")
        found.sort(key=lambda r: (next((a["share"]["value"] for a in r["alone"] if a["table"] == "greedy"), 1 / seats),
                                  r["players"][0]["mean_points"]))
        for result in found:
            print("| " + " | ".join(row(result)) + " |")
        print()


main(sys.argv[1])
