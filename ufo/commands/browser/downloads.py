"""Downloads as the browser tells of them while they run."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


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
            one for one in self._known.values() if wanted in one.name.casefold() or wanted in one.address.casefold()
        ]
        return fitting[-1] if fitting else None
