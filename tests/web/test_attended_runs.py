"""The server is there for the runs that the page started, whether a page is open or not, and after it was killed as well."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest

from tests.cli.command import until
from tests.needs import needs
from tests.runs.control.told import until as until_state
from tests.scenarios.stage import host
from tests.web.served import Served, serving
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import ControlError
from ufo.runs.control.control_client import ControlClient

pytestmark = [pytest.mark.apps, needs("Xvfb")]

_QUESTION = "Which name shall it have?"
_ANSWERS = (
    host("PENDING", questions=[_QUESTION]),
    host("CONTINUE", "write_file", {"path": "note.txt", "text": "a note"}),
    host("FINISH", result="done"),
)
_BORDER = "a-border-between-the-parts"


def _form(**fields: str) -> bytes:
    parts = [
        f'--{_BORDER}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{said}' for name, said in fields.items()
    ]
    return "\r\n".join([*parts, f"--{_BORDER}--\r\n"]).encode()


def _ask(served: Served, cookie: str, script: Path, *answers: dict[str, object]) -> Path:
    script.write_text(json.dumps(answers))
    asked = _form(request="Write a note", model=f"scripted:{script}", desktop="here")
    answer = served.ask("/ask", asked, cookie=cookie, content_type=f"multipart/form-data; boundary={_BORDER}")
    return served.runs / str(json.loads(answer.text)["run"])


async def _answer(run: Path) -> None:
    """Answer its question as another client than a page does, and leave."""
    async with await ControlClient.connect(run, "test", person=False) as client:
        state = await until_state(client, lambda state: bool(state.questions))
        await client.answer(state.questions[0].id, "text", "note.txt")


def test_a_run_asks_and_ends_without_a_page_also_after_its_server_was_killed(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    heard, notify = tmp_path / "heard.txt", tmp_path / "notify.sh"
    notify.write_text(f'#!/bin/sh\nprintf "%s: %s\\n" "$1" "$2" >> {heard}\n')
    notify.chmod(notify.stat().st_mode | stat.S_IXUSR)
    ways = {"UFO_NOTIFY__DESKTOP": "false", "UFO_NOTIFY__COMMAND": json.dumps([str(notify)])}
    with serving(tmp_path, **private_desktop.environment, **ways) as served:
        cookie = served.come_in(served.link)
        run = _ask(served, cookie, tmp_path / "script.json", *_ANSWERS)
        assert until(lambda: heard.exists() and f"ufo asks: {_QUESTION}: Write a note" in heard.read_text())
        assert f"{served.address}/runs/{run.name}" in heard.read_text()
        served.stop()
        heard.unlink()
        served.start_again()
        assert until(lambda: heard.exists() and _QUESTION in heard.read_text())
        asyncio.run(_answer(run))
        assert until(lambda: "ufo: Write a note: " in heard.read_text())
    with pytest.raises(ControlError):
        asyncio.run(_answer(run))
