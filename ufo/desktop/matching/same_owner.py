"""Whether one of several equal controls still belongs to the same thing as before.

Lists create their rows once and refill them: the same button, with the same role and name, then deletes another order. Its
handle is valid, and pressing it is wrong. The words on its line and the names of its containers tell it from its equals.
"""

from __future__ import annotations

from ufo.desktop.matching.resemblance import ON_LINE
from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.snapshot import Element, Snapshot
from ufo.text.alike import plain

_EQUALS = 12


def has_equals(before: Surroundings, element: Element) -> bool:
    """Return whether that look shows another control that could be mistaken for this one."""
    return before.has(element) and len(before.alike(before.index(element))) > 1


def belongs_elsewhere(before: Surroundings, after: Snapshot, element: Element) -> str:
    """Describe what the control belongs to now and what it belonged to at the look; "" where that is the same or cannot be
    told.

    A single line that changes is a new text of the same thing; lines that change together were refilled.
    """
    index = before.index(element)
    alike = before.alike(index)
    at = alike.index(index)
    equals = [number for number in alike[max(0, at - _EQUALS) : at + _EQUALS] if number != index]
    of_equals = {equal: _marks(before, equal) for equal in equals}
    of_others = set().union(*of_equals.values()) if equals else set()
    own = _marks(before, index) - of_others
    now = Surroundings(after)
    if not own or not now.has(element):
        return ""
    marks = _marks(now, now.index(element))
    gained = marks - _marks(before, index)
    if own & marks or not gained:
        return ""
    if not gained & of_others and not any(_changed(before, now, equal, of_equals) for equal in equals):
        return ""
    return f"it stands with {_first(gained)} now, and stood with {_first(own)} at the look"


def _marks(around: Surroundings, index: int) -> set[str]:
    line = {plain(neighbour.words) for neighbour in around.neighbours(index) if neighbour.side in ON_LINE}
    return (line | {plain(step.name) for step in around.path(index)}) - {""}


def _changed(before: Surroundings, now: Surroundings, index: int, of_equals: dict[int, set[str]]) -> bool:
    element = before.elements[index]
    if not now.has(element):
        return False
    others = set().union(*(marks for number, marks in of_equals.items() if number != index), set())
    own = of_equals[index] - others
    return bool(own) and not own & _marks(now, now.index(element))


def _first(marks: set[str]) -> str:
    return repr(min(marks)[:60])
