"""Falsehoods in the positions of the classic family (and, where it says so, of both games)."""

from mutations import (ALL, CLASSICS, Skip, find, find_pair, from_ply_on, mutation, phase_ply, position,
                       round_start, swap)


@mutation(*ALL)
def score_off_in_one_position(events):
    position(events, 3)["boards"][1]["score"] += 1
    return 3


@mutation(*ALL)
def score_off_from_a_round_on(events):
    ply = round_start(events, 3)
    from_ply_on(events, ply, lambda p: p["boards"][0].update(score=p["boards"][0]["score"] + 1))
    events[-1]["scores"][0] += 1
    return ply


@mutation("classic", "duel")
def score_below_zero(events):
    position(events, 3)["boards"][1]["score"] = -1
    return 3


@mutation(*CLASSICS)
def wrong_seat(events):
    p = position(events, 3)
    p["seat"] = (p["seat"] + 1) % p["players"]
    return 3


@mutation(*ALL)
def wrong_starter_from_a_round_on(events):
    ply = round_start(events)
    from_ply_on(events, ply, lambda p: p.update(starter=1 - p["starter"]))
    return ply


@mutation("classic", "duel")
def wrong_round(events):
    ply = round_start(events)
    position(events, ply)["round"] += 1
    return ply


@mutation(*ALL)
def tile_of_another_colour_in_a_line(events):
    """A tile of a line changes place with one of the bag: the number of tiles is right everywhere."""
    def single(e):
        return [(s, r) for s, b in enumerate(e["position"]["boards"]) for r, t in enumerate(b["lines"])
                if len(t) == 1 and e["position"]["phase"] == "offer"]

    ply = find(events, single, after=2)
    p = position(events, ply)
    seat, row = single(events[1 + ply])[0]
    board = p["boards"][seat]
    old = "BYRKT".index(board["lines"][row])
    walls = board["wall"][row] if "wall" in board else ""
    new = next((c for c in range(5) if c != old and p["bag"][c] and "BYRKT"[c] not in walls), None)
    if new is None:
        raise Skip
    p["bag"][old] += 1
    p["bag"][new] -= 1
    board["lines"][row] = "BYRKT"[new]
    return ply


@mutation("classic")
def tile_vanishes(events):
    ply = find(events, lambda e: any(e["position"]["centre"]))
    centre = position(events, ply)["centre"]
    centre[next(c for c in range(5) if centre[c])] -= 1
    return ply


@mutation(*CLASSICS)
def rest_of_a_factory_to_the_lid(events):
    ply = find(events, lambda e: any(e["position"]["centre"]) and sum(e["position"]["centre"]) > 1)
    p = position(events, ply)
    c = next(c for c in range(5) if p["centre"][c])
    p["centre"][c] -= 1
    p["lid"][c] += 1
    return ply


@mutation(*CLASSICS)
def tiles_in_another_line(events):
    def moved(e):
        return [(s, r) for s, b in enumerate(e["position"]["boards"]) for r, t in enumerate(b["lines"])
                if r < 4 and t and not b["lines"][r + 1] and e["position"]["phase"] == "offer"
                and t[0] not in b["wall"][r + 1]]

    ply = find(events, moved)
    seat, row = moved(events[1 + ply])[0]
    swap(position(events, ply)["boards"][seat]["lines"], row, row + 1)
    return ply


def mixed_floor(e):
    return [s for s, b in enumerate(e["position"]["boards"]) if b["floor"] != b["floor"][::-1]]


@mutation(*CLASSICS)
def floor_in_another_order(events):
    ply = find(events, mixed_floor)
    board = position(events, ply)["boards"][mixed_floor(events[1 + ply])[0]]
    board["floor"] = board["floor"][::-1]
    return ply


@mutation(*CLASSICS)
def tiles_before_the_marker(events):
    """C4: the marker comes to the floor first."""
    def test(before, after):
        floor = after["position"]["boards"][before["position"]["seat"]]["floor"]
        return "M" in floor and before["position"]["marker"] == "centre" and floor[-1] != "M"

    ply = find_pair(events, test)
    p = position(events, ply)
    board = p["boards"][p["marker"]]
    board["floor"] = board["floor"].replace("M", "") + "M"
    return ply


def marker_taken(events):
    return find(events, lambda e: e["position"]["marker"] != "centre" and "M" in
                e["position"]["boards"][e["position"]["marker"]]["floor"])


@mutation(*CLASSICS)
def marker_with_another_seat(events):
    ply = marker_taken(events)
    p = position(events, ply)
    old = p["marker"]
    p["marker"] = new = (old + 1) % p["players"]
    p["boards"][old]["floor"] = p["boards"][old]["floor"].replace("M", "")
    p["boards"][new]["floor"] += "M"
    return ply


@mutation("classic")
def marker_named_wrongly(events):
    ply = marker_taken(events)
    p = position(events, ply)
    p["marker"] = 1 - p["marker"]
    return ply


@mutation("classic")
def marker_left_off_the_floor(events):
    ply = marker_taken(events)
    p = position(events, ply)
    board = p["boards"][p["marker"]]
    board["floor"] = board["floor"].replace("M", "")
    return ply


@mutation("classic")
def marker_not_taken(events):
    ply = marker_taken(events)
    p = position(events, ply)
    board = p["boards"][p["marker"]]
    board["floor"] = board["floor"].replace("M", "")
    p["marker"] = "centre"
    return ply


@mutation("classic", "grey")
def factories_change_places(events):
    swap(position(events, 1)["factories"], 0, 1)
    return 1


@mutation("classic")
def factory_with_three_tiles(events):
    ply = round_start(events)
    p = position(events, ply)
    c = next(c for c in range(5) if p["factories"][0][c])
    p["factories"][0][c] -= 1
    p["bag"][c] += 1
    return ply


@mutation("classic")
def factory_filled_from_the_lid_too_early(events):
    """C2: a tile of the lid on a factory while the bag still had tiles."""
    def exchange(before, after):
        """(colour on the first factory, colour of the lid that the bag had no more of), at a round's start."""
        old, p = before["position"], after["position"]
        if p["round"] == old["round"] or sum(old["bag"]) < 20:
            return None
        used = [sum(f[c] for f in p["factories"]) for c in range(5)]
        gone = [c for c in range(5) if p["lid"][c] and used[c] == old["bag"][c]]
        return [(c, g) for g in gone for c in range(5) if p["factories"][0][c] and c != g]

    ply = find_pair(events, exchange)
    p = position(events, ply)
    out, into = exchange(events[ply], events[1 + ply])[0]
    for counts, sign in ((p["factories"][0], 1), (p["lid"], -1)):
        counts[out] -= sign
        counts[into] += sign
    return ply


@mutation(*CLASSICS)
def lid_into_the_bag_too_early(events):
    """C2."""
    ply = round_start(events)

    def change(p):
        p["bag"] = [b + l for b, l in zip(p["bag"], p["lid"])]
        p["lid"] = [0] * 5

    change(position(events, ply))
    return ply


@mutation("classic")
def lid_and_bag_disagree_from_a_round_on(events):
    ply = round_start(events)
    p = position(events, ply)
    c = next((c for c in range(5) if p["lid"][c] and p["bag"][c] < 20), None)
    if c is None:
        raise Skip
    p["lid"][c] -= 1
    p["bag"][c] += 1
    return ply


def wall_tile(e, free_next=False):
    for seat, b in enumerate(e["position"]["boards"]):
        for row, cells in enumerate(b["wall"]):
            for col in range(4):
                if cells[col] != "." and (not free_next or cells[col + 1] == "."):
                    return seat, row, col
    return None


@mutation(*CLASSICS)
def wall_tile_in_the_next_column(events):
    ply = find(events, lambda e: wall_tile(e, True))
    seat, row, col = wall_tile(events[1 + ply], True)
    wall = position(events, ply)["boards"][seat]["wall"]
    wall[row] = wall[row][:col] + "." + wall[row][col] + wall[row][col + 2:]
    return ply


@mutation(*CLASSICS)
def wall_tile_back_in_the_lid(events):
    ply = find(events, wall_tile)
    seat, row, col = wall_tile(events[1 + ply])
    p = position(events, ply)
    wall = p["boards"][seat]["wall"]
    p["lid"]["BYRKT".index(wall[row][col])] += 1
    wall[row] = wall[row][:col] + "." + wall[row][col + 1:]
    return ply


@mutation("crystal1", "crystal2")
def foreign_colour_on_a_printed_space(events):
    """C21: (3,3) is printed on both sides."""
    def test(e):
        return [s for s, b in enumerate(e["position"]["boards"]) if b["wall"][2][2] != "."]

    ply = find(events, test)
    p = position(events, ply)
    wall = p["boards"][test(events[1 + ply])[0]]["wall"]
    old = wall[2][2]
    column = {row[2] for row in wall} | set(wall[2])
    new = next((c for c in "BYRKT" if c not in column and p["bag"]["BYRKT".index(c)]), None)
    if new is None:
        raise Skip
    p["bag"]["BYRKT".index(old)] += 1
    p["bag"]["BYRKT".index(new)] -= 1
    wall[2] = wall[2][:2] + new + wall[2][3:]
    return ply


@mutation("crystal1")
def doubled_points_one_short(events):
    """C22: a point too few for the first tile on a x2 space, from there on."""
    printed = {1: 4, 2: 1, 3: 3, 4: 5, 5: 2}

    def test(before, after):
        move = before["move"]
        return "column" in move and printed[move["line"]] == move["column"] and \
            after["position"]["phase"] == "tiling" and after["position"]["seat"] == before["position"]["seat"]

    ply = find_pair(events, test)
    seat = position(events, ply)["seat"]
    from_ply_on(events, ply, lambda p: p["boards"][seat].update(score=max(0, p["boards"][seat]["score"] - 1)))
    return ply


@mutation("grey", "crystal1")
def tiling_of_another_line(events):
    ply = phase_ply(events, "tiling", lambda e: e["position"]["line"] < 5)
    position(events, ply)["line"] += 1
    return ply


@mutation("grey")
def tiling_by_another_seat(events):
    ply = phase_ply(events, "tiling")
    position(events, ply)["seat"] = 1 - position(events, ply)["seat"]
    return ply
