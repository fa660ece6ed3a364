"""Opens the applications of the soak test: real ones, and owned ones for toolkits without a real one here."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import subjects
from bench.measured_desktop import MeasuredDesktop
from bench.real import Real
from bench.real_applications import REAL
from tests.owned_apps.scenes import FOLDER, SCENES, Scene
from tests.owned_apps.stage import Stage
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Keys, Launch, Window
from ufo.runs.desktops import with_sight

_READY_S, _CALM_S, _CALM = 90, 60.0, 3
_MOST_LOST = 0.9
Opening = Callable[[MeasuredDesktop, Path], Awaitable[Window]]


@dataclass(frozen=True, slots=True)
class Subject:
    """An application to soak. `program` gives the version; `missing`: what is not installed. Without `tree` it is looked at by
    sight.
    """

    name: str
    open: Opening
    program: str
    missing: str = ""
    tree: bool = True


@dataclass
class Soaking:
    """An application under the soak test. `looks`: what is looked at; the desktop below it is told which cached state to
    distrust. `usual`: how many elements it had.
    """

    below: MeasuredDesktop
    looks: Desktop
    window: Window
    version: str
    tree: bool
    usual: int = 0

    @property
    def pid(self) -> int:
        return self.window.pid

    async def look(self, anew: bool = True) -> Snapshot:
        if anew:
            self.below.expect_change()
        snapshot = await self.looks.snapshot(self.window.id)
        self.usual = self.usual or len(snapshot.elements)
        return snapshot

    async def change(self, number: int) -> None:
        """Send keys that go down and up by turns: a cursor moves, a page scrolls, a terminal echoes."""
        await self.below.send(self.window.id, [Keys(("down" if number % 2 else "up",))])
        await self.below.settle(self.window.id)

    def is_poor(self, snapshot: Snapshot) -> bool:
        return bool(snapshot.cut or (snapshot.degraded and self.tree))

    async def is_there(self) -> bool:
        return any(window.id == self.window.id for window in await self.below.windows())

    async def answers(self) -> bool:
        return len((await self.look()).elements) >= _MOST_LOST * self.usual


@asynccontextmanager
async def opened(subject: Subject, folder: Path) -> AsyncIterator[Soaking]:
    """Open the application. Raises DesktopError if it does not open."""
    async with await PrivateDesktop.start(1920, 1080) as private:
        below = await MeasuredDesktop.connect(private.environment, DesktopSettings())
        try:
            window = await _calm(below, await subject.open(below, folder))
            looks = below if subject.tree else with_sight(below, SeeingSections.of(load_settings()))
            version = await asyncio.to_thread(version_of, subject.program)
            yield Soaking(below, looks, window, version, subject.tree)
        finally:
            await below.shutdown()


async def _calm(desktop: MeasuredDesktop, window: Window) -> Window:
    """Return its largest window once several looks in a row saw as many elements."""
    same, before = 0, -1
    clock = asyncio.get_running_loop().time
    deadline = clock() + _CALM_S
    while same < _CALM and clock() < deadline:
        await desktop.settle(window.id)
        mine = [item for item in await desktop.windows() if item.pid == window.pid]
        window = max(mine, key=lambda item: item.rect.area, default=window)
        desktop.expect_change()
        now = len((await desktop.snapshot(window.id)).elements)
        same, before = (same + 1 if now == before else 0), now
    return window


def version_of(program: str) -> str:
    """Return the version of the Debian package that owns the program; "" for a program of another origin."""
    path = shutil.which(program)
    for name in {str(Path(path).resolve()), path} if path else ():
        owner = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True, timeout=60).stdout
        if owner:
            package = owner.split(":")[0]
            asked = ["dpkg-query", "-W", "-f", "${source:Upstream-Version}", package]
            return subprocess.run(asked, capture_output=True, text=True, timeout=60).stdout.strip()
    return ""


def _real(app: Real) -> Subject:
    async def open_it(desktop: MeasuredDesktop, folder: Path) -> Window:
        arguments = app.arguments
        if app.document is not None:
            document = folder / app.document[0]
            document.write_text(app.document[1], encoding="utf-8")
            arguments = (*arguments, str(document))
        return await desktop.launch(Launch(app.program, arguments), _READY_S)

    return Subject(app.name, open_it, app.program, "" if shutil.which(app.program) else app.program)


def _owned(scene: Scene) -> Subject:
    async def open_it(desktop: MeasuredDesktop, folder: Path) -> Window:
        return (await Stage.open(scene, desktop, folder)).window

    return Subject(f"{scene.name}, owned", open_it, "", scene.missing, scene.tree)


def _of_bench(name: str, program: str, open_it: Opening) -> Subject:
    return Subject(name, open_it, program, "" if shutil.which(program) else program)


async def _terminal(desktop: MeasuredDesktop, folder: Path) -> Window:
    """Open a terminal that shows a text and echoes its keys."""
    text = folder / "text.txt"
    text.write_text("The quick brown fox jumps over the lazy dog.\n" * 12, encoding="utf-8")
    return await desktop.launch(Launch("xterm", ("-e", "sh", "-c", f"cat {text}; cat")))


async def _form(desktop: MeasuredDesktop, folder: Path) -> Window:
    """Open a form in Tk: fields, buttons, boxes and a text."""
    return await desktop.launch(
        Launch("/usr/bin/python3", (str(_TK_FORM), str(folder / "truth.json"), "Form", "themed"))
    )


_TK_FORM = FOLDER / "tk_form.py"
_BOOK, _PAGE = "LibreOffice Calc, a sheet of 120 cells", "Chromium, a page of 5,000 elements"
SUBJECTS: Mapping[str, Subject] = {
    subject.name: subject
    for subject in (
        *(_real(real) for real in REAL if real.program != "xterm"),
        Subject("xterm, by sight", _terminal, "xterm", "" if shutil.which("xterm") else "xterm", tree=False),
        Subject("Tk, by sight", _form, "", SCENES["Tk"].missing, tree=False),
        _of_bench(_BOOK, "soffice", subjects.book),
        _of_bench(_PAGE, "chromium", subjects.page),
        *(_owned(scene) for scene in SCENES.values() if scene.tree),
    )
}
"""By name, as the table has them."""
