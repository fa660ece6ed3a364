"""Which table a few words mean."""

from __future__ import annotations

from ufo_libreoffice.office.writer.captions import TableWords, best_matches

SALES = TableWords("Table1", ("Sales by region", "Results"), ("Region", "Sales"))
COSTS = TableWords("Table2", ("What it cost", "Results"), ("Item", "Cost"))
PLAIN = TableWords("Table3", ("", "Outlook"), ("Region", "Target"))


def test_the_caption_decides_before_the_header() -> None:
    assert best_matches("the sales table", [COSTS, SALES, PLAIN]) == [1]


def test_a_header_is_enough_where_no_caption_fits() -> None:
    assert best_matches("targets", [SALES, COSTS, PLAIN]) == [2]


def test_a_tables_own_name_outweighs_words() -> None:
    assert best_matches("Table2", [SALES, COSTS, PLAIN]) == [1]


def test_equal_fits_are_all_named() -> None:
    assert best_matches("results", [SALES, COSTS, PLAIN]) == [0, 1]


def test_words_that_fit_nowhere_choose_nothing() -> None:
    assert best_matches("weather", [SALES, COSTS, PLAIN]) == []
