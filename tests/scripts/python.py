#!/usr/bin/env python3
"""The Python package: wheel and sdist are built without a network, the wheel is installed into an empty environment, and
python/tests runs there. The sdist has everything that the library is built from."""
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
import tap  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
MAKE = os.environ.get("MAKE", "make")
PROGRAM = os.path.abspath(os.environ.get("AZULEJO", os.path.join(BUILD, "azulejo")))
# Debian's own Python has the packages.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
NEEDED = "numpy cffi setuptools wheel pip".split()


def run(*command, **options):
    return subprocess.run(command, cwd=options.pop("cwd", ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=300, check=False, **options)


def works(what, *command, **options):
    """One test: the command's exit code is 0. Returns what it printed."""
    done = run(*command, **options)
    tap.check(done.returncode == 0, what, f"exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def environment(folder, wheel):
    """An empty environment with the wheel; Debian's NumPy and cffi are seen in it."""
    works("an environment is made", PYTHON, "-m", "venv", "--system-site-packages", "--without-pip", folder)
    python = os.path.join(folder, "bin", "python")
    works("the wheel is installed", python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", wheel)
    return python


def check_package(python, work):
    folder = works("the package is the installed one", python, "-c", "import azulejo; print(azulejo.__file__)", cwd=work).strip()
    folder = os.path.dirname(folder)
    tap.check(folder.startswith(work), "and not one of the project's folder", folder)
    files = set(os.listdir(folder))
    tap.check({"py.typed", "libazulejo.so", "_ffi.py"} <= files, "with types, library and declarations", files)


def check_layout(python, work):
    """`azulejo layout` says the same as the package, and knows the same sizes."""
    for rules, numbering in (("classic", "moves"), ("duel", "moves"), ("duel", "steps")):
        said = json.loads(run(PROGRAM, "layout", "--rules", rules, "--numbering", numbering).stdout)
        named = {(f"seat{f['seat']}." if "seat" in f else "") + f["name"]: [f["offset"], f["shape"], f["meaning"]]
                 for f in said["fields"]}
        found = json.loads(run(python, "-c", "import azulejo, json, sys; print(json.dumps([azulejo.Batch(1, sys.argv[1], "
                               "numbering=sys.argv[2]).actions, {k: [f.offset, f.shape, f.meaning] for k, f in "
                               "azulejo.layout(*sys.argv[1:]).items()}]))", rules, numbering, cwd=work).stdout)
        tap.check(found == [said["actions"], named] and said["sizes"]["azj_rng"] == 32,
                  f"azulejo layout of {rules} in {numbering}", f"{said}\n{found}")


def check_units(python, work, what, **options):
    """Each test of python/tests is one test here. A crash ends the run before the plan, which is a failure."""
    done = run(python, "-X", "faulthandler", "-c", f"import sys, unittest; sys.path.insert(0, {tap.__file__!r}[:-7]); import tap; "
               f"tap._Runner().run(unittest.defaultTestLoader.discover({os.path.join(ROOT, 'python', 'tests')!r}))", cwd=work, **options)
    planned = re.search(r"^1\.\.(\d+)$", done.stdout, re.M)
    lines = re.findall(r"^(ok|not ok) \d+ - (.*)$", done.stdout, re.M)
    for verdict, name in lines:
        tap.check(verdict == "ok", name + what, done.stdout)
    tap.check(planned and int(planned[1]) == len(lines) > 40 and done.returncode == 0, f"all of python/tests ran{what}",
              f"exit code {done.returncode}\n{done.stdout}")


def check_sanitized(python, work):
    """The same with the sanitized library, which sees what a crash alone does not show; in the full run it is built."""
    library = os.path.join(os.path.dirname(os.environ.get("AZULEJO_SANITIZED", "/nowhere/azulejo")), "libazulejo.so")
    if os.path.exists(library):
        runtime = [run("gcc", f"-print-file-name={name}").stdout.strip() for name in ("libasan.so", "libubsan.so")]
        check_units(python, work, ", sanitized", env={**os.environ, "LD_PRELOAD": " ".join(runtime), "AZULEJO_LIBRARY": library,
                                                      "ASAN_OPTIONS": "detect_leaks=0"})


def check_sdist(sdist, work):
    with tarfile.open(sdist) as archive:
        archive.extractall(work)
    folder = os.path.join(work, os.path.basename(sdist)[:-len(".tar.gz")])
    # A dry run: every source and tool that the library is made of is there.
    said = works("the sdist has what the library is made of", MAKE, "-n", "-C", os.path.join(folder, "c"), "LITE=1",
                 "BUILD=build", "build/libazulejo.so", env={k: v for k, v in os.environ.items() if k not in ("BUILD", "MAKEFLAGS")})
    sources = len(re.findall(r" src/[a-z/_]+\.c", said))
    expected = sum(len([n for n in names if n.endswith(".c")]) for part in ("base", "rules", "text", "ai", "proto")
                   for _, _, names in os.walk(os.path.join(ROOT, "src", part)))
    tap.check(sources >= expected, f"{sources} sources of at least {expected}", said)
    tap.check(os.path.exists(os.path.join(folder, "LICENSE")), "and the licence")


def check_manual(python, work):
    """The examples of docs/python.md, one after the other in one program, with what they take for granted."""
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
    shutil.copy(os.path.join(ROOT, "tests", "golden", "duel.azr"), os.path.join(work, "games.azr"))
    given = "policy = lambda observations, masks: masks.argmax(axis=1)\n"
    said = works(f"the {len(blocks)} examples of docs/python.md run", python, "-c", given + "\n".join(blocks), cwd=work)
    tap.check(len(blocks) >= 5 and "1B1 blue from factory 1 to line 1" in said, "and print what they say", said)


def check_examples(python, work):
    said = works("the first steps", python, os.path.join(ROOT, "python", "examples", "first_steps.py"), "--games", "8",
                 "--out", os.path.join(work, "first.svg"), cwd=work)
    tap.check("greedy" in said and os.path.getsize(os.path.join(work, "first.svg")) > 500, "end with a picture", said)
    said = works("the speed beside the program's", python, os.path.join(ROOT, "python", "examples", "speed.py"), "--program",
                 PROGRAM, "--seconds", "0.2", "--games", "256", cwd=work)
    tap.check(len(re.findall(r"^(?:classic|duel) .* [0-9.]+$", said, re.M)) == 9, "three lines for each numbering", said)


def main():
    missing = [name for name in NEEDED if run(PYTHON, "-c", f"import {name}").returncode]
    if missing:
        tap.skip("the Python package", f"Debian's Python lacks {', '.join(missing)}: tools/install-deps.sh python")
        tap.end()
    work = os.path.realpath(tempfile.mkdtemp())
    try:
        # The folder is made anew by each run, so that two builds do not interfere.
        works("wheel and sdist are built", MAKE, "-s", "--no-print-directory", f"BUILD={BUILD}", f"PYTHON_BUILD={work}/made",
              f"PYTHON={PYTHON}", "python-build")
        made = os.path.join(work, "made")
        wheel = next((os.path.join(made, n) for n in sorted(os.listdir(made)) if n.endswith(".whl")), None)
        sdist = next((os.path.join(made, n) for n in sorted(os.listdir(made)) if n.endswith(".tar.gz")), None)
        tap.check(wheel and "-py3-none-linux_" in wheel and sdist, "for every Python 3 of this kind of machine", os.listdir(made))
        if wheel and sdist:
            python = environment(os.path.join(work, "environment"), wheel)
            check_package(python, work)
            check_layout(python, work)
            check_units(python, work, "")
            check_sanitized(python, work)
            check_manual(python, work)
            check_examples(python, work)
            check_sdist(sdist, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    tap.end()


main()
