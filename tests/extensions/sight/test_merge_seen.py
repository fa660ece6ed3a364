"""What is seen beside a tree: nothing that the tree tells already, and nothing that says nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo, TargetKind
from ufo_sight.merge_seen import beside_tree


def _row(name: str, rect: Rect) -> Element:
    return Element(Handle(1, name, "ListItem", name), "ListItem", name, rect)


def _text(name: str, rect: Rect) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name=name, id="1", type="Text", rect=rect.as_ltrb(), source="ocr")


TREE = [_row("Milk", Rect(10, 10, 200, 30)), _row("Eggs", Rect(10, 50, 200, 30))]
INSIDE, OUTSIDE = Rect(14, 16, 40, 14), Rect(300, 300, 60, 14)


@pytest.mark.parametrize("read", ["Milk", "Mi1k", "MiIk."])
def test_a_row_of_the_tree_is_not_listed_again_however_it_was_read(read: str) -> None:
    assert beside_tree(TREE, [_text(read, INSIDE)], 0.5) == []


def test_other_words_painted_into_a_row_stay() -> None:
    assert [target.name for target in beside_tree(TREE, [_text("in stock", INSIDE)], 0.5)] == ["in stock"]


@pytest.mark.parametrize(
    ("read", "stays"), [("===", False), ("JI", False), ("42", True), ("Oslo", True), ("\u6771", True)]
)
def test_letters_that_make_no_word_are_left_out_beside_a_tree(read: str, stays: bool) -> None:
    assert bool(beside_tree(TREE, [_text(read, OUTSIDE)], 0.5)) is stays
    assert beside_tree([], [_text(read, OUTSIDE)], 0.5)


def _element(role: str, name: str, rect: Rect) -> Element:
    return Element(Handle(1, name, role, name), role, name, rect)


def test_boxes_and_headings_that_the_tree_tells_are_not_listed_again() -> None:
    box = _element("CheckBox", "Send me news", Rect(10, 10, 13, 13))
    group = _element("Pane", "Tariff", Rect(0, 40, 300, 100))
    seen = [
        TargetInfo(
            kind=TargetKind.CONTROL,
            name=name,
            id="1",
            type=role,
            rect=rect.as_ltrb(),
            source="ocr",
            states=("unchecked",),
        )
        for role, name, rect in (
            ("CheckBox", "Send me news", Rect(10, 8, 140, 18)),
            ("CheckBox", "Send me more", Rect(10, 8, 140, 18)),
            ("CheckBox", "Send me news", Rect(10, 300, 140, 18)),
        )
    ]
    texts = [_text("Tariff", Rect(8, 38, 50, 14)), _text("Reduced", Rect(8, 60, 50, 14))]
    left = beside_tree([box, group], [*seen, *texts], 0.5)
    assert [(target.name, target.bounds.y if target.bounds else 0) for target in left] == [
        ("Send me more", 8), ("Send me news", 300), ("Reduced", 60),
    ]  # fmt: skip


def _page(*more: Element, told: int = 9) -> list[Element]:
    texts = [replace(_element("Text", f"Line {at}", Rect(0, 20 * at, 200, 16)), depth=2) for at in range(told)]
    page = replace(_element("Document", "Shop", Rect(0, 0, 1000, 1000)), depth=1)
    return [page, *texts, *(replace(element, depth=2) for element in more)]


def test_in_a_page_that_tells_all_only_what_stands_in_its_pictures_is_added() -> None:
    seen = [_text("Sale", Rect(600, 600, 60, 14)), _text("Total 42", Rect(420, 320, 80, 14))]
    picture = _element("Image", "", Rect(400, 300, 200, 200))
    names = [target.name for target in beside_tree(_page(picture), seen, 0.5)]
    assert names == ["Total 42"]
    assert len(beside_tree(_page(picture, told=3), seen, 0.5)) == 2, "a page that tells little may hide much"
    frame = _element("Document", "another site", Rect(550, 550, 300, 300))
    assert [target.name for target in beside_tree(_page(frame), seen, 0.5)] == ["Sale"]
