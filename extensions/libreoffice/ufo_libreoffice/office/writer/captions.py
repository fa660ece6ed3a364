"""Finds the table that a few words mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FILLERS = frozenset(
    ["a", "an", "the", "of", "for", "in", "on", "with", "table", "tables", "and", "by", "to", "from", "all", "this", "that"]
)  # fmt: skip


@dataclass(frozen=True)
class TableWords:
    """The words that may name a table. `near` holds its caption and its heading."""

    name: str
    near: tuple[str, ...]
    header: tuple[str, ...]


def best_matches(caption: str, tables: Sequence[TableWords]) -> list[int]:
    """Return the indexes of the tables that fit best: several where they fit equally well, none where no word fits."""
    wanted = _words(caption)
    scores = [_score(caption, wanted, table) for table in tables]
    best = max(scores, default=0.0)
    return [index for index, score in enumerate(scores) if score == best] if best > 0 else []


def _score(caption: str, wanted: frozenset[str], table: TableWords) -> float:
    """Return the share of the words that were found. A text that contains them in that order counts more, and an exact match
    outweighs everything.
    """
    exact = caption.strip().casefold() in {
        text.strip().casefold() for text in (table.name, *table.near) if text.strip()
    }
    if not wanted:
        return 10.0 * exact
    titled = _words(" ".join((table.name, *table.near)))
    headed = _words(" ".join(table.header))
    phrase = any(caption.strip().casefold() in text.casefold() for text in (table.name, *table.near))
    share = (len(wanted & titled) + 0.5 * len((wanted & headed) - titled)) / len(wanted)
    return share + phrase + 10.0 * exact


def _words(text: str) -> frozenset[str]:
    """Return the words without fillers and plural endings, so that "sales" finds "Sale"."""
    found = re.findall(r"\w+", text.casefold())
    return frozenset(
        word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found if word not in _FILLERS
    )
