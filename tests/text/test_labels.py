"""The texts on controls are compared without the marks that nobody says."""

from __future__ import annotations

import pytest

from ufo.text.labels import label, trimmed, whole_label


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("_Save As…", "save as"),
        ("Öffnen...\tCtrl+O", "öffnen"),
        ("~Datei:", "datei"),
        ("保存(&S)…", "保存(s)"),
        ("Имя *", "имя"),
        (None, ""),
    ],
)
def test_a_person_says_no_marks_of_keys(text: str | None, expected: str) -> None:
    assert label(text) == expected


def test_a_condition_says_the_words_of_a_control_and_the_marks_within() -> None:
    assert trimmed("First_name *:") == "first_name"
    assert trimmed("氏名：") == "氏名："


def test_nothing_of_a_label_is_left_out_where_a_risk_is_looked_for() -> None:
    assert whole_label("Save\tDe\u200blete_ all…") == "save delete all"
    assert whole_label("Don’t Ｓave") == "don't save"
