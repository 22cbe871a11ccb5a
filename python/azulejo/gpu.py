"""Batches on an NVIDIA GPU (azulejo/gpu.h): the same games as Batch, bit for bit, with arrays that stay on the device.

    gpu = azulejo.GpuBatch(1 << 16, "classic", seed=1)
    mask = torch.as_tensor(gpu.masks, device="cuda")     # the same memory, by __cuda_array_interface__
    gpu.actions, gpu.rewards, ...                        # fill actions on the device, then gpu.step()

`device=-1` runs the kernels one by one on the processor, on every machine."""
from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, Callable, Dict, Tuple

import numpy as np

from ._lib import AzulejoError, choice, ffi, integer, lib, raise_for, seed_of, string
from .batch import OBSERVERS, REWARDS
from .rules import NUMBERINGS, State, make_options

PROCESSOR = -1


class DeviceArray:
    """Memory on the device: read by PyTorch, CuPy and Numba without a copy, and by numpy() with one. It may be kept
    longer than its batch."""

    def __init__(self, owner: "_Memory", pointer: Any, shape: Tuple[int, ...], dtype: Any) -> None:
        self._owner, self._pointer = owner, pointer
        self.shape, self.dtype = shape, np.dtype(dtype)
        name = "__array_interface__" if owner.on_processor else "__cuda_array_interface__"
        # Stream 1 is the default one, on which all work of a batch is queued.
        interface: Dict[str, Any] = {"shape": shape, "typestr": self.dtype.str, "version": 3, "strides": None,
                                     "data": (int(ffi.cast("uintptr_t", pointer)), False)}
        if not owner.on_processor:
            interface["stream"] = 1
        setattr(self, name, interface)

    def numpy(self) -> np.ndarray:
        """A copy on the processor, after all work that is queued."""
        out = np.empty(self.shape, self.dtype)
        self._owner.do(lib.azj_gpu_batch_fetch, ffi.from_buffer("char[]", out), self._pointer, out.nbytes)
        return out

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype}>"


class _Memory:
    """Device and batch, given back when the batch and its last array are gone."""

    def __init__(self, device: int, settings: Any, arrays: int) -> None:
        kernels = Path(__file__).with_name("azulejo.ptx")
        if kernels.exists():
            os.environ.setdefault("AZULEJO_PTX", str(kernels))
        why = ffi.new("char[]", lib.AZJ_GPU_TEXT)
        gpu = lib.azj_gpu_open(device, why)
        if gpu == ffi.NULL:
            raise AzulejoError("NO_GPU", string(why))
        self.gpu = ffi.gc(gpu, lib.azj_gpu_close)
        self.on_processor = device == PROCESSOR
        self._lock = threading.Lock()
        made = ffi.new("azj_gpu_batch **")
        raise_for(lib.azj_gpu_batch_new(self.gpu, settings, arrays, made))
        # The device must outlive the batch, so the batch's destructor holds it.
        self.batch = ffi.gc(made[0], lambda batch, gpu=self.gpu: lib.azj_gpu_batch_free(batch))

    def do(self, function: Callable[..., int], *arguments: Any) -> None:
        """One call at a time: an object of the GPU may be used by one thread only."""
        with self._lock:
            raise_for(function(self.batch, *arguments))


class GpuBatch:
    """A batch on a GPU. Its arrays are those of Batch, as DeviceArrays: seat, done, refused, scores, rewards, masks,
    observations; and `actions` (int32), which the caller fills on the device. The masks' words are int64."""

    def __init__(self, games: int, rules: str = "classic", players: int = 2, *, device: int = 0, seed: int = 0,
                 numbering: str = "moves", observe: str = "mover", reward: str = "win", tablets: int = 0) -> None:
        """`device`: the number of a GPU, or -1. The settings are those of Batch."""
        self.games = integer(games, 1, 2**26, "games")
        rows = choice(observe, OBSERVERS, "observe")
        settings = ffi.new("azj_batch *", {
            "games": self.games, "options": make_options(rules, players, None, tablets)[0], "trusted": 1,
            "numbering": choice(numbering, NUMBERINGS, "the numbering"), "observe": rows or 0,
            "reward": choice(reward, REWARDS, "the reward")})
        arrays = lib.AZJ_GPU_SCORES | lib.AZJ_GPU_REWARDS | lib.AZJ_GPU_MASKS
        if rows is not None:
            arrays |= lib.AZJ_GPU_OBSERVATIONS
        number, first = integer(device, -1, 1023, "the device"), seed_of(seed)
        self._memory = _Memory(number, settings, arrays)
        view = lib.azj_gpu_batch_view(self._memory.batch)
        self.players: int = view.players
        self.observation_size: int = view.observation_size
        self.action_count: int = lib.azj_batch_actions(view.options.rules, view.numbering)
        self._state = view.state
        self.seat = self._array(view.seat, np.uint8)
        self.done = self._array(view.done, np.uint8)
        self.refused = self._array(view.refused, np.uint8)
        self.scores = self._array(view.scores, np.int16, self.players)
        self.rewards = self._array(view.rewards, np.float32, self.players)
        self.masks = self._array(view.masks, np.int64, view.mask_words)  # PyTorch has no unsigned ones
        shape = () if observe == "mover" else (self.players,)
        self.observations = self._array(view.observations, np.uint8, *shape, self.observation_size) if rows is not None else None
        self.actions = self._array(lib.azj_gpu_batch_actions(self._memory.batch), np.int32)
        self.reset(first)

    def _array(self, pointer: Any, dtype: Any, *shape: int) -> DeviceArray:
        return DeviceArray(self._memory, pointer, (self.games, *shape), dtype)

    @property
    def device_name(self) -> str:
        return string(lib.azj_gpu_name(self._memory.gpu))

    def reset(self, seed: int = 0) -> None:
        """Starts all games; game i has stream i of the seed."""
        self._memory.do(lib.azj_gpu_batch_reset, seed_of(seed))

    def step(self) -> None:
        """Makes the actions that stand in `actions`."""
        self._memory.do(lib.azj_gpu_batch_step, ffi.NULL)

    def random_actions(self) -> None:
        """Fills `actions` uniformly from the masks."""
        self._memory.do(lib.azj_gpu_batch_random)

    def random_step(self) -> None:
        """random_actions() and step() at once."""
        self._memory.do(lib.azj_gpu_batch_random_step)

    def playout(self, plies: int) -> int:
        """Random play of at least `plies` decisions in every game, without filling the arrays; how many were made."""
        made = ffi.new("uint64_t *")
        self._memory.do(lib.azj_gpu_batch_playout, integer(plies, 1, 10**6, "plies"), made)
        return made[0]

    def wait(self) -> None:
        """Until all work that is queued is done."""
        self._memory.do(lib.azj_gpu_batch_wait)

    def hash(self) -> int:
        """One number made of all states, to compare devices."""
        found = ffi.new("uint64_t *")
        self._memory.do(lib.azj_gpu_batch_hash, found)
        return found[0]

    def state(self, game: int) -> State:
        """A copy of a game's position."""
        state = State._blank()
        at = integer(game, 0, self.games - 1, "a game")
        self._memory.do(lib.azj_gpu_batch_fetch, state._c, self._state + at, ffi.sizeof("azj_state"))
        return state

    def __repr__(self) -> str:
        return f"<GpuBatch of {self.games} games on {self.device_name}>"
