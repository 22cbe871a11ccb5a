"""Garbage for every public function: exceptions, never a crash. Seeds are fixed, so a run repeats exactly."""
import gc
import inspect
import os
import pickle
import random
import signal
import threading
import time
import unittest
import warnings

import numpy as np

import azulejo
from azulejo import Batch, Engine, Move, Record, Rng, State

ROUNDS = 4000
EXPECTED = (ValueError, TypeError, OverflowError, RuntimeError, AttributeError, KeyError, IndexError, StopIteration,
            OSError, BufferError, MemoryError, ImportError)  # of PyTorch, where it is missing
TEXTS = ["", "\0", "classic", "duel", "3B2", "cBf", "S1/1@1", "2B3:KY", "azulejo", "{}", "[1]", '{"kind":"take"}', "é" * 600,
         "\ud800", "steps", "all", "1 2 3", "[Azulejo \"1\"]\n[Rules \"classic\"]\n"]
NUMBERS = [0, 1, -1, 2, 3, 4, 5, 255, 254, 256, 2**15, 2**31 - 1, 2**31, -2**31, 2**32, 2**63, 2**64 - 1, 2**64, 10**30,
           1.5, float("nan"), float("inf"), True, 1j]


class Material:
    """Things to call functions with: right ones, wrong ones, closed ones."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.states = [State(r) for r in azulejo.RULES]
        for rules in azulejo.RULES:
            played = [state for state, _ in azulejo.playout(State(rules), Rng(seed))]
            self.states += self.random.sample(played, 6) + [played[0].view(0), played[0].view(None)]
        self.moves = [m for s in self.states for m in s.moves()[:3]]
        self.closed = Engine("greedy", memory=4 << 20)
        self.closed.close()
        self.closed_record = Record()
        self.closed_record.close()

    def array(self):
        shape = self.random.choice([(), (0,), (1,), (3,), (4,), (2, 2), (4, 1)])
        dtype = self.random.choice(["i4", "i8", "u1", "u8", "f4", "f8", "?", "O", "U3", "c8", ">i4"])
        array = np.ones(shape, dtype) if dtype in ("O", "U3") else np.array(
            np.random.default_rng(self.random.randrange(99)).integers(0, 300, shape)).astype(dtype)
        if array.ndim and self.random.random() < 0.3:
            array = array[::-1]
        return array

    def one(self):
        pick = self.random.randrange(13)
        if pick < 3:
            return self.random.choice(NUMBERS)
        if pick < 5:
            return self.random.choice(TEXTS)
        if pick == 5:
            return self.random.choice(self.states)
        if pick == 6:
            return self.random.choice(self.moves)
        if pick == 7:
            return self.array()
        if pick == 8:
            text = self.random.choice([self.random.choice(self.states).text, self.random.choice(self.states).json])
            at = self.random.randrange(len(text))
            return text[:at] + self.random.choice(["", "9", "-", "{", "/", "BBBB"]) + text[at + self.random.randrange(3):]
        if pick == 9:
            data = bytearray(self.random.choice(self.states).to_bytes())
            data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
            return bytes(data[:self.random.choice([len(data), 7, 8, 100, len(data)])])
        return self.random.choice([None, [], {}, (), b"", b"x" * 300, object(), Rng(3), self.closed, self.closed_record,
                                   [1, 2, 3], [None] * 4, {"start": 3}, ("tile", 1, 1), ("starter", 0), lambda *a: 7,
                                   azulejo.Outcome("plate", 99, 1), State, print])

    def call(self, function):
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            parameters = []
        named, positional = {}, []
        for p in parameters:
            if p.kind is p.KEYWORD_ONLY or (p.default is not p.empty and self.random.random() < 0.5):
                if p.kind is not p.VAR_KEYWORD and self.random.random() < 0.4:
                    named[p.name] = self.one()
            elif p.kind is p.POSITIONAL_OR_KEYWORD and not named:
                positional.append(self.one())
            elif p.kind is p.POSITIONAL_OR_KEYWORD:
                named[p.name] = self.one()
        for limit, small in (("games", 3), ("num_envs", 3), ("threads", 2), ("memory", 4 << 20), ("jobs", 1),
                             ("max_iter", 5)):
            if limit in named and isinstance(named[limit], int) and named[limit] > small:
                named[limit] = small
        try:
            result = function(*positional, **named)
            if inspect.isgenerator(result):
                for _, _item in zip(range(5), result):
                    pass
            return result
        except EXPECTED:
            return None


# What runs for long or writes files is called with care in tests of its own.
SLOW = {"agent_iter", "save", "analyse", "choose"}


class Fuzz(unittest.TestCase):
    def setUp(self):
        """A comparison that NumPy only warns of is a mistake of ours."""
        quiet = warnings.catch_warnings()
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)
        warnings.simplefilter("ignore", UserWarning)  # an action that is not allowed loses with one
        warnings.simplefilter("error", FutureWarning)
        warnings.simplefilter("error", DeprecationWarning)

    def fuzz(self, make, seed, rounds=ROUNDS):
        material = Material(seed)
        thing, calls = make(material), 0
        for i in range(rounds):
            if i % 50 == 0:
                thing = make(material)
            names = [n for n in dir(thing) if not n.startswith("_") and n not in SLOW]
            try:
                member = getattr(thing, material.random.choice(names))
            except EXPECTED:
                continue
            if callable(member) and not inspect.isclass(member):
                material.call(member)
                calls += 1
        self.assertGreater(calls, rounds // 8)

    def test_states(self):
        self.fuzz(lambda m: m.random.choice(m.states), 1)

    def test_moves_and_generators(self):
        self.fuzz(lambda m: m.random.choice(m.moves), 2, 1000)
        self.fuzz(lambda m: Rng(m.random.randrange(9)), 3, 1000)

    def test_constructors_and_functions(self):
        material = Material(4)
        functions = [azulejo.State, azulejo.State.parse, azulejo.State.from_bytes, azulejo.State.start, azulejo.Move,
                     azulejo.Move.from_json, azulejo.Rng, azulejo.Record, azulejo.layout, azulejo.parse_records,
                     azulejo.read_records, azulejo.playout, azulejo.bots, azulejo.levels, azulejo.aec_env]
        for _ in range(ROUNDS):
            material.call(material.random.choice(functions))

    def test_batches_on_a_device(self):
        def batch(material):
            return azulejo.GpuBatch(3, material.random.choice(list(azulejo.RULES)), device=-1,
                                    observe=material.random.choice(["none", "mover", "all"]))

        def array(material):
            made = batch(material)
            return getattr(made, material.random.choice(["seat", "scores", "rewards", "masks", "actions", "states", "generators",
                                                         "steps"]))
        self.fuzz(batch, 21, 2000)
        self.fuzz(array, 22, 500)
        material = Material(23)
        for _ in range(1000):
            material.call(material.random.choice([azulejo.GpuBatch, azulejo.learn.tensor, azulejo.learn.network_playout,
                                                  azulejo.learn.legal_actions, array(material).__dlpack__]))

    def test_actions_on_a_device_are_garbage(self):
        """What stands in `actions` comes from elsewhere: a game refuses it and stays what it was."""
        numbers = np.random.default_rng(24)
        for rules, numbering in (("classic", "moves"), ("duel", "moves"), ("duel", "steps")):
            gpu = azulejo.GpuBatch(64, rules, device=-1, numbering=numbering, seed=1)
            actions = np.asarray(gpu.actions)
            for _ in range(50):
                gpu.random_actions()
                legal, wrong = actions.copy(), numbers.random(64) < 0.3
                actions[wrong] = numbers.integers(-2**31, 2**31, wrong.sum(), dtype=np.int32)
                before = [gpu.state(i) for i in range(64)]
                gpu.step()
                refused = gpu.refused.numpy() != 0
                self.assertFalse(refused[actions == legal].any())
                for i in np.flatnonzero(refused):
                    self.assertEqual(gpu.state(int(i)), before[i])

    def test_states_on_a_device_are_garbage(self):
        """What stands in `states`, `generators` and `steps` comes from elsewhere: an error, and no crash or endless loop, whose
        end the child would not live to see."""
        def play(rules, numbering, seed):
            numbers, refused = np.random.default_rng(seed), 0
            gpu = azulejo.GpuBatch(16, rules, device=-1, numbering=numbering, seed=seed, observe="all", last_observations=True)
            states, generators, steps = (np.asarray(a) for a in (gpu.states, gpu.generators, gpu.steps))
            for i in range(500):
                kept = states.copy()
                for game in np.flatnonzero(numbers.random(16) < 0.4):
                    if i % 5 == 0:
                        states[game] = numbers.integers(0, 256, states.shape[1])
                    else:
                        states[game, numbers.integers(states.shape[1])] = numbers.integers(256)
                    generators[game] = numbers.integers(0, 256, generators.shape[1]) * (i % 3 > 0)
                    steps[game] = numbers.integers(-2**31, 2**31)
                gpu.hash()
                for call in (gpu.random_step, gpu.step, gpu.determinise, lambda: gpu.playout(20), gpu.check):
                    try:
                        call()
                    except azulejo.AzulejoError:
                        refused += 1
                bad = gpu.refused.numpy() != 0
                states[bad], steps[bad] = kept[bad], 0
            return refused > 100 and gpu.refused.numpy().any()

        for number, (rules, numbering) in enumerate((("classic", "moves"), ("crystal1", "moves"), ("crystal2", "moves"),
                                                     ("grey", "moves"), ("duel", "moves"), ("duel", "steps"))):
            with self.subTest(rules=rules, numbering=numbering):
                self.in_a_child(lambda: play(rules, numbering, 30 + number))

    def test_records(self):
        def record(material):
            made = Record(material.random.choice(list(azulejo.RULES)))
            made.deal(Rng(1))
            if material.random.random() < 0.2:
                made.close()
            return made
        self.fuzz(record, 5, 2000)

    def test_batches(self):
        def batch(material):
            made = Batch(4, material.random.choice(list(azulejo.RULES)), observe="all", stay=material.random.random() < 0.5,
                         chance=material.random.random() < 0.5, threads=material.random.choice([1, 2]))
            if material.random.random() < 0.1:
                made.close()
            return made
        self.fuzz(batch, 6)
        material = Material(7)
        for _ in range(300):
            material.call(lambda rules="duel", players=2, seed=1, starter=None, tablets=0, starts=None, numbering="moves",
                          observe="mover", reward="win", chance=False, stay=False: Batch(
                              4, rules, players, seed=seed, starter=starter, tablets=tablets, starts=starts,
                              numbering=numbering, observe=observe, reward=reward, chance=chance, stay=stay))

    def test_batches_with_random_actions(self):
        generator = np.random.default_rng(8)
        for rules in ("classic", "crystal1", "duel"):
            for numbering in ("moves", "steps"):
                with Batch(64, rules, numbering=numbering, observe="all", chance=True) as batch:
                    for _ in range(150):
                        actions = batch.random_actions().copy()
                        wrong = generator.random(64) < 0.2
                        actions[wrong] = generator.integers(-2**31, 2**31 - 1, wrong.sum())
                        near = generator.random(64) < 0.1
                        actions[near] = generator.integers(-2, batch.actions + 2, near.sum())
                        batch.step(actions)
                    for i in range(64):
                        self.assertEqual(State.from_bytes(batch.state(i).to_bytes()), batch.state(i))

    def in_a_child(self, function):
        """Calls a function after a fork; it must end soon, with True."""
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            os._exit(0 if function() else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_forks(self):
        """A child has no threads but the one that forked; games and bots go on as in its parent."""
        batch, engine, gpu = Batch(64, threads=3, seed=1), Engine("strong", memory=4 << 20), azulejo.GpuBatch(8, device=-1)
        batch.step(batch.random_actions())
        other, state = pickle.loads(pickle.dumps(batch)), State.start(seed=1)
        other.step(other.random_actions())
        expected = [other.state(i) for i in range(64)]
        self.in_a_child(lambda: batch.step(batch.random_actions()) == 0 and [batch.state(i) for i in range(64)] == expected
                        and batch.close() is None)
        self.in_a_child(lambda: engine.analyse(state, nodes=500).move in state.moves())
        self.in_a_child(lambda: gpu.random_step() is None)
        batch.step(batch.random_actions())
        self.assertEqual([batch.state(i) for i in range(64)], expected)

    def test_ctrl_c_ends_a_search(self):
        engine, state = Engine("strong", memory=4 << 20), State.start(seed=1)

        def interrupted(limit, after):
            thread = threading.Thread(target=lambda: time.sleep(after) or os.kill(os.getpid(), signal.SIGINT))
            thread.start()
            try:
                engine.analyse(state, **limit)
            except KeyboardInterrupt:
                thread.join()
                return engine.choose(state, nodes=100) in state.moves()  # the engine is as before
            return False

        def work():
            signal.signal(signal.SIGINT, signal.default_int_handler)
            return all(interrupted(limit, after) for after in (0.01, 0.05, 0.2)
                       for limit in ({"time_ms": 600000}, {"nodes": 2**50}, {"depth": 9000}))
        self.in_a_child(work)

    def test_arrays_outlive_and_keep_their_size(self):
        kept = []
        for _ in range(30):
            batch = Batch(32, "duel", observe="all", last_observations=True)
            batch.step(batch.random_actions())
            kept.append((batch.observations, batch.masks, batch.observations.copy(), batch.masks.copy()))
            for array in (batch.masks, batch.masks.base, batch.seat.base, batch.random_actions()):
                with self.assertRaises(ValueError):
                    array.resize((1,) * array.ndim, refcheck=False)
            with self.assertRaises(AttributeError):
                batch.games = 2**20  # state(2**20 - 1) would read what is not ours
            batch.__init__(2)
            del batch
        gc.collect()
        for observations, masks, were, masks_were in kept:
            self.assertTrue((observations == were).all() and (masks == masks_were).all())

    def test_damaged_copies(self):
        """A pickle whose states are impossible is refused; another batch goes on."""
        numbers, refused = random.Random(15), 0
        for rules, numbering in (("classic", "moves"), ("duel", "steps")):
            data = pickle.dumps(Batch(4, rules, numbering=numbering))
            for _ in range(200):
                damaged = bytearray(data)
                for _ in range(3):
                    damaged[numbers.randrange(len(damaged))] = numbers.randrange(256)
                try:
                    copied = pickle.loads(bytes(damaged))
                    if isinstance(copied, Batch):
                        for _ in range(5):
                            copied.step(copied.random_actions())
                except Exception:  # of pickle itself there may be any
                    refused += 1
        self.assertGreater(refused, 100)

    def test_environments(self):
        def aec(material):
            env = azulejo.aec_env(material.random.choice(list(azulejo.RULES)))
            if material.random.random() < 0.9:
                env.reset(seed=1)
            return env

        def vector(material):
            env = azulejo.vector_env(4)
            env.reset(seed=1)
            return env
        self.fuzz(aec, 9, 1500)
        self.fuzz(vector, 10, 1000)

    def test_engines(self):
        material = Material(11)
        engine = Engine("greedy", memory=4 << 20)
        for _ in range(1500):
            material.call(material.random.choice([engine.analyse, engine.choose, engine.reseed, engine.clear, engine.stop]))
            material.call(lambda bot="uct", seed=1, lines=1, network=None: Engine(bot, seed, lines, 4 << 20, network))
        for _ in range(200):
            material.call(lambda players=("greedy", "random"), rules="classic", seed=1, nodes=1, start=None:
                          azulejo.play_game(players, rules, seed, nodes, None, start))
            material.call(lambda first="greedy", second="random", games=1, rules="classic", players=2, seed=0, jobs=1:
                          azulejo.match(first, second, min(games, 2), rules, players, seed, 1, None, jobs))

    def test_states_of_random_bytes(self):
        random_bytes = random.Random(12)
        for size in (0, 7, 8, 255, 256, 257, 407, 408, 409, 1000):
            for _ in range(50):
                with self.assertRaises(ValueError):
                    State.from_bytes(random_bytes.randbytes(size))
        found = 0
        state = State.start("duel", seed=3)
        for _ in range(3000):
            data = bytearray(state.to_bytes())
            data[random_bytes.randrange(len(data))] = random_bytes.randrange(256)
            try:
                changed = State.from_bytes(data)
            except ValueError:
                continue
            found += 1
            for move in changed.moves()[:3]:
                if changed.viewer is None:
                    changed.play(move)
            changed.text, changed.json, changed.mask()
        self.assertGreater(found, 10)

    def test_moves_of_any_number(self):
        numbers = random.Random(13)
        state = {rules: State.start(rules, seed=1) for rules in azulejo.RULES}
        for _ in range(20000):
            move = Move._of(numbers.getrandbits(32))
            str(move), move.words, move.json, repr(move)
            for position in state.values():
                if not position.legal(move):
                    with self.assertRaises(azulejo.IllegalMove):
                        position.action(move)


if __name__ == "__main__":
    unittest.main()
