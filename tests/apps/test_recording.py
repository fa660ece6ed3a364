"""What a person does on real applications is recorded, done again, and proved. The person is played by xdotool."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import anyio
import pytest

from tests.apps.at_work import recorded, xdotool
from tests.needs import need
from tests.scenarios.stage import app, assign, host
from tests.waiting import in_time
from ufo.config.load import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.recipe import Skill
from ufo.recipes.replay.request_match import Chosen
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunSummary
from ufo.secrets.masks import Masks
from ufo.trace.run_folders import has_takeovers
from ufo.trace.writer import LogWriter
from ufo_recording.demonstrated import skill_of
from ufo_recording.prove import prove
from ufo_recording.record import joined_takeovers
from ufo_recording.recorded import line_of
from ufo_recording.recording_folder import Recording, read_recording, write_recording

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

PASSWORD = "hunter2-Öl+Geheim"
FORM = """<html><head><title>Sign in</title></head><body>
<form onsubmit="document.title='Welcome'; document.body.innerHTML='<h1>Hello '+u.value+'</h1>'; return false">
<label for=u>User name</label> <input id=u><br><label for=p>Password</label> <input id=p type=password><br>
<label><input type=checkbox id=r> Remember me</label>
<button type=button onclick="p.type='text'">Show</button> <button>Sign in</button></form></body></html>"""


async def _start(desktop: LinuxDesktop, program: str, *arguments: str) -> None:
    need(program)
    window = await desktop.launch(Launch(program, arguments))
    await desktop.focus(window.id)
    await desktop.settle(window.id)


async def _close_all(desktop: LinuxDesktop) -> None:
    for pid in {window.pid for window in await desktop.windows()}:
        os.kill(pid, signal.SIGKILL)
    while await desktop.windows():
        await desktop.settle(None, 0.1)


async def _prove(desktop: LinuxDesktop, private: PrivateDesktop, skill: Skill, folder: Path) -> None:
    """Prove it on the same desktop once everything on it is closed: another one would take longer."""
    await _close_all(desktop)

    async def play(chosen: Chosen) -> RunSummary:
        settings = load_settings(log_dir=folder / "logs", skills={"on_doubt": "stop"})
        log = LogWriter(settings.log_dir)
        place = DesktopInUse(desktop, "private", private.environment)
        parts = SessionParts(
            place, ScriptedUser(consents=[True] * 5), folder, log, provider=ScriptedProvider([]), skill=chosen
        )
        try:
            async with open_session(settings, parts) as session:
                return await session.run(chosen.request)
        finally:
            log.close()

    proof = await prove(skill, play, folder, {}, folder.with_name(skill.name))
    assert proof.holds, proof.told


def _lines(recording: Recording) -> list[str]:
    return [line_of(step) for step in recording.steps]


def _found(folder: Path, text: str) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


async def test_a_memo_that_is_typed_and_saved_becomes_a_skill_that_is_proved(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    await _start(desktop, "mousepad")
    place = tmp_path / "save-memo"
    async with recorded(desktop, private_desktop, place) as person:
        await person.type("Dear Ana")
        await person.click("File", "Menu")
        await person.click("Save As...", "MenuItem")
        await person.find("Name:", "Edit")
        await person.type(f"{tmp_path}/memo.txt")
        await person.press("Return")
        await person.closed("Save As")
    recording = read_recording(place)
    assert _lines(recording) == [
        "type 'Dear Ana' into Edit in 'Untitled 1 - Mousepad'",
        "click Menu 'File' in '*Untitled 1 - Mousepad'",
        "click MenuItem 'Save As...' in '*Untitled 1 - Mousepad'",
        f"type '{tmp_path}/memo.txt' into Edit 'Name:' in 'Save As'",
        "press enter in 'Save As'",
    ]
    assert all((place / step.picture).is_file() for step in recording.steps if step.picture)
    skill = skill_of(recording, "save-memo")
    assert [(variable.name, variable.default) for variable in skill.variables] == [
        ("text", "Dear Ana"),
        ("file", f"{tmp_path}/memo.txt"),
    ]
    assert [action.function for action in skill.tasks[0].actions] == [
        "set_edit_text",
        "visit",
        "set_edit_text",
        "keyboard_input",
    ]
    await _prove(desktop, private_desktop, skill, tmp_path / "again")


@pytest.mark.matrix
async def test_a_line_that_is_added_to_a_document_is_added_once_when_it_is_done_again(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    document = tmp_path / "visits.txt"
    document.write_text("== visits ==\nVogel\n")
    await _start(desktop, "mousepad", str(document))
    async with recorded(desktop, private_desktop, tmp_path / "visit") as person:
        await person.press("Down")
        await person.type("Brandt")
        await person.press("Return")
        await person.press("ctrl+s")
    assert document.read_text() == "== visits ==\nBrandt\nVogel\n"
    skill = skill_of(read_recording(tmp_path / "visit"), "visit")
    await _prove(desktop, private_desktop, skill, tmp_path / "again")
    assert (tmp_path / "again" / "visits.txt").read_text() == document.read_text()


@pytest.mark.matrix
async def test_a_password_that_is_typed_while_recording_is_found_nowhere_afterwards(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "form.html"
    page.write_text(FORM, encoding="utf-8")
    await _start(desktop, "chromium", page.as_uri())
    place, masks = tmp_path / "sign-in", Masks()
    async with recorded(desktop, private_desktop, place, masks) as person:
        await person.click("User name", "Edit")
        await person.type("ada")
        await person.press("Tab")
        await person.type(PASSWORD)
        await person.click("Remember me", "CheckBox")
        await person.click("Show", "Button")
        await person.click("Sign in", "Button")
        await person.find("Hello ada")
    recording = read_recording(place)
    assert [step.text for step in recording.steps if step.kind == "type"] == ["ada", ""]
    assert recording.steps[3].hidden and "hidden text into Edit 'Password'" in line_of(recording.steps[3])
    assert recording.steps[4].state == "checked"
    for secret in (PASSWORD, PASSWORD[:6], PASSWORD[-6:]):
        assert _found(place, secret) == []
    skill = skill_of(recording, "sign-in")
    assert [(variable.name, variable.secret, variable.default) for variable in skill.variables][1:] == [
        ("user_name", False, "ada"),
        ("password", True, ""),
    ]
    assert PASSWORD not in skill.model_dump_json()


@pytest.mark.matrix
async def test_a_password_that_a_page_hides_by_its_style_alone_is_found_nowhere(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "form.html"
    styled = FORM.replace("type=password", "style='-webkit-text-security:disc'").replace("Password", "Word")
    page.write_text(styled, encoding="utf-8")
    await _start(desktop, "chromium", page.as_uri())
    async with recorded(desktop, private_desktop, tmp_path / "styled") as person:
        await person.click("Word", "Edit")
        await person.type(PASSWORD)
        await person.click("Remember me", "CheckBox")
    (typed,) = [step for step in read_recording(tmp_path / "styled").steps if step.kind == "type"]
    assert typed.hidden
    assert _found(tmp_path / "styled", PASSWORD[:6]) == []


@pytest.mark.matrix
async def test_a_form_of_a_page_is_filled_and_sent_again(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "form.html"
    page.write_text(FORM.replace("type=password", "type=text").replace("Password", "City"), encoding="utf-8")
    await _start(desktop, "chromium", page.as_uri())
    async with recorded(desktop, private_desktop, tmp_path / "city") as person:
        await person.click("User name", "Edit")
        await person.type("ada")
        await person.press("Tab")
        await person.type("Paris")
        await person.click("Remember me", "CheckBox")
        await person.click("Sign in", "Button")
        await person.find("Hello ada")
    skill = skill_of(read_recording(tmp_path / "city"), "city")
    assert [variable.name for variable in skill.variables] == ["address", "user_name", "city"]
    assert [action.function for action in skill.tasks[0].actions] == ["set_edit_text"] * 2 + [
        "set_checked",
        "click_input",
    ]
    await _prove(desktop, private_desktop, skill, tmp_path / "again")


@pytest.mark.matrix
async def test_a_sum_on_the_calculator_is_proved_by_its_display(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    await _start(desktop, "gnome-calculator")
    async with recorded(desktop, private_desktop, tmp_path / "sum") as person:
        for key in "7×8=":
            await person.click(key, "Button")
    recording = read_recording(tmp_path / "sum")
    assert [step.control.name for step in recording.steps if step.control] == ["7", "×", "8", "="]
    skill = skill_of(recording, "sum")
    assert skill.variables == ()
    await _prove(desktop, private_desktop, skill, tmp_path / "again")


@pytest.mark.matrix
async def test_cells_that_are_typed_into_are_written_again(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    await _start(desktop, "libreoffice", "--calc")
    async with recorded(desktop, private_desktop, tmp_path / "cells") as person:
        await person.click("A1", "Cell")
        await person.type("Ann")
        await person.press("Tab")
        await person.type("12")
        await person.press("Return")
    recording = read_recording(tmp_path / "cells")
    skill = skill_of(recording, "cells")
    assert [action.arguments["name"] for action in skill.tasks[0].actions] == ["A1", "B1"]
    assert [variable.default for variable in skill.variables] == ["Ann", "12"]
    await _prove(desktop, private_desktop, skill, tmp_path / "again")


@pytest.mark.matrix
async def test_two_applications_in_turn_become_parts_of_one_skill(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    await _start(desktop, "gnome-calculator")
    await _start(desktop, "mousepad")
    async with recorded(desktop, private_desktop, tmp_path / "both") as person:
        await person.type("seven times eight")
        await person.click("7", "Button")
        await person.click("8", "Button")
    recording = read_recording(tmp_path / "both")
    assert [program.app_root for program in recording.programs] == ["mousepad", recording.programs[1].app_root]
    assert [step.program for step in recording.steps] == [1, 2, 2]
    assert [task.openings[0].function for task in skill_of(recording, "both").tasks] == ["launch_application"] * 2


@pytest.mark.matrix
async def test_an_application_that_crashes_is_told_and_the_recording_goes_on(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    await _start(desktop, "gnome-calculator")
    await _start(desktop, "mousepad")
    async with recorded(desktop, private_desktop, tmp_path / "crash") as person:
        await person.type("half a")
        (editor,) = [window for window in await desktop.windows() if window.process == "mousepad"]
        os.kill(editor.pid, signal.SIGKILL)
        await person.click("7", "Button")
    recording = read_recording(tmp_path / "crash")
    assert [step.kind for step in recording.steps] == ["type", "click"]
    assert recording.ended is not None


@pytest.mark.matrix
async def test_what_a_person_does_when_they_take_over_a_run_is_recorded_and_can_be_kept(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    need("mousepad")
    script = ScriptedProvider(
        [
            host("CONTINUE", function="launch_application", arguments={"name": "mousepad"}),
            assign("0", "write a greeting"),
            app("FINISH", result="the person wrote it"),
            host("FINISH", result="the person wrote it"),
        ]
    )
    logs = tmp_path / "logs"

    async def takes_over(upcoming: str) -> bool:
        windows = await desktop.windows()
        if not windows or list(logs.glob("*/takeovers/*")):
            return False
        with in_time():
            while not list(logs.glob("*/takeovers/*/recording.jsonl")):
                await anyio.sleep(0.02)
        await xdotool(private_desktop, "type", "Dear Ana")
        with in_time():
            while not any(element.value == "Dear Ana" for element in await desktop.snapshot(windows[0].id)):
                await desktop.settle(windows[0].id)
        return True

    log = LogWriter(logs)
    place = DesktopInUse(desktop, "private", private_desktop.environment)
    person = ScriptedUser(consents=[True] * 5, takes_over=takes_over)
    async with open_session(
        load_settings(log_dir=logs), SessionParts(place, person, tmp_path, log, provider=script)
    ) as session:
        await session.run("write a greeting")
    log.close()
    assert has_takeovers(log.folder)
    lines, proved = joined_takeovers(log.folder, "greeting")
    write_recording(tmp_path / "greeting", lines)
    recording = read_recording(tmp_path / "greeting")
    assert [step.text for step in recording.steps] == ["Dear Ana"]
    assert proved in ("", f"the run {log.run_id}, in which it was done, ended VERIFIED")


async def test_a_person_who_stops_at_once_has_recorded_nothing(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    async with recorded(desktop, private_desktop, tmp_path / "nothing"):
        pass
    recording = read_recording(tmp_path / "nothing")
    assert recording.steps == () and recording.ended is not None
