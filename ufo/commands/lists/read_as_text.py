"""Tells what a tool read of a control or a text as a person reads it: the words and rows alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ufo.schema.fence import compact_json

_LISTS = ("items", "selected", "choices")


def as_text(result: Any) -> str:
    """Return a text as it is; of what `read` returns the text, the rows with a tab between cells, or the entries line by line.
    Data of any other kind is returned as JSON.
    """
    if isinstance(result, str):
        return result
    if not isinstance(result, dict):
        return compact_json(result)
    if result.get("rows"):
        return _lines([result["columns"], *result["rows"]] if result.get("columns") else result["rows"])
    if isinstance(result.get("text"), str):
        return str(result["text"])
    listed = next((result[key] for key in _LISTS if result.get(key)), None)
    return compact_json(result) if listed is None else _lines([_words(entry)] for entry in listed)


def _words(entry: Any) -> str:
    return str(entry.get("name", "")) if isinstance(entry, dict) else str(entry)


def _lines(rows: Iterable[Iterable[Any]]) -> str:
    return "\n".join("\t".join("" if cell is None else str(cell) for cell in row) for row in rows)
