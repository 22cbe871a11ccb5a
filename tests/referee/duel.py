"""Duel (rules D1 to D23)."""

from collections import Counter
from functools import lru_cache
from itertools import permutations, product

from common import (COLOURS, INDEX, add_to, check_counts, check_int, check_keys, check_line, check_list, check_text,
                    count_letters, draw_tiles, one_colour, placement_points, require)

SPECIAL = "YK/TS KS/TR SK/RB YB/KS TR/BS YS/KR BK/ST ST/YB SY/BR"  # D3
JOKER = "JB/TK TR/BJ KY/RJ TY/JK YR/JB TK/RJ RT/YJ TB/JY RJ/BK"
CHIP_FACES = ("B", "Y", "R", "K", "T", "BR", "RT", "YT", "YK", "BK")  # D4, two of each
BROKEN = (0, 1, 3, 6, 10)  # D6
BROKEN_ROOM = 4
START_TILE_COST = 2
LAST_ROUND = 5
TABLET_SIDES = {letter + side for letter in "abcd" for side in "12"}
BOOLEANS = 6  # how many true or false a line of the trace holds: four face_up, two passed


def turned_clockwise(spaces):
    """Spaces are top-left, top-right, bottom-left, bottom-right."""
    top_left, top_right, bottom_left, bottom_right = spaces
    return bottom_left + top_left + bottom_right + top_right


def all_plates():
    """Every plate as it may lie: "S3/1" -> its four spaces."""
    lying = {}
    for kind, listing in (("S", SPECIAL), ("J", JOKER)):
        for number, front in enumerate(listing.split(), 1):
            spaces = front.replace("/", "")
            for turn in range(4):
                lying[f"{kind}{number}/{turn}"] = spaces
                spaces = turned_clockwise(spaces)
    return lying


LYING = all_plates()
PLATES = sorted({name[:2] for name in LYING})
CHIPS = sorted(CHIP_FACES * 2)

# Which rule decides a part of the position: named when a prediction fails.
RULES_OF = {"score": "D9, D19, D20, D22", "lines": "D15, D17, D18", "plates": "D8, D9", "tiles": "D17, D19",
            "broken": "D15, D17, D20", "tokens": "D9, D21", "chips": "D7, D14, D18", "spent": "D18",
            "taken": "D14", "passed": "D16", "bag": "D7, D21", "tower": "D15, D17, D20, D21", "large": "D7, D11, D12",
            "small": "D7, D11, D12, D14", "start_tile": "D12, D13", "display": "D8, D9, D21", "pile": "D8, D9, D21",
            "drawn": "D9", "seat": "D8, D16, TRACE tiling order", "starter": "D21", "round": "D21",
            "phase": "D9, D16, D17", "line": "D17, D18"}

KEYS = {"rules", "players", "round", "phase", "seat", "starter", "tablets", "bag", "tower", "large", "start_tile",
        "small", "display", "pile", "chips", "boards"}
BOARD_KEYS = {"score", "lines", "plates", "tiles", "broken", "tokens", "chips", "spent", "taken", "passed"}
PHASE_KEYS = {"draw": {"drawn"}, "keep": {"drawn"}, "return": {"drawn"}, "tiling": {"line"}}
PHASES = ("setup", "offer", "draw", "keep", "return", "tiling", "over")


# The dome. Rows, columns and slots count from 0 inside this file.


def slot_of(row, col):
    return row // 2 * 3 + col // 2


def space_at(plates, row, col):
    """What the dome shows there: a colour, S, J, or None without a plate."""
    plate = plates[slot_of(row, col)]
    return LYING[plate][row % 2 * 2 + col % 2] if plate else None


def cells_of(slot):
    """The four (row, column) of a slot, in the order of a plate's spaces."""
    top, left = slot // 3 * 2, slot % 3 * 2
    return [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]


def free_columns(board, row, letter):
    """D17: where line `row` may place a tile of this colour."""
    return [col for col in range(6)
            if board["tiles"][row][col] == "." and space_at(board["plates"], row, col) in (letter, "J")]


def row_has_all_plates(board, row):
    first = row // 2 * 3
    return None not in board["plates"][first:first + 3]


def put_tile(board, row, col, letter):
    cells = board["tiles"][row]
    board["tiles"][row] = cells[:col] + letter + cells[col + 1:]


def spaces_with(board, wanted):
    """The tiles (or ".") on all spaces of this sort, S or J."""
    return [board["tiles"][row][col] for row in range(6) for col in range(6)
            if space_at(board["plates"], row, col) == wanted]


# Positions.


def check_tablets(tablets):
    require(type(tablets) is list and len(tablets) in (3, 4) and all(type(t) is str for t in tablets), "D5",
            f"tablets must be three or four names, found {tablets!r}")
    require(set(tablets) <= TABLET_SIDES and len({t[0] for t in tablets}) == len(tablets), "D5",
            f"tablets must be one side each of different tablets, found {tablets}")


def check_position(p):
    """Form and invariants of one position."""
    phase = p.get("phase") if type(p) is dict else None
    require(phase is None or type(phase) is str and phase in PHASES, "form", f"unknown phase {phase!r}")
    check_keys(p, KEYS | PHASE_KEYS.get(phase, set()), "position")
    require(p["rules"] == "duel", "form", f"rules must be duel, found {p['rules']!r}")
    check_int(p["players"], 2, 2, "D1", "players")
    check_int(p["round"], 1, LAST_ROUND, "D1", "round")
    check_int(p["starter"], 0, 1, "form", "starter")
    if phase == "over":
        require(p["seat"] is None, "form", f"seat must be null when the game is over, found {p['seat']!r}")
    else:
        check_int(p["seat"], 0, 1, "form", "seat")
    check_tablets(p["tablets"])
    check_factories(p)
    check_list(p["boards"], 2, "boards")
    for seat, board in enumerate(p["boards"]):
        check_board(board, f"board {seat}")
    check_tiles(p)
    check_plates(p)
    check_chips(p)
    check_phase(p)


def check_factories(p):
    for place in ("bag", "tower"):
        check_counts(p[place], place, 65)
    check_keys(p["large"], {"sun", "moon"}, "large")
    check_counts(p["large"]["sun"], "large sun", 5)
    check_counts(p["large"]["moon"], "large moon", 4)
    require(not (any(p["large"]["sun"]) and any(p["large"]["moon"])), "D11", "large has tiles on sun and moon")
    check_list(p["small"], 4, "small")
    for i, small in enumerate(p["small"], 1):
        check_small(small, f"small {i}")
    if p["start_tile"] != "large":
        check_int(p["start_tile"], 0, 1, "D12", "start_tile")
        require(not any(p["large"]["sun"]), "D12", "the start tile was taken before the large factory's sun")
    check_filling(p)


def check_small(small, what):
    check_keys(small, {"sun", "moon", "chip", "face_up"}, what)
    check_counts(small["sun"], f"{what} sun", 4)
    check_text(small["moon"], COLOURS, 3, f"{what} moon")
    require(not (any(small["sun"]) and small["moon"]), "D11", f"{what} has tiles on sun and moon")
    require(type(small["face_up"]) is bool, "form", f"{what} face_up must be true or false")
    bare = not any(small["sun"]) and not small["moon"]
    if small["chip"] is None:
        require(bare and not small["face_up"], "D14", f"{what} has no chip but tiles or face_up")
    else:
        require(small["chip"] in CHIP_FACES, "D4", f"{what} has an unknown chip {small['chip']!r}")
        require(small["face_up"] == bare, "D14", f"{what}: face_up must be {str(bare).lower()}")


def check_filling(p):
    """D7, D21: large first, then the small ones in order; short only when the bag is empty."""
    short = 0 < sum(p["large"]["sun"]) < 5
    for i, small in enumerate(p["small"], 1):
        tiles = sum(small["sun"]) + len(small["moon"])
        require(not (short and tiles), "D21", f"small {i} has tiles although an earlier factory was not filled")
        short = short or 0 < sum(small["sun"]) < 4
    require(not (short and any(p["bag"])), "D21", "a factory was not filled although the bag has tiles")


def check_board(board, what):
    check_keys(board, BOARD_KEYS, what)
    check_int(board["score"], 0, 10 ** 6, "D20", f"{what} score")
    check_int(board["tokens"], 0, 2, "D9", f"{what} tokens")
    check_int(board["taken"], 0, 2, "D14", f"{what} taken")
    require(type(board["passed"]) is bool, "form", f"{what} passed must be true or false")
    check_text(board["broken"], COLOURS, BROKEN_ROOM, f"{what} broken")
    check_list(board["lines"], 6, f"{what} lines")
    for row, tiles in enumerate(board["lines"]):
        check_line(tiles, row + 1, f"{what} line {row + 1}", "D15")
    check_list(board["plates"], 9, f"{what} plates")
    for slot, plate in enumerate(board["plates"], 1):
        require(plate is None or type(plate) is str and plate in LYING, "D3",
                f"{what} slot {slot} has an unknown plate {plate!r}")
    check_dome(board, what)


def check_dome(board, what):
    """Tiles lie on spaces of their colour; a special tile lies where, and only where, its plate is filled (D19)."""
    check_list(board["tiles"], 6, f"{what} tiles")
    for row, cells in enumerate(board["tiles"]):
        check_text(cells, COLOURS + ".*", 6, f"{what} tiles row {row + 1}")
        require(len(cells) == 6, "form", f"{what} tiles row {row + 1} must have 6 places, found {cells!r}")
    for slot, plate in enumerate(board["plates"]):
        tiles = "".join([board["tiles"][row][col] for row, col in cells_of(slot)])
        for tile, space in zip(tiles, LYING[plate] if plate else "...."):
            fits = tile == "." or tile == space or tile in COLOURS and space == "J" or tile == "*" and space == "S"
            require(fits, "D17", f"{what} slot {slot + 1}: tile {tile} on space {space}")
        if plate and plate[0] == "S":
            filled = sum(tile in COLOURS for tile in tiles) == 3
            require(filled == ("*" in tiles), "D19", f"{what} slot {slot + 1}: special tile and tiles {tiles!r} disagree")


def check_tiles(p):
    """D1: 13 tiles a colour, wherever they are."""
    total = p["bag"][:]
    for counts in (p["tower"], p["large"]["sun"], p["large"]["moon"], *(s["sun"] for s in p["small"])):
        add_to(total, counts)
    letters = "".join([s["moon"] for s in p["small"]])
    letters += "".join(["".join(b["lines"]) + "".join(b["tiles"]) + b["broken"] for b in p["boards"]])
    add_to(total, count_letters(letters))
    require(total == [13] * 5, "D1", f"expected 13 tiles of each colour, found {dict(zip(COLOURS, total))}")


def check_plates(p):
    """D1: 18 plates, each in one place; a plate was placed for each token spent and one in the set-up (D8, D9)."""
    check_list(p["display"], 3, "display")
    require(type(p["pile"]) is list, "form", "pile must be a list")
    drawn = p.get("drawn", [])
    require(type(drawn) is list, "form", "drawn must be a list")
    lying = [plate[:2] for b in p["boards"] for plate in b["plates"] if plate]
    everywhere = [plate for plate in p["display"] if plate is not None] + p["pile"] + drawn + lying
    require(all(type(plate) is str for plate in everywhere) and sorted(everywhere) == PLATES, "D1",
            f"expected each of the 18 plates once, found {everywhere}")
    if p["phase"] == "setup":
        require(None not in p["display"], "D8", f"the display is not refilled: {p['display']}")
    for seat, board in enumerate(p["boards"]):
        placed = 9 - board["plates"].count(None)
        if p["phase"] == "setup":
            expected = int(p["seat"] == p["starter"] != seat)
        elif p["round"] == LAST_ROUND:
            expected = 9
        else:
            expected = 2 * p["round"] + 1 - board["tokens"]
            expected -= p["phase"] in ("draw", "keep") and seat == p["seat"]  # spent, not yet placed (D10)
        require(placed == expected, "D9", f"board {seat} has {placed} plates, expected {expected}")


def check_chips(p):
    """D4, D14: 20 chips; four leave the supply each round and each player gets two of them."""
    lists = [("chips", p["chips"])]
    for seat, board in enumerate(p["boards"]):
        lists += [(f"board {seat} chips", board["chips"]), (f"board {seat} spent", board["spent"])]
    for what, faces in lists:
        require(type(faces) is list and all(type(f) is str for f in faces), "form", f"{what} must be a list of faces")
        require(faces == sorted(faces), "form", f"{what} must be sorted, found {faces}")
    out = [s["chip"] for s in p["small"] if s["chip"] is not None]
    everywhere = sorted(out + [face for _, faces in lists for face in faces])
    require(everywhere == CHIPS, "D4", f"expected the 20 chips, found {everywhere}")
    supply = 20 - 4 * p["round"]
    require(len(p["chips"]) == supply, "D7, D21", f"the supply has {len(p['chips'])} chips, expected {supply}")
    for seat, board in enumerate(p["boards"]):
        owned = len(board["chips"]) + len(board["spent"])
        expected = 2 * (p["round"] - 1) + board["taken"]
        require(owned == expected, "D14", f"board {seat} has {owned} chips, expected {expected}")


def check_phase(p):
    phase = p["phase"]
    boards = p["boards"]
    bare = factories_bare(p)
    if p["round"] == LAST_ROUND:
        require(not any(b["tokens"] for b in boards), "D9", "a token in the last round")
    for seat, board in enumerate(boards):
        idle = not tiles_left(p) and not board["tokens"] and board["taken"] == 2
        require(idle or not board["passed"], "D16", f"seat {seat} passed although it could act")
    if phase == "setup":
        require(p["round"] == 1 and all(b["tokens"] == 2 for b in boards), "D8", "set-up after the start")
    elif phase == "offer":
        require(not phase_over(p), "D16", "the offer goes on although the phase is over")
        require(can_act(p, p["seat"]), "D16", f"seat {p['seat']} is to move but must pass")
    elif phase in ("tiling", "over"):
        require(bare and not any(b["tokens"] for b in boards), "D16", f"phase {phase} before the offer was over")
        check_tiled(p)
    else:
        least = 2 if phase == "return" else 1
        require(len(p["drawn"]) >= least, "D9", f"phase {phase} with the drawn plates {p['drawn']}")
        require(phase != "draw" or can_draw_on(p), "D10", "phase draw although no further draw is possible")


def check_tiled(p):
    done = (0, 1) if p["phase"] == "over" else {p["starter"]} - {p["seat"]}
    for seat in done:
        require(not p["boards"][seat]["broken"], "D20", f"seat {seat} is tiled but has broken tiles")
    if p["phase"] == "over":
        require(p["round"] == LAST_ROUND, "D22", f"the game ended in round {p['round']}")
    else:
        check_int(p["line"], 1, 6, "form", "line")
        require(p["boards"][p["seat"]]["lines"][p["line"] - 1], "D17", f"line {p['line']} has no tile to place")


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


# What is possible.


def tiles_left(p):
    return any(p["large"]["sun"]) or any(p["large"]["moon"]) or any(any(s["sun"]) or s["moon"] for s in p["small"])


def factories_bare(p):
    return not tiles_left(p) and all(s["chip"] is None for s in p["small"])


def phase_over(p):
    """D16."""
    return factories_bare(p) and not any(b["tokens"] for b in p["boards"])


def can_act(p, seat):
    board = p["boards"][seat]
    plate = board["tokens"] and (any(p["display"]) or p["pile"])  # D10: a token can always be spent on one of them
    chip = board["taken"] < 2 and any(s["face_up"] for s in p["small"])
    return bool(tiles_left(p) or plate or chip)


def can_draw_first(p):
    """D9, D10."""
    board = p["boards"][p["seat"]]
    return bool(board["tokens"] and p["pile"] and (board["score"] or not any(p["display"])))


def can_draw_on(p):
    return bool(p["pile"]) and p["boards"][p["seat"]]["score"] > 0


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


# The end.


def columns_of(board):
    return ["".join(row[col] for row in board["tiles"]) for col in range(6)]


def full_lines(lines):
    return sum("." not in line for line in lines)


def score_colourful_rows(board):
    """D22: the special tile is one more colour, once."""
    return 4 * sum(len(set(row) - {"."}) >= 5 for row in board["tiles"])


def score_border(board):
    tiles = board["tiles"]
    border = tiles[0] + tiles[5] + "".join(row[0] + row[5] for row in tiles[1:5])
    return 20 - border.count(".")


def score_diagonals(board):
    tiles = board["tiles"]
    return 10 * full_lines(["".join(tiles[i][i] for i in range(6)), "".join(tiles[i][5 - i] for i in range(6))])


def score_corners(board):
    values = {0: 3, 2: 3, 6: 8, 8: 8}
    return sum(points for slot, points in values.items()
               if all(board["tiles"][row][col] != "." for row, col in cells_of(slot)))


def score_jokers(board):
    spaces = spaces_with(board, "J")
    return 0 if "." in spaces else 2 * len(spaces)


TABLETS = {  # D5
    "a1": lambda board: 3 * full_lines(board["tiles"]),
    "a2": score_colourful_rows,
    "b1": lambda board: 7 * full_lines(columns_of(board)),
    "b2": score_border,
    "c1": score_diagonals,
    "c2": score_corners,
    "d1": score_jokers,
    "d2": lambda board: -3 * spaces_with(board, "S").count("."),
}


def winners(p):
    """D23."""
    scores = [b["score"] for b in p["boards"]]
    if scores[0] != scores[1]:
        return [scores.index(max(scores))]
    return [0, 1] if p["start_tile"] == "large" else [p["start_tile"]]
