"""The words of a document: of its file, and as it stands in its application, saved or not."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path

from ufo.conditions.readers.read_document import read_document
from ufo.conditions.world import Copies
from ufo.errors import UfoError
from ufo.platform.scratch import scratch
from ufo.schema.patterns import regex

_WORD = regex(r"\w+")
_MOST_BYTES = 8_000_000
_log = logging.getLogger(__name__)


def words_in(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.casefold()))


def words_of(path: Path) -> Counter[str]:
    """Return the words of a file, none where it cannot be read or is large. Blocking."""
    try:
        return Counter() if path.stat().st_size > _MOST_BYTES else words_in(read_document(path).text)
    except (UfoError, OSError):
        return Counter()


async def words_as_open(copies: Copies, name: str) -> Counter[str] | None:
    """Return the words of the open document of that name; None where its application writes no copy that can be read."""
    with scratch() as folder:
        try:
            path = await copies.copy(name, folder)
            document = await asyncio.to_thread(read_document, path)
        except (UfoError, OSError) as error:
            _log.info("%s cannot be read as it is open: %s", name, error)
            return None
        return words_in(document.text)
