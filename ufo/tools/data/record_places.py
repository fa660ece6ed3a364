"""Searches and changes the entries of a place, whether that is a file or a collection on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Protocol

from ufo.errors import ToolError
from ufo.tools.data.record_fields import Value, moment_of
from ufo.tools.data.records import Book, Record, local_zone, matching, read_book
from ufo.tools.system.write_file import write_whole

_YEAR = timedelta(days=365)
_SHOWN = 100
_OWN = frozenset({"kind", "id", "occurrence"})


class Place(Protocol):
    async def books(self) -> list[Book]:
        """Return what lies there. Raises ToolError."""
        ...

    def fresh(self, books: Sequence[Book]) -> Book:
        """Return the book that a new entry goes into."""
        ...

    async def save(self, book: Book) -> None:
        """Put a changed book where it came from. Raises ToolError; then it is as it was there."""
        ...


@dataclass(frozen=True, slots=True)
class FilePlace:
    path: Path

    async def books(self) -> list[Book]:
        return [await asyncio.to_thread(read_book, self.path)]

    def fresh(self, books: Sequence[Book]) -> Book:
        return books[0]

    async def save(self, book: Book) -> None:
        await asyncio.to_thread(write_whole, self.path, book.dumped())


@dataclass(frozen=True, slots=True)
class Wanted:
    """`since`, `before`: days, "" for none. With one of them each time is told of what repeats."""

    words: str = ""
    since: str = ""
    before: str = ""


async def find(place: Place, wanted: Wanted) -> dict[str, Any]:
    """Return the entries that are wanted, by time where days are given. Raises ToolError."""
    books = await place.books()
    return await asyncio.to_thread(_found, books, wanted)


def _found(books: Sequence[Book], wanted: Wanted) -> dict[str, Any]:
    records: list[Record] = []
    unfollowed: list[str] = []
    if wanted.since or wanted.before:
        since, before = _span(wanted)
        for book in books:
            times, missed = book.between(since, before)
            records += times
            unfollowed += missed
        records.sort(key=lambda record: str(record.fields.get("start") or record.fields.get("due") or ""))
    else:
        records = [record for book in books for record in book.records]
    found = matching(records, wanted.words)
    told: dict[str, Any] = {"count": len(found), "entries": [shown(record) for record in found[:_SHOWN]]}
    told |= {"more": "ask for fewer days, or by words"} if len(found) > _SHOWN else {}
    return told | ({"not_followed": unfollowed[:5]} if unfollowed else {})


def _span(wanted: Wanted) -> tuple[date, date]:
    since, before = (_day(text) if text else None for text in (wanted.since, wanted.before))
    if since is None:
        return (before or date.today()) - _YEAR, before or date.today()
    return since, before or since + _YEAR


def _day(text: str) -> date:
    found = moment_of(text)
    return date(found.year, found.month, found.day)


def shown(record: Record) -> dict[str, Any]:
    at = {"occurrence": record.occurrence} if record.occurrence else {}
    return {"id": record.id, "kind": record.kind, **at, **record.fields}


@dataclass(frozen=True, slots=True)
class Changes:
    """`add`: fields with their "kind". `change`: fields with the "id", and the "occurrence" of one that repeats. `remove`: each
    an "id", and an "occurrence".
    """

    add: Sequence[Mapping[str, Value]] = ()
    change: Sequence[Mapping[str, Value]] = ()
    remove: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """`said`: what became of each entry. `holds`: read again, the place holds all of it. `failed`: why a part was not done."""

    said: tuple[str, ...]
    ids: tuple[str, ...]
    holds: bool
    failed: str = ""


async def change(place: Place, changes: Changes) -> Done:
    """Change a place, each of its books at once, and read it again. Raises ToolError where nothing was changed."""
    books = await place.books()
    said: list[str] = []
    ids: list[str] = []
    gone: list[str] = []
    touched: list[Book] = []
    zone = local_zone()
    for row in changes.add:
        book = place.fresh(books)
        record = book.add(str(row.get("kind") or "event"), _fields(row), zone)
        said.append(f"added {_said(record)}")
        ids.append(record.id)
        touched.append(book)
    for row in changes.change:
        book = _holding(books, str(row.get("id") or ""))
        before, after = book.change(str(row.get("id") or ""), str(row.get("occurrence") or ""), _fields(row))
        said.append(f"changed {_said(before)}: {_difference(before, after)}")
        touched.append(book)
    for removed in changes.remove:
        book = _holding(books, str(removed.get("id") or ""))
        record = book.remove(str(removed.get("id") or ""), str(removed.get("occurrence") or ""))
        said.append(f"removed {_said(record)}")
        gone += [] if record.occurrence else [record.id]
        touched.append(book)
    # As they are read, since what is written may be read in other words ("Etc/UTC" as "UTC").
    wanted = [record for book in touched for record in Book.parse(book.name, book.dumped()).records]
    failed = await _saved(place, touched)
    held = [record for book in await place.books() for record in book.records]
    holds = all(record in held for record in wanted) and not any(record.id in gone for record in held)
    return Done(tuple(said), tuple(ids), holds, failed)


async def _saved(place: Place, touched: Sequence[Book]) -> str:
    """Save each book once, and return why the rest was not saved. Raises ToolError where the first was not."""
    books = {id(book): book for book in touched}.values()
    for number, book in enumerate(books):
        try:
            await place.save(book)
        except ToolError as error:
            if not number:
                raise
            return f"{number} of {len(books)} were saved, and then: {error}"
    return ""


def _holding(books: Sequence[Book], record_id: str) -> Book:
    found = next((book for book in books for record in book.records if record_id and record.id == record_id), None)
    if found is None:
        raise ToolError(f"no entry has the id {record_id!r}; nothing was changed: list them again with find_records")
    return found


def _fields(row: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in row.items() if name not in _OWN}


def _said(record: Record) -> str:
    fields = record.fields
    name = fields.get("title") or fields.get("name") or record.id
    when = record.occurrence or fields.get("start") or fields.get("due") or ""
    return f"{record.kind} {str(name)!r}{f' of {when}' if when else ''}"


def _difference(before: Record, after: Record) -> str:
    names = [name for name in {**before.fields, **after.fields} if before.fields.get(name) != after.fields.get(name)]
    return (
        ", ".join(f"{name} {before.fields.get(name, '')!r} → {after.fields.get(name, '')!r}" for name in names)
        or "nothing"
    )
