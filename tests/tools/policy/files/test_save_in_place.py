"""Saving a document under its own name replaces what was there: asked about unless it is what the person asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.consent.readers import ordering
from tests.tools.policy.test_policy import Judge, tool
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button, document
from ufo.desktop.values import Application, Window
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.tool_facts import ActionKind
from ufo.tools.policy.policy import Policy, Verdict

_BEFORE = "The minutes of the meeting in May say that nine of us were there and two were not."


async def _editing(folder: Path, request: str, now: str = _BEFORE + " And more.") -> Judge:
    """An editor with "minutes.txt" open, which existed before the run."""
    (folder / "minutes.txt").write_text(_BEFORE)
    judge = Judge(folder)
    widgets = (
        document("text", "Text"),
        button("save", "Save"),
        Widget("by-menu", "MenuItem", "Speichern"),
        Widget("icon", "Button", "", description="Save"),
        Widget("find", "Edit", "Search For", editable=True),
    )
    title = f"*minutes.txt ({folder}) - Shown"
    spec = AppSpec(Application("shown", "Shown", ("shown",)), (WindowSpec("main", title, widgets),))
    judge.bench.desktop.installed["shown"] = spec
    app = await judge.bench.open("shown")
    app.set_value("text", now)
    app.set_title("main", title)
    await judge.bench.look()
    judge.policy.mandate.begin(request, folder)
    return judge


async def _all_ways(judge: Judge) -> list[Verdict]:
    return [
        await judge.of("save"),
        await judge.of("keyboard_input", keys="^s"),
        await judge.of("keyboard_input", keys="{VK_CONTROL}s"),
        await judge.of_control("Save"),
        await judge.of_control("Speichern"),
        await judge.of_control(""),
        await judge.of("visit", path=["File", "Save"]),
    ]


@pytest.mark.parametrize(
    "request_text", ["Add a line to minutes.txt and save it", "correct the minutes", "add a line and save"]
)
async def test_an_edit_of_the_document_that_the_request_is_about_is_saved_without_a_question(
    tmp_path: Path, request_text: str
) -> None:
    judge = await _editing(tmp_path, request_text)
    assert {verdict.decision for verdict in await _all_ways(judge)} == {"allow"}


@pytest.mark.parametrize("request_text", ["Write hello in letter.txt", "Add a line to /elsewhere/minutes.txt"])
async def test_a_document_that_the_request_does_not_name_is_asked_about_by_every_way(
    tmp_path: Path, request_text: str
) -> None:
    judge = await _editing(tmp_path, request_text)
    for verdict in await _all_ways(judge):
        assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.OVERWRITE)
        assert verdict.question.startswith(f"Overwrite {tmp_path / 'minutes.txt'} (")


@pytest.mark.parametrize("now", ["", "x", "HACKED by somebody"])
async def test_a_document_from_which_nearly_everything_is_gone_is_asked_about_though_it_is_named(
    tmp_path: Path, now: str
) -> None:
    judge = await _editing(tmp_path, "correct minutes.txt", now)
    for verdict in await _all_ways(judge):
        assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.OVERWRITE)
        assert "nearly everything" in verdict.question


@pytest.mark.parametrize("request_text", ["overwrite minutes.txt with x", "clear minutes.txt and save it"])
async def test_what_the_request_says_to_overwrite_may_be_emptied(tmp_path: Path, request_text: str) -> None:
    judge = await _editing(tmp_path, request_text, "x")
    judge.policy.mandate.read_by(ordering(request_text))
    assert (await judge.of("keyboard_input", keys="^s")).decision == "allow"


async def test_what_one_turn_takes_away_before_it_saves_is_seen_though_no_look_shows_it(tmp_path: Path) -> None:
    judge = await _editing(tmp_path, "correct minutes.txt")
    assert (await judge.of("keyboard_input", keys="^a{DELETE}^s")).decision == "ask"
    assert (await judge.of("keyboard_input", keys="^ax^s")).decision == "ask"
    emptied = Command(tool_name="keyboard_input", parameters={"keys": "^a{BACKSPACE}"})
    save = Command(tool_name="keyboard_input", parameters={"keys": "^s"})
    assert (await judge.policy.verdict(save, tool("keyboard_input"), [emptied])).decision == "ask"
    assert (await judge.policy.verdict(save, tool("keyboard_input"))).decision == "allow"


async def test_a_question_whether_to_save_is_judged_by_what_the_document_held_last(tmp_path: Path) -> None:
    judge = await _editing(tmp_path, "correct minutes.txt", "")
    await judge.of("keyboard_input", keys="x")
    app = judge.bench.app
    assert app is not None
    dialog = WindowSpec("ask", "Save changes?", (button("yes", "Save"), button("no", "Cancel")), modal=True)
    app.spec = AppSpec(app.spec.application, (*app.spec.windows, dialog))
    app.open("ask")
    windows = await judge.bench.desktop.windows()
    judge.bench.selection.window = next(window for window in windows if window.title == "Save changes?")
    await judge.bench.look()
    assert (await judge.of_control("Save")).action_class is ActionClass.OVERWRITE
    assert (await judge.of_control("Cancel")).decision == "allow"


async def test_a_link_that_leads_elsewhere_is_asked_about_under_the_name_that_the_request_says(tmp_path: Path) -> None:
    work, far = tmp_path / "work", tmp_path / "far.txt"
    work.mkdir()
    far.write_text(_BEFORE)
    judge = await _editing(work, "correct minutes.txt")
    (work / "minutes.txt").unlink()
    (work / "minutes.txt").hardlink_to(far)
    verdict = await judge.of("keyboard_input", keys="^s")
    assert verdict.decision == "ask" and "another name" in verdict.question


async def test_a_new_document_of_this_run_is_saved_again_without_a_question(tmp_path: Path) -> None:
    judge = await _editing(tmp_path, "write a letter")
    save_as = Command(tool_name="save_as", parameters={"file_name": "letter.txt"})
    verdict = await judge.policy.verdict(save_as, tool("save_as"))
    assert verdict.decision == "allow"
    judge.policy.goes_ahead(save_as, ActionKind.SAVE_AS, verdict.judged)
    (tmp_path / "letter.txt").write_text("Dear Ann")
    assert judge.bench.app is not None
    judge.bench.app.set_title("main", "*letter.txt - Shown")
    assert (await judge.of("keyboard_input", keys="^s")).decision == "allow"
    assert (await judge.policy.verdict(save_as, tool("save_as"))).decision == "allow"


class _Copies:
    """An application that writes a copy of its document with this text."""

    def __init__(self, text: str) -> None:
        self.text = text

    async def path(self, window: Window) -> str:
        return ""

    async def copy(self, name: str, folder: Path) -> Path:
        path = folder / name
        path.write_text(self.text)
        return path


async def _with_copies(folder: Path, now: str, held: str) -> Judge:
    """The window shows `now` of a document that holds `held`."""
    judge = await _editing(folder, "correct minutes.txt", now)
    mandate = judge.policy.mandate
    judge.policy = Policy(PolicySettings(), judge.bench.scope, mandate, copies=_Copies(held))
    return judge


async def test_a_part_that_the_window_shows_is_no_document_that_lost_its_content(tmp_path: Path) -> None:
    judge = await _with_copies(tmp_path, "A new slide", f"{_BEFORE} A new slide")
    assert {verdict.decision for verdict in await _all_ways(judge)} == {"allow"}


async def test_a_document_that_holds_nothing_of_its_file_any_more_is_asked_about(tmp_path: Path) -> None:
    judge = await _with_copies(tmp_path, "A new slide", "A new slide")
    assert {verdict.action_class for verdict in await _all_ways(judge)} == {ActionClass.OVERWRITE}


async def test_a_field_beside_the_document_that_is_written_over_takes_nothing_from_the_document(tmp_path: Path) -> None:
    judge = await _editing(tmp_path, "correct minutes.txt")
    earlier = Command(
        tool_name="keyboard_input", parameters={"id": judge.bench.id_of("Search For"), "keys": "^aJune{ENTER}"}
    )
    save = Command(tool_name="save", parameters={})
    assert (await judge.policy.verdict(save, tool("save"), [earlier])).decision == "allow"
    anywhere = Command(tool_name="keyboard_input", parameters={"keys": "^aJune{ENTER}"})
    assert (await judge.policy.verdict(save, tool("save"), [earlier, anywhere])).decision == "ask"


@pytest.mark.parametrize(
    ("title", "request_text", "is_asked"),
    [
        ("*minutes.txt - Shown", "Add a line to minutes.txt and save it", True),
        ("*minutes.txt - Shown", "clear minutes.txt and save it", True),
        ("*minutes.txt ({elsewhere}) - Shown", "Add a line to minutes.txt and save it", True),
        ("*{elsewhere}/minutes.txt - Shown", "Add a line to minutes.txt and save it", True),
        ("*{elsewhere}/minutes.txt - Shown", "Add a line to {folder}/minutes.txt and save it", True),
        ("*{elsewhere}/minutes.txt - Shown", "Add a line to {elsewhere}/minutes.txt and save it", False),
        ("*{elsewhere}/minutes.txt - Shown", "add a line and save", False),
        ("*{folder}/minutes.txt - Shown", "Add a line to minutes.txt and save it", False),
        ("*{folder}/minutes.txt - Shown", "Add a line to {folder}/minutes.txt and save it", False),
    ],
)
async def test_a_document_of_the_same_name_in_another_folder_is_asked_about_whoever_reads_orders(
    tmp_path: Path, title: str, request_text: str, is_asked: bool
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "minutes.txt").write_text(_BEFORE)
    places = {"elsewhere": elsewhere, "folder": tmp_path}
    said = request_text.format(**places)
    judge = await _editing(tmp_path, said)
    assert judge.bench.app is not None
    judge.bench.app.set_title("main", title.format(**places))
    await judge.bench.look()
    judge.policy.mandate.begin(said, tmp_path)
    judge.policy.mandate.read_by(ordering(said))
    for verdict in await _all_ways(judge):
        assert (verdict.decision == "ask") is is_asked, verdict
