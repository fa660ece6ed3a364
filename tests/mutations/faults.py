"""The faults that can be made of a function: one operator, constant, argument or statement is another, or is gone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.mutations.mutant import ROOT, Mutation
from tests.sources import tree_of

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
    """A part of a module, and the text in its place."""

    path: str
    node: ast.expr | ast.stmt
    new: str

    def mutation(self) -> Mutation | None:
        """Return the change as one of whole lines; None where it is none, or no Python any more."""
        return _mutation(self.path, (ROOT / self.path).read_text(encoding="utf-8"), self.node, self.new)


def faults_in(path: str, first: int, last: int, lines: frozenset[int]) -> list[Fault]:
    """Return the faults of the code between two lines of a module, of those lines alone that are in `lines`."""
    return [
        Fault(path, node, new)
        for node, new in _changed(tree_of((ROOT / path).read_text(encoding="utf-8")))
        if first <= node.lineno and (node.end_lineno or node.lineno) <= last and node.lineno in lines
    ]


def place_of(mutation: Mutation) -> tuple[int, int]:
    """Return the lines of the innermost function that a mutation stands in; of the statement alone outside of functions."""
    source = (ROOT / mutation.path).read_text(encoding="utf-8")
    at = source.index(mutation.old) + len(mutation.old) - len(mutation.old.lstrip())
    line = source.count("\n", 0, at) + 1
    inside = [
        node
        for node in ast.walk(tree_of(source))
        if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef) and _first(node) <= line <= _last(node)
    ]
    functions = [node for node in inside if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    node = (functions or inside)[-1] if inside else None
    return (_first(node), _last(node)) if node is not None else (line, line)


def _first(node: ast.stmt) -> int:
    return node.lineno


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _changed(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in _acting(tree):
        match node:
            case ast.Compare(left, [op], [right]) if type(op) in _OTHER:
                yield node, ast.unparse(ast.Compare(left, [_OTHER[type(op)]()], [right]))
            case ast.BoolOp(op, values):
                yield node, f"({ast.unparse(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))})"
            case ast.UnaryOp(ast.Not(), operand):
                yield node, f"bool({ast.unparse(operand)})"
            case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
                yield (
                    node,
                    f"({ast.unparse(ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right))})",
                )
            case ast.If(test) | ast.While(test) | ast.IfExp(test):
                yield test, f"(not ({ast.unparse(test)}))"
            case ast.Constant(bool(value)):
                yield node, str(not value)
            case ast.Constant(int(value)):
                yield node, str(value + 1)
            case ast.Constant(str(value)) if value and " " not in value and "\n" not in value:
                yield node, repr(f"{value}_")
            case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
                yield value, "None"
            case ast.Call(function, arguments, [_, *_] as keywords):
                for kept in ([one for one in keywords if one is not gone] for gone in keywords if gone.arg):
                    yield node, ast.unparse(ast.Call(function, arguments, kept))
            case ast.Expr(ast.Call() | ast.Await()) | ast.Raise():
                yield node, "pass"
            case ast.Assign([ast.Attribute() | ast.Subscript()]) | ast.AugAssign():
                yield node, "pass"
            case ast.comprehension(ifs=[condition]):
                yield condition, "True"


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


def _mutation(path: str, source: str, node: ast.expr | ast.stmt, new: str) -> Mutation | None:
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
    return None if same else Mutation(path, source[at:after], changed)


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
