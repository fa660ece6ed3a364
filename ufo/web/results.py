"""The files that a run made or that lie in its job's folder, fetched by their number in that list: no path comes from a page."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from starlette.responses import FileResponse, Response

_MOST = 500


@dataclass(frozen=True, slots=True)
class ResultFile:
    path: Path
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def results(told: tuple[str, ...], folder: Path | None) -> tuple[ResultFile, ...]:
    """Return the files that the run's summary tells, then those of the job's folder. What is no plain file is left out."""
    paths = dict.fromkeys((*map(Path, told), *(sorted(_below(folder)) if folder is not None else ())))
    found = []
    for path in paths:
        try:
            about = path.lstat()
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(about.st_mode) and path.is_absolute():
            found.append(ResultFile(path, about.st_size))
    return tuple(found[:_MOST])


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(place, name) for name in names if not name.startswith("."))


def result_answer(files: tuple[ResultFile, ...], number: int) -> Response:
    """Return a file to be saved. It is never shown: a page of somebody else's would be shown as ours."""
    if not 0 <= number < len(files):
        return Response(status_code=404)
    file = files[number]
    told = f"attachment; filename*=utf-8''{quote(file.name.encode('utf-8', 'replace'))}"
    return FileResponse(file.path, media_type="application/octet-stream", headers={"content-disposition": told})
