"""The syntax tree of a source, read without Python's collector beside it."""

from __future__ import annotations

import ast
import gc


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
