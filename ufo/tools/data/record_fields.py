"""The fields of calendar entries and contacts: what each is called here, and its property in iCalendar (RFC 5545) and vCard
(RFC 6350). Dates and times are told and taken as "2026-12-01" and "2026-12-01 09:30", with the zone after it where it has one.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, tzinfo
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from icalendar import vBroken, vCalAddress, vCategory, vDDDTypes, vDuration, vRecur, vText, vUnknown

from ufo.errors import ToolError
from ufo.tools.data import card_parts
from ufo.tools.data.card_parts import of_parts

Value = str | list[str]

_TIMES = MappingProxyType({"start": "DTSTART", "end": "DTEND", "due": "DUE", "done": "COMPLETED"})
_COMMON = MappingProxyType(
    {
        "title": "SUMMARY", "start": "DTSTART", "place": "LOCATION", "note": "DESCRIPTION", "repeats": "RRULE",
        "status": "STATUS", "categories": "CATEGORIES", "url": "URL", "organizer": "ORGANIZER", "guests": "ATTENDEE",
        "priority": "PRIORITY",
    }
)  # fmt: skip
FIELDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "event": MappingProxyType({"title": "SUMMARY", "start": "DTSTART", "end": "DTEND", **_COMMON}),
        "todo": MappingProxyType(
            {"title": "SUMMARY", "due": "DUE", "done": "COMPLETED", "percent": "PERCENT-COMPLETE", **_COMMON}
        ),
        "journal": _COMMON,
        "contact": MappingProxyType(
            {
                "name": "FN", "emails": "EMAIL", "phones": "TEL", "organization": "ORG", "role": "TITLE", "addresses": "ADR",
                "birthday": "BDAY", "nickname": "NICKNAME", "note": "NOTE", "url": "URL", "categories": "CATEGORIES",
            }
        ),
    }
)  # fmt: skip
COMPONENTS: Mapping[str, str] = MappingProxyType(
    {"event": "VEVENT", "todo": "VTODO", "journal": "VJOURNAL", "contact": "VCARD"}
)
_MANY = frozenset({"emails", "phones", "addresses", "guests"})
_LISTED = frozenset({"categories"})
_PARTED = frozenset({"organization", "addresses"})
_TIME = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?)(?:\s*(Z|UTC|[A-Za-z_]+(?:/[A-Za-z_+-]+)+))?)?"
)
_OF_CARDS = frozenset({"emails", "phones", "addresses"})
_WRITING = frozenset({"ENCODING", "CHARSET"})
_MAIL_TO = "mailto:"


def told_fields(component: Any, kind: str) -> dict[str, Value]:
    """Return the fields that a component has, in the order of the table."""
    found: dict[str, Value] = {}
    for name, prop in FIELDS[kind].items():
        values = [text for value in _values(component, prop) for text in _told(value) if text.strip()]
        if values:
            found[name] = values if name in _MANY | _LISTED else values[0]
    if kind == "event" and "end" not in found and "DURATION" in component and "start" in found:
        found["end"] = time_in_words(component.end)
    return found


def _values(component: Any, prop: str) -> Iterator[Any]:
    """Yield the values of a property, those of a group ("item1.EMAIL") too."""
    for name, value in component.items():
        if name.rpartition(".")[2].upper() == prop:
            yield from value if isinstance(value, list) else [value]


def _told(value: Any) -> Iterator[str]:
    match value:
        case vCategory():
            yield from map(str, value.cats)
        case vRecur() | vDuration():
            yield _as_written(value)
        case vDDDTypes():
            zone = str(value.params.get("TZID", ""))
            yield time_in_words(value.dt, zone)
        case vUnknown() | vBroken():
            text = str(value)
            if str(value.params.get("ENCODING", "")).upper() == "QUOTED-PRINTABLE":
                text = quopri.decodestring(text.encode()).decode(str(value.params.get("CHARSET", "utf-8")), "replace")
            yield ", ".join(part for part in of_parts(text) if part)
        case _:
            yield str(value).removeprefix(_MAIL_TO).removeprefix(_MAIL_TO.upper())


def _as_written(value: Any) -> str:
    return str(value.to_ical().decode())


def time_in_words(moment: Any, zone: str = "") -> str:
    """Return a day, or a moment with its zone where it has one."""
    if not isinstance(moment, datetime):
        return moment.isoformat() if isinstance(moment, date) else str(moment)
    said = moment.strftime("%Y-%m-%d %H:%M:%S" if moment.second else "%Y-%m-%d %H:%M")
    name = str(getattr(moment.tzinfo, "key", "") or moment.tzname() or "") if moment.tzinfo is not None else zone
    return f"{said} {name}".strip()


def moment_of(text: str, zone: tzinfo | None = None) -> date | datetime:
    """Read a day or a moment, which is in `zone` where it names none; None is a time wherever one is. Raises ToolError."""
    found = _TIME.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError("it is neither a day nor a time")
        if found[2] is None:
            return date.fromisoformat(found[1])
        hour, minute, *second = map(int, found[2].split(":"))
        at = datetime.fromisoformat(found[1]).replace(hour=hour, minute=minute, second=second[0] if second else 0)
        named = found[3]
        return at.replace(tzinfo=ZoneInfo("UTC" if named in ("Z", "UTC") else named) if named else zone)
    except (ValueError, ZoneInfoNotFoundError) as error:
        raise ToolError(
            f'{text!r}: {error}; a day is "2026-12-01", a time "2026-12-01 09:30" or "2026-12-01 09:30 Europe/Berlin"'
        ) from error


def put_field(component: Any, kind: str, name: str, value: Value, others: Sequence[Any] = ()) -> None:
    """Give a component a field, or take it away where the value is empty. `others`: cards of the same file, which show how names
    and addresses are divided there. Raises ToolError, with the fields there are.
    """
    prop = FIELDS[kind].get(name)
    if prop is None:
        raise ToolError(f"{kind} has no field {name!r}; it has: {', '.join(FIELDS[kind])}")
    values = [text for text in (value if isinstance(value, list) else [value]) if text.strip()]
    if len(values) > 1 and name not in _MANY | _LISTED:
        raise ToolError(f"{name!r} has one value")
    if prop == "FN" and values and ("N" in component or str(component.get("VERSION", "")) == "3.0"):
        component["N"] = vUnknown(card_parts.name(values[0], _names((component, *others))))
    order = list(component)
    held = list(_values(component, prop))
    # A value that stays is kept as it is written, with its kind of address and the like.
    kept = {} if name in _LISTED else {text: each for each in held for text in _told(each)}
    # A value that is none of those takes the place of one that goes.
    going = [each for each in held if not any(text in values for text in _told(each))]
    like = [str(each) for card in (component, *others) for each in _values(card, prop)] if prop == "ADR" else []
    for key in [key for key in component if key.rpartition(".")[2].upper() == prop]:
        del component[key]
    if name == "end":
        component.pop("DURATION", None)
    for text in [values] if values and name in _LISTED else values:
        value_of = kept.get(text) if isinstance(text, str) else None
        if value_of is None:
            before = going.pop(0) if going else None
            value_of = _made(kind, name, text, before, like if before is None else [str(before), *like])
        component.add(prop, value_of, encode=False)
    for key in order[order.index(prop) + 1 :] if prop in order else ():
        if key in component:
            component.move_to_end(key)


def _names(cards: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Yield the names of cards as they are shown, and in parts."""
    for card in cards:
        shown, written = (next(_values(card, prop), None) for prop in ("FN", "N"))
        if shown is not None and written is not None:
            yield " ".join(text for text in _told(shown)), str(written)


def _made(kind: str, name: str, value: Any, before: Any, like: Iterable[str]) -> Any:
    """Return the value of a property. `before`: what stood there, whose zone a time keeps, and whose kind (TYPE=CELL) a value of
    a card; `like`: addresses of the file.
    """
    if name in _LISTED:
        return vCategory(list(value))
    if name in _TIMES:
        return vDDDTypes(moment_of(value, getattr(getattr(before, "dt", None), "tzinfo", None)))
    if name == "repeats":
        return _rule(value.removeprefix("RRULE:"))
    if name in ("guests", "organizer"):
        return vCalAddress(value if ":" in value else f"{_MAIL_TO}{value}")
    if name == "addresses":
        made: Any = vUnknown(card_parts.address(value, like))
    elif kind == "contact" and name in _PARTED:
        # The parts of an organization are its departments.
        made = vUnknown(vText(value).to_ical().decode())
    else:
        made = vText(value)
    if kind == "contact" and name in _OF_CARDS and before is not None:
        made.params.update({key: said for key, said in before.params.items() if key.upper() not in _WRITING})
    return made


def _rule(text: str) -> vRecur:
    try:
        rule: vRecur = vRecur.from_ical(text)
        if "FREQ" not in rule:
            raise ValueError("it has no FREQ")
        return rule
    except ValueError as error:
        raise ToolError(f'{text!r} is no rule; "FREQ=WEEKLY;BYDAY=TU;COUNT=10" is one ({error})') from error
