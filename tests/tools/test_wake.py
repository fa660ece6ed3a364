"""What a program that tells nothing is told about, and what waking it reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.fake.apps import form
from ufo.schema.command import Effect, ResultStatus
from ufo.tools.servers.app_ui import app_ui


async def _bench(folder: Path, *, asleep: bool = True, wakes: bool = True) -> Bench:
    bench = Bench(folder, app_ui)
    bench.desktop.installed["form"] = replace(form(), asleep=asleep, wakes=wakes)
    await bench.open("form")
    return bench


@pytest.mark.parametrize("asleep", [True, False])
async def test_a_woken_program_tells_its_controls_and_one_that_tells_is_left_alone(
    tmp_path: Path, asleep: bool
) -> None:
    bench = await _bench(tmp_path, asleep=asleep)
    assert bool(bench.selection.controls) is not asleep
    assert (await bench.run("wake_application")).effect is Effect.CONFIRMED
    assert await bench.look()
    await bench.dispatcher.close()


async def test_where_it_cannot_be_woken_the_refusal_says_the_next_move(tmp_path: Path) -> None:
    bench = await _bench(tmp_path, wakes=False)
    refused = await bench.run("wake_application")
    assert refused.status is ResultStatus.FAILURE
    assert "work by sight" in (refused.error or "") and "`restart`" in (refused.error or "")
    window = bench.selection.window
    again = await bench.run("wake_application", restart=True)
    assert again.effect is Effect.CONFIRMED, again
    assert bench.selection.window != window
    assert bench.selection.window in await bench.desktop.windows()
    assert await bench.look()
    await bench.dispatcher.close()


async def test_what_tells_is_not_started_again(tmp_path: Path) -> None:
    bench = await _bench(tmp_path, asleep=False)
    before = await bench.desktop.windows()
    assert (await bench.run("wake_application", restart=True)).status is ResultStatus.FAILURE
    assert await bench.desktop.windows() == before
    await bench.dispatcher.close()
