"""Many games at once: NumPy arrays that the C library fills, without copies."""
from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

import numpy as np

from ._lib import AzulejoError, choice, error_name, ffi, integer, lib, raise_for, seed_of
from .rules import NUMBERINGS, State, make_options

OBSERVERS = {"none": None, "mover": lib.AZJ_OBSERVE_MOVER, "all": lib.AZJ_OBSERVE_ALL}
REWARDS = {"win": lib.AZJ_REWARD_WIN, "share": lib.AZJ_REWARD_SHARE, "difference": lib.AZJ_REWARD_DIFFERENCE}
ERRORS = tuple(error_name(i) for i in range(lib.AZJ_ERROR_NB))


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def start_positions(starts: Sequence[State], games: int) -> Any:
    """An array in C of a start position for each game."""
    if not isinstance(starts, (list, tuple)) or not all(isinstance(s, State) for s in starts):
        raise TypeError("starts must be a list of States")
    if len(starts) != games:
        raise ValueError(f"starts must have {games} States, not {len(starts)}")
    array = ffi.new("azj_state[]", games)
    for i, state in enumerate(starts):
        array[i] = state._c[0]
    return array


def _shared(shape: Tuple[int, ...], dtype: Any) -> Tuple[np.ndarray, Any]:
    """An array of zeros, and its memory for the library. It is not NumPy's memory, so that no array can resize it."""
    memory = ffi.new("char[]", int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize)
    return np.frombuffer(ffi.buffer(memory), dtype).reshape(shape), memory


class Batch:
    """Steps `games` independent games together (azulejo/batch.h).

    The arrays are read-only views of the memory that the library writes, so they change with each step; copy what must
    stay. A game that ends starts anew at once (unless `stay`): `done`, `scores`, `rewards` and `last_observations`
    describe the game that ended, the other arrays the new one.

        seat               [games] who decides; 255 in a deal and after the end
        done               [games] 1: a game ended in this step
        refused            [games] number of the error for which an action was refused, else 0: azulejo.ERRORS
        scores, rewards    [games, players]
        masks              [games, words] 64 actions a word, the lowest first; action_masks() makes bools of them
        observations       [games, size] of the mover, or [games, players, size]; layout() has the fields
        last_observations  [games, players, size]
    """

    def __init__(self, games: int, rules: str = "classic", players: int = 2, *, seed: int = 0,
                 starter: Optional[int] = None, tablets: int = 0, starts: Optional[Sequence[State]] = None,
                 numbering: str = "moves", observe: str = "mover", reward: str = "win", last_observations: bool = False,
                 chance: bool = False, stay: bool = False, threads: int = 1) -> None:
        """`starts`: a start position for each game, which may have different rule sets. `numbering`: "moves" or "steps".
        `observe`: "mover", "all" or "none". `reward`: "win", "share" or "difference". `chance`: random steps are actions
        too, and -1 draws one. `stay`: an ended game stays until reset_game(). `threads`: how many step the games."""
        self._settings = {name: value for name, value in locals().items() if name not in ("self", "__class__")}
        self.numbering, self.observe, self.reward = numbering, observe, reward
        self._keep: List[Any] = []
        self._arrays: Dict[str, np.ndarray] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._b = ffi.new("azj_batch *", {
            "games": integer(games, 1, 2**24, "games"), "options": make_options(rules, players, starter, tablets)[0],
            "numbering": choice(numbering, NUMBERINGS, "the numbering"),
            "observe": choice(observe, OBSERVERS, "observe") or 0, "reward": choice(reward, REWARDS, "the reward"),
            "chance": bool(chance), "stay": bool(stay), "trusted": 1})
        if starts is not None:
            self._keep.append(start_positions(starts, self.games))
            self._b.start = self._keep[-1]
        self._lengths()
        self._make_arrays(bool(last_observations))
        self._threads = integer(threads, 1, 1024, "threads")
        self._pool: Optional[ThreadPoolExecutor] = None
        self._pool_of = 0
        self.reset(seed)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self._b.games

    def _lengths(self) -> None:
        code = lib.azj_batch_check(self._b)
        raise_for(0 if code == lib.AZJ_E_NO_ARRAY else code)
        b = self._b
        self.players: int = b.players
        self.observation_size: int = b.observation_size
        rules = {b.start[i].head.rules for i in range(self.games)} if b.start != ffi.NULL else {b.options.rules}
        self.actions: int = max(lib.azj_batch_actions(r, b.numbering) for r in rules)

    def _array(self, name: str, ctype: str, dtype: Any, *shape: int) -> np.ndarray:
        array, memory = _shared((self.games, *shape), dtype)
        self._keep.append(memory)
        self._arrays[name] = array
        setattr(self._b, name, ffi.cast(ctype + " *", memory))
        return array

    def _make_arrays(self, last: bool) -> None:
        self._array("state", "azj_state", np.uint8, ffi.sizeof("azj_state"))
        self._array("rng", "azj_rng", np.uint64, 4)
        self._array("steps", "azj_steps", np.uint32)
        b, rows = self._b, (() if self.observe == "mover" else (self.players,))
        self.seat = _read_only(self._array("seat", "uint8_t", np.uint8))
        self.done = _read_only(self._array("done", "uint8_t", np.uint8))
        self.refused = _read_only(self._array("refused", "uint8_t", np.uint8))
        self.scores = _read_only(self._array("scores", "int16_t", np.int16, self.players))
        self.rewards = _read_only(self._array("rewards", "float", np.float32, self.players))
        self._masks = self._array("masks", "uint64_t", np.uint64, b.mask_words)
        self.masks = _read_only(self._masks)
        self.observations: Optional[np.ndarray] = None
        self.last_observations: Optional[np.ndarray] = None
        if self.observe != "none":
            self.observations = _read_only(
                self._array("observations", "uint8_t", np.uint8, *rows, self.observation_size))
        if last:
            self.last_observations = _read_only(
                self._array("last_observations", "uint8_t", np.uint8, self.players, self.observation_size))
        self._actions, memory = _shared((self.games,), np.int32)
        self._keep.append(memory)
        self._actions_c = ffi.cast("int32_t *", memory)
        self._policy = ffi.new("azj_rng[]", self.games)
        self.seed_policy(0)

    # ---- One user at a time, and none after close() ----
    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads; the batch cannot step afterwards, but its arrays stay readable."""
        with self._lock:
            self._closed = True
            if self._pool and self._pool_of == os.getpid():
                self._pool.shutdown()
            self._pool = None

    def _begin(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread is using the batch")
        if self._closed:
            self._lock.release()
            raise RuntimeError("the batch is closed")

    # ---- Copies: pickle, copy.deepcopy ----
    def __reduce__(self) -> Any:
        with self._lock:
            arrays = {name: array.copy() for name, array in self._arrays.items()}
            return _copied, (type(self), self._settings, arrays, ffi.buffer(self._policy)[:], self._closed)

    # ---- Games ----
    def reset(self, seed: int = 0) -> None:
        """Starts all games; game i has stream i of the seed."""
        number = seed_of(seed)
        self._begin()
        try:
            raise_for(lib.azj_batch_reset(self._b, number))
        finally:
            self._lock.release()

    def reset_game(self, game: int, seed: int, stream: int = 0) -> None:
        """Starts one game anew with a stream of a seed."""
        number, at, of = integer(game, 0, self.games - 1, "a game"), seed_of(seed), seed_of(stream)
        self._begin()
        try:
            raise_for(lib.azj_batch_reset_game(self._b, number, at, of))
        finally:
            self._lock.release()

    def set(self, game: int, state: State) -> None:
        """Puts a position into a game, which continues from there."""
        number = integer(game, 0, self.games - 1, "a game")
        if not isinstance(state, State):
            raise TypeError(f"a position must be a State, not {type(state).__name__}")
        self._begin()
        try:
            raise_for(lib.azj_batch_set(self._b, number, state._c))
        finally:
            self._lock.release()

    def state(self, game: int) -> State:
        """A copy of a game's position."""
        return State._copy_of(self._b.state + integer(game, 0, self.games - 1, "a game"))

    # ---- Steps ----
    def _checked(self, actions: Any) -> np.ndarray:
        if actions is self._actions:
            return actions
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {array.dtype}")
        if array.shape != (self.games,):
            raise ValueError(f"actions must have the shape ({self.games},), not {array.shape}")
        if array.dtype != np.int32:
            if array.size and (array.min() < -(2**31) or array.max() > 2**31 - 1):
                raise ValueError("an action does not fit 32 bits")
        return np.ascontiguousarray(array, np.int32)

    def _each_range(self, function: Any) -> List[Any]:
        """Calls function(first, count) for parts of the games, in the threads."""
        if self._threads == 1:
            return [function(0, self.games)]
        if self._pool is None or self._pool_of != os.getpid():  # a fork takes no threads along
            self._pool, self._pool_of = ThreadPoolExecutor(self._threads), os.getpid()
        part = -(-self.games // self._threads)
        return list(self._pool.map(lambda first: function(first, part), range(0, self.games, part)))

    def step(self, actions: Any) -> int:
        """Makes an action in each game; returns how many were refused (`refused` says why, their games stay)."""
        array = self._checked(actions)
        pointer = ffi.from_buffer("int32_t[]", array)
        self._begin()
        try:
            return sum(self._each_range(lambda first, n: lib.azj_batch_step_range(self._b, pointer, first, n)))
        finally:
            self._lock.release()

    def seed_policy(self, seed: int) -> None:
        """Seeds random_actions(): stream i of the seed for game i."""
        number = seed_of(seed)
        for i in range(self.games):
            lib.azj_rng_seed_stream(self._policy + i, number, i)

    def random_actions(self) -> np.ndarray:
        """An action for each game, drawn uniformly from its mask; -1 where there is none. The same array each time."""
        self._begin()
        try:
            self._each_range(lambda first, n: lib.azj_batch_random(self._b, self._policy, self._actions_c, first, n))
        finally:
            self._lock.release()
        return self._actions

    def action_masks(self) -> np.ndarray:
        """The masks as a new array of bools, [games, actions]."""
        bits = np.unpackbits(self._masks.view(np.uint8), axis=1, bitorder="little", count=self.actions)
        return bits.view(bool)

    def refusal(self, game: int) -> Optional[str]:
        """The reason why the last action of a game was refused."""
        code = int(self.refused[integer(game, 0, self.games - 1, "a game")])
        return ERRORS[code] if code else None

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games{', closed' if self._closed else ''}>"


def _copied(cls: Type[Batch], settings: Dict[str, Any], arrays: Dict[str, np.ndarray], policy: bytes, closed: bool) -> Batch:
    """A batch that continues like the one that it was copied from."""
    batch = cls(**settings)
    for name, array in batch._arrays.items():
        if arrays[name].shape != array.shape or arrays[name].dtype != array.dtype:
            raise ValueError(f"the array {name} of a copied batch does not fit it")
    states = ffi.from_buffer("azj_state[]", np.ascontiguousarray(arrays["state"]))
    for game in range(batch.games):  # the library trusts the states of a batch, but a file may be damaged
        raise_for(lib.azj_batch_set(batch._b, game, states + game))
    for name, array in arrays.items():
        batch._arrays[name][...] = array
    ffi.buffer(batch._policy)[:] = policy
    if closed:
        batch.close()
    return batch


def check_actions(batch: Batch) -> None:
    """Raises AzulejoError for the first refused action of the last step."""
    for game in np.flatnonzero(batch.refused):
        raise AzulejoError(ERRORS[int(batch.refused[game])], f"the action of game {game} was refused")
