"""What a modal dialog of LibreOffice shows is not made stale: a function waits for its answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]


async def test_a_sheet_is_not_changed_behind_a_dialog_and_can_be_read(desktop: LinuxDesktop, tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui, calc_uno, desktop=desktop)
    launch = Launch("libreoffice", (own_profile(tmp_path), "--calc", "--norestore", "--nologo"))
    bench.selection.window = await desktop.launch(launch, timeout_s=60)
    try:
        await desktop.settle(bench.selection.window.id)
        await bench.look()
        assert (await bench.run("write_cell", cell="A1", content="before")).ok
        visited = await bench.run("visit", path=["Format", "Cells..."])
        assert visited.effect is Effect.CONFIRMED, visited
        for tool, arguments in (
            ("write_cell", {"cell": "A1", "content": "behind"}),
            ("set_cells", {"cells": {"A1": "behind"}}),
            ("format_cells", {"cells": ["A1"], "look": "bold", "value": "on"}),
            ("undo_changes", {}),
            ("save_as", {"file_name": "behind.ods"}),
        ):
            refused = await bench.run(tool, **arguments)
            assert not refused.ok and "the dialog 'Format Cells' is open" in (refused.error or ""), (tool, refused)
        assert "before" in str((await bench.run("table2markdown")).result)
        await bench.look()
        assert (await bench.on("click_input", "Cancel")).ok
        await bench.look()
        assert (await bench.run("write_cell", cell="A1", content="after")).ok
        assert "after" in str((await bench.run("table2markdown")).result)
    finally:
        await bench.dispatcher.close()
