from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.private.profile import write_profile

_BUILD = ".config/libreoffice/4/user/extensions/buildid"


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


def test_a_new_home_knows_the_installed_libreoffice_so_that_it_starts_once(tmp_path: Path, office: Path) -> None:
    (office / "versionrc").write_text(
        "[Version]\nUpdateUserAgent=<${buildid}>\nbuildid=40(Build:2)\n", encoding="utf-8"
    )
    write_profile(tmp_path / "home")
    assert (tmp_path / "home" / _BUILD).read_text(encoding="utf-8") == "40(Build:2)"


@pytest.mark.parametrize("versions", [None, b"buildid=1", b"\xff\xfe[", b"[Version]\n"])
def test_a_libreoffice_that_does_not_tell_its_build_is_left_to_itself(
    tmp_path: Path, office: Path, versions: bytes | None
) -> None:
    if versions is not None:
        (office / "versionrc").write_bytes(versions)
    write_profile(tmp_path / "home")
    assert not (tmp_path / "home" / _BUILD).exists()
