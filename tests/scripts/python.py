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
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
import tap  # noqa: E402

# As it was given: with an absolute path the flags of the compiler are others, and make would compile everything again.
BUILD = os.environ.get("BUILD", "build")
MAKE = os.environ.get("MAKE", "make")
PROGRAM = os.path.abspath(os.environ.get("AZULEJO", os.path.join(ROOT, BUILD, "azulejo")))
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
    lines = re.findall(r"^(ok|not ok) \d+ - (.*)\n((?:#.*\n)*)", done.stdout, re.M)
    for verdict, name, detail in lines:
        tap.check(verdict == "ok", name + what, detail)
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
    check_sdist_builds(sdist, work)


def check_sdist_builds(sdist, work):
    """pip makes a wheel of the sdist alone, which works; without optimisation, as its speed does not matter here."""
    clean = {k: v for k, v in os.environ.items() if k not in ("BUILD", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "AZULEJO_LIBRARY", "AZULEJO_PTX")}
    out = os.path.join(work, "from-sdist")
    works("a wheel is made of the sdist", PYTHON, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation",
          "-w", out, sdist, cwd=work, env={**clean, "CFLAGS": "-O0"})
    wheels = [name for name in os.listdir(out) if name.endswith(".whl")] if os.path.isdir(out) else []
    tap.check(len(wheels) == 1, "one wheel", wheels)
    for wheel in wheels:
        with zipfile.ZipFile(os.path.join(out, wheel)) as archive:
            archive.extractall(os.path.join(out, "site"))
    said = works("which is imported and plays", PYTHON, "-c", "import azulejo; print(azulejo.__file__); "
                 "print(azulejo.match('greedy', 'random', games=2, nodes=1)); print(azulejo.version())", cwd=work,
                 env={**clean, "PYTHONPATH": os.path.join(out, "site")})
    tap.check(said.startswith(os.path.join(out, "site")), "from its own folder", said)


def manual():
    """The examples of docs/python.md."""
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        return re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)


def check_hints(python, work):
    """The hints of the installed package hold, fit the examples of docs/python.md, and tell a user's mistakes."""
    if not shutil.which("mypy"):
        tap.skip("type hints", "mypy is missing: tools/install-deps.sh test")
        return
    package = os.path.dirname(run(python, "-c", "import azulejo; print(azulejo.__file__)", cwd=work).stdout.strip())
    mypy = ["mypy", "--config-file", os.path.join(ROOT, "python", "pyproject.toml"), "--cache-dir", os.path.join(work, "mypy")]
    works("the package's type hints hold", *mypy, package, cwd=work)
    uses = os.path.join(work, "uses.py")
    with open(uses, "w", encoding="utf-8") as file:
        file.write("import numpy as np\nfrom typing import Any\npolicy: Any = None\n" + "\n".join(manual()) + "\nstate.play(7)\n")
    said = run(*mypy, "--allow-untyped-defs", "--python-executable", python, uses, cwd=work).stdout
    wrong = re.findall(r"^.*: error: (.*)$", said, re.M)
    tap.check(len(wrong) == 1 and "incompatible type \"int\"; expected \"Union[Move, str]\"" in wrong[0],
              "the manual's examples fit them, and a mistake is found", said)


def check_manual(python, work):
    """The examples of docs/python.md, one after the other in one program, with what they take for granted."""
    blocks = manual()
    shutil.copy(os.path.join(ROOT, "tests", "golden", "duel.azr"), os.path.join(work, "games.azr"))
    given = "import numpy as np\npolicy = lambda observations, masks: masks.argmax(axis=1)\n"
    said = works(f"the {len(blocks)} examples of docs/python.md run", python, "-c", given + "\n".join(blocks), cwd=work)
    with open(os.path.join(ROOT, "docs", "dataset.md"), encoding="utf-8") as file:
        block, = re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
    shown = works("the example of docs/dataset.md runs", python, "-c", "import azulejo\n" + block, cwd=work)
    tap.check(re.match(r"\d+ \(\d+, 369\) \(\d+, 8\) \(\d+, 2\) duel 2 1 ", shown), "and prints what it says", shown)
    tap.check(len(blocks) >= 5 and "1B1 blue from factory 1 to line 1" in said, "and print what they say", said)


def check_examples(python, work):
    said = works("the first steps", python, os.path.join(ROOT, "python", "examples", "first_steps.py"), "--games", "8",
                 "--out", os.path.join(work, "first.svg"), cwd=work)
    ends = re.search(r"^greedy against random ends (\d+)-(\d+)$", said, re.M)
    tap.check(ends and int(ends[1]) > int(ends[2]), "in which greedy beats random", said)
    tap.check("greedy" in said and os.path.getsize(os.path.join(work, "first.svg")) > 500, "end with a picture", said)
    said = works("the speed beside the program's", python, os.path.join(ROOT, "python", "examples", "speed.py"), "--program",
                 PROGRAM, "--seconds", "0.2", "--games", "256", cwd=work)
    tap.check(len(re.findall(r"^(?:classic|duel) .* [0-9.]+$", said, re.M)) == 9, "three lines for each numbering", said)
    check_learning(python, work)


def has_torch(python):
    return run(python, "-c", "import torch").returncode == 0


def check_learning(python, work):
    """A few steps of learning with NumPy, and what is said without PyTorch, which is no dependency of the test run."""
    example = os.path.join(ROOT, "python", "examples")
    ppo = [python, os.path.join(example, "ppo.py")]
    little = ["--games", "64", "--steps", "16", "--minibatch", "512", "--hidden", "32", "--every", "5", "--matches", "40"]
    saved = os.path.join(work, "ppo.npz")
    said = works("PPO learns with NumPy", *ppo, "--backend", "numpy", *little, "--iterations", "20", "--rivals", "random", "--save",
                 saved, cwd=work)
    won = re.search(r"^after .*: ([0-9.]+) % of 40 games against random$", said, re.M)
    tap.check(won and float(won[1]) >= 70, "and beats random after twenty iterations", said)
    said = works("what it saved plays and goes on", *ppo, "--backend", "numpy", *little, "--iterations", "1", "--rivals", "greedy",
                 "--resume", saved, cwd=work)
    tap.check("games against greedy" in said, "against greedy", said)
    said = works("PPO in Duel, by steps", *ppo, "--backend", "numpy", "--rules", "duel", *little[:-1], "4", "--iterations", "1", cwd=work)
    tap.check(said.count("of 4 games") == 2, "with matches at the end", said)
    said = works("a search and its network learn", python, os.path.join(example, "alphazero.py"), "--backend", "numpy", "--games", "4",
                 "--simulations", "6", "--hidden", "16", "--updates", "3", "--iterations", "1", "--matches", "4", cwd=work)
    tap.check(said.count("of 4 games") == 2 and "new positions" in said, "and play at the end", said)
    if not has_torch(python):
        done = run(*ppo, *little, cwd=work)
        tap.check(done.returncode != 0 and "pip install torch" in done.stdout and "Traceback" not in done.stdout,
                  "without PyTorch it says what to do", done.stdout)
    done = run(python, os.path.join(ROOT, "python", "tests", "on_gpu.py"), "--device", "-1", cwd=work)
    tap.check(done.returncode == 0 and done.stdout.count("\nok ") >= 10, "the test for GPUs, on the processor", done.stdout)
    check_pettingzoo(python, work)


# Stands for PettingZoo, which is in no package of Debian: what the script does with it, and with an error of its tests.
STAND_IN = {"pettingzoo/__init__.py": "class AECEnv: pass\n",
            "pettingzoo/test.py": "def api_test(env, num_cycles=1):\n    env.reset(seed=1)\n    assert env.metadata['name']\n"
                                  "def seed_test(make, num_cycles=1):\n    assert make().possible_agents != ['player_0', 'player_1']\n"}


def check_pettingzoo(python, work):
    """PettingZoo's own tests need PettingZoo: what lacks is said and counted, and `make pettingzoo-test` runs them."""
    script = os.path.join(ROOT, "python", "tests", "with_pettingzoo.py")
    done, strict = run(python, script, cwd=work), run(python, script, "--all", cwd=work)
    number = len(re.findall(r"^(?:not )?ok ", done.stdout, re.M))
    lacks = len(re.findall(r"# SKIP \w+ is missing$", done.stdout, re.M))
    tap.check(done.returncode == 0 and number >= 15 and done.stdout.endswith(f"1..{number}\n"), "PettingZoo's own tests, where it is", done.stdout)
    tap.check((strict.returncode != 0) == (lacks > 0) and (f"{lacks} of {number} tests did not run" in strict.stdout or not lacks),
              f"what is missing for {lacks} of them is said, and make pettingzoo-test fails then", strict.stdout)
    for name, text in STAND_IN.items():
        os.makedirs(os.path.dirname(os.path.join(work, "stand-in", name)), exist_ok=True)
        with open(os.path.join(work, "stand-in", name), "w", encoding="utf-8") as file:
            file.write(text)
    done = run(python, script, cwd=work, env={**os.environ, "PYTHONPATH": os.path.join(work, "stand-in")})
    bad = re.findall(r"^not ok \d+ - (\S+) seed_test: (.*)$", done.stdout, re.M)
    tap.check(done.returncode == 1 and len(bad) == 6 and done.stdout.count("\nok ") + done.stdout.startswith("ok ") == number - 6,
              "they are called, and what they find is a failure", done.stdout)


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
            check_hints(python, work)
            check_examples(python, work)
            check_sdist(sdist, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    tap.end()


main()
