"""The order of the rooms: each folder explains itself, and a module's name says what it is."""

from __future__ import annotations

from pathlib import Path

from tests.structure.rooms import (
    LONGER_READMES,
    README_LINES,
    basenames_twice,
    folders_with_code,
    gerunds_without_object,
    readme_faults,
)

TREE = Path(__file__).parents[2]
PACKAGE = TREE / "ufo"
EXTENSIONS = sorted((TREE / "extensions").glob("*/ufo_*"))


def _none(faults: list[str]) -> None:
    assert not faults, "\n".join(faults)


def _write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("", encoding="utf-8")


def test_every_folder_has_a_short_readme() -> None:
    ours = [folder for package in EXTENSIONS for folder in folders_with_code(package) if folder != package]
    folders = [
        *folders_with_code(PACKAGE),
        *ours,
        *(package.parent for package in EXTENSIONS),
        *folders_with_code(TREE / "bench"),
        TREE / "tests",
        TREE / "scripts",
    ]
    _none(readme_faults(TREE, folders, LONGER_READMES))


def test_a_missing_an_empty_and_a_long_readme_are_faults(tmp_path: Path) -> None:
    _write(tmp_path, "missing/a.py", "empty/a.py", "empty/README.md", "long/a.py", "page/a.py", "good/a.py")
    (tmp_path / "long/README.md").write_text("a line\n" * (README_LINES + 1), encoding="utf-8")
    (tmp_path / "page/README.md").write_text("a line\n" * (README_LINES + 1), encoding="utf-8")
    (tmp_path / "good/README.md").write_text("a line\n" * README_LINES, encoding="utf-8")
    assert readme_faults(tmp_path, list(folders_with_code(tmp_path)), {"page": 20}) == [
        "empty: no README.md",
        f"long: README.md has {README_LINES + 1} lines of at most {README_LINES}",
        "missing: no README.md",
    ]


def test_a_basename_stands_once_in_a_room() -> None:
    _none([fault for package in (PACKAGE, *EXTENSIONS) for fault in basenames_twice(package)])


def test_a_basename_twice_in_one_room_is_a_fault_and_in_two_rooms_is_not(tmp_path: Path) -> None:
    _write(tmp_path, "one/a/read.py", "one/b/read.py", "two/read.py", "one/__init__.py", "one/a/__init__.py")
    _write(tmp_path, "desktop/linux/x/desktop.py", "desktop/fake/desktop.py", "desktop/desktop.py")
    assert basenames_twice(tmp_path) == ["one: one/a/read.py and one/b/read.py"]


def test_no_module_is_named_by_a_gerund_without_its_object() -> None:
    _none([fault for package in (PACKAGE, *EXTENSIONS, TREE / "bench") for fault in gerunds_without_object(package)])


def test_a_gerund_without_an_object_is_a_fault_and_a_noun_that_ends_like_one_is_not(tmp_path: Path) -> None:
    _write(tmp_path, "a/writing.py", "a/list_writing.py", "a/writing_order.py", "a/swing.py", "a/string.py")
    assert gerunds_without_object(tmp_path) == ["a/list_writing.py", "a/writing.py"]
