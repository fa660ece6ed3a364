"""What the record of a run teaches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ufo.conditions.kinds.file import FilePredicate
from ufo.recipes.experience_of_run import learn
from ufo.recipes.recipe import Experience
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome, RunSummary, SubtaskRecord
from ufo.schema.predicate import Finding, Truth
from ufo.schema.selector import Selector
from ufo.schema.usage import Usage
from ufo.trace.events import Event, ModelAnswered, RoundStarted, RunEnded, RunStarted, StepEnded, SubtaskEnded
from ufo.trace.reader import RunRecord

REQUEST = 'write "Dear Bob" to notes.txt'


def _done(function: str = "click_input", effect: Effect | None = Effect.CONFIRMED, **more: Any) -> ActionCommandInfo:
    selector = Selector(role=more.pop("role", "Button"), name=more.pop("on", "Save"))
    result = more.pop("result", Result(status=ResultStatus.SUCCESS, effect=effect))
    return ActionCommandInfo(function=function, arguments={"id": "1", **more}, selectors={"1": selector}, result=result)


def _failed(error: str, effect: Effect | None = None, **more: Any) -> ActionCommandInfo:
    return _done(result=Result(status=ResultStatus.FAILURE, error=error, effect=effect), **more)


def _step(*actions: ActionCommandInfo, application: str = "editor", **more: Any) -> StepEnded:
    values: dict[str, Any] = {"agent": f"AppAgent/{application}", "state": "CONTINUE", "status": "CONTINUE"}
    return StepEnded(subtask=REQUEST, application=application, actions=actions, **values | more)


def _ended(status: str = "FINISH") -> SubtaskEnded:
    return SubtaskEnded(record=SubtaskRecord(subtask=REQUEST, status=status))


def _learned(
    *events: Event, outcome: RunOutcome = RunOutcome.VERIFIED, model: str = "openai:x"
) -> tuple[Experience, ...]:
    answered = ModelAnswered(agent="AppAgent", model=model, usage=Usage(model_calls=1), seconds=1.0)
    summary = RunSummary(
        outcome=outcome, reason="", answer="", evidence=(), steps=1, usage=Usage(), seconds=1.0, log_path="x"
    )
    started = RunStarted(run_id="r", request=REQUEST, model=model, desktop="x", started="2026-01-01T00:00:00+00:00")
    whole = (started, RoundStarted(round_id=0, request=REQUEST), answered, *events, RunEnded(summary=summary))
    return learn(RunRecord(Path("r"), whole, started, summary, torn=False, doubts=()))


def test_each_application_has_a_part_of_its_own() -> None:
    found = _learned(_step(_done()), _ended(), _step(_done(), application="mail"), _ended())
    assert [(experience.application, experience.part) for experience in found] == [("editor", 1), ("mail", 1)]
    twice = _learned(_step(_done()), _ended(), _step(_done()), _ended())
    assert [experience.part for experience in twice] == [1, 2] and len({experience.key for experience in twice}) == 2


def test_a_failed_try_is_the_lesson_of_the_one_that_worked() -> None:
    (experience,) = _learned(
        _step(_failed("the button 'Save' is off")), _ended("FAIL"), _step(_done(on="Save As")), _ended()
    )
    assert experience.avoid == (
        "click_input() on Button 'Save' failed: the button 'Save' is off; what worked: click_input() on Button 'Save As'",
    )


def test_a_lesson_does_not_tell_how_a_row_is_called() -> None:
    failed = _failed("the row 'Bob Meier, dismissed' is covered by 'Save'", on="Bob Meier, dismissed", role="ListItem")
    (experience,) = _learned(_step(failed), _step(_done(on="Save As")), _ended())
    assert experience.avoid == (
        "click_input() on ListItem '' failed: the row '…' is covered by '…'; what worked: click_input() on Button 'Save As'",
    )


def test_an_action_without_an_effect_and_an_end_claimed_too_early_are_lessons() -> None:
    predicate = FilePredicate(path="notes.txt")
    refuted = Finding(predicate=predicate, truth=Truth.UNSATISFIED, evidence="notes.txt is not there", channel="file")
    early = _step(_done(on="Save"), response={"status": "FINISH"}, findings=(refuted,))
    (experience,) = _learned(
        _step(_done(effect=Effect.SUSPECTED_NOOP, on="Print")), early, _step(_done(on="Yes")), _ended()
    )
    assert experience.avoid == (
        "click_input() on Button 'Print' did nothing; what worked: click_input() on Button 'Save'",
        "it is not done while {{file}} is not there",
    )


def test_what_a_person_did_not_allow_is_no_lesson() -> None:
    (experience,) = _learned(
        _step(_failed("Delete notes.txt?; find another way", Effect.REFUSED)),
        _step(_failed("it needs the person's consent first: Delete notes.txt")),
        _step(_done()),
        _ended(),
    )
    assert experience.avoid == ()


def test_looks_and_places_on_the_screen_are_no_way_to_do_it() -> None:
    (experience,) = _learned(
        _step(_done("read", effect=None), _done("click_on_coordinates", x=0.4, y=0.5), _done(on="Save")), _ended()
    )
    assert [str(action) for action in experience.actions] == ["click_input() on Button 'Save'"]


def test_only_a_verified_run_in_which_a_model_decided_teaches() -> None:
    events = (_step(_done()), _ended())
    assert _learned(*events)
    assert all(
        not _learned(*events, outcome=run_outcome)
        for run_outcome in RunOutcome
        if run_outcome is not RunOutcome.VERIFIED
    )
    assert not _learned(*events, model="builtin")
    assert not _learned(_step(_done())), "the sub-task has not ended"


def test_what_was_typed_and_quoted_is_left_out() -> None:
    (experience,) = _learned(_step(_done("keyboard_input", keys="My password is hunter2"), _done()), _ended())
    assert experience.request == "write '…' to {{file}}"
    assert "hunter2" not in experience.model_dump_json() and "Bob" not in experience.model_dump_json()


def _visits(*path: str, evidence: tuple[str, ...] = ("the window changed",)) -> ActionCommandInfo:
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, evidence=evidence)
    return ActionCommandInfo(function="visit", arguments={"path": path}, result=result)


_WARNS = ("dialog '' opened", "Dialog 'Warning' appeared", "Text 'Not yet.' appeared", "Button 'OK' appeared")
_CLOSES = ("dialog '' closed", "Dialog 'Warning' disappeared", "Text 'Not yet.' disappeared")


def test_what_a_dialog_refused_is_a_lesson_and_no_part_of_the_way() -> None:
    way = (_visits("Sum"), _visits("Close"))
    (experience,) = _learned(_step(_visits("Close", evidence=_WARNS), _visits("OK", evidence=_CLOSES), *way), _ended())
    assert [act.arguments["path"] for act in experience.actions] == [["Sum"], ["Close"]]
    assert experience.avoid == (
        'visit(path=["Close"]) was refused by a dialog; what worked first: visit(path=["Sum"])',
    )


def test_the_whole_way_to_what_was_refused_is_left_out() -> None:
    asks, fills = _visits("Move..."), _visits("Berth")
    refused = (asks, fills, _visits("Done", evidence=_WARNS), _visits("OK", evidence=_CLOSES))
    (experience,) = _learned(_step(*refused, _visits("Loosen"), asks, fills, _visits("Done")), _ended())
    assert [act.arguments["path"] for act in experience.actions] == [["Loosen"], ["Move..."], ["Berth"], ["Done"]]


def test_a_menu_that_was_only_looked_at_is_no_part_of_the_way() -> None:
    looked = [_visits(name, evidence=(f"Menu '{name}' is selected now", "MenuItem 'Sum' appeared")) for name in "AB"]
    (experience,) = _learned(_step(*looked, _visits("A", "Sum")), _ended())
    assert [act.arguments["path"] for act in experience.actions] == [["A", "Sum"]]
    (experience,) = _learned(_step(looked[0], _done(on="Sum", role="MenuItem")), _ended())
    assert len(experience.actions) == 2, "the entry was pressed in the menu that stood open"


def test_a_dialog_that_says_the_same_after_each_act_refused_nothing() -> None:
    saves = (_visits("Save", evidence=_WARNS), _visits("OK", evidence=_CLOSES))
    (experience,) = _learned(_step(*saves, _visits("Next"), *saves), _ended())
    assert len(experience.actions) == 5 and not experience.avoid


def test_a_dialog_whose_button_changed_something_is_part_of_the_way() -> None:
    agreed = _visits("OK", evidence=(*_CLOSES, "Cell 'A1' now shows 'x'"))
    (experience,) = _learned(_step(_visits("Add", evidence=_WARNS), agreed, _visits("Next"), _visits("Add")), _ended())
    assert len(experience.actions) == 4 and not experience.avoid
