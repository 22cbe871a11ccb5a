"""Batches: equal to single games, to themselves with threads, and what a caller can do wrong."""
import threading
import unittest

import numpy as np

import azulejo
from azulejo import Batch, Rng, State

GAMES = 16


def run(batch, steps, seen=None):
    """Random actions; what all arrays held at the end."""
    for _ in range(steps):
        assert batch.step(batch.random_actions()) == 0
        if seen is not None:
            seen.append([a.copy() for a in (batch.seat, batch.done, batch.scores, batch.rewards, batch.masks,
                                            batch.observations)])
    return [batch.state(i) for i in range(batch.games)]


class Batches(unittest.TestCase):
    def test_equal_to_single_games(self):
        for rules, players in (("classic", 2), ("crystal2", 4), ("duel", 2)):
            with self.subTest(rules=rules), Batch(GAMES, rules, players, seed=9, observe="all",
                                                  last_observations=True) as batch:
                rngs = [Rng(9, i) for i in range(GAMES)]
                states = [State(rules, players).deal(rng) for rng in rngs]
                for _ in range(150):
                    actions = batch.random_actions().copy()
                    batch.step(actions)
                    for i in range(GAMES):
                        after = states[i].play(states[i].move_of_action(int(actions[i]))).deal(rngs[i])
                        self.assertEqual(bool(batch.done[i]), after.over)
                        self.assertEqual(tuple(batch.scores[i]), after.scores)
                        if after.over:
                            share = 1 / len(after.winners)
                            wins = [share if s in after.winners else 0 for s in range(players)]
                            expected = [(w * players - 1) / (players - 1) for w in wins]
                            np.testing.assert_allclose(batch.rewards[i], expected, atol=1e-6)
                            for seat in range(players):
                                np.testing.assert_array_equal(batch.last_observations[i, seat], after.observe(seat))
                            after = State(rules, players).deal(rngs[i])
                        else:
                            self.assertFalse(batch.rewards[i].any())
                        states[i] = after
                        self.assertEqual(batch.seat[i], after.seat)
                    np.testing.assert_array_equal(batch.action_masks(), [s.mask() for s in states])
                    np.testing.assert_array_equal(
                        batch.observations, [[s.observe(seat) for seat in range(players)] for s in states])
                self.assertEqual([batch.state(i) for i in range(GAMES)], states)

    def test_threads_change_nothing(self):
        for numbering in ("moves", "steps"):
            one, three = [], []
            with Batch(GAMES + 1, "duel", numbering=numbering, seed=4) as a, \
                    Batch(GAMES + 1, "duel", numbering=numbering, seed=4, threads=3) as b:
                self.assertEqual(run(a, 100, one), run(b, 100, three))
            for x, y in zip(one, three):
                for left, right in zip(x, y):
                    np.testing.assert_array_equal(left, right)

    def test_the_arrays_are_the_buffers(self):
        with Batch(4, seed=1) as batch:
            arrays = [batch.seat, batch.done, batch.scores, batch.rewards, batch.masks, batch.observations]
            addresses = [a.__array_interface__["data"][0] for a in arrays]
            before = batch.observations.copy()
            batch.step(batch.random_actions())
            self.assertEqual([a.__array_interface__["data"][0] for a in arrays], addresses)
            self.assertFalse(np.array_equal(batch.observations, before))
            for array in arrays:
                with self.assertRaises(ValueError):
                    array[...] = 0
        kept = arrays[-1]
        del batch, arrays
        self.assertEqual(kept.shape, (4, 237))  # the memory lives as long as the array
        self.assertGreater(int(kept.sum()), 0)

    def test_start_positions(self):
        starts = [State.start("classic", 2, seed=1), State.start("duel", seed=2), State.start("grey", 4, seed=3)]
        with Batch(3, starts=starts, observe="all") as batch:
            self.assertEqual((batch.players, batch.actions, batch.observations.shape), (4, 13720, (3, 4, 369)))
            self.assertEqual([batch.state(i) for i in range(3)], starts)
            run(batch, 60)

    def test_explicit_chance_and_staying(self):
        with Batch(2, chance=True, stay=True) as batch:
            self.assertEqual(list(batch.seat), [255, 255])
            self.assertEqual(batch.action_masks()[0].sum(), 2)
            for _ in range(3000):
                batch.step(batch.random_actions())
            self.assertTrue(all(batch.state(i).over for i in range(2)))
            self.assertFalse(batch.masks.any())
            self.assertEqual(batch.refusal(0), "GAME_OVER")
            batch.reset_game(0, seed=3)
            self.assertEqual((batch.state(0).phase, batch.state(1).over), ("deal", True))

    def test_refused_actions(self):
        with Batch(3, seed=1) as batch:
            states = [batch.state(i) for i in range(3)]
            legal = int(np.flatnonzero(batch.action_masks()[1])[0])
            self.assertEqual(batch.step([-5, legal, 10**6]), 2)
            self.assertEqual([batch.state(i) == states[i] for i in range(3)], [True, False, True])
            self.assertIsNotNone(batch.refusal(0))
            self.assertIsNone(batch.refusal(1))

    def test_set_and_reset(self):
        with Batch(2, seed=1) as batch:
            first = [batch.state(i) for i in range(2)]
            run(batch, 20)
            batch.reset(1)
            self.assertEqual([batch.state(i) for i in range(2)], first)
            position = State.start(seed=99)
            batch.set(1, position)
            self.assertEqual(batch.state(1), position)
            with self.assertRaises(azulejo.AzulejoError):
                batch.set(1, State.start("duel"))
            with self.assertRaises(azulejo.AzulejoError):
                batch.set(1, position.view(0))
            self.assertEqual(batch.state(1), position)

    def test_wrong_actions(self):
        with Batch(4) as batch:
            legal = batch.random_actions().copy()
            for wrong in (legal.astype(float), legal.astype(bool), legal.astype(object), list("abcd"), None, "abcd", {},
                          np.array(["1"] * 4), legal.astype(np.complex64)):
                with self.assertRaises(TypeError):
                    batch.step(wrong)
            for wrong in (legal[:3], legal.reshape(2, 2), np.int32(1), np.zeros((0,), int), np.full(4, 2**40),
                          np.zeros(5, int), np.full(4, 2**63, np.uint64)):
                with self.assertRaises(ValueError):
                    batch.step(wrong)
            spread = np.zeros(8, np.int64)
            spread[::2] = legal
            self.assertEqual(batch.step(spread[::2]), 0)  # not contiguous, another type: copied
            self.assertEqual(batch.step(batch.random_actions()[::-1][::-1].astype(">i8")), 0)
            self.assertEqual(batch.step(list(batch.random_actions())), 0)

    def test_wrong_settings(self):
        for wrong in ({"games": 0}, {"games": -1}, {"games": 2**40}, {"rules": "chess"}, {"players": 5}, {"players": 1},
                      {"rules": "duel", "players": 3}, {"starter": 7}, {"numbering": "x"}, {"observe": "x"},
                      {"reward": "x"}, {"seed": -1}, {"seed": 2**64}, {"threads": 0}, {"tablets": 255, "rules": "duel"},
                      {"starts": [State.start()]}, {"starts": [State.start().view(0)] * 4}):
            with self.assertRaises(ValueError, msg=wrong):
                Batch(**{"games": 4, **wrong})
        for wrong in ({"games": 2.0}, {"games": True}, {"games": None}, {"rules": 3}, {"starts": [1, 2, 3, 4]},
                      {"starts": 7}, {"seed": "1"}, {"numbering": None}):
            with self.assertRaises(TypeError, msg=wrong):
                Batch(**{"games": 4, **wrong})

    def test_use_after_close_and_by_two_threads(self):
        batch = Batch(2048, "duel", observe="all")
        errors = []

        def work():
            for _ in range(20):
                try:
                    batch.step(batch.random_actions())
                except RuntimeError as error:
                    errors.append(str(error))
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(set(errors), {"another thread is using the batch"})
        batch.close()
        batch.close()
        for use in (lambda: batch.step(np.zeros(2048, int)), batch.reset, lambda: batch.reset_game(0, 1),
                    batch.random_actions, lambda: batch.set(0, State.start("duel"))):
            with self.assertRaises(RuntimeError):
                use()
        self.assertEqual(batch.state(0).rules, "duel")


if __name__ == "__main__":
    unittest.main()
