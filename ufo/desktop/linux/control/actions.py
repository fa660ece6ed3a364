"""Works a control through its own interfaces: the action that it offers, its text, its value, its place in a selection."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Sequence
from typing import Any

from dbus_fast import Variant

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import (
    ACCESSIBLE,
    ACTION,
    COMPONENT,
    PROPERTIES,
    SELECTION,
    TEXT,
    VALUE,
    refs_of,
    state_bits,
    variant,
)
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.orders import NotAnsweredYet, Orders
from ufo.desktop.linux.dbus.pipeline import CallFailed, Line, Ref
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.snapshots.handles import HandleTable
from ufo.desktop.linux.text import cap, clean_name
from ufo.desktop.linux.toolkits.toolkit import ActionRequest
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Delivery, ElementVerb
from ufo.errors import ApplicationHung, NotActionable
from ufo.schema.command import Route
from ufo.schema.roles import WITH_ENTRIES

EDITABLE_TEXT = "org.a11y.atspi.EditableText"

_PRESS = ("click", "press", "activate", "jump", "open", "toggle", "check", "uncheck", "doaction", "dodefault", "select")
_EXPAND = (
    "expand or contract", "toggleexpand", "listitem.toggle-expand", "expand", "collapse", "open", "menu", "click",
    "press", "activate", "toggle",
)  # fmt: skip
_ANYWHERE = 6
_CHOICES = 600
_ROW_LEVELS = 2
_ACTIONS = 16
_UNANSWERED = "; the application has not answered yet"
_SELECTED_S = 0.5


class ControlActions:
    """Asks over `connection`, the line that looks go over, and has things done by `orders`, which cannot block it."""

    def __init__(self, connection: Line, orders: Orders, deadline_s: float) -> None:
        self._connection = connection
        self._orders = orders
        self._deadline_s = deadline_s

    async def act(self, node: Node, element: Element, verb: ElementVerb, text: str | None) -> Delivery:
        try:
            match verb:
                case "press":
                    return await self._do_action(node.ref, element, _PRESS, verb)
                case "focus":
                    return await self._require_success(node.ref, element, verb, COMPONENT, "GrabFocus", ("", ()))
                case "set_text" | "set_value" | "select_range_of_text":
                    given = {
                        "set_text": self._set_text,
                        "set_value": self._set_value,
                        "select_range_of_text": self._select_text,
                    }[verb]
                    return await given(node, element, text or "")
                case "select":
                    return await self._select(node, element, text)
                case "select_also" | "deselect":
                    return await self._change_selection(node.ref, element, verb)
                case "expand" | "collapse":
                    return await self._expand_or_collapse(node, element, verb)
                case "scroll_into_view":
                    return await self._require_success(
                        node.ref, element, verb, COMPONENT, "ScrollTo", ("u", (_ANYWHERE,))
                    )
        except CallFailed as error:
            raise _cannot(element, verb, str(error)) from error

    async def open_itself(self, node: Node, element: Element) -> None:
        """Press a menu once more unless it is the open one."""
        with contextlib.suppress(CallFailed):
            if not state_bits(await self._call(node.ref, ACCESSIBLE, "GetState")) & roles.SELECTED:
                await self._do_action(node.ref, element, _PRESS, "press")

    async def _call(self, ref: Ref, interface: str, member: str, signature: str = "", *values: Any) -> list[Any]:
        return await self._connection.call(ref, interface, member, (signature, values), self._deadline_s)

    async def _order(self, ref: Ref, interface: str, member: str, signature: str = "", *values: Any) -> list[Any]:
        return await self._orders.call(ref, interface, member, (signature, values), self._deadline_s)

    async def _require_success(
        self, ref: Ref, element: Element, verb: str, interface: str, member: str, arguments: tuple[str, tuple[Any, ...]]
    ) -> Delivery:
        try:
            answer = await self._order(ref, interface, member, arguments[0], *arguments[1])
        except NotAnsweredYet:
            return Delivery(Route.ACCESSIBILITY, f"{member}{_UNANSWERED}")
        if not answer or answer[0] is not True:
            raise _cannot(element, verb, f"the application refused {member}")
        return Delivery(Route.ACCESSIBILITY, member)

    async def _do_action(self, ref: Ref, element: Element, wanted: tuple[str, ...], verb: str) -> Delivery:
        """Do the first action of `wanted` that the control offers, or else its only action."""
        names = await self._action_names(ref)
        place = next((names.index(word) for word in wanted if word in names), 0 if len(names) == 1 else None)
        if place is None:
            raise _cannot(element, verb, f"it offers {', '.join(names) or 'no action'}")
        try:
            done = await self._order(ref, ACTION, "DoAction", "i", place)
        except (NotAnsweredYet, ApplicationHung):
            # Some applications answer an action that opens a modal dialog only when the dialog is closed.
            return Delivery(Route.ACCESSIBILITY, f"{names[place]}{_UNANSWERED}")
        if not done or done[0] is not True:
            raise _cannot(element, verb, f"the application refused {names[place]!r}")
        return Delivery(Route.ACCESSIBILITY, names[place])

    async def _action_names(self, ref: Ref) -> list[str]:
        """Return the names of the actions as the toolkit calls them. Each is asked for singly: asking for all in one call ends
        some applications.

        Gecko keeps name, description and key of an action in one buffer, which a long key reallocates while the other two
        still point to it; what is found there then may be no text, and the D-Bus library ends a process that sends that.
        Chromium leaves the names empty where all are asked for at once.
        """
        count = variant(await self._call(ref, PROPERTIES, "Get", "ss", ACTION, "NActions"))
        places = range(min(count, _ACTIONS)) if isinstance(count, int) else ()
        return [str((await self._call(ref, ACTION, "GetName", "i", place))[0]).lower() for place in places]

    async def _set_text(self, node: Node, element: Element, text: str) -> Delivery:
        if not node.states & roles.EDITABLE:
            raise _cannot(element, "set_text", "it is not editable")
        return await self._require_success(
            node.ref, element, "set_text", EDITABLE_TEXT, "SetTextContents", ("s", (text,))
        )

    async def _select_text(self, node: Node, element: Element, text: str) -> Delivery:
        """Select the words where the text has them for the n-th time, and read the selection back."""
        ref = node.ref
        number, _, words = text.partition(":")
        whole = str((await self._call(ref, TEXT, "GetText", "ii", 0, -1))[0])
        start = nth_place(whole, words, int(number))
        if start < 0:
            raise _cannot(element, "select_range_of_text", f"its text has {words!r} {whole.count(words)} times")
        ends = (start, start + len(words))
        if (await self._call(ref, TEXT, "GetNSelections"))[0]:
            await self._call(ref, TEXT, "SetSelection", "iii", 0, *ends)
        else:
            await self._call(ref, TEXT, "AddSelection", "ii", *ends)
        deadline = time.monotonic() + _SELECTED_S
        while tuple(await self._call(ref, TEXT, "GetSelection", "i", 0))[:2] != ends:
            if time.monotonic() > deadline:
                raise _cannot(element, "select_range_of_text", "the application did not select them")
            await asyncio.sleep(_SELECTED_S / 10)
        return Delivery(Route.ACCESSIBILITY, "SetSelection")

    async def _limit(self, ref: Ref, what: str) -> object:
        """Return the limit, or None where there is none: a browser answers with an error for a number without a limit."""
        try:
            return variant(await self._call(ref, PROPERTIES, "Get", "ss", VALUE, what))
        except CallFailed:
            return None

    async def _set_value(self, node: Node, element: Element, text: str) -> Delivery:
        value = _number(element, text)
        limits = [await self._limit(node.ref, what) for what in ("MinimumValue", "MaximumValue")]
        low, high = (limit if isinstance(limit, int | float) else 0.0 for limit in limits)
        if low < high and not low <= value <= high:
            raise _cannot(element, "set_value", f"it takes values from {low:g} to {high:g}")
        try:
            await self._order(node.ref, PROPERTIES, "Set", "ssv", VALUE, "CurrentValue", Variant("d", value))
        except NotAnsweredYet:
            return Delivery(Route.ACCESSIBILITY, f"CurrentValue{_UNANSWERED}")
        return Delivery(Route.ACCESSIBILITY, "CurrentValue")

    async def _select(self, node: Node, element: Element, text: str | None) -> Delivery:
        if text is not None:
            return await self._select_child(node.ref, element, text)
        index = (await self._call(node.ref, ACCESSIBLE, "GetIndexInParent"))[0]
        parent = variant(await self._call(node.ref, PROPERTIES, "Get", "ss", ACCESSIBLE, "Parent"))
        owners = refs_of([[parent]])
        if not owners or index < 0:
            raise _cannot(element, "select", "it is not in a list whose entries can be selected")
        if state_bits(await self._call(owners[0], ACCESSIBLE, "GetState")) & roles.MULTISELECTABLE:
            raise _cannot(element, "select", "it would only be added to the entries that are selected already")
        return await self._require_success(owners[0], element, "select", SELECTION, "SelectChild", ("i", (index,)))

    async def _change_selection(self, ref: Ref, element: Element, verb: str) -> Delivery:
        """Add the element to its list's selection or take it out, through the row if it is a cell of a column view. Its place
        in the list is checked first, because the list may change in between.
        """
        for _ in range(_ROW_LEVELS):
            parent = variant(await self._call(ref, PROPERTIES, "Get", "ss", ACCESSIBLE, "Parent"))
            owner = next(iter(refs_of([[parent]])), None)
            if owner is None:
                break
            if SELECTION in (await self._call(owner, ACCESSIBLE, "GetInterfaces"))[0]:
                place = (await self._call(ref, ACCESSIBLE, "GetIndexInParent"))[0]
                if place < 0 or refs_of([await self._call(owner, ACCESSIBLE, "GetChildAtIndex", "i", place)]) != [ref]:
                    raise _cannot(element, verb, "the list does not confirm its place")
                member = "SelectChild" if verb == "select_also" else "DeselectChild"
                return await self._require_success(owner, element, verb, SELECTION, member, ("i", (place,)))
            if (await self._call(owner, ACCESSIBLE, "GetRole"))[0] != roles.ROW:
                break
            ref = owner
        raise _cannot(element, verb, "it is not in a list whose entries can be selected")

    async def _select_child(self, ref: Ref, element: Element, text: str) -> Delivery:
        """Select the entry with these words. In a combo box the entries are below a menu or list of its own."""
        todo = [(ref, place, child) for place, child in enumerate(await self._children(ref))]
        names: list[str] = []
        owner_of: dict[Ref, Ref] = {}
        for owner, place, child in todo:
            if len(names) > _CHOICES:
                break
            name = clean_name(variant(await self._call(child, PROPERTIES, "Get", "ss", ACCESSIBLE, "Name")))
            if name == clean_name(text):
                return await self._choose(owner_of.get(owner, owner), owner, place, child, element)
            names.append(name)
            role = (await self._call(child, ACCESSIBLE, "GetRole"))[0]
            if roles.role_of(role) in WITH_ENTRIES:
                owner_of[child] = ref
                todo += [(child, number, below) for number, below in enumerate(await self._children(child))]
        offered = ", ".join(repr(name) for name in names if name)
        raise _cannot(element, "select", f"it offers {cap(offered, 400) or 'nothing'}, not {text!r}")

    async def _choose(self, box: Ref, owner: Ref, place: int, child: Ref, element: Element) -> Delivery:
        for holder in dict.fromkeys((box, owner)):
            try:
                return await self._require_success(holder, element, "select", SELECTION, "SelectChild", ("i", (place,)))
            except (CallFailed, NotActionable):
                continue
        return await self._do_action(child, element, _PRESS, "select")

    async def _children(self, ref: Ref) -> list[Ref]:
        return refs_of(await self._call(ref, ACCESSIBLE, "GetChildren"))[:_CHOICES]

    async def _expand_or_collapse(self, node: Node, element: Element, verb: str) -> Delivery:
        if (verb == "expand") == bool(node.states & roles.EXPANDED):
            return Delivery(
                Route.ACCESSIBILITY, f"it was {verb}ed already" if verb == "expand" else "it was collapsed already"
            )
        return await self._do_action(node.ref, element, _EXPAND, verb)


def require_works(
    known: HandleTable, element: Element, verb: ElementVerb, text: str | None, surfaces: Sequence[Surface]
) -> None:
    """Raise NotActionable where the control's own action reports success but does something else than a click or a key."""
    asked = request_of(known, element, verb, text, surfaces)
    if reason := known.toolkit.acting.refusal(asked):
        raise NotActionable(reason)


def request_of(
    known: HandleTable, element: Element, verb: ElementVerb, text: str | None, surfaces: Sequence[Surface]
) -> ActionRequest:
    in_popup = any(surface.popup and surface.window.id == known.surface for surface in surfaces)
    is_local = any(surface.local for surface in surfaces)
    return ActionRequest(element, verb, text, known.within, known.cell is not None, in_popup, known.painted, is_local)


def nth_place(text: str, words: str, number: int) -> int:
    """Return where the text has the words for the n-th time, counted from 1, or -1."""
    at = -1
    for _ in range(max(1, number)):
        at = text.find(words, at + 1)
        if at < 0 or not words:
            return -1
    return at


def _number(element: Element, text: str) -> float:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        raise _cannot(element, "set_value", f"{text!r} is not a number") from None
    if not math.isfinite(value):
        raise _cannot(element, "set_value", f"{text!r} is not a number")
    return value


def _cannot(element: Element, verb: str, why: str) -> NotActionable:
    return NotActionable(
        f"{element.role} {element.name!r} cannot be worked by {verb!r}: {why}. Use the pointer or the keyboard instead."
    )
