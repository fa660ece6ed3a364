"""No file imports another one that needs it in turn, also not for its types alone."""

from __future__ import annotations

from tests.structure.circles import circle_in, imports_of

KNOWN = {
    # A condition's own room is above the room of the values that cross rooms; `load` keeps them apart while a run lasts.
    ("ufo.schema.predicate", "ufo.conditions.condition"),
    # An application of the fake desktop is described by handlers that get the running one.
    ("ufo.desktop.fake.spec", "ufo.desktop.fake.handler_context"),
    ("ufo.desktop.fake.handler_context", "ufo.desktop.fake.world"),
}
"""Imports for a type checker that close a circle. There may only be fewer."""


def test_no_files_import_each_other() -> None:
    imports = {
        module: frozenset(found for found in needed if (module, found) not in KNOWN)
        for module, needed in imports_of("ufo").items()
    }
    assert circle_in(imports) == []


def test_each_known_circle_is_still_there() -> None:
    imports = imports_of("ufo")
    assert [pair for pair in KNOWN if pair[1] not in imports[pair[0]]] == []


def test_a_circle_is_told_as_its_way() -> None:
    way = circle_in({"a": frozenset({"b"}), "b": frozenset({"c"}), "c": frozenset({"a"}), "d": frozenset({"a"})})
    assert way[0] == way[-1] and set(way) == {"a", "b", "c"}
