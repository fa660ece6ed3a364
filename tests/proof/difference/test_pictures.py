"""Pictures are told with what they were made from, and those in documents with the file that they are."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import docx
import pptx
import pytest
from docx.shared import Mm
from PIL import Image, ImageDraw
from pptx import presentation

from tests.needs import needs
from tests.office_conversions import convert
from tests.proof.difference.made_world import MadeWorld
from ufo.schema.fact import FactKind

_needs_libreoffice = needs("soffice")


def _logo(path: Path, colour: str = "navy") -> Path:
    picture = Image.new("RGB", (240, 96), "white")
    draw = ImageDraw.Draw(picture)
    draw.ellipse((10, 10, 90, 80), fill=colour)
    draw.polygon([(120, 90), (230, 80), (200, 12)], fill="orange")
    picture.save(path)
    return path


def _states(made: MadeWorld, name: str) -> list[str]:
    return [fact.line for fact in made.facts() if fact.kind is FactKind.STATE and fact.line.startswith(f"{name}: ")]


def _changes(made: MadeWorld, name: str) -> list[str]:
    return [fact.line for fact in made.facts() if fact.must_be_asked_for and fact.line.startswith(name)]


def test_a_picture_in_a_document_is_told_with_its_file_its_place_and_its_proportions(made: MadeWorld) -> None:
    logo, _ = _logo(made.folder / "logo.png"), _logo(made.folder / "logo old.png", "green")
    flyer = docx.Document()
    flyer.add_paragraph("Repair cafe", style="Title")
    flyer.save(str(made.folder / "flyer.docx"))
    made.world.take()
    paragraph = flyer.paragraphs[0].insert_paragraph_before()
    paragraph.add_run().add_picture(str(logo), width=Mm(63.5))
    flyer.save(str(made.folder / "flyer.docx"))
    assert _changes(made, "flyer.docx")[1:] == [
        'flyer.docx: pictures 0 → 1, new "logo.png", byte for byte (240 x 96 pixels); 6.35 x 2.54 cm, in its proportions; '
        'above all text, and above "Repair cafe"'
    ]
    fact = next(fact for fact in made.facts() if "byte for byte" in fact.line)
    assert "logo.png" in fact.texts and {"6.35", "63.5"} <= set(fact.numbers)


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
    (told,) = _changes(made, "deck.pptx")
    assert told.startswith('deck.pptx, slide 1 of 1: pictures 0 → 1, new "logo.png", byte for byte')
    told = _changes(made, "text.docx")[-1]
    assert "no file that was looked at" in told and "not in its proportions" in told
    assert 'below "Below this."' in told


def _saved_by_libreoffice(made: MadeWorld, ending: str) -> None:
    """Save the presentation again, or as another kind."""
    root = made.home.parent
    shutil.copy(made.folder / "deck.pptx", root / "given.pptx")
    convert(root, ("given.pptx", f"saved.{ending}"))
    shutil.move(root / f"saved.{ending}", made.folder / f"deck.{ending}")


def _deck(made: MadeWorld) -> presentation.Presentation:
    """Make a presentation of four slides with the old logo on the second and the fourth, saved by LibreOffice."""
    deck = pptx.Presentation()
    for number in range(4):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes[0].text_frame.text = f"Title {number + 1}"
        if number % 2:
            slide.shapes.add_picture(str(made.folder / "old.png"), Mm(30 * number), Mm(70), Mm(100), Mm(40))
    deck.save(str(made.folder / "deck.pptx"))
    return deck


def _put_instead(deck: presentation.Presentation, slide: int, file: Path, at: int) -> None:
    shapes = deck.slides[slide].shapes
    shapes[1]._element.getparent().remove(shapes[1]._element)
    shapes.add_picture(str(file), Mm(at), Mm(70), Mm(100), Mm(40))


def test_a_file_that_was_taken_out_of_a_document_names_it_and_the_place(made: MadeWorld) -> None:
    logo = _logo(made.folder / "logo.png")
    flyer = docx.Document()
    flyer.add_picture(str(logo), Mm(40))
    flyer.add_paragraph("Our logo since 1931")
    flyer.save(str(made.folder / "flyer.docx"))
    held = logo.read_bytes()
    logo.unlink()
    made.world.take()
    (made.folder / "Our logo.png").write_bytes(held)
    lines = [fact.line for fact in made.facts()]
    assert [line for line in lines if "flyer" in line] == [
        'Our logo.png: byte for byte a picture of "flyer.docx"; 4.00 x 1.60 cm, in its proportions; above all text, and '
        'above "Our logo since 1931"'
    ]


@_needs_libreoffice
@pytest.mark.parametrize("ending", ["pptx", "odp"])
def test_a_picture_that_was_replaced_on_a_slide_is_a_change_of_that_slide_however_its_part_is_called(
    made: MadeWorld, ending: str
) -> None:
    old, new = _logo(made.folder / "old.png"), _logo(made.folder / "new.png", "green")
    deck = _deck(made)
    name = f"deck.{ending}"
    if ending == "odp":
        _saved_by_libreoffice(made, "odp")
    made.world.take()
    _put_instead(deck, 3, new, 90)
    deck.slides[0].shapes.add_picture(str(old), 0, 0, Mm(100), Mm(40))
    deck.save(str(made.folder / "deck.pptx"))
    _saved_by_libreoffice(made, ending)
    assert [line for line in _changes(made, name) if "picture" in line] == [
        f'{name}, slide 1 of 4: pictures 0 → 1, new "old.png", byte for byte (240 x 96 pixels); left 0.00 cm, top 0.00 cm, '
        "10.00 x 4.00 cm, in its proportions",
        f'{name}, slide 4 of 4: picture "old.png", byte for byte (240 x 96 pixels) replaced by "new.png", byte for byte '
        "(240 x 96 pixels), same place and size; left 9.00 cm, top 7.00 cm, 10.00 x 4.00 cm, in its proportions",
    ]
    shown = [fact.line for fact in made.world.shown([f"{name}, slide 4", f"before: {name}, slide 4"]).facts]
    assert any("picture 1 of 1 now: " in line and '"new.png"' in line for line in shown)
    assert any("picture 1 of 1 before the run: " in line and '"old.png"' in line for line in shown)


@_needs_libreoffice
def test_pictures_that_moved_or_are_gone_are_told_and_saving_again_changes_none(made: MadeWorld) -> None:
    _logo(made.folder / "old.png")
    deck = _deck(made)
    made.world.take()
    _saved_by_libreoffice(made, "pptx")
    assert not [line for line in _changes(made, "deck.pptx") if "picture" in line]
    _put_instead(deck, 1, made.folder / "old.png", 60)
    shapes = deck.slides[3].shapes
    shapes[1]._element.getparent().remove(shapes[1]._element)
    deck.save(str(made.folder / "deck.pptx"))
    moved, gone = (line for line in _changes(made, "deck.pptx") if "picture" in line)
    assert "slide 2 of 4" in moved and "left 3.00 cm" in moved and "→ left 6.00 cm" in moved
    assert "slide 4 of 4: pictures 1 → 0, gone" in gone


def test_a_picture_in_a_group_is_told_where_and_as_large_as_it_is_seen(made: MadeWorld) -> None:
    logo = _logo(made.folder / "logo.png")
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    deck.save(str(made.folder / "deck.pptx"))
    made.world.take()
    group = shapes.add_group_shape([shapes.add_picture(str(logo), Mm(10), Mm(20), Mm(50), Mm(20))])
    group.left, group.top, group.width, group.height = Mm(30), Mm(40), Mm(100), Mm(40)
    deck.save(str(made.folder / "deck.pptx"))
    (told,) = _changes(made, "deck.pptx")
    assert told.endswith("left 3.00 cm, top 4.00 cm, 10.00 x 4.00 cm, in its proportions")


def test_a_picture_with_other_bytes_and_the_same_pixels_is_the_same_one(made: MadeWorld) -> None:
    old = _logo(made.folder / "old.png")
    _deck(made)
    made.world.take()
    with Image.open(old) as picture:
        picture.save(made.folder / "again.png", compress_level=0)
    (made.folder / "again.png").replace(old)
    _deck(made)
    assert not [line for line in _changes(made, "deck.pptx") if "picture" in line]


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


def _photo(path: Path, seed: int, size: tuple[int, int]) -> Image.Image:
    """Make a picture that is like no other one and like none of its own turns."""
    picture = Image.new("RGB", size, (seed * 40 % 200, 90, 150))
    draw = ImageDraw.Draw(picture)
    for number in range(12):
        left, top = (number * 97 * seed) % (size[0] - 60), (number * 53 * seed) % (size[1] - 40)
        colour = (number * 20, (number * seed * 31) % 256, 255 - number * 15)
        draw.ellipse((left, top, left + 30 + number * 5, top + 20 + number * 4), fill=colour)
    picture.save(path)
    return picture


@pytest.mark.parametrize(
    ("change", "how"),
    [
        (
            lambda picture: picture.transpose(Image.Transpose.ROTATE_270).crop((40, 55, 300, 315)),
            "turned by 90 degrees to the right, cropped to 260 x 260, from 40, 55 of its upper left corner on",
        ),
        (
            lambda picture: picture.crop((60, 0, 360, 300)).resize((240, 240)),
            "cropped to 300 x 300, from 60, 0 of its upper left corner on, scaled to 80% in its proportions",
        ),
        (
            lambda picture: picture.transpose(Image.Transpose.TRANSPOSE),
            "mirrored left to right and turned by 90 degrees to the left",
        ),
    ],
)
def test_a_part_that_was_turned_scaled_and_written_with_loss_is_told_with_its_picture(
    made: MadeWorld, change: Callable[[Image.Image], Image.Image], how: str
) -> None:
    _photo(made.folder / "a.png", 3, (420, 300))
    photo = _photo(made.folder / "b.png", 7, (420, 300))
    made.world.take()
    change(photo).save(made.folder / "new.jpg", quality=92)
    assert _states(made, "new.jpg") == [f'new.jpg: made from "b.png" (420 x 300, png): {how}']


def test_a_picture_that_was_put_together_is_told_with_its_pieces_in_their_order(made: MadeWorld) -> None:
    pieces = [_photo(made.folder / f"{name}.png", seed, (300, 200)) for name, seed in (("a", 3), ("b", 7), ("c", 5))]
    made.world.take()
    beside, below = Image.new("RGB", (473, 200), "white"), Image.new("RGB", (300, 400))
    beside.paste(pieces[1], (0, 0))
    beside.paste(pieces[0].transpose(Image.Transpose.ROTATE_90).resize((133, 200)), (340, 0))
    beside.save(made.folder / "beside.jpg", quality=80)
    below.paste(pieces[2], (0, 0))
    below.paste(pieces[0], (0, 200))
    below.save(made.folder / "below.png")
    assert _states(made, "beside.jpg") == [
        'beside.jpg: put together from left to right of "b.png" (300 x 200, png), of the same size; '
        '"a.png" (300 x 200, png), turned by 90 degrees to the left, scaled to 66% in its proportions'
    ]
    assert _states(made, "below.png") == [
        'below.png: put together from top to bottom of "c.png" (300 x 200, png), of the same size; '
        '"a.png" (300 x 200, png), of the same size'
    ]


def test_a_picture_that_only_half_consists_of_known_ones_has_no_origin(made: MadeWorld) -> None:
    photo = _photo(made.folder / "a.png", 3, (300, 200))
    _photo(made.folder / "b.png", 7, (300, 200))
    made.world.take()
    half = Image.effect_noise((600, 200), 90).convert("RGB")
    half.paste(photo, (0, 0))
    half.save(made.folder / "half.png")
    assert _states(made, "half.png") == []


def _letter(path: Path, mode: str = "RGB") -> Image.Image:
    picture = Image.new(mode, (700, 520), "#fafaf6")
    draw = ImageDraw.Draw(picture)
    for row, words in enumerate(("Maren Holt", "17 Harbour Street", "Penmouth", "5516 2231 0042 5516")):
        draw.text((40, 40 + 60 * row), words, fill="#10183c", font_size=28)
    picture.save(path)
    return picture


def test_a_picture_with_covered_places_is_told_as_the_other_one_but_for_these_with_their_colour(
    made: MadeWorld,
) -> None:
    _letter(made.folder / "order.png")
    made.world.take()
    picture = _letter(made.folder / "order public.png", "RGBA")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((30, 92, 300, 200), fill="#333333")
    draw.rectangle((31, 93, 299, 199), fill="#000000")
    draw.rectangle((30, 215, 250, 259), fill="#000000")
    picture.save(made.folder / "order public.png")
    assert _states(made, "order public.png") == [
        'order public.png: as "order.png" (700 x 520, png) but for 2 places: '
        "30,92 271 x 109 all #000000, opaque but for its edge of 1 pixel; 30,215 221 x 45 all #000000, opaque; "
        "every other pixel is the same"
    ]
    fact = next(fact for fact in made.facts() if "but for 2 places" in fact.line)
    assert "#000000" in fact.texts and "order.png" in fact.texts
    assert "order public.png: size 700 x 520, mode rgba, no pixel is transparent, picture format png" in _changes(
        made, "order public.png"
    )


def test_a_picture_that_was_changed_in_places_is_told_as_it_was_but_for_these_and_what_shines_through(
    made: MadeWorld,
) -> None:
    picture = _letter(made.folder / "order.png", "RGBA")
    made.world.take()
    picture.paste((0, 0, 0, 128), (30, 92, 300, 200))
    picture.paste((250, 250, 240, 255), (600, 500, 602, 502))
    picture.putpixel((690, 10), (255, 0, 0, 255))
    picture.paste(picture.crop((0, 210, 300, 260)).resize((6, 2)).resize((300, 50)), (0, 210))
    picture.save(made.folder / "order.png")
    (told,) = _states(made, "order.png")
    assert told.startswith(
        "order.png: as what it was before (700 x 520, png) but for 3 places: 690,10 1 x 1 all #ff0000"
    )
    assert "30,92 270 x 108 all #000000, 50% transparent; " in told and "of several colours" in told
    assert told.endswith(" of 255")


def test_a_picture_that_differs_nearly_everywhere_is_not_told_by_places(made: MadeWorld) -> None:
    picture = _letter(made.folder / "order.png")
    made.world.take()
    picture.point(lambda shade: shade * 3 // 4).save(made.folder / "dark.png")
    assert not [line for line in _states(made, "dark.png") if "place" in line]
