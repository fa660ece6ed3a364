"""What does not hold is told with what was wanted, so that it cannot be read as the target."""

from __future__ import annotations

from pathlib import Path

from ufo.conditions.document_match import judge_sheets, judge_size
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.page import PagePredicate, judge_page
from ufo.conditions.readers.model import Document, Sheet
from ufo.conditions.readers.pages.devtools import Field, Page
from ufo.schema.predicate import Truth


def test_sheets_and_sizes_are_told_with_those_that_are_wanted() -> None:
    book = Document(Path("d.ods"), sheets=(Sheet("Summary"), Sheet("Sheet2")))
    assert judge_sheets(book, ("Summary", "Q2")).evidence == "its sheets are 'Summary', 'Sheet2', not 'Summary', 'Q2'"
    assert judge_sheets(book, ("Summary", "Sheet2")).evidence == "its sheets are 'Summary', 'Sheet2'"
    picture = Document(Path("p.png"), size=(30, 40))
    assert judge_size(picture, 30, 20).evidence == "it is 30 by 40 pixels, not 30 by 20"


def test_a_field_of_a_page_is_told_with_the_value_that_is_wanted() -> None:
    page = Page("http://a/", "Form", "", (Field(("City",), "Graz"),))
    judged = judge_page(PagePredicate(page="Form", field="City", value="Ghent"), page)
    assert judged.evidence == "its field 'City' shows 'Graz', not 'Ghent'"


def test_what_is_there_and_must_be_gone_is_told_as_that() -> None:
    stated = FilePredicate(path="/work/a.txt", exists=False)
    found = stated.finding(Truth.UNSATISFIED, "a.txt is there", "file")
    assert found.evidence == "a.txt is there, which must not be"
    assert stated.finding(Truth.SATISFIED, "a.txt is not there", "file").evidence == "a.txt is not there"
