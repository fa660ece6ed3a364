"""Finds names that are assigned for nothing: never read, or assigned again before anything reads them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.sources import nodes_of

_KNOWN_TO_LANGUAGE = "__"


def never_read(sources: Mapping[str, str]) -> list[str]:
    """Return one line for each private name that a module assigns and neither it nor another module reads."""
    imported = {
        name.name
        for source in sources.values()
        for node in nodes_of(source)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    return [
        f"{path}: {name} is assigned and never read"
        for path, source in sources.items()
        for name in _private(source) - _read(nodes_of(source)) - imported
    ]


def assigned_twice(path: str, source: str) -> list[str]:
    """Return one line for each name of a module or class that a later statement of it assigns again, with nothing between them
    that reads it.
    """
    return [f"{path}: {name} is assigned twice" for body in _bodies(source) for name in _twice(body)]


def _private(source: str) -> set[str]:
    names = {name for statement in _body(source) for name in _assigned(statement)}
    return {name for name in names if name.startswith("_") and not name.startswith(_KNOWN_TO_LANGUAGE)}


def _body(source: str) -> Sequence[ast.stmt]:
    module = nodes_of(source)[0]
    assert isinstance(module, ast.Module)
    return module.body


def _twice(body: Sequence[ast.stmt]) -> Iterator[str]:
    waiting: set[str] = set()
    for statement in body:
        if waiting:
            waiting -= _read(ast.walk(statement))
        for name in _assigned(statement):
            if name in waiting:
                yield name
            waiting.add(name)


def _bodies(source: str) -> Iterator[Sequence[ast.stmt]]:
    yield from (node.body for node in nodes_of(source) if isinstance(node, ast.Module | ast.ClassDef))


def _assigned(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that an assignment binds."""
    if isinstance(statement, ast.Assign):
        targets: Sequence[ast.AST] = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets = [statement.target]
    else:
        return
    yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))


def _read(nodes: Iterable[ast.AST]) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
