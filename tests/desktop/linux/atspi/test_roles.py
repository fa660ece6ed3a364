from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.text import NAME_CAP, TEXT_CAP, clean_name, clean_text, number_text
from ufo.schema.roles import ROLES
from ufo.schema.target import STATES


@given(st.integers(-5, 400))
def test_every_number_becomes_a_role_of_the_vocabulary(number: int) -> None:
    assert roles.role_of(number) in ROLES


@given(st.integers(0, 2**64 - 1), st.sampled_from(sorted(ROLES)))
def test_every_set_of_states_is_in_the_vocabulary_and_says_whether_it_is_enabled(bits: int, role: str) -> None:
    states = roles.states_of(bits, role)
    assert states <= STATES
    assert len(states & {"enabled", "disabled"}) == 1


def test_an_icon_that_nobody_can_choose_is_a_picture() -> None:
    icon = 26
    assert roles.role_of(roles.meant(icon, roles.SHOWING)) == "Image"
    assert roles.role_of(roles.meant(icon, roles.SHOWING | roles.SELECTABLE)) == "ListItem"


def test_a_checked_box_and_a_pressed_button_are_told_apart() -> None:
    assert "checked" in roles.states_of(roles.CHECKED, "CheckBox")
    assert "unchecked" in roles.states_of(0, "CheckBox")
    assert "mixed" in roles.states_of(roles.CHECKED | roles.INDETERMINATE, "CheckBox")
    assert roles.states_of(roles.CHECKED, "ToggleButton") == {"disabled", "pressed"}


def test_what_can_only_be_read_is_not_editable_though_qt_says_both() -> None:
    assert roles.states_of(roles.EDITABLE | roles.READ_ONLY, "Edit") == {"disabled", "readonly"}
    assert roles.states_of(roles.EDITABLE, "Edit") == {"disabled", "editable"}


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Save      ", "Save"),
        ("two\nlines\there", "two lines here"),
        ("A\u202eB\u200f", "AB"),
        ("bell\x07 null\x00", "bell null"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("日本語 ✓", "日本語 ✓"),
        (None, ""),
        (7, ""),
    ],
)
def test_names_are_one_clean_line(raw: object, clean: str) -> None:
    assert clean_name(raw) == clean


def test_a_name_of_a_megabyte_is_cut_and_says_so() -> None:
    name = clean_name("x" * 1_000_000)
    assert len(name) == NAME_CAP
    assert name.endswith("…")


@given(st.text())
def test_a_cleaned_name_can_always_be_written_as_utf_8(raw: str) -> None:
    clean_name(raw).encode()


def test_text_keeps_its_lines_and_is_cut_at_its_cap() -> None:
    assert clean_text("one\ntwo\x00") == "one\ntwo"
    assert len(clean_text("y" * 9999) or "") == TEXT_CAP
    assert clean_text(None) is None


@pytest.mark.parametrize(
    ("value", "text"), [(5.0, "5"), (0.25, "0.25"), (-3, "-3"), (True, None), ("5", None), (1e300, "1e+300")]
)
def test_numbers_are_written_as_a_person_would(value: object, text: str | None) -> None:
    assert number_text(value) == text


@given(st.floats(-1e6, 1e6, width=32))
def test_a_number_that_was_told_in_four_bytes_is_written_as_short_as_tells_it_from_others(value: float) -> None:
    text = number_text(value)
    assert text is not None and struct.pack("f", float(text)) == struct.pack("f", value)


def test_the_nearest_number_in_four_bytes_is_written_as_what_was_meant() -> None:
    for meant in ("0.35", "0.1", "12.7", "-3.05"):
        assert number_text(struct.unpack("f", struct.pack("f", float(meant)))[0]) == meant
