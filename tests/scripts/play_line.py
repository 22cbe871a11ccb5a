#!/usr/bin/env python3
"""Plays `azulejo play` line by line, through a pipe: whole games, commands, mistakes, languages."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check as verdict, end  # noqa: E402

AZULEJO = os.environ.get("AZULEJO", str(ROOT / "build/azulejo"))
SCRATCH = Path(tempfile.mkdtemp())


def run(arguments, lines="", env=None):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **(env or {})}
    return subprocess.run([AZULEJO, *arguments.split()], input=lines, text=True, timeout=100,
                          capture_output=True, env=environment, check=False)


def play(arguments, lines="", env=None):
    return run("play --pace 0 --time 20 " + arguments, lines, env)


def whole_games():
    for rules in ("classic", "grey", "crystal1", "crystal2", "duel"):
        record = SCRATCH / f"{rules}.azr"
        result = play(f"--rules {rules} --seed 5 --level novice --record {record}", "1\n" * 3000)
        verdict(result.returncode == 0 and re.search(r"(won the game|share the win)\. .* \d+ points?\.", result.stdout),
                f"{rules}: a whole game through a pipe", result.stdout + result.stderr)
        check = run(f"validate {record}")
        verdict(check.returncode == 0, f"{rules}: its record is in order", check.stdout)
        told = run(f"play --replay {record}")
        verdict(told.returncode == 0 and "The game is over." in told.stdout,
                f"{rules}: its record is shown again", told.stdout + told.stderr)


def seats():
    result = play("--seats bot:novice,bot:random,bot:1,bot --level learner --seed 3")
    verdict(result.returncode == 0 and "learner" in result.stdout and "Bia (Level 1)" in result.stdout,
            "four bots play without a person", result.stdout)
    result = play("--seed 3", "1\n1\nquit\n")
    verdict("Bia took" in result.stdout, "a newcomer meets the gentlest level",
            result.stdout)
    result = play("--seats person:Ann,person:Bob,bot:novice --seed 3", "1\n1\n1\n1\nquit\n")
    verdict("Ann" in result.stdout and "Bob’s turn." in result.stdout, "people have names",
            result.stdout)


def commands():
    out = play("--seed 5 --level novice", "help\n1B2\nundo\nshow\n1\nback\nhint\nmoves\nquit\n")
    text = out.stdout
    verdict(out.returncode == 0 and "You took 2 blue tiles from factory 1 → line 2.  [1B2]" in text,
            "a move in notation", text)
    verdict("Taken back." in text, "undo", text)
    verdict(text.count("What do you take?") >= 3 and "Where do the tiles go?" in text, "back", text)
    verdict("Hint: " in text, "hint", text)
    verdict("take back your last move" in text and text.rstrip().endswith("Goodbye."),
            "help and quit", text)


def in_words():
    """A screen reader does not tell capitals from small letters: nothing depends on them."""
    text = play("--seed 5 --rules classic --seats person,person", "1B1\n" + "1\n1\n" * 40 + "show\nquit\n").stdout
    boards = [line for line in text.splitlines() if "; Wall: " in line]
    verdict(all(len(line.split("; Wall: ")[1].split(", ")) == 5 for line in boards) and "space for yellow" in text
            and re.search(r"Wall: (.*, )?1 (blue|red|black|yellow|turquoise) tile", text), "the wall is told by words", boards[-3:])
    grey = play("--seed 5 --rules grey", "quit\n").stdout
    verdict("Wall: empty, empty, empty, empty, empty" in grey, "a wall without colours", grey)
    text = play("--seed 5 --rules duel --seats person,person", "1\n" * 60 + "show\nquit\n").stdout
    rows = [line.split("; Dome: ")[1].split(", ") for line in text.splitlines() if "; Dome: " in line]
    found = {cell for row in rows for cell in row}
    verdict(all(len(row) == 6 for row in rows) and {"no plate", "space for any colour", "space for a special tile"} & found
            and any(re.fullmatch("space for (blue|yellow|red|black|turquoise)", cell) for cell in found),
            "the dome is told by words", sorted(found))
    verdict(re.search(r"Dome plates on offer: [SJ]\d, top \w+, \w+; bottom \w+, \w+\.", text)
            and re.search(r"  1  Dome plate [SJ]\d \(top \w+, \w+; bottom \w+, \w+\)", text)
            and re.search(r"\n  2  as top \w+, \w+; bottom ", text), "plates are told by words", text[:3000])
    verdict(not re.search(r"[BYRKTJS]{2}/[BYRKTJS]{2}", text), "and nowhere by letters", text[:3000])


def hints():
    for lang, words in (("en", ("% to win, about ", "Better than “", "Next best: ")),
                        ("nl", ("% kans op winst, ongeveer ", "Beter dan ‘", "Daarna: ")),
                        ("de", ("% Gewinnchance, etwa ", "Besser als „", "Danach: "))):
        text = play(f"--seed 5 --rules classic --lang {lang}", "h\nquit\n").stdout
        verdict(all(w in text for w in words), f"{lang}: a hint has its chance, a reason and other moves", text[-900:])


def mistakes():
    for lang, words in (("en", "Line 2 already holds blue"), ("nl", "In lijn 2 ligt al blauw"),
                        ("de", "In Reihe 2 liegt schon Blau")):
        out = play(f"--seed 5 --seats person,person --lang {lang}", "2B2\n3T5\n4R2\nquit\n")
        verdict(words in out.stdout, f"{lang}: a refused move says why", out.stdout)
    out = play("--seed 5", "99\n0\nxyz\n" + "9" * 5000 + "\n\x00\x07\n\nquit\n")
    verdict(out.returncode == 0 and "There is no choice 99" in out.stdout
            and '"xyz" is not a choice' in out.stdout, "nonsense is answered", out.stdout)
    out = play("--seed 5 --rules duel", "1\n1")
    verdict(out.returncode == 0 and "The input has ended" in out.stdout, "the end of the input",
            out.stdout)
    out = play("--seed 5 --record /no/such/folder/x.azr", "quit\n")
    verdict(out.returncode == 1 and out.stderr.count("\n") == 1, "a record that cannot be written",
            out.stderr)


def records():
    record = SCRATCH / "two.azr"
    for seed in (1, 2):
        play(f"--seats bot:novice,bot:novice --seed {seed} --record {record}")
    check = run(f"validate {record}")
    verdict("2 games" in check.stdout, "a second game follows the first in the file", check.stdout)
    told = run(f"play --replay {record} --game 2")
    verdict(told.returncode == 0 and "won the game." in told.stdout, "and can be looked at", told.stdout)
    other = SCRATCH / "letter.txt"
    other.write_text("Dear Ann,\n")
    out = play(f"--seed 5 --record {other}", "1B1\nquit\n")
    verdict(out.returncode == 1 and other.read_text() == "Dear Ann,\n",
            "a file of something else is left alone", out.stderr)


def going_on():
    kept = SCRATCH / "kept.azr"
    first = play(f"--rules duel --seed 5 --level novice --seats person:Ann,bot:learner --record {kept}", "1\n" * 20)
    moves = first.stdout.count("  [")
    verdict(f"azulejo play --resume {kept}" in first.stdout, "a game that is left says how to go on", first.stdout)
    again = play(f"--resume {kept}", "moves\n" + "1\n" * 3000)
    verdict(again.returncode == 0 and "The game goes on" in again.stdout and "Ann" in again.stdout
            and "learner" in again.stdout and again.stdout.count("  [") > 2 * moves,
            "and goes on to its end", again.stdout + again.stderr)
    check = run(f"validate {kept}")
    verdict(check.returncode == 0 and ": 1 game," in check.stdout, "in the same place of its file", check.stdout)
    over = play(f"--resume {kept}")
    verdict(over.returncode == 1 and "that game is over" in over.stderr, "an ended one does not", over.stderr)
    saved = SCRATCH / "saved.azr"
    out = play("--seed 5 --level novice", f"1\n1\nsave {saved}\nsave /no/such/file\nquit\n").stdout
    verdict(f"Saved as {saved}." in out and "could not be saved as /no/such/file" in out
            and run(f"validate {saved}").returncode == 0, "save keeps the game", out)
    damaged = SCRATCH / "damaged.azr"
    damaged.write_text(saved.read_text().replace("end *", "oops end *"))
    out = play(f"--resume {damaged}", "1\n1\nquit\n")
    verdict(out.returncode == 0 and "oops" in damaged.read_text() and damaged.read_text().count("[Azulejo") == 2,
            "a damaged game goes on after its intact part", out.stdout + out.stderr)
    resigned = SCRATCH / "resigned.azr"
    resigned.write_text(re.sub(r"end \*(.*) unfinished", r"end 1\1 resigned",
                               re.sub(r"\[(Result|Scores|Termination) .*\n", "", saved.read_text())))
    before = resigned.read_text()
    out = play(f"--resume {resigned}", "1\nquit\n")
    verdict(out.returncode == 1 and "that game is over (resigned)" in out.stderr and resigned.read_text() == before,
            "nor one that was resigned: its result stays", out.stdout + out.stderr)


def other_games():
    """Whatever a file holds, its games are still there when another one has been kept in it."""
    game = (ROOT / "tests/golden/classic.azr").read_text()
    cut = game[:game.index("\nend ")]
    for what, text in (("without its end", cut), ("cut in a comment", cut + " {oh"), ("cut in an escape", cut + " {oh\\"),
                       ("without a last newline", game.rstrip())):
        path = SCRATCH / "others.azr"
        path.write_text(game + "\n" + text)
        play(f"--record {path} --seed 5 --level novice", "1\n1\nquit\n")
        verdict(path.read_text().startswith(game + "\n" + text) and "game 3: classic" in run(f"replay {path}").stdout,
                f"--record after a game {what}", run(f"validate {path}").stdout)
        play(f"--resume {path}", "1\n1\nquit\n")
        verdict(path.read_text().startswith(game + "\n" + text) and "game 3: classic" in run(f"replay {path}").stdout
                and "game 4" not in run(f"replay {path}").stdout,
                f"--resume after a game {what}", run(f"validate {path}").stdout)
    left = '[Azulejo "1"]\n[Rules "grey"]\n[Players "2"]\n\nend * 0-0 unfinished\n'
    for what, before in (("on the line of another one", game.rstrip()), ("after a byte order mark", "\ufeff")):
        path.write_text(before + left)
        play(f"--resume {path} --level novice", "1\nquit\n")
        verdict(path.read_text().startswith(before + "\n[Azulejo") and run(f"validate {path}").returncode == 0,
                f"--resume a game {what}", path.read_text())
    two = SCRATCH / "two-at-once.azr"
    script = f"""{AZULEJO} play --plain --seed 5 --level novice --record {two} < {SCRATCH}/pipe &
exec 3> {SCRATCH}/pipe; echo 1 >&3; sleep 0.5
printf '1\\n1\\nquit\\n' | {AZULEJO} play --plain --seed 6 --level novice --record {two}
echo 1 >&3; echo quit >&3; exec 3>&-; wait"""
    os.mkfifo(SCRATCH / "pipe")
    subprocess.run(["sh", "-c", script], capture_output=True, timeout=60, check=False)
    verdict('[Seed "6"]' in two.read_text() and run(f"replay --game 2 {two}").stdout.count("\n") > 5,
            "two games kept in one file at the same time", two.read_text())


def saving():
    """save writes into records only, and a save that fails leaves the game where it was kept."""
    lines = SCRATCH / "games.jsonl"
    lines.write_text(run(f"convert --to json {ROOT / 'tests/golden/classic.azr'}").stdout)
    letter = SCRATCH / "letter.txt"
    for path in (lines, letter):
        before = path.read_text()
        for lang, words in (("en", "holds no record"), ("nl", "is geen spelverslag"), ("de", "keine Spielaufzeichnung")):
            out = play(f"--seed 5 --level novice --lang {lang}", f"1\n1\nsave {path}\n1\n1\nquit\n")
            verdict(path.read_text() == before and words in out.stdout and str(path) in out.stdout,
                    f"{lang}: save leaves {path.name} alone", out.stdout)
    good = SCRATCH / "good.azr"
    out = play("--seed 5 --level novice", f"1\n1\nsave {good}\nsave .\nsave {letter}\n1\n1\nsave {good}\nquit\n")
    verdict(out.returncode == 0 and out.stdout.count("could not be saved as") == 2 and not out.stderr
            and out.stdout.count(f"Saved as {good}") == 3 and ": 1 game," in run(f"validate {good}").stdout and play_length(good) >= 4,
            "a save that fails leaves the game where it was kept", out.stdout + out.stderr)


def play_length(path):
    """The moves of the last game of a record."""
    steps = json.loads(run(f"convert --to json {path}").stdout.splitlines()[-1])["steps"]
    return sum("move" in step for step in steps)


def in_its_place():
    """A game in the middle of a file, text or JSON, continues there; the others stay byte for byte."""
    left = SCRATCH / "left.azr"
    play(f"--seed 5 --level novice --record {left}", "1\n1\n1\n1\nquit\n")
    first = (ROOT / "tests/golden/classic.azr").read_text() + "\n\n"
    last = "\n\n" + (ROOT / "tests/golden/duel.azr").read_text() + "\n"
    def as_json(text):
        (SCRATCH / "some.azr").write_text(text)
        return run(f"convert --to json {SCRATCH / 'some.azr'}").stdout
    for form, before, game, behind in (("text", first, left.read_text(), last),
                                       ("JSON", as_json(first), as_json(left.read_text()), as_json(last)),
                                       ("JSON alone", "", as_json(left.read_text()), "")):
        path, link = SCRATCH / "middle", SCRATCH / "link"
        path.write_text(before + game + behind)
        path.chmod(0o640)
        link.unlink(missing_ok=True)
        link.symlink_to(path)
        out = play(f"--resume {link}" + (" --game 2" if before else ""), "1\n1\n1\n1\nquit\n")
        now = path.read_text()
        middle = now[len(before):len(now) - len(behind)]
        count = run(f"validate {path}")
        words = f"azulejo play --resume {link}" + (" --game 2" if before else "") + "\n"
        verdict(words in out.stdout, f"{form}: and says which one to go on with", out.stdout)
        verdict(out.returncode == 0 and now.startswith(before) and now.endswith(behind) and len(middle) > len(game)
                and count.returncode == 0 and f": {3 if before else 1} game" in count.stdout
                and link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
                and not list(SCRATCH.glob("middle.*")),
                f"{form}: a game goes on in its place", out.stdout + out.stderr + count.stdout + count.stderr)
    path.write_text(as_json(left.read_text())[:-40] + "\n")
    before = path.read_text()
    out = play(f"--resume {path}", "1\n1\nquit\n")
    verdict(out.returncode == 1 and "add --record FILE" in out.stderr and path.read_text() == before,
            "a damaged game in JSON says where it could go on", out.stdout + out.stderr)


def plain_ascii():
    out = play("--seed 5 --lang de --seats person:Jörg,bot:novice", "help\nquit\n", {"LC_ALL": "C"}).stdout
    verdict(out.isascii() and "Joerg ist am Zug" in out and "tuerkise" in out and "zurueck" in out,
            "German without Unicode is written with ae, oe, ue and ss", out)
    out = run("play --seats person:a\x1b[2J,bot")
    verdict(out.returncode == 2 and "control character" in out.stderr and "\x1b" not in out.stderr,
            "no name with control characters", out.stderr)


def usage():
    for arguments, words in (("--rules poker", "--rules takes"), ("--seats person", "2 to 4 seats"),
                             ("--seats person,bot:deep", "no level"), ("--lang fr", "--lang takes"),
                             ("--seats cat,dog", "--seats takes person"),
                             ("--players 3 --seats person,bot", "names 2 seats"),
                             ("--rules duel --players 3", "duel is for 2"), ("--time 0", "--time"),
                             ("extra", "extra"), ("--resume x --rules duel", "--resume goes on"),
                             ("--resume x --replay y", "--resume goes on")):
        out = run("play " + arguments)
        verdict(out.returncode == 2 and words in out.stderr and out.stderr.count("\n") == 1
                and not out.stdout, f"play {arguments}: one line, exit 2", out.stderr)


def same_seed():
    first = play("--seed 9 --level casual --rules duel", "1\n" * 60).stdout
    again = play("--seed 9 --level casual --rules duel", "1\n" * 60).stdout
    verdict(first == again and len(first) > 1000, "the same seed is the same game")
    undone = play("--seed 9 --level casual --rules duel", "1\n1\n1\nundo\n" + "1\n" * 60).stdout
    verdict(first.split("\n")[:12] == undone.split("\n")[:12] and "Taken back." in undone,
            "undo does not change the deal")


for test in (whole_games, seats, commands, in_words, hints, mistakes, records, going_on, other_games, saving, in_its_place, plain_ascii, usage, same_seed):
    test()
end()
