"""Properties are read from the files that other programs write; what is not so is refuted, what a file cannot tell is unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conditions.properties import made
from tests.needs import needs
from tests.office_conversions import convert
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.predicate import Finding, Truth

_MADE = (
    ("text.docx", made.text, made.TEXT),
    ("people.xlsx", made.sheet, made.SHEET),
    ("talk.pptx", made.slides, made.SLIDES),
)


def check(path: Path, where: Mapping[str, object], name: str, value: str) -> Finding:
    return DocumentPredicate.model_validate({"path": str(path), **where, "property": name, "value": value}).check_now()


def _differing(path: Path, expected: tuple[tuple[dict[str, Any], str, str, str], ...]) -> list[str]:
    wrong = []
    for where, name, value, other in expected:
        held, refuted = check(path, where, name, value), check(path, where, name, other)
        if (held.truth, refuted.truth) != (Truth.SATISFIED, Truth.UNSATISFIED):
            wrong.append(f"{name} {where}: {held.truth}, {held.evidence}; {refuted.truth}, {refuted.evidence}")
    return wrong


@pytest.mark.parametrize(("name", "make", "expected"), _MADE, ids=[entry[0] for entry in _MADE])
def test_properties_are_read_from_the_files_of_other_programs(
    tmp_path: Path, name: str, make: Callable[[Path], None], expected: Any
) -> None:
    make(tmp_path / name)
    assert _differing(tmp_path / name, expected) == []


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same documents in the formats of LibreOffice, and from these back, as LibreOffice writes them."""
    folder = tmp_path_factory.mktemp("converted")
    for name, make, _ in _MADE:
        make(folder / name)
    convert(
        folder,
        ("text.docx", "text.odt"), ("people.xlsx", "people.ods"), ("talk.pptx", "talk.odp"), ("people.ods", "people.fods"),
        ("text.odt", "back/text.docx"), ("people.ods", "back/people.xlsx"), ("talk.odp", "back/talk.pptx"),
        ("text.odt", "text.pdf"),
    )  # fmt: skip
    return folder


# Without a window LibreOffice keeps no frozen rows, and it writes no comments of cells to flat files.
_SHEET = tuple(entry for entry in made.SHEET if entry[1] != "frozen rows")
# LibreOffice writes no other layout of these slides in the way that its kind says.
_SLIDES = tuple(slide for slide in made.SLIDES if slide[1] != "layout" or slide[2] == "title only")
# LibreOffice keeps the name of a slide in its own format alone; of a presentation of another program it is the title.
_NAMED = ({"page": 2}, "slide name", "Points", "Talk")
_FLAT = tuple(entry for entry in _SHEET if not entry[1].startswith("comment"))


@pytest.mark.apps
@pytest.mark.timeout(400)
@needs("soffice")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("text.odt", made.TEXT), ("people.ods", _SHEET), ("people.fods", _FLAT), ("talk.odp", (*made.SLIDES, _NAMED)),
        ("back/text.docx", made.TEXT), ("back/people.xlsx", _SHEET), ("back/talk.pptx", _SLIDES),
        ("text.pdf", [entry for entry in made.TEXT if entry[1] in ("page orientation", "page size")]),
    ],
)  # fmt: skip
def test_properties_are_read_from_the_files_of_libreoffice(converted: Path, name: str, expected: Any) -> None:
    assert _differing(converted / name, expected) == []


@pytest.mark.parametrize(("name", "value"), [("repeat rows", "1:2"), ("frozen rows", "1")])
def test_what_names_no_sheet_tells_which_one_was_read(tmp_path: Path, name: str, value: str) -> None:
    made.sheet(tmp_path / "people.xlsx")
    assert check(tmp_path / "people.xlsx", {}, name, value).evidence.endswith(f"{name} of sheet 'People' is {value}")
