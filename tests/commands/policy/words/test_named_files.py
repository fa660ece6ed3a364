"""The files and folders that a request names by name, by "the folder X", or by their kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ufo.commands.policy.words.named_files import clauses_saying, names
from ufo.commands.policy.words.request import Request

_WAY = re.compile(r"\bdelete\b", re.IGNORECASE)
_TIDY = (
    "Tidy up the Downloads folder that is open: the two invoices go into a new folder Invoices in it; "
    "delete the .tmp files and the folder old."
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("old", "Invoices", "other"):
        (tmp_path / "Downloads" / name).mkdir(parents=True)
    for name in ("~temp2.tmp", "old/~temp1.tmp", "manual.pdf", "other/x.tmp"):
        (tmp_path / "Downloads" / name).write_text("x")
    return tmp_path


def _named(folder: Path, text: str, path: str) -> bool:
    request = Request(text, folder=folder)
    return any(names(request, one, folder / path, _WAY) for one in clauses_saying(request, _WAY))


@pytest.mark.parametrize("path", ["Downloads/~temp2.tmp", "Downloads/old/~temp1.tmp", "Downloads/old"])
def test_files_of_a_kind_and_a_folder_after_them_are_named(folder: Path, path: str) -> None:
    assert _named(folder, _TIDY, path)


@pytest.mark.parametrize("path", ["Downloads/manual.pdf", "Downloads", "Downloads/other", "Downloads/other/x.tmp"])
def test_what_is_of_another_kind_or_elsewhere_is_not_named(folder: Path, path: str) -> None:
    assert not _named(folder, _TIDY, path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("In the Downloads folder, delete the .tmp files, the folder old stays", "Downloads/old"),
        ("In the Downloads folder, delete the .tmp files, the folder old and manual.pdf stay", "Downloads/old"),
        ("Delete everything in the folder Downloads", "Downloads"),
        ("Open the Downloads folder. Do not delete the .tmp files and the folder old", "Downloads/old"),
        ("Open the Downloads folder. Delete the .tmp files in the folder old", "Downloads/~temp2.tmp"),
        ("Open the Downloads folder. If it is full, delete the folder old", "Downloads/old"),
        ("Open the Downloads folder and delete its pictures", "Downloads/~temp2.tmp"),
    ],
)
def test_what_only_stands_near_the_word_is_not_named(folder: Path, text: str, path: str) -> None:
    assert not _named(folder, text, path)


def test_a_name_that_lies_in_two_places_is_not_sure(folder: Path) -> None:
    (folder / "Downloads" / "a.txt").write_text("x")
    text = "In the Downloads folder, delete a.txt"
    assert _named(folder, text, "Downloads/a.txt")
    (folder / "Downloads" / "old" / "a.txt").write_text("x")
    assert not _named(folder, "Go through the Downloads folder and the folder old, and delete a.txt", "Downloads/a.txt")
