"""Controls by the ids of the last look."""

from __future__ import annotations

import pytest

from ufo.commands.observe.selection import Selection
from ufo.desktop.snapshot import Element, Handle
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
