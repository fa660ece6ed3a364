"""Effects on applications that misbehave: a short, seeded run of the trials that `python -m bench.faults` does at length."""

from __future__ import annotations

import pytest

from bench.faults import run
from bench.misbehaving.plan import SUBJECTS, Trial, pairs, plan
from bench.misbehaving.trial import Outcome
from tests.requirement import requirement
from ufo.schema.command import Effect

pytestmark = pytest.mark.apps


def _lines(outcomes: list[Outcome]) -> list[str]:
    return [f"{one.trial}: {one.effect}, done {one.done}, {one.wrong} [{one.told}]" for one in outcomes]


def between(trials: list[Trial]) -> list[Trial]:
    """Those whose fault happens between the look and the act, and not in a race with it."""
    return [one for one in trials if one.when is None]


@pytest.mark.parametrize(
    "toolkit", ["qt6", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("gtk3", "gtk4", "tk"))]
)
@requirement("effect:trials")
async def test_nothing_is_falsely_confirmed_and_no_wrong_control_is_touched(toolkit: str) -> None:
    alike = [] if toolkit == "gtk4" else between(plan(20, 11, (toolkit,), "look_alike"))[:2]
    trials = [*plan(3, 11, (toolkit,), "none"), *plan(5, 11, (toolkit,)), *alike]
    outcomes = await run(trials)
    assert len(outcomes) == len(trials), f"the window of {toolkit} was never shown"
    assert _lines([one for one in outcomes if one.false_confirmed or one.wrong]) == []
    assert _lines([one for one in outcomes if one.lost_truth]) == []
    # GTK 4 gives the focus to a box with a click alone, which would work it: keys into one are refused.
    honest = [one for one in outcomes if one.trial.fault == "none" and (toolkit, one.trial.kind) != ("gtk4", "keys")]
    assert honest and all(one.done for one in honest), _lines(honest)
    assert any(one.effect == Effect.CONFIRMED for one in outcomes)


@pytest.mark.matrix
@requirement("effect:trials")
async def test_a_page_that_misbehaves_is_told_truly_as_well() -> None:
    outcomes = await run([*plan(16, 12, ("page",)), *between(plan(20, 12, ("page",), "look_alike"))[:4]])
    assert len(outcomes) == 20, "the page was never shown"
    pressed = [one for one in outcomes if one.trial.kind in ("check", "radio", "toggle", "button") and one.done]
    assert pressed and all(one.told.startswith("accessibility") for one in pressed), _lines(pressed)
    assert _lines([one for one in outcomes if one.false_confirmed or one.wrong]) == []


def test_a_plan_tries_every_fault_on_every_kind_as_often_and_is_the_same_for_the_same_seed() -> None:
    all_of_them = pairs(tuple(SUBJECTS))
    trials = plan(2 * len(all_of_them), 3, tuple(SUBJECTS))
    counted = {(one.subject, one.fault, one.kind): 0 for one in trials}
    for one in trials:
        counted[one.subject, one.fault, one.kind] += 1
    assert set(counted.values()) == {2} and counted.keys() == {
        (subject, fault, kind) for fault, kind, subject in all_of_them
    }
    assert trials == plan(len(trials), 3, tuple(SUBJECTS)) != plan(len(trials), 4, tuple(SUBJECTS))
