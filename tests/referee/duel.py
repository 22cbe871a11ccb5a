"""Duel (rules D7 to D23): moves, tiling, rounds and the end."""

from collections import Counter
from functools import lru_cache
from itertools import permutations, product

from common import COLOURS, INDEX, add_to, count_letters, draw_tiles, one_colour, placement_points, require
from duel_form import check_position, check_tablets  # noqa: F401 - part of the engine
from duel_table import (BROKEN, BROKEN_ROOM, CHIPS, LAST_ROUND, LYING, PLATES, START_TILE_COST, TABLETS, can_act,
                        can_draw_first, can_draw_on, cells_of, free_columns, phase_over, put_tile, row_has_all_plates,
                        slot_of)

BOOLEANS = 6  # how many true or false a line of the trace holds: four face_up, two passed

# Which rule decides a part of the position: named when a prediction fails.
RULES_OF = {"score": "D9, D19, D20, D22", "lines": "D15, D17, D18", "plates": "D8, D9", "tiles": "D17, D19",
            "broken": "D15, D17, D20", "tokens": "D9, D21", "chips": "D7, D14, D18", "spent": "D18",
            "taken": "D14", "passed": "D16", "bag": "D7, D21", "tower": "D15, D17, D20, D21", "large": "D7, D11, D12",
            "small": "D7, D11, D12, D14", "start_tile": "D12, D13", "display": "D8, D9, D21", "pile": "D8, D9, D21",
            "drawn": "D9", "seat": "D8, D16, TRACE tiling order", "starter": "D21", "round": "D21",
            "phase": "D9, D16, D17", "line": "D17, D18"}

# And of a move, by its first key.
RULES_OF_MOVE = {"plate": "D8, D9", "draw": "D9, D10", "stop": "D9", "return": "D9", "sun": "D11, D15",
                 "moon": "D12, D15", "chip": "D14", "line": "D17, D18"}


def start(tablets, chance):
    """D1, D7."""
    starter = chance.starter(2)
    plates = chance.shuffle(PLATES, lambda found: found["display"] + found["pile"])
    p = {"rules": "duel", "players": 2, "round": 0, "phase": "setup", "seat": 1 - starter, "starter": starter,
         "tablets": tablets, "bag": [13] * 5, "tower": [0] * 5, "large": {"sun": [0] * 5, "moon": [0] * 5},
         "start_tile": "large",
         "small": [{"sun": [0] * 5, "moon": "", "chip": None, "face_up": False} for _ in range(4)],
         "display": plates[:3], "pile": plates[3:], "chips": CHIPS[:], "boards": [new_board(), new_board()]}
    begin_round(p, chance)
    p.update(phase="setup", seat=1 - starter)
    return p


def new_board():
    return {"score": 5, "lines": [""] * 6, "plates": [None] * 9, "tiles": ["......"] * 6, "broken": "", "tokens": 2,
            "chips": [], "spent": [], "taken": 0, "passed": False}


def copy(p):
    q = dict(p)
    for key in ("bag", "tower", "display", "pile", "chips"):
        q[key] = p[key][:]
    if "drawn" in p:
        q["drawn"] = p["drawn"][:]
    q["large"] = {"sun": p["large"]["sun"][:], "moon": p["large"]["moon"][:]}
    q["small"] = [{**s, "sun": s["sun"][:]} for s in p["small"]]
    q["boards"] = [{**b, "lines": b["lines"][:], "plates": b["plates"][:], "tiles": b["tiles"][:],
                    "chips": b["chips"][:], "spent": b["spent"][:]} for b in p["boards"]]
    return q


# Moves.


def legal_moves(p):
    board = p["boards"][p["seat"]]
    phase = p["phase"]
    if phase == "setup":
        return plate_moves(board, p["display"])
    if phase == "offer":
        return offer_moves(p, board)
    if phase == "draw":
        return ([{"draw": 1}] if can_draw_on(p) else []) + [{"stop": 1}]
    if phase == "keep":
        return plate_moves(board, p["drawn"])
    if phase == "return":
        return [{"return": plate} for plate in p["drawn"]]
    return tiling_moves(board, p["line"])


def plate_moves(board, plates):
    slots = [slot + 1 for slot, plate in enumerate(board["plates"]) if plate is None]
    return [{"plate": plate, "slot": slot, "turn": turn}
            for plate in plates if plate for slot in slots for turn in range(4)]


def offer_moves(p, board):
    moves = plate_moves(board, p["display"]) if board["tokens"] else []
    if can_draw_first(p):
        moves.append({"draw": 1})
    targets = [line_targets(board, letter) for letter in COLOURS]
    for i, small in enumerate(p["small"], 1):
        moves += small_sun_moves(i, small["sun"], targets)
    for c, letter in enumerate(COLOURS):
        if p["large"]["sun"][c]:
            moves += [{"sun": "large", "colour": letter, "to": to} for to in targets[c]]
        if p["large"]["moon"][c] or any(s["moon"][-1:] == letter for s in p["small"]):
            moves += [{"moon": letter, "to": to} for to in targets[c]]
    if board["taken"] < 2:
        moves += [{"chip": i} for i, small in enumerate(p["small"], 1) if small["face_up"]]
    return moves


def line_targets(board, letter):
    """D15."""
    return [row + 1 for row, tiles in enumerate(board["lines"])
            if len(tiles) <= row and (not tiles or tiles[0] == letter)] + ["broken"]


def small_sun_moves(number, sun, targets):
    """D11: every order of the rest is a move of its own."""
    moves = []
    for c, letter in enumerate(COLOURS):
        if sun[c]:
            rest = tuple(0 if i == c else n for i, n in enumerate(sun))
            moves += [{"sun": number, "colour": letter, "stack": stack, "to": to}
                      for stack in stacks(rest) for to in targets[c]]
    return moves


@lru_cache(maxsize=None)
def stacks(rest):
    tiles = "".join(letter * n for letter, n in zip(COLOURS, rest))
    return sorted({"".join(order) for order in permutations(tiles)})


def tiling_moves(board, line):
    tiles = board["lines"][line - 1]
    cells = [[line, col + 1] for col in free_columns(board, line - 1, tiles[0])]
    missing = line - len(tiles)
    if not missing:
        return [{"line": line, "cell": cell} for cell in cells]
    moves = [{"line": line, "cell": cell, "spend": list(spend)}
             for cell in cells for spend in payments(tuple(board["chips"]), tiles[0], missing)]
    return moves + [{"line": line, "skip": 1}]


@lru_cache(maxsize=4096)
def payments(chips, letter, missing):
    """D18: every multiset that splits into `pairs` pairs of the colour and `missing - pairs` triples of any."""
    counts = Counter(chips)
    faces = sorted(counts)
    found = []
    for chosen in product(*(range(counts[face] + 1) for face in faces)):
        pairs = 3 * missing - sum(chosen)
        if 0 <= pairs <= missing:
            matching = sum(n for face, n in zip(faces, chosen) if letter in face)
            if matching >= 2 * pairs:
                found.append(tuple(face for face, n in zip(faces, chosen) for _ in range(n)))
    return found


def apply(p, move, chance):
    """The next position that needs a decision, or the final one."""
    p = copy(p)
    STEPS[p["phase"]](p, move, chance)
    return p


def step_setup(p, move, _chance):
    """D8."""
    place_plate(p, move)
    p["display"][p["display"].index(move["plate"])] = p["pile"].pop(0)
    if p["seat"] == p["starter"]:
        p["phase"] = "offer"
    p["seat"] = p["starter"]


def step_offer(p, move, chance):
    board = p["boards"][p["seat"]]
    if "draw" in move:
        board["tokens"] -= 1
        p["drawn"] = []
        draw_plate(p)
        return
    if "plate" in move:
        board["tokens"] -= 1
        place_plate(p, move)
        p["display"][p["display"].index(move["plate"])] = None
    elif "chip" in move:
        take_chip(board, p["small"][move["chip"] - 1])
    else:
        take_tiles(p, board, move)
    end_turn(p, chance)


def place_plate(p, move):
    p["boards"][p["seat"]]["plates"][move["slot"] - 1] = f"{move['plate']}/{move['turn']}"


def draw_plate(p):
    """D9, D10: a point each, except the free plate of a player with none."""
    board = p["boards"][p["seat"]]
    board["score"] = max(0, board["score"] - 1)
    p["drawn"].append(p["pile"].pop(0))
    p["phase"] = "draw" if can_draw_on(p) else "keep"


def step_draw(p, move, _chance):
    if "stop" in move:
        p["phase"] = "keep"
    else:
        draw_plate(p)


def step_keep(p, move, chance):
    place_plate(p, move)
    p["drawn"].remove(move["plate"])
    p["phase"] = "return"
    return_rest(p, chance)


def step_return(p, move, chance):
    p["drawn"].remove(move["return"])
    p["pile"].append(move["return"])
    return_rest(p, chance)


def return_rest(p, chance):
    """The last plate goes under the pile by itself."""
    if len(p["drawn"]) < 2:
        p["pile"] += p.pop("drawn")
        p["phase"] = "offer"
        end_turn(p, chance)


def take_chip(board, small):
    """D14."""
    board["chips"] = sorted(board["chips"] + [small["chip"]])
    board["taken"] += 1
    small.update(chip=None, face_up=False)


def take_tiles(p, board, move):
    if "moon" in move:
        letter = move["moon"]
        n = take_moon(p, letter)
    else:
        letter = move["colour"]
        n = take_sun(p, letter, move)
    if move["to"] != "broken":
        row = move["to"] - 1
        fit = min(n, row + 1 - len(board["lines"][row]))
        board["lines"][row] += letter * fit
        n -= fit
    break_tiles(p, board, letter * n)
    for small in p["small"]:  # D14
        small["face_up"] = small["chip"] is not None and not any(small["sun"]) and not small["moon"]


def take_moon(p, letter):
    """D12."""
    c = INDEX[letter]
    moon = p["large"]["moon"]
    n, moon[c] = moon[c], 0
    if n and p["start_tile"] == "large":
        p["start_tile"] = p["seat"]
    for small in p["small"]:
        if small["moon"][-1:] == letter:
            small["moon"] = small["moon"][:-1]
            n += 1
    return n


def take_sun(p, letter, move):
    """D11, D13."""
    c = INDEX[letter]
    place = p["large"] if move["sun"] == "large" else p["small"][move["sun"] - 1]
    n, place["sun"][c] = place["sun"][c], 0
    if move["sun"] != "large":
        place["moon"] = move["stack"]
    else:
        if not any(place["sun"]) and p["start_tile"] == "large":
            p["start_tile"] = p["seat"]
        place["moon"] = place["sun"]
    place["sun"] = [0] * 5
    return n


def break_tiles(p, board, tiles):
    """D15."""
    fit = BROKEN_ROOM - len(board["broken"])
    board["broken"] += tiles[:fit]
    add_to(p["tower"], count_letters(tiles[fit:]))


def end_turn(p, chance):
    """D16: the other player's turn, unless that player must pass or the phase is over."""
    other = 1 - p["seat"]
    if not phase_over(p):
        for seat in (other, p["seat"]):
            board = p["boards"][seat]
            board["passed"] = board["passed"] or not can_act(p, seat)
            if not board["passed"]:
                p["seat"] = seat
                return
    tile_from(p, p["starter"], 0, chance)


# Tiling.


def step_tiling(p, move, chance):
    row = p["line"] - 1
    board = p["boards"][p["seat"]]
    if "skip" not in move:
        for face in move.get("spend", ()):
            board["chips"].remove(face)
        board["spent"] = sorted(board["spent"] + move.get("spend", []))
        place(p, board, row, move["cell"][1] - 1)
    tile_from(p, p["seat"], row + 1, chance)


def place(p, board, row, col):
    """D17, D19."""
    tiles = board["lines"][row]
    board["lines"][row] = ""
    p["tower"][INDEX[tiles[0]]] += len(tiles) - 1
    put_tile(board, row, col, tiles[0])
    board["score"] += placement_points(board["tiles"], row, col)
    slot = slot_of(row, col)
    spaces = LYING[board["plates"][slot]]
    cells = cells_of(slot)
    if "S" in spaces and sum(board["tiles"][r][c] != "." for r, c in cells) == 3:
        special_row, special_col = cells[spaces.index("S")]
        put_tile(board, special_row, special_col, "*")
        board["score"] += special_row + 1  # D6


def tile_from(p, seat, row, chance):
    """Resolves the tiling from this seat's row on, up to the next real choice or the next round."""
    while True:
        board = p["boards"][seat]
        for row in range(row, 6):
            if tile_line(p, board, row):
                p.update(phase="tiling", seat=seat, line=row + 1)
                return
        penalise(p, seat, board)
        seat, row = 1 - seat, 0
        if seat == p["starter"]:
            break
    end_round(p, chance)


def tile_line(p, board, row):
    """D17, D18: true where the player has a choice, else the line is resolved."""
    tiles = board["lines"][row]
    if not tiles:
        return False
    columns = free_columns(board, row, tiles[0])
    missing = row + 1 - len(tiles)
    if not columns:
        if row_has_all_plates(board, row):
            board["lines"][row] = ""
            break_tiles(p, board, tiles)
        return False
    if missing:
        return bool(payments(tuple(board["chips"]), tiles[0], missing))
    if len(columns) == 1:
        place(p, board, row, columns[0])
    return len(columns) > 1


def penalise(p, seat, board):
    """D20."""
    cost = BROKEN[len(board["broken"])] + (START_TILE_COST if p["start_tile"] == seat else 0)
    board["score"] = max(0, board["score"] - cost)
    add_to(p["tower"], count_letters(board["broken"]))
    board["broken"] = ""


def end_round(p, chance):
    p.pop("line", None)
    if p["round"] == LAST_ROUND:
        for board in p["boards"]:
            board["score"] = max(0, board["score"] + sum(TABLETS[t](board) for t in p["tablets"]))  # D22
        p.update(phase="over", seat=None)
        return
    chance.new_round()
    if p["start_tile"] != "large":
        p["starter"] = p["start_tile"]
    begin_round(p, chance)


def begin_round(p, chance):
    """D7, D21."""
    p.update(phase="offer", seat=p["starter"], start_tile="large", round=p["round"] + 1)
    for board in p["boards"]:
        board.update(tokens=0 if p["round"] == LAST_ROUND else 2, taken=0, passed=False)
    for i, plate in enumerate(p["display"]):
        if plate is None and p["pile"]:
            p["display"][i] = p["pile"].pop(0)
    p["large"] = {"sun": fill_large(p, chance), "moon": [0] * 5}
    for i, small in enumerate(p["small"]):
        small["sun"] = draw_tiles(p["bag"], p["tower"], 4, chance.picker(("small", i, "sun"), "D7, D21"))
        small["moon"] = ""
        small["chip"] = chance.one_of(p["chips"], lambda found, i=i: found["small"][i]["chip"], "D7, D21")
        small["face_up"] = not any(small["sun"])
        p["chips"].remove(small["chip"])


def fill_large(p, chance):
    """D7: five tiles of one colour are drawn again as long as the bag, with them, has another colour."""
    bag, tower = p["bag"], p["tower"]
    pick = chance.picker(("large", "sun"), "D7, D21")
    if chance.sees_only_last_draw and redraw_reaches_tower(bag, tower):
        add_to(bag, tower)
        tower[:] = [0] * 5
    while True:
        sun = draw_tiles(bag, tower, 5, pick)
        if sum(sun) < 5 or not one_colour(sun) or not any(n for n, s in zip(bag, sun) if not s):
            return sun
        require(not chance.sees_only_last_draw, "D7", f"large sun: {sun} is of one colour, which was avoidable")
        add_to(bag, sun)


def redraw_reaches_tower(bag, tower):
    """Whether a first draw that used up the bag could have been of one colour and been drawn again from everything:
    then any five tiles may lie there in the end, not only those with all of the old bag among them."""
    have = sum(bag)
    if not 0 < have < 5 or not one_colour(bag):
        return False
    c = next(i for i, n in enumerate(bag) if n)
    return tower[c] >= 5 - have and sum(tower) > tower[c]


STEPS = {"setup": step_setup, "offer": step_offer, "draw": step_draw, "keep": step_keep, "return": step_return,
         "tiling": step_tiling}


def winners(p):
    """D23."""
    scores = [b["score"] for b in p["boards"]]
    if scores[0] != scores[1]:
        return [scores.index(max(scores))]
    return [0, 1] if p["start_tile"] == "large" else [p["start_tile"]]
