"""Copies of the documents as they were before the person worked on them: doing it again has to begin there, and not with what the
person left, where a text that is typed once more would stand there twice.
"""

from __future__ import annotations

import hashlib
import logging
import time
from pathlib import Path

from ufo.secrets import files

FOLDER = "documents"
MOST = 64_000_000
"""Bytes of all copies of a recording."""

_log = logging.getLogger(__name__)


class Originals:
    """Keeps copies in the folder of a recording. What is written after this was made is no original any more."""

    def __init__(self, recording: Path) -> None:
        self._recording = recording
        self._began = time.time()
        self._left = MOST

    def keep(self, document: Path) -> None:
        """Copy a document, unless it is copied already, was written meanwhile, or is too large. Blocking; raises nothing: without
        a copy, doing it again begins with the document as it is then.
        """
        place = _place(self._recording, document)
        try:
            facts = document.stat()
            if place.exists() or facts.st_mtime >= self._began or facts.st_size > self._left:
                return
            content = document.read_bytes()
            files.make_folder(place.parent)
            files.write(place, content)
            self._left -= facts.st_size
        except OSError as error:
            _log.warning("%s is not copied as it was before it was worked on: %s", document, error)


def original_of(recording: Path, document: Path) -> Path:
    """Return the copy of a document as it was before the recording, or the document itself where there is none."""
    place = _place(recording, document)
    return place if place.is_file() else document


def _place(recording: Path, document: Path) -> Path:
    number = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return recording / FOLDER / number / document.name
