"""Falsehoods in the form of the trace, in legal moves and at the end."""

import json

from mutations import ALL, Skip, decisions, find, last_ply, mutation, phase_ply, position, round_start


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


# The end.


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
