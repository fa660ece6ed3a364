"""Which controls get a label, and that every picture of them can be read: on random layouts as on drawn ones."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from tests.properties import examples
from ufo.schema.geometry import Point, Rect
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.labels.annotate import OTHER, TYPE_COLOURS, Label, annotate, font_size, labels_of
from ufo.vision.labels.placement import Box, InkMap

BOX = (60, 20, 110, 50)
_ROLES = ("Button", "Hyperlink", "Edit", "CheckBox", "MenuItem", "ListItem", "Text", "Pane", "Cell")


def target(number: int, rect: Box, role: str = "Button", name: str = "", **more: Any) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name=name, id=str(number), type=role, rect=rect, **more)


def labels(image: Image.Image, *targets: TargetInfo) -> list[Label]:
    return labels_of(image, InkMap(image), Point(0, 0), targets)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Image.Image, list[TargetInfo]]:
    """A picture with writing on it and controls that lie anywhere, over one another and over its edges too."""
    width, height = draw(st.integers(40, 500)), draw(st.integers(30, 400))
    image = Image.new("RGB", (width, height), draw(st.sampled_from(["white", "#222222", "#88aacc"])))
    targets = []
    for number in range(1, draw(st.integers(1, 40)) + 1):
        left, top = draw(st.integers(-50, width)), draw(st.integers(-50, height))
        right, bottom = left + draw(st.integers(1, 200)), top + draw(st.integers(1, 60))
        targets.append(target(number, (left, top, right, bottom), draw(st.sampled_from(_ROLES)), f"name {number % 7}"))
        if draw(st.booleans()):
            ImageDraw.Draw(image).text((left + 2, top + 2), "written here", fill="black")
    return image, targets


@examples(0.6)
@given(layouts())
def test_no_label_covers_another_one_or_leaves_the_picture_or_its_control(
    drawn: tuple[Image.Image, list[TargetInfo]],
) -> None:
    image, targets = drawn
    placed = [label for label in labels(image, *targets) if label.place]
    for label in placed:
        assert label.place is not None
        left, top, right, bottom = label.place
        assert 0 <= left < right <= image.width and 0 <= top < bottom <= image.height
        far = 4 * max(right - left, bottom - top)
        assert left <= label.box[2] + far and right >= label.box[0] - far
        assert top <= label.box[3] + far and bottom >= label.box[1] - far
    for combination, other in combinations([label.place for label in placed], 2):
        assert combination and other
        assert (
            combination[2] <= other[0]
            or other[2] <= combination[0]
            or combination[3] <= other[1]
            or other[3] <= combination[1]
        )


@examples(0.3)
@given(layouts())
def test_what_can_be_acted_on_is_always_boxed_and_the_picture_keeps_its_size(
    drawn: tuple[Image.Image, list[TargetInfo]],
) -> None:
    image, targets = drawn
    boxed = {label.target.id for label in labels(image, *targets)}
    whole = (0, 0, *image.size)
    for item in targets:
        assert item.rect is not None
        in_sight = item.rect[0] < whole[2] and item.rect[1] < whole[3] and item.rect[2] > 0 and item.rect[3] > 0
        if item.type in ("Button", "Edit", "CheckBox", "MenuItem") and in_sight and not _repeated(item, targets):
            assert item.id in boxed
    assert annotate(image, Point(0, 0), targets).size == image.size


def _repeated(item: TargetInfo, targets: list[TargetInfo]) -> bool:
    return any(other is not item and other.name == item.name for other in targets)


def test_white_digits_can_be_read_on_every_colour() -> None:
    for colour in {*TYPE_COLOURS.values(), OTHER}:
        assert 1.05 / (_luminance(colour) + 0.05) >= 4.5


def _luminance(colour: tuple[int, int, int]) -> float:
    """As WCAG 2.1 has it."""
    parts = [value / 255 for value in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("size", "least"), [((1920, 1080), 12), ((3840, 2160), 22), ((640, 480), 12)])
def test_digits_grow_with_the_picture(size: tuple[int, int], least: int) -> None:
    assert font_size(size, [(0, 0, 100, 60)]) >= least


def test_a_row_of_links_gets_its_labels_above_the_words_each_at_its_own() -> None:
    image = Image.new("RGB", (600, 100), "white")
    pen = ImageDraw.Draw(image)
    links = [target(number, (number * 50, 40, number * 50 + 44, 54), "Hyperlink") for number in range(1, 10)]
    for link in links:
        assert link.rect
        pen.text((link.rect[0] + 1, link.rect[1] + 1), "link 00", fill="blue")
    ink = InkMap(image)
    for label in labels(image, *links):
        assert label.place is not None
        assert label.box[0] - 2 <= label.place[0] and label.place[2] <= label.box[2] + 2
        assert ink.under(label.place) < 15


def test_a_small_box_to_tick_stays_in_sight() -> None:
    image = Image.new("RGB", (200, 100), "white")
    (label,) = labels(image, target(128, (50, 50, 63, 63), "CheckBox"))
    assert label.place is not None
    left, top, right, bottom = label.place
    assert right <= 57 or left >= 57 or bottom <= 57 or top >= 57


@pytest.mark.parametrize(("box", "mark"), [((50, 50, 250, 68), (50, 50, 68, 68)), ((50, 50, 68, 78), (50, 50, 68, 78))])
def test_the_mark_of_a_box_to_tick_stays_in_sight_with_words_beside_it_and_without(box: Box, mark: Box) -> None:
    image = Image.new("RGB", (300, 120), "white")
    ImageDraw.Draw(image).text((72, 52), "Show the sheet's own grid lines", fill="black")
    (label,) = labels(image, target(17, box, "CheckBox", "Show the sheet's own grid lines"))
    assert label.place is not None
    assert not Rect.from_ltrb(*label.place).overlaps(Rect.from_ltrb(*mark))


def test_the_frame_of_what_lies_behind_does_not_run_through_a_control() -> None:
    image = Image.new("RGB", (400, 300), "white")
    sheet = target(1, (10, 60, 390, 290), "Table")
    entry = target(2, (100, 50, 220, 74), "MenuItem", "Overline")
    drawn = annotate(image, Point(0, 0), [sheet, entry])
    assert drawn.getpixel((60, 60)) != (255, 255, 255)
    assert drawn.getpixel((180, 60)) == (255, 255, 255)


def test_among_large_controls_a_small_one_gets_a_small_number_that_leaves_its_word_in_sight() -> None:
    image = Image.new("RGB", (3840, 2160), "white")
    ImageDraw.Draw(image).text((8, 6), "File", fill="black")
    large = [target(number, (number * 400, 400, number * 400 + 380, 700)) for number in range(1, 8)]
    menu = target(9, (0, 0, 39, 25), "Menu", "File")
    by_id = {label.target.id: label for label in labels(image, menu, *large)}
    assert by_id["9"].lettering.size < by_id["1"].lettering.size
    place = by_id["9"].place
    assert place is not None and not Rect.from_ltrb(*place).overlaps(Rect(8, 8, 14, 8))


@pytest.mark.parametrize(
    ("more", "labelled"),
    [
        ({}, False),
        ({"value": "7"}, True),
        ({"states": ("focused",)}, True),
        ({"states": ("selected",)}, True),
        ({"type": "Button"}, True),
        ({"type": "Button", "states": ("covered",)}, False),
        ({"type": "Button", "states": ("offscreen",)}, False),
    ],
)
def test_an_empty_cell_gets_no_label_but_one_with_a_value_or_the_cursor_does(
    more: dict[str, Any], labelled: bool
) -> None:
    blank = Image.new("RGB", (300, 100), (255, 255, 255))
    cell = TargetInfo.model_validate(
        {"kind": TargetKind.CONTROL, "id": "1", "name": "A1", "type": "Cell", "rect": BOX} | more
    )
    drawn = annotate(blank, Point(0, 0), [cell])
    assert (ImageChops.difference(blank, drawn).getbbox() is not None) is labelled


def test_of_a_cell_and_the_link_in_it_only_the_link_is_numbered_where_there_is_no_room() -> None:
    image = Image.new("RGB", (200, 100), "white")
    ImageDraw.Draw(image).text((52, 42), "Sales 2024", fill="blue")
    cell = target(1, (48, 38, 120, 58), "Cell", "Sales 2024", value="Sales 2024")
    link = target(2, (50, 40, 118, 56), "Hyperlink", "Sales 2024")
    assert [label.target.id for label in labels(image, cell, link)] == ["2"]


def test_what_lies_behind_a_modal_dialog_is_not_drawn_on_it() -> None:
    image = Image.new("RGB", (400, 300), "white")
    dialog = target(1, (50, 50, 350, 250), "Dialog", "Save?", states=("modal",))
    answer = target(2, (60, 200, 120, 230), name="Save", path=("Save?",))
    behind = target(3, (100, 100, 160, 130), name="Bold", path=("Editor",))
    beside = target(4, (10, 10, 40, 40), name="File", path=("Editor",))
    assert {label.target.id for label in labels(image, dialog, answer, behind, beside)} >= {"2", "4"}
    assert "3" not in {label.target.id for label in labels(image, dialog, answer, behind, beside)}


@pytest.mark.parametrize(("ground", "lighter"), [("#2b2b2b", True), ("#f5f5f5", False)])
def test_a_frame_stands_out_from_dark_and_light_windows(ground: str, lighter: bool) -> None:
    image = Image.new("RGB", (300, 200), ground)
    drawn = annotate(image, Point(0, 0), [target(1, (50, 50, 250, 150))])
    frame = drawn.getpixel((150, 149))
    assert isinstance(frame, tuple)
    shade, before = sum(frame), sum(image.getpixel((150, 149)))  # type: ignore[arg-type]  # an RGB pixel
    assert (shade > before) is lighter and abs(shade - before) > 200
