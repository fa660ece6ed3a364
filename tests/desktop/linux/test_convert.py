from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.desktop.linux import convert
from ufo.schema.target import ROLES, STATES


@given(st.integers(-5, 400))
def test_every_number_becomes_a_role_of_the_vocabulary(number: int) -> None:
    assert convert.role_of(number) in ROLES


@given(st.integers(0, 2**64 - 1), st.sampled_from(sorted(ROLES)))
def test_every_set_of_states_is_in_the_vocabulary_and_says_whether_it_is_enabled(bits: int, role: str) -> None:
    states = convert.states_of(bits, role)
    assert states <= STATES
    assert len(states & {"enabled", "disabled"}) == 1


def test_an_icon_that_nobody_can_choose_is_a_picture() -> None:
    icon = 26
    assert convert.role_of(convert.meant(icon, convert.SHOWING)) == "Image"
    assert convert.role_of(convert.meant(icon, convert.SHOWING | convert.SELECTABLE)) == "ListItem"


def test_a_checked_box_and_a_pressed_button_are_told_apart() -> None:
    assert "checked" in convert.states_of(convert.CHECKED, "CheckBox")
    assert "unchecked" in convert.states_of(0, "CheckBox")
    assert "mixed" in convert.states_of(convert.CHECKED | convert.INDETERMINATE, "CheckBox")
    assert convert.states_of(convert.CHECKED, "ToggleButton") == {"disabled", "pressed"}


def test_what_can_only_be_read_is_not_editable_though_qt_says_both() -> None:
    assert convert.states_of(convert.EDITABLE | convert.READ_ONLY, "Edit") == {"disabled", "readonly"}
    assert convert.states_of(convert.EDITABLE, "Edit") == {"disabled", "editable"}


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
    assert convert.clean_name(raw) == clean


def test_a_name_of_a_megabyte_is_cut_and_says_so() -> None:
    name = convert.clean_name("x" * 1_000_000)
    assert len(name) == convert.NAME_CAP
    assert name.endswith("…")


@given(st.text())
def test_a_cleaned_name_can_always_be_written_as_utf_8(raw: str) -> None:
    convert.clean_name(raw).encode()


def test_text_keeps_its_lines_and_is_cut_at_its_cap() -> None:
    assert convert.clean_text("one\ntwo\x00") == "one\ntwo"
    assert len(convert.clean_text("y" * 9999) or "") == convert.TEXT_CAP
    assert convert.clean_text(None) is None


@pytest.mark.parametrize(
    ("value", "text"), [(5.0, "5"), (0.25, "0.25"), (-3, "-3"), (True, None), ("5", None), (1e300, "1e+300")]
)
def test_numbers_are_written_as_a_person_would(value: object, text: str | None) -> None:
    assert convert.number_text(value) == text


@given(st.floats(-1e6, 1e6, width=32))
def test_a_number_that_was_told_in_four_bytes_is_written_as_short_as_tells_it_from_others(value: float) -> None:
    text = convert.number_text(value)
    assert text is not None and struct.pack("f", float(text)) == struct.pack("f", value)


def test_the_nearest_number_in_four_bytes_is_written_as_what_was_meant() -> None:
    for meant in ("0.35", "0.1", "12.7", "-3.05"):
        assert convert.number_text(struct.unpack("f", struct.pack("f", float(meant)))[0]) == meant
