"""Data sets of games between bots: every decision with its observation, the search's moves and values, a policy target and
what became of the game (docs/dataset.md).

    python3 -m azulejo.make_dataset --out data --rules all --games 100
    data = azulejo.load_dataset("data", "classic")
"""
from __future__ import annotations

import hashlib
import itertools
import json
import os
import zipfile
import zlib
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._lib import version
from .engines import Engine
from .rules import RULES, Rng, State

FORMAT, VERSION = "azulejo-dataset", 1
# The arrays of a shard, in the order in which the checksum takes them.
ARRAYS = ("observations", "views", "seats", "games", "plies", "random", "played", "actions", "policy", "win", "score", "exact",
          "nodes", "outcome", "final")


class DatasetError(ValueError):
    """A file that is no shard of a data set, or a damaged one, or one that was made otherwise."""


class Dataset(NamedTuple):
    """Samples of one rule set and number of seats; row i of every array is sample i. `header` is that of the first shard."""

    header: Dict[str, Any]
    observations: np.ndarray  # uint8 [n, size]: what the mover sees, as azulejo.layout() says
    views: np.ndarray         # bytes: the same as text, for State.parse
    seats: np.ndarray         # uint8: the mover
    games: np.ndarray         # uint32: the number of the game in its run
    plies: np.ndarray         # uint16: decisions before this one, those without a choice included
    random: np.ndarray        # bool: the move that was played is a random one
    played: np.ndarray        # int32: its action number
    actions: np.ndarray       # int32 [n, lines]: the moves that the search reports, best first; -1: no more
    policy: np.ndarray        # float32 [n, lines]: the policy target, a distribution over them
    win: np.ndarray           # float32 [n, lines, seats]: chance to win by seat after each
    score: np.ndarray         # float32 [n, lines, seats]: final score by seat that is expected
    exact: np.ndarray         # bool: the rest of the round was solved
    nodes: np.ndarray         # uint32: of the search
    outcome: np.ndarray       # float32 [n, seats]: what each seat won: 1, a share, 0
    final: np.ndarray         # int16 [n, seats]: final scores

    def __len__(self) -> int:  # type: ignore[override]
        """How many samples there are."""
        return len(self.seats)

    def view(self, i: int) -> State:
        """What the mover of sample i sees, as a position."""
        return State.parse(self.views[i].decode())

    def dense_policy(self, i: Union[int, slice, np.ndarray]) -> np.ndarray:
        """The policy targets over all action numbers."""
        actions, policy = np.atleast_2d(self.actions[i]), np.atleast_2d(self.policy[i])
        dense = np.zeros((len(actions), self.header["actions"]), np.float32)
        rows = np.repeat(np.arange(len(actions)), actions.shape[1]).reshape(actions.shape)
        there = actions >= 0
        dense[rows[there], actions[there]] = policy[there]
        return dense[0] if np.ndim(self.actions[i]) == 1 else dense


# ---- Playing ----

def _tablets(rng: Rng) -> int:
    """One of Duel's 48 choices of three or four tablets and their sides."""
    sets = [sides for sides in itertools.product(range(3), repeat=4) if sum(map(bool, sides)) >= 3]
    return sum(side << 2 * i for i, side in enumerate(rng.choice(sets)))


def _target(wins: np.ndarray, temperature: float) -> np.ndarray:
    """A softmax of the mover's chances."""
    weights = np.exp((wins - wins.max()) / temperature)
    return weights / weights.sum()


def _sample(state: State, found: Any, way: Dict[str, Any]) -> Dict[str, Any]:
    """What the search says of a decision. Lines that begin with the same move count once."""
    lines = list({line.moves[0]: line for line in reversed(found.lines)}.values())[::-1]
    room, seat = way["lines"], state.seat
    assert seat is not None  # only decisions are searched
    win, score = np.zeros((room, state.players), np.float32), np.zeros((room, state.players), np.float32)
    actions, policy = np.full(room, -1, np.int32), np.zeros(room, np.float32)
    for i, line in enumerate(lines):
        actions[i], win[i], score[i] = state.action(line.moves[0]), line.win, line.score
    policy[:len(lines)] = _target(win[:len(lines), seat].astype(np.float64), way["temperature"])
    return {"observations": state.observe(seat), "views": state.view(seat).text.encode(), "seats": seat, "actions": actions,
            "policy": policy, "win": win, "score": score, "exact": found.exact, "nodes": min(found.nodes, 2**32 - 1)}


def play_samples(way: Dict[str, Any], number: int) -> List[Dict[str, Any]]:
    """The decisions of game `number` of a run: they depend on nothing but the settings and the number."""
    rng = Rng(way["seed"], number)
    tablets = _tablets(rng) if way["rules"] == "duel" else 0
    state = State(way["rules"], way["players"], None, tablets).deal(rng)
    noisy = rng.below(way["noise"] + 1)
    samples: List[Dict[str, Any]] = []
    with Engine(way["bot"], seed=number & 0x7fffffff, lines=way["lines"]) as engine:
        for ply in itertools.count():
            if state.over:
                break
            moves = state.moves()
            move = moves[0]
            if len(moves) > 1:
                found = engine.analyse(state, nodes=way["nodes"])
                at_random = ply < noisy and rng.below(3) == 0
                move = rng.choice(moves) if at_random else found.move
                samples.append({**_sample(state, found, way), "games": number, "plies": ply, "random": at_random,
                                "played": state.action(move)})
            state = state.play(move).deal(rng)
    outcome = np.array([seat in state.winners for seat in range(state.players)], np.float32) / len(state.winners)
    for sample in samples:
        sample["outcome"], sample["final"] = outcome, np.array(state.scores, np.int16)
    return samples


# ---- Files ----

_TYPES = {"observations": np.uint8, "views": None, "seats": np.uint8, "games": np.uint32, "plies": np.uint16, "random": bool,
          "played": np.int32, "actions": np.int32, "policy": np.float32, "win": np.float32, "score": np.float32, "exact": bool,
          "nodes": np.uint32, "outcome": np.float32, "final": np.int16}


def _checksum(header: Dict[str, Any], arrays: Dict[str, np.ndarray]) -> str:
    plain = {key: value for key, value in header.items() if key != "sha256"}
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode())
    for name in ARRAYS:
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _write(path: str, header: Dict[str, Any], samples: Sequence[Dict[str, Any]]) -> None:
    """Under a temporary name first, so a file with the final name is complete."""
    arrays = {name: np.array([s[name] for s in samples], _TYPES[name]) for name in ARRAYS}
    header = {**header, "samples": len(samples), "sha256": ""}
    header["sha256"] = _checksum(header, arrays)
    with open(path + ".part", "wb") as file:
        np.savez_compressed(file, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".part", path)


def read_shard(path: str) -> Dataset:
    """One shard; DatasetError says what is wrong with a file that is none, or a damaged one."""
    try:
        with open(path, "rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays.pop("header").tobytes())
    except FileNotFoundError:
        raise
    except (OSError, ValueError, TypeError, KeyError, EOFError, AttributeError, NotImplementedError, RuntimeError, zipfile.BadZipFile,
            zlib.error) as error:
        raise DatasetError(f"{path}: no shard of a data set, or a damaged one: {error}") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise DatasetError(f"{path}: no shard of a data set")
    if header.get("version") != VERSION:
        raise DatasetError(f"{path}: format version {header.get('version')}; this package reads {VERSION}")
    missing = [name for name in ARRAYS if name not in arrays]
    if missing or header.get("sha256") != _checksum(header, arrays):
        raise DatasetError(f"{path}: damaged: {'no ' + missing[0] if missing else 'its checksum differs'}")
    return Dataset(header, **{name: arrays[name] for name in ARRAYS})


def _shards(where: Union[str, os.PathLike, Iterable[str]]) -> List[str]:
    if not isinstance(where, (str, os.PathLike)):
        return [os.fspath(path) for path in where]
    path = os.fspath(where)
    if not os.path.isdir(path):
        return [path]
    return [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith(".npz")]


def load_dataset(where: Union[str, os.PathLike, Iterable[str]], rules: Optional[str] = None,
                 players: Optional[int] = None) -> Dataset:
    """All shards of a folder, or the given ones, as one data set. `rules` and `players` choose where there are several."""
    paths = _shards(where)
    wanted = [p for p in paths if _fits(p, rules, players)]
    if not wanted:
        raise DatasetError(f"{where}: no shard of a data set{' of ' + rules if rules else ''}")
    shards = [read_shard(path) for path in wanted]
    kinds = sorted({(s.header["rules"], s.header["players"]) for s in shards})
    if len(kinds) > 1:
        raise DatasetError(f"{where}: samples of " + ", ".join(f"{r} with {n} seats" for r, n in kinds)
                           + "; rules= and players= choose")
    if len({s.header["lines"] for s in shards}) > 1:
        raise DatasetError(f"{where}: shards with different numbers of lines; name those to read")
    return Dataset(shards[0].header, **{name: np.concatenate([getattr(s, name) for s in shards]) for name in ARRAYS})


def _fits(path: str, rules: Optional[str], players: Optional[int]) -> bool:
    """By the name, so that shards of other games need not be read; files of other names are read."""
    parts = os.path.basename(path).split("-")
    if len(parts) != 4 or parts[0] not in RULES:
        return True
    return (rules is None or parts[0] == rules) and (players is None or parts[1] == str(players))


# ---- Runs ----

def settings(rules: str, players: int, **more: Any) -> Dict[str, Any]:
    """The header of a run; `more` replaces defaults."""
    state = State(rules, players)
    way = {"format": FORMAT, "version": VERSION, "azulejo": version(), "rules": rules, "players": players, "seed": 1,
           "bot": "strong", "nodes": 2000, "lines": 8, "noise": 30, "temperature": 0.05, "numbering": "moves",
           "actions": state.actions, "observation": len(state.deal(Rng(0)).observe(0))}
    unknown = set(more) - set(way)
    if unknown:
        raise TypeError(f"a data set has no setting {unknown.pop()!r}")
    return {**way, **more}


def write_shard(folder: str, way: Dict[str, Any], number: int, first: int, games: int) -> Tuple[str, int]:
    """Plays the games of one shard, unless it is there: its path and how many samples it has."""
    path = os.path.join(folder, f"{way['rules']}-{way['players']}-{way['seed']}-{number:05}.npz")
    header = {**way, "shard": number, "first": first, "games": games}
    if os.path.exists(path):
        there = read_shard(path).header
        if {key: there.get(key) for key in header} != header:
            raise DatasetError(f"{path}: made with other settings: take another folder or seed")
        return path, there["samples"]
    _write(path, header, [s for g in range(first, first + games) for s in play_samples(way, g)])
    return path, read_shard(path).header["samples"]


def write_dataset(folder: Union[str, os.PathLike], rules: str = "classic", players: int = 2, games: int = 100,
                  shard: int = 50, jobs: int = 1, **more: Any) -> List[Tuple[str, int]]:
    """Plays games and writes them as shards of `shard` games. Complete shards are kept, so the same call resumes a stopped run."""
    if games < 1 or shard < 1 or jobs < 1:
        raise ValueError("games, shard and jobs must be 1 or more")
    way, folder = settings(rules, players, **more), os.fspath(folder)
    os.makedirs(folder, exist_ok=True)
    work = [(folder, way, i, first, min(shard, games - first)) for i, first in enumerate(range(0, games, shard))]
    if jobs == 1:
        return [write_shard(*one) for one in work]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(write_shard, *zip(*work)))
