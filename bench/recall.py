"""How much of what there is is seen: owned applications against what they say of themselves, real ones against a full, slow,
unpruned walk of their trees.

    python -m bench.recall [NAME …]     only those whose names contain one of these words

What is not installed is left out and named; `make setup-apps` installs all of it. What a full walk counts: every object that
says it is shown, whose middle lies in the window and whose role is one that a person works.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.full_walk import Raw, walk
from tests.owned_apps.scenes import SCENES, Scene
from tests.owned_apps.stage import Stage
from tests.owned_apps.truth import offers
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Launch, Window
from ufo.desktop.linux import convert
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import DesktopError
from ufo.schema.geometry import Rect

OWNED_GOAL, REAL_GOAL = 1.0, 0.99
_REPEAT = 5
_SAME_PX = 3
_WORKED = frozenset(
    {
        "Button", "ToggleButton", "CheckBox", "RadioButton", "Menu", "MenuItem", "CheckMenuItem", "RadioMenuItem",
        "Hyperlink", "TabItem", "Edit", "Spinner", "ComboBox", "Slider", "ListItem", "TreeItem",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """One application's line. `of` is how many controls there are; `why` what was missed, or why there are no figures."""

    name: str
    of: int = 0
    recall: float | None = None
    precision: float | None = None
    ms: float | None = None
    calls: int | None = None
    goal: float | None = None
    why: str = ""

    @property
    def verdict(self) -> str:
        if self.recall is None or self.goal is None:
            return ""
        return "reached" if self.recall >= self.goal else "missed"


@dataclass(frozen=True, slots=True)
class Real:
    """A real application; `document` is written before it starts and handed to it."""

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    document: tuple[str, str] | None = None


REAL = (
    Real("mousepad (GTK 3)", "mousepad", ("--disable-server",), ("note.txt", "one\ntwo\n")),
    Real("gedit (GTK 3)", "gedit", ("--standalone",), ("note.txt", "one\ntwo\n")),
    Real("gnome-calculator (GTK 4)", "gnome-calculator"),
    Real("gnome-text-editor (GTK 4)", "gnome-text-editor", ("--standalone",), ("note.txt", "one\ntwo\n")),
    Real("LibreOffice Writer", "soffice", ("--writer",)),
    Real("LibreOffice Calc", "soffice", ("--calc",)),
    Real("LibreOffice Impress", "soffice", ("--impress",)),
    Real("GIMP (GTK 2)", "gimp", ("--no-splash",)),
    Real("Chromium, its own frame", "chromium", ("about:blank",)),
    Real("Firefox, its own frame", "firefox-esr", ("--no-remote", "--new-instance", "about:blank")),
    Real("Thunderbird", "thunderbird", ("--no-remote",)),
    Real("VLC (Qt 5)", "vlc", ("--no-qt-privacy-ask",)),
    Real("xterm (no tree)", "xterm"),
)


async def _owned(scene: Scene) -> Seen:
    if scene.missing:
        return Seen(scene.name, why=f"not installed: {scene.missing}")
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1280, 800) as private:
            desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
            try:
                stage = await Stage.open(scene, desktop, Path(folder))
                found = await stage.compared()
                ms, calls = await _timed(desktop, stage.window)
                truth = stage.truth()
            except DesktopError as error:
                return Seen(scene.name, why=str(error)[:160])
            finally:
                await desktop.shutdown()
    why = "; ".join([*found.faults[:3], *scene.limits.values()])
    name = f"{scene.name} ({truth.toolkit})"
    return Seen(name, found.shown, found.recall, found.precision, ms, calls, OWNED_GOAL, why)


async def _timed(desktop: LinuxDesktop, window: Window) -> tuple[float, int]:
    """Median milliseconds of a full look, and its D-Bus calls."""
    times, calls = [], 0
    for _ in range(_REPEAT):
        desktop.expect_change()
        began = time.perf_counter()
        calls = (await desktop.snapshot(window.id)).calls
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times), calls


async def look_at(app: Real) -> Seen:
    if shutil.which(app.program) is None:
        return Seen(app.name, why="not installed")
    with tempfile.TemporaryDirectory() as folder:
        arguments = app.arguments
        if app.document is not None:
            arguments = (*arguments, _written(Path(folder), *app.document))
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10))
            try:
                window = await desktop.launch(Launch(app.program, arguments), 90)
                window = await _calm(desktop, window)
                return await _against_walk(app.name, desktop, window, private)
            except DesktopError as error:
                return Seen(app.name, why=str(error)[:160])
            finally:
                await desktop.shutdown()


def _written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


async def _calm(desktop: LinuxDesktop, window: Window) -> Window:
    """The largest window of the application, when the same controls were seen in it three times in a row."""
    same, before = 0, 0
    deadline = time.monotonic() + 60
    while same < 3 and time.monotonic() < deadline:
        await desktop.settle(window.id)
        mine = [one for one in await desktop.windows() if one.pid == window.pid] or list(await desktop.windows())
        window = max(mine, key=lambda one: one.rect.area, default=window)
        desktop.expect_change()
        now = (await desktop.snapshot(window.id)).fingerprint
        same, before = (same + 1 if now == before else 0), now
        await asyncio.sleep(0.3)
    return window


async def _against_walk(name: str, desktop: LinuxDesktop, window: Window, private: PrivateDesktop) -> Seen:
    ms, calls = await _timed(desktop, window)
    snapshot = await desktop.snapshot(window.id)
    tops = await walk(private.environment, window.pid)
    if not tops:
        return Seen(name, ms=ms, calls=calls, why=snapshot.degraded or "the walk found nothing")
    told = _Told.of(tops, window, snapshot)
    missed = [one for one in told.worked if not told.sees(one)]
    mine = [one for one in snapshot if offers(one) and one.row is None]
    wrong = [one for one in mine if one.handle.key in told.hidden]
    recall = 1 - len(missed) / len(told.worked) if told.worked else None
    precision = 1 - len(wrong) / len(mine) if mine else None
    lost = [f"missed {convert.role_of(one.role)} {one.name!r} at {one.rect and one.rect.as_ltrb()}" for one in missed]
    extra = [f"not shown: {one.role} {one.name!r}" for one in wrong]
    why = "; ".join([*lost[:3], *extra[:2], *([snapshot.degraded] if snapshot.degraded else [])])
    return Seen(name, len(told.worked), recall, precision, ms, calls, REAL_GOAL, why)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the walk found of a window. `hidden`: keys of what says that it is not shown."""

    worked: Sequence[Raw]
    hidden: frozenset[str]
    listed: frozenset[str]
    elements: Sequence[Element]

    @classmethod
    def of(cls, tops: Sequence[Raw], window: Window, snapshot: Snapshot) -> _Told:
        everything = [one for top in tops for one in top.walk() if _belongs(top, window, len(tops))]
        # GTK 4 gives SHOWING to its frames only.
        frames_only = not any(one.states & convert.SHOWING for one in everything if one.parent and one.parent.parent)
        bit = convert.VISIBLE if frames_only else convert.SHOWING
        hidden = frozenset(_key(one) for one in everything if not one.states & (convert.SHOWING | convert.VISIBLE))
        area = Rect(0, 0, window.rect.width, window.rect.height) if frames_only else window.rect
        worked = [one for one in everything if _is_worked(one, area, bit)]
        return cls(worked, hidden, frozenset(one.handle.key for one in snapshot), snapshot.elements)

    def sees(self, one: Raw) -> bool:
        """Itself, or what fills it or is filled by it, as a button in a button; LibreOffice tells of its menu bar twice."""
        if _key(one) in self.listed:
            return True
        around = one.parent
        if around is not None and _key(around) in self.listed and _fills(one, around):
            return convert.role_of(around.role) in _WORKED
        if any(_is_twin(one, element) for element in self.elements):
            return True
        return any(_key(below) in self.listed and _fills(below, one) for below in one.walk())


def _is_twin(one: Raw, element: Element) -> bool:
    same = convert.role_of(one.role) == element.role and convert.clean_name(one.name) == element.name
    return same and one.rect is not None and one.rect.contains(element.rect.center)


def _key(one: Raw) -> str:
    """As the handles of elements name it."""
    return f"{one.ref.bus}{one.ref.path}"


def _belongs(top: Raw, window: Window, tops: int) -> bool:
    return tops == 1 or top.name == window.title or (top.rect is not None and top.rect.iou(window.rect) > 0.6)


def _is_worked(one: Raw, area: Rect, bit: int) -> bool:
    if convert.role_of(one.role) not in _WORKED or one.rect is None or not one.states & bit:
        return False
    if min(one.rect.width, one.rect.height) <= 2 or not area.contains(one.rect.center):
        return False
    return _is_in_sight(one, bit)


def _is_in_sight(one: Raw, bit: int) -> bool:
    """Of what is in a container that is not shown, or that shows another part of itself, nothing is to be seen."""
    above = one.parent
    while above is not None and above.parent is not None:
        scrolls = convert.role_of(above.role) == "Pane" and above.rect is not None and not above.rect.is_empty
        # LibreOffice keeps a second menu bar without height.
        if not above.states & bit or (above.rect is not None and above.rect.is_empty):
            return False
        if above.role in (49, 68) and scrolls and above.rect and one.rect and not above.rect.contains(one.rect.center):
            return False
        above = above.parent
    return True


def _fills(inner: Raw, outer: Raw) -> bool:
    """A button in the middle of a button is the one that is pressed; GTK 4 tells it without its padding."""
    if inner.rect is None or outer.rect is None:
        return False
    middle, other = inner.rect.center, outer.rect.center
    if inner.role == outer.role and max(abs(middle.x - other.x), abs(middle.y - other.y)) <= _SAME_PX:
        return True
    return inner.rect.intersection(outer.rect).area * 2 >= outer.rect.area


async def _measure(words: Sequence[str]) -> list[Seen]:
    wanted = [word.casefold() for word in words]
    found = []
    for scene in SCENES.values():
        if scene.tree and _asked(scene.name, wanted):
            found.append(await _owned(scene))
    for app in REAL:
        if _asked(app.name, wanted):
            found.append(await look_at(app))
    return found


def _asked(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(word in name.casefold() for word in wanted)


def table(found: Sequence[Seen]) -> Table:
    made = Table(title="What is seen", box=None, pad_edge=False, title_justify="left")
    for heading in ("application", "controls", "recall", "goal", "", "precision", "ms", "calls", "what was missed"):
        made.add_column(heading, overflow="fold")
    for one in found:
        made.add_row(*cells(one))
    return made


def cells(one: Seen) -> tuple[str, ...]:
    def number(value: float | None, form: str) -> str:
        return "" if value is None else format(value, form)

    counted = str(one.of) if one.recall is not None else ""
    figures = (number(one.precision, ".3f"), number(one.ms, ".0f"), number(one.calls, "d"))
    return one.name, counted, number(one.recall, ".3f"), number(one.goal, ".2f"), one.verdict, *figures, one.why


def markdown(found: Sequence[Seen]) -> str:
    lines = [
        "| application | controls | recall | goal | | precision | ms | D-Bus calls | what was missed |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells(one)) + " |" for one in found
    ]
    return "\n".join(lines)


def rows(words: Sequence[str] = ()) -> list[Seen]:
    return asyncio.run(_measure(words))


def report(words: Sequence[str] = ()) -> None:
    Console(width=180).print(table(rows(words)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--markdown", action="store_true", help="as in docs/recall.md")
    asked = parser.parse_args()
    if asked.markdown:
        print(markdown(rows(asked.names)))
    else:
        report(asked.names)


if __name__ == "__main__":
    main()
