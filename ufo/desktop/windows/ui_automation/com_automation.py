"""UI Automation by comtypes: the one implementation of `automation.Automation` that asks Windows.

A window is read in one of three ways, the first that is there. Which one is found by trying: a system that lacks a function says
so at once.

1. All at once: one call brings the whole tree with all that is read of it.
2. Level by level: one call for what is directly in an element.
3. Step by step: from one element to the next, and each property by itself.

A window that takes longer than there is time for is read in the next way from then on: that tells a part in time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from ctypes.wintypes import POINT
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from comtypes import CLSCTX_INPROC_SERVER, GUID, CoCreateInstance, COMError

from ufo.desktop.windows.ui_automation.automation import Tree
from ufo.desktop.windows.ui_automation.bounded_calls import BoundedCalls
from ufo.desktop.windows.ui_automation.change_events import ChangeEvents
from ufo.desktop.windows.ui_automation.com_errors import NOT_IMPLEMENTED, meant, number_of
from ufo.desktop.windows.ui_automation.definitions import CHILDREN, CLASSES, SUBTREE
from ufo.desktop.windows.ui_automation.interfaces import INTERFACES
from ufo.desktop.windows.ui_automation.node_kinds import TITLE_BAR, role_of
from ufo.desktop.windows.ui_automation.nodes import (
    BOUNDING_RECTANGLE,
    FIELDS,
    FIELDS_OF_PATTERNS,
    OFFSCREEN,
    PATTERNS,
    PREFIX,
    RUNTIME_ID,
    Node,
    is_told,
    key_of,
    rect_of,
)
from ufo.errors import ApplicationHung, DesktopError, DesktopUnavailable, ElementGone, NotActionable
from ufo.schema.geometry import Point
from ufo.schema.roles import EDITS_AND_DOCUMENTS

_BEGUN_S = 10.0
_MOST, _DEEPEST = 2000, 60
_KNOWN = 20_000
_LONGEST_TEXT = 2000
_LOST = "a part of the window told nothing by UI Automation; look again"
_TOO_MUCH = "there is more in the window than could be read in time; look again, or at a part of it"
_REFUSED = frozenset({NOT_IMPLEMENTED, 0x80070057})
"""What a system says to a property that it does not know."""
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to read: an element with what is read of it alone, or of all that is in it as well where one call brings that; what
    is directly in it; and one of its properties.
    """

    alone: Callable[[Any], Any]
    with_tree: Callable[[Any], Any]
    children: Callable[[Any], Iterator[Any]]
    value: Callable[[Any, int], object]


class ComAutomation:
    """`make` gives the object that implements IUIAutomation; it is called on the thread that is to use it. A look takes `look_s`
    seconds and then tells what it has; no call takes longer than `within_s`, and no action longer than `act_s`. Raises
    DesktopUnavailable.
    """

    def __init__(
        self, make: Callable[[], Any] | None = None, look_s: float = 2.5, within_s: float = 5.0, act_s: float = 1.5
    ) -> None:
        self._look_s, self._within_s, self._act_s = look_s, within_s, act_s
        self._calls = BoundedCalls()
        self._known: dict[str, Any] = {}
        self._refused: set[int] = set()
        self._late: dict[int, int] = {}
        try:
            self._automation = self._calls.do(make or _created, _BEGUN_S)
            self._walker = self._calls.do(self._made_walker, _BEGUN_S)
            self._ways = self._calls.do(self._made_ways, _BEGUN_S)
        except (COMError, OSError, DesktopError) as error:
            self._calls.end()
            raise DesktopUnavailable(f"there is no UI Automation here ({error})") from error
        self._events = ChangeEvents(self._automation)

    def tree(self, window: int) -> Tree:
        later = min(self._late.get(window, 0), len(self._ways) - 1)
        try:
            return self._asked(lambda: self._by_first(lambda way: self._walked(way, window), later), self._within_s)
        except ApplicationHung:
            self._late[window] = self._late.get(window, 0) + 1
            raise

    def node(self, key: str) -> Node:
        return self._asked(lambda: self._by_first(lambda way: self._again(way, key)), self._within_s)

    def below(self, key: str, at_most: int) -> tuple[Node, ...] | None:
        element = self._element(key)

        def read(way: _Way) -> tuple[Node, ...] | None:
            held = list(islice(way.children(way.with_tree(element)), at_most + 1))
            if len(held) > at_most:
                return None
            nodes = tuple(self._node(way, child, 1, f"{key}/{place}") for place, child in enumerate(held))
            self._know(zip((node.key for node in nodes), held, strict=True))
            return nodes

        return self._asked(lambda: self._by_first(read), self._within_s)

    def at(self, point: Point) -> tuple[Node, ...]:
        def read(way: _Way) -> tuple[Node, ...]:
            element = self._automation.ElementFromPoint(POINT(point.x, point.y))
            found: list[Node] = []
            while element and len(found) < _DEEPEST:
                found.append(self._node(way, way.alone(element), 0, f"{PREFIX}{point} {len(found)}"))
                element = self._walker.GetParentElement(element)
            return tuple(found)

        try:
            return self._asked(lambda: self._by_first(read), self._act_s)
        except NotActionable:
            return ()

    def do(self, key: str, pattern: str, function: str, *given: str | float) -> None:
        self._asked(lambda: getattr(self._pattern(key, pattern), function)(*given), self._act_s)

    def focus(self, key: str) -> None:
        self._asked(lambda: self._element(key).SetFocus(), self._act_s)

    def text(self, key: str, at_most: int) -> str:
        return self._asked(lambda: self._text(self._element(key), at_most), self._within_s)

    def select_text(self, key: str, words: str, place: int) -> bool:
        def select() -> bool:
            rest = self._pattern(key, "Text").DocumentRange()
            for number in range(place):
                found = rest.FindText(words, False, False)
                if not found:
                    return False
                if number < place - 1:
                    rest.MoveEndpointByRange(_START, found, _END)
            found.Select()
            return True

        return self._asked(select, self._within_s)

    def listen(self, window: int, heard: Callable[[], object]) -> None:
        self._events.listen(window, heard)

    def end(self) -> None:
        self._events.end()
        self._calls.end()

    def _asked(self, call: Callable[[], _Answer], within_s: float) -> _Answer:
        try:
            return self._calls.do(call, within_s)
        except COMError as error:
            raise meant(error.hresult) from error

    # Ways to read.

    def _made_ways(self) -> list[_Way]:
        self._find_refused()
        ways = []
        with contextlib.suppress(COMError):
            one = self._request()
            alone = _built(one)
            levels = _Way(alone, alone, self._level_below(one), _cached)
            with contextlib.suppress(COMError):
                whole = one.Clone()
                whole.put_TreeScope(SUBTREE)
                ways.append(_Way(alone, _built(whole), _cached_children, _cached))
            ways.append(levels)
        return [*ways, _Way(_as_it_is, _as_it_is, self._steps_below, _current)]

    def _find_refused(self) -> None:
        """Find out which properties this system does not know, once: a cache takes them all, and takes its time for each."""
        with contextlib.suppress(COMError):
            desktop = self._automation.GetRootElement()
            for number in _properties():
                try:
                    desktop.GetCurrentPropertyValueEx(number, True)
                except COMError as error:
                    if number_of(error.hresult) in _REFUSED:
                        self._refused.add(number)

    def _request(self) -> Any:
        request = self._automation.CreateCacheRequest()
        for number in _properties():
            if number not in self._refused:
                request.AddProperty(number)
        return request

    def _level_below(self, request: Any) -> Callable[[Any], Iterator[Any]]:
        condition = self._condition()

        def below(element: Any) -> Iterator[Any]:
            yield from _all_of(element.FindAllBuildCache(CHILDREN, condition, request))

        return below

    def _condition(self) -> Any:
        """What a person may work, without what only lays it out."""
        try:
            return self._automation.ControlViewCondition()
        except COMError:
            return self._automation.CreateTrueCondition()

    def _made_walker(self) -> Any:
        """Wine 10 makes a walker of any condition, and walks by one that is always true alone."""
        with contextlib.suppress(COMError):
            walker = self._automation.CreateTreeWalker(self._condition())
            walker.GetFirstChildElement(self._automation.GetRootElement())
            return walker
        return self._automation.CreateTreeWalker(self._automation.CreateTrueCondition())

    def _steps_below(self, element: Any) -> Iterator[Any]:
        child = self._walker.GetFirstChildElement(element)
        while child:
            yield child
            child = self._walker.GetNextSiblingElement(child)

    def _by_first(self, read: Callable[[_Way], _Answer], begin: int = 0) -> _Answer:
        """Read in the first way whose functions are there."""
        *ways, last = self._ways[begin:]
        for way in ways:
            try:
                return read(way)
            except COMError as error:
                if number_of(error.hresult) != NOT_IMPLEMENTED:
                    raise
        return read(last)

    # Reading.

    def _walked(self, way: _Way, window: int) -> Tree:
        until = time.monotonic() + self._look_s
        root, place = way.with_tree(self._automation.ElementFromHandle(window)), f"{PREFIX}w{window}"
        nodes = [self._node(way, root, 0, place)]
        self._know([(nodes[0].key, root)])
        seen, cut = {nodes[0].key}, None
        # What is left of each level, from the window down. Elements are fetched one by one, so that a list of any length costs
        # no more than there is time for.
        levels = [(place, enumerate(way.children(root)))]
        while levels:
            if len(nodes) >= _MOST or time.monotonic() > until:
                return Tree(tuple(nodes), _TOO_MUCH)
            place, left = levels[-1]
            try:
                number, element = next(left, (0, None))
                if element is None:
                    levels.pop()
                    continue
                if self._value(way, element, OFFSCREEN) is True:
                    continue
                node = self._node(way, element, len(levels), f"{place}/{number}")
                # A tree that goes round in circles comes back to what is known.
                if node.key in seen:
                    continue
                below = way.children(element)
            except COMError as error:
                if number_of(error.hresult) == NOT_IMPLEMENTED and len(nodes) == 1:
                    raise
                cut = _LOST
                continue
            seen.add(node.key)
            nodes.append(node)
            self._know([(node.key, element)])
            if len(levels) < _DEEPEST and node.control_type != TITLE_BAR:
                levels.append((f"{place}/{number}", enumerate(below)))
        return Tree(tuple(nodes), cut)

    def _again(self, way: _Way, key: str) -> Node:
        return self._node(way, way.alone(self._element(key)), 0, key)

    def _node(self, way: _Way, element: Any, depth: int, place: str) -> Node:
        """Read one element. `place` is its key where it has no runtime id."""

        def told(fields: Mapping[str, tuple[str, int]]) -> dict[str, Any]:
            values = {field: self._value(way, element, number) for field, (_, number) in fields.items()}
            return {field: value for field, value in values.items() if is_told(field, value)}

        key = key_of(self._value(way, element, RUNTIME_ID), place)
        rect = rect_of(self._value(way, element, BOUNDING_RECTANGLE))
        values = told(FIELDS)
        available = {name: self._value(way, element, pattern.available) for name, pattern in PATTERNS.items()}
        is_told_of = any(isinstance(value, bool) for value in available.values())
        patterns = tuple(name for name, value in available.items() if value is True) if is_told_of else None
        for pattern in patterns or ():
            if pattern in FIELDS_OF_PATTERNS and not (pattern == "Value" and values.get("password")):
                values |= told(FIELDS_OF_PATTERNS[pattern])
        node = Node(key, depth, rect, patterns=patterns, **values)
        return self._with_text(element, node)

    def _with_text(self, element: Any, node: Node) -> Node:
        """A document that has no value tells its text by another pattern."""
        if not node.has("Text") or node.has("Value") or node.password or role_of(node) not in EDITS_AND_DOCUMENTS:
            return node
        try:
            return replace(node, text=self._text(element, _LONGEST_TEXT))
        except (COMError, DesktopError):
            return node

    def _value(self, way: _Way, element: Any, number: int) -> object:
        return None if number in self._refused else way.value(element, number)

    # Elements that are known.

    def _know(self, elements: Iterable[tuple[str, Any]]) -> None:
        for key, element in elements:
            self._known.pop(key, None)
            self._known[key] = element
        while len(self._known) > _KNOWN:
            del self._known[next(iter(self._known))]

    def _element(self, key: str) -> Any:
        element = self._known.get(key)
        if element is None:
            raise ElementGone("the element is of a look too long ago; look again")
        return element

    def _pattern(self, key: str, name: str) -> Any:
        return _pattern_of(self._element(key), name)

    def _text(self, element: Any, at_most: int) -> str:
        return str(_pattern_of(element, "Text").DocumentRange().GetText(at_most) or "")


_START, _END = 0, 1
"""The ends of a range of text."""


def _created() -> Any:
    """The newest of UI Automation's classes that is there."""
    newest, oldest = CLASSES
    interface = INTERFACES["IUIAutomation"]
    with contextlib.suppress(COMError, OSError):
        return CoCreateInstance(GUID(f"{{{newest}}}"), interface, CLSCTX_INPROC_SERVER)
    return CoCreateInstance(GUID(f"{{{oldest}}}"), interface, CLSCTX_INPROC_SERVER)


def _built(request: Any) -> Callable[[Any], Any]:
    return lambda element: element.BuildUpdatedCache(request)


def _as_it_is(element: Any) -> Any:
    return element


def _properties() -> Sequence[int]:
    fields = [FIELDS, *FIELDS_OF_PATTERNS.values()]
    numbers = [number for group in fields for _, number in group.values()]
    return [RUNTIME_ID, BOUNDING_RECTANGLE, *numbers, *(pattern.available for pattern in PATTERNS.values())]


def _cached(element: Any, number: int) -> object:
    value: object = element.GetCachedPropertyValueEx(number, True)
    return value


def _current(element: Any, number: int) -> object:
    try:
        value: object = element.GetCurrentPropertyValueEx(number, True)
        return value
    except COMError as error:
        if number_of(error.hresult) not in _REFUSED:
            raise
        return None


def _cached_children(element: Any) -> Iterator[Any]:
    yield from _all_of(element.GetCachedChildren())


def _all_of(array: Any) -> Iterator[Any]:
    if array:
        yield from (array.GetElement(number) for number in range(array.Length()))


def _pattern_of(element: Any, name: str) -> Any:
    pattern = PATTERNS[name]
    told = element.GetCurrentPattern(pattern.number)
    if not told:
        raise NotActionable(f"the element has no pattern {name} now; look again")
    return told.QueryInterface(INTERFACES[pattern.interface])
