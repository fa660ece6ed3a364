"""Formulas are compared in one spelling, whichever program wrote them."""

from __future__ import annotations

import pytest

from ufo.schema.property_values import formula_plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("of:=SUM([.A1:.B2])", "=SUM(A1:B2)"),
        ("=SUM( $A$1 ; b2 )", "=SUM(A1,B2)"),
        ("='Q1 2025'.B5+'Q2 2025'.B5", "='Q1 2025'!B5+'Q2 2025'!B5"),
        ("of:=[$'Q1 2025'.B5]+[$'Q2 2025'.B5]", "='Q1 2025'!B5+'Q2 2025'!B5"),
        ("='Sheet2'!B3", "=SHEET2!B3"),
        ("=Sheet2.B3", "=SHEET2!B3"),
        ("='It''s'.B2", "='It''s'!B2"),
        ('=CONCAT("a b.B2 ;"; A1)', '=CONCAT("a b.B2 ;",A1)'),
        ("=STDEV.S(A1)*1.5", "=STDEV.S(A1)*1.5"),
        ("=T.DIST.2T(A1; 2)", "=T.DIST.2T(A1,2)"),
    ],
)
def test_a_formula_has_one_spelling(written: str, plain: str) -> None:
    assert formula_plain(written) == plain
