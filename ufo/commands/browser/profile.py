"""Reads the history and the downloads that a browser has noted in its profile."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ufo.commands.browser.downloads import Download
from ufo.errors import ToolError
from ufo.platform import proc
from ufo.platform.scratch import scratch

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_STATES = {0: "inProgress", 1: "completed"}


@dataclass(frozen=True, slots=True)
class Visit:
    """`at` is in the person's own time, "2026-11-23 15:00"."""

    at: str
    title: str
    address: str


def profile_of(pid: int, home: Path) -> Path:
    """Return the folder of the settings of a browser that runs as this process. Blocking."""
    given = [one for one in _arguments(pid) if one.startswith("--user-data-dir=")]
    data = Path(given[-1].partition("=")[2]) if given else home / ".config" / "chromium"
    chosen = [one for one in _arguments(pid) if one.startswith("--profile-directory=")]
    return data / (chosen[-1].partition("=")[2] if chosen else "Default")


def visits(profile: Path, words: str, most: int) -> list[Visit]:
    """Return the newest visits with these words in their title or address. Raises ToolError. Blocking."""
    like = f"%{_escaped(words)}%"
    with _copied(profile) as database:
        rows = database.execute(
            "SELECT last_visit_time, title, url FROM urls WHERE (title LIKE ? ESCAPE '\\' OR url LIKE ? ESCAPE '\\') "
            "AND hidden = 0 ORDER BY last_visit_time DESC LIMIT ?",
            (like, like, most),
        ).fetchall()
    return [Visit(_moment(at), str(title), str(address)) for at, title, address in rows]


def noted_downloads(profile: Path, most: int) -> list[Download]:
    """Return the newest downloads of the profile, oldest first. Raises ToolError. Blocking."""
    with _copied(profile) as database:
        rows = database.execute(
            "SELECT tab_url, target_path, state, received_bytes, total_bytes FROM downloads ORDER BY start_time DESC LIMIT ?",
            (most,),
        ).fetchall()
    return [
        Download(str(url), Path(path).name, _STATES.get(state, "canceled"), received, max(0, total), str(path))
        for url, path, state, received, total in reversed(rows)
    ]


@contextmanager
def _copied(profile: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy: the browser locks its own file as long as it runs."""
    with scratch() as folder:
        try:
            for ending in ("", "-journal", "-wal"):
                source = profile / f"History{ending}"
                if not ending or source.exists():
                    shutil.copy2(source, folder / source.name)
            with closing(sqlite3.connect(folder / "History")) as database:
                yield database
        except (OSError, sqlite3.Error) as error:
            raise ToolError(f"the browser's history cannot be read now ({error}); try again in a moment") from error


def _escaped(words: str) -> str:
    return words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _moment(at: int) -> str:
    return (_EPOCH + timedelta(microseconds=at)).astimezone().strftime("%Y-%m-%d %H:%M")


def _arguments(pid: int) -> tuple[str, ...] | list[str]:
    parts = proc.arguments(pid)
    # Chromium writes its arguments anew, as one text.
    return parts if len(parts) > 1 else " ".join(parts).rstrip("\0").split(" ")
