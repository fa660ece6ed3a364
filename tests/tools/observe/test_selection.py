"""Controls by the ids of the last look."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Window
from ufo.errors import StaleElement
from ufo.schema.geometry import Rect
from ufo.tools.observe.selection import Selection


def field(name: str, label: str | None) -> Selection:
    element = Element(Handle(1, "7", "Edit", name), "Edit", name, Rect(0, 0, 9, 9), frozenset({"enabled"}), label=label)
    selection = Selection()
    selection.controls = {"4": element}
    return selection


def test_a_control_without_a_name_is_called_by_its_label_as_the_list_calls_it() -> None:
    selection = field("", "Name:")
    assert selection.resolve("4", "Name:") is selection.controls["4"]


@pytest.mark.parametrize("called", ["City", "Town:", "where the ship lands", "Ghent", "town"])
def test_each_text_under_which_a_control_is_listed_names_it(called: str) -> None:
    selection = field("City", "Town")
    selection.controls["4"] = replace(selection.controls["4"], description="Where the ship lands", value="Ghent")
    assert selection.resolve("4", called) is selection.controls["4"]


def test_a_long_name_counts_as_the_list_cuts_it() -> None:
    selection = field("A long name that no list shows to its end", None)
    assert selection.resolve("4", "A long name that no… (18 more characters)") is selection.controls["4"]
    with pytest.raises(StaleElement):
        selection.resolve("4", "Another long name… (18 more characters)")


@pytest.mark.parametrize(
    ("name", "label", "called"), [("City", "Town", "Port"), ("", "Name:", "City"), ("", None, "City")]
)
def test_a_control_that_is_called_otherwise_is_refused(name: str, label: str | None, called: str) -> None:
    with pytest.raises(StaleElement, match="name the right one"):
        field(name, label).resolve("4", called)


@pytest.mark.parametrize(
    ("role", "then", "now", "follows"),
    [
        ("Button", "Cart (0)", "Cart (2)", True),
        ("Button", "Delete", "Delete 1 message", True),
        ("TabItem", "notes.txt", "*notes.txt", True),
        ("Button", "Keep", "Delete", False),
        ("Button", "Delete", "Delete all", False),
        ("ListItem", "Offer (1)", "Offer (2)", False),
    ],
)
def test_an_own_act_may_change_the_count_in_a_name_and_nothing_else(
    role: str, then: str, now: str, follows: bool
) -> None:
    old = Element(Handle(1, "7", role, then), role, then, Rect(0, 0, 9, 9))
    new = Element(Handle(2, "7", role, now), role, now, Rect(0, 0, 9, 9))
    selection = Selection()
    selection.number([old])
    selection.note_renamed(old, new)
    assert selection.controls["1"] is (new if follows else old)
    assert selection.resolve("1", then) is selection.controls["1"]


def _look(*parts: tuple[str, str, str, Rect, int]) -> Snapshot:
    elements = tuple(
        Element(Handle(1, str(place), role, name), role, name, rect, value=value or None, depth=depth)
        for place, (role, name, value, rect, depth) in enumerate(parts)
    )
    return Snapshot(1, "1", Rect(0, 0, 400, 200), elements)


def _labels(*parts: tuple[str, str, str, Rect, int]) -> list[str | None]:
    look = _look(*parts)
    return [
        label.label
        for label in with_labels_beside(look.elements, Surroundings(look))
        if label.role not in ("Text", "Paragraph")
    ]


def test_a_field_without_a_name_has_the_label_at_its_left_or_above_it() -> None:
    left, above = Rect(10, 10, 50, 20), Rect(70, 40, 50, 14)
    assert _labels(
        ("Text", "Width:", "", left, 0), ("Spinner", "", "3", Rect(70, 10, 60, 20), 0),
        ("Text", "Town", "", above, 0), ("Edit", "", "", Rect(70, 58, 60, 20), 0),
    ) == ["Width:", "Town"]  # fmt: skip
    assert _labels(("Paragraph", "", "Width: ", left, 0), ("Edit", "", "", Rect(30, 10, 30, 20), 1)) == ["Width:"]


def test_a_text_that_names_another_control_or_is_far_away_is_no_label() -> None:
    text = ("Text", "Width:", "", Rect(10, 10, 50, 20), 0)
    far = ("Edit", "", "", Rect(300, 10, 60, 20), 0)
    assert _labels(text, far) == [None]
    assert _labels(
        text, ("Edit", "Width:", "", Rect(70, 10, 60, 20), 0), ("Edit", "", "", Rect(90, 10, 60, 20), 0)
    ) == [
        None,
        None,
    ]


def _window(number: str) -> Window:
    return Window(number, f"window {number}", Rect(0, 0, 90, 90), 7, "editor", "editor")


def test_once_the_window_that_an_agent_went_to_is_closed_it_is_back_in_the_one_it_was_given() -> None:
    main, settings = _window("1"), _window("2")
    selection = Selection(window=main)
    selection.go_to(settings)
    assert selection.gone_back([main, settings]) is settings
    assert selection.gone_back([main]) is main and selection.window is main


def test_a_given_window_that_is_closed_has_no_other_to_go_back_to() -> None:
    selection = Selection(window=_window("1"))
    assert selection.gone_back([_window("2")]) is None


def test_the_numbers_of_one_window_do_not_hold_in_another() -> None:
    selection = field("City", None)
    selection.window = _window("1")
    selection.go_to(_window("2"))
    assert selection.controls == {}


def test_what_stands_beside_another_label_names_no_field_below_it() -> None:
    to, to_field = ("Text", "to:", "", Rect(10, 10, 20, 14), 0), ("Edit", "to:", "", Rect(34, 10, 90, 14), 0)
    subject, said = (
        ("Text", "subject:", "", Rect(10, 30, 40, 14), 0),
        ("Text", "Cras turpis.", "", Rect(54, 30, 60, 14), 0),
    )
    body = ("Edit", "", "Dear all", Rect(10, 46, 150, 60), 0)
    assert _labels(to, to_field, subject, said, body) == [None, None]
    first, second = ("Text", "First:", "", Rect(10, 10, 40, 14), 0), ("Text", "Last:", "", Rect(80, 10, 40, 14), 0)
    fields = ("Edit", "", "", Rect(10, 26, 60, 14), 0), ("Edit", "", "", Rect(80, 26, 60, 14), 0)
    assert _labels(first, second, *fields) == ["First:", "Last:"]
