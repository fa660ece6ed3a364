"""How often what people say finds the right entry of an application's menus among the first three, and what collecting costs.

.venv/bin/python -m bench.menus [--json] [--misses] [APPLICATION…]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field

from bench.measured_desktop import MeasuredDesktop
from bench.menu_phrases import PHRASES, UNSEEN, Phrases
from bench.ordinary_user import NotRun, is_root, run_as_ordinary_user
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.errors import DesktopError
from ufo.knowledge.menus.search import MenuSearch
from ufo.schema.menus import MenuEntry
from ufo.tools.menus.book import MenuBook
from ufo.tools.observe.open_documents import open_documents

_FIRST = 3
_STARTED_AS = {
    "libreoffice-calc": ("libreoffice", "--calc"),
    "libreoffice-writer": ("libreoffice", "--writer"),
    "libreoffice-impress": ("libreoffice", "--impress"),
    "vlc": ("vlc", "--no-qt-privacy-ask"),
}
_REFUSES_ROOT = frozenset({"vlc"})
_OPEN_S, _CALM_S = 120.0, 15.0


@dataclass(frozen=True, slots=True)
class Found:
    """What one application offers, and how many phrases found their entry. `looks_ms`: a look alone, and one while menus are
    collected. `opened`: windows that collecting opened.
    """

    application: str
    version: str = ""
    entries: int = 0
    shortcuts: int = 0
    seconds: float = 0.0
    looks_ms: tuple[float, float] = (0.0, 0.0)
    opened: int = 0
    found: int = 0
    phrases: int = 0
    unseen_found: int = 0
    unseen: int = 0
    misses: list[str] = field(default_factory=list)
    why: str = ""


async def measured(application: str) -> Found:
    async with await PrivateDesktop.start(1920, 1080) as private:
        desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings(observe_deadline_s=10))
        book = MenuBook(desktop, documents=open_documents(DesktopSettings().documents))
        try:
            program, *arguments = _STARTED_AS.get(application, (application,))
            await desktop.launch(Launch(program, tuple(arguments)), _OPEN_S)
            window = await _main_window(desktop, application)
            await desktop.settle(window.id, _CALM_S)
            return await _of_window(desktop, book, window)
        except DesktopError as error:
            return Found(application, why=str(error)[:160])
        finally:
            await book.close()
            await desktop.shutdown()


async def _main_window(desktop: MeasuredDesktop, application: str) -> Window:
    deadline = time.monotonic() + _CALM_S
    while True:
        mine = [
            window
            for window in await desktop.windows()
            if window.app_root.startswith(application) and window.parent is None
        ]
        if mine or time.monotonic() > deadline:
            return mine[0] if mine else (await desktop.windows())[0]
        await asyncio.sleep(0.1)


async def _of_window(desktop: MeasuredDesktop, book: MenuBook, window: Window) -> Found:
    alone = await _look_ms(desktop, window)
    before = len(await desktop.windows())
    began = time.monotonic()
    collecting = asyncio.create_task(book.of(window))
    meanwhile = await _look_ms(desktop, window)
    menus, search = await collecting
    seconds = time.monotonic() - began
    name = next(phrase for phrase in PHRASES if window.app_root.startswith(phrase))
    misses = list(_misses(search, PHRASES[name]))
    unseen = list(_misses(search, UNSEEN[name]))
    return Found(
        name,
        menus.version,
        len(menus.entries),
        sum(bool(menu.shortcut) for menu in menus.entries),
        seconds,
        (alone, meanwhile),
        len(await desktop.windows()) - before,
        len(PHRASES[name]) - len(misses),
        len(PHRASES[name]),
        len(UNSEEN[name]) - len(unseen),
        len(UNSEEN[name]),
        [*misses, *unseen],
        menus.silence,
    )


async def _look_ms(desktop: MeasuredDesktop, window: Window) -> float:
    times = []
    for _ in range(5):
        desktop.expect_change()
        began = time.monotonic()
        await desktop.snapshot(window.id)
        times.append((time.monotonic() - began) * 1000)
    return sorted(times)[len(times) // 2]


def _misses(search: MenuSearch, phrases: Phrases) -> Iterator[str]:
    """Yield each phrase that did not find its entry, with what it found. A meaning that no entry has is a fault of the list."""
    for phrase, meant in phrases:
        best = [found.entry for found in search.best(phrase, _FIRST)]
        if not any(_is(entry, text) for entry in best for text in meant):
            yield f"{phrase}: {'; '.join(' > '.join(menu.path) for menu in best)}"


def _is(entry: MenuEntry, named: str) -> bool:
    meant = [_plain(part) for part in named.split(" > ")]
    return [_plain(text) for text in entry.path][-len(meant) :] == meant


def _plain(label: str) -> str:
    return label.rstrip(".…").strip()


async def all_measured(applications: Collection[str]) -> list[Found]:
    return [
        await (_as_another(application) if application in _REFUSES_ROOT and is_root() else measured(application))
        for application in applications
    ]


async def _as_another(application: str) -> Found:
    try:
        told = await run_as_ordinary_user("bench.menus", "--json", application)
    except NotRun as error:
        return Found(application, why=str(error))
    (item,) = json.loads(told.strip().splitlines()[-1])
    return Found(**{**item, "looks_ms": tuple(item["looks_ms"])})


def table(found: Sequence[Found]) -> str:
    rows = [
        "| application | entries | shortcuts | collected in | a look, alone and meanwhile | found | unseen phrases |",
        "|---|---|---|---|---|---|---|",
    ]
    rows += [
        f"| {item.application} {item.version} | {item.entries} | {item.shortcuts} | {item.seconds:.1f} s"
        f" | {item.looks_ms[0]:.0f}, {item.looks_ms[1]:.0f} ms | {item.found} of {item.phrases} | {item.unseen_found} of"
        f" {item.unseen} |"
        for item in found
    ]
    hit, asked = sum(item.found for item in found), sum(item.phrases for item in found)
    new, others = sum(item.unseen_found for item in found), sum(item.unseen for item in found)
    share = f"{hit} of {asked} ({hit / max(1, asked):.0%}) | {new} of {others} ({new / max(1, others):.0%})"
    return "\n".join([*rows, f"| all | | | | | {share} |"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.menus")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("applications", nargs="*")
    given = parser.parse_args()
    found = asyncio.run(all_measured(given.applications or list(PHRASES)))
    if given.json:
        print(json.dumps([asdict(entry) for entry in found]))
        return
    print(table(found))
    for item in found:
        lines = [item.why] if item.why else item.misses if given.misses else []
        print("".join(f"{item.application}: {line}\n" for line in lines), end="")
    if any(entry.opened for entry in found):
        sys.exit("collecting opened a window")


if __name__ == "__main__":
    main()
