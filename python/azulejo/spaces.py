"""Spaces with the attributes of Gymnasium's. Where gymnasium is installed, its own classes are used."""
from __future__ import annotations

from typing import Any, Dict as Dict_, Optional, Tuple

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
except ImportError:

    class Space:  # type: ignore[no-redef]
        """What the spaces share: `shape`, `dtype`, seed(), sample() and contains()."""

        def __init__(self, shape: Optional[Tuple[int, ...]], dtype: Any) -> None:
            self.shape = shape
            self.dtype = None if dtype is None else np.dtype(dtype)
            self._random: Optional[np.random.Generator] = None

        @property
        def np_random(self) -> np.random.Generator:
            if self._random is None:
                self.seed()
            return self._random  # type: ignore[return-value]

        def seed(self, seed: Optional[int] = None) -> Any:
            self._random = np.random.default_rng(seed)
            return seed

        def contains(self, x: Any) -> bool:
            raise NotImplementedError

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

        def __eq__(self, other: object) -> bool:
            return type(self) is type(other) and repr(self) == repr(other)

        def __hash__(self) -> int:
            return hash(repr(self))

    class Discrete(Space):  # type: ignore[no-redef]
        """The numbers start .. start + n - 1."""

        def __init__(self, n: int, seed: Optional[int] = None, start: int = 0) -> None:
            super().__init__((), np.int64)
            self.n, self.start = int(n), int(start)
            if seed is not None:
                self.seed(seed)

        def sample(self, mask: Optional[np.ndarray] = None) -> np.int64:
            """A number, with `mask` (int8) one of those whose entry is 1."""
            if mask is None:
                return np.int64(self.start + self.np_random.integers(self.n))
            legal = np.flatnonzero(mask)
            return np.int64(self.start + (self.np_random.choice(legal) if len(legal) else 0))

        def contains(self, x: Any) -> bool:
            if isinstance(x, (bool, np.bool_)) or not np.issubdtype(np.asarray(x).dtype, np.integer):
                return False
            return np.shape(x) == () and self.start <= int(x) < self.start + self.n

        def __repr__(self) -> str:
            return f"Discrete({self.n})" if self.start == 0 else f"Discrete({self.n}, start={self.start})"

    class MultiDiscrete(Space):  # type: ignore[no-redef]
        """An array of numbers, each below its entry of nvec."""

        def __init__(self, nvec: Any, dtype: Any = np.int64, seed: Optional[int] = None) -> None:
            self.nvec = np.asarray(nvec, dtype)
            super().__init__(self.nvec.shape, dtype)
            if seed is not None:
                self.seed(seed)

        def sample(self, mask: Any = None) -> np.ndarray:
            return self.np_random.integers(self.nvec).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return (isinstance(x, np.ndarray) and x.shape == self.shape and np.issubdtype(x.dtype, np.integer)
                    and bool(np.all((0 <= x) & (x < self.nvec))))

        def __repr__(self) -> str:
            return f"MultiDiscrete({self.nvec})"

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of a shape and type between two bounds."""

        def __init__(self, low: Any, high: Any, shape: Optional[Tuple[int, ...]] = None, dtype: Any = np.float32,
                     seed: Optional[int] = None) -> None:
            sides: Tuple[int, ...] = tuple(shape) if shape is not None else np.shape(low)
            super().__init__(sides, dtype)
            self.low = np.full(sides, low, dtype)
            self.high = np.full(sides, high, dtype)
            if seed is not None:
                self.seed(seed)

        def sample(self, mask: Any = None) -> np.ndarray:
            if self.low.dtype.kind == "f":
                return self.np_random.uniform(self.low, self.high).astype(self.dtype)
            return self.np_random.integers(self.low, self.high, endpoint=True, dtype=np.int64).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return (isinstance(x, np.ndarray) and np.can_cast(x.dtype, self.dtype) and x.shape == self.shape
                    and bool(np.all(x >= self.low) and np.all(x <= self.high)))

        def __repr__(self) -> str:
            low, high = (b.flat[0] if b.size else None for b in (self.low, self.high))
            return f"Box({low}, {high}, {self.shape}, {self.dtype})"

    class Dict(Space):  # type: ignore[no-redef]
        """A dict of spaces by name."""

        def __init__(self, spaces: Dict_[str, Any], seed: Optional[int] = None) -> None:
            super().__init__(None, None)
            self.spaces = dict(spaces)
            if seed is not None:
                self.seed(seed)

        def seed(self, seed: Optional[int] = None) -> Any:
            super().seed(seed)
            for space in self.spaces.values():
                space.seed(None if seed is None else int(self.np_random.integers(2**31)))
            return seed

        def sample(self, mask: Any = None) -> Dict_[str, Any]:
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x: Any) -> bool:
            return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                    and all(space.contains(x[name]) for name, space in self.spaces.items()))

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def keys(self) -> Any:
            return self.spaces.keys()

        def items(self) -> Any:
            return self.spaces.items()

        def __iter__(self) -> Any:
            return iter(self.spaces)

        def __len__(self) -> int:
            return len(self.spaces)

        def __repr__(self) -> str:
            return "Dict(" + ", ".join(f"{name!r}: {space}" for name, space in self.spaces.items()) + ")"


__all__ = ["Box", "Dict", "Discrete", "MultiDiscrete"]
