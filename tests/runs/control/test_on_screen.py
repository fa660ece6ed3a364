"""Runs of the built-in planner on a private screen are watched, taken over and handed back over their control socket."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from PIL import Image

from bench.measured_desktop import MeasuredDesktop
from tests.needs import need
from tests.runs.control.told import until, until_phase
from tests.waiting import in_time
from ufo.config.load import load_settings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.control.control_client import ControlClient
from ufo.runs.control.messages import KeyStroke, PointerButton, PointerMoved, TypedText
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import NobodyUser
from ufo.trace.events import Event, Noticed, PersonActed
from ufo.trace.writer import LogWriter

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(180)]

REQUEST = 'In Mousepad, type "one", then type "two", then type "three"'


class Kept:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)

    @property
    def acts(self) -> list[PersonActed]:
        return [event for event in self.events if isinstance(event, PersonActed)]


@asynccontextmanager
async def opened(
    desktop: MeasuredDesktop, private: PrivateDesktop, folder: Path
) -> AsyncIterator[tuple[Session, Kept, ControlClient]]:
    need("mousepad")
    settings = load_settings(log_dir=folder / "logs")
    log, kept = LogWriter(settings.log_dir), Kept()
    place = DesktopInUse(desktop, "private", private.environment)
    try:
        parts = SessionParts(place, NobodyUser(True), folder, log, [kept])
        async with open_session(settings, parts) as session, await ControlClient.connect(log.folder, "page") as page:
            yield session, kept, page
    finally:
        log.close()


async def _editor(desktop: MeasuredDesktop) -> Window:
    window = await desktop.launch(Launch("mousepad"))
    await desktop.focus(window.id)
    await desktop.settle(window.id)
    return window


async def _text(desktop: MeasuredDesktop, window: Window) -> str:
    look = await desktop.snapshot(window.id)
    return next(element.value or "" for element in look if "multiline" in element.states)


async def test_a_person_takes_over_types_and_hands_back(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    window = await _editor(desktop)
    async with opened(desktop, private_desktop, tmp_path) as (session, kept, page):
        run = asyncio.ensure_future(session.run(REQUEST))
        await until(page, lambda state: state.step > 0)
        await page.take("Ann")
        state = await page.state()
        assert state.phase == "taken"
        middle = window.rect.center
        await page.send_input(
            PointerMoved(x=middle.x, y=middle.y),
            PointerButton(x=middle.x, y=middle.y, down=True),
            PointerButton(x=middle.x, y=middle.y, down=False),
            KeyStroke(key="end", held=("ctrl",)),
            TypedText(text="by Ann"),
        )
        await until_written(desktop, window, "by Ann")
        await page.give()
        summary = await run
    assert "by Ann" in await _text(desktop, window)
    assert any("took over" in event.text for event in kept.events if isinstance(event, Noticed))
    typed = [act for act in kept.acts if act.act == "type"]
    assert typed and "by Ann" in typed[-1].text and typed[-1].control is not None, (kept.acts, summary)
    assert list(tmp_path.glob("logs/*/takeovers/1/recording.jsonl"))


async def until_written(desktop: MeasuredDesktop, window: Window, text: str) -> None:
    with in_time():
        while text not in await _text(desktop, window):
            await desktop.changed(window.id, asyncio.get_running_loop().time() - 1.0, 1.0)


async def test_a_paused_run_uses_no_processor(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    await _editor(desktop)
    async with opened(desktop, private_desktop, tmp_path) as (session, _, page):
        run = asyncio.ensure_future(session.run(REQUEST))
        await until_phase(page, "running")
        await page.pause()
        await until_phase(page, "paused")
        await desktop.settle(None, 1.0)
        used, began = time.process_time(), time.monotonic()
        await asyncio.sleep(1.0)
        assert time.process_time() - used < 0.05 * (time.monotonic() - began)
        await page.resume()
        await run


async def test_a_watcher_sees_what_changes_and_never_a_password(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    need("python3")
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_password_window(tmp_path)),)))
    await desktop.settle(window.id)
    async with opened(desktop, private_desktop, tmp_path) as (_, _, page):
        await page.take("Ann")
        field = next(element for element in await desktop.snapshot(window.id) if "password" in element.states)
        brightest = 0
        async with aclosing(page.pictures(1280)) as pictures, asyncio.TaskGroup() as group:
            group.create_task(_type(page, field.rect.center.x, field.rect.center.y))
            canvas: Image.Image | None = None
            with in_time():
                async for shown in pictures:
                    if shown.update.whole or canvas is None:
                        canvas = Image.new("RGB", (shown.update.width, shown.update.height))
                    for tile, file in zip(shown.update.tiles, shown.files, strict=True):
                        canvas.paste(Image.open(io.BytesIO(file)), (tile.x, tile.y))
                    place = field.rect
                    inside = canvas.crop((place.x + 3, place.y + 3, place.right - 3, place.bottom - 3))
                    brightest = max(brightest, *inside.tobytes())
                    if _is_red(canvas, window):
                        break
        # Dark grey before its window was read, black from then on; the field itself is white.
        assert brightest < 80


def _is_red(canvas: Image.Image, window: Window) -> bool:
    """Tell whether what was entered has turned the lower part of the window red."""
    below = canvas.getpixel((window.rect.center.x, window.rect.bottom - 20))
    assert isinstance(below, tuple)
    return below[0] > 150 and max(below[1:]) < 90


async def _type(page: ControlClient, x: int, y: int) -> None:
    await page.send_input(
        PointerButton(x=x, y=y, down=True),
        PointerButton(x=x, y=y, down=False),
        TypedText(text="hunter2"),
        KeyStroke(key="enter"),
    )


def _password_window(folder: Path) -> Path:
    """A window with a password field; once something was entered in it, what lies below turns red."""
    program = folder / "password_window.py"
    program.write_text(
        """
import gi
gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk
window, box = Gtk.Window(title="Sign in"), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
field, below = Gtk.Entry(visibility=False), Gtk.DrawingArea()
entered = []
def draw(area, context):
    context.set_source_rgb(*(0.9, 0.1, 0.1) if entered else (0.1, 0.1, 0.9))
    context.paint()
below.connect("draw", draw)
field.connect("activate", lambda field: (entered.append(1), below.queue_draw()))
box.pack_start(field, False, False, 20)
box.pack_start(below, True, True, 0)
window.add(box)
window.set_default_size(400, 300)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
""",
        encoding="utf-8",
    )
    return program


async def test_a_run_on_wayland_is_watched_and_taken_over(
    wayland_desktop: MeasuredDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    window = await _editor(wayland_desktop)
    async with opened(wayland_desktop, private_wayland, tmp_path) as (session, kept, page):
        run = asyncio.ensure_future(session.run(REQUEST))
        await until(page, lambda state: state.step > 0)
        await page.take("Ann")
        middle = window.rect.center
        async with aclosing(page.pictures(1280)) as pictures:
            with in_time():
                first = await anext(pictures)
                assert first.update.whole
                typing = asyncio.ensure_future(_write(page, middle.x, middle.y))
                second = await anext(pictures)
                assert second.update.tiles
                await typing
        await until_written(wayland_desktop, window, "by Ann")
        await page.give()
        await run
    assert "by Ann" in await _text(wayland_desktop, window)
    assert any(act.act == "type" and "by Ann" in act.text for act in kept.acts), kept.acts


async def _write(page: ControlClient, x: int, y: int) -> None:
    await page.send_input(
        PointerButton(x=x, y=y, down=True),
        PointerButton(x=x, y=y, down=False),
        KeyStroke(key="end", held=("ctrl",)),
        TypedText(text="by Ann"),
    )
