"""The guides that real packages install: what is found, and that each application is told its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.knowledge.documents import passages_for
from ufo.knowledge.index.store import KnowledgeStore
from ufo_guides.help.installed_help import Places, help_of, languages_of
from ufo_guides.help.learn import Learner

PLACES = Places(languages=languages_of({}))


def _store(folder: Path, application: str, package: str) -> KnowledgeStore:
    found = help_of(application, [], PLACES)
    if not found:
        pytest.skip(f"the help of {application} is not installed; sudo apt-get install -y {package}")
    store = KnowledgeStore(folder / "index.sqlite")
    learner = Learner(store, PLACES, lambda *_: None)
    for help_folder in found:
        learner.folder(help_folder)
    assert not learner.learned.left_out
    return store


@pytest.mark.apps
@requirement("knowledge:installed-help")
def test_gedit_is_told_what_its_own_help_says(tmp_path: Path) -> None:
    store = _store(tmp_path, "gedit", "gedit-common")
    (hit,) = passages_for(store, "Sort the lines alphabetically", "gedit", 1)
    assert hit.path[0] == "Sort" and "Tools > Sort" in hit.part


@pytest.mark.matrix
@pytest.mark.apps
def test_calc_is_told_of_its_menus_by_libreoffice_help_and_writer_is_not(tmp_path: Path) -> None:
    store = _store(tmp_path, "libreoffice-calc", "libreoffice-help-en-us")
    asked = "Show with arrows which cells the formula in B5 depends on"
    found = passages_for(store, asked, "libreoffice-calc", 2)
    assert any("Tools - Detective - Trace Precedents" in hit.part for hit in found)
    assert not any("Detective" in hit.part for hit in passages_for(store, asked, "libreoffice-writer", 2))
    assert all(len(hit.part) <= 420 for hit in found)


@pytest.mark.matrix
@pytest.mark.apps
def test_gimp_is_told_of_its_menus(tmp_path: Path) -> None:
    store = _store(tmp_path, "gimp", "gimp-help-en")
    found = passages_for(store, "Mirror the image horizontally", "gimp-2.10", 2)
    assert any("Flip" in hit.part for hit in found)
