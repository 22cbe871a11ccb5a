"""What both games share: colours, faults, tile counts, chance, and the comparison of positions.

A position is the JSON object of the trace itself, so that nothing is lost or repaired on the way in. An engine
(`classic`, `duel`) offers `check_position`, `legal_moves`, `apply`, `start` and `winners`; randomness comes from a
chance object: `Dice` rolls it, `Witness` reads it off the position that the trace shows next and checks that it could
have happened.
"""

COLOURS = "BYRKT"
INDEX = {letter: i for i, letter in enumerate(COLOURS)}


class Fault(Exception):
    """A broken rule. `rule` is its id in the rules digest ("form" for the shape of the trace)."""

    def __init__(self, rule, message):
        super().__init__(message)
        self.rule = rule
        self.message = message


def require(condition, rule, message):
    if not condition:
        raise Fault(rule, message)


# Tile counts: lists of five, in the order of COLOURS.


def count_letters(text):
    return [text.count(letter) for letter in COLOURS]


def add_to(target, counts):
    for i in range(5):
        target[i] += counts[i]


def take_from(source, counts):
    for i in range(5):
        source[i] -= counts[i]


def one_colour(counts):
    return sum(1 for n in counts if n) == 1


def draw_tiles(bag, reserve, need, pick):
    """Moves `need` tiles out of the bag (C2, D21): the reserve enters only when a tile is needed and the bag is empty.

    `pick(bag, n, got)` chooses n of more than n tiles; `got` is what this draw already took.
    """
    got = [0] * 5
    while need:
        if not any(bag):
            if not any(reserve):
                break
            bag[:], reserve[:] = reserve[:], [0] * 5
        part = bag[:] if sum(bag) <= need else pick(bag, need, got)
        take_from(bag, part)
        add_to(got, part)
        need -= sum(part)
    return got


def run_length(cells, at):
    """The length of the unbroken run of tiles through position `at`."""
    low = high = at
    while low > 0 and cells[low - 1] != ".":
        low -= 1
    while high + 1 < len(cells) and cells[high + 1] != ".":
        high += 1
    return high - low + 1


def placement_points(wall, row, col):
    """C12, D19: the points of a tile that lies there already."""
    across = run_length(wall[row], col)
    down = run_length([line[col] for line in wall], row)
    return (across if across > 1 else 0) + (down if down > 1 else 0) or 1


class Dice:
    """Chance that is rolled."""

    sees_only_last_draw = False

    def __init__(self, rng):
        self.rng = rng

    def starter(self, players):
        return self.rng.randrange(players)

    def picker(self, _place, _rule):
        return self._pick

    def _pick(self, bag, n, _got):
        tiles = [i for i in range(5) for _ in range(bag[i])]
        part = [0] * 5
        for i in self.rng.sample(tiles, n):
            part[i] += 1
        return part

    def shuffle(self, things, _read):
        things = list(things)
        self.rng.shuffle(things)
        return things

    def one_of(self, things, _read, _rule):
        return self.rng.choice(things)

    def new_round(self):
        pass


class Witness:
    """Chance as the next position of the trace shows it; what could not have happened is a Fault."""

    sees_only_last_draw = True  # what was drawn and put back again (D7) cannot be seen

    def __init__(self, found):
        self.found = found

    def starter(self, _players):
        return self.found["starter"]

    def picker(self, place, rule):
        """A pick that yields what the found position has at `place`, a path of keys."""
        shown = self.found
        for key in place:
            shown = shown[key]
        name = "/".join(str(key + 1 if isinstance(key, int) else key) for key in place)

        def pick(bag, n, got):
            part = [shown[i] - got[i] for i in range(5)]
            if min(part) < 0 or sum(part) != n:
                forced = f" of which {got} had to come first" if any(got) else ""
                raise Fault(rule, f"{name}: expected {n + sum(got)} tiles{forced}, found {shown}")
            if any(part[i] > bag[i] for i in range(5)):
                raise Fault(rule, f"{name}: {part} cannot be drawn from the bag {bag}")
            return part

        return pick

    def shuffle(self, things, read):
        """The found order of the things, which must be the same things."""
        order = read(self.found)
        require(sorted(order) == sorted(things), "D7", f"{sorted(order)} is not drawn from {sorted(things)}")
        return order

    def one_of(self, things, read, rule):
        thing = read(self.found)
        require(thing in things, rule, f"{thing!r} cannot be drawn from {things}")
        return thing

    def new_round(self):
        require(self.found["phase"] != "over", "C18, C20, D22", "the game ended although another round must be played")


# Checks of form.


def check_keys(thing, keys, what):
    require(type(thing) is dict, "form", f"{what} must be an object, found {thing!r}")
    if thing.keys() != keys:
        missing = sorted(keys - thing.keys())
        extra = sorted(thing.keys() - keys)
        raise Fault("form", f"{what}: missing keys {missing}, unexpected keys {extra}")


def check_int(value, low, high, rule, what):
    if type(value) is not int or not low <= value <= high:
        raise Fault(rule, f"{what} must be an integer from {low} to {high}, found {value!r}")


def check_list(value, length, what):
    if type(value) is not list or len(value) != length:
        raise Fault("form", f"{what} must be a list of {length}, found {value!r}")


def check_counts(counts, what, most):
    check_list(counts, 5, what)
    for n in counts:
        if type(n) is not int or n < 0:
            raise Fault("form", f"{what} must hold counts of tiles, found {counts!r}")
    require(sum(counts) <= most, "form", f"{what} holds {sum(counts)} tiles, at most {most} fit")


def count_keys(value):
    """How many keys all objects in this value have."""
    if type(value) is dict:
        return len(value) + sum(map(count_keys, value.values()))
    if type(value) is list and value and type(value[0]) in (dict, list):
        return sum(map(count_keys, value))
    return 0


def check_text(value, alphabet, most, what):
    if type(value) is not str or len(value) > most or value.strip(alphabet):
        raise Fault("form", f"{what} must be at most {most} of the letters {alphabet}, found {value!r}")


def check_line(tiles, room, what, rule):
    """A pattern line: at most `room` tiles of one colour."""
    check_text(tiles, COLOURS, room, what)
    require(not tiles or tiles == tiles[0] * len(tiles), rule, f"{what} mixes colours: {tiles!r}")


# Comparison.


def differences(expected, found, path=""):
    """Yields (path, expected, found) for every leaf that differs."""
    if type(expected) is dict and type(found) is dict:
        for key in sorted(expected.keys() | found.keys()):
            where = f"{path}.{key}" if path else key
            yield from differences(expected.get(key, "(absent)"), found.get(key, "(absent)"), where)
    elif type(expected) is list and type(found) is list and len(expected) == len(found):
        if not any(isinstance(e, (dict, list)) for e in expected) and path.split(".")[-1] not in ("lines", "wall"):
            if expected != found:
                yield path, expected, found
            return
        for i, (e, f) in enumerate(zip(expected, found)):
            yield from differences(e, f, f"{path}[{i}]")
    elif expected != found or type(expected) is not type(found):
        yield path, expected, found


def freeze(move):
    """A move as a hashable value that ignores the order of its keys."""
    try:
        return frozenset(move.items())
    except TypeError:
        return frozenset((k, tuple(v) if type(v) is list else v) for k, v in move.items())


def rule_of(move, rules):
    return next((rules[key] for key in rules if key in move), "form")


def check_legal(expected, legal, move, rules):
    """Yields a Fault for every way in which `legal` is not the set `expected`, or lacks `move`.

    `rules` names the rule that allows a move, by the move's first key.
    """
    wanted = {freeze(m): m for m in expected}
    try:
        listed = [freeze(m) for m in legal]
        chosen = freeze(move)
    except (AttributeError, TypeError):
        yield Fault("form", "legal must be a list of move objects, and move one of them")
        return
    given = set(listed)
    if len(given) != len(listed):
        twice = [m for m, f in zip(legal, listed) if listed.count(f) > 1]
        yield Fault("form", f"legal lists a move more than once: {twice[0]}")
    if given != wanted.keys():
        for frozen in wanted.keys() - given:
            yield Fault(rule_of(wanted[frozen], rules),
                        f"expected the legal move {wanted[frozen]}, which is not listed")
        for m, frozen in zip(legal, listed):
            if frozen not in wanted:
                yield Fault(rule_of(m, rules), f"found the move {m} in legal, which is not allowed")
    if chosen not in given:
        yield Fault("form", f"the chosen move {move} is not in legal")
    if chosen not in wanted:
        yield Fault(rule_of(move, rules), f"the chosen move {move} is not allowed")
