"""The file of an experience, and what a prompt is told of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.recipes.known import experience
from ufo.recipes.recipe import KEY, Experience, Worked


def test_a_prompt_is_told_what_was_asked_what_to_avoid_and_what_worked() -> None:
    assert experience().told().split("\n") == [
        "Asked: export {{file}} as PDF",
        "Avoid: visit(path=[\"File\", \"PDF\"]) failed: Menu 'File' leads to no 'PDF'",
        'Worked: visit(path=["File", "Export As", "Export as PDF…"]) → click_input() on Button \'Export\'',
    ]


def test_what_is_told_is_short_however_much_was_done() -> None:
    many = tuple(Worked(function=f"do_{number}", arguments={"path": ["A" * 50]}) for number in range(40))
    told = experience("x" * 300, actions=many, avoid=("y" * 280,) * 5).told()
    assert len(told) <= 600
    assert experience(actions=many).told().endswith("…")


def test_a_name_of_a_secret_is_never_told() -> None:
    assert "BANK" not in experience("type {{secret:BANK}} there", avoid=("{{ secret:BANK }}",)).told()


def test_another_version_is_refused() -> None:
    with pytest.raises(ValidationError, match="version 2"):
        Experience.model_validate(experience().model_dump() | {"version": 2})


def test_the_key_is_the_same_for_the_same_words_and_another_for_another_application() -> None:
    assert experience("export a.odt as PDF").key == experience("export b.odt as PDF").key
    assert experience().key != experience(application="calc").key
    assert experience().key != experience(part=2).key


@given(st.text(max_size=60), st.text(max_size=60))
def test_every_key_is_a_plain_file_name(application: str, request: str) -> None:
    assert KEY.fullmatch(experience(request, application=application).key)


def test_the_way_is_told_whole_before_a_second_thing_to_avoid() -> None:
    told = experience(
        actions=[Worked(function="visit", arguments={"path": ["Menu", f"Entry {at}"]}) for at in range(6)],
        avoid=("y" * 200, "z" * 200),
    ).told()
    assert "Entry 5" in told and "yyy" in told and "zzz" not in told
