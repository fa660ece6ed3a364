"""Requests that ask for nothing but an application."""

from __future__ import annotations

import pytest

from tests.known_tools import facts
from ufo.proof.account.opened_application import opened_what_it_names
from ufo.proof.request.model import Deed
from ufo.schema.predicate import Finding, Truth, WindowPredicate


def window(title: str, *, stale: bool = False) -> Finding:
    predicate = WindowPredicate(title=title)
    return Finding(predicate=predicate, truth=Truth.SATISFIED, evidence="it is open", channel="windows", stale=stale)


@pytest.mark.parametrize(
    ("request_", "title"),
    [
        ("open mousepad", "Untitled 1 - Mousepad"),
        ("Please open the calculator.", "Calculator"),
        ("start LibreOffice Calc for me", "Untitled 1 - LibreOffice Calc"),
        ("switch to Mousepad", "notes.txt - Mousepad"),
    ],
)
def test_an_application_that_came_to_be_open_is_what_was_asked_for(request_: str, title: str) -> None:
    assert opened_what_it_names(request_, [window(title)], [])


@pytest.mark.parametrize(
    ("request_", "found"),
    [
        ("open mousepad", [window("Calculator")]),
        ("open mousepad", [window("Untitled 1 - Mousepad", stale=True)]),
        ("open mousepad", []),
        ("open mousepad and tidy up", [window("Untitled 1 - Mousepad")]),
        ("tidy up Mousepad", [window("Untitled 1 - Mousepad")]),
    ],
)
def test_another_window_an_old_one_and_more_than_opening_are_not(request_: str, found: list[Finding]) -> None:
    assert not opened_what_it_names(request_, found, [])


def test_what_was_launched_by_the_name_of_the_request_may_be_called_otherwise() -> None:
    launch = Deed(facts=facts("launch_application"), said="file manager")
    assert opened_what_it_names("open the file manager", [window("Documents")], [launch])
    assert not opened_what_it_names("open the terminal", [window("Documents")], [launch])
