from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.requirement import requirement
from tests.trace.sample_run import HOSTILE, write_run
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.evaluation import Complete, Evaluation, SubScore
from ufo.trace.console import ConsoleListener
from ufo.trace.events import Evaluated, Event, StepEnded
from ufo.trace.panels import PanelListener, listener_for

WIDE = "表計算の合計を確かめる👍" * 30


def console(width: int, terminal: bool = True, colours: bool = False) -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    system = "truecolor" if colours else None
    return Console(file=out, width=width, force_terminal=terminal, color_system=system, _environ={}), out  # type: ignore[arg-type]


def told(*events: Event, width: int = 80, colours: bool = False) -> str:
    shown, out = console(width, colours=colours)
    listener = PanelListener(shown)
    for event in events:
        listener.on_event(event)
    return out.getvalue()


def step(**more: object) -> StepEnded:
    return StepEnded.model_validate({"agent": "HostAgent", "state": "CONTINUE", "status": "ASSIGN", "step": 3, **more})


@requirement("presenter:panels")
@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_run_is_framed_step_by_step_and_no_line_is_wider_than_the_terminal(tmp_path: Path, width: int) -> None:
    shown, out = console(width)
    write_run(tmp_path, PanelListener(shown))
    lines = [line for line in out.getvalue().splitlines() if not line.startswith("Log ")]
    assert max(cell_len(line) for line in lines) <= width
    titles = [line for line in lines if line.startswith("╭")]
    assert [title.split(" ")[1] for title in titles] == ["Request", "1", "2", "VERIFIED"]


def test_wide_characters_and_long_words_stay_inside_the_frame() -> None:
    action = ActionCommandInfo(function="set_edit_text", arguments={"text": "x" * 900, "id": "7"})
    text = told(step(response={"thought": WIDE, "plan": ["a/" * 200, WIDE]}, actions=(action,)), width=60)
    lines = text.splitlines()
    assert {cell_len(line) for line in lines} == {60}
    assert all(line[0] + line[-1] in ("╭╮", "││", "╰╯") for line in lines)


def test_what_stands_on_the_screen_neither_styles_nor_steers_the_terminal() -> None:
    hostile = f"{HOSTILE}\x9b31m\r\n\x07"
    text = told(
        step(application=hostile, status=hostile, response={"thought": hostile, "plan": [hostile]}, error=hostile)
    )
    assert "[red]boo[/red]" in text
    assert not {"\x1b", "\x9b", "\x07", "\r", "\u202e"} & set(text)


@requirement("presenter:panels")
def test_a_turn_of_the_host_shows_its_plan_and_what_it_hands_over() -> None:
    said = {"thought": "First the table.", "plan": ["make a chart"], "current_subtask": "extract the table"}
    text = told(step(response=said))
    assert "3 · HostAgent · CONTINUE → ASSIGN" in text
    assert [word in text for word in ("First the table.", "1. make a chart", "extract the table")] == [True] * 3


@requirement("presenter:panels")
def test_colours_tell_agents_apart_and_what_went_wrong() -> None:
    refused = Result(status=ResultStatus.FAILURE, effect=Effect.REFUSED, error="a dialog covers it")
    action = ActionCommandInfo(function="click_input", result=refused)
    host, app = told(step(), colours=True), told(step(agent="AppAgent/calc/soffice", actions=(action,)), colours=True)
    failed = told(step(agent="AppAgent/calc/soffice", error="the window is closed"), colours=True)
    assert "\x1b[34m" in host and "\x1b[36m" in app
    assert "\x1b[31mrefused" in app and "a dialog covers it" in app
    assert "\x1b[31m╭" in failed and "the window is closed" in failed


def test_a_judgement_is_shown_part_by_part() -> None:
    scores = (SubScore(name="saved", evaluation=Complete.NO, reason="no such file"),)
    judged = Evaluation(complete=Complete.NO, sub_scores=scores, model="judge", lowered_from="VERIFIED")
    text = told(Evaluated(request="save it", evaluation=judged))
    assert "it was VERIFIED without it" in text
    assert "saved  no such file" in text


@requirement("presenter:plain")
def test_lines_are_kept_where_there_is_no_terminal_or_they_are_asked_for() -> None:
    piped, _ = console(80, terminal=False)
    screen, _ = console(80)
    assert type(listener_for(piped)) is type(listener_for(screen, plain_lines=True)) is ConsoleListener
    assert type(listener_for(screen)) is PanelListener


def test_a_terminal_that_is_too_narrow_for_panels_gets_lines() -> None:
    assert "╭" not in told(step(response={"thought": "what is next"}), width=59)


@pytest.mark.parametrize("width", [40, 120])
def test_what_whoever_ended_the_work_said_stands_at_the_end_as_unchecked(tmp_path: Path, width: int) -> None:
    shown, out = console(width)
    write_run(tmp_path, listener_for(shown))
    end = " ".join(out.getvalue().partition("VERIFIED")[2].replace("│", " ").split())
    assert "Comment Nearly there. (said by whoever worked, and not checked)" in end
