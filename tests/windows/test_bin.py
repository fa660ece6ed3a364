"""What is put in ufo's bin on Windows is found there by where it was, and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.tools.system.trash import binned, copy_to_bin, put_in_bin, take_back


def test_a_file_is_put_in_the_bin_listed_by_its_path_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "Zoë's note of today.txt"
    file.write_text("one", encoding="utf-8")
    copy_to_bin(file)
    file.write_text("two", encoding="utf-8")
    put_in_bin(file)
    assert not file.exists()
    found = binned(str(file))
    assert [item.origin for item in found] == [file, file]
    (last,) = (item for item in found if item.kept.read_text(encoding="utf-8") == "two")
    take_back(last, file)
    assert file.read_text(encoding="utf-8") == "two"
    assert len(binned(file.name)) == 1
