"""States, moves, chance, views, events and their forms."""
import json
import pickle
import unittest
import warnings

import numpy as np

import azulejo
from azulejo import Move, Rng, State


class States(unittest.TestCase):
    def test_whole_games_of_every_rule_set(self):
        for rules in azulejo.RULES:
            for players in (2,) if rules == "duel" else (2, 3, 4):
                with self.subTest(rules=rules, players=players):
                    start, last = State(rules, players), None
                    for state, move in azulejo.playout(start, Rng(7)):
                        self.assertEqual(Move(rules, str(move)), move)
                        self.assertEqual(Move.from_json(rules, json.loads(move.json)), move)
                        self.assertEqual(state.move_of_action(state.action(move)), move)
                        last = state.play(move)
                    last = last.deal(Rng(7)) if last.phase == "deal" else last
                    self.assertTrue(last.over and last.winners and not last.moves())
                    best = max(last.scores)
                    self.assertTrue(all(last.scores[seat] == best for seat in last.winners))

    def test_impossible_settings(self):
        for make in (lambda: State("duel", 3), lambda: azulejo.Batch(2, "duel", 3), lambda: azulejo.match(
                "greedy", "random", rules="duel", players=3), lambda: azulejo.GpuBatch(2, "duel", 3, device=-1)):
            with self.assertRaises(azulejo.AzulejoError) as raised:
                make()
            self.assertEqual((raised.exception.code, str(raised.exception)),
                             ("BAD_PLAYERS", "this rule set cannot be played by 3"))

    def test_a_state_is_a_value(self):
        state = State.start("classic", 3, seed=1)
        before, text = hash(state), state.text
        after = state.play(state.moves()[0])
        self.assertNotEqual(after, state)
        self.assertEqual((hash(state), state.text), (before, text))
        for again in (State.parse(state.text), State.parse(state.json), State.from_bytes(state.to_bytes()),
                      pickle.loads(pickle.dumps(state))):
            self.assertEqual(again, state)
            self.assertEqual(hash(again), hash(state))
        self.assertEqual(len({state, after, State.parse(text)}), 2)
        with self.assertRaises(AttributeError):
            state.moves()[0].kind = "skip"

    def test_moves_have_fields_and_words(self):
        move = Move("classic", "3B2")
        self.assertEqual(move.fields(), {"source": 3, "colour": "blue", "target": 2})
        self.assertEqual((move.kind, move.source, move.colour), ("take", 3, "blue"))
        self.assertIn("blue", move.words)
        with self.assertRaises(AttributeError):
            move.spend
        self.assertEqual(pickle.loads(pickle.dumps(move)), move)

    def test_an_illegal_move_says_why(self):
        state = State.start("classic", 2, seed=1)
        with self.assertRaises(azulejo.IllegalMove) as caught:
            state.play("cB1")
        self.assertEqual((caught.exception.code, str(caught.exception)),
                         ("CENTRE_LACKS", "the centre has no blue tile"))
        self.assertFalse(state.legal("cB1"))
        with self.assertRaises(azulejo.ParseError) as caught:
            state.play("3Z2")
        self.assertEqual(caught.exception.offset, 1)

    def test_masks_are_the_legal_moves(self):
        for rules in ("classic", "duel"):
            for state, _ in azulejo.playout(State(rules), Rng(3)):
                legal = {state.action(move) for move in state.moves()}
                self.assertEqual(set(np.flatnonzero(state.mask())), legal)

    def test_chance_by_hand_is_a_deal(self):
        state = State("classic", 2)
        self.assertEqual({(o.kind, o.value, o.weight) for o in state.outcomes()}, {("starter", 0, 1), ("starter", 1, 1)})
        while state.phase == "deal":
            state = state.resolve(state.outcomes()[0])
        self.assertEqual((state.phase, state.outcomes()), ("offer", []))
        with self.assertRaises(ValueError):
            state.resolve(azulejo.Outcome("tile", 0, 1))
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # NumPy warns when arrays are compared with strings
            for wrong in ((np.ones(3, np.int32), 1), ("tile", np.ones(3, np.int32)), np.ones(4, np.int32), ("tile", 1.5)):
                with self.assertRaises(TypeError):
                    azulejo.State("classic").resolve(wrong)

    def test_views_hide_and_determinise_fills_in(self):
        state = State.start("duel", seed=4)
        view = state.view(0)
        self.assertEqual((view.viewer, state.viewer, state.view(None).viewer), (0, None, "spectator"))
        self.assertEqual(view.moves(), state.moves())
        full = view.determinise(Rng(1))
        self.assertIsNone(full.viewer)
        self.assertEqual(full.view(0), view)
        self.assertEqual(State.parse(view.text), view)
        for forbidden in (lambda: view.play(view.moves()[0]), lambda: view.view(1), lambda: view.observe(1)):
            with self.assertRaises(azulejo.AzulejoError):
                forbidden()

    def test_events_add_up(self):
        total = {0: 0, 1: 0}
        state, rng = State.start("grey", seed=2), Rng(9)
        while not state.over:
            state, events = state.play_events(rng.choice(state.moves()))
            for event in events:
                total[event.seat] += event.points
                self.assertEqual(event.details["points"], event.points)
            state = state.deal(rng)
        self.assertEqual(tuple(total.values()), state.scores)

    def test_previews(self):
        state = State.start("classic", seed=1)
        self.assertEqual(state.preview("1K1")[:2], (2, 1))
        self.assertEqual(state.standing(0), [])

    def test_layout_describes_observations(self):
        for rules, numbering, size in (("classic", "moves", 237), ("duel", "moves", 369), ("duel", "steps", 384)):
            fields = list(azulejo.layout(rules, numbering).values())
            self.assertEqual(fields[-1].slice.stop, size)
            self.assertTrue(all(a.slice.stop == b.offset for a, b in zip(fields, fields[1:])))
        fields = azulejo.layout("classic")
        for state, _ in azulejo.playout(State("classic", 3), Rng(5)):
            for seat in range(3):
                row = state.observe(seat)
                self.assertEqual(row[fields["round"].slice][0], state.round)
                self.assertEqual(row[fields["seat1.score"].slice][0], state.scores[(seat + 1) % 3])

    def test_generators(self):
        a, b = Rng(5), Rng(5)
        self.assertEqual([a.next() for _ in range(5)], [b.next() for _ in range(5)])
        c = a.copy()
        self.assertEqual(a.below(1000), c.below(1000))
        self.assertNotEqual(Rng(5, 0).next(), Rng(5, 1).next())
        self.assertEqual(Rng(0).next(), 5987356902031041503)  # xoshiro256++ of splitmix64(0)


if __name__ == "__main__":
    unittest.main()
