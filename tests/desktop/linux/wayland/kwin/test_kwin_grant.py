"""The grant is a desktop file of the person's that names the program that runs us."""

from __future__ import annotations

import sys
from pathlib import Path

from ufo.desktop.linux.wayland.kwin import kwin_grant


def test_a_grant_names_the_program_and_what_it_may_and_can_be_taken_back(tmp_path: Path) -> None:
    person = {"HOME": str(tmp_path)}
    assert not kwin_grant.is_granted(person)
    file = kwin_grant.grant(person)
    text = file.read_text("utf-8")
    assert file.parent == tmp_path / ".local/share/applications" and file.suffix == ".desktop"
    assert f"Exec={kwin_grant.program()}\n" in text and "org_kde_kwin_fake_input" in text
    assert kwin_grant.is_granted(person)
    assert kwin_grant.take_back(person) and not kwin_grant.take_back(person)
    assert not kwin_grant.is_granted(person)


def test_a_grant_for_another_python_is_none(tmp_path: Path) -> None:
    person = {"HOME": "/nowhere", "XDG_DATA_HOME": str(tmp_path)}
    file = kwin_grant.grant(person)
    file.write_text(file.read_text("utf-8").replace(kwin_grant.program(), "/usr/bin/other"), "utf-8")
    assert not kwin_grant.is_granted(person)


def test_other_desktop_files_of_the_same_python_get_the_grant_as_well_and_lose_it_again(tmp_path: Path) -> None:
    system, mine = tmp_path / "system/applications", tmp_path / "mine/applications"
    system.mkdir(parents=True)
    person = {"XDG_DATA_HOME": str(tmp_path / "mine"), "XDG_DATA_DIRS": f"{tmp_path}/system:{tmp_path}/none"}
    python = f"[Desktop Entry]\nName=Python\nExec={sys.executable} -i\n\n[Desktop Action x]\nExec=other\n"
    (system / "python.desktop").write_text(python, "utf-8")
    (system / "other.desktop").write_text("[Desktop Entry]\nExec=/bin/true\n", "utf-8")
    (system / "own.desktop").write_text(python, "utf-8")
    mine.mkdir(parents=True)
    (mine / "own.desktop").write_text("the person's own", "utf-8")
    file = kwin_grant.grant(person)
    assert sorted(path.name for path in mine.iterdir()) == sorted([file.name, "own.desktop", "python.desktop"])
    copied = (mine / "python.desktop").read_text("utf-8")
    assert copied.startswith("[Desktop Entry]\nX-ufo-grant=true\nX-KDE-Wayland-Interfaces=") and "Name=Python" in copied
    assert kwin_grant.take_back(person)
    assert [path.name for path in mine.iterdir()] == ["own.desktop"]
    assert (system / "python.desktop").read_text("utf-8") == python
