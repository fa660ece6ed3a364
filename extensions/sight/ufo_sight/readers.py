"""Asks the readers that the settings name whether they know a window exactly. An unchanged picture is not read again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from ufo.extensions import Group, find, is_known, is_missing
from ufo.schema.picture import Frame
from ufo.vision.detectors import WindowReader, WindowText
from ufo_sight.eye import digest
from ufo_sight.recent import Recent

_WINDOWS = 4


class Readers:
    """The readers of those names for the desktop of that environment. They are loaded at the first look: some need large
    libraries. An extension of ours that is not installed reads nothing; `ufo doctor` says so.
    """

    def __init__(self, names: Sequence[str], environment: Mapping[str, str]) -> None:
        """Raises ConfigError for a name that is unknown here."""
        self._names = [name for name in names if not is_missing(Group.READERS, name)]
        for name in self._names:
            if not is_known(Group.READERS, name):
                # This raises, with the names that are known.
                find(Group.READERS, name)
        self._environment = environment
        self._made: list[WindowReader] | None = None
        self._read: Recent[str, tuple[bytes, WindowText | None]] = Recent(_WINDOWS)

    async def read(self, window_id: str, frame: Frame) -> WindowText | None:
        """Return what the first reader that knows the window reads. Raises ConfigError where a reader cannot be imported."""
        if not self._names:
            return None
        now = await asyncio.to_thread(digest, frame)
        last = self._read.get(window_id)
        if last is not None and last[0] == now:
            return last[1]
        if self._made is None:
            self._made = await asyncio.to_thread(self._make)
        text = None
        for reader in self._made:
            text = text or await reader.read(window_id, frame)
        self._read.put(window_id, (now, text))
        return text

    def _make(self) -> list[WindowReader]:
        return [find(Group.READERS, name)(self._environment) for name in self._names]
