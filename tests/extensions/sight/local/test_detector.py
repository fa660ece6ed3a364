"""What is drawn is found: with its role, its words, its state and its place, in several manners of drawing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.extensions.sight.local.drawing import GREY, MANNERS, form
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.errors import ToolError
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.encode import png_of
from ufo_sight.local.controls import Seen
from ufo_sight.local.detector import LocalGrounding, local_detector
from ufo_sight.local.ocr import Reader, find_tessdata


@pytest.fixture(scope="module")
def eye() -> LocalGrounding:
    return LocalGrounding(Reader("eng", None, os.environ))


@pytest.mark.parametrize("manner", MANNERS)
def test_every_control_of_a_drawn_form_is_found_with_its_role_words_and_place(eye: LocalGrounding, manner: str) -> None:
    drawn = form(MANNERS[manner])
    seen = eye.see(drawn.image)
    missing = [key for key, rect in drawn.truth.items() if not any(_is_it(item, *key, rect) for item in seen)]
    assert not missing, [(item.role, item.name, item.rect) for item in seen]


@pytest.mark.parametrize("manner", MANNERS)
def test_nothing_is_called_a_control_that_is_none(eye: LocalGrounding, manner: str) -> None:
    drawn = form(MANNERS[manner])
    names = {name for role, name in drawn.truth if role != "Text"}
    pressed = [seen for seen in eye.see(drawn.image) if seen.role not in ("Text", "Image")]
    assert {seen.name for seen in pressed} <= names
    assert len(pressed) == len(names) - 1


@pytest.mark.parametrize("manner", MANNERS)
def test_values_and_states_are_read(eye: LocalGrounding, manner: str) -> None:
    drawn = form(MANNERS[manner])
    seen = {(seen.role, seen.name): seen for seen in eye.see(drawn.image)}
    assert {name: seen["Edit", name].value for name in drawn.values} == drawn.values
    marks = [item for item in seen.values() if item.role in ("CheckBox", "RadioButton")]
    assert {mark.name for mark in marks if "checked" in mark.states} == drawn.checked
    assert all(("unchecked" in mark.states) != ("checked" in mark.states) for mark in marks)


def test_the_caret_in_a_field_is_no_letter(eye: LocalGrounding) -> None:
    drawn = form(GREY)
    rect = drawn.truth["Edit", "Street"]
    ImageDraw.Draw(drawn.image).line((rect.x + 94, rect.y + 3, rect.x + 94, rect.bottom - 4), "black")
    assert next(seen.value for seen in eye.see(drawn.image) if seen.name == "Street") == "12 Mill Lane"


@pytest.mark.parametrize("words", ["12 Mill Lane", "No"])
def test_what_is_selected_in_a_field_is_read_and_the_field_is_still_one(eye: LocalGrounding, words: str) -> None:
    drawn = form(GREY)
    rect = drawn.truth["Edit", "Street"]
    pen = ImageDraw.Draw(drawn.image)
    pen.rectangle((rect.x + 1, rect.y + 1, rect.right - 2, rect.bottom - 2), "white")
    end = rect.x + 5 + round(pen.textlength(words, font_size=14))
    pen.rectangle((rect.x + 2, rect.y + 2, end, rect.bottom - 3), "#4a6984")
    pen.text((rect.x + 4, rect.y + 4), words, "white", font_size=14)
    pen.line((end + 1, rect.y + 2, end + 1, rect.bottom - 3), "black")
    seen = eye.see(drawn.image)
    assert [(item.role, item.value) for item in seen if item.name == "Street" and item.role != "Text"] == [
        ("Edit", words)
    ]
    assert len([item for item in seen if item.role != "Text"]) == len(
        [pair for pair in drawn.truth if pair[0] != "Text"]
    )


def test_the_dotted_line_around_what_has_the_focus_changes_nothing(eye: LocalGrounding) -> None:
    drawn = form(GREY)
    pen = ImageDraw.Draw(drawn.image)
    rect = drawn.truth["Button", "Cancel"]
    pen.rectangle(rect.as_ltrb(), "#d9d9d9", "#d9d9d9")
    pen.text((rect.x + 36, rect.y + 8), "Cancel", "black", font_size=14)
    for x in range(rect.x, rect.right + 1, 2):
        pen.point([(x, rect.y), (x, rect.bottom)], "black")
    for y in range(rect.y, rect.bottom + 1, 2):
        pen.point([(rect.x, y), (rect.right, y)], "black")
    assert any(_is_it(seen, "Button", "Cancel", rect) for seen in eye.see(drawn.image))


def test_what_changed_is_read_anew_and_the_rest_as_before(eye: LocalGrounding) -> None:
    before = form(GREY)
    eye.see(before.image)
    after = form(GREY)
    rect = after.truth["Edit", "Town"]
    ImageDraw.Draw(after.image).text((rect.x + 5, rect.y + 4), "Linz", "black", font_size=14)
    seen = {(seen.role, seen.name): seen for seen in eye.see(after.image)}
    assert seen["Edit", "Town"].value == "Linz"
    assert set(before.truth) <= set(seen)


def test_a_list_that_opens_over_a_form_leaves_the_lines_beside_it_as_they_were(eye: LocalGrounding) -> None:
    before = form(GREY)
    eye.see(before.image)
    after = form(GREY)
    pen = ImageDraw.Draw(after.image)
    pen.rectangle((150, 48, 330, 100), "white", "black")
    for row, entry in enumerate(("Mill Lane", "Market Square")):
        pen.text((156, 52 + 22 * row), entry, "black", font_size=14)
    seen = [(seen.role, seen.name) for seen in eye.see(after.image)]
    assert ("Edit", "Name") in seen and ("Edit", "Town") in seen
    assert [name for role, name in seen if role == "ListItem"] == ["Mill Lane", "Market Square"]


async def test_targets_lie_where_the_picture_lies_on_the_screen() -> None:
    detector = local_detector(SeeingSections.of(load_settings()))
    drawn = form(GREY)
    picture = png_of(drawn.image, Rect(-300, 200, *drawn.image.size))
    window = TargetInfo(kind=TargetKind.WINDOW, name="Any")
    found = await detector.screen_parsing(picture, window)
    button = next(target for target in found if target.name == "Order now")
    assert button.bounds is not None and button.source == "vision"
    middle = drawn.truth["Button", "Order now"].moved(-300, 200).center
    assert button.bounds.contains(middle)


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (200, 3), (64, 64)])
def test_a_picture_with_nothing_in_it_shows_nothing(eye: LocalGrounding, size: tuple[int, int]) -> None:
    assert eye.see(Image.new("RGB", size, "#334455")) == []


def test_noise_is_neither_slow_nor_full_of_controls(eye: LocalGrounding) -> None:
    noise = Image.effect_noise((400, 300), 120).convert("RGB")
    assert [seen for seen in eye.see(noise) if seen.role in ("Button", "Edit", "CheckBox")] == []


def test_a_language_that_is_not_here_is_told_with_the_command_that_brings_it(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="apt-get install -y tesseract-ocr-eng tesseract-ocr-tlh"):
        find_tessdata("eng+tlh", None, {})
    with pytest.raises(ToolError, match="no data to read 'eng'"):
        find_tessdata("eng", tmp_path, {})
    (tmp_path / "eng.traineddata").write_bytes(b"broken")
    assert find_tessdata("eng", None, {"TESSDATA_PREFIX": str(tmp_path)}) == tmp_path
    with pytest.raises(ToolError, match="cannot read 'eng'"):
        Reader("eng", tmp_path, {})


def _is_it(seen: Seen, role: str, name: str, rect: Rect) -> bool:
    """A click in its middle reaches the control. Marks are found with their words."""
    if (seen.role, seen.name) != (role, name):
        return role == seen.role == "Image" and seen.rect.iou(rect) > 0.6
    if role in ("CheckBox", "RadioButton"):
        return seen.rect.contains(rect.center)
    return rect.contains(seen.rect.center) and (role == "Text" or seen.rect.iou(rect) > 0.6)
