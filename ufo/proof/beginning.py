"""How a request began: what was stated of its end, and the documents as they were."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ufo.proof.findings.kept_files import KeptFiles
from ufo.proof.stated import Stated

_USUAL = ("", "Desktop", "Documents", "Downloads")


@dataclass(frozen=True, slots=True)
class Beginning:
    """`at`: seconds since 1970."""

    at: float = 0.0
    kept: KeptFiles = field(default_factory=KeptFiles)
    stated: Stated = field(default_factory=Stated)


def begin(working_folder: Path, at: float) -> Beginning:
    """Keep the documents that a request may touch. Blocking: copies them."""
    kept = KeptFiles()
    home = Path.home()
    for folder in dict.fromkeys([working_folder, *(home / one for one in _USUAL)]):
        kept.keep_folder(folder)
    kept.has_begun(at)
    return Beginning(at, kept)
