#!/usr/bin/env python3
"""The trainer of networks: what it refuses, and how it says so. `train.py --torch` needs PyTorch, which the test run
does not: the trainer learns and writes whole files, which the program reads (`make train-test`)."""
import contextlib
import importlib
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import check as verdict, end  # noqa: E402

TOOLS = ROOT / "tools/train"
AZULEJO = Path(os.environ.get("AZULEJO", ROOT / "build/azulejo"))
sys.path.insert(0, str(TOOLS))
import netfile # noqa: E402

GOOD = {"rules": "classic", "seed": 1, "epochs": 2, "batch": 8, "rate": 0.002, "weight_decay": 0.1, "search_share": 0.7,
        "points_weight": 0.5, "held_out": 0.1}
FEATURES = 491 # of the base game


# ---- Things to train with -----------------------------------------------------------------------

def config_file(folder, name="config.json", without=(), **changes):
    path = folder / name
    path.write_text(json.dumps({k: v for k, v in {**GOOD, **changes}.items() if k not in without}))
    return path


def make_data(folder, name, count=40, seats=2, features=FEATURES, rules="classic"):
    """Positions as features would write them: the first seat wins when it shows feature 0."""
    x, y = bytearray(count * seats * features), b""
    for i in range(count):
        x[i * seats * features + i % 2] = 1
        y += struct.pack("<3f", i % 5, 0.5, 0.5)
        for seat in range(seats):
            won = float((seat == 0) == (i % 2 == 0)) / (1 if seats == 2 or seat == 0 else seats - 1)
            y += struct.pack("<5f", 10, 40, won, 0.1 + 0.8 * won, 42)
    (folder / f"{name}.x").write_bytes(x)
    (folder / f"{name}.y").write_bytes(y)
    (folder / f"{name}.same").write_bytes(struct.pack(f"<{features}H", *range(features)))
    (folder / f"{name}.txt").write_text(f"{count} {seats} {features} {rules}\n")
    return folder / name


def make_net(path, rules="classic", features=FEATURES, generation=3, seats=2):
    path.write_bytes(netfile.pack(rules, seats, features, generation, bytes(netfile.weights_size(features))))
    return path


def older_net(path):
    """The same file of version 1: the checksum is that of the weights alone."""
    raw = bytearray(path.read_bytes())
    raw[8:10] = struct.pack("<H", 1)
    raw[netfile.SUM_AT] = struct.pack("<Q", netfile.checksum(raw[netfile.HEADER:]))
    path.write_bytes(raw)
    return path


# ---- Without PyTorch ----------------------------------------------------------------------------

class Run:
    """A program's status and what it said."""
    environment = {**os.environ, "BUILD": "no-build", "PYTHON": sys.executable}

    def __init__(self, folder, *command):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                              cwd=folder, env=Run.environment, stdin=subprocess.DEVNULL)
        self.status, self.said, self.out = done.returncode, done.stderr, done.stdout

    def is_told(self, *words, status=2):
        """One line that holds these words."""
        return (self.status == status and self.said.count("\n") == 1 and "Traceback" not in self.said
                and all(word in self.said for word in words))

    def __str__(self):
        return f"status {self.status}: {self.said}{self.out}"


class Call(Run):
    """The same of one of our programs in this process, which is quicker."""

    def __init__(self, folder, program, *words): # pylint: disable=super-init-not-called
        said, out = io.StringIO(), io.StringIO()
        os.chdir(folder)
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(out):
            try:
                self.status = importlib.import_module(program).main([str(word) for word in words]) or 0
            except SystemExit as end:
                self.status = end.code if isinstance(end.code, int) else 1
                if isinstance(end.code, str):
                    print(end.code, file=sys.stderr)
            except Exception: # pylint: disable=broad-except
                self.status = 1
                traceback.print_exc()
        self.said, self.out = said.getvalue(), out.getvalue()


def train(folder, *words):
    return Call(folder, "train", *words)


def refused(folder, what, words, *arguments):
    run = train(folder, *arguments)
    verdict(run.is_told("train.py: ", *words), f"refused: {what}", str(run))


def arguments(folder):
    good = config_file(folder)
    for words in ([], [good], [good, "a.azn"], ["--check"], ["--check", good], ["--check", good, "a.azn", "more"],
                  ["--other", good, "a.azn"]):
        run = Run(folder, sys.executable, TOOLS / "train.py", *words)
        verdict(run.is_told("usage: train.py CONFIG OUT.azn DATA..."), f"usage: {len(words)} words", str(run))
    verdict(train(folder, "--help").status == 0, "--help")
    run = train(folder, "--check", good, "a.azn")
    verdict((run.status, run.said, run.out) == (0, "", ""), "a good configuration passes, silently", str(run))
    verdict(not list(folder.glob("a.*")), "... and nothing is written")


def outputs(folder):
    good = config_file(folder, "mine.json")
    before = good.read_bytes()
    (folder / "folder.azn").mkdir()
    (folder / "other.json").mkdir()
    for out, words in (("mine", [".azn"]), ("mine.json", [".azn"]), ("mine.azn", ["mine.json", "configuration"]),
                       ("./mine.azn", ["configuration"]), ("none/mine.azn", ["no folder none"]),
                       ("folder.azn", ["is a folder"]), ("other.azn", ["other.json", "is a folder"])):
        refused(folder, f"OUT {out}", words, "--check", good, out)
    (folder / "link.json").symlink_to(good)
    refused(folder, "a report that is a link to the configuration", ["configuration"], "--check", good, "link.azn")
    refused(folder, "OUT, before the data", ["configuration"], good, "mine.azn", "no-data")
    if os.geteuid() != 0:
        (folder / "closed").mkdir(mode=0o500)
        refused(folder, "a folder that is closed", ["nothing can be written"], "--check", good, "closed/a.azn")
    verdict(good.read_bytes() == before, "the configuration is as it was")


WRONG = {
    "rules": ["Classic", 0, None, ["classic"]],
    "seed": [-1, 1.5, "1", True, 2**64, None],
    "epochs": [0, -1, 2.0, "8", True, 10**30],
    "batch": [0, 0.5, False, [8]],
    "rate": [0, -0.1, "0.1", True, 10**400, None],
    "weight_decay": [-0.1, "0", False],
    "search_share": [-0.1, 1.1, "1", True],
    "points_weight": [-1, "1", True],
    "held_out": [0, 1, -0.5, 1.5, "0.1", True],
    "generation": [-1, 2**32, 1.5, "1", True, None],
    "slope": ["1", -1, True, [1, 1], [1, 1, 1, 1, "1"], [1] * 6, None],
    "slopes": [1, [], ["1"], [True], [-1]],
    "start_from": [1, "", None, "none.azn", "config.json", "bad\x00name", True],
    "mixed": [1, "true", True], # true: not with the base game
}
RIGHT = {"seed": [0], "epochs": [1], "batch": [1], "rate": [1, 1e-9], "weight_decay": [0, 1], "search_share": [0, 1],
         "points_weight": [0], "held_out": [0.001, 0.999], "generation": [0, 2**32 - 1], "slope": [1, 0.8, [1] * 5],
         "slopes": [[0.8, 1]], "mixed": [False], "rules": netfile.RULES}


def values(folder):
    """In this process: there are many."""
    import checks # pylint: disable=import-outside-toplevel
    os.chdir(folder)

    def told(**changes):
        path = str(config_file(folder, **changes))
        try:
            checks.check_config(path)
        except netfile.Wrong as wrong:
            return str(wrong)
        return None

    for key, bad in WRONG.items():
        found = [value for value in bad if not (told(**{key: value}) or "").startswith(f'{folder}/config.json: "{key}"')]
        verdict(not found, f"wrong values of {key} are refused by name", str(found))
    for key, good in RIGHT.items():
        found = [told(**{key: value}) for value in good if told(**{key: value})]
        verdict(not found, f"right values of {key} pass", str(found))
    for key in GOOD:
        verdict(f'"{key}" is missing' in (told(without=[key]) or ""), f"{key} must be there")
    verdict(told(rules="grey", mixed=True) is None, "mixed walls with chosen columns")


def configurations(folder):
    path = folder / "config.json"
    for what, text in (("no JSON", "{"), ("nothing", ""), ("a list", "[1]"), ("a number", "7"), ("bytes", b"\xff\xfe{"),
                       ("a key twice", '{"seed": 1, "seed": 2}'), ("deep brackets", "[" * 100000)):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        refused(folder, what, ["config.json: "], "--check", path, "a.azn")
    for number in ("NaN", "Infinity", "1e999"):
        path.write_text(json.dumps({**GOOD, "rate": 12345}).replace("12345", number))
        refused(folder, f"a rate of {number}", ["config.json: ", '"rate"', "above 0"], "--check", path, "a.azn")
    refused(folder, "an unknown key", ["config.json: ", '"epoch" is unknown', "known are"], "--check",
            config_file(folder, epoch=3), "a.azn")
    refused(folder, "a configuration that is not there", ["none.json: cannot be read"], "--check", "none.json", "a.azn")
    refused(folder, "a configuration that is a folder", ["cannot be read"], "--check", folder, "a.azn")
    for ours in sorted(TOOLS.glob("*.json")):
        run = train(ROOT, "--check", ours, folder / "a.azn")
        verdict(run.status == 0, f"{ours.name} passes", str(run))
        held = json.loads(ours.read_text())
        verdict("generation" not in held and ("slopes" in held) == (ours.name == "columns.json"),
                f"{ours.name} serves for any generation and for one name of data")


def data(folder):
    good = config_file(folder)
    make_data(folder, "good")

    def wrong(what, *words, name="bad", config=good, more=(), **shape):
        make_data(folder, name, **shape)
        refused(folder, what, words, config, "a.azn", name, *more)

    refused(folder, "no data there", ["none.txt", "cannot be read"], good, "a.azn", "none")
    for end in ("x", "y", "same", "txt"):
        make_data(folder, "bad")
        (folder / f"bad.{end}").unlink()
        refused(folder, f"no .{end}", [f"bad.{end}", "cannot be read"], good, "a.azn", "bad")
    for end, more in (("x", b"\0"), ("y", b"\0\0\0\0"), ("same", b"\0\0")):
        make_data(folder, "bad")
        with open(folder / f"bad.{end}", "ab") as file:
            file.write(more)
        refused(folder, f".{end} of another length", [f"bad.{end}: has "], good, "a.azn", "bad")
    for text in ("", "40 2 491", "40 2 491 classic 1", "-40 2 491 classic", "x 2 491 classic", "40 1 491 classic",
                 "40 2 0 classic", "40 2 491 chess"):
        make_data(folder, "bad")
        (folder / "bad.txt").write_text(text)
        refused(folder, f'.txt "{text}"', ["bad.txt: "], good, "a.azn", "bad")
    wrong("other rules", "positions of grey", "is for classic", rules="grey")
    wrong("other seats among the names", "good: 2 seats", seats=3, more=["good"])
    wrong("other features among the names", "good: 2 seats and 491 features", features=300, more=["good"])
    wrong("one position", "too few", count=1)
    wrong("no position", "too few", count=0)
    wrong("a mix that is not asked for", "positions of crystal1", '"mixed": true', rules="crystal1",
          config=config_file(folder, "grey.json", rules="grey"))
    mixed = config_file(folder, "mixed.json", rules="grey", mixed=True)
    refused(folder, "a mix with the base game", ["positions of classic"], mixed, "a.azn", "good")
    refused(folder, "slopes for other data", ['"slopes" has 2 numbers for 1 names'],
            config_file(folder, "slopes.json", slopes=[1, 1]), "a.azn", "good")
    for rules in ("grey", "crystal1", "crystal2"):
        make_data(folder, rules, rules=rules)
    for what, words in (("good data", [good, "a.azn", "good"]),
                        ("a mix that is asked for", [mixed, "a.azn", "grey", "crystal1", "crystal2"])):
        run = train(folder, *words)
        verdict(run.is_told("needs PyTorch", status=1), f"{what} gets as far as PyTorch", str(run))
    verdict(not list(folder.glob("a.*")), "nothing was written")


def networks(folder):
    start = make_net(folder / "start.azn")
    config, whole = config_file(folder, start_from="start.azn"), start.read_bytes()

    def found(what, raw, *words):
        start.write_bytes(raw)
        refused(folder, what, ["config.json: ", '"start_from"', *words], "--check", config, "a.azn")

    def changed(at, value):
        return whole[:at] + bytes([value]) + whole[at + 1:]

    found("an empty network", b"", "is no network")
    found("another magic", changed(0, 0), "is no network")
    found("a network of version 3", changed(8, 3), "another version")
    found("a network of other layers", changed(14, 63), "another version")
    found("a network that is cut", whole[:-1], "length")
    found("a network that is too long", whole + b"\0", "length")
    found("a damaged weight", changed(1000, 1), "damaged")
    found("a damaged header", changed(24, 9), "damaged")
    found("a damaged end of the header", changed(63, 9), "damaged")
    make_net(start, rules="duel", features=918)
    refused(folder, "a network of Duel for the base game", ["a network of duel"], "--check", config, "a.azn")
    make_net(start, features=500)
    make_data(folder, "good")
    refused(folder, "a network of more features", ["knows more features"], config, "a.azn", "good")
    make_net(start, generation=2**32 - 1)
    refused(folder, "no number is left", ['"generation" is 4294967296'], "--check", config, "a.azn")
    generations(folder, start)


def generations(folder, start):
    from checks import check_config # pylint: disable=import-outside-toplevel
    for what, number, changes in (("without a network: 1", 1, {}), ("as it is told", 7, {"generation": 7}),
                                  ("one more than before", 4, {"start_from": str(start)}),
                                  ("told, with one before", 9, {"start_from": str(start), "generation": 9})):
        make_net(start)
        verdict(check_config(config_file(folder, **changes))[1] == number, f"generation {what}")
    older_net(start)
    verdict(check_config(config_file(folder, start_from=str(start)))[1] == 4, "a network of version 1 is read")
    start.write_bytes(start.read_bytes()[:-1] + b"\1")
    refused(folder, "a damaged network of version 1", ["damaged"], "--check",
            config_file(folder, start_from=str(start)), "a.azn")
    for path in sorted((ROOT / "nets").glob("*.azn")):
        verdict(netfile.File(path).rules == path.name.split("-")[0], f"nets/{path.name} is whole")


def script(folder):
    """generation.sh, up to the games."""
    def told(what, *arguments, words):
        run = Run(folder, TOOLS / "generation.sh", *arguments)
        verdict(run.is_told(*words), f"generation.sh: {what}", str(run))

    usage = ["usage: generation.sh RULES SECONDS NODES SEED DATA OUT.azn"]
    told("no arguments", words=usage)
    told("five arguments", "classic", 1, 20, 1, "data", words=usage)
    told("unknown rules", "chess", 1, 20, 1, "data", "a.azn", words=["tools/train/chess.json"])
    told("Duel for three", "duel", 1, 20, 1, "data", "a.azn", 3, words=["tools/train/duel-3.json"])
    told("OUT without .azn", "classic", 1, 20, 1, "data", "a", words=[".azn"])
    told("OUT in no folder", "classic", 1, 20, 1, "data", "none/a.azn", words=["no folder"])
    told("no programs", "classic", 1, 20, 1, "data", "a.azn", words=["no no-build/azulejo"])
    verdict(not (folder / "data").exists(), "generation.sh: no game was played")


STAND_IN = """#!/usr/bin/env bash
if [ "$1" = selfplay ]; then
  while [ "$1" != --out ]; do shift; done
  for i in {100..249}; do printf '%s ' "$i" > "$2/classic-2-1-00$i.azp"; done
else
  [ -z "$BREAK" ] || [[ $1 != *x007 ]] || exit 1
  n=0
  while read -r name; do read -r word < "$name"; echo -n "$word " >> "$1.x"; n=$((n + 1)); done
  cp "$1.x" "$1.y"
  echo -n same > "$1.same"
  echo "$n 2 491 classic" > "$1.txt"
fi
"""


def parts(folder):
    """generation.sh with programs that stand in for the real ones, on 120 cores: nothing is lost."""
    programs, home = folder / "the programs", folder / "a tree"
    shutil.copytree(TOOLS, home / "tools/train")
    (home / "tools/train/train.py").write_text(
        "import sys; from pathlib import Path\n"
        "if sys.argv[1] != '--check': Path(sys.argv[2]).write_text('\\n'.join(sys.argv[3:]))\n")
    programs.mkdir()
    for name in ("azulejo", "features"):
        (programs / name).write_text(STAND_IN)
        (programs / name).chmod(0o755)
    (folder / "empty").mkdir()
    for name in ("torch", "numpy"):
        (folder / f"empty/{name}.py").write_text("")
    Run.environment.update(BUILD=str(programs), PYTHONPATH=str(folder / "empty"), OMP_NUM_THREADS="120") # for nproc
    store = folder / "some data"
    store.mkdir()
    for name in ("part.99", "part.999", "x99.x", "x999.txt", "x999.x"):
        (store / name).write_text("old")
    run = Run(folder, home / "tools/train/generation.sh", "classic", 1, 20, 1, "some data", "a b.azn")
    verdict(run.status == 0, "generation.sh: runs with spaces in its names, on 120 cores", str(run))
    text = "".join(f"{i} " for i in range(100, 250))
    verdict(all((store / f"classic-2.{end}").read_text() == text for end in ("x", "y")) if run.status == 0 else False,
            "generation.sh: every shard once, in order")
    verdict(run.status == 0 and (store / "classic-2.txt").read_text() == "150 2 491 classic\n"
            and (store / "classic-2.same").read_text() == "same", "generation.sh: counts are added up")
    verdict(run.status == 0 and (folder / "a b.azn").read_text() == str(store / "classic-2"),
            "generation.sh: trains with one name of data")
    verdict(not list(store.glob("part.*")) + list(store.glob("x[0-9]*")), "generation.sh: no parts are left")
    Run.environment["BREAK"] = "1"
    run = Run(folder, home / "tools/train/generation.sh", "classic", 1, 20, 1, "some data", "other.azn")
    verdict(run.is_told("features could not be made") and not (folder / "other.azn").exists(),
            "generation.sh: fails with the first of its processes that fails", str(run))


def plots(folder):
    def plot(*words):
        return Call(folder, "plot", *words)

    verdict(plot().is_told("usage: plot.py REPORT.json OUT.svg"), "plot.py: usage")
    report = json.loads((ROOT / "lab/training/classic-2-generation-4.json").read_text())
    path = folder / "report.json"
    for what, text in (("nothing", ""), ("a configuration", json.dumps(GOOD)), ("a list", "[]"),
                       ("an empty log", json.dumps({**report, "log": []})),
                       ("a log of numbers", json.dumps({**report, "log": [1]})),
                       ("a log that is a number", json.dumps({**report, "log": 1})),
                       ("a calibration of numbers", json.dumps({**report, "calibration": [1]})),
                       ("no number anywhere", json.dumps({**report, "log": [{"epoch": 1, "win": float("nan")}]}))):
        path.write_text(text)
        verdict(plot(path, "a.svg").is_told("report.json: is no report", status=1), f"plot.py: {what}", str(plot(path, "a.svg")))
    verdict(plot("none.json", "a.svg").is_told("cannot be read", status=1), "plot.py: no report there")
    report["log"][1]["win"] = float("nan")
    report["log"][2]["held_out"] = float("inf")
    report["calibration"][3] = [5, float("nan"), 0.5]
    path.write_text(json.dumps(report))
    verdict(plot(path, path).is_told("is the report itself", status=1), "plot.py: does not overwrite its report")
    run = plot(path, "a.svg")
    drawn = (folder / "a.svg").read_text() if run.status == 0 else "nan"
    verdict("nan" not in drawn and "inf" not in drawn.replace("infl", "") and drawn.count("<polyline") == 5,
            "plot.py: leaves out what is no number", str(run))


# ---- With PyTorch -------------------------------------------------------------------------------

def learning(folder):
    make_data(folder, "good", 200)
    config = config_file(folder, epochs=6, rate=0.02)
    run = train(folder, config, "a.azn", "good")
    verdict(run.status == 0, "learns", str(run))
    if run.status:
        return
    report, made = json.loads((folder / "a.json").read_text()), netfile.File(folder / "a.azn")
    verdict(report["as_written"] < 0.35 and len(report["log"]) == 6, "... what the data show", str(run))
    verdict((made.rules, made.seats, made.features, made.generation) == ("classic", 2, FEATURES, 1),
            "... and writes what it is")
    verdict(sorted(p.name for p in folder.glob("a.*")) == ["a.azn", "a.json"], "... and nothing else")
    if AZULEJO.exists():
        run = Run(folder, AZULEJO, "engine", "--net", folder / "a.azn")
        verdict(run.status == 0, "the program reads it", str(run))
    config = config_file(folder, start_from=str(folder / "a.azn"), rate=1e-9, epochs=1, weight_decay=0)
    run = train(folder, config, "b.azn", "good")
    verdict(run.status == 0 and netfile.File(folder / "b.azn").generation == 2
            and abs(json.loads((folder / "b.json").read_text())["as_written"] - report["as_written"]) < 0.01,
            "begins where another network ended", str(run))


def trouble(folder):
    make_data(folder, "good", 100)
    import learn # pylint: disable=import-outside-toplevel
    right, learn.losses = learn.losses, lambda *a: tuple(x * float("nan") for x in right(*a))
    run = train(folder, config_file(folder), "c.azn", "good")
    learn.losses = right
    verdict(run.status == 1 and "no number any more" in run.said and not list(folder.glob("c.*")),
            "a loss that is no number: stops, writes nothing", str(run))
    run = train(folder, config_file(folder, epochs=1, batch=9), "d.azn", "good")
    verdict(run.status == 0, "ten steps", str(run))
    raw = bytearray((folder / "good.y").read_bytes())
    raw[0:4] = struct.pack("<f", 5)
    (folder / "good.y").write_bytes(raw)
    run = train(folder, config_file(folder), "e.azn", "good")
    verdict(run.status == 2 and "good.y" in run.said, "a bucket that is none", str(run))


def limits(folder):
    import learn # pylint: disable=import-outside-toplevel
    import torch # pylint: disable=import-outside-toplevel
    net = learn.Net(FEATURES)
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.fill_(1e9 if i % 2 else -1e9)
    net.limit()
    raw = learn.weights_of(net)
    (folder / "f.azn").write_bytes(netfile.pack("classic", 2, FEATURES, 1, raw))
    other = learn.Net(FEATURES)
    other.load(str(folder / "f.azn"))
    verdict(all(torch.allclose(a, b, atol=0.01) for a, b in zip(net.parameters(), other.parameters())),
            "no weight and no bias leaves what the file can hold")
    verdict(float(net.head_bias.abs().max()) <= 8192 and float(net.out_bias.abs().max()) <= 8192
            and float(net.bias.abs().max()) <= 127, "... nor what the program reads")
    known = make_net(folder / "g.azn", features=400)
    other.load(str(known))
    verdict(not other.hidden.any(), "a network of fewer features is taken over")


def main():
    if sys.argv[1:] == ["--torch"]:
        import torch # pylint: disable=import-outside-toplevel
        torch.set_num_threads(1)
        tests = (learning, trouble, limits)
    else:
        sys.modules["torch"] = None # cannot be imported: what is checked must be checked before
        tests = (arguments, outputs, configurations, values, data, networks, script, plots, parts)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for test in tests:
            (folder / test.__name__).mkdir()
            test(folder / test.__name__)
        os.chdir(ROOT)


main()
end()
