"""What a control is known by beyond one look: what it says, what stands around it, and what its program calls it.

`ufo.desktop.matching.find_again` finds it again by that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ufo.desktop.matching.resemblance import ON_LINE
from ufo.desktop.matching.same_words import plain
from ufo.desktop.matching.surroundings import Surroundings, words_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.selector import Neighbour, Position, Selector

COMPARED = 250
"""Of more controls of one kind not each is compared with each."""
_TRAITS = frozenset({"editable", "readonly", "multiline", "password", "default"})

Identifiers = Mapping[str, str]
"""What programmers call elements, by their handles' keys."""
NO_NAMES: Identifiers = MappingProxyType({})


def selectors_of(
    snapshot: Snapshot, elements: Iterable[Element], identifiers: Identifiers = NO_NAMES
) -> list[Selector]:
    """Of many elements of one snapshot at once. `identifiers`: those that one element of the snapshot alone has."""
    around = Surroundings(snapshot)
    return [_selector(around, around.index(element), snapshot.app_root, identifiers) for element in elements]


def is_steady(identifier: str) -> bool:
    """Whether it may name the same control tomorrow: numbers in it are most often counted or drawn by lot."""
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
    others = [one for other in alike if other != index for one in around.neighbours(other)]
    # On a line it counts what stands there, not on which side; and what says the same as itself tells nothing apart.
    on_lines = {plain(one.words) for one in others if one.side in ON_LINE}
    at_sides = {(one.side, plain(one.words)) for one in others}
    said = {plain(words_of(around.elements[index])), ""}

    def is_sole(one: Neighbour) -> bool:
        words = plain(one.words)
        taken = words in on_lines if one.side in ON_LINE else (one.side, words) in at_sides
        return words not in said and not taken

    return tuple(one.model_copy(update={"sole": is_sole(one)}) for one in own)
