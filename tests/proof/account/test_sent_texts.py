"""What a form held when it was sent makes good what no page shows any more; a name that it lacks keeps the run unproved."""

from __future__ import annotations

import pytest

from tests.proof.account.looked_at import REACTED
from tests.proof.account.test_named_acts import pressed
from tests.proof.account.test_sent_fields import fields, wrote
from tests.proof.account.test_sent_form import sends
from ufo.proof.account.sent_texts import names_left_out, texts_sent
from ufo.proof.acts.deeds import deeds_of
from ufo.proof.conditions.withdrawn import not_made_good
from ufo.proof.request.model import Seen
from ufo.schema.form import Form, FormPart
from ufo.schema.predicate import Finding, PagePredicate, Truth

_ORDER = "Buy a mug in Chromium, deliver to Ida Berg, Hauptstraße 5, Linz, and tell me the order number."


def _taken_back(text: str) -> Finding:
    stated = PagePredicate(page="Shop", contains=text)
    return Finding(
        predicate=stated, truth=Truth.UNSATISFIED, evidence="not shown", channel="devtools", withdrawn="it was sent"
    )


@pytest.mark.parametrize(
    ("sent", "text", "is_good"),
    [
        ({"Name": "Ida Berg", "Street": "Hauptstraße 5"}, "Ida Berg", True),
        ({"Name": "Ida Borg", "Street": "Hauptstraße 5"}, "Ida Berg", False),
        ({"Name": "Ida Berg", "Day": "2026-12-24"}, "24 December 2026", True),
        ({"Name": "Ida Berg", "Day": "2026-12-23"}, "24 December 2026", False),
        ({"Name": "", "Street": ""}, "Ida Berg", False),
    ],
)
def test_a_text_that_the_form_held_makes_good_what_the_next_page_does_not_show(
    sent: dict[str, str], text: str, is_good: bool
) -> None:
    deeds = deeds_of([*(wrote(name, one) for name, one in sent.items()), sends(fields(**sent))])
    assert (not_made_good([_taken_back(text)], texts_sent(deeds)) == "") is is_good
    refused = deeds_of([sends(fields(**sent), "Text 'This is not valid' appeared")])
    assert not_made_good([_taken_back(text)], texts_sent(refused))
    in_part = deeds_of([sends(fields(**sent), is_whole=False)])
    assert not_made_good([_taken_back(text)], texts_sent(in_part))


@pytest.mark.parametrize(
    ("sent", "left_out"),
    [
        ({"Name": "Ida Berg", "Street": "Hauptstraße 5", "City": "Linz"}, ()),
        ({"Name": "Ida Borg", "Street": "Hauptstraße 5", "City": "Linz"}, ("Berg",)),
        ({"Name": "Ida Berg", "City": "Linz"}, ("Hauptstraße",)),
    ],
)
def test_a_name_of_the_request_that_was_not_sent_is_told(sent: dict[str, str], left_out: tuple[str, ...]) -> None:
    deeds = deeds_of([*(wrote(name, one) for name, one in sent.items()), sends(fields(**sent))])
    assert names_left_out(_ORDER, deeds, ()) == left_out
    shown = [Seen("Ida Berg lives in Hauptstraße")]
    assert names_left_out(_ORDER, deeds, shown) == ()


@pytest.mark.parametrize(
    ("sent", "left_out"),
    [
        ({"Name": "Ida Berg", "Date": "2026-12-24"}, ()),
        ({"Name": "Ida Berg", "Day": "24", "Month": "12", "Year": "2026"}, ()),
        ({"Name": "Ida Berg", "Date": "2026-11-24"}, ("December",)),
    ],
)
def test_the_name_of_a_month_was_sent_with_its_day(sent: dict[str, str], left_out: tuple[str, ...]) -> None:
    deeds = deeds_of([*(wrote(name, one) for name, one in sent.items()), sends(fields(**sent))])
    assert names_left_out("Deliver it to Ida Berg on 24 December 2026", deeds, ()) == left_out


@pytest.mark.parametrize(
    ("after", "is_good"), [("No thanks", True), ("Cancel order", False), ("Delete account", False)]
)
def test_putting_away_an_offer_of_the_next_page_takes_nothing_back(after: str, is_good: bool) -> None:
    sent = {"Name": "Ida Berg", "Street": "Hauptstraße 5"}
    last = pressed(after, REACTED)
    address = FormPart(role="Edit", name="Address and search bar", value="shop.example/done")
    search = FormPart(role="Edit", name="Search")
    last = last.model_copy(update={"result": last.result.model_copy(update={"form": Form(parts=(address, search))})})
    searched = wrote("Search", "mug")
    form = [*fields(**sent), search]
    deeds = deeds_of([searched, *(wrote(name, one) for name, one in sent.items()), sends(form), last])
    assert (not_made_good([_taken_back("Ida Berg")], texts_sent(deeds)) == "") is is_good
