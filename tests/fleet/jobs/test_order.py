"""Orders come from a database that others may write: they are read strictly, and hold no secrets."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome, TaskState
from ufo.fleet.jobs.order import Input, TaskOrder
from ufo.runs.plans.plan import Plan

_ORDER = TaskOrder(
    plan=Plan(task="Write a letter"), seed=2, inputs=(Input(name="a.odt", sha256="0" * 64),), secrets=("mail",)
)


def test_an_order_is_read_as_it_was_written() -> None:
    assert TaskOrder.parse(_ORDER.model_dump_json()) == _ORDER


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("unknown", 1),
        ("tries", 0),
        ("tries", 10**9),
        ("priority", 5000),
        ("hold_s", -1),
        ("hold_s", 1e300),
        ("queue", "a+alone"),
        ("exclusive", "../x"),
        ("job_budget", -1),
        ("inputs", [{"name": "../a", "sha256": "0" * 64}]),
        ("inputs", [{"name": "..", "sha256": "0" * 64}]),
        ("inputs", [{"name": "a", "sha256": "0" * 64}] * 2),
        ("inputs", [{"name": "a", "sha256": "x"}]),
        ("plan", {"task": ""}),
        ("mode", "evil"),
    ],
)
def test_an_order_that_no_ufo_has_written_is_refused(name: str, value: object) -> None:
    told = {**json.loads(_ORDER.model_dump_json()), name: value}
    with pytest.raises(ConfigError, match=r"cannot be read \(.*\); it was written by another release of ufo"):
        TaskOrder.parse(json.dumps(told))


@pytest.mark.parametrize("text", ["", "null", "[]", '{"plan": 1}', "[" * 100_000])
def test_what_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        TaskOrder.parse(text)


def test_each_outcome_has_a_state() -> None:
    assert {outcome: AttemptEnd(outcome=outcome).state for outcome in AttemptOutcome}[
        AttemptOutcome.NEEDS_HELP
    ] is TaskState.WAITING
    assert all(isinstance(AttemptEnd(outcome=outcome).state, TaskState) for outcome in AttemptOutcome)


def test_an_end_whose_figures_are_no_numbers_costs_nothing() -> None:
    end = AttemptEnd(outcome=AttemptOutcome.VERIFIED, summary={"cost": "many", "seconds": None})
    assert (end.cost, end.seconds) == (0.0, 0.0)
    with pytest.raises(ConfigError, match="ufo jobs retry does the task again"):
        AttemptEnd.parse(b"{}")
    with pytest.raises(ValidationError):
        AttemptEnd.model_validate({"outcome": "VERIFIED", "more": 1})
