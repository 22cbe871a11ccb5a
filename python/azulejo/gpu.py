"""Batches on an NVIDIA GPU (azulejo/gpu.h): the same games as Batch, bit for bit, with arrays that stay on the device.

    gpu = azulejo.GpuBatch(1 << 16, "classic", seed=1)
    actions = torch.from_dlpack(gpu.actions)             # the same memory; rewards, masks, observations alike
    actions.copy_(policy(...))                           # fill them on the device, then gpu.step()

All work of a batch is queued on the device's default stream, which is also PyTorch's unless another one is chosen: then
call wait() before the other stream reads, and synchronise it before the next step.

`device=-1` runs the kernels one by one on the processor, on every machine."""
from __future__ import annotations

import ctypes
import os
import threading
import weakref
from pathlib import Path
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

import numpy as np

from ._lib import AzulejoError, choice, ffi, integer, lib, raise_for, seed_of, string
from .batch import OBSERVERS, REWARDS, start_positions
from .rules import NUMBERINGS, State, make_options

PROCESSOR = -1


CPU, CUDA = 1, 2  # the kinds of devices in DLPack
TYPES = {"i": lib.AZJ_GPU_INT, "u": lib.AZJ_GPU_UINT, "f": lib.AZJ_GPU_FLOAT}

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype, _capsule_new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_capsule_is = ctypes.pythonapi.PyCapsule_IsValid
_capsule_is.restype, _capsule_is.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
_CAPSULE = b"dltensor"  # as long as somebody may take it; who does renames it, and calls the deleter


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _drop_capsule(capsule: int) -> None:
    """Called when a capsule is destroyed: frees its contents if no consumer has taken them."""
    if _capsule_is(capsule, _CAPSULE):
        lib.azj_gpu_unshare(ffi.cast("void *", _capsule_pointer(capsule, _CAPSULE)))


class DeviceArray:
    """Memory on the device: shared with PyTorch, CuPy, JAX and NumPy (on the processor) by DLPack or the array interface,
    and copied by numpy(). It may be kept longer than its batch, and so may the tensors made of it."""

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

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (CPU, 0) if self._owner.on_processor else (CUDA, self._owner.number)

    def __dlpack__(self, *, stream: Optional[int] = None, max_version: Optional[Tuple[int, int]] = None,
                   dl_device: Optional[Tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        """A capsule with the same memory (DLPack without a version, which every consumer reads)."""
        if copy is not None and not isinstance(copy, bool):
            raise TypeError(f"copy must be True, False or None, not {type(copy).__name__}")
        if copy:
            raise BufferError("the array is shared, not copied: use numpy(), or clone() what you get")
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"the array lies on device {self.__dlpack_device__()}, not on {tuple(dl_device)}")
        if stream is not None and (self._owner.on_processor or isinstance(stream, bool) or not isinstance(stream, int)
                                   or stream == 0 or stream < -1):
            raise ValueError(f"there is no stream {stream!r} on this device")
        if stream not in (None, 1, -1):  # 1: the default stream; who says -1 takes care of it
            self._owner.do(lib.azj_gpu_batch_wait)
        shape = ffi.new("int64_t[]", self.shape)
        tensor = lib.azj_gpu_batch_share(self._owner.batch, ffi.cast("void *", self._pointer), TYPES[self.dtype.kind],
                                         8 * self.dtype.itemsize, len(self.shape), shape)
        if tensor == ffi.NULL:
            raise MemoryError("no memory for a tensor")
        return _capsule_new(int(ffi.cast("uintptr_t", tensor)), _CAPSULE, ctypes.cast(_drop_capsule, ctypes.c_void_p))

    def numpy(self) -> np.ndarray:
        """A copy on the processor, after all work that is queued."""
        out = np.empty(self.shape, self.dtype)
        self._owner.do(lib.azj_gpu_batch_fetch, ffi.from_buffer("char[]", out), self._pointer, out.nbytes)
        return out

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype}>"


class _Device:
    """An open device. Batches that live at the same time have one together, as its kernels are compiled when it is opened."""

    _open: "weakref.WeakValueDictionary[int, _Device]" = weakref.WeakValueDictionary()
    _opening = threading.Lock()

    def __init__(self, number: int) -> None:
        kernels = Path(__file__).with_name("azulejo.ptx")
        if kernels.exists():
            os.environ.setdefault("AZULEJO_PTX", str(kernels))
        why = ffi.new("char[]", lib.AZJ_GPU_TEXT)
        gpu = lib.azj_gpu_open(number, why)
        if gpu == ffi.NULL:
            raise AzulejoError("NO_GPU", string(why))
        self.gpu = ffi.gc(gpu, lib.azj_gpu_close)

    @classmethod
    def open(cls, number: int) -> "_Device":
        with cls._opening:
            device = cls._open.get(number)
            if device is None:
                device = cls._open[number] = cls(number)
            return device


class _Memory:
    """Device and batch, given back when the batch and its last array are gone."""

    def __init__(self, device: int, settings: Any, arrays: int) -> None:
        self.device = _Device.open(device)
        self.on_processor, self.number = device == PROCESSOR, device
        self._lock = threading.Lock()
        made = ffi.new("azj_gpu_batch **")
        raise_for(lib.azj_gpu_batch_new(self.device.gpu, settings, arrays, made))
        self.batch = ffi.gc(made[0], lib.azj_gpu_batch_free)

    def distrust(self) -> None:
        """States and generators are checked from now on."""
        with self._lock:
            lib.azj_gpu_batch_trust(self.batch, 0)

    def do(self, function: Callable[..., int], *arguments: Any) -> None:
        """One call at a time: an object of the GPU may be used by one thread only."""
        with self._lock:
            raise_for(function(self.batch, *arguments))


class GpuBatch:
    """A batch on a GPU. Its arrays are those of Batch, as DeviceArrays: seat, done, refused, scores, rewards, masks,
    observations; and `actions` (int32), which the caller fills on the device. The masks' words are int64.

    For searches there are also `states` (a row of bytes a game, with everything that is hidden), `generators` and `steps`
    (what is chosen of a move, with numbering="steps"). Rows of one batch may be copied into another one of the same
    settings; the next step then starts from there.

    Who has asked for one of these three can write to it, so that from then on states and generators are checked before
    they are used: a game whose state is impossible refuses every action, and determinise() and playout() raise
    AzulejoError. These checks cost time; with `trusted=True` there are none, and what happens with rows that are no copies
    of another batch's is undefined: the process may crash."""

    def __init__(self, games: int, rules: str = "classic", players: int = 2, *, device: int = 0, seed: int = 0,
                 numbering: str = "moves", observe: str = "mover", reward: str = "win", starter: Optional[int] = None,
                 tablets: int = 0, starts: Optional[Sequence[State]] = None, last_observations: bool = False,
                 chance: bool = False, stay: bool = False, trusted: bool = False) -> None:
        """`device`: the number of a GPU, or -1. `trusted`: nothing but rows of other batches is written to states,
        generators and steps. The other settings are those of Batch."""
        rows = choice(observe, OBSERVERS, "observe")
        settings = ffi.new("azj_batch *", {
            "games": integer(games, 1, 2**26, "games"), "options": make_options(rules, players, starter, tablets)[0],
            "numbering": choice(numbering, NUMBERINGS, "the numbering"), "observe": rows or 0,
            "reward": choice(reward, REWARDS, "the reward"), "chance": bool(chance), "stay": bool(stay), "trusted": 1})
        if starts is not None:
            positions = start_positions(starts, settings.games)
            settings.start = positions
        arrays = lib.AZJ_GPU_SCORES | lib.AZJ_GPU_REWARDS | lib.AZJ_GPU_MASKS
        if rows is not None:
            arrays |= lib.AZJ_GPU_OBSERVATIONS
        if last_observations:
            arrays |= lib.AZJ_GPU_LAST_OBSERVATIONS
        number, first = integer(device, -1, 1023, "the device"), seed_of(seed)
        self._memory = _Memory(number, settings, arrays)
        view = lib.azj_gpu_batch_view(self._memory.batch)
        self._games: int = view.games
        self.players: int = view.players
        self.observation_size: int = view.observation_size
        self.action_count: int = lib.azj_batch_actions(view.options.rules, view.numbering)
        self._trusted = bool(trusted)
        self._state = view.state
        self._states = self._array(view.state, np.uint8, ffi.sizeof("azj_state"))
        self._generators = self._array(view.rng, np.uint8, ffi.sizeof("azj_rng"))
        self._steps = self._array(view.steps, np.int32)
        self.seat = self._array(view.seat, np.uint8)
        self.done = self._array(view.done, np.uint8)
        self.refused = self._array(view.refused, np.uint8)
        self.scores = self._array(view.scores, np.int16, self.players)
        self.rewards = self._array(view.rewards, np.float32, self.players)
        self.masks = self._array(view.masks, np.int64, view.mask_words)  # PyTorch has no unsigned ones
        shape = () if observe == "mover" else (self.players,)
        self.observations = self._array(view.observations, np.uint8, *shape, self.observation_size) if rows is not None else None
        self.last_observations = self._array(view.last_observations, np.uint8, self.players,
                                             self.observation_size) if last_observations else None
        self.actions = self._array(lib.azj_gpu_batch_actions(self._memory.batch), np.int32)
        self.reset(first)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self._games

    def _array(self, pointer: Any, dtype: Any, *shape: int) -> DeviceArray:
        return DeviceArray(self._memory, pointer, (self.games, *shape), dtype)

    def _handed_out(self, array: DeviceArray) -> DeviceArray:
        """An array that the caller may write to, or share with what does."""
        if not self._trusted:
            self._memory.distrust()
        return array

    @property
    def states(self) -> DeviceArray:
        """[games, bytes]: the states."""
        return self._handed_out(self._states)

    @property
    def generators(self) -> DeviceArray:
        """[games, bytes]: the generators."""
        return self._handed_out(self._generators)

    @property
    def steps(self) -> DeviceArray:
        """[games]: what is chosen of a move."""
        return self._handed_out(self._steps)

    @property
    def device_name(self) -> str:
        return string(lib.azj_gpu_name(self._memory.device.gpu))

    def reset(self, seed: int = 0) -> None:
        """Starts all games; game i has stream i of the seed."""
        self._memory.do(lib.azj_gpu_batch_reset, seed_of(seed))

    def reset_game(self, game: int, seed: int, stream: int = 0) -> None:
        """Starts one game anew with a stream of a seed."""
        self._memory.do(lib.azj_gpu_batch_reset_game, integer(game, 0, self.games - 1, "a game"), seed_of(seed), seed_of(stream))

    def check(self) -> None:
        """Raises AzulejoError if a state is no game of this batch."""
        game = ffi.new("uint32_t *")
        try:
            self._memory.do(lib.azj_gpu_batch_check, game)
        except AzulejoError as error:
            raise AzulejoError(error.code, f"game {game[0]}: {error}") from None

    def step(self) -> None:
        """Makes the actions that stand in `actions`."""
        self._memory.do(lib.azj_gpu_batch_step, ffi.NULL)

    def random_actions(self) -> None:
        """Fills `actions` uniformly from the masks."""
        self._memory.do(lib.azj_gpu_batch_random)

    def random_step(self) -> None:
        """random_actions() and step() at once."""
        self._memory.do(lib.azj_gpu_batch_random_step)

    def determinise(self) -> None:
        """Fills in at random what the seat to move may not know, in every game; masks and observations stay as they are."""
        self._memory.do(lib.azj_gpu_batch_determinise)

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
