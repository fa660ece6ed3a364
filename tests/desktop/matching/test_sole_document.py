"""The text of a document is found again where tabs came or went around it, and only where it is the only one."""

from __future__ import annotations

from collections.abc import Sequence

from tests.desktop.trees import selector_of
from tests.requirement import requirement
from ufo.desktop.matching.find_again import Found, find
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.geometry import Rect

WRITTEN = frozenset({"enabled", "editable", "multiline"})


def _window(*texts: Element, tabs: Sequence[str] = (), snapshot_id: int = 1) -> Snapshot:
    """An editor's window: menus, a row of tabs with the pages of `tabs`, and its texts on the last of them."""
    menus = [_element(snapshot_id, "Menu", name) for name in ("File", "Edit", "Search", "View")]
    row = [_element(snapshot_id, "Tab", "")]
    pages = [_element(snapshot_id, "TabItem", name, depth=1) for name in tabs]
    return Snapshot(snapshot_id, "w", Rect(0, 0, 640, 480), (*menus, *row, *pages, *texts), app_root="editor")


def _element(snapshot_id: int, role: str, name: str, depth: int = 0, label: str | None = None) -> Element:
    handle = Handle(snapshot_id, f"{snapshot_id}/{role}/{name}/{label}/{depth}", role, name)
    states = WRITTEN if role == "Edit" else frozenset({"enabled"})
    return Element(handle, role, name, Rect(10, 60, 600, 400), states, label=label, depth=depth)


@requirement("skill:second-run")
def test_a_text_is_found_again_on_its_tab_and_without_tabs() -> None:
    alone = _window(_element(1, "Edit", "", depth=1))
    text = _element(2, "Edit", "", depth=2, label="Untitled 2")
    among = _window(text, tabs=("memo.txt", "Untitled 2"), snapshot_id=2)
    found = find(selector_of(alone, alone.elements[-1]), among)
    assert isinstance(found, Found) and found.element is text
    back = find(selector_of(among, text), alone)
    assert isinstance(back, Found) and back.element is alone.elements[-1]


def test_of_two_texts_none_is_taken() -> None:
    alone = _window(_element(1, "Edit", "", depth=1))
    texts = [_element(2, "Edit", "", depth=2, label=name) for name in ("Left", "Right")]
    two = _window(*texts, tabs=("Left", "Right"), snapshot_id=2)
    assert not isinstance(find(selector_of(alone, alone.elements[-1]), two), Found)


def test_a_text_with_a_name_of_its_own_is_not_taken_for_the_document() -> None:
    alone = _window(_element(1, "Edit", "", depth=1))
    note = _window(_element(2, "Edit", "Comment", depth=2), tabs=("memo.txt", "Review"), snapshot_id=2)
    assert not isinstance(find(selector_of(alone, alone.elements[-1]), note), Found)
