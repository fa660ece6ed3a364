"""The words in which operations report what was done, and what a file must tell of it."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    return f"one {noun}" if count == 1 else f"{count} {noun}s"


def held(name: str, value: str, **of: str) -> dict[str, str]:
    """Return what a file must tell of a property after a change. `of`: its key, sheet, start, page or paragraph."""
    return {"property": name, "value": value, **of}
