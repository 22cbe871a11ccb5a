"""Data sets: what a sample says is what the game was, shards come back, and damage is refused."""
import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

import azulejo
from azulejo import DatasetError, State, load_dataset, write_dataset
from azulejo.dataset import ARRAYS, play_samples, read_shard, settings
from azulejo.make_dataset import main

LITTLE = {"bot": "uct", "nodes": 30, "lines": 4}


class Datasets(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = self._folder.name

    def write(self, *arguments, **more):
        return write_dataset(self.folder, *arguments, **{**LITTLE, **more})

    def test_every_rule_set(self):
        for rules, players in (("classic", 2), ("grey", 3), ("crystal1", 4), ("crystal2", 2), ("duel", 2)):
            with self.subTest(rules=rules):
                self.write(rules, players, games=2, shard=1)
                data = load_dataset(self.folder, rules)
                self.assertEqual(set(data.games), {0, 1})
                self.assertEqual(data.observations.shape[1], data.header["observation"])
                np.testing.assert_allclose(data.policy.sum(1), 1, atol=1e-5)
                np.testing.assert_allclose(data.outcome.sum(1), 1, atol=1e-5)
                np.testing.assert_allclose(data.win[:, 0].sum(1), 1, atol=1e-3)
                self.assertTrue(((data.actions >= 0) == (data.policy > 0)).all())
                for i in range(0, len(data), 7):
                    view = data.view(i)
                    self.assertEqual((view.seat, view.viewer), (data.seats[i], data.seats[i]))
                    self.assertTrue((view.observe(view.seat) == data.observations[i]).all())
                    mask = view.mask()
                    self.assertTrue(mask[data.played[i]] and mask[data.actions[i][data.actions[i] >= 0]].all())
                    self.assertTrue(data.random[i] or data.played[i] == data.actions[i, 0])
                    self.assertFalse(data.dense_policy(i)[~mask].any())

    def test_lines_fall_in_value(self):
        """With two seats of the classic family the lines of `strong` stand in the order of their chances."""
        self.write("classic", games=1, bot="strong", nodes=200)
        data = load_dataset(self.folder)
        for win, actions, seat in zip(data.win, data.actions, data.seats):
            chances = win[actions >= 0, seat]
            self.assertTrue((chances[1:] <= chances[:-1]).all(), chances)

    def test_the_game_can_be_followed(self):
        """The moves that were played lead from the first deal to the scores of the data set."""
        self.write("classic", games=1)
        data = load_dataset(self.folder)
        way = settings("classic", 2, **LITTLE)
        again = play_samples(way, 0)
        self.assertEqual([s["played"] for s in again], list(data.played))
        self.assertEqual([s["views"] for s in again], list(data.views))
        winner = int(data.outcome[0].argmax())
        self.assertEqual(data.final[0].max(), data.final[0][winner])
        self.assertEqual(data.header["azulejo"], azulejo.version())

    def test_runs_go_on(self):
        self.write("classic", games=2, shard=1)
        name = os.path.join(self.folder, "classic-2-1-00001.npz")
        with open(name, "rb") as file:
            before = file.read()
        os.remove(os.path.join(self.folder, "classic-2-1-00000.npz"))
        first = read_shard(name).header["samples"]
        self.assertEqual([n for _, n in self.write("classic", games=3, shard=1, jobs=2)][1], first)
        with open(name, "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(set(load_dataset(self.folder).games), {0, 1, 2})
        self.assertEqual([n for n in os.listdir(self.folder) if n.endswith(".part")], [])
        with self.assertRaisesRegex(DatasetError, "other settings"):
            self.write("classic", games=2, shard=1, nodes=31)

    def test_damage_is_refused(self):
        (path, _), = self.write("classic", games=1)
        with open(path, "rb") as file:
            whole = file.read()
        good = read_shard(path)
        other = os.path.join(self.folder, "other.npz")

        def refused(data):
            with open(other, "wb") as out:
                out.write(data)
            try:
                found = read_shard(other)
            except DatasetError as error:
                self.assertIn(other, str(error))
                return True
            # A changed byte may lie where nothing is read, as in a date: then the contents are the same.
            self.assertTrue(all((getattr(found, a) == getattr(good, a)).all() for a in ARRAYS) and found.header == good.header)
            return False

        count = 0
        for at in range(0, len(whole), max(1, len(whole) // 150)):
            count += refused(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
        self.assertGreater(count, 100)
        for cut in range(0, len(whole), max(1, len(whole) // 30)):
            self.assertTrue(refused(whole[:cut]))
        self.assertTrue(refused(b"") and refused(b"hello\n") and refused(b"PK\x05\x06" + bytes(18)))

    def test_forged_shards_are_refused(self):
        (path, _), = self.write("classic", games=1)
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays.pop("header").tobytes())
        for change, says in (({"version": 2}, "version 2"), ({"format": "x"}, "no shard"), ({"seed": 9}, "checksum")):
            np.savez(path, header=np.frombuffer(json.dumps({**header, **change}).encode(), np.uint8), **arrays)
            with self.assertRaisesRegex(DatasetError, says):
                read_shard(path)
        np.savez(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **{**arrays, "played": arrays["played"] + 1})
        with self.assertRaisesRegex(DatasetError, "checksum"):
            read_shard(path)
        del arrays["win"]
        np.savez(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
        with self.assertRaisesRegex(DatasetError, "no win"):
            read_shard(path)
        np.savez(path, header=np.array({"a": 1}, object))
        with self.assertRaises(DatasetError):
            read_shard(path)

    def test_what_cannot_be_read_together(self):
        with self.assertRaisesRegex(DatasetError, "no shard"):
            load_dataset(self.folder)
        self.write("classic", games=1)
        self.write("grey", games=1)
        with self.assertRaisesRegex(DatasetError, "classic with 2 seats, grey with 2 seats"):
            load_dataset(self.folder)
        self.assertEqual(load_dataset(self.folder, "grey").header["rules"], "grey")
        with self.assertRaises(FileNotFoundError):
            load_dataset(os.path.join(self.folder, "nothing.npz"))

    def test_the_command(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = main(["--out", self.folder, "--rules", "all", "--players", "3", "--games", "1", "--bot", "greedy", "--nodes", "1"])
        self.assertEqual(code, 0)
        self.assertEqual(said.getvalue().count(" samples\n"), 5)
        self.assertEqual(load_dataset(self.folder, "duel").header["players"], 2)
        wrong = io.StringIO()
        with contextlib.redirect_stderr(wrong):
            self.assertEqual(main(["--out", self.folder, "--players", "9"]), 2)
        self.assertEqual(wrong.getvalue().count("\n"), 1)
        self.assertTrue(State.parse(load_dataset(self.folder, "classic").views[0].decode()).seat is not None)

    def test_ctrl_c(self):
        for jobs in "1", "2":
            with self.subTest(jobs=jobs):
                self.check_ctrl_c(os.path.join(self.folder, jobs), jobs)

    def check_ctrl_c(self, folder, jobs):
        os.mkdir(folder)
        with subprocess.Popen([sys.executable, "-m", "azulejo.make_dataset", "--out", folder, "--games", "20000", "--shard", "1",
                               "--bot", "greedy", "--nodes", "1", "--jobs", jobs], stderr=subprocess.PIPE, text=True) as run:
            until = time.monotonic() + 60
            while not any(name.endswith(".npz") for name in os.listdir(folder)) and time.monotonic() < until:
                time.sleep(0.02)
            run.send_signal(signal.SIGINT)
            said = run.communicate(timeout=60)[1]
        self.assertEqual((run.returncode, said), (130, "make_dataset: stopped; the same command goes on\n"))
        self.assertGreater(len(load_dataset(folder)), 10)  # what is there is whole


if __name__ == "__main__":
    unittest.main()
