"""Garbage for every public function: exceptions, never a crash. Seeds are fixed, so a run repeats exactly."""
import inspect
import random
import unittest

import numpy as np

import azulejo
from azulejo import Batch, Engine, Move, Record, Rng, State

ROUNDS = 4000
EXPECTED = (ValueError, TypeError, OverflowError, RuntimeError, AttributeError, KeyError, IndexError, StopIteration,
            OSError)
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
