"""Falsehoods in the positions of Duel."""

from mutations import find, find_pair, from_ply_on, mutation, phase_ply, position, round_start, swap


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
