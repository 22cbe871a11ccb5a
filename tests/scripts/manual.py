#!/usr/bin/env python3
"""The man page names every verb and every option of the program, bash completes them, and docs/bots.md
describes every level."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check as verdict, end, skip  # noqa: E402

AZULEJO = Path(os.environ.get("AZULEJO", ROOT / "build/azulejo"))
COMMON = {"--help", "--version"}


def output(*arguments):
    return subprocess.run([AZULEJO, *arguments], capture_output=True, text=True, check=False).stdout


def verbs():
    return re.findall(r"^  ([a-z]+) +", output("--help"), re.M)


def options(verb):
    return set(re.findall(r"--[a-z][a-z0-9-]*", output(verb, "--help")))


def sections(page):
    """The text of the page by verb: from its heading to the next one."""
    parts = re.split(r"^## azulejo ([a-z]+).*$", page, flags=re.M)
    return {name: heading + text for name, heading, text in
            zip(parts[1::2], re.findall(r"^## azulejo .*$", page, re.M), parts[2::2])}


def manual():
    path = ROOT / "docs/azulejo.1.scd"
    if shutil.which("scdoc"):
        made = subprocess.run(["scdoc"], stdin=path.open(), capture_output=True, text=True, check=False)
        verdict(made.returncode == 0, "scdoc reads the man page", made.stderr)
    else:
        skip("scdoc reads the man page", "no scdoc")
    told = sections(path.read_text())
    verdict(set(verbs()) == set(told), "the man page has every verb and no other",
            str(set(verbs()) ^ set(told)))
    for verb in verbs():
        missing = {o for o in options(verb) - COMMON if f"*{o}*" not in told.get(verb, "")
                   and o not in told.get(verb, "").split("\n")[0]}
        verdict(not missing, f"the man page tells the options of {verb}",
                f"docs/azulejo.1.scd, under `## azulejo {verb}`, lacks {', '.join(sorted(missing))}")


def complete(*words):
    script = (f"source '{ROOT}/completions/azulejo.bash'; COMP_WORDS=({' '.join(words)}); "
              f"COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _azulejo; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    environment = {**os.environ, "PATH": f"{AZULEJO.parent}:{os.environ['PATH']}"}
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment,
                          check=False).stdout.split()


def completion():
    found = complete("azulejo", "''")
    verdict(set(found) == set(verbs()) | {"help", "--help", "--version"}, "verbs are completed",
            str(found))
    for verb in verbs():
        found = complete("azulejo", verb, "--")
        verdict(options(verb) | COMMON == set(found), f"options of {verb} are completed", str(found))
    verdict(complete("azulejo", "play", "--rules", "cr") == ["crystal1", "crystal2"],
            "rule sets are completed")
    verdict(complete("azulejo", "play", "--rules", "=", "cr") == ["crystal1", "crystal2"]
            and complete("azulejo", "play", "--lang", "=") == ["en", "de", "nl"], "values after = are completed")
    verdict(complete("azulejo", "admin", "re") == ["rename", "remove-finished", "restore"]
            and complete("azulejo", "admin", "tables", "--phase", "o") == ["open", "over"], "actions of admin are completed",
            str(complete("azulejo", "admin", "re")))
    bots = subprocess.run([AZULEJO, "engine"], input="azp 1\nquit\n", capture_output=True, text=True, check=False).stdout
    bots = re.search(r"^option name bot .* values (.*)$", bots, re.M)[1].split()
    verdict(sorted(complete("azulejo", "bench", "--bot", "''")) == sorted(bots), "every bot is completed", str(bots))
    verdict("person,bot:baltasar" in complete("azulejo", "play", "--seats", "person,bot:b"),
            "seats are completed")
    levels = complete("azulejo", "play", "--level", "''")
    table = re.search(r"ai_bot levels\[\] = \{([^;]*)\};", (ROOT / "src/ai/bots.c").read_text(encoding="utf-8"))[1]
    people = re.findall(r'^ {4}\{"[\w-]+",\s+"(\w+)"', table, re.M)
    verdict(len(people) > 1 and levels == people, "levels are completed", f"{levels} {people}")
    return levels


def bots_document(levels):
    """Each table of levels in docs/bots.md has a row for every level, in order; those of settings without the highest one,
    which has none."""
    text = (ROOT / "docs/bots.md").read_text().split("## Levels")[1].split("\n## ")[0]
    tables = [re.findall(r"^\| (?:\d+ )?`?([a-z]+)`? \|", table, re.M) for table in text.split("\n\n") if table.startswith("| ")]
    tables = [[row for row in rows if row != "level"] for rows in tables]
    verdict(len(tables) >= 3 and all(rows in (levels, levels[:-1]) for rows in tables), "docs/bots.md describes every level", str(tables))


manual()
bots_document(completion())
end()
