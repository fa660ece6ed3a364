"""A person at work on a desktop in memory: what is joined with which control, and what may be written of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from tests.demonstrations.test_gestures import key
from ufo.demonstrations.recorded import Begun
from ufo.demonstrations.recording_folder import RecordingWriter, read_recording
from ufo.demonstrations.watch import Watcher
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.secrets.masks import Masks


@asynccontextmanager
async def watched(folder: Path) -> AsyncIterator[Watcher]:
    desktop = FakeDesktop([form()])
    desktop.start(form().app_root)
    watcher = Watcher(desktop, RecordingWriter(folder, Begun(name=folder.name), Masks()))
    watching = asyncio.ensure_future(watcher.run())
    with anyio.fail_after(20):
        await watcher.ready.wait()
        await watcher.scenes.since(0.0)
        yield watcher
    watching.cancel()
    await asyncio.wait([watching])


async def test_what_is_being_written_when_the_recording_ends_is_written(tmp_path: Path) -> None:
    async with watched(tmp_path / "last") as watcher:
        for name in ("tab", "enter", "f5"):
            watcher.hear(key(name))
    assert [one.keys for one in read_recording(tmp_path / "last").steps] == ["tab", "enter", "f5"]
