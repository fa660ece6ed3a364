"""What an application brought along is learned by itself, in a folder in the place of the system's own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ufo.knowledge.index.values import Document, Kind, Section
from ufo.knowledge.shared_index import INDEX, SharedIndex
from ufo_guides.help.explore import learn_installed
from ufo_guides.help.installed_help import Places


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SharedIndex]:
    shared = SharedIndex(tmp_path / "knowledge", lambda _: None)
    yield shared
    shared.close()


@pytest.fixture
def places(tmp_path: Path) -> Places:
    help_folder, manual = tmp_path / "usr/share/help/C/harbour", tmp_path / "usr/share/man/man1"
    help_folder.mkdir(parents=True)
    manual.mkdir(parents=True)
    for name in ("cargo", "quays"):
        (help_folder / f"{name}.html").write_text(f"<h1>{name}</h1><p>Choose {name} to weigh it.</p>", encoding="utf-8")
    (manual / "harbour.1").write_text(".TH HARBOUR 1\n.SH OPTIONS\n--tide shows the tide.\n", encoding="utf-8")
    return Places(tmp_path, ("C",))


def _learned(index: SharedIndex, places: Places, seconds: float = 30) -> str:
    return learn_installed(index, "harbour", time.monotonic() + seconds, places)


def test_help_pages_and_the_manual_are_learned_once_and_anew_where_they_changed(
    index: SharedIndex, places: Places
) -> None:
    assert "3 documents" in _learned(index, places)
    titles = {document.title for document in index.get().documents(Kind.GUIDE, "harbour")}
    assert {"cargo", "quays"} < titles and len(titles) == 3
    assert _learned(index, places) == ""
    (places.share / "help/C/harbour/cargo.html").write_text("<h1>cargo</h1><p>Another version.</p>", encoding="utf-8")
    assert "1 documents" in _learned(index, places)


def test_where_a_person_gave_a_guide_nothing_else_is_read(index: SharedIndex, places: Places) -> None:
    own = Document(Kind.GUIDE, "harbour", "House guide", "/house.md", (Section(("A",), "Weigh twice."),), "1")
    index.get().put(own)
    assert _learned(index, places) == ""
    assert [document.origin for document in index.get().documents(Kind.GUIDE, "harbour")] == ["/house.md"]


def test_time_that_is_over_leaves_the_rest_to_the_next_run(index: SharedIndex, places: Places) -> None:
    assert _learned(index, places, seconds=-1) == ""
    assert "3 documents" in _learned(index, places)


def test_a_program_without_help_makes_no_index(index: SharedIndex, tmp_path: Path) -> None:
    assert learn_installed(index, "harbour", time.monotonic() + 9, Places(tmp_path / "bare", ("C",))) == ""
    assert not (tmp_path / "knowledge" / INDEX).exists()
