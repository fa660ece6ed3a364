"""Where the next sub-task goes without asking a model, and when the model is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ufo.conditions.table import read_condition
from ufo.runs.sessions.next_subtask import next_subtask
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Result, ResultStatus
from ufo.schema.inputs import HostInputs
from ufo.schema.response import HostAgentResponse
from ufo.schema.subtasks import SubtaskGraph, SubtaskNode
from ufo.schema.target import TargetInfo, TargetKind
from ufo_planner.places import ENGLISH

INSTALLED = ("Mousepad", "LibreOffice Writer", "LibreOffice Calc", "Calculator")
AGENT = TargetInfo(kind=TargetKind.THIRD_PARTY_AGENT, name="FilesAgent", id="9")


def window(name: str, number: int, app: str = "mousepad", left: int = 0) -> TargetInfo:
    place = (left, 0, left + 100, 100)
    return TargetInfo(kind=TargetKind.WINDOW, name=name, id=str(number), app_root=app, process=app, rect=place)


ONE = window("a.txt - Mousepad", 0)
TWO = window("b.txt - Mousepad", 1, left=200)
CALC = window("Untitled 1 - LibreOffice Calc", 2, "libreoffice-calc")


def decided(targets: tuple[TargetInfo, ...], application: str = "", **more: Any) -> HostAgentResponse | None:
    own = {name: more.pop(name) for name in ("text", "target", "expect") if name in more}
    node = SubtaskNode(id="x", application=application, **{"text": "Write it down", **own})
    inputs = HostInputs(
        request="do it",
        targets=targets,
        statuses=("CONTINUE", "ASSIGN"),
        applications=more.pop("applications", INSTALLED),
        subtasks=SubtaskGraph(nodes=(node,)),
        **more,
    )
    return next_subtask(inputs, ENGLISH)


def place(answer: HostAgentResponse | None) -> str | None:
    assert answer is None or answer.status == "ASSIGN"
    return answer.arguments["id"] if answer is not None else None


@pytest.mark.parametrize(
    ("application", "where"),
    [
        ("a.txt - Mousepad", "0"),
        ("b.txt", "1"),
        ("LibreOffice Calc", "2"),
        ("spreadsheet", "2"),
        ("filesagent", "9"),
        ("Mousepad", None),
    ],
)
def test_the_one_open_place_of_a_name_is_taken_and_of_two_none(application: str, where: str | None) -> None:
    assert place(decided((ONE, TWO, CALC, AGENT), application)) == where


def test_an_application_is_open_whose_full_name_says_more_than_its_window(tmp_path: Path) -> None:
    shown = window("My adverts - Chromium", 4, "chromium")
    assert place(decided((shown, CALC), "Chromium Web Browser", applications=("Chromium Web Browser",))) == "4"


@pytest.mark.parametrize(
    ("application", "opens"),
    [("Calculator", "Calculator"), ("report.odt", None), ("/home/a/notes", None), ("Photoshop", None)],
)
def test_an_application_that_is_not_open_is_opened_and_a_document_is_the_models(
    application: str, opens: str | None
) -> None:
    answer = decided((ONE,), application)
    assert (answer.arguments["name"] if answer is not None else None) == opens
    assert answer is None or (answer.status, answer.current_subtask) == ("CONTINUE", "Write it down")


@pytest.mark.parametrize(
    ("targets", "where"),
    [
        ((window("*a.txt - Mousepad", 5), TWO), "5"),
        ((window("c.txt - Mousepad", 5),), "5"),
        ((window("c.txt - Mousepad", 5), TWO), None),
        ((window("a.txt - Mousepad", 5), window("a.txt - Mousepad", 6, left=300)), "5"),
        ((CALC,), None),
    ],
)
def test_a_window_that_was_named_by_its_id_is_found_again_or_nothing_is(
    targets: tuple[TargetInfo, ...], where: str | None
) -> None:
    assert place(decided(targets, "0", target=ONE)) == where


def test_without_an_application_the_text_must_name_one_that_is_open() -> None:
    assert place(decided((ONE, CALC), text="In Calc, sum up column B")) == "2"
    assert decided((ONE, CALC), text="Sum it up") is None
    assert decided((ONE,), text="In Calc, sum up column B") is None


def test_after_a_launch_its_window_is_taken_and_it_is_not_launched_twice() -> None:
    last = HostAgentResponse(
        observation="o", thought="t", status="CONTINUE", current_subtask="Write it down", function="launch_application"
    )
    shown = {"window_info": {"name": TWO.name, "app_root": "mousepad"}}
    for value, where in ((shown, "1"), ({}, None)):
        result = Result(status=ResultStatus.SUCCESS, result=value)
        done = ActionCommandInfo(function="launch_application", arguments={"name": "Mousepad"}, result=result)
        targets = (ONE, TWO) if value else ()
        assert place(decided(targets, "Mousepad", last_answer=last, actions=(done,))) == where


def test_what_failed_to_be_handed_over_is_the_models_and_another_sub_tasks_failure_is_not() -> None:
    last = HostAgentResponse(observation="o", thought="t", status="ASSIGN", current_subtask="Write it down")
    assert decided((CALC,), "Calc", last_answer=last, feedback="the window is closed") is None
    other = last.model_copy(update={"current_subtask": "Read it"})
    assert place(decided((CALC,), "Calc", last_answer=other, feedback="sub-task failed: no")) == "2"


def test_an_application_is_opened_with_the_one_file_that_its_sub_task_names(tmp_path: Path) -> None:
    for name in ("plan.ods", "march plan.ods", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    opened = {
        "Put the prices into Plan.ods and save it": ["plan.ods"],
        "Put the prices into march plan.ods": ["march plan.ods"],
        "Put the prices into new.ods": None,
        "Put the prices into myplan.ods": None,
        "Put the prices into a new sheet": None,
    }
    for text, files in opened.items():
        answer = decided((), "LibreOffice Calc", text=text, working_folder=str(tmp_path))
        assert answer is not None and answer.function == "launch_application"
        assert answer.arguments.get("arguments") == files, text
    several = "Put the prices of notes.txt into plan.ods"
    assert decided((), "LibreOffice Calc", text=several, working_folder=str(tmp_path)) is None


def test_of_several_files_that_are_named_the_one_that_the_conditions_are_about_is_opened(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    for name in ("form.docx", "reminder.docx", "letters/writ.docx"):
        (tmp_path / name).write_bytes(b"")
    opened = {
        "Fill in reminder.docx; form.docx stays as it is": "reminder.docx",
        "Fill in letters/writ.docx; form.docx and reminder.docx stay as they are": "letters/writ.docx",
    }
    for text, path in opened.items():
        expect = (read_condition({"on": "document", "path": path, "paragraph": "Due on 12 June"}),)
        answer = decided((), "LibreOffice Writer", text=text, expect=expect, working_folder=str(tmp_path))
        assert answer is not None and answer.arguments["arguments"] == [path]


def test_an_application_is_opened_with_the_file_that_its_sub_task_names_in_any_script(tmp_path: Path) -> None:
    (tmp_path / "名单.txt").write_text("x", "utf-8")
    answer = decided((), "Mousepad", text="给名单.txt里的每个名字编号", working_folder=str(tmp_path))
    assert answer is not None and answer.arguments == {"name": "Mousepad", "arguments": ["名单.txt"]}


def test_a_window_of_the_application_is_taken_only_where_it_shows_the_file_that_the_sub_task_names(
    tmp_path: Path,
) -> None:
    (tmp_path / "costs.ods").write_bytes(b"")
    text = "Put 42 into B2 of costs.ods"
    shown = window("costs.ods - LibreOffice Calc", 5, "libreoffice-calc")
    assert decided((CALC,), "LibreOffice Calc", text=text, working_folder=str(tmp_path)) is None
    other = window("wages.ods - LibreOffice Calc", 6, "libreoffice-calc")
    assert decided((CALC, other), "LibreOffice Calc", text=text, working_folder=str(tmp_path)) is None
    opened = decided((other,), "LibreOffice Calc", text=text, working_folder=str(tmp_path))
    assert opened is not None and opened.arguments == {"name": "LibreOffice Calc", "arguments": ["costs.ods"]}
    assert place(decided((CALC, shown), "LibreOffice Calc", text=text, working_folder=str(tmp_path))) == "5"
    assert place(decided((CALC,), "LibreOffice Calc", text="Put 42 into B2", working_folder=str(tmp_path))) == "2"
    assert place(decided((CALC,), CALC.name, text=text, working_folder=str(tmp_path))) == "2"
