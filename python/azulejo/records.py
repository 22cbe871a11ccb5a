"""Whole games, written down: .azr and JSON."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from ._lib import AzulejoError, ParseError, ffi, integer, lib, printed, raise_fault, raise_for, string, text_bytes
from ._lib import IllegalMove, error_name
from .rules import OUTCOME_KINDS, Move, Outcome, Rng, State, _rng, make_options


class Step(NamedTuple):
    """One step of a record: the state before it, and a move or the outcome of a random step."""

    state: State
    move: Optional[Move]
    outcome: Optional[Outcome]


class Record:
    """A game that checks every step as it is added. close() gives its memory back."""

    def __init__(self, rules: str = "classic", players: int = 2, starter: Optional[int] = None, tablets: int = 0,
                 start: Optional[State] = None) -> None:
        """A game from its beginning, or from the position `start`."""
        self._own = self._new()
        if start is not None:
            if not isinstance(start, State):
                raise TypeError(f"a start position must be a State, not {type(start).__name__}")
            if start.viewer is not None:
                raise AzulejoError("PARTIAL_VIEW", "a record cannot start from a view")
            raise_for(lib.azj_record_begin_at(self._own, start._c))
        else:
            raise_for(lib.azj_record_begin(self._own, make_options(rules, players, starter, tablets)))

    @staticmethod
    def _new() -> Any:
        record = ffi.new("azj_record *")
        lib.azj_record_init(record)
        return ffi.gc(record, lib.azj_record_free)

    @property
    def _c(self) -> Any:
        if self._own is None:
            raise RuntimeError("the record is closed")
        return self._own

    def close(self) -> None:
        """Gives the memory back; the record cannot be used afterwards."""
        if self._own is not None:
            ffi.release(self._own)
            self._own = None

    def __enter__(self) -> "Record":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    # ---- Writing ----
    def deal(self, rng: Rng) -> None:
        """Draws and notes all random steps that are due."""
        raise_for(lib.azj_record_deal(self._c, _rng(rng)))

    def move(self, move: Union[Move, str]) -> None:
        """Makes a move; raises IllegalMove with the reason."""
        fault = ffi.new("azj_fault *")
        value = self.now._move(move)
        code = lib.azj_record_move(self._c, value, fault, ffi.NULL)
        if code and fault.code == code:
            raise_fault(code, fault, IllegalMove)
        raise_for(code)

    def chance(self, outcome: Outcome) -> None:
        """Notes one random step that went this way."""
        kind, value = tuple(outcome)[:2]
        for found in self.now._outcomes():
            if (OUTCOME_KINDS[found.kind], found.value) == (kind, value):
                raise_for(lib.azj_record_chance(self._c, found[0]))
                return
        raise ValueError(f"{outcome!r} is not an outcome of the next random step")

    def tag(self, name: str, value: str) -> None:
        raise_for(lib.azj_record_tag(self._c, text_bytes(name, "a tag's name"), text_bytes(value, "a tag")))

    def note(self, name: str, value: str) -> None:
        """A note about the last step, like "clk" "298.5"; the name "comment" is free text."""
        raise_for(lib.azj_record_note(self._c, text_bytes(name, "a note's name"), text_bytes(value, "a note")))

    def end(self, winners: Optional[Iterable[int]] = None, cause: str = "normal") -> None:
        """Ends the game; `winners` None: those of the rules."""
        players = self.now.players
        seats = self.now.winners if winners is None else [integer(w, 0, players - 1, "a winner") for w in winners]
        raise_for(lib.azj_record_end(self._c, sum(1 << seat for seat in set(seats)), text_bytes(cause, "a cause")))

    # ---- Reading ----
    @property
    def start(self) -> State:
        """The state before the first step."""
        return State._copy_of(ffi.addressof(self._c, "start"))

    @property
    def now(self) -> State:
        """The state after the last step."""
        return State._copy_of(ffi.addressof(self._c, "now"))

    def _string(self, offset: int) -> str:
        return string(lib.azj_record_string(self._c, offset))

    @property
    def tags(self) -> Dict[str, str]:
        c = self._c
        return {self._string(c.tags[i].name): self._string(c.tags[i].value) for i in range(c.tag_count)}

    @property
    def notes(self) -> List[Tuple[int, str, str]]:
        """(how many steps stand before it, name, value)"""
        c = self._c
        return [(c.notes[i].after, self._string(c.notes[i].name), self._string(c.notes[i].value))
                for i in range(c.note_count)]

    @property
    def cause(self) -> Optional[str]:
        """Why the game ended; None while it is running."""
        return self._string(self._c.cause) or None

    @property
    def winners(self) -> Tuple[int, ...]:
        return tuple(seat for seat in range(self.now.players) if self._c.winners >> seat & 1)

    def __len__(self) -> int:
        return self._c.step_count

    def steps(self) -> Iterator[Step]:
        """Every step with the state before it."""
        state = self.start
        for i in range(len(self)):
            step = self._c.steps[i]
            move = Move._of(step.move) if step.move else None
            outcome = None if move else Outcome(OUTCOME_KINDS[step.outcome.kind], step.outcome.value, 0)
            yield Step(state, move, outcome)
            state = State._copy_of(state._c)
            lib.azj_record_replay(self._c, i, state._c, ffi.NULL)

    def positions(self) -> Iterator[Tuple[State, Move]]:
        """Every decision: the position and the move that was made."""
        return ((step.state, step.move) for step in self.steps() if step.move is not None)

    @property
    def text(self) -> str:
        """The .azr form."""
        return printed(lib.azj_record_text, self._c)

    @property
    def json(self) -> str:
        """The JSON form, one line without its end."""
        return printed(lib.azj_record_json, self._c)

    def save(self, path: Union[str, Path]) -> None:
        """Writes a new file, as JSON if its name ends so; nothing is overwritten."""
        as_json = str(path).endswith(".json")
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.json + "\n" if as_json else self.text)

    def __repr__(self) -> str:
        if self._own is None:
            return "<Record, closed>"
        return f"<Record of {self.now.rules}, {len(self)} steps, {self.cause or 'going on'}>"


def parse_records(text: str) -> Iterator[Record]:
    """The games of a text, in the text or JSON form."""
    data = text_bytes(text, "a record")
    return _parsed(data)


def _parsed(data: bytes) -> Iterator[Record]:
    at, fault = ffi.new("size_t *"), ffi.new("azj_text_fault *")
    reader = lib.azj_record_parse_json if data.lstrip()[:1] == b"{" else lib.azj_record_parse
    while lib.azj_record_more(data, len(data), at):
        record = Record.__new__(Record)
        record._own = Record._new()
        code = reader(data, len(data), at, record._own, fault)
        if code:
            raise ParseError(error_name(code), f"line {fault.line}: {string(fault.text)}", fault.offset)
        yield record


def read_records(path: Union[str, Path]) -> Iterator[Record]:
    """The games of a file."""
    return parse_records(Path(path).read_text(encoding="utf-8"))
