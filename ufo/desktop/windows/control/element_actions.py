"""Actions of standard controls by their own messages, with what a control would tell its parent of a person's action."""

from __future__ import annotations

import ctypes

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Delivery, ElementVerb
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.api.messages import ask, notify_parent, signed
from ufo.desktop.windows.api.remote_memory import RemoteMemory
from ufo.desktop.windows.api.structures import ListViewItem
from ufo.desktop.windows.tree.reader import split_key
from ufo.errors import NotActionable
from ufo.schema.command import Route

_WM_SETTEXT, _WM_NEXTDLGCTL, _WM_HSCROLL, _BM_CLICK = 0x0C, 0x28, 0x114, 0xF5
_EN_CHANGE = 0x300
_CB_SETCURSEL, _CB_SHOWDROPDOWN, _CBN_SELCHANGE, _CBN_SELENDOK = 0x14E, 0x14F, 1, 9
_LB_SETSEL, _LB_SETCURSEL, _LB_SETTOPINDEX, _LBN_SELCHANGE = 0x185, 0x186, 0x197, 1
_LVM_ENSUREVISIBLE, _LVM_SETITEMSTATE, _SELECTED_AND_FOCUSED = 0x1013, 0x102B, 0x3
_TVM_EXPAND, _TVM_SELECTITEM, _TVM_ENSUREVISIBLE, _CARET = 0x1102, 0x110B, 0x1114, 9
_COLLAPSE, _EXPAND = 1, 2
_TCM_SETCURFOCUS, _TBM_SETPOS = 0x1330, 0x405
_THUMB_POSITION = 4
_MULTIPLE = 0x8 | 0x800


def act(element: Element, verb: ElementVerb, text: str | None) -> Delivery:
    """Do an action of an element that was just read again. Blocking. Raises NotActionable, ApplicationHung, ElementGone."""
    control, place = split_key(element.handle.key)
    if "disabled" in element.states or not user32.IsWindowEnabled(handles.root_of(control)):
        raise NotActionable(f"{element} is disabled, or a dialog of its window is open")
    if verb not in element.actions:
        raise NotActionable(f"{element} has no action {verb!r}; it has: {', '.join(element.actions) or 'none'}")
    done = _of_item(control, place, verb) if place else _of_control(control, element, verb, text)
    if not done:
        raise NotActionable(f"{element} did not do {verb!r}; use the pointer and the keyboard instead")
    return Delivery(Route.ACCESSIBILITY, verb)


def _of_control(control: int, element: Element, verb: ElementVerb, text: str | None) -> bool:
    match verb:
        case "press":
            # Posted: a button may open a dialog, and a sent message would wait until that is closed.
            return bool(user32.PostMessageW(control, _BM_CLICK, 0, 0))
        case "focus":
            user32.SetForegroundWindow(handles.root_of(control))
            return bool(user32.PostMessageW(handles.root_of(control), _WM_NEXTDLGCTL, control, 1))
        case "set_text":
            return _set_text(control, element, text or "")
        case "set_value":
            return _set_position(control, text or "")
        case "expand" | "collapse":
            ask(control, _CB_SHOWDROPDOWN, int(verb == "expand"))
            return True
    return False


def _set_text(control: int, element: Element, text: str) -> bool:
    given = text.replace("\r\n", "\n").replace("\n", "\r\n") if "multiline" in element.states else text
    done = ask(control, _WM_SETTEXT, 0, ctypes.c_wchar_p(given))
    if "multiline" in element.states:
        # A field of one line tells its parent by itself, one of several lines does not.
        notify_parent(control, _EN_CHANGE)
    return bool(done)


def _set_position(control: int, text: str) -> bool:
    try:
        position = round(float(text))
    except ValueError as error:
        raise NotActionable(f"{text!r} is no number") from error
    ask(control, _TBM_SETPOS, 1, position)
    parent = user32.GetParent(control)
    user32.PostMessageW(parent, _WM_HSCROLL, (position << 16) | _THUMB_POSITION, control)
    return True


def _of_item(control: int, place: str, verb: ElementVerb) -> bool:
    kind = handles.class_of(control).casefold()
    if kind == "systreeview32":
        return _of_branch(control, int(place[1:]), verb)
    row = int(place[1:].partition(".")[0])
    if kind == "syslistview32":
        return _of_row(control, row, verb)
    if kind == "systabcontrol32":
        ask(control, _TCM_SETCURFOCUS, row)
        return True
    if kind == "combobox":
        done = signed(ask(control, _CB_SETCURSEL, row)) == row
        notify_parent(control, _CBN_SELENDOK)
        notify_parent(control, _CBN_SELCHANGE)
        return done
    return _of_box_row(control, row, verb)


def _of_box_row(control: int, row: int, verb: ElementVerb) -> bool:
    if verb == "scroll_into_view":
        return signed(ask(control, _LB_SETTOPINDEX, row)) >= 0
    if handles.style_of(control) & _MULTIPLE:
        done = signed(ask(control, _LB_SETSEL, 1, row)) >= 0
    else:
        done = signed(ask(control, _LB_SETCURSEL, row)) == row
    notify_parent(control, _LBN_SELCHANGE)
    return done


def _of_row(control: int, row: int, verb: ElementVerb) -> bool:
    if not ask(control, _LVM_ENSUREVISIBLE, row, 0):
        return False
    if verb == "scroll_into_view":
        return True
    with RemoteMemory(control) as memory:
        everything, chosen = 2**64 - 1, _SELECTED_AND_FOCUSED
        memory.filled(_LVM_SETITEMSTATE, everything, ListViewItem(state=0, state_mask=0x2))
        done, _ = memory.filled(_LVM_SETITEMSTATE, row, ListViewItem(state=chosen, state_mask=chosen))
    return bool(done)


def _of_branch(control: int, branch: int, verb: ElementVerb) -> bool:
    if verb == "scroll_into_view":
        ask(control, _TVM_ENSUREVISIBLE, 0, branch)
        return True
    if verb == "select":
        return bool(ask(control, _TVM_SELECTITEM, _CARET, branch))
    return bool(ask(control, _TVM_EXPAND, _EXPAND if verb == "expand" else _COLLAPSE, branch))
