"""Records, engines and matches."""
import os
import tempfile
import threading
import time
import unittest

import azulejo
from azulejo import Engine, Record, Rng, State


class Records(unittest.TestCase):
    def setUp(self):
        self.record = azulejo.play_game(["greedy", "random"], "crystal1", seed=3, nodes=5)

    def test_both_forms_are_read_again(self):
        for text in (self.record.text, self.record.json):
            again = list(azulejo.parse_records(f"{text}\n{text}"))
            self.assertEqual(len(again), 2)
            for record in again:
                self.assertEqual((record.text, record.now), (self.record.text, self.record.now))
                self.assertEqual((record.winners, record.cause), (self.record.now.winners, "normal"))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("game.azr", "game.json"):
                path = os.path.join(folder, name)
                self.record.save(path)
                self.assertEqual([r.text for r in azulejo.read_records(path)], [self.record.text])
                with self.assertRaises(FileExistsError):
                    self.record.save(path)

    def test_positions_follow_from_each_other(self):
        steps = list(self.record.steps())
        self.assertEqual(len(steps), len(self.record))
        for step, following in zip(steps, steps[1:]):
            after = step.state.play(step.move) if step.move else step.state.resolve(step.outcome)
            self.assertEqual(after, following.state)
        self.assertEqual(sum(1 for _ in self.record.positions()), sum(1 for s in steps if s.move))

    def test_a_record_by_hand(self):
        record, rng = Record("duel"), Rng(1)
        record.tag("Event", "Test")
        record.note("comment", "before the first step")
        record.chance(record.now.outcomes()[0])
        record.deal(rng)
        hidden = next(f"S{i}/1@1" for i in range(1, 10) if not record.now.legal(f"S{i}/1@1"))
        with self.assertRaises(azulejo.IllegalMove):
            record.move(hidden)
        record.move(record.now.moves()[0])
        record.end([1], "resigned")
        again = next(azulejo.parse_records(record.text))
        self.assertEqual((again.tags["Event"], again.winners, again.cause), ("Test", (1,), "resigned"))
        self.assertEqual(again.notes, [(0, "comment", "before the first step")])
        with self.assertRaises(azulejo.AzulejoError):
            record.tag("Result", "1")

    def test_a_damaged_record_is_refused(self):
        text = self.record.text
        for cut in range(0, len(text) - 1, 97):
            with self.assertRaises(azulejo.ParseError):
                list(azulejo.parse_records(text[:cut] + "?" + text[cut + 1:]))

    def test_use_after_close(self):
        record = self.record
        record.close()
        record.close()
        for use in (lambda: record.text, lambda: record.now, lambda: len(record), lambda: record.deal(Rng(1)),
                    lambda: list(record.steps()), lambda: record.tag("A", "b"), lambda: record.end()):
            with self.assertRaises(RuntimeError):
                use()


class Engines(unittest.TestCase):
    def test_every_bot_plays_every_rule_set(self):
        self.assertEqual(azulejo.bots()[:2], ["random", "greedy"])
        self.assertIn(azulejo.levels()[0], azulejo.bots())
        for bot in ("random", "greedy", "uct", "strong", azulejo.levels()[2]):
            with Engine(bot, seed=1, memory=4 << 20) as engine:
                for rules in azulejo.RULES:
                    state = State.start(rules, seed=2)
                    self.assertIn(engine.choose(state, nodes=20), state.moves())

    def test_an_analysis(self):
        state = State.start("classic", 3, seed=5)
        with Engine("strong", lines=3, memory=4 << 20) as engine:
            found = engine.analyse(state, nodes=500)
            self.assertEqual(len(found.lines), 3)
            self.assertEqual(found.move, found.lines[0].moves[0])
            for line in found.lines:
                self.assertAlmostEqual(sum(line.win), 1, places=3)
                self.assertEqual(len(line.score), 3)
                self.assertTrue(state.legal(line.moves[0]))
            engine.clear()
            again = engine.analyse(state.view(state.seat), nodes=500)
            self.assertEqual((again.move, again.nodes), (found.move, found.nodes))
            only = state.moves()[-1]
            self.assertEqual(engine.analyse(state, nodes=100, only=only).move, only)

    def test_time_and_stop(self):
        state = State.start("classic", seed=1)
        with Engine("uct", memory=4 << 20) as engine:
            start = time.monotonic()
            engine.analyse(state, time_ms=30)
            self.assertLess(time.monotonic() - start, 10)
            found = []
            thread = threading.Thread(target=lambda: found.append(engine.analyse(state, time_ms=100000)))
            thread.start()
            busy = False
            while thread.is_alive():
                try:
                    engine.reseed(1)
                except RuntimeError:
                    busy = True
                    engine.stop()
                thread.join(0.01)
            self.assertTrue(busy and found)

    def test_refusals(self):
        with self.assertRaises(azulejo.AzulejoError) as caught:
            Engine("nobody")
        self.assertEqual(caught.exception.code, "NO_BOT")
        with self.assertRaises(azulejo.AzulejoError):
            Engine("strong", network=b"no network")
        engine = Engine("greedy", memory=4 << 20)
        for wrong in (State("classic"), State.start("duel", seed=1).view(None)):
            with self.assertRaises(azulejo.AzulejoError):
                engine.choose(wrong)
        engine.close()
        engine.close()
        for use in (lambda: engine.choose(State.start()), engine.stop, engine.clear, lambda: engine.reseed(1)):
            with self.assertRaises(RuntimeError):
                use()


class Matches(unittest.TestCase):
    def test_greedy_beats_random(self):
        result = azulejo.match("greedy", "random", games=20, nodes=1, jobs=2)
        self.assertEqual((result.games, len(result.records)), (20, 20))
        self.assertGreater(result.rate, 0.9)
        low, high = result.interval
        self.assertTrue(low <= result.rate <= high and high - low > 0.01)
        self.assertIn("of 20 games", str(result))
        again = azulejo.match("greedy", "random", games=20, nodes=1)
        self.assertEqual([r.text for r in again.records], [r.text for r in result.records])

    def test_groups_have_the_same_deals(self):
        first = lambda view: view.moves()[0]  # noqa: E731
        result = azulejo.match(first, first, games=6, rules="grey", players=3)
        self.assertEqual(len({record.text for record in result.records}), 2)
        self.assertAlmostEqual(result.points, 2)

    def test_a_function_sees_its_view_only(self):
        seen = []

        def player(view):
            seen.append((view.viewer, view.seat))
            return str(view.moves()[0])
        azulejo.play_game([player, "random"], "duel", seed=1)
        self.assertEqual(set(seen), {(0, 0)})


if __name__ == "__main__":
    unittest.main()
