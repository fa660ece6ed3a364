"""A person at work on a desktop in memory: what is joined with which control, and what may be written of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.extensions.recording.test_gestures import key, typed
from tests.waiting import in_time
from ufo.desktop.fake.apps import text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.errors import SkillError
from ufo.secrets.masks import Masks
from ufo_recording.moves import moves_of
from ufo_recording.recorded import Begun, Step
from ufo_recording.recording_folder import RecordingWriter, read_recording
from ufo_recording.watch import Watcher

PASSWORD = "hunter2"


@asynccontextmanager
async def watched(
    folder: Path,
    desktop: FakeDesktop,
    masks: Masks | None = None,
    on_step: Callable[[Step], object] = lambda _step: None,
) -> AsyncIterator[Watcher]:
    writer = RecordingWriter(folder, Begun(name=folder.name), Masks() if masks is None else masks)
    watcher = Watcher(desktop, writer, on_step)
    watching = asyncio.ensure_future(watcher.run())
    with in_time():
        await watcher.ready.wait()
        await watcher.scenes.since(0.0)
        yield watcher
    watching.cancel()
    await asyncio.wait([watching])


@pytest.fixture
async def editor() -> FakeDesktop:
    """A desktop with an editor whose text has the focus."""
    desktop = FakeDesktop([text_editor()])
    desktop.start("notes")
    (window,) = await desktop.windows()
    (text,) = [element for element in await desktop.snapshot(window.id) if element.role == "Document"]
    await desktop.act(text.handle, "focus")
    return desktop


async def test_what_is_typed_before_anything_could_be_looked_at_is_not_written(
    editor: FakeDesktop, tmp_path: Path
) -> None:
    async with watched(tmp_path / "fast", editor) as watcher:
        for item in (key("tab"), *typed(PASSWORD), key("f5")):
            watcher.hear(item)
    steps = read_recording(tmp_path / "fast").steps
    assert [(step.kind, step.hidden) for step in steps] == [("keys", False), ("type", True), ("keys", False)]
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()]
    with pytest.raises(SkillError, match="no control is known that was typed into"):
        moves_of(steps)


async def test_what_is_being_written_when_the_recording_ends_is_written(editor: FakeDesktop, tmp_path: Path) -> None:
    async with watched(tmp_path / "last", editor) as watcher:
        for name in ("tab", "enter", "f5"):
            watcher.hear(key(name))
    assert [step.keys for step in read_recording(tmp_path / "last").steps] == ["tab", "enter", "f5"]


async def test_keys_that_follow_too_soon_are_not_given_to_what_had_the_focus_before(
    editor: FakeDesktop, tmp_path: Path
) -> None:
    async with watched(tmp_path / "soon", editor) as watcher:
        for name in ("tab", "delete"):
            watcher.hear(key(name))
    first, second = read_recording(tmp_path / "soon").steps
    assert first.control is not None and first.control.role == "Document"
    assert second.control is None and second.doubt


async def test_what_is_told_of_a_step_holds_no_secret_either(editor: FakeDesktop, tmp_path: Path) -> None:
    masks, told = Masks(), list[Step]()
    masks.learn("Untitled")
    async with watched(tmp_path / "told", editor, masks, told.append) as watcher:
        watcher.hear(key("f5"))
    assert [step.window for step in told] == ["•••1••• - Notes"]
