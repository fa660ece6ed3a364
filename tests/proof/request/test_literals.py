"""What a request names, and where it wants it."""

from __future__ import annotations

import pytest

from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Kind, Literal, Role


def told(request: str) -> list[tuple[str, str, str]]:
    """Role, text and place of each; the old text or file in the place of one that has none."""
    return [(one.role.value, one.text, one.place or one.instead_of) for one in literals_of(request)]


def _cell(request: str, *values: tuple[str, str]) -> tuple[str, list[tuple[str, str, str]]]:
    return request, [("value", text, place) for place, text in values]


CELLS = [
    _cell("put 42 in B2", ("B2", "42")),
    _cell("put 42 into cell B2", ("B2", "42")),
    _cell("Please write 42 into the cell B2.", ("B2", "42")),
    _cell("set B2 to 42", ("B2", "42")),
    _cell("change cell B2 to 42", ("B2", "42")),
    _cell("B2 should be 42", ("B2", "42")),
    _cell("B2 must hold 42 and B3 must hold 7", ("B2", "42"), ("B3", "7")),
    _cell("make sure B2 is 42", ("B2", "42")),
    _cell('put "Total" in A5', ("A5", "Total")),
    _cell("enter 42 into B2 and 7 into B3", ("B2", "42"), ("B3", "7")),
    _cell("write 3 in A1, 5 in A2, 7 in A3", ("A1", "3"), ("A2", "5"), ("A3", "7")),
    _cell("write 1, 2 and 3 into A1 to A3", ("A1", "1"), ("A2", "2"), ("A3", "3")),
    _cell("put 1,2,3 in A1:A3", ("A1", "1"), ("A2", "2"), ("A3", "3")),
    _cell("put 1, 2 into A1 and B1", ("A1", "1"), ("B1", "2")),
    _cell('Write "Rome" in B2 and B3', ("B2", "Rome"), ("B3", "Rome")),
    _cell("in B2 write 42", ("B2", "42")),
    _cell("put -3.5 in C3", ("C3", "-3.5")),
    _cell("the price in B2 should be 12.50 €", ("B2", "12.50 €")),
    _cell("put =B1*2 in B2", ("B2", "=B1*2")),
    _cell("clear cell B2", ("B2", "")),
    _cell("put the number 5 in C3", ("C3", "5")),
    _cell("put 2024-05-01 in A1", ("A1", "2024-05-01")),
]
FIELDS = [
    _cell("enter Ada as Name", ("Name", "Ada")),
    _cell("type Ada into the Name field", ("Name", "Ada")),
    _cell('put "Ada" in the field "First name"', ("First name", "Ada")),
    _cell("fill Street with Main 3", ("Street", "Main 3")),
    _cell("fill in Full name with Ana Sol, fill City with Graz", ("Full name", "Ana Sol"), ("City", "Graz")),
    _cell("choose Denmark as Country", ("Country", "Denmark")),
    _cell("set the country to Denmark", ("country", "Denmark")),
    _cell("Name: Ada, City: Graz", ("Name", "Ada"), ("City", "Graz")),
    _cell("type Ada into Name and Bob into City", ("Name", "Ada"), ("City", "Bob")),
    _cell("write a@b.example as the mail address", ("mail address", "a@b.example")),
    _cell("change Bob to Ada in the Name field", ("Name", "Ada")),
    _cell('the City field should say "Graz"', ("City", "Graz")),
]


def test_the_parts_that_each_thing_has_are_no_texts_to_be_written() -> None:
    request = "Make three slides from outline.txt (title and bullets for each) and save it as talk.pptx"
    assert [text for _, text, _ in told(request)] == ["3", "outline.txt", "talk.pptx"]


def test_slides_are_counted_in_the_presentation_that_is_made_and_not_in_what_it_is_made_from() -> None:
    request = "Make a presentation of three slides from outline.txt and save it as talk.pptx."
    assert [one.document for one in literals_of(request) if one.role is Role.COUNT] == ["talk.pptx"]
    read = "Export the two pages of offer.odt"
    assert not any(one.document == "talk.pptx" for one in literals_of(read))


OTHERS: list[tuple[str, list[tuple[str, str, str]]]] = [
    ('replace "cat" with "dog"', [("gone", "cat", "dog"), ("new", "dog", "cat")]),
    ("replace every cat by dog", [("gone", "cat", "dog"), ("new", "dog", "cat")]),
    ("replace all occurrences of cat with dog", [("gone", "cat", "dog"), ("new", "dog", "cat")]),
    ("the word cat must be replaced by dog", [("gone", "cat", "dog"), ("new", "dog", "cat")]),
    ('write "dog" instead of "cat"', [("new", "dog", "cat"), ("gone", "cat", "dog")]),
    ("eggs must go", [("gone", "eggs", "")]),
    ("eggs should be gone", [("gone", "eggs", "")]),
    ("get rid of eggs", [("gone", "eggs", "")]),
    ('"eggs" must no longer appear', [("gone", "eggs", "")]),
    ("remove eggs from list.txt", [("gone", "eggs", ""), ("source", "list.txt", "")]),
    ("delete the file old.txt", [("gone", "old.txt", "")]),
    ("rename a.txt to b.txt", [("renamed", "b.txt", "a.txt")]),
    ("rename 'my notes.txt' to notes.txt", [("renamed", "notes.txt", "my notes.txt")]),
    ("move a.txt to the folder archive", [("renamed", "archive/a.txt", "a.txt")]),
    ("copy a.txt to b.txt", [("copied", "b.txt", "a.txt")]),
    ("create a folder called Reports", [("made", "Reports", "")]),
    ('create a folder called "Reports."', [("made", "Reports", "")]),
    ("save it as costs.ods", [("made", "costs.ods", "")]),
    ("save everything under /tmp/x/costs.ods", [("made", "/tmp/x/costs.ods", "")]),
    ("save the file as report", [("made", "report", "")]),
    ("open report.odt", [("source", "report.odt", "")]),
    ("press Send order", [("control", "Send order", "")]),
    ('click "Place order" and press Enter', [("control", "Place order", "")]),
    ("tick Gift wrap, untick Newsletter", [("state", "Gift wrap", "checked"), ("state", "Newsletter", "unchecked")]),
    (
        "write down in log.odt, the usual way, that there is fog",
        [("made", "log.odt", ""), ("quantifier", "the usual way", "")],
    ),
    (
        "make a tile of slope.png without a seam, and export it as tile.png",
        [("source", "slope.png", ""), ("negation", "without a seam", ""), ("made", "tile.png", "")],
    ),
    ("put the lines of names.odt into alphabetical order", []),
    ("change the author of report.odt to Ida", [("value", "Ida", "author of report.odt")]),
    (
        'write "milk" into a.txt and "eggs" into b.txt',
        [("value", "milk", ""), ("source", "a.txt", ""), ("value", "eggs", ""), ("source", "b.txt", "")],
    ),
    ("make sure that Newsletter is ticked", [("state", "Newsletter", "checked")]),
    ("make a presentation with three slides", [("count", "3", "")]),
    ("make a bar chart of A1:B5", [("chart", "bar", "A1:B5")]),
    ("tell me the value of cell B2", [("asked", "B2", "B2")]),
    ("tick every box on the form", [("quantifier", "every box", "")]),
    ("don't press Continue", [("negation", "don't press Continue", "")]),
    ("Send the bill that is not paid yet to a@b.example", [("mention", "a@b.example", "")]),
    (
        "Send the bill to a@b.example and not to c@d.example",
        [("mention", "a@b.example", ""), ("negation", "c@d.example", "")],
    ),
    ("Bookmark the page under the name Timetable", [("value", "Timetable", "")]),
    (
        "Rename them to a-09.txt … a-11.txt",
        [("called", f"a-{number}.txt", "a file that had another name") for number in ("09", "10", "11")],
    ),
    (
        "They are called just a.pdf and b.pdf then; delete the .tmp files",
        [("called", "a.pdf", ""), ("called", "b.pdf", ""), ("cleared", ".tmp", "")],
    ),
    ("Delete the .tmp files and the folder old.", [("cleared", ".tmp", ""), ("cleared", "old", "")]),
    ("Delete the .tmp files, the folder old stays", []),
    ("rename a.txt to b.txt if there is none", [("source", "a.txt", ""), ("source", "b.txt", "")]),
    ("Make run.sh executable", [("source", "run.sh", ""), ("look", "executable", "who may use a file")]),
    ("Only I may read and run it", [("look", "read", "who may use a file")]),
    ("I want a link called latest here", [("mention", "latest", "")]),
    ("Say that my name is Ida Berg", [("mention", "Ida", ""), ("mention", "Berg", "")]),
    ("Open the file named after the town", []),
    ("Bookmark the folder Projects/2026/Boathouse", [("bookmarked", "Projects/2026/Boathouse", "")]),
    ("Give read/write/execute rights and/or a note", []),
    ("Set the home button to be shown", []),
    ("type the text, but do not save it", [("negation", "type the text, but do not save it", "save")]),
    ('the second line should be "beta"', [("value", "beta", "line 2")]),
    ('replace the last paragraph with "Regards"', [("value", "Regards", "line -1")]),
    ("sign me up as a@b.example", [("mention", "a@b.example", "")]),
    ("Trage 42 in Zelle B2 ein", [("mention", "42", ""), ("mention", "B2", "B2")]),
    ('change the title to "Annual report"', [("value", "Annual report", "title")]),
    ("convert photo.png to photo.jpg", [("source", "photo.png", ""), ("made", "photo.jpg", "")]),
    ("save a copy of notes.txt as backup.txt", [("copied", "backup.txt", "notes.txt")]),
    ("copy the last line into notes.txt", [("source", "notes.txt", "")]),
    ("increase the value in B2 by 10", [("mention", "B2", "B2"), ("mention", "10", "")]),
    ("change B2 from 7 to 42", [("value", "42", "B2")]),
    ("take eggs off the list", [("gone", "eggs", "")]),
    ('replace "a" with "b" only in the second paragraph', [("gone", "a", "line 2"), ("new", "b", "line 2")]),
    (
        'write to ada@b.example with subject "Hi" and body "See you"',
        [("mention", "ada@b.example", ""), ("value", "Hi", "subject"), ("value", "See you", "body")],
    ),
    (
        'write "one" in the first paragraph and "two" in the third paragraph',
        [("value", "one", ""), ("quantifier", "first paragraph", ""), ("value", "two", "")],
    ),
    ("tidy this up", []),
    ("what's on the A4 page of Node.js v1.2, e.g. F5?", []),
    ("wait 5 seconds, select all and copy it", []),
    ("write a poem about the sea", []),
    ("put the sum of the table in the letter", []),
]


@pytest.mark.parametrize(("request_", "expected"), [*CELLS, *FIELDS, *OTHERS])
def test_what_a_request_names_has_its_place(request_: str, expected: list[tuple[str, str, str]]) -> None:
    assert told(request_) == expected


@pytest.mark.parametrize(
    ("request_", "documents"),
    [
        ("Open budget.ods, set B2 to 42 and save", {"42": "budget.ods"}),
        ("put 42 in B2, then save it as costs.ods", {"42": "costs.ods"}),
        ('In a.txt write "x". In b.txt write "y".', {"x": "a.txt", "y": "b.txt"}),
        ('write "A" and save as a.odt; then write "B" and save as b.odt', {"A": "a.odt", "B": "b.odt"}),
        ("open form.html and enter Ada as Name", {"Ada": ""}),
    ],
)
def test_a_text_belongs_to_the_file_that_its_clause_names_or_that_it_is_saved_as(
    request_: str, documents: dict[str, str]
) -> None:
    assert {one.text: one.document for one in literals_of(request_) if one.role is Role.VALUE} == documents


@pytest.mark.parametrize(
    ("request_", "sheet"),
    [
        ("put 42 in B2 of the sheet Sales", "Sales"),
        ("on Sheet2 put 42 in B2", "Sheet2"),
        ('go to the sheet "Last year", put 42 in B2', "Last year"),
        ("put 42 in Costs!B2", "Costs"),
        ("put 42 in B2 on the second sheet", "#2"),
        ("in a new spreadsheet put 42 in B2", ""),
    ],
)
def test_a_cell_belongs_to_the_sheet_that_is_named(request_: str, sheet: str) -> None:
    (value,) = [one for one in literals_of(request_) if one.role is Role.VALUE]
    assert (value.place, value.sheet) == ("B2", sheet)


def test_what_is_typed_and_then_replaced_need_not_stand_there() -> None:
    texts = [one.text for one in literals_of('type "draft one", then replace "draft one" with "final"')]
    assert texts.count("draft one") == 1


def test_a_state_is_told_from_a_deed() -> None:
    assert [one.is_state for one in literals_of("make sure that B2 is 42")] == [True]
    assert [one.is_state for one in literals_of("put 42 in B2")] == [False]


@pytest.mark.parametrize("part", ["put 42 in B2, ", "1, ", "a and ", "a.", "the ", "every cat "])
def test_an_endless_request_is_read_as_far_as_it_can_be_and_nothing_accounts_for_the_rest(part: str) -> None:
    *_, last = literals_of(part * 9_000)
    assert (last.role, last.text) == (Role.QUANTIFIER, "all of a request as long as this")


def test_a_quotation_that_is_a_file_is_a_file() -> None:
    (literal,) = literals_of('delete the file "my list.txt"')
    assert literal == Literal(Role.GONE, "my list.txt", Kind.FILE, quoted=True, at=literal.at)


LOOKS: list[tuple[str, list[tuple[str, str, str]]]] = [
    (
        "Turn the bold lines of a.odt into Heading 1",
        [("source", "a.odt", "")] + [("quantifier", "bold lines", ""), ("look", "Heading 1", "")],
    ),
    ("Turn 'Notes' into Heading 2", [("mention", "Notes", ""), ("look", "Heading 2", "")]),
    ("turn the first line into a title", [("look", "title", "")]),
    ("turn the page to landscape", [("look", "landscape", "")]),
    ("turn all dates into ISO format", [("quantifier", "all dates", ""), ("look", "ISO format", "")]),
    ("Change the chart into a pie chart", [("look", "pie chart", "")]),
    ("change red to blue", [("gone", "red", "blue"), ("new", "blue", "red")]),
    ("replace cat by list", [("gone", "cat", "list"), ("new", "list", "cat")]),
    ('change "bold" to "italic"', [("gone", "bold", "italic"), ("new", "italic", "bold")]),
]


@pytest.mark.parametrize(("request_", "expected"), LOOKS)
def test_what_something_becomes_is_no_text_that_replaces_it(
    request_: str, expected: list[tuple[str, str, str]]
) -> None:
    assert sorted((one.role.value, one.text, one.instead_of) for one in literals_of(request_)) == sorted(expected)


def test_the_program_that_something_is_moved_with_is_no_value_of_a_cell() -> None:
    assert told("Move the Anna to berth C3 in piers.csv with Ebbmaster and save.") == [
        ("mention", "C3", "C3"),
        ("source", "piers.csv", ""),
    ]
    assert ("value", "Total", "B2") in told("fill B2 in a.ods with Total")


def test_a_verb_within_a_word_is_no_verb() -> None:
    assert [one.text for one in literals_of("Change the title to Budget 2024")] == ["Budget 2024"]


def test_ends_of_a_way_are_literals_although_their_labels_begin_small() -> None:
    found = literals_of("Book the shortest one-way flight from: RAP to: ICT on 11/16/2016.")
    assert [one.text for one in found] == ["the shortest one-way flight", "RAP", "ICT", "11/16/2016"]
