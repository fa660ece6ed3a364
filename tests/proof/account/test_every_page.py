"""What conditions must reach to account for "all pages" and "every slide"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ufo.commands.documents.odf_slides import write_slides
from ufo.proof.account.every_page import reaches_all_pages
from ufo.schema.predicate import DocumentPredicate, Finding, Truth

_LANDSCAPE = {"property": "page orientation", "value": "landscape"}


def _found(path: Path, *, stale: bool = False, **stated: Any) -> Finding:
    predicate = DocumentPredicate.model_validate({"path": str(path), **stated})
    return Finding(predicate=predicate, truth=Truth.SATISFIED, evidence="", channel="file", stale=stale)


def _talk(folder: Path) -> Path:
    write_slides(folder / "talk.odp", "# One\n\n# Two\n\n# Three\n")
    return folder / "talk.odp"


@pytest.mark.parametrize("words", ["every slide", "all slides", "all the slides", "each slide"])
def test_one_look_of_each_slide_is_that_of_every_slide(tmp_path: Path, words: str) -> None:
    path = _talk(tmp_path)
    fades = [_found(path, page=page, property="transition", value="fade") for page in (1, 2, 3)]
    assert reaches_all_pages(words, fades)


def test_a_look_of_some_slides_is_not(tmp_path: Path) -> None:
    path = _talk(tmp_path)
    fades = [_found(path, page=page, property="transition", value="fade") for page in (1, 2)]
    assert not reaches_all_pages("every slide", fades)
    assert not reaches_all_pages("every slide", [*fades, _found(path, page=3, property="transition", value="wipe")])
    assert not reaches_all_pages(
        "every slide", [*fades, _found(path, stale=True, page=3, property="transition", value="fade")]
    )
    assert not reaches_all_pages("every slide", [_found(tmp_path / "none.odp", page=1, property="notes", value="a")])


@pytest.mark.parametrize(
    ("words", "stated", "reached"),
    [
        ("pages", _LANDSCAPE, True),
        ("all pages", _LANDSCAPE, True),
        ("all prices", _LANDSCAPE, False),
        ("every page of the second chapter", _LANDSCAPE, False),
        ("all pages", {"property": "header", "value": "Report"}, False),
        ("all pages", {"paragraph": "Report"}, False),
    ],
)
def test_what_is_read_of_every_page_reaches_all_of_them(
    tmp_path: Path, words: str, stated: dict[str, Any], reached: bool
) -> None:
    assert reaches_all_pages(words, [_found(tmp_path / "report.odt", **stated)]) is reached
