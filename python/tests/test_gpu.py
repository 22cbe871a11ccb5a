"""Batches on a GPU, with the kernels on the processor: the same games as Batch."""
import gc
import unittest

import numpy as np

import azulejo
from azulejo import Batch, GpuBatch


class OnTheProcessor(unittest.TestCase):
    def test_the_same_games(self):
        for rules, players, numbering in (("classic", 3, "moves"), ("duel", 2, "steps")):
            gpu = GpuBatch(32, rules, players, device=-1, seed=5, numbering=numbering, observe="all")
            with Batch(32, rules, players, seed=5, numbering=numbering, observe="all") as batch:
                for _ in range(120):
                    gpu.random_actions()
                    batch.step(gpu.actions.numpy())
                    gpu.step()
                    for name in ("seat", "done", "refused", "scores", "rewards", "masks", "observations"):
                        expected = getattr(batch, name)
                        found = getattr(gpu, name).numpy().view(expected.dtype)
                        np.testing.assert_array_equal(found, expected)
                self.assertEqual([gpu.state(i) for i in range(32)], [batch.state(i) for i in range(32)])

    def test_the_same_seed_has_the_same_hash(self):
        a, b = (GpuBatch(16, "duel", device=-1, seed=2) for _ in range(2))
        self.assertEqual(a.hash(), b.hash())
        self.assertGreaterEqual(a.playout(50), 16 * 50)
        self.assertNotEqual(a.hash(), b.hash())
        b.playout(50)
        self.assertEqual(a.hash(), b.hash())
        a.reset(3)
        a.random_step()
        a.wait()
        self.assertIn("processor", repr(a))

    def test_arrays_are_shared_and_outlive_the_batch(self):
        gpu = GpuBatch(4, device=-1)
        shared, copy = np.asarray(gpu.seat), gpu.seat.numpy()
        actions = np.asarray(gpu.actions)
        gpu.random_actions()
        np.testing.assert_array_equal(actions, gpu.actions.numpy())
        del gpu
        gc.collect()
        np.testing.assert_array_equal(shared, copy)

    def test_refusals(self):
        with self.assertRaises(azulejo.AzulejoError) as caught:
            GpuBatch(4, device=999)
        self.assertEqual(caught.exception.code, "NO_GPU")
        for wrong in ({"games": 0}, {"rules": "chess"}, {"device": -2}, {"observe": "x"}, {"players": 9}, {"seed": -1}):
            with self.assertRaises(ValueError):
                GpuBatch(**{"games": 4, "device": -1, **wrong})
        with self.assertRaises(TypeError):
            GpuBatch(4, device="cuda:0")
        with self.assertRaises(ValueError):
            GpuBatch(4, device=-1).playout(0)


if __name__ == "__main__":
    unittest.main()
