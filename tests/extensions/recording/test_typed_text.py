"""Only what a control shows in clear is written of what was typed; anything else is a secret."""

from __future__ import annotations

import pytest

from tests.extensions.recording.looks import element, look
from ufo.secrets.masks import Masks
from ufo_recording.gestures import Typed
from ufo_recording.scenes import Look
from ufo_recording.secret_fields import SecretFields
from ufo_recording.typed_text import Told, told

PASSWORD = "hunter2"


def run(text: str, *, is_sure: bool = True) -> Typed:
    return Typed(began=1.0, ended=2.0, text=text, is_sure=is_sure, keys=len(text))


def field(name: str, value: str = "", *states: str, role: str = "Edit") -> Look:
    return look(element(name, role, value, ("focused", "editable", *states)))


def judged(
    text: str, before: list[Look], after: list[Look], *, is_sure: bool = True, masks: Masks | None = None
) -> Told:
    secrets = SecretFields(Masks() if masks is None else masks)
    for item in (*before, *after):
        secrets.see(item.snapshot)
    return told(run(text, is_sure=is_sure), before, after, secrets)


def test_what_a_field_shows_afterwards_is_written_as_a_whole() -> None:
    found = judged("da", [field("Name", "A")], [field("Name", "Ada")])
    assert (found.text, found.whole, found.hidden) == ("Ada", True, False)


def test_a_word_that_the_field_completed_is_written_as_it_shows_it() -> None:
    found = judged("exa", [field("Address")], [field("Address", "example.org/page")])
    assert found.text == "example.org/page"


def test_a_field_that_was_read_too_early_leaves_it_to_the_keys() -> None:
    found = judged("memo.txt", [field("Name:")], [field("Name:", "mem")])
    assert (found.text, found.whole) == ("memo.txt", True)


def test_a_field_that_was_gone_before_it_could_be_read_leaves_it_to_the_keys() -> None:
    found = judged("memo.txt", [field("Name:")], [])
    assert (found.text, found.hidden) == ("memo.txt", False)


def test_a_letter_that_was_mended_is_read_from_the_field() -> None:
    found = judged("Adx", [field("Name")], [field("Name", "Ada")], is_sure=False)
    assert found.text == "Ada"


def test_nothing_is_written_of_what_goes_into_a_password_field() -> None:
    found = judged(PASSWORD, [field("Password", "", "password")], [field("Password", "•••••••", "password")])
    assert (found.text, found.hidden, found.is_secret) == ("", True, True)


@pytest.mark.parametrize("label", ["PIN", "API key", "Passwort", "Contraseña", "Secret"])
def test_nothing_is_written_of_what_goes_into_a_field_that_asks_for_a_secret_in_clear(label: str) -> None:
    found = judged("123456", [field(label)], [field(label, "123456")])
    assert (found.text, found.is_secret) == ("", True)


def test_a_password_that_is_shown_by_a_click_on_an_eye_is_still_one() -> None:
    hidden, shown = field("Password", "", "password"), field("Password", PASSWORD)
    assert judged(PASSWORD, [hidden], [shown]).hidden


def test_keys_count_for_nothing_where_a_field_in_the_window_hides_its_text() -> None:
    both = look(element("User", value="", states=("focused", "editable")), element("Password", states=("password",)))
    found = judged(PASSWORD, [both], [both])
    assert (found.text, found.hidden, found.is_secret) == ("", True, True)


def test_a_user_name_beside_a_password_field_is_written_where_its_field_shows_it() -> None:
    hides = element("Password", states=("password",))
    before = look(element("User", value="", states=("focused", "editable")), hides)
    after = look(element("User", value="ada", states=("focused", "editable")), hides)
    assert judged("ada", [before], [after]).text == "ada"


def test_what_a_terminal_does_not_echo_is_not_written() -> None:
    prompt = field("", "$ sudo true\nPassword:", "multiline", role="Terminal")
    assert judged(PASSWORD, [prompt], [prompt]).hidden
    echoed = field("", "$ ls -l\nmemo.txt", "multiline", role="Terminal")
    assert judged("ls -l", [field("", "$ ", "multiline", role="Terminal")], [echoed]).text == "ls -l"


def test_the_first_letters_of_a_password_are_not_taken_for_echoed_because_they_stand_on_the_screen() -> None:
    before = field("", "$ sudo true\nPassword:", "multiline", role="Terminal")
    after = field("", "$ sudo true\nPassword:\nSorry, try again.", "multiline", role="Terminal")
    assert judged("s", [before], [before]).hidden
    assert judged("word", [before], [after]).hidden


@pytest.mark.parametrize("dots", ["•••••••", "●●●●●●●", "*******"])
def test_a_field_that_shows_dots_keeps_a_secret_whatever_its_toolkit_calls_it(dots: str) -> None:
    found = judged(PASSWORD, [field("Code")], [field("Code", dots)])
    assert (found.text, found.hidden, found.is_secret) == ("", True, True)
    assert judged(PASSWORD, [field("Code", dots)], [field("Code", PASSWORD)]).hidden
    assert judged("*", [field("Sum", "7")], [field("Sum", "7*")]).text == "7*"


def test_what_no_window_with_the_focus_was_seen_for_is_not_written() -> None:
    assert judged(PASSWORD, [], []).hidden
    assert judged(PASSWORD, [look(element("Name"))], []).hidden


def test_what_the_masks_know_is_not_written() -> None:
    masks = Masks()
    masks.learn(PASSWORD)
    assert judged(PASSWORD, [field("Note")], [field("Note", PASSWORD)], masks=masks).hidden


def test_what_was_typed_into_a_text_of_many_lines_is_written_alone() -> None:
    before, after = field("", "Dear Ana", "multiline"), field("", "Dear Ana, hello", "multiline")
    found = judged(", hello", [before], [after])
    assert (found.text, found.whole) == (", hello", False)
    assert judged("Hi", [field("", "", "multiline")], [field("", "Hi", "multiline")]).whole


def test_what_is_told_is_in_no_representation() -> None:
    assert "Ada" not in repr(judged("Ada", [field("Name")], [field("Name", "Ada")]))
