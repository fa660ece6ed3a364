"""Writes values of documents and names of files so that they stay within one line and cannot be taken for the line itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from ufo.schema.file_names import named

MOST_IN_LINE = 300
_SHORT = 44


def shown(text: str) -> str:
    """Return the text with every sign escaped that breaks a line, turns its direction or is not seen."""
    return named(text)


def quoted(text: str, most: int = _SHORT) -> str:
    return f'"{shortened(shown(text), most)}"'


def shortened(text: str, most: int = _SHORT) -> str:
    """Return the text, without its middle where it is longer than `most`."""
    if len(text) <= most:
        return text
    head = (most - 1) * 2 // 3
    return f"{text[:head]}…{text[len(text) - (most - 1 - head) :]}"


def pieces_of(text: str, most: int) -> Iterator[str]:
    """Cut a long text after a space, where one is near, so that each piece is told whole."""
    while len(text) > most:
        at = text.rfind(" ", most // 2, most) + 1 or most
        yield text[:at].strip()
        text = text[at:]
    yield text


def listed(values: Sequence[str], most: int = 4) -> str:
    """Return "a, b, c"; of more than `most` values the first ones and the last: "a, b, c … z"."""
    if len(values) <= most:
        return ", ".join(values)
    return f"{', '.join(values[: most - 1])} … {values[-1]}"


def counted(count: int, what: str, several: str = "") -> str:
    """Return "1 line" or "3 lines"."""
    return f"{count:,} {what if count == 1 else several or f'{what}s'}"


def one_line(text: str) -> str:
    """Return at most MOST_IN_LINE characters of the text."""
    return text if len(text) <= MOST_IN_LINE else f"{text[: MOST_IN_LINE - 1]}…"


def decimal(value: float) -> str:
    """Return a number as a plain decimal: "0.15", "1000000", "-3"."""
    if not math.isfinite(value):
        return str(value)
    written = format(Decimal(f"{value:.15g}"), "f")
    return written.rstrip("0").rstrip(".") if "." in written else written


def unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
