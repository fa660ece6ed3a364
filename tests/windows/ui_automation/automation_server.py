"""A COM server that plays UI Automation: each call goes through a real table of functions. Windows alone has COM."""

from __future__ import annotations

import contextlib
import threading
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from comtypes import COMObject, IUnknown, ReturnHRESULT

from ufo.desktop.windows.ui_automation.com_automation import ComAutomation
from ufo.desktop.windows.ui_automation.definitions import SUBTREE
from ufo.desktop.windows.ui_automation.interfaces import INTERFACES
from ufo.desktop.windows.ui_automation.nodes import BOUNDING_RECTANGLE, FIELDS, FIELDS_OF_PATTERNS, PATTERNS, RUNTIME_ID

NOT_IMPLEMENTED, GONE, FAILED = -0x7FFFBFFF, -0x7FFBFDFF, -0x7FFFBFFB
_NUMBERS = {field: number for group in (FIELDS, *FIELDS_OF_PATTERNS.values()) for field, (_, number) in group.items()}
Handler = Callable[..., object]


@dataclass(eq=False)
class Part:
    """An element of a program. `fails`: what every question about it is answered with; `held`: what an answer about its children
    waits for, `held_at_once` one about all that is in it; `calls`: what its patterns were called with.
    """

    properties: dict[int, object]
    children: list[Part] = field(default_factory=list)
    parent: Part | None = None
    fails: int | None = None
    held: threading.Event | None = None
    held_at_once: threading.Event | None = None
    fails_in_patterns: int | None = None
    calls: list[tuple[object, ...]] = field(default_factory=list)
    text: str = ""

    def require(self) -> None:
        if self.fails is not None:
            raise ReturnHRESULT(self.fails, "as the test has it")


_ids = iter(range(1, 10_000_000))


def part(control_type: int, name: str, *children: Part, patterns: Collection[str] = (), **fields: object) -> Part:
    """An element with a runtime id of its own. `fields`: those of `Node`."""
    properties: dict[int, object] = {
        RUNTIME_ID: (42, next(_ids)),
        BOUNDING_RECTANGLE: array("d", fields.pop("rect", (10.0, 10.0, 80.0, 20.0))),  # type: ignore[call-overload]
        _NUMBERS["control_type"]: control_type,
        _NUMBERS["name"]: name,
        _NUMBERS["enabled"]: True,
        **{_NUMBERS[name]: value for name, value in fields.items()},
        **{pattern.available: name in patterns for name, pattern in PATTERNS.items()},
    }
    made = Part(properties, list(children))
    for child in children:
        child.parent = made
    return made


class _Condition(COMObject):  # type: ignore[misc]
    _com_interfaces_ = [INTERFACES["IUIAutomationCondition"]]


class _Request(COMObject):  # type: ignore[misc]
    _com_interfaces_ = [INTERFACES["IUIAutomationCacheRequest"]]

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.scope = 1

    def AddProperty(self, number: int) -> None:  # noqa: N802
        assert number not in self.server.unknown

    def Clone(self) -> Any:  # noqa: N802
        return _given(_Request(self.server), "CacheRequest")

    def get_TreeScope(self) -> int:  # noqa: N802
        return self.scope

    def put_TreeScope(self, scope: int) -> None:  # noqa: N802
        self.server.require("put_TreeScope")
        self.scope = scope


class _Array(COMObject):  # type: ignore[misc]
    _com_interfaces_ = [INTERFACES["IUIAutomationElementArray"]]

    def __init__(self, server: Server, parts: list[Part], scope: int) -> None:
        super().__init__()
        self.server, self.parts, self.scope = server, parts, scope

    def Length(self) -> int:  # noqa: N802
        return len(self.parts)

    def GetElement(self, number: int) -> Any:  # noqa: N802
        return _given(_Element(self.server, self.parts[number], self.scope), "Element")


class _Element(COMObject):  # type: ignore[misc]
    """`scope`: how much of it is in the cache; None where nothing is."""

    _com_interfaces_ = [INTERFACES["IUIAutomationElement"]]

    def __init__(self, server: Server, of: Part, scope: int | None = None) -> None:
        super().__init__()
        self.server, self.part, self.scope = server, of, scope

    def SetFocus(self) -> None:  # noqa: N802
        self.part.require()
        self.part.calls.append(("SetFocus",))

    def BuildUpdatedCache(self, request: Any) -> Any:  # noqa: N802
        self.server.require("BuildUpdatedCache")
        self.part.require()
        scope = request.get_TreeScope()
        if scope == SUBTREE and (held := self.part.held_at_once or self.part.held) is not None:
            held.wait(30)
        return _given(_Element(self.server, self.part, scope), "Element")

    def FindAllBuildCache(self, _scope: int, _condition: Any, request: Any) -> Any:  # noqa: N802
        self.server.require("FindAllBuildCache")
        return self._children(request.get_TreeScope())

    def GetCachedChildren(self) -> Any:  # noqa: N802
        assert self.scope == SUBTREE
        return self._children(SUBTREE)

    def _children(self, scope: int) -> Any:
        self.part.require()
        if self.part.held is not None:
            self.part.held.wait(30)
        return _given(_Array(self.server, self.part.children, scope), "ElementArray")

    def GetCachedPropertyValueEx(self, number: int, _ignore: int) -> object:  # noqa: N802
        assert self.scope is not None
        return self._property(number)

    def GetCurrentPropertyValueEx(self, number: int, _ignore: int) -> object:  # noqa: N802
        if number in self.server.unknown:
            raise ReturnHRESULT(NOT_IMPLEMENTED, "as the test has it")
        return self._property(number)

    def _property(self, number: int) -> object:
        self.part.require()
        return self.part.properties.get(number)

    def GetCurrentPattern(self, number: int) -> Any:  # noqa: N802
        self.part.require()
        kind = next((_PATTERNS[name] for name, pattern in PATTERNS.items() if pattern.number == number), None)
        return None if kind is None else kind(self.part).QueryInterface(IUnknown)


class _Pattern(COMObject):  # type: ignore[misc]
    def __init__(self, of: Part) -> None:
        super().__init__()
        self.part = of

    def called(self, *call: object) -> None:
        if self.part.fails_in_patterns is not None:
            raise ReturnHRESULT(self.part.fails_in_patterns, "as the test has it")
        self.part.calls.append(call)
        if self.part.held is not None:
            self.part.held.wait(30)


class _Invoke(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationInvokePattern"]]

    def Invoke(self) -> None:  # noqa: N802
        self.called("Invoke")


class _Toggle(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationTogglePattern"]]

    def Toggle(self) -> None:  # noqa: N802
        self.called("Toggle")
        state = _NUMBERS["toggle_state"]
        self.part.properties[state] = 1 - int(str(self.part.properties.get(state, 0)))


class _Value(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationValuePattern"]]

    def SetValue(self, text: str) -> None:  # noqa: N802
        self.called("Value.SetValue", text)
        self.part.properties[_NUMBERS["value"]] = text


class _RangeValue(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationRangeValuePattern"]]

    def SetValue(self, number: float) -> None:  # noqa: N802
        self.called("RangeValue.SetValue", number)


class _SelectionItem(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationSelectionItemPattern"]]

    def Select(self) -> None:  # noqa: N802
        self.called("Select")

    def AddToSelection(self) -> None:  # noqa: N802
        self.called("AddToSelection")

    def RemoveFromSelection(self) -> None:  # noqa: N802
        self.called("RemoveFromSelection")


class _ExpandCollapse(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationExpandCollapsePattern"]]

    def Expand(self) -> None:  # noqa: N802
        self.called("Expand")

    def Collapse(self) -> None:  # noqa: N802
        self.called("Collapse")


class _ScrollItem(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationScrollItemPattern"]]

    def ScrollIntoView(self) -> None:  # noqa: N802
        self.called("ScrollIntoView")


class _Text(_Pattern):
    _com_interfaces_ = [INTERFACES["IUIAutomationTextPattern"]]

    def DocumentRange(self) -> Any:  # noqa: N802
        return _given(_Range(self.part, self.part.text, 0, len(self.part.text)), "TextRange")


class _Range(COMObject):  # type: ignore[misc]
    _com_interfaces_ = [INTERFACES["IUIAutomationTextRange"]]

    def __init__(self, of: Part, text: str, start: int, end: int) -> None:
        super().__init__()
        self.part, self.text, self.start, self.end = of, text, start, end

    def FindText(self, words: str, _backward: int, _ignore: int) -> Any:  # noqa: N802
        found = self.text.find(words, self.start, self.end)
        return None if found < 0 else _given(_Range(self.part, self.text, found, found + len(words)), "TextRange")

    def GetText(self, most: int) -> str:  # noqa: N802
        return self.text[self.start : self.end][: most if most >= 0 else None]

    def CompareEndpoints(self, end: int, _other: Any, _of: int) -> int:  # noqa: N802
        return self.end if end else self.start

    def MoveEndpointByRange(self, end: int, other: Any, of: int) -> None:  # noqa: N802
        assert (end, of) == (0, 1)
        self.start = other.CompareEndpoints(1, other, 1)

    def Select(self) -> None:  # noqa: N802
        self.part.calls.append(("Select", self.start, self.end))


_PATTERNS: Mapping[str, Callable[[Part], Any]] = {
    "Invoke": _Invoke, "Toggle": _Toggle, "Value": _Value, "RangeValue": _RangeValue, "SelectionItem": _SelectionItem,
    "ExpandCollapse": _ExpandCollapse, "ScrollItem": _ScrollItem, "Text": _Text,
}  # fmt: skip


class _Walker(COMObject):  # type: ignore[misc]
    _com_interfaces_ = [INTERFACES["IUIAutomationTreeWalker"]]

    def __init__(self, server: Server, *, walks: bool) -> None:
        super().__init__()
        self.server, self.walks = server, walks

    def GetParentElement(self, element: Any) -> Any:  # noqa: N802
        return self._element(self._part(element).parent)

    def GetFirstChildElement(self, element: Any) -> Any:  # noqa: N802
        if not self.walks:
            raise ReturnHRESULT(NOT_IMPLEMENTED, "as the test has it")
        of = self._part(element)
        of.require()
        return self._element(of.children[0] if of.children else None)

    def GetNextSiblingElement(self, element: Any) -> Any:  # noqa: N802
        of = self._part(element)
        beside = of.parent.children if of.parent else [of]
        place = beside.index(of) + 1
        return self._element(beside[place] if place < len(beside) else None)

    def _part(self, element: Any) -> Part:
        return self.server.parts[element.GetCurrentPropertyValueEx(RUNTIME_ID, True)]

    def _element(self, of: Part | None) -> Any:
        return None if of is None else _given(_Element(self.server, of), "Element")


class Server(COMObject):  # type: ignore[misc]
    """`window`: what is in every window; `lacks`: functions that are not there; `unknown`: properties that are not known; `at`:
    what lies at every point.
    """

    _com_interfaces_ = [INTERFACES["IUIAutomation"]]

    def __init__(self, window: Part, lacks: Iterable[str] = (), unknown: Iterable[int] = ()) -> None:
        super().__init__()
        self.window, self.lacks, self.unknown = window, frozenset(lacks), frozenset(unknown)
        self.always = _given(_Condition(), "Condition")
        self.at: Part | None = None
        self.handlers: dict[str, Any] = {}
        self.removed: list[str] = []
        self.is_listened = threading.Event()

    @property
    def parts(self) -> dict[object, Part]:
        found: dict[object, Part] = {}
        left = [self.window]
        while left:
            one = left.pop()
            if one.properties.get(RUNTIME_ID) not in found:
                found[one.properties.get(RUNTIME_ID)] = one
                left += one.children
        return found

    def require(self, name: str) -> None:
        if name in self.lacks:
            raise ReturnHRESULT(NOT_IMPLEMENTED, "as the test has it")

    def GetRootElement(self) -> Any:  # noqa: N802
        return _given(_Element(self, Part({RUNTIME_ID: self.window.properties[RUNTIME_ID]})), "Element")

    def ElementFromHandle(self, _window: int) -> Any:  # noqa: N802
        return _given(_Element(self, self.window), "Element")

    def ElementFromPoint(self, _point: Any) -> Any:  # noqa: N802
        self.require("ElementFromPoint")
        return None if self.at is None else _given(_Element(self, self.at), "Element")

    def CreateTreeWalker(self, condition: Any) -> Any:  # noqa: N802
        is_for_all = condition == self.always
        return _given(_Walker(self, walks=is_for_all or "walks by conditions" not in self.lacks), "TreeWalker")

    def ControlViewCondition(self) -> Any:  # noqa: N802
        self.require("ControlViewCondition")
        return _given(_Condition(), "Condition")

    def CreateTrueCondition(self) -> Any:  # noqa: N802
        return self.always

    def CreateCacheRequest(self) -> Any:  # noqa: N802
        self.require("CreateCacheRequest")
        return _given(_Request(self), "CacheRequest")

    def AddPropertyChangedEventHandlerNativeArray(  # noqa: N802
        self, _element: Any, _scope: int, _request: Any, handler: Any, numbers: Any, count: int
    ) -> None:
        assert count > 5 and numbers[0] == 30005
        self._add("Property", handler)

    def RemovePropertyChangedEventHandler(self, _element: Any, _handler: Any) -> None:  # noqa: N802
        self.removed.append("Property")

    def AddStructureChangedEventHandler(self, _element: Any, _scope: int, _request: Any, handler: Any) -> None:  # noqa: N802
        self._add("Structure", handler)

    def RemoveStructureChangedEventHandler(self, _element: Any, _handler: Any) -> None:  # noqa: N802
        self.removed.append("Structure")

    def AddFocusChangedEventHandler(self, _request: Any, handler: Any) -> None:  # noqa: N802
        self._add("Focus", handler)
        self.is_listened.set()

    def RemoveFocusChangedEventHandler(self, _handler: Any) -> None:  # noqa: N802
        self.removed.append("Focus")

    def _add(self, kind: str, handler: Any) -> None:
        self.require(kind)
        # What is handed over is only lent for the call.
        self.handlers[kind] = handler.QueryInterface(type(handler).__com_interface__)

    def element(self, of: Part) -> Any:
        return _given(_Element(self, of), "Element")

    def pointer(self) -> Any:
        return _given(self, "")


def _given(made: Any, name: str) -> Any:
    return made.QueryInterface(INTERFACES["IUIAutomation" + name])


@contextlib.contextmanager
def automation(server: Server, make: Callable[[], Any] | None = None, **bounds: float) -> Iterator[ComAutomation]:
    made = ComAutomation(make or server.pointer, **bounds)
    try:
        yield made
    finally:
        made.end()


def form() -> Part:
    return part(
        50032,
        "Form",
        part(50000, "Save", patterns=["Invoke"]),
        part(50025, "", part(50002, "Tick me", patterns=["Toggle"], toggle_state=1)),
        part(50004, "Name", patterns=["Value"], value="Ada"),
    )
