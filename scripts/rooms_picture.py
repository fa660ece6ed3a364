"""Draws the rooms of `ufo/` in their layers, as pyproject.toml orders them: a room uses only rooms below it. Above them, dashed,
stand the extensions, which use any room and which no room imports.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from html import escape
from pathlib import Path

from ufo.extensions import OURS

ROOT = Path(__file__).resolve().parent.parent
_WIDTH, _ROW, _BOX, _GAP, _CHARACTER, _PAD = 900, 46, 34, 10, 8.2, 14
_COLOURS = ("#dbeafe", "#dcfce7", "#fef9c3", "#fde2e4", "#ede9fe")
_CONTRACT = "Rooms in layers"
_ABOVE = 2
"""The rows of the extensions."""


def picture() -> str:
    """Return the picture as SVG. Each row is a layer; rooms of one row do not use each other."""
    ours = [extension.folder for extension in OURS]
    rows = [ours[: len(ours) // _ABOVE], ours[len(ours) // _ABOVE :], *layers()]
    parts = [part for at, rooms in enumerate(rows) for part in _row(rooms, at, len(rows))]
    height = len(rows) * _ROW + _GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    style = 'font-family="sans-serif" font-size="14" text-anchor="middle"'
    return "\n".join(
        [f"{head} {style}>", f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>', *parts, "</svg>", ""]
    )


def layers() -> list[list[str]]:
    """Return the names of the rooms, a list a layer, the doors first."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    ordered = next(contract["layers"] for contract in contracts if contract["name"] == _CONTRACT)
    return [[name.strip(" ()") for name in layer.replace(":", "|").split("|")] for layer in ordered]


def _row(rooms: Sequence[str], at: int, count: int) -> list[str]:
    is_above = at < _ABOVE
    top, colour = (
        _GAP + at * _ROW,
        "#ffffff" if is_above else _COLOURS[(at - _ABOVE) * len(_COLOURS) // (count - _ABOVE)],
    )
    dashed = ' stroke-dasharray="4"' if is_above else ""
    widths = [len(room) * _CHARACTER + 2 * _PAD for room in rooms]
    left = (_WIDTH - sum(widths) - _GAP * (len(rooms) - 1)) / 2
    drawn = []
    for room, width in zip(rooms, widths, strict=True):
        box = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BOX}" rx="6"'
        drawn.append(f'<rect {box} fill="{colour}" stroke="#64748b"{dashed}/>')
        drawn.append(f'<text x="{left + width / 2:.1f}" y="{top + 22}">{escape(room)}</text>')
        left += width + _GAP
    return drawn
