"""A save dialog that nobody consented to is cancelled; other dialogs stay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.fake.apps import text_editor
from ufo.desktop.fake.spec import AppSpec
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import InputEvent
from ufo.tools.verbs.windows import put_away_save_dialog


class Aimed(FakeDesktop):
    """Keeps at what keys and clicks were aimed."""

    def __init__(self, installed: Sequence[AppSpec]) -> None:
        super().__init__(installed)
        self.aims: list[Target | str | None] = []

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        self.aims.append(to)
        await super().send(to, events, reconfirm)


async def _titles(bench: Bench) -> list[str]:
    return [window.title for window in await bench.desktop.windows()]


@requirement("consent:put-away")
async def test_the_save_dialog_is_cancelled_and_named(tmp_path: Path) -> None:
    desktop = Aimed([text_editor()])
    bench = Bench(tmp_path, desktop=desktop)
    bench.desktop = desktop
    app = await bench.open("notes")
    app.open("save-dialog")
    (dialog,) = [window.id for window in await desktop.windows() if window.title == "Save As"]
    assert await put_away_save_dialog(bench.scope) == "Save As"
    assert (await _titles(bench), desktop.aims) == (["Untitled - Notes"], [dialog])


async def test_a_dialog_that_saves_nothing_stays(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    app = await bench.open("form")
    app.open("thanks")
    assert await put_away_save_dialog(bench.scope) == ""
    assert "Thank you" in await _titles(bench)


async def test_without_a_window_nothing_is_cancelled(tmp_path: Path) -> None:
    assert await put_away_save_dialog(Bench(tmp_path).scope) == ""
