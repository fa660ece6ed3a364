"""The HostAgent's decisions over made-up desktops."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.planner.desk import STATUSES, Desk, agent, failed, window
from tests.properties import examples
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.window import WindowPredicate
from ufo.planner.host.host_turn import decide
from ufo.planner.host.tasks import OpenTask
from ufo.planner.host.windows import launch_arguments
from ufo.planner.scene.paths import own_file
from ufo.planner.text.applications import application_named
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.target import TargetInfo

TABLE = json.dumps({"table": [["Region", "Sum"], ["North", "12"], ["South", "30"]], "name": "sales"})
REPORT = window("report.odt - LibreOffice Writer", "libreoffice-writer", "active")
BUDGET = window("budget.ods - LibreOffice Calc", "libreoffice-calc")


def _takes_tables(subtask: str, target: TargetInfo) -> str:
    return TABLE if "extract" in subtask else ""


@pytest.mark.parametrize(
    "request_text",
    [
        "Extract the sales table from the Word document and create a bar chart of it in Excel, save it as out/sales.ods",
        "In Word extract the sales table, then in Excel draw a bar chart from it and save the spreadsheet as out/sales.ods",
        "Take the sales table from report.odt, put it into a new Calc spreadsheet, insert a bar chart and save as out/sales.ods",
        "Please copy the sales table from report.odt to Excel, make a bar chart, and then save it under out/sales.ods",
    ],
)
def test_a_table_goes_from_one_application_to_a_chart_in_another(request_text: str) -> None:
    desk = Desk(request_text, [REPORT, BUDGET], _takes_tables)
    end = desk.run()
    assert end.status == "FINISH"
    assert [agent for agent, _ in desk.subtasks] == [REPORT.name, "Untitled 1 - LibreOffice Calc"]
    assert desk.subtasks[1][1] == 'insert the table at A1; create a bar chart; save as "out/sales.ods"'
    path = "/home/person/work/out/sales.ods"
    assert FilePredicate(path=path) in end.expect
    rows = (("Region", "Sum"), ("North", "12"), ("South", "30"))
    assert DocumentPredicate(path=path, start="A1", cells=rows) in end.expect
    assert DocumentPredicate(path=path, chart="bar", chart_refers_to="A1:B3") in end.expect
    assert path in end.result


def test_a_table_is_never_put_into_somebodys_open_spreadsheet() -> None:
    desk = Desk("Extract table from Word and create chart in Excel", [REPORT, BUDGET], _takes_tables)
    desk.run()
    assert BUDGET.name not in [name for name, _ in desk.subtasks]


def test_a_document_that_is_not_open_is_opened_with_its_application() -> None:
    desk = Desk("extract the table from sales.odt", [], _takes_tables)
    end = desk.run()
    assert desk.said[0].function == "launch_application"
    assert desk.said[0].arguments == {"name": "LibreOffice Writer", "arguments": ["sales.odt"]}
    assert own_file(desk.said[0].message) == "/home/person/work/sales.odt"
    assert desk.said[1].status == "ASSIGN"
    assert end.result == "Region\tSum\nNorth\t12\nSouth\t30"


@pytest.mark.parametrize(
    ("request_text", "there", "made"),
    [
        ("write 'enough' to result.txt", ("todo.txt",), True),
        ("write 'enough' to result.txt", ("results.txt",), False),
        ("append 'enough' to result.txt", ("todo.txt",), False),
        ("replace 'a' with 'b' in result.txt", ("todo.txt",), False),
    ],
)
def test_a_text_is_made_where_it_is_written_and_not_where_it_is_changed_or_named_with_a_slip(
    request_text: str, there: tuple[str, ...], made: bool
) -> None:
    desk = Desk(request_text, missing=("result.txt",), there=there)
    end = desk.run()
    if not made:
        assert end.status == "FAIL" and "there is no document 'result.txt'" in end.result
        return
    assert desk.subtasks[-1][1] == 'type "enough"; save as "result.txt"'
    assert FilePredicate(path="/home/person/work/result.txt", contains="enough") in end.expect
    assert "result.txt is a new file." in end.result


def test_an_application_that_is_open_without_a_document_is_used_as_it_is() -> None:
    desk = Desk("Open the calculator and compute 6*7", [window("Calculator", "gnome-calculator")], lambda s, t: "42")
    end = desk.run()
    assert [one.function for one in desk.said] == ["select_application_window", ""]
    assert end.result == "42"


def test_opening_an_editor_does_not_write_into_a_document_that_is_open_in_it() -> None:
    desk = Desk("Open gedit and type 'x'", [window("diary.txt (~/) - gedit", "gedit")])
    desk.run()
    assert desk.subtasks == [("Untitled Document 1 - gedit", 'type "x"')]


@pytest.mark.parametrize(
    ("request_text", "named"),
    [
        ("In Word, click Bold", REPORT.name),
        ("In the word processor, click Bold", REPORT.name),
        ("In report.odt, click Bold", REPORT.name),
        ("In LibreOffice Writer, click Bold", REPORT.name),
        ("In Excel, put 5 in A1", BUDGET.name),
        ("put 5 in A1", BUDGET.name),
        ("using the spreadsheet, read cell A1", BUDGET.name),
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
    end = desk.run()
    assert desk.calls[0] == ("launch_application", name)
    assert isinstance(end.expect[0], WindowPredicate)


def test_two_windows_that_fit_equally_are_asked_about_and_the_answer_is_used() -> None:
    other = window("other.ods - LibreOffice Calc", "libreoffice-calc", "active")
    desk = Desk("In Calc, put 5 in A1", [other, BUDGET], answers=["budget"])
    end = desk.run()
    assert desk.said[0].status == "PENDING"
    assert "1: other.ods" in desk.said[0].questions[0]
    assert desk.subtasks == [(BUDGET.name, 'write "5" in cell A1')]
    assert end.status == "FINISH"


def test_a_window_is_closed_and_its_absence_is_the_proof() -> None:
    desk = Desk("close Excel", [REPORT, BUDGET])
    end = desk.run()
    assert desk.calls == [("close_application", BUDGET.name)]
    assert end.expect == [WindowPredicate(title=BUDGET.name, exists=False)]


def test_a_window_that_asks_before_it_closes_is_not_said_to_be_closed() -> None:
    desk = Desk("close Excel", [REPORT, BUDGET], stubborn=(BUDGET.name,))
    end = desk.run()
    assert end.status == "FAIL"
    assert "Save changes?" in end.questions[0]


def test_a_third_party_agent_is_chosen_when_it_is_named() -> None:
    request = "ask HardwareAgent to restart the machine and then open Calc"
    desk = Desk(request, [REPORT, agent("HardwareAgent")], lambda s, t: "restarted")
    end = desk.run()
    assert desk.subtasks == [("HardwareAgent", "restart the machine")]
    assert desk.calls[-1] == ("launch_application", "LibreOffice Calc")
    assert end.result == "restarted"


def test_several_applications_take_turns_in_the_order_of_the_request() -> None:
    request = "Open gedit, type 'x', open the calculator, compute 3+4 and then in gedit type the result"
    desk = Desk(request, [], lambda subtask, target: "7" if "compute" in subtask else "")
    desk.run()
    names = [name for name, _ in desk.subtasks]
    assert names == ["Untitled Document 1 - gedit", "Calculator", "Untitled Document 1 - gedit"]
    assert desk.subtasks[-1][1] == 'type "the result"'


def test_an_unclear_request_is_asked_about_before_anything_is_done() -> None:
    desk = Desk("Open Calc and frobnicate it", answers=["put 5 in A1"])
    end = desk.run()
    assert desk.said[0].status == "PENDING"
    assert "frobnicate it" in desk.said[0].questions[0]
    assert desk.subtasks == [("Untitled 1 - LibreOffice Calc", 'write "5" in cell A1')]
    assert end.status == "FINISH"


def test_an_application_that_is_not_there_fails_with_the_reason() -> None:
    desk = Desk("open foo and click Bar")
    end = desk.run()
    assert end.status == "FAIL"
    assert "no installed application is called 'foo'" in end.questions[0]


def test_without_fail_among_the_statuses_a_failure_is_a_question() -> None:
    desk = Desk("open foo", statuses=tuple(status for status in STATUSES if status != "FAIL"))
    end = desk.run()
    assert end.status == "PENDING"
    assert "foo" in end.questions[0]


def test_a_subtask_whose_window_vanished_is_carried_out_once_more() -> None:
    tries: list[str] = []

    def vanishes(subtask: str, target: TargetInfo) -> str | SubtaskRecord:
        tries.append(target.name)
        return failed("window 'Calculator' is closed; look at the windows again") if len(tries) == 1 else "42"

    desk = Desk("Open the calculator and compute 6*7", [], vanishes)
    assert desk.run().result == "42"
    assert len(tries) == 2


def test_a_lost_window_is_opened_again() -> None:
    def crashes(subtask: str, target: TargetInfo) -> str | SubtaskRecord:
        if len(desk.subtasks) == 0:
            desk.windows = []
            return failed("the application crashed: its window is gone")
        return "42"

    desk = Desk("compute 6*7", [window("Calculator", "gnome-calculator")], crashes)
    assert desk.run().result == "42"
    assert ("launch_application", "Calculator") in desk.calls


def test_what_the_person_declined_is_not_tried_again() -> None:
    desk = Desk("in Word, click Bold", [REPORT], lambda s, t: failed("declined: may I?"))
    end = desk.run()
    assert end.status == "FAIL"
    assert len(desk.subtasks) == 1
    assert "retry" not in end.questions[0]


@pytest.mark.parametrize(("answer", "tries"), [("retry", 2), ("skip", 1)])
def test_after_a_failure_the_person_says_whether_to_go_on(answer: str, tries: int) -> None:
    outcomes: list[str | SubtaskRecord] = [failed("no button 'Bold'"), ""]
    desk = Desk("in Word, click Bold", [REPORT], lambda s, t: outcomes.pop(0), answers=[answer])
    assert desk.run().status == "FINISH"
    assert len(desk.subtasks) == tries


def test_a_refuted_end_is_said_and_not_claimed_again() -> None:
    desk = Desk("in Word, click Bold", [REPORT])
    assert desk.run().status == "FINISH"
    desk.inputs = replace(desk.inputs, feedback="not finished: the file '/a' does not exist")
    again = desk.turn()
    assert again.status == "FAIL"
    assert "'/a' does not exist" in again.questions[0]


def test_typed_text_is_looked_for_in_a_plain_text_file() -> None:
    desk = Desk("Open mousepad, type 'Hello, world' and save it as ~/x.txt")
    end = desk.run()
    assert any(isinstance(one, FilePredicate) and one.contains == "Hello, world" for one in end.expect)
    assert all(one.path.startswith("/") for one in end.expect if isinstance(one, FilePredicate))


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
    st.lists(st.sampled_from([REPORT, BUDGET, agent("HelpAgent"), window("", "", "active")]), max_size=4),
    st.sets(st.sampled_from(STATUSES), min_size=1).map(tuple),
    st.text(max_size=20),
)
def test_any_inputs_give_a_status_that_was_offered(
    request_text: str, targets: list[TargetInfo], statuses: tuple[str, ...], feedback: str
) -> None:
    numbered = tuple(one.model_copy(update={"id": str(n)}) for n, one in enumerate(targets))
    response = decide(HostInputs(request_text, numbered, statuses, feedback=feedback))
    assert response.status in statuses


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
    assert end.result == (
        "no installed application is called 'abiword'. LibreOffice Writer does the same kind of work; "
        "ask for it if you want it instead"
    )


def test_a_folder_is_opened_in_a_file_manager() -> None:
    installed = ("Mousepad", "File Manager PCManFM")
    inputs = HostInputs("open the folder stuff", (), STATUSES, applications=installed)

    assert launch_arguments(OpenTask("", ("stuff/",)), inputs) == {
        "name": "File Manager PCManFM",
        "arguments": ["stuff/"],
    }
