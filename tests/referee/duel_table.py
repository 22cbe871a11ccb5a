"""The things of Duel (rules D1 to D6): plates, chips, the dome, the tablets, and what can be seen on the table."""

SPECIAL = "YK/TS KS/TR SK/RB YB/KS TR/BS YS/KR BK/ST ST/YB SY/BR"  # D3
JOKER = "JB/TK TR/BJ KY/RJ TY/JK YR/JB TK/RJ RT/YJ TB/JY RJ/BK"
CHIP_FACES = ("B", "Y", "R", "K", "T", "BR", "RT", "YT", "YK", "BK")  # D4, two of each
BROKEN = (0, 1, 3, 6, 10)  # D6
BROKEN_ROOM = 4
START_TILE_COST = 2
LAST_ROUND = 5


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
    plate = board["tokens"] and None in board["plates"] and (any(p["display"]) or p["pile"])  # D10: if need be, free
    chip = board["taken"] < 2 and any(s["face_up"] for s in p["small"])
    return bool(tiles_left(p) or plate or chip)


def can_draw_first(p):
    """D9, D10."""
    board = p["boards"][p["seat"]]
    paid = board["score"] or not any(p["display"])
    return bool(board["tokens"] and None in board["plates"] and p["pile"] and paid)


def can_draw_on(p):
    return bool(p["pile"]) and p["boards"][p["seat"]]["score"] > 0


# The tablets (D5, D22).


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


TABLETS = {
    "a1": lambda board: 3 * full_lines(board["tiles"]),
    "a2": score_colourful_rows,
    "b1": lambda board: 7 * full_lines(columns_of(board)),
    "b2": score_border,
    "c1": score_diagonals,
    "c2": score_corners,
    "d1": score_jokers,
    "d2": lambda board: -3 * spaces_with(board, "S").count("."),
}
