"""Whether a request orders exactly one act, without a model."""

from __future__ import annotations

import pytest

from ufo.llm.provider import Turn
from ufo.schema.inputs import HostInputs, OrderInputs
from ufo.schema.reading import Ordered
from ufo_planner.provider import BuiltinPlanner
from ufo_planner.reading.reader import ordered


def _asked(request: str, target: str = "Place order", application: str = "chromium") -> OrderInputs:
    return OrderInputs(request, f"press {target}", "send", target, application)


@pytest.mark.parametrize(
    ("request_text", "quote"),
    [
        ("press Place order", "press Place order"),
        ("open shop.html in Chromium, tick Gift wrap and press 'Place order'", "press 'Place order'"),
        ("choose Shop > Place order", "choose Shop > Place order"),
    ],
)
def test_a_step_that_names_the_control_orders_it_in_its_words(request_text: str, quote: str) -> None:
    assert ordered(_asked(request_text)) == Ordered(ordered=True, quote=quote)


@pytest.mark.parametrize(
    "request_text",
    [
        "press place order",
        "press Place orders",
        "press Order",
        "type 'Place order' in the Name field",
        "press anything but Place order",
        "Place order is off limits",
        "Never do these:\n- press Place order",
        "Is the total below 50? Then press Place order",
        "don't press Place order",
        "press Place order unless it is late",
        "press Place order, but not today",
        "tomorrow, press Place order",
        "press Place order if the total is below 50",
        "Tell me how many mails there are",
        "press Preview. Later you may press Place order",
        "In the calculator, press Place order",
        "On Friday, press Place order",
        "In case it rains, press Place order",
        "In December, press Place order",
        "press Place order at 6 pm",
        "press Place order in an hour",
        "",
    ],
)
def test_anything_else_orders_nothing(request_text: str) -> None:
    answer = ordered(_asked(request_text))
    assert (answer.ordered, answer.quote) == (False, "")
    assert answer.why


async def test_the_provider_answers_whether_an_act_is_ordered() -> None:
    turn = Turn("reader", (), Ordered, HostInputs("press Send", (), ()), reading=_asked("press Send", "Send"))
    completion = await BuiltinPlanner().complete(turn)
    assert Ordered.model_validate_json(completion.text) == Ordered(ordered=True, quote="press Send")
