"""Reads JSON files, and the value at a path in them such as "people[0].name". A name that contains dots is found too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.verify.documents.model import Document
from ufo.verify.documents.text.plain import read_text

_STEP = regex(r"\.?(?:\[(\d{1,9})\]|\[\"((?:[^\"\\]|\\.)*)\"\]|([^.\[\]]+))")


def read_json(path: Path) -> Document:
    text = read_text(path)
    try:
        json.loads(text)
    except RecursionError as error:
        raise UnreadableDocument(f"{path.name} nests too deep; not read") from error
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
