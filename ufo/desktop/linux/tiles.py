"""Tiles of GTK 4's grid views, which it calls cells of a table that has no rows."""

from __future__ import annotations

from ufo.desktop.linux.nodes import Node

_TABLE, CELL, TILE = 55, 56, 32


def become_tile(node: Node) -> None:
    """An entry of its own: those beside it are others, and not the rest of a row."""
    if node.kind == CELL and node.parent is not None and node.parent.kind == _TABLE:
        node.kind = TILE
