"""Impress makes the entries of its slides pane anew at each click. All that the list showed can be worked in one turn."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.apps.office import Office
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import ToolError, WindowGone
from ufo.schema.command import Command, ResultStatus
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(180),
    needs("soffice"),
]
_SLIDES = ("Opening", "Numbers", "Thanks")
_DECK = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.presentation">
 <office:body><office:presentation>PAGES</office:presentation></office:body>
</office:document>
"""


async def _shows_slides(bench: Bench) -> bool:
    """The window is made anew while the document is loaded."""
    windows = await bench.scope.desktop.windows()
    bench.selection.window = next((window for window in windows if window.title.startswith("talk")), None)
    try:
        return set(_SLIDES) <= {target.name for target in (await bench.look()).values()}
    except (WindowGone, ToolError):
        return False


@pytest.mark.matrix
async def test_slides_are_chosen_one_after_another_in_one_turn(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    pages = "".join(f'<draw:page draw:name="{name}"/>' for name in _SLIDES)
    (tmp_path / "talk.fodp").write_text(_DECK.replace("PAGES", pages), encoding="utf-8")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    with Office(private_desktop.environment, tmp_path, "--impress", str(tmp_path / "talk.fodp")) as office:
        await anyio.to_thread.run_sync(office.window, "talk")
        with in_time():
            while not await _shows_slides(bench):
                await anyio.sleep(0.1)
        guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(ask=()), bench.scope))
        chosen = [
            Command(tool_name="click_input", parameters={"id": bench.id_of(name), "name": name})
            for name in ("Thanks", "Numbers", "Opening")
        ]
        results = await guarded.execute_commands(chosen)
        await bench.dispatcher.close()
    assert [result.status for result in results] == [ResultStatus.SUCCESS] * 3, results
