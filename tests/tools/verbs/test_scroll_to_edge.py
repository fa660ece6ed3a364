"""Scrolling to an edge on a desktop in memory: what cannot be seen to scroll is not said to be at its end."""

from __future__ import annotations

from pathlib import Path

from tests.tools.bench import Bench
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui


async def test_a_control_around_which_nothing_is_seen_to_scroll_is_not_confirmed_to_be_at_its_end(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, app_ui)
    await bench.open("notes")
    field = next(key for key, element in bench.selection.controls.items() if "editable" in element.states)
    result = await bench.run("scroll_to", id=field, edge="end")
    assert result.effect is Effect.UNVERIFIABLE
    assert "not known whether it is at its end" in result.evidence[0], result
    await bench.dispatcher.close()
