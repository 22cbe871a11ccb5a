"""The rulebooks' worked examples and the rare cases, each with the id of its rule."""

import itertools
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

import classic
import duel
import duel_table
from common import Dice, Fault, Witness, check_legal, draw_tiles

__all__ = ["ClassicExamples", "ClassicRareCases", "DuelExamples", "DuelRareCases", "DuelTablets"]

EMPTY = [0] * 5


def tiles(letters):
    return [letters.count(c) for c in "BYRKT"]


class Forbidden:
    """Chance that must not be asked."""

    def __getattr__(self, name):
        raise AssertionError(f"chance was asked for {name}")


NO_CHANCE = Forbidden()


def classic_board(lines=(), wall=(), floor="", score=0):
    return {"score": score, "lines": list(lines) or [""] * 5, "wall": list(wall) or ["....."] * 5, "floor": floor}


def classic_position(rules="classic", players=2, factories=(), centre="", bag="", lid="", boards=None, **rest):
    """A position; tiles need not add up to 100, which only check_position asks."""
    shown = [tiles(f) for f in factories]
    p = {"rules": rules, "players": players, "round": 2, "phase": "offer", "seat": 0, "starter": 0, "bag": tiles(bag),
         "lid": tiles(lid), "factories": shown + [EMPTY[:] for _ in range(classic.FACTORIES[players] - len(shown))],
         "centre": tiles(centre), "marker": "centre",
         "boards": boards or [classic_board() for _ in range(players)]}
    p.update(rest)
    return p


def targets(moves, **wanted):
    return [m["to"] for m in moves if all(m.get(k) == v for k, v in wanted.items())]


class ClassicExamples(unittest.TestCase):
    def test_first_turns(self):
        """C3, C4: two black, one yellow, then three red from the centre with the marker."""
        p = classic_position(players=3, factories=["KKBT", "YRRR", "BBBB"])
        p = classic.apply(p, {"from": 1, "colour": "K", "to": 2}, NO_CHANCE)
        self.assertEqual((p["seat"], p["centre"], p["boards"][0]["lines"][1]), (1, tiles("BT"), "KK"))
        p = classic.apply(p, {"from": 2, "colour": "Y", "to": 1}, NO_CHANCE)
        self.assertEqual((p["seat"], p["centre"]), (2, tiles("BTRRR")))
        p = classic.apply(p, {"from": "centre", "colour": "R", "to": 3}, NO_CHANCE)
        self.assertEqual((p["seat"], p["marker"], p["centre"]), (0, 2, tiles("BT")))
        self.assertEqual((p["boards"][2]["lines"][2], p["boards"][2]["floor"]), ("RRR", "M"))

    def test_two_yellow_tiles(self):
        """C5, C6: yellow in the wall's rows 2 and 3, blue in line 4: only lines 1 and 5 and the floor are left."""
        board = classic_board(["", "", "", "B", ""], [".....", "..Y..", "...Y.", ".....", "....."])
        p = classic_position(factories=["YYBK", "RRRR"], boards=[board, classic_board()])
        self.assertEqual(targets(classic.legal_moves(p), **{"from": 1}, colour="Y"), [1, 5, "floor"])
        for to, line, floor in ((1, "Y", "Y"), (5, "YY", ""), ("floor", "", "YY")):
            after = classic.apply(p, {"from": 1, "colour": "Y", "to": to}, NO_CHANCE)["boards"][0]
            self.assertEqual(after["floor"], floor)
            if to != "floor":
                self.assertEqual(after["lines"][to - 1], line)

    def test_wall_pattern(self):
        """C14."""
        rows = ["".join(sorted("BYRKT", key=lambda c: classic.fixed_column(row, c))) for row in range(5)]
        self.assertEqual(rows, ["BYRKT", "TBYRK", "KTBYR", "RKTBY", "YRKTB"])

    def test_tiling_a_board(self):
        """C11: lines 2 and 4 are full and score a point each, lines 3 and 5 stay."""
        board = classic_board(["", "RR", "K", "BBBB", "TT"])
        p = classic_position(factories=["YYYY"], boards=[board, classic_board()], bag="BYRKT" * 8)
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": "floor"}, Dice(random.Random(1)))
        board = p["boards"][0]
        self.assertEqual(board["lines"], ["", "", "K", "", "TT"])
        self.assertEqual(board["wall"], [".....", "...R.", ".....", "...B.", "....."])
        self.assertEqual(board["score"], 0)  # 1 + 1, less the floor's 1 + 1 + 2 + 2, never below 0 (C13)
        self.assertEqual(p["lid"], tiles("RBBBYYYY"))

    def test_points_of_a_tile(self):
        """C12."""
        for wall, row, col, points in (
                (["Y....", ".....", "..B..", ".....", "....."], 2, 2, 1),
                ([".....", ".....", ".BYR.", ".....", "....."], 2, 2, 3),
                (["..B..", "..Y..", "..R..", ".....", "....."], 2, 2, 3),
                (["..B..", "..Y..", "KTRB.", ".....", "....."], 2, 2, 7),
                (["..B..", ".....", "KTRB.", ".....", "....."], 2, 2, 4)):
            with self.subTest(wall=wall):
                self.assertEqual(classic.placement_points(wall, row, col), points)

    def test_floor(self):
        """C13, C23: four tiles and the marker cost 8; the crystal boards' floor costs 5."""
        for rules, floor, cost in (("classic", "MBBYY", 8), ("classic", "M", 1), ("classic", "BBBBBBB", 14),
                                   ("crystal1", "MBBYY", 5), ("crystal2", "MB", 1), ("crystal2", "BBBBBBB", 10)):
            board = classic_board(floor=floor, score=20)
            p = classic_position(rules, boards=[board, classic_board()])
            classic.clear_floor(p, classic.VARIANTS[rules], board)
            self.assertEqual((board["score"], board["floor"]), (20 - cost, ""))
            self.assertEqual(p["lid"], tiles(floor))

    def test_crystal_doubling(self):
        """C22: a row of 3 and a column of 2 on x2 make 10."""
        board = classic_board(["", "", "YYY", "", ""], [".....", "..K..", ".B.R.", ".....", "....."])
        p = classic_position("crystal1", boards=[board, classic_board()])
        classic.place(p, 0, 2, 2)
        self.assertEqual((board["score"], board["wall"][2]), (10, ".BYR."))
        board = classic_board(["", "", "TTT", "", ""], [".....", "..K..", ".B.R.", ".....", "....."])
        p = classic_position("crystal2", boards=[board, classic_board()])
        classic.place(p, 0, 2, 2)
        self.assertEqual(board["score"], 5)

    def test_printed_spaces(self):
        """C21: black's printed space in row 1 is open to black only, and black may also go elsewhere."""
        wall = ["....."] * 5
        variant = classic.VARIANTS["crystal1"]
        self.assertEqual(classic.columns_for(variant, wall, 0, "K"), [0, 1, 2, 3, 4])
        self.assertEqual(classic.columns_for(variant, wall, 0, "B"), [0, 1, 2, 4])

    def test_bonus(self):
        """C18, C24: one row, one column, one colour."""
        wall = ["BYRKT", "TB...", "K.B..", "R..B.", "Y...B"]
        self.assertEqual(classic.bonus(classic.VARIANTS["classic"], wall), 2 + 7 + 10)
        self.assertEqual(classic.bonus(classic.VARIANTS["crystal1"], wall), 2 + 7 + 10)
        self.assertEqual(classic.bonus(classic.VARIANTS["crystal2"], wall), 3 + 10 + 12)

    def test_winners(self):
        """C19: points, then rows, then shared."""
        row, none = ["BYRKT"] + ["....."] * 4, ["....."] * 5
        for boards, expected in (([(9, none), (8, row)], [0]), ([(9, none), (9, row)], [1]),
                                 ([(9, row), (9, row)], [0, 1]), ([(9, row), (9, none), (9, row)], [0, 2])):
            p = {"boards": [classic_board(wall=wall, score=score) for score, wall in boards]}
            self.assertEqual(classic.winners(p), expected)


class ClassicRareCases(unittest.TestCase):
    def test_bag_emptied_exactly(self):
        """C2: the lid goes into the bag only when a tile is needed."""
        bag, lid = tiles("BBYY"), tiles("KKKK")
        self.assertEqual(draw_tiles(bag, lid, 4, None), tiles("BBYY"))
        self.assertEqual((bag, lid), (EMPTY, tiles("KKKK")))
        self.assertEqual(draw_tiles(bag, lid, 4, None), tiles("KKKK"))
        self.assertEqual(draw_tiles(bag, lid, 4, None), EMPTY)

    def test_refill_in_the_middle_of_a_factory(self):
        """C2: what the bag still had must be on the factory."""
        found = {"factories": [tiles("BKKK")]}
        bag, lid = tiles("B"), tiles("KKKKY")
        drawn = draw_tiles(bag, lid, 4, Witness(found).picker(("factories", 0), "C2"))
        self.assertEqual((drawn, bag, lid), (tiles("BKKK"), tiles("KY"), EMPTY))
        found["factories"][0] = tiles("YKKK")
        with self.assertRaises(Fault):
            draw_tiles(tiles("B"), tiles("KKKKY"), 4, Witness(found).picker(("factories", 0), "C2"))

    def test_marker_on_a_full_floor(self):
        """C8."""
        p = classic_position(centre="BY", boards=[classic_board(floor="KKKKKKK"), classic_board()])
        p = classic.apply(p, {"from": "centre", "colour": "B", "to": "floor"}, NO_CHANCE)
        self.assertEqual((p["marker"], p["boards"][0]["floor"], p["lid"]), (0, "KKKKKKK", tiles("B")))

    def test_floor_overflow(self):
        """C4, C7: six pieces, then the marker takes the seventh space and the tiles go to the lid."""
        p = classic_position(centre="BBY", boards=[classic_board(floor="KKKKKK"), classic_board()])
        p = classic.apply(p, {"from": "centre", "colour": "B", "to": 1}, NO_CHANCE)
        self.assertEqual((p["boards"][0]["floor"], p["boards"][0]["lines"][0], p["lid"]), ("KKKKKKM", "B", tiles("B")))

    def test_nobody_took_the_marker(self):
        """C10."""
        p = classic_position(factories=["YYYY"], bag="BYRKT" * 8, starter=1)
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": 5}, Dice(random.Random(1)))
        self.assertEqual((p["round"], p["starter"], p["seat"], p["marker"]), (3, 1, 1, "centre"))

    def test_full_line_without_a_place(self):
        """C16: blue is in every column that row 1 has left, so line 1 drops and costs a point."""
        wall = [".YRKT", "B....", ".....", ".....", "....."]
        board = classic_board(["B", "", "", "", ""], wall, score=5)
        p = classic_position("grey", factories=["YYYY"], boards=[board, classic_board()], bag="BYRKT" * 8, seat=1)
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": 5}, Dice(random.Random(1)))
        self.assertEqual((p["boards"][0]["score"], p["boards"][0]["lines"][0], p["lid"]), (4, "", tiles("B")))

    def test_hopeless_line_may_be_filled(self):
        """C17."""
        board = classic_board(wall=[".YRKT", "B....", ".....", ".....", "....."])
        p = classic_position("grey", factories=["BYYY"], boards=[board, classic_board()])
        self.assertIn(1, targets(classic.legal_moves(p), colour="B"))

    def test_upper_line_first(self):
        """C15: the choice in line 1 takes a column away from line 2."""
        board = classic_board(["B", "BB", "", "", ""], ["..RKT", "..RKT", ".....", ".....", "....."])
        board["wall"][1] = "..KTR"
        p = classic_position("grey", factories=["YYYY"], boards=[board, classic_board()], bag="BYRKT" * 8, seat=1)
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": 5}, NO_CHANCE)
        self.assertEqual((p["phase"], p["seat"], p["line"]), ("tiling", 0, 1))
        self.assertEqual([m["column"] for m in classic.legal_moves(p)], [1, 2])
        p = classic.apply(p, {"line": 1, "column": 2}, Dice(random.Random(1)))
        self.assertEqual(p["boards"][0]["wall"][:2], [".BRKT", "B.KTR"])
        self.assertEqual((p["phase"], p["round"]), ("offer", 3))

    def test_last_round_and_no_tiles(self):
        """C20."""
        p = classic_position(factories=["YYYY"], bag="BYRKT" * 8, round=30)
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": 5}, NO_CHANCE)
        self.assertEqual((p["phase"], p["round"], p["seat"]), ("over", 30, None))
        p = classic_position(factories=["YYYY"])
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": 5}, NO_CHANCE)
        self.assertEqual((p["phase"], p["round"]), ("over", 2))

    def test_complete_row_ends_the_game(self):
        """C18."""
        board = classic_board(["T", "", "", "", ""], ["BYRK.", ".....", ".....", ".....", "....."])
        p = classic_position(factories=["YYYY"], boards=[board, classic_board()], bag="BYRKT" * 8)
        p = classic.apply(p, {"from": 1, "colour": "Y", "to": 5}, NO_CHANCE)
        self.assertEqual((p["phase"], p["boards"][0]["score"]), ("over", 5 + 2))

    def test_legal_compares_sets(self):
        moves = [{"line": 1, "column": 2}, {"line": 1, "column": 3}]
        rules = classic.RULES_OF_MOVE
        self.assertEqual(list(check_legal(moves, moves[::-1], moves[0], rules)), [])
        self.assertEqual(len(list(check_legal(moves, moves + moves[:1], moves[0], rules))), 1)
        self.assertEqual(len(list(check_legal(moves, moves[:1], moves[0], rules))), 1)


def duel_board(**rest):
    return {**duel.new_board(), **rest}


def plates(**slots):
    """plates(p1="S3/0") puts a plate on slot 1."""
    lying = [None] * 9
    for slot, plate in slots.items():
        lying[int(slot[1:]) - 1] = plate
    return lying


def duel_position(large="", large_moon="", small=(), boards=None, bag="", tower="", **rest):
    """small: (sun, moon, chip) of the first small factories; the others are bare and without a chip."""
    shown = [{"sun": tiles(sun), "moon": moon, "chip": chip, "face_up": bool(chip) and not sun and not moon}
             for sun, moon, chip in small]
    bare = [{"sun": EMPTY[:], "moon": "", "chip": None, "face_up": False} for _ in range(4 - len(shown))]
    p = {"rules": "duel", "players": 2, "round": 2, "phase": "offer", "seat": 0, "starter": 0,
         "tablets": ["a1", "b1", "c1"], "bag": tiles(bag), "tower": tiles(tower),
         "large": {"sun": tiles(large), "moon": tiles(large_moon)}, "start_tile": "large", "small": shown + bare,
         "display": ["S1", "S2", "S3"], "pile": ["J1", "J2", "J3"], "chips": duel_table.CHIPS[8:],
         "boards": boards or [duel_board(), duel_board()]}
    p.update(rest)
    return p


class DuelExamples(unittest.TestCase):
    def test_stack_and_moons(self):
        """D11, D12: a stack with yellow on top; then one red, two black or two yellow may be picked."""
        p = duel_position(large="TTRKK", small=[("TTKY", "", "B"), ("", "Y", "R")], seat=1)
        p = duel.apply(p, {"sun": 1, "colour": "T", "stack": "KY", "to": 2}, NO_CHANCE)
        self.assertEqual((p["small"][0]["moon"], p["small"][0]["sun"], p["small"][0]["face_up"]), ("KY", EMPTY, False))
        p = duel.apply(p, {"sun": "large", "colour": "T", "to": 2}, NO_CHANCE)
        self.assertEqual((p["large"]["sun"], p["large"]["moon"], p["start_tile"]), (EMPTY, tiles("RKK"), "large"))
        self.assertEqual({m["moon"] for m in duel.legal_moves(p) if "moon" in m}, {"R", "K", "Y"})
        yellow = duel.apply(p, {"moon": "Y", "to": 3}, NO_CHANCE)
        self.assertEqual((yellow["boards"][1]["lines"][2], yellow["start_tile"]), ("YY", "large"))
        self.assertEqual((yellow["small"][0]["moon"], yellow["small"][1]["face_up"]), ("K", True))
        black = duel.apply(p, {"moon": "K", "to": 3}, NO_CHANCE)
        self.assertEqual((black["boards"][1]["lines"][2], black["start_tile"]), ("KK", 1))
        black_later = duel.apply(yellow, {"moon": "K", "to": 3}, NO_CHANCE)
        self.assertEqual((black_later["boards"][0]["lines"][2], black_later["start_tile"]), ("KKK", 0))

    def test_four_of_a_colour_reveal_the_chip(self):
        """D14."""
        p = duel_position(small=[("BBBB", "", "BR"), ("BBYY", "", "T")])
        p = duel.apply(p, {"sun": 1, "colour": "B", "stack": "", "to": 4}, NO_CHANCE)
        self.assertEqual([s["face_up"] for s in p["small"]], [True, False, False, False])
        p = duel.apply(p, {"chip": 1}, NO_CHANCE)
        self.assertEqual((p["boards"][1]["chips"], p["boards"][1]["taken"]), (["BR"], 1))
        self.assertEqual(p["small"][0], {"sun": EMPTY, "moon": "", "chip": None, "face_up": False})

    def test_draw_two_plates(self):
        """D9: two points, choose one, the other goes under the pile."""
        p = duel_position(large="BBYYK")
        p = duel.apply(p, {"draw": 1}, NO_CHANCE)
        self.assertEqual((p["phase"], p["seat"], p["drawn"], p["boards"][0]["tokens"]), ("draw", 0, ["J1"], 1))
        p = duel.apply(p, {"draw": 1}, NO_CHANCE)
        self.assertEqual((p["drawn"], p["boards"][0]["score"], p["boards"][0]["tokens"]), (["J1", "J2"], 3, 1))
        p = duel.apply(p, {"stop": 1}, NO_CHANCE)
        self.assertEqual((p["phase"], len(duel.legal_moves(p))), ("keep", 2 * 9 * 4))
        p = duel.apply(p, {"plate": "J1", "slot": 5, "turn": 3}, NO_CHANCE)
        self.assertEqual((p["phase"], p["seat"], p["pile"]), ("offer", 1, ["J3", "J2"]))
        self.assertEqual((p["boards"][0]["plates"][4], p["display"]), ("J1/3", ["S1", "S2", "S3"]))
        self.assertNotIn("drawn", p)

    def test_return_in_chosen_order(self):
        """D9: the first one returned lies nearest the top; the last goes by itself."""
        p = duel_position(large="BBYYK", phase="keep", drawn=["J1", "J2", "J3"], pile=["S9"])
        p = duel.apply(p, {"plate": "J2", "slot": 1, "turn": 0}, NO_CHANCE)
        self.assertEqual((p["phase"], p["drawn"]), ("return", ["J1", "J3"]))
        p = duel.apply(p, {"return": "J3"}, NO_CHANCE)
        self.assertEqual((p["phase"], p["pile"]), ("offer", ["S9", "J3", "J1"]))

    def test_turning_a_plate(self):
        """D3: clockwise quarters of YK/TS."""
        self.assertEqual([duel_table.LYING[f"S1/{turn}"] for turn in range(4)], ["YKTS", "TYSK", "STKY", "KSYT"])

    def finish(self, board, **rest):
        """Ends the offer of round 2 by the last chip; the first board is tiled."""
        board = {**board, "tokens": 0}
        p = duel_position(small=[("", "", "B")], seat=1, bag="BYRKT" * 5, chips=duel_table.CHIPS[8:],
                          boards=[board, duel_board(tokens=0, taken=1)], **rest)
        return duel.apply(p, {"chip": 1}, Dice(random.Random(2)))

    def test_tiling_a_dome(self):
        """D17: line 1 is unplaceable and breaks, line 2 and 4 are placed, lines 3 and 5 stay."""
        # Slots 1 to 3 have no red in row 1 and one black in row 2; slot 4 has a joker in row 4.
        board = duel_board(lines=["R", "KK", "TT", "BBBB", "Y", ""], taken=2,
                           plates=plates(p1="S4/0", p2="S8/0", p3="J9/2", p4="S4/0", p5="J3/0"))
        self.assertEqual([duel_table.space_at(board["plates"], 0, c) for c in range(6)], list("YBSTKB"))
        self.assertEqual([duel_table.space_at(board["plates"], 1, c) for c in range(6)], list("KSYBJR"))
        board["tiles"] = ["......", "....B.", "......", "......", "......", "......"]
        p = self.finish(board)
        board = p["boards"][0]
        self.assertEqual(board["lines"], ["", "", "TT", "", "Y", ""])
        self.assertEqual(board["tiles"], ["......", "K...B.", "......", "...B..", "......", "......"])
        self.assertEqual(board["score"], 5 + 1 + 1 - 1)
        self.assertEqual(p["tower"], tiles("RKBBB"))

    def test_two_half_turquoise_chips(self):
        """D18: they complete the third line; any three complete the fourth."""
        board = duel_board(lines=["", "", "TT", "YYY", "", ""], taken=2, chips=["B", "RT", "YT"],
                           plates=plates(p4="J4/0", p5="J2/0"))
        p = self.finish(board)
        self.assertEqual((p["phase"], p["seat"], p["line"]), ("tiling", 0, 3))
        spends = [(m.get("cell"), m.get("spend")) for m in duel.legal_moves(p)]
        self.assertEqual(spends, [([3, 1], ["RT", "YT"]), ([3, 1], ["B", "RT", "YT"]), ([3, 3], ["RT", "YT"]),
                                  ([3, 3], ["B", "RT", "YT"]), (None, None)])
        skipped = duel.apply(p, {"line": 3, "skip": 1}, NO_CHANCE)
        self.assertEqual((skipped["line"], [(m.get("cell"), m.get("spend")) for m in duel.legal_moves(skipped)]),
                         (4, [([4, 1], ["B", "RT", "YT"]), ([4, 4], ["B", "RT", "YT"]), (None, None)]))
        spent = duel.apply(p, {"line": 3, "cell": [3, 1], "spend": ["RT", "YT"]}, Dice(random.Random(1)))
        self.assertEqual((spent["boards"][0]["chips"], spent["boards"][0]["spent"]), (["B"], ["RT", "YT"]))
        self.assertEqual((spent["boards"][0]["lines"][2:4], spent["boards"][0]["tiles"][2]), (["", "YYY"], "T....."))
        self.assertEqual(spent["tower"], tiles("T"))

    def test_points_and_penalty(self):
        """D19, D20: 2 + 2 for the yellow tile, 2 for the special tile, 3 for the blue one; then 6 + 2 are lost."""
        board = duel_board(taken=2, lines=["Y", "", "BBB", "", "", ""], broken="RRR", score=9,
                           plates=plates(p1="S4/0", p4="J1/0"))
        # S4 is YB/KS: yellow (1,1) joins blue (1,2) and black (2,1), and the special tile comes to (2,2).
        board["tiles"] = [".B....", "K.....", "......", "......", "......", "......"]
        p = duel_position(boards=[board, duel_board()])
        duel.place(p, board, 0, 0)
        self.assertEqual((board["score"], board["tiles"][:2]), (9 + 4 + 2, ["YB....", "K*...."]))
        duel.place(p, board, 2, 1)
        self.assertEqual(board["score"], 15 + 3)
        p["start_tile"] = 0
        duel.penalise(p, 0, board)
        self.assertEqual((board["score"], board["broken"], p["tower"]), (18 - 8, "", tiles("RRRBB")))

    def test_broken_penalties(self):
        """D6: two broken tiles cost 3."""
        for broken, cost in (("", 0), ("R", 1), ("RB", 3), ("RBB", 6), ("RBBB", 10)):
            board = duel_board(score=30, broken=broken)
            duel.penalise(duel_position(boards=[board, duel_board()]), 0, board)
            self.assertEqual(board["score"], 30 - cost)


def parts(letters, n):
    """All multisets of n of the letters, as sorted text."""
    return {"".join(chosen) for chosen in itertools.combinations(sorted(letters), n)}


def large_outcomes(bag, tower):
    """All suns that the large factory can end up with, by trying every draw (D7, D21)."""
    if len(bag) >= 5:
        draws, pool = parts(bag, 5), bag
    else:
        rest = min(5 - len(bag), len(tower))
        draws, pool = {"".join(sorted(bag + more)) for more in parts(tower, rest)}, bag + tower
    again = {sun for sun in draws if len(sun) == 5 and len(set(sun)) == 1 and len(set(pool)) > 1}
    if not again:
        return draws
    return draws - again | {sun for sun in parts(pool, 5) if len(set(sun)) > 1}


class DuelRareCases(unittest.TestCase):
    def test_free_draw(self):
        """D10."""
        board = duel_board(score=0)
        p = duel_position(large="BBYYK", boards=[board, duel_board()], display=[None] * 3)
        self.assertIn({"draw": 1}, duel.legal_moves(p))
        after = duel.apply(p, {"draw": 1}, NO_CHANCE)
        self.assertEqual((after["phase"], after["drawn"], after["boards"][0]["score"]), ("keep", ["J1"], 0))
        p["display"][1] = "S1"
        self.assertNotIn({"draw": 1}, duel.legal_moves(p))

    def test_last_point_ends_the_drawing(self):
        p = duel_position(large="BBYYK", boards=[duel_board(score=1), duel_board()])
        self.assertEqual(duel.apply(p, {"draw": 1}, NO_CHANCE)["phase"], "keep")
        p = duel_position(large="BBYYK", pile=["J1"])
        self.assertEqual(duel.apply(p, {"draw": 1}, NO_CHANCE)["phase"], "keep")

    def test_large_factory_of_one_colour(self):
        """D13."""
        p = duel_position(large="BBBBB", small=[("YYYY", "", "B")])
        p = duel.apply(p, {"sun": "large", "colour": "B", "to": 6}, NO_CHANCE)
        self.assertEqual((p["start_tile"], p["boards"][0]["lines"][5], p["large"]["moon"]), (0, "BBBBB", EMPTY))

    def fill(self, sun, bag, tower):
        p = {"bag": tiles(bag), "tower": tiles(tower)}
        duel.fill_large(p, Witness({"large": {"sun": tiles(sun)}}))
        return p["bag"], p["tower"]

    def test_one_colour_is_drawn_again(self):
        """D7."""
        with self.assertRaises(Fault):
            self.fill("BBBBB", "BBBBBBY", "")
        self.assertEqual(self.fill("BBBBB", "BBBBBB", "YYYY"), (tiles("B"), tiles("YYYY")))
        self.assertEqual(self.fill("BBBBY", "BBBBBBY", "K"), (tiles("BB"), tiles("K")))

    def test_drawn_again_across_the_tower(self):
        """D7, D21: two blue, the tower's three blue: all go back, and anything may be drawn then."""
        self.assertEqual(self.fill("YYYYK", "BB", "BBBYYYYK"), (tiles("BBBBB"), EMPTY))
        with self.assertRaises(Fault):  # the tower has too little blue for a first draw of one colour
            self.fill("YYYYK", "BB", "BBYYYYK")
        with self.assertRaises(Fault):
            self.fill("BBBBB", "BB", "BBBYYYYK")
        self.assertEqual(self.fill("BBBBB", "BB", "BBBB"), (tiles("B"), EMPTY))

    def test_every_possible_large_factory(self):
        """D7, D21: on small bags and towers, what the referee accepts is exactly what can be drawn."""
        rng = random.Random(6)
        for _ in range(150):
            bag = "".join(rng.choice("BBBY") for _ in range(rng.randrange(8)))
            tower = "".join(rng.choice("BBBK") for _ in range(rng.randrange(8)))
            possible = large_outcomes(bag, tower)
            for sun in parts("BBBBBYYYYYKKKKK", min(5, len(bag + tower))):
                with self.subTest(bag=bag, tower=tower, sun=sun):
                    self.assertEqual(self.accepts(sun, bag, tower), sun in possible)

    def accepts(self, sun, bag, tower):
        p = {"bag": tiles(bag), "tower": tiles(tower)}
        try:
            return duel.fill_large(p, Witness({"large": {"sun": tiles(sun)}})) == tiles(sun)
        except Fault:
            return False

    def test_shortage(self):
        """D21: fewer tiles of one colour stay; a chip on an empty small factory is face up at once."""
        self.assertEqual(self.fill("BBB", "B", "BB"), (EMPTY, EMPTY))
        p = duel_position(tower="BBYYKKT", boards=[duel_board(tokens=0, taken=2), duel_board(tokens=0, taken=1)],
                          small=[("", "", "B")], seat=1)
        p = duel.apply(p, {"chip": 1}, Dice(random.Random(1)))
        self.assertEqual([s["face_up"] for s in p["small"]], [False, True, True, True])
        self.assertEqual((p["round"], sum(p["small"][0]["sun"]), len(p["chips"])), (3, 2, 8))

    def test_forced_pass(self):
        """D16: who can do nothing passes; the other goes on."""
        p = duel_position(large="", small=[("", "", "B"), ("", "", "R")],
                          boards=[duel_board(tokens=1), duel_board(tokens=0, taken=2)])
        p = duel.apply(p, {"chip": 1}, NO_CHANCE)
        self.assertEqual((p["seat"], p["boards"][0]["passed"], p["boards"][1]["passed"]), (0, False, True))

    def test_full_line_waits_for_a_plate(self):
        """D17: without a space, but with a slot still empty, the tiles stay."""
        board = duel_board(lines=["R", "", "", "", "", ""], plates=plates(p1="S4/0"))
        p = duel_position(boards=[board, duel_board()])
        self.assertFalse(duel.tile_line(p, board, 0))
        self.assertEqual((board["lines"][0], board["broken"]), ("R", ""))

    def test_payments(self):
        """D18: pairs of the colour and triples of any; nothing idle."""
        self.assertEqual(duel.payments(("B", "B"), "B", 1), [("B", "B")])
        self.assertEqual(duel.payments(("B", "B"), "Y", 1), [])
        self.assertEqual(duel.payments(("B", "K", "Y"), "R", 1), [("B", "K", "Y")])
        self.assertEqual(sorted(duel.payments(("B", "B", "BK", "BR", "Y"), "B", 2)),
                         [("B", "B", "BK", "BR"), ("B", "B", "BK", "BR", "Y")])
        self.assertEqual(duel.payments(("B", "B", "Y", "Y"), "B", 2), [])

    def test_winners(self):
        """D23."""
        for scores, tile, expected in (((9, 8), 1, [0]), ((8, 8), 1, [1]), ((8, 8), 0, [0]), ((8, 8), "large", [0, 1])):
            p = {"boards": [{"score": s} for s in scores], "start_tile": tile}
            self.assertEqual(duel.winners(p), expected)

    def test_no_holder_of_the_start_tile(self):
        """D21: the starter starts again."""
        p = duel_position(bag="BYRKT" * 5, boards=[duel_board(tokens=0, taken=1), duel_board(tokens=0, taken=2)],
                          small=[("", "", "B")], starter=1, display=[None, "S1", None])
        p = duel.apply(p, {"chip": 1}, Dice(random.Random(1)))
        self.assertEqual((p["starter"], p["seat"], p["round"], p["start_tile"]), (1, 1, 3, "large"))
        self.assertEqual((p["display"], p["pile"]), (["J1", "S1", "J2"], ["J3"]))
        self.assertEqual([b["tokens"] for b in p["boards"]], [2, 2])


class DuelTablets(unittest.TestCase):
    def score(self, side, rows, lying=None):
        return duel_table.TABLETS[side](duel_board(tiles=rows, plates=lying or [None] * 9))

    def test_rows_and_columns(self):
        """D5."""
        rows = ["BBYRKT", "B.....", "B.....", "B.....", "B.....", "B....."]
        self.assertEqual((self.score("a1", rows), self.score("b1", rows)), (3, 7))
        self.assertEqual(self.score("b2", rows), 11)
        self.assertEqual(self.score("b2", ["BBBBBB"] * 6), 20)

    def test_colours_of_a_row(self):
        """D22: a special tile is a colour, once; gaps do not matter."""
        for row, points in (("BYRKT.", 4), ("BYRK*.", 4), ("BYRKK*", 4), ("BYR**K", 4), ("BYR**.", 0), ("BBYRK.", 0)):
            self.assertEqual(self.score("a2", [row] + ["......"] * 5), points, row)

    def test_diagonals_and_corners(self):
        """D5."""
        rows = ["B....B", ".B..B.", "..BB..", "..BB..", ".B..B.", "B....B"]
        self.assertEqual(self.score("c1", rows), 20)
        rows = ["BB..BB", "BB..B.", "......", "......", "BB....", "BB...."]
        self.assertEqual(self.score("c2", rows), 3 + 8)

    def test_jokers_and_special_spaces(self):
        """D5: J1 has its joker at the top left, S1 its special space at the bottom right."""
        lying = plates(p1="J1/0", p2="J1/0", p3="S1/0")
        filled = ["B.B...", "......"] + ["......"] * 4
        self.assertEqual(self.score("d1", filled, lying), 4)
        self.assertEqual(self.score("d1", ["B....."] + ["......"] * 5, lying), 0)
        self.assertEqual(self.score("d2", filled, lying), -3)
        self.assertEqual(self.score("d2", ["......", ".....*"] + ["......"] * 4, lying), 0)


if __name__ == "__main__":
    tap.main()
