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
    return [
        f"{outcome.trial}: {outcome.effect}, done {outcome.done}, {outcome.wrong} [{outcome.told}]"
        for outcome in outcomes
    ]


def between(trials: list[Trial]) -> list[Trial]:
    """Those whose fault happens between the look and the act, and not in a race with it."""
    return [trial for trial in trials if trial.when is None]


@pytest.mark.parametrize(
    "toolkit", ["qt6", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("gtk3", "gtk4", "tk"))]
)
@requirement("effect:trials")
async def test_nothing_is_falsely_confirmed_and_no_wrong_control_is_touched(toolkit: str) -> None:
    alike = [] if toolkit == "gtk4" else between(plan(20, 11, (toolkit,), "look_alike"))[:2]
    trials = [*plan(3, 11, (toolkit,), "none"), *plan(5, 11, (toolkit,)), *alike]
    outcomes = await run(trials)
    assert len(outcomes) == len(trials), f"the window of {toolkit} was never shown"
    assert _lines([outcome for outcome in outcomes if outcome.false_confirmed or outcome.wrong]) == []
    assert _lines([outcome for outcome in outcomes if outcome.lost_truth]) == []
    # GTK 4 gives the focus to a box with a click alone, which would work it: keys into one are refused.
    honest = [
        outcome
        for outcome in outcomes
        if outcome.trial.fault == "none" and (toolkit, outcome.trial.kind) != ("gtk4", "keys")
    ]
    assert honest and all(outcome.done for outcome in honest), _lines(honest)
    assert any(outcome.effect == Effect.CONFIRMED for outcome in outcomes)


@pytest.mark.matrix
@requirement("effect:trials")
async def test_a_page_that_misbehaves_is_told_truly_as_well() -> None:
    outcomes = await run([*plan(16, 12, ("page",)), *between(plan(20, 12, ("page",), "look_alike"))[:4]])
    assert len(outcomes) == 20, "the page was never shown"
    pressed = [
        outcome for outcome in outcomes if outcome.trial.kind in ("check", "radio", "toggle", "button") and outcome.done
    ]
    assert pressed and all(outcome.told.startswith("accessibility") for outcome in pressed), _lines(pressed)
    assert _lines([outcome for outcome in outcomes if outcome.false_confirmed or outcome.wrong]) == []


def test_a_plan_tries_every_fault_on_every_kind_as_often_and_is_the_same_for_the_same_seed() -> None:
    all_of_them = pairs(tuple(SUBJECTS))
    trials = plan(2 * len(all_of_them), 3, tuple(SUBJECTS))
    counted = {(item.subject, item.fault, item.kind): 0 for item in trials}
    for trial in trials:
        counted[trial.subject, trial.fault, trial.kind] += 1
    assert set(counted.values()) == {2} and counted.keys() == {
        (subject, fault, kind) for fault, kind, subject in all_of_them
    }
    assert trials == plan(len(trials), 3, tuple(SUBJECTS)) != plan(len(trials), 4, tuple(SUBJECTS))
