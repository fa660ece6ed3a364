"""Fill and line of shapes, as files of drawings and presentations tell them."""

from __future__ import annotations

from pathlib import Path

import pptx
import pytest
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Cm

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.predicate import Truth

_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (("office", "office"), ("style", "style"), ("draw", "drawing"), ("text", "text"))
)
_DRAWING = f"""<office:document {_NAMES}><office:styles>
<style:default-style style:family="graphic"><style:graphic-properties draw:fill-color="#729fcf"/></style:default-style>
<style:style style:name="base" style:family="graphic">
<style:graphic-properties draw:fill="solid" draw:stroke="none"/></style:style>
<style:style style:name="red" style:family="graphic" style:parent-style-name="base">
<style:graphic-properties draw:fill-color="#ff0000"/></style:style>
<style:style style:name="shaded" style:family="graphic"><style:graphic-properties draw:fill="gradient"/></style:style>
<style:style style:name="clear" style:family="graphic" style:parent-style-name="red">
<style:graphic-properties draw:opacity="0%"/></style:style></office:styles><office:body><office:drawing><draw:page>
<draw:circle draw:style-name="red"><text:p>Open day</text:p></draw:circle>
<draw:g><draw:rect draw:name="Kitchen" draw:style-name="base"/><draw:rect draw:style-name="red"/></draw:g>
<draw:polygon draw:name="Hill" draw:style-name="shaded"/><draw:ellipse draw:name="Ghost" draw:style-name="clear"/>
<draw:rect draw:name="Lost" draw:style-name="nowhere"/></draw:page></office:drawing></office:body></office:document>"""


def _truth(path: Path, key: str, value: str, part: str = "fill") -> Truth:
    stated = DocumentPredicate(path=str(path), page=1, property=f"shape {part}", key=key, value=value)
    return stated.check_now().truth


@pytest.mark.parametrize(
    ("key", "value", "truth"),
    [
        ("open day", "red", Truth.SATISFIED),
        ("1", "red", Truth.SATISFIED),
        ("1", "blue", Truth.UNSATISFIED),
        ("Kitchen", "#729fcf", Truth.SATISFIED),
        ("2", "red", Truth.UNSATISFIED),
        ("circle", "red", Truth.UNSATISFIED),
        ("Ghost", "none", Truth.SATISFIED),
        ("Hill", "red", Truth.UNKNOWN),
        ("Lost", "red", Truth.UNKNOWN),
        ("9", "red", Truth.UNSATISFIED),
        ("0", "red", Truth.UNSATISFIED),
    ],
)
def test_a_shape_of_a_drawing_has_the_fill_of_its_style_or_of_the_styles_above(
    key: str, value: str, truth: Truth, tmp_path: Path
) -> None:
    path = tmp_path / "poster.fodg"
    path.write_text(_DRAWING, "utf-8")
    assert _truth(path, key, value) is truth


def test_a_shape_of_a_powerpoint_slide_has_its_own_fill_and_a_theme_is_not_guessed(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    red = shapes.add_shape(MSO_SHAPE.OVAL, Cm(1), Cm(1), Cm(3), Cm(3))
    red.fill.solid()
    red.fill.fore_color.rgb = RGBColor(255, 0, 0)
    red.line.fill.background()
    red.text = "Open day"
    shapes.add_shape(MSO_SHAPE.RECTANGLE, Cm(5), Cm(1), Cm(3), Cm(3))
    path = tmp_path / "poster.pptx"
    deck.save(str(path))
    assert _truth(path, "Open day", "red") is _truth(path, "circle", "none", "line") is Truth.SATISFIED
    assert _truth(path, "rectangle", "red") is Truth.UNKNOWN
