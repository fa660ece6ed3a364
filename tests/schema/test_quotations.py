from __future__ import annotations

import pytest

from ufo.schema.quotations import quotations, without_quotations


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("Write \"tea\" into 'Name'", ["tea", "Name"]),
        ("Trage „Tee“ ein, dann „Kaffee”", ["Tee", "Kaffee"]),
        ("Saisis « thé » ici", [" thé "]),
        ("「お茶」と『珈琲』を入力", ["お茶", "珈琲"]),
        ("把'茶'填进去", ["茶"]),
        ("Don't change the user's 'own' text", ["own"]),
        ('one " alone\nand „another', []),
        ("", []),
    ],
)
def test_what_stands_in_quotation_marks_is_found_in_any_script(text: str, inside: list[str]) -> None:
    assert [quotation.text for quotation in quotations(text)] == inside
    assert all(text[quotation.start + 1 : quotation.end - 1] == quotation.text for quotation in quotations(text))


def test_a_text_without_its_quotations_keeps_all_other_words() -> None:
    assert without_quotations("Schreibe „Tee“ in B2, 'x' in C3").split() == ["Schreibe", "in", "B2,", "in", "C3"]
