"""What was read is told to a person as words and rows."""

from __future__ import annotations

from ufo.tools.verbs.read import as_text


def test_of_a_control_its_text_alone_is_told() -> None:
    assert as_text({"role": "Edit", "states": ["editable", "focused"], "text": "21.4"}) == "21.4"
    assert as_text("21.4") == "21.4"


def test_rows_and_entries_are_told_line_by_line() -> None:
    table = {"role": "Table", "columns": ["item", "price"], "rows": [["tea", "3"], ["milk", None]], "first_row": 1}
    assert as_text(table) == "item\tprice\ntea\t3\nmilk\t"
    assert as_text({"role": "List", "items": [{"name": "One", "states": ["selected"]}, {"name": "Two"}]}) == "One\nTwo"
    assert as_text({"role": "ComboBox", "selected": ["Ghent"]}) == "Ghent"


def test_data_of_another_kind_stays_data() -> None:
    assert as_text({"name": "prices.csv", "size": 3}) == '{"name": "prices.csv", "size": 3}'
