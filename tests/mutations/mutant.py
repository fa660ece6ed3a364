"""One way to break the code on purpose: in this process and in the programs that it starts. No file is changed."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from tests.mutations.children.sitecustomize import break_imports, break_programs
from tests.mutations.swap_code import swap

ROOT = Path(__file__).parents[2]
_OURS = ("ufo", "tests", "bench")
"""How the names of modules of ours begin: `ufo_sight` is one too."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """`path`: the module, from the root of the tree, also of an extension. The first `old` in it becomes `new`. `at_import`: what
    is broken runs while modules are imported.
    """

    path: str
    old: str
    new: str
    at_import: bool = False

    @property
    def module(self) -> str:
        path = Path(self.path).with_suffix("")
        return ".".join(path.parts[2:] if path.parts[0] == "extensions" else path.parts)

    def applies(self) -> bool:
        return self.old in (ROOT / self.path).read_text(encoding="utf-8")

    def apply(self) -> None:
        """Break the functions that there are, or else what is imported from now on. There is no way back."""
        source = (ROOT / self.path).read_text(encoding="utf-8")
        changed = source.replace(self.old, self.new, 1)
        is_there = self.module in sys.modules
        if self.at_import or not is_there or not swap(str(ROOT / self.path), source, changed):
            for name in [name for name in sys.modules if name.startswith(_OURS)]:
                del sys.modules[name]
            break_imports(self.module, self.old, self.new)
        break_programs(self.module, self.old, self.new)


Fixed = Mutation | tuple[Mutation, ...]
"""The mutations of a requirement: one, or one for each part of its sentence."""
