"""Which tests claim to show which requirement, read from the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.sources import tree_of

TESTS = Path(__file__).parent
QUICK = "not matrix"
"""What pytest is told to leave out the tests, and the cases of tests, that `make test` leaves out."""


@cache
def claims() -> dict[str, tuple[str, ...]]:
    """Return the tests that carry `@requirement(id)`, by id, each as "path::name" from the root of the tree."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        # Most of the time that this takes goes into parsing.
        if "requirement(" not in source:
            continue
        for test, ids in _marked(tree_of(source)):
            for text in ids:
                found.setdefault(text, []).append(f"{path.relative_to(TESTS.parent)}::{test.name}")
    return {key: tuple(tests) for key, tests in found.items()}


def quick(tests: Sequence[str]) -> tuple[str, ...]:
    """Return those of the tests that `make test` runs."""
    return tuple(test for test in tests if not _is_matrix(*test.split("::")))


@cache
def _is_matrix(path: str, name: str) -> bool:
    tree = tree_of((TESTS.parent / path).read_text(encoding="utf-8"))
    whole = [
        stmt.value
        for stmt in tree.body
        if isinstance(stmt, ast.Assign) and "pytestmark" in ast.unparse(stmt.targets[0])
    ]
    marks = [mark for test in _functions(tree) if test.name == name for mark in test.decorator_list]
    return any(_MATRIX in ast.unparse(expr) for expr in whole) or _MATRIX in [ast.unparse(mark) for mark in marks]


_MATRIX = "pytest.mark.matrix"


def _marked(tree: ast.Module) -> Iterator[tuple[_Function, list[str]]]:
    for test in _functions(tree):
        for mark in test.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "requirement":
                yield test, [str(expr.value) for expr in mark.args if isinstance(expr, ast.Constant)]


def _functions(tree: ast.Module) -> Iterator[_Function]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


_Function = ast.FunctionDef | ast.AsyncFunctionDef
