"""The bots."""
from __future__ import annotations

import contextlib
import signal
import threading
from typing import Any, Callable, List, NamedTuple, Optional, Tuple, Union

from ._lib import AzulejoError, error_name, ffi, integer, lib, raise_for, seed_of, string, text_bytes
from .rules import Move, State


class Line(NamedTuple):
    """A line of play with what the bot expects of it: by seat the chance to win and the final score."""

    moves: Tuple[Move, ...]
    win: Tuple[float, ...]
    score: Tuple[float, ...]


class Analysis(NamedTuple):
    """What a search found; `lines` is sorted, the best first."""

    move: Move
    lines: Tuple[Line, ...]
    nodes: int
    depth: int
    seconds: float
    exact: bool


def bots() -> List[str]:
    """The names of all bots."""
    return [string(lib.azj_bot_name(i)) for i in range(lib.azj_bot_count())]


def levels() -> List[str]:
    """The bots for people, the easiest first."""
    return [string(lib.azj_level_name(i + 1)) for i in range(lib.azj_level_count())]


def _interruptible(search: Callable[[], int], stop: Callable[[], object]) -> int:
    """Runs a search in a thread, so that Ctrl-C ends it: a signal's handler does not run during a call of the library."""
    found: List[int] = []
    ended = threading.Event()  # join() must not be interrupted: up to Python 3.12 the thread then counts as ended

    def work() -> None:
        try:
            found.append(search())
        finally:
            ended.set()
    thread = threading.Thread(target=work)
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # start() is not to be left in its middle
    try:
        try:
            thread.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, kept)
        ended.wait()
    except BaseException:
        stop()
        while thread.ident is not None and not ended.is_set():  # until then the engine is in use, also if Ctrl-C comes again
            with contextlib.suppress(KeyboardInterrupt):
                ended.wait()
        raise
    return found[0]


# Up to so many nodes or milliseconds a search is not worth a thread. A bot's own limit is as short.
SHORT_NODES, SHORT_MS = 20000, 100


class Engine:
    """A bot with its memory. One thread at a time may use it; stop() may come from any thread."""

    def __init__(self, bot: str = "strong", seed: int = 0, lines: int = 1, memory: int = 16 << 20,
                 network: Optional[bytes] = None, threads: int = 1) -> None:
        """`lines`: how many lines an analysis has at most. `memory`: bytes for all tables. `network`: a file's bytes.
        `threads`: of one search; with several, the same seed and nodes need not give the same move."""
        self._own = None
        self._lock = threading.Lock()
        name = ffi.new("char[]", text_bytes(bot, "a bot"))
        net = ffi.NULL
        if network is not None:
            if not isinstance(network, (bytes, bytearray)):
                raise TypeError(f"a network must be bytes, not {type(network).__name__}")
            net = ffi.new("char[]", bytes(network))
        options = ffi.new("azj_engine_options *", {
            "bot": name, "seed": seed_of(seed), "memory_bytes": integer(memory, 1 << 22, 1 << 40, "the memory"),
            "lines": integer(lines, 1, lib.AZJ_LINES_MAX, "the number of lines"),
            "threads": integer(threads, 1, lib.AZJ_THREADS_MAX, "the number of threads"),
            "now_us": ffi.addressof(lib, "azj_clock_us"), "net": net, "net_size": len(network) if network else 0})
        error = ffi.new("azj_error *")
        engine = lib.azj_engine_new(options, error)
        if engine == ffi.NULL:
            raise_for(error[0])
        self.bot = bot
        self._own = ffi.gc(engine, lib.azj_engine_free, int(memory))
        self._stopping = threading.Lock()

    def _use(self) -> Any:
        if self._own is None:
            raise RuntimeError("the engine is closed")
        return self._own

    def _begin(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the engine is thinking in another thread")

    def analyse(self, state: State, nodes: Optional[int] = None, time_ms: Optional[int] = None,
                depth: Optional[int] = None, only: Union[Move, str, None] = None) -> Analysis:
        """Searches up to the first limit; without one the bot uses its own. With nodes alone the result is the same
        everywhere. `only`: evaluates this legal move instead of choosing. The bot sees the view of the seat to move."""
        if not isinstance(state, State):
            raise TypeError(f"a position must be a State, not {type(state).__name__}")
        limits = ffi.new("azj_limits *", {
            "nodes": 0 if nodes is None else integer(nodes, 1, 2**63, "nodes"),
            "time_ms": 0 if time_ms is None else integer(time_ms, 1, 2**32 - 1, "time_ms"),
            "depth": 0 if depth is None else integer(depth, 1, 10000, "depth"),
            "only": 0 if only is None else state._legal_move(only)})
        if state.viewer is not None and state.viewer != state.seat:
            raise AzulejoError("PARTIAL_VIEW", "a bot needs the view of the seat to move, or the whole state")
        info = ffi.new("azj_info *")
        self._begin()
        try:
            engine = self._use()
            raise_for(lib.azj_engine_set(engine, state._c))
            own = not (limits.nodes or limits.time_ms or limits.depth)
            short = own or 0 < limits.nodes <= SHORT_NODES or 0 < limits.time_ms <= SHORT_MS
            if short or threading.current_thread() is not threading.main_thread():
                raise_for(lib.azj_engine_go(engine, limits, info))
            else:
                raise_for(_interruptible(lambda: lib.azj_engine_go(engine, limits, info), lambda: lib.azj_engine_stop(engine)))
        finally:
            self._lock.release()
        return _analysis(info, state.players)

    def choose(self, state: State, nodes: Optional[int] = None, time_ms: Optional[int] = None,
               depth: Optional[int] = None) -> Move:
        """The move that the bot makes."""
        return self.analyse(state, nodes, time_ms, depth).move

    def stop(self) -> None:
        """Makes a search that another thread runs end soon."""
        with self._stopping:
            lib.azj_engine_stop(self._use())

    def reseed(self, seed: int) -> None:
        """The seed of the next game."""
        self._simple(lib.azj_engine_reseed, seed_of(seed))

    def clear(self) -> None:
        """Drops all search results."""
        self._simple(lib.azj_engine_clear)

    def _simple(self, function: Any, *arguments: Any) -> None:
        self._begin()
        try:
            function(self._use(), *arguments)
        finally:
            self._lock.release()

    def close(self) -> None:
        """Gives the memory back; the engine cannot be used afterwards."""
        self._begin()
        try:
            if self._own is not None:
                with self._stopping:
                    own, self._own = self._own, None
                ffi.release(own)
        finally:
            self._lock.release()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.bot}{', closed' if self._own is None else ''}>"


def _analysis(info: Any, players: int) -> Analysis:
    lines = tuple(Line(tuple(Move._of(line.move[i]) for i in range(line.length)), tuple(line.win[0:players]),
                       tuple(line.score[0:players])) for line in info.line[0:info.lines])
    if not lines or not lines[0].moves:
        raise AzulejoError(error_name(lib.AZJ_E_NO_POSITION), "the bot has not chosen a move")
    return Analysis(lines[0].moves[0], lines, info.nodes, info.depth, info.time_us / 1e6, bool(info.exact))
