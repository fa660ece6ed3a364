"""Measures how many of the controls are seen: owned applications against their own reports, real ones and what is opened in
them against a full, slow, unpruned walk of their trees.

    python -m bench.recall [NAME …]     only those whose names contain one of these words

What is not installed is left out and named; `make setup-apps` installs all of it. A full walk counts every object that
reports itself as shown, whose middle lies in the window that shows it and under no other one, and whose role is one that a
person works. Reacted: up to 16 of the offered controls of a line are pointed at, clicked or pressed in their middle, and
must show it there on the screen or report it.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench.measured_desktop import MeasuredDesktop
from bench.ordinary_user import NotRun, is_root, run_as_ordinary_user
from bench.real import Real
from bench.real_applications import REAL
from bench.real_looks import look_at, timed
from bench.recall_table import OWNED_GOAL, Seen, cells, markdown, table
from bench.versions import version_of
from tests.owned_apps.scenes import SCENES, Scene
from tests.owned_apps.stage import Stage
from tests.owned_apps.truth import Comparison
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopError

BOTH = ("owned", "real")


async def look_at_owned(scene: Scene) -> Seen:
    if scene.missing:
        return Seen(scene.name, why=f"not installed: {scene.missing}")
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1280, 800) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            try:
                stage = await Stage.open(scene, desktop, Path(folder))
                return await owned_line(desktop, stage, await stage.compared())
            except DesktopError as error:
                return Seen(scene.name, why=str(error)[:160])
            finally:
                await desktop.shutdown()


async def owned_line(desktop: MeasuredDesktop, stage: Stage, found: Comparison) -> Seen:
    """Return the line of an open owned application. `found`: what was seen of it."""
    ms, calls = await timed(desktop, stage.window)
    why = "; ".join([*found.faults[:3], *stage.scene.limits.values()])
    name = f"{stage.scene.name} ({stage.truth().toolkit})"
    return Seen(name, found.shown, found.recall, found.precision, ms, calls, OWNED_GOAL, why)


async def look_at_real(app: Real) -> list[Seen]:
    """Look at the application, with its version, and at what is opened in it."""
    first, *parts = await _looked_at(app)
    return [dataclasses.replace(first, name=f"{first.name} {version_of(app.program)}".rstrip()), *parts]


async def _looked_at(app: Real) -> list[Seen]:
    """Look as an ordinary user where the application needs one."""
    if not (app.refuses_root and is_root()):
        return await look_at(app)
    form = ("--json",) if app.parts else ("--json", "--unopened")
    try:
        told = await run_as_ordinary_user("bench.recall", *form, app.name)
    except NotRun as error:
        return [Seen(app.name, why=str(error))]
    first, *parts = (Seen(**line) for line in json.loads(told))
    return [dataclasses.replace(first, name=app.name), *parts]


@dataclass(frozen=True, slots=True)
class Asked:
    """What to measure. `words`: parts of names. `opened`: include what is opened in the real applications."""

    words: Sequence[str] = ()
    which: Sequence[str] = BOTH
    opened: bool = True


async def lines(asked: Asked) -> AsyncIterator[Seen]:
    """Yield each line as soon as it is measured."""
    wanted = [word.casefold() for word in asked.words]
    for scene in SCENES.values() if "owned" in asked.which else ():
        if scene.tree and _asked(scene.name, wanted):
            yield await look_at_owned(scene)
    for app in REAL if "real" in asked.which else ():
        if _asked(app.name, wanted):
            for seen in await look_at_real(app if asked.opened else dataclasses.replace(app, parts=())):
                yield seen


def _asked(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(word in name.casefold() for word in wanted)


async def _measured(asked: Asked, progress: Console) -> list[Seen]:
    found = []
    async for line in lines(asked):
        progress.print(" · ".join(cell for cell in cells(line) if cell), markup=False, highlight=False, soft_wrap=True)
        found.append(line)
    return found


def report(asked: Asked) -> None:
    Console(width=200).print(table(asyncio.run(_measured(asked, Console(stderr=True)))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", choices=BOTH, help="the owned or the real applications alone")
    parser.add_argument("--unopened", action="store_true", help="without menus and dialogs: minutes instead of an hour")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="as in docs/recall.md")
    form.add_argument("--json", action="store_true", help="for programs")
    asked = parser.parse_args()
    what = Asked(asked.names, (asked.only,) if asked.only else BOTH, not asked.unopened)
    if not (asked.markdown or asked.json):
        report(what)
        return
    found = asyncio.run(_measured(what, Console(stderr=True)))
    print(markdown(found) if asked.markdown else json.dumps([dataclasses.asdict(seen) for seen in found]))


if __name__ == "__main__":
    main()
