"""What code holds an order to, whatever the reader says: names of files, addresses, numbers and command lines to the letter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.policy.consent.judging import asks, pressed, shown
from tests.tools.policy.consent.readers import Says, agrees, ordering
from tests.tools.policy.test_policy import Judge
from ufo.desktop.fake import Widget
from ufo.desktop.fake.spec import button, document
from ufo.schema.action_class import ActionClass
from ufo.schema.reading import Ordered


@pytest.mark.parametrize(
    ("request_text", "name", "decision"),
    [
        ("Press Send", "Send", "allow"),
        ("Send report 7", "Send report 7", "allow"),
        ("Send the report", "Send report 7", "ask"),
        ("Send it", "Send to eve@x.example", "ask"),
        ("Press Continue", "Delete account", "ask"),
    ],
)
async def test_numbers_and_addresses_on_a_control_stand_in_the_request(
    tmp_path: Path, request_text: str, name: str, decision: str
) -> None:
    assert (await pressed(tmp_path, request_text, name, agrees)).decision == decision


async def test_what_else_the_control_says_of_a_risk_has_to_be_asked_for_too(tmp_path: Path) -> None:
    sender = Widget("one", "Button", "Send", description="Send all contacts to everybody")
    judge = await shown(tmp_path, "Press Send", agrees, sender)
    assert "everybody" in (await judge.of_control("Send")).asked
    named = await shown(tmp_path, "Press Send: send all contacts to everybody", agrees, sender)
    assert (await named.of_control("Send")).decision == "allow"


async def test_a_name_that_a_model_gives_consents_to_nothing(tmp_path: Path) -> None:
    judge = await shown(tmp_path, "Press Send", agrees, button("one", "Send all"))
    assert (await judge.of("click_input", id=judge.bench.id_of("Send all"), name="Send")).decision == "ask"
    element = judge.bench.selection.controls[judge.bench.id_of("Send all")]
    judge.bench.selection.controls["77"] = replace(element, name="")
    assert (await judge.of("click_input", id="77", name="Send")).decision == "ask"


async def test_a_path_that_may_lead_to_another_control_consents_to_nothing(tmp_path: Path) -> None:
    judge = await shown(tmp_path, "Press Send", agrees, Widget("one", "MenuItem", "Send"))
    assert (await judge.of("visit", path=["Message", "Send"])).decision == "allow"
    assert (await judge.of("visit", path=["Delete", "Send"])).decision == "ask"
    far = await shown(tmp_path, "Press Send", agrees, Widget("one", "MenuItem", "Send all my contacts"))
    assert (await far.of("visit", path=["Message", "Send"])).decision == "ask"
    assert (await judge.of_control("Send", button="middle")).decision == "ask"


async def test_a_command_line_is_run_as_it_was_said_and_nothing_more(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    for request, line, decision in (
        ("Run make and tell me what it said", "make", "allow"),
        ("运行 make test 并告诉我结果", "make test", "allow"),
        ("run `make test`", "make test", "allow"),
        ("run make", "make install", "ask"),
        ("run cmake", "make", "ask"),
        ("tidy up", "make", "ask"),
        ("run rm -rf build", "rm -rf build", "ask"),
        ("run sudo make", "sudo make", "ask"),
    ):
        asks(judge, request, agrees)
        assert (await judge.of("run_shell", bash_command=line)).decision == decision, request
    asks(judge, "run make", agrees)
    assert (await judge.of("execute_command", command=["make"])).decision == "allow"
    assert "'/'" in (await judge.of("execute_command", command=["make"], cwd="/")).asked
    assert (await judge.of("execute_command", command=["make"], then=[["tee", "x"]])).decision == "ask"


@pytest.mark.parametrize(
    ("request_text", "decision"),
    [
        ("Write hello and save it over report.odt", "allow"),
        ("保存时覆盖report.odt", "allow"),
        ("replace the file 'report.odt'.", "allow"),
        ("overwrite other.odt", "ask"),
        ("overwrite my-report.odt", "ask"),
        ("overwrite report.odt.bak", "ask"),
        ("overwrite /elsewhere/report.odt", "ask"),
        ("overwrite the old one", "ask"),
    ],
)
async def test_a_file_that_the_request_names_is_overwritten_and_no_other(
    tmp_path: Path, request_text: str, decision: str
) -> None:
    (tmp_path / "report.odt").write_text("before")
    judge = Judge(tmp_path)
    await judge.show(document("text", "Text"), title="Untitled - Shown")
    asks(judge, request_text, agrees)
    verdict = await judge.of("save_as", file_name="report.odt")
    assert (verdict.decision, verdict.action_class) == (decision, ActionClass.OVERWRITE)


@pytest.mark.parametrize(
    ("request_text", "path", "decision"),
    [
        ("W folderze stare zapisz pliki w UTF-8", "stare/notes.txt", "allow"),
        ("Put the texts in stare into UTF-8", "stare/deep/notes.txt", "allow"),
        ("Put the texts in stare into UTF-8", "notes.txt", "ask"),
        ("Put the texts in stare into UTF-8", "stare/.git/config", "ask"),
        ("Put all texts into UTF-8", "stare/notes.txt", "ask"),
    ],
)
async def test_a_file_is_overwritten_in_a_folder_that_the_request_names_where_the_reader_finds_it_ordered(
    tmp_path: Path, request_text: str, path: str, decision: str
) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("before")
    judge = Judge(tmp_path)
    asks(judge, request_text, agrees)
    assert (await judge.of("write_file", path=path, text="after", mode="over")).decision == decision
    asks(judge, request_text, Says(Ordered(ordered=False)))
    assert (await judge.of("write_file", path=path, text="after", mode="over")).decision == "ask"


async def test_a_file_with_another_name_elsewhere_is_asked_about(tmp_path: Path) -> None:
    (tmp_path / "report.odt").write_text("before")
    (tmp_path / "same.odt").hardlink_to(tmp_path / "report.odt")
    judge = Judge(tmp_path)
    await judge.show(document("text", "Text"), title="Untitled - Shown")
    asks(judge, "overwrite report.odt", agrees)
    assert "another name" in (await judge.of("save_as", file_name="report.odt")).asked


@pytest.mark.parametrize(
    ("request_text", "decision"),
    [
        ("Move a.txt to FAR/a.txt, and move b.txt to FAR/b.txt", "allow"),
        ("Move a.txt to FAR/a.txt", "ask"),
        ("Tidy up", "ask"),
    ],
)
async def test_files_moved_elsewhere_in_one_call_are_all_named_by_the_request(
    tmp_path: Path, request_text: str, decision: str
) -> None:
    work, far = tmp_path / "work", tmp_path / "far"
    for folder in (work, far):
        folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (work / name).touch()
    judge = await shown(work, request_text.replace("FAR", str(far)), agrees)
    moves = [{"source": name, "target": str(far / name)} for name in ("a.txt", "b.txt")]
    assert (await judge.of("move_files", files=moves)).decision == decision


async def test_what_the_request_names_for_the_bin_is_put_there_and_nothing_else(tmp_path: Path) -> None:
    for name in ("a.tmp", "b.tmp", "notes.txt", "old notes"):
        (tmp_path / name).write_text("x")
    for folder in ("old", "far", "far/old"):
        (tmp_path / folder).mkdir()
    judge = Judge(tmp_path)
    asks(judge, "Delete the .tmp files and the folder old", agrees)
    for name, decision in (
        ("a.tmp", "allow"), ("b.tmp", "allow"), ("old", "allow"), ("notes.txt", "ask"), ("old notes", "ask"), ("far/old", "ask"),
    ):  # fmt: skip
        assert (await judge.of("remove_file", path=name)).decision == decision, name


async def test_what_a_named_folder_holds_goes_to_the_bin_where_the_reader_says_so_who_is_told_what_it_holds(
    tmp_path: Path,
) -> None:
    for name in ("photos/2022/Thumbs.db", "photos/2023/a.jpg", "photos/2024/trip/", "other/"):
        path = tmp_path / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True)
        if not name.endswith("/"):
            path.write_text("x")
    reader = ordering("put the empty folders of photos into the bin")
    judge = Judge(tmp_path)
    asks(judge, "Please put the empty folders of photos into the bin", reader)
    assert (await judge.of("remove_file", paths=["photos/2022", "photos/2024"])).decision == "allow"
    (asked,) = reader.asked
    assert "2022 (a folder with Thumbs.db in it)" in asked.act and "2024 (a folder without a file in it)" in asked.act
    assert (await judge.of("remove_file", path="other")).decision == "ask"


async def test_many_files_for_the_bin_are_one_question_and_count_in_subfolders_too(tmp_path: Path) -> None:
    names = ["top.tmp", "copy/a.tmp", "copy/deep/b.tmp"]
    for name in (*names, "other/plan.txt", ".cache/c.tmp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    reader = ordering("Delete all .tmp files of the copy")
    judge = Judge(tmp_path)
    asks(judge, "Delete all .tmp files of the copy", reader)
    assert (await judge.of("remove_file", paths=names)).decision == "allow"
    assert [asked.target for asked in reader.asked] == [", ".join(str(tmp_path / name) for name in names)]
    for strange in ("other/plan.txt", ".cache/c.tmp"):
        verdict = await judge.of("remove_file", paths=[*names, strange])
        assert verdict.decision == "ask"
        assert all(str(tmp_path / name) in verdict.question for name in (*names, strange))
