"""The HostAgent's decisions over made-up desktops."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extensions.planner.desk import STATUSES, Desk, failed, window
from tests.properties import examples
from ufo.errors import ModelUnavailable
from ufo.schema.inputs import NOT_PROVED, HostInputs
from ufo.schema.target import TargetInfo
from ufo_planner.host.host_turn import decide
from ufo_planner.host.tasks import OpenTask
from ufo_planner.host.windows import launch_arguments
from ufo_planner.text.applications import application_named

TABLE = json.dumps({"table": [["Region", "Sum"], ["North", "12"], ["South", "30"]], "name": "sales"})
REPORT = window("report.odt - LibreOffice Writer", "libreoffice-writer", "active")
BUDGET = window("budget.ods - LibreOffice Calc", "libreoffice-calc")


def _takes_tables(subtask: str, target: TargetInfo) -> str:
    return TABLE if "Word" in target.name or "Writer" in target.name else "Saved /home/person/work/out/sales.ods."


@pytest.mark.parametrize(
    "request_text",
    [
        "Extract the sales table from the Word document and create a bar chart of it in Excel, save it as out/sales.ods",
        "In Word extract the sales table, then in Excel draw a bar chart of it and save the spreadsheet as out/sales.ods",
        "Take the sales table from report.odt, put it into a new Calc spreadsheet, make a bar chart and save as out/sales.ods",
        "Please copy the sales table from report.odt to Excel, make a bar chart, and then save it under out/sales.ods",
    ],
)
def test_a_table_goes_from_one_application_to_a_chart_in_another(request_text: str) -> None:
    desk = Desk(request_text, [REPORT, BUDGET], _takes_tables)
    end = desk.run()
    assert end.status == "FINISH"
    assert [agent for agent, _ in desk.subtasks] == [REPORT.name, "Untitled 1 - LibreOffice Calc"]
    assert "bar chart" in desk.subtasks[1][1] and desk.subtasks[1][1].endswith("out/sales.ods")
    assert end.result == "Saved /home/person/work/out/sales.ods."


def test_a_table_is_never_put_into_somebodys_open_spreadsheet() -> None:
    desk = Desk("Extract the table from Word and create a bar chart of it in Excel", [REPORT, BUDGET], _takes_tables)
    desk.run()
    assert BUDGET.name not in [name for name, _ in desk.subtasks]


def test_a_document_that_is_not_open_is_opened_with_its_application() -> None:
    desk = Desk("extract the table from sales.odt", [], _takes_tables)
    end = desk.run()
    assert desk.said[0].function == "launch_application"
    assert desk.said[0].arguments == {"name": "LibreOffice Writer", "arguments": ["sales.odt"]}
    assert desk.said[1].status == "ASSIGN"
    assert end.result == "Region\tSum\nNorth\t12\nSouth\t30"


def test_an_application_that_is_open_without_a_document_is_used_as_it_is() -> None:
    desk = Desk("Open the calculator and compute 6*7", [window("Calculator", "gnome-calculator")], lambda s, t: "42")
    end = desk.run()
    assert [agent_response.function for agent_response in desk.said] == ["select_application_window", ""]
    assert end.result == "42"


def test_opening_an_editor_does_not_write_into_a_document_that_is_open_in_it() -> None:
    desk = Desk("Open gedit and type 'x'", [window("diary.txt (~/) - gedit", "gedit")])
    desk.run()
    assert desk.subtasks == [("Untitled Document 1 - gedit", "type 'x'")]


@pytest.mark.parametrize(
    ("request_text", "named"),
    [
        ("In Word, click Bold", REPORT.name),
        ("In the word processor, click Bold", REPORT.name),
        ("In report.odt, click Bold", REPORT.name),
        ("In LibreOffice Writer, click Bold", REPORT.name),
        ("In Excel, put 5 in A1", BUDGET.name),
        ("put 5 in A1", BUDGET.name),
        ("using the spreadsheet, tell me what is in A1", BUDGET.name),
        ("click Bold", REPORT.name),
    ],
)
def test_the_window_that_fits_the_words_is_chosen(request_text: str, named: str) -> None:
    desk = Desk(request_text, [REPORT, BUDGET])
    desk.run()
    assert [name for name, _ in desk.subtasks] == [named]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Excel", "LibreOffice Calc"),
        ("the spreadsheet program", "LibreOffice Calc"),
        ("Word", "LibreOffice Writer"),
        ("mousepad", "Mousepad"),
        ("the text editor", "gedit"),
        ("Chrome", "Chromium Web Browser"),
        ("gnome-calculator", "Calculator"),
        ("the file manager", "File Manager PCManFM"),
    ],
)
def test_an_application_is_launched_under_the_name_that_is_installed(words: str, name: str) -> None:
    desk = Desk(f"open {words}")
    desk.run()
    assert desk.calls[0] == ("launch_application", name)


def test_of_two_windows_that_fit_equally_the_one_in_front_is_meant_and_without_one_it_is_told() -> None:
    front = window("other.ods - LibreOffice Calc", "libreoffice-calc", "active")
    desk = Desk("In Calc, put 5 in A1", [front, BUDGET])
    desk.run()
    assert desk.subtasks == [(front.name, "put 5 in A1")]

    desk = Desk("In Calc, put 5 in A1", [front.model_copy(update={"states": ()}), BUDGET])
    end = desk.run()
    assert end.status == "FAIL" and not desk.subtasks
    assert "other.ods" in end.result and "budget.ods" in end.result


def test_a_window_is_closed() -> None:
    desk = Desk("close Excel", [REPORT, BUDGET])
    assert desk.run().status == "FINISH"
    assert desk.calls == [("close_application", BUDGET.name)]


def test_several_applications_take_turns_in_the_order_of_the_request() -> None:
    request = "Open gedit, type 'x', open the calculator, compute 3+4 and then in gedit type the result"
    desk = Desk(request, [], lambda subtask, target: "7" if "compute" in subtask else "")
    desk.run()
    names = [name for name, _ in desk.subtasks]
    assert names == ["Untitled Document 1 - gedit", "Calculator", "Untitled Document 1 - gedit"]
    assert desk.subtasks[-1][1] == "in gedit type the result"


def test_an_unclear_request_is_asked_about_before_anything_is_done() -> None:
    desk = Desk("Open Calc and frobnicate it", answers=["put 5 in A1"])
    end = desk.run()
    assert desk.said[0].status == "PENDING"
    assert "frobnicate it" in desk.said[0].questions[0] and "--model" in desk.said[0].questions[0]
    assert desk.subtasks == [("Untitled 1 - LibreOffice Calc", "put 5 in A1")]
    assert end.status == "FINISH"


@pytest.mark.parametrize("statuses", [STATUSES, tuple(status for status in STATUSES if status != "FAIL")])
def test_an_application_that_is_not_there_is_told_before_anything_is_done(statuses: tuple[str, ...]) -> None:
    desk = Desk("open mousepad, then open foo and click Bar", statuses=statuses)
    end = desk.run()
    assert (end.status, desk.calls) == ("PENDING", [])
    assert "no window is called 'foo', and no installed application is" in end.questions[0]


def test_a_place_that_is_no_application_is_told_before_anything_is_done() -> None:
    desk = Desk("In Word, click Bold; on Friday, press Send", [REPORT])
    assert (desk.run().status, desk.subtasks) == ("PENDING", [])
    desk = Desk("In Guest Book, click Sign", [window("Guest Book", "guest-book")])
    desk.run()
    assert desk.subtasks == [("Guest Book", "click Sign")]


def test_a_sub_task_that_failed_ends_the_request_with_its_reason() -> None:
    desk = Desk("in Word, click Bold", [REPORT], lambda s, t: failed("no button 'Bold'"))
    end = desk.run()
    assert end.status == "FAIL" and len(desk.subtasks) == 1
    assert "no button 'Bold'" in end.result


def test_an_answer_that_is_not_understood_either_ends_the_run() -> None:
    desk = Desk("frobnicate it", answers=["just frobnicate"])
    with pytest.raises(ModelUnavailable, match="--model"):
        desk.run()


def test_a_refuted_end_is_said_and_not_claimed_again() -> None:
    desk = Desk("in Word, click Bold", [REPORT])
    assert desk.run().status == "FINISH"
    desk.inputs = replace(desk.inputs, feedback="not finished: the file '/a' does not exist")
    again = desk.turn()
    assert again.status == "FAIL"
    assert "'/a' does not exist" in again.questions[0]


_REQUESTS = st.one_of(
    st.text(max_size=80),
    st.lists(
        st.sampled_from(
            [
                "open Calc",
                "close it",
                "click 'x'",
                "in Word, click Bold",
                "save as a.ods",
                "compute 1+1",
                "blah",
                "go to a.org",
            ]
        ),
        max_size=5,
    ).map("; ".join),
)


@examples(3)
@given(
    _REQUESTS,
    st.lists(st.sampled_from([REPORT, BUDGET, window("", "", "active")]), max_size=4),
    st.text(max_size=20),
)
def test_any_inputs_give_a_status_that_was_offered(request_text: str, targets: list[TargetInfo], feedback: str) -> None:
    numbered = tuple(target.model_copy(update={"id": str(n)}) for n, target in enumerate(targets))
    response = decide(HostInputs(request_text, numbered, STATUSES, feedback=feedback))
    assert response.status in STATUSES


def test_a_spreadsheet_by_its_kind_is_the_one_with_native_tools_and_by_its_name_the_one_named() -> None:
    installed = ("AbiWord", "Gnumeric", "LibreOffice Calc", "LibreOffice Writer")

    assert application_named("spreadsheet", installed) == "LibreOffice Calc"
    assert application_named("word processor", installed) == "LibreOffice Writer"
    assert application_named("gnumeric", installed) == "Gnumeric"


@pytest.mark.parametrize("words", ["abiword", "Photoshop", "thunar"])
def test_a_program_that_is_not_installed_is_not_taken_for_another_one_of_its_kind(words: str) -> None:
    assert application_named(words, ("LibreOffice Writer", "Image Editor", "File Manager PCManFM")) is None


def test_that_a_program_is_not_installed_is_told_with_the_one_that_does_the_same_work() -> None:
    desk = Desk("open abiword and type hello", [REPORT])
    end = desk.run()

    assert desk.calls == [("launch_application", "abiword")]
    assert not desk.subtasks, "nothing was typed into somebody's document"
    assert end.status != "FINISH"
    assert "no installed application is called 'abiword'" in end.result
    assert "LibreOffice Writer does the same kind of work" in end.result


def test_a_folder_is_opened_in_a_file_manager() -> None:
    installed = ("Mousepad", "File Manager PCManFM")
    inputs = HostInputs("open the folder stuff", (), STATUSES, applications=installed)

    assert launch_arguments(OpenTask("", ("stuff/",)), inputs) == {
        "name": "File Manager PCManFM",
        "arguments": ["stuff/"],
    }


def test_what_something_else_did_of_a_request_that_is_not_understood_is_left_to_the_verdict() -> None:
    inputs = HostInputs("write a memo", (), STATUSES)
    assert decide(inputs).status == "PENDING"
    assert decide(replace(inputs, feedback=f"{NOT_PROVED}: nothing shows 'write a memo'")).status == "FINISH"
    assert decide(replace(inputs, feedback="not finished: the file is not there")).status == "PENDING"


@pytest.mark.parametrize(
    ("title", "description", "words", "works_in"),
    [
        ("{folder}/list.txt - Mousepad", None, "list.txt", "{folder}/list.txt - Mousepad"),
        ("list.txt ({folder}) - gedit", None, "list.txt", "list.txt ({folder}) - gedit"),
        ("list.txt - LibreOffice Writer", "document {folder}/list.txt", "list.txt", "list.txt - LibreOffice Writer"),
        ("{folder}/list.txt - Mousepad", None, "{folder}/list.txt", "{folder}/list.txt - Mousepad"),
        ("/elsewhere/list.txt - Mousepad", None, "list.txt", ""),
        ("/elsewhere/list.txt - Mousepad", None, "{folder}/list.txt", ""),
        ("list.txt (/elsewhere) - gedit", None, "list.txt", ""),
        ("list.txt - LibreOffice Writer", "document /elsewhere/list.txt", "list.txt", ""),
        ("list.txt - Viewer", None, "list.txt", ""),
        ("/elsewhere/other.txt - Mousepad", None, "other.txt", "/elsewhere/other.txt - Mousepad"),
    ],
)
def test_a_document_is_its_path_and_is_opened_anew_where_no_window_tells_that_it_shows_it(
    tmp_path: Path, title: str, description: str | None, words: str, works_in: str
) -> None:
    (tmp_path / "list.txt").touch()
    told, named = (text.format(folder=tmp_path) for text in (description or "", words))
    shown = window(title.format(folder=tmp_path), "shown", "active").model_copy(update={"description": told or None})
    desk = Desk(f"append the line 'bread' to {named}", [shown], folder=str(tmp_path))
    assert desk.run().status == "FINISH"
    (agent, _) = desk.subtasks[0]
    assert agent == works_in.format(folder=tmp_path) if works_in else desk.calls[0][0] == "launch_application"
