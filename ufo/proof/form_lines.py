"""Writes what a form held in lines of a fact's length: nothing of it is cut, since it is the one proof of what was sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ufo.proof.literals import shortened
from ufo.schema.form import Form, FormPart

_MOST_LINES = 12
"""Of a longer form the last line says how much more there was, and has its texts."""
_UNTICKED = "unchecked"
_LONGEST_BEFORE = 60
_DAY_PARTS = ("year", "month", "day")
_FIRST_YEAR = 1000


@dataclass(frozen=True, slots=True)
class FormLine:
    """`said`: at most the asked number of characters. `texts`: the names and values that it says, and the days that its parts
    give together, in ISO form. `gone`: what the parts held when the run first saw them and hold no more.
    """

    said: str
    texts: tuple[str, ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Piece:
    said: str
    texts: tuple[str, ...]
    gone: tuple[str, ...] = ()


def form_lines(form: Form | None, most: int) -> list[FormLine]:
    """Return what the form held in lines of at most `most` characters: what was filled in or ticked first, in the order of the
    form, then the boxes that were not ticked, and whether all else is as it was first seen.
    """
    parts = [part for part in form.parts if part.value or part.state] if form is not None else []
    lines = list(_filled([*_held(parts, most), *_unticked(parts, most), *_rest(parts)], most))
    if lines and (days := tuple(_days(parts))):
        lines[0] = replace(lines[0], texts=(*lines[0].texts, *days))
    if len(lines) <= _MOST_LINES:
        return lines
    rest = lines[_MOST_LINES - 1 :]
    more = f"and more, of {sum(len(line.said) for line in rest):,} characters"
    gone = tuple(text for line in rest for text in line.gone)
    return [*lines[: _MOST_LINES - 1], FormLine(more, tuple(text for line in rest for text in line.texts), gone)]


def _held(parts: Sequence[FormPart], most: int) -> Iterator[_Piece]:
    lone = sum(part.state == _UNTICKED for part in parts) == 1
    for part in parts:
        was = _was(part)
        if part.value or part.state != _UNTICKED or lone or was:
            value = " ".join((part.value or part.state).split())
            name = _name(part)
            before = f" (was {shortened(was, _LONGEST_BEFORE)!r})" if was else ""
            for number, said in enumerate(_cut(value, most - len(name) - len(before) - len(", : ''……"))):
                opening = "…" if number else ""
                closing = "…" if not value.endswith(said) else ""
                told = f"{name}: {opening + said + closing!r}{'' if closing else before}"
                yield _Piece(told, (part.name, part.value or part.state, said), (was,) if was else ())


def _was(part: FormPart) -> str:
    """Return what it held when it was first seen, "" where it was empty, the same or not seen."""
    return part.was if part.was and part.was != (part.value or part.state) else ""


def _rest(parts: Sequence[FormPart]) -> Iterator[_Piece]:
    """Say that all else is as it was, where something of the form was changed and all of it was seen before."""
    same = sum(part.was == (part.value or part.state) for part in parts)
    if 0 < same < len(parts) and all(part.was is not None for part in parts):
        yield _Piece("all else as it was first seen", ())


def _days(parts: Sequence[FormPart]) -> Iterator[str]:
    """Iterate over the days that three spin boxes in a row give. Which is the day and which the month, their names say in the
    browser's language; where their numbers leave that open, nothing is told.
    """
    for first, second, third in zip(parts, parts[1:], parts[2:], strict=False):
        values = [part.value for part in (first, second, third) if part.role == "Spinner" and part.value.isdecimal()]
        numbers = [int(value) for value in values]
        if len(numbers) == len(_DAY_PARTS) and max(numbers[0], numbers[2]) >= _FIRST_YEAR:
            year, *rest = numbers if numbers[0] >= _FIRST_YEAR else (numbers[2], *numbers[:2])
            possible = {
                day.isoformat() for month, of_month in (rest, rest[::-1]) if (day := _day(year, month, of_month))
            }
            chosen = [_day(year, *rest)] if numbers[0] == year else []
            yield from {day.isoformat() for day in chosen if day} or (possible if len(possible) == 1 else ())


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _unticked(parts: Sequence[FormPart], most: int) -> Iterator[_Piece]:
    names = [_name(part) for part in parts if part.state == _UNTICKED and not part.value and not _was(part)]
    if len(names) < 2:
        return
    opening = "not ticked: "
    for line in _filled([_Piece(name, (name,)) for name in names], most - len(opening)):
        yield _Piece(opening + line.said, line.texts)


def _filled(pieces: Sequence[_Piece], most: int) -> Iterator[FormLine]:
    """Put as many pieces into each line as it takes."""
    line = FormLine("", ())
    for piece in pieces:
        if line.said and len(line.said) + len(piece.said) + 2 > most:
            yield line
            line = FormLine("", ())
        said = f"{line.said}, {piece.said}" if line.said else piece.said
        line = FormLine(said, (*line.texts, *piece.texts), (*line.gone, *piece.gone))
    if line.said:
        yield line


def _cut(text: str, most: int) -> Iterator[str]:
    """Cut a long text into pieces, after a space where one is near."""
    most = max(most, 40)
    while len(text) > most:
        at = text.rfind(" ", most // 2, most) + 1 or most
        yield text[:at]
        text = text[at:]
    yield text


def _name(part: FormPart) -> str:
    return " ".join((part.name or "a field").split())[:80]
