"""Calendars and address books as text: read, searched by words and times, changed, and written with all else as it was.

One library reads both, since their lines have one syntax. Where an event repeats, the times at which it takes place are computed;
a rule of more than one time a day is told and not followed, since its times may be endless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Calendar, Component, vDDDLists, vDDDTypes, vUnknown
from icalendar.parser import Contentlines

from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.tools.data.record_fields import (
    COMPONENTS,
    FIELDS,
    Value,
    moment_of,
    put_field,
    time_in_words,
    told_fields,
)

_KINDS = {component: kind for kind, component in COMPONENTS.items()}
_MOST_BYTES = 32 * 1024 * 1024
_MOST_TIMES = 2000
_LONGEST = timedelta(days=3660)
_OFTEN = frozenset({"SECONDLY", "MINUTELY", "HOURLY"})
_REPEATS = ("RRULE", "RDATE", "EXDATE", "EXRULE")
_PRODUCT = "-//ufo//records//EN"
_READ_ONLY = "2.1"


@dataclass(frozen=True, slots=True)
class Record:
    """An entry. `id`: its UID, or "#3" for the third where it has none. `occurrence`: which time of one that repeats."""

    id: str
    kind: str
    fields: Mapping[str, Value]
    occurrence: str = ""

    @property
    def words(self) -> str:
        texts = (text for value in self.fields.values() for text in (value if isinstance(value, list) else [value]))
        return " ".join(texts).casefold()


@dataclass
class Book:
    """What one file, or one resource of a server, holds. `name`: what it is called in messages."""

    name: str
    roots: list[Any] = field(default_factory=list)

    @classmethod
    def parse(cls, name: str, data: bytes) -> Book:
        """Read a file. Raises ToolError for what is neither a calendar nor an address book."""
        if len(data) > _MOST_BYTES:
            raise ToolError(f"{name!r} is larger than {_MOST_BYTES >> 20} MB")
        text = data.decode("utf-8-sig", "replace")
        lines = [line.strip().upper() for line in text.splitlines()]
        begun, ended = (sum(line.startswith(word) for line in lines) for word in ("BEGIN:", "END:"))
        if text.strip() and (not begun or begun != ended):
            raise ToolError(f"{name!r} is no calendar or address book, or is cut off: {begun} parts begin, {ended} end")
        try:
            is_cards = "BEGIN:VCARD" in lines
            roots = list(_cards(_plain(text))) if is_cards else Component.from_ical(text, multiple=True)
        except (ValueError, KeyError, IndexError, AttributeError, RecursionError) as error:
            raise ToolError(f"{name!r} cannot be read: {str(error)[:200]}") from error
        return cls(name, list(roots))

    def dumped(self) -> bytes:
        return b"".join(root.to_ical(sorted=False) for root in self.roots)

    def held(self) -> Iterator[tuple[Record, Any, Any]]:
        """Iterate over the entries, each with its component and the component that holds it, None for a contact."""
        seen: set[tuple[str, str]] = set()
        number = 0
        for root in self.roots:
            inner = [(part, root) for part in root.subcomponents] if root.name == "VCALENDAR" else [(root, None)]
            for component, holder in inner:
                kind = _KINDS.get(component.name or "")
                if kind is None:
                    continue
                number += 1
                at = component.get("RECURRENCE-ID")
                occurrence = time_in_words(at.dt) if at is not None and hasattr(at, "dt") else ""
                uid = str(component.get("UID", ""))
                known = uid if uid and (uid, occurrence) not in seen else f"#{number}"
                seen.add((uid, occurrence))
                yield Record(known, kind, told_fields(component, kind), occurrence), component, holder

    @property
    def records(self) -> list[Record]:
        return [record for record, _, _ in self.held()]

    def between(self, since: date, before: date) -> tuple[list[Record], list[str]]:
        """Return the entries that take place from one day to before another, each time of one that repeats, the earliest first;
        and what was not followed. Raises ToolError for a span of more than ten years.
        """
        if not since < before <= since + _LONGEST:
            raise ToolError("the days are in the wrong order, or more than ten years apart; ask for less")
        found: list[Record] = []
        unfollowed = []
        for root in (root for root in self.roots if root.name == "VCALENDAR"):
            parts = [part for part in root.subcomponents if part.name in ("VEVENT", "VTODO") and _often(part)]
            unfollowed += [f"{part.get('SUMMARY', 'an entry')} repeats {_often(part)}" for part in parts]
            calendar = Calendar()
            calendar.subcomponents = [part for part in root.subcomponents if part not in parts]
            query = recurring_ical_events.of(calendar, components=["VEVENT", "VTODO"], skip_bad_series=True)
            try:
                times = query.between(since, before)
            except (ValueError, TypeError, OverflowError, KeyError, AttributeError) as error:
                raise ToolError(f"the times of {self.name!r} cannot be computed: {str(error)[:200]}") from error
            if len(times) > _MOST_TIMES:
                raise ToolError(f"there are more than {_MOST_TIMES} entries in that time; ask for fewer days")
            found += map(_occurring, times)
        return sorted(found, key=_began), unfollowed

    def add(self, kind: str, fields: Mapping[str, Value], zone: tzinfo | None) -> Record:
        """Add an entry, and return it. Raises ToolError for fields that do not fit."""
        if kind not in FIELDS:
            raise ToolError(f"there is no kind {kind!r}; there are: {', '.join(FIELDS)}")
        required = "name" if kind == "contact" else "title"
        if not fields.get(required):
            raise ToolError(f"a new {kind} needs {required!r}")
        if kind == "event" and not fields.get("start"):
            raise ToolError("a new event needs 'start'")
        component = _Card() if kind == "contact" else Component.get_component_class(COMPONENTS[kind])()
        uid = str(uuid4())
        if kind == "contact":
            component.add("VERSION", "3.0")
        else:
            component.add("DTSTAMP", datetime.now(UTC).replace(microsecond=0))
        component.add("UID", uid)
        _fill(component, kind, fields if self._keeps_no_zone() else _zoned(fields, zone), self._cards())
        if kind == "contact":
            self.roots.append(component)
        else:
            self._calendar().add_component(component)
        return Record(uid, kind, told_fields(component, kind))

    def change(self, record_id: str, occurrence: str, fields: Mapping[str, Value]) -> tuple[Record, Record]:
        """Change an entry, or one time of one that repeats, and return it as it was and as it is. Raises ToolError."""
        record, component, holder = self._found(record_id, occurrence)
        if occurrence and not record.occurrence and _repeats(component):
            record, component = self._apart(record, component, holder, occurrence)
        span = _span(component) if fields.get("start") and "end" not in fields else None
        if span is not None:
            # It lasts as long as before, wherever it begins.
            del component["DTEND"]
        _fill(component, record.kind, fields, self._cards())
        if span is not None:
            component.add("DTEND", vDDDTypes(component["DTSTART"].dt + span), encode=False)
        if holder is not None:
            component["SEQUENCE"] = int(component.get("SEQUENCE", 0)) + 1
        return record, Record(record.id, record.kind, told_fields(component, record.kind), occurrence)

    def remove(self, record_id: str, occurrence: str = "") -> Record:
        """Remove an entry with all its times, or one time of it, and return it. Raises ToolError."""
        record, component, holder = self._found(record_id, occurrence)
        if holder is None:
            self.roots.remove(component)
        elif occurrence and not record.occurrence and _repeats(component):
            moment = self._moment(component, occurrence)
            component.add("EXDATE", vDDDLists([moment]), encode=False)
            return Record(record.id, record.kind, record.fields, occurrence)
        else:
            gone = (
                [component]
                if record.occurrence and occurrence
                else [part for part in holder.subcomponents if _is_of(part, component)]
            )
            holder.subcomponents = [part for part in holder.subcomponents if not any(part is each for each in gone)]
        return record

    def _keeps_no_zone(self) -> bool:
        """Tell whether entries at a time are here, and each of them at that time wherever one is."""
        times = [
            component[name].dt for _, component, _ in self.held() for name in ("DTSTART", "DUE") if name in component
        ]
        moments = [moment for moment in times if isinstance(moment, datetime)]
        return bool(moments) and all(moment.tzinfo is None for moment in moments)

    def _cards(self) -> list[Any]:
        return [root for root in self.roots if root.name == _Card.name]

    def _calendar(self) -> Any:
        calendar = next((root for root in self.roots if root.name == "VCALENDAR"), None)
        if calendar is None:
            calendar = Calendar()
            calendar.add("PRODID", _PRODUCT)
            calendar.add("VERSION", "2.0")
            self.roots.append(calendar)
        return calendar

    def _found(self, record_id: str, occurrence: str) -> tuple[Record, Any, Any]:
        if any(str(root.get("VERSION", "")) == _READ_ONLY for root in self.roots):
            raise ToolError(
                f"{self.name!r} is in vCard {_READ_ONLY}, which is only read here; save it as version 3 first"
            )
        same = [held for held in self.held() if held[0].id == record_id or str(held[1].get("UID", "")) == record_id]
        exact = [held for held in same if held[0].occurrence == occurrence] if occurrence else []
        whole = [held for held in same if not held[0].occurrence]
        found = exact or whole or same
        if not found:
            raise ToolError(f"{self.name!r} has no entry {record_id!r}; list it again")
        return found[0]

    def _moment(self, component: Any, occurrence: str) -> date | datetime:
        """Return the time of an entry that repeats at which it would begin. Raises ToolError where it does not."""
        start = component["DTSTART"].dt
        moment = moment_of(occurrence, getattr(start, "tzinfo", None))
        if isinstance(start, datetime) and not isinstance(moment, datetime):
            moment = datetime.combine(moment, start.timetz())
        calendar = Calendar()
        calendar.subcomponents = [component]
        day = moment.date() if isinstance(moment, datetime) else moment
        times = recurring_ical_events.of(calendar).between(day, day + timedelta(days=1))
        if moment not in [found.start for found in times]:
            raise ToolError(f"the entry does not take place at {occurrence!r}; list that time again")
        return moment

    def _apart(self, record: Record, component: Any, holder: Any, occurrence: str) -> tuple[Record, Any]:
        """Return one time of an entry that repeats as an entry of its own."""
        moment = self._moment(component, occurrence)
        single = deepcopy(component)
        for name in _REPEATS:
            single.pop(name, None)
        span = _span(component)
        for name, value in (
            ("DTSTART", moment),
            ("RECURRENCE-ID", moment),
            *((("DTEND", moment + span),) if span else ()),
        ):
            single.pop(name, None)
            single.add(name, vDDDTypes(value), encode=False)
        holder.add_component(single)
        return Record(record.id, record.kind, told_fields(single, record.kind), occurrence), single


def read_book(path: Path) -> Book:
    """Read a file; without one an empty book. Blocking. Raises ToolError."""
    return Book.parse(readable(path.name), path.read_bytes()) if path.exists() else Book(readable(path.name))


def local_zone() -> tzinfo | None:
    """Return the zone of this machine by its name; None where it has none."""
    try:
        return ZoneInfo(str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2])
    except (ValueError, OSError):
        return None


def _fill(component: Any, kind: str, fields: Mapping[str, Value], cards: Sequence[Any]) -> None:
    for name, value in fields.items():
        put_field(component, kind, name, value, cards)
    start, end = (component.get(name) for name in ("DTSTART", "DTEND"))
    if start is not None and end is not None and (isinstance(start.dt, datetime) != isinstance(end.dt, datetime)):
        raise ToolError("'start' and 'end' are both days, or both times")
    if start is not None and end is not None and _naive(end.dt) < _naive(start.dt) and _zone_of(start) == _zone_of(end):
        raise ToolError("'end' is before 'start'")


def _naive(moment: Any) -> Any:
    return moment.replace(tzinfo=None) if isinstance(moment, datetime) else moment


def _zone_of(value: Any) -> Any:
    return getattr(value.dt, "tzinfo", None)


def _zoned(fields: Mapping[str, Value], zone: tzinfo | None) -> dict[str, Value]:
    """Return the fields with the zone at times that name none."""
    named = str(getattr(zone, "key", ""))
    return {
        name: time_in_words(moment_of(str(value), zone))
        if name in ("start", "end", "due") and value and named and " " in str(value).replace("T", " ")
        else value
        for name, value in fields.items()
    }


def _span(component: Any) -> timedelta | None:
    if "DTSTART" not in component or "DTEND" not in component:
        return None
    span: timedelta = component["DTEND"].dt - component["DTSTART"].dt
    return span


def _repeats(component: Any) -> bool:
    return "RRULE" in component or "RDATE" in component


def _often(component: Any) -> str:
    rule = component.get("RRULE")
    every = str(rule.get("FREQ", [""])[0]).upper() if rule is not None and hasattr(rule, "get") else ""
    return every.casefold() if every in _OFTEN else ""


def _is_of(part: Any, component: Any) -> bool:
    uid = str(component.get("UID", ""))
    return part is component or (bool(uid) and str(part.get("UID", "")) == uid)


def _occurring(component: Any) -> Record:
    kind = _KINDS[component.name]
    at = component.get("RECURRENCE-ID")
    occurrence = time_in_words(at.dt) if at is not None and hasattr(at, "dt") else ""
    return Record(str(component.get("UID", "")), kind, told_fields(component, kind), occurrence)


def _began(record: Record) -> str:
    return str(record.fields.get("start") or record.fields.get("due") or "")


class _Card(Component):
    """A vCard. Its values are kept as they are written, and read by the table of fields."""

    name = "VCARD"


def _cards(text: str) -> Iterator[_Card]:
    """Yield the cards. Raises ValueError for a line that is none."""
    card = _Card()
    lines: Any = Contentlines
    for line in lines.from_ical(text):
        if not line:
            continue
        name, params, value = line.raw_parts()
        match name.upper():
            case "BEGIN":
                card = _Card()
            case "END":
                yield card
            case _:
                card.add(name, vUnknown(value, params=params), encode=False)


def _plain(text: str) -> str:
    """Return vCards of version 2.1 with their lines as later versions have them: parameters with names, and no soft breaks."""
    if f"VERSION:{_READ_ONLY}" not in text:
        return text
    joined = text.replace("=\r\n", "").replace("=\n", "")
    return "\n".join(_with_names(line) for line in joined.splitlines())


def _with_names(line: str) -> str:
    head, colon, rest = line.partition(":")
    name, *parameters = head.split(";")
    known = {"QUOTED-PRINTABLE": "ENCODING", "BASE64": "ENCODING"}
    named = (each if "=" in each else f"{known.get(each.upper(), 'TYPE')}={each}" for each in parameters)
    return f"{';'.join((name, *named))}{colon}{rest}"


def matching(records: Iterable[Record], words: str) -> list[Record]:
    wanted = words.casefold().split()
    return [record for record in records if all(word in record.words for word in wanted)]
