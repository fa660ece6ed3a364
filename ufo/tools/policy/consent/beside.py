"""What stands beside a control that an act presses: its row, what is selected, and what its dialog says. "Remove" alone does not
say what would be removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ufo.desktop.masked.hidden_text import told_value
from ufo.desktop.matching.surroundings import Surroundings, words_of
from ufo.desktop.snapshot import Element
from ufo.schema.roles import ROWS
from ufo.text.fold import shortened
from ufo.tools.policy.scene.scene import Scene

_LONGEST = 600
_MOST_SELECTED = 10
_ON_ITS_LINE = frozenset({"left", "right", "row"})


@dataclass(frozen=True, slots=True)
class Beside:
    """Texts of the screen, each of at most 600 characters; "" where there is nothing."""

    row: str = ""
    selected: str = ""
    dialog: str = ""


def beside(scene: Scene, control: Element | None) -> Beside:
    """Return what stands beside the control, and what is selected in its window, as the last look showed it."""
    look = scene.selection.snapshot
    if look is None:
        return Beside()
    around = Surroundings(look)
    is_there = control is not None and around.has(control)
    return Beside(
        row=_joined(_row(around, around.index(control))) if control is not None and is_there else "",
        selected=_selected(look.elements),
        dialog=_joined(scene.dialog_text(control).splitlines()) if control is not None else "",
    )


def _row(around: Surroundings, index: int) -> Iterator[str]:
    """Yield what the container says that holds no second control of these words, or else what stands on the control's line."""
    own = words_of(around.elements[index])
    inside = [text for text in _words(around, _container(around, index)) if text != own]
    if inside:
        yield from inside
        return
    yield from (element.words for element in around.neighbours(index) if element.side in _ON_ITS_LINE)


def _container(around: Surroundings, index: int) -> int:
    """Return the widest container of the control in which no other one is like it; its own place where there is no other one."""
    others = {box for other in around.alike(index) if other != index for box in around.above(other)}
    found = index
    for box in around.above(index) if others else ():
        if box in others:
            break
        found = box
    return found


def _words(around: Surroundings, box: int) -> Iterator[str]:
    """Yield the words and values of all that stands in a container, in the order of the tree."""
    depth = around.elements[box].depth
    for element in around.elements[box + 1 :]:
        if element.depth <= depth:
            return
        yield from _told(element)


def _told(element: Element) -> Iterator[str]:
    yield from filter(None, (words_of(element), told_value(element)))


def _selected(elements: Iterable[Element]) -> str:
    rows = [element for element in elements if "selected" in element.states and element.role in ROWS]
    texts = list(dict.fromkeys(text for element in rows for text in _told(element)))
    left = len(texts) - _MOST_SELECTED
    return _joined([*texts[:_MOST_SELECTED], *([f"({left} more)"] if left > 0 else ())])


def _joined(texts: Iterable[str]) -> str:
    return shortened(" | ".join(dict.fromkeys(" ".join(text.split()) for text in texts if text.strip())), _LONGEST)
