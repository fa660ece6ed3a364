"""What a click goes to: what can be pressed, and never a text or a document that only says the same words."""

from __future__ import annotations

import pytest

from tests.extensions.planner.stage import Stage, control, play_words
from ufo.schema.target import TargetInfo
from ufo_planner.grammar.parse import parse

_PAGE = control("Click on the button ONE, then press Submit", "Document", at=(0, 60), size=(1000, 700))

_LAYOUTS: dict[str, tuple[TargetInfo, ...]] = {
    "a task above its buttons": (
        _PAGE,
        control("Click on the button ONE", "Heading", at=(20, 80), size=(400, 30)),
        control("Press the OK button to go on, or Cancel", "Paragraph", at=(20, 120), size=(600, 20)),
        control("ONE", at=(20, 200)),
        control("TWO", at=(140, 200)),
        control("OK", at=(20, 240)),
        control("Cancel", at=(140, 240)),
        control("Submit", at=(260, 240)),
    ),
    "buttons among the words for them": (
        _PAGE,
        control("ONE", "Heading", at=(20, 80)),
        control("one", "Hyperlink", at=(600, 80)),
        control("Submit", "Text", at=(20, 120)),
        control("ONE", at=(20, 200)),
        control("TWO", "Text", at=(140, 170)),
        control("TWO", at=(140, 200)),
        control("OK", "Paragraph", at=(20, 220)),
        control("OK", at=(20, 240)),
        control("Submit", at=(260, 240)),
    ),
    "a form with tabs and boxes": (
        control("Select Xyz and click Submit", "Document", at=(0, 60), size=(1000, 700)),
        control("Select Xyz and click Submit", "Paragraph", at=(20, 80), size=(400, 20)),
        control("Tab", "Tab", at=(20, 110), size=(300, 20)),
        control("Xyz", "Text", at=(60, 140)),
        control("Xyz", "CheckBox", at=(20, 140), size=(20, 20), states=("unchecked",)),
        control("Abc", "CheckBox", at=(20, 170), size=(20, 20), states=("unchecked",)),
        control("ONE", "TabItem", at=(20, 110)),
        control("TWO", "TabItem", at=(140, 110)),
        control("Submit", at=(20, 240)),
    ),
}  # fmt: skip


def _pressed(stage: Stage, words: str, answers: tuple[str, ...] = ()) -> tuple[list[tuple[str, str]], str]:
    """Each click as name and role, and how the sub-task ended."""
    pressed: list[tuple[str, str]] = []

    def click(target: TargetInfo | None, _: object) -> None:
        assert target is not None
        pressed.append((target.name, str(target.type)))
        state = ("checked",) if target.type == "CheckBox" else target.states
        stage.controls = [
            item.model_copy(update={"states": state}) if item is target else item for item in stage.controls
        ]

    stage.on["click_input"] = click
    return pressed, play_words(stage, words, read=parse, answers=answers).status


@pytest.mark.parametrize(
    ("layout", "words", "expected"),
    [
        ("a task above its buttons", "Click on the button ONE", [("ONE", "Button")]),
        ("a task above its buttons", "Click on ONE", [("ONE", "Button")]),
        ("a task above its buttons", "press the OK button", [("OK", "Button")]),
        ("a task above its buttons", "click button labelled 'two'", [("TWO", "Button")]),
        ("a task above its buttons", "Click button TWO, then click Submit", [("TWO", "Button"), ("Submit", "Button")]),
        ("buttons among the words for them", "Click on the button ONE", [("ONE", "Button")]),
        ("buttons among the words for them", "click the link one", [("one", "Hyperlink")]),
        ("buttons among the words for them", "click TWO", [("TWO", "Button")]),
        ("buttons among the words for them", "press OK", [("OK", "Button")]),
        ("buttons among the words for them", "click the heading ONE", [("ONE", "Heading")]),
        ("a form with tabs and boxes", "Select Xyz and click Submit", [("Xyz", "CheckBox"), ("Submit", "Button")]),
        ("a form with tabs and boxes", "click Xyz", [("Xyz", "CheckBox")]),
        ("a form with tabs and boxes", "click the tab TWO", [("TWO", "TabItem")]),
        ("a form with tabs and boxes", "tick the check box Xyz", [("Xyz", "CheckBox")]),
    ],
)
def test_a_press_goes_to_what_can_be_pressed(layout: str, words: str, expected: list[tuple[str, str]]) -> None:
    assert _pressed(Stage(controls=list(_LAYOUTS[layout])), words) == (expected, "FINISH")


@pytest.mark.parametrize("words", ["Click on the button THREE", "click Three", "press Next"])
@pytest.mark.parametrize("layout", _LAYOUTS)
def test_what_only_words_on_the_page_resemble_is_not_pressed(layout: str, words: str) -> None:
    said = control("Click on the button THREE, press Next or click Three", "Text", at=(20, 400), size=(500, 20))
    pressed, status = _pressed(Stage(controls=[*_LAYOUTS[layout], said]), words)
    assert pressed == []
    assert status in ("FAIL", "PENDING")


@pytest.mark.parametrize("role", ["Text", "Heading", "Paragraph", "Document", "Group", "StatusBar"])
def test_what_is_called_so_and_cannot_be_pressed_is_not_clicked(role: str) -> None:
    called = control("Details", role, at=(20, 400))
    stage = Stage(controls=[control("OK", at=(20, 440)), control("Cancel", at=(140, 440)), called])

    assert _pressed(stage, "click Details") == ([], "FAIL")


def test_a_text_with_a_press_of_its_own_is_pressed() -> None:
    link = control("Details", "Text", actions=("press",))

    assert _pressed(Stage(controls=[link, control("OK", at=(20, 440))]), "click Details") == (
        [("Details", "Text")],
        "FINISH",
    )


def test_what_was_made_out_in_a_picture_is_pressed_by_its_whole_words_only() -> None:
    read = [
        control("Details", "Text", source="glyphs"),
        control("Press Next to go on", "Text", source="glyphs", at=(10, 60)),
    ]

    assert _pressed(Stage(controls=read), "click Details") == ([("Details", "Text")], "FINISH")
    assert _pressed(Stage(controls=read), "click Next")[0] == []


def test_a_field_is_clicked_and_not_the_text_that_names_it() -> None:
    form = [control("City", "Text", at=(20, 100)), control("", "Edit", at=(140, 100), states=("editable",))]

    assert _pressed(Stage(controls=form), "click the City field")[0] == [("", "Edit")]
