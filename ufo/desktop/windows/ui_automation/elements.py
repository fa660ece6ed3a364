"""Turns what UI Automation tells of a window into the desktop's elements. No part of it asks Windows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.windows.ui_automation.node_kinds import TITLE_BAR, actions_of, role_of, states_of, value_of
from ufo.desktop.windows.ui_automation.nodes import Node
from ufo.schema.roles import BOXES, CHECK_AND_RADIO_BUTTONS, NAMED_BY_CONTENT, ROW_HOLDERS

_LONGEST_VALUE = 2000
_TOLD_BY_WORDS = NAMED_BY_CONTENT | CHECK_AND_RADIO_BUTTONS | {"Text"}
"""Roles of what has its own words in it once more, as a text."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the elements of a window belong: the number of the look, how deep they stand, the names above, the window's id."""

    look: int
    depth: int
    path: tuple[str, ...]
    window: str


@dataclass(slots=True)
class _Holder:
    node_depth: int
    depth: int
    path: tuple[str, ...]
    words: str = ""


def elements_of(nodes: Iterable[Node], place: Place, others: Collection[int] = ()) -> Iterator[Element]:
    """Yield what a person sees of the nodes, which come in the order of the tree and begin with the window itself. What is in one
    of the `others`, which are windows of their own by their handles, is left out.
    """
    holders: list[_Holder] = []
    left_out: int | None = None
    for node in nodes:
        if left_out is not None and node.depth > left_out:
            continue
        left_out = None
        while holders and holders[-1].node_depth >= node.depth:
            holders.pop()
        if not holders:
            holders.append(_Holder(node.depth, place.depth, place.path))
            continue
        if node.control_type == TITLE_BAR or node.window in others:
            left_out = node.depth
            continue
        above = holders[-1]
        element = element_of(node, Place(place.look, above.depth, above.path, place.window))
        if not is_shown(node) or _only_holds(element) or (element.role == "Text" and element.name == above.words):
            holders.append(_Holder(node.depth, above.depth, above.path, above.words))
            continue
        yield element
        below = (*above.path, element.name) if element.name else above.path
        words = element.name if element.role in _TOLD_BY_WORDS else ""
        holders.append(_Holder(node.depth, above.depth + 1, below, words))


def is_shown(node: Node) -> bool:
    return not node.offscreen and not node.place.is_empty


def _only_holds(element: Element) -> bool:
    """Whether it only lays out others: it has no name and does nothing."""
    return element.role in BOXES and not (element.name or element.value or element.actions)


def element_of(node: Node, place: Place) -> Element:
    role = role_of(node)
    value = value_of(node, role)
    name = node.name or (value or "" if role == "Cell" else "")
    return Element(
        Handle(place.look, node.key, role, name),
        role,
        name,
        node.place,
        states_of(node, role),
        None if value is None else value[:_LONGEST_VALUE],
        description=node.help or None,
        actions=actions_of(node, role),
        depth=place.depth,
        path=place.path,
        row=node.row if node.row >= 0 else None,
        column=node.column if node.column >= 0 else None,
        window=place.window,
        source="uia",
    )


def notes_of(nodes: Iterable[Node]) -> Iterator[str]:
    """Say of lists and tables how much of them is out of sight."""
    for node in nodes:
        role = role_of(node)
        if role in ROW_HOLDERS and is_shown(node) and node.has("Scroll") and 0 < node.view_size < 100:
            rows = f" has {node.rows} rows, and" if node.rows else ""
            yield f"{role} {node.name!r}{rows} shows {node.view_size:.0f} % of its height"
