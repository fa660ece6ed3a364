from __future__ import annotations

import pytest

from ufo.schema.action import ActionCommandInfo
from ufo.schema.predicate import FilePredicate, Finding, Truth
from ufo.sessions.named import left_out


@pytest.mark.parametrize(
    ("request_", "lacking"),
    [
        ('write "Milk and bread" in list.txt', ()),
        ("write \u201cMilk and eggs\u201d in list.txt.", ("Milk and eggs",)),
        ("mail it to ana@b.example", ("ana@b.example",)),
        ("save it as other.ods", ("other.ods",)),
        ("press \"12+7\" and don't close the dog's window, it is e.g. Node.js v1.2", ()),
        ("open report.odt", ()),
    ],
)
def test_what_a_request_names_letter_for_letter_must_have_been_dealt_with(
    request_: str, lacking: tuple[str, ...]
) -> None:
    acts = [
        ActionCommandInfo(function="keyboard_input", arguments={"keys": "Milk{SPACE}{VK_SHIFT}and{ENTER}"}),
        ActionCommandInfo(function="set_edit_text", arguments={"name": "Report - Writer", "text": "milk  and bread"}),
        *[ActionCommandInfo(function="click_input", arguments={"id": "", "name": one}) for one in "12+7"],
    ]
    held = FilePredicate(path="/tmp/list.txt")
    finding = Finding(predicate=held, truth=Truth.SATISFIED, evidence="", channel="file")
    assert left_out(request_, acts, [finding], "") == lacking
