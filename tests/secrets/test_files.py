from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ufo.secrets import files


@pytest.fixture(params=[0, 0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("umask")
def test_what_is_made_is_for_this_user_alone_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "two"
    files.make_folder(folder)
    files.write(folder / "a", b"x")
    with files.append(folder / "b") as opened:
        opened.write("y")
    assert [_mode(path) for path in (folder.parent, folder, folder / "a", folder / "b")] == [0o700, 0o700, 0o600, 0o600]


def test_a_folder_that_was_there_is_not_changed(tmp_path: Path) -> None:
    wide = tmp_path / "wide"
    wide.mkdir()
    wide.chmod(0o755)
    files.make_folder(wide / "inside")
    assert (_mode(wide), _mode(wide / "inside")) == (0o755, 0o700)
    with pytest.raises(FileExistsError):
        files.make_folder(wide, exist_ok=False)


def test_a_draft_that_others_could_read_is_not_written_into(tmp_path: Path) -> None:
    left = tmp_path / ".report.part"
    left.write_text("old")
    left.chmod(0o644)
    with left.open() as reader:
        files.write(tmp_path / "report", b"new")
        assert reader.read() == "old"
    assert _mode(tmp_path / "report") == 0o600 and not left.exists()


def test_what_is_open_to_others_is_found(tmp_path: Path) -> None:
    wide, narrow = tmp_path / "wide", tmp_path / "narrow"
    for path, mode in ((wide, 0o644), (narrow, 0o600)):
        path.write_text("")
        path.chmod(mode)
    assert files.open_to_others([wide, narrow, tmp_path / "gone"]) == [wide]
