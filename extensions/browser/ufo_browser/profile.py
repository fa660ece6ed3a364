"""What a browser keeps: downloads as it tells of them while they run, and what it has noted in its profile."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ufo.errors import ToolError
from ufo.platform.scratch import scratch

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_STATES = {0: "inProgress", 1: "completed"}
_WRITTEN_S, _TICK_S = 15.0, 0.1
_PREFERENCES = ("Preferences", "Secure Preferences")


@dataclass(frozen=True, slots=True)
class Download:
    """`state`: inProgress, completed or canceled. `path`: where the file lies; "" until the browser tells. Sizes in bytes,
    `total` is 0 where nobody knows it.
    """

    address: str
    name: str
    state: str = "inProgress"
    received: int = 0
    total: int = 0
    path: str = ""


class Downloads:
    """The downloads since this program is connected to the browser, in their order."""

    def __init__(self) -> None:
        self._known: dict[str, Download] = {}
        self._stirred = asyncio.Event()

    def __iter__(self) -> Any:
        return iter(tuple(self._known.values()))

    def __len__(self) -> int:
        return len(self._known)

    def heard(self, method: str, told: Mapping[str, Any]) -> None:
        guid = str(told.get("guid", ""))
        if method == "Browser.downloadWillBegin":
            self._known[guid] = Download(str(told.get("url", "")), str(told.get("suggestedFilename", "")))
        elif method == "Browser.downloadProgress" and guid in self._known:
            self._known[guid] = replace(
                self._known[guid],
                state=str(told.get("state", "")),
                received=int(told.get("receivedBytes", 0)),
                total=int(told.get("totalBytes", 0)),
                path=str(told.get("filePath") or self._known[guid].path),
            )
        else:
            return
        self._stirred.set()

    async def finished(self, words: str, seconds: float) -> Download | None:
        """Return the newest download with these words once it is over, or as it is at the deadline. None where none began."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    newest = self._newest(words)
                    if newest is not None and newest.state != "inProgress":
                        return newest
                    self._stirred.clear()
                    await self._stirred.wait()
        except TimeoutError:
            return self._newest(words)

    def _newest(self, words: str) -> Download | None:
        wanted = words.casefold()
        fitting = [
            download
            for download in self._known.values()
            if wanted in download.name.casefold() or wanted in download.address.casefold()
        ]
        return fitting[-1] if fitting else None


@dataclass(frozen=True, slots=True)
class Visit:
    """`at` is in the person's own time, "2026-11-23 15:00"."""

    at: str
    title: str
    address: str


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


async def noted_settings(profile: Path, wanted: Mapping[str, Any]) -> tuple[Path, dict[str, str]]:
    """Wait until the file holds these values (Chromium writes some 10 s late). Return it with those that it holds, by key."""
    return await _noted([profile / name for name in _PREFERENCES], lambda data: _settings_in(data, wanted), len(wanted))


async def noted_bookmark(profile: Path, title: str, address: str) -> tuple[Path, dict[str, str]]:
    """Do the same for a bookmark: the keys lead to its title and its address."""
    return await _noted([profile / "Bookmarks"], lambda data: _bookmark_in(data, title, address), 2)


async def _noted(files: list[Path], find: Any, count: int) -> tuple[Path, dict[str, str]]:
    over = asyncio.get_running_loop().time() + _WRITTEN_S
    while True:
        found = [(file, find(_data(file))) for file in files]
        best = max(found, key=lambda pair: len(pair[1]))
        if len(best[1]) >= count or asyncio.get_running_loop().time() > over:
            return best
        await asyncio.sleep(_TICK_S)


def _data(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def _settings_in(data: Any, wanted: Mapping[str, Any]) -> dict[str, str]:
    return {key: _as_told(value) for key, value in wanted.items() if _at(data, key) == value}


def _at(data: Any, key: str) -> Any:
    for name in key.split("."):
        data = data.get(name) if isinstance(data, dict) else None
    return data


def _bookmark_in(data: Any, title: str, address: str) -> dict[str, str]:
    roots = data.get("roots", {}) if isinstance(data, dict) else {}
    for name, root in roots.items():
        found = _place(root, f"roots.{name}", title, address)
        if found:
            return {f"{found}.name": title, f"{found}.url": address}
    return {}


def _place(node: Any, path: str, title: str, address: str) -> str:
    """Return the path of the newest such bookmark below a folder; "" where there is none."""
    children = node.get("children", ()) if isinstance(node, dict) else ()
    for at in range(len(children) - 1, -1, -1):
        item, own = children[at], f"{path}.children[{at}]"
        if item.get("type") == "url" and (item.get("name"), item.get("url")) == (title, address):
            return own
        inside = _place(item, own, title, address)
        if inside:
            return inside
    return ""


def _as_told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
