"""Games and matches between bots and functions."""
from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

from ._lib import integer, seed_of
from .engines import Engine, bots
from .records import Record
from .rules import Move, Rng, State

#: A bot by name, an Engine, or a function that chooses a move in the view of its seat.
Player = Union[str, Engine, Callable[[State], Union[Move, str]]]


class MatchResult(NamedTuple):
    """Points of the first player: 1 for a win, a part of it for a shared one."""

    games: int
    wins: int
    shared: int
    losses: int
    points: float
    margin: float
    score_difference: float
    records: Tuple[Record, ...]

    @property
    def rate(self) -> float:
        """Points a game."""
        return self.points / self.games

    @property
    def interval(self) -> Tuple[float, float]:
        """The rate's interval of 95 %, with games of the same deal counted as one observation."""
        return max(0.0, self.rate - self.margin), min(1.0, self.rate + self.margin)

    def __str__(self) -> str:
        low, high = self.interval
        return (f"{100 * self.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f} %) of {self.games} games: {self.wins} won, "
                f"{self.shared} shared, {self.losses} lost; {self.score_difference:+.1f} points a game")


def _chooser(player: Player, seed: int, nodes: Optional[int], time_ms: Optional[int]) -> Callable:
    if isinstance(player, str):
        player = Engine(player, seed=seed, memory=4 << 20)
    if isinstance(player, Engine):
        engine = player
        return lambda view: engine.choose(view, nodes=nodes, time_ms=time_ms)
    if not callable(player):
        raise TypeError(f"a player must be the name of a bot, an Engine or a function, not {type(player).__name__}")
    return player


def play_game(players: Sequence[Player], rules: str = "classic", seed: int = 0, nodes: Optional[int] = None,
              time_ms: Optional[int] = None, start: Optional[State] = None) -> Record:
    """Plays one game, a player for each seat in its order. The seed decides the deals and the bots' seeds; `nodes` and
    `time_ms` limit each move of the bots."""
    if not isinstance(players, (list, tuple)):
        raise TypeError("players must be a list")
    record = Record(rules, len(players), start=start)
    if record.now.players != len(players):
        raise ValueError(f"the start position has {record.now.players} seats, not {len(players)}")
    rng = Rng(seed)
    choosers = [_chooser(p, Rng(seed, 1 + seat).next(), nodes, time_ms) for seat, p in enumerate(players)]
    for at, player in enumerate(players):
        name = player if isinstance(player, str) else getattr(player, "bot", getattr(player, "__name__", "player"))
        record.tag(f"Seat{at}", str(name))
    record.deal(rng)
    while (seat := record.now.seat) is not None:
        record.move(choosers[seat](record.now.view(seat)))
        record.deal(rng)
    record.end()
    return record


def _points(record: Record, seat: int) -> float:
    return 1 / len(record.winners) if seat in record.winners else 0.0


def match(first: Player, second: Player, games: int = 100, rules: str = "classic", players: int = 2, seed: int = 0,
          nodes: Optional[int] = None, time_ms: Optional[int] = None, jobs: int = 1) -> MatchResult:
    """Games of the first player against one or more of the second, in groups with the same deals, in which the first
    player sits on each seat once; `games` is rounded up to whole groups. The search of bots runs in `jobs` threads."""
    seats = integer(players, 2, 4, "the number of players")
    groups = -(-integer(games, 1, 10**7, "games") // seats)
    base, threads = seed_of(seed), integer(jobs, 1, 256, "jobs")
    if threads > 1 and not (isinstance(first, str) and isinstance(second, str)):
        raise ValueError("with several jobs both players must be names of bots")
    for player in (first, second):
        if isinstance(player, str) and player not in bots():
            raise ValueError(f"there is no bot {player!r}")

    def group(number: int) -> List[Record]:
        return [play_game([first if at == seat else second for at in range(seats)], rules, Rng(base, number).next(),
                          nodes, time_ms) for seat in range(seats)]

    if threads == 1:
        played = [group(number) for number in range(groups)]
    else:
        with ThreadPoolExecutor(threads) as pool:
            played = list(pool.map(group, range(groups)))
    return _result(played, seats)


def _result(played: List[List[Record]], seats: int) -> MatchResult:
    sums = [sum(_points(record, seat) for seat, record in enumerate(group)) / seats for group in played]
    mean = sum(sums) / len(sums)
    # Half an observation of a win and a loss each, so that a few equal results do not look certain.
    spread = sum((s - mean) ** 2 for s in sums) + 0.5 * (mean**2 + (1 - mean) ** 2)
    error = math.sqrt(spread / len(sums) / len(sums))
    counts, difference = {"won": 0, "shared": 0, "lost": 0}, 0.0
    for group in played:
        for seat, record in enumerate(group):
            points, scores = _points(record, seat), record.now.scores
            counts["won" if points == 1 else "shared" if points else "lost"] += 1
            difference += scores[seat] - max(s for at, s in enumerate(scores) if at != seat)
    total = len(played) * seats
    return MatchResult(total, counts["won"], counts["shared"], counts["lost"], sum(sums) * seats, 1.96 * error,
                       difference / total, tuple(record for group in played for record in group))
