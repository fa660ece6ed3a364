"""By which root an application is known."""

from __future__ import annotations

import pytest

from ufo.cli.named_application import application_of
from ufo.desktop.linux.launch.desktop_entries import Entry
from ufo.desktop.values import Application


def _entry(identity: str, command: str, wm_class: str = "") -> Entry:
    return Entry(Application(identity, identity, tuple(command.split())), False, wm_class)


@pytest.mark.parametrize(
    ("entry", "root"),
    [
        (_entry("libreoffice-calc", "libreoffice --calc", "libreoffice-calc"), "libreoffice-calc"),
        (_entry("gimp", "gimp-2.10 %U"), "gimp"),
        (_entry("org.gnome.Calculator", "/usr/bin/gnome-calculator"), "gnome-calculator"),
        (_entry("org.x.Editor", "editor", "org.x.Editor"), "editor"),
    ],
)
def test_an_application_is_known_by_its_root_without_a_version(entry: Entry, root: str) -> None:
    assert application_of(entry) == root
