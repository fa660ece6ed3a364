"""Hears from UI Automation that something changed in a window."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from ctypes import c_int
from typing import Any

from comtypes import COMError, COMObject

from ufo.desktop.windows.ui_automation.bounded_calls import BoundedCalls
from ufo.desktop.windows.ui_automation.definitions import SUBTREE
from ufo.desktop.windows.ui_automation.interfaces import INTERFACES
from ufo.desktop.windows.ui_automation.nodes import PROCESS_ID
from ufo.errors import DesktopError

_MOST_WINDOWS = 4
_WATCHED = (30005, 30008, 30010, 30022, 30045, 30047, 30070, 30079, 30086)
"""Name, focus, whether enabled and in sight, and what Value, RangeValue, ExpandCollapse, SelectionItem and Toggle hold."""
_ENDED_S = 2.0


class _Handler(COMObject):  # type: ignore[misc]  # comtypes has no types
    """What UI Automation calls, in threads of its own. `pid`: the process whose focus counts; None where that was not told."""

    _com_interfaces_ = [
        INTERFACES["IUIAutomationPropertyChangedEventHandler"],
        INTERFACES["IUIAutomationStructureChangedEventHandler"],
        INTERFACES["IUIAutomationFocusChangedEventHandler"],
    ]

    def __init__(self, heard: Callable[[], object], pid: object) -> None:
        super().__init__()
        self._heard, self._pid = heard, pid

    def HandlePropertyChangedEvent(self, _sender: Any, _number: int, _value: object) -> None:  # noqa: N802
        self._heard()

    def HandleStructureChangedEvent(self, _sender: Any, _change: int, _id: object) -> None:  # noqa: N802
        self._heard()

    def HandleFocusChangedEvent(self, sender: Any) -> None:  # noqa: N802
        with contextlib.suppress(COMError):
            if self._pid is None or (sender and _process_of(sender) == self._pid):
                self._heard()


class ChangeEvents:
    """Listens on a thread of its own, since a program that hangs holds up who wants to listen to it."""

    def __init__(self, automation: Any) -> None:
        self._automation = automation
        self._calls = BoundedCalls()
        self._asked: set[int] = set()
        self._listened: dict[int, Callable[[], None]] = {}

    def listen(self, window: int, heard: Callable[[], object]) -> None:
        if window not in self._asked:
            self._asked.add(window)
            with contextlib.suppress(DesktopError):
                self._calls.begin(lambda: self._begin(window, heard))

    def end(self) -> None:
        with contextlib.suppress(DesktopError, COMError):
            self._calls.do(self._forget_all, _ENDED_S)
        self._calls.end()

    def _begin(self, window: int, heard: Callable[[], object]) -> None:
        while len(self._listened) >= _MOST_WINDOWS:
            oldest = next(iter(self._listened))
            self._asked.discard(oldest)
            self._listened.pop(oldest)()
        self._listened[window] = self._added(window, heard)

    def _added(self, window: int, heard: Callable[[], object]) -> Callable[[], None]:
        """Add the handlers, as many as are taken, and return what takes them away."""
        automation, undo = self._automation, contextlib.ExitStack()
        with contextlib.suppress(COMError):
            element = automation.ElementFromHandle(window)
            handler = _Handler(heard, _process_of(element))
            # These are kept for as long as they are called: without any, comtypes takes the handler apart.
            of_properties, of_structure, of_focus = map(handler.QueryInterface, _Handler._com_interfaces_)
            numbers = (c_int * len(_WATCHED))(*_WATCHED)
            with contextlib.suppress(COMError):
                automation.AddPropertyChangedEventHandlerNativeArray(
                    element, SUBTREE, None, of_properties, numbers, len(_WATCHED)
                )
                undo.callback(_quietly, automation.RemovePropertyChangedEventHandler, element, of_properties)
            with contextlib.suppress(COMError):
                automation.AddStructureChangedEventHandler(element, SUBTREE, None, of_structure)
                undo.callback(_quietly, automation.RemoveStructureChangedEventHandler, element, of_structure)
            with contextlib.suppress(COMError):
                automation.AddFocusChangedEventHandler(None, of_focus)
                undo.callback(_quietly, automation.RemoveFocusChangedEventHandler, of_focus)
        return undo.close

    def _forget_all(self) -> None:
        while self._listened:
            self._listened.popitem()[1]()


def _process_of(element: Any) -> object:
    try:
        return element.GetCurrentPropertyValueEx(PROCESS_ID, True)
    except COMError:
        return None


def _quietly(remove: Callable[..., object], *given: object) -> None:
    """The window may be gone."""
    with contextlib.suppress(COMError):
        remove(*given)
