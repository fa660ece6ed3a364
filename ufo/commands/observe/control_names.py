"""Matches words to controls by their names and labels, and ignores marks such as mnemonics and ellipses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.desktop.snapshot import Element
from ufo.schema.roles import BUTTONS_AND_LINKS, CELLS_AND_HEADERS, MENU_ENTRIES, ROWS_AND_TABS, SHORT_TEXTS
from ufo.text.alike import Fit, fit
from ufo.text.labels import label

_SHOWN_AT_MOST = 20
_SHOWING_VALUE = ROWS_AND_TABS | {"ComboBox"}


def texts(element: Element) -> tuple[str, ...]:
    """Return the texts that may name the element, the most reliable first."""
    own = (element.name, element.label, element.description)
    shown = (element.value,) if element.role in _SHOWING_VALUE else ()
    return tuple(label(one) for one in (*own, *shown) if one)


def called(elements: Iterable[Element], words: str) -> list[Element]:
    """Return the elements with exactly this name. Where there is none, return menu entries whose name begins with the words, or
    else tree branches given as "parent/branch".
    """
    wanted = label(words)
    known = [(one, texts(one)) for one in elements]
    exact = [one for one, said in known if wanted in said]
    if exact or not wanted:
        return exact
    begun = [
        one for one, said in known if one.role in MENU_ENTRIES and any(text.startswith(f"{wanted} ") for text in said)
    ]
    return begun or [one for one, said in known if one.role == "TreeItem" and f"{_holder(one)}/{wanted}" in said]


def _holder(element: Element) -> str:
    return label(element.path[-1]) if element.path else ""


def fitting(elements: Iterable[Element], words: str, least: Fit = Fit.PART) -> tuple[Fit | None, list[Element]]:
    """Return the best kind of match and the elements that match so. Matches weaker than `least` do not count."""
    wanted, best = label(words), None
    found: list[Element] = []
    for one in elements:
        fits = [fit(said, wanted) for said in (*texts(one), label(f"{one.name} {one.value or ''}"))]
        nearest = min((each for each in fits if each is not None), default=None)
        if nearest is None or nearest > least or (best is not None and nearest > best):
            continue
        if nearest != best:
            best, found = nearest, []
        found.append(one)
    return best, found


def listed(elements: Iterable[Element]) -> str:
    """Return the elements' names for a message, or "nothing" where there are none."""
    names = list(dict.fromkeys(one.name or one.label or one.value or "" for one in elements))
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
        keys = {one.handle.key for one in preferred}
        left = [one for one in left if one.handle.key in keys] or left
    return left


def without_inner(candidates: Sequence[Element]) -> list[Element]:
    """Leave out an item that surrounds a button of the same name, and a cell that holds a button or a link of that name: the two
    are one control, and the inner one is pressed.
    """
    return [one for one in candidates if not any(_is_within(other, one) for other in candidates)]


def _is_within(inner: Element, outer: Element) -> bool:
    if inner is outer or inner.depth <= outer.depth or not outer.name or not outer.rect.covers(inner.rect):
        return False
    return outer.name in inner.path or (outer.role in CELLS_AND_HEADERS and inner.role in BUTTONS_AND_LINKS)
