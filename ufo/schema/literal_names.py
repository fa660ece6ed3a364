"""Finds names in a text letter for letter, in any script: which of the files that are there does a request name?

A name is found by what is there, and not by a pattern of what may stand in a name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

_UNSPACED = ("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
"""How the Unicode names of letters and marks begin whose scripts write no spaces between words."""
IN_NAMES = frozenset("-_./~\\")


def folded(text: str) -> str:
    """Return the text in one form of Unicode, with one kind of apostrophe and single spaces, without invisible characters."""
    text = unicodedata.normalize("NFC", text).replace("\u2019", "'")
    return " ".join("".join(one for one in text if unicodedata.category(one) != "Cf").split())


def named(text: str, names: Iterable[str], folder: str = "") -> tuple[str, ...]:
    """Return those of the names that stand in the text, as a whole and in any case. One that stands only within a longer one of
    them does not count: "march export.csv" is not "export.csv". `folder`: where they lie, for names with their whole path.
    """
    said = folded(text).casefold()
    spans: dict[str, set[tuple[int, int]]] = {}
    for name in names:
        for written in (name, f"{folder.rstrip('/')}/{name}") if folder else (name,):
            wanted = folded(written).casefold()
            found = {(at, at + len(wanted)) for at in places(said, wanted) if stands_alone(said, at, at + len(wanted))}
            spans[name] = spans.get(name, set()) | found
    taken = {span for found in spans.values() for span in found}
    return tuple(name for name, found in spans.items() if any(not _is_within(span, taken) for span in found))


def _is_within(span: tuple[int, int], others: set[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


def places(text: str, wanted: str) -> Iterator[int]:
    """Yield where the text begins that is looked for."""
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a name there is neither a part of a longer word nor of a longer path or name."""
    before = text[start - 1] if start else ""
    return not (before in IN_NAMES or (before and belong(before, text[start])) or goes_on(text, end))


def is_part(text: str, start: int, end: int) -> bool:
    """Tell whether what stands there is a part of a longer word."""
    return (start > 0 and belong(text[start - 1], text[start])) or (
        end < len(text) and belong(text[end - 1], text[end])
    )


def goes_on(text: str, end: int) -> bool:
    """Tell whether a name goes on behind its end: "a.txt" in "a.txt.bak" does, and in "a.txt." it does not."""
    if end >= len(text):
        return False
    if text[end] in IN_NAMES:
        return end + 1 < len(text) and text[end + 1].isalnum()
    return belong(text[end - 1], text[end])


def belong(before: str, after: str) -> bool:
    """Tell whether two characters side by side belong to one word: letters or digits of one script that has spaces."""
    script = script_of(before)
    return bool(script) and script == script_of(after) and not is_unspaced(before)


def is_spaced(character: str) -> bool:
    """Tell whether it is a letter or digit of a script that has spaces."""
    return bool(script_of(character)) and not is_unspaced(character)


@lru_cache(maxsize=4096)
def is_unspaced(character: str) -> bool:
    """Tell whether it is a letter, or a mark on one, of a script that writes no spaces between words."""
    return unicodedata.name(character, "").startswith(_UNSPACED)


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    if not character.isalnum() and character != "_":
        return ""
    name = unicodedata.name(character, "").partition(" ")[0]
    return "LATIN" if character.isdecimal() or character == "_" else name
