"""The runs of a folder, page by page. What was read of one that has ended is kept: it does not change any more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ufo.trace.run_folders import EVENTS, RUN_ID, RunFolder, RunLine, line_of_run, runs_in

PER_PAGE = 20
_MOST_KEPT = 5000


@dataclass(frozen=True, slots=True)
class ListedRun:
    """`state`: how it ended, "goes on" or "broken off". `cost`: in USD, None where it is not known. `seconds`: None while it
    has not ended.
    """

    id: str
    request: str
    state: str
    began: datetime | None
    seconds: float | None
    cost: float | None
    is_kept: bool

    @property
    def is_going_on(self) -> bool:
        return self.state == "goes on"


@dataclass(frozen=True, slots=True)
class RunPage:
    """`number` counts from 1, the newest runs first."""

    runs: tuple[ListedRun, ...]
    number: int
    pages: int
    count: int


class RunList:
    """Blocking: reads files. Used from one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().absolute()
        self._kept: dict[str, tuple[tuple[int, int], RunLine]] = {}

    def page(self, number: int) -> RunPage:
        """Return a page of the list; the last one where there are fewer. Raises TraceError where the folder cannot be read."""
        folders = [folder for folder in runs_in(self.folder)[::-1] if RUN_ID.fullmatch(folder.name)]
        pages = max(1, -(-len(folders) // PER_PAGE))
        number = min(max(number, 1), pages)
        shown = folders[(number - 1) * PER_PAGE : number * PER_PAGE]
        return RunPage(tuple(map(self._listed, shown)), number, pages, len(folders))

    def find(self, run_id: str) -> RunFolder | None:
        """Return the run of exactly that id; None where there is none. Anything else never becomes a path."""
        if RUN_ID.fullmatch(run_id) is None:
            return None
        path = self.folder / run_id
        return RunFolder(path) if (path / EVENTS).is_file() and not path.is_symlink() else None

    def _listed(self, run: RunFolder) -> ListedRun:
        line = self._line(run)
        summary = line.summary
        state = summary.outcome.value if summary else "goes on" if run.is_going_on else "broken off"
        return ListedRun(
            id=run.name,
            request=line.started.request if line.started else "",
            state=state,
            began=run.began,
            seconds=summary.seconds if summary else None,
            cost=summary.usage.cost if summary else None,
            is_kept=run.is_kept,
        )

    def _line(self, run: RunFolder) -> RunLine:
        about = (run.path / EVENTS).stat()
        mark = (about.st_mtime_ns, about.st_size)
        known = self._kept.get(run.name)
        if known is not None and known[0] == mark:
            return known[1]
        line = line_of_run(run)
        if len(self._kept) >= _MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[run.name] = (mark, line)
        return line
