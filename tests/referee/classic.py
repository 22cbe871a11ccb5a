"""The classic family (rules C1 to C24): classic, grey, crystal1, crystal2."""

from common import (COLOURS, INDEX, add_to, check_counts, check_int, check_keys, check_line, check_list, check_text,
                    count_letters, draw_tiles, placement_points, require)

FLOOR = (0, 1, 2, 4, 6, 8, 11, 14)  # C13, cumulated by the number of pieces
CRYSTAL_FLOOR = (0, 1, 1, 2, 4, 5, 7, 10)  # C23
FLOOR_ROOM = 7
LAST_ROUND = 30
FACTORIES = {2: 5, 3: 7, 4: 9}
BOOLEANS = 0  # how many true or false a line of the trace holds


class Variant:
    def __init__(self, fixed=False, printed=None, factor=1, floor=FLOOR, bonus=(2, 7, 10)):
        self.fixed = fixed  # C14: one place for a colour in a row
        self.printed = printed or {}  # C21: (row, column) from 0 -> colour
        self.factor = factor  # C22: of a tile on a printed space
        self.floor = floor
        self.bonus = bonus  # row, column, colour


VARIANTS = {
    "classic": Variant(fixed=True),
    "grey": Variant(),
    "crystal1": Variant(printed={(0, 3): "K", (1, 0): "T", (2, 2): "Y", (3, 4): "B", (4, 1): "R"}, factor=2,
                        floor=CRYSTAL_FLOOR),
    "crystal2": Variant(printed={(1, 1): "B", (1, 3): "R", (2, 2): "T", (3, 1): "K", (3, 3): "Y"},
                        floor=CRYSTAL_FLOOR, bonus=(3, 10, 12)),
}

# Which rule decides a part of the position: named when a prediction fails.
RULES_OF = {"score": "C12, C13, C18", "lines": "C5, C11", "wall": "C11, C14, C15", "floor": "C4, C7, C13, C16",
            "bag": "C2", "lid": "C2, C7, C11, C13", "factories": "C2, C3", "centre": "C3, C4", "marker": "C4, C8",
            "seat": "C3, TRACE tiling order", "starter": "C8, C10", "round": "C9, C20", "phase": "C9, C18, C20",
            "line": "C15"}

# And of a move, by its first key.
RULES_OF_MOVE = {"from": "C3, C4, C5, C6", "line": "C14, C15, C21"}

KEYS = {"rules", "players", "round", "phase", "seat", "starter", "bag", "lid", "factories", "centre", "marker",
        "boards"}
BOARD_KEYS = {"score", "lines", "wall", "floor"}


# The wall.


def fixed_column(row, letter):
    """C14: each row is the row above, shifted one to the right."""
    return (INDEX[letter] + row) % 5


def columns_for(variant, wall, row, letter):
    """The columns (from 0) where a tile of this colour may go in this row: C14, C15, C21."""
    if letter in wall[row]:
        return []
    if variant.fixed:
        return [fixed_column(row, letter)]
    return [col for col in range(5)
            if wall[row][col] == "." and variant.printed.get((row, col), letter) == letter
            and all(wall[r][col] != letter for r in range(5))]


def full_rows(wall):
    return sum("." not in row for row in wall)


def bonus(variant, wall):
    """C18, C24."""
    per_row, per_column, per_colour = variant.bonus
    columns = sum(all(row[col] != "." for row in wall) for col in range(5))
    tiles = "".join(wall)
    colours = sum(tiles.count(letter) == 5 for letter in COLOURS)
    return per_row * full_rows(wall) + per_column * columns + per_colour * colours


# Positions.


def check_position(p, from_start=True):
    """Form and invariants of one position; one that was not played from the start may lack tiles on offer."""
    phase = p.get("phase") if type(p) is dict else None
    check_keys(p, KEYS | {"line"} if phase == "tiling" else KEYS, "position")
    require(phase in ("offer", "tiling", "over"), "form", f"unknown phase {phase!r}")
    require(type(p["rules"]) is str and p["rules"] in VARIANTS, "form", f"unknown rules {p['rules']!r}")
    players = p["players"]
    check_int(players, 2, 4, "C1", "players")
    check_int(p["round"], 1, LAST_ROUND, "C20", "round")
    check_int(p["starter"], 0, players - 1, "form", "starter")
    if phase == "over":
        require(p["seat"] is None, "form", f"seat must be null when the game is over, found {p['seat']!r}")
    else:
        check_int(p["seat"], 0, players - 1, "form", "seat")
    if p["marker"] != "centre":
        check_int(p["marker"], 0, players - 1, "C4", "marker")
    check_table(p)
    if from_start:
        check_filling(p)
    check_list(p["boards"], players, "boards")
    variant = VARIANTS[p["rules"]]
    for seat, board in enumerate(p["boards"]):
        check_board(variant, board, f"board {seat}")
    check_tiles(p)
    check_marker(p)
    check_phase(p)


def check_table(p):
    """Factories, centre, bag and lid."""
    for place in ("bag", "lid", "centre"):
        check_counts(p[place], place, 100)
    check_list(p["factories"], FACTORIES[p["players"]], "factories")
    for i, factory in enumerate(p["factories"]):
        check_counts(factory, f"factory {i + 1}", 4)


def check_filling(p):
    """C2, C3: factories are full, except the one where the tiles ran out; the centre has what others left."""
    emptied = 0
    short = False
    for i, factory in enumerate(p["factories"]):
        n = sum(factory)
        require(not (short and n), "C2", f"factory {i + 1} has tiles although an earlier one was not filled")
        short = short or 0 < n < 4
        emptied += not n
    require(not (short and any(p["bag"])), "C2", "a factory was not filled although the bag has tiles")
    most = 3 * emptied
    require(sum(p["centre"]) <= most, "C3", f"centre has {sum(p['centre'])} tiles, at most {most} can have come there")


def check_board(variant, board, what):
    check_keys(board, BOARD_KEYS, what)
    check_int(board["score"], 0, 10 ** 6, "C13", f"{what} score")
    check_text(board["floor"], COLOURS + "M", FLOOR_ROOM, f"{what} floor")
    check_list(board["lines"], 5, f"{what} lines")
    check_list(board["wall"], 5, f"{what} wall")
    check_wall(variant, board["wall"], what)
    for row, tiles in enumerate(board["lines"]):
        check_line(tiles, row + 1, f"{what} line {row + 1}", "C5")
        require(not tiles or tiles[0] not in board["wall"][row], "C6",
                f"{what} line {row + 1} holds {tiles!r} but the wall row {board['wall'][row]!r} has that colour")


def check_wall(variant, wall, what):
    for row, cells in enumerate(wall):
        check_text(cells, COLOURS + ".", 5, f"{what} wall row {row + 1}")
        require(len(cells) == 5, "form", f"{what} wall row {row + 1} must have 5 places, found {cells!r}")
        for col, letter in enumerate(cells):
            if letter == ".":
                continue
            require(cells.count(letter) == 1, "C15", f"{what} wall row {row + 1} has {letter} twice: {cells!r}")
            require(not variant.fixed or col == fixed_column(row, letter), "C14",
                    f"{what} wall row {row + 1} has {letter} in column {col + 1}")
            require(variant.printed.get((row, col), letter) == letter, "C21",
                    f"{what} wall row {row + 1} has {letter} on the printed space in column {col + 1}")
    for col in range(5):
        tiles = [row[col] for row in wall if row[col] != "."]
        require(len(set(tiles)) == len(tiles), "C15", f"{what} wall column {col + 1} has a colour twice: {tiles}")


def check_tiles(p):
    """C1: 20 tiles a colour, wherever they are."""
    total = p["bag"][:]
    for counts in (p["lid"], p["centre"], *p["factories"]):
        add_to(total, counts)
    letters = "".join(["".join(b["lines"]) + "".join(b["wall"]) + b["floor"] for b in p["boards"]])
    add_to(total, count_letters(letters))
    require(total == [20] * 5, "C1", f"expected 20 tiles of each colour, found {dict(zip(COLOURS, total))}")


def check_marker(p):
    """One marker, on the floor of the seat that took it, unless that floor was full (C8) or is already cleared."""
    for seat, board in enumerate(p["boards"]):
        markers = board["floor"].count("M")
        if seat != p["marker"]:
            require(not markers, "C4", f"board {seat} has the marker on its floor but marker says {p['marker']!r}")
        else:
            require(markers <= 1, "C4", f"board {seat} has more than one marker")
            full = len(board["floor"]) == FLOOR_ROOM
            waiting = p["phase"] == "offer" or p["phase"] == "tiling" and not tiled(p, seat)
            require(markers or full or not waiting, "C4, C8", f"seat {seat} took the marker, but its floor lacks it")


def tiled(p, seat):
    """Whether the seat finished its tiling in this round: seats go from the starter on."""
    n = p["players"]
    return (seat - p["starter"]) % n < (p["seat"] - p["starter"]) % n


def check_phase(p):
    lying = any(p["centre"]) or any(map(any, p["factories"]))
    if p["phase"] == "offer":
        require(lying, "C9", "the offer goes on although no tile is left")
        for seat, board in enumerate(p["boards"]):
            require(not full_rows(board["wall"]), "C18", f"board {seat} has a complete row but the game goes on")
        return
    require(not lying, "C9", f"phase {p['phase']} although tiles are left on the table")
    done = p["boards"] if p["phase"] == "over" else [b for s, b in enumerate(p["boards"]) if tiled(p, s)]
    for board in done:
        require(not board["floor"], "C13", f"a tiled board still has tiles on its floor: {board['floor']!r}")
        require(all(len(t) <= row for row, t in enumerate(board["lines"])), "C11", "a tiled board has a full line")
    if p["phase"] == "tiling":
        check_int(p["line"], 1, 5, "form", "line")
        lines = p["boards"][p["seat"]]["lines"]
        require(len(lines[p["line"] - 1]) == p["line"], "C11", f"line {p['line']} is to be placed but is not full")
        require(all(len(lines[r]) <= r for r in range(p["line"] - 1)), "C11", "a full line above was not placed")


def start(rules, players, chance):
    """C1."""
    starter = chance.starter(players)
    p = {"rules": rules, "players": players, "round": 0, "phase": "offer", "seat": starter, "starter": starter,
         "bag": [20] * 5, "lid": [0] * 5, "factories": [[0] * 5 for _ in range(FACTORIES[players])],
         "centre": [0] * 5, "marker": "centre",
         "boards": [{"score": 0, "lines": [""] * 5, "wall": ["....."] * 5, "floor": ""} for _ in range(players)]}
    begin_round(p, chance)
    return p


def copy(p):
    q = dict(p)
    q["bag"], q["lid"], q["centre"] = p["bag"][:], p["lid"][:], p["centre"][:]
    q["factories"] = [f[:] for f in p["factories"]]
    q["boards"] = [{"score": b["score"], "lines": b["lines"][:], "wall": b["wall"][:], "floor": b["floor"]}
                   for b in p["boards"]]
    return q


# Moves.


def legal_moves(p):
    if p["phase"] == "tiling":
        return place_moves(p)
    targets = {letter: line_targets(p["boards"][p["seat"]], letter) for letter in COLOURS}
    moves = []
    sources = [(i + 1, f) for i, f in enumerate(p["factories"])] + [("centre", p["centre"])]
    for name, counts in sources:
        for i, letter in enumerate(COLOURS):
            if counts[i]:
                moves += [{"from": name, "colour": letter, "to": to} for to in targets[letter]]
    return moves


def line_targets(board, letter):
    """C5, C6."""
    open_lines = [row + 1 for row, tiles in enumerate(board["lines"])
                  if len(tiles) <= row and (not tiles or tiles[0] == letter) and letter not in board["wall"][row]]
    return open_lines + ["floor"]


def place_moves(p):
    board = p["boards"][p["seat"]]
    row = p["line"] - 1
    columns = columns_for(VARIANTS[p["rules"]], board["wall"], row, board["lines"][row][0])
    return [{"line": p["line"], "column": col + 1} for col in columns]


def apply(p, move, chance):
    """The next position that needs a decision, or the final one."""
    p = copy(p)
    if p["phase"] == "tiling":
        place(p, p["seat"], p["line"] - 1, move["column"] - 1)
        tile_from(p, p["seat"], p["line"], chance)
    else:
        take(p, move)
        if any(p["centre"]) or any(map(any, p["factories"])):
            p["seat"] = (p["seat"] + 1) % p["players"]
        else:
            tile_from(p, p["starter"], 0, chance)
    return p


def take(p, move):
    """C3, C4, C5."""
    board = p["boards"][p["seat"]]
    i = INDEX[move["colour"]]
    if move["from"] == "centre":
        source = p["centre"]
        if p["marker"] == "centre":
            p["marker"] = p["seat"]
            if len(board["floor"]) < FLOOR_ROOM:  # C8: else the marker costs nothing
                board["floor"] += "M"
        n, source[i] = source[i], 0
    else:
        source = p["factories"][move["from"] - 1]
        n, source[i] = source[i], 0
        add_to(p["centre"], source)
        source[:] = [0] * 5
    if move["to"] != "floor":
        row = move["to"] - 1
        fit = min(n, row + 1 - len(board["lines"][row]))
        board["lines"][row] += move["colour"] * fit
        n -= fit
    drop(p, board, move["colour"] * n)


def drop(p, board, tiles):
    """C7."""
    fit = FLOOR_ROOM - len(board["floor"])
    board["floor"] += tiles[:fit]
    add_to(p["lid"], count_letters(tiles[fit:]))


# Tiling.


def place(p, seat, row, col):
    """C11, C12, C22."""
    variant = VARIANTS[p["rules"]]
    board = p["boards"][seat]
    tiles = board["lines"][row]
    cells = board["wall"][row]
    board["wall"][row] = cells[:col] + tiles[0] + cells[col + 1:]
    board["lines"][row] = ""
    p["lid"][INDEX[tiles[0]]] += len(tiles) - 1
    points = placement_points(board["wall"], row, col)
    board["score"] += points * (variant.factor if (row, col) in variant.printed else 1)


def tile_from(p, seat, row, chance):
    """Resolves the tiling from this seat's row on, up to the next real choice or the next round."""
    variant = VARIANTS[p["rules"]]
    while True:
        board = p["boards"][seat]
        for row in range(row, 5):
            tiles = board["lines"][row]
            if len(tiles) <= row:
                continue
            columns = columns_for(variant, board["wall"], row, tiles[0])
            if len(columns) > 1:
                p.update(phase="tiling", seat=seat, line=row + 1)
                return
            if columns:
                place(p, seat, row, columns[0])
            else:
                board["lines"][row] = ""
                drop(p, board, tiles)  # C16
        clear_floor(p, variant, board)
        seat, row = (seat + 1) % p["players"], 0
        if seat == p["starter"]:
            break
    end_round(p, chance)


def clear_floor(p, variant, board):
    """C13."""
    board["score"] = max(0, board["score"] - variant.floor[len(board["floor"])])
    add_to(p["lid"], count_letters(board["floor"]))
    board["floor"] = ""


def end_round(p, chance):
    p.pop("line", None)
    complete = any(full_rows(b["wall"]) for b in p["boards"])
    tiles = any(p["bag"]) or any(p["lid"])
    if complete or p["round"] == LAST_ROUND or not tiles:  # C18, C20
        for board in p["boards"]:
            board["score"] += bonus(VARIANTS[p["rules"]], board["wall"])
        p.update(phase="over", seat=None)
        return
    chance.new_round()
    if p["marker"] != "centre":  # C10: else the starter starts again
        p["starter"] = p["marker"]
    begin_round(p, chance)


def begin_round(p, chance):
    """C2."""
    p.update(phase="offer", seat=p["starter"], marker="centre", round=p["round"] + 1)
    for i in range(len(p["factories"])):
        p["factories"][i] = draw_tiles(p["bag"], p["lid"], 4, chance.picker(("factories", i), "C2"))


def winners(p):
    """C19."""
    ranks = [(b["score"], full_rows(b["wall"])) for b in p["boards"]]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
