"""What windows told on other machines is read here as it was there: recordings by `ufo observe --record-tree`."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.desktop.windows.recorded_automation import RecordedAutomation, Recording, recording
from ufo.desktop.snapshot import Element
from ufo.desktop.windows.ui_automation.automation_tree import AutomationTree
from ufo.desktop.windows.ui_automation.elements import Place
from ufo.errors import ElementGone, NotActionable, StaleElement
from ufo.schema.geometry import Point

_RECORDINGS = sorted(Path(__file__).with_name("recordings").glob("*.json"))


def played(told: Recording) -> tuple[AutomationTree, tuple[Element, ...]]:
    tree = AutomationTree(RecordedAutomation(told.native), lambda _window: True)
    return tree, tree.inside(1, Place(1, 1, (told.window.title,), told.window.id)).elements


@pytest.mark.parametrize("file", _RECORDINGS, ids=lambda file: file.stem)
def test_a_recording_plays_as_it_was_seen(file: Path) -> None:
    told = recording(file)
    _, elements = played(told)
    assert told.native and elements
    # An agent sees what says something, and of the states those that do.
    for control in told.controls:
        (one,) = [
            element for element in elements if (element.role, element.rect.as_ltrb()) == (control.type, control.rect)
        ]
        assert (one.name, one.value, one.path, one.actions) == (
            control.name,
            control.value,
            control.path,
            control.actions,
        )
        assert set(control.states) <= one.states


def test_an_element_of_a_recording_is_known_again_and_what_is_gone_is_not() -> None:
    told = recording(_RECORDINGS[0])
    tree, elements = played(told)
    save = next(element for element in elements if element.name == "Save")
    assert tree.again(save, 2).rect == save.rect
    assert tree.over(save, save.rect.center, 0) is None
    assert tree.over(save, Point(save.rect.x, save.rect.y - 200), 0) in (None, "Window 'Qt gallery' of its own window")
    # Wine tells of no patterns, so the pointer is left.
    with pytest.raises(NotActionable, match="no action 'press'"):
        tree.act(save, "press", None)
    tree.automation = RecordedAutomation(told.native[:3])
    with pytest.raises(ElementGone, match="look again"):
        tree.again(save, 2)


def test_an_element_that_has_another_name_now_is_another_one() -> None:
    told = recording(_RECORDINGS[0])
    tree, elements = played(told)
    fruit = next(element for element in elements if element.name == "Fruit")
    changed = told.model_dump_json().replace('"Fruit"', '"Vegetables"')
    tree.automation = RecordedAutomation(Recording.model_validate_json(changed).native)
    with pytest.raises(StaleElement, match="became another one"):
        tree.again(fruit, 2)


@pytest.mark.parametrize("bad", ["{}", "[]", '{"native": [{"key": 7}]}', "no json"])
def test_what_is_no_recording_is_refused(bad: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(bad, encoding="utf-8")
    with pytest.raises((ValidationError, ValueError)):
        recording(file)
