"""Gives the functions of an imported module the code of a changed source, where the change lies inside functions alone."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType


def swap(path: str, original: str, changed: str) -> bool:
    """Return whether it was done. A change of a class or of the module itself takes a new import. `path`: the module's file."""
    before, after = compile(original, path, "exec"), compile(changed, path, "exec")
    old, new = _by_name(before), _by_name(after)
    if old.keys() != new.keys() or any(len(old[name]) != len(new[name]) for name in old):
        return False
    pairs = [(one, other) for name in old for one, other in zip(old[name], new[name], strict=True)]
    differing = [(one, other) for one, other in pairs if _own(one) != _own(other)]
    if any(not one.co_flags & _OPTIMIZED for one, _ in differing):
        return False
    lines = {(one.co_qualname, one.co_firstlineno): other for one, other in pairs}
    changed_in = {one.co_qualname.split(".<locals>")[0] for one, _ in differing}
    for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        code = function.__code__
        if code.co_filename == path and code.co_qualname.split(".<locals>")[0] in changed_in:
            function.__code__ = lines.get((code.co_qualname, code.co_firstlineno), code)
    return bool(differing)


_OPTIMIZED = 0x1
"""The flag of code that is a function's, and neither a class's nor a module's."""


def _by_name(code: CodeType) -> dict[str, list[CodeType]]:
    found: defaultdict[str, list[CodeType]] = defaultdict(list)
    for one in _nested(code):
        found[one.co_qualname].append(one)
    return dict(found)


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _nested(one)


def _own(code: CodeType) -> tuple[object, ...]:
    """Return what the code itself does, without that of the functions in it and without its lines."""
    constants = tuple((type(one), one) for one in code.co_consts if not isinstance(one, CodeType))
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, constants)
