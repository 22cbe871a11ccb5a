"""Ways to falsify a true trace. Each must be found by the checker, at the ply that the mutation returns.

A mutation gets the events of one game, changes them in place and returns the ply of the first fault (None: any).
`@mutation("grey")` names the rules of the games on which it is tried; a game that lacks what it needs raises Skip.
"""

import json

MUTATIONS = []


class Skip(Exception):
    """This game has no place for the mutation."""


def mutation(*rules):
    def register(function):
        MUTATIONS.extend((name, function) for name in rules)
        return function

    return register


CLASSICS = ("classic", "grey", "crystal1", "crystal2")
ALL = CLASSICS + ("duel",)


# Finding a place.


def decisions(events):
    return [e for e in events if e["event"] == "decision"]


def find(events, test, after=0):
    """The first ply from `after` on whose decision passes the test."""
    for e in decisions(events)[after:]:
        if test(e):
            return e["ply"]
    raise Skip


def find_pair(events, test):
    """The first ply whose position, with the one before it, passes test(earlier, later decision)."""
    those = decisions(events)
    for before, after in zip(those, those[1:]):
        if test(before, after):
            return after["ply"]
    raise Skip


def position(events, ply):
    return events[1 + ply]["position"]


def from_ply_on(events, ply, change):
    """The same falsehood in every later position, so that only the step into it betrays it."""
    for e in events[1 + ply:]:
        change(e["position"])


def round_start(events, number=2):
    return find(events, lambda e: e["position"]["round"] == number)


def phase_ply(events, phase, test=lambda e: True):
    return find(events, lambda e: e["position"]["phase"] == phase and test(e))


def swap(things, i, j):
    if things[i] == things[j]:
        raise Skip
    things[i], things[j] = things[j], things[i]


# Form.


@mutation("classic", "duel")
def ply_off_by_one(events):
    events[4]["ply"] += 1
    return 3


@mutation("classic")
def ply_as_text(events):
    events[4]["ply"] = "3"
    return 3


@mutation("classic")
def game_number_wrong(events):
    events[0]["game"] = 7


@mutation("classic")
def seed_is_a_number(events):
    events[0]["seed"] = 5


@mutation("classic")
def game_line_with_extra_key(events):
    events[0]["tablets"] = ["a1", "b1", "c1"]


@mutation("duel")
def game_line_without_tablets(events):
    del events[0]["tablets"]


@mutation("duel")
def other_tablets_in_game_line(events):
    events[0]["tablets"] = ["d2", "b1", "c1"]
    return 0


@mutation("duel")
def both_sides_of_a_tablet(events):
    events[0]["tablets"] = ["a1", "a2", "c1"]


@mutation("classic", "duel")
def start_is_claimed_to_be_fresh(events):
    """Without start: given the first position must be a set-up."""
    del events[1:4]
    for ply, e in enumerate(decisions(events)):
        e["ply"] = ply
    return 0


@mutation("classic")
def other_players_in_game_line(events):
    events[0]["players"] = 3
    return 0


@mutation("grey")
def other_rules_in_game_line(events):
    events[0]["rules"] = "classic"
    return 0


@mutation("classic")
def unknown_event(events):
    events[3]["event"] = "move"


@mutation("classic", "duel")
def no_end(events):
    events.pop()


@mutation("classic", "duel")
def decision_after_the_end(events):
    events.append(events[3])


@mutation("classic", "duel")
def decision_missing(events):
    del events[5]
    for ply, e in enumerate(decisions(events)):
        e["ply"] = ply
    return 4


@mutation("classic")
def decision_twice(events):
    events.insert(5, json.loads(json.dumps(events[5])))
    for ply, e in enumerate(decisions(events)):
        e["ply"] = ply
    return 5


@mutation("classic", "duel")
def end_comes_early(events):
    ply = round_start(events)
    del events[1 + ply:-1]
    return ply


@mutation("classic", "duel")
def position_with_extra_key(events):
    position(events, 2)["note"] = 1
    return 2


@mutation("classic", "duel")
def position_without_key(events):
    del position(events, 2)["starter"]
    return 2


@mutation("classic", "duel")
def line_key_outside_tiling(events):
    position(events, 2)["line"] = None
    return 2


@mutation("classic", "duel")
def phase_misspelt(events):
    position(events, 2)["phase"] = "Offer"
    return 2


@mutation("classic", "duel")
def score_is_a_fraction(events):
    position(events, 2)["boards"][0]["score"] = float(position(events, 2)["boards"][0]["score"])


@mutation("classic", "duel")
def true_for_one(events):
    ply = find(events, lambda e: e["position"]["round"] == 1 and e["position"]["phase"] == "offer")
    position(events, ply)["round"] = True
    return ply


@mutation("classic")
def true_for_one_in_a_move(events):
    move = next(m for m in events[1]["legal"] if m.get("to") == 1)
    move["to"] = True
    return 0


@mutation("duel")
def face_up_is_a_number(events):
    position(events, 2)["small"][0]["face_up"] = int(position(events, 2)["small"][0]["face_up"])
    return 2


@mutation("classic", "duel")
def negative_count(events):
    bag = position(events, 2)["bag"]
    bag[0], bag[1] = -1, bag[1] + bag[0] + 1
    return 2


# Legal moves.


@mutation(*ALL)
def legal_move_missing(events):
    e = events[3]
    e["legal"].remove(next(m for m in e["legal"] if m != e["move"]))
    return 2


@mutation("classic", "duel")
def chosen_move_not_listed(events):
    events[3]["legal"].remove(events[3]["move"])
    return 2


@mutation("classic", "duel")
def legal_move_twice(events):
    events[3]["legal"].append(events[3]["legal"][0])
    return 2


@mutation("classic", "duel")
def line_as_text(events):
    e = events[4]
    move = next(m for m in e["legal"] if type(m.get("to")) is int)
    move["to"] = str(move["to"])
    return 3


@mutation("classic")
def colour_in_small_letters(events):
    events[3]["legal"][0]["colour"] = events[3]["legal"][0]["colour"].lower()
    return 2


@mutation("classic", "grey")
def colour_already_in_the_row_allowed(events):
    """C6."""
    def test(e):
        return e["position"]["phase"] == "offer" and wanted(e)

    def wanted(e):
        p = e["position"]
        board = p["boards"][p["seat"]]
        for m in e["legal"]:
            for row, cells in enumerate(board["wall"]):
                if m["colour"] in cells and not board["lines"][row]:
                    return {**m, "to": row + 1}
        return None

    ply = find(events, test)
    events[1 + ply]["legal"].append(wanted(events[1 + ply]))
    return ply


@mutation("classic", "duel")
def full_line_allowed(events):
    def full(e):
        p = e["position"]
        if p["phase"] != "offer":
            return None
        for row, tiles in enumerate(p["boards"][p["seat"]]["lines"]):
            for m in e["legal"]:
                if len(tiles) == row + 1 and tiles[0] in (m.get("colour"), m.get("moon")):
                    return {**m, "to": row + 1}
        return None

    ply = find(events, full)
    events[1 + ply]["legal"].append(full(events[1 + ply]))
    return ply


@mutation("classic")
def floor_not_allowed(events):
    """C5: the floor is always open."""
    e = events[3]
    e["legal"] = [m for m in e["legal"] if m["to"] != "floor" or m == e["move"]]
    return 2


@mutation("classic")
def empty_factory_offered(events):
    ply = find(events, lambda e: e["move"]["from"] != "centre")
    events[2 + ply]["legal"].append({**events[1 + ply]["move"], "to": "floor"})
    return ply + 1


@mutation(*ALL)
def another_move_was_played(events):
    e = events[4]
    e["move"] = next(m for m in e["legal"] if m != e["move"] and m.get("to") != e["move"].get("to"))
    return 4


@mutation("classic")
def move_with_extra_key(events):
    events[3]["legal"][0]["count"] = 2
    return 2


@mutation("grey", "crystal1", "crystal2")
def column_missing(events):
    ply = phase_ply(events, "tiling")
    e = events[1 + ply]
    e["legal"].remove(next(m for m in e["legal"] if m != e["move"]))
    return ply


@mutation("grey", "crystal2")
def taken_column_allowed(events):
    def taken(e):
        p = e["position"]
        if p["phase"] == "tiling":
            for col, tile in enumerate(p["boards"][p["seat"]]["wall"][p["line"] - 1]):
                if tile != ".":
                    return {"line": p["line"], "column": col + 1}
        return None

    ply = find(events, taken)
    events[1 + ply]["legal"].append(taken(events[1 + ply]))
    return ply


# Classic positions.


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
def points_not_doubled(events):
    """C22: half of the points of the first tile on a x2 space, from there on."""
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


# The end.


def last_ply(events):
    return len(events) - 2


@mutation(*ALL)
def winners_wrong(events):
    events[-1]["winners"] = [s for s in range(2) if s not in events[-1]["winners"]]
    return last_ply(events)


@mutation("classic", "duel")
def winner_is_everybody(events):
    if len(events[-1]["winners"]) == 2:
        raise Skip
    events[-1]["winners"] = [0, 1]
    return last_ply(events)


@mutation(*ALL)
def end_scores_off(events):
    events[-1]["scores"][0] += 1
    return last_ply(events)


@mutation(*ALL)
def end_bonus_off(events):
    """Scores, position and winners agree with each other, but not with the bonuses."""
    best = events[-1]["winners"][0]
    events[-1]["position"]["boards"][best]["score"] += 2
    events[-1]["scores"][best] += 2
    events[-1]["winners"] = [best]
    return last_ply(events)


@mutation("classic", "duel")
def end_with_a_seat(events):
    events[-1]["position"]["seat"] = 0
    return last_ply(events)


@mutation("classic", "duel")
def end_without_winners(events):
    del events[-1]["winners"]
    return last_ply(events)


@mutation("classic")
def end_marker_elsewhere(events):
    p = events[-1]["position"]
    p["marker"] = (p["marker"] + 1) % 2 if p["marker"] != "centre" else 0
    return last_ply(events)


@mutation("classic")
def end_with_the_floor_kept(events):
    p = events[-1]["position"]
    c = next(c for c in range(5) if p["lid"][c])
    p["lid"][c] -= 1
    p["boards"][0]["floor"] = "BYRKT"[c]
    return last_ply(events)


# Duel.


@mutation("duel")
def supply_unsorted(events):
    position(events, 3)["chips"].reverse()
    return 3


@mutation("duel")
def own_chips_unsorted(events):
    def mixed(e):
        return [b for b in e["position"]["boards"] if b["chips"] != b["chips"][::-1]]

    ply = find(events, mixed)
    mixed(events[1 + ply])[0]["chips"].reverse()
    return ply


@mutation("duel")
def chip_face_backwards(events):
    def mixed(e):
        return [s for s in e["position"]["small"] if s["chip"] and len(s["chip"]) == 2]

    ply = find(events, mixed)
    small = mixed(events[1 + ply])[0]
    small["chip"] = small["chip"][::-1]
    return ply


@mutation("duel")
def chip_changes_in_the_round(events):
    p = position(events, 4)
    i = next(i for i, c in enumerate(p["chips"]) if c != p["small"][0]["chip"])
    p["chips"][i], p["small"][0]["chip"] = p["small"][0]["chip"], p["chips"][i]
    p["chips"].sort()
    return 4


@mutation("duel")
def chip_taken_twice_from_the_supply(events):
    ply = round_start(events)
    p = position(events, ply)
    p["chips"].pop()
    return ply


@mutation("duel")
def display_refilled_from_the_right(events):
    """D9: refills go left to right."""
    def test(before, after):
        return after["position"]["round"] > before["position"]["round"] and \
            before["position"]["display"].count(None) >= 2

    ply = find_pair(events, test)
    display = position(events, ply)["display"]
    first, second = [i for i, plate in enumerate(position(events, ply - 1)["display"]) if plate is None][:2]
    swap(display, first, second)
    return ply


@mutation("duel")
def display_closes_up(events):
    """D9: a taken place stays empty."""
    def test(e):
        d = e["position"]["display"]
        return e["position"]["phase"] == "offer" and d[0] is None and d[1]

    ply = find(events, test)
    swap(position(events, ply)["display"], 0, 1)
    return ply


@mutation("duel")
def display_refilled_in_the_round(events):
    ply = find(events, lambda e: e["position"]["phase"] == "offer" and None in e["position"]["display"]
               and e["position"]["pile"])
    p = position(events, ply)
    p["display"][p["display"].index(None)] = p["pile"].pop(0)
    return ply


@mutation("duel")
def setup_refill_at_the_wrong_place(events):
    """D8: the new plate lies where the old one lay."""
    display = position(events, 1)["display"]
    swap(display, 0, 1)
    return 1


@mutation("duel")
def pile_in_another_order(events):
    swap(position(events, 2)["pile"], 0, 1)
    return 2


@mutation("duel")
def pile_reordered_from_a_ply_on(events):
    ply = round_start(events)

    def change(p):
        if len(p["pile"]) > 1:
            p["pile"].reverse()

    from_ply_on(events, ply, change)
    return ply


@mutation("duel")
def plate_turned_later(events):
    ply = find(events, lambda e: e["position"]["phase"] == "offer")
    board = position(events, ply)["boards"][0]
    slot = next(i for i, plate in enumerate(board["plates"]) if plate)
    board["plates"][slot] = board["plates"][slot][:3] + str((int(board["plates"][slot][3]) + 1) % 4)
    return ply


@mutation("duel")
def plate_in_another_slot(events):
    ply = find(events, lambda e: e["position"]["phase"] == "offer")
    plates = position(events, ply)["boards"][0]["plates"]
    swap(plates, next(i for i, plate in enumerate(plates) if plate), plates.index(None))
    return ply


@mutation("duel")
def plate_twice(events):
    ply = find(events, lambda e: e["position"]["phase"] == "offer")
    p = position(events, ply)
    p["pile"][0] = p["pile"][1]
    return ply


@mutation("duel")
def chip_turned_too_early(events):
    ply = find(events, lambda e: any(e["position"]["small"][0]["sun"]))
    position(events, ply)["small"][0]["face_up"] = True
    return ply


@mutation("duel")
def chip_not_turned(events):
    def open_chip(e):
        return [s for s in e["position"]["small"] if s["face_up"]]

    ply = find(events, open_chip)
    open_chip(events[1 + ply])[0]["face_up"] = False
    return ply


@mutation("duel")
def face_up_without_chip(events):
    def gone(e):
        return [s for s in e["position"]["small"] if s["chip"] is None]

    ply = find(events, gone)
    gone(events[1 + ply])[0]["face_up"] = True
    return ply


@mutation("duel")
def token_not_spent(events):
    ply = find(events, lambda e: e["position"]["boards"][0]["tokens"] == 1 and e["position"]["phase"] == "offer")
    position(events, ply)["boards"][0]["tokens"] = 2
    return ply


@mutation("duel")
def start_tile_not_taken(events):
    ply = find(events, lambda e: e["position"]["start_tile"] != "large" and e["position"]["phase"] == "offer")
    position(events, ply)["start_tile"] = "large"
    return ply


@mutation("duel")
def start_tile_with_the_other(events):
    ply = find(events, lambda e: e["position"]["start_tile"] != "large")
    position(events, ply)["start_tile"] = 1 - position(events, ply)["start_tile"]
    return ply


@mutation("duel")
def stack_upside_down(events):
    def mixed(e):
        return [s for s in e["position"]["small"] if s["moon"] != s["moon"][::-1]]

    ply = find(events, mixed)
    small = mixed(events[1 + ply])[0]
    small["moon"] = small["moon"][::-1]
    return ply


@mutation("duel")
def stack_order_missing(events):
    def other(e):
        return [m for m in e["legal"] if "stack" in m and m != e["move"] and m["stack"] != m["stack"][::-1]]

    ply = find(events, other)
    e = events[1 + ply]
    e["legal"].remove(other(e)[0])
    return ply


@mutation("duel")
def broken_tile_to_the_tower(events):
    def broken(e):
        return [b for b in e["position"]["boards"] if b["broken"] and e["position"]["phase"] == "offer"]

    ply = find(events, broken)
    board = broken(events[1 + ply])[0]
    position(events, ply)["tower"]["BYRKT".index(board["broken"][-1])] += 1
    board["broken"] = board["broken"][:-1]
    return ply


@mutation("duel")
def taken_off_by_one(events):
    ply = find(events, lambda e: e["position"]["boards"][0]["taken"] == 1)
    position(events, ply)["boards"][0]["taken"] = 0
    return ply


@mutation("duel")
def third_chip_offered(events):
    ply = find(events, lambda e: e["position"]["phase"] == "offer"
               and e["position"]["boards"][e["position"]["seat"]]["taken"] == 2
               and any(s["face_up"] for s in e["position"]["small"]))
    small = position(events, ply)["small"]
    events[1 + ply]["legal"].append({"chip": 1 + next(i for i, s in enumerate(small) if s["face_up"])})
    return ply


@mutation("duel")
def passed_without_need(events):
    position(events, 4)["boards"][0]["passed"] = True
    return 4


@mutation("duel")
def passed_not_set(events):
    ply = find(events, lambda e: any(b["passed"] for b in e["position"]["boards"]))
    for board in position(events, ply)["boards"]:
        board["passed"] = False
    return ply


@mutation("duel")
def passed_not_cleared(events):
    ply = round_start(events)
    position(events, ply)["boards"][0]["passed"] = True
    return ply


@mutation("duel")
def drawn_plate_for_nothing(events):
    """D9: a draw costs a point."""
    ply = find_pair(events, lambda before, after: "draw" in before["move"]
                    and before["position"]["boards"][before["position"]["seat"]]["score"] > 0)
    p = position(events, ply)
    p["boards"][p["seat"]]["score"] += 1
    return ply


@mutation("duel")
def drawn_in_another_order(events):
    ply = find(events, lambda e: len(e["position"].get("drawn", ())) > 1)
    position(events, ply)["drawn"].reverse()
    return ply


@mutation("duel")
def drawn_from_the_bottom(events):
    ply = find(events, lambda e: "drawn" in e["position"] and e["position"]["pile"])
    p = position(events, ply)
    p["drawn"][-1], p["pile"][-1] = p["pile"][-1], p["drawn"][-1]
    return ply


@mutation("duel")
def returned_on_top(events):
    """D9: plates go back under the pile."""
    ply = find_pair(events, lambda before, after: "drawn" in before["position"] and "drawn" not in after["position"]
                    and len(after["position"]["pile"]) > len(before["position"]["pile"]) > 0)
    pile = position(events, ply)["pile"]
    pile.insert(0, pile.pop())
    return ply


@mutation("duel")
def stop_missing(events):
    ply = phase_ply(events, "draw")
    e = events[1 + ply]
    e["legal"] = [e["move"]]
    return ply


@mutation("duel")
def payment_missing(events):
    def other(e):
        return [m for m in e["legal"] if "spend" in m and m != e["move"]]

    ply = find(events, other)
    e = events[1 + ply]
    e["legal"].remove(other(e)[0])
    return ply


@mutation("duel")
def payment_unsorted(events):
    def mixed(e):
        return [m for m in e["legal"] if "spend" in m and m["spend"] != m["spend"][::-1] and m != e["move"]]

    ply = find(events, mixed)
    mixed(events[1 + ply])[0]["spend"].reverse()
    return ply


@mutation("duel")
def payment_too_small(events):
    ply = find(events, lambda e: any("spend" in m for m in e["legal"]))
    e = events[1 + ply]
    move = next(m for m in e["legal"] if "spend" in m)
    e["legal"].append({**move, "spend": move["spend"][:1]})
    return ply


@mutation("duel")
def skip_missing(events):
    ply = find(events, lambda e: any("skip" in m for m in e["legal"]) and "skip" not in e["move"])
    e = events[1 + ply]
    e["legal"] = [m for m in e["legal"] if "skip" not in m]
    return ply


@mutation("duel")
def skip_of_a_full_line(events):
    ply = phase_ply(events, "tiling", lambda e: "skip" not in e["legal"][-1] and "spend" not in e["legal"][0])
    events[1 + ply]["legal"].append({"line": position(events, ply)["line"], "skip": 1})
    return ply


@mutation("duel")
def cell_backwards(events):
    def crooked(e):
        return [m for m in e["legal"] if "cell" in m and m["cell"][0] != m["cell"][1]]

    ply = find(events, crooked)
    move = crooked(events[1 + ply])[0]
    move["cell"] = move["cell"][::-1]
    return ply


@mutation("duel")
def spent_chip_still_there(events):
    ply = find_pair(events, lambda before, after: "spend" in before["move"])
    before, p = events[ply], position(events, ply)
    board = p["boards"][before["position"]["seat"]]
    face = before["move"]["spend"][0]
    board["spent"].remove(face)
    board["chips"] = sorted(board["chips"] + [face])
    return ply


@mutation("duel")
def special_tile_missing(events):
    ply = find(events, lambda e: "*" in "".join(e["position"]["boards"][0]["tiles"]))
    board = position(events, ply)["boards"][0]
    board["tiles"] = [row.replace("*", ".") for row in board["tiles"]]
    return ply


@mutation("duel")
def special_tile_too_early(events):
    ply = find(events, lambda e: any(p and p[0] == "S" for p in e["position"]["boards"][0]["plates"])
               and e["position"]["phase"] == "offer")
    board = position(events, ply)["boards"][0]
    slot = next(i for i, p in enumerate(board["plates"]) if p and p[0] == "S")
    row, col = slot // 3 * 2, slot % 3 * 2
    board["tiles"][row] = board["tiles"][row][:col] + "*" + board["tiles"][row][col + 1:]
    return ply


@mutation("duel")
def dome_tile_without_plate(events):
    def somewhere(e):
        for board in e["position"]["boards"]:
            if None in board["plates"] and "." != "".join(board["tiles"]).strip(".")[:1] != "":
                return board
        return None

    ply = find(events, somewhere)
    board = somewhere(events[1 + ply])
    letter = next(t for t in "".join(board["tiles"]) if t not in ".*")
    row = next(r for r, cells in enumerate(board["tiles"]) if letter in cells)
    board["tiles"][row] = board["tiles"][row].replace(letter, ".", 1)
    slot = board["plates"].index(None)
    row, col = slot // 3 * 2, slot % 3 * 2
    board["tiles"][row] = board["tiles"][row][:col] + letter + board["tiles"][row][col + 1:]
    return ply


@mutation("duel")
def tower_into_the_bag_too_early(events):
    """D21."""
    ply = find(events, lambda e: any(e["position"]["tower"]) and any(e["position"]["bag"]))
    p = position(events, ply)
    p["bag"] = [b + t for b, t in zip(p["bag"], p["tower"])]
    p["tower"] = [0] * 5
    return ply


@mutation("duel")
def large_factory_with_four(events):
    ply = round_start(events)
    p = position(events, ply)
    c = next(c for c in range(5) if p["large"]["sun"][c])
    p["large"]["sun"][c] -= 1
    p["bag"][c] += 1
    return ply


@mutation("duel")
def rest_of_the_large_factory_stays_on_the_sun(events):
    ply = find(events, lambda e: any(e["position"]["large"]["moon"]))
    large = position(events, ply)["large"]
    large["sun"], large["moon"] = large["moon"], large["sun"]
    return ply


@mutation("duel")
def tokens_in_the_last_round(events):
    ply = round_start(events, 5)
    position(events, ply)["boards"][0]["tokens"] = 2
    return ply


@mutation("duel")
def line_left_full_after_placing(events):
    """D17: the rest of a placed line stays on the board instead of going to the tower, from one position on."""
    def test(before, after):
        p, move = before["position"], before["move"]
        return "cell" in move and "spend" not in move and move["line"] > 1 and after["position"]["round"] == p["round"]

    ply = find_pair(events, test)
    move, seat = events[ply]["move"], events[ply]["position"]["seat"]
    letter = events[ply]["position"]["boards"][seat]["lines"][move["line"] - 1][0]
    p = position(events, ply)
    p["boards"][seat]["lines"][move["line"] - 1] = letter
    p["tower"]["BYRKT".index(letter)] -= 1
    return ply
