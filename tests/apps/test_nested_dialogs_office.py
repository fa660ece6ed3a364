"""A button of a modal dialog of LibreOffice opens a further one: looks and acts go on in the inner one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_ARGUMENTS = ("--writer", "--norestore", "--nologo")


@pytest.mark.parametrize("has_sockets", [True, pytest.param(False, marks=pytest.mark.matrix)])
async def test_the_passwords_of_an_export_are_set_in_the_dialog_that_the_export_dialog_opens(
    desktop: LinuxDesktop, tmp_path: Path, has_sockets: bool
) -> None:
    (tmp_path / "no folder").touch()
    without = {} if has_sockets else {"XDG_RUNTIME_DIR": str(tmp_path / "no folder")}
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("libreoffice", _ARGUMENTS, without), timeout_s=60)
    try:
        await desktop.settle(bench.selection.window.id)
        await bench.look()
        for path in (["File", "Export As", "Export as PDF..."], ["Security"]):
            visited = await bench.run("visit", path=path)
            assert visited.effect is Effect.CONFIRMED, visited
            await bench.look()
        button = next(
            control.name for control in bench.selection.controls.values() if control.name.startswith("Set Passwords")
        )
        pressed = await bench.on("click_input", button)
        assert pressed.effect is Effect.CONFIRMED, pressed
        await bench.look()
        typed = await bench.run("keyboard_input", text="heron-48")
        assert typed.ok, typed
        assert "heron" not in f"{typed.evidence} {typed.change} {typed.result}", typed
        await bench.look()
        shown = [
            element
            for element in bench.selection.snapshot or ()
            if element.role == "Edit" and "password" in element.states
        ]
        assert shown and not any("heron" in (element.value or "") for element in shown), shown
    finally:
        await bench.dispatcher.close()
