"""Profiles of LibreOffice: they tell it its own build."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.platform.office_profile import write_office_profile

_BUILD = "user/extensions/buildid"


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A LibreOffice as Debian installs it: a link in the path, and its program folder elsewhere."""
    program = tmp_path / "lib/program"
    program.mkdir(parents=True)
    (program / "soffice").write_text("#!/bin/sh\n")
    (program / "soffice").chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/soffice").symlink_to(program / "soffice")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return program


def test_a_new_profile_knows_the_installed_libreoffice_so_that_it_starts_once(tmp_path: Path, office: Path) -> None:
    (office / "versionrc").write_text(
        "[Version]\nUpdateUserAgent=<${buildid}>\nbuildid=40(Build:2)\n", encoding="utf-8"
    )
    write_office_profile(tmp_path / "profile")
    assert (tmp_path / "profile" / _BUILD).read_text(encoding="utf-8") == "40(Build:2)"


@pytest.mark.parametrize("versions", [None, b"buildid=1", b"\xff\xfe[", b"[Version]\n"])
def test_a_libreoffice_that_does_not_tell_its_build_is_left_to_itself(
    tmp_path: Path, office: Path, versions: bytes | None
) -> None:
    if versions is not None:
        (office / "versionrc").write_bytes(versions)
    write_office_profile(tmp_path / "profile")
    assert not (tmp_path / "profile" / _BUILD).exists()
