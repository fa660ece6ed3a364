"""What is in a window by UI Automation, and what is done with it. Implements `tree.source.TreeSource`."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Delivery, ElementVerb
from ufo.desktop.windows.ui_automation.automation import Automation
from ufo.desktop.windows.ui_automation.elements import Place, element_of, elements_of, notes_of
from ufo.desktop.windows.ui_automation.node_kinds import WORKED_BY, actions_of, role_of
from ufo.desktop.windows.ui_automation.nodes import Node
from ufo.errors import ApplicationHung, ElementGone, NotActionable, StaleElement
from ufo.schema.command import Route
from ufo.schema.geometry import Point

_LONGEST_TEXT = 100_000
_KNOWN = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """The elements in a window; what lies out of sight; why there is more than this, None where this is all."""

    elements: tuple[Element, ...]
    more: tuple[str, ...]
    cut: str | None


@dataclass
class AutomationTree:
    """`answers` tells of a window, by its handle, whether it answers messages."""

    automation: Automation
    answers: Callable[[int], bool]
    _known: dict[str, tuple[Node, str]] = field(default_factory=dict)

    def inside(self, window: int, place: Place, others: Collection[int] = ()) -> Found:
        """Read a window. `others`: the handles of windows of their own, which may be told as parts of this one."""
        tree = self.automation.tree(window)
        self._know(tree.nodes)
        return Found(tuple(elements_of(tree.nodes, place, others)), tuple(notes_of(tree.nodes)), tree.cut)

    def again(self, known: Element, look: int) -> Element:
        try:
            node = self.automation.node(known.handle.key)
            if node.key != known.handle.key:
                raise StaleElement(f"{known} became another one; look again")
        except ElementGone as error:
            node = self._made_anew(known, error)
        now = element_of(node, Place(look, known.depth, known.path, known.window))
        if (now.role, now.name) != (known.role, known.name):
            raise StaleElement(f"{known} became another one; look again")
        return now

    def _made_anew(self, known: Element, gone: ElementGone) -> Node:
        """Programs that draw a part of a window anew make new elements there. One that has the same automation id is the same."""
        earlier, _ = self._known.get(known.handle.key, (None, ""))
        if earlier is None or not earlier.automation_id or not known.window.isdecimal():
            raise ElementGone(f"{known} is gone; look again") from gone
        tree = self.automation.tree(int(known.window))
        self._know(tree.nodes)
        same = [node for node in tree.nodes if _identity(node) == _identity(earlier)]
        if len(same) != 1:
            raise ElementGone(f"{known} is gone; look again") from gone
        return same[0]

    def act(self, element: Element, verb: ElementVerb, text: str | None) -> Delivery:
        node = self.automation.node(element.handle.key)
        if not node.enabled:
            raise NotActionable(f"{element} is disabled, or a dialog of its window is open")
        if verb not in actions_of(node, role_of(node)):
            raise NotActionable(f"{element} has no action {verb!r}; it has: {', '.join(element.actions) or 'none'}")
        if verb == "focus":
            self.automation.focus(node.key)
        elif verb == "select_range_of_text":
            self._select_text(element, text or "")
        else:
            self._work(element, node, verb, text)
        return Delivery(Route.ACCESSIBILITY, verb)

    def _work(self, element: Element, node: Node, verb: ElementVerb, text: str | None) -> None:
        pattern, function = _way(node, verb)
        given: Sequence[str | float] = ()
        if verb in ("set_text", "set_value"):
            given = [_number(node, text) if pattern == "RangeValue" else text or ""]
        try:
            self.automation.do(node.key, pattern, function, *given)
        except ApplicationHung:
            # What a press opens may be waited for in the press itself: a dialog that goes on answering.
            if verb != "press" or not element.window.isdecimal() or not self.answers(int(element.window)):
                raise

    def _select_text(self, element: Element, asked: str) -> None:
        number, _, words = asked.partition(":")
        if (
            not number.isdecimal()
            or not words
            or not self.automation.select_text(element.handle.key, words, int(number))
        ):
            raise NotActionable(f"{element} has no such text {asked!r}; read it, and name words that it has")

    def text(self, element: Element) -> str | None:
        node = self.automation.node(element.handle.key)
        if node.password:
            return None
        if node.has("Text"):
            return self.automation.text(node.key, _LONGEST_TEXT)
        return node.value[:_LONGEST_TEXT] if node.has("Value") else node.name or None

    def entries(self, element: Element, at_most: int) -> tuple[Element, ...] | None:
        node = self.automation.node(element.handle.key)
        if node.rows > at_most:
            return None
        held = self.automation.below(node.key, at_most)
        # A list that makes its rows as they come into sight tells how many there are, and has fewer.
        if not held or len(held) < node.rows:
            return None
        self._know(held)
        place = Place(element.handle.snapshot_id, element.depth + 1, (*element.path, element.name), element.window)
        return tuple(element_of(each, place) for each in held)

    def limits(self, element: Element) -> tuple[float, float] | None:
        node, _ = self._known.get(element.handle.key, (None, ""))
        return (node.least, node.greatest) if node is not None and node.least < node.greatest else None

    def identifier(self, element: Element) -> str:
        node, _ = self._known.get(element.handle.key, (None, ""))
        return "" if node is None else node.automation_id

    def over(self, element: Element, point: Point, _hit: int, /) -> str | None:
        chain = self.automation.at(point)
        if not chain or element.handle.key in {node.key for node in chain}:
            return None
        if chain[0].key in self._holders(element.handle.key):
            # What holds the element takes its clicks, as a button those on its words.
            return None
        return f"{role_of(chain[0])} {chain[0].name!r} of its own window"

    def _holders(self, key: str) -> set[str]:
        found: set[str] = set()
        while key in self._known and key not in found:
            found.add(key)
            key = self._known[key][1]
        return found | {key}

    def _know(self, nodes: Sequence[Node]) -> None:
        holders: list[Node] = []
        for node in nodes:
            while holders and holders[-1].depth >= node.depth:
                holders.pop()
            self._known.pop(node.key, None)
            self._known[node.key] = node, holders[-1].key if holders else ""
            holders.append(node)
        while len(self._known) > _KNOWN:
            del self._known[next(iter(self._known))]


def _identity(node: Node) -> tuple[str, int, str]:
    return node.automation_id, node.control_type, node.name


def _way(node: Node, verb: ElementVerb) -> tuple[str, str]:
    """The pattern and its function that do it. What is unfolded already is pressed to fold it."""
    pattern, function = next(way for way in WORKED_BY[verb] if node.has(way[0]))
    if verb == "press" and pattern == "ExpandCollapse" and node.expand_state == 1:
        return pattern, "Collapse"
    return pattern, function


def _number(node: Node, text: str | None) -> float:
    try:
        number = float(text or "")
    except ValueError as error:
        raise NotActionable(f"{text!r} is no number") from error
    if not math.isfinite(number) or (node.least < node.greatest and not node.least <= number <= node.greatest):
        raise NotActionable(f"{text} is not between {node.least:g} and {node.greatest:g}")
    return number
