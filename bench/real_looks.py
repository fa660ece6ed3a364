"""Looks at a real application and at what is opened in it, each against a full, slow, unpruned walk of the same moment."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench.full_walk import walk
from bench.measured_desktop import MeasuredDesktop
from bench.open_application import NotOpened, Opened, Opener
from bench.pointer import Pointer
from bench.reactions import Probe, Reactions, reactions
from bench.real import Part, Real
from bench.recall_table import REAL_GOAL, Seen
from bench.walk_offers import Told
from tests.owned_apps.truth import offers
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.atspi import roles
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Launch, Window
from ufo.errors import DesktopError
from ufo.schema.geometry import Point

_REPEAT, _TRIES = 5, 3
_MENUS = frozenset({"Menu", "MenuItem", "CheckMenuItem", "RadioMenuItem", "ListItem", "Cell"})
_WIDTH, _HEIGHT = 1920, 1080


async def look_at(app: Real) -> list[Seen]:
    """Look at the application as it starts, then at each of its parts once opened."""
    if shutil.which(app.program) is None:
        return [Seen(app.name, why="not installed")]
    with tempfile.TemporaryDirectory() as folder:
        arguments = app.arguments
        if app.document is not None:
            arguments = (*arguments, _written(Path(folder), *app.document))
        async with await PrivateDesktop.start(_WIDTH, _HEIGHT) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10))
            try:
                window = await desktop.launch(Launch(app.program, arguments), 90)
                window = await _calm(desktop, window)
                if app.first:
                    window = await _begun(app, private, desktop, window)
                async with _matrix(app, private, desktop, window) as matrix:
                    return [await matrix.whole(), *[await matrix.part(part) for part in app.parts]]
            except DesktopError as error:
                return [Seen(app.name, why=str(error)[:160])]
            finally:
                await desktop.shutdown()


async def _begun(app: Real, private: PrivateDesktop, desktop: MeasuredDesktop, window: Window) -> Window:
    opener = await Opener.on(desktop, private.display, window)
    try:
        await opener.begin(app.first)
        return await _calm(desktop, window)
    except NotOpened:
        # What it greets with did not come this time.
        return window
    finally:
        await opener.close()


def _written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


async def timed(desktop: MeasuredDesktop, window: Window) -> tuple[float, int]:
    """Return the median milliseconds of a full look, and its number of D-Bus calls."""
    times, calls = [], 0
    for _ in range(_REPEAT):
        desktop.expect_change()
        began = time.perf_counter()
        calls = (await desktop.snapshot(window.id)).calls
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times), calls


async def _calm(desktop: MeasuredDesktop, window: Window) -> Window:
    """Return the largest window of the application once three looks in a row saw the same controls."""
    same, before = 0, 0
    deadline = time.monotonic() + 60
    while same < 3 and time.monotonic() < deadline:
        await desktop.settle(window.id)
        mine = [item for item in await desktop.windows() if item.pid == window.pid] or list(await desktop.windows())
        window = max(mine, key=lambda item: item.rect.area, default=window)
        desktop.expect_change()
        now = (await desktop.snapshot(window.id)).fingerprint
        same, before = (same + 1 if now == before else 0), now
        await asyncio.sleep(0.3)
    return window


@asynccontextmanager
async def _matrix(
    app: Real, private: PrivateDesktop, desktop: MeasuredDesktop, window: Window
) -> AsyncIterator[_Matrix]:
    opener = await Opener.on(desktop, private.display, window)
    pointer = Pointer(private.environment, desktop, Point(_WIDTH - 1, _HEIGHT - 1))
    try:
        yield _Matrix(app, private, desktop, opener, pointer)
    finally:
        pointer.close()
        await opener.close()


@dataclass(frozen=True, slots=True)
class _Matrix:
    app: Real
    private: PrivateDesktop
    desktop: MeasuredDesktop
    opener: Opener
    pointer: Pointer

    async def whole(self) -> Seen:
        there = frozenset(await self.opener.shown())
        seen = await self._against_walk(self.app.name, self.opener.window, None)
        await self.opener.shut(there)
        return seen

    async def part(self, part: Part) -> Seen:
        name = f"{self.app.name}: {part.name}"
        there = frozenset(await self.opener.shown())
        try:
            opened = await self.opener.open(part)
            seen = await self._against_walk(name, opened.window, opened)
        except (NotOpened, DesktopError) as error:
            seen = Seen(name, recall=0.0, goal=REAL_GOAL, why=str(error)[:160])
        if await self.opener.shut(there):
            return seen
        return replace(seen, why="; ".join(filter(None, (seen.why, "it could not be shut again"))))

    async def _against_walk(self, name: str, window: Window, opened: Opened | None) -> Seen:
        self.pointer.away()
        ms, calls = await timed(self.desktop, window)
        snapshot, told = await self._compared(window)
        if told is None:
            return Seen(name, ms=ms, calls=calls, why=snapshot.degraded or "the walk found nothing")
        missed, wrong = told.missed, [*told.wrong, *await self._beneath(opened)]
        worked = await self._reactions(snapshot, opened)
        lost = [f"missed {roles.role_of(raw.role)} {raw.name!r} at {raw.rect and raw.rect.as_ltrb()}" for raw in missed]
        extra = [f"not to be worked: {element.role} {element.name!r} at {element.rect.as_ltrb()}" for element in wrong]
        odd = [f"another reacts: {words}" for words in worked.elsewhere]
        dumb = [f"no reaction: {words}" for words in worked.silent]
        grey = [f"may be disabled, does not react: {words}" for words in worked.grey]
        why = [
            *lost[:3],
            *extra[:3],
            *odd[:3],
            *dumb[:3],
            *grey[:3],
            *([snapshot.degraded] if snapshot.degraded else []),
        ]
        return Seen(
            name,
            len(told.worked),
            1 - len(missed) / len(told.worked) if told.worked else None,
            1 - (len(wrong) + len(worked.elsewhere)) / len(told.offered) if told.offered else None,
            ms,
            calls,
            REAL_GOAL,
            "; ".join(why),
            (worked.reacted, worked.worked) if worked.worked else None,
        )

    async def _beneath(self, opened: Opened | None) -> list[Element]:
        """Return what a look at the window below offers although the opened part covers it."""
        main = self.opener.window
        if opened is None or opened.window.id == main.id:
            return []
        surfaces = await self.opener.surfaces(main)
        below = next(place for place, surface in enumerate(surfaces) if surface.window.id == main.id)
        above = [surface.visible for surface in surfaces[:below] if not surface.passing]
        mine = [
            element for element in await self.desktop.snapshot(main.id) if offers(element) and element.window == main.id
        ]
        return [element for element in mine if any(over.contains(element.rect.center) for over in above)]

    async def _compared(self, window: Window) -> tuple[Snapshot, Told | None]:
        """Return a look and a walk that agree, or the last of a few: the application may change between the two."""
        for _ in range(_TRIES):
            snapshot = await self.desktop.snapshot(window.id)
            surfaces = await self.opener.surfaces(window)
            tops = await walk(self.private.environment, window.pid)
            told = Told.of(tops, surfaces, snapshot) if tops else None
            if told is None or not (told.missed or told.wrong):
                break
            await self.desktop.settle(window.id)
        return snapshot, told

    async def _reactions(self, snapshot: Snapshot, opened: Opened | None) -> Reactions:
        probe = Probe(self.desktop, self.pointer, self.opener.shown)
        if opened is None:
            return await reactions(probe, snapshot.elements, "window")
        fresh = [element for element in snapshot if _is_of(element, opened)]
        own = opened.window.id in opened.fresh or not any(
            element.role in _MENUS for element in fresh if offers(element)
        )
        return await reactions(probe, fresh, "dialog" if own else "menu")


def _is_of(element: Element, opened: Opened) -> bool:
    """Return whether the element came with what was opened."""
    return element.window in opened.fresh if opened.fresh else element.handle.key not in opened.before
