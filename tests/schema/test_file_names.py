"""Names whose bytes are no UTF-8 are told with a sign and found by it."""

from __future__ import annotations

import os
from pathlib import Path

from ufo.schema.file_names import on_disk, readable

BROKEN = b"caf\xe9 men\xfc.txt".decode("utf-8", "surrogateescape")


def test_a_name_is_told_with_a_sign_for_each_byte_and_can_be_sent() -> None:
    assert readable(BROKEN) == "caf\ufffd men\ufffd.txt"
    assert readable("half \ud800 of a letter") == "half \ufffd of a letter"
    assert readable("über.txt") == "über.txt"


def test_what_was_told_is_found_again_folders_on_the_way_included(tmp_path: Path) -> None:
    there = tmp_path / os.fsdecode(b"ord\xf1er") / BROKEN
    there.parent.mkdir()
    there.write_text("soup", encoding="utf-8")
    assert on_disk(Path(readable(there))) == there
    assert on_disk(there) == there


def test_a_file_that_is_really_called_so_goes_before_one_that_is_told_so(tmp_path: Path) -> None:
    (tmp_path / BROKEN).touch()
    (tmp_path / readable(BROKEN)).touch()
    assert on_disk(tmp_path / readable(BROKEN)) == tmp_path / readable(BROKEN)


def test_of_two_that_are_told_alike_neither_is_chosen(tmp_path: Path) -> None:
    for name in (b"a\xe9.txt", b"a\xfc.txt"):
        (tmp_path / os.fsdecode(name)).touch()
    told = tmp_path / "a\ufffd.txt"
    assert on_disk(told) == told and not told.exists()
