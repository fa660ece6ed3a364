"""Enters dates into fields that browsers build of three: one each for the day, the month and the year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.planner.intents import ControlPhrase
from ufo.planner.scene.press_keys import to_focus
from ufo.planner.scene.scene import Move, Scene
from ufo.planner.text.key_notation import literal
from ufo.planner.text.similarity import plain
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import EDITS_AND_SPINNERS
from ufo.schema.target import TargetInfo

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december")  # fmt: skip
_MONTH = rf"(?P<month>{'|'.join(f'{name}|{name[:3]}' for name in _MONTHS)})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_FORMS = (
    regex(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    regex(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"),
    any_case(rf"(?:the\s+)?{_DAY}\s+(?:of\s+)?{_MONTH},?\s+(?P<year>\d{{4}})"),
    any_case(rf"{_MONTH}\s+(?:the\s+)?{_DAY},?\s+(?P<year>\d{{4}})"),
)
"""Unambiguous forms of a date. Ones like 3/4/2025 are left out, because the month is unclear."""
_DIGITS = {"month": 2, "day": 2, "year": 4}


@dataclass(frozen=True, slots=True)
class _Part:
    control: TargetInfo
    digits: str


def set_date(phrase: ControlPhrase | None, content: str, scene: Scene) -> Move | None:
    """Type a date into its three fields, or return None where the text is no date or the field is not one of three."""
    found = next((found for form in _FORMS if (found := form.fullmatch(content.strip()))), None)
    if found is None or phrase is None or not phrase.name or not scene.has("keyboard_input") or scene.attempts:
        return None
    parts = [
        _Part(control, _digits(found[unit]).zfill(digits))
        for unit, digits in _DIGITS.items()
        if (control := _part_for(unit, phrase.name, scene.controls)) is not None
    ]
    if len(parts) != len(_DIGITS):
        return None
    keys = tuple(to_focus(literal(part.digits), part.control) for part in parts)
    return Move(f"Set {phrase.name!r} to {content}.", keys)


def _digits(said: str) -> str:
    """Return a month's name as its number, and digits as they are."""
    named = [number for number, name in enumerate(_MONTHS, 1) if name.startswith(said[:3].casefold())]
    return str(named[0]) if named and said[0].isalpha() else said


def _part_for(unit: str, name: str, controls: Sequence[TargetInfo]) -> TargetInfo | None:
    """Return the one field with the name "Month Arrival", which a browser gives it, or "Arrival month"."""
    wanted = {f"{unit} {plain(name)}", f"{plain(name)} {unit}"}
    fitting = [one for one in controls if one.type in EDITS_AND_SPINNERS and plain(one.name) in wanted]
    return fitting[0] if len(fitting) == 1 else None
