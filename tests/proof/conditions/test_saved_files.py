"""A file that a sub-task names is its proof where it was written meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

from ufo.proof.conditions.file_places import Baseline
from ufo.proof.conditions.saved_files import saved_files
from ufo.schema.predicate import FilePredicate


def test_only_what_was_written_since_and_of_which_nothing_is_stated_is_added(tmp_path: Path) -> None:
    baseline = Baseline(folders=(tmp_path,))
    for name, at in (("old.txt", 1e9), ("new.txt", 2e9), ("stated.txt", 2e9), ("gone.txt", 2e9)):
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (at, at))
    (tmp_path / "empty.txt").touch()
    subtask = "Copy old.txt, save as new.txt and stated.txt and empty.txt, delete the file gone.txt, write never.txt"
    stated = [FilePredicate(path=str(tmp_path / "stated.txt"), contains="x")]
    assert saved_files(subtask, baseline, 1.5e9, stated) == (
        FilePredicate(path=str(tmp_path / "new.txt"), changed_after=1.5e9),
    )
