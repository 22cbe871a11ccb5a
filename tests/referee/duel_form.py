"""Duel: form and invariants of a position."""

from common import (COLOURS, add_to, check_counts, check_int, check_keys, check_line, check_list, check_text,
                    count_letters, require)
from duel_table import (BROKEN_ROOM, CHIP_FACES, CHIPS, LAST_ROUND, LYING, PLATES, TABLETS, can_act, can_draw_on,
                        cells_of, factories_bare, phase_over)

KEYS = {"rules", "players", "round", "phase", "seat", "starter", "tablets", "bag", "tower", "large", "start_tile",
        "small", "display", "pile", "chips", "boards"}
BOARD_KEYS = {"score", "lines", "plates", "tiles", "broken", "tokens", "chips", "spent", "taken", "passed"}
PHASE_KEYS = {"draw": {"drawn"}, "keep": {"drawn"}, "return": {"drawn"}, "tiling": {"line"}}
PHASES = ("setup", "offer", "draw", "keep", "return", "tiling", "over")


def check_tablets(tablets):
    require(type(tablets) is list and len(tablets) in (3, 4) and all(type(t) is str for t in tablets), "D5",
            f"tablets must be three or four names, found {tablets!r}")
    require(set(tablets) <= TABLETS.keys() and len({t[0] for t in tablets}) == len(tablets), "D5",
            f"tablets must be one side each of different tablets, found {tablets}")


def check_position(p, from_start=True):
    """Form and invariants of one position; one that was not played from the start may lack tiles, plates and chips."""
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
    if from_start:
        check_filling(p)
    check_list(p["boards"], 2, "boards")
    for seat, board in enumerate(p["boards"]):
        check_board(board, f"board {seat}")
    check_tiles(p)
    check_plates(p, from_start)
    check_chips(p, from_start)
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
            require(filled == ("*" in tiles), "D19", f"{what} slot {slot + 1}: no special tile fits {tiles!r}"
                    if "*" in tiles else f"{what} slot {slot + 1}: {tiles!r} lacks its special tile")


def check_tiles(p):
    """D1: 13 tiles a colour, wherever they are."""
    total = p["bag"][:]
    for counts in (p["tower"], p["large"]["sun"], p["large"]["moon"], *(s["sun"] for s in p["small"])):
        add_to(total, counts)
    letters = "".join([s["moon"] for s in p["small"]])
    letters += "".join(["".join(b["lines"]) + "".join(b["tiles"]) + b["broken"] for b in p["boards"]])
    add_to(total, count_letters(letters))
    require(total == [13] * 5, "D1", f"expected 13 tiles of each colour, found {dict(zip(COLOURS, total))}")


def check_plates(p, from_start):
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
        right = placed == expected or placed < expected and not from_start and p["phase"] != "setup"
        require(right, "D9", f"board {seat} has {placed} plates, expected {expected}")


def check_chips(p, from_start):
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
    right = len(p["chips"]) == supply or len(p["chips"]) > supply and not from_start
    require(right, "D7, D21", f"the supply has {len(p['chips'])} chips, expected {supply}")
    for seat, board in enumerate(p["boards"]):
        owned = len(board["chips"]) + len(board["spent"])
        expected = 2 * (p["round"] - 1) + board["taken"]
        right = owned == expected or board["taken"] <= owned < expected and not from_start
        require(right, "D14", f"board {seat} has {owned} chips, expected {expected}")
    room = 4 - sum(board["taken"] for board in p["boards"])
    require(len(out) <= room, "D14", f"{len(out)} chips on the factories, but only {room} can be taken")


def check_phase(p):
    phase = p["phase"]
    boards = p["boards"]
    bare = factories_bare(p)
    if p["round"] == LAST_ROUND:
        require(not any(b["tokens"] for b in boards), "D9", "a token in the last round")
    for seat, board in enumerate(boards):
        require(not (board["passed"] and can_act(p, seat)), "D16", f"seat {seat} passed although it could act")
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
