"""Reads many tasks: a file with one a line (text or JSON), a JSON array, a plan file, or a folder of such files.

A line that is no task is told with its number, and the others count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ConfigError
from ufo.runs.plans.plan import Plan, plan_from

RESULTS = ".results.json"
_ENDINGS = (".json", ".jsonl", ".txt")
_MOST_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A task, and where it stands: the file and the line, or the number in a JSON array, counted from 1."""

    place: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Broken:
    """What is no task, where it stands, and what is wrong with it."""

    place: str
    why: str


Read = Entry | Broken


def read_batch(source: Path) -> tuple[Read, ...]:
    """Return all that stands in a file or folder, in order. Raises ConfigError where it cannot be read or holds nothing."""
    if source.is_dir():
        found = [item for path in _files_in(source) for item in _read_file(path)]
        missing = f"no file with tasks ({', '.join(_ENDINGS)}) is in {str(source)!r}"
    else:
        found = list(_read_file(source))
        missing = f"{str(source)!r} holds no task; write one a line"
    if not found:
        raise ConfigError(missing)
    return tuple(found)


def _files_in(folder: Path) -> list[Path]:
    try:
        paths = [path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS and path.is_file()]
    except OSError as error:
        raise ConfigError(f"cannot read the folder {str(folder)!r}: {error.strerror}") from error
    return sorted(path for path in paths if not path.name.endswith(RESULTS) and not path.name.startswith("."))


def _read_file(path: Path) -> Iterator[Read]:
    data = _bytes_of(path)
    begin = data.lstrip()[:1]
    if begin == b"[" or (begin == b"{" and path.suffix.lower() == ".json"):
        yield from _whole(path, data)
    else:
        yield from _lines(path, data)


def _lines(path: Path, data: bytes) -> Iterator[Read]:
    for number, line in enumerate(data.split(b"\n"), 1):
        place = f"{path.name}:{number}"
        try:
            text = line.decode("utf-8").strip()
            if text and not text.startswith("#"):
                yield Entry(place, _plan_in(text).found_from(path.absolute().parent))
        except UnicodeDecodeError:
            yield Broken(place, "the line is no UTF-8 text")
        except (ValueError, RecursionError) as error:
            yield Broken(place, str(error))


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"cannot read the tasks in {str(path)!r}: {error.strerror}") from error
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"{str(path)!r} is larger than {_MOST_BYTES // 1_000_000} MB; split it")
    return data.removeprefix(b"\xef\xbb\xbf")


def _plan_in(line: str) -> Plan:
    """Return the task of a line: JSON where it begins as an object or a text in quotes that is the whole line, else words."""
    if line[0] == "{" or (line[0] == line[-1] == '"' and len(line) > 1):
        try:
            return plan_from(json.loads(line))
        except json.JSONDecodeError as error:
            raise ValueError(f"no valid JSON: {error.msg} at column {error.colno}") from None
    return plan_from(line)


def _whole(path: Path, data: bytes) -> Iterator[Read]:
    """Read a file that is one JSON value: an array of tasks, or a plan."""
    try:
        value = json.loads(data)
    except json.JSONDecodeError as error:
        if data.lstrip()[:1] == b"{" and error.msg == "Extra data":
            # Lines of JSON, whatever the file's name says.
            yield from _lines(path, data)
            return
        yield Broken(f"{path.name}:{error.lineno}", f"no valid JSON: {error.msg} at column {error.colno}")
        return
    except (UnicodeDecodeError, RecursionError) as error:
        yield Broken(path.name, f"no valid JSON: {error}")
        return
    listed = isinstance(value, list)
    for number, item in enumerate(value if listed else [value], 1):
        place = f"{path.name}[{number}]" if listed else path.name
        try:
            yield Entry(place, plan_from(item).found_from(path.absolute().parent))
        except ValueError as error:
            yield Broken(place, str(error))
