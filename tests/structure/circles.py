"""Circles of files: modules that import each other, through others too, also where only a type checker reads the import."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import grimp


def imports_of(package: str) -> dict[str, frozenset[str]]:
    """Return what each module of an installed package imports of it."""
    graph = grimp.build_graph(package, cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def circle_in(imports: Mapping[str, frozenset[str]]) -> list[str]:
    """Return one circle as the modules on its way, the first one twice; none where there is no circle."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        way: list[str] = error.args[1]
        return way
    return []
