"""What is put in Windows' own bin is found there by where it was, and taken back."""

from __future__ import annotations

from pathlib import Path

from ufo.platform import recycle_bin
from ufo.tools.system.trash import binned, copy_to_bin, put_in_bin, take_back


def test_a_file_is_put_in_the_bin_listed_by_its_path_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "Zoë's note of today.txt"
    file.write_text("one", encoding="utf-8")
    copy_to_bin(file)
    file.write_text("two", encoding="utf-8")
    kept = put_in_bin(file)
    assert not file.exists()
    assert kept.parent == recycle_bin.folder() and kept.parent.parts[1] == "$Recycle.Bin" and kept.suffix == ".txt"
    found = {item.kept.read_text(encoding="utf-8"): item for item in binned(str(file))}
    assert {item.origin for item in found.values()} == {file}
    take_back(found["two"], file)
    assert file.read_text(encoding="utf-8") == "two"
    take_back(found["one"], tmp_path / "earlier.txt")
    assert binned(str(file)) == ()
