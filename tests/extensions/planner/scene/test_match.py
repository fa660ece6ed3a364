from __future__ import annotations

import pytest

from tests.extensions.planner.stage import control
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ControlPhrase
from ufo_planner.scene.match import Ambiguous, Finding, Found, Missing, find
from ufo_planner.text.roles import Use

FORM = (
    control("", "ToolBar", at=(0, 0), size=(600, 30)),
    control("Bold", "ToggleButton", at=(0, 0)),
    control("Save", at=(110, 0)),
    control("Save As…", at=(220, 0)),
    control("Name:", "Text", at=(0, 50)),
    control("", "Edit", at=(120, 50), value=""),
    control("E-mail", "Text", at=(0, 80)),
    control("", "Edit", at=(120, 80), value=""),
    control("", "CheckBox", label="Remember me", at=(0, 110), states=("unchecked",)),
    control("Send", at=(0, 140), size=(100, 30)),
    control("Send", "Text", at=(10, 145), size=(50, 15)),
    control("", "Button", description="Insert picture [Ctrl+I]", at=(200, 140)),
    control("Ada", "Cell", at=(0, 200), row=0, column=0),
    control("Delete", at=(120, 200), path=("People",)),
    control("Bob", "Cell", at=(0, 230), row=1, column=0),
    control("Delete", at=(120, 230), path=("People",)),
    control("Help", "Hyperlink", at=(0, 300)),
    control("Colour", "ComboBox", value="Red", at=(0, 330)),
)


def found(finding: Finding) -> TargetInfo:
    assert isinstance(finding, Found), finding
    return finding.control


@pytest.mark.parametrize(
    ("phrase", "at"),
    [
        (ControlPhrase("save"), (110, 0)),
        (ControlPhrase("Save", "Button"), (110, 0)),
        (ControlPhrase("save as"), (220, 0)),
        (ControlPhrase("the bold", "Button"), (0, 0)),
        (ControlPhrase("send"), (0, 140)),
        (ControlPhrase("insert picture"), (200, 140)),
        (ControlPhrase("insert pictrue"), (200, 140)),
        (ControlPhrase("delete", ordinal=2), (120, 230)),
        (ControlPhrase("", "Button", ordinal=-1), (120, 230)),
        (ControlPhrase("", "Edit", ordinal=2), (120, 80)),
        (ControlPhrase("help", "Hyperlink"), (0, 300)),
        (ControlPhrase("help", "Button"), (0, 300)),
        (ControlPhrase("bold", inside="toolbar"), (0, 0)),
        (ControlPhrase("colour"), (0, 330)),
    ],
)
def test_a_control_is_found_by(phrase: ControlPhrase, at: tuple[int, int]) -> None:
    rect = found(find(phrase, FORM)).rect
    assert rect is not None
    assert rect[:2] == at


def test_a_field_without_a_name_is_found_by_the_text_beside_it() -> None:
    assert found(find(ControlPhrase("e-mail"), FORM, Use.EDIT)).rect == (120, 80, 220, 100)


def test_a_label_finds_the_control_that_it_labels() -> None:
    assert found(find(ControlPhrase("remember me"), FORM, Use.CHECK)).type == "CheckBox"


def test_equal_controls_are_ambiguous_in_reading_order() -> None:
    finding = find(ControlPhrase("Delete"), FORM)

    assert isinstance(finding, Ambiguous)
    assert [candidate.rect[1] for candidate in finding.candidates if candidate.rect] == [200, 230]


def test_an_exact_name_is_never_ambiguous_with_a_longer_one() -> None:
    assert found(find(ControlPhrase("Save", "Button"), FORM)).name == "Save"


def test_what_is_not_there_comes_with_near_names_and_never_with_another_control() -> None:
    finding = find(ControlPhrase("Save everything"), FORM)
    assert isinstance(finding, Missing)
    assert finding.nearest[0] in ("Save", "Save As…")
    assert isinstance(find(ControlPhrase("Sheet3"), (control("Sheet1"), control("Sheet2", at=(0, 40)))), Missing)


def test_an_ordinal_beyond_what_is_there_says_how_many_there_are() -> None:
    finding = find(ControlPhrase("Delete", ordinal=3), FORM)
    assert isinstance(finding, Missing)
    assert "only 2" in finding.reason


def test_a_modal_dialog_goes_before_the_window_behind_it() -> None:
    dialog = control("Question", "Dialog", at=(300, 300), size=(300, 200), states=("modal",))
    inner = control("Cancel", at=(320, 400), path=("Question",))

    assert found(find(ControlPhrase("Cancel"), (control("Cancel"), dialog, inner))).rect == inner.rect


def test_a_disabled_twin_is_passed_over() -> None:
    twins = (control("Next", states=("disabled",)), control("Next", at=(10, 60)))

    assert found(find(ControlPhrase("Next"), twins)).rect == (10, 60, 110, 80)


@pytest.mark.parametrize(
    ("said", "shown"), [("times", "×"), ("*", "×"), ("minus", "−"), ("divide", "÷"), ("seven", "7")]
)
def test_signs_answer_to_their_spoken_names(said: str, shown: str) -> None:
    keys = tuple(control(sign, at=(n * 110, 0)) for n, sign in enumerate("7×÷−+="))

    assert found(find(ControlPhrase(said), keys)).name == shown


def test_a_button_in_a_cell_goes_before_the_cell_that_bears_its_name() -> None:
    cell = control("Remove", "Cell", at=(0, 0), size=(120, 30))
    button = control("Remove", at=(10, 5), size=(80, 20))

    assert find(ControlPhrase("Remove"), (cell, button)) == Found(button)


def test_what_is_counted_is_counted_on_the_page_and_not_from_the_address_bar_on() -> None:
    page = control("Order form", "Document", at=(0, 100), size=(900, 600))
    name = control("Name", "Edit", at=(0, 150), path=("Order form",))
    look = (control("Address", "Edit", at=(0, 20)), page, name)

    assert find(ControlPhrase("", "Edit", ordinal=1), look, Use.EDIT) == Found(name)


def test_a_field_of_a_dialog_goes_before_a_nearer_one_that_lies_under_it() -> None:
    under = control("", "Edit", at=(0, 10), size=(600, 400))
    caption = control("Search for:", "Text", at=(50, 100), path=("Find",))
    field = control("", "Edit", at=(200, 100), path=("Find",))

    assert find(ControlPhrase("Search for"), (under, caption, field), Use.EDIT) == Found(field)


NAMES = (
    control("First name", "Edit", at=(0, 0)),
    control("Last name", "Edit", at=(0, 30)),
    control("Company name", "Edit", at=(0, 60)),
    control("Guests", "Text", at=(0, 90)),
    control("Guests", "Spinner", at=(120, 90)),
    control("Phone", "Edit", at=(120, 60)),
)


@pytest.mark.parametrize(("ordinal", "name"), [(1, "First name"), (-1, "Last name"), (2, "Last name")])
def test_what_a_field_is_called_comes_before_a_place_in_an_order(ordinal: int, name: str) -> None:
    assert found(find(ControlPhrase("name", ordinal=ordinal), NAMES, Use.EDIT)).name == name


@pytest.mark.parametrize(
    ("asked", "there"), [("Install", "Uninstall"), ("Lock", "Unlock"), ("Select all", "Deselect all")]
)
def test_the_opposite_is_no_slip_for_a_name(asked: str, there: str) -> None:
    assert isinstance(find(ControlPhrase(asked), (control(there),)), Missing)
