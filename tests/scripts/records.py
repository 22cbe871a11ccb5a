#!/usr/bin/env python3
"""Files of records and positions from outside: damage, emptiness, endless input, a full disc."""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
sys.path.insert(0, str(ROOT / "tests/referee"))
from classic import COLOURS, VARIANTS  # noqa: E402
from tap import check, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))
GOLDEN = ROOT / "tests/golden"
MEMORY = 200 << 20


def azulejo(*arguments, **more):
    return subprocess.run([AZULEJO, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          check=False, **more)


def in_order(path, games):
    said = azulejo("validate", path)
    return said.returncode == 0 and f": {games} game" in said.stdout


def damage(scratch):
    """The intact part of a damaged game is kept, the games before and after it too."""
    games = [(GOLDEN / f"{rules}.azr").read_text() for rules in ("classic", "duel", "grey")]
    at = games[1].index("round 2")
    broken = games[1][:at] + "oops " + games[1][at:]
    whole = scratch / "damaged.azr"
    whole.write_text("\n".join([games[0], broken, games[2]]))
    line = (games[0] + "\n" + games[1][:at]).count("\n") + 1
    place = f"line {line}, column 1: expected "
    for form in ("json", "text"):
        made = azulejo("convert", "--to", form, whole)
        out = scratch / f"mended.{form}"
        out.write_text(made.stdout)
        check(made.returncode == 1 and place in made.stderr and made.stderr.count("\n") == 1,
              f"convert to {form} names line, column and what was expected", made.stderr)
        check(in_order(out, 3), f"and keeps three games in {form}", azulejo("validate", out).stdout)
        check("damaged here, " + place in made.stdout and "unfinished" in made.stdout,
              f"the damaged one says so in {form}")
    told = azulejo("replay", whole)
    check(told.returncode == 1 and place in told.stderr and told.stdout.count("\nend:") == 2
          and "game 3: grey" in told.stdout, "replay tells all three", told.stderr)
    found = azulejo("validate", whole)
    check(found.returncode == 1 and found.stdout.startswith(f"{whole}:{line}:1: expected "),
          "validate names the place", found.stdout)
    shown = azulejo("play", "--plain", "--replay", whole, "--game", 2)
    check(shown.returncode == 1 and place in shown.stderr and len(shown.stdout.splitlines()) > 20,
          "play --replay shows what is there", shown.stderr + shown.stdout[-200:])


def cuts(scratch):
    """A record may be cut anywhere: what is left of it is read, and what is made of it is in order."""
    text = (GOLDEN / "duel.azr").read_text()
    line = azulejo("convert", GOLDEN / "duel.azr").stdout
    for name, whole in (("text", text), ("JSON", line)):
        bad = []
        moves = []
        for at in range(400, len(whole) - 2, len(whole) // 23):
            path = scratch / "cut"
            path.write_text(whole[:at])
            made = azulejo("convert", "--to", "json", path)
            kept = [json.loads(game) for game in made.stdout.splitlines()]
            moves += [sum("move" in step for step in game["steps"]) for game in kept]
            path.write_text(made.stdout)
            if made.returncode != 1 or not in_order(path, 1) or "line" not in made.stderr:
                bad.append((at, made.stderr))
        check(not bad and moves == sorted(moves) and moves[-1] > 50, f"{name}, cut in 23 places", (bad, moves))


def stray(scratch):
    """Lines outside of any game are reported and count as no game."""
    game = (GOLDEN / "classic.azr").read_text()
    path = scratch / "stray.azr"
    path.write_text("Dear Ann,\n\n" + game + "\nps.\n" + game)
    found = azulejo("validate", path)
    check(found.returncode == 1 and f'{path}:1:1: expected the tag [Azulejo "1"]' in found.stdout
          and found.stdout.count("\n") == 2, "validate names what is outside of any game", found.stdout)
    told = azulejo("replay", "--game", 2, path)
    check(told.returncode == 0 and told.stdout.startswith("game 2: classic"), "and it counts as none", told.stdout[:99])


def golden_json():
    """The JSON that convert writes is the one that the page's tests read."""
    for rules in ("classic", "duel"):
        made = azulejo("convert", "--to", "json", GOLDEN / f"{rules}.azr").stdout
        check(made == (GOLDEN / f"{rules}.json").read_text(), f"{rules}: convert writes tests/golden/{rules}.json")


def set_out(scratch):
    """JSON that another program has set out over many lines is read too, and so are the games after it."""
    games = [json.loads(azulejo("convert", GOLDEN / f"{rules}.azr").stdout) for rules in ("classic", "duel")]
    path = scratch / "set-out.json"
    for indent in (1, None):
        path.write_text("\n".join(json.dumps(game, indent=indent) for game in games) + "\n")
        check(in_order(path, 2), f"JSON with indent {indent}", azulejo("validate", path).stdout)
    text = path.read_text().splitlines()
    path.write_text(text[0][:-40] + "\n" + text[1] + "\n")
    said = azulejo("validate", path).stdout
    check(said.startswith(f"{path}:1:") and said.count("\n") == 1, "a cut line takes nothing from the next", said)


def any_key_order(scratch):
    """A JSON record is known by its keys, wherever they stand."""
    text = azulejo("convert", "--to", "json", GOLDEN / "duel.azr").stdout
    game = json.loads(text)
    path = scratch / "order.json"
    for keys, indent in ((("steps", "tags", "end"), None), (("end", "steps", "tags"), None), (("end", "tags", "steps"), 2)):
        turned = json.dumps({key: game[key] for key in keys}, indent=indent)
        path.write_text(turned + "\n")
        what = " ".join(keys) + (" set out" if indent else "")
        check(in_order(path, 1), f"validate {what}", azulejo("validate", path).stdout)
        check(azulejo("convert", "--to", "json", path).stdout == text, f"convert {what}")
        check("game 1: duel" in azulejo("replay", path).stdout, f"replay {what}")
        told = azulejo("analyze", "--nodes", 1, path)
        check(told.returncode == 0 and len(told.stdout) > 500, f"analyze {what}", told.stderr)


def limits(scratch):
    """A record that has too much of something says of what, and how much it may have."""
    path = scratch / "limits.azr"
    head = '[Azulejo "1"]\n[Rules "classic"]\n[Players "2"]\n'
    tags = "".join(f'[X{i} "v"]\n' for i in range(300))
    end = "\nend * 0-0 unfinished\n"
    for text, says in ((head + tags + end, "257:2: a record has at most 256 tags"),
                       (head + "\n" + "[n 1]\n" * 65537 + end, "65541:4: a record has at most 65,536 notes"),
                       (head + "\n" + ("{" + "x" * 65000 + "}\n") * 65 + end, "have at most 4 MiB of text")):
        path.write_text(text)
        said = azulejo("validate", path).stdout
        check(says in said, f"too much: {says}", said[:300])


def tag_position(scratch):
    """What is wrong with a position in a tag is said."""
    path = scratch / "position.azr"
    good = azulejo("position", "--rules", "classic").stdout.strip()
    head = '[Azulejo "1"]\n[Rules "classic"]\n[Players "2"]\n'
    for position, says in ((good, None), ("zork", "in its byte 1 expected"), (good.replace(" - ", " Q ", 1), "in its byte"),
                           (good.replace(" 0:-", " 7:-", 1).replace(" c ", " 1 "), "that is possible: "),
                           (good + " view=0", "not a view")):
        path.write_text(f'{head}[Position "{position}"]\n\nend * 0-0 unfinished\n')
        found = azulejo("validate", path)
        check(found.returncode == (1 if says else 0) and (says or "in order") in found.stdout,
              f"the tag Position: {says or 'in order'}", found.stdout)


def long_comment(scratch):
    path = scratch / "comment.azr"
    path.write_text((GOLDEN / "classic.azr").read_text().replace("round 2", "{a\nend: seat 1 wins\n}round 2"))
    told = azulejo("replay", path).stdout
    check("    comment: a\n      end: seat 1 wins\n      \n" in told and told.count("\nend:") == 1,
          "a comment of several lines stays below its move", told[-300:])


def controls(scratch):
    """Nothing that a terminal would obey gets through."""
    game = (GOLDEN / "classic.azr").read_text()
    path = scratch / "controls.azr"
    for sign in ("\x1b[2J", "\x7f", "\x9b2J", "\x85"):
        for text in (game.replace("random", sign, 1), game.replace("round 1", "{" + sign + "}\nround 1", 1)):
            path.write_text(text)
            for verb in (["replay"], ["validate"], ["convert"], ["play", "--plain", "--replay"]):
                said = azulejo(*verb, path)
                check(said.returncode == 1 and sign not in said.stdout + said.stderr,
                      f"{verb[0]} refuses {sign!r}", said.stdout + said.stderr)


def empty(scratch):
    nothing = scratch / "nothing.azr"
    nothing.write_text("")
    for verb in ("convert", "replay", "validate", "position", "analyze"):
        said = azulejo(verb, nothing)
        check(said.returncode == 1 and len(said.stdout + said.stderr) > 10, f"{verb} of an empty file fails",
              (said.returncode, said.stdout, said.stderr))


def endless(verb, source, what):
    """Input without end costs little memory and ends with one clear line."""
    run = subprocess.run(["sh", "-c", f"{source} | '{AZULEJO}' {verb} - 2>&1 >/dev/null | tail -n 1"],
                         capture_output=True, text=True, timeout=60, check=False,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    check("azulejo " + verb in run.stdout and "out of memory" not in run.stdout, f"{verb}, {what}: {run.stdout.strip()}",
          run.stdout + run.stderr)


def endless_input():
    for verb in ("convert", "replay", "validate", "position"):
        endless(verb, "cat /dev/zero", "zeros for ever")
        endless(verb, "yes", "lines for ever" if verb != "validate" else "lines for ever (1000 faults)")
    game = GOLDEN / "classic.azr"
    endless("validate", f"(cat {game}; yes)", "endless nonsense after a game")
    endless("convert", f"(cat {game}; yes '[Azulejo ')", "damaged games for ever")
    endless("convert", f"(cat {game}; yes ' ')", "blanks for ever")
    endless("replay", "yes '{\"tags\":'", "damaged JSON for ever")


def full_disc(scratch):
    """What cannot be written is said, and the exit code is not 0."""
    game = GOLDEN / "classic.azr"
    position = scratch / "position"
    position.write_text(azulejo("position").stdout)
    calls = [["--help"], ["--version"], ["help", "match"], ["convert", game], ["replay", game], ["validate", game],
             ["position"], ["position", position], ["trace", "--games", 1], ["perft", "--depth", 1],
             ["analyze", "--nodes", 10, game], ["match", "random", "random@depth=1", "--deals", 1, "--quiet"],
             ["match", "random", "random@depth=1", "--deals", 1, "--quiet", "--json", "-"],
             ["conform", f"{AZULEJO} engine"], ["solve", "--help"], ["bench", "--help"], ["serve", "--help"],
             ["play", "--plain", "--seats", "bot:novice,bot:novice", "--time", 1], ["play", "--plain", "--replay", game],
             ["engine"]]
    with open("/dev/full", "w") as full:
        for call in calls:
            run = subprocess.run([AZULEJO, *map(str, call)], stdout=full, stderr=subprocess.PIPE, text=True,
                                 input="azp 1\nquit\n" if call == ["engine"] else "", timeout=120, check=False)
            check(run.returncode == 1 and "No space left on device" in run.stderr,
                  f"azulejo {call[0]} on a full disc", (call, run.returncode, run.stderr))
    for option in ("--json", "--record"):
        run = azulejo("match", "random", "random@depth=1", "--deals", 1, "--quiet", option, "/dev/full")
        check(run.returncode == 1 and "No space left" in run.stderr, f"match {option} on a full disc", run.stderr)


def tag_document():
    """docs/notation.md describes every standard tag of src/text/tags.h."""
    names = re.findall(r'X\([a-z_]+, "(\w+)", (?:KEEP|REPLACE)\)', (ROOT / "src/text/tags.h").read_text())
    text = (ROOT / "docs/notation.md").read_text()
    missing = [name for name in names if f"| `{name}`" not in text and f"| `{name}0`" not in text]
    check(len(names) > 5 and not missing, "docs/notation.md describes every standard tag", missing)
    plates = re.findall(r"\{([BYRKTJS]), ([BYRKTJS]), ([BYRKTJS]), ([BYRKTJS])\}", (ROOT / "src/rules/duel/components.c").read_text())
    faces = ["".join({"J": "?", "S": "*"}.get(space, space) for space in plate) for plate in plates]
    names = [f"S{n}" for n in range(1, 10)] + [f"J{n}" for n in range(1, 10)]
    wrong = [name for name, face in zip(names, faces) if f"`{name}` `{face[:2]}/{face[2:]}`" not in text]
    check(len(faces) == 18 and not wrong, "and shows every plate as it is", wrong)
    for name, variant in VARIANTS.items():
        found = re.search(rf"^\| `{name}` \| ([0-9 ]+) \| ([0-9, ]+) \| (.*) \|$", text, re.M)
        spaces = found and re.search("`(.*)`", found[3])
        rows = re.sub("[1-5]", lambda m: "." * int(m[0]), spaces[1]).split("/") if spaces else ["....."] * 5
        allowed = [[COLOURS[(column - row) % 5] if variant.fixed else variant.printed.get((row, column), ".")
                    for column in range(5)] for row in range(5)]
        costs = [after - before for before, after in zip(variant.floor, variant.floor[1:])]
        check(found and [int(n) for n in found[1].split()] == costs and [int(n) for n in found[2].split(",")] == list(variant.bonus)
              and [list(row) for row in rows] == allowed, f"and floor, bonuses and spaces of {name}", (found, rows, allowed))


def main():
    tag_document()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        damage(scratch)
        cuts(scratch)
        stray(scratch)
        golden_json()
        set_out(scratch)
        any_key_order(scratch)
        limits(scratch)
        long_comment(scratch)
        tag_position(scratch)
        controls(scratch)
        empty(scratch)
        endless_input()
        full_disc(scratch)
    end()


main()
