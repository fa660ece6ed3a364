"""Says what a control is called in a list of controls, by any of its texts."""

from __future__ import annotations

from ufo.desktop.snapshot import Element
from ufo.schema.patterns import regex
from ufo.schema.roles import ROWS
from ufo.text.alike import plain, same_words

_CUT = regex(r"\s*(?:…|\.\.\.)\s*(?:\(\d+ more characters\))?\s*\Z")
_LEAST_CUT = 12
_COUNT_ADDED = regex(r"\W*\d[\w\s.,]*\W*")


def is_listed_as(element: Element, words: str) -> bool:
    """Tell whether a list of controls shows the control under these words: its name, label, description or value, or where it
    has none of the first three, its container's name.
    """
    said = [one for one in (element.name, element.label, element.description, element.value) if one]
    if not said or said == [element.value]:
        said += element.path[-1:]
    return any(plain(words) == plain(one) or _is_beginning(words, one) for one in said)


def is_renamed_by_own_act(then: Element, now: Element) -> bool:
    """Tell whether a control that an own action renamed still means the same: only a count or a mark in its name is another.
    Rows of lists are refilled with other things, so that theirs never do.
    """
    if then.role != now.role or then.role in ROWS or not then.name or then.name == now.name:
        return False
    if same_words(then.name, now.name):
        return True
    old, new = plain(then.name), plain(now.name)
    return new.startswith(f"{old} ") and _COUNT_ADDED.fullmatch(new[len(old) :]) is not None


def _is_beginning(words: str, text: str) -> bool:
    """Tell whether the words are a long text as a list cuts it."""
    cut = _CUT.search(words)
    return cut is not None and cut.start() >= _LEAST_CUT and plain(text).startswith(plain(words[: cut.start()]))
