"""The C library: where it is, whether it fits, and how its errors become exceptions."""
from __future__ import annotations

import operator
import os
from pathlib import Path
from typing import Any, Callable, Optional

from ._ffi import ffi


def _open() -> Any:
    path = os.environ.get("AZULEJO_LIBRARY") or str(Path(__file__).with_name("libazulejo.so"))
    library = ffi.dlopen(path)
    index = 0
    while (row := library.azj_type_of(index)) != ffi.NULL:
        name = ffi.string(row.name).decode()
        if ffi.sizeof(name) != row.size:
            raise ImportError(f"{path} does not fit this package: {name} has {row.size} bytes there")
        index += 1
    return library


lib = _open()
NOBODY = 255
VIEW_ALL = 255
SPECTATOR = 254


class AzulejoError(ValueError):
    """What the library refuses. `code` is the stable name of the reason, like "LINE_FULL"."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class IllegalMove(AzulejoError):
    """A move that the rules refuse."""


class ParseError(AzulejoError):
    """A text that cannot be read; `offset` bytes of it stand before the fault."""

    def __init__(self, code: str, text: str, offset: int) -> None:
        super().__init__(code, f"{text} (byte {offset})")
        self.offset = offset


def string(pointer: Any) -> str:
    """A C string as text; "" for NULL."""
    return "" if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def error_name(code: int) -> str:
    return string(lib.azj_error_name(code))


def raise_for(code: int, number: int = 0) -> None:
    """Raises AzulejoError unless all is well; `number` is what a sentence names, such as the number of players."""
    if code:
        raise_fault(code, ffi.new("azj_fault *", {"number": number}))


def raise_fault(code: int, fault: Any, kind: type = AzulejoError) -> None:
    """The same with the sentence of a fault."""
    if code:
        fault.code = code
        raise kind(error_name(code), printed(lib.azj_fault_text, fault))


def raise_text(code: int, fault: Any) -> None:
    if code:
        raise ParseError(error_name(code), string(fault.text), fault.offset)


def printed(printer: Callable[..., int], *what: Any) -> str:
    """The text of one of the library's printers."""
    size = 512
    while True:
        out = ffi.new("char[]", size)
        length = printer(*what, out, size)
        if length < size:
            return ffi.buffer(out, length)[:].decode("utf-8", "replace")
        size = length + 1


def integer(value: Any, low: int, high: int, what: str) -> int:
    """A whole number of a range: a Python or NumPy integer, no bool and no float."""
    if isinstance(value, bool):
        raise TypeError(f"{what} must be a whole number, not a bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{what} must be between {low} and {high}, not {number}")
    return number


def seed_of(value: Any) -> int:
    return integer(value, 0, 2**64 - 1, "a seed")


def text_bytes(text: Any, what: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a string, not {type(text).__name__}")
    data = text.encode("utf-8", "surrogatepass")
    if b"\0" in data:
        raise ValueError(f"{what} must have no zero byte")
    return data


def choice(value: Any, names: dict, what: str) -> int:
    """The number of a name."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a string, not {type(value).__name__}")
    if value not in names:
        raise ValueError(f"{what} must be one of {', '.join(names)}, not {value!r}")
    return names[value]


def version() -> str:
    """The version of the C library."""
    return string(lib.azj_version())


def optional_seat(seat: Optional[int], players: int, what: str) -> int:
    return NOBODY if seat is None else integer(seat, 0, players - 1, what)
