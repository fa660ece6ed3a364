"""The syntax trees of sources, read without Python's collector beside it, and each of them once where many tests ask."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path


def tree_of(source: str) -> ast.Module:
    """Return the tree of a module's text.

    CPython 3.11 counts the depth of all parses in one place. A finalizer that formats a traceback parses too, and ends a parse
    that the collector interrupted for it with "SystemError: AST constructor recursion depth mismatch".
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collects:
            gc.enable()


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return every node of a module's tree, the module first, as `ast.walk` has them. They are kept: each check of the structure
    asks for the same modules. The collector would look through a million of them again and again.
    """
    nodes = tuple(ast.walk(tree_of(source)))
    gc.freeze()
    return nodes


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """Each module below a folder: its path from there with slashes, and its text. In the order of the paths."""
    for path in sorted(root.rglob("*.py")):
        yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def house() -> Iterator[tuple[str, str]]:
    """Each module that people run: those of `ufo` by their path in it, those of our extensions by their path with the package."""
    tree = Path(__file__).parents[1]
    yield from sources(tree / "ufo")
    for package in sorted((tree / "extensions").glob("*/ufo_*")):
        yield from ((f"{package.name}/{path}", text) for path, text in sources(package))
