"""Tasks in LibreOffice Draw and Impress, and in GIMP: shapes, colours, pictures."""

from __future__ import annotations

import zipfile
from pathlib import Path

from PIL import Image, ImageDraw
from pypdf import PdfReader
from pypdf.errors import PdfReadError

from bench.minds.opendocument import NAMES, name
from bench.minds.own.odf_file import content_of, fill_of, words, write_odf
from bench.minds.task import Place, Task, Verdict

_NO_COLOUR = (-1, -1, -1)


def _rgb(colour: str) -> tuple[int, int, int]:
    if len(colour) != 7:
        return _NO_COLOUR
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _is_yellow(colour: str) -> bool:
    red, green, blue = _rgb(colour)
    return min(red, green) >= 190 and blue <= 160


def _is_red(colour: str) -> bool:
    red, green, blue = _rgb(colour)
    return red >= 150 and max(green, blue) <= 90


def pdf_text(path: Path) -> str:
    """Return the text of a PDF, "" where there is none to read."""
    try:
        return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())
    except (OSError, PdfReadError):
        return ""


_ROOMS = (("Hall", 2, 2, 5, 4), ("Kitchen", 7, 2, 6, 4), ("", 2, 6, 5, 5), ("Bedroom", 7, 6, 6, 5))


def _floor_plan(place: Place) -> None:
    style = (
        '<style:style style:name="room" style:family="graphic"><style:graphic-properties draw:stroke="solid" '
        'svg:stroke-color="#000000" draw:fill="solid" draw:fill-color="#ffffff" draw:textarea-vertical-align="middle"/>'
        "</style:style>"
    )
    rooms = "".join(
        f'<draw:rect draw:style-name="room" svg:x="{x}cm" svg:y="{y}cm" svg:width="{width}cm" svg:height="{height}cm">'
        f"<text:p>{label}</text:p></draw:rect>"
        for label, x, y, width, height in _ROOMS
    )
    page = f'<draw:page draw:name="Plan" draw:master-page-name="Default">{rooms}</draw:page>'
    write_odf(place.folder / "flat.odg", page, style)


def _judge_floor_plan(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "flat.odg")
    if content is None:
        return Verdict(False, "flat.odg is gone or broken")
    shapes = [node for kind in ("rect", "custom-shape") for node in content.iter(name(f"draw:{kind}"))]
    fills = {words(shape): fill_of(content, shape) for shape in shapes}
    if sorted(fills) != ["Bath", "Bedroom", "Hall", "Kitchen"] or len(shapes) != len(_ROOMS):
        return Verdict(False, f"the rooms are {sorted(words(shape) for shape in shapes)}")
    yellow = [label for label, fill in fills.items() if _is_yellow(fill)]
    if yellow != ["Kitchen"]:
        return Verdict(False, f"yellow is {yellow}: {fills}")
    if "Bath" not in (shown := pdf_text(place.folder / "flat.pdf")):
        return Verdict(False, f"flat.pdf shows {shown!r}")
    return Verdict(True)


def _nothing(place: Place) -> None:
    return None


def _judge_poster(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "poster.odg")
    if content is None:
        return Verdict(False, "there is no poster.odg")
    round_ones = [*content.iter(name("draw:ellipse")), *content.iter(name("draw:circle"))]
    for shape in content.iter(name("draw:custom-shape")):
        geometry = shape.find("draw:enhanced-geometry", NAMES)
        if geometry is not None and geometry.get(name("draw:type")) in ("ellipse", "circle"):
            round_ones.append(shape)
    if not any(_is_red(fill_of(content, node)) for node in round_ones):
        return Verdict(False, f"{len(round_ones)} round shapes, none of them red")
    if "Open day 12 June" not in words(content):
        return Verdict(False, f"it says {words(content)!r}")
    try:
        with Image.open(place.folder / "poster.png") as picture:
            colours = picture.convert("RGB").getcolors(1 << 24) or []
    except OSError:
        return Verdict(False, "there is no poster.png")
    red = sum(
        count
        for count, colour in colours
        if isinstance(colour, tuple) and _is_red("#{:02x}{:02x}{:02x}".format(*colour))
    )
    return Verdict(red > 100, f"{red} red points in poster.png")


def _trip(place: Place) -> None:
    pages = "".join(
        f'<draw:page draw:name="{title}" draw:master-page-name="Default"><draw:frame svg:x="2cm" svg:y="1.5cm" '
        f'svg:width="16cm" svg:height="2cm"><draw:text-box><text:p>{title}</text:p></draw:text-box></draw:frame></draw:page>'
        for title in ("Our trip", "The boat", "Costs")
    )
    write_odf(place.folder / "trip.odp", pages)
    picture = Image.new("RGB", (480, 320), (120, 180, 235))
    ImageDraw.Draw(picture).polygon([(90, 220), (390, 220), (340, 290), (140, 290)], fill=(150, 60, 20))
    picture.save(place.folder / "boat.png")


def _judge_trip(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "trip.odp")
    pages = [] if content is None else list(content.iter(name("draw:page")))
    if len(pages) != 3:
        return Verdict(False, f"trip.odp has {len(pages)} slides")
    pictures = [len(list(page.iter(name("draw:image")))) for page in pages]
    if pictures != [0, 1, 0]:
        return Verdict(False, f"pictures on the slides: {pictures}")
    with zipfile.ZipFile(place.folder / "trip.odp") as packed:
        held = [text for text in packed.namelist() if text.startswith("Pictures/")]
    if not held:
        return Verdict(False, "the picture is not in the file")
    if "Trieste, June" not in words(pages[1]):
        return Verdict(False, f"slide 2 says {words(pages[1])!r}")
    return Verdict("Trieste" not in words(pages[0]) + words(pages[2]), "the words stand on one slide only")


_CORNERS = {"red": (200, 30, 30), "green": (30, 160, 60), "blue": (30, 60, 200), "white": (250, 250, 250)}


def _badge(place: Place) -> None:
    """The colours of the corners, from the upper left clockwise, say how it stands."""
    picture = Image.new("RGB", (300, 200))
    places = ((0, 0), (150, 0), (150, 100), (0, 100))
    for colour, (x, y) in zip(_CORNERS.values(), places, strict=True):
        picture.paste(colour, (x, y, x + 150, y + 100))
    picture.save(place.folder / "badge.png")


def _judge_badge(place: Place, answer: str) -> Verdict:
    red, green, blue, white = _CORNERS.values()
    try:
        with Image.open(place.folder / "badge-turned.png") as turned, Image.open(place.folder / "badge.png") as first:
            if first.size != (300, 200) or turned.size != (200, 300):
                return Verdict(False, f"badge.png is {first.size}, badge-turned.png {turned.size}")
            shown = turned.convert("RGB")
    except OSError:
        return Verdict(False, "there is no badge-turned.png beside badge.png")
    corners = [shown.getpixel(point) for point in ((10, 10), (190, 10), (190, 290), (10, 290))]
    return Verdict(corners == [white, red, green, blue], f"corners clockwise: {corners}")


TASKS = (
    Task(
        "draw-floor-plan",
        "Paint the kitchen in flat.odg yellow, write Bath into the room that has no name yet, save the drawing, "
        "and also export it "
        "as flat.pdf into the same folder.",
        ("soffice",),
        _floor_plan,
        _judge_floor_plan,
        opens=("libreoffice", "{folder}/flat.odg"),
        careful_calls=4,
    ),
    Task(
        "draw-poster",
        "Make a drawing with a red circle and the words 'Open day 12 June' on it, save it as poster.odg in this "
        "folder and export "
        "it as poster.png too.",
        ("soffice",),
        _nothing,
        _judge_poster,
        careful_calls=5,
    ),
    Task(
        "slides-picture",
        "Put the picture boat.png on the second slide of trip.odp, write 'Trieste, June' below it, and save the "
        "presentation.",
        ("soffice",),
        _trip,
        _judge_trip,
        opens=("libreoffice", "{folder}/trip.odp"),
        careful_calls=4,
    ),
    Task(
        "picture-turn",
        "Turn badge.png a quarter to the right and export it as badge-turned.png; leave the original as it is.",
        ("gimp",),
        _badge,
        _judge_badge,
        opens=("gimp", "{folder}/badge.png"),
        careful_calls=3,
    ),
)
