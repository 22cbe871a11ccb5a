"""Batches on a GPU, with the kernels on the processor: the same games as Batch."""
import gc
import threading
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

    def test_settings_of_a_batch(self):
        """The last observations, random steps as actions, and games that stay until they are reset."""
        settings = {"seed": 6, "observe": "mover", "last_observations": True, "chance": True, "stay": True, "starter": 1}
        for rules, numbering in (("classic", "moves"), ("duel", "steps")):
            gpu = GpuBatch(8, rules, device=-1, numbering=numbering, **settings)
            with Batch(8, rules, numbering=numbering, **settings) as batch:
                ended = 0
                for _ in range(1000):
                    gpu.random_actions()
                    actions = np.asarray(gpu.actions)
                    actions[:3] = np.where(batch.seat[:3] == 255, -1, actions[:3])  # the generator draws
                    batch.step(actions)
                    gpu.step()
                    for name in ("seat", "done", "refused", "rewards", "masks", "observations", "last_observations"):
                        expected = getattr(batch, name)
                        np.testing.assert_array_equal(getattr(gpu, name).numpy().view(expected.dtype), expected)
                    for game in np.flatnonzero(batch.refused):
                        self.assertEqual(batch.refusal(game), "GAME_OVER")
                        batch.reset_game(game, 9, int(game))
                        gpu.reset_game(int(game), 9, int(game))
                    ended += int(batch.done.sum())
                self.assertGreater(ended, 8)
                self.assertTrue(batch.last_observations.any())
                self.assertEqual([gpu.state(i) for i in range(8)], [batch.state(i) for i in range(8)])
        self.assertIsNone(GpuBatch(2, device=-1).last_observations)
        with self.assertRaises(ValueError):
            GpuBatch(2, device=-1).reset_game(2, 1)

    def test_garbage_in_a_state_is_refused(self):
        """A game whose state is impossible refuses its action, the others go on; what is done with all games is not done."""
        gpu, same = (GpuBatch(8, "duel", device=-1, seed=1) for _ in range(2))
        states = np.asarray(gpu.states)
        right = states[3].copy()
        states[3] = 0xEE
        for batch in (gpu, same):
            batch.random_step()
        self.assertEqual(np.flatnonzero(gpu.refused.numpy()).tolist(), [3])
        self.assertTrue((states[3] == 0xEE).all())
        self.assertTrue(all(gpu.state(i) == same.state(i) for i in range(8) if i != 3))
        before = gpu.hash()
        for call in (gpu.determinise, lambda: gpu.playout(10), gpu.check):
            with self.assertRaises(azulejo.AzulejoError):
                call()
        self.assertEqual(gpu.hash(), before)
        with self.assertRaisesRegex(azulejo.AzulejoError, "^game 3: "):
            gpu.check()
        states[3] = right
        gpu.check()
        gpu.playout(10)
        np.asarray(gpu.generators)[...] = 0
        gpu.playout(200)
        gpu.reset(1)
        np.asarray(gpu.generators)[...] = 0
        for _ in range(200):
            gpu.random_step()
        self.assertFalse(gpu.refused.numpy().any())

    def test_copies_of_another_batch_go_on_alike(self):
        for trusted in (False, True):
            a, b = (GpuBatch(8, "duel", device=-1, seed=seed, numbering="steps", trusted=trusted) for seed in (1, 2))
            for _ in range(30):
                a.random_step()
            for name in ("states", "generators", "steps"):
                np.asarray(getattr(b, name))[...] = getattr(a, name).numpy()
            self.assertEqual(a.hash(), b.hash())
            a.random_actions()
            np.asarray(b.actions)[...] = a.actions.numpy()
            a.step()
            b.step()
            self.assertEqual(a.hash(), b.hash())
            np.testing.assert_array_equal(a.masks.numpy(), b.masks.numpy())

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

    def test_dlpack_shares_the_memory(self):
        gpu = GpuBatch(6, "duel", device=-1, seed=3, numbering="steps", observe="all")
        self.assertEqual(gpu.seat.__dlpack_device__(), (1, 0))
        arrays = [gpu.seat, gpu.done, gpu.refused, gpu.scores, gpu.rewards, gpu.masks, gpu.observations, gpu.actions]
        shared = [np.from_dlpack(array) for array in arrays]
        for _ in range(30):
            gpu.random_step()
        for array, view in zip(arrays, shared):
            self.assertEqual((view.shape, view.dtype), (array.shape, array.dtype))
            np.testing.assert_array_equal(view, array.numpy())
        gpu.reset(4)
        np.testing.assert_array_equal(shared[6], gpu.observations.numpy())

    def test_tensors_outlive_batch_and_arrays(self):
        expected, kept = [], []
        for i in range(50):
            gpu = GpuBatch(64, device=-1, seed=i)
            expected.append(gpu.observations.numpy())
            kept.append(np.from_dlpack(gpu.observations))
            gpu.masks.__dlpack__()  # a capsule that nobody takes
            del gpu
        gc.collect()
        for view, copy in zip(kept, expected):
            np.testing.assert_array_equal(view, copy)
        del kept[::2]
        gc.collect()
        for view, copy in zip(kept, expected[1::2]):
            np.testing.assert_array_equal(view, copy)

    def test_batches_share_a_device(self):
        a, b = GpuBatch(4, device=-1, seed=1), GpuBatch(4, "duel", device=-1, seed=1)
        self.assertIs(a._memory.device, b._memory.device)
        hashes, errors = [], []

        def play(seed):
            try:
                batch = GpuBatch(16, "duel", device=-1, seed=seed % 2)
                for _ in range(40):
                    batch.random_step()
                hashes.append((seed % 2, batch.hash()))
            except Exception as error:
                errors.append(error)
        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        del a, b
        for thread in threads:
            thread.join()
        self.assertEqual((errors, len(hashes), len(set(hashes))), ([], 6, 2))

    def test_dlpack_refusals(self):
        array = GpuBatch(4, device=-1).scores
        for wrong in ({"copy": True}, {"dl_device": (2, 0)}, {"dl_device": (1, 1)}):
            with self.assertRaises(BufferError, msg=wrong):
                array.__dlpack__(**wrong)
        for wrong in (0, 1, -1, "x", 2.5, True):  # the processor has no streams
            with self.assertRaises(ValueError, msg=wrong):
                array.__dlpack__(stream=wrong)
        with self.assertRaises(TypeError):
            array.__dlpack__(7)
        for wrong in (np.ones(0), np.ones(3), "x", 1):
            with self.assertRaises(TypeError, msg=wrong):
                array.__dlpack__(copy=wrong)
        for wrong in (np.ones((4, 1))[::-1], [1], None):  # PyTorch 1.13 ends the process for the first one
            with self.assertRaises(TypeError):
                azulejo.learn.tensor(wrong)
        array.__dlpack__(max_version=(1, 0), dl_device=(1, 0), copy=False)

    def test_shapes_that_do_not_fit(self):
        """The library checks what a caller says of an array's length."""
        from azulejo._lib import ffi, lib
        gpu = GpuBatch(4, device=-1)
        batch, pointer = gpu._memory.batch, ffi.cast("void *", gpu.scores._pointer)

        def share(pointer, bits, *shape):
            tensor = lib.azj_gpu_batch_share(batch, pointer, lib.AZJ_GPU_INT, bits, len(shape), ffi.new("int64_t[]", shape))
            lib.azj_gpu_unshare(tensor)
            return tensor != ffi.NULL
        self.assertTrue(share(pointer, 16, 4, 2))
        self.assertTrue(share(pointer, 16, 0, 2**40))
        for bits, shape in ((16, (4, 3)), (32, (4, 2)), (16, (2**62, 4)), (16, (-1, -8)), (16, (2**32, 2**32)), (0, (4,)),
                            (12, (4,)), (128, (1,)), (8, (1, 1, 1, 1, 1))):
            self.assertFalse(share(pointer, bits, *shape), (bits, shape))
        self.assertFalse(share(ffi.NULL, 8, 1))
        self.assertFalse(share(ffi.cast("char *", pointer) + 1, 8, 1))

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
