"""Days of calendars that do not tell which one is chosen: their picture is read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.needs import need_scene
from tests.owned_apps.scenes import Scene
from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui
from ufo_sight.eye import Eye
from ufo_sight.local.detector import local_detector
from ufo_sight.sighted_desktop import SightedDesktop

_SCENE = Path(__file__).parents[2] / "owned_apps" / "gtk_calendar.py"
_APART = {"3": ("Table", ""), "4": ("Text", "15")}

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
Open = Callable[..., Awaitable[Bench]]


@pytest.fixture
async def shown(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Open]:
    """Opens the scene on a desktop that is also looked at."""
    pytest.importorskip("tesserocr")
    opened: list[Bench] = []

    async def start(version: str, *arguments: str) -> Bench:
        need_scene(Scene("calendar", _SCENE.name, light=True, modules=(f"Gtk-{version}.0",)))
        seeing = SightedDesktop(desktop, Eye([local_detector(SeeingSections.of(Settings()))]))
        bench = Bench(tmp_path, app_ui, desktop=seeing)
        bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_SCENE), version, *arguments)))
        await desktop.settle(bench.selection.window.id)
        opened.append(bench)
        return bench

    yield start
    for bench in opened:
        await bench.dispatcher.close()


@pytest.mark.parametrize("version", ["3", pytest.param("4", marks=pytest.mark.matrix)])
@requirement("verb:select")
async def test_a_calendar_is_turned_to_a_day_and_its_picture_read_back(shown: Open, version: str) -> None:
    bench = await shown(version)
    for day, is_there in (("2026-01-31", False), ("2026-01-31", True), ("2026-02-28", False)):
        await bench.look()
        role, name = _APART[version]
        result = await bench.run("select", id=bench.id_of(name, role), items=[day])
        assert result.effect is Effect.CONFIRMED, result
        assert (result.route is None) is is_there, result
        assert await bench.titled(day)


async def test_a_day_whose_choice_the_picture_does_not_show_is_not_called_confirmed(shown: Open) -> None:
    bench = await shown("3", "hidden")
    await bench.look()
    result = await bench.run("select", id=bench.id_of("", "Table"), items=["2026-01-20"])
    assert result.effect is Effect.UNVERIFIABLE, result
    assert await bench.titled("2026-01-20")
