"""What goes into a password field or is given as a placeholder is in no file of the run, and only where it is meant to be."""

from __future__ import annotations

import base64
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from tests.extensions.guides.help.pdf_files import write_pdf
from tests.scenarios.controls import control_id, on
from tests.scenarios.stage import Stage, act, app, host, stage
from ufo.llm.provider import Turn
from ufo.recipes.skill_of_run import save
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.trace.reader import read_run
from ufo.trace.writer import LogWriter
from ufo.viewer.report import write_report

VALUE = 'tr0ub"4dor\\é &3'
CLEAR = "winter coat 42"
FOR_THE_FORM = {"BANK": {"from": "environment", "variable": "BANK_OF_TEST", "applications": ["form"]}}


@pytest.fixture(autouse=True)
def _in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANK_OF_TEST", VALUE)


def _shown(scene: Stage, key: str) -> str:
    (running,) = scene.desktop.world.running.values()
    return running.widget(key).value or ""


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _holding(folder: Path, *values: str) -> list[str]:
    """Names of the files that hold one of the values in any way it is usually written."""
    ways = {way for value in values for way in (value, quote(value), repr(value)[1:-1], _json(value))}
    packed = {base64.b64encode(value.encode()).decode().rstrip("=")[:-1] for value in values}
    return [path.name for path in _files(folder) if any(way.encode() in path.read_bytes() for way in ways | packed)]


def _json(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


async def test_a_placeholder_becomes_its_value_in_the_field_and_nowhere_else(tmp_path: Path) -> None:
    answers = [on("Password", "set_edit_text", text="{{secret:BANK}}", clear_current_text=True)]
    async with stage(tmp_path, answers, secrets=FOR_THE_FORM) as scene:
        await scene.run("in the Registration form type {{secret:BANK}} into Password")
        assert _shown(scene, "secret") == VALUE
        write_report(scene.folder, None)
        assert not _holding(tmp_path, VALUE)
        (action,) = [
            action for step in scene.heard.steps for action in step.actions if action.function == "set_edit_text"
        ]
        assert action.arguments["text"] == "{{secret:BANK}}"
        assert "as many hidden characters as were written" in " ".join(action.result.evidence)


async def test_a_field_that_shows_a_secret_is_told_by_its_placeholder_and_verified(tmp_path: Path) -> None:
    expect = {"expect": [{"on": "element", "name": "Email", "value": "{{secret:BANK}}"}]}
    turns: list[Turn] = []

    def looks(turn: Turn) -> dict[str, Any]:
        turns.append(turn)
        return app("FINISH", result="written", **expect)

    answers = [on("Email", "set_edit_text", "CONTINUE", text="{{secret:BANK}}", clear_current_text=True), looks]
    async with stage(tmp_path, answers, secrets=FOR_THE_FORM) as scene:
        summary = await scene.run("in the Registration form type {{secret:BANK}} into Email")
        assert _shown(scene, "email") == VALUE
        assert summary.outcome is RunOutcome.VERIFIED, summary.reason
        assert not _holding(tmp_path, VALUE)
    assert VALUE not in str([message.text for turn in turns for message in turn.messages])


async def test_a_secret_may_not_go_into_an_application_that_it_is_not_meant_for(tmp_path: Path) -> None:
    answers = [on("Password", "set_edit_text", "CONTINUE", text="{{secret:BANK}}"), app("FAIL", result="refused")]
    elsewhere = {"BANK": {**FOR_THE_FORM["BANK"], "applications": ["keepassxc"]}}
    async with stage(tmp_path, answers, secrets=elsewhere) as scene:
        await scene.run("in the Registration form type {{secret:BANK}} into Password")
        assert _shown(scene, "secret") == ""
        (action,) = [
            action for step in scene.heard.steps for action in step.actions if action.function == "set_edit_text"
        ]
    assert "'form'" in (action.result.error or "") and "meant for: keepassxc" in (action.result.error or "")
    assert "secrets.BANK.applications" in (action.result.error or "")


async def test_a_secret_that_the_person_did_not_name_is_not_given_out(tmp_path: Path) -> None:
    answers = [on("Email", "set_edit_text", "CONTINUE", text="{{secret:BANK}}"), app("FAIL", result="refused")]
    async with stage(tmp_path, answers, secrets=FOR_THE_FORM) as scene:
        await scene.run("register Ada in the Registration form")
        assert _shown(scene, "email") == ""
        (action,) = [
            action for step in scene.heard.steps for action in step.actions if action.function == "set_edit_text"
        ]
    assert "the person did not name {{secret:BANK}}" in (action.result.error or "")


async def test_a_placeholder_in_a_programs_arguments_is_refused(tmp_path: Path) -> None:
    answers = [host("CONTINUE", "run_shell", {"command": ["echo", "{{secret:BANK}}"]}), host("FAIL", result="no")]
    user = ScriptedUser(consents=[True])
    async with stage(tmp_path, answers, running=[], user=user, secrets=FOR_THE_FORM) as scene:
        await scene.run("say the word {{secret:BANK}} by the command line")
        told = [action for step in scene.heard.steps for action in step.actions if action.function == "run_shell"]
    assert "only typed into a field" in (told[-1].result.error or "")


def _by_keys(turn: Turn) -> dict[str, Any]:
    field = control_id(turn, "Password")
    keys = act("keyboard_input", id="", keys="s{w}ordfish{+}9{ENTER}")
    return app("CONTINUE", act("click_input", id=field, name="Password"), keys)


def _by_fill(turn: Turn) -> dict[str, Any]:
    fields = [{"name": "Name", "value": "Ada"}, {"name": "Password", "value": "swordfish+9"}]
    return app("CONTINUE", act("fill", fields=fields))


@pytest.mark.parametrize(
    "answer",
    [on("Password", "set_edit_text", "CONTINUE", text="swordfish+9"), _by_keys, _by_fill,
     on("Password", "set_value", "CONTINUE", value="swordfish+9")],
    ids=["set_edit_text", "keyboard_input", "fill", "set_value"],
)  # fmt: skip
async def test_what_goes_into_a_password_field_is_in_no_file_not_even_in_the_request_before(
    tmp_path: Path, answer: Any
) -> None:
    before: list[list[str]] = []

    def first(turn: Turn) -> dict[str, Any]:
        before.append(_holding(tmp_path, "swordfish+9"))
        return answer(turn)  # type: ignore[no-any-return]

    async with stage(tmp_path, [first, app("FINISH", result="typed swordfish+9")]) as scene:
        await scene.run("register Ada swordfish+9 in the Registration form")
        assert _shown(scene, "secret").startswith("swordfish+9")
        write_report(scene.folder, None)
        assert "events.jsonl" in before[0]
        assert not _holding(tmp_path, "swordfish+9", "s{w}ordfish{+}9")
        run = read_run(scene.folder)
        assert not run.doubts and not run.torn and run.finished
        assert "Ada" in run.request and "•••" in run.request


async def test_a_password_that_the_request_calls_one_is_masked_from_the_first_event_on(tmp_path: Path) -> None:
    seen: list[list[str]] = []

    def first(turn: Turn) -> dict[str, Any]:
        seen.append(_holding(tmp_path, "swordfish+9"))
        return app("FAIL", result="no")

    async with stage(tmp_path, [first]) as scene:
        await scene.run("in the Registration form type swordfish+9 into Password")
    assert seen == [[]]


async def test_an_answer_to_a_question_for_a_password_is_masked(tmp_path: Path) -> None:
    asks = app("PENDING", questions=["What is the password of the form?"])
    async with stage(tmp_path, [asks, app("FAIL", result="no")], user=ScriptedUser(["swordfish+9"])) as scene:
        await scene.run("register in the Registration form")
        assert "What is the password" in (scene.folder / "events.jsonl").read_text()
        assert not _holding(tmp_path, "swordfish+9")


async def test_the_length_of_a_password_is_told_to_nobody(tmp_path: Path) -> None:
    turns: list[Turn] = []

    def looks(turn: Turn) -> dict[str, Any]:
        turns.append(turn)
        return app("FINISH", act("read", id=control_id(turn, "Password")), result="done")

    answers = [on("Password", "set_edit_text", "CONTINUE", text="swordfish+9"), looks]
    async with stage(tmp_path, answers) as scene:
        await scene.run("type swordfish+9 into Password of the Registration form")
        texts = "".join(path.read_text() for path in _files(scene.folder) if path.suffix in (".jsonl", ".log"))
    assert "•" * 11 not in texts and "11 hidden" not in texts
    assert "•" * 11 not in str([message.text for message in turns[0].messages])


async def test_a_skill_keeps_the_placeholder_and_no_value(tmp_path: Path) -> None:
    expect = {"expect": [{"on": "element", "name": "Name", "value": "Ada"}]}
    answers = [
        on("Password", "set_edit_text", "CONTINUE", text="{{secret:BANK}}"),
        on("Name", "set_edit_text", text="Ada", more=expect),
    ]
    async with stage(tmp_path, answers, secrets=FOR_THE_FORM) as scene:
        await scene.run('in the Registration form register "Ada" with the password {{secret:BANK}}')
        folder = scene.folder
    skill = save(read_run(folder), "register", tmp_path / "work")
    assert "{{secret:BANK}}" in skill.model_dump_json() and VALUE not in skill.model_dump_json()


@contextmanager
def _umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


async def test_everything_that_a_run_writes_is_for_its_user_alone(tmp_path: Path) -> None:
    with _umask(0):
        system = {"save_ui_tree": True, "save_full_screen": True, "concat_screenshot": True}
        async with stage(tmp_path, [on("Name", "set_edit_text", text="Ada")], system=system) as scene:
            await scene.run("write Ada as the name in the Registration form")
            write_report(scene.folder, None)
    paths = [tmp_path / "logs", *(tmp_path / "logs").rglob("*")]
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}
    assert len(modes) > 8
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}


def test_a_folder_that_the_person_made_keeps_its_mode(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    logs.chmod(0o755)
    LogWriter(logs).close()
    assert stat.S_IMODE(logs.stat().st_mode) == 0o755


async def test_the_password_of_a_pdf_file_is_in_no_file_of_the_run_named_or_in_clear(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    for name in ("a.pdf", "b.pdf"):
        write_pdf(work / name, ["Balance"])
    meant = {"BANK": {**FOR_THE_FORM["BANK"], "applications": ["pdf"]}}
    turns: list[Turn] = []

    def reads(turn: Turn) -> dict[str, Any]:
        turns.append(turn)
        return host("CONTINUE", "read_file", {"path": "two.pdf", "password": CLEAR})

    answers = [
        host("CONTINUE", "pdf_of_pages", {"parts": ["a.pdf"], "target": "one.pdf", "user_password": "{{secret:BANK}}"}),
        host("CONTINUE", "pdf_of_pages", {"parts": ["b.pdf"], "target": "two.pdf", "user_password": CLEAR}),
        reads,
        host("FINISH", result="both are locked"),
    ]
    async with stage(tmp_path, answers, secrets=meant) as scene:
        summary = await scene.run("lock a.pdf with {{secret:BANK}} as one.pdf and b.pdf with a word as two.pdf")
        assert PdfReader(work / "one.pdf").decrypt(VALUE), summary.reason
        assert PdfReader(work / "two.pdf").decrypt(CLEAR)
        write_report(scene.folder, None)
        assert not _holding(tmp_path, VALUE, CLEAR)
        assert turns and VALUE not in repr(turns[0].messages)
