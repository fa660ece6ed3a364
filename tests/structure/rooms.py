"""Finds what breaks the order of the rooms: folders without a README, a basename twice in a room, gerunds as names.

A room is a folder directly under `ufo`; a backend of the desktop is a room of its own. Every function takes the root of a
tree, so that a test can show it a tree that breaks the rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

README_LINES = 10
LONGER_READMES = {"ufo/desktop/linux/targeting": 60}
"""Folders whose README is a page that explains a protocol, each with the lines that it may have."""
ROOMS_OF_THEIR_OWN = ("desktop/linux", "desktop/fake", "desktop/windows")
NOUNS = frozenset({"agreeing", "beginning", "grounding", "ping", "reading", "ring", "spelling", "string", "swing"})
"""Words that end like a gerund and name a thing or what it is like: a reading, a beginning, an agreeing reader."""


def folders_with_code(root: Path) -> Iterator[Path]:
    yield from sorted({path.parent for path in root.rglob("*.py")})


def readme_faults(tree: Path, folders: list[Path], longer: Mapping[str, int]) -> list[str]:
    """One line for each of the folders that has no README.md, an empty one or one that is too long."""
    faults = []
    for folder in folders:
        name, readme = folder.relative_to(tree).as_posix(), folder / "README.md"
        lines = readme.read_text(encoding="utf-8").splitlines() if readme.is_file() else []
        most = longer.get(name, README_LINES)
        if not any(line.strip() for line in lines):
            faults.append(f"{name}: no README.md")
        elif len(lines) > most:
            faults.append(f"{name}: README.md has {len(lines)} lines of at most {most}")
    return faults


def basenames_twice(package: Path) -> list[str]:
    """One line for each name that two modules of one room have."""
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for module in _modules(package):
        path = module.relative_to(package).as_posix()
        places[_room_of(path), module.stem].append(path)
    return [f"{room}: {' and '.join(paths)}" for (room, _), paths in places.items() if len(paths) > 1]


def gerunds_without_object(package: Path) -> list[str]:
    """Modules such as `reading.py` and `list_reading.py`, whose name says that something is done and not to what."""
    return [
        module.relative_to(package).as_posix()
        for module in _modules(package)
        if (last := module.stem.rpartition("_")[2]).endswith("ing") and last not in NOUNS
    ]


def _modules(package: Path) -> list[Path]:
    return [path for path in sorted(package.rglob("*.py")) if not path.stem.startswith("__")]


def _room_of(path: str) -> str:
    own = (room for room in ROOMS_OF_THEIR_OWN if path.startswith(f"{room}/"))
    return next(own, path.partition("/")[0])
