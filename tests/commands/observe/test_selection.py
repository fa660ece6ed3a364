"""Controls by the ids of the last look."""

from __future__ import annotations

import pytest

from ufo.commands.observe.selection import Selection
from ufo.desktop.snapshot import Element, Handle
from ufo.desktop.values import Window
from ufo.errors import StaleElement
from ufo.schema.geometry import Rect


def field(name: str, label: str | None) -> Selection:
    element = Element(Handle(1, "7", "Edit", name), "Edit", name, Rect(0, 0, 9, 9), frozenset({"enabled"}), label=label)
    selection = Selection()
    selection.controls = {"4": element}
    return selection


def test_a_control_without_a_name_is_called_by_its_label_as_the_list_calls_it() -> None:
    selection = field("", "Name:")
    assert selection.resolve("4", "Name:") is selection.controls["4"]


@pytest.mark.parametrize(
    ("name", "label", "called"), [("City", "Town", "Town"), ("", "Name:", "City"), ("", None, "City")]
)
def test_a_control_that_is_called_otherwise_is_refused(name: str, label: str | None, called: str) -> None:
    with pytest.raises(StaleElement, match="name the right one"):
        field(name, label).resolve("4", called)


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
