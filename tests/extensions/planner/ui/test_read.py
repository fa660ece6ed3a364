from __future__ import annotations

import pytest

from tests.extensions.planner.stage import Stage, control, play
from ufo_planner.intents import ControlPhrase, ReadValue


def _told(stage: Stage, name: str) -> str:
    return play(stage, ReadValue(f"read {name}", "", ControlPhrase(name))).result


@pytest.mark.parametrize("place", [{"at": (112, 12), "size": (60, 16)}, {"at": (300, 10)}])
def test_a_caption_tells_what_stands_in_it_or_next_on_its_line(place: dict[str, tuple[int, int]]) -> None:
    stage = Stage(
        controls=[
            control("", "Paragraph", value="Confirmation: ", at=(10, 10), size=(200, 20)),
            control("Place order", "Button", at=(220, 10), size=(40, 20)),
            control("Order 35 for Bo", "Text", **place),
            control("Order 36 for Al", "Text", at=(10, 40)),
        ]
    )

    assert _told(stage, "confirmation") == "Order 35 for Bo"


def test_a_caption_with_nothing_after_it_on_its_line_is_told_as_it_is() -> None:
    stage = Stage(
        controls=[
            control("Confirmation:", "Text", at=(10, 10)),
            control("Order 36 for Al", "Text", at=(10, 40)),
        ]
    )

    assert _told(stage, "confirmation") == "Confirmation:"
