"""What counts as the same name, and as a slip of the person who wrote it."""

from __future__ import annotations

import pytest

from ufo.proof.request.match import gives_look, is_misspelt
from ufo.schema.predicate import DocumentPredicate


@pytest.mark.parametrize(
    ("wanted", "said", "is_slip"),
    [
        ("minuts.odt", "/home/ada/minutes.odt", True),
        ("Calender", "press Calendar", True),
        ("report1.odt", "report2.odt", False),
        ("Anna", "Anne", False),
        ("invoice.ods", "letter.ods", False),
        ("better.odt", "letter.odt", False),
        ("", "anything", False),
    ],
)
def test_a_name_that_is_spelt_nearly_so_is_a_slip_unless_it_is_short_or_its_figures_differ(
    wanted: str, said: str, is_slip: bool
) -> None:
    assert is_misspelt(wanted, [said]) is is_slip


@pytest.mark.parametrize(
    ("words", "stated", "is_given"),
    [
        ("Heading 1", {"property": "heading level", "value": "1"}, True),
        ("headings of level 2", {"property": "heading level", "value": "1"}, False),
        ("blue", {"property": "highlight", "value": "#0000ff"}, True),
        ("blue", {"property": "highlight", "value": "red"}, False),
        ("italics", {"property": "italic", "value": "on"}, True),
        ("italics", {"property": "italic", "value": "off"}, False),
        ("landscape", {"property": "page orientation", "value": "landscape"}, True),
        ("table", {"property": "table of contents", "value": "on"}, False),
        ("pie chart", {"chart": "pie"}, True),
        ("pie chart", {"chart": "any"}, False),
    ],
)
def test_a_look_is_given_by_the_condition_that_states_it(words: str, stated: dict[str, str], is_given: bool) -> None:
    assert gives_look(words, DocumentPredicate.model_validate({"path": "/x/a.odt", **stated})) is is_given
