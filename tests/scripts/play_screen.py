#!/usr/bin/env python3
"""Plays `azulejo play` on the full screen, through tmux: keys go in, the screen is read.

A whole game of every rule set at 80 x 24, and what a terminal must survive: another size, no
colour, signals, other languages, undo, hints, the start menu and its files, the replay of a record.
"""
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check as verdict, end  # noqa: E402

AZULEJO = os.path.abspath(os.environ.get("AZULEJO", str(ROOT / "build/azulejo")))  # some change the folder
SCRATCH = Path(tempfile.mkdtemp())
SOCKET = f"azulejo-{os.getpid()}"
WAIT = 20


def tmux(*arguments):
    return subprocess.run(["tmux", "-L", SOCKET, "-f", "/dev/null", *arguments], text=True,
                          capture_output=True, check=False).stdout


class Terminal:
    """One tmux window that runs the program; its exit code is the last thing on the screen."""

    def __init__(self, name, arguments, width=80, height=24, env=""):
        self.name = name
        self.pid_file = SCRATCH / f"{name}.pid"
        command = (f"unset NO_COLOR; export LC_ALL=C.UTF-8 {env}; "
                   f"sh -c 'echo $$ > {self.pid_file}; exec {AZULEJO} play {arguments}'; "
                   "echo \"EXIT $?\"; exec sleep 600")
        tmux("new-session", "-d", "-s", name, "-x", str(width), "-y", str(height), command)

    def screen(self, colours=False):
        return tmux("capture-pane", "-t", self.name, "-p", *(["-e"] if colours else []))

    def send(self, *keys):
        tmux("send-keys", "-t", self.name, *keys)

    def until(self, condition, limit=WAIT):
        """Waits for a screen that fulfils the condition (a text or a function); returns it.

        A screen may be read while it is being painted: only one that no longer changes counts."""
        test = condition if callable(condition) else lambda text: condition in text
        end = time.monotonic() + limit
        last = None
        while True:
            screen = self.screen()
            if (screen == last and test(screen)) or time.monotonic() > end:
                return screen
            last = screen
            time.sleep(0.005)

    def press(self, *keys):
        """Sends keys and waits until the screen has changed."""
        before = self.screen()
        self.send(*keys)
        return self.until(lambda text: text != before, 2)

    def exit_code(self):
        found = re.search(r"EXIT (\d+)", self.until("EXIT"))
        return int(found[1]) if found else None

    def resize(self, width, height):
        tmux("resize-window", "-t", self.name, "-x", str(width), "-y", str(height))

    def kill(self, number):
        os.kill(int(self.pid_file.read_text()), number)

    def close(self):
        tmux("kill-session", "-t", self.name)


# ---- Whole games ---------------------------------------------------------------------------------

KEYS = "Esc back"  # the last line while somebody chooses


def options(screen):
    """The lines of a menu in one column; none while a slow terminal is still painting the question."""
    rows = screen.split("\n")
    question = [i for i, row in enumerate(rows) if row.startswith("  ") and row.rstrip().endswith("?")]
    return [row[:46] for row in rows[question[-1] + 1:-2] if row[:46].strip()] if question else []


def best(lines):
    """The option that promises most at the end of the round; the floor loses ties."""
    values = []
    for number, line in enumerate(lines):
        found = re.search(r"round end ([+-]?\d+)", line)
        values.append((int(found[1]) if found else 0, -number))
    return -max(values, default=(0, 0))[1]


def choose(terminal, screen, turn):
    if "round end" in screen:
        terminal.send(*["Down"] * best(options(screen)), "Enter")
    elif "What do you take?" in screen:
        terminal.send(*["Right"] * (turn % 5), "Enter")
    else:
        terminal.send(*["Right"] * (turn % 3), "Enter")


def asks_something(screen):
    return any(text in screen for text in (KEYS, "Enter next", "n new game", "EXIT"))


def whole_game(rules):
    record = SCRATCH / f"{rules}.azr"
    terminal = Terminal(f"game-{rules}", f"--rules {rules} --seats person,bot:casual --seed 4 "
                                         f"--pace 0 --time 20 --record {record}")
    seen, frames, turn, stepped = set(), 0, 0, 0
    screen = terminal.until(KEYS)
    good = True
    end = time.monotonic() + 250
    while "n new game" not in screen and "EXIT" not in screen and time.monotonic() < end:
        frames += 1
        good = good and screen.startswith("  Azulejo · ") and "Bag " in screen
        seen.update(word for word in ("Scoring", "What do you take?", "Which space", "Which plate",
                                      "How is the plate", "round end") if word in screen)
        if "Enter next" in screen:
            stepped += 1
            terminal.send("Enter" if stepped < 12 else "Escape")
        elif KEYS in screen:
            turn += 1
            choose(terminal, screen, turn)
        screen = terminal.until(lambda s, old=screen: s != old and asks_something(s))
    winner = re.search(r"(won the game|share the win)\.", screen)
    terminal.send("q")
    code = terminal.exit_code()
    terminal.close()
    check = subprocess.run([AZULEJO, "validate", str(record)], capture_output=True, text=True,
                           check=False)
    wanted = {"Scoring", "What do you take?", "round end"}
    wanted |= {"grey": {"Which space"}, "crystal1": {"Which space"}, "crystal2": {"Which space"},
               "duel": {"Which plate", "How is the plate"}}.get(rules, set())
    return [(good, f"{rules}: every frame is whole", screen),
            (winner is not None, f"{rules}: a game to its end, {turn} choices", screen),
            (seen >= wanted, f"{rules}: every kind of question and the scoring were seen", str(seen)),
            (code == 0, f"{rules}: leaves with 0", str(code)),
            (check.returncode == 0, f"{rules}: the record is in order", check.stdout + check.stderr)]


# ---- What a terminal must survive ------------------------------------------------------------------

def sizes():
    t = Terminal("sizes", "--rules duel --seed 5 --seats person,bot:rita --pace 0")
    first = t.until(KEYS)
    t.resize(60, 20)
    small = t.until("too small")
    t.resize(132, 43)
    large = t.until(lambda s: KEYS in s and len(s.split("\n")) > 40)
    t.resize(80, 24)
    again = t.until(lambda s: s == first)
    t.close()
    return [("60 × 20" in small, "a small terminal gets a message", small),
            (KEYS in large, "a larger one is filled", large),
            (again == first, "back at 80 x 24 it looks as before", again)]


def colours():
    results = []
    for name, env, colour in (("colour", "TERM=tmux-256color", True), ("eight", "TERM=screen", True),
                              ("none", "TERM=tmux-256color NO_COLOR=1", False),
                              ("vt100", "TERM=vt100", False)):
        t = Terminal(f"colour-{name}", "--rules classic --seed 5", env=env)
        text = t.until(KEYS)
        raw = t.screen(colours=True)
        found = re.search(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|38;5|48;5)", raw) is not None
        results.append((found == colour and "[B][B]" in text, f"{name}: colour {colour}", raw))
        t.close()
    return results


def languages():
    results = []
    for lang, words in (("nl_NL.UTF-8", ("Wat neem je?", "Zak", "Jij")),
                        ("de_DE.UTF-8", ("Was nimmst du?", "Beutel", "Du")),
                        ("fr_FR.UTF-8", ("What do you take?", "Bag", "You"))):
        t = Terminal(f"lang-{lang[:2]}", f"--lang {lang[:2]}" if lang[:2] != "fr" else "",
                     env="LANG=" + lang)
        t.send("Enter")  # the start menu
        screen = t.until(words[0])
        results.append((all(w in screen for w in words), f"speaks {lang}", screen))
        t.close()
    return results


def signals():
    results = []
    for number in (signal.SIGINT, signal.SIGTERM):
        record = SCRATCH / f"signal-{number}.azr"
        t = Terminal(f"signal-{number.name}", f"--rules classic --seed 5 --record {record}")
        t.until(KEYS)
        t.press("Enter", "Enter")
        t.until("Simão took ")
        t.kill(number)
        code = t.exit_code()
        screen = t.screen()
        good = code == 128 + number and "Azulejo ·" not in screen
        results.append((good, f"{number.name} gives the terminal back", f"{code}\n{screen}"))
        check = subprocess.run([AZULEJO, "validate", str(record)], capture_output=True, check=False)
        results.append((check.returncode == 0 and "unfinished" in record.read_text(),
                        f"{number.name} keeps the record", record.read_text()))
        t.close()
    return results


def undo_and_hint():
    t = Terminal("undo", "--rules classic --seed 5 --seats person,bot:rita --pace 0")
    first = t.until(KEYS)
    t.press("Enter")
    target = t.until("Where do the tiles go?")
    t.press("3")
    third = t.until(lambda s: "> → line 3" in s)
    t.press("Enter")
    t.until("Rita took ")
    t.until(KEYS)
    t.press("u")
    back = t.until("Taken back")
    board = first.split("\n")[:13]
    t.press("h")
    hint = t.until("Hint: ")
    t.press("?")
    help_box = t.until("Arrows")
    t.press("Escape")
    t.until("What do you take?")
    t.press("Enter", "Enter")  # nothing is asked before the first move
    t.until(lambda s: "Rita took " in s and KEYS in s)
    t.send("q")
    asked = t.until("Stop this game?")
    t.send("n")
    t.until("What do you take?")
    t.press("k")
    black = t.until(lambda s: re.search(r"> \S+ 1× black", s))
    t.send("q", "y")
    code = t.exit_code()
    t.close()
    return [("> → line 1" in target, "take, then place", target),
            ("> → line 3" in third, "a digit finds its line", third),
            (back.split("\n")[:13] == board, "undo brings the same table back", back),
            ("Hint: " in hint, "a hint is said in words", hint),
            ("Arrows" in help_box, "help", help_box),
            ("Stop this game?" in asked, "leaving is asked once", asked),
            (re.search(r"> \S+ 1× black", black) is not None, "a letter finds its colour", black),
            (code == 0, "leaves with 0", str(code))]


def while_a_bot_thinks():
    t = Terminal("thinking", "--rules classic --seed 5 --seats person,bot:gaspar --time 60000 --lang de")
    first = t.until("Was nimmst du?")
    t.press("Enter", "Enter")
    thinks = t.until("denkt nach …")
    t.press("h")
    told = t.until("Bitte warten: ")
    t.press("l")
    log = t.until("eine Taste schließt")
    t.press("Escape")
    t.until("Bitte warten: ")
    t.press("u")
    back = t.until("Zurückgenommen")
    t.press("h")
    t.until("Suche einen guten Zug")
    t.send("Escape")
    again = t.until(lambda s: "Was nimmst du?" in s and "Suche" not in s)
    t.close()
    return [("Gaspar denkt nach" in thinks and "Gaspar (Stufe 10)" in thinks, "a bot has a name and a level", thinks),
            ("Bitte warten: " in told, "a key that must wait gets a message", told),
            ("Runde 1" in log, "the log opens while a bot thinks", log),
            (back.split("\n")[:13] == first.split("\n")[:13], "a move is taken back while a bot thinks", back),
            ("Was nimmst du?" in again, "a hint can be given up", again)]


def two_people():
    """In Duel a player does not see what only the other one knows."""
    t = Terminal("two", "--rules duel --seed 5 --seats person:Ann,person:Bob")
    screen = t.until("Which plate?")
    while "Which plate?" in screen or "Which place" in screen or "How is the plate" in screen:
        t.send("Enter")
        screen = t.until(lambda s, old=screen: s != old and KEYS in s)
    t.press("End")
    t.press("Enter")  # draw
    t.until("Draw another plate?")
    t.press("Enter")
    t.until(lambda s: s.count("drew a dome plate") > 2)
    t.press("Right")
    t.send("Enter")  # stop and look
    hidden = t.until("Pass the keyboard to Ann.")
    t.press("x")
    still = t.until("Pass the keyboard to Ann.")
    t.press("Enter")
    drawn = t.until("Which plate?")
    screen = drawn
    for _ in range(5):
        t.send("Enter")
        screen = t.until(lambda s, old=screen: s != old and KEYS in s)
        if "Bob’s turn." in screen:
            break
    bob = screen
    for _ in range(4):
        t.send("Enter")
        screen = t.until(lambda s, old=screen: s != old and (KEYS in s or "Pass the" in s))
        if "Pass the" in screen:
            break
    t.close()
    return [("drawn" not in hidden and "Which plate" not in hidden, "the others look away first", hidden),
            (still == hidden, "another key does not lift the curtain", still),
            ("drawn" in drawn, "then what was drawn is shown", drawn),
            ("Bob’s turn." in bob and "under the pile" not in bob.replace("a dome plate under the pile", ""),
             "the other one sees no front", bob),
            ("Pass the keyboard to Ann." in screen, "and passes the keyboard back", screen)]


def save_and_resume():
    folder = SCRATCH / "saves"
    folder.mkdir()
    t = Terminal("save", "--rules grey --seed 5 --seats person,bot:rita --pace 0 --time 20", env=f"PWD=; cd {folder}")
    t.until(KEYS)
    t.press("Enter", "Enter")
    t.until(lambda s: "Rita took " in s and KEYS in s)
    before = t.screen()
    t.send("q")
    t.until("s save it first")
    t.send("s")
    said = t.until("EXIT")
    t.close()
    saved = list(folder.glob("azulejo-*.azr"))
    check = subprocess.run([AZULEJO, "validate", *map(str, saved)], capture_output=True, text=True, check=False)
    t = Terminal("resume", f"--resume {saved[0] if saved else 'none'} --pace 0 --time 20")
    again = t.until("The game goes on")
    t.press("Enter", "Enter")
    t.until(lambda s: s.count("Rita took ") > 2 and KEYS in s)
    t.kill(signal.SIGKILL)
    t.until("EXIT 137")
    t.close()
    t = Terminal("resume-2", f"--resume {saved[0] if saved else 'none'} --pace 0 --time 20")
    third = t.until(lambda s: "The game goes on" in s and s.count("Tomás took ") > 2)
    t.close()
    board = before.split("\n")[:13]
    return [(len(saved) == 1 and check.returncode == 0, "leaving saves the game when asked", check.stdout + said),
            (f"azulejo play --resume {saved[0].name}" in said, "and says how to go on", said),
            ([row.replace("'", " ") for row in again.split("\n")[:13]] == [row.replace("'", " ") for row in board],
             "the same table comes back", before + again),
            (third.count("Rita took ") > 2, "a game whose terminal was killed goes on too", third)]


def start_menu():
    t = Terminal("menu", "--pace 0")
    menu = t.until("Start the game")
    t.press("Down", "Down", "Down")  # the first item, after the files
    t.press("Left")  # the last rule set
    duel = t.until("Azul Duel")
    t.press("Down", "Down")  # players, then tablets
    first = t.until(lambda s: re.search("> Scoring tablets +. a1, b1, c1", s))
    t.press("Left")
    drawn = t.until("drawn at random")
    t.press("Right", "Right", "Right", "Right")
    four = t.until("a2, b2, c2, d2")
    t.press("Enter")  # starts in every row
    screen = t.until(lambda s: "pile" in s and "specials -3" in s)
    t.send("q")
    t.send("y")
    code = t.exit_code()
    t.close()
    return [("> Start the game" in menu and re.search(r"Bia.*evel 1\b", menu), "the start menu, with the gentlest level", menu),
            ("Azul Duel" in duel, "chooses the rules", duel),
            ("Scoring tablets" not in menu and "a1, b1, c1" in first and "drawn at random" in drawn and "a2, b2, c2, d2" in four
             and "specials -3" in screen, "and the tablets of Duel", four),
            ("Azul Duel · Round 1 of 5" in screen and code == 0, "and begins", screen)]


def menu_files():
    """The start menu resumes and replays what lies in the working folder, in three languages."""
    folder, bare = SCRATCH / "menu-files", SCRATCH / "menu-bare"
    folder.mkdir()
    bare.mkdir()
    golden = (ROOT / "tests/golden/duel.azr").read_text()
    open_game = (ROOT / "tests/golden/classic.azr").read_text().split("round 3")[0]
    open_game = re.sub(r"\[(Result|Scores|Termination) .*\n", "", open_game)
    open_game = open_game.replace('[Seat0 "random"]', '[Seat0 "Ann"]\n[Kind0 "person:Ann"]\n[Kind1 "bot:rita"]')
    for age, (name, text) in enumerate((("open.azr", golden + "\n" + open_game), ("whole.azr", golden), ("no.azr", "nothing"))):
        (folder / name).write_text(text)
        os.utime(folder / name, (10**9 - age, 10**9 - age))
    t = Terminal("menu-files", "--pace 0 --time 20", env=f"PWD=; cd {folder}")
    t.until("Start the game")
    t.press("Down")
    resume = t.until(lambda s: "> Resume a game" in s and "Ann " in s)
    t.press("Right")  # there is one unfinished game only
    t.press("Down")
    first = t.until(lambda s: re.search("> Replay a game +. open.azr", s))
    t.press("Right")
    second = t.until(lambda s: re.search("> Replay a game +. whole.azr", s))
    t.press("Right")
    again = t.until(lambda s: re.search("> Replay a game +. open.azr", s))
    t.press("Right")
    t.send("Enter")
    shown = t.until("Move 0 of")
    t.send("End")
    ended = t.until("won the game")
    t.send("q")
    menu = t.until("Start the game")
    t.press("Down", "Enter")
    resumed = t.until(lambda s: "The game goes on" in s)
    t.press("Enter", "Enter")
    t.until(lambda s: "Rita took " in s and KEYS in s)
    t.send("q")
    t.send("y")
    said = t.until("EXIT 0")
    t.close()
    texts = [(folder / name).read_text() for name in ("open.azr", "whole.azr", "no.azr")]
    results = [("open.azr" in resume and "Enter open" in resume and "Azul · Ann " in resume, "the menu offers an unfinished game", resume),
               ("Azul · Ann " in first and "Azul Duel" in second and "no.azr" not in first + second and again == first,
                "and every record to look at", first + second),
               ("Azul Duel" in shown and "won the game" in ended and "> Start the game" in menu, "a replay returns to the menu", menu),
               ("Ann’s turn" in resumed and "Azul · Round 3" in resumed and "EXIT 0" in said, "a game goes on", resumed + said),
               (texts[0].startswith(golden) and re.search(r"round 3 .*\n\S+ \S+", texts[0]) and texts[0].count("[Azulejo ") == 2
                and texts[1:] == [golden, "nothing"], "and stays in its file", texts[0][len(golden):])]
    for lang, start, words in (("en", "Start the game", ("Resume a game", "Replay a game", "none in this folder")),
                               ("nl", "Begin het spel", ("Spel hervatten", "Spel terugkijken", "geen in deze map")),
                               ("de", "Partie beginnen", ("Partie fortsetzen", "Partie nachspielen", "keine in diesem Ordner"))):
        t = Terminal(f"menu-{lang}", f"--lang {lang}", env=f"PWD=; cd {bare}")
        t.until(start)
        t.press("Down", "Enter")  # there is nothing to resume
        screen = t.until(lambda s, words=words: all(word in s for word in words))
        t.send("q")
        code = t.exit_code()
        t.close()
        results.append((all(word in screen for word in words) and code == 0, f"the rows of files in {lang}", screen))
    return results


def replay():
    path = ROOT / "tests/golden/duel.azr"
    t = Terminal("replay", f"--replay {path}")
    first = t.until("Move 0 of")
    t.press("End")
    last = t.until("won the game")
    t.press("Home")
    again = t.until("Move 0 of")
    t.send("q")
    code = t.exit_code()
    t.close()
    return [("Move 0 of" in first, "a record opens", first), ("won the game" in last, "its end", last),
            (again == first and code == 0, "and back", again)]


def replay_help():
    """The help of a replay lists the keys of a replay, and not those of play."""
    t = Terminal("replay-help", f"--replay {ROOT / 'tests/golden/duel.azr'}")
    t.until("Move 0 of")
    t.send("l")
    log = t.until("No moves yet.")
    t.send("x")
    t.until("Move 0 of")
    t.send("?")
    told = t.until("leave the replay")
    t.send("x")
    t.until("Move 0 of")
    t.send("h")
    again = t.until("leave the replay")
    t.close()
    return [("No moves yet." in log, "an empty log says so", log),
            ("ten moves on or back" in told and "take back" not in told, "? tells the keys of a replay", told),
            (again == told, "and so does h", again)]


def take_list():
    """At 80 columns the takes stand in two columns, whichever colours lie in the centre; a hint says why beside them."""
    t = Terminal("takes", "--rules classic --players 4 --seed 1 --level bia --time 20 --pace 0")
    screen = t.until("What do you take?")
    rows = [line for line in screen.splitlines() if re.match(r"[ ↓↑] [> ] \d: ", line)]
    t.send("h")
    hint = t.until("% to win")
    t.close()
    return [("turquoise" in screen and all(len(re.findall(r"\d: \d× ", line)) == 2 for line in rows) and len(rows) > 5,
             "the takes stand in two columns", screen),
            ("Better than “" in hint and "Hint: " in hint, "a hint has its reason beside the takes", hint)]


def damaged_replay():
    """What is wrong with a record is said at once, not when it is closed."""
    path = SCRATCH / "damaged.azr"
    path.write_text((ROOT / "tests/golden/classic.azr").read_text().replace("round 2", "oops round 2"))
    t = Terminal("damaged", f"--replay {path}")
    first = t.until("Move 0 of")
    t.send("q")
    code = t.exit_code()
    t.close()
    return [("Damaged at line" in first and "column 1: expected" in first, "a damaged record says so at once", first),
            (code == 1, "and fails at its end", code)]


def names():
    """Long names, wide ones, and German where there is no Unicode."""
    results = []
    for name, arguments, env, words, never in (
            ("long", "--seats person:Maximiliane_Friederike_von_Hohenberg,bot --rules crystal1", "",
             ("  Azulejo · ", "…"), "??"),
            ("wide", "--seats person:青いタイル,bot --rules classic", "", ("青いタイル’s turn",), "??"),
            ("ascii", "--seats person:Jürgen,bot --lang de", "LC_ALL=C",
             ("Juergen ist am Zug", "zurueck", "Verlauf"), "?r")):
        t = Terminal(f"name-{name}", arguments + " --seed 5", env=env)
        screen = t.until(lambda text, words=words: all(w in text for w in words))
        results.append((all(w in screen for w in words) and never not in screen, f"names: {name}", screen))
        t.close()
    return results


def main():
    os.environ["TMUX_TMPDIR"] = str(SCRATCH)
    jobs = [lambda r=r: whole_game(r) for r in ("duel", "crystal1", "crystal2", "grey", "classic")]
    jobs += [sizes, colours, languages, signals, undo_and_hint, while_a_bot_thinks, two_people, save_and_resume,
             start_menu, menu_files, replay, replay_help, take_list, damaged_replay, names]
    try:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for results in pool.map(lambda job: job(), jobs):
                for result in results:
                    verdict(*result)
    finally:
        tmux("kill-server")
    end()


main()
