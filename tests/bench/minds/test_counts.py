"""What is counted of a run, on the events that it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.minds import counts
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.usage import Usage
from ufo.secrets.masks import Masks
from ufo.trace.events import Event, ModelAnswered, RunEnded, RunStarted, StepEnded
from ufo.trace.lines import line_of

APP = "AppAgent/notes"


def _action(
    function: str,
    status: ResultStatus = ResultStatus.SUCCESS,
    effect: Effect | None = Effect.CONFIRMED,
    error: str = "",
) -> ActionCommandInfo:
    return ActionCommandInfo(
        function=function, arguments={"id": "4"}, result=Result(status=status, effect=effect, error=error or None)
    )


REFUSED = _action("click_input", ResultStatus.FAILURE, Effect.REFUSED, "it is covered")
SKIPPED = _action("keyboard_input", ResultStatus.SKIPPED, None, "after a failure the rest is left out")


def _step(*actions: ActionCommandInfo, calls: int = 1, errors: int = 0, **more: object) -> StepEnded:
    values = {"agent": APP, "state": "CONTINUE", "status": "CONTINUE", "seconds": 3.0} | more
    usage = Usage(model_calls=calls, input_tokens=3000 * calls, format_errors=errors)
    return StepEnded.model_validate({**values, "actions": actions, "usage": usage})


def _run(folder: Path, events: Sequence[Event], ended: bool = True) -> counts.RunCount:
    started = RunStarted(run_id="r", request="do it", model="hand", desktop="private", started="2026-11-23T10:00:00")
    told: list[Event] = [started, *events]
    used = sum((event.usage for event in events if isinstance(event, StepEnded)), Usage())
    if ended:
        summary = RunSummary(
            outcome=RunOutcome.VERIFIED,
            reason="all holds",
            answer="42",
            evidence=(),
            steps=len(events),
            usage=used,
            seconds=60.0,
            log_path=str(folder),
        )
        told.append(RunEnded(at=60.0, summary=summary))
    (folder / "events.jsonl").write_text("".join(f"{line_of(item, Masks())}\n" for item in told))
    return counts.count(folder)


def test_calls_tokens_and_the_seconds_outside_the_model_are_counted(tmp_path: Path) -> None:
    answered = ModelAnswered(agent=APP, model="m", usage=Usage(model_calls=1, input_tokens=3000), seconds=2.5)
    found = _run(tmp_path, [answered, _step(_action("click_input")), answered, _step(_action("press"))])
    assert (found.outcome, found.answer, found.calls, found.tokens_a_call) == ("VERIFIED", "42", 2, 3000)
    assert (found.seconds, found.own_seconds) == (60.0, 55.0)
    assert found.turn_seconds == (0.5, 0.5)
    assert found.wasted == 0


def test_each_rejected_answer_is_a_wasted_call_beside_what_its_turn_came_to(tmp_path: Path) -> None:
    found = _run(tmp_path, [_step(_action("click_input"), calls=3, errors=2)])
    assert found.turns[0].wasted == (counts.ANSWER_REJECTED, counts.ANSWER_REJECTED)
    assert (found.calls, found.wasted) == (3, 2)


def test_a_refused_turn_says_why_and_what_was_skipped(tmp_path: Path) -> None:
    found = _run(tmp_path, [_step(REFUSED, SKIPPED, SKIPPED)])
    assert found.turns[0].wasted == (counts.REFUSED,)
    assert found.turns[0].why == "click_input: it is covered"
    assert (found.refusals, found.left_out) == (1, 2)


def test_a_turn_that_brought_something_on_is_not_wasted_by_what_was_refused_after(tmp_path: Path) -> None:
    found = _run(tmp_path, [_step(_action("set_edit_text"), REFUSED, SKIPPED)])
    assert found.turns[0].wasted == ()
    assert (found.refusals, found.left_out) == (1, 1)


def test_the_same_failed_actions_again_are_asked_twice(tmp_path: Path) -> None:
    found = _run(tmp_path, [_step(REFUSED), _step(REFUSED)])
    assert [turn.wasted for turn in found.turns] == [(counts.REFUSED,), (counts.ASKED_TWICE,)]


def test_doing_again_what_worked_is_not_asked_twice(tmp_path: Path) -> None:
    found = _run(tmp_path, [_step(_action("next")), _step(_action("next"))])
    assert found.wasted == 0


def test_an_act_that_changed_nothing_and_a_failed_one_are_told_apart(tmp_path: Path) -> None:
    nothing = _action("visit", effect=Effect.SUSPECTED_NOOP)
    failed = _action("read", ResultStatus.FAILURE, None, "no such control")
    found = _run(tmp_path, [_step(nothing), _step(failed)])
    assert [turn.wasted for turn in found.turns] == [(counts.UNCHANGED,), (counts.FAILED,)]


def test_a_turn_without_an_act_is_wasted_unless_it_ends_or_hands_over(tmp_path: Path) -> None:
    found = _run(tmp_path, [_step(), _step(status="FINISH"), _step(agent="HostAgent", status="ASSIGN")])
    assert [turn.wasted for turn in found.turns] == [(counts.NOTHING_DONE,), (), ()]


def test_an_end_that_is_sent_back_and_a_sub_task_given_up_at_once_are_wasted(tmp_path: Path) -> None:
    sent_back = _step(agent="HostAgent", response={"status": "FINISH"})
    found = _run(tmp_path, [_step(status="FAIL"), sent_back, _step(agent="HostAgent", status="FINISH")])
    assert [turn.wasted for turn in found.turns] == [(counts.GIVEN_UP,), (counts.SENT_BACK,), ()]


def test_a_local_decision_wastes_no_call(tmp_path: Path) -> None:
    local = StepEnded(agent=APP, state="CONTINUE", status="CONTINUE", usage=Usage(local_decisions=1))
    found = _run(tmp_path, [local])
    assert found.turns[0].local
    assert found.wasted == 0


def test_what_was_consented_to_is_no_turn_of_its_own_and_counts_in_the_turn_that_chose_it(tmp_path: Path) -> None:
    asked = _step(_action("remove_file", ResultStatus.NONE, None), status="CONFIRM")
    done = _run(tmp_path, [asked, _step(_action("remove_file"), calls=0, consented=True)])
    assert [turn.wasted for turn in done.turns] == [()]
    refused = _run(tmp_path, [asked, _step(REFUSED, calls=0, consented=True)])
    assert [turn.wasted for turn in refused.turns] == [(counts.REFUSED,)]
    declined = _run(tmp_path, [asked])
    assert [turn.wasted for turn in declined.turns] == [()]


def test_a_run_that_was_broken_off_is_counted_by_what_it_left(tmp_path: Path) -> None:
    answered = ModelAnswered(agent=APP, model="m", usage=Usage(model_calls=1, input_tokens=2000), seconds=2.0)
    found = _run(tmp_path, [answered, _step(REFUSED)], ended=False)
    assert (found.outcome, found.calls, found.tokens_a_call, found.wasted) == ("", 1, 2000, 1)
