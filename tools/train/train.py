#!/usr/bin/env python3
"""Trains a network (docs/networks.md) on what build/features made of games of self-play.

    train.py CONFIG OUT.azn DATA...
    train.py --check CONFIG OUT.azn

DATA are the names that were given to build/features. CONFIG holds every hyperparameter
(tools/train/classic.json). Writes the network, and beside it OUT.json with the losses of every
epoch and the calibration on held-out positions. --check only looks at CONFIG and OUT.azn.
"""
import json
import os
import sys

sys.dont_write_bytecode = True # no files beside these but those that are asked for

from checks import check_config, check_data, check_out, report_of # noqa: E402
from netfile import Wrong, reason # noqa: E402

USAGE = "usage: train.py CONFIG OUT.azn DATA... | train.py --check CONFIG OUT.azn"


def need_torch():
    try:
        import learn # pylint: disable=import-outside-toplevel
    except ImportError as error:
        sys.exit(f"train.py: training needs PyTorch and NumPy ({error}); install them, or choose another Python "
                 f"than {sys.executable}")
    return learn


def replace(files):
    """Writes files under other names first: what has the right name is whole."""
    made = {path: f"{path}.{os.getpid()}.new" for path in files}
    try:
        for path, content in files.items():
            with open(made[path], "wb") as file:
                file.write(content)
        for path in files:
            os.replace(made[path], path)
    except OSError as error:
        sys.exit(f"train.py: {error.filename or path}: cannot be written ({reason(error)})")
    finally:
        for path in made.values():
            if os.path.exists(path):
                os.remove(path)


def train(config, generation, out, shapes):
    learn = need_torch()
    network, report = learn.learn(config, generation, shapes)
    replace({out: network, report_of(out): json.dumps(report, indent=1, allow_nan=False).encode()})


def main(words):
    if words in (["--help"], ["-h"]):
        print(__doc__.strip())
        return
    only_check = words[:1] == ["--check"]
    words = words[only_check:]
    if (len(words) != 2 if only_check else len(words) < 3) or words[0].startswith("--"):
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    try:
        check_out(words[1], words[0])
        config, generation = check_config(words[0])
        if not only_check:
            train(config, generation, words[1], check_data(words[2:], config))
    except Wrong as wrong:
        print(f"train.py: {wrong}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
