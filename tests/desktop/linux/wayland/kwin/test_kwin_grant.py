"""The grant is a desktop file of the person's that names the program that runs us."""

from __future__ import annotations

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
