"""Games as values: State, Move, Rng, events and chance."""
from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._lib import (AzulejoError, IllegalMove, NOBODY, SPECTATOR, VIEW_ALL, choice, ffi, integer, lib, optional_seat,
                   printed, raise_fault, raise_for, raise_text, seed_of, string, text_bytes)

RULES: Dict[str, int] = {string(lib.azj_rules_name(i)): i for i in range(lib.AZJ_RULES_NB)}
COLOURS: Tuple[str, ...] = tuple(string(lib.azj_colour_name(i)) for i in range(lib.AZJ_COLOUR_NB))
NUMBERINGS: Dict[str, int] = {"moves": lib.AZJ_NUMBER_MOVES, "steps": lib.AZJ_NUMBER_STEPS}
KINDS = ("none", "take", "place", "sun", "moon", "chip", "plate", "draw", "stop", "return", "tile", "skip")
OUTCOME_KINDS = ("starter", "tile", "plate", "chip")
_PARTS = {"take": ("source", "colour", "target"), "place": ("line", "column"),
          "sun": ("source", "colour", "target", "stack"), "moon": ("colour", "target"), "chip": ("source",),
          "plate": ("plate", "slot", "turn"), "return": ("plate",), "tile": ("line", "column", "spend"),
          "skip": ("line",)}
_READ = {"source": lib.azj_move_from, "colour": lib.azj_move_colour, "target": lib.azj_move_to,
         "line": lib.azj_move_line, "column": lib.azj_move_column, "stack": lib.azj_move_stack,
         "plate": lib.azj_move_plate, "slot": lib.azj_move_slot, "turn": lib.azj_move_turn,
         "spend": lib.azj_move_spend}


def rules_number(rules: str) -> int:
    return choice(rules, RULES, "the rule set")


class Rng:
    """The library's generator: the same seed gives the same game everywhere."""

    __slots__ = ("_c",)

    def __init__(self, seed: int = 0, stream: Optional[int] = None) -> None:
        """With `stream`, stream number `stream` of the seed, as batches use them."""
        self._c = ffi.new("azj_rng *")
        if stream is None:
            lib.azj_rng_seed(self._c, seed_of(seed))
        else:
            lib.azj_rng_seed_stream(self._c, seed_of(seed), seed_of(stream))

    def next(self) -> int:
        """The next 64 random bits."""
        return lib.azj_rng_next(self._c)

    def below(self, n: int) -> int:
        """A uniform number in 0 .. n - 1."""
        return lib.azj_rng_below(self._c, integer(n, 1, 2**32 - 1, "n"))

    def choice(self, items: Sequence[Any]) -> Any:
        """One of the items, each with the same probability."""
        return items[self.below(len(items))]

    def copy(self) -> "Rng":
        other = Rng()
        other._c[0] = self._c[0]
        return other


def _rng(rng: Any) -> Any:
    if not isinstance(rng, Rng):
        raise TypeError(f"a generator must be an azulejo.Rng, not {type(rng).__name__}")
    return rng._c


class Move:
    """One whole decision, as a value. It has the fields of its kind: `fields()` names them."""

    __slots__ = ("_value",)
    _value: int

    def __init__(self, rules: str, text: str) -> None:
        """Reads a move like "3B2" of a rule set."""
        data, fault, move = text_bytes(text, "a move"), ffi.new("azj_text_fault *"), ffi.new("azj_move *")
        raise_text(lib.azj_move_parse(rules_number(rules), data, len(data), move, fault), fault)
        object.__setattr__(self, "_value", move[0])

    @classmethod
    def from_json(cls, rules: str, text: Union[str, dict]) -> "Move":
        """Reads the JSON form, as text or as a dict."""
        data = text_bytes(json.dumps(text) if isinstance(text, dict) else text, "a move")
        fault, move = ffi.new("azj_text_fault *"), ffi.new("azj_move *")
        raise_text(lib.azj_move_parse_json(rules_number(rules), data, len(data), move, fault), fault)
        return cls._of(move[0])

    @classmethod
    def _of(cls, value: int) -> "Move":
        move = cls.__new__(cls)
        object.__setattr__(move, "_value", int(value))
        return move

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a move is a value and cannot be changed")

    @property
    def kind(self) -> str:
        """"take", "place", "sun", "moon", "chip", "plate", "draw", "stop", "return", "tile" or "skip"."""
        return KINDS[self._value & 15]

    def fields(self) -> Dict[str, Any]:
        """The parts of the move by name; colours as words, factories and lines from 1."""
        found: Dict[str, Any] = {name: int(_READ[name](self._value)) for name in _PARTS.get(self.kind, ())}
        if "colour" in found:
            found["colour"] = COLOURS[found["colour"]]
        return found

    def __getattr__(self, name: str) -> Any:
        if name not in _READ:
            raise AttributeError(f"a move has no field {name}")
        fields = self.fields()
        if name not in fields:
            raise AttributeError(f"a move of kind {self.kind} has no field {name}")
        return fields[name]

    @property
    def words(self) -> str:
        """The move in English."""
        return printed(lib.azj_move_words, self._value)

    @property
    def json(self) -> str:
        return printed(lib.azj_move_json, self._value)

    def __int__(self) -> int:
        return self._value

    def __str__(self) -> str:
        return printed(lib.azj_move_text, self._value)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> Any:
        return (_move_again, (self._value,))


def _move_again(value: int) -> Move:
    return Move._of(integer(value, 0, 2**32 - 1, "a move"))


class Event(NamedTuple):
    """One change of a score, with its reason in words and the library's JSON form as a dict."""

    seat: int
    points: int
    score: int
    kind: str
    text: str
    details: Dict[str, Any]


class Outcome(NamedTuple):
    """One possible outcome of a random step."""

    kind: str
    value: int
    weight: int


class Preview(NamedTuple):
    """What a move would do: see azj_preview in azulejo/rules.h."""

    taken: int
    overflow: int
    points_now: int
    points_round: int
    change: int


def _events(rules: int, events: Any) -> List[Event]:
    found = []
    for i in range(events.count):
        event = events.at + i
        found.append(Event(event.seat, event.points, event.score, string(lib.azj_event_name(event.kind)),
                           printed(lib.azj_event_text, rules, event),
                           json.loads(printed(lib.azj_event_json, rules, event))))
    return found


class State:
    """A position as a value: its methods return new states and never change it.

    `State("classic", 2)` is a game before its first deal; `State.start(seed=1)` is dealt."""

    __slots__ = ("_c",)

    def __init__(self, rules: str = "classic", players: int = 2, starter: Optional[int] = None,
                 tablets: int = 0) -> None:
        """`starter` None: chance chooses. `tablets`: Duel, 2 bits a tablet; 0: those of a first game."""
        options = make_options(rules, players, starter, tablets)
        self._c = ffi.new("azj_state *")
        raise_for(lib.azj_new(self._c, options))

    @classmethod
    def start(cls, rules: str = "classic", players: int = 2, seed: int = 0, starter: Optional[int] = None,
              tablets: int = 0) -> "State":
        """A game after its first deal."""
        return cls(rules, players, starter, tablets).deal(Rng(seed))

    @classmethod
    def parse(cls, text: str) -> "State":
        """Reads a position or a view, as text or JSON, and checks that it is possible."""
        data, fault, state = text_bytes(text, "a position"), ffi.new("azj_text_fault *"), cls._blank()
        raise_text(lib.azj_position_read(data, len(data), state._c, fault), fault)
        return state

    @classmethod
    def from_bytes(cls, data: bytes) -> "State":
        """The inverse of to_bytes; what is impossible is refused."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a state must be bytes, not {type(data).__name__}")
        raw, state = bytes(data), cls._blank()
        if not 8 <= len(raw) <= ffi.sizeof("azj_state"):
            raise ValueError(f"a state does not have {len(raw)} bytes")
        ffi.memmove(state._c, raw, len(raw))
        fault = ffi.new("azj_fault *")
        raise_fault(lib.azj_validate(state._c, fault), fault)
        if lib.azj_size(state._c) != len(raw):
            raise ValueError(f"a state of {state.rules} does not have {len(raw)} bytes")
        return state

    @classmethod
    def _blank(cls) -> "State":
        state = cls.__new__(cls)
        state._c = ffi.new("azj_state *")
        return state

    @classmethod
    def _copy_of(cls, pointer: Any) -> "State":
        state = cls._blank()
        ffi.memmove(state._c, pointer, ffi.sizeof("azj_state"))
        return state

    # ---- What it is ----
    @property
    def rules(self) -> str:
        return string(lib.azj_rules_name(self._c.head.rules))

    @property
    def players(self) -> int:
        return self._c.head.players

    @property
    def phase(self) -> str:
        """"deal", "offer", "tiling", "over", and in Duel "setup", "draw", "keep", "return"."""
        return string(lib.azj_phase_name(self._c.head.phase))

    @property
    def seat(self) -> Optional[int]:
        """Who decides now; None in a deal and after the end."""
        return None if self._c.head.seat == NOBODY else self._c.head.seat

    @property
    def starter(self) -> Optional[int]:
        return None if self._c.head.starter == NOBODY else self._c.head.starter

    @property
    def round(self) -> int:
        return self._c.head.round

    @property
    def line(self) -> int:
        """Tiling: the line to place now, else 0."""
        return self._c.head.line

    @property
    def viewer(self) -> Union[int, str, None]:
        """None: a full state; else whose view it is, a seat or "spectator"."""
        viewer = self._c.head.viewer
        return None if viewer == VIEW_ALL else "spectator" if viewer == SPECTATOR else viewer

    @property
    def over(self) -> bool:
        return self._c.head.phase == lib.AZJ_PHASE_OVER

    @property
    def scores(self) -> Tuple[int, ...]:
        return tuple(lib.azj_score(self._c, seat) for seat in range(self.players))

    @property
    def winners(self) -> Tuple[int, ...]:
        """The seats that have won; () while the game is running."""
        mask = lib.azj_winners(self._c)
        return tuple(seat for seat in range(self.players) if mask >> seat & 1)

    # ---- Moves ----
    def moves(self) -> List[Move]:
        """All legal moves in the library's order; [] where no seat has a decision."""
        if self.seat is None:
            return []
        buffer = ffi.new("azj_move[]", lib.AZJ_MOVES_MAX)
        return [Move._of(buffer[i]) for i in range(lib.azj_moves(self._c, buffer))]

    def _move(self, move: Union[Move, str]) -> int:
        if isinstance(move, str):
            return Move(self.rules, move)._value
        if not isinstance(move, Move):
            raise TypeError(f"a move must be a Move or a string, not {type(move).__name__}")
        return move._value

    def _legal_move(self, move: Union[Move, str]) -> int:
        value, fault = self._move(move), ffi.new("azj_fault *")
        raise_fault(lib.azj_legal(self._c, value, fault), fault, IllegalMove)
        return value

    def legal(self, move: Union[Move, str]) -> bool:
        return lib.azj_legal(self._c, self._move(move), ffi.NULL) == 0

    def _full(self) -> None:
        if self.viewer is not None:
            raise AzulejoError("PARTIAL_VIEW", "a view cannot be played on: determinise() fills in what is unknown")

    def play(self, move: Union[Move, str]) -> "State":
        """The state after a move; raises IllegalMove with the reason."""
        return self._play(move, ffi.NULL)

    def play_events(self, move: Union[Move, str]) -> Tuple["State", List[Event]]:
        """The same with the score events of the move."""
        events = ffi.new("azj_events *")
        state = self._play(move, events)
        return state, _events(state._c.head.rules, events)

    def _play(self, move: Union[Move, str], events: Any) -> "State":
        self._full()
        value, state, fault = self._move(move), self._copy_of(self._c), ffi.new("azj_fault *")
        raise_fault(lib.azj_play(state._c, value, fault, events), fault, IllegalMove)
        return state

    def preview(self, move: Union[Move, str]) -> Preview:
        found = lib.azj_preview_move(self._c, self._legal_move(move))
        return Preview(found.taken, found.overflow, found.points_now, found.points_round, found.change)

    def standing(self, seat: int) -> List[Event]:
        """The bonuses that a seat's wall or dome would score now."""
        events = ffi.new("azj_events *")
        lib.azj_standing(self._c, integer(seat, 0, self.players - 1, "a seat"), events)
        return _events(self._c.head.rules, events)

    # ---- Chance ----
    def deal(self, rng: Rng) -> "State":
        """The state after all random steps that are due, drawn by the generator."""
        self._full()
        state = self._copy_of(self._c)
        lib.azj_deal(state._c, _rng(rng))
        return state

    def outcomes(self) -> List[Outcome]:
        """The possible outcomes of the next random step; [] outside of a deal."""
        return [Outcome(OUTCOME_KINDS[o.kind], o.value, o.weight) for o in self._outcomes()]

    def _outcomes(self) -> List[Any]:
        if self._c.head.phase != lib.AZJ_PHASE_DEAL or self.viewer is not None:
            return []
        buffer = ffi.new("azj_outcome[]", lib.AZJ_OUTCOMES_MAX)
        # Copies that own their memory: buffer[i] alone would not keep the buffer.
        return [ffi.new("azj_outcome *", buffer[i]) for i in range(lib.azj_outcomes(self._c, buffer))]

    def resolve(self, outcome: Outcome) -> "State":
        """The state after one random step went this way."""
        kind, value, *_ = outcome
        if not isinstance(kind, str):
            raise TypeError(f"the kind of an outcome must be a string, not {type(kind).__name__}")
        number = integer(value, 0, 255, "the value of an outcome")
        for found in self._outcomes():
            if (OUTCOME_KINDS[found.kind], found.value) == (kind, number):
                state = self._copy_of(self._c)
                lib.azj_resolve(state._c, found[0])
                return state
        raise ValueError(f"{outcome!r} is not an outcome of the next random step")

    # ---- Knowledge ----
    def view(self, seat: Optional[int]) -> "State":
        """What a seat may know; None: a spectator."""
        viewer = SPECTATOR if seat is None else integer(seat, 0, self.players - 1, "a seat")
        if self.viewer not in (None, seat if seat is not None else "spectator"):
            raise AzulejoError("PARTIAL_VIEW", "a view shows what its own seat knows and no other")
        state = self._blank()
        lib.azj_view(self._c, viewer, state._c)
        return state

    def determinise(self, rng: Rng) -> "State":
        """A full state that has this view, drawn uniformly."""
        state = self._copy_of(self._c)
        if self.viewer is not None:
            lib.azj_determinise(self._c, _rng(rng), state._c)
        return state

    # ---- Numbers for learning ----
    @property
    def actions(self) -> int:
        """How many action numbers the rule set has (numbering "moves")."""
        return lib.azj_actions(self._c.head.rules)

    def action(self, move: Union[Move, str]) -> int:
        """The action number of a legal move."""
        return lib.azj_action(self._c, self._legal_move(move))

    def move_of_action(self, action: int) -> Move:
        """The legal move with this number; raises IllegalMove where there is none."""
        number = integer(action, 0, self.actions - 1, "an action")
        if self.seat is None:
            raise IllegalMove("WRONG_PHASE", "nobody is to move")
        return Move._of(self._legal_move(Move._of(lib.azj_move_of_action(self._c, number))))

    def steps(self, move: Union[Move, str]) -> List[int]:
        """The actions of a legal move in the numbering "steps", one after the other."""
        number = self._legal_move(move)
        if self.rules != "duel":
            return [lib.azj_action(self._c, number)]
        steps = ffi.new("int[]", lib.AZJ_DUEL_STEPS_MAX)
        return list(steps[0:lib.azj_duel_steps_of(ffi.addressof(self._c, "duel"), number, steps)])

    def mask(self) -> np.ndarray:
        """The legal actions as bools."""
        words = np.zeros((self.actions + 63) // 64, np.uint64)
        if self.seat is not None:
            lib.azj_mask(self._c, ffi.from_buffer("uint64_t[]", words))
        return np.unpackbits(words.view(np.uint8), bitorder="little", count=self.actions).astype(bool)

    def observe(self, seat: int) -> np.ndarray:
        """The observation of a seat as bytes: azulejo.layout() says what they mean."""
        if self.viewer not in (None, seat):
            raise AzulejoError("PARTIAL_VIEW", "a view shows what its own seat knows and no other")
        row = np.zeros(lib.azj_observation_size(self._c.head.rules), np.uint8)
        lib.azj_observe(self._c, integer(seat, 0, self.players - 1, "a seat"), ffi.from_buffer("uint8_t[]", row))
        return row

    # ---- Written down ----
    @property
    def text(self) -> str:
        """The position as one line, which parse() reads."""
        return printed(lib.azj_position_text, self._c)

    @property
    def json(self) -> str:
        """The position as a JSON object, which parse() reads."""
        return printed(lib.azj_position_json, self._c, lib.AZJ_JSON_WHOLE)

    def to_bytes(self) -> bytes:
        return ffi.buffer(self._c, lib.azj_size(self._c))[:]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<State {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bool(lib.azj_equal(self._c, other._c))

    def __hash__(self) -> int:
        return hash(lib.azj_hash(self._c))

    def __reduce__(self) -> Any:
        return (State.from_bytes, (self.to_bytes(),))


def make_options(rules: str, players: int, starter: Optional[int], tablets: int) -> Any:
    """azj_options that fit together."""
    count = integer(players, 2, lib.AZJ_SEATS_MAX, "the number of players")
    options = ffi.new("azj_options *", {"rules": rules_number(rules), "players": count,
                                        "starter": optional_seat(starter, count, "the starter"),
                                        "tablets": integer(tablets, 0, 255, "the tablets")})
    raise_for(lib.azj_new(ffi.new("azj_state *"), options), count)
    return options


class Field(NamedTuple):
    """A part of an observation; `slice` and `shape` cut it out of a row."""

    name: str
    offset: int
    shape: Tuple[int, ...]
    meaning: str

    @property
    def slice(self) -> slice:
        return slice(self.offset, self.offset + int(np.prod(self.shape)))


def layout(rules: str = "classic", numbering: str = "moves") -> Dict[str, Field]:
    """The fields of an observation by name; those of a board begin with "seat0." (me), "seat1." …"""
    fields = ffi.new("azj_obs_field[]", lib.AZJ_OBS_FIELDS_MAX)
    count = lib.azj_observation_fields(rules_number(rules), choice(numbering, NUMBERINGS, "the numbering"), fields)
    found = {}
    for field in fields[0:count]:
        name = string(field.name) if field.seat < 0 else f"seat{field.seat}.{string(field.name)}"
        shape = (field.rows, field.columns) if field.rows > 1 else (field.columns,)
        found[name] = Field(name, field.offset, shape, string(field.meaning))
    return found


def playout(state: State, rng: Rng) -> Iterator[Tuple[State, Move]]:
    """Random play to the end: each position with the move that is made in it."""
    state = state.deal(rng)
    while not state.over:
        move = rng.choice(state.moves())
        yield state, move
        state = state.play(move).deal(rng)
