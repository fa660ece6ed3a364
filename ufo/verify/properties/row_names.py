"""Rows and columns in a list, as people write them: "2, 5:9", "B, D:F"."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.verify.documents.references import column_letters


def ranges(spans: Iterable[tuple[int, int]], *, columns: bool = False) -> str:
    """Of inclusive spans from 0, in order; those that touch are one. "none" for no span."""
    joined: list[list[int]] = []
    for first, last in spans:
        if joined and first <= joined[-1][1] + 1:
            joined[-1][1] = max(last, joined[-1][1])
        else:
            joined.append([first, last])
    name = column_letters if columns else lambda number: str(number + 1)
    return (
        ", ".join(name(first) if first == last else f"{name(first)}:{name(last)}" for first, last in joined) or "none"
    )
