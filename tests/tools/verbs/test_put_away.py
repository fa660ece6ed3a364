"""A save dialog that nobody consented to is cancelled; other dialogs stay."""

from __future__ import annotations

from pathlib import Path

from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.tools.verbs.windows import put_away_save_dialog


async def _titles(bench: Bench) -> list[str]:
    return [window.title for window in await bench.desktop.windows()]


@requirement("consent:put-away")
async def test_the_save_dialog_is_cancelled_and_named(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    app = await bench.open("notes")
    app.open("save-dialog")
    assert await put_away_save_dialog(bench.scope) == "Save As"
    assert await _titles(bench) == ["Untitled - Notes"]


async def test_a_dialog_that_saves_nothing_stays(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    app = await bench.open("form")
    app.open("thanks")
    assert await put_away_save_dialog(bench.scope) == ""
    assert "Thank you" in await _titles(bench)


async def test_without_a_window_nothing_is_cancelled(tmp_path: Path) -> None:
    assert await put_away_save_dialog(Bench(tmp_path).scope) == ""
