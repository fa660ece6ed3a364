"""The places of sub-tasks in a picture of their graph: what waits for something stands below it."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from dataclasses import dataclass

from ufo.schema.subtasks import SubtaskGraph
from ufo.trace.account_lines import remark_on

WIDTH, HEIGHT, GAP_X, GAP_Y, EDGE = 224, 58, 20, 30, 6
_LETTERS, _LINES = 31, 2


@dataclass(frozen=True, slots=True)
class Box:
    """A sub-task in the picture: its place in units of the picture, its words in lines that fit, and all of it as one text."""

    x: float
    y: float
    state: str
    lines: tuple[str, ...]
    whole: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """`lines`: from the middle of a lower edge to the middle of an upper edge, as (x, y, x, y)."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    lines: tuple[tuple[float, float, float, float], ...]


def drawing_of(graph: SubtaskGraph) -> Drawing:
    levels: dict[str, int] = {}
    for node in graph.nodes:
        _level(graph, node.id, levels, ())
    rows: defaultdict[int, list[str]] = defaultdict(list)
    for node in graph.nodes:
        rows[levels[node.id]].append(node.id)
    widest = max((len(row) for row in rows.values()), default=1)
    width = widest * (WIDTH + GAP_X) - GAP_X + 2 * EDGE
    places: dict[str, tuple[float, float]] = {}
    for level, row in rows.items():
        left = (width - (len(row) * (WIDTH + GAP_X) - GAP_X)) / 2
        for column, name in enumerate(row):
            places[name] = (left + column * (WIDTH + GAP_X), EDGE + level * (HEIGHT + GAP_Y))
    numbers = {node.id: number for number, node in enumerate(graph.nodes, 1)}
    boxes = []
    for node in graph.nodes:
        words = f"{numbers[node.id]}. {node.text}"
        cut = textwrap.wrap(words, _LETTERS, max_lines=_LINES, placeholder=" …") or [""]
        x, y = places[node.id]
        boxes.append(Box(x, y, node.state.value, tuple(cut), f"{node.state}: {words}{remark_on(node, numbers)}"))
    joined = tuple(
        (places[above][0] + WIDTH / 2, places[above][1] + HEIGHT, places[node.id][0] + WIDTH / 2, places[node.id][1])
        for node in graph.nodes
        for above in node.depends_on
        if above in places
    )
    return Drawing(width, max(1, len(rows)) * (HEIGHT + GAP_Y) - GAP_Y + 2 * EDGE, tuple(boxes), joined)


def _level(graph: SubtaskGraph, name: str, levels: dict[str, int], below: tuple[str, ...]) -> int:
    """Return in which row a sub-task stands. A circle, which a log of somebody else's may have, ends where it closes."""
    node = graph.get(name)
    if node is None or name in below:
        return -1
    if name not in levels:
        above = [_level(graph, needed, levels, (*below, name)) for needed in node.depends_on]
        levels[name] = max(above, default=-1) + 1
    return levels[name]
