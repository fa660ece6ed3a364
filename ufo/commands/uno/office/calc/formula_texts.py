"""Writes values as operands of conditions, in the notation that every LibreOffice understands."""

from __future__ import annotations

from typing import Any


def operand(value: Any) -> str:
    """Return a number as it is, a formula or reference ("=B1") without its sign, any other text in quotation marks."""
    if isinstance(value, bool):
        return "TRUE()" if value else "FALSE()"
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 1e6 else repr(value)
    text = "" if value is None else str(value)
    if text.startswith("="):
        return text[1:]
    try:
        float(text)
    except ValueError:
        return '"' + text.replace('"', '""') + '"'
    return text
