from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.extensions.planner.stage import GUI, Stage, control, play
from ufo.conditions.kinds.file import FilePredicate
from ufo.errors import ToolError
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.target import TargetInfo
from ufo_planner.intents import InsertTable, MakeChart, Save

CALC = (*GUI, "insert_excel_table", "insert_chart", "write_cell", "save_as", "save", "get_range_values")
SALES = SubtaskRecord(
    subtask="take the table",
    status="FINISH",
    result=json.dumps({"table": [["Month", "Sales"], ["Jan", "10"], ["Feb", "12.5"]], "name": "Table1"}),
)


class EditorStage(Stage):
    """Saves as editors do: a dialog by ctrl+shift+s (or ctrl+s while unnamed), a question where the file is there."""

    def __init__(
        self, existing: tuple[str, ...] = (), save_as_keys: tuple[str, ...] = ("{VK_CONTROL}{VK_SHIFT}s",)
    ) -> None:
        self.files, self.existing, self.keys = list[str](), existing, save_as_keys
        self.page = control(
            "", "Edit", value="", states=("multiline", "editable", "focused"), at=(0, 40), size=(900, 700)
        )
        super().__init__(controls=[self.page])

    def keyboard_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        keys = arguments["keys"]
        if keys in self.keys:
            self._open()
        elif keys == "{VK_CONTROL}s":
            if self.title.startswith("Untitled"):
                self._open()
            else:
                self.files.append(self.title)

    def click_input(self, target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        assert target is not None
        if target.name == "Save":
            name = next(item.value or "" for item in self.controls if item.name == "Name:")
            if name in self.existing:
                self.controls = [self.page, *_question(name)]
            else:
                self._write(name)
        elif target.name == "Replace":
            self._write(next(item.name for item in self.controls if "already" in item.name).split("“")[1].split("”")[0])
        elif target.name == "Cancel":
            self.controls = [self.page]

    def holds(self, predicate: FilePredicate) -> bool:
        return bool(self.files)

    def _open(self) -> None:
        box = control("Save As", "Dialog", at=(200, 200), size=(500, 400), states=("modal",))
        path = ("Save As",)
        name = control("Name:", "Edit", value="Untitled", at=(220, 220), path=path, states=("new",))
        self.controls = [
            self.page,
            box,
            name,
            control("Cancel", at=(220, 500), path=path),
            control("Save", at=(420, 500), path=path),
        ]

    def _write(self, name: str) -> None:
        self.files.append(name)
        self.title, self.controls = f"{name} - Editor", [self.page]


def _question(name: str) -> list[TargetInfo]:
    path = ("Question",)
    return [
        control("Question", "Dialog", at=(250, 250), size=(400, 200), states=("modal",)),
        control(f"A file named “{name}” already exists. Do you want to replace it?", "Text", at=(260, 260), path=path),
        control("Cancel", at=(260, 400), path=path),
        control("Replace", at=(460, 400), path=path),
    ]


def test_a_name_is_given_in_the_dialog_and_the_path_is_the_result() -> None:
    stage = EditorStage()

    run = play(stage, Save("save as notes.txt", "", "notes.txt"))

    assert (run.status, run.result, stage.files) == (
        "FINISH",
        "Saved /home/ada/work/notes.txt.",
        ["/home/ada/work/notes.txt"],
    )
    assert FilePredicate(path="/home/ada/work/notes.txt") in run.findings


@pytest.mark.parametrize(
    ("answers", "files", "status"), [(["yes"], ["/tmp/a.txt"], "FINISH"), (["no"], [], "FAIL"), ([], [], "PENDING")]
)
def test_a_file_that_is_there_is_never_replaced_unasked(answers: list[str], files: list[str], status: str) -> None:
    stage = EditorStage(existing=("/tmp/a.txt",))
    run = play(stage, Save("save as a.txt", "", "/tmp/a.txt"), answers=answers)
    assert (run.status, stage.files) == (status, files)
    assert any("/tmp/a.txt exists already" in question for answer in run.answers for question in answer.questions)


def test_an_application_without_the_usual_keys_is_asked_by_plain_saving_while_it_has_no_name() -> None:
    stage = EditorStage(save_as_keys=())

    run = play(stage, Save("save as a.txt", "", "/tmp/a.txt"))

    assert (run.status, stage.files) == ("FINISH", ["/tmp/a.txt"])


def test_a_named_document_is_never_saved_over_when_another_name_was_asked_for() -> None:
    stage = EditorStage(save_as_keys=())
    stage.title = "old.txt - Editor"

    run = play(stage, Save("save as a.txt", "", "/tmp/a.txt"))

    assert (run.status, stage.files) == ("FAIL", [])


def test_saving_without_a_name_asks_for_one_where_there_is_none() -> None:
    assert play(EditorStage(), Save("save", "")).status == "PENDING"
    stage = EditorStage()

    run = play(stage, Save("save", ""), answers=["b.txt"])

    assert (run.status, stage.files) == ("FINISH", ["/home/ada/work/b.txt"])


def test_a_document_with_a_name_is_saved_under_it() -> None:
    stage = EditorStage()
    stage.title = "old.txt - Editor"

    assert play(stage, Save("save", "")).status == "FINISH"
    assert stage.files == ["old.txt - Editor"]


def test_a_table_a_chart_and_the_file_are_one_turn_through_the_native_tools() -> None:
    stage = Stage(title="Untitled 1 - Calc", application="libreoffice-calc", tools=CALC)

    run = play(
        stage,
        InsertTable("insert it", ""),
        MakeChart("make a bar chart", "", "bar", title="Sales"),
        Save("save as ~/sales.ods", "", "/tmp/sales.ods"),
        records=[SALES],
    )

    assert (run.status, run.turns, run.result) == ("FINISH", 1, "Saved /tmp/sales.ods.")
    assert stage.done("insert_excel_table")[0]["table"] == [["Month", "Sales"], ["Jan", "10"], ["Feb", "12.5"]]
    assert stage.done("insert_chart")[0]["data_range"] == "A1:B3"
    assert stage.done("save_as") == [{"file_dir": "/tmp", "file_name": "sales", "file_ext": ".ods"}]


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("report", "/home/ada/work/report.ods"),
        ("/srv/a b.xlsx", "/srv/a b.xlsx"),
        ("x/y.ods", "/home/ada/work/x/y.ods"),
    ],
)
def test_paths_are_made_whole(said: str, path: str) -> None:
    stage = Stage(title="Untitled 1 - Calc", application="libreoffice-calc", tools=CALC)

    assert play(stage, Save("save", "", said)).result == f"Saved {path}."


def test_where_the_native_way_fails_the_dialog_is_used() -> None:
    stage = EditorStage()
    stage.tools = (*GUI, "save_as")

    def broken(target: TargetInfo | None, _: Mapping[str, Any]) -> None:
        raise ToolError("the office does not answer; use the dialog")

    stage.on["save_as"] = broken
    run = play(stage, Save("save", "", "/tmp/a.txt"))

    assert (run.status, stage.files) == ("FINISH", ["/tmp/a.txt"])


def test_without_an_earlier_table_nothing_is_inserted() -> None:
    stage = Stage(tools=CALC)

    run = play(stage, InsertTable("insert the table", ""))

    assert run.status == "FAIL"
    assert "no earlier step" in run.result


class GreetingStage(EditorStage):
    """Shows something of itself before anything can be done."""

    def __init__(self) -> None:
        super().__init__()
        box = control("Select a Template", "Dialog", at=(100, 100), size=(400, 300), states=("modal", "active"))
        self.controls += [box, control("Cancel", at=(110, 350), path=("Select a Template",))]

    def keyboard_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        if any(item.type == "Dialog" and "Template" in item.name for item in self.controls):
            raise ToolError("the dialog 'Select a Template' is open and blocks it; answer that dialog first")
        super().keyboard_input(target, arguments)


def test_what_an_application_shows_at_its_start_is_put_away_first() -> None:
    stage = GreetingStage()

    assert play(stage, Save("save", "", "talk.odp")).status == "FINISH"
    assert stage.clicked()[0] == "Cancel"
    assert stage.files == ["/home/ada/work/talk.odp"]


class SymbolStage(EditorStage):
    """Another dialog comes up by the keys for saving under a name; its field is for searching."""

    def __init__(self) -> None:
        super().__init__(save_as_keys=())

    def keyboard_input(self, target: TargetInfo | None, arguments: Mapping[str, Any]) -> None:
        if arguments["keys"] == "{VK_CONTROL}{VK_SHIFT}s":
            box = control("Special Characters", "Dialog", at=(100, 100), size=(400, 300), states=("active",))
            path = ("Special Characters",)
            search = control("Search:", "Edit", at=(110, 120), states=("focused", "editable"), path=path)
            self.controls = [self.page, box, search, control("OK", at=(110, 350), path=path)]
        elif arguments["keys"] == "{ESC}":
            self.controls = [self.page]
        else:
            super().keyboard_input(target, arguments)


def test_a_dialog_that_is_not_about_saving_is_closed_and_takes_no_name() -> None:
    stage = SymbolStage()

    assert play(stage, Save("save", "", "talk.odp")).status == "FINISH"
    assert stage.files == ["/home/ada/work/talk.odp"]
