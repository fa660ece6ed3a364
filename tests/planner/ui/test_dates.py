from __future__ import annotations

import pytest

from tests.planner.stage import Stage, control, play
from ufo.planner.intents import ControlPhrase, TypeInto


def _form() -> Stage:
    """As Chromium shows a field for a date."""
    return Stage(
        controls=[
            control(f"{unit} Arrival", "Spinner", at=(40 * n, 0), states=("editable",), path=("Arrival",))
            for n, unit in enumerate(("Month", "Day", "Year"))
        ]
    )


@pytest.mark.parametrize(
    "said", ["2025-12-04", "4.12.2025", "04. 12. 2025", "4 December 2025", "the 4th of Dec 2025", "December 4, 2025"]
)
def test_a_date_is_written_part_by_part_whatever_their_order_on_the_screen(said: str) -> None:
    stage = _form()

    run = play(stage, TypeInto("set", "", said, ControlPhrase("Arrival"), replace=True))

    assert run.status == "FINISH"
    keys = {one["name"]: one["keys"] for one in stage.done("keyboard_input")}
    assert keys == {"Month Arrival": "12", "Day Arrival": "04", "Year Arrival": "2025"}


def test_a_date_that_can_be_read_in_two_ways_is_asked_about() -> None:
    stage = _form()

    assert play(stage, TypeInto("set", "", "3/4/2025", ControlPhrase("Arrival"), replace=True)).status == "PENDING"
    assert stage.log == []
