"""Finds the controls in sight that an answer was read from, so that it can be read from them again."""

from __future__ import annotations

import re

from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.roles import CELLS_AND_LIST_ITEMS, PLAIN_TEXTS
from ufo.schema.selector import Selector, Teller
from ufo.tools.observe.selection import Selection

_SAYS = PLAIN_TEXTS | CELLS_AND_LIST_ITEMS | {"StatusBar"}


def tellers(selection: Selection, answer: str) -> tuple[Teller, ...]:
    """Return the one control that shows exactly the answer, or else the controls whose values occur in the answer, or else ().

    Values come before names: a button whose name equals the answer usually does so by chance.
    """
    answer = answer.strip()
    if not answer or selection.snapshot is None:
        return ()
    in_sight = [
        element
        for element in selection.snapshot
        if "offscreen" not in element.states and "password" not in element.states
    ]
    valued = {
        element.value.strip(): element for element in reversed(in_sight) if element.value and element.value.strip()
    }
    named = {
        element.name.strip(): element
        for element in reversed(in_sight)
        if element.role in _SAYS and element.name.strip()
    }
    whole = valued.get(answer) or named.get(answer)
    if whole is not None:
        return _made(selection.snapshot, {answer: whole})
    return _made(selection.snapshot, {text: valued[text] for text in parts_in(answer, valued)})


def parts_in(answer: str, texts: dict[str, Element]) -> list[str]:
    """Return the texts that occur in the answer as whole words, in the answer's order; where texts overlap, the longest."""
    longest = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
    return list(dict.fromkeys(re.findall(rf"(?<!\w)(?:{longest})(?!\w)", answer))) if longest else []


def _made(snapshot: Snapshot, shown: dict[str, Element]) -> tuple[Teller, ...]:
    made = zip(shown, selectors_of(snapshot, shown.values()), strict=True) if shown else ()
    return tuple(Teller(selector=_wordless(selector, text), shows=text) for text, selector in made)


def _wordless(selector: Selector, shows: str) -> Selector:
    """Drop the name from a selector where it is the text shown: that will differ next time, and the place identifies it."""
    return selector.model_copy(update={"name": ""}) if selector.name.strip() == shows else selector
