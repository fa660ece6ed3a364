"""Controls named by selector, as they are when the command's turn comes."""

from __future__ import annotations

from pathlib import Path

from tests.desktop.trees import selector_of
from tests.tools.bench import Bench
from ufo.schema.command import Command
from ufo.tools.dispatch.locate import Locator


async def _submit(bench: Bench, tool: str) -> Command:
    await bench.open("form")
    key = bench.id_of("Submit")
    assert bench.selection.snapshot is not None
    selectors = {key: selector_of(bench.selection.snapshot, bench.selection.controls[key])}
    return Command(tool_name=tool, parameters={"id": key}, tool_type="action", selectors=selectors)


async def _found_enabled(tmp_path: Path, tool: str, *, patient: bool = True, reads: bool = False) -> bool:
    bench = Bench(tmp_path)
    command = await _submit(bench, tool)
    app = bench.app
    assert app is not None
    bench.desktop.world.postponed.append((app, lambda running: running.set_enabled("submit", True)))
    located = await Locator(bench.scope).locate(command, patient=patient, reads=reads)
    assert not located.selectors
    return "enabled" in bench.selection.controls[located.parameters["id"]].states


async def test_a_button_that_is_about_to_be_enabled_is_waited_for(tmp_path: Path) -> None:
    assert await _found_enabled(tmp_path, "click_input")


async def test_nobody_waits_to_read_a_disabled_control_or_where_there_is_no_patience(tmp_path: Path) -> None:
    assert not await _found_enabled(tmp_path, "read", reads=True)
    assert not await _found_enabled(tmp_path, "click_input", patient=False)


async def test_one_that_stays_disabled_is_the_tools_to_refuse(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    located = await Locator(bench.scope).locate(await _submit(bench, "click_input"))
    assert "disabled" in bench.selection.controls[located.parameters["id"]].states
