"""A new file that came out of an archive is told as that in one line, and not by its contents."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.proof.difference.made_world import PRICES, MadeWorld


def _packed(made: MadeWorld, ending: str) -> Path:
    """Pack two workbooks of the same name, of which the first one lies beside the archive too, under a name of its own."""
    first, second = made.book("a.xlsx"), made.book("b.xlsx", (*PRICES, ("Salt", 1, 1)))
    target = made.folder / f"copy.{ending}"
    names = ((first, "2024/budget.xlsx"), (second, "drafts/budget.xlsx"))
    if ending == "zip":
        with zipfile.ZipFile(target, "w") as archive:
            for file, name in names:
                archive.write(file, name)
    else:
        with tarfile.open(target, "w:gz") as packed:
            for file, name in names:
                packed.add(file, name)
    second.unlink()
    return first


@pytest.mark.parametrize("ending", ["zip", "tar.gz"])
def test_a_file_that_was_unpacked_is_told_with_its_member_and_not_by_its_cells(made: MadeWorld, ending: str) -> None:
    first = _packed(made, ending)
    unpacked = made.folder.parent / "kept.xlsx"
    first.rename(unpacked)
    made.world.take()
    shutil.copy(unpacked, made.folder / "budget 2024.xlsx")
    (fact,) = (fact for fact in made.facts() if fact.must_be_asked_for)
    assert fact.line == (
        f'budget 2024.xlsx: new file, the same bytes as "2024/budget.xlsx" in copy.{ending}: '
        '1 sheet ("Sheet1"), 21 filled cells'
    )
    assert {"2024", "budget.xlsx", f"copy.{ending}", "budget 2024.xlsx"} <= set(fact.texts)


def test_a_file_that_a_program_saved_again_is_told_by_the_member_of_the_same_content(made: MadeWorld) -> None:
    first = _packed(made, "zip")
    book = openpyxl.load_workbook(first)
    first.unlink()
    made.world.take()
    book.properties.creator = "Somebody else"
    book.save(made.folder / "new.xlsx")
    (line,) = made.lines()
    assert line.startswith('new.xlsx: new file, the same content as "2024/budget.xlsx" in copy.zip')


def test_a_file_that_differs_from_every_member_is_told_by_its_contents(made: MadeWorld) -> None:
    _packed(made, "zip").unlink()
    made.world.take()
    made.book("new.xlsx", (*PRICES[:-1], ("Eggs", 3.8, 24)))
    assert any("new values" in line for line in made.lines()) and not any("copy.zip" in line for line in made.lines())
