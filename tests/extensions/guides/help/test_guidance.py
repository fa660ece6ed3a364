from __future__ import annotations

import pytest

from ufo.errors import UnreadableDocument
from ufo.knowledge.index.values import Section
from ufo_guides.help.formats import read_guidance


def test_the_described_systems_form_is_a_request_with_its_steps() -> None:
    data = (
        b'{"application": "powerpoint", "request": "Add a slide", "guidance": ["Choose Insert.", "Click New Slide."]}'
    )
    page = read_guidance(data, "x.json")
    assert page.application == "powerpoint"
    assert page.sections == (Section(("Add a slide",), "1. Choose Insert.\n2. Click New Slide."),)


def test_a_list_of_them_is_read_and_one_step_may_be_a_text() -> None:
    data = b'[{"request": "A", "guidance": "do a"}, {"request": "B", "guidance": ["do b"]}]'
    assert read_guidance(data, "x.json").sections == (Section(("A",), "do a"), Section(("B",), "do b"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b'{"request": "A"}', "holds no help"),
        (b'[1, "x"]', "holds no help"),
        (
            b'[{"application":"a","request":"A","guidance":[]},{"application":"b","request":"B","guidance":[]}]',
            "several",
        ),
    ],
)
def test_other_json_is_refused_with_the_reason(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableDocument, match=words):
        read_guidance(data, "x.json")
