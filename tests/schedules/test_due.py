"""What is due is done once, its outcome is kept, and the person is told where they have to know of it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import UFO, Command
from tests.needs import needs
from tests.schedules.mail_server import mail_server
from tests.secrets.buses import bus
from tests.waiting import in_time
from ufo.config.settings import NotifySettings, SecretSettings
from ufo.schedules.due import do, message_of
from ufo.schedules.messages.tell import Message, tell
from ufo.schedules.schedule import Ending, Schedule, ScheduleStore
from ufo.secrets.secret_resolver import SecretStore

_ROOT = Path(__file__).resolve().parents[2]
MESSAGE = Message("ufo: sums waits for you", "NEEDS_HELP: which <one>?")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ScheduleStore:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return ScheduleStore()


def scheduled(store: ScheduleStore, folder: Path, *options: str, request: str = "say it") -> Schedule:
    schedule = Schedule(name="sums", when="daily", request=request, options=options, folder=str(folder))
    store.write(schedule)
    return schedule


def program(folder: Path, body: str) -> tuple[str, ...]:
    """A program in the place of ufo."""
    path = folder / "program.py"
    path.write_text(f"import json, sys, time, pathlib\n{body}\n", encoding="utf-8")
    return (sys.executable, str(path))


async def test_it_is_run_on_a_private_desktop_with_its_options_and_the_outcome_is_kept(
    store: ScheduleStore, tmp_path: Path
) -> None:
    body = 'print("noise")\nprint(json.dumps({"outcome": "VERIFIED", "answer": sys.argv[1:], "log_path": "/runs/r-1"}))'
    schedule = scheduled(store, tmp_path, "--max-steps", "9")
    ending = await do(schedule, store, program(tmp_path, body))
    assert ending is not None and (ending.outcome, ending.exit_code, ending.run) == ("VERIFIED", 0, "r-1")
    words = ["run", "say it", "--max-steps", "9", "--desktop", "private", "--json"]
    assert ending.answer == str(words) and store.endings("sums") == [ending]
    assert message_of(schedule, ending) is None


async def test_while_it_goes_on_it_is_not_started_twice(store: ScheduleStore, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    body = f'pathlib.Path("began").touch()\nwhile not pathlib.Path({str(gate)!r}).exists(): time.sleep(0.02)\nprint("{{}}")'
    schedule, command = scheduled(store, tmp_path), program(tmp_path, body)
    with in_time():
        first = asyncio.create_task(do(schedule, store, command))
        while not (tmp_path / "began").exists():
            await asyncio.sleep(0.02)
        assert await do(schedule, store, command) is None
        gate.touch()
        assert await first is not None
    assert len(store.endings("sums")) == 1


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ('print(json.dumps({"outcome": "NEEDS_HELP", "reason": "which one?"}))\nsys.exit(12)', 12, "waits for you"),
        ('print(json.dumps({"outcome": "FAILED", "reason": "gone"}))\nsys.exit(11)', 11, "was not done"),
        ('print(json.dumps({"outcome": "COMPLETED_UNVERIFIED"}))\nsys.exit(10)', 10, "said to be done, not shown"),
        ('print(json.dumps({"error": "no such model", "exit_code": 2}))\nsys.exit(2)', 2, "was not done"),
        ('print("no JSON")\nsys.exit(1)', 1, "was not done"),
    ],
)
async def test_the_person_is_told_of_what_waits_fails_or_is_not_shown(
    store: ScheduleStore, tmp_path: Path, body: str, code: int, said: str
) -> None:
    schedule = scheduled(store, tmp_path)
    ending = await do(schedule, store, program(tmp_path, body))
    assert ending is not None and ending.exit_code == code
    message = message_of(schedule, ending)
    assert message is not None and said in message.title and "say it" in message.text


async def test_a_folder_that_is_gone_is_an_ending_too(store: ScheduleStore, tmp_path: Path) -> None:
    ending = await do(scheduled(store, tmp_path / "gone"), store, program(tmp_path, ""))
    assert ending is not None and ending.exit_code == 2 and "gone" in ending.reason


def test_old_endings_are_dropped_and_a_line_that_is_none_is_left_out(store: ScheduleStore, tmp_path: Path) -> None:
    scheduled(store, tmp_path)
    (tmp_path / "state/ufo/every/sums/results.jsonl").write_text("no JSON\n")
    for number in range(205):
        store.note("sums", Ending(began=str(number), exit_code=0))
    assert [store.endings("sums")[0].began, len(store.endings("sums"))] == ["5", 200]


async def told(settings: dict[str, Any], environment: dict[str, str], **secrets: SecretSettings) -> list[str]:
    with in_time():
        return await tell(MESSAGE, NotifySettings(**settings), SecretStore(secrets, environment), environment)


async def test_a_notification_reaches_the_desktop_and_what_looks_like_markup_is_text(tmp_path: Path) -> None:
    with bus(tmp_path) as environment:
        assert "nobody shows notifications" in (await told({}, environment))[0]
        command = [sys.executable, "-m", "tests.schedules.notification_stub"]
        with subprocess.Popen(command, env=environment, cwd=_ROOT, stdout=subprocess.PIPE) as daemon:
            assert daemon.stdout is not None and daemon.stdout.readline() == b"ready\n"
            try:
                assert await told({}, environment) == []
                shown = json.loads(daemon.stdout.readline())
            finally:
                daemon.kill()
    assert shown["signature"] == "susssasa{sv}i" and shown["title"] == MESSAGE.title
    assert shown["text"] == "NEEDS_HELP: which &lt;one&gt;?"


async def test_a_command_of_the_persons_gets_the_words_without_a_shell(tmp_path: Path) -> None:
    kept = tmp_path / "kept; echo"
    body = f"pathlib.Path({str(kept)!r}).write_text(json.dumps([sys.argv[1:], sys.stdin.read()]))"
    command = program(tmp_path, body)
    assert await told({"desktop": False, "command": (*command, "$HOME")}, {}) == []
    assert json.loads(kept.read_text()) == [["$HOME", MESSAGE.title, MESSAGE.text], MESSAGE.text]
    (line,) = await told({"desktop": False, "command": ("/no/such",)}, {})
    assert line.startswith("notify.command failed")


async def test_mail_goes_to_the_persons_server_with_the_secret_by_its_name(tmp_path: Path) -> None:
    secret = {"mail": SecretSettings(**{"from": "environment", "variable": "MAIL_PASSWORD"})}
    password = {"MAIL_PASSWORD": "open sesame"}
    async with mail_server() as server:
        settings = {
            "desktop": False, "mail_to": "me@example.org", "smtp_host": "127.0.0.1", "smtp_port": server.port,
            "smtp_security": "none", "smtp_user": "me", "smtp_secret": "mail",
        }  # fmt: skip
        assert await told(settings, password, **secret) == []
    (mail,) = server.mails
    assert "Subject: ufo: sums waits for you" in mail and "To: me@example.org" in mail and "which <one>?" in mail
    assert server.logins == [b"\0me\0open sesame"]
    async with mail_server(refuses=True) as refusing:
        (line,) = await told({**settings, "smtp_port": refusing.port}, password, **secret)
    assert "refused it" in line and "sesame" not in line and not refusing.mails
    (line,) = await told({**settings, "smtp_host": "mail.example.org"}, password, **secret)
    assert "TLS only" in line
    (line,) = await told({"desktop": False, "mail_to": "me@example.org"}, {})
    assert "notify.smtp_host" in line
    kept = tmp_path / "mail"
    body = f"pathlib.Path({str(kept)!r}).write_text(json.dumps([sys.argv[1:], sys.stdin.read()]))"
    sendmail = {"desktop": False, "mail_to": "me@example.org", "sendmail": program(tmp_path, body)}
    assert await told(sendmail, {}) == []
    words, text = json.loads(kept.read_text())
    assert words == ["-t", "-i"] and "To: me@example.org" in text


@pytest.mark.matrix
@pytest.mark.apps
@needs("gnome-calculator")
async def test_a_real_run_is_done_and_kept(
    store: ScheduleStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in Command(tmp_path).environment.items():
        if name != "XDG_STATE_HOME":
            monkeypatch.setenv(name, value)
    schedule = scheduled(store, tmp_path, request="open the calculator and compute 6*7")
    with in_time():
        ending = await do(schedule, store, UFO)
    assert ending is not None and (ending.outcome, ending.answer) == ("VERIFIED", "42"), ending
    assert os.environ["XDG_STATE_HOME"] == str(tmp_path / "state")
