"""Matches words to controls by their names, labels and other texts, without marks such as mnemonics and ellipses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.desktop.snapshot import Element
from ufo.schema.patterns import regex
from ufo.schema.roles import BUTTONS_AND_LINKS, CELLS_AND_HEADERS, MENU_ENTRIES, ROWS, ROWS_AND_TABS, SHORT_TEXTS
from ufo.text import alike
from ufo.text.alike import Fit, fit
from ufo.text.labels import label

_SHOWN_AT_MOST = 20
_SHOWING_VALUE = ROWS_AND_TABS | {"ComboBox"}
_CUT = regex(r"\s*(?:…|\.\.\.)\s*(?:\(\d+ more characters\))?\s*\Z")
_LEAST_CUT = 12
_COUNT_ADDED = regex(r"\W*\d[\w\s.,]*\W*")


def texts(element: Element) -> tuple[str, ...]:
    """Return the texts that may name the element, the most reliable first."""
    own = (element.name, element.label, element.description)
    shown = (element.value,) if element.role in _SHOWING_VALUE else ()
    return tuple(label(item) for item in (*own, *shown) if item)


def called(elements: Iterable[Element], words: str) -> list[Element]:
    """Return the elements of this name, else menu entries that begin with it, else tree branches given as "parent/branch"."""
    wanted = label(words)
    known = [(element, texts(element)) for element in elements]
    exact = [element for element, said in known if wanted in said]
    if exact or not wanted:
        return exact
    begun = [
        element
        for element, said in known
        if element.role in MENU_ENTRIES and any(text.startswith(f"{wanted} ") for text in said)
    ]
    branches = [(element, said) for element, said in known if element.role == "TreeItem"]
    return begun or [
        element for element, said in branches if f"{label(element.path[-1] if element.path else None)}/{wanted}" in said
    ]


def fitting(elements: Iterable[Element], words: str, least: Fit = Fit.PART) -> tuple[Fit | None, list[Element]]:
    """Return the best kind of match and the elements that match so. Matches weaker than `least` do not count."""
    wanted, best = label(words), None
    found: list[Element] = []
    for element in elements:
        fits = [fit(said, wanted) for said in (*texts(element), label(f"{element.name} {element.value or ''}"))]
        nearest = min((each for each in fits if each is not None), default=None)
        if nearest is None or nearest > least or (best is not None and nearest > best):
            continue
        if nearest != best:
            best, found = nearest, []
        found.append(element)
    return best, found


def listed(elements: Iterable[Element]) -> str:
    """Return the elements' names for a message, or "nothing" where there are none."""
    names = list(dict.fromkeys(element.name or element.label or element.value or "" for element in elements))
    named = [name[:60] for name in names if name]
    more = f" and {len(named) - _SHOWN_AT_MOST} more" if len(named) > _SHOWN_AT_MOST else ""
    return (", ".join(map(repr, named[:_SHOWN_AT_MOST])) + more) or "nothing"


def named(element: Element) -> str:
    """Return the element's role and name for a message."""
    name = element.name or element.label or element.description or ""
    if element.role in SHORT_TEXTS:
        name = name or " ".join((element.value or "").split())
    if not name and element.row is not None and element.column is not None:
        return f"{element.role} in row {element.row + 1}, column {element.column + 1}"
    return f"{element.role} {name[:80]!r}" if name else f"the {element.role}"


def narrowed(candidates: Sequence[Element], *preferences: Iterable[Element]) -> list[Element]:
    """Keep only the candidates that are also in each preference in turn; skip a preference that would leave none."""
    left = list(candidates)
    for preferred in preferences:
        keys = {element.handle.key for element in preferred}
        left = [element for element in left if element.handle.key in keys] or left
    return left


def without_inner(candidates: Sequence[Element]) -> list[Element]:
    """Leave out what surrounds a button or link of the same name: the two are one control, and the inner one is pressed."""
    return [element for element in candidates if not any(_is_within(other, element) for other in candidates)]


def _is_within(inner: Element, outer: Element) -> bool:
    if inner is outer or inner.depth <= outer.depth or not outer.name or not outer.rect.covers(inner.rect):
        return False
    return outer.name in inner.path or (outer.role in CELLS_AND_HEADERS and inner.role in BUTTONS_AND_LINKS)


def is_listed_as(element: Element, words: str) -> bool:
    """Tell whether a list shows the control under these words: one of its texts, or the name of what it stands in."""
    said = [text for text in (element.name, element.label, element.description, element.value) if text]
    if not said or said == [element.value]:
        said += element.path[-1:]
    return any(alike.plain(words) == alike.plain(text) or _is_beginning(words, text) for text in said)


def is_renamed_by_own_act(then: Element, now: Element) -> bool:
    """Tell whether a control that an own action renamed still means the same: only a count or a mark in its name is another.
    Rows of lists are refilled with other things, so that theirs never do.
    """
    if then.role != now.role or then.role in ROWS or not then.name or then.name == now.name:
        return False
    if alike.same_words(then.name, now.name):
        return True
    old, new = alike.plain(then.name), alike.plain(now.name)
    return new.startswith(f"{old} ") and _COUNT_ADDED.fullmatch(new[len(old) :]) is not None


def _is_beginning(words: str, text: str) -> bool:
    """Tell whether the words are a long text as a list cuts it."""
    cut = _CUT.search(words)
    return (
        cut is not None
        and cut.start() >= _LEAST_CUT
        and alike.plain(text).startswith(alike.plain(words[: cut.start()]))
    )
