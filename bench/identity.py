"""Measures whether a control is found again by its selector: after a restart, in another size, theme or language.

    python -m bench.identity [NAME …]     only those whose names contain one of these words

Every control of a window gets a selector. The application is ended and started anew under another condition, and each
selector is asked for its control. The selectors do not judge which control is the right one: the two looks are compared side
by side, by role and words in one language, by role and depth across languages. Where the two looks do not run in parallel
nothing is judged. A control that is taken for another counts most: there must be none.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.measured_desktop import MeasuredDesktop
from tests.owned_apps.scenes import SCENES
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.matching.find_again import Ambiguous, Found, find
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Launch, Window
from ufo.errors import DesktopError
from ufo.runs.desktops import with_sight

_SIZE = 1400, 900
_READY_S = 90.0
_STEADY, _EVERY_CELL = 4, 20
_RESTART, _LARGER = "restart", "larger"


@dataclass(frozen=True, slots=True)
class Way:
    """One condition: what it adds to the arguments and the environment. `foreign`: the application speaks another language."""

    name: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    settings: str = ""
    maximized: bool = False
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    """An application. `command` gives program and arguments for a folder of its own; `ready` is a word that its window shows
    once it is ready.
    """

    name: str
    command: Callable[[Path, Way], tuple[str, ...]]
    ways: tuple[Way, ...]
    min_controls: int = 5
    by_sight: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of one application in one condition. `unjudged`: found, but nothing tells whether it is the right control."""

    subject: str
    way: str
    controls: int
    right: int
    wrong: tuple[str, ...]
    ambiguous: int
    gone: int
    unjudged: int
    why: str = ""


_LANGUAGES = {"German": "de", "French": "fr", "Japanese": "ja", "Arabic": "ar"}
"""In Arabic a window is mirrored too."""
_PLAIN_WAYS = (Way(_RESTART), Way(_LARGER, maximized=True))
_GTK3_WAYS = (
    *_PLAIN_WAYS,
    Way("dark", environment={"GTK_THEME": "Adwaita:dark"}),
    Way("high contrast", environment={"GTK_THEME": "HighContrast"}),
    Way("large letters", environment={"GDK_DPI_SCALE": "1.5"}),
)
_GTK4_WAYS = (
    *_PLAIN_WAYS,
    Way("dark", environment={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "GTK_THEME": "Adwaita-dark"}),
    Way("large letters", environment={"GDK_DPI_SCALE": "1.5"}),
)
_QT_WAYS = (
    *_PLAIN_WAYS,
    Way("another style", environment={"QT_STYLE_OVERRIDE": "Windows"}),
    Way("large letters", environment={"QT_FONT_DPI": "144"}),
)
_WEB_WAYS = (
    *_PLAIN_WAYS,
    Way("dark", ("--force-dark-mode",)),
    Way("large letters", ("--force-device-scale-factor=1.25",)),
)
_FOREIGN_WAYS = tuple(
    Way(name, environment={"LANGUAGE": code, "LANG": "C.UTF-8", "LC_ALL": ""}, foreign=True)
    for name, code in _LANGUAGES.items()
)
_OFFICE_WAYS = (
    *_PLAIN_WAYS,
    Way("dark icons", settings="Common/Misc|SymbolStyle|colibre_dark"),
    Way("large icons", settings="Common/Misc|SymbolSet|1"),
    Way("German", settings="Linguistic/General|UILocale|de", foreign=True),
)


def _scene(name: str) -> Callable[[Path, Way], tuple[str, ...]]:
    def command(folder: Path, way: Way) -> tuple[str, ...]:
        scene = SCENES[name]
        own = scene.command(folder / "truth.json", "Owned scene")
        return (scene.program, *own, *way.arguments)

    return command


def _fixed(*command: str) -> Callable[[Path, Way], tuple[str, ...]]:
    return lambda folder, way: (*command, *way.arguments)


def _note(*command: str) -> Callable[[Path, Way], tuple[str, ...]]:
    def made(folder: Path, way: Way) -> tuple[str, ...]:
        note = folder.parent / "note.txt"
        note.write_text("one\ntwo\n", encoding="utf-8")
        return (*command, str(note))

    return made


def _office(kind: str) -> Callable[[Path, Way], tuple[str, ...]]:
    def made(folder: Path, way: Way) -> tuple[str, ...]:
        profile = folder / "office"
        (profile / "user").mkdir(parents=True)
        if way.settings:
            (profile / "user" / "registrymodifications.xcu").write_text(_registry(way.settings), encoding="utf-8")
        return (
            "soffice", f"--{kind}", "--norestore", "--nologo", "--nofirststartwizard",
            f"-env:UserInstallation={profile.as_uri()}",
        )  # fmt: skip

    return made


def _registry(setting: str) -> str:
    part, name, value = setting.split("|")
    return (
        '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
        f'<item oor:path="/org.openoffice.Office.{part}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop>'
        "</item></oor:items>"
    )


def _orders(folder: Path, way: Way) -> tuple[str, ...]:
    script = Path(__file__).parents[1] / "tests" / "owned_apps" / "gtk3_orders.py"
    return ("/usr/bin/python3", str(script), "de" if way.foreign else "en", "7", "8", "9")


def _tk_form(folder: Path, way: Way) -> tuple[str, ...]:
    script = Path(__file__).parents[1] / "tests" / "owned_apps" / "tk_form.py"
    return ("/usr/bin/python3", str(script), str(folder / "told.json"))


SUBJECTS = (
    Subject("GTK 3 scene", _scene("GTK3"), _GTK3_WAYS),
    Subject("GTK 3 orders", _orders, (*_GTK3_WAYS, Way("German", foreign=True))),
    Subject("GTK 4 scene", _scene("GTK4"), _GTK4_WAYS),
    Subject("Qt 6 scene", _scene("Qt6"), _QT_WAYS),
    Subject("Qt 5 scene", _scene("Qt5"), _QT_WAYS),
    Subject("Chromium page", _scene("Chromium"), _WEB_WAYS),
    Subject("Tk form (by sight)", _tk_form, _PLAIN_WAYS, by_sight=True),
    Subject("mousepad (GTK 3)", _note("mousepad", "--disable-server"), (*_GTK3_WAYS, *_FOREIGN_WAYS)),
    Subject("gnome-calculator (GTK 4)", _fixed("gnome-calculator"), (*_GTK4_WAYS, *_FOREIGN_WAYS), 20),
    Subject("qalculate-gtk (GTK 3)", _fixed("qalculate-gtk"), (*_GTK3_WAYS, *_FOREIGN_WAYS[:2]), 20),
    Subject("gedit (GTK 3)", _note("gedit", "--standalone"), (*_GTK3_WAYS, *_FOREIGN_WAYS)),
    Subject("GIMP (GTK 2)", _fixed("gimp", "--no-splash"), (*_PLAIN_WAYS, *_FOREIGN_WAYS), 20),
    Subject("LibreOffice Writer", _office("writer"), _OFFICE_WAYS, 60),
    Subject("LibreOffice Calc", _office("calc"), _OFFICE_WAYS, 60),
)


async def _look(desktop: Desktop, window: Window, least: int) -> Snapshot:
    """Look until two looks in a row are equal and show as many controls as there must be."""
    counted, steady = -1, 0
    async with asyncio.timeout(_READY_S):
        while True:
            await desktop.settle(window.id)
            snapshot = await desktop.snapshot(window.id)
            count = len(snapshot.elements)
            poor = bool(snapshot.degraded) and not snapshot.seen
            steady = steady + 1 if count == counted and count >= least and not poor else 0
            if steady >= _STEADY:
                return snapshot
            counted = count
            await asyncio.sleep(0.15)


async def _shown(desktop: MeasuredDesktop, subject: Subject, way: Way, folder: Path) -> Snapshot:
    await asyncio.to_thread(folder.mkdir)
    looked = with_sight(desktop, SeeingSections.of(load_settings())) if subject.by_sight else desktop
    program, *arguments = subject.command(folder, way)
    window = await desktop.launch(Launch(program, tuple(arguments), dict(way.environment)), _READY_S)
    if way.maximized:
        await _look(looked, window, subject.min_controls)
        await desktop.maximize(window.id)
    return await _look(looked, window, subject.min_controls)


async def _end(desktop: MeasuredDesktop) -> None:
    async with asyncio.timeout(30):
        while windows := await desktop.windows():
            for pid in {window.pid for window in windows if window.pid > 0}:
                os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.2)


def _said(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.label, element.path


def truth(before: Snapshot, after: Snapshot, *, foreign: bool) -> dict[int, int]:
    """Match the controls of the first look with those of the second, where the two run in parallel."""
    old = [(element.role, element.depth) if foreign else _said(element) for element in before]
    new = [(element.role, element.depth) if foreign else _said(element) for element in after]
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    # Across languages a short run of the same roles may be a chance.
    least = 8 if foreign and old != new else 1
    return {block.a + at: block.b + at for block in blocks if block.size >= least for at in range(block.size)}


def counted(subject: str, way: Way, before: Snapshot, after: Snapshot) -> Counted:
    right_one = truth(before, after, foreign=way.foreign)
    place = {id(element): index for index, element in enumerate(after.elements)}
    right = ambiguous = gone = unjudged = 0
    wrong: list[str] = []
    # Of a sheet's thousand cells, whose places name them, a share is enough.
    cells = [element for element in before if element.row is not None]
    left_out = {id(element) for number, element in enumerate(cells) if number % _EVERY_CELL}
    asked = [element for element in before if id(element) not in left_out]
    numbers = {id(element): index for index, element in enumerate(before)}
    for element, selector in zip(asked, selectors_of(before, asked), strict=True):
        index = numbers[id(element)]
        found = find(selector, after)
        if isinstance(found, Ambiguous):
            ambiguous += 1
        elif not isinstance(found, Found):
            gone += 1
        elif index not in right_one:
            unjudged += 1
        elif right_one[index] == place[id(found.element)]:
            right += 1
        else:
            wrong.append(
                f"{selector} -> {found.element.role} {found.element.name!r} ({'; '.join(found.match.reasons)})"
            )
    return Counted(subject, way.name, len(asked), right, tuple(wrong), ambiguous, gone, unjudged)


async def _subject(desktop: MeasuredDesktop, subject: Subject, folder: Path) -> list[Counted]:
    lines = []
    first = await _shown(desktop, subject, Way("first"), folder / "first")
    await _end(desktop)
    for number, way in enumerate(subject.ways):
        try:
            second = await _shown(desktop, subject, way, folder / str(number))
            lines.append(counted(subject.name, way, first, second))
        except (DesktopError, TimeoutError) as error:
            lines.append(Counted(subject.name, way.name, 0, 0, (), 0, 0, 0, f"{type(error).__name__}: {error}"[:120]))
        await _end(desktop)
    return lines


async def measure(names: Sequence[str]) -> list[Counted]:
    lines: list[Counted] = []
    for subject in SUBJECTS:
        if names and not any(name.casefold() in subject.name.casefold() for name in names):
            continue
        folder = Path(tempfile.mkdtemp(prefix="ufo-identity-"))
        async with await PrivateDesktop.start(*_SIZE) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            try:
                lines += await _subject(desktop, subject, folder)
            except (DesktopError, TimeoutError, OSError) as error:
                lines.append(Counted(subject.name, "", 0, 0, (), 0, 0, 0, f"not run: {error}"[:120]))
            finally:
                await desktop.shutdown()
                shutil.rmtree(folder, ignore_errors=True)
    return lines


def report(lines: Sequence[Counted]) -> None:
    table = Table("application", "condition", "controls", "right", "wrong", "ambiguous", "gone", "not judged", "")
    for item in lines:
        numbers = (item.controls, item.right, len(item.wrong), item.ambiguous, item.gone, item.unjudged)
        table.add_row(item.subject, item.way, *map(str, numbers), item.why)
    console = Console(width=140)
    console.print(table)
    for line in lines:
        for mistake in line.wrong:
            console.print(f"{line.subject}, {line.way}: {mistake}", markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Whether controls are found again.")
    parser.add_argument("names", nargs="*")
    report(asyncio.run(measure(parser.parse_args().names)))
