"""A box with arrows shows words that it does not take, until it is left. What it takes is its own word, in its title."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

_APP = Path(__file__).parents[2] / "owned_apps" / "gtk_spins.py"

pytestmark = [pytest.mark.apps, pytest.mark.timeout(60)]


@pytest.mark.parametrize("version", [pytest.param("3.0", marks=pytest.mark.matrix), "4.0"])
async def test_words_that_a_box_shows_and_does_not_take_are_not_confirmed(
    desktop: LinuxDesktop, tmp_path: Path, version: str
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_APP), version)))
    assert await bench.titled("7.5 3")
    await bench.look()
    clock = next(key for key, element in bench.selection.controls.items() if element.value == "07:30")
    refused = await bench.run("set_value", id=clock, value="09:30")
    assert refused.effect is Effect.PARTIAL and "'09:00' once it was left" in refused.evidence[0], refused
    assert await bench.titled("9 3")
    taken = await bench.run("set_value", id=clock, value="10:00")
    assert taken.effect is Effect.CONFIRMED, taken
    assert await bench.titled("10 3")
    await bench.look()
    count = next(key for key, element in bench.selection.controls.items() if element.value == "3")
    written = await bench.run("set_edit_text", id=count, name="", text="5", clear_current_text=True)
    assert written.effect is Effect.CONFIRMED, written
    assert await bench.titled("10 5")
    clock = next(key for key, element in bench.selection.controls.items() if element.value == "10:00")
    shown = await bench.run("set_edit_text", id=clock, name="", text="11:30", clear_current_text=True)
    assert shown.effect is Effect.PARTIAL, shown
    await bench.dispatcher.close()
