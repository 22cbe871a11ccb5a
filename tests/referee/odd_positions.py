"""Positions that ordinary games do not reach: few tiles left, a bag of one colour, no owner of the marker, round 30.

Tiles of the bag and its reserve (lid or tower) are laid on walls, domes and unfinished lines of a played position, so
that all pieces stay accounted for; what the rules forbid is left out.
"""

import classic
import duel
import duel_table
import make_trace
from common import COLOURS, INDEX, Dice, add_to, count_letters


def odd_positions(rules, players, number, rng):
    """Yields positions in which the offer of a round is nearly over."""
    engine = duel if rules == "duel" else classic
    while number:
        p = engine.copy(rng.choice(list(last_turns(rules, players, rng))))
        (squeeze_duel if engine is duel else squeeze_classic)(p, rng)
        yield p
        number -= 1


def last_turns(rules, players, rng):
    """The last decision before each tiling of one tidy game."""
    events = list(make_trace.play(rules, players, 0, rng, "random", tidy=True))
    shown = [e["position"] for e in events[1:]]
    for p, after in zip(shown, shown[1:]):
        if p["phase"] == "offer" and (after["phase"] in ("tiling", "over") or after["round"] > p["round"]):
            yield p


def take_one(p, reserve, letter, rng):
    """A tile of this colour leaves the bag or the reserve; false when neither has one."""
    places = [p[key] for key in ("bag", reserve) if p[key][INDEX[letter]]]
    if places:
        rng.choice(places)[INDEX[letter]] -= 1
    return bool(places)


def lay_on_lines(p, reserve, left, colours_of, rng):
    """Fills lines, never completely, until only `left` tiles are in bag and reserve."""
    for board in p["boards"]:
        for row, tiles in enumerate(board["lines"]):
            choice = tiles[:1] or colours_of(board, row)
            letter = rng.choice(choice) if choice else None
            while letter and len(board["lines"][row]) < row and sum(p["bag"]) + sum(p[reserve]) > left \
                    and take_one(p, reserve, letter, rng):
                board["lines"][row] += letter


def squeeze_classic(p, rng):
    left = rng.choice((0, 0, 1, 3, 5, 9))
    variant = classic.VARIANTS[p["rules"]]
    places = [(board, row) for board in p["boards"] for row in range(5)] * 4
    rng.shuffle(places)
    for board, row in places:
        letter = rng.choice(COLOURS)
        columns = classic.columns_for(variant, board["wall"], row, letter)
        enough = sum(p["bag"]) + sum(p["lid"]) <= left or board["wall"][row].count(".") < 2
        if columns and not enough and board["lines"][row][:1] != letter and take_one(p, "lid", letter, rng):
            col = rng.choice(columns)
            board["wall"][row] = board["wall"][row][:col] + letter + board["wall"][row][col + 1:]
    lay_on_lines(p, "lid", left, lambda board, row: [c for c in COLOURS if c not in board["wall"][row]], rng)
    if rng.random() < 0.2:
        p["round"] = rng.choice((29, 30))
    if rng.random() < 0.3:
        leave_one_factory(p)


def leave_one_factory(p):
    """C10: the round's last factory is of one colour and the marker still lies in the centre."""
    for counts in (*p["factories"], p["centre"]):
        add_to(p["lid"], counts)
        counts[:] = [0] * 5
    most = max(range(5), key=lambda c: p["lid"][c])
    p["factories"][0][most] = n = min(4, p["lid"][most])
    p["lid"][most] -= n
    p["marker"] = "centre"
    for board in p["boards"]:
        board["floor"] = board["floor"].replace("M", "")


def squeeze_duel(p, rng):
    left = rng.choice((0, 0, 2, 4, 6, 12))
    if rng.random() < 0.5:
        empty_lines(p)
    cells = [(board, row, col) for board in p["boards"] for row in range(6) for col in range(6)]
    rng.shuffle(cells)
    for board, row, col in cells:
        if sum(p["bag"]) + sum(p["tower"]) > left and board["tiles"][row][col] == ".":
            lay_on_dome(p, board, row, col, rng)
    lay_on_lines(p, "tower", left, lambda board, row: [c for c in COLOURS if duel_table.free_columns(board, row, c)],
                 rng)
    if rng.random() < 0.6:
        sort_bag_by_colour(p, rng)


def empty_lines(p):
    """Without chips to complete them, the lines laid afterwards keep their tiles through the tiling."""
    for board in p["boards"]:
        board["spent"], board["chips"] = sorted(board["spent"] + board["chips"]), []
        add_to(p["tower"], count_letters("".join(board["lines"]) + board["broken"]))
        board["lines"], board["broken"] = [""] * 6, ""


def lay_on_dome(p, board, row, col, rng):
    space = duel_table.space_at(board["plates"], row, col)
    letter = rng.choice(COLOURS) if space == "J" else space
    if letter in (None, "S") or not take_one(p, "tower", letter, rng):
        return
    duel_table.put_tile(board, row, col, letter)
    slot = duel_table.slot_of(row, col)
    spaces, places = duel_table.LYING[board["plates"][slot]], duel_table.cells_of(slot)
    if "S" in spaces and sum(board["tiles"][r][c] != "." for r, c in places) == 3:
        duel_table.put_tile(board, *places[spaces.index("S")], "*")


def sort_bag_by_colour(p, rng):
    """D7: a bag of one colour, everything else in the tower."""
    total = [b + t for b, t in zip(p["bag"], p["tower"])]
    most = max(range(5), key=lambda c: total[c])
    p["bag"] = [0] * 5
    p["bag"][most] = n = min(total[most], rng.randrange(7))
    total[most] -= n
    p["tower"] = total


def play_on(position, rng):
    """A game from a given position, as a trace's events."""
    engine = duel if position["rules"] == "duel" else classic
    head = {"event": "game", "game": 0, "rules": position["rules"], "players": position["players"], "seed": "0"}
    if engine is duel:
        head["tablets"] = position["tablets"]
    yield {**head, "start": "given"}
    yield from make_trace.play_from(engine, position, Dice(rng), rng)
