"""Pages of PDF files are known by their texts or pictures, and told with the way in which their text runs."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from pypdf import PdfReader, PdfWriter, Transformation
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, NumberObject, StreamObject

from tests.proof.difference.made_world import MadeWorld

_FONT = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}


def _scan(path: Path, texts: Sequence[str], picture: str = "") -> PdfWriter:
    """Make a page of each text, and one that shows a picture alone."""
    writer = PdfWriter()
    for text in texts:
        page = writer.add_blank_page(595, 842)
        content = DecodedStreamObject()
        content.set_data(f"BT /F 12 Tf 72 700 Td ({text}) Tj ET".encode() if text else b"1 1 1 rg 0 0 595 842 re f")
        font = DictionaryObject({NameObject(key): NameObject(value) for key, value in _FONT.items()})
        fonts = DictionaryObject({NameObject("/F"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        page[NameObject("/Contents")] = writer._add_object(content)
    if picture:
        note, held = Image.new("RGB", (200, 80), "white"), BytesIO()
        ImageDraw.Draw(note).text((10, 10), picture, fill="black")
        note.save(held, "PDF")
        writer.append(PdfReader(held))
    writer.write(path)
    return writer


def _upside_down(writer: PdfWriter, number: int) -> None:
    writer.pages[number].add_transformation(Transformation().rotate(180).translate(595, 842))


def test_a_page_that_was_upside_down_and_stands_upright_now_is_told_with_the_empty_ones_that_are_gone(
    made: MadeWorld,
) -> None:
    texts = ("First page", "", "Turned page", "Last page", "")
    writer = _scan(made.folder / "scan.pdf", texts)
    _upside_down(writer, 2)
    writer.write(made.folder / "scan.pdf")
    made.world.take()
    clean = PdfWriter()
    for number in (0, 2, 3):
        clean.add_page(writer.pages[number])
    clean.pages[1].rotate(180)
    clean.write(made.folder / "clean.pdf")
    lines = made.lines()
    against = "clean.pdf, against scan.pdf"
    assert f"{against}: 2 empty pages less (pages 2, 5)" in lines
    assert any(line.startswith(f"{against}, page 2: text upright, was upside down,") for line in lines)
    shown = " ".join(fact.line for fact in made.world.shown(["scan.pdf"]).facts)
    assert '3 "Turned page" (text upside down)' in shown and "2 empty" in shown


def test_a_page_that_was_turned_on_its_side_is_told_and_upright_ones_are_not(made: MadeWorld) -> None:
    writer = _scan(made.folder / "scan.pdf", ("First page", "Second page"))
    made.world.take()
    writer.pages[1].rotate(90)
    writer.write(made.folder / "scan.pdf")
    (told,) = (line for line in made.lines() if "text" in line)
    assert told.startswith('scan.pdf, page 2: text running downwards, was upright, on the whole of "Second page"')


def test_a_page_of_a_picture_alone_is_not_called_empty(made: MadeWorld) -> None:
    writer = _scan(made.folder / "scan.pdf", ("First page", ""), "call Ann")
    made.world.take()
    clean = PdfWriter()
    clean.add_page(writer.pages[0])
    clean.write(made.folder / "scan.pdf")
    lines = made.lines()
    assert "scan.pdf: 1 empty page less (page 2)" in lines
    assert any("scan.pdf: 1 page gone, " in line and "[no text, 1 picture, " in line for line in lines)


def test_each_page_of_a_pdf_is_told_with_the_picture_that_it_shows(made: MadeWorld) -> None:
    for name, at, ending in (("tea", 10, "jpg"), ("milk", 60, "png"), ("jam", 110, "jpg")):
        receipt = Image.new("RGB", (160, 200), "white")
        ImageDraw.Draw(receipt).rectangle((20, at, 140, at + 30), fill="black")
        receipt.save(made.folder / f"{name}.{ending}", quality=90)
    made.world.take()
    tea, milk, jam = (Image.open(made.folder / name) for name in ("tea.jpg", "milk.png", "jam.jpg"))
    # Pillow writes all of them as JPEG data of its own.
    tea.save(made.folder / "all.pdf", save_all=True, append_images=[milk, jam], quality=60)
    told = [line for line in made.lines() if "the picture is" in line]
    written = "its pixels in other bytes (160 x 200 pixels)"
    assert told == [
        f'all.pdf, page {number}: the picture is "{name}", {written}'
        for number, name in enumerate(("tea.jpg", "milk.png", "jam.jpg"), 1)
    ]
    assert not any("empty" in line for line in made.lines())


def test_a_picture_that_a_pdf_holds_as_it_is_is_told_byte_for_byte_on_the_page_that_shows_it(made: MadeWorld) -> None:
    writer = PdfWriter()
    resources = DictionaryObject()
    for number, name in enumerate(("a.jpg", "b.jpg")):
        Image.new("RGB", (90, 60), ("red", "blue")[number]).save(made.folder / name)
        picture = StreamObject()
        picture._data = (made.folder / name).read_bytes()
        said = {"/Subtype": "/Image", "/Filter": "/DCTDecode", "/ColorSpace": "/DeviceRGB"}
        picture.update({NameObject(key): NameObject(value) for key, value in said.items()})
        sizes = {"/Width": 90, "/Height": 60, "/BitsPerComponent": 8}
        picture.update({NameObject(key): NumberObject(value) for key, value in sizes.items()})
        resources[NameObject(f"/Im{number}")] = writer._add_object(picture)
    made.world.take()
    for number in (1, 0):
        page, content = writer.add_blank_page(595, 842), DecodedStreamObject()
        content.set_data(f"q 90 0 0 60 50 50 cm /Im{number} Do Q".encode())
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): resources})
        page[NameObject("/Contents")] = writer._add_object(content)
    writer.write(made.folder / "two.pdf")
    assert [line for line in made.lines() if "the picture is" in line] == [
        'two.pdf, page 1: the picture is "b.jpg", byte for byte (90 x 60 pixels)',
        'two.pdf, page 2: the picture is "a.jpg", byte for byte (90 x 60 pixels)',
    ]
