"""The faults that can be made of a function: one operator, constant, argument or statement is another, or is gone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from os.path import commonprefix
from pathlib import Path
from typing import TypeVar

from tests.mutations.mutant import ROOT, Mutation
from tests.sources import tree_of

T = TypeVar("T")
Part = ast.expr | ast.stmt
_OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_TELLING = ("_log", "logger", "notice", "emit")
"""Calls that tell a person something: what they say is no part of what is done."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of a module, the text in its place, and the part of it that is another then."""

    path: str
    node: Part
    new: str
    at: Part

    def mutation(self, at_import: bool = False) -> Mutation | None:
        """Return the change as one of whole lines; None where it is none, or no Python any more."""
        source = (ROOT / self.path).read_text(encoding="utf-8")
        lines = _mutation(source, self.node, self.new)
        return None if lines is None else Mutation(self.path, *lines, at_import)


def faults_in(path: str, lines: frozenset[int]) -> list[Fault]:
    """Return the faults of what begins on these lines of a module."""
    tree = tree_of((ROOT / path).read_text(encoding="utf-8"))
    found = (Fault(path, node, new, at) for node, new, at in _changed(tree))
    return [fault for fault in found if fault.at.lineno in lines]


def place_of(mutation: Mutation) -> frozenset[int]:
    """Return the lines that a mutation changes."""
    source = (ROOT / mutation.path).read_text(encoding="utf-8")
    same = len(commonprefix([mutation.old, mutation.new]))
    same_after = len(commonprefix([mutation.old[same:][::-1], mutation.new[same:][::-1]]))
    begin = source.index(mutation.old) + same
    end = max(begin, source.index(mutation.old) + len(mutation.old) - same_after)
    first = source.count("\n", 0, begin) + 1
    return frozenset(range(first, first + source[begin:end].rstrip().count("\n") + 1))


def _changed(tree: ast.AST) -> Iterator[tuple[Part, str, Part]]:
    """Yield each part of the tree that can be another, its other text, and the part of it that this is about."""
    for node in _acting(tree):
        if isinstance(node, ast.expr):
            yield from ((node, new, at) for new, at in _other_value(node))
            if isinstance(node, ast.Call):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                yield from (
                    # The parentheses of a call are those of its only argument, where that is a generator.
                    (value, "(None)" if isinstance(value, ast.GeneratorExp) else "None", value)
                    for value in given
                    if not isinstance(value, ast.Constant | ast.Starred)
                )
        elif isinstance(node, ast.comprehension):
            yield from ((condition, "True", condition) for condition in node.ifs)
        elif isinstance(node, ast.stmt):
            yield from _other_deed(node)
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node.test, f"(not ({ast.unparse(node.test)}))", node.test


def _other_value(node: ast.expr) -> Iterator[tuple[str, Part]]:
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in _OTHER:
            yield ast.unparse(ast.Compare(left, [_OTHER[type(op)]()], [right])), node
        case ast.BoolOp(op, values):
            yield f"({ast.unparse(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))})", node
        case ast.UnaryOp(ast.Not(), operand):
            yield f"bool({ast.unparse(operand)})", node
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            yield f"({ast.unparse(ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right))})", node
        case ast.Constant():
            yield from ((new, node) for new in _other_constant(node.value))
        case _:
            yield from _one_fewer(node)


def _one_fewer(node: ast.expr) -> Iterator[tuple[str, Part]]:
    match node:
        case ast.Call(function, arguments, keywords):
            for at, keyword in enumerate(keywords):
                if keyword.arg:
                    yield ast.unparse(ast.Call(function, arguments, _without(keywords, at))), keyword.value
        case ast.Dict(keys, values):
            for at, value in enumerate(values):
                yield ast.unparse(ast.Dict(_without(keys, at), _without(values, at))), value
        case ast.Tuple(items, ast.Load()) | ast.List(items, ast.Load()):
            for at, item in enumerate(items):
                yield ast.unparse(type(node)(_without(items, at), ast.Load())), item


def _without(items: list[T], at: int) -> list[T]:
    return [*items[:at], *items[at + 1 :]]


def _other_constant(value: object) -> Iterator[str]:
    match value:
        case bool():
            yield str(not value)
        case int():
            yield str(value + 1)
        case str() if value and " " not in value and "\n" not in value:
            yield repr(f"{value}_")


def _other_deed(node: ast.stmt) -> Iterator[tuple[Part, str, Part]]:
    match node:
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None", value
        case ast.Expr(ast.Call() | ast.Await()) | ast.Raise() | ast.AugAssign():
            yield node, "pass", node
        case ast.Assign([ast.Attribute() | ast.Subscript()]) | ast.AnnAssign():
            yield node, "pass", node
        case ast.Assign([ast.Name()], value) if not isinstance(value, ast.Constant):
            yield value, "None", value


def _acting(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that do something: neither documentation and annotations nor what is only told."""
    yield node
    if isinstance(node, ast.Raise):
        # Whether it is raised counts, and its words do not.
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        children = value if isinstance(value, list) else [value]
        for child in (child for child in children if isinstance(child, ast.AST) and not _only_tells(child)):
            yield from _acting(child)


def _only_tells(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return True
    return isinstance(node, ast.Call) and any(word in ast.unparse(node.func) for word in _TELLING)


def _mutation(source: str, node: Part, new: str) -> tuple[str, str] | None:
    """Return the lines of the part as they are, and as they are with the new text."""
    lines = source.splitlines(keepends=True)
    begin, end = _offset(lines, node.lineno, node.col_offset), _offset(lines, node.end_lineno, node.end_col_offset)
    first, after = node.lineno - 1, sum(map(len, lines[: node.end_lineno or node.lineno]))
    # So many lines that the text stands there first in the module.
    while source.index(source[(at := sum(map(len, lines[:first]))) : after]) != at:
        first -= 1
    changed = source[at:begin] + new + source[end:after]
    try:
        same = ast.dump(tree_of(source)) == ast.dump(ast.parse(source[:at] + changed + source[after:]))
    except SyntaxError:
        return None
    return None if same else (source[at:after], changed)


def _offset(lines: list[str], line: int | None, column: int | None) -> int:
    """Return the place in the text. `column`: in bytes of UTF-8, as the parser counts."""
    text = lines[(line or 1) - 1]
    return sum(map(len, lines[: (line or 1) - 1])) + len(text.encode()[: column or 0].decode())


def shown(mutation: Mutation) -> str:
    """Return the lines that differ, as one line."""
    old, new = mutation.old.splitlines(), mutation.new.splitlines()
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    was, now = (" ".join(" ".join(lines).split()) for lines in (old, new))
    return f"{Path(mutation.path).name}: {was}  ->  {now}"
