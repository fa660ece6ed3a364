"""Where a saved document goes, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.errors import ToolError
from ufo.schema.command import Effect
from ufo_libreoffice.reports import report, saved, target_path

NEW = {"path": "", "title": "Untitled 1", "extensions": [".ods", ".xlsx", ".pdf", ".csv"]}


@requirement("tools:save-as")
def test_what_is_left_out_stays_as_the_document_has_it(tmp_path: Path) -> None:
    own = NEW | {"path": str(tmp_path / "old.xlsx")}
    assert target_path(own, Path("/elsewhere"), "", "", "") == tmp_path / "old.xlsx"
    assert target_path(own, Path("/elsewhere"), "", "", "pdf") == tmp_path / "old.pdf"
    assert target_path(own, Path("/elsewhere"), "", "new", "") == tmp_path / "new.xlsx"


@requirement("tools:save-as")
def test_a_document_without_a_file_goes_to_the_working_folder_in_its_own_format(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    assert target_path(NEW, tmp_path, "", "", "") == tmp_path / "Untitled 1.ods"
    assert target_path(NEW, tmp_path, "sub", "out.csv", "") == tmp_path / "sub" / "out.csv"
    assert target_path(NEW, tmp_path, "", "v1.2 draft", ".XLSX") == tmp_path / "v1.2 draft.xlsx"
    assert target_path(NEW, tmp_path, "", "out.ods", "xlsx") == tmp_path / "out.xlsx"


@pytest.mark.parametrize("name", ["../x", "a/b.ods", "a\\b", "..", "nul\0"])
def test_a_name_with_a_folder_in_it_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ToolError, match="holds a folder"):
        target_path(NEW, tmp_path, "", name, "")


def test_an_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"\.ods, \.xlsx"):
        target_path(NEW, tmp_path, "", "x", "docx")


def test_only_an_equal_read_back_is_confirmed() -> None:
    assert report({"equal": True}, "it reads so").effect is Effect.CONFIRMED
    assert report({"equal": True}, "it reads so", "but oddly").effect is Effect.PARTIAL
    assert report({"equal": False}, "it reads so").effect is Effect.SUSPECTED_NOOP


def test_a_save_without_a_file_or_with_unsaved_changes_is_not_confirmed() -> None:
    assert saved({"path": "/x.ods", "size": 0, "modified": False}).effect is Effect.SUSPECTED_NOOP
    assert saved({"path": "/x.ods", "size": 9, "modified": True}).effect is Effect.PARTIAL
    assert saved({"path": "/x.ods", "size": 9, "modified": False}).effect is Effect.CONFIRMED
    assert saved({"path": "/x.pdf", "size": 9, "modified": True}).effect is Effect.CONFIRMED
