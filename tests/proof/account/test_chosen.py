"""One of several that a rule singles out: the right one is proved by the values that were shown, another one is refuted."""

from __future__ import annotations

import pytest

from tests.proof.account.looked_at import on, outcome, shown
from ufo.proof.account.verdict import Case, judge
from ufo.proof.acts.deeds import deeds_of, listed_in
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Look
from ufo.schema.action import ActionCommandInfo
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo

_TICKETS = shown(
    "Text: Duration:", "Text: 10h 30m", "Button: Book for $1045", "Text: Duration:", "Text: 14h 10m",
    "Button: Book for $136", "Text: Duration:", "Text: 1h 51m", "Button: Book for $1849",
)  # fmt: skip
_MUGS = shown(
    "Text: Red mug", "Text: €3.10", "Button: Add", "Text: Blue mug", "Text: €5.20", "Button: Add",
    "Text: Blue mug", "Text: €4.90", "Button: Add",
)  # fmt: skip
_CARDS = shown("Button: 7", "Button: 12", "Button: 3", "Text: Done:", "Text: 0")
_MAILS = shown(
    "Text: 2026-03-01", "Hyperlink: Invoice", "Text: 2026-05-11", "Hyperlink: Invoice", "Text: 2025-12-24", "Hyperlink: Invoice"
)  # fmt: skip


def _at(page: list[TargetInfo], number: int) -> TargetInfo:
    """The control that can be pressed, by its number among those."""
    return [one for one in page if one.type in ("Button", "Hyperlink", "ListItem")][number]


@pytest.mark.parametrize(
    ("request_", "page", "number"),
    [
        ("Buy the ticket with the longest duration.", _TICKETS, 1),
        ("Book the shortest one-way flight.", _TICKETS, 2),
        ("Book the cheapest ticket.", _TICKETS, 1),
        ("Book the most expensive flight.", _TICKETS, 2),
        ("Add the cheapest mug.", _MUGS, 0),
        ("Add the cheapest blue mug.", _MUGS, 2),
        ("Click on the card with the greatest number.", _CARDS, 1),
        ("Open the newest invoice.", _MAILS, 1),
        ("Open the oldest invoice.", _MAILS, 2),
    ],
)
def test_only_the_one_that_is_meant_is_verified(request_: str, page: list[TargetInfo], number: int) -> None:
    for one in range(3):
        ended = outcome(request_, page, [on(_at(page, one))])
        assert (ended is RunOutcome.VERIFIED) is (one == number), (one, ended)


@pytest.mark.parametrize(
    ("request_", "page"),
    [
        ("Book the ticket with the best rating.", _TICKETS),
        ("Book the ticket with the highest rating.", _TICKETS),
        ("Delete the cheapest ticket.", [*_TICKETS[:4], *shown("Button: Delete", "Button: Star")[1:], *_TICKETS[4:]]),
        ("Book the cheapest ticket.", shown("Button: Book for $136", "Button: Book for $136")),
        ("Book the ticket with the longest duration.", [*_TICKETS[:1], *_TICKETS[3:]]),
        (
            "Open the newest invoice.",
            shown("Text: 2026-03-01", "Hyperlink: Invoice", "Text: 9:30 AM", "Hyperlink: Invoice"),
        ),
    ],
)
def test_what_cannot_be_told_apart_stays_unverified(request_: str, page: list[TargetInfo]) -> None:
    for one in (one for one in page if one.type in ("Button", "Hyperlink")):
        assert outcome(request_, page, [on(one)]) is RunOutcome.COMPLETED_UNVERIFIED


def test_what_is_out_of_sight_may_be_the_one_that_is_meant() -> None:
    acts = [on(_at(_TICKETS, 1))]
    assert outcome("Book the cheapest ticket.", _TICKETS, acts, is_whole=False) is RunOutcome.COMPLETED_UNVERIFIED


def test_a_wrong_one_before_the_right_one_is_not_verified() -> None:
    acts = [on(_at(_TICKETS, 0)), on(_at(_TICKETS, 1))]
    assert outcome("Book the cheapest ticket.", _TICKETS, acts) is RunOutcome.COMPLETED_UNVERIFIED


@pytest.mark.parametrize(
    ("request_", "order"),
    [
        ("Click on the numbers in ascending order.", [2, 0, 1]),
        ("Click on the numbers in descending order.", [1, 0, 2]),
    ],
)
def test_presses_in_an_order_are_each_held_against_it(request_: str, order: list[int]) -> None:
    acts = [on(_at(_CARDS, one)) for one in order]
    assert outcome(request_, _CARDS, acts) is RunOutcome.VERIFIED
    assert outcome(request_, _CARDS, acts[::-1]) is RunOutcome.COMPLETED_UNVERIFIED
    assert outcome(request_, _CARDS, acts[:-1]) is RunOutcome.COMPLETED_UNVERIFIED


def test_numbers_that_are_hidden_after_the_first_press_are_known_by_their_places() -> None:
    """Memory games cover what they showed."""
    first = shown("Text: 7", "Text: 12", "Text: 3")
    later = shown("Image: card", "Image: card", "Image: card")
    whole = "On the page that is open in Chromium: Click on the numbers in ascending order."
    for order, wanted in (([3, 1, 2], RunOutcome.VERIFIED), ([3, 2, 1], RunOutcome.COMPLETED_UNVERIFIED)):
        acts = [on(first[order[0]]), *(on(later[one]) for one in order[1:])]
        looks = (Look(listed_in(first), 0, 1, True), Look(listed_in(later), 1, 3, True))
        case = Case(Contract(whole, literals_of(whole)), (), deeds_of(acts), (), (), by_model=True, looks=looks)
        assert judge(case)[0] is wanted


_LIST = shown("ListItem: 51", "ListItem: 22", "ListItem: 96", "ListItem: 68", "Button: Submit")
_SORT = "Sort the numbers in increasing order, then press Submit."


def _dragged(page: list[TargetInfo], number: int, to: int) -> ActionCommandInfo:
    one = _at(page, number)
    return on(
        one,
        "drag_control",
        f"ListItem '{one.name}' is number {to} of the 4 shown, counted from 1",
        to={"id": "1", "name": "51"},
    )


def test_a_list_that_was_dragged_into_order_is_verified_and_another_order_is_not() -> None:
    submit = on(_LIST[-1])
    right = [_dragged(_LIST, 1, 1), _dragged(_LIST, 3, 3), submit]
    assert outcome(_SORT, _LIST, right) is RunOutcome.VERIFIED
    for wrong in ([right[0], submit], [_dragged(_LIST, 1, 1), _dragged(_LIST, 2, 2), submit], [submit]):
        assert outcome(_SORT, _LIST, wrong) is RunOutcome.COMPLETED_UNVERIFIED


@pytest.mark.parametrize(("place", "number"), [("1st position", 1), ("last position", 4), ("position 3", 3)])
def test_an_item_must_stand_at_the_place_that_the_request_tells(place: str, number: int) -> None:
    for to in range(1, 5):
        acts = [_dragged(_LIST, 2, to)]
        ended = outcome(f"Drag 96 to the {place}.", _LIST, acts)
        assert (ended is RunOutcome.VERIFIED) is (to == number), to
    other = [
        on(_LIST[2], "drag_control", f"ListItem '22' is number {number} of the 4 shown", to={"id": "3", "name": "96"})
    ]
    assert outcome(f"Drag 96 to the {place}.", _LIST, other) is RunOutcome.COMPLETED_UNVERIFIED


def _grid(columns: int, count: int) -> list[TargetInfo]:
    """Items that stand in rows of so many."""
    page = shown(*(f"ListItem: item{number}" for number in range(1, count + 1)))
    return [
        one.model_copy(
            update={"rect": (10 + 50 * (at % columns), 100 + 30 * (at // columns), 50 + 50 * (at % columns), 120)}
        )
        if at >= 0
        else one
        for at, one in enumerate(page, -1)
    ]


@pytest.mark.parametrize(
    ("place", "number"), [("bottom center", 8), ("top left", 1), ("middle right", 6), ("center", 5), ("top-middle", 2)]
)
def test_a_place_in_a_grid_is_known_by_where_its_items_stand(place: str, number: int) -> None:
    page = _grid(3, 9)
    for to in range(1, 10):
        said = f"ListItem 'item7' is number {to} of the 9 shown, counted from 1"
        acts = [on(page[7], "drag_control", said, to={"id": "1", "name": "item1"})]
        ended = outcome(f"Drag item7 to the {place}.", page, acts)
        assert (ended is RunOutcome.VERIFIED) is (to == number), to


@pytest.mark.parametrize(("columns", "count"), [(2, 8), (3, 8)])
def test_a_grid_without_a_middle_or_with_a_gap_has_no_such_place(columns: int, count: int) -> None:
    page = _grid(columns, count)
    for to in range(1, count + 1):
        said = f"ListItem 'item7' is number {to} of the {count} shown, counted from 1"
        acts = [on(page[7], "drag_control", said, to={"id": "1", "name": "item1"})]
        assert outcome("Drag item7 to the bottom center.", page, acts) is not RunOutcome.VERIFIED
