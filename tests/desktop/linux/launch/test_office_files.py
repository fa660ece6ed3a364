from __future__ import annotations

import socket
import zipfile
from pathlib import Path

import pytest

from ufo.desktop.linux.launch.office_files import refuse_cut_off, refuse_locked
from ufo.errors import LaunchFailed


def _locked(folder: Path, profile: str, host: str | None = None) -> Path:
    lock = folder / ".~lock.report.odt#"
    lock.write_text(f",ann,{host or socket.gethostname()},21.11.2026 06:58,file://{profile};")
    return lock


def _open(folder: Path) -> None:
    refuse_locked([str(folder / "report.odt"), "--option"], {"HOME": str(folder / "home")})


def test_a_document_in_use_elsewhere_is_refused_with_who_has_it(tmp_path: Path) -> None:
    lock = _locked(tmp_path, "/home/ann/.config/libreoffice/4", "elsewhere")
    with pytest.raises(LaunchFailed, match=r"ann on elsewhere, since 21\.11\.2026.*lock\.report"):
        _open(tmp_path)
    assert lock.exists()


def test_a_document_open_on_this_desktop_is_opened_again(tmp_path: Path) -> None:
    lock = _locked(tmp_path, f"{tmp_path}/home/.config/libreoffice/4")
    _open(tmp_path)
    assert lock.exists()


def test_the_lock_of_a_profile_that_is_gone_is_cleared(tmp_path: Path) -> None:
    lock = _locked(tmp_path, f"{tmp_path}/gone/.config/libreoffice/4")
    _open(tmp_path)
    assert not lock.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe,garbage", b",,,"])
def test_a_lock_file_of_another_shape_refuses_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".~lock.report.odt#").write_bytes(content)
    _open(tmp_path)


def test_a_document_without_its_end_is_refused_and_others_are_not(tmp_path: Path) -> None:
    whole, half, words = (tmp_path / name for name in ("whole.odt", "half.odt", "words.odt"))
    with zipfile.ZipFile(whole, "w") as package:
        package.writestr("content.xml", "<x/>" * 50)
    half.write_bytes(whole.read_bytes()[:80])
    words.write_text("no package, which LibreOffice opens all the same")
    refuse_cut_off([str(whole), str(words), str(tmp_path / "none.odt"), "--option", str(tmp_path)])
    with pytest.raises(LaunchFailed, match=r"half\.odt.*complete copy"):
        refuse_cut_off([str(half)])
