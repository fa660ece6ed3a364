"""Signs of the key notation in a text are typed: a shell and a text field tell what reached them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import ResultStatus
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps


@pytest.fixture
async def terminal(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("xterm", ("-e", "sh", "-c", f"cd {tmp_path}; exec sh")))
    await desktop.settle(bench.selection.window.id)
    yield bench
    await bench.dispatcher.close()


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ({"text": "echo '^s 19% +a ~ (x) {ENTER}' > told", "keys": "{ENTER}"}, "^s 19% +a ~ (x) {ENTER}\n"),
        pytest.param({"keys": "printf +%s 2450*19% > told{ENTER}"}, "+2450*19%", marks=pytest.mark.matrix),
    ],
)
async def test_a_command_line_reaches_the_shell_letter_for_letter(
    terminal: Bench, tmp_path: Path, given: dict[str, str], written: str
) -> None:
    result = await terminal.run("keyboard_input", **given)
    assert result.status is ResultStatus.SUCCESS
    told = tmp_path / "told"
    with in_time():
        while not told.exists() or told.read_text(encoding="utf-8") != written:
            await anyio.sleep(0.05)
