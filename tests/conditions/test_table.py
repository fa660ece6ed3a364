"""Conditions as models write them."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.table import read_condition
from ufo.schema.predicate import Predicate

_READER: TypeAdapter[object] = TypeAdapter(Predicate)


@pytest.mark.parametrize("value", [6, "6"])
def test_a_number_is_taken_where_a_text_is_meant(value: object) -> None:
    given = {"on": "document", "path": "faults.txt", "property": "rows", "value": value}
    assert getattr(_READER.validate_python(given), "value") == "6"  # noqa: B009  the union has no such field


def test_what_is_neither_a_text_nor_a_number_is_refused() -> None:
    with pytest.raises(ValidationError):
        _READER.validate_python({"on": "element", "name": "Rows", "value": ["6"]})


def test_a_value_on_a_page_needs_its_field() -> None:
    with pytest.raises(ValidationError, match="needs the field that shows it"):
        PagePredicate(page="form", value="MYRON")
    assert PagePredicate(page="form", field="Name", value="MYRON").value == "MYRON"


def test_a_text_that_a_document_contains_is_one_of_its_file() -> None:
    given = {"on": "document", "path": "fees.csv", "contains": "162.00"}
    assert _READER.validate_python(given) == FilePredicate(path="fees.csv", contains="162.00")
    with pytest.raises(ValidationError):
        _READER.validate_python({**given, "open": True})


def test_what_must_be_gone_from_a_document_is_stated_as_lacking() -> None:
    with pytest.raises(ValidationError, match='state "lacks": TEXT'):
        read_condition({"on": "document", "path": "a.odt", "paragraph": "x", "exists": False})
    kept = read_condition({"on": "document", "path": "a.odt", "paragraph": "x", "exists": True})
    assert kept == read_condition({"on": "document", "path": "a.odt", "paragraph": "x"})
    with pytest.raises(ValidationError, match="-1 is the last one"):
        read_condition({"on": "document", "path": "a.pptx", "lacks": "x", "page": 0})
