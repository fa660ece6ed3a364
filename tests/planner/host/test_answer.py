"""What a person is told of what was done: no words of a plan."""

from __future__ import annotations

import pytest

from ufo.planner.host.answer import what_was_done
from ufo.planner.host.tasks import Question, tasks_of
from ufo.planner.parse.parse import parse


@pytest.mark.parametrize(
    ("request_text", "told"),
    [
        ("sort staff.xlsx by Name", "Done in staff.xlsx: sorted the table by Name, saved it."),
        ("delete rows 3 to 5 in stock.ods", "Done in stock.ods: deleted 3 rows from row 3 on, saved it."),
        ("delete the row with Shelf from stock.ods", 'Done in stock.ods: deleted the row Shelf, saved it.'),
        ("rename Sheet1 to Costs in a.ods", 'Done in a.ods: renamed the sheet "Sheet1" to "Costs", saved it.'),
        ("append 'buy stamps' to todo.txt", 'Done in todo.txt: wrote "buy stamps", saved it.'),
        ("make row 1 of stock.ods bold", "Done in stock.ods: formatted row 1: bold on, saved it."),
        ("set the price of the lamp to 5 in a.ods", 'Done in a.ods: set "price" of "lamp" to "5", saved it.'),
        ("replace Monday with Friday in a.odt", 'Done in a.odt: replaced "Monday" with "Friday", saved it.'),
        ("in mousepad type hello", 'Done in mousepad: wrote "hello".'),
        ("on x.org set Password to s3 and tick Me", 'Done: opened x.org; in the browser: filled in "Password", ticked "Me".'),
        ("open mousepad", "Done: opened mousepad."),
    ],
)  # fmt: skip
def test_what_was_done_is_told_in_plain_words(request_text: str, told: str) -> None:
    tasks = tasks_of(parse(request_text), ())
    assert not isinstance(tasks, Question)
    assert what_was_done(tasks) == told
