"""A sub-task goes on in the window that takes the place of its own, and says so; another program's window is never taken."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.apps.sessions import Opening
from tests.requirement import requirement
from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import act, app, assign, host
from tests.waiting import WAITED_S, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.launch.launcher import office_pipe
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.skill_of_run import save
from ufo.recipes.store import SkillStore
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.trace.reader import read_run

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_APP = Path(__file__).parent.parent / "owned_apps" / "gtk3_followed.py"
_TICKED = {"expect": [{"on": "element", "name": "Show closed accounts", "state": "checked"}]}


async def _shown(desktop: LinuxDesktop, title: str) -> Window:
    with in_time():
        while True:
            for window in await desktop.windows():
                if window.title.startswith(title):
                    await desktop.settle(window.id)
                    return window
            await anyio.sleep(0.05)


def _hands_over(title: str) -> Callable[[Turn], dict[str, Any]]:
    return lambda turn: assign(target_id(turn, title), "tick Show closed accounts")


async def _start(desktop: LinuxDesktop, scene: str) -> None:
    await desktop.launch(Launch("/usr/bin/python3", (str(_APP), scene)))


def _inputs(provider: ScriptedProvider) -> list[AppInputs]:
    return [turn.inputs for turn in provider.turns if isinstance(turn.inputs, AppInputs)]


def _done(turn: Turn) -> dict[str, Any]:
    return host("FINISH", result="done")


async def _run(opening: Opening, answers: list[Any]) -> tuple[RunSummary, ScriptedProvider]:
    provider = ScriptedProvider(answers)
    async with opening(provider) as session:
        return await session.run("tick Show closed accounts"), provider


async def test_after_a_login_the_sub_task_goes_on_in_the_window_that_opens_a_while_later(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await _start(desktop, "login")
    answers = [
        _hands_over("Sign in"),
        on("User", "set_edit_text", "CONTINUE", text="ann"),
        on("Sign in", "click_input", "CONTINUE"),
        on("Show closed accounts", "click_input", more=_TICKED),
        _done,
        _done,
    ]
    summary, provider = await _run(opening, answers)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    told = _inputs(provider)[2]
    assert told.window.name == "Accounts"
    assert told.notices == ("the window 'Sign in' closed; 'Accounts' of the same process followed: you now work there",)
    assert _inputs(provider)[1].notices == ()


@requirement("window:followed.restarted")
@pytest.mark.parametrize(
    "way",
    ["starts", pytest.param("detached", marks=pytest.mark.matrix), pytest.param("becomes", marks=pytest.mark.matrix)],
)
async def test_a_program_that_begins_again_as_another_process_is_followed(
    desktop: LinuxDesktop, opening: Opening, way: str
) -> None:
    await _start(desktop, f"restart-{way}")
    answers = [
        _hands_over("Settings"),
        on("Restart now", "click_input", "CONTINUE"),
        on("Show closed accounts", "click_input", more=_TICKED),
        _done,
        _done,
    ]
    summary, provider = await _run(opening, answers)
    told = _inputs(provider)[1]
    assert told.window.name == "Accounts", summary.reason
    # A process that becomes another program may keep the very window.
    assert way == "becomes" or told.notices == (
        "the window 'Settings' closed; 'Accounts' of the same program, which began again, followed: you now work there",
    )
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED), summary.reason


@pytest.mark.matrix
async def test_the_program_that_a_launcher_started_is_followed_with_its_own_tools(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await _start(desktop, "launcher")

    def says_so(turn: Turn) -> dict[str, Any]:
        return app("FINISH", result="it is open", expect=[{"on": "window", "title": "Mousepad"}])

    answers = [_hands_over("Launcher"), on("Start", "click_input", "CONTINUE"), says_so, _done, _done]
    _, provider = await _run(opening, answers)
    told = _inputs(provider)[1]
    assert (told.application, told.window.app_root) == ("mousepad", "mousepad")
    assert "of 'mousepad', which it started, followed" in str(told.notices)


@pytest.mark.matrix
async def test_an_instance_of_the_program_that_was_there_before_is_never_taken(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await _start(desktop, "desk")
    await _start(desktop, "login")
    own = (await _shown(desktop, "Sign in")).pid

    def killed(turn: Turn) -> dict[str, Any]:
        os.kill(own, signal.SIGKILL)
        return app("CONTINUE", act("wait", seconds=0))

    _, provider = await _run(opening, [_hands_over("Sign in"), killed, host("FAIL", comment="it crashed")])
    assert len(_inputs(provider)) == 1


@pytest.mark.matrix
async def test_the_pages_of_a_wizard_are_followed_one_after_another(desktop: LinuxDesktop, opening: Opening) -> None:
    await _start(desktop, "wizard")
    answers = [
        _hands_over("Setup"),
        on("Next", "click_input", "CONTINUE"),
        on("Next", "click_input", "CONTINUE"),
        on("Finish", "click_input", "CONTINUE"),
        on("Show closed accounts", "click_input", more=_TICKED),
        _done,
    ]
    summary, provider = await _run(opening, answers)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert [app_inputs.window.name for app_inputs in _inputs(provider)][1:] == [
        "Setup, page 2",
        "Setup, page 3",
        "Accounts",
    ]


@pytest.mark.matrix
async def test_the_rest_of_a_turn_is_not_done_in_the_window_that_followed(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await _start(desktop, "wizard")

    def hasty(turn: Turn) -> dict[str, Any]:
        first = on("Next", "click_input", "CONTINUE")(turn)
        first["action"].append(act("keyboard_input", keys="{ENTER}"))
        return first

    answers = [_hands_over("Setup"), hasty, app("FAIL", result="no"), host("FAIL", comment="no")]
    _, provider = await _run(opening, answers)
    second = _inputs(provider)[1]
    assert second.window.name == "Setup, page 2"
    assert [action.result.ok for action in second.actions if action.function == "keyboard_input"] in ([], [False])


@pytest.mark.matrix
async def test_behind_a_dialog_of_no_window_the_window_that_gets_the_focus_is_worked_in(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await _start(desktop, "beside")
    await _shown(desktop, "Filter accounts")
    answers = [
        _hands_over("Filter accounts"),
        on("Apply", "click_input", "CONTINUE"),
        on("Show closed accounts", "click_input", more=_TICKED),
        _done,
    ]
    summary, _ = await _run(opening, answers)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason


@pytest.mark.matrix
async def test_another_document_of_the_program_is_not_taken_before_the_model_has_selected_it(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await _start(desktop, "documents")
    await _shown(desktop, "Bob")
    answers = [
        _hands_over("Ann"),
        on("Close", "click_input", "CONTINUE"),
        _hands_over("Bob"),
        on("Show closed accounts", "click_input", more=_TICKED),
        _done,
    ]
    _, provider = await _run(opening, answers)
    told = next(turn.inputs for turn in provider.turns if isinstance(turn.inputs, HostInputs) and turn.inputs.feedback)
    assert "window 'Ann - Accounts' is closed; its application shows 'Bob - Accounts'" in told.feedback
    assert [app_inputs.window.name for app_inputs in _inputs(provider)] == ["Ann - Accounts", "Bob - Accounts"]


@pytest.mark.matrix
async def test_a_window_of_another_program_is_never_taken(desktop: LinuxDesktop, opening: Opening) -> None:
    await desktop.launch(Launch("mousepad", ("--disable-server",)))
    await _start(desktop, "login")
    own = (await _shown(desktop, "Sign in")).pid

    def killed(turn: Turn) -> dict[str, Any]:
        os.kill(own, signal.SIGKILL)
        return app("CONTINUE", act("wait", seconds=0))

    answers = [_hands_over("Sign in"), killed, host("FAIL", comment="it crashed")]
    _, provider = await _run(opening, answers)
    assert len(_inputs(provider)) == 1
    assert "has ended" in str([turn.inputs.feedback for turn in provider.turns])


def _writes(turn: Turn) -> dict[str, Any]:
    assert isinstance(turn.inputs, AppInputs)
    assert "write_cell" in {tool.tool_name for tool in turn.inputs.tools}
    shown = {"expect": [{"on": "element", "role": "Cell", "name": "D1", "value": "seen"}]}
    return app("FINISH", act("write_cell", cell="D1", content="seen"), **shown)


@pytest.mark.matrix
async def test_a_skill_goes_through_the_windows_that_its_saved_run_followed(
    desktop: LinuxDesktop, opening: Opening, tmp_path: Path, skills: Path
) -> None:
    await _start(desktop, "wizard")
    pages = [on(label, "click_input", "CONTINUE") for label in ("Next", "Next", "Finish")]
    last = on("Show closed accounts", "click_input", more=_TICKED)
    summary, _ = await _run(opening, [_hands_over("Setup"), *pages, last, _done])
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    skill = save(read_run(Path(summary.log_path)), "setup", tmp_path)
    assert [action.anew for action in skill.tasks[0].actions] == [False, True, True, True]
    SkillStore(skills).write(skill)
    for window in await desktop.windows():
        await desktop.close_window(window.id)
    await _start(desktop, "wizard")
    summary, provider = await _run(opening, [])
    assert (summary.outcome, provider.turns) == (RunOutcome.VERIFIED, []), summary.reason


@pytest.mark.matrix
async def test_behind_the_import_dialog_of_a_table_the_sheet_is_worked_in_with_its_own_tools(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, opening: Opening, tmp_path: Path
) -> None:
    table = tmp_path / "cities.csv"
    table.write_text("city;people\nWien;2\nGraz;1\n", encoding="utf-8")
    # As a person starts it: our own start answers the dialog.
    command = ["soffice", "--norestore", "--nologo", "--nofirststartwizard", str(table)]
    office = await asyncio.create_subprocess_exec(*command, env=private_desktop.environment)
    await _shown(desktop, "Text Import")
    answers = [_hands_over("Text Import"), on("OK", "click_input", "CONTINUE"), _writes, _done, _done]
    summary, provider = await _run(opening, answers)
    office.kill()
    await office.wait()
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED), summary.reason
    told = _inputs(provider)[1]
    assert (told.window.name, told.application) == ("cities.csv - LibreOffice Calc", "libreoffice-calc")
    assert told.notices == (
        "the window 'Text Import - [cities.csv]' closed; 'cities.csv - LibreOffice Calc' of the same process followed: you now "
        "work there",
    )
    assert told.actions[0].result.ok


@requirement("window:followed.tools")
@pytest.mark.matrix
async def test_a_start_centre_that_becomes_a_sheet_is_worked_with_the_tools_of_the_sheet(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    await desktop.launch(Launch("soffice"), timeout_s=90)
    answers = [_hands_over("LibreOffice"), on("Calc Spreadsheet", "click_input", "CONTINUE"), _writes, _done, _done]
    summary, provider = await _run(opening, answers)
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED), summary.reason
    assert _inputs(provider)[1].application == "libreoffice-calc"


_RESTART = """
import sys, uno
context = uno.getComponentContext()
resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
there = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
there.getValueByName("/singletons/com.sun.star.task.OfficeRestartManager").requestRestart(None)
"""
"""What the button "Restart Now" of LibreOffice's settings does."""


@requirement("window:followed.restarted")
@pytest.mark.matrix
async def test_a_libreoffice_that_restarts_itself_is_followed_and_its_new_process_is_worked(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, opening: Opening
) -> None:
    former = await desktop.launch(Launch("soffice", ("--calc",)), timeout_s=90)

    def restarts(turn: Turn) -> dict[str, Any]:
        subprocess.run(
            ["/usr/bin/python3", "-c", _RESTART, office_pipe(private_desktop.environment)],
            check=False,
            timeout=WAITED_S,
        )
        return app("CONTINUE", act("wait", seconds=0))

    def looks(turn: Turn) -> dict[str, Any]:
        return app("CONTINUE", act("wait", seconds=0))

    # The first window that follows may be the splash.
    summary, provider = await _run(opening, [_hands_over("Calc"), restarts, looks, looks, _writes, _done, _done])
    told = _inputs(provider)
    assert "followed: you now work there" in str(told[1].notices), summary.reason
    assert summary.outcome in (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED), summary.reason
    assert former.pid not in {window.pid for window in await desktop.windows()}
