"""Imports one module with a text in it replaced. Python itself runs this file at its start in the programs that a test starts:
its folder is in their PYTHONPATH then, and BROKEN_MODULE says what is replaced. It needs nothing beside the standard library.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

TOLD = "BROKEN_MODULE"


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, old: str, new: str) -> None:
        super().__init__(fullname, path)
        self._old, self._new = old, new

    def get_code(self, fullname: str) -> object:  # type: ignore[override]  # never from the bytecode of the whole module
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(source.replace(self._old, self._new, 1), self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, module: str, old: str, new: str) -> None:
        self._module, self._old, self._new = module, old, new

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin, self._old, self._new)
        return spec


def break_imports(module: str, old: str, new: str) -> None:
    """From now on. A module that is imported already stays as it is."""
    sys.meta_path.insert(0, _Finder(module, old, new))
    sys.dont_write_bytecode = True


def break_programs(module: str, old: str, new: str) -> None:
    """In every Python program that is started from now on with this process's environment."""
    os.environ[TOLD] = json.dumps([module, old, new])
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)


if TOLD in os.environ:
    break_imports(*json.loads(os.environ[TOLD]))
