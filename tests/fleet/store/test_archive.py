from __future__ import annotations

import os
import stat
import zipfile
from pathlib import Path

import pytest

from ufo.errors import ConfigError
from ufo.fleet.store.archive import pack, unpack


def test_a_folder_comes_back_as_it_was_but_for_what_leads_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / "deep/er").mkdir(parents=True)
    (folder / "deep/er/text.txt").write_text("é" * 1000, encoding="utf-8")
    (folder / "picture.png").write_bytes(os.urandom(1000))
    os.utime(folder / "picture.png", (0, 0))
    (folder / "link").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe")
    (folder / os.fsdecode(b"b\xe9.txt")).write_text("old", encoding="utf-8")
    pack(folder, tmp_path / "run.zip")
    unpack(tmp_path / "run.zip", tmp_path / "out", "of a run")
    found = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert found == {"deep/er/text.txt", "picture.png", "b_xe9.txt"}
    assert (tmp_path / "out/deep/er/text.txt").read_text("utf-8") == "é" * 1000
    assert stat.S_IMODE((tmp_path / "out/picture.png").stat().st_mode) == 0o600


def _archive(path: Path, *names: str | zipfile.ZipInfo) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return path


def _link(name: str) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = (stat.S_IFLNK | 0o777) << 16
    return made


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("../out.txt", "no file inside"),
        ("a/../../out.txt", "no file inside"),
        ("/tmp/out.txt", "no file inside"),
        ("a\\..\\out.txt", "no file inside"),
        (_link("link"), "no file inside"),
    ],
)
def test_an_archive_that_would_write_elsewhere_is_refused_whole(
    tmp_path: Path, entry: str | zipfile.ZipInfo, why: str
) -> None:
    hostile = _archive(tmp_path / "hostile.zip", "good.txt", entry)
    with pytest.raises(ConfigError, match=why):
        unpack(hostile, tmp_path / "out", "of a run")
    assert [path.name for path in tmp_path.rglob("*")] == ["hostile.zip"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="twice"):
        unpack(_archive(tmp_path / "a.zip", "a/b", "a//b"), tmp_path / "out", "of a run")


def test_a_file_that_is_another_ones_folder_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises((ConfigError, OSError)):
        unpack(_archive(tmp_path / "a.zip", "a", "a/b"), tmp_path / "out", "of a run")
    assert not (tmp_path / "out").exists()


def test_a_damaged_archive_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    whole = _archive(tmp_path / "a.zip", "a.txt", "b.txt").read_bytes()
    for damaged in (b"", whole[:-20], whole.replace(b"x", b"y", 1), os.urandom(500)):
        (tmp_path / "a.zip").write_bytes(damaged)
        with pytest.raises(ConfigError, match="damaged"):
            unpack(tmp_path / "a.zip", tmp_path / "out", "of a run")
        assert not (tmp_path / "out").exists()
