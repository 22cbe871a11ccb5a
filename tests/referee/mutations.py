"""Ways to falsify a true trace. Each must be found by the checker, at the ply that the mutation returns.

A mutation gets the events of one game, changes them in place and returns the ply of the first fault (None: any).
`@mutation("grey")` names the rules of the games on which it is tried; a game that lacks what it needs raises Skip.
"""

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


def last_ply(events):
    """The ply that an end line's faults carry."""
    return len(events) - 2


def swap(things, i, j):
    if things[i] == things[j]:
        raise Skip
    things[i], things[j] = things[j], things[i]
