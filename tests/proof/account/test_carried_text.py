"""A text that is to be carried from one field to another, and controls that a request calls by their kind and place alone."""

from __future__ import annotations

import pytest

from tests.proof.account.looked_at import keys, on, outcome, shown
from ufo.schema.action import ActionCommandInfo
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo

_ONE_AREA = shown("Edit: ", "Area:  = Amet turpis.", "Button: Submit")
_AREAS = shown("Area:  = Eu enim.", "Area:  = Urna congue.", "Area:  = Ac sit.", "Edit: ", "Button: Submit")
_COPY = "Copy the text in the textarea below, paste it into the textbox and press Submit."
_COPY_2ND = "Copy the text from the 2nd text area below and paste it into the text input, then press Submit."


def _pasted(page: list[TargetInfo], source: int, target: int, text: str) -> list[ActionCommandInfo]:
    return [
        on(page[source], "click_input", "the Edit has the keyboard focus"),
        keys("{VK_CONTROL}a"),
        keys("{VK_CONTROL}c"),
        on(page[target], "click_input", "the Edit has the keyboard focus"),
        keys("{VK_CONTROL}v", f"the Edit now shows '{text}'"),
        on(page[-1]),
    ]


def test_a_text_that_was_copied_is_proved_by_what_the_other_field_shows() -> None:
    assert outcome(_COPY, _ONE_AREA, _pasted(_ONE_AREA, 2, 1, "Amet turpis.")) is RunOutcome.VERIFIED
    assert outcome(_COPY_2ND, _AREAS, _pasted(_AREAS, 2, 4, "Urna congue.")) is RunOutcome.VERIFIED


def test_a_text_that_was_typed_over_counts_as_carried() -> None:
    acts = [on(_AREAS[4], "set_edit_text", "Edit '' now shows 'Urna congue.'", text="Urna congue."), on(_AREAS[-1])]
    assert outcome(_COPY_2ND, _AREAS, acts) is RunOutcome.VERIFIED


@pytest.mark.parametrize(
    "acts",
    [
        _pasted(_AREAS, 1, 4, "Eu enim."),
        _pasted(_AREAS, 2, 3, "Urna congue."),
        _pasted(_AREAS, 2, 4, "Urna"),
        _pasted(_AREAS, 2, 4, "Urna congue.")[:-1],
        [on(_AREAS[-1])],
    ],
)
def test_another_text_or_field_is_not_verified(acts: list[ActionCommandInfo]) -> None:
    assert outcome(_COPY_2ND, _AREAS, acts) is not RunOutcome.VERIFIED


def test_with_several_areas_none_is_the_one() -> None:
    acts = _pasted(_AREAS, 1, 4, "Eu enim.")
    assert outcome(_COPY, _AREAS, acts) is not RunOutcome.VERIFIED


_TWO = shown("Button: Yes", "Button: No", "Hyperlink: more")


@pytest.mark.parametrize(
    ("request_", "page", "pressed", "is_so"),
    [
        ("Click the button.", shown("Button: Click Me!", "Hyperlink: more"), 1, True),
        ("Click the button.", shown("Button: Click Me!", "Hyperlink: more"), 2, False),
        ("Click the button.", _TWO, 1, False),
        ("Click on the 2nd button.", _TWO, 2, True),
        ("Click on the 2nd button.", _TWO, 1, False),
        ("Press the last button.", _TWO, 2, True),
        ("Press the third button.", _TWO, 2, False),
        ("Click the link.", _TWO, 3, True),
    ],
)
def test_a_control_is_called_by_its_kind_and_place(
    request_: str, page: list[TargetInfo], pressed: int, is_so: bool
) -> None:
    assert (outcome(request_, page, [on(page[pressed])]) is RunOutcome.VERIFIED) is is_so


_FORM = shown("Text: Password", "Password: ", "Text: Verify password", "Password: ", "Button: Submit")
_BOTH = 'Enter the password "D91YP" into both text fields and press submit.'


def _typed(page: list[TargetInfo], number: int, text: str) -> ActionCommandInfo:
    return on(page[number], "set_edit_text", "Edit '' shows as many hidden characters as were written", text=text)


def test_what_was_entered_and_taken_by_what_was_pressed_is_proved() -> None:
    both = [_typed(_FORM, 2, "D91YP"), _typed(_FORM, 4, "D91YP"), on(_FORM[5])]
    assert outcome(_BOTH, _FORM, both) is RunOutcome.VERIFIED
    for wrong in (both[1:], both[:2], [both[0], _typed(_FORM, 4, "other"), both[2]], [both[2]], [both[2], *both[:2]]):
        assert outcome(_BOTH, _FORM, wrong) is not RunOutcome.VERIFIED


def test_a_field_that_was_written_over_is_not_proved_by_its_first_text() -> None:
    page = shown("Edit: ", "Button: Submit")
    right = [_typed(page, 1, "Myron"), on(page[2])]
    request = 'Enter "Myron" into the text field and press Submit.'
    assert outcome(request, page, right) is RunOutcome.VERIFIED
    assert outcome(request, page, [right[0], _typed(page, 1, "Bob"), right[1]]) is not RunOutcome.VERIFIED
    assert outcome(request, page, [right[0]]) is not RunOutcome.VERIFIED


def test_a_clause_beside_what_is_carried_is_not_proved_with_it() -> None:
    request = _COPY_2ND.replace(", then press", ", type a greeting into the text field, then press")
    assert outcome(request, _AREAS, _pasted(_AREAS, 2, 4, "Urna congue.")) is not RunOutcome.VERIFIED


def test_a_press_that_is_told_with_a_search_has_to_be_done() -> None:
    page = shown("Button: ONE", "Button: Submit")
    assert outcome("Click ONE, then find and press submit.", page, [on(page[1])]) is not RunOutcome.VERIFIED
    assert outcome("Click ONE, then find and press submit.", page, [on(page[1]), on(page[2])]) is RunOutcome.VERIFIED
