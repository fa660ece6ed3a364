"""Finds the text of a document again in a window that shows its documents in tabs.

Editors show no tab for a single document and one for each of several, so the same text stands in other containers and is
called by its tab's name. What is typed into it goes to whichever document is in front, with the rest of the window as before.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.matching.surroundings import Surroundings, words_of
from ufo.schema.roles import EDITS_AND_DOCUMENTS, TAB_ROWS_AND_TABS
from ufo.schema.selector import Selector, Step
from ufo.text.alike import same_words

_WRITTEN = frozenset({"editable", "multiline"})


def sole_document(selector: Selector, around: Surroundings) -> int | None:
    """Return the index of the only text of many lines in the window, where the selector was made of such a text and both stand
    in the same containers but for tabs. None where there is no such text or more than one.
    """
    if not _was_sole(selector):
        return None
    written = [
        index
        for index, element in enumerate(around.elements)
        if element.role in EDITS_AND_DOCUMENTS and element.states >= _WRITTEN and "offscreen" not in element.states
    ]
    if len(written) != 1:
        return None
    (index,) = written
    path = around.path(index)
    is_there = _is_called_by_tab(words_of(around.elements[index]), path) and _same_boxes(selector.path, path)
    return index if is_there else None


def _was_sole(selector: Selector) -> bool:
    count = dict(selector.shape).get(selector.role, 0)
    written = selector.role in EDITS_AND_DOCUMENTS and _WRITTEN.issubset(selector.traits)
    return written and count == 1 and _is_called_by_tab(selector.words, selector.path)


def _is_called_by_tab(words: str, path: Sequence[Step]) -> bool:
    return not words or any(step.role == "TabItem" and same_words(step.name, words) for step in path)


def _same_boxes(then: Sequence[Step], now: Sequence[Step]) -> bool:
    old, new = ([step for step in path if step.role not in TAB_ROWS_AND_TABS] for path in (then, now))
    return len(old) == len(new) and all(
        step.role == other.role and same_words(step.name, other.name) for step, other in zip(old, new, strict=True)
    )
