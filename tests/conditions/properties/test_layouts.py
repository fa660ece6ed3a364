"""Layouts of slides, as LibreOffice and other programs write them: what a file says with two voices is not told as one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx import Presentation

from tests.needs import needs
from tests.office_conversions import convert
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.predicate import Truth

# The layouts of a presentation of PowerPoint, in its order, as conditions name them.
_POWERPOINT = (
    "title", "title and content", "section", "two content", "two content", "title only", "blank", "other", "other",
)  # fmt: skip
_NAMES = ("title", "title and content", "title only", "two content", "section", "blank", "other")


def _truths(path: Path, slide: int) -> dict[str, Truth]:
    return {
        name: DocumentPredicate(on="document", path=str(path), page=slide, property="layout", value=name)
        .check_now()
        .truth
        for name in _NAMES
    }


def _said(path: Path, slide: int) -> str:
    return " ".join(name for name, truth in _truths(path, slide).items() if truth is Truth.SATISFIED)


@pytest.fixture
def powerpoint(tmp_path: Path) -> Path:
    deck = Presentation()
    for layout in deck.slide_layouts:
        deck.slides.add_slide(layout)
    deck.save(str(tmp_path / "talk.pptx"))
    return tmp_path / "talk.pptx"


def test_every_layout_of_powerpoint_is_told(powerpoint: Path) -> None:
    assert [_said(powerpoint, slide) for slide in range(1, 10)] == list(_POWERPOINT)


@pytest.mark.parametrize(("layout", "told"), [(0, "title"), (1, "title and content"), (3, "")])
def test_a_kind_of_title_and_text_is_a_title_slide_where_it_has_a_place_for_a_subtitle(
    powerpoint: Path, layout: int, told: str
) -> None:
    deck = Presentation(str(powerpoint))
    deck.slide_layouts[layout].element.set("type", "tx")
    deck.save(str(powerpoint))
    assert _said(powerpoint, layout + 1) == told


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(200)
@needs("soffice")
def test_a_title_slide_that_the_file_calls_title_and_text_is_told_by_its_places(powerpoint: Path) -> None:
    convert(powerpoint.parent, ("talk.pptx", "talk.odp"), ("talk.odp", "again.pptx"))
    saved = powerpoint.parent / "again.pptx"
    assert Presentation(str(saved)).slides[0].slide_layout.element.get("type") == "tx"
    told = {"tx": "title", "twoObj": "two content", "titleOnly": "title only", "blank": "blank"}
    for number, slide in enumerate(Presentation(str(saved)).slides, 1):
        assert _said(saved, number) in told.get(slide.slide_layout.element.get("type"), "")
    assert [_said(powerpoint.parent / "talk.odp", slide) for slide in (1, 6, 7)] == ["title", "title only", "blank"]


_FLAT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:styles><style:presentation-page-layout style:name="AL">{parts}</style:presentation-page-layout></office:styles>
<office:body><office:presentation><draw:page presentation:presentation-page-layout-name="AL"/></office:presentation></office:body>
</office:document>"""


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ("title@2,2 subtitle@2,6", "title"),
        ("title@2,2 outline@2,6", "title and content"),
        ("title@2,2 outline@2,6 outline@14,6", "two content"),
        ("title@2,2 object@2,6 outline@2,13", "other"),
        ("title@2,2 vertical_outline@2,6", "other"),
        ("vertical_title@22,2 vertical_outline@2,3", "other"),
        ("subtitle@2,2", "other"),
        ("", "blank"),
    ],
)
def test_a_layout_of_an_open_document_is_told_by_its_places(tmp_path: Path, parts: str, told: str) -> None:
    made = []
    for part in parts.split():
        kind, _, place = part.partition("@")
        x, y = place.split(",")
        made.append(f'<presentation:placeholder presentation:object="{kind}" svg:x="{x}cm" svg:y="{y}cm"/>')
    path = tmp_path / "talk.fodp"
    path.write_text(_FLAT.format(parts="".join(made)), encoding="utf-8")
    assert _said(path, 1) == told
