"""Keys are judged on a look; what the first key of several changes was on no look."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import Widget
from ufo.desktop.fake.spec import button
from ufo.schema.action_class import ActionClass

_NAME = Widget("name", "Edit", "Name", value="", editable=True)
_PAGE = Widget("page", "Document", "Page", value="", editable=True)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path)


@pytest.mark.parametrize(
    "keys",
    [
        "%{F4}{ENTER}",
        "lost%{F4}%d",
        "^q{TAB}{SPACE}",
        "^w{ENTER}",
        "^(+s)old.txt{ENTER}",
        "^s~",
        "%ed",
        "%fx{ENTER}",
        "{F10}d",
        "^p\n",
    ],
)
async def test_what_is_pressed_in_what_nobody_saw_is_asked_about(judge: Judge, keys: str) -> None:
    await judge.show(_PAGE, title="Window")
    verdict = await judge.of("keyboard_input", keys=keys)
    assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.UNKNOWN)
    assert "before it was looked at" in verdict.question


@pytest.mark.parametrize(
    "keys",
    [
        "one{ENTER}two{ENTER 3}",
        "^a^c{END}^v",
        "^ffind me{ENTER}",
        "^lexample.org{ENTER}",
        "1{TAB}2{TAB}3{ENTER}",
        "%{F4}",
        "^s",
        "{F2}x~",
    ],
)
async def test_ordinary_typing_is_not_asked_about(judge: Judge, keys: str) -> None:
    await judge.show(_PAGE, title="Window")
    assert (await judge.of_control("Page", "keyboard_input", keys=keys)).decision == "allow"


@pytest.mark.parametrize("keys", ["Ada{TAB}{ENTER}", "{TAB 2}{SPACE}"])
async def test_tab_may_lead_to_the_gravest_button(judge: Judge, keys: str) -> None:
    await judge.show(_NAME, button("go", "Submit order"), title="Shop")
    verdict = await judge.of_control("Name", "keyboard_input", keys=keys)
    assert verdict.action_class is ActionClass.SEND
    assert "'Submit order'" in verdict.question


async def test_tab_among_harmless_buttons_needs_no_question(judge: Judge) -> None:
    await judge.show(_NAME, button("go", "Search"), title="Shop")
    assert (await judge.of_control("Name", "keyboard_input", keys="Ada{TAB}{ENTER}")).decision == "allow"


@pytest.mark.parametrize("keys", ["rm x^j", "rm x{VK_CONTROL}m", "^o", "+{INSERT}", "^+v", "rm x{VK_SHIFT}{INSERT}"])
async def test_a_terminal_runs_a_line_by_other_keys_than_enter(judge: Judge, keys: str) -> None:
    await judge.show(Widget("tty", "Terminal", "Terminal", value="$", editable=True), title="tty")
    assert (await judge.of("keyboard_input", keys=keys)).action_class is ActionClass.RUN_PROGRAM
    assert (await judge.of("keyboard_input", keys="^c")).decision == "allow"


@pytest.mark.parametrize("given", [{"text": "rm x\n"}, {"text": "rm x", "keys": "{ENTER}"}])
async def test_a_text_of_its_own_runs_in_a_terminal_as_typed_keys_do(judge: Judge, given: dict[str, str]) -> None:
    await judge.show(Widget("tty", "Terminal", "Terminal", value="$", editable=True), title="tty")
    verdict = await judge.of("keyboard_input", **given)
    assert verdict.action_class is ActionClass.RUN_PROGRAM
    assert "rm x" in verdict.question


async def test_delete_among_files_is_asked_about_unless_it_surely_goes_into_a_text(judge: Judge) -> None:
    """The focus may have moved since the look, or moves by Tab, or the named control does not get the keys."""
    files = Widget("files", "List", "Files", value="report.odt", items=("report.odt",))
    await judge.show(_NAME, files, title="Documents", categories=("FileManager",))
    assert (await judge.of_control("Name", "keyboard_input", keys="{DELETE}")).decision == "allow"
    for keys, control_focus in (("{TAB}{DELETE}", True), ("{DELETE}", False)):
        verdict = await judge.of_control("Name", "keyboard_input", keys=keys, control_focus=control_focus)
        assert verdict.action_class is ActionClass.DELETE


async def test_a_program_that_settings_allow_is_not_allowed_to_carry_another(tmp_path: Path) -> None:
    judge = Judge(tmp_path, PolicySettings(programs=("find", "git", "env")))
    assert (await judge.of("execute_command", command=["find", ".", "-name", "x"])).decision == "allow"
    assert (await judge.of("execute_command", command=["git", "status"])).decision == "allow"
    assert (await judge.of("execute_command", command=["find", ".", "-exec", "touch", "{}", ";"])).needs_consent
    assert (await judge.of("execute_command", command=["git", "-c", "alias.x=!touch y", "x"])).needs_consent
    assert (await judge.of("execute_command", command=["env", "ls"])).needs_consent
