"""What is looked up in a run that is recorded or replayed. It stands in the prompts, and a machine learns while it works: without
this, a run that was played would be told other things than the one that was recorded.
"""

from __future__ import annotations

from collections import defaultdict, deque
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from ufo.config.agent_models import is_recording
from ufo.config.settings import ModelSettings
from ufo.errors import TraceError
from ufo.llm.recording.record_file import LookupLine, read, write
from ufo.schema.knowledge import Knowledge, Query
from ufo.secrets.masks import Masks


class Source(Protocol):
    async def retrieve(self, query: Query) -> Knowledge: ...


def on_recording(source: Source, model: ModelSettings, keys: Masks) -> Source:
    """Return the source as the run's model has it: from a recording, onto one, or itself. `keys` are masked in what is kept.
    Raises ConfigError for a file that is no recording.
    """
    file = model.name.strip().partition(":")[2].strip()
    if is_recording(model) and file:
        source = _Replayed(source, Path(file).expanduser(), keys)
    return source if model.record is None else _Recorded(source, model.record.expanduser(), keys)


class _Recorded:
    def __init__(self, inner: Source, path: Path, keys: Masks) -> None:
        self._inner = inner
        self._path = path
        self._keys = keys

    async def retrieve(self, query: Query) -> Knowledge:
        found = await self._inner.retrieve(query)
        text, application, whole = _asked(query, self._keys)
        kept = self._keys.value(asdict(found))
        # The request that follows is written to the same file, and tells why that fails.
        with suppress(TraceError):
            write(self._path, LookupLine(text=text, application=application, whole=whole, found=kept))
        return found


class _Replayed:
    """Gives what was found then, in the same order; the last of it again where more is asked. `inner` is asked where nothing was
    recorded, as in recordings before format 3.
    """

    def __init__(self, inner: Source, path: Path, keys: Masks) -> None:
        self._inner = inner
        self._keys = keys
        self._found: dict[tuple[str, str, str], deque[Knowledge]] = defaultdict(deque)
        for entry in read(path):
            if isinstance(entry, LookupLine):
                self._found[entry.text, entry.application, entry.whole].append(entry.found)

    async def retrieve(self, query: Query) -> Knowledge:
        found = self._found.get(_asked(query, self._keys))
        if not found:
            return await self._inner.retrieve(query)
        return found.popleft() if len(found) > 1 else found[0]


def _asked(query: Query, keys: Masks) -> tuple[str, str, str]:
    return keys.text(query.text), query.application, keys.text(query.whole)
