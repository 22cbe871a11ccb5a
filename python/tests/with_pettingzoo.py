#!/usr/bin/env python3
"""PettingZoo's own API tests on our environments, and what is ours when Gymnasium is installed.

Prints TAP; what needs PettingZoo or Gymnasium is skipped, and counted, where it is not installed. `make pettingzoo-test`
runs it with the Python that PETTINGZOO_PYTHON names, and fails where a test was skipped. The test run, in which neither
is installed, makes the same checks itself (test_envs.py)."""
import argparse
import contextlib
import io
import sys
import traceback

import azulejo

try:
    import pettingzoo
    from pettingzoo.test import api_test, seed_test
except ImportError:
    pettingzoo = None
try:
    import gymnasium
except ImportError:
    gymnasium = None

SETTINGS = [{}, {"rules": "grey", "players": 4}, {"rules": "crystal1", "players": 3}, {"rules": "crystal2"},
            {"rules": "duel"}, {"rules": "duel", "numbering": "steps"}, {"reward": "difference"}, {"illegal": "raise"}]


def api(settings):
    env = azulejo.aec_env(**settings)
    assert isinstance(env, pettingzoo.AECEnv), type(env).__mro__
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env, num_cycles=1000)
    env.close()


def seeds(settings):
    seed_test(lambda: azulejo.aec_env(**settings), num_cycles=200)


def gymnasium_types():
    envs = azulejo.vector_env(8, "duel", numbering="steps")
    assert isinstance(envs, gymnasium.vector.VectorEnv), type(envs).__mro__
    assert isinstance(envs.single_observation_space, gymnasium.spaces.Dict)
    seen, _ = envs.reset(seed=3)
    for _ in range(200):
        assert envs.observation_space.contains(seen)
        seen = envs.step(envs.batch.random_actions())[0]
    envs.close()


def tests():
    for settings in SETTINGS:
        name = " ".join(map(str, settings.values())) or "the base game"
        yield f"PettingZoo's api_test: {name}", "PettingZoo" if pettingzoo is None else "", lambda s=settings: api(s)
        yield f"PettingZoo's seed_test: {name}", "PettingZoo" if pettingzoo is None else "", lambda s=settings: seeds(s)
    yield "a vector environment is Gymnasium's", "Gymnasium" if gymnasium is None else "", gymnasium_types


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--all", action="store_true", help="a skipped test is a failure")
    args = parser.parse_args()
    failed = skipped = number = 0
    for name, lacks, function in tests():
        number += 1
        if lacks:
            skipped += 1
            print(f"ok {number} - {name} # SKIP {lacks} is missing")
            continue
        try:
            function()
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # whatever it is, the next test runs
            failed += 1
            print(f"not ok {number} - {name}\n# " + traceback.format_exc().rstrip().replace("\n", "\n# "), flush=True)
    print(f"1..{number}")
    if args.all and skipped:
        print(f"# {skipped} of {number} tests did not run: install pettingzoo and gymnasium", flush=True)
    sys.exit(failed > 0 or (args.all and skipped > 0))


main()
