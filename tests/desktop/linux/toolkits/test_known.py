from __future__ import annotations

import pytest

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.toolkits.known import toolkit_of
from ufo.desktop.linux.toolkits.toolkit import ActionRequest, Children, Toolkit
from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect

_STATIC, _BUTTON, _SEPARATOR, _MENU_BAR = 116, 43, 50, 34


def _node(kind: int, name: str) -> Node:
    node = Node(Ref(":1.1", "/1"), None)
    node.kind, node.name = kind, name
    return node


@pytest.mark.parametrize(
    ("toolkit", "kind", "name", "leaf"),
    [
        ("Chromium", _STATIC, "words", True),
        ("Chromium", _BUTTON, "with a picture in it", False),
        ("Gecko", _STATIC, "words", False),
        ("gtk", _BUTTON, "named", True),
        ("gtk", _BUTTON, "", False),
        ("Qt", _SEPARATOR, "", True),
    ],
)
def test_only_what_surely_holds_nothing_is_not_asked_for_what_it_holds(
    toolkit: str, kind: int, name: str, leaf: bool
) -> None:
    plan = toolkit_of(toolkit, "3").reading.children(_node(kind, name))
    assert (plan is Children.LEAF) is leaf


@pytest.mark.parametrize(
    ("version", "named"),
    [("4.8.3", "GTK4"), ("4.16.0", "GTK4"), ("4.18.6", "GTK4"), ("3.24", "GTK3")],
)
def test_a_version_of_gtk_is_told_by_its_number(version: str, named: str) -> None:
    assert toolkit_of("gtk", version).name == named


@pytest.mark.parametrize(("version", "is_worked"), [("5.15.8", True), ("6.4.2", True), ("6.8.2", False), ("", True)])
def test_an_entry_of_a_menu_bar_of_qt_is_worked_by_its_own_action_where_the_menu_then_works(
    version: str, is_worked: bool
) -> None:
    entry = Element(Handle(1, "file", "MenuItem", "File"), "MenuItem", "File", Rect(0, 0, 29, 19))
    asked = ActionRequest(entry, "press", None, _MENU_BAR, is_cell=False, in_popup=False, is_painted=False)
    assert (toolkit_of("Qt", version).acting.refusal(asked) == "") is is_worked


def test_what_no_toolkit_is_known_for_is_read_as_the_protocol_says() -> None:
    for name in ("Tk", "", None, 7):
        assert toolkit_of(name, "1") == Toolkit("other")
