"""Documents are copied as they were before the person worked on them."""

from __future__ import annotations

import os
from pathlib import Path

from ufo_recording.prove import DOCUMENTS, MOST, Originals, original_of


def _written(path: Path, text: str, at: float = 1.0) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    os.utime(path, (at, at))
    return path


def test_a_copy_stays_as_it_was_and_is_for_this_user_alone(tmp_path: Path) -> None:
    kept, document = Originals(tmp_path / "memo"), _written(tmp_path / "a.txt", "first")
    kept.keep(document)
    _written(document, "second")
    kept.keep(document)
    copy = original_of(tmp_path / "memo", document)
    assert (copy.read_text(), copy.name, copy.stat().st_mode & 0o777) == ("first", "a.txt", 0o600)


def test_documents_of_the_same_name_are_kept_apart(tmp_path: Path) -> None:
    kept = Originals(tmp_path / "memo")
    both = [_written(tmp_path / folder / "a.txt", folder) for folder in ("one", "two")]
    for path in both:
        kept.keep(path)
    assert [original_of(tmp_path / "memo", item).read_text() for item in both] == ["one", "two"]


def test_what_was_written_meanwhile_is_no_original_and_what_is_gone_does_no_harm(tmp_path: Path) -> None:
    kept = Originals(tmp_path / "memo")
    late = _written(tmp_path / "late.txt", "late", 4_000_000_000)
    for path in (late, tmp_path / "gone.txt", tmp_path):
        kept.keep(path)
        assert original_of(tmp_path / "memo", path) == path
    assert not (tmp_path / "memo" / DOCUMENTS).exists()


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    document = _written(tmp_path / "a.txt", "first")
    _written(tmp_path / "memo", "a file in its place")
    Originals(tmp_path / "memo").keep(document)
    assert original_of(tmp_path / "memo", document) == document


def test_copies_take_no_more_room_than_allowed(tmp_path: Path) -> None:
    kept = Originals(tmp_path / "memo")
    large = _written(tmp_path / "large.bin", "")
    os.truncate(large, MOST + 1)
    os.utime(large, (1, 1))
    kept.keep(large)
    assert original_of(tmp_path / "memo", large) == large
