"""What is known of controls by their handles, and what is done with them. Implements `tree.source.TreeSource`."""

from __future__ import annotations

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Delivery, ElementVerb
from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.api.messages import text_of
from ufo.desktop.windows.control.element_actions import act
from ufo.desktop.windows.tree.items import READERS
from ufo.desktop.windows.tree.reader import as_element, limits_of, read_again, split_key
from ufo.schema.geometry import Point


class HandleTree:
    def again(self, known: Element, look: int) -> Element:
        return read_again(known, look)

    def act(self, element: Element, verb: ElementVerb, text: str | None) -> Delivery:
        return act(element, verb, text)

    def text(self, element: Element) -> str | None:
        control, place = split_key(element.handle.key)
        if place or "password" in element.states:
            return None if "password" in element.states else element.name
        return text_of(control)

    def entries(self, element: Element, at_most: int) -> tuple[Element, ...] | None:
        control, place = split_key(element.handle.key)
        kind = handles.class_of(control).casefold()
        if place or kind not in READERS:
            return None
        counted = READERS[kind](control, range(0))
        if counted.count > at_most:
            return None
        items = READERS[kind](control, range(counted.count)).shown
        look, depth, path = element.handle.snapshot_id, element.depth + 1, (*element.path, element.name)
        return tuple(as_element(look, str(control), item, depth, path, element.window) for item in items)

    def limits(self, element: Element) -> tuple[float, float] | None:
        return limits_of(split_key(element.handle.key)[0], element.role)

    def identifier(self, element: Element) -> str:
        control, place = split_key(element.handle.key)
        number = 0 if place else user32.GetDlgCtrlID(control)
        return str(number) if number > 0 else ""

    def over(self, element: Element, _point: Point, hit: int, /) -> str | None:
        control, _ = split_key(element.handle.key)
        if _is_within(hit, control) or _is_within(control, hit):
            return None
        return f"the control {handles.class_of(hit)} {top_windows.title_of(hit)!r} of its own window"


def _is_within(inner: int, outer: int) -> bool:
    while inner:
        if inner == outer:
            return True
        inner = user32.GetParent(inner) or 0
    return False
