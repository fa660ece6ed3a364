"""Reads JSON files and the settings files of applications, these as JSON, and the value at a path in them such as
"people[0].name". A name that contains dots is found too.

Settings files are JSON itself (Chromium), INI and the key files of GLib and dconf, the registry of LibreOffice, and lines of
NAME=VALUE.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ufo.conditions.readers.markup import attribute, children, descendants, parse_xml
from ufo.conditions.readers.model import Document
from ufo.conditions.readers.text import bounded_bytes, read_text
from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex

_SECTION = regex(r"\s*\[(.+)\]\s*")
_SETTING = regex(r"\s*([^=:#;\s][^=:]*?)\s*[=:]\s*(.*?)\s*")
_STEP = regex(r"\.?(?:\[(\d{1,9})\]|\[\"((?:[^\"\\]|\\.)*)\"\]|([^.\[\]]+))")
_MOST_SETTINGS = 200_000


def read_settings(path: Path) -> str:
    """Return the file's settings as JSON. Raises UnreadableDocument and OSError."""
    data = bounded_bytes(path)
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"{", b"[{", b"[]")):
        try:
            return _json_text(path)
        except ValueError:
            pass
    return json.dumps(_registry(data, path.name) if head.startswith(b"<") else _ini(path))


def _json_text(path: Path) -> str:
    """Return the text of a JSON file. Raises ValueError where it is none, and UnreadableDocument."""
    text = read_text(path)
    try:
        json.loads(text)
    except RecursionError as error:
        raise UnreadableDocument(f"{path.name} nests too deep; not read") from error
    return text


def _registry(data: bytes, name: str) -> dict[str, dict[str, str]]:
    """Return values by the path of the item and the name of the property."""
    found: dict[str, dict[str, str]] = {}
    for item in descendants(parse_xml(data, name), "item"):
        for prop in children(item, "prop"):
            value = "".join(text for node in children(prop, "value") for text in node.itertext())
            found.setdefault(attribute(item, "path").strip("/"), {})[attribute(prop, "name")] = value
    if not found:
        raise UnreadableDocument(f"{name} holds no settings in a form that can be read")
    return found


def _ini(path: Path) -> dict[str, object]:
    """Return values by section and key. Settings before the first section are stored by key alone."""
    found: dict[str, object] = {}
    section: dict[str, object] = found
    count = 0
    for line in read_text(path).splitlines():
        if named := _SECTION.fullmatch(line):
            own = found.setdefault(named[1].strip(), {})
            section = own if isinstance(own, dict) else found
        elif setting := _SETTING.fullmatch(line):
            section[setting[1]] = setting[2]
            count += 1
    if not count or count > _MOST_SETTINGS:
        raise UnreadableDocument(f"{path.name} holds no settings in a form that can be read")
    return found


def read_json(path: Path) -> Document:
    try:
        text = _json_text(path)
    except ValueError as error:
        raise UnreadableDocument(f"{path.name} is broken: {error}") from error
    return Document(path, paragraphs=tuple(text.splitlines()), data=text)


def value_at(data: str, key: str) -> Any:
    """Return the value at `key`; "" is the whole. Raises KeyError where there is none, ValueError where `key` is malformed."""
    value = json.loads(data)
    place = 0
    while place < len(key):
        whole = _whole_name(value, key, place)
        if whole:
            value, place = value[whole], place + len(whole) + key.startswith(".", place)
            continue
        step = _STEP.match(key, place)
        if step is None or step.end() == place:
            raise ValueError(f"{key!r} is not a path in a JSON file; write it like people[0].name")
        index, quoted, name = step.groups()
        value = _inside(value, index, quoted if quoted is not None else name, key)
        place = step.end()
    return value


def _whole_name(value: Any, key: str, place: int) -> str:
    """Return the longest name in the object that the key continues with, up to its next step or its end; "" where there is
    none.
    """
    if not isinstance(value, dict):
        return ""
    rest = key[place:].removeprefix(".")
    fitting = (
        name for name in value if name and rest.startswith(name) and rest[len(name) : len(name) + 1] in ("", ".", "[")
    )
    return max(fitting, key=len, default="")


def _inside(value: Any, index: str | None, name: str | None, key: str) -> Any:
    if index is not None and isinstance(value, list) and int(index) < len(value):
        return value[int(index)]
    if name is not None and isinstance(value, dict) and name in value:
        return value[name]
    raise KeyError(key)
