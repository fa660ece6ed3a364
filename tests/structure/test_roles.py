"""Roles are listed together in `ufo/schema/roles.py` only; every other file composes its kinds from those."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

from tests.sources import house, nodes_of
from ufo.schema import roles

_IMPORTED = re.compile(r"schema(?:\.| import )roles")
_TAXONOMY = "schema/roles.py"
_QUOTED = re.compile(rf"""["'](?:{"|".join(roles.ROLES)})["']""")
_KINDS = {name: kind for name, kind in vars(roles).items() if name.isupper()}
# The classes of events of AT-SPI2.
_NOT_ROLES = frozenset({"Object", "Window", "Document"})


def _literals(expression: ast.expr) -> frozenset[str]:
    """The role names that an expression lists itself: in a collection, or in the unions of several."""
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.BitOr):
        return _literals(expression.left) | _literals(expression.right)
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Sub):
        return _literals(expression.left)
    if isinstance(expression, ast.Call) and len(expression.args) == 1:
        return _literals(expression.args[0])
    if not isinstance(expression, ast.Set | ast.Tuple | ast.List):
        return frozenset()
    told = {elt.value for elt in expression.elts if isinstance(elt, ast.Constant) and isinstance(elt.value, str)}
    return frozenset() if told == _NOT_ROLES else frozenset(told & roles.ROLES)


def _lists_of_roles(source: str) -> Iterator[tuple[int, str]]:
    if len(_QUOTED.findall(source)) < 2:
        # Most of the time that this takes goes into parsing.
        return
    for node in nodes_of(source):
        if isinstance(node, ast.expr) and len(_literals(node)) > 1:
            yield node.lineno, ast.unparse(node)


def test_no_other_file_lists_roles() -> None:
    found = [
        f"{file}:{line}: {listed}"
        for file, source in house()
        if file != _TAXONOMY
        for line, listed in _lists_of_roles(source)
    ]
    assert not found, "\n".join(["compose these of the kinds of ufo/schema/roles.py, or name them there:", *found])


def test_a_list_of_roles_is_found_in_each_form_that_python_has() -> None:
    for planted in (
        '_ROWS = frozenset({"ListItem", "TreeItem"})',
        'is_row = role in ("ListItem", "TreeItem")',
        'for role in ["ListItem", "TreeItem"]: pass',
        '_ROWS = CELLS | {"ListItem"} | {"TreeItem"}',
        '_ROWS = frozenset({"ListItem"} | {"TreeItem", "NoRole"})',
    ):
        assert list(_lists_of_roles(planted)), planted


def test_one_role_beside_a_kind_is_no_list() -> None:
    for allowed in (
        '_OWN = ROWS | {"TabItem"}',
        '_OWN = ROWS - {"Cell"} | {"TabItem"}',
        'role == "Cell" or role == "Edit"',
    ):
        assert not list(_lists_of_roles(allowed)), allowed


def test_every_kind_holds_roles_only_and_no_two_are_the_same() -> None:
    assert set(chain(*_KINDS.values())) <= roles.ROLES
    assert len(set(_KINDS.values())) == len(_KINDS)


def test_every_kind_is_used() -> None:
    words = [
        {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in nodes_of(source)
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
        }
        for file, source in house()
        if file == _TAXONOMY or _IMPORTED.search(source)
    ]
    assert set(_KINDS) - set(chain(*words)) - {"ROLES"} == set()
