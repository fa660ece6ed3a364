"""What was there before a run is kept, and what came to be in it is not taken for old."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ufo.proof.difference.kept_files import KeptFiles, came_since

_LONG_AGO = 1_000_000_000


@pytest.mark.parametrize(("begun_before", "is_old"), [(60, False), (-60, True)])
def test_a_file_that_was_unpacked_in_the_run_is_no_file_from_before_it(
    tmp_path: Path, begun_before: float, is_old: bool
) -> None:
    unpacked = tmp_path / "bert.txt"
    unpacked.write_text("under the third stone", encoding="utf-8")
    os.utime(unpacked, (_LONG_AGO, _LONG_AGO))
    kept = KeptFiles(tmp_path / "before")
    kept.has_begun(time.time() - begun_before)
    kept.keep([unpacked])
    assert (kept.copy_of(unpacked) is not None) is is_old


def test_a_file_that_was_only_written_since_did_not_come_to_be_then(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a", encoding="utf-8")
    assert came_since(file, time.time() - 60)
    assert not came_since(file, time.time() + 60)
