"""What is installed, by desktop files in folders of a test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.linux.launch.desktop_entries import Installed

_ENTRY = "[Desktop Entry]\nType=Application\nName={name}\nExec={program} %U\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data/applications/deep").mkdir(parents=True)
    (tmp_path / "shared/applications").mkdir(parents=True)
    return tmp_path


def _installed(home: Path) -> Installed:
    return Installed(
        {"XDG_DATA_HOME": str(home / "data"), "XDG_DATA_DIRS": str(home / "shared"), "PATH": f"{home / 'bin'}:/bin"}
    )


def _names(installed: Installed) -> dict[str, str]:
    return {entry.application.id: entry.application.name for entry in installed.entries()}


def test_the_persons_own_entry_wins_and_folders_become_part_of_the_id(home: Path) -> None:
    (home / "shared/applications/paint.desktop").write_text(_ENTRY.format(name="Shared", program="sh"))
    (home / "data/applications/paint.desktop").write_text(_ENTRY.format(name="Own", program="sh"))
    (home / "data/applications/deep/tool.desktop").write_text(_ENTRY.format(name="Tool", program="sh"))
    assert _names(_installed(home)) == {"paint": "Own", "deep-tool": "Tool"}


def test_what_is_installed_changed_and_removed_later_is_seen(home: Path) -> None:
    installed = _installed(home)
    file = home / "data/applications/paint.desktop"
    assert _names(installed) == {}
    file.write_text(_ENTRY.format(name="Paint", program="sh"))
    assert _names(installed) == {"paint": "Paint"}
    file.write_text(_ENTRY.format(name="Painting", program="sh"))
    assert _names(installed) == {"paint": "Painting"}
    file.unlink()
    assert _names(installed) == {}


def test_an_entry_whose_program_comes_later_is_offered_from_then_on(home: Path) -> None:
    installed = _installed(home)
    (home / "data/applications/late.desktop").write_text(_ENTRY.format(name="Late", program="late-program"))
    assert _names(installed) == {}
    (home / "bin").mkdir()
    program = home / "bin/late-program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert _names(installed) == {"late": "Late"}
    program.unlink()
    assert _names(installed) == {}


def test_a_file_that_is_no_entry_is_passed_over(home: Path) -> None:
    (home / "data/applications/broken.desktop").write_bytes(b"\xff\xfe not an entry")
    (home / "data/applications/folder.desktop").mkdir()
    assert _names(_installed(home)) == {}
