"""Pictures are told with what they were made from, and those in documents with the file that they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import docx
import pptx
import pytest
from docx.shared import Mm
from PIL import Image, ImageDraw

from tests.proof.difference.made_world import MadeWorld
from ufo.schema.fact import FactKind


def _logo(path: Path, colour: str = "navy") -> Path:
    picture = Image.new("RGB", (240, 96), "white")
    draw = ImageDraw.Draw(picture)
    draw.ellipse((10, 10, 90, 80), fill=colour)
    draw.polygon([(120, 90), (230, 80), (200, 12)], fill="orange")
    picture.save(path)
    return path


def _states(made: MadeWorld, name: str) -> list[str]:
    return [fact.line for fact in made.facts() if fact.kind is FactKind.STATE and fact.line.startswith(f"{name}: ")]


def test_a_picture_in_a_document_is_told_with_its_file_its_place_and_its_proportions(made: MadeWorld) -> None:
    logo, _ = _logo(made.folder / "logo.png"), _logo(made.folder / "logo old.png", "green")
    flyer = docx.Document()
    flyer.add_paragraph("Repair cafe", style="Title")
    flyer.save(str(made.folder / "flyer.docx"))
    made.world.take()
    paragraph = flyer.paragraphs[0].insert_paragraph_before()
    paragraph.add_run().add_picture(str(logo), width=Mm(63.5))
    flyer.save(str(made.folder / "flyer.docx"))
    assert _states(made, "flyer.docx") == [
        'flyer.docx: the picture of 240 x 96 pixels that is new in it is "logo.png", byte for byte; shown 63.50 x 25.40 mm, '
        'in its proportions; it stands above all text, and above "Repair cafe"'
    ]
    fact = next(fact for fact in made.facts() if "byte for byte; shown" in fact.line)
    assert "logo.png" in fact.texts and not fact.must_be_asked_for


def test_a_picture_on_a_slide_that_was_stretched_in_a_text_or_is_no_known_file_is_told_so(made: MadeWorld) -> None:
    logo = _logo(made.folder / "logo.png")
    deck, text = pptx.Presentation(), docx.Document()
    deck.slides.add_slide(deck.slide_layouts[6])
    deck.save(str(made.folder / "deck.pptx"))
    text.add_paragraph("Below this.")
    text.save(str(made.folder / "text.docx"))
    made.world.take()
    deck.slides[0].shapes.add_picture(str(logo), 0, 0)
    deck.save(str(made.folder / "deck.pptx"))
    text.add_paragraph().add_run().add_picture(str(_logo(made.home.parent / "far.png", "red")), Mm(50), Mm(50))
    text.save(str(made.folder / "text.docx"))
    assert 'is "logo.png", byte for byte' in _states(made, "deck.pptx")[0]
    (told,) = _states(made, "text.docx")
    assert "no file that was looked at" in told and "not in its proportions" in told
    assert 'it stands below "Below this."' in told


@pytest.mark.parametrize(
    ("change", "name", "how"),
    [
        (lambda picture: picture.resize((120, 48)), "small.png", "scaled to 50% in its proportions"),
        (lambda picture: picture.resize((240, 48)), "flat.png", "scaled to 100% of its width and 50% of its height"),
        (
            lambda picture: picture.crop((5, 4, 105, 90)),
            "part.png",
            "cropped to 100 x 86, from 5, 4 of its upper left corner on",
        ),
        (lambda picture: picture.rotate(-90, expand=True), "turned.png", "turned by 90 degrees to the right"),
        (lambda picture: picture, "logo.jpg", "of the same size"),
        (lambda picture: picture.convert("L"), "grey.png", "of the same size"),
    ],
)
def test_a_new_picture_is_told_with_the_one_that_it_was_made_from(
    made: MadeWorld, change: Callable[[Image.Image], Image.Image], name: str, how: str
) -> None:
    logo = _logo(made.folder / "logo.png")
    _logo(made.folder / "a logo.png", "green")
    made.world.take()
    with Image.open(logo) as picture:
        change(picture).save(made.folder / name)
    assert _states(made, name) == [f'{name}: made from "logo.png" (240 x 96, png): {how}']


def test_a_picture_that_was_written_anew_is_told_against_what_it_was(made: MadeWorld) -> None:
    logo = _logo(made.folder / "logo.png")
    made.world.take()
    with Image.open(logo) as picture:
        part = picture.crop((0, 0, 120, 96))
    part.save(logo)
    assert _states(made, "logo.png") == [
        "logo.png: made from what it was before (240 x 96, png): cropped to 120 x 96, from 0, 0 of its upper left corner on"
    ]


def test_pictures_of_one_colour_and_unlike_ones_have_no_origin(made: MadeWorld) -> None:
    Image.new("RGB", (64, 64), "navy").save(made.folder / "blue.png")
    _logo(made.folder / "logo.png")
    made.world.take()
    Image.new("RGB", (32, 32), "navy").save(made.folder / "small.png")
    Image.effect_noise((240, 96), 90).save(made.folder / "noise.png")
    assert _states(made, "small.png") == [] and _states(made, "noise.png") == []
