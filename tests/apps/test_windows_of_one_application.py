"""Each window lists its own controls, and an agent goes to any window of its application by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch, Window
from ufo.schema.command import Effect, ResultStatus
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps
_APP = Path(__file__).parent.parent / "owned_apps" / "gtk3_two_windows.py"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path, app_ui, desktop=desktop)
    made.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_APP), "Two")))
    await desktop.settle(made.selection.window.id)
    await made.look()
    await made.on("click_input", "Settings")
    yield made
    await made.dispatcher.close()


async def _settings(bench: Bench) -> Window:
    with in_time():
        while True:
            for window in await bench.scope.desktop.windows():
                if window.title == "Two settings":
                    return window
            await anyio.sleep(0.02)


async def test_a_dialog_that_belongs_to_no_window_is_gone_on_in_and_the_main_window_does_not_list_its_controls(
    bench: Bench,
) -> None:
    main, other = bench.selection.require_window(), await _settings(bench)
    await bench.look()
    assert bench.selection.require_window().id == other.id
    assert "Show tips" in {control.name for control in bench.selection.controls.values()}
    assert "Show tips" not in {element.name for element in await bench.scope.desktop.snapshot(main.id)}


async def test_the_agent_goes_to_that_window_and_works_it(bench: Bench) -> None:
    await _settings(bench)
    gone = await bench.run("go_to_window", title="Two settings")
    assert gone.effect is Effect.CONFIRMED, gone
    await bench.look()
    ticked = await bench.on("click_input", "Show tips")
    assert ticked.effect is Effect.CONFIRMED, ticked


async def test_a_title_that_no_window_of_the_application_has_is_refused_with_those_it_has(bench: Bench) -> None:
    await _settings(bench)
    refused = await bench.run("go_to_window", title="Elsewhere")
    assert refused.status is ResultStatus.FAILURE and "'Two', 'Two settings'" in (refused.error or "")
