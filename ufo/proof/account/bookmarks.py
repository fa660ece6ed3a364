"""Tells whether a folder is among the places that file managers keep for a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ufo.proof.conditions.conditions import PLACES_OF_FILE_MANAGERS
from ufo.schema.patterns import regex
from ufo.schema.predicate import FilePredicate, Finding

_OF_KDE = regex(r"<bookmark\s[^>]*href=\"([^\"]+)\"")
_NAMES = frozenset(Path(one).name for one in PLACES_OF_FILE_MANAGERS)


def is_bookmarked(folder: str, bases: Iterable[Path], proofs: Iterable[Finding]) -> bool:
    """Tell whether a list of places that a proof speaks of, and that was written since, has just that folder. `bases`: where a
    folder that is named without its whole path may lie. Blocking: reads the lists.
    """
    meant = {base / Path(folder).expanduser() for base in bases}
    lists = {
        Path(one.predicate.path)
        for one in proofs
        if isinstance(one.predicate, FilePredicate) and one.predicate.exists and not one.stale
    }
    return any(not meant.isdisjoint(_folders(path)) for path in lists if path.name in _NAMES)


def _folders(path: Path) -> Iterator[Path]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    is_of_kde = path.suffix == ".xbel"
    addresses = re.findall(_OF_KDE.pattern, text) if is_of_kde else (line.split(" ")[0] for line in text.splitlines())
    for address in addresses:
        if address.startswith("file:"):
            yield Path(unquote(urlsplit(address).path))
