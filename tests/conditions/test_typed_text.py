"""What was typed is found as applications keep it, and what they do not do is not taken for it."""

from __future__ import annotations

import pytest

from ufo.conditions.text_match import holds_typed


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        ("It\u2019s \u201cfine\u201d", 'it\'s "fine"'),
        ("Yes \u2013 no", "Yes - no"),
        ("Wait\u2026", "wait..."),
        ("Now I am. This is it", "now i am. THis is it"),
        ("milk\neggs", "- milk\n- eggs"),
        ("Dear\u00a0Ana", "Dear Ana"),
        ("Dear Ana,\nand more\n\nBye", "Dear Ana,\n\nBye"),
        ("a\nok\nb", "ok"),
        ("one\r\ntwo", "one\ntwo"),
    ],
)
def test_typed_text_is_found_as_an_application_keeps_it(shown: str, typed: str) -> None:
    assert holds_typed(shown, typed, is_rich=True)


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        ("Dear Bob", "Dear Ana"),
        ("two\none", "one\ntwo"),
        ("looks", "ok"),
        ("Milk and bread", "milk And bread"),
        ("one", "one\ntwo"),
        ("one\ntwenty", "one\ntw"),
        ("", "x"),
    ],
)
def test_what_is_not_there_is_not_found(shown: str, typed: str) -> None:
    assert not holds_typed(shown, typed, is_rich=True)


@pytest.mark.parametrize(
    ("shown", "typed"), [("It\u2019s", "It's"), ("Hello there", "hello there"), ("milk\neggs", "- milk\n- eggs")]
)
def test_plain_text_is_kept_as_it_was_typed(shown: str, typed: str) -> None:
    assert not holds_typed(shown, typed, is_rich=False)
    assert holds_typed(typed, typed, is_rich=False)
