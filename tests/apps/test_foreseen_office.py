"""A turn that opens a dialog of LibreOffice and works it by path, before its controls were ever listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx import Presentation

from tests.tools.bench import Bench
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Command, ResultStatus
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]


@pytest.mark.matrix
async def test_the_name_in_a_save_dialog_and_its_button_alone_are_worked_in_the_turn_that_opens_it(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[0])
    deck.save(str(tmp_path / "talk.pptx"))
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("libreoffice", (str(tmp_path / "talk.pptx"),)), timeout_s=60)
    await desktop.settle(bench.selection.window.id)
    await bench.look()
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    results = await guarded.execute_commands(
        [
            Command(tool_name="visit", parameters={"path": ["File", "Save As..."]}),
            Command(
                tool_name="set_edit_text",
                parameters={"path": "Save As > Name", "text": "plan", "clear_current_text": True},
            ),
            Command(tool_name="click_input", parameters={"path": "Cancel"}),
        ]
    )
    assert [result.status for result in results] == [ResultStatus.SUCCESS] * 3, results
    assert not [window for window in await desktop.windows() if window.modal]
    await bench.dispatcher.close()
