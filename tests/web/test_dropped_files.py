"""What a browser tells as a file's name becomes a name in one folder, whatever it is."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.errors import ConfigError
from ufo.web.dropped_files import MOST_FILES, put, safe_name


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("report.ods", "report.ods"),
        ("Bericht für Müller.ods", "Bericht für Müller.ods"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("/etc/shadow", "shadow"),
        ("..", "file"),
        (".", "file"),
        ("", "file"),
        (".bashrc", "bashrc"),
        ("--help", "help"),
        ("a\0b\n.txt", "a_b_.txt"),
        ("gpj.\u202etxt", "gpj._txt"),
        ("ufo.yaml", "dropped-ufo.yaml"),
        ("UFO.YAML", "dropped-UFO.YAML"),
        ("..ufo.yaml", "dropped-ufo.yaml"),
    ],
)
def test_a_name_is_made_safe(told: str, name: str) -> None:
    assert safe_name(told) == name


@given(st.text(max_size=400))
@pytest.mark.hypothesis
def test_any_text_becomes_a_plain_name_that_fits(told: str) -> None:
    name = safe_name(told)
    assert name not in ("", ".", "..") and "/" not in name and name.isprintable() and name[0] not in ".-"
    assert 0 < len(name.encode()) <= 200


def test_files_land_in_the_folder_and_replace_nothing(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    outside = tmp_path / "here/list.txt"
    outside.symlink_to(tmp_path / "elsewhere.txt")
    names = put(tmp_path / "here", [("../list.txt", io.BytesIO(b"one")), ("list.txt", io.BytesIO(b"two"))])
    assert names == ("list (2).txt", "list (3).txt")
    assert [(tmp_path / "here" / name).read_bytes() for name in names] == [b"one", b"two"]
    assert not (tmp_path / "elsewhere.txt").exists() and (tmp_path / "here" / names[0]).stat().st_mode & 0o777 == 0o600


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="archive"):
        put(tmp_path, ((f"{number}.txt", io.BytesIO()) for number in range(MOST_FILES + 1)))
