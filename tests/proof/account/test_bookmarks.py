"""A folder among the places of file managers, as their lists on the disk have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.proof.account.bookmarks import is_bookmarked
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Role
from ufo.schema.predicate import FilePredicate, Finding, Truth


def _proof(path: Path, *, stale: bool = False) -> Finding:
    stated = FilePredicate(path=str(path), contains="Boat")
    return Finding(predicate=stated, truth=Truth.SATISFIED, evidence="it holds", channel="file", stale=stale)


@pytest.mark.parametrize(
    ("name", "line", "held"),
    [
        ("bookmarks", "file://{folder}/Boat%20house Boat house\n", True),
        (".gtk-bookmarks", "file://{folder}/Boat%20house\n", True),
        ("user-places.xbel", '<bookmark href="file://{folder}/Boat%20house">', True),
        ("bookmarks", "file://{folder}/Boat%20house/old\n", False),
        ("notes.txt", "file://{folder}/Boat%20house\n", False),
    ],
)
def test_just_the_folder_that_is_meant_counts_in_a_list_of_places(
    tmp_path: Path, name: str, line: str, held: bool
) -> None:
    path = tmp_path / name
    path.write_text(line.format(folder=tmp_path), encoding="utf-8")
    assert is_bookmarked("Boat house", [tmp_path], [_proof(path)]) is held
    assert not is_bookmarked("Boat house", [tmp_path], [_proof(path, stale=True)])


@pytest.mark.parametrize(
    "request_text",
    ["Bookmark the folder a/Boats in the file manager", "Add the folder a/Boats to the places of my file manager"],
)
def test_a_request_to_mark_a_folder_names_it(request_text: str) -> None:
    assert [one.text for one in literals_of(request_text) if one.role is Role.BOOKMARKED] == ["a/Boats"]
