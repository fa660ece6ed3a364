"""What looks the same to a person compares the same, in any script."""

from __future__ import annotations

import pytest

from ufo.text.fold import caseless, folded, letters, literal, revealed, shortened, unaccented


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("  Straße \n No\u00a0 7 ", "strasse no 7"),
        ("Ελληνικά\tΚΕΊΜΕΝΟ", "ελληνικά κείμενο"),
        ("ПРИВЕТ  мир", "привет мир"),
        ("電気  代", "電気 代"),
    ],
)
def test_neither_case_nor_white_space_makes_a_difference(text: str, form: str) -> None:
    assert caseless(text) == form


@pytest.mark.parametrize(
    ("text", "form"), [("Ｄｅ\u200blete", "delete"), ("ﬁle", "file"), ("ÜBER\u00adsicht", "übersicht"), ("٣ ﻻ", "٣ لا")]
)
def test_nothing_hides_a_word(text: str, form: str) -> None:
    assert revealed(text) == form


def test_a_name_is_kept_letter_for_letter_in_one_form_of_unicode() -> None:
    assert literal("Cafe\u0301  L’été\u200f.odt") == "Café L'été.odt"


@pytest.mark.parametrize(
    ("text", "form"),
    [("„Ja“ — «да»", '"ja" - "да"'), ("١٢٫٥ और ३", "12٫5 और 3"), ("「牛奶」", '"牛奶"')],
)
def test_marks_and_digits_of_every_script_are_the_same(text: str, form: str) -> None:
    assert folded(text) == form


@pytest.mark.parametrize(("text", "form"), [("Crème Brûlée", "creme brulee"), ("हिन्दी", "हिन्दी"), ("Łódź", "łodz")])
def test_accents_are_dropped_and_vowel_signs_are_kept(text: str, form: str) -> None:
    assert unaccented(text) == form


def test_letters_alone_are_compared_where_a_picture_was_read() -> None:
    assert letters("Drop-Down  List") == letters("dropdown list") == "dropdownlist"
    assert letters("保存 (S)…") == "保存s"


def test_a_text_that_goes_on_ends_with_three_dots() -> None:
    assert shortened("one\n two  three", 9) == "one two …"
    assert shortened("one\n two", 7) == "one two"
