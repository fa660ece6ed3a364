"""Finds what a command line runs or reads and this run wrote: `make test` is another command once its Makefile is another one.

Judged by the files as they are on the disk, so that it does not matter by which route a file was written.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from ufo.tools.policy.files.judge_files import expanded
from ufo.tools.policy.scene.scene import Scene

_SETTINGS = frozenset({
    "makefile", "gnumakefile", "cmakelists.txt", "meson.build", "sconstruct", "wscript", "configure", "build", "workspace",
    "justfile", "rakefile", "gemfile", "procfile", "vagrantfile", "dockerfile", "snakefile", "go.mod", "cargo.toml", "build.rs",
    "package.json", "pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "requirements.txt", "pom.xml", ".env", ".envrc",
    ".npmrc", ".yarnrc", ".gitattributes", ".gitconfig", ".gitmodules", ".pre-commit-config.yaml", "docker-compose.yml",
    "docker-compose.yaml", "compose.yml", "compose.yaml",
})  # fmt: skip
"""Files that tell programs what to run, in lower case. Some programs look for them in the folders above as well."""
_CODE = frozenset({
    ".sh", ".bash", ".zsh", ".fish", ".ksh", ".csh", ".py", ".pyc", ".pyi", ".pth", ".pyx", ".pl", ".pm", ".rb", ".lua", ".tcl",
    ".php", ".js", ".mjs", ".cjs", ".ts", ".jsx", ".tsx", ".awk", ".sed", ".mk", ".mak", ".cmake", ".am", ".ac", ".m4", ".gradle",
    ".kts", ".groovy", ".bzl", ".nix", ".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".rs", ".go", ".java", ".kt", ".scala", ".cs",
    ".s", ".hs", ".ml", ".el", ".vim", ".sql", ".r", ".jl", ".so", ".jar", ".class", ".wasm", ".o", ".a", ".desktop", ".service",
})  # fmt: skip
_DATA_OF_GIT = ("objects", "logs", "refs")
_MOST_FILES = 20_000
_MOST_TOLD = 3


def what_it_rewrote(scene: Scene, command: Sequence[str], folder: str) -> str:
    """Return which files the command runs or may read that this run wrote, in words; "" where there are none. Blocking: looks
    through the folder.
    """
    if not scene.run.has_begun:
        return ""
    start = scene.working_folder.resolve() / expanded(folder)
    found = dict.fromkeys(path for path in islice(_used(start, command), _MOST_FILES) if scene.run.wrote(path))
    names = [repr(str(path.relative_to(start) if path.is_relative_to(start) else path)) for path in found]
    more = f" and {len(names) - _MOST_TOLD} more" if len(names) > _MOST_TOLD else ""
    return f"this run wrote {', '.join(names[:_MOST_TOLD])}{more}, which it runs or reads" if names else ""


def _used(start: Path, command: Sequence[str]) -> Iterator[Path]:
    """Yield the program, the files that its words name, what lies in the folders among them, and the settings above."""
    program, *words = command
    named = [start / expanded(part) for word in words for part in _parts(word)]
    found = start / expanded(program) if "/" in program else shutil.which(program)
    yield from (Path(found),) if found else ()
    folders = [start, *(path for path in named if path.is_dir())]
    yield from (path for path in named if path.is_file())
    yield from (folder / each.name for folder in start.parents for each in _listed(folder) if _tells(each.name))
    for folder in folders:
        yield from _programs_below(folder)


def _parts(word: str) -> Iterator[str]:
    """Yield what may be a path in a word: "--file=x.mk", "-fx.mk", "@list", "a.py:b.py", or the words of a line in it."""
    for part in (word, word.partition("=")[2], word[2:] if word.startswith("-") else "", word.removeprefix("@")):
        yield from (piece for piece in (part, *part.split(), *part.split(":")) if piece and "\0" not in piece)


def _programs_below(folder: Path) -> Iterator[Path]:
    for place, inner, names in os.walk(folder):
        here = Path(place)
        if here.name == ".git":
            inner[:] = [name for name in inner if name not in _DATA_OF_GIT]
            yield here / "config"
        yield from (here / name for name in names if _tells(name) or _is_code(here / name))


def _tells(name: str) -> bool:
    return name.lower() in _SETTINGS


def _is_code(path: Path) -> bool:
    return path.suffix.lower() in _CODE or os.access(path, os.X_OK)


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if _tells(entry.name)]
    except OSError:
        return []
