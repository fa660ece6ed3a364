"""Checks conditions as far as the rule of reading tells what they are about: a condition is a read, whoever states it. A bare
file name is found beside the documents that are open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ufo.conditions.condition import Condition, check_all
from ufo.conditions.readers.pages.devtools import Page
from ufo.conditions.world import Copies, DesktopWorld
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.errors import DesktopError
from ufo.platform import proc
from ufo.schema.file_names import on_disk
from ufo.schema.patterns import regex
from ufo.schema.predicate import Finding, Truth
from ufo.tools.observe.open_documents import OpenDocuments
from ufo.tools.observe.selection import ToolScope
from ufo.tools.system.judged_places import not_told

_CHANNEL = "file"
_IN_TITLE = regex(r"(?:~|\.{0,2})?/[^\s()*|<>]+")
_MOST_WINDOWS = 20


class JudgedWorld(DesktopWorld):
    """The desktop as it is now, without what its windows and pages show of files that are not told."""

    def __init__(self, scope: ToolScope, window_id: str | None, copies: Copies) -> None:
        super().__init__(scope.desktop, window_id, copies, scope.begun)
        self._judged = scope.judged

    async def elements(self) -> Snapshot | None:
        reading = self._judged.reading
        if reading is not None and (why := await reading.withheld()):
            raise DesktopError(why)
        return await super().elements()

    async def pages(self) -> tuple[Page, ...]:
        return tuple(page for page in await super().pages() if not self._why_not(page))

    async def silent_browsers(self) -> tuple[str, ...]:
        """Return those that do not report their pages, and the pages that are not told."""
        hidden = [page.title or page.address for page in await super().pages() if self._why_not(page)]
        return (*await super().silent_browsers(), *hidden)

    def _why_not(self, page: Page) -> str:
        place = urlsplit(page.address)
        return self._judged.why_not_shown(Path(unquote(place.path))) if place.scheme == "file" else ""


async def check_judged(
    conditions: Sequence[Condition], scope: ToolScope, world: JudgedWorld, timeout_s: float
) -> tuple[Finding, ...]:
    """Return a finding for each condition: unknown where its file is not told, without words where it is only checked."""
    closed = {
        number: condition
        for number, condition in enumerate(conditions)
        if not await asyncio.to_thread(_is_told, condition, scope)
    }
    why = {number: _why_unchecked(condition, scope) for number, condition in closed.items()}
    checked = [number for number in range(len(conditions)) if not why.get(number)]
    found = dict(
        zip(checked, await check_all([conditions[number] for number in checked], world, timeout_s), strict=True)
    )
    for number, condition in closed.items():
        found[number] = (
            _without_words(found[number])
            if number in found
            else condition.finding(Truth.UNKNOWN, why[number], _CHANNEL)
        )
    return tuple(found[number] for number in range(len(conditions)))


def _is_told(condition: Condition, scope: ToolScope) -> bool:
    path, reading = condition.path_on_disk(), scope.judged.reading
    if path is None or reading is None or not condition.tells_content():
        return True
    # The desktop's own home holds what was set up and done there.
    own = scope.home_apart
    return reading.may_read(on_disk(Path(path))) or bool(own and Path(path).resolve().is_relative_to(own))


def _why_unchecked(condition: Condition, scope: ToolScope) -> str:
    path, reading = on_disk(Path(condition.path_on_disk() or "")), scope.judged.reading
    return reading.may_check(path, str(condition.as_written())) if reading is not None else not_told(path)


def _without_words(finding: Finding) -> Finding:
    told = f"what is stated of {Path(finding.predicate.path_on_disk() or '').name} is {finding.truth.value}"
    return finding.model_copy(update={"evidence": f"{told}; its words are not told without a yes"})


async def beside_open_documents(
    name: str, windows: Sequence[Window], home: Path, documents: OpenDocuments
) -> Path | None:
    """Return the file of that name where it lies beside an open document; None where there is none, or several."""
    folders: set[Path] = set()
    for window in windows[:_MOST_WINDOWS]:
        folders.update(path.parent for path in _told_by(window, home))
        path = await documents.path(window, ask_anyway=True)
        folders.update([Path(path).parent] if path else [])
    found = {folder.resolve() / name for folder in folders if folder.is_absolute() and _is_there(folder / name)}
    return found.pop() if len(found) == 1 else None


def _told_by(window: Window, home: Path) -> Iterable[Path]:
    """Return the files that the window's title and the command line of its program name."""
    for word in _IN_TITLE.findall(window.title):
        yield home / word.removeprefix("~/") if word.startswith("~/") else Path(word)
    at = proc.working_folder(window.pid)
    if at is None:
        return
    for part in proc.arguments(window.pid)[1:]:
        path = at / part.removeprefix("file://")
        if part and not part.startswith("-") and _is_there(path) and path.is_file():
            yield path


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
