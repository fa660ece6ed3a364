"""What identifies a control beyond one look: what it says, what stands around it, and what its program calls it.

`ufo.desktop.matching.find_again` finds a control again by its selector.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ufo.desktop.matching.resemblance import ON_LINE
from ufo.desktop.matching.surroundings import Surroundings, words_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.selector import Neighbour, Position, Selector
from ufo.text.alike import plain

COMPARED = 250
"""Number of controls of one kind above which they are not all compared with one another."""
_TRAITS = frozenset({"editable", "readonly", "multiline", "password", "default"})

Identifiers = Mapping[str, str]
"""The names that programmers gave elements, by the keys of their handles."""
NO_NAMES: Identifiers = MappingProxyType({})


def selectors_of(
    snapshot: Snapshot, elements: Iterable[Element], identifiers: Identifiers = NO_NAMES
) -> list[Selector]:
    """Return the selectors of many elements of one snapshot. `identifiers`: only those that a single element of the snapshot
    has.
    """
    around = Surroundings(snapshot)
    return [_selector(around, around.index(element), snapshot.app_root, identifiers) for element in elements]


def is_steady(identifier: str) -> bool:
    """Return whether the identifier is likely to name the same control tomorrow: numbers in it are mostly counters or random."""
    return bool(identifier) and not any(letter.isdecimal() for letter in identifier)


def _selector(around: Surroundings, index: int, app_root: str, identifiers: Identifiers) -> Selector:
    element = around.elements[index]
    alike = around.alike(index)
    same_role = [other for other in alike if around.elements[other].role == element.role]
    twins = [other for other in same_role if around.path(other) == around.path(index)]
    return Selector(
        app_root=app_root,
        role=element.role,
        name=element.name[:200] or ("" if element.label or element.description else words_of(element)),
        label=(element.label or "")[:200],
        description=(element.description or "")[:200],
        identifier=identifiers.get(element.handle.key, ""),
        traits=tuple(sorted(element.states & _TRAITS)),
        path=around.path(index),
        neighbours=_neighbours(around, index, alike),
        position=around.position(index),
        twin=Position(index=twins.index(index), count=len(twins)),
        alike=len(alike),
        spots=around.spots(index),
        place=around.place(index),
        row=element.row,
        column=element.column,
        landmarks=around.landmarks(index),
        shape=around.shape(index),
    )


def _neighbours(around: Surroundings, index: int, alike: Sequence[int]) -> tuple[Neighbour, ...]:
    own = around.neighbours(index)
    if not 1 < len(alike) <= COMPARED:
        return own
    others = [neighbour for other in alike if other != index for neighbour in around.neighbours(other)]
    # On a line the words count and not their side. A neighbour with the control's own words does not tell it from others.
    on_lines = {plain(neighbour.words) for neighbour in others if neighbour.side in ON_LINE}
    at_sides = {(neighbour.side, plain(neighbour.words)) for neighbour in others}
    said = {plain(words_of(around.elements[index])), ""}

    def is_sole(neighbour: Neighbour) -> bool:
        words = plain(neighbour.words)
        taken = words in on_lines if neighbour.side in ON_LINE else (neighbour.side, words) in at_sides
        return words not in said and not taken

    return tuple(neighbour.model_copy(update={"sole": is_sole(neighbour)}) for neighbour in own)
